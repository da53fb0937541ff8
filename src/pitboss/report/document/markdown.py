"""Pieces of a Markdown page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


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
