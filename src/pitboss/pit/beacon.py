"""A public beacon: numbers that nobody knows before they are published, one a period.

drand is such a beacon. The house names a round before it is published; its number then decides the
order of a shoe with everybody's seeds. Anybody can compare it with the beacon's own publication.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol
from urllib.request import Request, urlopen

from pitboss.floor.state import BeaconTerms

READ_SECONDS: Final = 2.0
"""How long one look at the beacon may take."""
ANSWER_BYTES_MAX: Final = 1 << 16
FILE_BYTES_MAX: Final = 1 << 20
"""Of the end of a file."""
VALUE_BYTES: Final = range(16, 65)
"""How long a number is."""
ROUND: Final = "{round}"
"""Where an address has the number of the round."""


class Beacon(Protocol):
    """A source of public numbers."""

    @property
    def terms(self) -> BeaconTerms:
        """When its rounds are published."""

    async def read(self, number: int, /) -> bytes | None:
        """Return the number of a round; None: it is not there, or cannot be read."""


@dataclass(frozen=True, slots=True)
class PublishedBeacon:
    """A beacon at an address, or in a file that somebody else writes.

    An address has `{round}` where the number of the round belongs, and answers with JSON:
    `round` and `randomness`, in hex. A file has a line for each round: its number, a blank, the
    value in hex.
    """

    terms: BeaconTerms
    source: str

    @property
    def is_address(self) -> bool:
        """Whether the source is an address."""
        return self.source.startswith(("http://", "https://"))

    async def read(self, number: int, /) -> bytes | None:
        """Return the number of a round; None: it is not there, or cannot be read."""
        look = self._fetch if self.is_address else self._find
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            value = await asyncio.to_thread(look, number)
            return value if value is not None and len(value) in VALUE_BYTES else None
        return None

    def _fetch(self, number: int) -> bytes | None:
        request = Request(self.source.replace(ROUND, str(number)))  # noqa: S310 - checked above
        with urlopen(request, timeout=READ_SECONDS) as answer:  # noqa: S310
            said = json.loads(answer.read(ANSWER_BYTES_MAX))
        return bytes.fromhex(said["randomness"]) if said["round"] == number else None

    def _find(self, number: int) -> bytes | None:
        with Path(self.source).open("rb") as file:
            file.seek(max(0, file.seek(0, 2) - FILE_BYTES_MAX))
            lines = file.read(FILE_BYTES_MAX).split(b"\n")
        for line in reversed(lines):
            name, _, value = line.strip().partition(b" ")
            if name == str(number).encode():
                return bytes.fromhex(value.decode("ascii"))
        return None
