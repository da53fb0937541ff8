"""Answers from the rule book that need the solver; they are computed in another process."""

from __future__ import annotations

from msgspec import json

from pitboss.api.tables import Table
from pitboss.report.sheets.parts import HouseWords, Note, Panels, SheetLimits, Statements
from pitboss.report.sheets.signs import posting
from pitboss.rulebook.house import house_from
from pitboss.server.requests.wire import Odds, Posted, PostedLimit, PostedPay, PostedStatement
from pitboss.server.rules.house_work import HouseData


def answer_odds(house: HouseData, wager: str) -> bytes:
    """Return the exact odds of a table's wagers, or of one of them."""
    table = Table.open(house_from(house))
    odds = [table.odds(wager)] if wager else [*table.odds().values()]
    rows = [line.as_json() for line in odds]
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
                limits += [PostedLimit(limit.name, limit.amount) for limit in (*main, *others)]
            case Panels(panels):
                pays += [PostedPay(panel.title, [[*row] for row in panel.rows]) for panel in panels]
            case Statements(statements):
                notices += [
                    PostedStatement(notice.title, notice.text, notice.cite)
                    for notice in statements
                    if notice.text
                ]
            case _:
                pass
    posted = Posted(
        game=table.game.id,
        title=sheet.title,
        digest=table.digest,
        lines=lines,
        limits=limits,
        pays=pays,
        statements=notices,
        foot=sheet.foot,
    )
    return json.encode(posted)
