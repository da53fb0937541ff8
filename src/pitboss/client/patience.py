"""How long a client waits, how often it tries, and the key by which a second try is harmless."""

from __future__ import annotations

import random
import secrets
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """Times in seconds."""

    answer: float = 10.0
    """For an answer to one request."""
    resend: float = 2.5
    """Before a command without an answer is sent again."""
    silent: float = 15.0
    """A connection that says nothing for so long is dead: the server pings every 5 s."""
    first: float = 0.3
    """After the first failure; every further one takes twice as long."""
    most: float = 10.0
    """After any failure, at most."""
    tries: int = 8
    """Of one request, before it has failed."""

    def pause(self, failures: int) -> float:
        """Return a random time to wait: a crowd must not come back at once.

        >>> 0.15 <= Patience().pause(1) <= 0.45, 5 <= Patience().pause(50) <= 15
        (True, True)
        """
        long = min(self.most, self.first * 2.0 ** min(failures - 1, 30))
        return long * random.uniform(0.5, 1.5)  # noqa: S311 - it spreads, and hides nothing


def new_key() -> str:
    """Return a new key: "t", the time, and random characters.

    A server keeps keys of this form in order of time, so keys of the same moment are written
    together.

    >>> len(new_key()), new_key()[0], new_key() != new_key()
    (33, 't', True)
    """
    return f"t{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"
