"""The errata are about clauses that exist, and their numbers are those of the rule book."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from pitboss.exact.odds.wagers import odds
from pitboss.report.documents.errata import ERRATA, Erratum, read_errata
from pitboss.report.documents.readings import Number, Reading, SolvedNumber, number_text
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game, rulings
from tests.rows import every_row

BY_ID = {erratum.id: erratum for erratum in ERRATA}


def clauses_of(game_id: str) -> Iterator[str]:
    """Yield everything the rule book cites in a game: clauses, and what tables stand in."""
    a_game = game(game_id)
    yield from a_game.clauses
    for cite in (*(t.cite for t in a_game.tables), *(r.cite for r in a_game.rulings)):
        yield from (part.strip() for part in cite.split(";"))


@every_row("erratum", ERRATA)
def test_an_entry_refers_to_games_clauses_and_rulings_that_exist(erratum: Erratum) -> None:
    known = {clause for game_id in erratum.games for clause in clauses_of(game_id)}
    assert set(erratum.clauses) <= known
    assert set(erratum.rulings) <= {r.id for g in erratum.games for r in game(g).rulings}
    assert erratum.documents


@every_row("erratum", ERRATA)
def test_an_entry_says_what_is_printed_how_it_is_read_and_what_that_costs(erratum: Erratum) -> None:
    record = erratum.as_json()
    for key in ("printed", "reading", "effect"):
        assert record[key].endswith((".", "?"))
        assert "{" not in record[key]
    for name in erratum.numbers:
        assert f"{{{name}}}" in erratum.effect
    assert set(re.findall(r"\{(\w+)\}", erratum.effect)) == set(erratum.numbers)


@every_row("erratum", ERRATA)
def test_no_effect_is_still_to_be_computed(erratum: Erratum) -> None:
    assert not re.search(r"\b(pending|not yet|to be computed)\b", erratum.worth, re.IGNORECASE)


def test_what_was_solved_for_is_read_where_the_main_game_is_read_in_two_ways() -> None:
    solved = {
        erratum.id
        for erratum in ERRATA
        if any(isinstance(n, SolvedNumber) for n in erratum.numbers.values())
    }
    assert solved == {
        *("WA-7", "WA-9", "IL-2", "IL-3", "BB-4", "BB-5", "BB-6", "BB-8"),
        *("CO-2105-1", "CO-2111-3", "CO-2116-3", "CO-2116-4", "CO-2119-3"),
    }


def test_ids_are_given_once_and_tell_the_document() -> None:
    ids = [erratum.id for erratum in ERRATA]
    assert len(set(ids)) == len(ids)
    starts = {"WA": "wa/", "IL": "ilani/", "BB": "bet-bigger/", "CO": "co/"}
    for erratum in ERRATA:
        start = starts[erratum.id.partition("-")[0]]
        assert all(game_id.startswith(start) for game_id in erratum.games), erratum.id


def test_every_ruling_that_leaves_something_as_printed_is_listed() -> None:
    listed = {ruling for erratum in ERRATA for ruling in erratum.rulings}
    assert {ruling.id for ruling in rulings() if ruling.status == "as printed"} <= listed
    assert "W1" in listed


def test_a_reading_without_changes_is_worth_what_the_odds_say() -> None:
    for erratum in ERRATA:
        numbers = [number for number in erratum.numbers.values() if isinstance(number, Number)]
        for number in numbers:
            changes = number.pays or number.for_one or number.highest_only
            if number.what == "edge" and not changes:
                assert number.value in edges(number), erratum.id


def edges(reading: Reading) -> set[Fraction]:
    """Return the edges that `odds` knows; it knows none at a deck count that is not allowed."""
    tables = [t for t in game(reading.game).tables if t.id == reading.table]
    allowed = [t for t in tables if reading.decks in t.decks]
    if not allowed:
        return {reading.edge}
    wager = allowed[0].wagers[0]
    items = odds(reading.game, wager=wager, table=reading.table, decks=reading.decks)
    return {item.edge for item in items}


def test_a_flush_with_a_pair_paid_as_a_flush_makes_the_g_tables_21_plus_3_xtreme() -> None:
    """Two sections by one maker: with the flush mended both must give the same edge."""
    numbers = BY_ID["CO-2117-1"].numbers
    xtreme = Reading(game="co/21-plus-3", table="xtreme", decks=6)

    assert numbers["paid"].value == xtreme.edge
    assert numbers["printed"].value > xtreme.edge


def test_8_8_8_paid_as_elsewhere_makes_bust_the_house_the_bust_bonus() -> None:
    numbers = BY_ID["CO-2117-2"].numbers
    assert numbers["bonus"].value == Reading(game="co/buffalo-3", table="bust-bonus", decks=6).edge


def test_the_block_of_bet_bigger_is_washingtons_six_deck_table() -> None:
    block = BY_ID["BB-1"].numbers["block"].value
    assert block == Reading(game="wa/spanish-21", table="2", decks=6).edge


def test_to_1_and_for_1_differ_by_one_unit_on_every_win() -> None:
    numbers = BY_ID["CO-6"].numbers
    to_one = numbers["to"]
    for_one = numbers["per"]
    assert isinstance(to_one, Number)
    rows = [r.outcome for t in game("co/buffalo-3").tables if t.id == "bust-bonus" for r in t.rows]
    assert for_one.value - to_one.value == to_one.chance(rows)


def test_a_row_that_is_added_is_paid() -> None:
    numbers = BY_ID["CO-2115-3"].numbers
    printed = numbers["printed"]
    paid = numbers["paid"]
    assert isinstance(paid, Number)
    trips = paid.chance(["three-of-a-kind"])
    # Suited trips are a flush as printed (2 for 1), and would be trips then.
    assert 0 < printed.value - paid.value < 25 * trips


def test_numbers_are_written_for_people() -> None:
    assert number_text(Fraction(1, 8), "chance") == "12.500%"
    assert number_text(Fraction(1, 20889), "meter share") == "1 / 20,889"


@every_row(
    ("line", "reason"),
    [
        ("effects = 'none'", "errata.toml: X-1.effects: is not a known key"),
        ("numbers.a = { worked = 3 }", "errata.toml: X-1.numbers.a"),
        ("numbers.a = { solved = 'luck', game = 'g' }", "errata.toml: X-1.numbers.a"),
    ],
)
def test_an_entry_that_says_what_nobody_reads_is_refused(line: str, reason: str) -> None:
    whole = "games = []\nclauses = []\nprinted = ''\nreading = ''"
    (read,) = read_errata(f"[X-1]\n{whole}")
    assert read.id == "X-1"
    with pytest.raises(RulesError) as error:
        read_errata(f"[X-1]\n{whole}\n{line}")
    assert any(str(problem).startswith(reason) for problem in error.value.problems)
