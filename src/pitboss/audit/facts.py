"""Facts of the journal: entries in, one at a time; rounds and other happenings out.

A round is one fact, at the moment it ended: a report's interval never holds half of one. What its
entries moved counts from that moment, too. Only the entries of open rounds are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from msgspec import Struct, json

from pitboss.engine.drive import Round as PlayedRound
from pitboss.engine.events import TIP, JackpotAwarded, JackpotPaid
from pitboss.engine.meter import UNITS_PER_CENT, share_of
from pitboss.floor.history import round_replay
from pitboss.floor.journal import read_terms
from pitboss.floor.terms import TableTerms
from pitboss.ledger.entry import Entry

CLOCK: Final = "clock"
TABLE: Final = "table/"


class Line(NamedTuple):
    """One wager of a round, settled."""

    seat: int
    hand: int
    wager: str
    stake: int
    """Cents."""
    outcome: str
    net: int
    """Cents that the player gained; of a tip, the dealer."""

    @property
    def is_tip(self) -> bool:
        """Whether it was bet for the dealer."""
        return self.wager.startswith(TIP)


class Award(NamedTuple):
    """A prize out of a meter, or one that the house has posted instead."""

    seat: int
    wager: str
    percent: int
    """The share of the meter; 0: a fixed pay out of it."""
    cents: int
    of_house: bool
    """A house jackpot: no meter paid it."""


class Round:
    """A round from its deal to its end."""

    def __init__(self, terms: TableTerms, opened: Entry, entries: Sequence[Entry]) -> None:
        """Take the entries of a round, the deal first."""
        self.terms, self.entries, self._opened = terms, entries, opened
        self.begun, self.at = entries[0].at, entries[-1].at
        bodies = [_decode_step(entry.body) for entry in entries]
        deal, last = bodies[0], bodies[-1]
        self.table, self.number = terms.id, deal.round
        self.bets = {int(seat): bets for seat, bets in deal.bets.items()}
        """Seat -> what it bet before the deal, in cents."""
        before = deal.before.seats if deal.before else ()
        self.players: dict[int, str] = {seat: account for seat, account, _ in before}
        """Seat -> its account."""
        self.lines = [Line(*line) for line in last.settled or ()]
        self.is_void = last.void
        self.is_over = last.settled is not None or last.void
        self.decisions = len(entries) - 1
        self.clocked = sum(entry.actor == CLOCK for entry in entries[1:])
        """Decisions that the clock took."""

    @cached_property
    def moved(self) -> dict[str, int]:
        """Account -> what the round put into it, in units."""
        return sum_postings(self.entries)

    @property
    def meters(self) -> Iterator[tuple[str, Any]]:
        """The progressives of the table: wager and jackpot."""
        for wager in self.terms.setup.side_wagers:
            jackpot = wager.spot.jackpot
            if jackpot is not None and jackpot.scheme == "progressive":
                yield wager.id, jackpot

    @cached_property
    def contributed(self) -> dict[str, int]:
        """Wager -> what it must have put into its meter, worked out from the bets, in units."""
        if self.is_void:
            return {}
        return {
            wager: sum(
                share_of(bets[wager], jackpot.contribution)
                for bets in self.bets.values()
                if wager in bets
            )
            for wager, jackpot in self.meters
        }

    def meter_change(self, wager: str) -> int:
        """Return by how many units the table's own meter of a wager grew."""
        name = f"jackpot:{self.table}.{wager}"
        return sum(self.moved.get(f"{name}:{part}", 0) for part in ("display", "reserve"))

    @cached_property
    def awards(self) -> tuple[Award, ...]:
        """The prizes of the round; it is played again where there can be any."""
        if not self._may_have_awards:
            return ()
        own = {wager for wager, _ in self.meters}
        found = []
        for event in self._played.events:
            if isinstance(event, JackpotAwarded | JackpotPaid):
                share = event.percent if isinstance(event, JackpotAwarded) else 0
                of_house = event.wager not in own
                found.append(Award(event.seat, event.wager, share, event.amount, of_house))
        return tuple(found)

    @cached_property
    def paid_by_meters(self) -> dict[str, int]:
        """Wager -> the units that its meter paid; a pay that it could not meet is the tray's."""
        if not self.awards:
            return {}
        opening, final = self._played.opening.meters, self._played.state.meters
        paid = {wager: meter.paid - opening[wager].paid for wager, meter in final.items()}
        return {wager: units for wager, units in paid.items() if units}

    @cached_property
    def _played(self) -> PlayedRound:
        return round_replay(self._opened, self.entries).round

    @property
    def _may_have_awards(self) -> bool:
        """Whether a meter did not only grow, or a house jackpot paid something."""
        if self.is_void or not self.is_over:
            return False
        fed = self.contributed
        if any(self.meter_change(wager) != units for wager, units in fed.items()):
            return True
        posted = {it.id for it in self.terms.setup.side_wagers if it.spot.jackpot is not None}
        return any(
            line.wager in posted and line.wager not in fed and line.net > -line.stake
            for line in self.lines
        )

    @property
    def dealers_gain(self) -> int:
        """Cents that the dealers were given by the house: an envy pay that is theirs."""
        tips = self.moved.get(f"tips:{self.table}", 0) // UNITS_PER_CENT
        return tips - sum(line.stake + line.net for line in self.lines if line.is_tip)


class Happened:
    """Any other entry."""

    def __init__(self, entry: Entry) -> None:
        """Take an entry that is no part of a round."""
        self.entry, self.at = entry, entry.at

    @cached_property
    def body(self) -> dict[str, Any]:
        """What the entry says."""
        return _decode(self.entry.body) if self.entry.body else {}

    @cached_property
    def moved(self) -> dict[str, int]:
        """Account -> what the entry put into it, in units."""
        return sum_postings((self.entry,))

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return self.entry.kind

    @property
    def table(self) -> str:
        """The table whose entry it is; empty: it is none of a table."""
        stream = self.entry.stream
        return stream.removeprefix(TABLE) if stream.startswith(TABLE) else ""


Fact = Round | Happened


class FactReader:
    """Makes facts of entries in the order they were written."""

    def __init__(self) -> None:
        """Know no table yet."""
        self.tables: dict[str, TableTerms] = {}
        self.entries = 0
        self._opened: dict[str, Entry] = {}
        self._open: dict[str, list[Entry]] = {}

    def add(self, entry: Entry) -> Iterator[Fact]:
        """Take one more entry; yield the fact that it completes."""
        self.entries += 1
        stream = entry.stream
        if entry.kind == "dealt":
            self._open[stream] = [entry]
        elif entry.kind == "decided" and stream in self._open:
            self._open[stream].append(entry)
        else:
            if entry.kind == "opened" and stream.startswith(TABLE):
                terms = read_terms(entry)
                self.tables[terms.id], self._opened[stream] = terms, entry
            yield Happened(entry)
            return
        if _decode_end(entry.body).is_end:
            yield self._round(stream, self._open.pop(stream))

    def open_rounds(self) -> Iterator[Round]:
        """Yield the rounds that are not over."""
        for stream, entries in sorted(self._open.items()):
            yield self._round(stream, entries)

    def _round(self, stream: str, entries: Sequence[Entry]) -> Round:
        terms = self.tables[stream.removeprefix(TABLE)]
        return Round(terms, self._opened[stream], entries)


def sum_postings(entries: Iterable[Entry]) -> dict[str, int]:
    """Return what entries put into each account; accounts that end as they began are left out."""
    moved: dict[str, int] = {}
    for entry in entries:
        for account, amount in entry.postings:
            moved[account] = moved.get(account, 0) + amount
    return {account: amount for account, amount in moved.items() if amount}


class _Before(Struct):
    seats: list[tuple[int, str, int]] = []


class _Step(Struct):
    """What facts need of a deal or a decision."""

    round: int
    bets: Mapping[str, dict[str, int]] = {}
    before: _Before | None = None
    settled: list[tuple[int, int, str, int, str, int]] | None = None
    void: bool = False


class _End(Struct):
    settled: list[Any] | None = None
    void: bool = False

    @property
    def is_end(self) -> bool:
        return self.settled is not None or self.void


_decode_step: Final = json.Decoder(_Step).decode
_decode_end: Final = json.Decoder(_End).decode
_decode: Final = json.Decoder(dict[str, Any]).decode
