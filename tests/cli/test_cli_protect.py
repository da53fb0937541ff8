"""`pitboss protect`: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_a_table_is_printed_and_written(called: Run, tmp_path: Path) -> None:
    done = called("protect", "co/pai-jack", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["game"], data["main"]) == (0, "co/pai-jack", [])
    assert data["wagers"][0].keys() >= {"per_100", "per_hour", "perfect", "class", "edge"}
    assert data["players"] == []
    for ending, begins in ((".md", "# Protection"), (".html", "<!DOCTYPE"), (".csv", "")):
        out = tmp_path / f"page{ending}"
        assert called("protect", "co/pai-jack", "--out", str(out)).returncode == 0
        assert out.read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ((), ["command/usage"]),
        (("co/pai-jack", "--min", "x", "--max", "-1"), ["option/invalid"] * 2),
        (("co/pai-jack", "--min", "10", "--max", "5"), ["option/invalid"]),
        (("co/pai-jack", "--min", "0", "--rounds", "0"), ["option/invalid"] * 2),
        (("co/pai-jack", "--max", "0", "--rounds", "1e18"), ["option/invalid"] * 2),
        (("co/pai-jack", "--penetration", "75%,x", "--rounds", "y"), ["option/invalid"] * 2),
        (("co/pai-jack", "--penetration", "2%,99%"), ["option/invalid"] * 2),
        (
            ("co/pai-jack", "--player", "ann", "--out", "a.gif"),
            ["option/invalid", "option/conflict"],
        ),
        (("co/pai-jack", "--records", "no-such.jsonl"), ["file/missing"]),
        (("co/pai-jack", "--records", "pyproject.toml"), ["record/malformed"]),
        (("no-game",), ["game/unknown"]),
        (
            ("reference/blackjack", "-o", "decks=101", "--out", "a.gif", "--rounds", "y"),
            ["option/invalid"] * 3,
        ),
        (("co/pai-jack", "--rounds", "y", "--rounds-an-hour", "0"), ["option/invalid"] * 2),
    ],
)
def test_what_cannot_be_protected_is_refused_all_at_once(
    called: Run, arguments: tuple[str, ...], codes: list[str]
) -> None:
    done = called("protect", *arguments, "--json")
    assert done.returncode == 2
    refused = json.loads(done.stdout)["refused"]
    assert [problem["code"] for problem in refused["problems"]] == codes
