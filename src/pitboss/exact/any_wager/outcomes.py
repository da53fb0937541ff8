"""The probability of every pay of a wager, for any cards left in the shoe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import perm

from pitboss.cards.unseen import Unseen
from pitboss.exact.any_wager.deal_wagers import ORDERS, Hits, deal_hits, deal_terms
from pitboss.exact.any_wager.forms import count_forms
from pitboss.exact.any_wager.pays import PERCENT, ClassPays
from pitboss.exact.any_wager.terms import Terms, sum_terms
from pitboss.patterns.families import FAMILIES
from pitboss.rulebook.model import PayTable

_KEPT = 32
Paid = tuple[Fraction, Fraction]
"""The gain of one unit without the meter, and the share of the meter."""


@dataclass(frozen=True, slots=True)
class TableOutcomes:
    """Everything that a pay table on cards of the deal may pay."""

    degree: int
    sums: Mapping[Paid, Terms]
    """Deals that are paid so, times `ORDERS`."""

    def chances(self, unseen: Unseen) -> dict[Paid, Fraction]:
        """Return the chance of each outcome; they add up to 1."""
        forms, deals = count_forms(unseen), ORDERS * perm(unseen.size, self.degree)
        return {paid: Fraction(sum_terms(terms, forms), deals) for paid, terms in self.sums.items()}

    def gains(self, unseen: Unseen, meter_units: Fraction) -> list[tuple[float, float]]:
        """Return gains with their chances, at a meter in units of the stake."""
        return [
            (float(gain + share * meter_units), float(chance))
            for (gain, share), chance in self.chances(unseen).items()
        ]


@lru_cache(maxsize=_KEPT)
def table_outcomes(table: PayTable, deck: str, specific_suit: int = 0) -> TableOutcomes:
    """Return the outcomes of a pay table that two to four cards of the deal decide.

    >>> from pitboss.cards import FRENCH, Shoe
    >>> from pitboss.rulebook.reading.library import game
    >>> outcomes = table_outcomes(game("co/21-plus-3").tables_of("21-plus-3")[0], "french-52")
    >>> {
    ...     str(gain): str(p)
    ...     for (gain, _), p in outcomes.chances(Unseen.from_shoe(Shoe(FRENCH, 6))).items()
    ... }
    {'-1': '566028/626665', '9': '60637/626665'}
    """
    pays = ClassPays.from_table(table)

    def pay_hits(hits: Hits) -> Paid:
        return Fraction(pays.gain(hits), pays.parts), Fraction(pays.share(hits), PERCENT)

    def sum_pays(kind: Paid) -> Terms:
        return deal_terms(
            table.family, deck, specific_suit, lambda hits: int(pay_hits(hits) == kind)
        )

    kinds = sorted({pay_hits(hits) for hits in deal_hits(table.family, deck, specific_suit)})
    sums = {kind: sum_pays(kind) for kind in kinds}
    return TableOutcomes(len(FAMILIES[table.family].cards), sums)
