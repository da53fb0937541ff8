"""Facts of the journal: entries in, one at a time; rounds and other happenings out.

A round is one fact, at the moment it ended: a report's interval never holds half of one. What its
entries moved counts from that moment, too. Only the entries of open rounds are kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple

from msgspec import Struct, json

from pitboss.engine.drive import Round as PlayedRound
from pitboss.engine.events import TIP, VOID, JackpotAwarded, JackpotPaid
from pitboss.engine.meter import UNITS_PER_CENT, wager_share
from pitboss.floor.history import ROUND_KINDS, round_replay
from pitboss.floor.journal import LIMITS_CHANGED, RULED, read_terms, terms_in_force
from pitboss.floor.snapshots import METER_AMOUNTS
from pitboss.floor.terms import TableTerms
from pitboss.ledger.entry import Entry

CLOCK: Final = "clock"
TABLE: Final = "table/"


class SettledWager(NamedTuple):
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
    """A house jackpot of the table's own: its tray pays."""
    jackpot: str
    """The jackpot that is shared with other tables; empty: it is the table's own."""


class RoundFacts:
    """A round from its deal to its end."""

    def __init__(self, terms: TableTerms, opened: Entry, entries: Sequence[Entry]) -> None:
        """Take the entries of a round, the deal first."""
        self.terms = terms
        self.entries = entries
        self._opened = opened
        self.begun = entries[0].at
        self.at = entries[-1].at
        bodies = [_decode_step(entry.body) for entry in entries]
        deal = bodies[0]
        last = bodies[-1]
        self.table = terms.id
        self.number = deal.round
        self.bets = {int(seat): bets for seat, bets in deal.bets.items()}
        """Seat -> what it bet before the deal, in cents."""
        before = deal.before.seats if deal.before else ()
        self.players: dict[int, str] = {seat: account for seat, account, _ in before}
        """Seat -> its account."""
        settled = [SettledWager(*line) for line in last.settled or ()]
        self.lines = [line for line in settled if line.outcome != VOID]
        self.returned = [line for line in settled if line.outcome == VOID]
        """What came back with a seat or a hand that was ruled out."""
        self.rulings = [entry for entry in entries if entry.kind == RULED]
        self.is_void = last.void
        self.is_over = last.settled is not None or last.void
        decided = [entry for entry in entries if entry.kind == "decided"]
        self.decisions = len(decided)
        self.clocked = sum(entry.actor == CLOCK for entry in decided)
        """Decisions that the clock took."""
        self.called_off = entries[-1] if entries[-1].kind == "called-off" else None
        """The entry by which the house called the round off."""
        rates = deal.before.rates if deal.before else {}
        self._rates = {wager: Fraction(rate) for wager, rate in rates.items()}
        self._readings = [reading for body in bodies for reading in body.readings]

    @cached_property
    def amounts_by_account(self) -> dict[str, int]:
        """Account -> what the round put into it, in units."""
        return sum_postings(self.entries)

    @cached_property
    def rates(self) -> dict[str, Fraction]:
        """Wager -> the share of it that goes into its progressive."""
        own = {
            wager.id: jackpot.contribution
            for wager in self.terms.setup.side_wagers
            if (jackpot := wager.spot.jackpot) is not None and jackpot.scheme == "progressive"
        }
        return own | self._rates

    def jackpot_name(self, wager: str) -> str:
        """Return the jackpot of a wager: a shared one, or "TABLE.WAGER"."""
        return self.terms.links.get(wager) or f"{self.table}.{wager}"

    @cached_property
    def contributions(self) -> dict[str, int]:
        """Wager -> what it must have put into its meter, worked out from the bets, in units."""
        if self.is_void:
            return {}
        returned = {(line.seat, line.wager) for line in self.returned}
        return {
            wager: sum(
                wager_share(bets[wager], rate)
                for seat, bets in self.bets.items()
                if wager in bets and (seat, wager) not in returned
            )
            for wager, rate in self.rates.items()
        }

    def _meter_change(self, wager: str) -> int:
        """Return by how many units the table's own meter of a wager grew."""
        name = f"jackpot:{self.table}.{wager}"
        return sum(
            self.amounts_by_account.get(f"{name}:{part}", 0) for part in ("display", "reserve")
        )

    @cached_property
    def awards(self) -> tuple[Award, ...]:
        """The prizes of the round; it is played again where there can be any."""
        if not self._may_have_awards:
            return ()
        won = []
        links = self.terms.links
        for event in self._played_round.events:
            if isinstance(event, JackpotAwarded | JackpotPaid):
                share = event.percent if isinstance(event, JackpotAwarded) else 0
                shared = links.get(event.wager, "")
                of_house = not shared and event.wager not in self.rates
                award = Award(
                    seat=event.seat,
                    wager=event.wager,
                    percent=share,
                    cents=event.amount,
                    of_house=of_house,
                    jackpot=shared,
                )
                won.append(award)
        return tuple(won)

    @cached_property
    def paid_by_meters(self) -> dict[str, int]:
        """Wager -> the units that the table's own meter paid; the tray pays what it cannot."""
        if not self.awards:
            return {}
        opening = self._played_round.opening.meters
        final = self._played_round.state.meters
        links = self.terms.links
        paid = {
            wager: meter.paid - opening[wager].paid
            for wager, meter in final.items()
            if wager not in links
        }
        return {wager: units for wager, units in paid.items() if units}

    @property
    def paid_by_hand(self) -> int:
        """The units of shared jackpots that wait for two people, and are not paid at the table."""
        least = {reading.wager: reading.hand for reading in self._readings}
        shared = [(a.wager, a.cents * UNITS_PER_CENT) for a in self.awards if a.jackpot]
        return sum(units for wager, units in shared if units >= least[wager])

    @cached_property
    def _played_round(self) -> PlayedRound:
        return round_replay(self._opened, self.entries).round

    @property
    def _may_have_awards(self) -> bool:
        """Whether a meter did not only grow, or was read, or a house jackpot paid something."""
        if self.is_void or not self.is_over:
            return False
        if self._readings:
            return True
        links = self.terms.links
        own = {wager: units for wager, units in self.contributions.items() if wager not in links}
        if any(self._meter_change(wager) != units for wager, units in own.items()):
            return True
        posted = {
            wager.id for wager in self.terms.setup.side_wagers if wager.spot.jackpot is not None
        }
        return any(
            line.wager in posted and line.wager not in self.rates and line.net > -line.stake
            for line in self.lines
        )

    @property
    def dealers_gain(self) -> int:
        """Cents that the dealers were given by the house: an envy pay that is theirs."""
        tips = self.amounts_by_account.get(f"tips:{self.table}", 0) // UNITS_PER_CENT
        return tips - sum(line.stake + line.net for line in self.lines if line.is_tip)


class OtherEntry:
    """Any other entry."""

    def __init__(self, entry: Entry) -> None:
        """Take an entry that is no part of a round."""
        self.entry = entry
        self.at = entry.at
        self.entries = (entry,)

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body of the entry."""
        return _decode(self.entry.body) if self.entry.body else {}

    @cached_property
    def amounts_by_account(self) -> dict[str, int]:
        """Account -> what the entry put into it, in units."""
        return sum_postings(self.entries)

    @property
    def kind(self) -> str:
        """The kind of the entry."""
        return self.entry.kind

    @property
    def table(self) -> str:
        """The table of the entry; empty if it is not about a table."""
        stream = self.entry.stream
        return stream.removeprefix(TABLE) if stream.startswith(TABLE) else ""


class TakenBack:
    """A settled round that the house took back, for one seat or for all."""

    def __init__(self, happened: OtherEntry) -> None:
        """Read the entry."""
        body = happened.body
        self.round: int = body["round"]
        self.stacks: dict[int, int] = {int(seat): cents for seat, cents in body["stacks"].items()}
        """Seat -> cents that it got, or gave where they are less than nothing."""
        self.meters = {
            wager: dict(zip(METER_AMOUNTS, amounts, strict=True))
            for wager, amounts in body.get("meters", {}).items()
        }
        """Wager -> what each amount of its meter gained, in units."""
        self._given: int = sum(self.stacks.values()) + body.get("tips", 0)

    @property
    def settled(self) -> int:
        """The win of the house, in units, as settled wagers count."""
        paid: int = sum(meter["paid"] for meter in self.meters.values())
        return paid - self._given * UNITS_PER_CENT

    @property
    def contribution(self) -> int:
        """The contribution to meters, in units; negative."""
        units: int = sum(meter["contributed"] for meter in self.meters.values())
        return units


Fact = RoundFacts | OtherEntry


class FactReader:
    """Makes facts of entries in the order they were written."""

    def __init__(self) -> None:
        """Know no table yet."""
        self.tables: dict[str, TableTerms] = {}
        self.entries = 0
        self._opened: dict[str, Entry] = {}
        self._open: dict[str, list[Entry]] = {}
        self._practice: set[str] = set()
        """Streams of practice tables, which move no money and are in no report."""

    def add(self, entry: Entry) -> Iterator[Fact]:
        """Take one more entry; yield the fact that it completes."""
        self.entries += 1
        stream = entry.stream
        if stream in self._practice:
            return
        if entry.kind == "dealt":
            self._open[stream] = [entry]
        elif entry.kind in ROUND_KINDS and stream in self._open:
            self._open[stream].append(entry)
        else:
            if entry.kind == "opened" and stream.startswith(TABLE):
                terms = read_terms(entry)
                if terms.has_own_chips:
                    self._practice.add(stream)
                    return
                self.tables[terms.id] = terms
                self._opened[stream] = entry
            elif entry.kind == LIMITS_CHANGED:
                self.tables[stream.removeprefix(TABLE)] = terms_in_force(
                    (self._opened[stream], entry)
                )
            yield OtherEntry(entry)
            return
        if _decode_end(entry.body).is_end:
            yield self._round(stream, self._open.pop(stream))

    def open_rounds(self) -> Iterator[RoundFacts]:
        """Yield the rounds that are not over."""
        for stream, entries in sorted(self._open.items()):
            yield self._round(stream, entries)

    def _round(self, stream: str, entries: Sequence[Entry]) -> RoundFacts:
        terms = self.tables[stream.removeprefix(TABLE)]
        return RoundFacts(terms, self._opened[stream], entries)


def sum_postings(entries: Iterable[Entry]) -> dict[str, int]:
    """Return the change of each account by entries; unchanged accounts are left out."""
    moved: dict[str, int] = {}
    for entry in entries:
        for account, amount in entry.postings:
            moved[account] = moved.get(account, 0) + amount
    return {account: amount for account, amount in moved.items() if amount}


class _Before(Struct):
    seats: list[tuple[int, str, int]] = []
    rates: dict[str, str] = {}


class _Reading(Struct):
    """A reading of a shared jackpot that a step used."""

    wager: str
    hand: int = 0


class _Step(Struct):
    """The fields of a deal or a decision that facts read."""

    round: int
    bets: Mapping[str, dict[str, int]] = {}
    before: _Before | None = None
    settled: list[tuple[int, int, str, int, str, int]] | None = None
    void: bool = False
    readings: list[_Reading] = []


class _End(Struct):
    settled: list[Any] | None = None
    void: bool = False

    @property
    def is_end(self) -> bool:
        return self.settled is not None or self.void


_decode_step: Final = json.Decoder(_Step).decode
_decode_end: Final = json.Decoder(_End).decode
_decode: Final = json.Decoder(dict[str, Any]).decode
