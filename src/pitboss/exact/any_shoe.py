"""The expected value of a main game with any cards left in the shoe.

A game is valued in two ways: with the best play for the cards that are left, and with the best play
of another shoe, the full one if nothing else is named, kept hand by hand. Values are to the player,
in units of the main wager; where a seat makes two equal main wagers, of both together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.cards import Card, Unseen, format_card
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.engine.setup import Setup
from pitboss.exact.copies import in_copies
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.patterns.totals import value as value_of
from pitboss.rulebook.problems import Problem, RulesError

_KEY = "unseen"
_TEN = 10
_HAND_MOST = TWENTY_ONE + _TEN
"""No hand counts more, with its aces as 1: a total over 21 draws no further card."""
_DEALER_MOST = 16 + _TEN
"""The dealer draws to a hard 16 or less."""


@dataclass(frozen=True, slots=True)
class ShoeValue:
    """The expected value of the next round."""

    best: float
    """With the best play for the cards that are left."""
    fixed: float
    """With the play that is kept."""


class ShoeValues(ABC):
    """Values one table with any cards left."""

    split_hands: int | None = None
    """The number of hands that a hand may be split into; None: as its pairs allow."""

    def __init__(self, setup: Setup, base: Unseen | None = None) -> None:
        """Keep the best play of the shoe *base*; None: of a full shoe."""
        self.setup = setup
        self.base = Unseen.from_shoe(setup.shoe) if base is None else base

    @property
    def classes(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of the base; each card of a class has the same effect if it alone is gone."""
        return group_cards(self.base.kinds, value_of)

    @property
    @abstractmethod
    def base_value(self) -> float:
        """The value of the base with its best play; it makes all that every shoe needs."""

    def values(self, shoes: Sequence[Unseen]) -> tuple[ShoeValue, ...]:
        """Return both values of each shoe, several at once.

        Raise `RulesError` if the table's shoe never holds these cards, or they may not last for a
        round.
        """
        for unseen in shoes:
            check_shoe(self.setup, unseen, self.split_hands)
        self.base_value  # noqa: B018 - made once, before all shoes need it
        return self.value_shoes(shoes)

    def value_shoes(self, shoes: Sequence[Unseen]) -> tuple[ShoeValue, ...]:
        """Return both values of shoes that have been checked."""
        return tuple(in_copies(self.value_shoe, shoes))

    @abstractmethod
    def value_shoe(self, unseen: Unseen) -> ShoeValue:
        """Return both values of one shoe that has been checked."""

    def value(self, unseen: Unseen) -> ShoeValue:
        """Return both values of one shoe."""
        return self.values((unseen,))[0]


def group_cards(
    cards: Iterable[Card], alike: Callable[[Card], object]
) -> tuple[tuple[Card, ...], ...]:
    """Return cards in groups of those that are *alike*."""
    groups: dict[object, list[Card]] = {}
    for card in cards:
        groups.setdefault(alike(card), []).append(card)
    return tuple(map(tuple, groups.values()))


def check_shoe(setup: Setup, unseen: Unseen, hands: int | None = None) -> None:
    """Raise `RulesError` if the shoe never holds these cards, or they may not last for a round.

    *hands* is the number of hands that a hand may be split into; None: as its pairs allow.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> setup = prepare(House(game="ilani/spanish-21"))
    >>> check_shoe(setup, Unseen.from_cards(parse_cards("Kh 9c 7s")))
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: unseen: a round of this game may need more cards than \
these: their values add up to 26, and 57 is enough [shoe/too-small]
    """
    problems = list(shoe_problems(setup, unseen, hands))
    if problems:
        raise RulesError(problems)


def shoe_problems(setup: Setup, unseen: Unseen, hands: int | None = None) -> Iterator[Problem]:
    """Yield the problems of the cards that are left of a shoe."""
    full = Unseen.from_shoe(setup.shoe)
    for kind, (count, most) in enumerate(zip(unseen.counts, full.counts, strict=True)):
        if count > most:
            message = (
                f"the shoe holds {most} of {format_card(Card(kind))}, so {count} cannot be left"
            )
            yield Problem(code="shoe/cards", key=_KEY, message=message)
    possible = Unseen(tuple(map(min, unseen.counts, full.counts)))
    by_value = CardsLeft.from_unseen(possible).by_value
    points = sum(value * count for value, count in enumerate(by_value, start=1))
    enough = _points_needed(setup, by_value, hands)
    if points < enough:
        message = "a round of this game may need more cards than these: their values add up to"
        message = f"{message} {points}, and {enough} is enough"
        yield Problem(code="shoe/too-small", key=_KEY, message=message)


def _points_needed(setup: Setup, by_value: list[int], hands: int | None) -> int:
    """Return a sum of card values that lasts for any round, with aces as 1.

    A round that ran out of cards would have to be dealt from the discards. Every hand of a split
    pair starts with a card of the same value, so there are never more hands than such cards.
    """
    most = max(1, min(setup.rules.max_hands, max(by_value))) if hands is None else hands
    return _DEALER_MOST + most * len(setup.mains) * _HAND_MOST
