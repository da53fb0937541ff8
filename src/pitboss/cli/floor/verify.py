"""`pitboss floor verify`: the books from the first entry to the last."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cli.floor.books import opened, run, signature_check
from pitboss.cli.floor.checkpoint_file import merge, read_checkpoints
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.ledger.book import NO_ENTRY
from pitboss.ledger.entry import Entry
from pitboss.ledger.verify import Finding, Verification, VerifySignature
from pitboss.pit.invariants import Invariants
from pitboss.rulebook.limits import printable
from pitboss.store import Store, StoreError

_DAMAGED = (StoreError, ValueError, TypeError, AttributeError, OverflowError)
"""What reading a damaged store raises: fields of it may hold anything."""


class Outcome(NamedTuple):
    """What verifying the books gave."""

    entries: int
    checkpoints: int
    finding: Finding | None


def verify_books(
    db: str, *, checkpoints: Path | None, keys: Path | None, as_json: bool = False
) -> None:
    """Verify the books; silent where they are right, otherwise name the first wrong entry."""

    async def work() -> Outcome:
        async with opened(db) as store:
            return await verify_store(store, checkpoints, signature_check(keys))

    outcome = run(work, as_json=as_json)
    if as_json:
        print_json(_outcome_json(outcome))
    if outcome.finding is not None:
        print_error(printable(f"{outcome.finding.message} [{outcome.finding.code}]"))
        raise SystemExit(EXIT_NO)


async def verify_store(
    store: Store, copy: Path | None, is_signed: VerifySignature | None
) -> Outcome:
    """Read everything once; what cannot be read any more is a finding too."""
    copied = [] if copy is None else read_checkpoints(copy)
    kept, books, last = copied, Verification(), ""
    try:
        kept, wrong = merge(await store.checkpoints(), copied)
        books = Verification(kept, is_signed=is_signed)
        if wrong or books.finding:
            return Outcome(0, len(kept), wrong or books.finding)
        # Taken before the entries are read: a server may write meanwhile.
        heads, balances = await store.books()
        sums = Invariants()
        async for entry in store.entries():
            head = heads.get(entry.stream, NO_ENTRY)
            if entry.version <= head.version:
                wrong = books.add(entry) or _broken_sum(sums, entry)
            else:
                wrong = await _after_the_end(store, entry)
            if wrong:
                return Outcome(books.entries, len(kept), wrong)
            last = entry.name
        return Outcome(books.entries, len(kept), books.end(balances=balances, heads=heads))
    except _DAMAGED as error:
        place = f"after {last}" if last else "from the start"
        wrong = Finding("store/damaged", place, f"the books cannot be read {place}: {error}")
        return Outcome(books.entries, len(kept), wrong)


def _broken_sum(sums: Invariants, entry: Entry) -> Finding | None:
    """Say which sum over tables, trays and players does not hold after an entry."""
    problems = sums.add(entry)
    return Finding("sums/broken", entry.name, problems[0]) if problems else None


async def _after_the_end(store: Store, entry: Entry) -> Finding | None:
    """Judge an entry behind the end of its stream: a server may have written it meanwhile."""
    if entry.version <= (await store.head(entry.stream)).version:
        return None
    message = f"{entry.name} comes after the end of its stream"
    return Finding("stream/head", entry.name, message)


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    wrong = outcome.finding
    return {
        "verified": wrong is None,
        "entries": outcome.entries,
        "checkpoints": outcome.checkpoints,
        "finding": wrong and wrong._asdict(),
    }
