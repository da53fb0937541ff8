"""Keys that make a second try of a command harmless."""

from __future__ import annotations

import secrets
import time


def new_key() -> str:
    """Return a key of one's own; it begins with the time.

    The books have an index of keys: those of one time are neighbours in it, and written together.

    >>> len(new_key()), new_key() != new_key()
    (32, True)
    """
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"
