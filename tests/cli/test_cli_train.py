"""`pitboss train` as a person and a script call it, and everything it refuses."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
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
    found: dict[str, Any] = table
    return found


def test_a_scripted_session_is_asked_judged_and_summed_up(train: Run, tmp_path: Path) -> None:
    done = train(*FREE)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split("  ")[0] for line in lines if " of 6  " in line] == [
        f"{number} of 6" for number in range(1, 7)
    ]
    told = [line for line in lines if line.startswith(("Right", "Wrong"))]
    assert len(told) == 6
    wrong = sum(line.startswith("Wrong: cost ") for line in told)
    assert 0 < wrong < 6
    assert f"6 decisions, {6 - wrong} right" in done.stdout
    file = tmp_path / "pitboss" / "training.json"
    assert lines[-1] == f"The score is kept in {file}"
    assert score_at(file)["sessions"][0]["wrong"] == wrong
    assert max(map(len, lines[:-1])) <= 80


def test_the_same_seed_and_score_make_the_same_session(train: Run, tmp_path: Path) -> None:
    told = []
    for name in ("one", "two"):
        file = tmp_path / name
        both = [train(*FREE, "--score", str(file)).stdout for _ in range(2)]
        told.append([said.replace(str(file), "") for said in both])
        assert both[0] != both[1]
    assert told[0] == told[1]
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_json_is_the_score_alone_and_the_questions_are_elsewhere(
    train: Run, tmp_path: Path
) -> None:
    file = tmp_path / "score.json"
    first = json.loads(train(*FREE, "--json", "--score", str(file)).stdout)
    assert first["session"] == {key: first["total"][key] for key in ("asked", "wrong", "loss")}
    done = train(*FREE, "--json", "--score", str(file), typed="s\ns\nquit\n")
    said = json.loads(done.stdout)
    assert (said["game"], said["file"]) == ("co/free-bet", str(file))
    assert (said["session"]["asked"], said["total"]["asked"]) == (2, 8)
    assert said["total"]["sessions"] == 2
    assert said["total"]["loss"] == pytest.approx(first["total"]["loss"] + said["session"]["loss"])
    assert said["total"]["owed"] == sum(each["owed"] > 0 for each in said["missed"])
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
        (("co/pai-jack",), ["game/not-solved"]),
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
    done = train("co/pai-jack", "--json")
    assert json.loads(done.stdout)["refused"]["code"] == "game/not-solved"
    assert done.returncode == 2
