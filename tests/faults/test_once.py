"""One effect: of a command sent a hundred times, of two houses at one table, of the last chips."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor.commands import (
    Accepted,
    Answer,
    Approved,
    Bet,
    BuyIn,
    Command,
    Decide,
    Leave,
    RevealSeed,
    RuleOn,
    Sit,
)
from pitboss.floor.running import ruling_key
from pitboss.floor.terms import Clocks, TableTerms
from pitboss.pit.hall import Hall
from pitboss.pit.refusals import LOST, REUSED, SHORT
from pitboss.pit.table import LiveTable
from pitboss.store import Committer, Store
from tests.faults import virtual
from tests.faults.audit import Recorder, audit, journal
from tests.faults.playing import (
    BUY_IN,
    Players,
    any_terms,
    fix_entropy,
    fund,
    opened_hall,
    plain_bet,
    plain_terms,
)
from tests.faults.stores import MemoryStore
from tests.pit.seals import PlainSeals
from tests.store.conftest import database, opened, server
from tests.store.conftest import real_address as address
from tests.tiers import by_day

__all__ = ["address", "database", "server"]


def is_done(answer: Answer) -> bool:
    """Whether a command was carried out, now or earlier."""
    return isinstance(answer, Accepted)


def code(answer: Answer) -> str:
    """Return the code of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.code


@pytest.mark.parametrize("times", [2, by_day(10, 100)])
def test_a_command_sent_many_times_has_one_effect(times: int) -> None:
    """All at once, one after the other, and after the house was started again."""

    async def many(table: LiveTable, command: Command, key: str) -> None:
        answers = await asyncio.gather(*(table.ask(command, key) for _ in range(times)))
        answers += [await table.ask(command, key) for _ in range(times)]
        assert all(map(is_done, answers)), (command, answers[-1])

    async def steps() -> None:
        books = MemoryStore()
        await fund(books)
        sent: list[tuple[Command, str]] = []
        async with opened_hall(books, [plain_terms("1")], virtual.clock) as hall:
            table = hall.tables["1"]
            for seat in (1, 2):
                sent.append((Sit("ann", "", seat, BUY_IN), f"sit {seat}"))
                await many(table, *sent[-1])
            sent.append((BuyIn("ann", 1, 500), "more"))
            await many(table, *sent[-1])
            assert table.state.seats[1].stack == BUY_IN + 500
            for number in range(1, 4):
                for seat in (1, 2):
                    sent.append((plain_bet(table, "ann", seat), f"bet {number} {seat}"))
                    await many(table, *sent[-1])
                while current := table.state.round:
                    stand = ActionKind.STAND
                    kinds = [choice.kind for choice in current.question.choices]
                    kind = stand if stand in kinds else kinds[-1]
                    decide = Decide("ann", current.question.seat, current.n, kind)
                    sent.append((decide, f"decide {number} {current.n}"))
                    await many(table, *sent[-1])
                assert table.state.rounds == number
            for command, key in sent:
                assert is_done(await table.ask(command, key)), command
            assert table.state.round is None
            assert not any(sitting.bets for sitting in table.state.seats.values()), (
                "no old bet is put down"
            )
        written = len(books.written)
        async with opened_hall(books, clock=virtual.clock) as hall:
            table = hall.tables["1"]
            for command, key in sent:
                if isinstance(command, Bet) and command.seat == 1:
                    continue  # it was dealt with the bet of seat 2, whose key is in the journal
                assert is_done(await table.ask(command, key)), command
            assert not any(sitting.bets for sitting in table.state.seats.values())
            leave = Leave("ann", 1), "leave"
            await many(table, *leave)
        assert len(books.written) == written + 2, "taken over, and left"
        await audit(books, [])

    virtual.run(steps())


def test_a_ruling_sent_many_times_has_one_effect() -> None:
    """All at once, one after the other, and after the house was started again in mid-round."""

    async def steps() -> None:
        books = MemoryStore()
        await fund(books)
        async with opened_hall(books, [plain_terms("1")], virtual.clock) as hall:
            table = hall.tables["1"]
            for seat in (1, 2):
                await table.ask(Sit("ann", "", seat, BUY_IN), f"sit {seat}")
            while table.state.round is None:  # a blackjack may end a round at once
                before = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
                for seat in (1, 2):
                    await table.ask(plain_bet(table, "ann", seat))
            number = table.state.round.number
            seat = table.state.round.due.seat
            command = RuleOn("flora", number, "floor-ruling", seat, 1, Approved("seen"))
            key = ruling_key(command)
            answers = await asyncio.gather(*(table.ask(command, key) for _ in range(10)))
            assert all(map(is_done, answers))
            assert table.state.seats[seat].stack == before[seat]
        async with opened_hall(books, clock=virtual.clock) as hall:
            table = hall.tables["1"]
            assert is_done(await table.ask(command, key))
            assert table.state.seats[seat].stack == before[seat]
        assert [entry.kind for entry in books.written].count("ruled") == 1
        await audit(books, [])

    virtual.run(steps())


def test_a_key_that_was_used_for_something_else_is_refused() -> None:
    async def steps() -> None:
        books = MemoryStore()
        await fund(books)
        async with opened_hall(books, [plain_terms("1")], virtual.clock) as hall:
            table = hall.tables["1"]
            await table.ask(Sit("ann", "", 1, BUY_IN), "k1")
            await table.ask(Sit("ann", "", 2, BUY_IN), "k2")
            bet = plain_bet(table, "ann", 1)
            assert is_done(await table.ask(bet, "k3"))
            wrong: list[tuple[Command, str]] = [
                (Sit("ann", "", 3, BUY_IN), "k1"),
                (Sit("ann", "", 1, BUY_IN + 1), "k1"),
                (BuyIn("ann", 1, BUY_IN), "k1"),
                (Leave("ann", 1), "k1"),
                (bet, "k1"),
                (RevealSeed("ann", 1, bytes(32)), "k1"),
                (plain_bet(table, "ann", 2), "k3"),
                (Sit("ann", "", 3, BUY_IN), "k3"),
            ]
            for command, key in wrong:
                assert await table.ask(command, key) is REUSED, command
            assert is_done(await table.ask(plain_bet(table, "ann", 2), "k4"))
            while current := table.state.round:
                choice = current.question.choices[-1]
                amount = choice.low
                decide = Decide("ann", current.question.seat, current.n, choice.kind, amount)
                key = f"d{current.n}"
                assert is_done(await table.ask(decide, key))
                assert await table.ask(decide._replace(tip=100), key) is REUSED
                assert await table.ask(decide._replace(amount=123456), key) is REUSED

    virtual.run(steps())


def test_two_houses_at_one_table_write_each_version_once(address: str) -> None:
    """The old owner comes back after a pause: it is told that the table is lost, and is quiet."""

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await fund(one)
            terms = [any_terms("1", "co/free-bet", 2)]
            old = Recorder()
            new = Recorder()
            async with opened_hall(one, terms) as first:
                table = first.tables["1"]
                table.watchers[old] = None
                await Players(table, 2).play(2)
                async with opened_hall(two) as second:
                    other = second.tables["1"]
                    other.watchers[new] = None
                    await Players(other, 2).play(4)
                    heard_before = len(old.heard)
                    answers = await asyncio.gather(
                        table.ask(Sit("gus", "", 7, BUY_IN), "k"), other.ask(Leave("ann", 1), "l")
                    )
                    assert answers[0] == LOST
                    assert is_done(answers[1])
                    assert table.is_lost
                    for command in (Leave("ann", 1), plain_bet(table, "ann", 1)):
                        assert code(await table.ask(command, "m")) == "table/lost"
                    assert len(old.heard) == heard_before, "the loser announces nothing more"
                    await other.do_chores()
            await audit(two, [*old.heard, *new.heard])

    asyncio.run(steps())


def test_of_two_houses_that_write_at_once_one_is_right(address: str) -> None:
    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            await fund(one)
            for number in range(by_day(3, 30)):
                terms = plain_terms(f"t{number}")
                async with opened_hall(one, [terms]):
                    pass
                recorder = Recorder()
                async with opened_hall(one) as first, opened_hall(two) as second:
                    tables = [hall.tables[terms.id] for hall in (first, second)]
                    for table in tables:
                        table.watchers[recorder] = None
                    answers = await asyncio.gather(
                        *(
                            table.ask(Sit("ann", "", seat, BUY_IN), f"k{seat}")
                            for seat, table in enumerate(tables, 1)
                        )
                    )
                    assert sorted(map(is_done, answers)) == [False, True]
                    assert LOST in answers
                    assert len(recorder.heard) == 1
                await audit(one, recorder.heard)

    asyncio.run(steps())


def test_the_last_chips_are_bought_at_one_table_only(address: str) -> None:
    """Two tables of one house, or of two houses on one database, ask for the same money at once."""
    races = by_day(20, 500)

    async def steps() -> None:
        async with opened(address) as one, opened(address) as two:
            names = [f"p{number}" for number in range(races)]
            await fund(one, names, BUY_IN * 100 + 99)
            terms = [plain_terms("a"), plain_terms("b"), plain_terms("c")]
            outcomes: Counter[str] = Counter()
            async with (
                opened_hall(one, terms[:2]) as first,
                lone_table(two, terms[2]) as second,
            ):
                tables = [*first.tables.values(), second]
                for name in names:
                    answers = await asyncio.gather(
                        *(table.ask(Sit(name, "", 1, BUY_IN), name) for table in tables)
                    )
                    winners = [*map(is_done, answers)]
                    assert sum(winners) == 1, answers
                    assert all(answer is SHORT for answer in answers if not is_done(answer))
                    place = winners.index(True)
                    outcomes[tables[place].state.id] += 1
                    assert is_done(await tables[place].ask(Leave(name, 1), f"{name} leaves"))
            assert outcomes.total() == races
            await audit(one, [])
            balances = await one.balances()
            assert {balances[f"wallet:{name}"] for name in names} == {BUY_IN * 100 + 99}

    asyncio.run(steps())


@asynccontextmanager
async def lone_table(store: Store, terms: TableTerms) -> AsyncIterator[LiveTable]:
    """Open a house with one new table, on a store that another house uses as well."""
    committer = Committer(store)
    hall = Hall(store, committer, PlainSeals())
    yield await hall.add(terms)
    await hall.close()
    await committer.close()


@pytest.mark.parametrize("seed", range(by_day(3, 50)))
def test_whatever_the_clock_does_time_never_runs_back(seed: int) -> None:
    """It leaps an hour ahead or back, stands still or runs ten times as fast, also at restarts."""
    rng = random.Random(seed)
    hour = 3_600_000_000

    async def steps() -> None:
        books = MemoryStore()
        recorder = Recorder()
        offset = 0
        pace = 1.0

        def clock() -> int:
            return virtual.START + offset + int((virtual.clock() - virtual.START) * pace)

        await fund(books)
        terms = [any_terms("1", "wa/spanish-21", 3, Clocks())]
        for _ in range(4):
            async with opened_hall(books, terms, clock) as hall:
                table = hall.tables["1"]
                table.watchers[recorder] = None
                players = Players(table, 2)
                latest = table.now
                for _ in range(12):
                    offset += rng.choice((0, 0, hour, -hour, 60_000_000, -rng.randrange(hour)))
                    pace = rng.choice((1.0, 1.0, 10.0, 0.1))
                    await players.sit()
                    await players.step()
                    assert table.now >= latest
                    latest = table.now
                rounds = table.state.rounds
                if table.state.round is not None:
                    await asyncio.sleep(20_000 / pace)  # nobody answers: the clock plays
                    assert table.state.round is None
                    assert table.state.rounds == rounds
        written = [entry.at for entry in await journal(books) if entry.stream == "table/1"]
        assert written == sorted(written)
        await audit(books, recorder.heard)

    with fix_entropy():
        virtual.run(steps())
