"""Answers from the rule book that take the solver's modules: worked out in another process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import json

from pitboss.api.tables import Table
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.wire import Odds, Posted, PostedLimit, PostedPay, PostedStatement

Answered = bytes | tuple[Problem, ...]
"""JSON, or everything that is wrong with the question."""
HouseData = Mapping[str, Any]


def answer_odds(house: HouseData, wager: str) -> Answered:
    """Return the exact odds of a table's wagers, or of one of them."""
    try:
        table = Table.open(house_from(house))
        found = [table.odds(wager)] if wager else [*table.odds().values()]
    except RulesError as error:
        return error.problems
    rows = [it.as_json() for it in found]
    return json.encode(Odds(table.game.id, table.digest, [*table.assumed], rows))


def answer_posted(house: HouseData, _: str) -> Answered:
    """Return what is posted at a table."""
    # They draw charts too, and so take the solver's modules.
    from pitboss.report.sheets.house_words import HouseWords  # noqa: PLC0415
    from pitboss.report.sheets.parts import Limits, Note, Panels, Statements  # noqa: PLC0415
    from pitboss.report.sheets.posting import posting  # noqa: PLC0415

    try:
        table = Table.open(house_from(house))
    except RulesError as error:
        return error.problems
    sheet = posting(table.setup, HouseWords())
    lines: list[str] = []
    limits: list[PostedLimit] = []
    pays: list[PostedPay] = []
    notices: list[PostedStatement] = []
    for part in sheet.parts:
        match part:
            case Note(text):
                lines.append(text)
            case Limits(main, others):
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
