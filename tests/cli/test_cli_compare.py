"""`pitboss compare`: pay tables, games and house files side by side."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.kinds import solve
from pitboss.exact.odds.wagers import odds
from pitboss.exact.operations import Operation
from pitboss.report.details import OperationFields
from pitboss.report.kinds import main_entries, reports
from pitboss.report.maths.model import maths
from pitboss.report.maths.operation import played_wagers
from pitboss.rulebook.house import read_house
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
FREE_BET, TRILUX = (str(ROOT / "examples" / f"co-{name}.toml") for name in ("free-bet", "trilux"))
JACKPOTS = ("wa/spanish-21:jackpot-1:3c-5", ":3c-7", ":4d-5")


def test_pay_tables_have_the_figures_of_their_odds(called: Run) -> None:
    record = json.loads(called("compare", *JACKPOTS, "--json").stdout)
    assert [subject["table"] for subject in record["subjects"]] == ["3c-5", "3c-7", "4d-5"]
    for subject in record["subjects"]:
        (line,) = odds("wa/spanish-21", wager="jackpot-1", table=subject["table"], decks=6)
        assert Fraction(subject["edge"]) == line.edge
        assert Fraction(subject["hit_frequency"]) == line.hit_frequency
        # Ruling W1: 21% of each wager feeds the meter.
        assert Fraction(subject["long_run_edge"]) == line.edge - Fraction(21, 100)


def test_rows_of_pay_tables_are_aligned_by_outcome(called: Run) -> None:
    record = json.loads(called("compare", *JACKPOTS, "--json").stdout)
    rows = {row["name"]: row for row in record["rows"]}
    assert rows["1 Suited match"]["pays"] == ["9 for 1", "10 for 1", "9 for 2"]
    assert rows["2 Suited Aces of ♠"]["pays"] == ["100%", "100%", None]
    assert rows["1 Suited match"]["differs"]
    # Every probability is that of the odds of its table.
    (line,) = odds("wa/spanish-21", wager="jackpot-1", table="4d-5", decks=6)
    by_name = {row.name: str(row.probability) for row in line.rows}
    assert {
        name: row["probabilities"][2] for name, row in rows.items() if row["pays"][2]
    } == by_name


def test_a_wager_alone_is_every_table_it_has(called: Run) -> None:
    output = called("compare", "co/free-bet:push-22").stdout
    assert "Pay tables push-22-A, push-22-B and push-22-C" in output


# By day a house and a game are compared by other figures.
@pytest.mark.nightly
def test_houses_have_the_solved_edge_and_the_figures_of_their_report(called: Run) -> None:
    record = json.loads(called("compare", FREE_BET, TRILUX, "--json").stdout)
    for subject, file in zip(record["subjects"], (FREE_BET, TRILUX), strict=True):
        house = read_house(Path(file))
        (main,) = main_entries(prepare(house))
        assert subject["main"] == [main.as_json()]
        report = maths(house, proven=False)
        edges = {w.id: str(m.edge) for m in report.wagers for w in m.wagers}
        assert {name: figures["edge"] for name, figures in subject["wagers"].items()} == edges
        for jackpot in report.jackpots:
            figures = subject["wagers"][jackpot.wager.wagers[0].id]
            assert Fraction(figures["long_run_edge"]) == jackpot.long_run_edge


def test_what_differs_stands_first_and_what_is_the_same_last(called: Run) -> None:
    output = called("compare", "reference/blackjack soft17=stand", "reference/blackjack").stdout
    differing, _, rest = output.partition("The main game")
    assert "The dealer's soft 17" in differing
    assert "Main wager" not in differing
    assert "The dealer's soft 17" not in rest.partition("The same in all")[2]


def test_a_comparison_is_written_as_a_file_of_every_kind(called: Run, tmp_path: Path) -> None:
    for ending in ("html", "pdf", "md", "csv"):
        out = tmp_path / f"tables.{ending}"
        done = called("compare", *JACKPOTS, "--out", str(out))
        assert (done.returncode, done.stderr) == (0, "")
        assert out.stat().st_size > 500
    with (tmp_path / "tables.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    assert ["What they cost", "long-run edge", "10.4490%", "7.0134%", "10.4490%"] in rows


def test_what_cannot_be_compared_is_refused_in_one_sentence(called: Run) -> None:
    """Every line: the arguments, and what the sentence says."""
    refused = {
        ("wa/spanish-21",): "name two or more tables",
        ("wa/spanish-21", "co/nope"): "there is no game 'co/nope'",
        ("wa/spanish-21:3c-5", "wa/spanish-21"): "pay tables with pay tables",
        ("wa/spanish-21:jackpot-1",): "too many side by side",
        ("wa/spanish-21:jackpot-1:3c-5", ":3c-77"): "the nearest is 3c-7",
        ("wa/spanish-21:a:b:c", ":3c-7"): "too many colons",
        (*JACKPOTS, "--decks", "4"): "6 decks, not 4",
        (*JACKPOTS, "--out", "x.doc"): "must end in",
        (*JACKPOTS, "-o", "decks=6"): "soft17",
        (*JACKPOTS, "-o", "soft17=never"): "choose stand or hit",
        ("co/free-bet:push-22", "-o", "soft17=never"): "choose",
        (*JACKPOTS, "-o", "alternate=4-alt"): "is no alternate here",
        ("ilani/spanish-21 deck=6", "ilani/spanish-21"): "did you mean decks",
    }
    wrong = []
    for arguments, words in refused.items():
        done = called("compare", *arguments)
        if done.returncode != 2 or words not in done.stderr or done.stdout:
            wrong.append((arguments, done))
    assert not wrong


def test_everything_that_cannot_be_compared_is_named_at_once(called: Run) -> None:
    """Subjects, file, options and pace: one run says all that is to be put right."""
    refused = {
        ("wa/spanish-21:jackpot-1:3c-5", ":3c-99", "co/nope", "no:x", "--out", "x.doc"): (
            *("must end in", "pay tables with pay tables", "'3c-99'", "'co/nope'", "'no'"),
        ),
        (*JACKPOTS, "-o", "deck=6", "-o", "soft17=never", "--pace", "60"): (
            *("deck:", "choose stand or hit", "not for pay tables"),
        ),
        ("wa/spanish-21:jackpot-1:3a-5", ":3b-1", "--decks", "6"): ("4 decks", "5 decks"),
        (FREE_BET, "co/nope", "--pace", "0", "--share", "main=3"): (
            *("'co/nope'", "rounds_per_hour: 0", "'3' is not a share"),
        ),
    }
    silent = {}
    for arguments, words in refused.items():
        done = called("compare", *arguments)
        lines = done.stderr.splitlines()
        silent[arguments] = [word for word in words if not any(word in line for line in lines)]
        assert (done.returncode, done.stdout, len(lines)) == (2, "", len(words))
    assert {key: words for key, words in silent.items() if words} == {}


PACE = ("--pace", "70", "--average-bet", "25", "--average-bet", "push-22=5")


def test_a_pace_gives_the_operators_figures_of_one_house(called: Run) -> None:
    """As in the maths report: edge times handle, hold = win / drop."""
    drop = ("--share", "push-22=40%", "--seats", "6", "--drop", "100")
    done = called("compare", FREE_BET, *PACE, *drop, "--json")
    operation = json.loads(done.stdout)["subjects"][0]["operation"]
    house = read_house(Path(FREE_BET))
    fields = OperationFields(
        rounds_per_hour=70,
        seats=6,
        wagers={"main": "25", "push-22": "5"},
        shares={"push-22": "40%"},
    )
    report = maths(house, games=reports(solve(prepare(house))), proven=False)
    actions = tuple(played.action for played in played_wagers(report, fields))
    table = Operation(pace=fields.pace, actions=actions)
    assert operation["win_per_hour"] == round(table.win(1))
    assert operation["deviation_per_shift"] == round(table.deviation(8))
    assert operation["hold"] == pytest.approx(table.win(1) / (6 * 100_00))
    assert operation["exposure"]["most"] == 6 * 25_00 * 1000  # Pot of Gold pays 1,000 to 1


def test_houses_at_a_pace_stand_side_by_side(called: Run) -> None:
    output = called("compare", FREE_BET, TRILUX, *PACE).stdout
    row = next(line for line in output.splitlines() if line.startswith("theoretical win in an h"))
    assert row.count("$") == 2
    assert "At 70 rounds an hour and 5 seats" in output


def test_a_pace_that_no_table_has_is_refused(called: Run) -> None:
    refused = {
        (FREE_BET, "--pace", "0"): "operation.rounds_per_hour",
        (FREE_BET, "--pace", "60", "--average-bet", "many"): "is not an amount",
        (FREE_BET, "--pace", "60", "--share", "match-up=40%"): "no table has a wager 'match-up'",
        (FREE_BET, TRILUX, "--average-bet", "5"): "need --pace",
        (*JACKPOTS, "--pace", "60"): "not for pay tables",
    }
    wrong = [
        (arguments, done.stderr)
        for arguments, words in refused.items()
        if (done := called("compare", *arguments)).returncode != 2 or words not in done.stderr
    ]
    assert not wrong


def test_two_editions_of_a_document_are_compared_clause_by_clause(called: Run) -> None:
    editions = ("wa/spanish-21-v003", "wa/spanish-21", "-o", "decks=6", "-o", "soft17=hit")
    record = json.loads(called("compare", *editions, "--json").stdout)
    differs = {item["what"]: item["values"] for item in record["document_differences"]}
    assert differs["effective"] == [None, "2025-05-19"]
    assert differs["clauses.T1"][0] == (
        "Match The Dealer configurations: the up card, or up and down card."
    )
    assert differs["clauses.D-highest"][0] is None
    only_here, only_there = differs["tables"]
    assert only_here is None
    assert only_there.startswith("6-1 (4-6 8), 6-2")
    assert not any(what.startswith("rules.") for what in differs), "the hands are played alike"
    page = called("compare", *editions).stdout
    assert "What differs in the rule documents" in page
    assert "Clause DP12" in page


def test_a_game_of_ones_own_is_compared_by_its_fixed_rules(
    pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = 'extends = "reference/blackjack"\n[game]\nid = "my/push-22"\ntitle = "Push 22"\n'
    (tmp_path / "push-22.toml").write_text(f"{own}[rules]\ndealer_22_pushes = true\n")
    monkeypatch.setenv("PITBOSS_GAMES", str(tmp_path))
    record = json.loads(pitboss("compare", "my/push-22", "reference/blackjack", "--json").stdout)
    differs = {item["what"]: item["values"] for item in record["document_differences"]}
    assert differs["rules.dealer_22_pushes"] == ["yes", "no"]


def test_tables_of_one_game_have_one_document(called: Run) -> None:
    record = json.loads(called("compare", FREE_BET, "co/free-bet", "--json").stdout)
    assert record["document_differences"] == []
