"""`pitboss simulate --count`: what it answers, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run
from tests.rows import every_row

GAME = ("simulate", "reference/blackjack", "-o", "decks=6", "--rounds", "3000", "--seed", "4")
CUT = ("--penetration", "75%")


def test_a_counter_is_described_as_the_contract_says(called: Run, tmp_path: Path) -> None:
    cover = tmp_path / "cover.toml"
    cover.write_text("play_errors = 0.5\nraise_max = 2\n")
    counter = ("--count", "hi-lo", "--spread", "1-8", "--indices", "i18", "--true", "truncate")
    more = ("--decks-seen", "26", "--enter", "0", "--leave", "-3", "--trips", "200:50")
    data = json.loads(called(*GAME, *CUT, *counter, *more, "--cover", str(cover), "--json").stdout)
    assert {"count", "by_count", "by_depth", "bets", "best_ramps", "trips", "side"} <= data.keys()
    assert data["count"]["system"] == "Hi-Lo"
    assert (data["count"]["true"], data["count"]["decks_seen"]) == ("truncate", 26)
    assert len(data["count"]["indices"]) == 18
    assert data["count"]["after_cut"] == 0
    assert list(data["bets"]) == [
        *("ramp", "average", "expectation", "standard_error", "sd", "sd_long_run"),
        *("per_100", "score", "n0", "di"),
    ]
    assert list(data["by_count"][0]) == [
        *("count", "rounds", "frequency", "mean", "standard_error", "variance"),
    ]
    assert sum(row["rounds"] for row in data["by_count"]) == 3000
    assert data["trips"]["trips"] == 15


def test_a_counter_is_drawn_and_the_cube_is_named(called: Run, tmp_path: Path) -> None:
    """A column for every count that is shown, a dot for each with its error, a curve a spread."""
    plot = tmp_path / "counter.svg"
    cube = tmp_path / "cube.parquet"
    files = ("--plot", str(plot), "--cube", str(cube))
    data = json.loads(called(*GAME, *CUT, "--count", "hi-lo", *files, "--json").stdout)
    assert data["cube"] == {"file": str(cube), "rows": data["cube"]["rows"]}
    assert data["cube"]["rows"] > len(data["by_count"])
    assert data["plot"] == str(plot)
    drawing = plot.read_text(encoding="utf-8")
    shown = [row for row in data["by_count"] if row["frequency"] >= 1 / 2000]
    assert drawing.count("<circle") == len(shown) + len(data["by_depth"])
    assert drawing.count("<polyline") == 4
    assert "SCORE by the cut card" in drawing


def test_people_are_told_the_same(called: Run) -> None:
    output = called(*GAME, *CUT, "--count", "ko", "--spread", "1-4").stdout
    assert "A counter in the first seat: KO, running count, no index plays" in output
    assert "Best ramps" in output


@every_row("game", ("co/pai-jack", "co/21-holdem"))
def test_nothing_to_count_is_an_answer(called: Run, game: str) -> None:
    for cut in ((), CUT):
        done = called("simulate", game, "--rounds", "10", "--count", "hi-lo", *cut, "--json")
        assert done.returncode == 0
        assert json.loads(done.stdout)["code"] == "count/not-counted"
        assert json.loads(done.stdout)["counted"] is False


@every_row(
    ("arguments", "code", "words"),
    (
        (("--count", "hi-low", *CUT), "count/unknown-system", "did you mean hi-lo"),
        (("--count", "Z=1", *CUT), "count/tags", "no card"),
        (("--count", "hi-lo"), "option/conflict", "penetration"),
        (("--count", "hi-lo", *CUT, "--spread", "8-1"), "spread/malformed", "from fewer"),
        (("--count", "hi-lo", *CUT, "--true", "up"), "option/invalid", "floor"),
        (("--count", "hi-lo", *CUT, "--decks-seen", "13"), "option/invalid", "26"),
        (("--count", "hi-lo", *CUT, "--indices", "i19"), "option/invalid", "i18"),
        (("--count", "hi-lo", *CUT, "--indices", "0"), "option/invalid", "1 to"),
        (("--count", "hi-lo", *CUT, "--hands", "3@2"), "option/invalid", "2@3"),
        (("--count", "hi-lo", *CUT, "--hands", "2@2", "--seats", "7"), "option/invalid", "seat"),
        (("--count", "hi-lo", *CUT, "--side", "x"), "option/invalid", "WAGER@TC>=2"),
        (("--count", "hi-lo", *CUT, "--side", "x@TC>=1"), "wager/not-offered", "none"),
        (("--count", "hi-lo", *CUT, "--after-cut", "2"), "option/invalid", "0 or 1"),
        (("--count", "hi-lo", *CUT, "--trips", "9"), "option/invalid", "ROUNDS:BANK"),
        (("--count", "hi-lo", *CUT, "--enter", "1", "--leave", "1"), "option/invalid", "lower"),
        (("--count", "hi-lo", *CUT, "--enter", "999"), "option/invalid", "true count is from"),
        (("--count", "ko", *CUT, "--true", "floor"), "count/unbalanced-start", "start it at -24"),
        (("--count", "hi-lo", *CUT, "--side", "x@TC>2"), "option/invalid", "WAGER@TC>=2"),
        (("--count", "hi-lo", *CUT, "--side", "x@TC>=999"), "option/invalid", "true count is"),
        (("--count", "hi-lo", *CUT, "--hands", "2@999"), "option/invalid", "true count is from"),
        (("--count", "suit difference", *CUT, "--indices", "5"), "option/invalid", "no count of"),
        (("--spread", "1-8"), "option/conflict", "give --count"),
        (("--decks-seen", "26"), "option/conflict", "give --count"),
        (("--count", "hi-lo", *CUT, "--plot", "a.gif"), "option/invalid", ".svg or .png"),
        (("--after-cut", "1"), "option/conflict", "give --count"),
    ),
)
def test_what_cannot_be_counted_is_refused(
    called: Run, arguments: tuple[str, ...], code: str, words: str
) -> None:
    done = called(*GAME, *arguments, "--json")
    assert done.returncode == 2
    (problem,) = json.loads(done.stdout)["refused"]["problems"]
    assert problem["code"] == code
    assert words in problem["message"]


def test_everything_wrong_with_a_counter_is_refused_at_once(called: Run) -> None:
    wrong = ("--count", "nope", "--true", "up", "--indices", "i19", "--side", "x", "--side", "y")
    done = called(*GAME, *CUT, *wrong, "--json")
    assert done.returncode == 2
    problems = json.loads(done.stdout)["refused"]["problems"]
    assert [problem["key"] for problem in problems] == ["count", "true", "indices", "side", "side"]


def test_an_index_play_that_is_illegal_is_refused(called: Run, tmp_path: Path) -> None:
    plays = tmp_path / "plays.toml"
    plays.write_text(
        'name = "x"\ntags = {5 = 1, A = -1}\n'
        '[[indices]]\nhand = "16"\nup = "T"\naction = "surrender"\nat = 1\n'
    )
    done = called(*GAME, *CUT, "--count", "hi-lo", "--indices", str(plays), "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["refused"]["problems"][0]["code"] == "count/index-play"
