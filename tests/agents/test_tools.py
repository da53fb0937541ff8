"""The tools for agents, called by the protocol's own client."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.types import TextContent, Tool

import pitboss
from pitboss.agents.server import make_server
from pitboss.agents.tools import ROUNDS_MAX
from tests.docs.program import run_here
from tests.rows import every_row

SPANISH: dict[str, Any] = {"game": "wa/spanish-21", "options": {"decks": 6, "soft17": "hit"}}
TOOLS = ["games", "show", "check", "odds", "solve", "advise", "simulate", "design", "replay"]


def ask(tool: str, folders: tuple[Path, ...] = (), **values: Any) -> Any:  # noqa: ANN401 - JSON
    """Call a tool; return its data, or the sentence of its refusal."""

    async def call() -> Any:  # noqa: ANN401 - JSON
        async with Client(make_server(folders)) as client:
            answer = await client.call_tool(tool, values)
            if answer.is_error:
                (said,) = answer.content
                assert isinstance(said, TextContent)
                return said.text
            data = answer.structured_content
            return data["result"] if set(data) == {"result"} else data

    return asyncio.run(call())


def test_every_tool_says_what_it_takes_and_what_it_answers() -> None:
    async def read() -> list[Tool]:
        async with Client(make_server()) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in asyncio.run(read())}
    assert [*tools] == [*TOOLS, "explain"]
    for tool in tools.values():
        assert tool.description
        assert tool.input_schema["type"] == "object"
        assert tool.output_schema is not None
        assert tool.output_schema["properties"]


def test_tools_answer_as_the_library_does() -> None:
    table = pitboss.table(SPANISH["game"], options=SPANISH["options"])
    (line,) = ask("odds", **SPANISH, wager="match-up")
    assert (line["edge"], line["edge_float"]) == ("114/3731", 114 / 3731)
    assert line["rows"][0]["probability"] == "36/287"
    assert ask("solve", **SPANISH)["house_edge"] == table.solve().house_edge
    values = ask("advise", **SPANISH, hand="6h 7h", up="2s")
    advice = table.advise("6h 7h", up="2s")
    assert values["best"] == advice.best.action
    assert [(it["action"], it["value"]) for it in values["choices"]] == [
        (it.action, it.value) for it in advice
    ]
    run = ask("simulate", game="reference/blackjack", rounds=20_000, seed=7)
    again = pitboss.simulate("reference/blackjack", rounds=20_000, seed=7)
    assert (run["digest"], run["house_edge"]) == (again.digest, again.house_edge.mean)
    games = ask("games")
    assert [game["id"] for game in games] == [game.id for game in pitboss.games()]
    assert ask("show", game="co/pai-jack")["title"] == pitboss.game("co/pai-jack").title
    found = ask("design", game="co/21-plus-3", wager="21-plus-3", edge="3%..4%", count=1)
    (best,) = found["tables"]
    assert 0.03 <= best["edge_float"] <= 0.04
    assert "[[tables.rows]]" in best["toml"]
    (clause,) = ask("explain", game="wa/spanish-21", clause="W16")
    assert clause["id"] == "W16"


def test_the_example_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "guides" / "agents.md").read_text("utf-8")
    program = dedent(page.partition("runs it:\n\n")[2].partition("\n\n## ")[0])
    exec(compile(program, "agents.md", "exec"), {})  # noqa: S102 - the page's own program
    assert capsys.readouterr().out.strip() == program.rpartition("# ")[2].strip()


def test_a_round_is_settled_to_the_cent() -> None:
    record = {
        "game": "ilani/spanish-21",
        "seats": [{"seat": 1, "wagers": {"main": 1000}}],
        "cards": "Kh 9s Qd 8c",
        "decisions": [{"seat": 1, "action": "stand"}],
    }
    played = ask("replay", record=record)
    assert (played["net_cents"], played["difference"]) == ({"1": 1000}, None)
    assert played["settlement"][0]["outcome"] == "win"
    assert "[record/cards-missing]" in ask("replay", record=record | {"cards": "Kh 9s Qd"})
    verdict = ask("check", house={"game": "wa/spanish-21", "options": {"decks": 7}})
    assert not verdict["allowed"]
    assert {"option/invalid"} <= {problem["code"] for problem in verdict["problems"]}


@every_row(
    ("tool", "values", "words"),
    [
        ("odds", {"game": "xx/none"}, "game/unknown"),
        ("odds", {}, "name a game"),
        ("advise", {"game": "wa/spanish-21", "hand": "Zz"}, "Zz"),
        ("simulate", {"game": "reference/blackjack", "rounds": ROUNDS_MAX + 1}, "rounds"),
        ("simulate", {"game": "reference/blackjack", "rounds": 10, "seed": -1}, "seed"),
        ("design", {"game": "co/21-plus-3", "wager": "21-plus-3", "edge": "x"}, "is no range"),
        ("replay", {}, "either record or file"),
        ("explain", {"game": "co/trilux", "clause": "no such"}, "clause/unknown"),
        ("solve", {"house": "/etc/passwd"}, "none was given"),
    ],
)
def test_a_wrong_question_is_one_sentence(tool: str, values: dict[str, Any], words: str) -> None:
    answer = ask(tool, **values)
    assert isinstance(answer, str)
    assert words in answer
    assert "Traceback" not in answer


def test_files_are_read_below_the_folders_alone(tmp_path: Path) -> None:
    inside = tmp_path / "houses"
    outside = tmp_path / "secret.toml"
    inside.mkdir()
    house = 'game = "reference/blackjack"\n[options]\ndecks = 2\n'
    outside.write_text(house, encoding="utf-8")
    (inside / "two.toml").write_text(house, encoding="utf-8")
    (inside / "link.toml").symlink_to(outside)
    two = pitboss.table("reference/blackjack", decks=2).solve().house_edge
    assert ask("solve", (inside,), house="two.toml")["house_edge"] == two
    for name in ("../secret.toml", str(outside), "link.toml", "missing.toml"):
        assert "there is no file" in ask("solve", (inside,), house=name)


def test_the_command_talks_over_standard_input_and_output(tmp_path: Path) -> None:
    """A conversation with the real process, kept as the pages show it."""
    words = ["-m", "pitboss", "mcp", "--folder", str(tmp_path)]
    server = StdioServerParameters(command=sys.executable, args=words)

    async def talk() -> tuple[list[str], object]:
        async with Client(stdio_client(server)) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            answer = await client.call_tool("odds", {**SPANISH, "wager": "match-up"})
            return tools, answer.structured_content

    tools, answer = asyncio.run(talk())
    assert tools == [*TOOLS, "explain"]
    assert json.dumps(answer).count("114/3731") == 1


def test_the_command_refuses_folders_that_are_not_there(tmp_path: Path) -> None:
    output, code = run_here(["mcp", "--folder", str(tmp_path / "none")], tmp_path, "", {})
    assert code == 2
    assert "there is no folder" in output
