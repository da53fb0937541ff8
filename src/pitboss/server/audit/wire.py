"""Requests and answers of reports and of the journal."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from pitboss.server.requests.limits import ENTRIES_MAX, EXPORT_MAX

Text = Annotated[str, Meta(max_length=200)]


class ReportQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """What a report is about."""

    start: Text = ""
    """From this day or time on."""
    end: Text = ""
    """Up to this day or time, without it."""
    day: Text = ""
    """Only this day, month or year."""
    table: Text = ""
    player: Text = ""
    """An account."""


class OwnReportQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """What one's own statement is about."""

    format: Text = ""
    start: Text = ""
    end: Text = ""
    day: Text = ""


class ReportName(Struct, frozen=True):
    """A report that can be asked for."""

    name: str
    title: str
    about: str
    needs: str
    """The permission of its readers."""
    formats: list[str]


class Reports(Struct, frozen=True):
    """All reports."""

    reports: list[ReportName]


class EntryQuestion(Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):  # noqa: E501 # fmt: skip
    """Which entries of the journal are wanted."""

    stream: Text = ""
    kind: Text = ""
    actor: Text = ""
    start: Text = ""
    end: Text = ""
    before: Annotated[int, Meta(ge=0)] = 0
    """Only those at a position before this one; 0: any."""
    limit: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = 100


class JournalEntry(Struct, frozen=True):
    """One entry."""

    position: int
    stream: str
    version: int
    at: str
    actor: str
    kind: str
    key: str
    body: Any
    postings: list[tuple[str, int]]
    """Accounts and units of 1/10,000 dollar."""
    before: str
    hash: str


class JournalEntries(Struct, frozen=True):
    """Entries, those written last first."""

    entries: list[JournalEntry]
    next: int | None
    """Ask for entries before this position; null at the end."""


class CheckpointQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which checkpoints are wanted."""

    after: Annotated[int, Meta(ge=0)] = 0
    limit: Annotated[int, Meta(ge=1, le=ENTRIES_MAX)] = 100


class KeptCheckpoint(Struct, frozen=True):
    """One checkpoint, as a witness keeps it."""

    number: int
    at: int
    heads: str
    balances: str
    entries: int
    before: str
    signature: str


class Checkpoints(Struct, frozen=True):
    """Checkpoints in their order, and the key that their signatures are verified with."""

    checkpoints: list[KeptCheckpoint]
    public_key: str


class Verified(Struct, frozen=True):
    """What verifying the books gave."""

    verified: bool
    entries: int
    checkpoints: int
    finding: dict[str, str] | None


class ExportQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of the journal is exported."""

    after: Annotated[int, Meta(ge=0)] = 0
    """Behind this position."""
    limit: Annotated[int, Meta(ge=1, le=EXPORT_MAX)] = 1000


class ComponentHashes(Struct, frozen=True):
    """The software's files, checked now."""

    version: str
    root: str
    files: int
    as_expected: bool
    changed: list[str]
    hashes: dict[str, str]
