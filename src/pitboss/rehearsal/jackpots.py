"""The jackpots of a rehearsal: one for each jackpot wager of a game, shared by its tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.engine.setup import open_meters
from pitboss.floor.terms import TableTerms
from pitboss.jackpot.commands import ConfirmHit, Operation, RejectHit
from pitboss.jackpot.terms import Terms
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rehearsal.cast import JACKPOTS, SHIFTS
from pitboss.rehearsal.floor import Floor

HAND_PAY_FROM = 20 * UNITS_PER_DOLLAR
"""Low, so the staff has something to do: large awards are rare."""
REJECTED = 0.1
"""How many of the hits that are looked at turn out to be none."""


def link_table(terms: TableTerms) -> TableTerms:
    """Return a table whose jackpot wagers are linked to the jackpots of its game."""
    game = terms.house.game.replace("/", ".")
    links = {wager: f"{game}.{wager}" for wager in open_meters(terms.setup, {}, {})}
    return replace(terms, links=links)


def wanted_jackpots(tables: Iterable[TableTerms]) -> list[PlannedJackpot]:
    """Return the jackpots that tables are linked to, on the terms of the rules."""
    planned: dict[str, PlannedJackpot] = {}
    for table in tables:
        meters = open_meters(table.setup, {}, {})
        for wager, name in table.links.items():
            meter = meters[wager]
            terms = Terms(
                seed=meter.seed,
                rate=meter.contribution,
                hidden_share=meter.reserve_share,
                hand_pay_from=HAND_PAY_FROM,
            )
            planned.setdefault(name, PlannedJackpot(name, f"{table.name}, {wager}", terms))
    return list(planned.values())


async def settle_hits(floor: Floor) -> None:
    """Confirm or reject the waiting hits in order, by two people."""
    for name, live in floor.keeper.jackpots.items():
        while live.state.pending:
            number = live.state.pending[0].number
            is_none = floor.rng.random() < REJECTED
            operation: Operation = ConfirmHit(number=number)
            if is_none:
                operation = RejectHit(number=number, why="the cards were misread")
            await floor.settle(name, operation, JACKPOTS[0], floor.rng.choice(SHIFTS))
            floor.counts["hits rejected" if is_none else "hits confirmed"] += 1
