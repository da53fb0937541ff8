"""A document as a Markdown page, and its tables as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import assert_never

from pitboss.report.document.blocks import (
    Block,
    Cell,
    Charts,
    Document,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Signatures,
)
from pitboss.report.document.markdown import join_parts, pipe_table, plain


def markdown_page(document: Document) -> str:
    """Return *document* as Markdown; drawings are left out unless they have a table.

    >>> page = Document(
    ...     title="A", subtitle="b", head="", foot="", date="", blocks=(Heading(1, "2", "C"),)
    ... )
    >>> print(markdown_page(page), end="")
    # A
    <BLANKLINE>
    b
    <BLANKLINE>
    ## 2 C
    """
    parts = (part for block in document.blocks for part in _markdown(block))
    return join_parts((f"# {plain(document.title)}", plain(document.subtitle), *parts))


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(level=level, number=number, text=text):
            yield f"{'#' * (level + 1)} {plain(f'{number} {text}'.strip())}"
        case Paragraph(text=text):
            yield plain(text)
        case Facts(facts=facts):
            rows = [(plain(f.name), plain(f"{f.text} {f.below}".strip())) for f in facts]
            yield pipe_table(("", ""), rows)
        case Grid():
            yield _pipe_grid(block)
        case Charts(charts=charts):
            for chart in charts:
                if chart.table is not None:
                    yield f"**{plain(chart.caption)}**"
                    yield _pipe_grid(chart.table)
        case Signatures(statement=statement, names=names):
            yield plain(statement)
            yield "\n".join(f"- {plain(name)}, date:" for name in names)
        case _:
            assert_never(block)


def _pipe_grid(grid: Grid) -> str:
    rows = [tuple(plain(_one_line(cell)) for cell in row) for row in grid.rows]
    right = [place for place, side in enumerate(grid.align) if side == "r"]
    return pipe_table(tuple(map(plain, grid.heads)), rows, right=right)


def csv_text(document: Document) -> str:
    """Return the tables of *document* as CSV, each line with its section."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    section = document.title
    for block in document.blocks:
        if isinstance(block, Heading):
            section = block.text
        elif isinstance(block, Grid):
            writer.writerow(("section", *block.heads))
            writer.writerows((section, *map(_one_line, row)) for row in block.rows)
    return text.getvalue()


def _one_line(cell: Cell) -> str:
    return cell if isinstance(cell, str) else f"{cell[0]} ({cell[1]})" if cell[1] else cell[0]
