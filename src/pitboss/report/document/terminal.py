"""Blocks as text for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import TextWrapper, wrap
from typing import assert_never

from pitboss.report.document.blocks import (
    Block,
    Charts,
    Document,
    Facts,
    Grid,
    Heading,
    Paragraph,
    Signatures,
    first_text,
)

Rows = Sequence[Sequence[tuple[str, ...]]]
"""The lines of every cell of a table, the heads first."""
WIDTH = 80
"""Columns of a terminal whose width is not known."""
WIDTH_MAX = 100
"""The longest line, however wide the terminal is."""
_GAP = 2
"""Columns between two columns of a table."""
_NAME_MAX = 32
_NARROW = 12
"""The least width of a column of words."""
_ITEM = re.compile(r"(–|\d+\.) ")
"""The beginning of a line of a list."""
_PLAIN = str.maketrans("−–×", "--x")


def terminal_page(document: Document, width: int = WIDTH, *, fits: bool = False) -> str:
    """Return a whole document as text; if it *fits*, a table too wide for it becomes several."""
    head = "\n".join((document.title, *wrap(document.subtitle, width)))
    widest = width if document.wide else WIDTH_MAX
    blocks = _fit_grids(document.blocks, width) if fits else document.blocks
    text = terminal_text(blocks, width, widest)
    return f"{head}\n\n{text}\n".translate(_PLAIN)


def _fit_grids(blocks: Iterable[Block], width: int) -> Iterator[Block]:
    """Yield blocks, with every table too wide for a terminal as several."""
    for block in blocks:
        if isinstance(block, Grid):
            yield from fit_grid(block, width)
        else:
            yield block


def fit_grid(grid: Grid, width: int) -> Iterator[Grid]:
    """Yield a table in parts that fit a width, the leading columns of words in each.

    >>> grid = Grid(
    ...     heads=("table", "win", "drop"), rows=(("seven", "$1.00", "$2.00"),), align="lrr"
    ... )
    >>> [part.heads for part in fit_grid(grid, 14)]
    [('table', 'win'), ('table', 'drop')]
    """
    lines = (grid.heads, *grid.rows)
    widths = [
        max(len(first_text(line[place])) for line in lines) for place in range(len(grid.heads))
    ]
    keys = len(grid.align) - len(grid.align.lstrip("l")) or 1
    used = sum(widths[:keys]) + _GAP * (keys - 1)
    parts: list[list[int]] = [[]]
    room = width - used
    for place in range(keys, len(widths)):
        if parts[-1] and room < widths[place] + _GAP:
            parts.append([])
            room = width - used
        parts[-1].append(place)
        room -= widths[place] + _GAP
    for part in parts:
        places = [*range(keys), *part]
        yield Grid(
            heads=tuple(grid.heads[place] for place in places),
            rows=tuple(tuple(row[place] for place in places) for row in grid.rows),
            align="".join(grid.align[place] for place in places),
            totals=grid.totals,
        )


def terminal_text(blocks: Iterable[Block], width: int = WIDTH, widest: int = WIDTH_MAX) -> str:
    """Return *blocks* as text of at most *width* columns, with a blank line between blocks.

    A drawing is left out unless it has a table: the figures are in the tables beside it.

    >>> print(terminal_text([Heading(1, "4", "The main game"), Paragraph("Optimal play.")]))
    4 The main game
    ===============
    <BLANKLINE>
    Optimal play.
    """
    text = ""
    listed = False
    for block in blocks:
        if lines := tuple(line.rstrip() for line in _lines(block, min(width, widest))):
            gap = "\n" if listed and _is_item(block) else "\n\n"
            text += (gap if text else "") + "\n".join(lines)
            listed = _is_item(block)
    return text.translate(_PLAIN)


def _is_item(block: Block) -> bool:
    """Whether a block is one line of a list."""
    return isinstance(block, Paragraph) and _ITEM.match(block.text) is not None


def _wrap(text: str, width: int, *, indent: str = "", hang: str = "") -> list[str]:
    """Break *text* between words, unless a word is longer than a line."""
    wrapper = TextWrapper(
        width, initial_indent=indent, subsequent_indent=hang, break_on_hyphens=False
    )
    return wrapper.wrap(text)


def _lines(block: Block, width: int) -> Iterator[str]:
    match block:
        case Heading(level=level, number=number, text=text):
            title = f"{number} {text}".strip()
            yield title
            if level < len(_RULES):
                yield _RULES[level] * len(title)
        case Paragraph(text=text):
            item = _ITEM.match(text)
            hang = " " * len(item[0]) if item else ""
            yield from _wrap(text, width, hang=hang)
        case Facts():
            yield from _facts(block, width)
        case Grid():
            rows = _grid_rows(block)
            yield from _grid_lines(block, rows, *_columns(rows, width))
        case Charts():
            yield from _charts(block, width)
        case Signatures(statement=statement, names=names):
            yield from _wrap(statement, width)
            for name in names:
                yield f"{name}, date: {'_' * 24}"
        case _:
            assert_never(block)


_RULES = ("", "=", "-")
"""Level of a heading -> its underline."""


def _facts(block: Facts, width: int) -> Iterator[str]:
    column = min(_NAME_MAX, max(len(fact.name) for fact in block.facts) + _GAP)
    for fact in block.facts:
        text = f"{fact.text} {fact.below}".strip()
        if fact.code and column + len(fact.text) > width:
            # A digest or a command is copied: it is not broken to stand beside its name.
            yield fact.name
            yield from _wrap(text, width, indent="  ", hang="  ")
            continue
        first, *rest = _wrap(text, width - column) or [""]
        yield f"{fact.name:<{column}}{first}"
        yield from (" " * column + line for line in rest)


def _charts(block: Charts, width: int) -> Iterator[str]:
    first = True
    for chart in block.charts:
        if chart.table is None:
            continue
        if not first:
            yield ""
        first = False
        yield chart.caption
        rows = _grid_rows(chart.table)
        (label, *cells), gap = _columns(rows, width)
        yield from _grid_lines(chart.table, rows, [label, *[max(cells)] * len(cells)], gap)


def _grid_rows(grid: Grid) -> Rows:
    return [
        tuple((cell,) if isinstance(cell, str) else tuple(filter(None, cell)) for cell in row)
        for row in (grid.heads, *grid.rows)
    ]


def _grid_lines(grid: Grid, rows: Rows, widths: Sequence[int], gap: int) -> Iterator[str]:
    ruled = {1, len(rows) - grid.totals} if grid.totals else {1}
    for number, row in enumerate(rows):
        if number in ruled:
            yield "-" * (sum(widths) + gap * (len(widths) - 1))
        yield from _row(row, widths, grid.align, gap)


def _columns(rows: Rows, width: int) -> tuple[list[int], int]:
    """Return the width of every column and of the gap between two, so that a table fits.

    The widest column shrinks until all fit. Where that would break numbers, the gap shrinks too.
    """
    columns = [[text for row in rows for text in row[number]] for number in range(len(rows[0]))]
    natural = [max(map(len, texts), default=0) for texts in columns]
    words = [max(map(_longest_word, texts), default=0) for texts in columns]
    last = len(columns) - 1
    widths = _shrink(natural, [_NARROW] * len(columns), width - _GAP * last)
    if sum(widths) + _GAP * last <= width:
        return widths, _GAP
    for least in (words, [1] * len(columns)):
        widths = _shrink(natural, least, width - last)
        if sum(widths) + last <= width:
            break
    return widths, 1


def _longest_word(text: str) -> int:
    """Return the length of the longest piece that is not broken; "+1.5 ± 0.2" is one."""
    return max(map(len, text.replace(" ± ", "_±_").split()), default=0)


def _shrink(natural: Sequence[int], least: Sequence[int], spare: int) -> list[int]:
    """Return the widths of columns, the widest ones narrowed until they fit into *spare*."""
    widths = [*natural]
    while sum(widths) > spare:
        wide = [number for number, width in enumerate(widths) if width > least[number]]
        if not wide:
            break
        widths[max(wide, key=lambda number: (widths[number], -number))] -= 1
    return widths


def _row(
    cells: Sequence[tuple[str, ...]], widths: Sequence[int], align: str, gap: int
) -> Iterator[str]:
    columns = [
        [line for text in texts for line in _wrap(text, width) or [""]]
        for texts, width in zip(cells, widths, strict=True)
    ]
    for texts in zip_longest(*columns, fillvalue=""):
        line = (
            text.rjust(width) if side == "r" else text.ljust(width)
            for text, width, side in zip(texts, widths, align, strict=True)
        )
        yield (" " * gap).join(line)
