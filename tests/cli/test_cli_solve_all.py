"""`pitboss solve --all` and `pitboss odds --all`: one kind of line, for people and programs."""

from __future__ import annotations

import json
import re

import pytest

from pitboss.cli.commands import odds
from pitboss.exact.odds.progressive import meter_value
from pitboss.exact.odds.wager_odds import MeterValue
from pitboss.exact.odds.wagers import odds as odds_of
from pitboss.report.catalogue import every_game
from pitboss.report.catalogue.edges import entries, main_lines
from pitboss.rulebook.reading.library import game_ids
from tests.cli.conftest import Run

BOOK = ("co/straight-jack", "wa/spanish-21-v002")
"""As much of the rule book as the tests of odds go through."""
KEYS = (
    *("game", "wager", "house_edge", "house_edge_fraction"),
    *("standard_deviation", "unit", "method", "strategy"),
)


@pytest.fixture(autouse=True)
def _solved_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What solving finds is kept, and held to the solver by the tests of the report."""
    monkeypatch.setattr(every_game, "solve_games", main_lines)
    monkeypatch.setattr(odds, "game_ids", lambda: BOOK)


def test_the_json_is_a_list_of_records_with_the_documented_keys(called: Run) -> None:
    records = json.loads(called("solve", "--all", "--json").stdout)
    assert all(tuple(record) == KEYS for record in records)
    assert list(dict.fromkeys(record["game"] for record in records)) == list(game_ids())
    by_wager = {(record["game"], record["wager"]): record for record in records}
    assert by_wager["co/pai-jack", "main"]["house_edge_fraction"] == "3341486419/199332305172"
    assert by_wager["co/21-holdem", "poker, poker-2, poker-3"]["unit"].startswith("PK")
    assert by_wager["co/blackjack-switch", "main-1, main-2"]["house_edge_fraction"] is None
    assert ("co/ante-up-21", "main, ante, bet") in by_wager
    assert ("co/3-card-21", "main, 3-card-bonus") in by_wager
    assert ("co/deuces-wild-xtreme", "ante, odds, play") in by_wager


def test_a_table_for_people_has_every_line_uncut(called: Run) -> None:
    output = called("solve", "--all", columns=240).stdout
    head, *lines = output.splitlines()
    assert head.split() == ["game", "wager", "edge", "sd", "of", "method", "strategy"]
    assert len(lines) == len(main_lines())
    for entry, line in zip(main_lines(), lines, strict=True):
        for part in (entry.game, entry.wager, f"{entry.house_edge:.4%}", entry.unit, entry.method):
            assert part in line
        assert line.rstrip().endswith(f"pitboss solve {entry.game}")


def test_what_is_narrow_breaks_lines_and_loses_nothing(called: Run) -> None:
    output = called("solve", "--all", columns=100).stdout
    assert "…" not in output
    assert all(len(line.rstrip()) <= 100 for line in output.splitlines())
    for entry in main_lines():
        assert f"{entry.house_edge:.4%}" in output
    assert output.endswith("The best play of a game: pitboss solve GAME\n")


def test_odds_have_the_same_keys_and_the_same_figures(called: Run) -> None:
    records = json.loads(called("odds", "--all", "--json").stdout)
    assert all(set(KEYS) <= record.keys() for record in records)
    assert all(record["house_edge_fraction"] == record["edge"] for record in records)
    by_line = {(r["game"], r["wager"], r["table"], r["decks"]): r for r in records}
    for wager, table in (("insurance", ""), ("match-up", "7"), ("super-bonus", "")):
        entry = next(e for e in entries() if (e.game, e.wager) == ("wa/spanish-21-v002", wager))
        record = by_line[entry.game, wager, table, 6]
        assert {key: record[key] for key in KEYS} == {
            **entry.as_json(),
            "house_edge": pytest.approx(entry.house_edge),
            "standard_deviation": pytest.approx(entry.standard_deviation),
        }


def test_the_list_of_odds_shares_its_columns_with_the_list_of_games(called: Run) -> None:
    head, *lines, note = called("odds", "--all", columns=240).stdout.splitlines()
    columns = ["game", "wager", "table", "decks", "options", "edge", "long run", "sd", "hits"]
    assert re.split(" {2,}", head.strip()) == [*columns, "method", "printed"]
    assert note.startswith("edge: the fixed pays alone. long run: the edge when all ")
    items = [item for game_id in BOOK for item in odds_of(game_id, solved=False)]
    assert len(lines) == len(items)
    assert sum("bound: never drawing" in line for line in lines) == 8
    ends = head.index("long run") + len("long run")
    long_runs = [line[:ends].rsplit("  ", 1)[-1].strip() for line in lines]
    prices = [None if item.meter is None else meter_value(item, MeterValue()) for item in items]
    assert long_runs == [
        "" if price is None or price.long_run_edge is None else f"{float(price.long_run_edge):.4%}"
        for price in prices
    ]
    assert any(long_runs)
    assert not all(long_runs)


@pytest.mark.parametrize(
    "options",
    [
        ("co/free-bet",),
        ("-o", "decks=6"),
        ("--wager", "5"),
        ("--effects",),
        ("--charts", "charts.html"),
    ],
    ids=" ".join,
)
def test_what_is_of_one_game_is_refused_beside_all(called: Run, options: tuple[str, ...]) -> None:
    done = called("solve", "--all", *options)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith("leave out one or the other [option/conflict]")
    refused = json.loads(called("solve", "--all", *options, "--json").stdout)
    assert refused["refused"]["code"] == "option/conflict"


def test_no_game_at_all_is_refused(called: Run) -> None:
    done = called("solve")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("name a game, or say --all for every game [command/usage]\n")
