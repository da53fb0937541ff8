"""Read the `[office]` section of a floor file: how the house runs its office."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.engine.values import replace
from pitboss.office.papers import OfficeTerms
from pitboss.office.terms import terms_problem
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice

_TIME: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
_DENOMINATIONS_MAX: Final = 50
Add = Callable[[str, str], None]
"""Called with each problem: the key, and a sentence."""


def read_office(given: object, add: Add) -> OfficeTerms | None:
    """Read the terms of an office; None: the section is missing or wrong."""
    if given is None:
        return None
    if not isinstance(given, dict):
        add("office", "write the terms of the office as a table: [office]")
        return None
    changes: dict[str, Any] = {}
    for key, value in given.items():
        if key not in KEYS:
            add(f"office.{shorten(key)}", f"there is no such key; {choice([*KEYS])} is")
            continue
        name, read = KEYS[key]
        try:
            changes[name] = read(value)
        except ValueError as error:
            add(f"office.{key}", str(error))
    terms = replace(OfficeTerms(), **changes)
    if problem := terms_problem(terms):
        add("office", problem)
    return terms


def _dollars(value: object) -> int:
    return parse_dollars(value if isinstance(value, int) else str(value))


def _number(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000:
        return value
    raise ValueError("a whole number from 1 to 1,000")


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("say true or false")


def _time(value: object) -> int:
    """Read a time of the day in UTC.

    >>> _time("06:30")
    390
    """
    match = _TIME.fullmatch(str(value))
    if match is None:
        raise ValueError('a time of the day in UTC: "06:00"')
    return int(match[1]) * 60 + int(match[2])


def _denominations(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= _DENOMINATIONS_MAX:
        raise ValueError(f'1 to {_DENOMINATIONS_MAX} amounts: ["0.25", "1.00", "5.00"]')
    return tuple(sorted({_dollars(amount) for amount in value}))


KEYS: Final[Mapping[str, tuple[str, Callable[[object], object]]]] = {
    "day_starts": ("day_starts_minute", _time),
    "denominations": ("denominations", _denominations),
    "large_from": ("large_cents", _dollars),
    "notice_from": ("notice_cents", _dollars),
    "notice_hours": ("notice_hours", _number),
    "malfunction_hours": ("malfunction_hours", _number),
    "pattern_count": ("pattern_count", _number),
    "pattern_days": ("pattern_days", _number),
    "deposit_days": ("deposit_days", _number),
    "runs_tables": ("runs_tables", _switch),
    "hits_keep_day_open": ("hits_block_day", _switch),
}
"""Key -> its field of the terms, and how to read it."""
