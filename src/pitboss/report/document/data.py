"""A document as data: one JSON object, or a CSV file for each of its tables.

The JSON object has the fields of `Document`; each of its `blocks` has a `kind` (Heading, Paragraph,
Facts, Grid, Charts, Signatures) and the fields of that block, as `document.blocks` defines them. A
cell of a Grid is a text, or a list of two: the second is small, below the first.

Tables are Grids and Facts. Each is named after its heading: its number, its title and, if a heading
has several tables, their place.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pitboss.report.document.blocks import (
    Block,
    Cell,
    Document,
    Facts,
    Grid,
    Heading,
    Paragraph,
    first_text,
)
from pitboss.text.spreadsheets import safe_cell

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
    return {"format": FORMAT, **asdict(document)} | {"blocks": [*map(_block, document.blocks)]}


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
    {'5.1-match.csv': b'decks,edge,edge (below)\r\n6,3.06%,114/3731\r\n'}
    """
    return {name: _csv(table) for name, table in _tables(document)}


def _block(block: Block) -> dict[str, Any]:
    fields = asdict(block)
    if isinstance(block, Paragraph):
        fields["style"] = fields.pop("kind")
    return {"kind": type(block).__name__, **fields}


def _tables(document: Document) -> Iterator[tuple[str, Grid | Facts]]:
    """Yield the tables with the names of their files."""
    number, title, places = "", "", Counter[str]()
    for block in document.blocks:
        if isinstance(block, Heading):
            number, title = block.number or number, block.text
        elif isinstance(block, (Grid, Facts)):
            name = "-".join(filter(None, (number, _slug(title)))) or "table"
            places[name] += 1
            place = places[name]
            yield (f"{name}.csv" if place == 1 else f"{name}-{place}.csv"), block


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].rstrip("-")


def _csv(table: Grid | Facts) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows([*map(safe_cell, line)] for line in _lines(table))
    return out.getvalue().encode()


def _lines(table: Grid | Facts) -> Iterator[list[str]]:
    """Yield the heads, then the rows; the small text of a cell has a column of its own."""
    if isinstance(table, Facts):
        yield ["name", "value", "note"]
        yield from ([fact.name, fact.text, fact.below] for fact in table.facts)
        return
    double = [any(_below(row[place]) for row in table.rows) for place in range(len(table.heads))]
    heads = ((head, f"{head} (below)") for head in table.heads)
    rows = (((first_text(cell), _below(cell)) for cell in row) for row in table.rows)
    for line in (heads, *rows):
        pairs = zip(line, double, strict=True)
        yield [text for pair, two in pairs for text in pair[: 1 + two]]


def _below(cell: Cell) -> str:
    return "" if isinstance(cell, str) else cell[1]
