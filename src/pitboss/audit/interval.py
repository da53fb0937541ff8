"""The time that a report is about, and the gambling days in it. Times are UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

SECOND: Final = 1_000_000
HOUR: Final = 3600 * SECOND
DAY: Final = 24 * HOUR
END_OF_TIME: Final = 253_402_300_800 * SECOND
"""The beginning of the year 10000: a report without an end goes up to here."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DATE: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?")


class Interval(NamedTuple):
    """From a moment, up to and without another; microseconds since 1970."""

    start: int = 0
    end: int = END_OF_TIME

    def holds(self, at: int) -> bool:
        """Whether a moment is in it."""
        return self.start <= at < self.end

    def up_to(self, at: int) -> Interval:
        """Return the part of it that is over at a moment; nothing of it where it lies ahead."""
        return Interval(self.start, max(self.start, min(self.end, at)))

    @property
    def text(self) -> str:
        """The interval in words.

        >>> read_interval(day="2026-11").text
        '2026-11-01 00:00 to 2026-12-01 00:00 UTC'
        >>> Interval(end=1_700_000_000_000_000).text
        'the first entry to 2023-11-14 22:13 UTC'
        """
        start = clock_text(self.start) if self.start else "the first entry"
        return f"{start} to {clock_text(self.end)} UTC"


ALWAYS: Final = Interval()


def read_interval(start: str = "", end: str = "", day: str = "") -> Interval:
    """Return the interval between two moments, or a day, a month or a year; `ValueError` if none.

    A moment is a date or an ISO 8601 time; without a zone it is UTC.

    >>> read_interval("2026-11-16", "2026-11-16T06:30").end - read_interval(day="2026-11-16").start
    23400000000
    """
    if day:
        if start or end:
            message = "give a day, or from and to, not both"
            raise ValueError(message)
        return _period(day)
    interval = Interval(_moment(start) if start else 0, _moment(end) if end else END_OF_TIME)
    if interval.start >= interval.end:
        message = f"the interval ends before it begins: {start} to {end}"
        raise ValueError(message)
    return interval


def _period(text: str) -> Interval:
    date = _DATE.fullmatch(text)
    if date is None:
        message = f"{text!r} is no day; write 2026-11-16, 2026-11 for a month or 2026 for a year"
        raise ValueError(message)
    year, month, day = (int(part) if part else 0 for part in date.groups())
    try:
        first = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if day:
            after = first + timedelta(days=1)
        else:
            after = datetime(year + (month in (0, 12)), month % 12 + 1, 1, tzinfo=UTC)
            after = after if month else datetime(year + 1, 1, 1, tzinfo=UTC)
    except (ValueError, OverflowError):
        message = f"there is no day {text!r}"
        raise ValueError(message) from None
    return Interval(_micros(first), _micros(after))


def _moment(text: str) -> int:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no time; write 2026-11-16 or 2026-11-16T06:00"
        raise ValueError(message) from None
    return max(0, _micros(moment if moment.tzinfo else moment.replace(tzinfo=UTC)))


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _datetime(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=min(at, END_OF_TIME - 1))


def clock_text(at: int, *, seconds: bool = False) -> str:
    """Write a moment to the minute, or to the second where it is not a whole minute.

    >>> clock_text(1_700_000_000_000_000), clock_text(1_700_000_000_000_000, seconds=True)
    ('2023-11-14 22:13', '2023-11-14 22:13:20')
    """
    moment = _datetime(at)
    return moment.strftime("%Y-%m-%d %H:%M:%S" if seconds and moment.second else "%Y-%m-%d %H:%M")


def moment_text(at: int) -> str:
    """Write a moment exactly, as programs read it.

    >>> moment_text(1_700_000_000_000_001)
    '2023-11-14T22:13:20.000001Z'
    """
    return _datetime(at).isoformat(timespec="microseconds").replace("+00:00", "Z")


def calendar_day(at: int) -> str:
    """Return the day of a moment.

    >>> calendar_day(1_700_000_000_000_000)
    '2023-11-14'
    """
    return _datetime(at).date().isoformat()
