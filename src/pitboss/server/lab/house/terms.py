"""The settings of jobs about a house, besides its set-up."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Word = Annotated[str, Meta(max_length=100)]
Amounts = Annotated[dict[Word, Word], Meta(max_length=30)]


class WinTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is run; the figures of `[operation]` of a report's details."""

    rounds_per_hour: int = 60
    seats: int = 5
    shift_hours: int = 8
    wagers: Annotated[Amounts, Meta(description="Wager -> dollars, on average.")] = {}
    shares: Annotated[Amounts, Meta(description="Wager -> share of hands, `40%`.")] = {}


class ReportTerms(WinTerms, frozen=True, forbid_unknown_fields=True):
    """The maths report, with the same figures."""

    form: Literal["html", "pdf"] = "html"
    paper: Literal["a4", "letter"] = "letter"


class SheetTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The sheets that hang in the pit."""

    form: Literal["html", "pdf"] = "pdf"
    paper: Literal["a4", "letter"] = "letter"
    name: Annotated[Word, Meta(description="Of the house.")] = ""
