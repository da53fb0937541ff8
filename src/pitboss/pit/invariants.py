"""The invariants of a floor's books after every entry, for each table and for all players.

- the postings of an entry, and so all balances, sum to zero, and no account falls below its floor;
- nothing lies on the felt of a table between two rounds;
- the win of a table is the same by its trays (closer - opener + drop + credits - fills), less what
  its chips owe to jackpots, and by the gains of its players, jackpots and dealers;
- a shared jackpot equals the fold of its events, and its accounts hold that amount;
- players' money is in wallets, withdrawals, stacks, on the felt, in jackpots and disputes; the rest
  of the books is the same amount, negative.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import json

from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.operations import JackpotError
from pitboss.jackpot.postings import balances
from pitboss.jackpot.state import Jackpot
from pitboss.ledger.accounts import JACKPOT_ACCRUAL, account_type
from pitboss.ledger.entry import Entry
from pitboss.office.core import STREAM, event_kind
from pitboss.office.inventory import TableClosed, TableOpened
from pitboss.office.slips import SlipSigned

PLAYER_FUNDS: Final = ("wallet", "pending", "stack", "escrow", "jackpot", "dispute")
"""The first words of accounts that hold money of players."""
_PLAY: Final = frozenset({"dealt", "decided", "ruled", "called-off", "taken-back"})
_GAINS: Final = ("stack", "escrow", "jackpot", "tips")
_decode: Final = json.Decoder(dict[str, Any]).decode
JACKPOT: Final = "jackpot/"


@dataclass
class TableDay:
    """A table since the opening of its tray."""

    opener: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    accrued: int = 0
    """What it owes to jackpots for chips in its tray, negative."""
    gained: int = 0
    """The gains of players, jackpots and dealers, without seeds of the house."""

    def win(self, closer: int) -> int:
        """Return the win of the table by its trays, without what is the jackpots'."""
        counted = closer - self.opener + self.drop + self.credits - self.fills
        return counted + self.accrued


@dataclass
class Invariants:
    """Follows the entries of a floor in the order they were written."""

    balances: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    tables: dict[str, TableDay] = field(default_factory=dict)
    _open_rounds: set[str] = field(default_factory=set)
    _jackpots: dict[str, Jackpot] = field(default_factory=dict)

    def add(self, entry: Entry) -> list[str]:
        """Follow one more entry; say what does not hold after it."""
        for account, amount in entry.postings:
            self.balances[account] += amount
        problems = self._money_problems(entry)
        if entry.stream.startswith("table/"):
            problems += self._follow_table(entry, entry.stream.removeprefix("table/"))
        elif entry.stream == STREAM:
            problems += self._follow_office(entry)
        elif entry.stream.startswith(JACKPOT):
            problems += self._follow_jackpot(entry)
        return [f"{entry.name}: {problem}" for problem in problems]

    def _money_problems(self, entry: Entry) -> list[str]:
        problems = []
        if total := sum(amount for _, amount in entry.postings):
            problems.append(f"its postings sum to {total}")
        for account in dict.fromkeys(account for account, _ in entry.postings):
            floor = account_type(account).floor
            if floor is not None and self.balances[account] < floor:
                problems.append(f"{account} holds {self.balances[account]}")
        return problems

    def _follow_table(self, entry: Entry, table: str) -> list[str]:
        if entry.kind in _PLAY:
            self._follow_round(entry, table)
        escrow = self.balances[f"escrow:{table}"]
        problems = []
        if table not in self._open_rounds and escrow:
            problems.append(f"escrow:{table} holds {escrow} between two rounds")
        day = self.tables.get(table)
        if day is not None:
            day.drop += entry.moved(f"drop:{table}")
            if entry.kind in _PLAY:
                day.accrued += entry.moved(JACKPOT_ACCRUAL)
                day.gained += sum(
                    amount
                    for account, amount in entry.postings
                    if account.partition(":")[0] in _GAINS or account == "house:seed"
                )
        return problems

    def _follow_round(self, entry: Entry, table: str) -> None:
        body = _decode(entry.body)
        is_over = "settled" in body or body.get("void") or entry.kind == "called-off"
        if is_over or entry.kind == "taken-back":
            self._open_rounds.discard(table)
        else:
            self._open_rounds.add(table)

    def _follow_jackpot(self, entry: Entry) -> list[str]:
        """Follow a shared jackpot; an award that it pays is no loss of the table.

        Only books from before version 1.1 paid it into the tray.
        """
        for account, amount in entry.postings:
            kind, _, table = account.partition(":")
            if kind == "tray" and table in self.tables:
                self.tables[table].gained -= amount
        try:
            event = jackpot_events.read_event(entry.body)
            jackpot = jackpot_events.apply(self._jackpots.get(entry.stream), event, entry.at)
        except (JackpotError, ValueError) as error:
            return [f"it cannot have happened: {error}"]
        self._jackpots[entry.stream] = jackpot
        problems = [
            f"{account} holds {self.balances[account]}, and the jackpot says {units}"
            for account, units in balances(jackpot).items()
            if self.balances[account] != units
        ]
        return problems + ["its units are not all accounted for"] * (not jackpot.is_conserved)

    def _follow_office(self, entry: Entry) -> list[str]:
        body = _decode(entry.body)
        if entry.kind == event_kind(TableOpened):
            self.tables[body["table"]] = TableDay(body["units"])
            return self._tray_problems(body)
        if entry.kind == event_kind(TableClosed):
            day = self.tables.pop(body["table"], None)
            if day is None:
                return [f"table {body['table']} was not open"]
            by_tray = day.win(body["book"])
            problems = self._tray_problems(body)
            if by_tray != -day.gained:
                message = f"the win of table {body['table']} is {by_tray} by its trays"
                problems.append(f"{message} and {-day.gained} by its rounds")
            return problems
        if entry.kind == event_kind(SlipSigned) and body["table"] in self.tables:
            day = self.tables[body["table"]]
            moved = entry.moved(f"tray:{body['table']}")
            day.fills += max(0, moved)
            day.credits += max(0, -moved)
        return []

    def _tray_problems(self, body: Mapping[str, Any]) -> list[str]:
        held = self.balances[f"tray:{body['table']}"]
        if held == body["units"]:
            return []
        return [f"{body['units']} were counted in tray:{body['table']}, which holds {held}"]


def player_funds(balances: Mapping[str, int]) -> dict[str, int]:
    """Return the money held for players, by the first word of the accounts."""
    held = dict.fromkeys(PLAYER_FUNDS, 0)
    for account, amount in balances.items():
        kind = account.partition(":")[0]
        if kind in held:
            held[kind] += amount
    return held
