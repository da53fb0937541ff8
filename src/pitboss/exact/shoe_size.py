"""Check that the cards left in a shoe are possible and last for a round."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import Card, Unseen, format_card
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import TWENTY_ONE
from pitboss.rulebook.problems import Problem, RulesError

_KEY = "unseen"
_TEN = 10
_HAND_MOST = TWENTY_ONE + _TEN
"""No hand counts more, with its aces as 1: a total over 21 draws no further card."""
_DEALER_MOST = 16 + _TEN
"""The dealer draws to a hard 16 or less."""


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
    points, enough = _points(by_value), _points_needed(setup, by_value, hands)
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


def _points(by_value: list[int]) -> int:
    return sum(value * count for value, count in enumerate(by_value, start=1))
