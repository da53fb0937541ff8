"""Copies of checkpoints in another place: an exported file, the folder of a witness."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.floor.books import problem
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.pit.witness import FILE, read_line
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.limits import WITNESS_BYTES_MAX


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Read a file that `pitboss floor export --what checkpoints` wrote."""
    found: list[Checkpoint] = []
    text = read_text(path, WITNESS_BYTES_MAX)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found.append(read_line(line))
        except ValueError:
            message = f"line {number} of {quote_path(path)} is no checkpoint"
            raise problem("checkpoint/malformed", message, "checkpoints") from None
    if not found:
        raise problem(
            "checkpoint/malformed", f"{quote_path(path)} has no checkpoint", "checkpoints"
        )
    return found


def read_witness(folder: Path) -> list[Checkpoint]:
    """Read the folder to which `pitboss serve --witness` adds checkpoints.

    A line that was cut off when the server died is left out: it was written again.
    """
    found: list[Checkpoint] = []
    for line in read_text(folder / FILE, WITNESS_BYTES_MAX).splitlines():
        try:
            found.append(read_line(line))
        except ValueError:
            continue
    if not found:
        raise problem("checkpoint/malformed", f"{quote_path(folder)} has no checkpoint", "witness")
    return found
