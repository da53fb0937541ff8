"""Values and choices in words, as messages and rules sheets write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def shown(value: object) -> str:
    """Write a value the way TOML does.

    >>> shown(True), shown("hit"), shown(6)
    ('true', "'hit'", '6')
    """
    return str(value).lower() if isinstance(value, bool) else repr(value)


def deck_counts(decks: Sequence[int]) -> str:
    """Write deck counts.

    >>> deck_counts((1,)), deck_counts((2, 4))
    ('1 deck', '2 or 4 decks')
    """
    return "1 deck" if tuple(decks) == (1,) else f"{choice(decks)} decks"


def choice(values: Iterable[object]) -> str:
    """Write "a, b or c".

    >>> choice((2, 4, 5))
    '2, 4 or 5'
    """
    *firsts, last = [str(v) if isinstance(v, str) else shown(v) for v in values] or [""]
    return f"{', '.join(firsts)} or {last}" if firsts else last
