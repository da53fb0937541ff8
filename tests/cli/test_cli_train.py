"""`pitboss train` as a person and a script call it, and everything it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Done, Run

FREE = ("co/free-bet", "--seed", "a", "--count", "6")
STANDING = "s\n" * 6


@pytest.fixture
def train(called: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return `train("co/free-bet", typed="s")`: training with the score in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run(*arguments: str, typed: str = STANDING) -> Done:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        return called("train", *arguments)

    return run


def score_at(path: Path) -> dict[str, Any]:
    (table,) = json.loads(path.read_text(encoding="utf-8"))["tables"].values()
    score: dict[str, Any] = table
    return score


def test_a_scripted_session_is_asked_judged_and_summed_up(train: Run, tmp_path: Path) -> None:
    done = train(*FREE)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split("  ")[0] for line in lines if " of 6  " in line] == [
        f"{number} of 6" for number in range(1, 7)
    ]
    verdicts = [line for line in lines if line.startswith(("Right", "Wrong"))]
    assert len(verdicts) == 6
    wrong = sum(line.startswith("Wrong: cost ") for line in verdicts)
    assert 0 < wrong < 6
    assert f"6 decisions, {6 - wrong} right" in done.stdout
    file = tmp_path / "pitboss" / "training.json"
    assert lines[-1] == f"The score is kept in {file}"
    assert score_at(file)["sessions"][0]["wrong"] == wrong
    assert max(map(len, lines[:-1])) <= 80


def test_the_same_seed_and_score_make_the_same_session(train: Run, tmp_path: Path) -> None:
    outputs = []
    for name in ("one", "two"):
        file = tmp_path / name
        both = [train(*FREE, "--score", str(file)).stdout for _ in range(2)]
        outputs.append([output.replace(str(file), "") for output in both])
        assert both[0] != both[1]
    assert outputs[0] == outputs[1]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_json_is_the_score_alone_and_the_questions_are_elsewhere(
    train: Run, tmp_path: Path
) -> None:
    file = tmp_path / "score.json"
    first = json.loads(train(*FREE, "--json", "--score", str(file)).stdout)
    counted = {key: first["total"][key] for key in ("asked", "wrong", "loss")}
    assert first["session"] == counted | {"best_streak": first["session"]["best_streak"]}
    assert all(" against " in missed["words"] for missed in first["missed"])
    assert (first["theme"], first["lesson"][0]) == ("all", "What to learn from it:")
    done = train(*FREE, "--json", "--score", str(file), typed="s\ns\nquit\n")
    data = json.loads(done.stdout)
    assert (data["game"], data["file"]) == ("co/free-bet", str(file))
    assert (data["session"]["asked"], data["total"]["asked"]) == (2, 8)
    assert data["total"]["sessions"] == 2
    assert data["total"]["loss"] == pytest.approx(first["total"]["loss"] + data["session"]["loss"])
    assert data["total"]["owed"] == sum(decision["owed"] > 0 for decision in data["missed"])
    assert "1 of 6" in done.stderr
    assert score_at(file)["sessions"][1]["asked"] == 2


def test_what_is_no_answer_is_refused_and_asked_again(train: Run) -> None:
    done = train(*FREE, typed="dance\nhelp\nstand 5\nrescue\nquit\n")
    codes = [line.rpartition("[")[2] for line in done.stdout.splitlines() if "refused" in line]
    assert codes == ["command/unknown]", "action/amount]", "action/illegal]"]
    assert "No decision was answered." in done.stdout
    assert done.stdout.count("1 of 6") == 1


def test_the_end_of_the_input_keeps_what_was_answered(train: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    done = train(*FREE, "--score", str(file), typed="s\n")
    assert done.returncode == 0
    assert score_at(file)["sessions"][0]["asked"] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.json"]


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        (("no/game",), ["game/unknown"]),
        (("co/free-bet", "--count", "0"), ["option/invalid"]),
        (("co/free-bet", "--count", "x"), ["command/usage"]),
        (("wa/spanish-21", "-o", "decks=3", "--count", "0"), ["option/invalid", "option/invalid"]),
        (("co/free-bet", "--score", "."), ["file/unwritable"]),
        (("co/free-bet", "--score", "nowhere/x.json"), ["file/unwritable"]),
        (("co/free-bet", "--score", "README.md"), ["score/malformed"]),
    ],
)
def test_what_cannot_be_trained_is_refused_with_all_its_reasons(
    arguments: tuple[str, ...], codes: list[str], train: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    monkeypatch.chdir(root)
    before = (root / "README.md").read_bytes()
    done = train(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert [line.rpartition("[")[2].rstrip("]") for line in done.stderr.splitlines()] == codes
    assert (root / "README.md").read_bytes() == before


def test_a_refusal_is_json_too(train: Run) -> None:
    done = train("co/free-bet", "--count", "0", "--json")
    assert json.loads(done.stdout)["refused"]["code"] == "option/invalid"
    assert done.returncode == 2


# -- games that are more than one blackjack hand --------------------------------------------------

ANYTHING = "fold\nset 2c 3c\nstand\nsurrender\nsplit\n"
"""Answers of which the first that fits is taken, and the others are refused."""


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", ["21-holdem", "3-card-21", "deuces-wild-xtreme"])
def test_every_other_game_is_trained_line_by_line_and_as_json(
    game: str, train: Run, tmp_path: Path
) -> None:
    file = tmp_path / "score.json"
    arguments = (f"co/{game}", "--seed", "b", "--count", "5")
    plain = train(*arguments, "--score", str(file), typed=ANYTHING * 9)
    assert plain.returncode == 0
    lines = [line for line in plain.stdout.splitlines() if line.startswith(("Right", "Wrong"))]
    assert len(lines) == 5
    assert "a tip" not in plain.stdout
    data = json.loads(train(*arguments, "--json", "--score", str(file), typed=ANYTHING * 9).stdout)
    assert (data["total"]["sessions"], data["total"]["asked"]) == (2, 10)
    assert data["total"]["owed"] == sum(decision["owed"] > 0 for decision in data["missed"])


def test_poker_is_trained_after_blackjack_unless_the_house_names_its_tables(train: Run) -> None:
    holdem = ("co/21-holdem", "--seed", "c", "--count", "12")
    done = train(*holdem, typed="fold\nstand\n" * 30)
    assert done.stderr.endswith("table.poker=poker\n")
    assert "in common" in done.stdout
    assert "bet ($10.00), fold" in done.stdout


def test_the_low_hand_of_pai_jack_is_named_and_every_setting_valued(
    train: Run, tmp_path: Path
) -> None:
    arguments = ("co/pai-jack", "--seed", "a", "--count", "1")
    cards = _named_cards(train(*arguments, typed="").stdout)
    one, two = cards[:2]
    wrong = f"set\nset house-way\nset 1 2\n{one}\nset {one} {one}\nhit\n"
    done = train(*arguments, typed=f"{wrong}help\nset {one} {two}\n")
    codes = [line.rpartition("[")[2] for line in done.stdout.splitlines() if "refused" in line]
    assert codes == [
        *["action/setting]"] * 2,
        "record/card-unknown]",
        *["action/setting]"] * 3,
    ]
    assert "names the low hand" in done.stdout
    lines = done.stdout.splitlines()
    verdict = next(i for i, line in enumerate(lines) if line.startswith(("Right", "Wrong")))
    rows = [line for line in lines[verdict + 1 :] if line.startswith("  set ")]
    assert len(rows) > 1
    assert rows[0].endswith("the best")
    alone = train(*arguments, "--score", str(tmp_path / "other.json"), typed=f"{one} {two}\n")
    assert rows == [line for line in alone.stdout.splitlines() if line.startswith("  set ")]


def _named_cards(text: str) -> list[str]:
    """Read the five cards of "set two of 3♣ 8♥ ... as the low hand" as a player types them."""
    cards = text.partition("set two of ")[2].partition(" as the low hand")[0]
    return cards.translate(str.maketrans("♠♥♦♣", "shdc")).replace("10", "T").split()


def test_a_counting_drill_is_asked_judged_kept_and_summed_up(train: Run, tmp_path: Path) -> None:
    file = tmp_path / "score.json"
    arguments = ("co/free-bet", "--theme", "countdown", "--seed", "a", "--score", str(file))
    done = train(*arguments, "--count", "2", typed="500\nnone\n-500\n")
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert "  The running count?" in lines
    assert "refused: 'none' is no count" in done.stdout
    assert "2 answers, 0 right (0.0%)" in done.stdout
    assert max(map(len, lines[:-1])) <= 80
    done = train(
        *arguments[:2], "true-count", *arguments[3:], "--system", "zen", "--json", typed="500\n"
    )
    record = json.loads(done.stdout)
    assert (record["theme"], record["system"], record["session"]["wrong"]) == (
        "true-count",
        "Zen",
        1,
    )
    assert record["session"]["off"] > 0
    kept = json.loads(file.read_text(encoding="utf-8"))["counts"]
    assert [(drill["theme"], len(drill["sessions"])) for drill in kept.values()] == [
        ("countdown", 1),
        ("true-count", 1),
    ]


def test_counting_drills_refuse_every_problem_at_once(train: Run, tmp_path: Path) -> None:
    file = ("--score", str(tmp_path / "score.json"))
    wrong = ("--pace", "-1", "--group", "9", "--stop", "0", "--decks-seen", "26")
    countdown = ("--theme", "countdown")
    done = train("co/free-bet", *countdown, "--system", "hi-low", *wrong, *file)
    assert done.returncode == 2
    for key in ("--pace", "--group", "--stop", "--decks-seen", "--system"):
        assert key in done.stderr, key
    other = train("co/free-bet", "--theme", "pairs", "--system", "hi-lo", *file)
    assert (other.returncode, "option/conflict" in other.stderr) == (2, True)
    running = train("co/free-bet", "--theme", "true-count", "--system", "ko", *file)
    assert (running.returncode, "count/no-true-count" in running.stderr) == (2, True)
    nothing = train("co/pai-jack", *countdown, *file)
    assert (nothing.returncode, nothing.stdout[:26]) == (0, "There is nothing to count ")
    assert not (tmp_path / "score.json").exists()
