"""The witness: a copy of the checkpoints in another place, one line each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pitboss.ledger.checkpoint import Checkpoint

FILE: Final = "checkpoints.jsonl"
"""The file in the folder of a witness."""
_TAIL: Final = 1 << 16
"""Bytes that the last whole line is looked for in; a line has some 500."""
_BYTES: Final = frozenset({"heads", "balances", "before", "signature", "tree"})


def checkpoint_json(checkpoint: Checkpoint) -> dict[str, Any]:
    """Return a checkpoint as a line of the file."""
    return {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in checkpoint._asdict().items()
    }


def read_line(line: str) -> Checkpoint:
    """Read a line of the file; raise `ValueError` if it is no checkpoint."""
    try:
        fields = {"tree": ""} | json.loads(line)  # older lines have none
        return Checkpoint._make(
            bytes.fromhex(fields[name]) if name in _BYTES else int(fields[name])
            for name in Checkpoint._fields
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError("the line is no checkpoint") from None


class Witness:
    """A folder on another disk or machine, to which every checkpoint is added when it is taken."""

    def __init__(self, folder: Path) -> None:
        """Keep the copy in *folder*, which must exist."""
        self._file = folder / FILE

    def last(self) -> Checkpoint | None:
        """Return the last checkpoint of the copy, if it has one.

        An incomplete line does not count. The file grows for years, so only its end is read.
        """
        for line in reversed(self._end(_TAIL).decode(errors="replace").splitlines()):
            try:
                return read_line(line)
            except ValueError:
                continue
        return None

    def add(self, checkpoints: Iterable[Checkpoint]) -> None:
        """Add checkpoints; on return they are on the disk."""
        lines = "".join(
            f"{json.dumps(checkpoint_json(checkpoint))}\n" for checkpoint in checkpoints
        )
        if lines:
            cut_off = self._end(1) not in {b"", b"\n"}
            with self._file.open("a", encoding="utf-8") as file:
                file.write("\n" * cut_off + lines)
                file.flush()
                os.fsync(file.fileno())

    def _end(self, count: int) -> bytes:
        """Return the last bytes of the copy; none if there is no copy."""
        if not self._file.exists():
            return b""
        with self._file.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - count))
            return file.read(count)


def find_loss(seen: Checkpoint, kept: Iterable[Checkpoint], entries: int) -> str | None:
    """Return what books lack that their witness has; None: nothing.

    *kept* are their own checkpoints, *entries* is the number of their entries. Only `verify`, which
    reads all entries, finds a changed one.
    """
    last = 0
    for checkpoint in kept:
        last = checkpoint.number
        if checkpoint.number == seen.number and checkpoint.hash != seen.hash:
            return f"checkpoint {seen.number} of the books is another than the witness has"
    if last < seen.number:
        ends = f"and the books end with checkpoint {last}" if last else "and the books have none"
        return f"the witness has checkpoint {seen.number}, over {seen.entries:,} entries, {ends}"
    if entries < seen.entries:
        return f"the witness has seen {seen.entries:,} entries, and the books have {entries:,}"
    return None
