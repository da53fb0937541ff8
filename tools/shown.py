"""Compare the output of a command with a page, which may leave lines out."""

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
    """Shorten *output* as `...` shortens *shown*: keep as many lines at each end.

    If lines are left out in several places and the shown ones are no longer true, return the whole
    output, for a person to shorten.
    """
    if ELLIPSIS in shown and is_shown(shown, output):
        return [*shown]
    if shown.count(ELLIPSIS) != 1:
        return output
    before = shown.index(ELLIPSIS)
    after = len(shown) - shown.index(ELLIPSIS) - 1
    if before + after >= len(output):
        return output
    return [*output[:before], ELLIPSIS, *output[len(output) - after :]]
