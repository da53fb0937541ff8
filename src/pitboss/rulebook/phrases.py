"""Values and choices in words, as messages and rules sheets write them."""

from __future__ import annotations

from collections.abc import Iterable


def shown(value: object) -> str:
    """Write a value the way TOML does.

    >>> shown(True), shown("hit"), shown(6)
    ('true', "'hit'", '6')
    """
    return str(value).lower() if isinstance(value, bool) else repr(value)


def choice(values: Iterable[object]) -> str:
    """Write "a, b or c".

    >>> choice((2, 4, 5))
    '2, 4 or 5'
    """
    *firsts, last = [str(v) if isinstance(v, str) else shown(v) for v in values] or [""]
    return f"{', '.join(firsts)} or {last}" if firsts else last
