"""Checkpoints as a file of JSON lines: the copy that is held elsewhere, as a witness."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pitboss.cli.floor.books import problem
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.ledger.verify import Finding
from pitboss.rulebook.files import quoted, read_text
from pitboss.rulebook.limits import WITNESS_BYTES_MAX

_BYTES = ("heads", "balances", "before", "signature")


def checkpoint_json(checkpoint: Checkpoint) -> dict[str, Any]:
    """Return a checkpoint as a line of the file."""
    return {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in checkpoint._asdict().items()
    }


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Read a file that `pitboss floor export --what checkpoints` wrote."""
    found: list[Checkpoint] = []
    text = read_text(path, WITNESS_BYTES_MAX)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(_checkpoint(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            message = f"line {number} of {quoted(path)} is no checkpoint"
            raise problem("checkpoint/malformed", message, "checkpoints") from None
    if not found:
        raise problem("checkpoint/malformed", f"{quoted(path)} has no checkpoint", "checkpoints")
    return found


def _checkpoint(line: dict[str, Any]) -> Checkpoint:
    heads, balances, before, signature = (bytes.fromhex(line[name]) for name in _BYTES)
    return Checkpoint(
        number=int(line["number"]),
        at=int(line["at"]),
        heads=heads,
        balances=balances,
        entries=int(line["entries"]),
        before=before,
        signature=signature,
    )


def merge(
    own: list[Checkpoint], copied: list[Checkpoint]
) -> tuple[list[Checkpoint], Finding | None]:
    """Return the checkpoints of the store and of a copy together, and where they first differ.

    The store may have lost the last ones, and the copy may lack some: all count.
    """
    merged = {it.number: it for it in own}
    for it in copied:
        if merged.setdefault(it.number, it) != it:
            place = f"checkpoint {it.number}"
            message = f"{place} of the books is not the one that the copy has"
            return own, Finding("checkpoint/copy", place, message)
    return [merged[number] for number in sorted(merged)], None
