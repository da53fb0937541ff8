"""Answers that are made elsewhere have every field of the shape that is published for them."""

from __future__ import annotations

import json

from pitboss.audit.interval import ALWAYS
from pitboss.audit.render import sheet_data
from pitboss.audit.sheet import Column, Format, ReportSheet, Row, SheetSection, Value
from pitboss.fair.order import ShoeTerms, commitment, derive_cut, shoe_order
from pitboss.fair.reveal import Reveal
from pitboss.rulebook.export import game_json
from pitboss.rulebook.reading.library import games
from pitboss.server.audit.routes import ReportData
from pitboss.server.live.view_wire import RevealedShoe
from pitboss.server.requests.wire import GameRules
from tests.server.lab_answers import holds


def test_every_game_of_the_book_has_the_published_shape() -> None:
    for game in games():
        holds(GameRules, json.loads(json.dumps(game_json(game))))


def test_a_revealed_shoe_has_the_published_shape() -> None:
    terms = ShoeTerms(table="7", shuffle=1, deck="french-52", decks=1, burn=1, rules="ab")
    entropy = bytes(2048)
    seeds = (b"a player's seed",)
    reveal = Reveal(
        terms=terms,
        commitment=commitment(terms, entropy),
        seeds=seeds,
        entropy=entropy,
        dealt=shoe_order(terms, entropy, seeds)[:5],
    )
    assert reveal.problem() is None
    written = json.loads(json.dumps(reveal.as_json()))
    assert written["cut"] == derive_cut(seeds).hex()
    holds(RevealedShoe, written)


def test_a_report_has_the_published_shape_with_values_of_every_kind() -> None:
    columns = tuple(Column(kind.value, kind.value.title(), kind) for kind in Format)
    values: dict[Format, Value] = {
        Format.TEXT: "main",
        Format.YES: True,
        Format.SHARE: 0.5,
        Format.NUMBER: 1.25,
    }
    row: Row = tuple(values.get(kind, 10_000) for kind in Format)
    empty = SheetSection(name="nothing", title="Nothing", columns=columns)
    full = SheetSection(name="all", title="All", columns=columns, rows=[row], totals=row)
    sheet = ReportSheet(
        name="drop",
        title="Drop",
        about="What is in the boxes?",
        operator="Somebody",
        interval=ALWAYS,
        generated=1,
        entries=2,
        sections=[empty, full],
    )
    data = json.loads(json.dumps(sheet_data(sheet)))
    holds(ReportData, data)
    assert {column["kind"] for column in data["sections"][0]["columns"]} == {*Format}
