"""`pitboss floor verify`: the books from the first entry to the last."""

from __future__ import annotations

from pathlib import Path

from pitboss.cli.floor.books import open_books, run, signature_check
from pitboss.cli.floor.checkpoint_file import read_checkpoints, read_witness
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.pit.verifying import Outcome, verify_store
from pitboss.rulebook.limits import printable


def verify_books(
    db: str,
    *,
    checkpoints: Path | None = None,
    witness: Path | None = None,
    keys: Path | None = None,
    as_json: bool = False,
) -> None:
    """Verify the books; silent where they are right, otherwise name the first wrong entry."""

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
