"""Numbers as people write them: 1e9, 10_000_000, 75%, 0.01%."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from pitboss.rulebook.limits import EXPONENT_MAX, NUMBER_LENGTH_MAX, shorten
from pitboss.rulebook.problems import Problem


def read_count(key: str, text: str) -> tuple[int, tuple[Problem, ...]]:
    """Read a whole number.

    >>> read_count("rounds", "1e9")[0], read_count("rounds", "10_000_000")[0]
    (1000000000, 10000000)
    >>> read_count("rounds", "1e30")[0] == 10**30, read_count("rounds", "2.5")[1][0].code
    (True, 'option/invalid')
    """
    number = _decimal(text)
    if number is None or abs(number.adjusted()) > NUMBER_LENGTH_MAX or number != int(number):
        return 1, (_problem(key, f"{_shorten(text)} is not a whole number; write 1000000 or 1e6"),)
    return int(number), ()


def read_part(key: str, text: str) -> tuple[float | None, tuple[Problem, ...]]:
    """Read a part of one, or a percentage.

    >>> read_part("penetration", "75%")[0], read_part("until", "0.0001")[0]
    (0.75, 0.0001)
    """
    number = _decimal(text.removesuffix("%"))
    if number is None or abs(number.adjusted()) > EXPONENT_MAX:
        return None, (_problem(key, f"{_shorten(text)} is not a number; write 0.75 or 75%"),)
    return float(number / 100 if text.endswith("%") else number), ()


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


def _problem(key: str, message: str) -> Problem:
    return Problem(code="option/invalid", key=key, message=message)
