"""Amounts of money as people write them: text is dollars, and a whole number may be cents.

`docs/reference/money.md` has the whole convention. Every amount is read here.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pitboss.rulebook.limits import CENTS_MAX, shorten

DOLLARS_PATTERN = r"\$?([0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.[0-9]*)?"
"""A text that is an amount of dollars, for editors too."""
_DOLLARS = re.compile(DOLLARS_PATTERN)
_LENGTH_MAX = 24
_HOW = "write dollars, as in '$5', '5.00' or '$1,000'"


def parse_dollars(amount: str | int) -> int:
    """Read an amount of dollars as cents; part of a cent is refused.

    >>> parse_dollars("$5"), parse_dollars("5000.00"), parse_dollars("$1,000"), parse_dollars(5000)
    (500, 500000, 100000, 500000)
    """
    text = str(amount)
    match = _DOLLARS.fullmatch(text) if len(text) <= _LENGTH_MAX else None
    cents = Fraction(text.lstrip("$").replace(",", "")) * 100 if match else Fraction(1, 2)
    if cents.denominator != 1:
        written = shorten(text if isinstance(amount, int) else repr(amount))
        msg = f"{written} is not an amount; {_HOW}"
        raise ValueError(msg)
    if cents > CENTS_MAX:
        msg = f"{text} is too large an amount; the most is {CENTS_MAX // 100:,} dollars"
        raise ValueError(msg)
    return int(cents)


def parse_cents(amount: object) -> int:
    """Read an amount where a whole number is cents, as for wagers and limits; text is dollars.

    >>> parse_cents(500), parse_cents("$5"), parse_cents("5.00")
    (500, 500, 500)
    >>> parse_cents(5.5)
    Traceback (most recent call last):
    ValueError: 5.5 is not an amount; write dollars in quotes, as in "$5.50", or whole cents, as in 550
    """  # noqa: E501 (a traceback's line cannot be broken)
    if isinstance(amount, str):
        return parse_dollars(amount)
    if isinstance(amount, int) and not isinstance(amount, bool):
        return amount
    examples = ("$5.00", 500)
    if isinstance(amount, float) and 0 < amount < CENTS_MAX and not amount * 100 % 1:
        examples = (f"${amount:.2f}", round(amount * 100))
    shown = "this" if isinstance(amount, dict | list) else str(amount).lower()
    dollars, cents = examples
    msg = f'{shown} is not an amount; write dollars in quotes, as in "{dollars}", '
    raise ValueError(f"{msg}or whole cents, as in {cents}")
