"""Check which wagers may share a jackpot, and derive its terms from their rules.

WAC 230-15-685(5)-(6): tables of one game may; tables of different games may where the same hand
wins with the same probability. Every table has a meter of its own that moves with its wagers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.setup import Setup
from pitboss.jackpot.terms import Scheme, Terms
from pitboss.rulebook.configured import Jackpot, Spot
from pitboss.rulebook.pays import meter_share


class LinkedWager(NamedTuple):
    """A wager of a table that is to share a jackpot."""

    table: str
    wager: str
    setup: Setup

    @property
    def spot(self) -> Spot:
        """Its place on the felt."""
        return self.setup.configured.spots[self.wager]

    @property
    def jackpot(self) -> Jackpot | None:
        """How the table runs it."""
        spot = self.setup.configured.spots.get(self.wager)
        return spot.jackpot if spot else None

    @property
    def name(self) -> str:
        """How people speak of it."""
        return f"{self.wager} of table {self.table}"


def _hands(linked: LinkedWager) -> tuple[Any, ...]:
    """Return the winning hands of a jackpot, with the cards that decide their chance."""
    table, shoe = linked.spot.table, linked.setup.shoe
    assert table is not None
    rows = [(row.outcome, meter_share(row.pay)) for row in table.rows]
    shares = tuple(row for row in rows if row[1])
    return table.family, shares, shoe.deck.name, shoe.deck_count


def is_same_chance(one: LinkedWager, other: LinkedWager) -> bool:
    """Return whether two wagers are of one game, or the same hands win their jackpots as often."""
    is_same_game = one.setup.configured.game.id == other.setup.configured.game.id
    return is_same_game or _hands(one) == _hands(other)


def link_problems(wagers: Sequence[LinkedWager]) -> Iterator[tuple[LinkedWager, str]]:
    """Return the wagers that may not share one jackpot, and why."""
    first = wagers[0]
    for wager in wagers[1:]:
        one, other = first.jackpot, wager.jackpot
        assert one is not None
        assert other is not None
        if not is_same_chance(first, wager):
            yield wager, f"other hands win it than {first.name}, or with another probability"
        if one.scheme != other.scheme:
            yield wager, f"it is {other.scheme}, and {first.name} {one.scheme}"
        if one.wager != other.wager:
            yield wager, f"another amount is bet for it than for {first.name}"
        if _award_order(wager) != _award_order(first):
            yield wager, f"several winners are paid in another order than at {first.name}"
        names = ("seed", "contribution", "reserve", "prizes")
        for name in names:
            if getattr(one, name) != getattr(other, name):
                yield wager, f"its {name} is not that of {first.name}"


def _award_order(linked: LinkedWager) -> str:
    rules = linked.spot.wager.jackpot
    assert rules is not None
    return rules.award_order


def terms_for(linked: LinkedWager) -> Terms:
    """Return the terms that a table's own set-up gives a jackpot."""
    jackpot = linked.jackpot
    assert jackpot is not None
    colorado = linked.setup.configured.game.jurisdiction == "Colorado"
    if jackpot.scheme == "house":
        return Terms(
            seed=0,
            rate=Fraction(0),
            scheme=Scheme.HOUSE,
            award_order=_award_order(linked),
            wager=jackpot.wager,
            prizes={f"{share}%": cents * UNITS_PER_CENT for share, cents in jackpot.prizes.items()},
        )
    return Terms(
        seed=jackpot.seed * UNITS_PER_CENT,
        rate=jackpot.contribution,
        hidden_share=jackpot.reserve,
        award_order=_award_order(linked),
        wager=jackpot.wager,
        may_be_removed=not colorado,
    )
