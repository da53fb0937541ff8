"""Values that are tables: their rows for data frames, their HTML for notebooks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from html import escape
from importlib.util import find_spec
from typing import Any

from pitboss.late import load

Row = dict[str, str | int | float | bool | None]
"""One row of a table: column -> plain value."""


class Tabular:
    """A value that can be shown as a table; a subclass gives its rows."""

    __slots__ = ()

    @abstractmethod
    def as_rows(self) -> list[Row]:
        """Return the table as a list of rows: `pandas.DataFrame(value.as_rows())`."""

    def to_dataframe(self) -> Any:  # noqa: ANN401 - pandas is no dependency of ours
        """Return the table as a pandas `DataFrame`; `ImportError` where pandas is missing."""
        if find_spec("pandas") is None:
            raise ImportError("to_dataframe() needs pandas; as_rows() returns the same rows")
        return load("pandas:DataFrame")(self.as_rows())

    def _caption(self) -> str:
        """Return the line above the table in a notebook."""
        return ""

    def _repr_html_(self) -> str:
        """Write the table; notebooks show it."""
        return html_table(self._caption(), self.as_rows())


def html_table(caption: str, rows: Sequence[Row]) -> str:
    """Write rows as an HTML table; the first column names the row.

    >>> html_table("", [{"pays": "3 to 2", "cents": 150}])
    '<table><tr><th>pays</th><th>cents</th></tr><tr>\
<th style="text-align: left">3 to 2</th><td>150</td></tr></table>'
    """
    heads = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = ([_text(row.get(name)) for name in heads] for row in rows)
    return html_cells(caption, heads, cells)


def html_cells(caption: str, heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Write cells that are text already; the first of a row is its name."""
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    names = "".join(f"<th>{escape(name)}</th>" for name in heads)
    head = f"<tr>{names}</tr>" if names else ""
    body = "".join(
        f'<tr><th style="text-align: left">{escape(name)}</th>'
        f"{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        for name, *cells in rows
    )
    return f"<table>{title}{head}{body}</table>"


def _text(value: float | str | None) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.6f}" if isinstance(value, float) else str(value)
