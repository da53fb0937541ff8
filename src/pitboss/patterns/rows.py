"""From what is found to what a pay table pays for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pitboss.patterns import outcomes as families
from pitboss.patterns.families import SIGHTS, Hit
from pitboss.patterns.five_card import FIVE_CARD
from pitboss.patterns.outcomes import Outcomes
from pitboss.patterns.pai_jack import PAI_JACK
from pitboss.patterns.straights import LAMMERS, STRAIGHT_LENGTH
from pitboss.patterns.wild import BAD_BEAT, WILD_CARDS, WILD_POKER
from pitboss.rulebook.model import PayRow, PayTable

ByClass = Mapping[int, PayRow]
"""The class a pattern returns -> the row it is paid on; classes that lose are not there."""

OF_THE_DEALER = frozenset({"dealer-bust-cards", "dealer-bust-up-card", "dealer-22"})
"""Families that the dealer's completed hand decides."""

_WHOLE_HANDS: Mapping[str, tuple[Outcomes, ...]] = {
    "dealer-bust-cards": (families.DEALER_BUST_CARDS,),
    "dealer-bust-up-card": (families.DEALER_BUST_UP_CARD,),
    "dealer-22": (families.DEALER_22,),
    "bonus-21": (families.BONUS_21,),
    "five-card-poker": (FIVE_CARD,),
    "wild-poker": (WILD_POKER,),
    "wild-cards": (WILD_CARDS,),
    "bad-beat": (BAD_BEAT,),
    "pai-jack": (PAI_JACK,),
    "straight-length": (STRAIGHT_LENGTH,),
    "lammers": (LAMMERS,),
}
"""Families that look at a whole hand rather than at certain cards of the deal."""


def rows_by_class(table: PayTable) -> tuple[ByClass, ...]:
    """Return the row each class is paid on: the first of its outcomes that the table offers."""
    rows = {row.outcome: row for row in table.rows if row.offered}
    lists = _WHOLE_HANDS.get(table.family) or SIGHTS[table.family].outcomes
    found = []
    for classes in lists:
        paid = {}
        for name, outcomes in classes.items():
            row = next((rows[outcome] for outcome in outcomes if outcome in rows), None)
            if row is not None:
                paid[int(name)] = row
        found.append(MappingProxyType(paid))
    return tuple(found)


def rows_paid(
    family: str, by_class: tuple[ByClass, ...], hits: Iterable[Hit]
) -> tuple[PayRow, ...]:
    """Return the rows that *hits* are paid on, in order."""
    alone = SIGHTS[family].alone
    rows: list[PayRow] = []
    for place, found in hits:
        row = by_class[place].get(found)
        if row is not None:
            rows.append(row)
            if place == 0 and found in alone:
                break
    return tuple(rows)
