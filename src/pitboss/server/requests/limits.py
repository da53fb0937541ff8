"""Rate limits: every limit of the server, and the token buckets that enforce them."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import Any, Final, NamedTuple

_NUL: Final = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
BODY_BYTES_MAX: Final = 8_192
"""Bytes of a request's body, and of a frame that a client sends."""
RECORD_BYTES_MAX: Final = 131_072
"""Bytes of a round record that is sent to be shown."""
PRACTICE_BYTES_MAX: Final = 32_768
"""The same for a practice round, which carries its decisions and its house."""
PROGRESS_KEPT_MAX: Final = 60
"""Parts of its progress that an account keeps: a few for each game."""
PROGRESS_BYTES_MAX: Final = 262_144
"""The same for a drill, which carries the progress of its player."""
DECISIONS_MAX: Final = 300
"""Decisions of a practice round."""
GIVEN_CARDS_MAX: Final = 300
"""Characters of the cards that one place of a practice round is given."""
LINK_LENGTH_MAX: Final = 8_000
"""Characters of a link to a practice round."""
BODY_SECONDS_MAX: Final = 10
"""Seconds in which a body has to arrive."""
HEADER_SECONDS_MAX: Final = 5
"""Seconds from the start of a connection, or of a further request, to the end of its headers."""
KEY_LENGTH_MAX: Final = 100
"""Characters of an Idempotency-Key, and of the id of a command over the WebSocket."""
HASHES_AT_ONCE: Final = 2
"""Passwords hashed at the same moment; each takes 19 MiB and some 45 ms of a core."""
HASHES_WAITING_MAX: Final = 64
"""Passwords that may wait for that; the server refuses further ones for now."""
REPLAYS_AT_ONCE: Final = 2
"""Rounds that are played again at the same moment, for their records and scenes."""
SOLVERS: Final = 2
"""Processes that work out odds, charts and advice; the second starts where the first is busy."""
SOLVES_WAITING_MAX: Final = 16
"""Questions that wait for them."""
ANSWERS_KEPT: Final = 256
"""Odds and postings kept in memory."""
TABLES_KEPT: Final = 64
"""Set-ups of practice tables kept in memory."""
ENTRIES_MAX: Final = 500
"""Entries of the journal, or checkpoints, in one answer."""
EXPORT_MAX: Final = 10_000
"""Entries of the journal in one part of an export."""
EXPORT_BYTES_MAX: Final = 16 << 20
"""Bytes after which a part of an export ends."""
LAB_WAITING_MAX: Final = 32
"""Jobs of the lab that wait for a process."""
LAB_JOBS_KEPT: Final = 128
"""Finished jobs of the lab whose results are kept in memory."""
LAB_UNWATCHED_S: Final = 15
"""Seconds after which a job of the lab that nobody asks about is cancelled."""
LAB_ROUNDS_MAX: Final = 100_000_000
"""Rounds of a simulation in the lab; the command line plays as many as one likes."""
LAB_PROTECT_ROUNDS_MAX: Final = 40_000_000
"""Rounds for each counter of a protection in the lab, of whom there are a dozen."""
LAB_CUBES_KEPT: Final = 32
"""Cubes of counted runs that are kept unpacked, for questions about risk."""
LAB_TERMS_BYTES_MAX: Final = 32_768
"""Bytes of a question to the lab."""
GONE_LENGTH_MAX: Final = 1_500
"""Characters of cards that are named in the lab: a shoe of eight decks has 1,247."""
LAB_PAGES_KEPT: Final = 256
"""Games of the lab, each under some rules, that are kept in memory."""
KEYS_KEPT: Final = 50_000
"""Addresses or accounts whose use is counted; those unused for longest are forgotten first."""


class Rate(NamedTuple):
    """A rate: *burst* uses at once, and then so many a second."""

    per_second: float
    burst: float


class Rates(NamedTuple):
    """The rates of a server."""

    address: Rate = Rate(50, 200)
    """Requests of one address."""
    account: Rate = Rate(20, 100)
    """Requests of one account."""
    frames: Rate = Rate(20, 100)
    """Frames that the connections of one account send."""
    password: Rate = Rate(0.2, 10)
    """Log-ins and registrations of one address."""
    guest: Rate = Rate(1, 30)
    """Guest accounts opened from one address."""
    practice: Rate = Rate(10, 60)
    """Practice rounds of one address."""
    solver: Rate = Rate(2, 40)
    """Questions of one address that take the solver."""
    lab: Rate = Rate(20, 100)
    """Looks of one address at the lab and its jobs; a page looks four times a second."""
    taken: Rate = Rate(1 / 360, 10)
    """Registrations of one address under names that others have."""
    emote: Rate = Rate(1 / 3, 2)
    """Emotes of one account."""


class Bounds(NamedTuple):
    """What one address may have open at once in a process."""

    connections: int = 256
    """Connections that are no WebSockets; those of a trusted proxy are not counted."""
    sockets: int = 256
    """WebSockets, of whatever accounts."""


@dataclass
class Buckets:
    """One token bucket for each key, of a bounded number of keys.

    >>> buckets = Buckets(Rate(per_second=1, burst=2))
    >>> [buckets.wait_s("ann", now_s) for now_s in (0, 0, 0, 0.5, 1)]
    [0, 0, 1.0, 0.5, 0]
    """

    rate: Rate
    most: int = KEYS_KEPT
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    """Key -> the tokens left, and when that was."""

    def wait_s(self, key: str, now_s: float, *, is_taken: bool = True) -> float:
        """Take a token and return 0, or return the seconds until the next token.

        Unless *is_taken*, a token that is there stays there.
        """
        left, last_s = self._left.pop(key, (self.rate.burst, now_s))
        left = min(self.rate.burst, left + max(0.0, now_s - last_s) * self.rate.per_second)
        is_free = left >= 1
        self._left[key] = (left - 1 if is_free and is_taken else left, now_s)
        if len(self._left) > self.most:
            self._left.popitem(last=False)
        return 0 if is_free else (1 - left) / self.rate.per_second

    def __len__(self) -> int:
        """How many keys are counted."""
        return len(self._left)


def sender_address(scope: Mapping[str, Any]) -> str:
    """Return the key under which the sender of a request or a socket is counted."""
    client = scope.get("client")
    return address_key(client[0]) if client else ""


def address_key(address: str) -> str:
    """Return the key of an address: a household has a whole /64 of IPv6.

    >>> address_key("192.0.2.7"), address_key("2001:db8::1:2"), address_key("a socket")
    ('192.0.2.7', '2001:db8::', 'a socket')
    """
    try:
        sender = ip_address(address)
    except ValueError:
        return address
    if isinstance(sender, IPv6Address):
        if sender.ipv4_mapped is not None:
            return str(sender.ipv4_mapped)
        return str(IPv6Address(int(sender) >> 64 << 64))
    return str(sender)


def is_key(text: str) -> bool:
    r"""Return whether a text may be the key of a command: it is written into the books.

    >>> is_key("a-1"), is_key(""), is_key("a\0"), is_key("é")
    (True, False, False, False)
    """
    return 0 < len(text) <= KEY_LENGTH_MAX and text.isascii() and text.isprintable()


def has_nul(body: bytes) -> bool:
    r"""Return whether a text in some JSON has a NUL, which PostgreSQL takes in no text.

    >>> has_nul(rb'"a\u0000"'), has_nul(rb'"a\\u0000"')
    (True, False)
    """
    return b"\\u0000" in body and _NUL.search(body) is not None
