"""A document as data: one JSON object, or a CSV file for each of its tables.

The JSON object has the fields of `Document`; each of its `blocks` has a `kind` (Heading, Paragraph,
Facts, Grid, Charts, Signatures) and the fields of that block, as `document.blocks` defines them. A
cell of a Grid is a text, or a list of two: the second is small, below the first. Beside the texts
stand the numbers: `values` of a Grid, `value` of a fact. They are as the page rounds them;
`figures` has the main figures in full.

Tables are Grids, Facts and the charts with letters. Each is named after its heading: its number,
its title and, if a heading has several tables, their place.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.report.document.blocks import (
    Block,
    Cell,
    Charts,
    Document,
    Facts,
    Figure,
    Grid,
    Heading,
    Paragraph,
    first_text,
)
from pitboss.text.spreadsheets import number_in, safe_cell

FORMAT = "pitboss-document-1"
"""Changes when readers of the JSON must change."""


def document_data(document: Document) -> dict[str, Any]:
    """Return *document* as plain data.

    >>> page = Document(
    ...     title="A", subtitle="", head="", foot="", date="", blocks=(Paragraph("Text."),)
    ... )
    >>> document_data(page)["blocks"]
    [{'kind': 'Paragraph', 'text': 'Text.', 'style': 'body'}]
    """
    more = {
        "about": dict(document.about),
        "figures": [*map(_figure, document.figures)],
        "blocks": [*map(_block, document.blocks)],
    }
    return {"format": FORMAT, **asdict(document)} | more


def _figure(figure: Figure) -> dict[str, Any]:
    exact = str(figure.value) if isinstance(figure.value, Fraction) else None
    return asdict(figure) | {"value": float(figure.value), "exact": exact}


def json_file(document: Document) -> bytes:
    """Return *document* as a JSON file."""
    return (json.dumps(document_data(document), ensure_ascii=False, indent=1) + "\n").encode()


def csv_files(document: Document) -> dict[str, bytes]:
    r"""Return the name and the content of a CSV file for each table of *document*.

    >>> grid = Grid(heads=("decks", "edge"), rows=(("6", ("3.06%", "114/3731")),), align="lr")
    >>> page = Document(
    ...     title="",
    ...     subtitle="",
    ...     head="",
    ...     foot="",
    ...     date="",
    ...     blocks=(Heading(2, "5.1", "Match"), grid),
    ... )
    >>> csv_files(page)
    {'5.1-match.csv': b'decks,edge,edge (below)\r\n6,0.0306,114/3731\r\n'}
    """
    return {f"{name}.csv": _csv(table) for name, table in named_tables(document)}


def _block(block: Block) -> dict[str, Any]:
    fields = asdict(block)
    match block:
        case Paragraph():
            fields["style"] = fields.pop("kind")
        case Grid():
            fields["values"] = _values(block)
        case Facts(facts=facts):
            for fact, place in zip(facts, fields["facts"], strict=True):
                place["value"] = cell_value(fact.text)
        case Charts(charts=charts):
            for chart, place in zip(charts, fields["charts"], strict=True):
                if chart.table is not None:
                    place["table"]["values"] = _values(chart.table)
        case _:
            pass
    return {"kind": type(block).__name__, **fields}


def cell_value(text: str) -> int | float | str:
    """Return the number that a cell prints; any other text as it is."""
    number = number_in(text)
    return text if number is None else number


def _values(grid: Grid) -> list[list[int | float | str]]:
    return [[cell_value(first_text(cell)) for cell in row] for row in grid.rows]


def named_tables(document: Document) -> Iterator[tuple[str, Grid | Facts]]:
    """Yield the tables, each with a name that is its own."""
    number = ""
    title = ""
    places = Counter[str]()
    for block in document.blocks:
        tables: list[tuple[str, Grid | Facts]] = []
        match block:
            case Heading():
                number = block.number or number
                title = block.text
            case Grid() | Facts():
                tables = [(title, block)]
            case Charts(charts=charts):
                tables = [(c.caption, c.table) for c in charts if c.table is not None]
            case _:
                pass
        for about, table in tables:
            name = "-".join(filter(None, (number, _slug(about)))) or "table"
            places[name] += 1
            place = places[name]
            yield (name if place == 1 else f"{name}-{place}"), table


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].rstrip("-")


def _csv(table: Grid | Facts) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([*map(safe_cell, line)] for line in table_lines(table))
    return out.getvalue().encode()


def table_lines(table: Grid | Facts) -> Iterator[list[int | float | str]]:
    """Yield the heads, then the rows, numbers as numbers.

    The small text of a cell has a column of its own.
    """
    if isinstance(table, Facts):
        yield ["name", "value", "note"]
        yield from ([fact.name, cell_value(fact.text), fact.below] for fact in table.facts)
        return
    double = [any(_below(row[place]) for row in table.rows) for place in range(len(table.heads))]
    pairs = zip(table.heads, double, strict=True)
    yield [text for head, two in pairs for text in (head, f"{head} (below)")[: 1 + two]]
    for row in table.rows:
        cells = zip(row, double, strict=True)
        yield [
            value
            for cell, two in cells
            for value in (cell_value(first_text(cell)), _below(cell))[: 1 + two]
        ]


def _below(cell: Cell) -> str:
    return "" if isinstance(cell, str) else cell[1]
