"""The shoe of a table: shuffles, burns, cuts, and deals; the engine never sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from pitboss.cards import Card, SeededBits, Shoe, SystemBits, shuffle_cards
from pitboss.cards.unseen import Unseen
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup, is_shuffled_every_round, shoe_settings
from pitboss.engine.state import State
from pitboss.engine.view import TableView
from pitboss.rulebook.house import ShoeSettings

Shuffler = Callable[[int, Sequence[Card]], tuple[Card, ...]]
"""Puts cards in the order of a shuffle, which it is given the number of."""


class PastShuffle(NamedTuple):
    """A shuffle that is over."""

    number: int
    of: tuple[Card, ...]
    """The cards that were shuffled; empty: the whole shoe, as it comes from the factory."""
    dealt: tuple[Card, ...]
    """Those that left the shoe, in order, the burned ones first."""


class DealingShoe(Struct, gc=False):
    """A shoe on the table. Without a seed it uses the operating system's randomness."""

    shoe: Shoe
    settings: ShoeSettings
    seed: str | None = None
    shoes: int = 0
    """How many shuffles there have been."""
    cards: tuple[Card, ...] = ()
    position: int = 0
    round_start: int = 0
    burned: tuple[Card, ...] = ()
    every_round: bool = False
    """Whether every round has a fresh shuffle: one deck from the hand, or a shuffler."""
    shuffler: Shuffler | None = None
    """Shuffles in place of the seed or the operating system; past shuffles are then kept."""
    of: tuple[Card, ...] = ()
    """The cards of this shuffle, where it was not the whole shoe."""
    first: int = 0
    """Where the cards of this shuffle begin; those before it lay on the table."""
    past: tuple[PastShuffle, ...] = ()
    entered: Mapping[str, tuple[str, ...]] | None = None
    """Wager -> the players who made it on the first hand after the shuffle; None: not dealt yet."""

    @property
    def cut(self) -> int:
        """The position of the cut card: one deck from the end by default."""
        behind = self.settings.cut
        return self.shoe.size - (len(self.shoe.deck.cards) if behind is None else behind)

    @property
    def cards_left(self) -> int:
        """How many cards are left."""
        return len(self.cards) - self.position

    @property
    def last_round(self) -> bool:
        """Whether the cut card has come out: after this round the shoe is shuffled."""
        return self.position >= self.cut or self.cards_left == 0

    @property
    def is_over(self) -> bool:
        """Whether the next round needs a shuffle."""
        return not self.cards or self.last_round or self.every_round

    def begin_round(self) -> bool:
        """Prepare for a round; return True if the shoe was shuffled for it."""
        changed = self.is_over
        if changed:
            self._change()
        self.round_start = self.position
        return changed

    def _change(self) -> None:
        self._shuffle((), self.shoe.cards())
        self.of = ()
        self.burned = self.cards[: self.settings.burn]
        self.position = self.settings.burn

    def _shuffle(self, kept: tuple[Card, ...], rest: Sequence[Card]) -> None:
        """Put *rest* in a new order behind the cards *kept* on the table."""
        self.end_shuffle()
        self.entered = None
        self.shoes += 1
        self.cards = (*kept, *(self.shuffler or self._order_cards)(self.shoes, rest))
        self.of = tuple(rest)
        self.first = len(kept)
        self.position = len(kept)
        self.round_start = 0

    def end_shuffle(self) -> None:
        """Deal no more of this shuffle."""
        if self.shuffler and self.cards:
            dealt = self.cards[self.first : self.position]
            self.past += (PastShuffle(self.shoes, self.of, dealt),)
        self.cards = ()

    def _order_cards(self, number: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        bits = SystemBits() if self.seed is None else SeededBits(f"{self.seed}/{number}")
        return shuffle_cards(cards, bits)

    def draw(self) -> Card:
        """Return the next card; if none is left, shuffle the discards in."""
        if self.position == len(self.cards):
            self._reshuffle_discards()
        card = self.cards[self.position]
        self.position += 1
        return card

    def _reshuffle_discards(self) -> None:
        """Shuffle everything except the cards of this round."""
        discards = self.cards[: self.round_start]
        on_table = self.cards[self.round_start :]
        if not discards:
            raise RefusedError("shoe/empty", "this round has used every card of the shoe")
        self._shuffle(on_table, discards)

    def reshuffle_but(self, kept: Sequence[Card]) -> None:
        """Shuffle everything except the cards *kept* on the table; 2104(6): fifty are left."""
        rest = list(self.cards)
        for card in kept:
            rest.remove(card)
        self._shuffle(tuple(kept), rest)

    def __iter__(self) -> Iterator[Card]:
        """Yield cards without end."""
        while True:
            yield self.draw()


def make_shoe(setup: Setup, settings: ShoeSettings, seed: str | None = None) -> DealingShoe:
    """Return the shoe of a table: how often it is shuffled, and whether cards are burned."""
    every_round = is_shuffled_every_round(setup)
    return DealingShoe(setup.shoe, shoe_settings(setup, settings), seed, every_round=every_round)


def unseen_cards(shoe: DealingShoe, hidden: Iterable[Card] = ()) -> Unseen:
    """Return the cards that a player has not seen yet; *hidden* lie face down on the table now.

    A burned card is not seen. The dealer's down card is seen when it is turned.
    """
    # Burned cards come first, except where the discards were shuffled in during a round.
    first = 0 if shoe.first else len(shoe.burned)
    seen = [*shoe.cards[first : shoe.position]]
    for card in hidden:
        seen.remove(card)
    return Unseen.from_shoe(shoe.shoe).without(*seen)


def hidden_cards(state: State, table: TableView) -> list[Card]:
    """Return the cards of a round that the player of a view does not see."""
    hidden = [*state.dealer[len(table.dealer) :]]
    for seat, shown in zip(state.seats, table.seats, strict=True):
        for hand, seen in zip(seat.hands, shown.hands, strict=True):
            hidden += hand.cards if seen.face_down else ()
    return hidden
