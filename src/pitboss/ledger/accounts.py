"""The chart of accounts: which accounts there are, and how far each may fall.

An account's code is its type and its owner: "stack:7:2" is the chips in front of seat 2 at table 7.
A balance is the money in the account. Money on the floor makes the accounts of the outside world
negative, so all balances together are always zero.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final


@dataclass(frozen=True, slots=True)
class AccountType:
    """A kind of account."""

    pattern: str
    """Its code, with what varies in braces: "stack:{table}:{seat}"."""
    holds: str
    """What its balance is."""
    floor: int | None = 0
    """The least it may hold, in units; None: it may fall without limit."""


CHART: Final = (
    AccountType("external:{rail}", "money outside the floor, by the way it came", floor=None),
    AccountType("house:capital", "what the house has put in", floor=None),
    AccountType("house:seed", "what the house has put into jackpots", floor=None),
    AccountType("house:jackpot-expense", "prizes that the house pays itself", floor=None),
    AccountType("house:receipts", "jackpot money lawfully booked as revenue", floor=None),
    AccountType("house:rounding", "parts of a cent that a pay left over", floor=None),
    AccountType("house:promo", "play money and promotional chips given away", floor=None),
    AccountType("house:variance", "differences that counts showed", floor=None),
    AccountType("house:table-play", "what players of physical tables won", floor=None),
    AccountType("house:jackpot-accrual", "shares and prizes of jackpots, in trays", floor=None),
    AccountType("house:adjustments", "corrections of wallets", floor=None),
    AccountType("house:disputes", "what the house paid to settle disputes", floor=None),
    AccountType("cage:money", "money in the cage", floor=None),
    AccountType("cage:chips", "chips in the cage", floor=None),
    AccountType("bank:progressive", "the bank account that stands behind jackpots", floor=None),
    AccountType("wallet:{account}", "a player's money, away from any table"),
    AccountType("pending:{account}", "withdrawals that were asked for and not paid"),
    AccountType("tray:{table}", "the chips in a table's tray", floor=None),
    AccountType("stack:{table}:{seat}", "the chips in front of a seat"),
    AccountType("escrow:{table}", "wagers on the felt; empty between rounds"),
    AccountType("drop:{table}", "money in a table's drop box"),
    AccountType("box:{box}", "money in a drop box on its way to the count"),
    AccountType("tips:{pool}", "tips won for the dealers"),
    AccountType("jackpot:{jackpot}:in", "shares of wagers on their way to the meter", floor=None),
    AccountType("jackpot:{jackpot}:display", "the amount a meter shows"),
    AccountType("jackpot:{jackpot}:reserve", "what is kept back for the next seed"),
    AccountType("jackpot:{jackpot}:overflow", "what came in above the ceiling"),
    AccountType("jackpot:{jackpot}:pending", "hits that are locked and not yet paid"),
    AccountType("tax:{kind}", "tax kept back from winners, owed to the tax office"),
    AccountType("dispute:{dispute}", "money that two sides claim"),
)
"""Every type of account."""
JACKPOT_ACCRUAL: Final = "house:jackpot-accrual"
"""What tables owe their jackpots and hold as chips: an accrual moves no chip of a tray."""

_PATTERNS: Final = tuple(
    (kind, re.compile(re.sub(r"\\{[a-z]+\\}", "[a-z0-9.-]+", re.escape(kind.pattern))))
    for kind in CHART
)


@lru_cache(maxsize=100_000)
def account_type(code: str) -> AccountType:
    """Return the type of an account; raise `ValueError` for an unknown one.

    >>> account_type("stack:7:2").holds
    'the chips in front of a seat'
    >>> account_type("pocket:mine")
    Traceback (most recent call last):
    ValueError: there is no account 'pocket:mine' in the chart of accounts
    """
    for kind, regex in _PATTERNS:
        if regex.fullmatch(code):
            return kind
    raise ValueError(f"there is no account {code!r} in the chart of accounts")
