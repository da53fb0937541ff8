"""Slow work about a house: its expected win, its maths report, its printed sheets. Heavy."""

from __future__ import annotations

from base64 import b64encode
from datetime import UTC, datetime
from typing import Any

from msgspec import json

from pitboss.api.reports import PAPERS, report_document
from pitboss.engine.setup import prepare
from pitboss.report.compare.houses import price_house
from pitboss.report.compare.operation import operate
from pitboss.report.details import OperationFields, ReportDetails, operation_problems
from pitboss.report.document.html import html_page
from pitboss.report.document.typesetting import pdf_file
from pitboss.report.kinds import game_reports
from pitboss.report.maths.model import maths
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.html import sheets_html
from pitboss.report.sheets.parts import HouseWords, What
from pitboss.report.sheets.pdf import sheets_pdf
from pitboss.rulebook.check import law_problems
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError
from pitboss.server.lab.terms import Report, ReportTerms, SheetTerms, WinTerms
from pitboss.server.rules.house_work import HouseData

_TYPES = {"html": "text/html", "pdf": "application/pdf"}


def expect_win(data: HouseData, terms: WinTerms, report: Report) -> bytes:
    """Return the theoretical win of a table in a round, an hour and a shift, wager by wager."""
    report(0.05)
    fields = _operation(terms)
    operated = operate(price_house(house_from(data), label=""), fields)
    if operated is None:
        return json.encode({"operation": None, "wagers": []})
    pace = operated.table.pace
    wagers = [
        {
            "name": action.name,
            "stake_cents": action.stake,
            "share": float(action.share),
            "edge": float(action.edge),
            "deviation": action.deviation,
            "win_per_hand_cents": action.win,
            "win_per_hour_cents": action.win * pace.hands_per_hour,
        }
        for action in operated.table.actions
    ]
    per_round = operated.table.win(1) / pace.rounds_per_hour
    operation = operated.as_json() | {"win_per_round": per_round}
    return json.encode({"operation": operation, "wagers": wagers})


def write_report(data: HouseData, terms: ReportTerms, report: Report) -> bytes:
    """Return the maths report as a file."""
    report(0.05)
    house = house_from(data)
    details = ReportDetails(operation=_operation(terms))
    games = game_reports(house)
    report(0.5)
    document = report_document(maths(house, games=games), None, details)
    report(0.8)
    if terms.form == "pdf":
        content = pdf_file(document, paper=PAPERS[terms.paper])
    else:
        content = html_page(document).encode()
    return _file(f"{_name(house.game)}-report", terms.form, content)


def print_sheets(data: HouseData, terms: SheetTerms, report: Report) -> bytes:
    """Return every sheet of a table as a file."""
    report(0.05)
    house = house_from(data)
    setup = prepare(house, law_problems(house))
    made = sheets(setup, HouseWords(name=terms.name, shoe=house.shoe), tuple(What))
    report(0.6)
    if terms.form == "pdf":
        today = datetime.now(UTC).date().isoformat()
        content = sheets_pdf(made, date=today, paper=PAPERS[terms.paper])
    else:
        content = sheets_html(made, paper=PAPERS[terms.paper]).encode()
    return _file(f"{_name(house.game)}-sheets", terms.form, content)


def _operation(terms: WinTerms) -> OperationFields:
    """Return how the table is run; raise `RulesError` with every figure that no table can have."""
    fields = OperationFields(
        rounds_per_hour=terms.rounds_per_hour,
        seats=terms.seats,
        shift_hours=terms.shift_hours,
        wagers=terms.wagers,
        shares=terms.shares,
    )
    if problems := tuple(operation_problems(fields)):
        raise RulesError(problems)
    return fields


def _name(game_id: str) -> str:
    return game_id.replace("/", "-")


def _file(name: str, form: str, content: bytes) -> bytes:
    """Return a file as JSON: its name, its type, and its bytes in base 64."""
    file: dict[str, Any] = {
        "name": f"{name}.{form}",
        "type": _TYPES[form],
        "base64": b64encode(content).decode(),
    }
    return json.encode(file)
