"""Tables answer as the document says, field by field, and the floor shows in the metrics."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from pitboss.floor.state import TableState
from pitboss.pit.frames import snapshot
from pitboss.rulebook.ready import ready_tables
from pitboss.server.app import complete_table
from pitboss.server.live.scene import add_scene
from pitboss.server.live.view_wire import TableAnswer, TableFrame, TableLayout
from pitboss.server.requests.openapi import document
from tests.server.asgi import Client, run_async, running
from tests.server.player import FREE, Player, real_clock, terms_of
from tests.tiers import by_day

EVERY = tuple(sorted(ready_tables()))
STACK = 10**7


@run_async
async def test_every_answer_of_a_table_is_made_of_documented_fields(tmp_path: Path) -> None:
    """Goal: what is read into the documented shape and written again is the answer itself."""
    games = EVERY[:: by_day(3, 1)]
    seen = 0
    async with running(
        tmp_path, real_clock(), tables=terms_of(games), play_money_cents=10**9, rates=FREE
    ) as client:
        player = Player(client, 1)
        await player.enter()
        for table in [*client.services.hall.tables.values()]:
            name = table.state.id
            layout = (await player.get(f"tables/{name}/layout")).data
            assert _round_trip(layout, TableLayout) == layout
            assert await player.ask(table, "sit", seat=1, cents=STACK) == 200
            for _ in range(2):
                await player.bet(table)
                seen += await _check_frame(player, name)
                while table.state.round:
                    await player.decide(table)
                    seen += await _check_frame(player, name)
            assert await player.ask(table, "leave", seat=1) == 200  # an account has few seats
    assert seen > 2 * len(games)


async def _check_frame(player: Player, name: str) -> int:
    frame = (await player.get(f"tables/{name}")).data
    assert _round_trip(frame, TableAnswer) == _without_empty(frame)
    return 1


def _round_trip(answer: object, shape: type) -> object:
    """Read an answer into a shape, and write it again."""
    return msgspec.json.decode(msgspec.json.encode(msgspec.convert(answer, shape)))


def _without_empty(frame: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in frame.items() if key not in {"events", "jackpots"} or value
    }


@run_async
async def test_every_frame_of_a_table_is_made_of_documented_fields(tmp_path: Path) -> None:
    """Goal: what the page reads over the WebSocket, with its scenes, is what it has types for."""
    games = EVERY[:: by_day(4, 1)]
    seen = 0
    async with running(
        tmp_path, real_clock(), tables=terms_of(games), play_money_cents=10**9, rates=FREE
    ) as client:
        player = Player(client, 1)
        await player.enter()
        for table in [*client.services.hall.tables.values()]:
            assert await player.ask(table, "sit", seat=1, cents=STACK) == 200
            for _ in range(2):
                before = table.state
                await player.bet(table)
                seen += _check_scene(table.state, player.account)
                while table.state.round:
                    await player.decide(table)
                    seen += _check_scene(table.state, player.account)
                assert table.state is not before
            assert await player.ask(table, "leave", seat=1) == 200
    assert seen > 2 * len(games)


def _check_scene(table: TableState, account: str) -> int:
    frame = {"t": "view", "table": table.id, "v": 1, **snapshot(table, account, 0)}
    add_scene(frame, table, account)
    sent = msgspec.json.decode(msgspec.json.encode(frame))
    assert _drop_empty(_round_trip(sent, TableFrame)) == _drop_empty(sent)
    return 1


def _drop_empty(value: object) -> object:
    """Return data without the empty values that a shape leaves out."""
    if isinstance(value, list):
        return [_drop_empty(item) for item in value]
    if isinstance(value, dict):
        return {k: _drop_empty(v) for k, v in value.items() if v not in (0, None, "", [], {})}
    return value


@run_async
async def test_a_paused_table_is_told_in_the_list_and_in_the_metrics(tmp_path: Path) -> None:
    async with running(
        tmp_path, real_clock(), tables=terms_of(("co/trilux", "co/free-bet")), rates=FREE
    ) as client:
        assert await _paused(client) == [False, False]
        assert 'pitboss_tables{state="paused"} 0' in await _metrics(client)
        table = next(iter(client.services.hall.tables.values()))
        table.state = table.state._replace(paused=True)
        assert await _paused(client) == [True, False]
        text = await _metrics(client)
        assert 'pitboss_tables{state="paused"} 1' in text
        assert 'pitboss_tables{state="betting"} 1' in text
        assert "pitboss_seats_taken 0" in text
        assert "pitboss_build_info{version=" in text


async def _paused(client: Client) -> list[bool]:
    tables = (await client.get("/api/1/tables")).data["tables"]
    return [table.get("paused", False) for table in tables]


async def _metrics(client: Client) -> str:
    return (await client.get("/metrics")).body.decode()


def test_the_document_tells_what_makers_of_clients_need() -> None:
    whole = document(complete_table())
    assert "'items': False" not in str(whole)
    assert whole["servers"]
    assert whole["info"]["license"]["name"] == "MIT"
    parameters = whole["paths"]["/api/1/lab/setup"]["get"]["parameters"]
    assert [p["name"] for p in parameters if p["required"]] == ["game"]
    used = str(whole)
    unused = [n for n in whole["components"]["schemas"] if f"#/components/schemas/{n}'" not in used]
    assert unused == []
