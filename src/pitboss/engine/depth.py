"""How deep a house deals its shoes: where its cut card lies, in cards and in words."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.engine.setup import Setup, is_shuffled_every_round, shoe_settings
from pitboss.rulebook.house import ShoeSettings

_OF_ONE_DECK = 4
"""Of one deck the cut card leaves a quarter behind it: a whole deck would leave no round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth:
    """The cut card of a house, and its burned cards."""

    cut: int
    """Cards that have left the shoe at the cut card."""
    burn: int
    cards: int
    """Cards of the shoe."""
    deck: int
    """Cards of one deck."""
    is_stated: bool
    """Whether the house says where its cut card lies; else it is where it usually does."""
    is_fresh: bool
    """Whether the table is shuffled before every round, so that no cut card is reached."""

    @property
    def is_reached(self) -> bool:
        """Whether the house states a cut card, and deals to it."""
        return self.is_stated and not self.is_fresh

    @property
    def part(self) -> float:
        """The part of the shoe that is dealt."""
        return self.cut / self.cards

    @property
    def words(self) -> str:
        """Where the cut card lies, how deep that is, and who says so."""
        if self.is_fresh:
            return "shuffled before every round"
        said = "by the house" if self.is_stated else "as usual; [shoe] cut of a house file moves it"
        return f"{self.place_words} ({said})"

    @property
    def place_words(self) -> str:
        """Where the cut card lies, and how deep that is."""
        behind = self.cards - self.cut
        decks, rest = divmod(behind, self.deck)
        place = f"{behind} cards" if rest else f"{decks} {'deck' if decks == 1 else 'decks'}"
        count = self.cards // self.deck
        shoe = "1 deck" if count == 1 else f"{count} decks"
        return f"cut card {place} from the end: {self.part:.1%} of {shoe}"


def house_depth(setup: Setup, settings: ShoeSettings) -> Depth:
    """Return how deep a house deals: to its cut card, one deck from the end if it states none.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="reference/blackjack", options={"decks": 6}))
    >>> house_depth(setup, ShoeSettings(cut=156)).words
    'cut card 3 decks from the end: 50.0% of 6 decks (by the house)'
    >>> house_depth(setup, ShoeSettings()).cut
    260
    """
    shoe = setup.shoe
    handled = shoe_settings(setup, settings)
    deck = len(shoe.deck.cards)
    usual = deck if shoe.size > deck else deck // _OF_ONE_DECK
    return Depth(
        cut=shoe.size - (usual if handled.cut is None else handled.cut),
        burn=handled.burn,
        cards=shoe.size,
        deck=deck,
        is_stated=handled.cut is not None,
        is_fresh=is_shuffled_every_round(setup),
    )
