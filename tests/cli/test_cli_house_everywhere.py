"""A house file in every command: its cut card and its amounts count, and it is named in one way."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.main import parser
from tests.cli.conftest import Run

HOUSE = """
game = "wa/spanish-21"
[options]
decks = 6
soft17 = "hit"
[tables]
match-up = "2"
jackpot-1 = "3c-5"
[jackpots.jackpot-1]
scheme = "progressive"
wager = "$5"
contribution = "21%"
seed = "5000.00"
[limits.main]
min = "$5"
max = "$300"
[shoe]
burn = 3
cut = 144
"""
HALF = "cut card 3 decks from the end: 50.0% of 6 decks (by the house)"


@pytest.fixture
def house(tmp_path: Path) -> str:
    file = tmp_path / "half.toml"
    file.write_text(HOUSE, encoding="utf-8")
    return str(file)


def answer(called: Run, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
    done = called(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_simulation_deals_to_the_cut_card_of_the_house_and_says_so(
    called: Run, house: str
) -> None:
    done = called("simulate", "--house", house, "--rounds", "500")
    assert f"dealt: {HALF}" in done.stderr
    assert "3 burned, cut card at 144 of 288 cards" in done.stdout
    asked = answer(called, "simulate", house, "--rounds", "500", "--penetration", "50%")
    run = answer(called, "simulate", house, "--rounds", "500")
    assert (run["fresh"], run["burn"], run["cut"]) == (False, 3, 144)
    assert run["digest"] == asked["digest"]
    counted = answer(called, "simulate", house, "--rounds", "500", "--count", "hi-lo")
    assert counted["cut"] == 144


def test_what_is_asked_for_goes_before_the_house(called: Run, house: str) -> None:
    deeper = answer(called, "simulate", house, "--rounds", "500", "--penetration", "75%")
    fresh = answer(called, "simulate", house, "--rounds", "500", "--fresh")
    assert (deeper["cut"], fresh["cut"], fresh["fresh"]) == (216, None, True)
    both = called("simulate", house, "--rounds", "500", "--fresh", "--penetration", "75%")
    assert (both.returncode, both.stderr.count("[option/conflict]")) == (2, 1)


def test_without_a_stated_cut_card_every_round_has_a_fresh_shoe(called: Run) -> None:
    bare = ("simulate", "wa/spanish-21", "-o", "decks=6", "-o", "soft17=hit", "--rounds", "500")
    assert answer(called, *bare)["fresh"] is True
    assert answer(called, *bare, "-o", "shoe.cut=96")["cut"] == 192


def test_count_and_protect_use_the_cut_card_of_the_house(called: Run, house: str) -> None:
    found = answer(called, "count", "--house", house, "--wager", "match-up")
    assert found["linear_gain"]["cut"] == 144
    assert f"dealt: {HALF}" in called("count", house, "--wager", "match-up").stderr
    quick = ("--rounds", "20000")
    assert answer(called, "protect", house, *quick)["terms"]["penetrations"] == [0.5]
    assert (
        "Cut card 3 decks from the end: 50.0% of 6 decks" in called("protect", house, *quick).stdout
    )


def test_no_command_has_another_usual_depth(called: Run) -> None:
    table = ("wa/spanish-21", "-o", "decks=8", "-o", "soft17=hit")
    counted = answer(called, "count", *table, "--wager", "match-up")["linear_gain"]["cut"]
    protected = answer(called, "protect", *table, "--rounds", "20000")["terms"]["penetrations"]
    assert (counted, protected) == (336, [0.875])


def test_the_report_says_how_the_shoe_is_dealt(called: Run, house: str, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    assert called("report", house, "--out", str(out)).returncode == 0
    assert f"3 cards burned after a shuffle; {HALF}" in out.read_text(encoding="utf-8")


def test_odds_are_those_of_the_houses_amounts_and_meters(called: Run, house: str) -> None:
    (jackpot,) = answer(called, "odds", "--house", house, "--wager", "jackpot-1")
    bare = ("-o", "decks=6", "-o", "contribution=21%", "-o", "seed=5000", "-o", "wager=5")
    (same,) = answer(
        called, "odds", "wa/spanish-21", "--wager", "jackpot-1", "--table", "3c-5", *bare
    )[:1]
    assert jackpot["progressive"] == same["progressive"]
    text = called("odds", house, "--wager", "jackpot-1").stdout
    assert "9.941" in text
    assert "for $5" in text
    assert {item["wager"] for item in answer(called, "odds", house)} == {
        "insurance",
        "match-up",
        "jackpot-1",
    }


def test_a_risk_is_that_of_the_houses_main_game(called: Run, house: str) -> None:
    solved = answer(called, "solve", "--house", house)
    risk = answer(called, "risk", "--house", house, "--bank", "200", "--rounds", "500")
    assert risk["inputs"]["ev"] == -solved["house_edge"]
    refused = called("risk", "--house", house, "--ev", "1", "--bank", "200")
    assert (refused.returncode, "[option/conflict]" in refused.stderr) == (2, True)


WALK: dict[str, tuple[str, ...]] = {
    "advise": ("--hand", "6h 7h", "--up", "2s"),
    "agree": ("--edge", "0.78%", "--error", "0.01%"),
    "compare": ("wa/spanish-21",),
    "count": ("--wager", "match-up", "--json"),
    "dataset": ("--rounds", "5", "--out", "OUT.parquet"),
    "design": ("--wager", "match-up", "--edge", "3%..4%", "--count", "1"),
    "odds": ("--wager", "match-up"),
    "play": ("--plain", "--fresh", "--seed", "3"),
    "print": ("--what", "posting", "--out", "OUT.html"),
    "protect": ("--rounds", "20000", "--json"),
    "report": ("--out", "OUT.html"),
    "settle": (),
    "simulate": ("--rounds", "500", "--json"),
    "solve": (),
    "submit": ("--to", "nv", "--out", "OUT"),
    "train": ("--count", "0", "--plain"),
}
"""Every command that takes a house in the place of a game, with what else it needs here."""
BY_OPTION_ALONE = {"risk", "serve"}
"""They name no game: what they take in its place is something else, or nothing."""
OF_A_GAME = {"new", "show"}
"""They are about a game and its choices, and no house has made any yet."""


def test_every_command_about_a_table_takes_a_house_file() -> None:
    walked = set()
    for name, command in parser().commands.items():
        taken = {param.name for param in command.params}
        if "house" in taken:
            walked.add(name)
        elif "game" in taken:
            assert name in OF_A_GAME | {"find"}, f"{name} takes a game and no house"
    assert walked == {*WALK} | BY_OPTION_ALONE


@pytest.mark.parametrize("command", WALK)
def test_a_house_file_stands_in_the_place_of_a_game_or_behind_an_option(
    called: Run, house: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = []
    for number, named in enumerate(((house,), ("--house", house))):
        more = [word.replace("OUT", str(tmp_path / str(number))) for word in WALK[command]]
        more = [*named, *more] if command != "compare" else [*more, *named]
        monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
        done = called(command, *more)
        assert "[command/usage]" not in done.stderr
        assert "Traceback" not in done.stderr
        text = done.stdout.replace(str(tmp_path / str(number)), "OUT")
        made.append((done.returncode, TIMED.sub("", text)))
    assert made[0] == made[1]
    assert made[0][1] or made[0][0] != 0


TIMED = re.compile(r'"[a-z_]*(seconds|per_second|software|commit|started)[a-z_]*": [^\n]*\n')


def test_sheets_are_printed_of_either(called: Run, house: str, tmp_path: Path) -> None:
    for number, named in enumerate(((house,), ("--house", house))):
        out = tmp_path / f"{number}.html"
        done = called("print", *named, "--what", "procedure", "--out", str(out))
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "0.html").read_bytes() == (tmp_path / "1.html").read_bytes()
    two = called("print", house, "--house", house, "--out", str(tmp_path / "2.html"))
    assert (two.returncode, "[option/conflict]" in two.stderr) == (2, True)


@pytest.mark.parametrize("command", ["simulate", "count", "advise", "protect", "print"])
def test_a_command_without_game_and_house_says_what_to_name(
    called: Run, command: str, tmp_path: Path
) -> None:
    more = {
        "simulate": ("--rounds", "10"),
        "advise": ("--hand", "6h 7h", "--up", "2s"),
        "print": ("--out", str(tmp_path / "a.html")),
    }
    done = called(command, *more.get(command, ()))
    assert done.returncode == 2
    assert "house" in done.stderr
    assert "[command/usage]" in done.stderr


def test_the_help_of_a_report_shows_no_default_for_its_file(called: Run) -> None:
    assert "[default: .]" not in called("report", "--help").stdout
