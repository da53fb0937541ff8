"""A printed sheet as a list of parts, so the PDF and the page have the same content."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from pitboss.rulebook.house import ShoeSettings


class What(StrEnum):
    """The sheets a house can print."""

    FELT_SIGN = "felt-sign"
    RACK_CARD = "rack-card"
    PROCEDURE = "procedure"
    POSTING = "posting"
    STRATEGY_CARD = "strategy-card"


class Page(StrEnum):
    """The pages that sheets are printed on."""

    LANDSCAPE = "landscape"
    """The paper of the printer, on its side."""
    PORTRAIT = "portrait"
    RACK = "rack"
    """4 by 9 inches, as racks hold them."""
    CARD = "card"
    """74 by 105 mm: it fits a pocket."""


@dataclass(frozen=True, slots=True)
class SignLines:
    """Large lines in the middle of a sign."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A small paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Limit:
    """A wager and its limits."""

    name: str
    amount: str


@dataclass(frozen=True, slots=True)
class SheetLimits:
    """The limits of a table; those of the main wager stand out."""

    main: tuple[Limit, ...]
    others: tuple[Limit, ...]


@dataclass(frozen=True, slots=True)
class Title:
    """The heading of a part."""

    text: str


class Pace(StrEnum):
    """How a step of a procedure stands to its neighbours."""

    TABLE = "table"
    """Done for the whole table before the next."""
    SEAT = "seat"
    """Done seat by seat, together with its neighbours."""
    TURN = "turn"
    """Something that may happen in a player's turn, before or after its neighbours."""


@dataclass(frozen=True, slots=True)
class Step:
    """A sentence, the clause that it comes from, and the events of the round it speaks of."""

    text: str
    cite: str = ""
    marks: tuple[str, ...] = ()
    """The events, named as in `rulebook.model.ProcedureStep`."""
    pace: Pace = Pace.TABLE
    posted: bool = False
    """Players must know it: it is on the posting too."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Sentences in order."""

    steps: tuple[Step, ...]
    first: int = 1
    """The number of the first; the sections of one procedure share the numbering."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The pays of one wager, or of several equal ones."""

    title: str
    limits: str
    heads: tuple[str, ...] = ()
    """The heads over the pays, if a table has several columns."""
    rows: tuple[tuple[str, ...], ...]
    """An outcome and its pays."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Panels:
    """Pay tables beside each other."""

    panels: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class HouseStatement:
    """A text that must be posted; lines to write on if the house has not given it."""

    title: str
    text: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class Statements:
    """All other texts that must be posted."""

    statements: tuple[HouseStatement, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A strategy chart."""

    title: str
    svg: str


@dataclass(frozen=True, slots=True)
class Legend:
    """The meanings of the letters of a chart."""

    rows: tuple[tuple[str, str], ...]


Part = SignLines | Note | SheetLimits | Title | Steps | Panels | Statements | Drawing | Legend


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One printed sheet."""

    what: What
    page: Page
    title: str
    subtitle: str
    parts: tuple[Part, ...]
    foot: str
    """The identity of the rules it was made from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWords:
    """Texts of the house; an empty one becomes a line to write on."""

    name: str = ""
    """The card room or casino."""
    fees: str = ""
    employees: str = ""
    """Whether and how employees may play."""
    disputes: str = ""
    """What a player does to dispute a decision."""
    shoe: ShoeSettings = field(default_factory=ShoeSettings)
    """How the house burns and cuts its cards."""
