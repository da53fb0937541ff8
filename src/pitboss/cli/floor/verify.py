"""`pitboss floor verify`, `rebuild` and `components`: prove the books and the software."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from pitboss.cli.floor.books import open_books, run, signature_check
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.cli.problems import refusal
from pitboss.ledger.book import BookError
from pitboss.ledger.checkpoint import Checkpoint
from pitboss.pit.verification import Outcome, verify_store
from pitboss.pit.witness import FILE, read_line
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.limits import WITNESS_BYTES_MAX, printable
from pitboss.server.audit.components import read_components
from pitboss.store import ConflictError, Rebuilt, rebuild_projections
from pitboss.version import __version__

SHOWN = 20
"""Streams and accounts that are named; the rest are counted."""


def read_checkpoints(path: Path) -> list[Checkpoint]:
    """Read a file that `pitboss floor export --what checkpoints` wrote."""
    checkpoints: list[Checkpoint] = []
    for number, line in enumerate(read_text(path, WITNESS_BYTES_MAX).splitlines(), 1):
        try:
            checkpoints += [read_line(line)] if line.strip() else []
        except ValueError:
            message = f"line {number} of {quote_path(path)} is no checkpoint"
            raise refusal("checkpoint/malformed", message, "checkpoints") from None
    return _not_empty(checkpoints, path, "checkpoints")


def read_witness(folder: Path) -> list[Checkpoint]:
    """Read the folder to which `pitboss serve --witness` adds checkpoints.

    A line that was cut off when the server died is left out: it was written again.
    """
    checkpoints: list[Checkpoint] = []
    for line in read_text(folder / FILE, WITNESS_BYTES_MAX).splitlines():
        with suppress(ValueError):
            checkpoints.append(read_line(line))
    return _not_empty(checkpoints, folder, "witness")


def _not_empty(checkpoints: list[Checkpoint], place: Path, key: str) -> list[Checkpoint]:
    if not checkpoints:
        raise refusal("checkpoint/malformed", f"{quote_path(place)} has no checkpoint", key)
    return checkpoints


def verify_books(
    *, db: str, checkpoints: Path | None, witness: Path | None, keys: Path | None, as_json: bool
) -> None:
    """Verify the books; print nothing if they are right, else the first wrong entry."""

    async def work() -> Outcome:
        copied = [] if checkpoints is None else read_checkpoints(checkpoints)
        if witness is not None:
            copied += read_witness(witness)
        async with open_books(db) as store:
            return await verify_store(store, copied, signature_check(keys))

    outcome = run(work)
    if as_json:
        print_json(outcome.as_json())
    if outcome.finding is not None:
        print_error(printable(f"{outcome.finding.message} [{outcome.finding.code}]"))
        raise SystemExit(EXIT_NO)


def rebuild_books(*, db: str, as_json: bool) -> None:
    """Rebuild the store's balances and ends of streams, and print what was wrong."""

    async def work() -> Rebuilt | BookError:
        async with open_books(db) as store:
            try:
                return await rebuild_projections(store)
            except BookError as error:
                return error
            except ConflictError as error:
                raise refusal("db/in-use", str(error)) from None

    outcome = run(work)
    if isinstance(outcome, BookError):
        if as_json:
            refused = {"code": outcome.code, "message": printable(str(outcome))}
            print_json({"rebuilt": False, "problem": refused})
        print_error(printable(f"{outcome}; nothing was changed [{outcome.code}]"))
        raise SystemExit(EXIT_NO)
    if as_json:
        names = {"streams": [*outcome.streams], "accounts": [*outcome.accounts]}
        print_json({"rebuilt": True, "entries": outcome.entries, **names, "problem": None})
        return
    print(f"Made again from {outcome.entries:,} entries.")
    for what, names_of in (("Ends", outcome.streams), ("Balances", outcome.accounts)):
        print(printable(f"{what} that were wrong: {_names(names_of)}"))


def _names(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:SHOWN]) or "none"
    return f"{shown} and {len(names) - SHOWN:,} more" if len(names) > SHOWN else shown


def print_components(*, as_json: bool) -> None:
    """Print one hash over all files; as JSON each file's own too."""
    components = read_components()
    if as_json:
        hashes = dict(components.hashes)
        print_json({"version": __version__, "root": components.root, "files": hashes})
    else:
        print(components.root)
