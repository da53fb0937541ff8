"""Numbers as people write them: 1e9, 10_000_000, 75%, 0.01%, $5."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from pitboss.cli.problems import invalid
from pitboss.rulebook.limits import EXPONENT_MAX, NUMBER_LENGTH_MAX, shorten
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem


def read_count(key: str, text: str, problems: list[Problem]) -> int:
    """Read a whole number; one that cannot be read is 1, and a problem.

    >>> read_count("rounds", "1e9", []), read_count("rounds", "10_000_000", [])
    (1000000000, 10000000)
    >>> problems = []
    >>> read_count("rounds", "1e30", problems) == 10**30, read_count("rounds", "2.5", problems)
    (True, 1)
    >>> problems[0].code
    'option/invalid'
    """
    number = _decimal(text)
    too_large = number is not None and number.adjusted() > NUMBER_LENGTH_MAX
    too_small = number is not None and number.adjusted() < -NUMBER_LENGTH_MAX
    if number is None or too_large or too_small or number != int(number):
        wrong = "too large" if too_large else "not a whole number"
        message = f"{_shorten(text)} is {wrong}; write 1000000 or 1e6"
        problems.append(invalid(key, message))
        return 1
    return int(number)


def read_part(key: str, text: str | None, problems: list[Problem]) -> float | None:
    """Read a part of one, or a percentage; None if there is none, or if it is a problem.

    >>> read_part("penetration", "75%", []), read_part("until", "0.0001", [])
    (0.75, 0.0001)
    """
    if text is None:
        return None
    number = _decimal(text.removesuffix("%"))
    if number is None or abs(number.adjusted()) > EXPONENT_MAX:
        problems.append(invalid(key, f"{_shorten(text)} is not a number; write 0.75 or 75%"))
        return None
    return float(number / 100 if text.endswith("%") else number)


def read_dollars(key: str, text: str | None, problems: list[Problem]) -> int | None:
    """Read dollars as cents; None if there are none, or if they are a problem."""
    try:
        return None if text is None else parse_dollars(text)
    except ValueError as error:
        problems.append(invalid(key, str(error)))
        return None


def _decimal(text: str) -> Decimal | None:
    if len(text) > NUMBER_LENGTH_MAX or not text.isascii():
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _shorten(text: str) -> str:
    return repr(shorten(text, NUMBER_LENGTH_MAX))
