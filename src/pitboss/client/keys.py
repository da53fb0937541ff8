"""Make the keys by which a second try of a command is harmless."""

from __future__ import annotations

import secrets
import time


def new_key() -> str:
    """Return a new key: "t", the time, and random characters.

    A server keeps keys of this form in order of time, so keys of the same moment are written
    together.

    >>> len(new_key()), new_key()[0], new_key() != new_key()
    (33, 't', True)
    """
    return f"t{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"
