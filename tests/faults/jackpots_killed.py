"""Processes that play for a shared jackpot, each with tables of its own, and may be killed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from pitboss.engine.actions import Refusal
from pitboss.floor.commands import Bet, Decide, Sit
from pitboss.jackpot import commands as ask
from pitboss.jackpot.operations import JackpotError
from pitboss.pit.jackpot_desk import JackpotDesk
from pitboss.pit.table import LiveTable
from pitboss.sitting.basic_play import basic_play
from pitboss.store import open_store
from tests.faults.killed import MortalStore, Points, _die_inside, context
from tests.pit.jackpot_floor import ALL, RIGGED, TENTH, WAGERS, JackpotFloor, jackpot_floor, rigged

CARDS = (ALL, TENTH)
"""What the tables deal, in turn: the whole, a tenth."""


def fill_rig() -> None:
    """Have every table win something with each shuffle."""
    RIGGED.clear()
    RIGGED.update({f"t{n}": [(1, CARDS[n % 2], 1)] for n in range(10)})


def play(address: str, tables: Sequence[str], rounds: int, fatal: int, pipe: Connection) -> None:
    """Play rounds at some tables, from wherever the books are, and settle the hits."""
    points = Points(fatal)

    async def steps() -> None:
        store = await open_store(address)
        mortal = MortalStore(store, points)
        with rigged(), _die_inside(points):
            async with jackpot_floor(mortal, tables) as floor:
                live = [floor.hall.tables[name] for name in tables]
                if not await store.balance("wallet:ann"):
                    with suppress(Exception):  # another process has done it
                        await floor.funds()
                await asyncio.gather(*(_play(floor, table, rounds) for table in live))
                await _settle(floor)
        await store.close()

    fill_rig()
    asyncio.run(steps())
    pipe.send(points.passed)


async def _play(floor: JackpotFloor, table: LiveTable, rounds: int) -> None:
    if 1 not in table.state.seats:
        assert not isinstance(await table.ask(Sit("ann", "", 1, 10**8)), Refusal)
    while table.state.rounds < rounds or table.state.round is not None:
        current = table.state.round
        if current is None:
            answer = await table.ask(Bet("ann", 1, WAGERS))
        else:
            action = basic_play(current.state, current.question)
            answer = await table.ask(Decide("ann", 1, current.n, action.kind, action.amount))
        assert not isinstance(answer, Refusal), answer
        await floor.keeper.feed()


async def _settle(floor: JackpotFloor) -> None:
    """Confirm or reject every hit that waits, by turns; other processes may be doing the same."""
    desk = JackpotDesk(floor.keeper, floor.store)
    while True:
        await floor.keeper.refresh(["mtd"])
        pending = floor.keeper.jackpots["mtd"].state.pending
        if not pending:
            return
        number = pending[0].number
        operation: ask.Operation = ask.ConfirmHit(number=number)
        if number % 3 == 0:
            operation = ask.RejectHit(number=number, why="a test")
        with suppress(JackpotError):
            await desk.propose("mtd", operation, "sue", f"hit/{number}")
            proposals = floor.keeper.jackpots["mtd"].state.proposals
            for proposal in proposals:
                await desk.approve("mtd", proposal.number, "tom", f"hit/{number}/{proposal.number}")


def start(
    address: str, tables: Sequence[str], rounds: int, fatal: int = 0
) -> tuple[BaseProcess, Connection]:
    """Start a process that plays."""
    ours, theirs = context().Pipe(duplex=False)
    process = context().Process(target=play, args=(address, tables, rounds, fatal, theirs))
    process.start()
    theirs.close()
    return process, ours


def finish(process: BaseProcess, pipe: Connection) -> int | None:
    """Wait for a process; return how many points it passed, None where it was killed."""
    try:
        passed: int | None = pipe.recv()
    except (EOFError, ConnectionResetError):
        passed = None
    process.join(120)
    pipe.close()
    return passed
