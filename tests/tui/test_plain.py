"""`pitboss play --plain`: a dialogue that a script can hold."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from pitboss.cli.main import main
from pitboss.sitting.session import TableSession
from pitboss.tui.plain.table import PlainTable
from tests.tui.conftest import Play, Sit

ROOT = Path(__file__).parents[2]
TABLE = ("--house", "examples/wa-spanish-21.toml", "--plain", "--seed", "a")


def talk(session: TableSession, typed: str) -> str:
    """Hold the dialogue in this process, where many of them cost nothing."""
    out = StringIO()
    PlainTable(session, StringIO(typed), out).play()
    return out.getvalue()


def test_a_scripted_round_is_told_settled_and_recorded(play: Play, tmp_path: Path) -> None:
    record = tmp_path / "mine.jsonl"
    done = play(*TABLE, "--record", str(record), typed="bet main 10 match-up 5\nhit\nstand\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "> bet main 10 match-up 5\n" in done.stdout
    assert "you     bet $5 on Match The Dealer Up Card\n" in done.stdout
    assert re.search(r"^you     hit\nyou     \S+: (soft |bust )?\d+$", done.stdout, re.MULTILINE)
    assert re.search(
        r"^result  You (won|lost|broke even).*: .*Main bet .*\.$", done.stdout, re.MULTILINE
    )
    assert done.stdout.endswith(f"1 round recorded in {record}\n")
    (line,) = record.read_text(encoding="utf-8").splitlines()
    written = json.loads(line)
    assert written["seats"] == [
        {"seat": 1, "player": "you", "wagers": {"main": 1000, "match-up": 500}}
    ]
    assert written["decisions"][0] == {"seat": 1, "hand": 1, "action": "hit"}
    again = play(*TABLE, "--record", str(record), typed="")
    assert again.returncode == 0
    assert record.read_text(encoding="utf-8").splitlines() == [line]


def test_the_record_of_a_plain_session_passes_replay(
    play: Play, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = tmp_path / "mine.jsonl"
    script = "bet 25 match-up 5 match-down 5 jackpot-1 5 jackpot-2 1\n" + "n\ns\nt\nrepeat\n" * 40
    arguments = (*TABLE, "--seats", "2", "--bots", "3", "--bankroll", "100000")
    done = play(*arguments, "--record", str(record), "--rounds", "6", typed=script)
    assert done.returncode == 0
    assert done.stdout.endswith(f"6 rounds recorded in {record}\n")
    monkeypatch.setattr(sys, "argv", ["pitboss", "replay", str(record)])
    with pytest.raises(SystemExit, match="0"):
        main()
    assert capsys.readouterr().out.count(": ok: ") == 6


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("dance", "command/unknown"),
        ("b", "command/unknown"),
        ("repeat", "wager/needs-main"),
        ("bet", "wager/needs-main"),
        ("bet main", "action/amount"),
        ("bet main ten", "action/amount"),
        ("bet main 1.005", "action/amount"),
        ("bet main 1", "wager/off-limits"),
        ("bet main 400 match-up 999", "wager/off-limits"),
        ("bet match-up 5", "wager/needs-main"),
        ("bet main 10 jackpot-1 7", "wager/fixed-amount"),
        ("bet main 10 match 5", "command/unknown"),
        ("bet main 10 lucky 5", "command/unknown"),
        ("bet seat 9 main 10", "seat/not-yours"),
        ("bet seat x main 10", "command/unknown"),
        ("bet main 400 match-up 50 match-down 50 jackpot-1 5", "bankroll/short"),
    ],
)
def test_a_bad_bet_is_refused_with_its_code_and_asked_again(
    typed: str, code: str, sit: Sit
) -> None:
    output = talk(sit("wa-spanish-21", seed="a"), f"{typed}\nquit\n")
    (refused,) = [line for line in output.splitlines() if line.startswith("refused: ")]
    assert refused.endswith(f"[{code}]")
    assert output.count("> ") == 2


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("fly", "command/unknown"),
        ("split", "action/illegal"),
        ("insure 5", "action/illegal"),
        ("double 3", "action/amount"),
        ("double x", "action/amount"),
        ("hit 5", "action/amount"),
        ("hit 5 6", "command/unknown"),
        ("su", None),
    ],
)
def test_a_bad_decision_is_refused_with_its_code_and_asked_again(
    typed: str, code: str | None, sit: Sit
) -> None:
    """The hand is a hard total of two cards, so that hit, stand, double, surrender are possible."""
    output = talk(sit("wa-spanish-21", seed="a"), f"bet 10\n{typed}\nquit\n")
    assert ": hit, stand, double ($10.00), surrender\n" in output
    refused = [line for line in output.splitlines() if line.startswith("refused: ")]
    assert len(refused) == (code is not None)
    assert all(line.endswith(f"[{code}]") for line in refused)


def test_keys_and_prefixes_mean_what_they_mean_on_the_felt(play: Play) -> None:
    done = play(*TABLE, typed="bet 10\nu\nbet $10\nST\n")
    assert "you     stand" in done.stdout
    assert "you     surrender" in done.stdout
    assert "refused" not in done.stdout


def test_the_end_of_the_input_leaves_and_keeps_what_is_finished(play: Play, tmp_path: Path) -> None:
    done = play(*TABLE, typed="bet 10\nstand\nbet 10\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "The round under way is called off and not recorded." in done.stdout
    (file,) = (tmp_path / "data").rglob("*.jsonl")
    assert f"1 round recorded in {file}" in done.stdout
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1


def test_without_a_terminal_the_table_is_plain_by_itself(play: Play) -> None:
    done = play("ilani/spanish-21", "--seed", "a", typed="help\nrules\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Decisions: the word" in done.stdout
    assert "Match the Dealer" in done.stdout
    assert "No round was finished" in done.stdout


def test_bytes_that_are_no_text_and_a_terminal_without_suits_are_no_reason_to_stop(
    tmp_path: Path,
) -> None:
    """In a process of its own, as all of this is for a person."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pitboss.cli.main",
            "play",
            *TABLE,
            "--record",
            str(tmp_path / "x.jsonl"),
        ],
        cwd=ROOT,
        input=b"\xff\xfe\nbet 10\nstand\n",
        env={"PATH": "", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"1 round recorded" in done.stdout


def test_a_bankrupt_player_may_buy_in_again(play: Play) -> None:
    script = "bet 5\n" + "h\n" * 12 + "buy\nbet 5\nquit\n"
    done = play(*TABLE, "--bankroll", "5", typed=script)
    assert "is less than the least wager: buy or quit." in done.stdout
    assert "Your bankroll is $5.00.\n> bet 5\n" in done.stdout


def test_the_same_seed_tells_the_same_story(play: Play, tmp_path: Path) -> None:
    script = "bet 10\nstand\nn\nstand\nbet 10\nstand\n"
    named = (*TABLE, "--bots", "3", "--record", str(tmp_path / "x.jsonl"))
    assert (
        play(*named, typed=script).stdout.splitlines()[:-1]
        == (play(*named, typed=script).stdout.splitlines()[:-1])
    )


@pytest.mark.parametrize(
    ("arguments", "codes"),
    [
        ((), ["command/usage"]),
        (("wa/spanish",), ["game/unknown"]),
        (("--house", "nowhere.toml"), ["file/missing"]),
        (("wa/spanish-21", "--house", "examples/ilani-spanish-21.toml"), ["option/conflict"]),
        (("wa/spanish-21", "--seats", "x"), ["command/usage"]),
        (
            ("wa/spanish-21", "--seats", "0", "--bots", "-1", "--bankroll", "x", "--rounds", "0"),
            ["option/invalid"] * 4,
        ),
        (("wa/spanish-21", "--bots", "7"), ["seat/too-many"]),
        (("wa/spanish-21", "--record", "nowhere/x.jsonl"), ["file/unwritable"]),
        (("wa/spanish-21", "--record", "src"), ["file/unwritable"]),
        (("wa/spanish-21", "--record", "README.md"), ["file/unwritable"]),
        (
            ("wa/spanish-21", "-o", "decks=7", "-o", "soft=hit", "-o", "redouble", "-o", "min=x"),
            ["option/invalid", "option/invalid", "option/unknown", "option/invalid"],
        ),
    ],
)
def test_everything_wrong_with_a_command_is_refused_at_once(
    arguments: tuple[str, ...],
    codes: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.argv", ["pitboss", "play", *arguments])
    with pytest.raises(SystemExit) as leaving:
        main()
    output = capsys.readouterr()
    assert (leaving.value.code, output.out) == (2, "")
    lines = output.err.splitlines()
    assert all(line.startswith("pitboss: ") for line in lines)
    assert [re.findall(r"\[([a-z/-]+)\]$", line)[0] for line in lines] == codes


def test_what_the_house_must_say_is_chosen_and_said(play: Play) -> None:
    done = play("wa/spanish-21", "-o", "table.jackpot-1=3c-5", "--plain")
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == (
        "assumed: decks=6, soft17=hit,"
        " jackpot.jackpot-1.scheme=progressive, jackpot.jackpot-1.wager=100,"
        " jackpot.jackpot-1.seed=5000.00"
    )


def test_an_amount_alone_is_a_bet_and_the_question_is_asked_again_after_a_refusal(sit: Sit) -> None:
    output = talk(sit("wa-spanish-21", seed="a"), "1\n10 match-up 5\nfly\nquit\n")
    assert output.count("Your bet?") == 2
    assert "you     bet $5 on Match The Dealer Up Card\n" in output
    assert output.count(": hit, stand, double ($10.00), surrender\n") == 2


def test_what_a_game_compels_is_added_to_a_bet(sit: Sit) -> None:
    session = sit("co-3-card-21", seed="a")
    talk(session, "bet 10\nquit\n")
    assert session.last_bets == {1: {"main": 1000, "3-card-bonus": 1000}}


@pytest.mark.parametrize("word", ["s", "stand", "h", "hit"])
def test_a_letter_that_is_no_choice_now_is_refused_as_its_word_is(word: str, sit: Sit) -> None:
    output = talk(sit("wa-spanish-21", seed="3"), f"bet 10\n{word}\ninsure\nquit\n")
    kind = {"s": "stand", "h": "hit"}.get(word, word)
    assert f"refused: {kind} is not possible now; choose insure" in output
    assert "you     insure for $5.00" in output


def test_a_script_that_is_refused_as_a_whole_ends_with_a_bad_exit_code(play: Play) -> None:
    done = play(*TABLE, typed="dance\nsing\n")
    assert done.returncode == 2
    assert done.stdout.endswith("No line of the input was accepted: 2 were refused.\n")
    assert play(*TABLE, typed="dance\nquit\n").returncode == 0


def test_who_quits_in_the_middle_of_a_round_stands(sit: Sit) -> None:
    session = sit("wa-spanish-21", seed="a")
    output = talk(session, "bet 10\nquit\n")
    assert "You leave in the middle of the round: your hands stand.\nyou     stand\n" in output
    assert len(session.history) == 1
