"""What the lab shows is what the command line prints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from msgspec import convert

from pitboss.report.catalogue.wager_list import pay_table_lines
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import games
from pitboss.server.lab import catalogue, pricing
from pitboss.server.lab.kinds import KINDS, read_terms
from pitboss.server.lab.terms import PricingTerms
from tests.cli.conftest import Run
from tests.tiers import IS_NIGHT

METER = {"meter": "9000", "contribution": "20%", "seed": "500"}
TABLES: dict[str, dict[str, Any]] = {
    "cards": {"game": "wa/spanish-21", "wager": "match-up", "table": "2", "decks": 6},
    "a meter": {"game": "co/21-plus-3", "wager": "21-plus-3-progressive", "decks": 6},
    "the dealer's draw": {"game": "co/trilux", "wager": "bust-bonanza", "decks": 6},
}
if IS_NIGHT:
    TABLES["play"] = {"game": "co/free-bet", "wager": "pot-of-gold", "table": "POG-01", "decks": 6}


def price(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """Do the job that the page asks for."""
    terms = read_terms(KINDS["odds"], {"tables": tables})
    assert isinstance(terms, PricingTerms)
    data: dict[str, Any] = json.loads(pricing.price_wagers({}, terms, lambda *_: None))
    return data


def line_of(place: Mapping[str, Any]) -> Any:  # noqa: ANN401 - as the page has it
    """Return the line of the list that a pay table has; its first table unless it is named."""
    return next(
        pay_table_line
        for pay_table_line in pay_table_lines()
        if pay_table_line.game == place["game"]
        and place["wager"] in pay_table_line.wagers
        and pay_table_line.table == place.get("table", pay_table_line.table)
        and pay_table_line.decks == place["decks"]
    )


@pytest.mark.parametrize("name", TABLES)
def test_the_odds_of_a_pay_table_are_those_of_pitboss_odds(called: Run, name: str) -> None:
    line = line_of(TABLES[name])
    options = dict(part.split("=") for part in line.options.split())
    place = {"game": line.game, "wager": line.wagers[0], "table": line.table, "decks": line.decks}
    meter = METER if line.progressive else {}
    (shown,) = price({**place, "options": options, "play": line.play, **meter})["tables"]
    given = [f"-o{key}={value}" for key, value in options.items()]
    if meter:
        given += ["--meter", "9000", "-ocontribution=20%", "-oseed=500"]
    where = ("--wager", line.wagers[0], "--table", line.table, "--decks", str(line.decks))
    printed = json.loads(called("odds", line.game, *where, *given, "--json").stdout)
    assert shown in printed
    assert shown["edge_float"] == pytest.approx(line.edge, abs=1e-12)
    assert float(Fraction(shown["hit_frequency"])) == pytest.approx(line.hit_frequency, abs=1e-12)
    if meter:  # the slider moves along this line
        step = Fraction(shown["progressive"]["per_thousand"]) * 9
        assert Fraction(shown["progressive"]["edge_at_meter"]) == Fraction(shown["edge"]) - step


def test_rows_of_tables_side_by_side_have_the_probabilities_of_each() -> None:
    place = {"game": "wa/spanish-21", "wager": "jackpot-1", "decks": 6}
    priced = price(
        {**place, "table": "3c-5"}, {**place, "table": "3c-7", "options": {"alternate": "3-alt-1"}}
    )
    for number, table in enumerate(priced["tables"]):
        rows = {row["name"]: (row["pay"], row["probability"]) for row in table["outcomes"]}
        shown = {
            row["name"]: (row["pays"][number], row["probabilities"][number])
            for row in priced["rows"]
            if row["pays"][number]
        }
        assert shown == rows
    assert {row["differs"] for row in priced["rows"]} == {True, False}


def test_a_pay_table_that_cannot_be_priced_is_refused_with_a_reason() -> None:
    poker = {"game": "co/21-holdem", "wager": "poker", "table": "poker", "decks": 1}
    up = TABLES["cards"]
    cases = {"no odds of its own": poker, "nine": {**up, "meter": "nine"}, "7": {**up, "decks": 7}}
    for reason, case in cases.items():
        with pytest.raises(RulesError, match=reason):
            price(case)


def test_every_pay_table_is_in_the_list() -> None:
    data = json.loads(catalogue.wagers_json())
    assert data["tables"] == sum(len(game.tables) for game in games()) == 510
    lines = [convert(line, catalogue.LabPayTable) for line in data["lines"]]
    listed = {(line.game, line.table) for line in lines}
    assert listed == {(game.id, table.id) for game in games() for table in game.tables}
    assert all(line.note for line in lines if line.edge is None)
    assert all(line.printed.agrees for line in lines if line.printed)


def test_the_documents_of_the_lab_are_those_of_pitboss_documents(called: Run) -> None:
    printed = json.loads(called("documents", "--json").stdout)
    shown = json.loads(catalogue.documents_json())
    assert shown["errata"] == printed["errata"]
    assert [
        {key: figure[key] for key in figure if key in shown["figures"][0]}
        for figure in printed["figures"]
    ] == [
        {key: figure[key] for key in figure if key in printed["figures"][0]}
        for figure in shown["figures"]
    ]
    texts = {ruling["id"]: ruling["ruling"] for ruling in shown["rulings"]}
    for figure in printed["figures"]:
        assert all(texts[ruling] in figure["reading"] for ruling in figure["rulings"])


def test_every_published_figure_is_shown_with_its_verdict() -> None:
    sections = json.loads(catalogue.published_json())["sections"]
    shown = [figure for section in sections for figure in section["figures"]]
    compared = [figure for figure in shown if figure["published"]]
    assert len(compared) > 150
    assert all(figure["agrees"] or figure["reason"] for figure in compared)
    assert all(figure["agrees"] is None for figure in shown if not figure["published"])
