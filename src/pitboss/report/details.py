"""The details of a report: its number and history, and how the table is run.

It is a small TOML file, `pitboss report --details FILE`:

>>> details = parse_details('''
... [document]
... number = "MR-014"
... revision = "B"
... history = [{ revision = "A", date = "2025-01-31", change = "First issue." }]
... [operation]
... rounds_per_hour = 70
... drop = "120.00"
... [operation.wagers]
... main = "25.00"
... [operation.shares]
... match-up = "40%"
... ''')
>>> details.document.history[0].change, details.operation.average("main")
('First issue.', 2500)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from pathlib import Path

from pitboss.exact.operations import Pace
from pitboss.rulebook.files import read_text
from pitboss.rulebook.house import House, parse_share
from pitboss.rulebook.limits import (
    HOURS_MAX,
    HOUSE_BYTES_MAX,
    HOUSE_NAMES_MAX,
    ROUNDS_PER_HOUR_MAX,
    SEATS_MAX,
)
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml
from pitboss.rulebook.reading.schema import decode

MALFORMED = "details/malformed"
UNKNOWN = "details/unknown-wager"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One line of the revision history."""

    revision: str
    date: str
    change: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFields:
    """`[document]`: the fields of a controlled document."""

    number: str = ""
    revision: str = ""
    prepared_by: str = ""
    reviewed_by: str = ""
    history: tuple[Revision, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationFields:
    """`[operation]`: how the table is run."""

    rounds_per_hour: int = Pace().rounds_per_hour
    seats: int = Pace().seats
    shift_hours: int = Pace().shift_hours
    drop: str | int | None = None
    """Dollars that one seat buys in for in an hour."""
    wagers: Mapping[str, str | int] = field(default_factory=dict)
    """Wager -> dollars, on average."""
    shares: Mapping[str, str] = field(default_factory=dict)
    """Wager -> the share of hands on which it is made, "40%"."""

    @property
    def pace(self) -> Pace:
        """How fast the table deals."""
        return Pace(
            rounds_per_hour=self.rounds_per_hour, seats=self.seats, shift_hours=self.shift_hours
        )

    def average(self, wager: str) -> int | None:
        """Return the average wager in cents; None if it is not given."""
        amount = self.wagers.get(wager)
        return None if amount is None else parse_dollars(amount)

    def share(self, wager: str) -> Fraction | None:
        """Return the share of hands on which a wager is made; None if it is not given."""
        text = self.shares.get(wager)
        return None if text is None else parse_share(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDetails:
    """The whole file."""

    document: DocumentFields = field(default_factory=DocumentFields)
    operation: OperationFields = field(default_factory=OperationFields)


def usual_details(house: House) -> ReportDetails:
    """Return the details where nobody gives any: the pace of the house.

    >>> from pitboss.rulebook.house import house_from
    >>> usual_details(house_from({"game": "co/trilux", "pace": {"seats": 7}})).operation.seats
    7
    """
    pace = Pace(**house.pace.stated)
    return ReportDetails(
        operation=OperationFields(
            rounds_per_hour=pace.rounds_per_hour, seats=pace.seats, shift_hours=pace.shift_hours
        )
    )


def parse_details(text: str, usual: ReportDetails | None = None) -> ReportDetails:
    """Read the file; raise `RulesError` with every problem.

    What it does not say of the pace is as in *usual*.
    """
    try:
        data = parse_toml(text, names_max=HOUSE_NAMES_MAX)
    except NotReadableError as error:
        problem = Problem(code=MALFORMED, key="file", message=str(error))
        raise RulesError([problem]) from None
    operation = data.get("operation", {})
    if usual is not None and isinstance(operation, dict):
        data["operation"] = asdict(usual.operation.pace) | operation
    details: ReportDetails = decode(ReportDetails, data, where="", code=MALFORMED)
    if wrong := tuple(operation_problems(details.operation)):
        raise RulesError(wrong)
    return details


def read_details(path: Path, usual: ReportDetails | None = None) -> ReportDetails:
    """Read a file; raise `RulesError` if it is missing or unreadable."""
    return parse_details(read_text(path, HOUSE_BYTES_MAX), usual)


def wager_problems(details: ReportDetails, wagers: frozenset[str]) -> Iterator[Problem]:
    """Yield every wager that the details name and the table does not offer."""
    operation = details.operation
    for name, given in (("wagers", operation.wagers), ("shares", operation.shares)):
        for wager in sorted(given.keys() - wagers):
            offered = ", ".join(sorted(wagers))
            message = f"the table has no wager '{wager}'; it has {offered}"
            yield Problem(code=UNKNOWN, key=f"operation.{name}.{wager}", message=message)


def operation_problems(operation: OperationFields) -> Iterator[Problem]:
    """Yield every number and amount that no table can have."""
    for name, value, most in (
        ("rounds_per_hour", operation.rounds_per_hour, ROUNDS_PER_HOUR_MAX),
        ("seats", operation.seats, SEATS_MAX),
        ("shift_hours", operation.shift_hours, HOURS_MAX),
    ):
        if not 1 <= value <= most:
            message = f"{value} is not allowed; write a whole number from 1 to {most}"
            yield Problem(code=MALFORMED, key=f"operation.{name}", message=message)
    amounts = {f"wagers.{name}": amount for name, amount in operation.wagers.items()}
    if operation.drop is not None:
        amounts["drop"] = operation.drop
    for name, amount in amounts.items():
        try:
            message = "" if parse_dollars(amount) else "an amount is more than nothing"
        except ValueError as error:
            message = str(error)
        if message:
            yield Problem(code=MALFORMED, key=f"operation.{name}", message=message)
    for name, share in operation.shares.items():
        try:
            parse_share(share)
        except ValueError as error:
            yield Problem(code=MALFORMED, key=f"operation.shares.{name}", message=str(error))
