"""Stores of the books: one protocol, with SQLite in one file or a PostgreSQL server behind it.

A store appends entries, several at a time in one transaction, and no round waits for a read. When
`append` returns, the entries are on disk. A committer gathers the entries that many tables write at
the same moment, so they share one wait for the disk.
"""

from pitboss.store.committer import Committer
from pitboss.store.errors import ConflictError, OutcomeUnknownError, SilentStoreError, StoreError
from pitboss.store.notices import Lease, LocalNotices, Notices, Place, Worker
from pitboss.store.opening import Extent, open_store, read_extent
from pitboss.store.protocol import Rebuilt, Store, rebuild_projections
from pitboss.store.pulse import Pulse, PulseTerms, keep_pulse
from pitboss.store.records import STILL, Credential, Sat, Search, Session, Try
from pitboss.store.signing import ForeignMarksError, Pen, take_pen
from pitboss.store.staff import Factor, Invitation, Passkey

__all__ = [
    "STILL",
    "Committer",
    "ConflictError",
    "Credential",
    "Extent",
    "Factor",
    "ForeignMarksError",
    "Invitation",
    "Lease",
    "LocalNotices",
    "Notices",
    "OutcomeUnknownError",
    "Passkey",
    "Pen",
    "Place",
    "Pulse",
    "PulseTerms",
    "Rebuilt",
    "Sat",
    "Search",
    "Session",
    "SilentStoreError",
    "Store",
    "StoreError",
    "Try",
    "Worker",
    "keep_pulse",
    "open_store",
    "read_extent",
    "rebuild_projections",
    "take_pen",
]
