"""A ruling on one seat outlives a restart, and the commands of the floor read it in the books."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from pitboss.engine.record import replay
from pitboss.floor.commands import Accepted
from pitboss.floor.state import TableState
from pitboss.office.roles import Role
from pitboss.pit.frames import news
from pitboss.pit.table import LiveTable
from pitboss.server.accounts.sessions import GUEST
from pitboss.server.live.scene import add_news
from tests.cli.conftest import Run, called  # noqa: F401 - a fixture
from tests.server.asgi import Client, running
from tests.server.player import FREE, real_clock, terms_of
from tests.server.test_cases import Person

GAME = ("co/straight-jack-progressive",)
BETS = {"main": 1000}


async def enter(client: Client, seed: int) -> Person:
    person = Person(client, seed)
    await person.enter()
    return person


async def enter_again(client: Client, table: LiveTable, seat: int) -> Person:
    """Return the player of a seat, with a session of the new server."""
    person = Person(client, seat)
    person.account = table.state.seats[seat].account
    person._key = 1000  # noqa: SLF001 - the books know the keys before
    person.token = await client.services.sessions.start(person.account, GUEST)
    return person


async def open_round(table: LiveTable, people: list[Person]) -> dict[int, int]:
    """Deal until a round asks seat 1 about its hand; return the chips before its bets."""
    while True:
        before = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        for seat, person in enumerate(people, start=1):
            assert await person.ask(table, "bet", seat=seat, wagers=BETS) == 200
        if (current := table.state.round) is not None and current.due.wager is None:
            return before
        await play_out(table, people)


async def play_out(table: LiveTable, people: list[Person]) -> None:
    while (current := table.state.round) is not None:
        kinds = [choice.kind.value for choice in current.question.choices]
        kind = next(kind for kind in ("stand", "decline", "play-on") if kind in kinds)
        seat = current.due.seat
        status = await people[seat - 1].ask(table, "act", seat=seat, n=current.n, action=kind)
        assert status == 200


async def back_out(
    table: LiveTable, people: list[Person], boss: Person, before: dict[int, int]
) -> bool:
    """Rule a misdeal, and let a player back out; return whether the other hand goes on.

    A hand of 21 asks nobody anything more, and the round is over.
    """
    assert table.state.round is not None
    at = f"staff/tables/{table.state.id}/rule"
    number = table.state.round.number
    body = {"round": number, "irregularity": "misdeal", "reason": "a card too many"}
    told: list[tuple[str, str]] = []
    listener = Listener(told, people[1].account)
    table.watchers[listener] = None
    assert (await boss.post(at, **body)).status == 204
    ((line, said),) = told
    assert "every player may back out of the hand" in line
    assert said.startswith("The floor rules: misdeal of the first two cards (2110(9)")
    assert (await boss.post(at, **body)).status == 204  # two tries, one effect
    current = table.state.round
    assert current is not None
    seat = current.due.seat
    n = current.n
    assert [choice.kind for choice in current.due.choices] == ["play-on", "back-out"]
    backs_out = people[seat - 1].ask(table, "act", seat=seat, n=n, action="back-out")
    assert await backs_out == 200
    assert table.state.seats[seat].stack == before[seat]
    del table.watchers[listener]
    return table.state.round is not None


def test_a_ruling_outlives_a_restart_and_is_verified_replayed_and_exported(
    tmp_path: Path,
    called: Run,  # noqa: F811 - the fixture
) -> None:
    async def rule_and_stop() -> dict[int, int]:
        async with running(tmp_path, real_clock(), tables=terms_of(GAME), rates=FREE) as client:
            people = [await enter(client, seed) for seed in (1, 2)]
            boss = await enter(client, 3)
            await boss.take(Role.FLOOR)
            (table,) = client.services.hall.tables.values()
            for seat, person in enumerate(people, start=1):
                assert await person.ask(table, "sit", seat=seat, cents=50_000) == 200
            before = await open_round(table, people)
            while not await back_out(table, people, boss, before):
                before = await open_round(table, people)
            return before

    async def go_on(before: dict[int, int]) -> None:
        async with running(tmp_path, real_clock(), tables=terms_of(GAME), rates=FREE) as client:
            (table,) = client.services.hall.tables.values()
            current = table.state.round
            assert current is not None
            (out,) = (seat.number for seat in current.state.seats if seat.ruled_out)
            assert table.state.seats[out].stack == before[out]
            people = [await enter_again(client, table, seat) for seat in (1, 2)]
            await play_out(table, people)
            assert table.state.seats[out].stack == before[out]

    before = asyncio.run(rule_and_stop())
    asyncio.run(go_on(before))
    books = ("--db", str(tmp_path / "floor.db"), "--keys", str(tmp_path / "server.key"))
    assert called("floor", "verify", *books).returncode == 0
    assert called("floor", "replay", *books).returncode == 0
    exported = called("floor", "export", *books).stdout.splitlines()
    for text in exported:
        assert replay(json.loads(text)).difference() is None


class Listener:
    """Keeps what a watcher of a table is told."""

    def __init__(self, told: list[tuple[str, str]], account: str) -> None:
        self.told = told
        self.account = account

    def tell(self, table: LiveTable, before: TableState, answer: Accepted) -> None:
        frame = news(before, answer, self.account, table.now)
        add_news(frame, before, answer, self.account)
        lines = [line["text"] for line in frame.get("say", ()) if line["text"].startswith("floor")]
        if lines:
            self.told.append((lines[0], frame["aloud"]))
