"""Checkpoints as lines of a file: the copy that is held elsewhere, as a witness."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pitboss.ledger.checkpoint import Checkpoint

FILE: Final = "checkpoints.jsonl"
"""The file in the folder of a witness."""
_BYTES: Final = ("heads", "balances", "before", "signature")


def checkpoint_json(checkpoint: Checkpoint) -> dict[str, Any]:
    """Return a checkpoint as a line of the file."""
    return {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in checkpoint._asdict().items()
    }


def read_line(line: str) -> Checkpoint:
    """Read a line of the file; `ValueError` where it is no checkpoint."""
    try:
        found = json.loads(line)
        heads, balances, before, signature = (bytes.fromhex(found[name]) for name in _BYTES)
        return Checkpoint(
            number=int(found["number"]),
            at=int(found["at"]),
            heads=heads,
            balances=balances,
            entries=int(found["entries"]),
            before=before,
            signature=signature,
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = "the line is no checkpoint"
        raise ValueError(message) from None


class Witness:
    """A folder on another disk or machine, to which every checkpoint is added when it is taken."""

    def __init__(self, folder: Path) -> None:
        """Keep the copy in *folder*, which must be there."""
        self._file = folder / FILE

    def last_number(self) -> int:
        """Return the number of the last checkpoint of the copy; 0: it has none.

        A line that was not written to its end does not count.
        """
        last = 0
        if self._file.exists():
            for line in self._file.read_text(encoding="utf-8").splitlines():
                try:
                    last = read_line(line).number
                except ValueError:
                    continue
        return last

    def add(self, checkpoints: Iterable[Checkpoint]) -> None:
        """Add checkpoints; on return they are on the disk."""
        lines = "".join(f"{json.dumps(checkpoint_json(it))}\n" for it in checkpoints)
        if lines:
            cut_off = self._file.exists() and not self._file.read_bytes().endswith(b"\n")
            with self._file.open("a", encoding="utf-8") as file:
                file.write("\n" * cut_off + lines)
                file.flush()
                os.fsync(file.fileno())
