"""Values and choices in words, as messages and rules sheets write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from pitboss.rulebook.limits import GUESS_LENGTH_MAX

_LISTED_MAX = 12
"""So many numbers are listed one by one; a longer run of them is written by its ends."""


def format_value(value: object) -> str:
    """Write a value the way TOML does.

    >>> format_value(True), format_value("hit"), format_value(6)
    ('true', "'hit'", '6')
    """
    return str(value).lower() if isinstance(value, bool) else repr(value)


def deck_counts(decks: Sequence[int]) -> str:
    """Write deck counts.

    >>> deck_counts((1,)), deck_counts((2, 4)), deck_counts(range(1, 101))
    ('1 deck', '2 or 4 decks', '1 to 100 decks')
    """
    return "1 deck" if tuple(decks) == (1,) else f"{choice(decks)} decks"


def value_names(values: Iterable[object]) -> list[str]:
    """Write values one by one; many numbers in a row are written by their ends.

    >>> value_names(("hit", True, 6)), value_names(range(1, 101))
    (['hit', 'true', '6'], ['1 to 100'])
    """
    known = list(values)
    numbers = [v for v in known if isinstance(v, int) and not isinstance(v, bool)]
    if len(numbers) > _LISTED_MAX and known == list(range(numbers[0], numbers[-1] + 1)):
        return [f"{numbers[0]} to {numbers[-1]}"]
    return [value if isinstance(value, str) else format_value(value) for value in known]


def choice(values: Iterable[object]) -> str:
    """Write "a, b or c".

    >>> choice((2, 4, 5)), choice(range(1, 101))
    ('2, 4 or 5', '1 to 100')
    """
    *firsts, last = value_names(values) or [""]
    return f"{', '.join(firsts)} or {last}" if firsts else last


def nearest(name: str, known: tuple[str, ...]) -> str:
    """Return the names closest to *name*, in words; empty if none is close.

    >>> nearest("soft71", ("decks", "soft17"))
    'soft17'
    """
    if len(name) > GUESS_LENGTH_MAX:
        return ""
    # The part behind the slash counts too: "free-bet" should find "co/free-bet".
    short = {full.rpartition("/")[2]: full for full in reversed(known)}
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    close += [short[tail] for tail in get_close_matches(name, short, n=3, cutoff=0.6)]
    *firsts, last = tuple(dict.fromkeys(close))[:3] or ("",)
    return f"{', '.join(firsts)} or {last}" if firsts else last


def match_id(text: str, known: Iterable[str]) -> str:
    """Return the known id that equals *text* in any case; *text* itself if there is none.

    >>> match_id("3C-5", ("3c-5", "3c-7")), match_id("4a", ("3c-5",))
    ('3c-5', '4a')
    """
    ids = tuple(dict.fromkeys(known))
    alike = [known for known in ids if known.lower() == text.lower()]
    return text if text in ids or len(alike) != 1 else alike[0]
