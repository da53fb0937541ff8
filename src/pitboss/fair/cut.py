r"""The cut of a shuffle: players commit to seeds, the set is fixed, then they reveal them.

Nobody who knows a seed of another player can still choose one, so nobody who also knows the entropy
can choose the order of the cards. Every byte string is exact, so a verifier in any language agrees:

- commitment to a seed: `SHA-256("pitboss/seed/2\0" + length(text) + text + seed)`, where the text
  is the JSON of attempt, seat, shuffle and table, with its keys in order and without blanks.
- the fixed set: `SHA-256("pitboss/set/2\0" + length(text) + text)`, where the text is the JSON of
  attempt, commitments, promised, shuffle, table and withheld.
- the cut is that of `pitboss.fair.order` over these parts: the hash of the fixed set, the seeds in
  seat order, and, where there is a beacon, the ASCII text `NAME ROUND VALUE`, the value in hex.

A cut without a set is of the first form: seeds that were sent in the open.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

SEED_BYTES_MIN: Final = 32
"""Of a seed that is committed to: a shorter one could be guessed from the commitment."""
HASH_BYTES: Final = 32

_SEED_LABEL: Final = b"pitboss/seed/2\x00"
_SET_LABEL: Final = b"pitboss/set/2\x00"


class SeedPlace(NamedTuple):
    """What a seed is for: no commitment can be moved to another seat or another attempt."""

    table: str
    shuffle: int
    """The first shuffle of the cut."""
    attempt: int
    seat: int

    def commit(self, seed: bytes) -> bytes:
        """Return the commitment to a seed.

        >>> SeedPlace("7", 12, 1, 3).commit(bytes(32)).hex()[:16]
        'ca5079067404cd9b'
        """
        return _hash(_SEED_LABEL, self._asdict(), seed)


class BeaconValue(NamedTuple):
    """A public number that nobody knew when the seeds were revealed."""

    name: str
    """Of the beacon, as the house calls it."""
    round: int
    """Stated before the number was published."""
    value: bytes = b""
    """Empty: the house could not read it in time."""

    def part(self) -> bytes:
        """Return what the cut has of it."""
        return f"{self.name} {self.round} {self.value.hex()}".encode("ascii")


class FixedSet(NamedTuple):
    """The commitments of the players, fixed before any seed was revealed."""

    shuffle: int
    """The first shuffle that the cut is for."""
    promised: tuple[bytes, ...]
    """The commitments of the house to that shuffle and to the next ones that the cut is for."""
    attempt: int = 1
    commitments: tuple[tuple[int, bytes], ...] = ()
    """Seat and commitment, in seat order."""
    withheld: tuple[tuple[int, ...], ...] = ()
    """Attempt by attempt before this one: the seats that committed and revealed no seed."""
    beacon: BeaconValue | None = None

    def digest(self, table: str) -> bytes:
        """Return the hash of the set; the beacon is stated later."""
        text = {"table": table, **self.as_json()}
        return _hash(_SET_LABEL, {key: text[key] for key in text if key != "beacon"})

    def covers(self, shuffle: int) -> bool:
        """Return whether a shuffle is cut with this set."""
        return self.shuffle <= shuffle < self.shuffle + len(self.promised)

    def as_json(self) -> dict[str, Any]:
        """Return the set as JSON."""
        written: dict[str, Any] = {
            "shuffle": self.shuffle,
            "promised": [promise.hex() for promise in self.promised],
            "attempt": self.attempt,
            "commitments": [[seat, mark.hex()] for seat, mark in self.commitments],
            "withheld": [list(seats) for seats in self.withheld],
        }
        if self.beacon is not None:
            name, number, value = self.beacon
            written["beacon"] = {"name": name, "round": number, "value": value.hex()}
        return written

    def problem(self, table: str, shuffle: int, promise: bytes, seeds: tuple[bytes, ...]) -> str:
        """Return why the seeds of a shuffle do not follow from the set; empty: they do."""
        if not self.covers(shuffle) or self.promised[shuffle - self.shuffle] != promise:
            return "the players' seeds were committed to for another shuffle"
        seats = [seat for seat, _ in self.commitments]
        if seats != sorted(set(seats)) or len(seats) != len(seeds):
            return "the seeds are not those of the seats that committed to one"
        for (seat, mark), seed in zip(self.commitments, seeds, strict=True):
            if SeedPlace(table, self.shuffle, self.attempt, seat).commit(seed) != mark:
                return f"the seed of seat {seat} is not the one that it committed to"
        if self.attempt != len(self.withheld) + 1:
            return "an attempt to cut is missing"
        return ""


class Cut(NamedTuple):
    """The seeds that a shuffle is cut with."""

    seeds: tuple[bytes, ...] = ()
    """In seat order."""
    fixed: FixedSet | None = None
    """None: the seeds were sent without commitments, or nobody sent one."""

    def parts(self, table: str) -> tuple[bytes, ...]:
        """Return what is mixed into the entropy."""
        if self.fixed is None:
            return self.seeds
        beacon = self.fixed.beacon
        return (self.fixed.digest(table), *self.seeds, *([beacon.part()] if beacon else ()))

    def as_json(self) -> Any:  # noqa: ANN401 - a list in the first form, an object in the second
        """Return the cut as journals have it."""
        seeds = [seed.hex() for seed in self.seeds]
        return seeds if self.fixed is None else {"set": self.fixed.as_json(), "seeds": seeds}


NO_CUT: Final = Cut()


def read_cut(written: Any) -> Cut:  # noqa: ANN401 - JSON
    """Read a cut of `Cut.as_json`.

    >>> read_cut(["6162"]).seeds
    (b'ab',)
    """
    if isinstance(written, list):
        return Cut(tuple(map(bytes.fromhex, written)))
    return Cut(tuple(map(bytes.fromhex, written["seeds"])), read_set(written["set"]))


def read_set(written: Mapping[str, Any]) -> FixedSet:
    """Read a set of `FixedSet.as_json`; raise what a wrong type or a missing key raises."""
    beacon = written.get("beacon")
    fixed = FixedSet(
        shuffle=written["shuffle"],
        promised=tuple(map(bytes.fromhex, written["promised"])),
        attempt=written["attempt"],
        commitments=tuple((seat, bytes.fromhex(mark)) for seat, mark in written["commitments"]),
        withheld=tuple(tuple(seats) for seats in written["withheld"]),
        beacon=beacon
        and BeaconValue(str(beacon["name"]), beacon["round"], bytes.fromhex(beacon["value"])),
    )
    numbers = [fixed.shuffle, fixed.attempt, *(seat for seat, _ in fixed.commitments)]
    numbers += [seat for seats in fixed.withheld for seat in seats]
    numbers += [fixed.beacon.round] if fixed.beacon else []
    if not all(type(number) is int for number in numbers):
        raise TypeError("set")
    return fixed


def _hash(label: bytes, text: Mapping[str, Any], rest: bytes = b"") -> bytes:
    written = json.dumps(text, sort_keys=True, separators=(",", ":")).encode("ascii")
    return sha256(label + len(written).to_bytes(8, "big") + written + rest).digest()
