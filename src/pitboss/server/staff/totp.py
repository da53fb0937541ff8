"""Codes of six digits that change every half minute (RFC 6238), as every authenticator shows."""

from __future__ import annotations

import hmac
from base64 import b32encode
from typing import Final
from urllib.parse import quote

from pitboss.pit.binding import is_same

SECRET_BYTES: Final = 20
STEP: Final = 30_000_000
"""Microseconds that a code lasts."""
WINDOW: Final = 1
"""A code of so many steps before or after is right too: clocks differ."""
DIGITS: Final = 6


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a step.

    >>> code_at(b"12345678901234567890", 59 // 30)  # the first vector of RFC 6238
    '287082'
    """
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**DIGITS).zfill(DIGITS)


def find_step(code: str, secret: bytes, now: int) -> int | None:
    """Return the step of a code if it is right at a time; takes constant time."""
    steps = range(now // STEP - WINDOW, now // STEP + WINDOW + 1)
    right = [step for step in steps if is_same(code, code_at(secret, step))]
    return right[-1] if right else None


def secret_text(secret: bytes) -> str:
    """Return a secret in the form typed into an authenticator."""
    return b32encode(secret).decode("ascii")


def authenticator_link(secret: bytes, name: str) -> str:
    """Return the link that an authenticator reads.

    >>> authenticator_link(bytes(5), "ann")
    'otpauth://totp/Pitboss:ann?secret=AAAAAAAA&issuer=Pitboss'
    """
    return f"otpauth://totp/Pitboss:{quote(name)}?secret={secret_text(secret)}&issuer=Pitboss"
