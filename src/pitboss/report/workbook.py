"""The maths report as a workbook (.xlsx) whose figures are formulas over the rows beside them.

A reader changes a pay, a count or a wager and sees edge, hit rate, variance and exposure follow.
Each formula carries the exact value as its last result, so that a viewer that computes nothing
shows the right number; the tests compute every formula and compare it with that value.

Texts are written as texts, never as formulas, whatever they begin with.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.exact.operations import CONFIDENCE, Operation
from pitboss.late import LateFunction
from pitboss.report.details import ReportDetails
from pitboss.report.document.blocks import Charts, Document, Grid
from pitboss.report.document.data import named_tables, table_lines
from pitboss.report.games.page import HANDS, VOLATILITY
from pitboss.report.games.report import ReportPart
from pitboss.report.maths.model import MathsReport
from pitboss.report.maths.operation import WagerInPlay, compute_exposure, played_wagers
from pitboss.report.maths.wager_maths import Outcome, WagerMaths
from pitboss.rulebook.pays import CENTS_PER_DOLLAR

_new_workbook: LateFunction[..., Any] = LateFunction("xlsxwriter:Workbook")
SHARE = "0.000000%"
MONEY = '"$"#,##0.00'
COUNT = "#,##0"
FINE = "0.000000"
_NAME_MAX = 31
"""Letters of the name of a sheet, by the format's own limit."""
_CENTS = float(CENTS_PER_DOLLAR)
Value = Fraction | float | int


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula and the exact value that it computes."""

    text: str
    value: Value


Content = Formula | Value | str | None
KeyLine = tuple[str, str, Value, str]
"""The name of a figure, its formula, its value and its format."""


class Page:
    """A sheet that is filled line by line."""

    def __init__(self, book: Workbook, name: str, widths: Sequence[int]) -> None:
        self.name = book.free_name(name)
        self._book = book
        self._sheet = book.file.add_worksheet(self.name)
        self.row = 0
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width)

    def line(
        self, cells: Iterable[Content], looks: Sequence[str] = (), *, bold: bool = False
    ) -> int:
        """Write a line; return its number, as formulas count."""
        for column, content in enumerate(cells):
            look = looks[column] if column < len(looks) else ""
            self._write(column, content, self._book.look(look, bold=bold))
        self.row += 1
        return self.row

    def keys(self, lines: Sequence[KeyLine]) -> list[str]:
        """Write named figures, each a formula or, without one, a number; return their places."""
        return [
            self.key(name, Formula(text, value) if text else value, look)
            for name, text, value, look in lines
        ]

    def key(self, name: str, content: Content, look: str = "") -> str:
        """Write a named figure; return the place of its value, for formulas on other sheets."""
        row = self.line((name, content), ("", look))
        return f"'{self.name}'!$B${row}"

    def skip(self) -> None:
        """Leave a line empty."""
        self.row += 1

    def _write(self, column: int, content: Content, look: Any) -> None:  # noqa: ANN401 - no types
        match content:
            case Formula(text=text, value=value):
                self._sheet.write_formula(self.row, column, text, look, float(value))
            case str():
                self._sheet.write_string(self.row, column, content, look)
            case None:
                pass
            case _:
                self._sheet.write_number(self.row, column, float(content), look)


class Workbook:
    """A workbook in memory; the same content gives the same bytes."""

    def __init__(self, document: Document) -> None:
        self._bytes = io.BytesIO()
        self.file = _new_workbook(self._bytes, {"in_memory": True})
        created = datetime.fromisoformat(document.date)
        self.file.set_properties({"title": document.head, "author": "Pitboss", "created": created})
        self._names: set[str] = set()
        self._looks: dict[tuple[str, bool], Any] = {}

    def free_name(self, wanted: str) -> str:
        """Return the name of a sheet that no other has."""
        plain = re.sub(r"[\[\]:*?/\\']", " ", wanted).strip()
        for ending in ("", *(f" ({number})" for number in range(2, 1000))):
            name = plain[: _NAME_MAX - len(ending)] + ending
            if name.lower() not in self._names:
                self._names.add(name.lower())
                return name
        raise AssertionError(wanted)

    def look(self, number: str, *, bold: bool) -> Any:  # noqa: ANN401 - no types
        """Return a format of numbers."""
        known = self._looks.get((number, bold))
        if known is None:
            fields = ({"num_format": number} if number else {}) | ({"bold": True} if bold else {})
            known = self._looks[number, bold] = self.file.add_format(fields)
        return known

    def close(self) -> bytes:
        """Return the file."""
        self.file.close()
        return self._bytes.getvalue()


def workbook_file(report: MathsReport, document: Document, details: ReportDetails) -> bytes:
    """Return the report as a workbook."""
    book = Workbook(document)
    summary = Page(book, "Summary", (46, 22, 16, 16, 16, 16, 16))
    summary.line((document.title,), bold=True)
    summary.line((document.subtitle,))
    summary.line(("Date", document.date))
    for name, text in document.about.items():
        summary.line((name, text))
    summary.skip()
    heads = ("wager", "pay table", "house edge", "return", "hit frequency", "std. deviation")
    summary.line(heads, bold=True)
    places: dict[int, Keys] = {}
    lines: list[tuple[str, str, Keys]] = []
    for game in report.games:
        for part in game.parts:
            if part.distribution:
                keys = _main_page(book, part)
                places[id(part)] = keys
                lines.append((part.name, "–", keys))
    for maths in report.wagers:
        keys = _wager_page(book, maths)
        places[id(maths)] = keys
        lines.append((maths.title, maths.odds.table or "–", keys))
    for title, table, keys in lines:
        cells = (keys.edge, keys.returned, keys.hits, keys.deviation)
        summary.line((title, table, *cells), ("", "", SHARE, SHARE, SHARE, FINE))
    _operation_page(book, report, details, places)
    _chart_pages(book, document)
    _table_page(book, document)
    _figure_page(book, document)
    return book.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """Where the figures of a wager stand, as formulas for other sheets."""

    edge: Formula
    returned: Formula
    hits: Formula
    deviation: Formula
    top: Formula
    """The highest gain."""


def _main_page(book: Workbook, part: ReportPart) -> Keys:
    """Write the results of a round of the main game."""
    page = Page(book, part.name, (40, 18, 18, 18))
    page.line((f"{part.name}: results of a round, in units of {part.unit}, {part.aim}",), bold=True)
    first = page.row + 2 + _KEYS
    last = first + len(part.distribution) - 1
    gains = f"A{first}:A{last}"
    chances = f"B{first}:B{last}"
    rows = part.distribution
    mean = sum(row.gain * row.probability for row in rows)
    variance = sum(row.gain**2 * row.probability for row in rows) - mean**2
    hits = sum(row.probability for row in rows if row.gain >= 0)
    wins = sum(row.probability for row in rows if row.gain > 0)
    top = max(row.gain for row in rows)
    at = page.row + 1
    figures: Sequence[KeyLine] = (
        ("House edge, from the rows", f"=-SUMPRODUCT({gains},{chances})", -mean, SHARE),
        ("House edge, solved", "", part.house_edge, SHARE),
        ("Difference", f"=B{at}-B{at + 1}", -mean - part.house_edge, SHARE),
        ("Return to player, solved", f"=1-B{at + 1}", 1 - part.house_edge, SHARE),
        ("Hit frequency", f"=SUMPRODUCT(({gains}>=0)*{chances})", hits, SHARE),
        ("Win frequency", f"=SUMPRODUCT(({gains}>0)*{chances})", wins, SHARE),
        ("Variance", f"=SUMPRODUCT({gains},{gains},{chances})-B{at}^2", variance, FINE),
        ("Standard deviation", f"=SQRT(B{at + 6})", sqrt(variance), FINE),
        ("Volatility index, 90%", f"={VOLATILITY}*B{at + 7}", VOLATILITY * sqrt(variance), FINE),
        ("Highest gain", f"=MAX({gains})", top, FINE),
    )
    made = page.keys(figures)
    assert len(made) == _KEYS
    page.line(("gain", "probability", "1 in", "adds"), bold=True)
    for row in rows:
        at = page.row + 1
        often = Formula(f"=IF(B{at}=0,0,1/B{at})", 1 / row.probability if row.probability else 0)
        adds = Formula(f"=A{at}*B{at}", row.gain * row.probability)
        page.line(
            (row.gain, row.probability, often, adds), ("0.####", "0.000000000000", "#,##0.0", SHARE)
        )
    total = sum(row.probability for row in rows)
    page.line(("Total", Formula(f"=SUM({chances})", total)), bold=True)
    return Keys(
        edge=Formula(f"={made[1]}", part.house_edge),
        returned=Formula(f"={made[3]}", 1 - part.house_edge),
        hits=Formula(f"={made[4]}", hits),
        deviation=Formula(f"={made[7]}", sqrt(variance)),
        top=Formula(f"={made[9]}", top),
    )


_KEYS = 10
"""Lines of figures above the rows of the main game."""
_PAR_KEYS = 14
"""Lines of figures above the rows of a wager."""


def _wager_page(book: Workbook, maths: WagerMaths) -> Keys:
    """Write a wager as a PAR sheet: cycle, hits, in and out row by row, and what follows."""
    page = Page(book, maths.title, (46, 20, 14, 18, 18, 16, 18, 18, 14))
    table = f", pay table {maths.table.id}, {maths.table.cite}" if maths.table else ""
    page.line((f"{maths.title}{table}",), bold=True)
    first = page.row + 2 + _PAR_KEYS
    last = first + len(maths.outcomes) - 1
    span = {letter: f"{letter}{first}:{letter}{last}" for letter in "CDEFGHI"}
    gain, ways, chance, out, meter = (span[letter] for letter in "CDEHI")
    cycle = maths.deals
    at = page.row + 1
    counted = cycle is not None
    each = cycle or 1
    returned = 1 - maths.edge
    deviation = maths.deviation
    top = max(o.net for o in maths.outcomes)
    paid = f"(({gain}>-1)+({meter}>0)>0)"
    won = f"(({gain}>0)+({meter}>0)>0)"
    hits = maths.odds.hit_frequency
    wins = maths.win_frequency
    variance = maths.odds.variance
    few = COUNT if counted else FINE
    index = VOLATILITY * deviation
    share = _meter_share(maths)
    figures: Sequence[KeyLine] = (
        ("Cycle: equally likely deals, or 1", f"=SUM({ways})", each, few),
        ("Hits per cycle", f"=SUMPRODUCT({paid}*{ways})", hits * each, few),
        ("Units in per cycle", f"=SUM({span['G']})", each, few),
        ("Units out per cycle", f"=SUM({out})", returned * each, "#,##0.00"),
        ("Return to player", f"=B{at + 3}/B{at + 2}", returned, SHARE),
        ("House edge", f"=1-B{at + 4}", maths.edge, SHARE),
        ("Hit frequency", f"=SUMPRODUCT({paid}*{chance})", hits, SHARE),
        ("Win frequency", f"=SUMPRODUCT({won}*{chance})", wins, SHARE),
        ("Variance", f"=SUMPRODUCT({gain},{gain},{chance})-B{at + 5}^2", variance, FINE),
        ("Standard deviation", f"=SQRT(B{at + 8})", deviation, FINE),
        ("Volatility index, 90%", f"={VOLATILITY}*B{at + 9}", index, FINE),
        ("Highest gain", f"=MAX({gain})", top, FINE),
        ("Average share of the meter", f"=SUMPRODUCT({meter},{chance})", share, "0.000000E+00"),
        ("Wagers to a hit, on average", f"=1/B{at + 6}", 1 / hits, "#,##0.00"),
    )
    made = page.keys(figures)
    assert len(made) == _PAR_KEYS
    heads = ("outcome", "pays", "gain", "hits per cycle", "probability", "1 in", "in", "out",
             "of the meter")  # fmt: skip
    page.line(heads, bold=True)
    for outcome in maths.outcomes:
        _par_row(page, outcome, each, f"$B${at}" if counted else "1", counted=counted)
    totals = [Formula(f"=SUM({span[letter]})", value) for letter, value in (("D", each), ("E", 1))]
    page.line(("Total", "", None, *totals), ("", "", "", COUNT, "0"), bold=True)
    page.skip()
    _confidence(page, f"$B${at + 5}", f"$B${at + 9}", float(maths.edge), deviation)
    return Keys(
        edge=Formula(f"={made[5]}", maths.edge),
        returned=Formula(f"={made[4]}", returned),
        hits=Formula(f"={made[6]}", hits),
        deviation=Formula(f"={made[9]}", deviation),
        top=Formula(f"={made[11]}", top),
    )


def _meter_share(maths: WagerMaths) -> Fraction:
    return sum((o.meter * o.probability for o in maths.outcomes), Fraction(0))


def _par_row(page: Page, outcome: Outcome, cycle: int, place: str, *, counted: bool) -> None:
    """Write a row; without a cycle it is one wager, and its hits are its probability."""
    at = page.row + 1
    chance = outcome.probability
    ways = chance * cycle
    page.line(
        (
            outcome.name,
            outcome.pays,
            outcome.net,
            ways,
            Formula(f"=D{at}/{place}", chance) if counted else Formula(f"=D{at}", chance),
            Formula(f"=IF(E{at}=0,0,1/E{at})", 1 / chance if chance else 0),
            Formula(f"=D{at}", ways),
            Formula(f"=D{at}*(C{at}+1)", ways * (outcome.net + 1)),
            outcome.meter,
        ),
        ("", "", "0.####", COUNT if counted else "0.000000000000", "0.000000000000", "#,##0.0",
         COUNT if counted else FINE, "#,##0.00" if counted else FINE, "0%"),
    )  # fmt: skip


def _confidence(page: Page, edge: str, deviation: str, mean: float, spread: float) -> None:
    """Write the bounds of win / handle after many wagers."""
    page.line(("Actual win as a share of the handle",), bold=True)
    ends = [f"{sure} {end}" for sure in CONFIDENCE for end in ("low", "high")]
    page.line(("wagers", *ends), bold=True)
    for hands in HANDS:
        at = page.row + 1
        cells = []
        for errors in CONFIDENCE.values():
            width = errors * spread / sqrt(hands)
            for sign, value in (("-", mean - width), ("+", mean + width)):
                cells.append(Formula(f"={edge}{sign}{errors}*{deviation}/SQRT($A{at})", value))
        page.line((hands, *cells), (COUNT, *[SHARE] * len(cells)))


def _operation_page(
    book: Workbook, report: MathsReport, details: ReportDetails, places: Mapping[int, Keys]
) -> None:
    """Write win per hour, the spread of all wagers together, and exposure."""
    fields = details.operation
    played = played_wagers(report, fields)
    if not played:
        return
    page = Page(book, "Operation and exposure", (46, 16, 16, 18, 18, 18, 18, 18))
    page.line(("Theoretical win of one hour",), bold=True)
    rounds = page.key("Rounds per hour", fields.rounds_per_hour, COUNT)
    seats = page.key("Seats", fields.seats, COUNT)
    heads = ("wager", "average", "made on", "edge", "std. deviation", "handle", "win",
             "variance of a hand")  # fmt: skip
    page.line(heads, bold=True)
    first = page.row + 1
    table = Operation(pace=fields.pace, actions=tuple(wager.action for wager in played))
    for wager in played:
        _win_row(page, wager, places, f"{rounds}*{seats}", fields.pace.hands_per_hour)
    last = page.row
    sums = [(letter, value) for letter, value in (
        ("F", table.handle(1) / _CENTS), ("G", table.win(1) / _CENTS),
        ("H", (table.deviation(1) / _CENTS) ** 2 / fields.pace.hands_per_hour),
    )]  # fmt: skip
    total = page.line(
        ("All wagers together", None, None, Formula(f"=G{last + 1}/F{last + 1}", table.edge), None,
         *(Formula(f"=SUM({letter}{first}:{letter}{last})", value) for letter, value in sums)),
        ("", "", "", SHARE, "", MONEY, MONEY, FINE), bold=True,
    )  # fmt: skip
    page.skip()
    page.line(("Actual win of all wagers together, seats independent",), bold=True)
    ends = [f"{sure} {end}" for sure in CONFIDENCE for end in ("low", "high")]
    page.line(("hours", "std. deviation", *ends), bold=True)
    for hours in (1, 8, 240, 2920):
        at = page.row + 1
        cells = [
            Formula(f"=$G${total}*$A{at}{'+' if place else '-'}{errors}*$B{at}",
                    table.band(hours, errors)[place] / _CENTS)
            for errors in CONFIDENCE.values()
            for place in (0, 1)
        ]  # fmt: skip
        spread = Formula(
            f"=SQRT({rounds}*{seats}*$A{at}*$H${total})", table.deviation(hours) / _CENTS
        )
        page.line((hours, spread, *cells), (COUNT, *[MONEY] * 7))
    page.skip()
    _exposure(page, played, places, seats, fields.seats)


def _win_row(
    page: Page, wager: WagerInPlay, places: Mapping[int, Keys], hands: str, per_hour: int
) -> None:
    """Write a wager; its edge is linked where the table's long-run edge is that of its pays."""
    action = wager.action
    at = page.row + 1
    plain = wager.maths is not None and wager.jackpot is None
    keys = places.get(id(wager.maths)) if plain else None
    variance = action.variance / _CENTS**2
    page.line(
        (
            action.name,
            action.stake / _CENTS,
            action.share,
            float(action.edge) if keys is None else keys.edge,
            action.deviation if keys is None else keys.deviation,
            Formula(f"={hands}*B{at}*C{at}", action.handle * per_hour / _CENTS),
            Formula(f"=F{at}*D{at}", action.win * per_hour / _CENTS),
            Formula(f"=C{at}*(E{at}^2+D{at}^2)*B{at}^2-(B{at}*C{at}*D{at})^2", variance),
        ),
        ("", MONEY, "0%", SHARE, FINE, MONEY, MONEY, FINE),
    )


def _exposure(
    page: Page, played: Sequence[WagerInPlay], places: Mapping[int, Keys], seats: str, count: int
) -> None:
    page.line(("Exposure: the most that one round costs",), bold=True)
    heads = ("wager", "maximum", "highest gain", "growth at the maximum", "limit of a hand",
             "limit of a round", "one seat", "all seats")  # fmt: skip
    page.line(heads, bold=True)
    for wager in played:
        exposure = compute_exposure(wager)
        keys = places.get(id(wager.maths if wager.maths is not None else wager.part))
        if exposure is None or exposure.most_wagered is None or keys is None:
            continue
        one = exposure.seat_exposure
        every = exposure.table_exposure(count)
        assert one is not None
        assert every is not None
        at = page.row + 1
        top = f"INT(ROUND(B{at}*C{at}*D{at}*100,6))/100"
        limits = (exposure.of_hand, exposure.aggregate)
        total = f"{seats}*G{at}"
        most, whole = (None if cents is None else cents / _CENTS for cents in limits)
        page.line(
            (
                exposure.name,
                exposure.most_wagered / _CENTS,
                keys.top,
                wager.capped_growth,
                most,
                whole,
                Formula(f"={top}" if most is None else f"=MIN({top},E{at})", one / _CENTS),
                Formula(f"=MIN({total},F{at})" if whole else f"={total}", every / _CENTS),
            ),
            ("", MONEY, FINE, "0.####", MONEY, MONEY, MONEY, MONEY),
        )  # fmt: skip


def _chart_pages(book: Workbook, document: Document) -> None:
    """Write every chart of a strategy on a sheet of its own."""
    for block in document.blocks:
        if isinstance(block, Charts):
            for chart in block.charts:
                if chart.table is not None:
                    _chart_page(book, chart.caption, chart.table)


def _chart_page(book: Workbook, caption: str, grid: Grid) -> None:
    page = Page(book, f"Chart {caption}", (24, *[7] * (len(grid.heads) - 1)))
    page.line((caption,), bold=True)
    page.line(grid.heads, bold=True)
    for row in grid.rows:
        page.line(cell if isinstance(cell, str) else cell[0] for cell in row)


def _table_page(book: Workbook, document: Document) -> None:
    """Write every table of the document below each other, numbers as the page rounds them."""
    page = Page(book, "Tables of the report", (46, *[20] * 12))
    for name, table in named_tables(document):
        page.line((name,), bold=True)
        for line in table_lines(table):
            page.line(line)
        page.skip()


def _figure_page(book: Workbook, document: Document) -> None:
    """Write every main figure in full, with its fraction where it is one."""
    page = Page(book, "Figures", (60, 60, 24, 10, 60))
    page.line(("id", "name", "value", "unit", "exact"), bold=True)
    for figure in document.figures:
        exact = str(figure.value) if isinstance(figure.value, Fraction) else ""
        page.line((figure.id, figure.name, figure.value, figure.unit, exact))
