"""Reading charts from the JSON that `Chart.as_json` and `SwitchPoints.as_json` write.

Nothing is guessed: an unknown row, up card or code, and a missing cell, are refused, all of them at
once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from reprlib import Repr
from typing import TypeVar

from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import DOUBLED, PossibleCell, doubled_cells, possible_cells
from pitboss.exact.charts.model import TITLES, UPS, Cell, Chart, Part, row_name, up_name
from pitboss.exact.switch.cases import TWO_CARDS
from pitboss.exact.switch.charts import SwitchPoints, chart_row
from pitboss.rulebook.problems import Problem, RulesError

MALFORMED = "strategy/malformed"
ILLEGAL = "strategy/illegal"
_LEGENDS = frozenset({"legend", "doubled_legend"})
"""Keys that explain the cells to people; they are not read."""
_BLACKJACK = "blackjack"
_POINTS_MAX = 1_000_000

Value = TypeVar("Value")
Rows = dict[int, dict[int, Value]]


def read_chart(data: object, rules: Rules, key: str) -> Chart:
    """Return the chart in *data* for a game by *rules*, or raise `RulesError`.

    *key* is its place in the file, for the problems.
    """
    reader = _Reader()
    wanted = possible_cells(rules)
    given = reader.mapping(data, key, "the charts")
    reader.check_names(
        given, key, {part.value for part in Part} | _LEGENDS, "no part of a strategy"
    )
    parts: dict[Part, Rows[Cell]] = {}
    for part in Part:
        where = f"{key}.{part.value}"
        if part in wanted:
            rows = wanted[part]
            needed = part not in DOUBLED
            cell = _cell_reader(reader, part, rows)
            read = reader.part(given, part, rows, where, cell, needed=needed)
            if read or needed:
                parts[part] = read
        elif part.value in given:
            reader.refuse(ILLEGAL, where, f"this game has no such hands: {TITLES[part].lower()}")
    reader.finish()
    chart = Chart(parts)
    for part, row, up in _not_there(chart, rules):
        where = f"{key}.{part.value}.{row_name(part, row)}"
        message = f"the cell against {up_name(up)} is missing, and this chart doubles into it"
        reader.refuse(MALFORMED, where, message)
    reader.finish()
    return chart


def _not_there(chart: Chart, rules: Rules) -> Iterator[tuple[Part, int, int]]:
    """Yield the doubled hands that the chart reaches and does not have."""
    order = {part: number for number, part in enumerate(Part)}
    cells = sorted(doubled_cells(chart, rules), key=lambda cell: (order[cell[0]], *cell[1:]))
    for part, row, up in cells:
        if up not in chart.parts.get(part, {}).get(row, {}):
            yield part, row, up


CellReader = Callable[[object, int, str], Value | None]


def _cell_reader(reader: _Reader, part: Part, rows: Mapping[int, PossibleCell]) -> CellReader[Cell]:
    doubled = part in DOUBLED

    def read(data: object, row: int, where: str) -> Cell | None:
        cell = Cell.read(data, doubled=doubled) if isinstance(data, str) else None
        if cell is None:
            reader.refuse(MALFORMED, where, f"{short_text(data)} is no code of these charts")
            return None
        never = rows[row].never(cell, doubled=doubled)
        if never is not None:
            reader.refuse(ILLEGAL, where, f"{short_text(data)}, but {never}")
        return cell

    return read


def read_points(data: object, key: str) -> SwitchPoints:
    """Return the points in *data*, or raise `RulesError`."""
    reader = _Reader()
    rows: dict[Part, set[int]] = {}
    for cards in TWO_CARDS:
        part, row = chart_row(cards)
        rows.setdefault(part, set()).add(row)
    given = reader.mapping(data, key, "the points")
    reader.check_names(
        given, key, {part.value for part in rows} | {_BLACKJACK}, "no part of the points"
    )

    def points(value: object, _row: int, where: str) -> int | None:
        if type(value) is int and abs(value) <= _POINTS_MAX:
            return value
        reader.refuse(MALFORMED, where, f"{short_text(value)} is no whole number of points")
        return None

    parts = {
        part: reader.part(given, part, sorted(rows[part]), f"{key}.{part.value}", points)
        for part in Part
        if part in rows
    }
    natural = None
    if _BLACKJACK in given:
        natural = points(given[_BLACKJACK], 0, f"{key}.{_BLACKJACK}")
    else:
        reader.refuse(MALFORMED, key, "what a blackjack counts is missing: 'blackjack'")
    reader.finish()
    assert natural is not None, "otherwise it was refused"
    return SwitchPoints(parts, natural)


_SHORTENED = Repr()
_SHORTENED.maxstring = 60
_SHORTENED.maxlevel = 2


def short_text(value: object) -> str:
    """Return a value as text, short enough for a sentence.

    >>> short_text("S4"), short_text([[[[[]]]]])
    ("'S4'", '[[...]]')
    """
    return _SHORTENED.repr(value)


class _Reader:
    """Reads parts, rows and cells; collects the problems until all has been read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def refuse(self, code: str, key: str, message: str) -> None:
        self.problems.append(Problem(code=code, key=key, message=message))

    def finish(self) -> None:
        if self.problems:
            raise RulesError(self.problems)

    def mapping(self, data: object, key: str, what: str) -> Mapping[str, object]:
        if isinstance(data, dict):
            return data
        self.refuse(MALFORMED, key, f"{what} must be an object, not {short_text(data)}")
        self.finish()
        return {}

    def check_names(
        self, given: Mapping[str, object], key: str, names: Collection[str], what: str
    ) -> None:
        """Refuse every name that is none of *names*."""
        for name in given:
            if name not in names:
                self.refuse(MALFORMED, key, f"{short_text(name)} is {what}")

    def part(
        self,
        given: Mapping[str, object],
        part: Part,
        rows: Collection[int],
        key: str,
        read: CellReader[Value],
        *,
        needed: bool = True,
    ) -> Rows[Value]:
        """Read one part; if all of it is *needed*, a missing cell is refused."""
        if part.value not in given:
            if needed:
                self.refuse(MALFORMED, key, f"the chart is missing: {TITLES[part].lower()}")
            return {}
        rows_given = given[part.value]
        if not isinstance(rows_given, dict):
            self.refuse(MALFORMED, key, f"a chart must be an object, not {short_text(rows_given)}")
            return {}
        names = {row: row_name(part, row) for row in rows}
        self.check_names(rows_given, key, set(names.values()), "no row of this chart")
        part_rows: Rows[Value] = {}
        for row, name in names.items():
            if name in rows_given:
                part_rows[row] = self._row(
                    rows_given[name], row, f"{key}.{name}", read, needed=needed
                )
            elif needed:
                self.refuse(MALFORMED, key, f"the row {name} is missing")
        return part_rows

    def _row(
        self, data: object, row: int, key: str, read: CellReader[Value], *, needed: bool
    ) -> dict[int, Value]:
        if not isinstance(data, dict):
            self.refuse(MALFORMED, key, f"a row must be an object, not {short_text(data)}")
            return {}
        self.check_names(data, key, {up_name(up) for up in UPS}, "no up card")
        cells = {}
        for up in UPS:
            name = up_name(up)
            if name in data:
                cell = read(data[name], row, f"{key}.{name}")
                if cell is not None:
                    cells[up] = cell
            elif needed:
                self.refuse(MALFORMED, key, f"the cell against {name} is missing")
        return cells
