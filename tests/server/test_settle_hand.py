"""A hand of a physical table settled in the browser's way: lines in, each seat's result out."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.rulebook.ready import ready_tables
from tests.keyed_hands import SEATS, keys, played
from tests.rows import every_row
from tests.server.asgi import Client, Clock, run_with
from tests.server.player import FREE

GAMES = sorted(ready_tables())
EXAMPLES = Path(__file__).parents[2] / "examples"
WHOLE_S = 30
"""The time that a supervisor has for seven seats, from the first key to the result."""


async def settle(client: Client, lines: Sequence[str], **table: str) -> dict[str, Any]:
    body = {"game": "wa/spanish-21", "lines": [*lines], **table}
    shown: dict[str, Any] = (await client.post("/api/1/lab/settle", body)).data
    return shown


@every_row("game", GAMES)
def test_seven_seats_of_every_game_equal_replay(game: str, tmp_path: Path) -> None:
    """A scripted person keys line after line, as the page sends them; each answer asks the next."""
    setup = prepare(ready_tables()[game].house)
    round_ = played(setup, random.Random(f"seven/{game}"), is_full=True)
    assert len(round_.state.seats) == min(SEATS, setup.configured.game.seats_max or SEATS)
    lines = keys(round_)

    async def keyed(client: Client, _: Clock) -> None:
        began = time.perf_counter()
        shown: dict[str, Any] = {}
        for number in range(len(lines)):
            shown = await settle(client, lines[: number + 1], game=game)
            assert "code" not in shown, (lines[number], shown)
            assert (shown["due"]["kind"] == "over") == (number == len(lines) - 1)
        took_s = time.perf_counter() - began
        nets = {seat["seat"]: seat["net"] for seat in shown["settled"]}
        assert nets == round_.state.net()
        again = replay(shown["record"]).complete_record()
        assert {int(seat): net for seat, net in again["net"].items()} == nets
        for seat in shown["settled"]:
            assert sum(line["net"] for line in seat["wagers"]) >= seat["net"]
            assert seat["say"].endswith(".")
        assert took_s < WHOLE_S / 3, "most of the time is the person's"

    run_with(tmp_path, keyed, rates=FREE)


def test_a_house_file_is_the_table_and_a_refused_line_is_named(tmp_path: Path) -> None:
    toml = (EXAMPLES / "wa-spanish-21.toml").read_text()

    async def steps(client: Client, _: Clock) -> None:
        hand = ["1 25", "2 35 match-up 5", "deal", "1: 7h 7s", "2: As Kd", "d: 7c Jh", "b: 9s 8h"]
        shown = await settle(client, hand, toml=toml)
        assert shown["due"]["kind"] == "decision"
        assert shown["due"]["seat"] == 2, shown["due"]
        over = await settle(client, [*hand, "take", "hit", "7d"], toml=toml)
        first, second = over["settled"]
        assert second["net"] == 4750
        assert {line["clause"] for line in second["wagers"]} >= {"DP2"}
        assert "GR11" in {line["clause"] for line in first["wagers"]}
        assert over["record"]["net"]["2"] == 4750
        refused = await settle(client, [*hand, "take", "9x"], toml=toml)
        assert refused["code"] == "command/unknown", refused
        assert "line 9" in refused["message"]
        assert (await settle(client, [*hand, "take"], toml=toml))["due"]["seat"] == 1
        broken = await settle(client, hand, toml="game = [")
        assert broken["code"] == "house/malformed", broken

    run_with(tmp_path, steps, rates=FREE)


@pytest.mark.parametrize("line", ["hello", "1 1000000", "99-1 5", "1 25 nothing 5", ""])
def test_a_line_that_says_nothing_is_refused_in_one_sentence(line: str, tmp_path: Path) -> None:
    async def steps(client: Client, _: Clock) -> None:
        refused = await settle(client, ["1 25", line])
        assert refused["message"].startswith("line 2: "), refused
        assert "\n" not in refused["message"]

    run_with(tmp_path, steps, rates=FREE)
