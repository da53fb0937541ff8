"""The protection of a table: classes, wagers, the main game, counter-measures, players."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.advantage.detect.columns import table_columns
from pitboss.advantage.detect.observe import watch
from pitboss.advantage.protect import main_game, measures
from pitboss.advantage.protect.terms import (
    SHUFFLE_SECONDS,
    ProtectTerms,
    Vulnerability,
    terms_problems,
    vulnerability,
)
from pitboss.advantage.protect.wagers import rank_wagers
from pitboss.api import protection
from pitboss.api.counting import count_table
from pitboss.api.protection import Protection, judge_records, make_terms, protect_table
from pitboss.api.reports import advantage_figures, report_document
from pitboss.questions.advantage import Count, Protect
from pitboss.report.document.blocks import Heading, Paragraph
from pitboss.report.document.html import html_page
from pitboss.report.document.terminal import terminal_page
from pitboss.report.maths.model import maths
from pitboss.report.maths.page import AdvantageFigures, advantage_section
from pitboss.rulebook.problems import RulesError
from tests.tiers import by_day

TERMS = ProtectTerms(low=1000, high=20_000, penetrations=(0.75, 0.83), shoes=100, rounds=400_000)


@pytest.fixture(scope="module")
def counted() -> Protection:
    """Return blackjack with six decks; by day without index plays and other rules."""
    with pytest.MonkeyPatch.context() as patch:
        if by_day(1, 0):
            patch.setattr(main_game, "chart_hands", lambda _: None)
            patch.setattr(measures, "_RULES", ())
        return protect_table(pitboss.table("reference/blackjack", decks=6), TERMS)


def test_classes_begin_at_their_bounds() -> None:
    kinds = [vulnerability(per_100) for per_100 in (-1, 0.0499, 0.05, 0.1999, 0.2, 0.4999, 0.5)]
    assert [kind.value for kind in kinds] == [
        *("safe", "safe", "low", "low", "moderate", "moderate", "high")
    ]


def test_more_shuffles_leave_less_time_for_rounds() -> None:
    usual = TERMS.pace(30, 30)
    assert usual == pytest.approx(TERMS.rounds_an_hour)
    # Twice as many shuffles: for every 30 rounds one more of them.
    hour = 3600 / TERMS.pace(15, 30) - 3600 / TERMS.rounds_an_hour
    assert hour * 30 == pytest.approx(SHUFFLE_SECONDS)


def test_wagers_are_ranked_and_no_count_beats_knowing_every_card() -> None:
    table = pitboss.table("co/21-plus-3")
    rows = rank_wagers(table.house, table.setup, TERMS)
    assert [row.per_100 for row in rows] == sorted((row.per_100 for row in rows), reverse=True)
    assert {row.wager for row in rows} >= {"21-plus-3", "insurance"}
    wrong = []
    for row in rows:
        assert row.gain is not None
        shallow, deep = (per_100 for _, per_100 in row.by_penetration)
        if shallow > deep + 1e-9 and row.exact:
            wrong.append(f"{row.wager}: a deeper cut is worse for the counter")
        if row.exact and row.perfect is not None and row.perfect.standard_error is not None:
            reach = row.perfect.per_100 + 5 * row.perfect.standard_error + 1e-3
            wrong += [f"{row.wager}: beats the bound"] * (row.per_100 > reach)
        wrong += [f"{row.wager}: loses"] * (row.per_100 < 0)
    assert wrong == []


def test_a_game_of_one_deck_shuffled_every_round_has_nothing_to_count() -> None:
    protection = pitboss.table("co/pai-jack").protect()
    data = protection.as_json()
    assert (data["main"], data["tells"], data["measures"]) == ([], None, [])
    assert {row["class"] for row in data["wagers"]} <= {"safe"}
    assert all(row["reason"] for row in data["wagers"])
    holdem = pitboss.table("co/21-holdem").protect().as_rows()
    assert {row["wager"]: row["per_100"] for row in holdem}["insurance"] == 0
    assert "nothing to count" in terminal_page(protection.document("2026-11-16"))


def test_a_counter_wins_more_with_a_wider_spread_and_a_deeper_cut(counted: Protection) -> None:
    protection = counted.protected
    spreads = [
        row for row in protection.main if row.count == "Hi-Lo" and row.play == "basic strategy"
    ]
    assert [row.spread for row in spreads] == ["1-4", "1-8", "1-12", "1-16", "back-counting"]
    won = [row.per_100 for row in spreads[:4]]
    assert won == sorted(won)
    parts = [part for part, _ in protection.by_cut]
    assert parts == sorted(parts)
    first, last = protection.by_cut[0][1][-1], protection.by_cut[-1][1][-1]
    assert last.per_100 > first.per_100 - 4 * (first.error + last.error)
    # The back-counter makes one bet, the largest, and loses nothing on low counts.
    assert spreads[4].per_100 > -3 * spreads[4].error
    assert spreads[4].unit == TERMS.high


def test_counter_measures_have_their_price(counted: Protection) -> None:
    by_name = {measure.measure: measure for measure in counted.protected.measures}
    cuts = [measure for name, measure in by_name.items() if name.startswith("Cut card")]
    prices = [measure.price for measure in cuts]
    assert prices == sorted(prices, key=lambda price: price or 0.0)
    assert all(price is not None and price > 0 for price in prices)
    machine = by_name["Continuous shuffling machine"]
    edge = counted.protected.expectation
    assert edge is not None
    assert machine.per_100 == pytest.approx(100 * edge)
    assert by_name["No mid-shoe entry"].price == 0
    assert by_name["A spread of 1-4 at most"].price is None
    # With seven seats a shoe has fewer rounds, so more of the hour goes to shuffles.
    full = by_name["All 7 seats taken"]
    before = counted.protected.main[1]
    assert full.note.endswith("rounds a shoe")
    assert int(full.note.split()[0]) < int(full.note.split()[3]) / 2
    assert full.per_100 == pytest.approx(before.per_100, abs=12 * before.error)


def test_the_page_and_the_json_say_the_same(counted: Protection) -> None:
    data = json.loads(json.dumps(counted.as_json()))
    assert {"wagers", "main", "measures", "players", "tells", "terms"} <= data.keys()
    for row in data["measures"]:
        assert row.keys() >= {"measure", "per_100", "per_hour", "change", "price"}
    page = counted.document("2026-11-16")
    text = terminal_page(page)
    for words in ("1 The answer", "The main game", "Counter-measures", "What gives a counter away"):
        assert words in text
    assert "<svg" in html_page(page)
    assert counted.as_rows()[0]["wager"] == data["wagers"][0]["wager"]
    assert repr(counted).startswith("<Protection of reference/blackjack")


def test_pay_tables_that_lose_less_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager that a counter beats is offered with the pay table that he beats least."""
    monkeypatch.setattr(measures, "_TABLES_TRIED", by_day(1, 12))
    table = pitboss.table("co/golden-21")
    terms = replace(TERMS, penetrations=(0.75,))
    beaten = rank_wagers(table.house, table.setup, terms)[:1]
    assert beaten[0].vulnerability is Vulnerability.MODERATE
    named = [*measures.wager_measures(table.house, table.setup, beaten, terms)]
    assert all(measure.change > 0 and measure.subject == "golden-21" for measure in named)
    assert all(measure.per_100 < beaten[0].per_100 for measure in named)


def test_terms_are_checked_all_at_once() -> None:
    terms = ProtectTerms(low=0, high=5, rounds_an_hour=0, penetrations=(2.0,))
    assert len([*terms_problems(terms)]) == 3
    table = pitboss.table("reference/blackjack")
    assert (make_terms(table).low, make_terms(table).high) == (1000, 50_000)
    with pytest.raises(RulesError):
        make_terms(table, Protect(low=500, high=100))


def test_players_of_a_file_are_judged_on_every_wager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bets that go round in a circle follow no card."""
    monkeypatch.setattr(protection, "best_index_plays", lambda _: ())
    records: list[dict[str, Any]] = []
    run = pitboss.table("reference/blackjack", decks=6).simulate(
        rounds=150, seed=3, penetration=0.5, export=tmp_path / "rounds.parquet"
    )
    for number, record in enumerate(pitboss.read_rounds(tmp_path / "rounds.parquet")):
        for key in ("settlement", "net"):
            record.pop(key)
        record["seats"][0] |= {"player": "ann", "wagers": {"main": 1000 * (1 + number % 3)}}
        record["decisions"] = [
            {key: value for key, value in decision.items() if key != "amount"}
            for decision in record["decisions"]
        ]
        records.append(record)
    assert run.rounds == len(records)
    file = tmp_path / "rounds.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    (ann,) = judge_records(file).players
    assert (ann.name, ann.rounds) == ("ann", 150)
    assert ann.worst.verdict.value in {"no sign", "too few rounds"}
    assert set(table_columns(watch(records[:5]))) == {"main"}
    with pytest.raises(RulesError, match="nobody called 'bob'"):
        judge_records(file, ["bob"])
    file.write_text("{}\nnot json\n", encoding="utf-8")
    with pytest.raises(RulesError):
        judge_records(file)


def test_a_report_has_a_section_on_advantage_play_if_it_is_asked_for(counted: Protection) -> None:
    table = counted.table
    study = count_table(table.main, Count()).study
    figures = AdvantageFigures(study=study, protection=counted.protected)
    report = maths(table.house)
    plain, whole = (
        [block for block in page.blocks if isinstance(block, Heading)]
        for page in (
            report_document(report, None, date="2026-11-16"),
            report_document(report, None, advantage=figures, date="2026-11-16"),
        )
    )
    added = [(block.number, block.text) for block in whole if block not in plain]
    (number,) = (number for number, text in added if text == "Advantage play")
    parts = [text for place, text in added if place.startswith(f"{number}.")]
    assert parts[:3] == [
        "Effects of removal and counts",
        "The main game",
        "Side wagers, the most vulnerable first",
    ]
    assert "Advantage play" not in [block.text for block in plain]
    assert int(number) + 1 == next(
        int(block.number) for block in whole if block.text == "Verification"
    )


def test_a_report_says_where_there_is_nothing_to_count() -> None:
    figures = advantage_figures(pitboss.table("co/pai-jack"))
    heading, answer = advantage_section(figures, "8")
    assert heading == Heading(1, "8", "Advantage play")
    assert isinstance(answer, Paragraph)
    assert answer.text.startswith("There is nothing to count in Pai Jack")
