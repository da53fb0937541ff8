"""Answers from the rule book that take the solver's modules: worked out in another process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from msgspec import json

from pitboss.api.tables import Table
from pitboss.engine.actions import RefusedError
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.requests.wire import Odds, Posted, PostedLimit, PostedPay, PostedStatement

Answered = bytes | tuple[Problem, ...]
"""JSON, or everything that is wrong with the question."""
HouseData = Mapping[str, Any]


def refusing(work: Callable[[HouseData, str], bytes]) -> Callable[[HouseData, str], Answered]:
    """Return *work* with its refusals as values: they come from another process."""

    @wraps(work)
    def answer(house: HouseData, text: str) -> Answered:
        try:
            return work(house, text)
        except RulesError as error:
            return error.problems
        except RefusedError as error:
            refused = error.refusal
            return (Problem(code=refused.code, key="", message=refused.message),)

    return answer


@refusing
def answer_odds(house: HouseData, wager: str) -> bytes:
    """Return the exact odds of a table's wagers, or of one of them."""
    table = Table.open(house_from(house))
    found = [table.odds(wager)] if wager else [*table.odds().values()]
    rows = [it.as_json() for it in found]
    return json.encode(Odds(table.game.id, table.digest, [*table.assumed], rows))


@refusing
def answer_posting(house: HouseData, _: str) -> bytes:
    """Return what is posted at a table."""
    # They draw charts too, and so take the solver's modules.
    from pitboss.report.sheets.parts import (  # noqa: PLC0415
        HouseWords,
        Note,
        Panels,
        PostedLimits,
        Statements,
    )
    from pitboss.report.sheets.posting import posting  # noqa: PLC0415

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
            case PostedLimits(main, others):
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
