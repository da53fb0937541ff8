"""Limits of a table that two people change: announced, in force in their time, in the journal."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.history import PastTable, RoundEntries, round_record
from pitboss.floor.journal import LIMITS_ANNOUNCED, LIMITS_CHANGED
from pitboss.floor.rebuild import JournalError
from pitboss.ledger.entry import Entry
from pitboss.office.roles import Role
from pitboss.pit.orders import carry_out
from pitboss.pit.table import LiveTable
from pitboss.server.requests.wire import moment_text
from tests.cli.conftest import Run
from tests.server.asgi import Answer, Client, running
from tests.server.player import FREE, real_clock, terms_of
from tests.server.test_cases import Person

HOUR = 3_600_000_000
WHY = "a full house tonight"


async def _enter(client: Client, seed: int, role: Role | None = None) -> Person:
    person = Person(client, seed)
    await person.enter()
    if role is not None:
        await person.take(role)
    return person


async def _change(who: Person, table: LiveTable, **body: Any) -> Answer:  # noqa: ANN401
    asked = {"wager": "main", "reason": WHY, **body}
    return await who.post(f"staff/tables/{table.state.id}/limits", **asked)


async def _bet(who: Person, table: LiveTable, cents: int, *, ready: bool = True) -> Answer:
    body = {"seat": 1, "wagers": {"main": cents}, "ready": ready}
    return await who.post(f"tables/{table.state.id}/bet", **body)


async def _play(who: Person, table: LiveTable, cents: int) -> None:
    answer = await _bet(who, table, cents)
    assert answer.status == 200, answer.body
    while table.state.round is not None:
        await who.decide(table)


def _later(table: LiveTable) -> None:
    """Let an hour pass at a table."""
    table._ahead += HOUR  # noqa: SLF001 - its own clock


async def _evening(folder: Path) -> None:
    player = await _first_part(folder)
    await _after_restart(folder, player)


async def _first_part(folder: Path) -> Person:
    async with running(folder, real_clock(), tables=terms_of(("wa/spanish-21",)), rates=FREE) as at:
        player = await _enter(at, 1)
        floor = await _enter(at, 2, Role.FLOOR)
        shift = await _enter(at, 3, Role.SHIFT)
        dealer = await _enter(at, 4, Role.DEALER)
        (table,) = at.services.hall.tables.values()
        assert await player.ask(table, "sit", seat=1, cents=90_000) == 200
        await _play(player, table, 500)
        digest = table.state.terms.digest

        await _are_refused(dealer, floor, table)
        # One person alone changes nothing.
        asked = await _change(floor, table, min_cents=1_000, max_cents=2_000)
        assert asked.status == 200, asked.body
        number = asked.data["request"]
        approve = f"staff/requests/{number}/approve"
        assert (await floor.post(approve)).code == "request/own"
        await carry_out(at.services.desk.office, [table])
        await _play(player, table, 500)

        # Two agree in the middle of a betting window: the bet comes back, the new limits hold.
        assert (await _bet(player, table, 500, ready=False)).status == 200
        assert (await shift.post(approve)).status < 300
        assert await at.services.errands.carry_out(number) is None
        await carry_out(at.services.desk.office, [table])
        assert not table.state.seats[1].bets
        assert table.state.terms.digest != digest
        low, high = await _bet(player, table, 500), await _bet(player, table, 2_100)
        assert (low.code, high.code) == ("wager/off-limits", "wager/off-limits")
        assert "$20" in high.body.decode()
        layout = (await player.get(f"tables/{table.state.id}/layout")).data
        assert [(it["low"], it["high"]) for it in layout["wagers"] if it["id"] == "main"] == [
            (1_000, 2_000)
        ]
        view = (await player.get(f"tables/{table.state.id}")).data
        assert "$10" in view["limits"]["words"]
        assert view["limits"]["digest"] == layout["digest"]
        terms = (await player.get(f"tables/{table.state.id}/terms")).data
        assert terms["house"]["limits"]["main"] == {"min": 1_000, "max": 2_000}
        await _play(player, table, 1_000)

        # In an hour, another maximum: until then the table says so and takes what it took.
        now = at.services.settings.clock()
        soon = await _change(shift, table, max_cents=1_500, starts=moment_text(now + HOUR // 2))
        number = soon.data["request"]
        assert (await floor.post(f"staff/requests/{number}/approve")).status < 300
        assert await at.services.errands.carry_out(number) is None
        view = (await player.get(f"tables/{table.state.id}")).data
        assert "minutes the limits are" in view["limits"]["coming"]["words"]
        await _play(player, table, 1_600)

        return player


async def _are_refused(dealer: Person, floor: Person, table: LiveTable) -> None:
    """Refuse a stranger, the law's maximum, an unknown wager, no change, no time, upside down."""
    assert (await _change(dealer, table, max_cents=20_000)).code == "permission/missing"
    over = await _change(floor, table, max_cents=50_000)
    assert over.code == "limits/invalid"
    assert "$400 by profile wa-2023" in over.body.decode()
    assert (await _change(floor, table, wager="mian", max_cents=1)).code == "limits/wager"
    assert (await _change(floor, table)).code == "limits/none"
    assert (await _change(floor, table, max_cents=100)).code == "limits/invalid"
    late = await _change(floor, table, max_cents=20_000, starts="at six")
    assert late.code == "limits/start"


async def _after_restart(folder: Path, player: Person) -> None:
    """Announced limits are still announced, and come into force."""
    async with running(folder, real_clock(), tables=terms_of(("wa/spanish-21",)), rates=FREE) as at:
        (table,) = at.services.hall.tables.values()
        assert at.services.hall.unlike == {
            "g0": (
                "limits.main.max: plays 2000, the file says 40000",
                "limits.main.min: plays 1000, the file says 500",
            )
        }
        player.client = at
        assert table.state.coming is not None
        await _play(player, table, 1_600)
        _later(table)
        high = await _bet(player, table, 1_600)
        assert high.code == "wager/off-limits"
        assert "$15" in high.body.decode()
        await _play(player, table, 1_500)
        record = (await player.get(f"rounds/{table.state.id}/1")).data
        assert record["limits"]["main"] == {"min": 500, "max": 40_000}


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the books of an evening with two changes of limits."""
    folder = tmp_path_factory.mktemp("evening")
    asyncio.run(_evening(folder))
    return folder


def _entries(folder: Path) -> list[Entry]:
    async def read() -> list[Entry]:
        async with running(folder, real_clock(), rates=FREE) as client:
            whole = [entry async for entry in client.services.store.entries()]
            return [entry for entry in whole if entry.stream == "table/g0"]

    return asyncio.run(read())


def test_the_books_verify_and_every_round_replays_under_its_own_limits(
    evening: Path, called: Run
) -> None:
    where = ["--db", str(evening / "floor.db"), "--keys", str(evening / "server.key")]
    assert called("floor", "verify", *where).returncode == 0
    data = json.loads(called("floor", "replay", *where, "--json").stdout)
    assert data["same"]
    assert data["rounds"] == 6
    out = evening / "rounds.jsonl"
    done = called("floor", "export", *where[:2], "--out", str(out))
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in out.read_text().splitlines()]
    highs = [record["limits"]["main"]["max"] for record in records]
    assert highs == [40_000, 40_000, 2_000, 2_000, 2_000, 1_500]


def test_the_journal_says_who_changed_what_and_when(evening: Path) -> None:
    entries = _entries(evening)
    said = [entry for entry in entries if entry.kind in {LIMITS_ANNOUNCED, LIMITS_CHANGED}]
    assert [entry.kind for entry in said] == [LIMITS_ANNOUNCED, LIMITS_CHANGED] * 2
    first = json.loads(said[0].body)
    assert len(first["approvers"]) == 2
    assert first["reason"] == WHY
    gathered = RoundEntries()
    rounds = [done for entry in entries if (done := gathered.add(entry))]
    maxima = [round_record(entries[0], done)["limits"]["main"]["max"] for done in rounds]
    assert maxima == [40_000, 40_000, 2_000, 2_000, 2_000, 1_500]


def test_limits_that_were_not_announced_are_found_out(evening: Path) -> None:
    entries = _entries(evening)
    place = next(n for n, entry in enumerate(entries) if entry.kind == LIMITS_CHANGED)
    body = json.loads(entries[place].body)
    body["limits"]["main"]["max"] = 3_000
    forged = entries[place]._replace(body=json.dumps(body).encode())
    with pytest.raises(JournalError, match="otherwise than they were announced"):
        _replay([*entries[:place], forged])
    with pytest.raises(JournalError, match="under other limits"):  # it never came into force
        _replay([*entries[:place], *entries[place + 1 :]])


def _replay(entries: list[Entry]) -> None:
    past = PastTable()
    for entry in entries:
        past.add(entry)
