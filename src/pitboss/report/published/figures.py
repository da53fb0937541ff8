"""Every published figure with its source, ours beside it, and the reason where they differ.

`published.toml` has them. Our values are computed by `tools/published.py` and kept in that file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache
from importlib.resources import files
from typing import Any

FILE = files("pitboss.report.published") / "published.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedFigure:
    """One published figure, or a variant that explains one."""

    what: str
    game: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Rules of the source that no option of the game offers."""
    wager: str = ""
    """A side wager; without one it is the main game."""
    table: str = ""
    published: str = ""
    source: str = ""
    measure: str = ""
    """What the figure is, a name in the tool's `MEASURES`; without one it is a house edge."""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of the measure."""
    digits: int = 0
    """Digits of ours behind the point, where four would be rounded twice."""
    reason: str = ""
    """Why ours differs."""
    ours: str = ""

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded to the digits printed, is what is printed."""
        printed, ours = (Decimal(text.removesuffix("%")) for text in (self.published, self.ours))
        return ours.quantize(printed, ROUND_HALF_EVEN) == printed

    @property
    def verdict(self) -> str:
        """The comment on the two."""
        if not self.published:
            return ""
        return "agrees" if self.agrees else self.reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSection:
    """The figures of one game."""

    title: str
    text: str
    figures: tuple[PublishedFigure, ...]
    after: str = ""


@cache
def published_sections() -> tuple[PublishedSection, ...]:
    """Return everything that the file says.

    >>> published_sections()[0].figures[0].verdict
    'agrees'
    """
    return read_sections(FILE.read_text(encoding="utf-8"))


def read_sections(text: str) -> tuple[PublishedSection, ...]:
    """Return the sections of a file."""
    return tuple(
        PublishedSection(
            **section
            | {"figures": tuple(PublishedFigure(**figure) for figure in section["figures"])}
        )
        for section in tomllib.loads(text)["sections"]
    )


def read_figures(text: str) -> tuple[PublishedFigure, ...]:
    """Return every figure of a file, in order."""
    return tuple(figure for section in read_sections(text) for figure in section.figures)
