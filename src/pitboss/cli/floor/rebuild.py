"""`pitboss floor rebuild`: rebuild balances and ends of streams from the entries."""

from __future__ import annotations

from pitboss.cli.floor.books import open_books, problem, run
from pitboss.cli.output import EXIT_NO, print_error, print_json
from pitboss.ledger.book import BookError
from pitboss.rulebook.limits import printable
from pitboss.store import ConflictError, Rebuilt, rebuild_projections

SHOWN = 20
"""Streams and accounts that are named; the rest are counted."""


def rebuild_books(db: str, *, as_json: bool = False) -> None:
    """Rebuild the store's balances and ends of streams, and print what was wrong."""

    async def work() -> Rebuilt | BookError:
        async with open_books(db) as store:
            try:
                return await rebuild_projections(store)
            except BookError as error:
                return error
            except ConflictError as error:
                raise problem("db/in-use", str(error)) from None

    outcome = run(work, as_json=as_json)
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
