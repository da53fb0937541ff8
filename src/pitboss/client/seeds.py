"""Take part in the cut of a table's shoes, and check afterwards that one's own seeds are in them.

A client commits to a seed for every shuffle, and reveals it only when the table shows a fixed set
of commitments with its own in it. It reveals a seed for one set, and never for a second one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from pitboss.fair import verify
from pitboss.fair.cut import SEED_BYTES_MIN, SeedPlace, read_set

KEPT: Final = 64
"""Shuffles of a table that a client remembers."""

Frame = Mapping[str, Any]


class Request(NamedTuple):
    """A command for the table."""

    what: str
    details: dict[str, Any]
    own: OwnSeed


@dataclass
class OwnSeed:
    """A seed of this client, for one attempt to cut."""

    place: SeedPlace
    seed: bytes
    is_taken: bool = False
    """The table has shown the commitment."""
    digest: str = ""
    """Of the set that it was revealed for; empty: it is secret."""

    @property
    def mark(self) -> str:
        """The commitment, in hex."""
        return self.place.commit(self.seed).hex()


@dataclass
class TableSeeds:
    """What a client did and saw of the shuffles of one table."""

    table: str
    seats: tuple[int, ...] = ()
    """Its own."""
    promised: dict[int, str] = field(default_factory=dict)
    """Shuffle -> the commitment of the house, as it was shown first."""
    own: dict[tuple[int, int], OwnSeed] = field(default_factory=dict)
    """First shuffle and attempt of a cut -> the seed for it."""
    warnings: list[str] = field(default_factory=list)
    """What nobody was told yet, in words."""
    _cut: Frame | None = None
    """The cut of the next shuffle, as it was shown last."""
    _sent: set[tuple[str, int, int]] = field(default_factory=set)

    def take(self, frame: Frame) -> Iterator[Request]:
        """Look at a frame of the table; yield what to ask of it."""
        is_whole = frame["t"] == "view"
        if is_whole:
            self._sent.clear()  # what was on its way, or at another process, may be lost
        if is_whole or "stacks" in frame:
            self.seats = tuple(sorted(map(int, frame.get("stacks", {}))))
        if "shuffles" in frame:
            self._take_shuffles(frame["shuffles"])
        if self._cut is not None:
            yield from self._answer(self._cut, is_whole=is_whole)

    def _take_shuffles(self, shuffles: Frame) -> None:
        self._cut = shuffles.get("cut")  # an older server has none
        for number, promise in shuffles["promised"].items():
            if self.promised.setdefault(int(number), promise) != promise:
                self._warn(f"the house has changed its commitment to shuffle {number}")
        for kept in sorted(self.promised)[:-KEPT]:
            del self.promised[kept]

    def _answer(self, cut: Frame, *, is_whole: bool) -> Iterator[Request]:
        key = cut["shuffle"], cut["attempt"]
        own = self.own.get(key)
        if cut["fixed"]:
            if own is not None:
                yield from self._reveal(own, cut)
            return
        if own is None and self.seats:
            place = SeedPlace(self.table, *key, self.seats[0])
            own = self.own[key] = OwnSeed(place, secrets.token_bytes(SEED_BYTES_MIN))
            for kept in sorted(self.own)[:-KEPT]:
                del self.own[kept]
        if own is None or own.place.seat not in self.seats:
            self.own.pop(key, None)  # another seat commits anew
            return
        is_shown = cut["commitments"].get(str(own.place.seat)) == own.mark
        own.is_taken = is_shown or (own.is_taken and not is_whole)
        if not own.is_taken and ("cut", *key) not in self._sent:
            self._sent.add(("cut", *key))
            details = {"seat": own.place.seat, "commitment": own.mark}
            yield Request("cut", {**details, "shuffle": key[0], "attempt": key[1]}, own)

    def _reveal(self, own: OwnSeed, cut: Frame) -> Iterator[Request]:
        """Reveal a seed, if the set is as it must be and no other was shown before."""
        number = own.place.shuffle
        fixed = read_set(cut["set"])
        digest = fixed.digest(self.table).hex()
        known = [self.promised.get(number + ahead) for ahead in range(len(fixed.promised))]
        pairs = zip(known, fixed.promised, strict=True)
        if (own.place.seat, bytes.fromhex(own.mark)) not in fixed.commitments:
            if own.is_taken:
                own.is_taken = False
                self._warn(f"your random number for shuffle {number} was left out")
        elif any(mine and mine != theirs.hex() for mine, theirs in pairs):
            self._warn(f"the set for shuffle {number} names other commitments of the house")
        elif own.digest not in ("", digest):
            self._warn(f"the house shows a second set for shuffle {number}")
        else:
            own.is_taken = True
            own.digest = digest
            sent = ("reveal", own.place.shuffle, own.place.attempt)
            if own.place.seat not in cut["revealed"] and sent not in self._sent:
                self._sent.add(sent)
                yield Request("reveal", {"seat": own.place.seat, "seed": own.seed.hex()}, own)

    def judge(self, shoe: Mapping[str, Any]) -> list[str]:
        """Return what is wrong with a revealed shuffle, in words; nothing: all is well."""
        number = shoe["terms"]["shuffle"]
        wrong = verify.problem(dict(shoe))
        problems = [f"shuffle {number} is not what was promised: {wrong}"] if wrong else []
        if self.promised.get(number, shoe["commitment"]) != shoe["commitment"]:
            problems.append(f"the commitment to shuffle {number} is not the one you saw")
        fixed = shoe.get("set")
        key = (fixed["shuffle"], fixed["attempt"]) if fixed else (number, 0)
        own = self.own.get(key)
        if fixed and own and own.digest not in ("", read_set(fixed).digest(self.table).hex()):
            problems.append(f"shuffle {number} was cut with another set than the one you saw")
        taken = [it for it in self.own.values() if it.is_taken and it.place.shuffle == key[0]]
        if taken and taken[-1].seed.hex() not in shoe["seeds"]:
            problems.append(f"shuffle {number} was dealt without your random number")
        return problems

    def _warn(self, text: str) -> None:
        self.warnings.append(text)
