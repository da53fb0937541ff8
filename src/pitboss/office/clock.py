"""The clock on the wall of the house: its time zone, and when its gambling days begin."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def is_time_zone(name: str) -> bool:
    """Return whether a name is a time zone's.

    >>> is_time_zone("America/Denver"), is_time_zone("Denver"), is_time_zone("../etc/passwd")
    (True, False, False)
    """
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        return False
    return True


def wall_date(zone: str, starts_minute: int, at: int) -> str:
    """Return the date of a moment, where a day begins so many minutes after midnight.

    The clock on the wall decides: in spring a day has 23 hours, in autumn 25.

    >>> wall_date("America/Los_Angeles", 360, 1_700_000_000_000_000)
    '2023-11-14'
    """
    wall = (_EPOCH + timedelta(microseconds=at)).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (wall - timedelta(minutes=starts_minute)).date().isoformat()
