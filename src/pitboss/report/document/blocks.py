"""A document as a list of blocks, so the page and the PDF have the same content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Cell = str | tuple[str, str]
"""The text of a cell; of two texts the second is small, below the first."""


def first_text(cell: Cell) -> str:
    """Return the text of a cell, or the first of two."""
    return cell if isinstance(cell, str) else cell[0]


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


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a list of facts."""

    name: str
    text: str
    below: str = ""
    """Written small below the text."""
    code: bool = field(default=False, kw_only=True)
    """A digest or a command, set in a fixed width."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and their texts."""

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
    """The column that takes the remaining width."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawing and what it shows."""

    svg: str
    caption: str
    """Its title, above it."""
    note: str = ""
    """Below it: what a reader needs to know."""
    table: Grid | None = None
    """The same as a table, for a terminal; None if a table beside it has the figures."""


@dataclass(frozen=True, slots=True)
class Charts:
    """Drawings side by side."""

    charts: tuple[Chart, ...]
    wide: bool = False
    """One drawing that takes the whole width."""


@dataclass(frozen=True, slots=True)
class Signatures:
    """A statement and the lines on which it is signed."""

    statement: str
    names: tuple[str, ...]


Block = Heading | Paragraph | Facts | Grid | Charts | Signatures


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure of a document, for programs: in full, where the text rounds it."""

    id: str
    """Its place, which a later report of the same table keeps: wager.match-up.house_edge."""
    name: str
    value: Fraction | float
    unit: Literal["share", "units", "dollars", "hours", "count", "number"]


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
    wide: bool = False
    """Its tables need the long side of the paper."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the document is about, for programs: game, digests, number, revision."""
    figures: tuple[Figure, ...] = ()
    """Its main figures, for programs."""
    history: tuple[tuple[str, str, str], ...] = ()
    """Its revisions, for programs: revision, date and change."""
