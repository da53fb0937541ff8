"""A document as a Markdown page, its tables as CSV, and pieces of other pages."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
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
from pitboss.text.spreadsheets import safe_cell


def plain(text: str) -> str:
    r"""Return *text* escaped for Markdown; text in backticks stays code.

    >>> print(plain("SUP* | `limits.<wager>`"))
    SUP\* \| `limits.<wager>`
    """
    parts = text.split("`")
    # Every second part is inside backticks, where a backslash would be shown.
    parts[::2] = (re.sub(r"([\\*|<>\[\]])", r"\\\1", part) for part in parts[::2])
    return "`".join(parts)


def join_parts(parts: Iterable[str]) -> str:
    """Return paragraphs, lists and tables as one page, without empty ones."""
    return "\n\n".join(part for part in parts if part) + "\n"


def bullets(lines: Iterable[str]) -> str:
    """Return a list with a bullet for each line."""
    return "\n".join(f"- {line}" for line in lines)


def pipe_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()
) -> str:
    """Return a table whose columns are aligned in the source too."""
    lines = [tuple(heads), *map(tuple, rows)]
    widths = [max(3, *(len(line[column]) for line in lines)) for column in range(len(heads))]
    to_the_right = frozenset(right)

    def _cell_text(line: Sequence[str]) -> str:
        cells = (
            cell.rjust(width) if column in to_the_right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        return f"| {' | '.join(cells)} |"

    rule = (
        "-" * (width - 1) + (":" if column in to_the_right else "-")
        for column, width in enumerate(widths)
    )
    return "\n".join((_cell_text(lines[0]), f"| {' | '.join(rule)} |", *map(_cell_text, lines[1:])))


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
            writer.writerow(("section", *map(safe_cell, block.heads)))
            for row in block.rows:
                writer.writerow([*map(safe_cell, (section, *map(_one_line, row)))])
    return text.getvalue()


def _one_line(cell: Cell) -> str:
    return cell if isinstance(cell, str) else f"{cell[0]} ({cell[1]})" if cell[1] else cell[0]
