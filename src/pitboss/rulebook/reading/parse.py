"""JSON and TOML from bytes to values, within the limits, nothing guessed.

Numbers with a point are `Decimal`, so their digits are kept. A repeated name in an object, `NaN`,
half of a surrogate pair, and anything beyond a limit are refused in one sentence.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pitboss.rulebook.limits import (
    DEPTH_MAX,
    EXPONENT_MAX,
    INTEGER_DIGITS_MAX,
    NAME_LENGTH_MAX,
    NAMES_MAX,
    NUMBER_LENGTH_MAX,
    shorten,
)


class NotReadableError(ValueError):
    """A text that is not JSON or TOML, or is beyond a limit: the message is one sentence."""


def decode_utf8(content: bytes) -> str:
    r"""Return the text of *content* without a byte order mark.

    >>> decode_utf8(b"\xef\xbb\xbf{}")
    '{}'
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotReadableError("this is not text in UTF-8") from None


def parse_json(text: str, *, names_max: int = NAMES_MAX) -> object:
    """Return the value of a JSON text.

    >>> parse_json('{"main": 1.50}')
    {'main': Decimal('1.50')}
    >>> parse_json('{"main": 1, "main": 777}')
    Traceback (most recent call last):
    pitboss.rulebook.reading.parse.NotReadableError: 'main' stands twice in one object
    """
    try:
        value = json.loads(
            text,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_constant,
            object_pairs_hook=_object,
        )
    except NotReadableError:
        raise
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise NotReadableError("this is not JSON") from None
    _check_surrogates(text, value)
    _check_values(value, names_max)
    return value


def parse_toml(text: str, *, names_max: int = NAMES_MAX) -> dict[str, Any]:
    """Return the table of a TOML text; dates and times are refused.

    >>> parse_toml("seed = 5000.00")
    {'seed': Decimal('5000.00')}
    """
    if _LONG_KEY.search(text):
        raise _too_deep()
    try:
        values = tomllib.loads(text, parse_float=_number)
    except NotReadableError:
        raise
    except tomllib.TOMLDecodeError as error:
        raise NotReadableError(f"this is not TOML: {_toml_words(text, error)}") from None
    except RecursionError:
        raise _too_deep() from None
    except ValueError:  # a whole number that Python refuses to read
        raise NotReadableError(_DIGITS) from None
    _check_values(values, names_max)
    return values


def _toml_words(text: str, error: tomllib.TOMLDecodeError) -> str:
    """Return what is wrong with a TOML text, with its line, and what to write there instead."""
    words = shorten(str(error), 200)
    place = re.search(r"at line (\d+)", words)
    lines = text.splitlines()
    if place is None or int(place[1]) > len(lines):
        return words
    line = lines[int(place[1]) - 1].strip()
    unquoted = re.fullmatch(r"([\w.\-\"]+)\s*=\s*([$A-Za-z][^\"'#=]*)", line)
    hint = ""
    if unquoted is not None:
        hint = f'; put text and dollars in quotes: {unquoted[1]} = "{unquoted[2].strip()}"'
    return f"{words}: {shorten(line, 80)}{shorten(hint, 120)}"


def dump_json(value: object, *, indent: int | None = None, ascii_only: bool = False) -> str:
    r"""Write *value* as JSON: exact numbers keep their digits, and no character hides.

    >>> dump_json({"note": Decimal("1.50"), "name": "a\u2028b"})
    '{"note": 1.50, "name": "a\\u2028b"}'
    """
    try:
        text = json.dumps(value, indent=indent, ensure_ascii=ascii_only, allow_nan=False)
    except TypeError:
        text = _exact_json(value, indent, 1, ascii_only=ascii_only)
    # These stand in texts only, where an escape means the same.
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_-]){_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEPTH_MAX},}}")
"""A dotted key that is too deep: the TOML reader's time grows with the square of its length."""

_HIDDEN = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_DIGITS = f"a whole number has at most {INTEGER_DIGITS_MAX} digits"


def _exact_json(value: object, indent: int | None, level: int, *, ascii_only: bool) -> str:
    """Return a value as JSON with all digits of exact numbers."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        names = [json.dumps(name, ensure_ascii=ascii_only) + ": " for name in value]
        inner = list(value.values())
        marks = "{}"
    elif isinstance(value, list | tuple):
        names = [""] * len(value)
        inner = list(value)
        marks = "[]"
    else:
        return json.dumps(value, ensure_ascii=ascii_only, allow_nan=False)
    if not inner:
        return marks
    parts = [
        name + _exact_json(part, indent, level + 1, ascii_only=ascii_only)
        for name, part in zip(names, inner, strict=True)
    ]
    if indent is None:
        return f"{marks[0]}{', '.join(parts)}{marks[1]}"
    inside = "\n" + " " * indent * level
    outside = "\n" + " " * indent * (level - 1)
    return f"{marks[0]}{inside}{f',{inside}'.join(parts)}{outside}{marks[1]}"


def _integer(text: str) -> int:
    if len(text.removeprefix("-")) > INTEGER_DIGITS_MAX:
        raise NotReadableError(_DIGITS)
    return int(text)


def _number(text: str) -> Decimal:
    if len(text) > NUMBER_LENGTH_MAX:
        raise NotReadableError(f"a number has at most {NUMBER_LENGTH_MAX} characters")
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise NotReadableError(f"{text} is not a number that can be used") from None
    if not number.is_finite():
        raise NotReadableError(f"{text} is not a number that can be used")
    if number and abs(number.adjusted()) > EXPONENT_MAX:
        raise NotReadableError(f"{text} is too large or too small a number")
    return number


def _constant(text: str) -> object:
    raise NotReadableError(f"{text} is not a number in JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise NotReadableError(f"{shorten(twice)!r} stands twice in one object")
    return values


def _check_surrogates(text: str, value: object) -> None:
    if "\\u" not in text:
        return
    try:
        json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        message = "a text has half of a surrogate pair (\\ud800 to \\udfff), which is no character"
        raise NotReadableError(message) from None
    except RecursionError:
        raise _too_deep() from None


def _check_values(value: object, names_max: int) -> None:
    """Refuse values that are too deep, have too many or too long names, or are not plain."""
    waiting: list[tuple[object, tuple[str | int, ...]]] = [(value, ())]
    while waiting:
        item, path = waiting.pop()
        if isinstance(item, dict):
            if len(item) > names_max:
                message = f"one object or table has at most {names_max} names, not {len(item)}"
                raise NotReadableError(message)
            for name in item:
                if len(name) > NAME_LENGTH_MAX:
                    message = f"a name has at most {NAME_LENGTH_MAX} characters: {shorten(name)!r}"
                    raise NotReadableError(message)
            inner: list[tuple[str | int, object]] = list(item.items())
        elif isinstance(item, list):
            inner = list(enumerate(item))
        else:
            _check_scalar(item, path)
            continue
        if len(path) >= DEPTH_MAX:
            raise _too_deep()
        waiting += [(part, (*path, name)) for name, part in inner]


def _check_scalar(item: object, path: tuple[str | int, ...]) -> None:
    if isinstance(item, int):
        if abs(item) >= 10**INTEGER_DIGITS_MAX:
            raise NotReadableError(_DIGITS)
    elif not (item is None or isinstance(item, str | Decimal)):
        key = ".".join(map(str, path))
        raise NotReadableError(f"{key}: dates and times have no place here; write them in quotes")


def _too_deep() -> NotReadableError:
    return NotReadableError(f"this is nested more than {DEPTH_MAX} deep")
