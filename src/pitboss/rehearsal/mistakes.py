"""Mistakes at the tables of a rehearsal, and their correction by staff."""

from __future__ import annotations

from pitboss.office.voids import AskVoid, CallOffRound, DismissVoid, TakeBackRound
from pitboss.pit.past import find_round, list_players
from pitboss.pit.table import LiveTable
from pitboss.rehearsal.cast import FLOORS, SHIFTS, table_dealer
from pitboss.rehearsal.floor import Floor

CALLED_OFF = 0.002
"""How many rounds the dealer spoils."""
TAKEN_BACK = 0.001
"""How many rounds turn out wrong after they were settled."""


async def spoil_some(floor: Floor, tables: list[LiveTable]) -> None:
    """Spoil a few open rounds by dealers' mistakes; a supervisor calls them off."""
    for table in tables:
        current = table.state.round
        if current is None or floor.rng.random() >= CALLED_OFF:
            continue
        name, number = table.state.id, current.number
        why = "a card fell on the floor"
        await floor.order(AskVoid(name, number, why), table_dealer(name))
        supervisor = floor.rng.choice(FLOORS)
        if floor.rng.random() < 1 / 4:
            await floor.order(DismissVoid(name, number, "nobody saw the card"), supervisor)
            continue
        players = tuple(sorted({table.state.seats[seat].account for seat in current.stacks}))
        order = CallOffRound(name, number, why, players)
        await floor.order(order, supervisor)
        refused = await floor.voids.call_off(order, supervisor)
        floor.counts["called off" if refused is None else f"not called off: {refused.code}"] += 1


async def regret_some(floor: Floor, tables: list[LiveTable]) -> None:
    """Take back a few rounds that were just settled; two people agree."""
    for table in tables:
        if floor.rng.random() >= TAKEN_BACK:
            continue
        name, number = table.state.id, table.state.rounds
        entries = await find_round(floor.store, name, number)
        if not entries:
            continue
        players = tuple(sorted(list_players(entries[0])))
        order = TakeBackRound(name, number, 0, "paid by the wrong table", players)
        supervisor = floor.rng.choice(FLOORS)
        done = await floor.order(order, supervisor)
        refused = await floor.agree(done, SHIFTS, besides=supervisor)
        name = "taken back" if refused is None else f"not taken back: {refused.code}"
        floor.counts[name] += 1
