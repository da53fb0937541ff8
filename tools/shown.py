"""What a page shows of the output of a command: all of it, or with lines left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

ELLIPSIS: Final = "..."
"""A line that stands for lines left out."""


def is_shown(shown: Sequence[str], output: Sequence[str]) -> bool:
    """Return whether *output* is what is *shown*, a line `...` standing for any number of lines."""
    lines = (r"(?:.*\n)*" if line == ELLIPSIS else re.escape(line) + r"\n" for line in shown)
    return bool(re.fullmatch("".join(lines), "".join(f"{line}\n" for line in output)))


def shorten(output: list[str], shown: Sequence[str]) -> list[str]:
    """Leave out of *output* what `...` leaves out of *shown*: all but so many lines at each end.

    Where lines are left out in several places and what is shown is no longer true, all is written,
    for somebody to shorten.
    """
    if ELLIPSIS in shown and is_shown(shown, output):
        return [*shown]
    if shown.count(ELLIPSIS) != 1:
        return output
    before, after = shown.index(ELLIPSIS), len(shown) - shown.index(ELLIPSIS) - 1
    if before + after >= len(output):
        return output
    return [*output[:before], ELLIPSIS, *output[len(output) - after :]]
