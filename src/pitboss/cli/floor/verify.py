"""`pitboss floor verify`: verify the books from the first entry to the last."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.floor.books import open_books, problem, run, signature_check
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.pit.verification import Outcome, verify_store
from pitboss.pit.witness import FILE, read_line
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.limits import WITNESS_BYTES_MAX, printable


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Read a file that `pitboss floor export --what checkpoints` wrote."""
    checkpoints: list[Checkpoint] = []
    text = read_text(path, WITNESS_BYTES_MAX)
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            checkpoints.append(read_line(line))
        except ValueError:
            message = f"line {number} of {quote_path(path)} is no checkpoint"
            raise problem("checkpoint/malformed", message, "checkpoints") from None
    if not checkpoints:
        raise problem(
            "checkpoint/malformed", f"{quote_path(path)} has no checkpoint", "checkpoints"
        )
    return checkpoints


def read_witness(folder: Path) -> list[Checkpoint]:
    """Read the folder to which `pitboss serve --witness` adds checkpoints.

    A line that was cut off when the server died is left out: it was written again.
    """
    checkpoints: list[Checkpoint] = []
    for line in read_text(folder / FILE, WITNESS_BYTES_MAX).splitlines():
        try:
            checkpoints.append(read_line(line))
        except ValueError:
            continue
    if not checkpoints:
        raise problem("checkpoint/malformed", f"{quote_path(folder)} has no checkpoint", "witness")
    return checkpoints


def verify_books(
    db: str,
    *,
    checkpoints: Path | None = None,
    witness: Path | None = None,
    keys: Path | None = None,
    as_json: bool = False,
) -> None:
    """Verify the books; print nothing if they are right, else the first wrong entry."""

    async def work() -> Outcome:
        copied = [] if checkpoints is None else read_checkpoints(checkpoints)
        if witness is not None:
            copied += read_witness(witness)
        async with open_books(db) as store:
            return await verify_store(store, copied, signature_check(keys))

    outcome = run(work, as_json=as_json)
    if as_json:
        print_json(outcome.as_json())
    if outcome.finding is not None:
        print_error(printable(f"{outcome.finding.message} [{outcome.finding.code}]"))
        raise SystemExit(EXIT_NO)
