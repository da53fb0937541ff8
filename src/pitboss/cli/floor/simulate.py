"""`pitboss floor simulate`: rehearse days of a floor on separate books."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cli.floor.books import address_path, is_file, run
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.cli.problems import check, refusal
from pitboss.pit.invariants import Invariants
from pitboss.pit.verification import Outcome, verify_store
from pitboss.rehearsal.days import rehearse
from pitboss.rehearsal.plan import Plan
from pitboss.rulebook.files import quote_path
from pitboss.rulebook.limits import printable
from pitboss.server.keys import open_keys
from pitboss.store import Store, open_store, take_pen

DB = "rehearsal.db"
"""The default file of the books."""
SHOWN = 20


class RehearsalResult(NamedTuple):
    """The result of a rehearsal."""

    counts: Counter[str]
    books: Outcome
    problems: list[str]
    """What does not hold after which entry."""

    @property
    def is_right(self) -> bool:
        """Whether everything holds."""
        return self.books.finding is None and not self.problems


def simulate_floor(*, db: str, keys: Path | None, as_json: bool, **numbers: int) -> None:
    """Play a plan of days, verify its books, and print the result."""
    plan = Plan(**numbers)

    async def work() -> RehearsalResult:
        check(plan.problems())
        address = db or DB
        if is_file(address) and address_path(address).exists():
            place = quote_path(address_path(address))
            raise refusal("db/exists", f"{place} is there already; name a new file with --db")
        signing = open_keys(keys or _key_file(address))
        store = await open_store(address)
        try:
            if await store.heads():
                raise refusal("db/exists", "these books have entries; a rehearsal needs empty ones")
            announce = _announce(as_json=as_json)
            pen = await take_pen(store, signing.sign, signing.is_signed)
            counts = await rehearse(
                store, signing, plan, sign=signing.sign, pen=pen, announce=announce
            )
            outcome = await verify_store(store, None, signing.trust)
            return RehearsalResult(counts, outcome, await _broken(store))
        finally:
            await store.close()

    result = run(work)
    _show(result, db or DB, as_json=as_json)
    if not result.is_right:
        for line in (*result.problems[:SHOWN], *_finding(result)):
            print_error(printable(line))
        raise SystemExit(EXIT_NO)


def _key_file(address: str) -> Path:
    """Return the key file of a rehearsal: beside its books, and never the server's own."""
    return address_path(address).with_suffix(".key") if is_file(address) else Path("rehearsal.key")


def _announce(*, as_json: bool) -> Callable[[str], None]:
    return lambda text: print(text, file=sys.stderr if as_json else sys.stdout, flush=True)


async def _broken(store: Store) -> list[str]:
    """Follow every entry of the books, and return every broken invariant."""
    followed = Invariants()
    problems = list[str]()
    async for entry in store.entries():
        problems += followed.add(entry)
    return problems


def _finding(result: RehearsalResult) -> list[str]:
    wrong = result.books.finding
    return [f"{wrong.message} [{wrong.code}]"] if wrong else []


def _show(result: RehearsalResult, db: str, *, as_json: bool) -> None:
    if as_json:
        print_json(_json(result, db))
        return
    for what, count in sorted(result.counts.items()):
        print(f"{count:>12,}  {what}")
    print(f"{result.books.entries:>12,}  entries")
    if result.is_right:
        print(f"Every entry of {printable(db)} is right, and every sum holds after each.")


def _json(result: RehearsalResult, db: str) -> dict[str, Any]:
    wrong = result.books.finding
    return {
        "books": db,
        "counts": dict(sorted(result.counts.items())),
        "entries": result.books.entries,
        "checkpoints": result.books.checkpoints,
        "verified": wrong is None,
        "finding": wrong and wrong._asdict(),
        "broken": result.problems[:SHOWN],
    }
