"""The clock on the wall of the house: its time zone, and when its gambling days begin."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_TIME_OF_DAY = re.compile(r"\d\d:\d\d")


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


def read_start(text: str, zone: str, now: int) -> int | None:
    """Return the moment that a text means; None: it means none.

    A time of day is the next such one on the house's clock, a date and time says its zone.

    >>> read_start("00:30", "America/Denver", 1_800_000_000_000_000) - 1_800_000_000_000_000
    84600000000
    >>> read_start("2027-01-15T08:00:00Z", "America/Denver", 0)
    1800000000000000
    >>> read_start("tomorrow", "UTC", 0)
    """
    here = (_EPOCH + timedelta(microseconds=now)).astimezone(ZoneInfo(zone))
    try:
        if _TIME_OF_DAY.fullmatch(text):
            moment = datetime.combine(here.date(), time.fromisoformat(text), here.tzinfo)
            moment += timedelta(days=moment <= here)
        else:
            moment = datetime.fromisoformat(text)
        return None if moment.tzinfo is None else (moment - _EPOCH) // timedelta(microseconds=1)
    except (ValueError, OverflowError):
        return None
