r"""Marks: signed lines beside the entries that say how much of the books is genuine.

Whoever can write the database can make an entry whose hash and chain are right, and can cut off the
end of the books. So every group commit signs, in the transaction of its entries, what its process
has written so far: how many entries, and a hash over theirs in order. That mark *replaces* the one
before, so no mark is left that would fit shorter books.

- `begun`: what was there before the first signature: how many entries, and the root over the ends.
- `writers`: how many processes have signed; without it, all of one process could be cut out.
- `writer/7`: what the seventh of them wrote.
- `checkpoints`: the number and the hash of the last checkpoint.

The hash to sign is SHA-256 over `"pitboss/mark/1\0"`, the name, a zero byte, the number in eight
bytes and the chain. The chain of a writer starts with 32 zero bytes; each entry makes it the
SHA-256 over itself and the hash of the entry. One signature therefore covers all entries of a
process, and whoever verifies checks one signature for each process, with the public key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, Self

from pitboss.ledger.book import Head
from pitboss.ledger.checkpoint import Checkpoint, heads_root
from pitboss.ledger.entry import GENESIS, Entry
from pitboss.ledger.findings import Finding

BEGUN: Final = "begun"
WRITERS: Final = "writers"
CHECKPOINTS: Final = "checkpoints"
_WRITER: Final = "writer/"
_LABEL: Final = b"pitboss/mark/1\x00"


class Signed(Protocol):
    """A thing with a signature over its hash."""

    @property
    def hash(self) -> bytes:
        """What is signed."""

    @property
    def signature(self) -> bytes:
        """The signature."""


VerifySignature = Callable[[Signed], bool]


class Mark(NamedTuple):
    """One signed line."""

    name: str
    number: int
    """How many entries; the number of a checkpoint."""
    chain: bytes
    signature: bytes = b""

    @property
    def hash(self) -> bytes:
        """The hash to sign."""
        return sha256(
            _LABEL + self.name.encode() + b"\x00" + self.number.to_bytes(8, "big") + self.chain
        ).digest()

    @property
    def writer(self) -> int:
        """The number of the process whose mark this is."""
        return int(self.name.removeprefix(_WRITER))

    def signed(self, sign: Callable[[bytes], bytes]) -> Self:
        """Return the mark with its signature."""
        return self._replace(signature=sign(self.hash))

    def extended(self, entries: Iterable[Entry]) -> Self:
        """Return the mark of a writer after further entries, without a signature.

        >>> Mark(writer_name(1), 0, GENESIS).extended([]).number
        0
        """
        number = self.number
        chain = self.chain
        for entry in entries:
            number = number + 1
            chain = sha256(chain + entry.hash).digest()
        return self._replace(number=number, chain=chain, signature=b"")


def writer_name(number: int) -> str:
    """Return the name of the mark of a writer.

    >>> writer_name(7)
    'writer/7'
    """
    return f"{_WRITER}{number}"


def count_signed(marks: Mapping[str, Mark]) -> int:
    """Return how many entries the books have by their marks."""
    return sum(
        mark.number for name, mark in marks.items() if name == BEGUN or name.startswith(_WRITER)
    )


class Signatures:
    """Compares the entries of books with their marks, as they are read."""

    def __init__(self, marks: Mapping[str, Mark], is_signed: VerifySignature | None) -> None:
        """Start before the first entry; *is_signed* None: signatures are not checked."""
        self.finding = _roster_finding(marks, is_signed) if marks else None
        """The first thing that is wrong."""
        self._marks = marks
        self._count = 0
        self._writers = {name: Mark(name, 0, GENESIS) for name in marks if name.startswith(_WRITER)}

    def add(self, entry: Entry, writer: int | None, heads: Mapping[str, Head]) -> Finding | None:
        """Take one more entry, its writer, and the ends of all streams after it."""
        if self.finding or not self._marks:
            return self.finding
        self._count += 1
        begun = self._marks[BEGUN]
        if self._count <= begun.number:
            if self._count == begun.number and heads_root(heads) != begun.chain:
                message = f"the first {begun.number:,} entries are not those that were there before"
                self.finding = Finding("entry/unsigned", entry.name, f"{message} the first signing")
            return self.finding
        mark = self._writers.get(writer_name(writer)) if writer is not None else None
        if mark is None:
            message = f"{entry.name} was written by nobody who signs these books"
            self.finding = Finding("entry/unsigned", entry.name, message)
            return self.finding
        mark = self._writers[mark.name] = mark.extended([entry])
        right = self._marks[mark.name]
        if mark.number > right.number or (
            mark.number == right.number and mark.chain != right.chain
        ):
            message = f"{entry.name} or an entry before it is not what {mark.name} has signed"
            self.finding = Finding("entry/unsigned", entry.name, message)
        return self.finding

    def end(self, checkpoints: Iterable[Checkpoint]) -> Finding | None:
        """Verify that nothing is missing at the end."""
        if self.finding or not self._marks:
            return self.finding
        missing = count_signed(self._marks) - self._count
        if missing:
            message = f"{missing:,} signed entries are missing: {self._count:,} are left"
            self.finding = Finding("entry/missing", "the end of the books", message)
        return self.finding or self._checkpoint_finding(checkpoints)

    def _checkpoint_finding(self, checkpoints: Iterable[Checkpoint]) -> Finding | None:
        """A checkpoint is written before its mark, so the last one may have none yet."""
        last = self._marks[CHECKPOINTS]
        hashes = {checkpoint.number: checkpoint.hash for checkpoint in checkpoints}
        if last.number and hashes.get(last.number) != last.chain:
            place = f"checkpoint {last.number}"
            self.finding = Finding("checkpoint/missing", place, f"{place} is missing or another")
        return self.finding


def _roster_finding(marks: Mapping[str, Mark], is_signed: VerifySignature | None) -> Finding | None:
    for name in (BEGUN, WRITERS, CHECKPOINTS):
        if name not in marks:
            return Finding("mark/missing", name, f"the mark {name!r} of the books is missing")
    for name, mark in sorted(marks.items()):
        if is_signed and not is_signed(mark):
            return Finding("mark/signature", name, f"the signature of the mark {name!r} is wrong")
    count = marks[WRITERS].number
    for name in map(writer_name, range(1, count + 1)):
        if name not in marks:
            return Finding("mark/missing", name, f"the mark {name!r} of the books is missing")
    known = {BEGUN, WRITERS, CHECKPOINTS, *map(writer_name, range(1, count + 1))}
    for name, mark in marks.items():
        # A process makes its own mark before it is counted, and writes after that.
        if name not in known and mark.number:
            return Finding("mark/unknown", name, f"the mark {name!r} is of no known writer")
    return None
