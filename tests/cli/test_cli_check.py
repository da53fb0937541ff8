"""`pitboss check`: 0 approved, 1 with every problem, 2 where there is nothing to judge."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import read_house
from pitboss.rulebook.reading.library import game_ids

Run = Callable[..., subprocess.CompletedProcess[str]]

EXAMPLES = Path(__file__).parents[2] / "examples"

KEYS = {"game", "ok", "digest", "problems", "warnings", "table"}

THREE_PROBLEMS = """
game = "wa/spanish-21"
[options]
decks = 7
soft17 = "stand"
redouble = true
moon = "full"
"""


@pytest.fixture
def house_file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "house.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_there_is_an_example_for_every_game_and_no_other() -> None:
    examples = {read_house(path).game: path.name for path in EXAMPLES.glob("*.toml")}

    assert examples == {game_id: f"{game_id.replace('/', '-')}.toml" for game_id in game_ids()}


@pytest.mark.parametrize("game_id", game_ids())
def test_the_example_of_every_game_is_approved(game_id: str, called: Run) -> None:
    path = EXAMPLES / f"{game_id.replace('/', '-')}.toml"
    done = called("check", str(path), "--json")

    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    assert set(answer) == KEYS
    assert (answer["game"], answer["ok"]) == (game_id, True)
    assert (answer["problems"], answer["warnings"]) == ([], [])
    assert answer["digest"] == configure(read_house(path)).digest


@pytest.mark.parametrize("game_id", game_ids())
def test_an_example_says_how_to_check_it_and_explains_itself(game_id: str) -> None:
    name = f"{game_id.replace('/', '-')}.toml"
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()

    assert lines[0].startswith("#")
    assert f"# Check it with: pitboss check examples/{name}" in lines
    assert sum("#" in line for line in lines) >= 5


def test_an_approved_configuration_is_said_to_be_so_with_its_digest(pitboss: Run) -> None:
    path = EXAMPLES / "co-trilux.toml"
    done = pitboss("check", str(path), columns=60)

    assert (done.returncode, done.stderr) == (0, "")
    assert "approved as co/trilux" in " ".join(done.stdout.split())
    assert configure(read_house(path)).digest in done.stdout
    assert "trilux-bonus" in done.stdout
    assert "pay table TRILG-04" in done.stdout


def test_the_whole_table_is_repeated_in_dollars(called: Run) -> None:
    """Limits of every wager, options of the file and assumed ones, pay tables, prizes, jackpots."""
    shown = called("check", str(EXAMPLES / "wa-spanish-21.toml"), columns=200).stdout
    lines = [" ".join(line.split()) for line in shown.splitlines()]

    for line in (
        "wagers main $5 to $400",
        "insurance up to half the main wager",
        "match-bonus-2 $1 to $25 pay table 2",
        "jackpot-1 $5 exactly pay table 3c-5 with 3-alt-1",
        "pays jackpot-1, 3-Card Suited Match: 2s - Ks: 50 for 1 from the house",
        "jackpots jackpot-1: progressive, 21% of each wager to the meter, seed $5,000",
    ):
        assert line in lines, line
    assert any(line.startswith("options decks 6, soft17 hit, redouble true") for line in lines)


def test_dollars_meant_and_cents_written_are_shown_and_warned_about(
    house_file: Callable[[str], str], called: Run
) -> None:
    """The mistake that once went unnoticed: min = 5, max = 400 is a table for nickels."""
    text = 'game = "co/trilux"\n[limits.main]\nmin = 5\nmax = 400\n'
    done = called("check", house_file(text), columns=200)
    answer = json.loads(called("check", house_file(text), "--json").stdout)
    meant = json.loads(called("check", house_file(text.replace("5", '"$5"')), "--json").stdout)

    assert done.returncode == 0
    assert "$0.05 to $4" in done.stdout
    assert "for dollars write '$5' in quotes" in done.stdout
    (warning,) = answer["warnings"]
    assert (warning["code"], warning["key"]) == ("limit/small", "limits.main.min")
    assert (answer["ok"], answer["table"]["wagers"][0]["min_cents"]) == (True, 5)
    assert [p["message"] for p in meant["problems"]] == ["the minimum $5 is above the maximum $4"]


def test_problems_are_all_listed_with_exit_1(
    house_file: Callable[[str], str], pitboss: Run
) -> None:
    done = pitboss("check", house_file(THREE_PROBLEMS), columns=60)
    words = " ".join(done.stdout.split())

    assert (done.returncode, done.stderr) == (1, "")
    assert "3 problems with wa/spanish-21" in words
    for key, reason, clause, code in (
        ("options.moon", "has no such option", "", "[option/unknown]"),
        ("options.decks", "7 is not allowed; choose 2, 4, 5, 6 or 8", "GR2", "[option/invalid]"),
        ("options.redouble", "the dealer hits soft 17", "GR8, DP6", "[option/conflict]"),
    ):
        assert all(part in words for part in (key, reason, clause, code)), key


def test_problems_as_json_have_code_key_message_and_clause(
    house_file: Callable[[str], str], pitboss: Run
) -> None:
    done = pitboss("check", house_file(THREE_PROBLEMS), "--json")
    said = json.loads(done.stdout)

    assert (done.returncode, done.stderr) == (1, "")
    assert set(said) == KEYS
    assert said["table"] is None
    assert (said["game"], said["ok"], said["digest"]) == ("wa/spanish-21", False, "")
    assert said["problems"][1] == {
        "code": "option/invalid",
        "key": "options.decks",
        "message": "7 is not allowed; choose 2, 4, 5, 6 or 8",
        "cite": "GR2",
    }
    assert [problem["code"] for problem in said["problems"]] == [
        "option/unknown",
        "option/invalid",
        "option/conflict",
    ]


def test_words_in_brackets_are_printed_as_they_are(
    house_file: Callable[[str], str], called: Run
) -> None:
    """They are no markup: what the operator wrote comes back."""
    done = called("check", house_file('game = "co/free-bet"\noptions."[/red]" = 1'))

    assert done.returncode == 1
    assert "options.[/red]" in done.stdout


def refusal(done: subprocess.CompletedProcess[str], code: str) -> str:
    """Return the one line with which a command refused its input."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("pitboss: ")
    assert line.endswith(f" [{code}]")
    return line


def refused_json(done: subprocess.CompletedProcess[str], code: str) -> str:
    """Return the message of a refusal in JSON."""
    said = json.loads(done.stdout)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert set(said) == {"refused"}
    assert said["refused"]["code"] == code
    assert said["refused"]["problems"][0]["code"] == code
    message: str = said["refused"]["message"]
    return message


def test_a_missing_file_is_refused(tmp_path: Path, pitboss: Run) -> None:
    path = str(tmp_path / "none.toml")

    assert f"there is no file '{path}'" in refusal(pitboss("check", path), "file/missing")
    assert path in refused_json(pitboss("check", path, "--json"), "file/missing")


def test_a_directory_is_refused(tmp_path: Path, called: Run) -> None:
    line = refusal(called("check", str(tmp_path)), "file/unreadable")

    assert "is a directory" in line
    refused_json(called("check", str(tmp_path), "--json"), "file/unreadable")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path, pitboss: Run) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'game = "\xff\xfe"')

    assert "is not text in UTF-8" in refusal(pitboss("check", str(path)), "file/unreadable")


def test_malformed_toml_is_refused_with_its_place(
    house_file: Callable[[str], str], pitboss: Run
) -> None:
    path = house_file('game = "wa/spanish-21"\n[options\ndecks = 6')

    line = refusal(pitboss("check", path), "house/malformed")
    assert "this is not TOML" in line
    assert "line 2" in line
    assert "line 2" in refused_json(pitboss("check", path, "--json"), "house/malformed")


def test_a_key_that_is_no_configurations_is_refused(
    house_file: Callable[[str], str], called: Run
) -> None:
    path = house_file('game = "wa/spanish-21"\ncolour = "red"')

    assert "colour: is not a known key" in refusal(called("check", path), "house/malformed")


def test_every_malformed_key_has_its_own_line(
    house_file: Callable[[str], str], called: Run
) -> None:
    done = called("check", house_file("colour = 1\nshade = 2"))

    assert done.returncode == 2
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == [
        "game",
        "colour",
        "shade",
    ]


def test_an_unknown_game_in_a_configuration_is_refused_with_the_nearest(
    house_file: Callable[[str], str], pitboss: Run
) -> None:
    path = house_file('game = "co/free-bed"')

    assert "co/free-bet" in refusal(pitboss("check", path), "game/unknown")
    assert "co/free-bet" in refused_json(pitboss("check", path, "--json"), "game/unknown")


def test_the_refused_examples_are_refused_with_exit_1(called: Run) -> None:
    """What the documentation shows as refused is, and every problem has its clause."""
    paths = sorted((EXAMPLES / "refused").glob("*.toml"))
    assert paths

    for path in paths:
        done = called("check", str(path), "--json")
        assert done.returncode == 1, path
        found = json.loads(done.stdout)["problems"]
        assert found
        assert all(problem["cite"] for problem in found), found
