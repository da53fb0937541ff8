"""Blocks of text that can be set beside and below each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one width; a shorter line is filled with the felt."""

    lines: tuple[Text, ...] = ()

    @property
    def width(self) -> int:
        """How many cells the widest line takes."""
        return max((line.cell_len for line in self.lines), default=0)

    @property
    def height(self) -> int:
        """How many lines there are."""
        return len(self.lines)


def block(*lines: Text | str) -> Block:
    """Make a block of lines.

    >>> block("ab", "c").width
    2
    """
    return Block(tuple(line if isinstance(line, Text) else Text(line) for line in lines))


def below(parts: Iterable[Block]) -> Block:
    """Set blocks one below the other."""
    return Block(tuple(line for part in parts for line in part.lines))


def beside(parts: Sequence[Block], *, gap: int = 1) -> Block:
    """Set blocks one beside the other, their tops level.

    >>> [line.plain for line in beside([block("ab", "c"), block("x")]).lines]
    ['ab x', 'c   ']
    """
    height = max((part.height for part in parts), default=0)
    lines = []
    for row in range(height):
        line = Text()
        for index, part in enumerate(parts):
            piece = part.lines[row] if row < part.height else Text()
            line.append(" " * gap if index else "")
            line.append_text(piece)
            line.append(" " * (part.width - piece.cell_len))
        lines.append(line)
    return Block(tuple(lines))


def flowing(parts: Sequence[Block], width: int, *, gap: int = 2) -> Block:
    """Set blocks beside each other for as long as *width* allows, then below."""
    rows: list[list[Block]] = []
    for part in parts:
        used = sum(other.width + gap for other in rows[-1]) if rows else 0
        if rows and used + part.width <= width:
            rows[-1].append(part)
        else:
            rows.append([part])
    return below(beside(row, gap=gap) for row in rows)


def column(part: Block, width: int) -> Block:
    """Cut or fill a block to *width*, its lines in the middle."""
    lines = []
    for line in part.lines:
        fitted = line.copy()
        if fitted.cell_len > width:
            fitted.rstrip()
        fitted.truncate(width, overflow="ellipsis")
        left = (width - fitted.cell_len) // 2
        whole = Text(" " * left)
        whole.append_text(fitted)
        whole.append(" " * (width - left - fitted.cell_len))
        lines.append(whole)
    return Block(tuple(lines))


def join_lines(part: Block) -> Text:
    """Return a block as one text."""
    return Text("\n", no_wrap=True).join(part.lines)
