"""Limits that players set for themselves: wagers in a round, losses, and time at tables.

A tighter limit holds at once. A looser limit holds a day later, so nobody lifts it in the heat of
the moment. Every change is an entry of the account's stream.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from msgspec import UNSET, Struct, UnsetType, json, structs

from pitboss.engine.actions import Refusal
from pitboss.engine.money import stake_cents, tip_cents
from pitboss.floor.state import TableState
from pitboss.office.cage import Deposit, deposited_cents
from pitboss.office.state import ImposedLimits, Office
from pitboss.pit.desk import Desk
from pitboss.pit.frames import account_seats
from pitboss.server.accounts.sessions import DAY, MINUTE
from pitboss.server.accounts.tallies import Tallies, at_tables
from pitboss.server.live import wire
from pitboss.server.requests.wire import Cents
from pitboss.sitting.bankroll import cost
from pitboss.store import Store
from pitboss.strain import strained
from pitboss.text.numbers import money

KIND: Final = "limits"
ACCOUNTS_KEPT: Final = 50_000
"""Accounts whose limits are kept in memory."""


class Limit(Struct, frozen=True):
    """One limit; None means no limit."""

    now: int | None = None
    later: int | None = None
    """The limit that will hold."""
    at: int = 0
    """When it begins to hold; 0: no change is due."""

    def in_force(self, now: int) -> Limit:
        """Return the limit in force at a moment."""
        return Limit(self.later) if 0 < self.at <= now else self

    def change(self, wanted: int | None, now: int) -> Limit:
        """Return the limit after a player asks for another.

        >>> Limit(500).change(300, 0), Limit(500).change(None, 0).at == DAY
        (Limit(now=300, later=None, at=0), True)
        """
        current = self.in_force(now)
        if wanted == current.now or is_tighter(wanted, current.now):
            return Limit(wanted)
        return Limit(current.now, wanted, now + DAY)


def is_tighter(one: int | None, other: int | None) -> bool:
    """Return whether a limit allows less than another.

    >>> is_tighter(5, None), is_tighter(None, 5), is_tighter(5, 5)
    (True, False, False)
    """
    return one is not None and (other is None or one < other)


def stricter(one: int | None, other: int | None) -> int | None:
    """Return the limit that allows less (GLI-19 2.5.5).

    >>> stricter(5, None), stricter(5, 3)
    (5, 3)
    """
    return one if is_tighter(one, other) else other


class Limits(Struct, frozen=True):
    """The limits of an account."""

    wager_cents: Limit = Limit()
    loss_cents: Limit = Limit()
    minutes: Limit = Limit()
    deposit_cents: Limit = Limit()

    def in_force(self, now: int) -> Limits:
        """Return the limits in force at a moment."""
        return Limits(**{name: limit.in_force(now) for name, limit in structs.asdict(self).items()})

    def change(self, wanted: dict[str, int | UnsetType | None], now: int) -> Limits:
        """Return the limits after a player asks to change some."""
        changes = {
            name: getattr(self, name).change(value, now)
            for name, value in wanted.items()
            if not isinstance(value, UnsetType)
        }
        return structs.replace(self.in_force(now), **changes)


NO_LIMITS: Final = Limits()
_NOTHING_IMPOSED: Final = ImposedLimits()
_decode: Final = json.Decoder(Limits).decode


def limits_lock(account: str) -> str:
    """Return the name of the lock of an account with limits (`Services.alone`)."""
    return f"limits/{account}"


class OwnLimits:
    """The limits of all accounts; refuses wagers above them."""

    def __init__(self, store: Store, tallies: Tallies, desk: Desk) -> None:
        """Start empty; the office knows the limits that the house imposes."""
        self._store = store
        self._tallies = tallies
        self._desk = desk
        self._kept: OrderedDict[str, Limits] = OrderedDict()
        self._changes = 0
        """The number of changes: a read that began before a change must not be cached after it."""

    async def account_limits(self, account: str) -> Limits:
        """Return the limits that an account last set; `NO_LIMITS` itself for none."""
        kept = self._kept.get(account)
        if kept is None:
            changes = self._changes
            entry = await self._store.last(f"account/{account}", KIND)
            kept = NO_LIMITS if entry is None else _decode(entry.body)
            if changes == self._changes:
                self.keep(account, kept)
        return kept

    async def are_none(self, account: str) -> bool:
        """Return whether neither the account nor the house limits anything."""
        return (
            account not in self._desk.office.limits
            and await self.account_limits(account) is NO_LIMITS
        )

    async def _strictest_limits(self, account: str, now: int) -> ImposedLimits:
        """Return the stricter of each limit: the account's own, or one that the house imposes."""
        own = structs.asdict((await self.account_limits(account)).in_force(now))
        imposed = self._desk.office.limits.get(account, _NOTHING_IMPOSED)
        return ImposedLimits(
            **{name: stricter(limit.now, getattr(imposed, name)) for name, limit in own.items()}
        )

    def keep(self, account: str, limits: Limits) -> None:
        """Remember the limits of an account."""
        self._changes += 1
        self._kept[account] = NO_LIMITS if limits == NO_LIMITS else limits
        if len(self._kept) > strained("cache.limits", ACCOUNTS_KEPT):
            self._kept.popitem(last=False)

    def forget(self, account: str) -> None:
        """Forget the limits of an account that another process changed; "": of all accounts."""
        self._changes += 1
        if account:
            self._kept.pop(account, None)
        else:
            self._kept.clear()

    async def problem(
        self,
        table: TableState,
        others: Iterable[TableState],
        request: wire.Request,
        account: str,
        now: int,
        felt_elsewhere: int = 0,
    ) -> Refusal | None:
        """Return why an account's limits forbid a request to a table as it stands; None: not.

        *others*: the other tables of this process; *felt_elsewhere*: cents that lie on tables of
        other processes.
        """
        limits = await self._strictest_limits(account, now)
        if isinstance(request, wire.Sit | wire.BuyIn | wire.Bet):
            time_problem = await self._time_problem(limits.minutes, account, now)
            if time_problem is not None:
                return time_problem
        added = added_cents(table, request, account)
        if not added:
            return None
        here = added + committed_cents(table, account, besides=request)
        wager = limits.wager_cents
        loss = limits.loss_cents
        if wager is not None and here > wager:
            message = f"your limit is {money(wager)} a round, and this would be {money(here)}"
            return Refusal("limit/wager", message)
        if loss is None:
            return None
        # What lies on the felt is read first: a round that ends meanwhile counts twice, not never.
        risk = here + felt_elsewhere + sum(committed_cents(state, account) for state in others)
        lost = -await self._tallies.recent_gain(account, now - DAY, now)
        if lost + risk <= loss:
            return None
        gone = money(max(0, lost))
        message = f"your limit is to lose {money(loss)} in 24 hours; you have lost {gone}"
        return Refusal("limit/loss", message)

    async def deposit_problem(self, office: Office, deposit: Deposit, now: int) -> Refusal | None:
        """Return why a player's own limit forbids a deposit; the house's is in the office."""
        account = deposit.account
        cents = deposit.cents
        self.forget(account)  # another process may have changed them just now
        most = (await self.account_limits(account)).in_force(now).deposit_cents.now
        lately = deposited_cents(office, account, now)
        is_excluded = office.exclusion(account, now) is not None
        if most is None or lately + cents <= most or is_excluded:  # that the office says itself
            return None
        message = (
            f"the player's own limit is {money(most)} in 24 hours, and {money(lately)} came in"
        )
        return Refusal("limit/deposit", message)

    async def _time_problem(self, minutes: int | None, account: str, now: int) -> Refusal | None:
        if minutes is None:
            return None
        used = at_tables(await self._tallies.sittings(account), now - DAY, now) // MINUTE
        if used < minutes:
            return None
        message = f"your limit is {minutes} minutes at tables in 24 hours, and they are over"
        return Refusal("limit/time", message)


def added_cents(table: TableState, request: wire.Request, account: str) -> int:
    """Return the cents that a request would put on the felt."""
    current = table.round
    if isinstance(request, wire.Bet) and current is None:
        return sum(request.wagers.values())
    if not isinstance(request, wire.Act) or current is None or request.n != current.n:
        return 0  # the table itself refuses it
    choice = next(
        (offered for offered in current.question.choices if offered.kind == request.action), None
    )
    if choice is None or current.question.seat not in account_seats(table, account):
        return 0
    amount = choice.default if request.amount is None else request.amount
    return cost(current.state, current.question, choice.kind, amount or 0, request.tip or 0)


def committed_cents(table: TableState, account: str, besides: wire.Request | None = None) -> int:
    """Return the cents that an account has on the felt, with its bets for the next round.

    *besides*: a bet that replaces those of its seat.
    """
    seats = account_seats(table, account)
    current = table.round
    if current is None:
        replaced = besides.seat if isinstance(besides, wire.Bet) else 0
        return sum(sum(table.seats[seat].bets.values()) for seat in seats if seat != replaced)
    events = (event for part in current.steps for event in part.events)
    return sum(
        stake_cents(played) + tip_cents(played)
        for played in events
        if getattr(played, "seat", 0) in seats
    )


class OwnLimitsChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The wanted limits; a missing one stays, and null removes it."""

    wager_cents: Cents | UnsetType | None = UNSET
    loss_cents: Cents | UnsetType | None = UNSET
    minutes: wire.Minutes | UnsetType | None = UNSET
    deposit_cents: Cents | UnsetType | None = UNSET
