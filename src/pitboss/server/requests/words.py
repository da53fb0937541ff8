"""Write values in the form of answers."""

from __future__ import annotations

from datetime import UTC, datetime


def moment_text(at: int) -> str:
    """Write a moment, which is in microseconds since 1970.

    >>> moment_text(1_800_000_000_000_000)
    '2027-01-15T08:00:00.000Z'
    """
    text = datetime.fromtimestamp(at / 1_000_000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
