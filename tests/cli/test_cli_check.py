"""`pitboss check`: 0 approved, 1 with every problem, 2 where there is nothing to judge."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import read_house
from pitboss.rulebook.reading.library import game_ids
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"

KEYS = {"game", "ok", "digest", "problems", "warnings", "table", "judged_by"}

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
    assert "allowed by the rules of co/trilux" in " ".join(done.stdout.split())
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


def test_problems_are_all_listed_with_exit_1(house_file: Callable[[str], str], called: Run) -> None:
    done = called("check", house_file(THREE_PROBLEMS), columns=60)
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
    house_file: Callable[[str], str], called: Run
) -> None:
    done = called("check", house_file(THREE_PROBLEMS), "--json")
    data = json.loads(done.stdout)

    assert (done.returncode, done.stderr) == (1, "")
    assert set(data) == KEYS
    assert data["table"] is None
    assert (data["game"], data["ok"], data["digest"]) == ("wa/spanish-21", False, "")
    assert data["problems"][1] == {
        "code": "option/invalid",
        "key": "options.decks",
        "message": "7 is not allowed; choose 2, 4, 5, 6 or 8",
        "cite": "GR2",
    }
    assert [problem["code"] for problem in data["problems"]] == [
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
    data = json.loads(done.stdout)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert set(data) == {"refused"}
    assert data["refused"]["code"] == code
    assert data["refused"]["problems"][0]["code"] == code
    message: str = data["refused"]["message"]
    return message


def test_a_missing_file_is_refused(tmp_path: Path, called: Run) -> None:
    path = str(tmp_path / "none.toml")

    assert f"there is no file '{path}'" in refusal(called("check", path), "file/missing")
    assert path in refused_json(called("check", path, "--json"), "file/missing")


def test_a_directory_is_refused(tmp_path: Path, called: Run) -> None:
    line = refusal(called("check", str(tmp_path)), "file/unreadable")

    assert "is a directory" in line
    refused_json(called("check", str(tmp_path), "--json"), "file/unreadable")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path, called: Run) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'game = "\xff\xfe"')

    assert "is not text in UTF-8" in refusal(called("check", str(path)), "file/unreadable")


def test_malformed_toml_is_refused_with_its_place(
    house_file: Callable[[str], str], called: Run
) -> None:
    path = house_file('game = "wa/spanish-21"\n[options\ndecks = 6')

    line = refusal(called("check", path), "house/malformed")
    assert "this is not TOML" in line
    assert "line 2" in line
    assert "line 2" in refused_json(called("check", path, "--json"), "house/malformed")


def test_a_key_that_is_no_configurations_is_refused(
    house_file: Callable[[str], str], called: Run
) -> None:
    path = house_file('game = "co/trilux"\ncolour = "red"')

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
    house_file: Callable[[str], str], called: Run
) -> None:
    path = house_file('game = "co/free-bed"')

    assert "co/free-bet" in refusal(called("check", path), "game/unknown")
    assert "co/free-bet" in refused_json(called("check", path, "--json"), "game/unknown")


def test_the_refused_examples_are_refused_with_exit_1(called: Run) -> None:
    """What the documentation shows as refused is, and every problem has its clause."""
    paths = sorted((EXAMPLES / "refused").glob("*.toml"))
    assert paths

    for path in paths:
        done = called("check", str(path), "--json")
        assert done.returncode == 1, path
        data = json.loads(done.stdout)["problems"]
        assert data
        assert all(problem["cite"] for problem in data), data


EVERY_STAGE = """
game = "wa/spanish-21"
[option]
decks = "6"
soft17 = "hit"
[tables]
match-up = 2
jackpot-1 = "3c-55"
[limits.main]
min = 5.00
max = "$5"
least = 3
"""


def test_problems_of_every_stage_are_named_at_once_in_our_words(
    house_file: Callable[[str], str], called: Run
) -> None:
    """Types, unknown keys, options and pay tables together; nothing that only follows from them."""
    done = called("check", house_file(EVERY_STAGE))

    assert (done.returncode, done.stdout) == (2, "")
    assert [line.removeprefix("pitboss: ") for line in done.stderr.splitlines()] == [
        "tables.match-up: write text in quotes, not 2 [house/malformed]",
        (
            "limits.main.min: 5.0 is not an amount; write dollars in quotes, as in "
            '"$5.00", or whole cents, as in 500 [house/malformed]'
        ),
        (
            "limits.main.least: is not a known key; the keys here are min, max, "
            "aggregate or aggregate_per [house/malformed]"
        ),
        "option: is not a known key; did you mean options? [house/malformed]",
        (
            "options.decks: '6' is not allowed; choose 2, 4, 5, 6 or 8, without quotes (GR2) "
            "[option/invalid]"
        ),
        (
            "tables.jackpot-1: jackpot-1 has no pay table '3c-55'; choose 3c-5, 5c-5 or 4c-5 (JP) "
            "[option/invalid]"
        ),
    ]


MISLEADING = {
    "a wager whose pays the document fixes": (
        '[pays.main]\nx = "50 for 1"',
        "main has no pay table to choose: the document fixes its pays (Bonus 21)",
    ),
    "a wager that is not offered": (
        '[pays.jackpot-1]\nx = "50 for 1"',
        "jackpot-1 is not offered, so its pays cannot be set; name its pay table under [tables]",
    ),
    "no such wager": (
        '[tables]\nmatch-up = "2"\njackpot-3 = "3c-5"',
        "did you mean jackpot-2 or jackpot-1? Its wagers are main, insurance, match-up,",
    ),
    "no row to set": (
        '[pays.match-up]\nx = "50 for 1"',
        "pay table 2 has no such row; a house sets no row of it",
    ),
    "a row that is fixed": (
        '[pays.match-up]\n"Suited Match Payout" = "50 for 1"',
        "pay table 2 fixes what this row pays",
    ),
    "a wager that is no jackpot": (
        '[jackpots.match-up]\nscheme = "progressive"',
        "match-up is not offered as a jackpot; jackpot-1 or jackpot-2 is",
    ),
}


def test_refusals_say_what_is_so(house_file: Callable[[str], str], called: Run) -> None:
    wrong = []
    for name, (text, sentence) in MISLEADING.items():
        head = 'game = "wa/spanish-21"\n[options]\ndecks = 6\nsoft17 = "hit"\n'
        done = called("check", house_file(head + text), columns=1000)
        if done.returncode != 1 or sentence not in done.stdout:
            wrong.append((name, done.stdout))
    assert not wrong


def test_a_date_is_refused_with_its_key(house_file: Callable[[str], str], called: Run) -> None:
    done = called("check", house_file('game = "co/trilux"\nlimits.main.max = 1979-05-27'))

    assert "limits.main.max: dates and times" in refusal(done, "house/malformed")


def test_several_files_are_judged_and_the_worst_decides_the_exit_code(
    house_file: Callable[[str], str], called: Run
) -> None:
    good = str(EXAMPLES / "co-trilux.toml")
    bad = house_file(THREE_PROBLEMS)
    done = called("check", good, bad)
    missing = called("check", good, bad, "none.toml")
    answers = json.loads(called("check", good, bad, "none.toml", "--json").stdout)

    assert done.returncode == 1
    printed = " ".join(done.stdout.split())  # a long path wraps its line
    assert printed.index("allowed by the rules of co/trilux") < printed.index("3 problems with")
    assert missing.returncode == 2
    assert missing.stderr.startswith("pitboss: none.toml: there is no file 'none.toml'")
    assert [answer["file"] for answer in answers] == [good, bad, "none.toml"]
    assert [answer.get("ok") for answer in answers] == [True, False, None]
    assert answers[2]["refused"]["code"] == "file/missing"


def test_the_standard_input_is_a_configuration_too(
    called: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"\xef\xbb\xbf" + (EXAMPLES / "co-trilux.toml").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    assert called("check", "-").stdout.startswith("-: allowed by the rules of co/trilux\n")


def test_no_line_is_wrapped_or_padded_where_there_is_no_terminal(
    house_file: Callable[[str], str], called: Run
) -> None:
    """A pipe has no width: a problem is on one line, and no line ends with blanks."""
    path = house_file(THREE_PROBLEMS)
    for arguments in (("check", path), ("games",), ("show", "co/trilux"), ("odds", "co/golden-21")):
        lines = called(*arguments, columns=None).stdout.splitlines()
        assert lines
        assert all(line == line.rstrip() for line in lines), arguments
    lines = called("check", path, columns=None).stdout.splitlines()
    assert len(lines) == 1 + 2 * 3


HIGH = 'game = "{game}"\noptions = {options}\n[limits.main]\nmin = "$5"\nmax = "{most}"\n'
WASHINGTON = '{ decks = 6, soft17 = "hit" }'


def test_legal_limits_are_judged_by_the_profile_and_named(
    house_file: Callable[[str], str], called: Run
) -> None:
    """Washington's by default, any other where it is chosen; the answer says which."""
    wrong: list[tuple[object, ...]] = []
    for game_id, most, arguments, code, profile in (
        ("wa/spanish-21", "$400", (), 0, "wa-2023"),
        ("wa/spanish-21", "$400.01", (), 1, "wa-2023"),
        ("wa/spanish-21-v002", "$10,000", (), 1, "wa-2023"),
        ("wa/spanish-21", "$400", ("--profile", "wa-2009"), 1, "wa-2009"),
        ("wa/spanish-21", "$10,000", ("--profile", "none"), 0, None),
        ("co/trilux", "$10,000", (), 0, "co-2021"),
        ("co/trilux", "$250", ("--profile", "co-before-2021"), 1, "co-before-2021"),
        ("reference/blackjack", "$10,000", (), 0, None),
    ):
        options = WASHINGTON if game_id.startswith("wa/") else "{}"
        path = house_file(HIGH.format(game=game_id, options=options, most=most))
        done = called("check", path, *arguments, "--json")
        answer = json.loads(done.stdout)
        judged = answer["judged_by"]["profile"]
        codes = {problem["code"] for problem in answer["problems"]}
        outcome = (done.returncode, judged and judged["id"], codes)
        if outcome != (code, profile, {"profile/exceeded"} if code else set()):
            wrong.append((game_id, most, arguments, outcome))
        if not answer["judged_by"]["not_judged"]:
            wrong.append((game_id, "says nothing of what is not judged"))
    assert not wrong


def test_the_profile_of_a_file_is_used_and_does_not_change_the_digest(
    house_file: Callable[[str], str], called: Run
) -> None:
    text = HIGH.format(game="wa/spanish-21", options=WASHINGTON, most="$300")
    plain = json.loads(called("check", house_file(text), "--json").stdout)
    chosen = json.loads(
        called("check", house_file('profile = "wa-2009"\n' + text), "--json").stdout
    )

    assert (chosen["ok"], chosen["judged_by"]["profile"]["id"]) == (True, "wa-2009")
    assert chosen["digest"] == plain["digest"]


def test_an_aggregate_limit_covers_the_largest_wager_at_fifty_to_one(
    house_file: Callable[[str], str], called: Run
) -> None:
    """WAC 230-15-490, judged beside the rules of the game; table 2 has no such odds at all."""
    text = HIGH.format(game="wa/spanish-21", options=WASHINGTON, most="$300")
    done = called("check", house_file(text + '[limits.match-up]\naggregate = "$25,000"\n'))

    assert done.returncode == 1
    assert "an aggregate limit needs odds of 50 to 1 or more" in " ".join(done.stdout.split())


def test_an_unknown_profile_is_refused_with_the_nearest(called: Run) -> None:
    done = called("check", str(EXAMPLES / "co-trilux.toml"), "--profile", "co-2012")

    assert done.returncode == 1
    assert "there is no profile 'co-2012'; did you mean co-2021" in " ".join(done.stdout.split())


def test_profiles_are_listed_with_dates_and_clauses(called: Run) -> None:
    listed = json.loads(called("check", "--profiles", "--json").stdout)
    shown = called("check", "--profiles", columns=200).stdout

    assert [profile["single_wager_max_cents"] for profile in listed] == [40000, 30000, None, 10000]
    assert all(profile["cite"] and profile["source"] for profile in listed)
    assert "wa-2023" in shown
    assert "Washington from 2023-07, a single wager is at most $400 (WAC 230-15-140" in shown
    assert "6 separate wagers ride on one hand, 3 of them over $5 (WAC 230-15-040" in shown
    assert called("check").returncode == 2


def test_a_number_in_quotes_is_told_so(called: Run, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('game = "wa/spanish-21"\n[options]\ndecks = "6"\nsoft17 = "hit"\n')
    done = called("check", str(file))
    assert "choose 2, 4, 5, 6 or 8, without quotes" in " ".join(done.stdout.split())


def test_a_floor_file_is_checked_as_a_server_opens_it(called: Run, tmp_path: Path) -> None:
    floor = Path(__file__).parents[2] / "examples" / "floors" / "jackpots.toml"
    done = called("check", str(floor))
    assert done.returncode == 0, done.stderr
    assert "this floor can open" in done.stdout
    assert "spanish-1" in done.stdout
    listed = json.loads(called("check", str(floor), "--json").stdout)
    assert listed["ok"]
    assert {table["id"] for table in listed["tables"]} >= {"spanish-1", "deuces-1"}
    (tmp_path / "house.toml").write_text(
        'game = "wa/spanish-21"\n[options]\ndecks = 6\nsoft17 = "hit"\n'
        '[limits.main]\nmax = "$500"\n'
    )
    bad = tmp_path / "floor.toml"
    bad.write_text('[[tables]]\nid = "one"\nhouse = "house.toml"\nseat = 3\n')
    done = called("check", str(bad))
    assert done.returncode == 1
    assert "2 problems with this floor" in done.stdout
    assert "$500 is more than a single wager may be" in done.stdout


def test_a_line_that_is_not_toml_is_shown_with_what_to_write(called: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('game = "wa/spanish-21"\n[limits.main]\nmin = $5\n')
    done = called("check", str(house))
    assert done.returncode == 2
    assert 'min = $5; put text and dollars in quotes: min = "$5"' in done.stderr
