"""The rounds of an account, the last first, read from the journal a page at a time.

The store has the sittings of an account: a table, a first and a last entry. Each sitting is read
backwards, and their items are merged in order of time. One request reads a bounded part of the
journal: at the bound, a page ends early with a cursor to continue.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from msgspec import json

from pitboss.engine.events import TIP
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.floor.history import ROUND_KINDS, RoundEntries
from pitboss.floor.journal import played_lines
from pitboss.ledger.entry import Entry
from pitboss.store import STILL, Sat, Store

ENTRIES_MAX: Final = 2_000
"""Entries that one page may read."""
SITTINGS_MAX: Final = 1_000
"""Times at a seat that one page may look at."""
ROUND_ENTRIES_MAX: Final = 1_000
"""Decisions of one round that are read."""
VOID: Final = "void"
"""A settled round that the house took back."""
_AT_ONCE: Final = 100
_decode: Final = json.Decoder(dict[str, Any]).decode


class Place(NamedTuple):
    """A position in the past: later is larger."""

    at: int
    version: int
    stream: str

    @property
    def text(self) -> str:
        """The place as a cursor.

        >>> Place(1700, 5, "table/co.free-bet").text
        '1700.5.table/co.free-bet'
        """
        return f"{self.at}.{self.version}.{self.stream}"


NOW: Final = Place(STILL, STILL, "")


def read_place(text: str) -> Place | None:
    """Read a cursor; None for anything else.

    >>> read_place("1700.5.table/co.free-bet")
    Place(at=1700, version=5, stream='table/co.free-bet')
    >>> read_place("yesterday")
    """
    at, _, rest = text.partition(".")
    version, _, stream = rest.partition(".")
    if not (at + version).isdecimal() or not at or not version or len(at + version) > 40:
        return None
    return Place(min(int(at), STILL), min(int(version), STILL), stream)


class Item(NamedTuple):
    """A played round, or a movement of money."""

    place: Place
    kind: str
    """"round", "void", "buy-in", "cash-out", or that of an entry of the account itself."""
    table: str = ""
    seats: tuple[int, ...] = ()
    round: int = 0
    stake: int = 0
    """Cents that were bet."""
    net: int = 0
    """Cents that a round gained, or that went into a seat's chips or the wallet.

    An award of a jackpot that is paid by hand is not the round's, but the wallet's."""
    tips: int = 0
    """Cents that were put down for the dealer."""
    is_void: bool = False

    @property
    def gain(self) -> int:
        """The account's gain in cents."""
        if self.kind == "round":
            return self.net - self.tips
        return 0 if self.kind in {"buy-in", "cash-out"} else self.net

    def join(self, other: Item) -> Item:
        """Return the same round of two seats as one."""
        return self._replace(
            seats=tuple(sorted((*self.seats, *other.seats))),
            stake=self.stake + other.stake,
            net=self.net + other.net,
            tips=self.tips + other.tips,
        )


class Page(NamedTuple):
    """A part of the past."""

    items: list[Item]
    next: Place | None
    """Where to go on; None: there is nothing before."""


class _Walk:
    """The past of one sitting, the last first."""

    def __init__(self, store: Store, sat: Sat, budget: list[int], before: Place) -> None:
        self._store = store
        self._sat = sat
        self._budget = budget
        self._before = before
        self._found: deque[Item] = deque()
        self._round: list[Entry] = []
        self._to = before.version if sat.stream == before.stream else STILL
        self._to = min(self._to, sat.last + 1 if sat.last < STILL else STILL)
        self._is_read = False
        self._end: Place | None = None
        """Down to where all has been found."""
        self.head: Item | None = None
        self.reached: Place | None = None
        """Where it had to stop, all above having been found; None: it did not have to."""

    async def go_on(self) -> None:
        """Find the next item, within the bound on reading."""
        self.head = None
        while self.head is None and (self._found or not self._is_read):
            if self._found:
                item = self._found.popleft()
                self.head = item if item.place < self._before else None
            elif self._budget[0] <= 0 and self._end is not None and self._end < self._before:
                self.reached = self._end
                return
            else:
                await self._read()

    async def _read(self) -> None:
        """Read a few more entries; always enough for a page to make progress."""
        sat = self._sat
        entries = await self._store.past_entries(
            sat.stream, before=self._to, at=self._before.at, after=sat.first - 1, limit=_AT_ONCE
        )
        self._budget[0] -= max(1, len(entries))
        for entry in entries:
            self._take(entry)
        self._is_read = len(entries) < _AT_ONCE
        if entries:
            self._to = entries[-1].version
            # A reader that begins above the end of a round finds its deal further down.
            last = _place(self._round[0]) if self._round else _place(entries[-1])
            self._end = last._replace(version=last.version + bool(self._round))

    def _take(self, entry: Entry) -> None:
        body = _decode(entry.body)
        if entry.kind in ROUND_KINDS:
            if "settled" in body or body.get("void"):
                self._round = [entry]  # the end of a round, found first
            elif self._round:
                self._round.append(entry)
            if entry.kind == "dealt":
                self._add_round(body)
            return
        if entry.kind == "taken-back":
            self._add_taken_back(entry, body)
            return
        seat = self._sat.seat
        money = _cents(entry, self._sat)
        if not seat:
            self._found.append(Item(_place(entry), entry.kind, net=money))
        elif money:
            kind = "cash-out" if entry.kind == "seats-left" else "buy-in"
            table = _table(entry)
            self._found.append(Item(_place(entry), kind, table, (seat,), net=money))

    def _add_taken_back(self, entry: Entry, body: dict[str, Any]) -> None:
        seat = self._sat.seat
        if cents := body["stacks"].get(str(seat), 0):
            item = Item(
                place=_place(entry),
                kind=VOID,
                table=_table(entry),
                seats=(seat,),
                round=body["round"],
                net=cents,
            )
            self._found.append(item)

    def _add_round(self, deal: dict[str, Any]) -> None:
        """Add the round whose deal was reached, if it is over and this seat bet in it."""
        ended = self._round
        self._round = []
        if not ended or str(self._sat.seat) not in deal["bets"]:
            return
        body = _decode(ended[0].body)
        lines = [line for line in played_lines(body) if line[0] == self._sat.seat]
        own = [line for line in lines if not line[2].startswith(TIP)]
        waits = [
            _decode(entry.body).get("by_hand", {}).get(str(self._sat.seat), 0) for entry in ended
        ]
        self._found.append(
            Item(
                place=_place(ended[0]),
                kind="round",
                table=_table(ended[0]),
                seats=(self._sat.seat,),
                round=body["round"],
                stake=sum(line[3] for line in own),
                net=sum(line[5] for line in own) - sum(waits),
                tips=sum(line[3] for line in lines if line[2].startswith(TIP)),
                is_void=bool(body.get("void")),
            )
        )


def _cents(entry: Entry, sat: Sat) -> int:
    """Return the cents that an entry moved into or out of a seat's chips, or the wallet."""
    account = f"stack:{_table(entry)}:{sat.seat}" if sat.seat else f"wallet:{sat.account}"
    is_own = entry.kind != "bought-in" or entry.actor == sat.account
    is_own = is_own and (entry.kind != "seat-taken" or entry.version == sat.first)
    is_own = is_own and (entry.kind != "seats-left" or entry.version == sat.last)
    units = entry.moved(account) if is_own else 0
    return (abs(units) if sat.seat else units) // UNITS_PER_CENT


def _place(entry: Entry) -> Place:
    return Place(entry.at, entry.version, entry.stream)


def _table(entry: Entry) -> str:
    return entry.stream.removeprefix("table/")


async def read_past(
    store: Store,
    account: str,
    *,
    before: Place = NOW,
    limit: int,
    until: Place | None = None,
    with_wallet: bool = False,
) -> Page:
    """Return the past of an account between two places, the last first.

    *with_wallet*: include movements of the wallet away from tables.
    """
    sats = deque(await store.sittings(account, begun=before.at, limit=SITTINGS_MAX))
    horizon = sats[-1].ended if len(sats) == SITTINGS_MAX else -1
    if with_wallet:
        sats.appendleft(
            Sat(
                stream=f"account/{account}",
                seat=0,
                first=1,
                account=account,
                begun=0,
                last=STILL,
                ended=STILL,
            )
        )
    past = _Past(store, sats, before)
    items: list[Item] = []
    while len(items) < limit:
        top, stop = await past.top()
        if stop is not None and (top is None or top < stop):
            return Page(items, stop)
        if top is None or (until is not None and top <= until):
            return Page(items, None)
        if top.at < horizon:
            return Page(items, Place(horizon, 0, ""))
        items.append(await past.take(top))
    return Page(items, items[-1].place)


class _Past:
    """The sittings that are read backwards together."""

    def __init__(self, store: Store, sats: deque[Sat], before: Place) -> None:
        self._store = store
        self._sats = sats
        self._before = before
        self._budget = [ENTRIES_MAX]
        self._walks = list[_Walk]()

    async def top(self) -> tuple[Place | None, Place | None]:
        """Return the latest place left, and the place above which nothing is missing.

        Every walk that could have a later item has been started.
        """
        while True:
            top = max((walk.head.place for walk in self._walks if walk.head), default=None)
            stop = max((walk.reached for walk in self._walks if walk.reached), default=None)
            later = max((place for place in (top, stop) if place is not None), default=None)
            if not self._sats or (later is not None and self._sats[0].ended < later.at):
                return top, stop
            ended = self._sats[0].ended
            if self._budget[0] <= 0 and ended < self._before.at:
                return top, Place(ended, STILL, "")
            walk = _Walk(self._store, self._sats.popleft(), self._budget, self._before)
            self._walks.append(walk)
            await walk.go_on()

    async def take(self, place: Place) -> Item:
        """Return the item of a place, and advance; a round of several seats is one item."""
        walks = [walk for walk in self._walks if walk.head and walk.head.place == place]
        first, *others = [walk.head for walk in walks if walk.head]
        for walk in walks:
            await walk.go_on()
        for other in others:
            first = first.join(other)
        return first


# -- one round -----------------------------------------------------------------------------------


async def find_round(store: Store, table: str, number: int) -> list[Entry]:
    """Return the entries of a finished round, the deal first; none for an unknown round.

    Rounds are numbered in the order of entries, so a binary search finds it.
    """
    stream = f"table/{table}"
    low, high = 1, (await store.head(stream)).version
    while low < high:
        middle = (low + high) // 2
        rounds = await store.rounds_from(stream, middle, 1)
        if rounds and _decode(rounds[0].body)["round"] < number:
            low = rounds[0].version + 1
        else:
            high = middle
    return _entries_of_round(await store.rounds_from(stream, low, ROUND_ENTRIES_MAX), number)


def _entries_of_round(entries: Iterable[Entry], number: int) -> list[Entry]:
    gathered = RoundEntries()
    for entry in entries:
        if _decode(entry.body)["round"] != number:
            break
        if done := gathered.add(entry):
            return done
    return []


def list_players(deal: Entry) -> set[str]:
    """Return the accounts that bet in a round."""
    body = _decode(deal.body)
    return {who for seat, who, _ in body["before"]["seats"] if str(seat) in body["bets"]}
