"""Answers from the rule book that need the solver's modules: another process works them out."""

from __future__ import annotations

from msgspec import json

from pitboss.api.tables import Table
from pitboss.report.sheets.parts import HouseWords, Note, Panels, SheetLimits, Statements
from pitboss.report.sheets.posting import posting
from pitboss.rulebook.house import house_from
from pitboss.server.requests.wire import Odds, Posted, PostedLimit, PostedPay, PostedStatement
from pitboss.server.rules.house_work import HouseData


def answer_odds(house: HouseData, wager: str) -> bytes:
    """Return the exact odds of a table's wagers, or of one of them."""
    table = Table.open(house_from(house))
    found = [table.odds(wager)] if wager else [*table.odds().values()]
    rows = [it.as_json() for it in found]
    return json.encode(Odds(table.game.id, table.digest, [*table.assumed], rows))


def answer_posting(house: HouseData, _: str) -> bytes:
    """Return what is posted at a table."""
    table = Table.open(house_from(house))
    sheet = posting(table.setup, HouseWords())
    lines: list[str] = []
    limits: list[PostedLimit] = []
    pays: list[PostedPay] = []
    notices: list[PostedStatement] = []
    for part in sheet.parts:
        match part:
            case Note(text):
                lines.append(text)
            case SheetLimits(main, others):
                limits += [PostedLimit(it.name, it.amount) for it in (*main, *others)]
            case Panels(panels):
                pays += [PostedPay(it.title, [[*row] for row in it.rows]) for it in panels]
            case Statements(found):
                notices += [PostedStatement(it.title, it.text, it.cite) for it in found if it.text]
            case _:
                pass
    posted = Posted(
        table.game.id, sheet.title, table.digest, lines, limits, pays, notices, sheet.foot
    )
    return json.encode(posted)
