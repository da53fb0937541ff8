"""*The same on the command line*: the command of each page of the lab prints the page's figures.

Every page is asked over HTTP, as the browser asks it, and the words of its command are run as they
are shown.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import main as run_command
from pitboss.server.lab.game.wire import LabHandValues
from pitboss.server.lab.results import (
    LabIndexPlays,
    LabPriced,
    LabProtected,
    LabSimulated,
    LabSolution,
)
from tests.server.asgi import Client, Clock, run_with
from tests.server.lab_answers import holds
from tests.server.player import FREE

Json = dict[str, Any]
Printed = Callable[..., Any]
RULES = ("decks=6", "soft17=hit", "redouble=true", "max=$300")
SPANISH = "/api/1/lab/games/wa/spanish-21?" + "&".join(f"option={rule}" for rule in RULES)


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Printed:
    """Return a function that runs a command and reads the JSON that it prints."""

    def run(*words: str) -> Any:  # noqa: ANN401 - JSON
        monkeypatch.setattr("sys.argv", ["pitboss", *words, "--json"])
        with suppress(SystemExit):
            run_command()
        output = capsys.readouterr()
        assert output.out, output.err
        return json.loads(output.out)

    return run


def asked(tmp_path: Path, *questions: tuple[str, Json | None]) -> list[Json]:
    """Ask pages and jobs of the lab, each until it is answered."""
    answers: list[Json] = []

    async def steps(client: Client, clock: Clock) -> None:
        del clock
        for path, body in questions:
            answers.append(await one(client, path, body))

    run_with(tmp_path, steps, rates=FREE)
    return answers


async def one(client: Client, path: str, body: Json | None) -> Json:
    answer = await (client.get(path) if body is None else client.post(path, body))
    while answer.status == 202 and path.endswith("/hand"):
        answer = await client.post(path, body)
    data: Json = answer.data
    assert answer.status < 300, data
    while data.get("state") in ("queued", "running"):
        await asyncio.sleep(0.1)
        data = (await client.get(f"/api/1/lab/jobs/{data['id']}")).data
    assert data.get("state") != "failed", data["problems"]
    result: Json = data["result"] if "state" in data else data
    return result


def job(kind: str, **terms: Any) -> tuple[str, Json]:  # noqa: ANN401 - JSON
    table = {"game": "wa/spanish-21", "option": [*RULES]}
    return "/api/1/lab/jobs", {"kind": kind, **table, "terms": terms}


def test_a_games_edge_is_that_of_its_command_for_any_wager(
    tmp_path: Path, printed: Printed
) -> None:
    """At $300 each double adds at most $300: another edge, and another play."""
    wagers = ("", "25", "300")
    pages = asked(tmp_path, *((f"{SPANISH}&wager={wager}", None) for wager in wagers))
    solved = asked(tmp_path, *(job("game", wager=wager) for wager in wagers))
    edges = []
    for page, found in zip(pages, solved, strict=True):
        shown = page["solution"] or found
        record = printed(*page["command"])
        assert page["by_wager"]
        assert shown["edge"] == record["house_edge"]
        assert shown["deviation"] == record["standard_deviation"]
        bonus = found.get("house_edge_with_super_bonus")
        assert bonus == (record["house_edge_with_super_bonus"] if page["command"][-2] == "--wager"
                         else None)  # fmt: skip
        edges.append(f"{record['house_edge']:.4%}")
    assert edges == ["0.4168%", "0.4168%", "0.3925%"]
    assert f"{solved[1]['house_edge_with_super_bonus']:.4%}" == "0.3889%"


def test_a_wager_beyond_the_limits_is_a_problem_of_the_page(tmp_path: Path) -> None:
    large, wrong = asked(tmp_path, (f"{SPANISH}&wager=301", None), (f"{SPANISH}&wager=much", None))
    (problem,) = large["problems"]
    assert (problem["code"], problem["key"]) == ("wager/off-limits", "wager")
    assert [one["code"] for one in wrong["problems"]] == ["option/invalid"]
    assert large["solution"] is wrong["solution"] is None


def test_the_command_of_every_game_solves_the_game_of_the_page(
    tmp_path: Path, printed: Printed
) -> None:
    for game in ("co/pai-jack", "co/free-bet"):
        (page,) = asked(tmp_path, (f"/api/1/lab/games/{game}", None))
        record = printed(*page["command"])
        assert page["solution"]["edge"] == pytest.approx(float(record["house_edge"]), abs=1e-15)


@pytest.mark.parametrize(
    "hand",
    [
        {"hand": "6h 5c 2d", "up": "2s", "doubled": 1, "wager": "300"},
        {"hand": "6h 5c", "up": "2s", "gone": "5s 5h", "after_split": True},
    ],
)
def test_a_hand_has_the_values_of_its_command(tmp_path: Path, printed: Printed, hand: Json) -> None:
    body = {"game": "wa/spanish-21", "option": [*RULES], **hand}
    (answer,) = asked(tmp_path, ("/api/1/lab/hand", body))
    assert answer["actions"] == printed(*answer["command"])["actions"]
    holds(LabHandValues, answer)


def test_pay_tables_have_the_odds_of_their_commands(tmp_path: Path, printed: Printed) -> None:
    """The jackpot is that of a house whose wager is $5, seeded with $5,000: 9.94%."""
    house = {"stake": "5", "seed": "5000", "meter": "30000", "contribution": "21%"}
    tables: list[Mapping[str, Any]] = [
        {"game": "wa/spanish-21", "wager": "jackpot-1", "table": "3c-5", "decks": 6, **house},
        {"game": "wa/spanish-21", "wager": "match-up", "table": "2", "decks": 6},
    ]
    (answer,) = asked(tmp_path, ("/api/1/lab/jobs", {"kind": "odds", "terms": {"tables": tables}}))
    holds(LabPriced, answer)
    for shown, command in zip(answer["tables"], answer["commands"], strict=True):
        assert shown in printed(*command)
    fed = answer["tables"][0]["progressive"]
    assert (fed["wager"], f"{_value(fed['long_run_edge']):.2%}") == (500, "9.94%")
    assert f"{_value(fed['break_even_meter']):,.0f}" == "54,345"


def _value(fraction: str) -> float:
    above, _, below = fraction.partition("/")
    return int(above) / int(below or 1)


def test_a_simulation_has_the_counts_of_its_command(tmp_path: Path, printed: Printed) -> None:
    terms = {"rounds": 20_000, "seed": 3, "seats": 2, "strategy": "chart", "penetration": 0.5}
    (answer,) = asked(tmp_path, job("simulate", **terms))
    holds(LabSimulated, answer)
    record = printed(*answer["command"])
    assert record["digest"] == answer["simulation"]["digest"]
    assert record["house_edge"] == answer["simulation"]["house_edge"]


def test_a_protection_has_the_figures_of_its_command(tmp_path: Path, printed: Printed) -> None:
    terms = {"low": 1_000, "high": 20_000, "rounds": 10_000}
    (answer,) = asked(tmp_path, job("protect", **terms))
    assert answer["protection"] == printed(*answer["command"])
    holds(LabProtected, answer)


def test_index_plays_are_those_of_the_command(tmp_path: Path, printed: Printed) -> None:
    path = "/api/1/lab/games/reference/blackjack"
    (page,) = asked(tmp_path, (path, None))
    holds(LabSolution, page["solution"])
    plays = page["solution"]["plays"]
    holds(LabIndexPlays, plays)
    record = printed(*page["count_command"], "--system", plays["system"], "--indices", "all")
    wanted = [*_named(record["indices"])]
    assert [*_named(plays["plays"])] == wanted[: len(plays["plays"])]


def _named(plays: list[Json]) -> Iterator[tuple[str, str, str]]:
    for play in plays:
        yield play["hand"], play["up"], play["action"]
