"""Effects of removal: the change in a wager's expectation when one card leaves the shoe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.cards import RANK_LETTERS, Card, format_card
from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.pays import Parts


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRemoval:
    """Cards that change the expectation alike when one of them is gone."""

    cards: tuple[Card, ...]
    name: str
    """Their rank, or the card itself where suits matter."""
    count: int
    """How many of them are in the shoe."""
    fixed: Fraction
    """The expectation without one of them, less that of the shoe."""
    weight: Fraction
    """The count; or, for a wager that cannot be made in every round, the count times the chance
    that it can be made without the card, as a share of the chance with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRemoval:
    """The effects of removal of every card of a shoe."""

    expectation: Fraction
    rows: tuple[CardRemoval, ...]

    @property
    def mean(self) -> Fraction:
        """The mean over the cards of the shoe: exactly 0, as an unseen card changes nothing."""
        return sum((row.weight * row.fixed for row in self.rows), Fraction(0)) / self._cards

    @property
    def sd_of_one_card(self) -> float:
        """The standard deviation of the expectation after one card."""
        return sqrt(sum(row.weight * row.fixed**2 for row in self.rows) / self._cards)

    @property
    def _cards(self) -> Fraction:
        return sum((row.weight for row in self.rows), Fraction(0))

    def card_effect(self, card: Card) -> Fraction:
        """Return the effect of one card."""
        return next(row.fixed for row in self.rows if card in row.cards)

    def as_json(self) -> list[dict[str, Any]]:
        """Return the rows of `pitboss count --json`; nothing is decided, so one figure serves."""
        return [
            {
                "card": row.name,
                "count": row.count,
                "fixed": float(row.fixed),
                "reoptimised": float(row.fixed),
                "exact": str(row.fixed),
            }
            for row in self.rows
        ]


def compute_removal(
    average: Callable[[Unseen], Parts],
    unseen: Unseen,
    classes: Iterable[tuple[Card, ...]],
    meter_units: Fraction,
) -> WagerRemoval:
    """Return the effects of removal of a wager.

    *average* is what it does with any cards left, *classes* are cards that it treats alike.
    """
    whole = average(unseen)
    expectation = whole.value(meter_units)
    changes: dict[Card, tuple[Fraction, Fraction]] = {}
    for alike in classes:
        left = [card for card in alike if unseen.counts[card]]
        if left:
            less = average(unseen.without(left[0]))
            odds = less.chance / whole.chance
            change = less.value(meter_units) - expectation if odds else Fraction(0)
            changes.update(dict.fromkeys(left, (change, odds)))
    rows = tuple(_rows(unseen, changes))
    return WagerRemoval(expectation=expectation, rows=rows)


def _rows(unseen: Unseen, changes: dict[Card, tuple[Fraction, Fraction]]) -> Iterator[CardRemoval]:
    """Yield one row a rank where its suits are alike, and one a card otherwise."""
    alike: dict[int, set[tuple[Fraction, Fraction, int]]] = {}
    for card, change in changes.items():
        alike.setdefault(card >> 2, set()).add((*change, unseen.counts[card]))
    by_rank = all(len(kinds) == 1 for kinds in alike.values())
    groups: dict[int, list[Card]] = {}
    for card in changes:
        groups.setdefault(card >> 2 if by_rank else card, []).append(card)
    for cards in groups.values():
        fixed, odds = changes[cards[0]]
        count = sum(unseen.counts[card] for card in cards)
        name = RANK_LETTERS[cards[0] >> 2] if by_rank else format_card(cards[0])
        yield CardRemoval(
            cards=tuple(cards), name=name, count=count, fixed=fixed, weight=count * odds
        )
