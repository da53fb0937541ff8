"""Scenes: what a watcher who sees the table is sent, of every game."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

from pitboss.cards import format_cards
from pitboss.engine.setup import prepare
from pitboss.floor.terms import NO_CLOCK, Absent, Clocks, TableTerms
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import House, Limits
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live.layout import CHIPS_SHOWN, setup_layout
from pitboss.server.opening.tables import demo_floor
from tests.engine.bets import random_wagers
from tests.engine.houses import GAMES
from tests.engine.players import random_player
from tests.faults.lines import Floor, Talk, floor
from tests.server.aloud import PATH, heard
from tests.server.asgi import Client, Clock, run_with

ADDED = {"scene", "say", "aloud"}
OF_QUESTION = {"words", "title", "offer"}
OF_CHOICE = {"label", "button", "key", "range", "amount", "settings", "house_way", "brings"}


def plain(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame without what is for those who see the table."""
    left = {key: value for key, value in frame.items() if key not in ADDED}
    ask = left.get("ask")
    if ask and "choices" in ask:
        assert "words" in ask, "an own question has words"
        kept = {key: value for key, value in ask.items() if key not in OF_QUESTION}
        kept["choices"] = [
            {key: value for key, value in choice.items() if key not in OF_CHOICE}
            for choice in ask["choices"]
        ]
        assert all(choice["label"] and choice["key"] for choice in ask["choices"])
        left["ask"] = kept
    return left


def test_scenes_are_beside_the_frames_and_change_nothing_of_them(tmp_path: Path) -> None:
    terms = tuple(
        TableTerms(id=f"g{number}", name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
        for number, game in enumerate(GAMES)
    )

    async def steps() -> None:
        async with floor(tmp_path, tables=terms, play_money_cents=10**10) as here:
            for table in here.services.hall.tables.values():
                await _compare(here, await here.guest(), table)

    asyncio.run(steps())


def test_what_the_house_decides_for_an_absent_player_is_said(tmp_path: Path) -> None:
    house = ready_tables()["co/free-bet"].house
    clocks = Clocks(decision=0, bank=0, lag_each=0)
    terms = TableTerms(id="t", name="", house=house, clocks=clocks, absent=Absent.BASIC)

    async def steps() -> None:
        async with floor(tmp_path, tables=(terms,), play_money_cents=10**10) as here:
            token = await here.guest()
            async with here.line(token) as talk:
                await _leave_to_the_house(talk)

    asyncio.run(steps())


async def _leave_to_the_house(talk: Talk) -> None:
    await talk.watch("t", scene=True)
    await talk.ask("sit", "t", seat=1, cents=10**8)
    while not any("autoplay" in frame for frame in talk.frames):
        await talk.ask("bet", "t", seat=1, wagers={"main": 1500})
    frame = next(frame for frame in talk.frames if "autoplay" in frame)
    assert frame["autoplay"] == "basic"
    first = frame["say"][0]["text"]
    assert first == "clock   no answer from seat 1: the house decides (basic)"
    assert frame["aloud"].startswith("Seat 1 does not answer: the house decides. ")


async def _compare(here: Floor, token: str, table: LiveTable) -> None:
    name = table.state.id
    async with here.line(token) as lean, here.line(token) as seeing:
        assert not ADDED & (await lean.watch(name)).keys()
        assert (await seeing.watch(name, scene=True))["scene"] is None
        assert (await seeing.ask("sit", name, seat=1, cents=10**8))["t"] == "ok"
        await _play_round(table, seeing)
        version = table.version
        await lean.hear_until(version)
        await seeing.hear_until(version)
        await _check_view(seeing, name)
        seen = {frame["v"]: frame for frame in seeing.frames if frame["t"] == "ev"}
        sent = [frame for frame in lean.frames if frame["t"] == "ev" and frame["v"] <= version]
        for frame in sent:
            other = seen[frame["v"]]
            assert json.dumps(frame) == json.dumps(plain(other))
            assert ("events" in frame) == ("scene" in other)
        assert any("events" in frame for frame in sent)


async def _check_view(seeing: Talk, name: str) -> None:
    """The whole table has the last scene; watched without scenes, it has none again."""
    last = [frame for frame in seeing.frames if frame.get("scene")][-1]
    assert (await seeing.watch(name, scene=True))["scene"] == last["scene"]
    assert all("net" in seat for seat in last["scene"]["seats"])
    assert last["say"][-1]["text"] == f"result  {last['scene']['result']['words']}"
    assert all(line["words"] for line in last["scene"]["settled"])
    assert (
        last["aloud"].split(".")[-2].strip(" 0123456789").startswith("You") or "$" in last["aloud"]
    )
    assert not ADDED & (await seeing.watch(name)).keys()


async def _play_round(table: LiveTable, talk: Talk) -> None:
    rng = random.Random(table.state.id)
    name = table.state.id
    while not table.state.rounds:
        wagers = random_wagers(rng, table.state.terms.setup)
        await talk.ask("bet", name, seat=1, wagers=wagers)
    while current := table.state.round:
        action = random_player(rng)(current.question)
        body: dict[str, Any] = {"amount": action.amount, "tip": action.tip}
        body["low"] = format_cards(action.low) if action.low else ""
        answer = await talk.ask("act", name, seat=1, n=current.n, action=action.kind, **body)
        assert answer["t"] == "ok"


def test_the_layout_has_all_that_is_needed_to_draw_a_table(tmp_path: Path) -> None:
    wrong: list[tuple[str, str]] = []

    async def steps(client: Client, _: Clock) -> None:
        for terms in demo_floor():
            answer = await client.get(f"/api/1/tables/{terms.id}/layout")
            assert answer.status == 200
            wrong.extend(
                (terms.id, layout_problem) for layout_problem in _layout_problems(answer.data)
            )
        assert (await client.get("/api/1/tables/none/layout")).code == "table/unknown"

    run_with(tmp_path, steps, tables=demo_floor())
    assert not wrong


def _layout_problems(layout: dict[str, Any]) -> list[str]:
    chips = layout["chips"]
    buy_in = layout["buy_in"]
    wagers = layout["wagers"]
    early = [wager for wager in wagers if wager["early"]]
    checks = {
        "chips": 2 <= len(chips) <= CHIPS_SHOWN and chips == sorted(chips),
        "the least chip": chips[0] <= max(25, min(wager["low"] for wager in early)),
        "buy-in": buy_in["low"] <= buy_in["usual"] <= buy_in["high"],
        "least": sum(layout["least_wagers"].values()) == buy_in["low"],
        "needed": layout["least_wagers"].keys()
        == {wager["id"] for wager in early if wager["needed"]},
        "limits": all(wager["high"] is None or wager["low"] <= wager["high"] for wager in wagers),
        "pays": all(name and pay for wager in wagers for name, pay in wager["pays"]),
        "main": [wager["id"] for wager in wagers if wager["group"] == "main"] == layout["mains"],
        "words": all((layout["print"], layout["rules"], layout["how"][0]["lines"])),
        "clocks": layout["clocks"]["decision_ms"] == 15_000,
    }
    return [name for name, holds in checks.items() if not holds]


def test_a_layout_of_rules_alone_is_that_of_a_table_without_what_makes_it_one() -> None:
    terms = demo_floor()[0]
    layout = setup_layout(terms.setup)
    assert layout["game"] == terms.house.game
    assert "id" not in layout


def test_a_layout_says_the_largest_tip_that_the_house_takes() -> None:
    """2113(4): on every wager that takes tips, or on some."""
    limits = {"tip:main": Limits(max=500)}
    house = House(game="co/buffalo-2", tables={"21-plus-3": "A"}, limits=limits)
    wagers = {wager["id"]: wager for wager in setup_layout(prepare(house))["wagers"]}
    assert (wagers["main"]["tip"], wagers["main"]["tip_high"]) == (True, 500)
    assert (wagers["21-plus-3"]["tip"], wagers["21-plus-3"]["tip_high"]) == (True, None)


def test_what_is_heard_is_as_it_was() -> None:
    """`tools/regenerate.py` writes it again where the difference is meant."""
    assert heard() == PATH.read_text(encoding="utf-8")
