"""Classes of cards, as far as the main game distinguishes them.

Ten values are enough for most games. If a bonus is paid for the suits of a 6-7-8 or three sevens,
those three values come in four suits each; so do aces and ten-value cards if a blackjack of one
suit pays more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.suit_sensitive import live_hands
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import value

_CARDS = 52


@dataclass(frozen=True, slots=True)
class CardClasses:
    """Classes of cards that the main game does not distinguish."""

    class_of: tuple[int, ...]
    """Card -> class."""
    cards: tuple[Card, ...]
    """Symbol -> a card that represents it."""
    values: tuple[int, ...]
    """Symbol -> its value."""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.cards)

    def classes_with_value(self, wanted: int) -> tuple[int, ...]:
        """Return the classes of a value."""
        return tuple(card_class for card_class, value in enumerate(self.values) if value == wanted)


def card_classes(setup: Setup) -> CardClasses:
    """Return the classes of a table's main game.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> card_classes(prepare(House(game="ilani/spanish-21"))).count
    19
    >>> card_classes(prepare(House(game="co/free-bet"))).count
    10
    """
    live = live_hands(setup, split=False).values()
    in_suits = {value for hand in live for value in (*hand.values, hand.completes)}
    if setup.suited_blackjack_odds is not None:
        in_suits |= {1, VALUES}
    return _suited_values(in_suits)


def _suited_values(in_suits: Iterable[int]) -> CardClasses:
    by_suit = frozenset(in_suits)
    numbers: dict[tuple[int, int], int] = {}
    class_of: list[int] = []
    cards: list[Card] = []
    for card in range(_CARDS):
        worth = value(card)
        key = (worth, card & 3 if worth in by_suit else 0)
        if key not in numbers:
            numbers[key] = len(cards)
            cards.append(Card(card))
        class_of.append(numbers[key])
    return CardClasses(tuple(class_of), tuple(cards), tuple(value(card) for card in cards))


EVERY_CARD = CardClasses(
    tuple(range(_CARDS)),
    tuple(map(Card, range(_CARDS))),
    tuple(value(card) for card in range(_CARDS)),
)
"""Every card its own class, for side wagers."""
