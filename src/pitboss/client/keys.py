"""Keys that make a second try of a command harmless."""

from __future__ import annotations

import secrets
import time


def new_key() -> str:
    """Return a key of one's own: t, the time, and chance.

    A server keeps keys of this form in the order of time, so those of all tables that come
    together are written together.

    >>> len(new_key()), new_key()[0], new_key() != new_key()
    (33, 't', True)
    """
    return f"t{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"
