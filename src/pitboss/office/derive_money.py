"""Which accounts an entry may move, by the stream that it is in.

What a table dealt is played again elsewhere (`floor replay`), and what the office decided is
decided again. What staff did on facts that no entry has cannot be, and an entry in a stream that no
part of the floor writes is derived from nothing: for these there are only the bounds below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from pitboss.ledger.entry import Entry, Posting
from pitboss.office import day, inventory, physical, slips
from pitboss.office.core import Event

PAYOUT: Final = "payout/"
HAND_PAID: Final = "hand-paid"
"""The kind of the entry by which the cage pays a hit, to a wallet or in cash."""
_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "table/": frozenset(
        {
            *("wallet", "stack", "escrow", "tray", "drop", "tips", "jackpot"),
            *("cage:money", "cage:chips", "house:seed", "house:jackpot-accrual"),
            *("house:jackpot-expense", "house:rounding", "house:receipts"),
        }
    ),
    "jackpot/": frozenset(
        {
            *("jackpot", "tray", "cage:money", "house:seed", "house:jackpot-accrual"),
            *("house:jackpot-expense", "house:receipts"),
        }
    ),
}
"""Stream -> the accounts that its entries move, by their first word or as a whole."""
_JUDGED: Final[Mapping[type[Event], frozenset[str]]] = {
    slips.SlipSigned: frozenset({"cage:chips", "tray"}),
    inventory.TableOpened: frozenset({"cage:chips", "house:variance", "tray"}),
    inventory.TableClosed: frozenset(
        {"house:table-play", "house:rounding", "house:variance", "tray"}
    ),
    inventory.BoxTaken: frozenset({"drop", "box"}),
    day.ProgressivesDeposited: frozenset({"cage:money", "bank:progressive"}),
}
"""Event that was decided on facts in no entry -> the accounts that it moves; others move none."""


def stray_money(entry: Entry) -> str | None:
    """Return why the money of an entry cannot have moved there; None: it may have."""
    moved = dict(entry.postings)
    if not moved:
        return None
    kinds = next((own for start, own in _KINDS.items() if entry.stream.startswith(start)), None)
    if kinds is None:
        return "no part of the floor moves money in this stream"
    wallets = sum(amount for name, amount in moved.items() if name.startswith("wallet:"))
    stacks = sum(amount for name, amount in moved.items() if name.startswith("stack:"))
    if wallets and wallets != -stacks:
        return "a wallet changes by what chips at the table become, and by nothing else"
    return _outside(moved, kinds)


def judged_money(event: Event, postings: Iterable[Posting]) -> str | None:
    """Return why an event that was judged by its author alone cannot have moved money so."""
    if isinstance(event, physical.WagersLocked):
        is_right = dict(postings) == dict(physical.feed_postings(event.units))
        return None if is_right else "the shares of its wagers are others"
    return _outside(dict(postings), _JUDGED.get(type(event), frozenset()))


def _outside(moved: Mapping[str, int], kinds: frozenset[str]) -> str | None:
    for name in moved:
        if name not in kinds and name.partition(":")[0] not in kinds:
            return f"it does not move {name}"
    return None
