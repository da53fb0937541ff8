"""The past of an account: its rounds, their records and scenes, and its money."""

from __future__ import annotations

import asyncio
import csv
import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.record import replay
from pitboss.pit import past
from pitboss.pit.past import NOW, Page, find_round, read_past
from pitboss.pit.proofs import proof_problem
from pitboss.pit.table import LiveTable
from pitboss.server.live.scene import Eyes
from pitboss.server.past.replay import UNSEEN, frames, mask_record
from pitboss.server.requests.limits import RECORD_BYTES_MAX
from tests.server.asgi import Client, run_async, running
from tests.server.player import FREE, Player, play_round, real_clock, terms_of

FEW = ("co/free-bet", "co/21-holdem", "co/deuces-wild-xtreme", "co/21-plus-3")
STACK = 10**8
PLAYED = Path(__file__).parents[1] / "playthroughs"


@run_async
async def test_what_was_played_is_listed_recorded_shown_and_adds_up(tmp_path: Path) -> None:
    async with running(
        tmp_path, real_clock(), tables=terms_of(FEW), play_money_cents=10**9, rates=FREE
    ) as client:
        players = [Player(client, seed) for seed in (1, 2)]
        for player in players:
            await player.enter()
        tables = [*client.services.hall.tables.values()]
        played = await _some_evenings(tables, players)
        early = played[players[0].account][-1]
        answer = await players[0].get(f"rounds/{early[0]}/{early[1]}/proof")
        assert answer.code == "proof/early"
        await client.services.hall.checkpoint()
        for player in players:
            await _check_rounds(player, played[player.account])
            await _check_money(player)
        await _check_strangers(client, tables[0], players)


async def _some_evenings(
    tables: list[LiveTable], players: list[Player]
) -> dict[str, list[tuple[str, int]]]:
    """Sit down here and there, with two seats at the first table; return who played what."""
    ann, ben = players
    played: dict[str, list[tuple[str, int]]] = {ann.account: [], ben.account: []}
    for table in tables:
        assert await ann.ask(table, "sit", seat=1, cents=STACK) == 200
        assert await ben.ask(table, "sit", seat=3, cents=STACK) == 200
    assert await ann.ask(tables[0], "sit", seat=2, cents=STACK) == 200
    for number in range(6):
        for table in tables:
            await play_round(table, players)
            for account in {seat.account for seat in table.state.seats.values()}:
                played[account].append((table.state.id, table.state.rounds))
        if number == 3:
            assert await ben.ask(tables[1], "leave", seat=3) == 200
            assert await ann.ask(tables[1], "buy-in", seat=1, cents=500) == 200
    return played


async def _check_rounds(player: Player, played: list[tuple[str, int]]) -> None:
    """Every round is listed once, the last first, whatever the size of a page."""
    everything = (await player.get("me/rounds?limit=200")).data
    assert everything["next"] is None
    rows = everything["rounds"]
    assert sorted((row["table"], row["round"]) for row in rows) == sorted(played)
    assert [row["at"] for row in rows] == sorted((row["at"] for row in rows), reverse=True)
    paged = []
    cursor = ""
    for _ in range(100):
        page = (await player.get(f"me/rounds?limit=4&before={cursor}")).data
        paged += page["rounds"]
        if page["next"] is None:
            break
        cursor = page["next"]
    assert paged == rows
    for row in rows:
        await _check_round(player, row)


async def _check_round(player: Player, row: dict[str, Any]) -> None:
    path = f"rounds/{row['table']}/{row['round']}"
    record = (await player.get(path)).data
    own = [str(seat) for seat in row["seats"]]
    assert sum(record["net"][seat] for seat in own) == row["net_cents"]
    yours = [seat["seat"] for seat in record["seats"] if seat["player"] == "you"]
    assert yours == row["seats"]
    assert player.account not in str(record)
    proof = (await player.get(f"{path}/proof")).data
    assert proof_problem(proof, player.client.services.keys.is_signed) is None
    assert {one["kind"] for one in proof["proofs"]} <= {"dealt", "decided"}
    assert player.account not in str(proof)
    shown = (await player.get(f"{path}/replay")).data
    parts = shown["frames"]
    assert shown["seats"] == yours
    assert parts[-1]["say"][-1]["text"].startswith("result  ")
    assert {
        seat["number"]: seat["net"] for seat in parts[-1]["scene"]["seats"] if "net" in seat
    } == {int(seat): net for seat, net in record["net"].items()}
    assert all(part["say"] for part in parts)
    if "unseen" in record:
        assert record["cards"].split().count(UNSEEN) == record["unseen"]
    else:
        assert replay(record).difference() is None


async def _check_money(player: Player) -> None:
    """The lines of the statement make what the account holds, in whatever form."""
    whole = (await player.get("me/statement?limit=200")).data
    lines = whole["lines"]
    assert whole["next"] is None
    assert sum(line["cents"] for line in lines) == whole["wallet_cents"] + whole["chips_cents"]
    assert sum(line["wallet_cents"] for line in lines) == whole["wallet_cents"]
    assert lines[-1]["kind"] == "opened"
    text = (await player.get("me/statement?limit=200&format=csv")).body.decode()
    rows = [*csv.DictReader(StringIO(text))]
    assert len(rows) == len(lines)
    cents = [int(row["gain"].replace(".", "")) for row in rows]
    assert cents == [line["cents"] for line in lines]


async def _check_strangers(client: Client, table: LiveTable, players: list[Player]) -> None:
    """Nobody else's round is shown, nor one that is not over, nor one that is none."""
    stranger = Player(client, 9)
    await stranger.enter()
    name = table.state.id
    for number in ("1", "0", "999", "-1", "x", "1" * 30, "²"):
        asker = stranger if number == "1" else players[0]
        for rest in ("", "/replay", "/proof"):
            answer = await asker.get(f"rounds/{name}/{number}{rest}")
            assert answer.code == "round/unknown", number
    assert (await stranger.get("rounds/nowhere/1")).code == "round/unknown"
    assert (await stranger.get("me/rounds")).data == {"rounds": [], "next": None}
    assert (await stranger.get("me/rounds?before=x")).code == "query/invalid"
    assert (await stranger.get("me/rounds?limit=0")).code == "query/invalid"
    for player in players:
        await player.bet(table)
        if table.state.round:
            break
    while table.state.round is None:  # somebody had a blackjack, or nothing was asked
        await play_round(table, players)
        for player in players:
            await player.bet(table)
    answer = await players[0].get(f"rounds/{name}/{table.state.rounds}")
    assert answer.code == "round/unknown"


@run_async
async def test_a_page_that_has_read_enough_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However little a page may read, nothing is left out and nothing comes twice."""
    async with running(
        tmp_path, real_clock(), tables=terms_of(FEW), play_money_cents=10**9, rates=FREE
    ) as client:
        players = [Player(client, seed) for seed in (3, 4)]
        for player in players:
            await player.enter()
        tables = [*client.services.hall.tables.values()]
        await _some_evenings(tables, players)
        store = client.services.store
        for player in players:
            whole = await read_past(store, player.account, limit=1000)
            assert whole.next is None
            for entries, at_once in ((1, 7), (20, 9), (60, 50)):
                monkeypatch.setattr(past, "ENTRIES_MAX", entries)
                monkeypatch.setattr(past, "_AT_ONCE", at_once)
                items = []
                place = NOW
                pages = 0
                page = Page([], NOW)
                while page.next is not None:
                    page = await read_past(store, player.account, before=page.next, limit=1000)
                    assert page.next is None or page.next < place, "it gets on"
                    place = page.next or place
                    pages = pages + 1
                    items += page.items
                assert items == whole.items
                assert pages > 3 or entries > 20
            monkeypatch.undo()


@run_async
async def test_a_round_is_found_by_its_number_without_reading_the_others(tmp_path: Path) -> None:
    async with running(
        tmp_path, real_clock(), tables=terms_of(FEW[:1]), play_money_cents=10**9, rates=FREE
    ) as client:
        player = Player(client, 5)
        await player.enter()
        (table,) = client.services.hall.tables.values()
        assert await player.ask(table, "sit", seat=1, cents=STACK) == 200
        for _ in range(12):
            await play_round(table, [player])
        store = client.services.store
        calls = []
        rounds_from = store.rounds_from

        async def counted(stream: str, version: int, limit: int) -> Any:  # noqa: ANN401
            calls.append(version)
            return await rounds_from(stream, version, limit)

        store.rounds_from = counted  # type: ignore[method-assign]
        for number in range(1, 13):
            calls.clear()
            entries = await find_round(store, table.state.id, number)
            assert entries[0].kind == "dealt"
            assert len(calls) <= 10
        assert await find_round(store, table.state.id, 13) == []


def test_a_record_is_shown_and_a_bad_one_refused(tmp_path: Path) -> None:
    text = (PLAYED / "co-free-bet-dealer-22.json").read_text(encoding="utf-8")
    given = json_of(text)

    async def steps() -> None:
        async with running(tmp_path, real_clock(), rates=FREE) as client:
            player = Player(client, 6)
            await player.enter()
            client.token = player.token
            shown = (await client.post("/api/1/replay", {"record": given})).data
            assert shown["layout"]["game"] == given["game"]
            assert len(shown["frames"]) > 5
            assert shown["frames"][-1]["scene"]["phase"] == "over"
            bad = {
                "record/malformed": {"record": {}},
                "game/unknown": {"record": given | {"game": "co/none"}},
                "seat/unknown": {"record": given, "seat": 99},
                "body/invalid": {"seat": 1},
            }
            for code, body in bad.items():
                assert (await client.post("/api/1/replay", body)).code == code
            giant = {"record": given | {"name": "x" * RECORD_BYTES_MAX}}
            refused = await client.post("/api/1/replay", giant)
            assert (refused.status, refused.code) == (413, "body/too-large")
            large = {"record": given | {"name": "x" * 10_000}}
            assert (await client.post("/api/1/replay", large)).status == 200

    asyncio.run(steps())


def json_of(text: str) -> dict[str, Any]:
    """Read a record of the playthroughs, whose note is a list of lines."""
    data: dict[str, Any] = json.loads(text)
    return data | {"note": " ".join(data["note"])}


def test_a_round_that_was_called_off_is_one_frame() -> None:
    given = json_of((PLAYED / "co-free-bet-dealer-22.json").read_text(encoding="utf-8"))
    given = {key: value for key, value in given.items() if key not in {"cards", "decisions"}}
    (frame,) = frames(replay(given | {"void": True}).round, Eyes(1, (1,)))
    assert frame["scene"]["phase"] == "deal"
    assert frame["say"]
    assert frame["aloud"]


def test_a_folded_hand_stays_unseen_in_the_record_of_another() -> None:
    text = (PLAYED / "co-21-holdem-a-straight-and-a-fold.json").read_text(encoding="utf-8")
    given = json_of(text)
    for seat in given["seats"]:
        seat["player"] = f"account {seat['seat']}"
    played = replay(given)
    folded = [seat for seat in played.round.state.seats if seat.folded]
    assert folded
    for seat in played.round.state.seats:
        seen = mask_record(played, seat.player)
        hidden = {card for other in folded if other is not seat for card in other.poker}
        assert seen.get("unseen", 0) == len(hidden)
        cards = parse_cards(re.sub(re.escape(UNSEEN), "", seen["cards"]))
        assert not hidden & {*cards} or len({*cards}) < len(cards)
