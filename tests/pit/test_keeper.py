"""Shared jackpots of live tables: every order of hits, and books that hold every unit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import permutations
from pathlib import Path
from unittest.mock import patch

import pytest

from pitboss.engine.actions import Refusal
from pitboss.engine.values import replace
from pitboss.floor.commands import Bet
from pitboss.floor.linked_wagers import LinkedWager, terms_for
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.jackpot import commands as ask
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.state import Jackpot, Outcome
from pitboss.ledger.entry import Entry
from pitboss.pit import keeper
from pitboss.pit.hall import Hall
from pitboss.pit.invariants import Invariants, TableDay
from pitboss.pit.jackpot_desk import JackpotDesk
from pitboss.pit.keeper import Keeper, PlannedJackpot
from pitboss.pit.live_jackpot import KEEP_EVERY
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.store import Committer, open_store
from tests.pit.jackpot_floor import (
    ALL,
    DOLLAR,
    NOTHING,
    RIGGED,
    TENTH,
    TERMS,
    WAGERS,
    JackpotFloor,
    jackpot_floor,
    play_round,
    rig,
    rigged,
    sit,
)
from tests.pit.seals import PlainSeals

SHARE = 500 * 100 * 21 // 100
"""What a wager of $5 adds, in units."""
SHOWN = SHARE * 9 // 10
ROUNDS = 4


def on_floor(
    folder: Path, tables: int, steps: Callable[[JackpotFloor], Awaitable[None]], **options: object
) -> None:
    """Do something on a floor whose books are a file."""

    async def run() -> None:
        store = await open_store(str(folder / "floor.db"))
        names = [f"t{n}" for n in range(1, tables + 1)]
        if not await store.heads():
            RIGGED.clear()
        async with jackpot_floor(store, names, **options) as floor:  # type: ignore[arg-type]
            if not await store.balance("wallet:ann"):
                await floor.funds()
                for table in floor.hall.tables.values():
                    await sit(table, 1)
            await steps(floor)
            await floor.check()
            sums = Invariants()
            assert [problem async for entry in store.entries() for problem in sums.add(entry)] == []
        await store.close()

    with rigged():
        asyncio.run(run())


def jackpot_of(floor: JackpotFloor) -> Jackpot:
    return floor.keeper.jackpots["mtd"].state


def test_hits_at_three_tables_at_once_are_locked_in_some_order_and_paid_in_it(
    tmp_path: Path,
) -> None:
    """Whatever the order, the sums are those of the same hits one after the other."""
    for number, shares in enumerate(permutations((ALL, TENTH, ALL))):
        folder = tmp_path / str(number)
        folder.mkdir()

        async def at_once(floor: JackpotFloor, shares: tuple[str, ...] = shares) -> None:
            tables = [*floor.hall.tables.values()]
            for table, card in zip(tables, shares, strict=True):
                rig(table, card)
            await asyncio.gather(*map(play_round, tables))
            jackpot = jackpot_of(floor)
            hits = jackpot.recent
            assert [hit.number for hit in hits] == [1, 2, 3]
            assert sorted(hit.percent for hit in hits) == [10, 100, 100]
            _check_chain(jackpot)
            large = [hit for hit in hits if hit.amount >= TERMS.hand_pay_from]
            assert list(jackpot.pending) == large
            for hit in hits:
                stack = floor.hall.tables[hit.table].state.seats[1].stack
                waits = hit in jackpot.pending
                assert (hit.outcome is Outcome.PENDING) == waits
                assert (stack > 10**8 + hit.amount // 200) == (not waits)

        on_floor(folder, 3, at_once)


def test_several_seats_of_several_tables_win_at_once(tmp_path: Path) -> None:
    """Each is paid out of what the one before left; the seats of a table from the dealer's left."""

    async def steps(floor: JackpotFloor) -> None:
        one, two = floor.hall.tables.values()
        for table, card in ((one, ALL), (two, TENTH)):
            await sit(table, 2, 3)
            rig(table, card, seats=3)
        await asyncio.gather(play_round(one), play_round(two))
        jackpot = jackpot_of(floor)
        _check_chain(jackpot)
        assert jackpot.hits == 6
        for name in ("t1", "t2"):
            seats = [hit.seat for hit in jackpot.recent if hit.table == name]
            assert seats == [1, 2, 3]

    on_floor(tmp_path, 2, steps)


def _check_chain(jackpot: Jackpot) -> None:
    """Every hit is a share of what the one before left, with what was fed between them."""
    left = 0
    for hit in jackpot.recent:
        assert hit.amount == hit.before * hit.percent // 100 // 100 * 100
        assert hit.before >= left
        left = hit.after
    assert jackpot.contributed % SHARE == 0


def test_the_order_is_that_of_the_journal_and_the_second_is_paid_from_the_new_meter(
    tmp_path: Path,
) -> None:
    async def steps(floor: JackpotFloor) -> None:
        one, two = floor.hall.tables.values()
        rig(one, ALL)
        rig(two, ALL)
        await play_round(one)
        first = jackpot_of(floor).recent[-1]
        assert first.before == TERMS.seed + SHOWN
        await play_round(two)
        second = jackpot_of(floor).recent[-1]
        reserve = SHARE - SHOWN
        assert second.before == TERMS.seed + reserve + SHOWN + first.before - first.amount
        assert (first.outcome, second.outcome) == (Outcome.PENDING, Outcome.PENDING)

    on_floor(tmp_path, 2, steps)


def test_what_tables_collect_is_put_in_and_every_table_is_told(tmp_path: Path) -> None:
    async def steps(floor: JackpotFloor) -> None:
        one, two = floor.hall.tables.values()
        rig(one, NOTHING)
        for _ in range(3):
            await play_round(one)
        assert await floor.store.balance("jackpot:mtd:in") == 3 * SHARE
        await floor.keeper.feed()
        assert await floor.store.balance("jackpot:mtd:in") == 0
        assert jackpot_of(floor).contributed == 3 * SHARE
        await floor.keeper.tell()
        for table in (one, two):
            assert table.state.meters["jackpot-1"].display == TERMS.seed + 3 * SHOWN

    on_floor(tmp_path, 2, steps)


def test_after_a_restart_jackpot_and_tables_go_on_as_they_were(tmp_path: Path) -> None:
    kept: list[Jackpot] = []

    async def first(floor: JackpotFloor) -> None:
        one, two = floor.hall.tables.values()
        rig(one, ALL)
        await play_round(one)
        rig(two, NOTHING)
        for _ in range(2):
            await play_round(two)
        kept.append(jackpot_of(floor))

    async def second(floor: JackpotFloor) -> None:
        assert jackpot_of(floor) == kept[0]
        assert floor.keeper.jackpots["mtd"].collected == 2 * SHARE, "not put in before the end"
        rig(floor.hall.tables["t2"], TENTH)
        rounds = 2
        while jackpot_of(floor).hits == 1:  # the shoe of before is dealt to its end
            await play_round(floor.hall.tables["t2"])
            rounds += 1
        hit = jackpot_of(floor).recent[-1]
        assert hit.before == kept[0].display + _shown(kept[0], rounds * SHARE)

    on_floor(tmp_path, 2, first)
    on_floor(tmp_path, 2, second)


def _shown(jackpot: Jackpot, units: int) -> int:
    return units - units * jackpot.terms.hidden_share.numerator // 10


def test_a_long_journal_is_read_from_where_the_whole_jackpot_was_written_down(
    tmp_path: Path,
) -> None:
    async def many(floor: JackpotFloor) -> None:
        live = floor.keeper.jackpots["mtd"]
        written: list[Entry] = []
        for number in range(KEEP_EVERY + 5):
            event = ask.switch(live.state, on=bool(number % 2), why="a test", by="sue")
            entries = live.seal_events([event], 10**15)
            floor.keeper.follow({"mtd": entries})
            written += entries
        await floor.committer.commit(written)
        assert live.kept > 1

    async def again(floor: JackpotFloor) -> None:
        tails = await floor.store.tails("jackpot/", "kept")
        assert [tail.kind for tail in tails[:2]] == ["opened", "kept"]
        assert len(tails) < KEEP_EVERY
        assert floor.keeper.jackpots["mtd"].kept == tails[1].version

    on_floor(tmp_path, 1, many)
    on_floor(tmp_path, 1, again)


def test_without_a_word_from_the_books_no_wager_is_taken_and_screens_say_so(
    tmp_path: Path,
) -> None:
    async def steps(floor: JackpotFloor) -> None:
        (table,) = floor.hall.tables.values()
        live = floor.keeper.jackpots["mtd"]
        live.read_at -= 6_000_000
        await floor.keeper.tell()
        assert not table.state.links["jackpot-1"].is_stale
        refused = await table.ask(Bet("ann", 1, WAGERS))
        assert isinstance(refused, Refusal)
        assert refused.code == "jackpot/unavailable"
        rig(table, NOTHING)
        await play_round(table, {"main": 1_000})
        live.read_at -= 30_000_000
        await floor.keeper.tell()
        assert table.state.links["jackpot-1"].is_stale
        await floor.keeper.refresh(["mtd"])
        await floor.keeper.tell()
        await play_round(table)

    on_floor(tmp_path, 1, steps)


def test_two_people_settle_a_hit_and_its_money_goes_to_the_wallet_or_back(
    tmp_path: Path,
) -> None:
    async def steps(floor: JackpotFloor) -> None:
        (table,) = floor.hall.tables.values()
        before = await floor.store.balance("wallet:ann")
        rig(table, ALL)
        while jackpot_of(floor).hits < 2:
            await play_round(table)
        first, second = jackpot_of(floor).pending
        desk = JackpotDesk(floor.keeper, floor.store)
        wanted: list[ask.Operation] = [
            ask.ConfirmHit(number=first.number),
            ask.RejectHit(number=second.number, why="the shoe was marked"),
        ]
        for operation in wanted:
            for _ in range(2):  # every request comes twice
                after = await desk.propose("mtd", operation, "sue", f"{operation}")
            with pytest.raises(JackpotError, match="second person"):
                await desk.approve("mtd", after.proposed, "sue", "same")
            for _ in range(2):
                await desk.approve("mtd", after.proposed, "tom", f"{operation}")
        assert not jackpot_of(floor).pending
        assert await floor.store.balance("wallet:ann") == before + first.amount
        outcomes = [hit.outcome for hit in jackpot_of(floor).recent]
        assert outcomes == [Outcome.CONFIRMED, Outcome.REJECTED]

    on_floor(tmp_path, 1, steps, terms=replace(TERMS, hand_pay_from=DOLLAR))


def test_verifying_finds_an_entry_of_a_jackpot_that_its_events_do_not_give(tmp_path: Path) -> None:
    async def steps(floor: JackpotFloor) -> None:
        rig(floor.hall.tables["t1"], ALL)
        await play_round(floor.hall.tables["t1"])
        entries = [entry async for entry in floor.store.entries()]
        place = next(n for n, entry in enumerate(entries) if entry.kind == "hit-locked")
        body = entries[place].body
        wrong = {
            "another amount": body.replace(b'"amount":50009400', b'"amount":50009300'),
            "no event": b"{}",
        }
        for spoiled in wrong.values():
            sums = Invariants()
            changed = [*entries]
            changed[place] = entries[place]._replace(body=spoiled)
            problems = [problem for entry in changed for problem in sums.add(entry)]
            assert "cannot have happened" in problems[0]
        sums = Invariants()
        changed = [*entries]
        posted = entries[place].postings
        less = tuple(posting._replace(amount=posting.amount // 2) for posting in posted)
        changed[place] = entries[place]._replace(postings=less)
        problems = [problem for entry in changed for problem in sums.add(entry)]
        assert "and the jackpot says" in problems[0]

    on_floor(tmp_path, 1, steps)


def test_the_win_of_a_table_is_the_same_two_ways_where_a_shared_jackpot_paid(
    tmp_path: Path,
) -> None:
    async def steps(floor: JackpotFloor) -> None:
        table = floor.hall.tables["t1"]
        begun = (await floor.store.head(table.state.stream)).version
        rig(table, TENTH)
        while not jackpot_of(floor).hits:
            await play_round(table)
        assert jackpot_of(floor).recent[-1].outcome is Outcome.PAID
        sums = Invariants()
        async for entry in floor.store.entries():
            if (entry.stream, entry.version) == (table.state.stream, begun + 1):
                sums.tables["t1"] = TableDay(opener=sums.balances["tray:t1"])
            assert sums.add(entry) == []
        day = sums.tables["t1"]
        assert day.win(sums.balances["tray:t1"]) == -day.gained

    on_floor(tmp_path, 1, steps)


def test_many_tables_play_while_the_keeper_runs_and_the_staff_act(tmp_path: Path) -> None:
    """Feeding, hits, readings by others and verdicts at once: nothing is counted twice."""

    async def steps(floor: JackpotFloor) -> None:
        tables = [*floor.hall.tables.values()]
        for number, table in enumerate(tables):
            rig(table, (ALL, TENTH, NOTHING)[number % 3])

        async def disturb() -> None:
            while True:
                await floor.keeper.feed()
                await floor.keeper.refresh(["mtd"])
                await floor.keeper.tell()

        async def play(table: LiveTable) -> None:
            for _ in range(ROUNDS):
                await play_round(table)

        commit = floor.committer.commit

        async def answered_late(entries: Sequence[Entry]) -> None:
            await commit(entries)
            await asyncio.sleep(0.01)  # others may read what is written before the writer goes on

        disturbing = [asyncio.create_task(disturb()) for _ in range(3)]
        with patch.object(floor.committer, "commit", answered_late):
            await asyncio.gather(*map(play, tables))
        for task in disturbing:
            task.cancel()
        await asyncio.gather(*disturbing, return_exceptions=True)
        await floor.keeper.feed()
        jackpot = jackpot_of(floor)
        assert jackpot.contributed == len(tables) * ROUNDS * SHARE
        assert await floor.store.balance("jackpot:mtd:in") == 0
        assert jackpot.hits >= 4
        assert floor.keeper.fault is None

    on_floor(tmp_path, 6, steps)


def test_between_two_times_nothing_is_put_in_however_much_is_bet(tmp_path: Path) -> None:
    """What comes meanwhile is put in and told together, at most twice a second."""
    assert keeper.TICK_SECONDS >= 0.5

    async def steps(floor: JackpotFloor) -> None:
        table = floor.hall.tables["t1"]
        for _ in range(ROUNDS):
            await play_round(table)
        assert "fed" not in [entry.kind async for entry in floor.store.entries("jackpot/mtd")]
        assert await floor.store.balance("jackpot:mtd:in") == ROUNDS * SHARE

    with patch.object(keeper, "TICK_SECONDS", 3_600):
        on_floor(tmp_path, 1, steps, ticking=True)


def test_a_table_that_comes_from_another_process_brings_its_jackpot(tmp_path: Path) -> None:
    """Its jackpot may have been opened after this process was started."""

    async def run() -> None:
        store = await open_store(str(tmp_path / "floor.db"))
        committer = Committer(store)
        ours = Keeper(store, committer, lambda: 10**15)
        await ours.open()
        assert not ours.jackpots
        async with jackpot_floor(store, ["t1"]) as other:
            await other.funds()
            await sit(other.hall.tables["t1"], 1)
        hall = Hall(store, committer, PlainSeals(), clock=lambda: 10**15, keeper=ours)
        await hall.open()
        table = hall.tables["t1"]
        assert table.state.links["jackpot-1"].code == "jackpot/unavailable"
        await ours.feed()
        await ours.tell()
        await play_round(table)
        await hall.close()
        await ours.close()
        await committer.close()
        await store.close()

    RIGGED.clear()
    with rigged():
        asyncio.run(run())


def test_a_jackpot_is_not_moved_while_it_may_be_won_nor_to_one_that_is_won_otherwise(
    tmp_path: Path,
) -> None:
    async def steps(floor: JackpotFloor) -> None:
        house = ready_tables()["co/straight-jack-progressive"].house
        links = {"straight-jack": "straight"}
        other = TableTerms(id="s1", name="s1", house=house, clocks=NO_CLOCK, links=links)
        wager = LinkedWager("s1", "straight-jack", other.setup)
        await floor.keeper.open([PlannedJackpot("straight", "Straight Jack", terms_for(wager))])
        await floor.hall.add(other)
        desk = JackpotDesk(floor.keeper, floor.store)
        await desk.switch("mtd", on=False, why="a test", by="sue", key="off")
        late = await floor.hall.tables["t1"].ask(Bet("ann", 1, WAGERS))
        assert isinstance(late, Refusal), "a wager after the switch was answered"
        assert late.code == "jackpot/disabled"
        move = ask.Transfer(to="straight", why="a test")
        with pytest.raises(JackpotError, match="other hands win straight"):
            await desk.propose("mtd", move, "sue", "move")
        table = floor.hall.tables["t1"]
        rig(table, NOTHING)
        while table.state.round is None:
            await table.ask(Bet("ann", 1, {"main": 1_000}))
        with pytest.raises(JackpotError, match="a round is open at table t1"):
            await desk.propose("mtd", ask.Close(why="a test"), "sue", "close")

    on_floor(tmp_path, 1, steps)
