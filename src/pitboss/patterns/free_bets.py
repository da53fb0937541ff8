"""Which hands are doubled or split for a lammer instead of money (2116(7); 2119(11), (15))."""

from __future__ import annotations

from pitboss.patterns.jit import jit


@jit
def is_free_double(total: int, soft: bool) -> bool:  # noqa: FBT001 - compiled code has no keywords
    """Whether two cards of this total are doubled free: a hard 9, 10 or 11.

    >>> is_free_double(11, False), is_free_double(19, True), is_free_double(12, False)
    (True, False, False)
    """
    return not soft and 9 <= total <= 11


@jit
def is_free_split(worth: int) -> bool:
    """Whether a pair of cards of this value is split free: all but ten-values.

    >>> is_free_split(1), is_free_split(9), is_free_split(10)
    (True, True, False)
    """
    return worth != 10
