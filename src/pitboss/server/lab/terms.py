"""The terms of every kind of lab job besides a house, and a way to report progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from pitboss.questions.advantage import Protect
from pitboss.questions.runs import Simulate
from pitboss.server.requests.limits import LAB_PROTECT_ROUNDS_MAX, LAB_ROUNDS_MAX
from pitboss.server.requests.questions import wire_form
from pitboss.server.requests.wire import Word
from pitboss.server.rules.house_work import HouseData

Report = Callable[..., None]
"""`report(progress, partial=None)`: how much is done, 0 to 1, and a first result as JSON data."""
Work = Callable[[HouseData, Any, Report], bytes]
"""The function of a kind of job: takes a complete house and terms, returns JSON."""
TABLES_MAX = 6
"""Pay tables in one comparison."""
Amounts = Annotated[dict[Word, Word], Meta(max_length=30)]
Rounds = Annotated[int, Meta(ge=1, le=LAB_ROUNDS_MAX)]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Part = Annotated[float, Meta(gt=0, lt=1)]


class NoTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The terms of a job that asks for nothing but a table."""


class WagerTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The main wager that figures are for."""

    wager: Annotated[Word, Meta(description="Dollars; none: a small one, which no limit caps.")] = (
        ""
    )


class IndexTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked about index plays."""

    system: Annotated[Word, Meta(description="The count: hi-lo, ko ...")] = "hi-lo"


class PayTableTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """One pay table, and the data of its meter."""

    game: Word
    wager: Word
    table: Word
    decks: int
    options: Annotated[dict[Word, Word], Meta(max_length=5)] = {}
    play: Annotated[Word, Meta(description="What is played for, where play decides.")] = ""
    meter: Annotated[Word, Meta(description="Dollars on display.")] = ""
    contribution: Annotated[Word, Meta(description="Of every wager: 21%.")] = ""
    seed: Annotated[Word, Meta(description="Dollars at which the meter starts.")] = ""
    stake: Annotated[Word, Meta(description="Dollars that everybody wagers.")] = ""


class PricingTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The pay tables to price."""

    tables: Annotated[list[PayTableTerms], Meta(min_length=1, max_length=TABLES_MAX)]


SimulateTerms = wire_form(
    Simulate,
    "SimulateTerms",
    "A simulation, with the settings of `pitboss simulate`.",
    module=__name__,
    narrower={
        "rounds": (Rounds, 1_000_000),
        "seed": (Seed, 0),
        "strategy": (Literal["optimal", "chart"], "optimal"),
    },
)


class CubeTerms(Struct, frozen=True, forbid_unknown_fields=True):
    """The run of a counter: the count and the play, without the bets."""

    system: Annotated[str, Meta(max_length=40)] = "hi-lo"
    indices: Annotated[str, Meta(max_length=10, description="none, i18, or how many.")] = "none"
    two_hands: bool = False
    """Every round deals a second hand, so the player can bet on it from any count on."""
    seats: Annotated[int, Meta(ge=1, le=7)] = 1
    penetration: Part = 0.9
    """As deep as anybody deals: earlier cut cards are answered from the same run."""
    rounds: Rounds | None = None
    """None: as many as are usual."""
    seed: Seed = 1


ProtectionTerms = wire_form(
    Protect,
    "ProtectionTerms",
    "The protection of a table, with the settings of `pitboss protect`; wagers in cents.",
    module=__name__,
    narrower={
        "low": (Annotated[int, Meta(ge=1, le=10_000_000)], 1_000),
        "high": (Annotated[int, Meta(ge=1, le=100_000_000)], 50_000),
        "rounds_an_hour": (Annotated[int, Meta(ge=1, le=1_000)], 70),
        "penetration": (Part | None, None),
        "rounds": (Annotated[int, Meta(ge=1_000, le=LAB_PROTECT_ROUNDS_MAX)], 1_000_000),
    },
)


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
