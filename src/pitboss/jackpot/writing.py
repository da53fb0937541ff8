"""Write the values of a jackpot: canonical JSON, fractions as text, kinds in kebab-case."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from msgspec import json


def kebab(name: str) -> str:
    """Return the name of a class in kebab-case, as its kind.

    >>> kebab("HitLocked")
    'hit-locked'
    """
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip(
        "-"
    )


def _plain(value: Any) -> str:  # noqa: ANN401 - any value that JSON cannot hold
    assert isinstance(value, Fraction)
    return str(value)


def read_plain(kind: type, value: Any) -> Fraction:  # noqa: ANN401 - what `_plain` wrote
    """Read a value that JSON has no type for."""
    assert kind is Fraction
    return Fraction(value)


write: Final = json.Encoder(enc_hook=_plain, order="sorted").encode
