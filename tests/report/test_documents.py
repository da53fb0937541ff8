"""Every figure the documents print is reproduced, and every printing is counted."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from pitboss.exact.odds.wager_odds import printed_value
from pitboss.exact.odds.wagers import odds
from pitboss.report.documents.check_file import FILE
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.figures import RESTS_ON, Figure, figures, printed_figures, verdict
from pitboss.rulebook.reading.library import game, rulings
from tools.documents_page import documents_page
from tools.generate_documents import checked_file

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTION = ROOT / "tests" / "transcription" / "figures.csv"
MATCH_TABLES = {"2", "7"}


def jackpot_advantages() -> list[Figure]:
    return [
        figure
        for figure in figures()
        if figure.figure == "house_advantage" and figure.table not in {"", *MATCH_TABLES}
    ]


def test_all_336_jackpot_advantages_are_reproduced_in_every_printing() -> None:
    chosen = jackpot_advantages()

    assert len(chosen) == 336
    assert all(figure.agrees for figure in chosen)
    assert Counter(figure.document for figure in chosen) == {
        "WSGC Spanish 21 (2024)": 104,
        "WSGC Spanish 21 v003": 104,
        "WSGC Spanish 21 v002, printed with the 2024 rules": 64,
        "WSGC Spanish 21 v002, printed with the v003 rules": 64,
    }


def test_the_60_figures_of_tables_2_and_7_are_reproduced() -> None:
    chosen = [figure for figure in figures() if figure.table in MATCH_TABLES]

    assert len(chosen) == 60
    assert all(figure.agrees for figure in chosen)
    kinds = Counter(figure.figure for figure in chosen)
    assert kinds == {"house_advantage": 20, "win_frequency": 20, "win_one_in": 20}


def test_the_ten_figures_of_bet_bigger_are_reproduced_and_its_edge_is_not() -> None:
    chosen = [figure for figure in figures() if figure.game == "bet-bigger/spanish-21"]
    edge, *block = chosen

    assert (edge.printed, edge.agrees, edge.decks) == (".42%", False, 6)
    assert edge.exact_text == ".83041%"
    assert edge.as_json()["exact"] is None  # the solver has no fraction
    assert len(block) == 10
    assert all(figure.agrees and figure.decks == 6 for figure in block)


def test_every_figure_of_the_second_reading_of_the_documents_is_there() -> None:
    """The mechanical reading holds each edition once; so does this, printings apart."""
    kinds = {"house_advantage", "win_frequency", "win_one_in", "probability", "return"}
    with TRANSCRIPTION.open(encoding="utf-8") as lines:
        read = Counter(
            (line["game"], line["table"], line["kind"], line["row"], line["cell"])
            for line in csv.DictReader(lines)
            if line["kind"] in kinds
        )
    once = {(f.game, f.table, f.decks, f.figure, f.row): f.printed for f in figures()}
    ours = Counter(
        (game_id, t, kind, row, text) for (game_id, t, _, kind, row), text in once.items()
    )
    assert ours == read


def test_an_exact_value_is_the_printed_one_rounded() -> None:
    for figure in figures():
        value, half = printed_value(figure.printed)
        assert figure.agrees == (abs(figure.exact - value) <= half)
        if figure.agrees:
            assert float(figure.exact) == pytest.approx(float(value), abs=float(half) * 1.0001)
    assert [figure.printed for figure in figures() if not figure.agrees] == [".42%"]


def test_the_jackpot_figures_rest_on_the_inferred_share_for_the_meter() -> None:
    assert all("W1" in figure.rulings for figure in jackpot_advantages())
    by_table = {figure.table: figure.rulings for figure in figures_of_2024()}
    assert by_table["4a-1"] == ("W1", "W2", "W4", "W10")
    assert by_table["4d-5"] == ("W1", "W2", "W3")
    assert by_table["2"] == ()


def figures_of_2024() -> list[Figure]:
    return [figure for figure in figures() if figure.game == "wa/spanish-21"]


def test_every_ruling_a_figure_rests_on_holds_for_its_game() -> None:
    known = {ruling.id for ruling in rulings()}
    assert {ruling for used in RESTS_ON.values() for ruling in used} <= known
    for figure in figures():
        assert set(figure.rulings) <= {ruling.id for ruling in game(figure.game).rulings}
        for ruling in figure.rulings:
            assert f"{ruling}: " in figure.reading


def test_the_figures_of_a_table_are_found_again() -> None:
    (worth,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    table = next(t for t in game("wa/spanish-21").tables_of("jackpot-1") if t.id == "3c-5")
    (figure,) = printed_figures("wa/spanish-21", table, 6)

    assert round(float(worth.edge - figure.exact), 12) == 0.21


def test_the_page_holds_every_figure_and_every_erratum() -> None:
    page = documents_page(figures(), ERRATA)

    assert verdict(figures()) in page
    for figure in figures():
        assert f" {figure.printed} " in page
        assert f" {figure.fraction} " in page
        assert f" {figure.exact_text} " in page
        for rule_set in figure.yielded_by:
            assert rule_set.words in page
    for entry in ERRATA:
        assert f"### {entry.id}\n" in page
        assert "{" not in entry.worth


def test_the_page_in_the_documentation_is_fresh() -> None:
    written = (ROOT / "docs" / "reference" / "documents.md").read_text(encoding="utf-8")
    _, _, text = written.partition("-->\n\n")
    assert text == documents_page(figures(), ERRATA), "run 'make docs'"


def test_the_kept_file_is_what_is_computed_again() -> None:
    kept = FILE.read_text(encoding="utf-8")
    assert kept == checked_file(figures(), ERRATA), "run tools/generate_documents.py"
