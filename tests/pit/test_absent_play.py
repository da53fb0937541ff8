"""Hands of absent players played by the solver, in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.values import replace
from pitboss.floor.commands import Accepted, Bet, Leave, Sit
from pitboss.floor.deadlines import absent_choices, is_forced
from pitboss.floor.state import OpenRound, TableState
from pitboss.floor.terms import Absent, Clocks, TableTerms
from pitboss.pit import absent_play
from pitboss.pit.absent_play import AbsentSolver, Best
from pitboss.pit.best_choice import best_choice
from pitboss.pit.hall import Hall
from pitboss.pit.position import write_position
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_data
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import least_wagers
from pitboss.store import Committer, Store
from tests.faults.playing import fix_entropy, fund
from tests.pit.seals import PlainSeals
from tests.store.conftest import opened

GAMES = ("co/free-bet", "co/blackjack-switch", "co/21-holdem", "co/pai-jack")
AT_ONCE = Clocks(decision=0, bank=0, lag_each=0, disconnect=0, restart=0)
BUY_IN = 10**7


class Watching:
    """Keeps every question that was answered, with the answer."""

    account = None

    def __init__(self) -> None:
        self.played: list[tuple[OpenRound, Accepted]] = []

    def tell(self, _table: LiveTable, before: TableState, answer: Accepted) -> None:
        if answer.kind == "decided":
            assert before.round is not None
            self.played.append((before.round, answer))


@asynccontextmanager
async def hall_of(store: Store, solver: AbsentSolver) -> AsyncIterator[Hall]:
    committer = Committer(store)
    hall = Hall(store, committer, PlainSeals(), solver=solver)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()
        await committer.close()
        solver.close()


def terms_of(name: str, game: str) -> TableTerms:
    house = ready_tables()[game].house
    return TableTerms(id=name, name=name, house=house, clocks=AT_ONCE, absent=Absent.BEST)


async def play(table: LiveTable, rounds: int) -> Watching:
    """Bet and leave every decision to the clock."""
    watching = Watching()
    table.watchers[watching] = None
    if 1 not in table.state.seats:
        assert isinstance(await table.ask(Sit("ann", "ann", 1, BUY_IN)), Accepted)
    wagers = least_wagers(table.state.terms.setup)
    while table.state.rounds < rounds or table.state.round is not None:
        if table.state.round is None:
            await table.ask(Bet("ann", 1, wagers))
        await asyncio.sleep(0.001)
    del table.watchers[watching]
    return watching


@pytest.fixture
def patient() -> Iterator[None]:
    """Let tables wait until the solver has an answer."""
    with patch.object(absent_play, "WAIT_S", 300):
        yield


@pytest.mark.usefixtures("patient")
def test_absent_players_make_the_best_choice_without_more_money(tmp_path: Path) -> None:
    async def steps() -> list[Watching]:
        async with opened(str(tmp_path / "books.db")) as store:
            await fund(store)
            async with hall_of(store, AbsentSolver()) as hall:
                tables = [await hall.add(terms_of(str(n), game)) for n, game in enumerate(GAMES)]
                return [await play(table, 3) for table in tables]

    with fix_entropy():
        everything = asyncio.run(steps())
    chosen = set()
    for watching in everything:
        assert len(watching.played) >= 3
        for current, answer in watching.played:
            assert answer.policy == Absent.BEST, answer
            if not is_forced(absent_choices(current)):
                body = json.loads(answer.body)
                assert body["action"] == expected(answer.table, current).kind
                chosen.add(body["action"])
    assert chosen >= {"hit", "stand", "set"}


def expected(table: TableState, current: OpenRound) -> Action:
    """Solve the same question in this process."""
    house = json.dumps(house_data(table.terms.house)).encode()
    question = replace(current.due, choices=absent_choices(current))
    best = best_choice(house, write_position(current.state, question))
    assert best is not None
    return best


@pytest.mark.usefixtures("patient")
def test_after_a_restart_and_a_killed_solver_hands_go_on_by_it(tmp_path: Path) -> None:
    """The first process closes its books with a question open; the next one has it answered."""

    async def steps() -> None:
        async with opened(str(tmp_path / "books.db")) as store:
            await fund(store)
            async with hall_of(store, Deaf()) as hall:
                table = await hall.add(terms_of("1", "co/free-bet"))
                table.watchers[Watching()] = None
                assert isinstance(await table.ask(Sit("ann", "ann", 1, BUY_IN)), Accepted)
                while table.state.round is None:
                    await table.ask(Bet("ann", 1, least_wagers(table.state.terms.setup)))
                number = table.state.rounds
            solver = AbsentSolver()
            async with hall_of(store, solver) as hall:
                watching = await play(hall.tables["1"], number)
                assert {answer.policy for _, answer in watching.played} == {Absent.BEST}
                kill_worker(solver)
                watching = await play(hall.tables["1"], number + 4)
                policies = [answer.policy for _, answer in watching.played]
                assert policies[-1] == Absent.BEST
                assert policies.count(Absent.BASIC) <= 1, "the question that was lost with it"

    with fix_entropy():
        asyncio.run(steps())


def kill_worker(solver: AbsentSolver) -> ProcessPoolExecutor:
    pool = solver._pool  # noqa: SLF001
    assert pool is not None
    (pid,) = pool._processes  # noqa: SLF001
    os.kill(pid, signal.SIGKILL)
    return pool


@pytest.mark.usefixtures("patient")
def test_a_solver_that_was_killed_while_it_waited_is_replaced(tmp_path: Path) -> None:
    """The pool knows that it is broken before the next question: no question is lost."""

    async def steps() -> None:
        async with opened(str(tmp_path / "books.db")) as store:
            await fund(store)
            solver = AbsentSolver()
            async with hall_of(store, solver) as hall:
                table = await hall.add(terms_of("1", "co/free-bet"))
                await play(table, 4)
                pool = kill_worker(solver)
                while not pool._broken:  # noqa: ASYNC110, SLF001 - a thread of the pool sets it
                    await asyncio.sleep(0.001)
                watching = await play(table, 12)
                assert {answer.policy for _, answer in watching.played} == {Absent.BEST}

    with fix_entropy():
        asyncio.run(steps())


async def left(table: LiveTable) -> None:
    while table.state.seats:
        table.go_on()
        await asyncio.sleep(0.001)


class Deaf(AbsentSolver):
    """A solver that never answers."""

    def ask(self, _state: TableState, _current: OpenRound) -> Best:
        never: Best = asyncio.get_running_loop().create_future()
        return never


def test_a_solver_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    async def steps() -> None:
        async with opened(str(tmp_path / "books.db")) as store:
            await fund(store)
            async with hall_of(store, Deaf()) as hall:
                table = await hall.add(terms_of("1", "co/free-bet"))
                watching = await play(table, 3)
                assert {answer.policy for _, answer in watching.played} == {Absent.BASIC}
                assert ActionKind.HIT in {
                    json.loads(entry.body)["action"] for _, entry in watching.played
                }
                while table.state.round is None:
                    await table.ask(Bet("ann", 1, least_wagers(table.state.terms.setup)))
                await table.ask(Leave("ann", 1))
                async with asyncio.timeout(60):
                    await left(table)

    with fix_entropy(), patch.object(absent_play, "WAIT_S", 0.001):
        asyncio.run(steps())
