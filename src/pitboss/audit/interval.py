"""The time that a report is about, and the gambling days in it, in the time zone of the house.

Programs read moments in UTC; people read, and ask by, the clock on the wall of the house. A day is
the house's gambling day: from the moment it was opened until the next one was. A day that nobody
opened begins at the hour at which gambling days begin.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from pitboss.office.clock import wall_date

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
        return self.words("UTC")

    def words(self, zone: str) -> str:
        """Write the interval by the clock of a time zone.

        >>> Interval(end=1_700_000_000_000_000).words("America/Los_Angeles")
        'the first entry to 2023-11-14 14:13 America/Los_Angeles'
        """
        start = clock_text(self.start, zone) if self.start else "the first entry"
        return f"{start} to {clock_text(self.end, zone)} {zone}"


ALWAYS: Final = Interval()


class HouseDays(NamedTuple):
    """The gambling days of a house, on the clock of its time zone."""

    zone: str = "UTC"
    starts_minute: int = 0
    """When a day begins that nobody opened: minutes after midnight."""
    opened: tuple[tuple[int, str], ...] = ()
    """When each day was opened, and its date, in order."""
    closed: int = 0
    """When the last of them was closed; 0: it is open, or there is none."""

    def start(self, day: date) -> int:
        """Return the moment at which a day begins."""
        for at, opened in self.opened:
            if opened == day.isoformat():
                return at
        midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(self.zone))
        hours, minutes = divmod(self.starts_minute, 60)
        return max(self.end_of_last(day), _micros(midnight.replace(hour=hours, minute=minutes)))

    def end_of_last(self, day: date) -> int:
        """Return when the last day ended that was opened before *day*; 0: it is none of them."""
        if not self.opened or self.opened[-1][1] >= day.isoformat():
            return 0
        return self.closed or END_OF_TIME - 1

    def date_of(self, at: int) -> str:
        """Return the gambling day of a moment.

        >>> HouseDays("America/Los_Angeles", 360).date_of(1_700_000_000_000_000)
        '2023-11-14'
        """
        place = bisect_right(self.opened, at, key=lambda day: day[0])
        if place:
            return self.opened[place - 1][1]
        return wall_date(self.zone, self.starts_minute, at)


UTC_DAYS: Final = HouseDays()


def read_interval(
    start: str = "", end: str = "", day: str = "", days: HouseDays = UTC_DAYS
) -> Interval:
    """Return the interval between two moments, or a day, a month or a year; `ValueError` if none.

    A moment is a date, which is a gambling day's beginning, or an ISO 8601 time; without a zone it
    is by the clock of the house.

    >>> read_interval("2026-11-16", "2026-11-16T06:30").end - read_interval(day="2026-11-16").start
    23400000000
    """
    if day:
        if start or end:
            message = "give a day, or from and to, not both"
            raise ValueError(message)
        return _period(day, days)
    first = _moment(start, days) if start else 0
    interval = Interval(first, _moment(end, days) if end else END_OF_TIME)
    if interval.start >= interval.end:
        message = f"the interval ends before it begins: {start} to {end}"
        raise ValueError(message)
    return interval


def _period(text: str, days: HouseDays) -> Interval:
    match = _DATE.fullmatch(text)
    if match is None:
        message = f"{text!r} is no day; write 2026-11-16, 2026-11 for a month or 2026 for a year"
        raise ValueError(message)
    year, month, day = (int(part) if part else 0 for part in match.groups())
    try:
        first = date(year, month or 1, day or 1)
        if day:
            after = first + timedelta(days=1)
        else:
            after = date(year + (month in (0, 12)), month % 12 + 1, 1)
            after = after if month else date(year + 1, 1, 1)
    except (ValueError, OverflowError):
        message = f"there is no day {text!r}"
        raise ValueError(message) from None
    begin = days.start(first)
    return Interval(begin, max(begin, days.start(after)))


def _moment(text: str, days: HouseDays) -> int:
    try:
        if _DATE.fullmatch(text):
            return max(0, days.start(date.fromisoformat(text)))
        moment = datetime.fromisoformat(text)
    except ValueError:
        message = f"{text!r} is no time; write 2026-11-16 or 2026-11-16T06:00"
        raise ValueError(message) from None
    return max(0, _micros(moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(days.zone))))


def _micros(moment: datetime) -> int:
    return (moment - _EPOCH) // timedelta(microseconds=1)


def _datetime(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=min(at, END_OF_TIME - 1))


def clock_text(at: int, zone: str = "UTC", *, seconds: bool = False) -> str:
    """Write a moment to the minute, or to the second where it is not a whole minute.

    >>> clock_text(1_700_000_000_000_000), clock_text(1_700_000_000_000_000, seconds=True)
    ('2023-11-14 22:13', '2023-11-14 22:13:20')
    """
    moment = _datetime(at) if zone == "UTC" else _datetime(at).astimezone(ZoneInfo(zone))
    return moment.strftime("%Y-%m-%d %H:%M:%S" if seconds and moment.second else "%Y-%m-%d %H:%M")


def moment_text(at: int) -> str:
    """Write a moment exactly, as programs read it.

    >>> moment_text(1_700_000_000_000_001)
    '2023-11-14T22:13:20.000001Z'
    """
    return _datetime(at).isoformat(timespec="microseconds").replace("+00:00", "Z")
