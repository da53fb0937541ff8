"""Insurance: its expectation for any cards left, its effects of removal and its exact index.

Insurance wins if the dealer's down card counts ten. Before that card is turned every unseen card
is equally likely to be it, so all is a matter of how many of the unseen cards count ten.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.advantage.tag_sums import TagSums, exact_ways, tag_classes
from pitboss.cards import Card, Shoe
from pitboss.cards.unseen import Unseen
from pitboss.counts.system import CountSystem
from pitboss.engine.setup import Setup
from pitboss.patterns.totals import value

Array = Any
TEN = 10
PAYS = Fraction(2)
"""What insurance pays to 1."""
_CLOSE = 1e-9
"""Chances closer than this to break-even are compared in whole numbers."""


def is_insured(setup: Setup) -> bool:
    """Return whether a table offers insurance."""
    return any(spot.startswith("insurance") for spot in setup.configured.spots)


def insurance_expectation(unseen: Unseen, pays: Fraction = PAYS) -> Fraction:
    """Return the expectation of insurance to the player, per unit of the insurance wager.

    >>> from pitboss.cards import FRENCH, SPANISH
    >>> [str(insurance_expectation(Unseen.from_shoe(Shoe(deck, 6)))) for deck in (FRENCH, SPANISH)]
    ['-1/13', '-1/4']
    """
    return Fraction(sum(_only_tens(unseen.counts)), unseen.size) * (1 + pays) - 1


def insurance_removal(unseen: Unseen, pays: Fraction = PAYS) -> dict[Card, Fraction]:
    """Return how much the expectation changes when one card of each kind is gone.

    Every card that does not count ten has one effect and every ten another: as 4 to -9 in a
    French deck, as 1 to -3 in a Spanish one. Over all cards left they add up to 0 exactly.

    >>> from pitboss.cards import FRENCH, parse_cards
    >>> effects = insurance_removal(Unseen.from_shoe(Shoe(FRENCH, 1)))
    >>> five, king = parse_cards("5h Kh")
    >>> effects[five] / effects[king], 51 * effects[five] * 13
    (Fraction(-4, 9), Fraction(12, 1))
    """
    before = insurance_expectation(unseen, pays)
    effects = {
        card: insurance_expectation(unseen.without(card), pays) - before for card in unseen.kinds
    }
    # A card that nobody has seen changes nothing: exactly zero, because these are fractions.
    assert not sum(unseen.counts[card] * effect for card, effect in effects.items())
    return effects


class InsuranceLaw:
    """The expectation of insurance by the running count and the number of unseen cards.

    The running count has all cards seen, the cards *gone* among them: an ace up and perhaps cards
    of the hand. How the others are left is the exact law given the sum of their tags.
    """

    def __init__(
        self, system: CountSystem, shoe: Shoe, gone: Iterable[Card], pays: Fraction = PAYS
    ) -> None:
        """Let the cards *gone* be known."""
        counts = Unseen.from_shoe(shoe).without(*gone).counts
        self.classes = tag_classes(counts, system.tags)
        self.pays = pays
        self.sums = TagSums(self.classes)
        self.tens = tag_classes(_only_tens(counts), system.tags)
        self.base = system.starting_count(shoe) + sum(system.tags[card] for card in shoe.cards())
        """The running count less the tags still unseen is this."""

    @cached_property
    def expectations(self) -> Array:
        """[unseen cards][sum of their tags - low] -> the expectation, not a number if impossible.

        With one ten named, the other unseen cards are any of the rest.
        """
        ways = self.sums.tables[-1]
        named = np.zeros_like(self.sums.tables[-1])
        for tag, count in self.tens.items():
            rest = TagSums(_less_one(self.classes, tag))
            first = rest.low + tag - self.sums.low
            named[1:, first : first + rest.width] += count * rest.tables[-1]
        cards = np.arange(len(ways))[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            return named / (ways * cards) * float(1 + self.pays) - 1

    @cached_property
    def gains(self) -> Array:
        """The same places -> 1 where insurance gains, 0 where it does not, -1 if impossible."""
        signs = np.where(np.isnan(self.expectations), -1, self.expectations > 0)
        # Floats are right to some 13 digits: what is closer to break-even is counted again exactly.
        for cards, place in np.argwhere(abs(self.expectations) < _CLOSE).tolist():
            signs[cards, place] = self._gains_exactly(cards, place + self.sums.low)
        return signs

    def _gains_exactly(self, cards: int, total: int) -> bool:
        named = sum(
            count * exact_ways(_less_one(self.classes, tag), cards - 1, total - tag)
            for tag, count in self.tens.items()
        )
        return named * (1 + self.pays) > cards * exact_ways(self.classes, cards, total)

    def expectations_at(self, cards: Array, running: Array) -> Array:
        """Return expectations per unit of insurance; not a number where there is no such count."""
        place = self.base - running - self.sums.low
        inside = (cards > 0) & (cards <= self.sums.size) & (place >= 0) & (place < self.sums.width)
        values = np.full(len(cards), np.nan)
        values[inside] = self.expectations[cards[inside], place[inside]]
        return values


def insurance_index(
    system: CountSystem, shoe: Shoe, gone: Iterable[Card], pays: Fraction = PAYS
) -> dict[Fraction, int]:
    """Return for each running count the unseen cards at or below which insurance gains.

    Running counts are in printed tags; above the last count insurance always gains.

    >>> from pitboss.cards import FRENCH, parse_cards
    >>> from pitboss.counts import find_system
    >>> index = insurance_index(find_system("hi-lo"), Shoe(FRENCH, 2), parse_cards("As 2h 5d"))
    >>> {int(count): index[count] for count in (1, 2, 3, 4, 5)}
    {1: 18, 2: 39, 3: 60, 4: 80, 5: 94}
    """
    law = InsuranceLaw(system, shoe, gone, pays)
    most: dict[Fraction, int] = {}
    for place in range(law.sums.width - 1, -1, -1):
        gains = law.gains[:, place]
        running = Fraction(law.base - law.sums.low - place, system.unit)
        if not (gains > 0).any():
            continue
        most[running] = int(np.nonzero(gains > 0)[0].max())
        if not (gains == 0).any():
            break
    return most


def _only_tens(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(
        count if count and value(Card(card)) == TEN else 0 for card, count in enumerate(counts)
    )


def _less_one(classes: Mapping[int, int], tag: int) -> dict[int, int]:
    return {other: count - (other == tag) for other, count in classes.items()}
