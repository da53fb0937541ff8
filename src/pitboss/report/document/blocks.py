"""A document as a list of blocks, so a page for the browser and a PDF say the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cell = str | tuple[str, str]
"""What stands in a cell; of two texts the second is written small below the first."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its number; level 1 is a section."""

    level: int
    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; a note is smaller."""

    text: str
    kind: Literal["body", "note"] = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One line of a list of facts."""

    name: str
    text: str
    below: str = ""
    """Written small below the text."""
    code: bool = False
    """A digest or a command: every letter counts."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and what is to be said of each."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    """A letter a column: l or r."""
    totals: int = 0
    """How many of the last rows are totals."""
    wide: int = 0
    """The column that takes the room the others leave."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing and what it shows."""

    svg: str
    caption: str
    """Its title, above it."""
    note: str = ""
    """Below it: what a reader must know to read it."""
    table: Grid | None = None
    """The same in letters, for a terminal; None where a table beside it has the figures."""


@dataclass(frozen=True, slots=True)
class Charts:
    """Drawings side by side."""

    charts: tuple[Chart, ...]


@dataclass(frozen=True, slots=True)
class Signatures:
    """A statement and the lines on which it is signed."""

    statement: str
    names: tuple[str, ...]


Block = Heading | Paragraph | Facts | Grid | Charts | Signatures


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole document."""

    title: str
    subtitle: str
    head: str
    """Repeated at the top of every page."""
    foot: str
    """Repeated at the bottom of every page."""
    date: str
    """ISO."""
    blocks: tuple[Block, ...]
