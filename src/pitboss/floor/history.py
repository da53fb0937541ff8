"""Replay a table's past from its journal, and check cards, settlement and money.

The order of a shuffle comes from the entropy that the journal reveals, or that the key file opens.
Without the entropy, the recorded cards are dealt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.cards import Card, format_cards, parse_cards
from pitboss.engine.actions import RefusedError
from pitboss.engine.events import TIP
from pitboss.engine.meter import format_units
from pitboss.engine.record import Replay, irregularity_line, reading_line, replay, write_record
from pitboss.engine.rounds.plan import CardNeeded, places
from pitboss.fair.cut import NO_CUT, Cut, FixedSet, read_cut, read_set
from pitboss.fair.order import EntropyUsedUpError, cut_order
from pitboss.fair.reveal import read_reveal
from pitboss.floor.journal import (
    CUT_FIXED,
    ROUND_CARDS,
    RULED,
    PromisedShuffle,
    read_low,
    read_promise,
    read_ruling,
    read_terms,
    terms_in_force,
)
from pitboss.floor.links import read_readings
from pitboss.floor.rebuild import JournalError, RecordedShoe, UnknownShuffleError, apply_entry
from pitboss.floor.rounds import round_cards
from pitboss.floor.state import TableState, open_table
from pitboss.ledger.entry import Entry
from pitboss.rulebook.house import house_data

Json = dict[str, Any]
ROUND_KINDS: Final = frozenset({"dealt", "decided", RULED, "called-off"})
"""The kinds of entry that a round is made of."""


class KnownShuffles:
    """The known entropy of a table's shuffles."""

    def __init__(self) -> None:
        """Start without any entropy."""
        self.entropies: dict[int, bytes] = {}
        self._last: tuple[object, tuple[Card, ...]] = (None, ())

    def order(
        self, number: int, cards: Sequence[Card], parts: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        """Put cards in the order of a shuffle; cached for the rounds of one shoe."""
        key = (number, tuple(cards), parts)
        if self._last[0] != key:
            if number not in self.entropies:
                raise UnknownShuffleError
            self._last = (key, cut_order(self.entropies[number], cards, parts))
        return self._last[1]

    def order_if_known(
        self, number: int, cards: Sequence[Card], parts: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        """Put cards in the order of a shuffle; without its entropy they stay as they are."""
        try:
            return self.order(number, cards, parts)
        except UnknownShuffleError:
            return tuple(cards)


@dataclass
class PastTable:
    """A table that is replayed entry by entry, from the first of its stream."""

    known: KnownShuffles = field(default_factory=KnownShuffles)
    table: TableState | None = None
    entries: int = 0
    rounds: int = 0
    """Rounds that were played to their end or called off."""
    from_record: int = 0
    """Rounds dealt from recorded cards, because the order of the shoe is unknown."""
    _recorded_round: int = 0
    _fixed: set[FixedSet] = field(default_factory=set)
    """The sets of commitments that were fixed so far, without what a beacon added."""
    waiting: list[Entry] = field(default_factory=list)
    """Entries of an open round whose cards are not known yet."""

    def add(self, entry: Entry) -> None:
        """Replay one more entry; raise `JournalError` if the result differs from the entry.

        The cards of an open round are written nowhere. If nobody knows the order of its shoe, its
        entries wait for the one that ends it, which has them all.
        """
        self.entries += 1
        if entry.kind == "opened":
            self.table = open_table(read_terms(entry))
        elif not self.waiting:
            self._replay(entry, ())
        else:
            self.waiting.append(entry)
            if is_finished(entry):
                waiting = self.waiting
                self.waiting = []
                said = json.loads(entry.body)
                if ROUND_CARDS not in said:  # the key to its shoe is lost: the next entry says all
                    self.rounds += 1
                    return
                cards = parse_cards(said[ROUND_CARDS])
                for earlier in waiting:
                    self._replay(earlier, cards)

    def _replay(self, entry: Entry, cards: tuple[Card, ...]) -> None:
        """Replay an entry; *cards*: those of its whole round, as far as they are needed."""
        if self.table is None:
            raise JournalError(f"{entry.name} comes before the table was opened")
        try:
            if entry.kind == "shown":
                self._check_shown(self.table, entry)
            elif entry.kind == CUT_FIXED:
                self._fixed.add(read_set(json.loads(entry.body))._replace(beacon=None))
            elif entry.kind == "dealt":
                self._check_cut(entry)
                self._check_limits(self.table, entry)
            self.table = self._play(self.table, entry, cards)
        except (KeyError, TypeError, ValueError, AttributeError, EntropyUsedUpError) as error:
            message = f"{entry.name} cannot be read: {type(error).__name__} {error}"
            raise JournalError(message) from None
        except RefusedError as error:
            raise JournalError(f"{entry.name} is not allowed: {error.refusal.message}") from None
        if entry.kind in ROUND_KINDS and self.table.round is None and not self.waiting:
            self.rounds += 1

    def _play(self, table: TableState, entry: Entry, cards: tuple[Card, ...]) -> TableState:
        try:
            return apply_entry(table, entry, self.known.order)
        except UnknownShuffleError:
            body = json.loads(entry.body)
        recorded = _step_cards(table, body, cards)
        if recorded is None:
            self.waiting = [entry]
            return table
        if body["round"] != self._recorded_round:
            self._recorded_round = body["round"]
            self.from_record += 1
        try:
            return apply_entry(table, entry, self.known.order_if_known, recorded)
        except UnknownShuffleError:
            raise JournalError(f"{entry.name} needs more cards than it says") from None

    def _check_cut(self, entry: Entry) -> None:
        """Check that the commitments to the seeds of a deal were fixed in an earlier entry."""
        cut = read_cut(json.loads(entry.body)["before"].get("next_cut", []))
        if cut.fixed is None:
            return
        fixed = cut.fixed._replace(beacon=None)
        if self.entries < entry.version:  # only the end of the stream is replayed
            self._fixed.add(fixed)
        if fixed not in self._fixed:
            raise JournalError(f"{entry.name} is cut with a set that was not fixed before")

    def _check_limits(self, table: TableState, entry: Entry) -> None:
        """Check that a deal repeats the limits in force; the end of a stream begins with one."""
        said = json.loads(entry.body)["before"].get("limits")
        if self.entries >= entry.version and said != table.terms.changed_limits:
            raise JournalError(f"{entry.name} is dealt under other limits than were in force")

    def _check_shown(self, table: TableState, entry: Entry) -> None:
        """Deal a revealed shuffle again, and compare it with the cards that left the shoe."""
        reveal = read_reveal(entry.body.decode())
        wrong = reveal.problem()
        if wrong is not None:
            raise JournalError(f"{entry.name}: {wrong}")
        number = reveal.terms.shuffle
        if table.shuffles.promised.get(number) != reveal.commitment:
            raise JournalError(f"{entry.name} reveals what was not committed to")
        if table.shuffles.cuts.get(number, NO_CUT) != Cut(reveal.seeds, reveal.fixed):
            raise JournalError(f"{entry.name} shows another cut than it was dealt with")
        past = next((shuffle for shuffle in table.shoe.past if shuffle.number == number), None)
        if past is None or isinstance(table.shoe, RecordedShoe):
            return
        if past.dealt != reveal.dealt:
            raise JournalError(f"{entry.name} shows other cards than were dealt")


def _step_cards(
    table: TableState, body: Mapping[str, Any], whole: tuple[Card, ...]
) -> tuple[Card, ...] | None:
    """Return the cards of a step, out of its own entry or of all cards of its round."""
    if "cards" in body:  # entries before version 1.1
        return parse_cards(body["cards"])
    whole = parse_cards(body[ROUND_CARDS]) if ROUND_CARDS in body else whole
    first = len(round_cards(table)) if table.round else 0
    return whole[first : first + body["drawn"]] if whole else None


def shown_entropy(entry: Entry) -> tuple[int, bytes] | None:
    """Return the shuffle and the entropy that an entry reveals, if any."""
    if entry.kind != "shown":
        return None
    try:
        reveal = read_reveal(entry.body.decode())
    except ValueError as error:
        raise JournalError(f"{entry.name} cannot be read: {error}") from None
    return reveal.terms.shuffle, reveal.entropy


def find_promise(entry: Entry) -> PromisedShuffle | None:
    """Return the commitment of an entry, if it has one."""
    return read_promise(entry) if entry.kind == "promised" else None


def round_record(opened: Entry, entries: Sequence[Entry]) -> Json:
    """Return the standard record of a finished round from its entries, the deal first.

    Raise `RefusedError` if the entries break the rules.
    """
    return round_replay(opened, entries).complete_record()


def round_replay(opened: Entry, entries: Sequence[Entry]) -> Replay:
    """Return the replay of the same round."""
    first = json.loads(entries[0].body)
    bodies = [json.loads(entry.body) for entry in entries]
    terms = terms_in_force((opened, entries[0]))
    house = house_data(terms.house)
    given: Json = {"name": f"{entries[0].stream.removeprefix('table/')}/{first['round']}", **house}
    meters = first["before"].get("meters", {})
    own = {wager: amounts for wager, amounts in meters.items() if wager not in terms.links}
    if own:
        given["meters"] = {wager: format_units(amounts[0]) for wager, amounts in own.items()}
        given["reserves"] = {wager: format_units(amounts[1]) for wager, amounts in own.items()}
    if len(own) < len(meters):
        given["linked"] = [wager for wager in meters if wager in terms.links]
        readings = [read_readings(body) or {} for body in bodies]
        given["readings"] = [
            reading_line(reading.read)
            for part in readings
            for reading in part.values()
            if reading.read.wager in meters
        ]
    accounts = {seat: account for seat, account, _ in first["before"]["seats"]}
    given["seats"] = [
        _seat_json(int(seat), accounts[int(seat)], wagers) for seat, wagers in first["bets"].items()
    ]
    if any(body.get("void") for body in bodies):
        return replay({**given, "void": True})
    cards = bodies[-1].get(ROUND_CARDS) or " ".join(filter(None, (b["cards"] for b in bodies)))
    given["cards"] = cards
    order = places(terms.setup, tuple(sorted(map(int, first["bets"]))))
    dealt = list(zip(order, parse_cards(cards), strict=False))
    ruled = [body for body in bodies if "irregularity" in body]
    given["decisions"] = [_decision_json(b, dealt) for b in bodies[1:] if b not in ruled]
    given["irregularities"] = [_ruling_json(bodies[: bodies.index(body) + 1]) for body in ruled]
    played = replay(given)
    record = {"name": given["name"], **write_record(played.round, house)}
    return Replay(given=record, round=played.round)


def _seat_json(seat: int, account: str, bets: Mapping[str, int]) -> Json:
    tips = {
        wager.removeprefix(TIP): cents for wager, cents in bets.items() if wager.startswith(TIP)
    }
    wagers = {wager: cents for wager, cents in bets.items() if not wager.startswith(TIP)}
    written: Json = {"seat": seat, "wagers": wagers, "player": account}
    return written | ({"tips": tips} if tips else {})


def _decision_json(body: Mapping[str, Any], dealt: Sequence[tuple[CardNeeded, Card]]) -> Json:
    names = ("seat", "hand", "action", "amount", "tip")
    decision = {name: body[name] for name in names if name in body}
    place = body["seat"], body["hand"]
    low = read_low(body, [card for due, card in dealt if (due.seat, due.hand) == place])
    return decision | ({"low": format_cards(low)} if low else {})


def _ruling_json(bodies: Sequence[Mapping[str, Any]]) -> Json:
    """Return the ruling that is the last of *bodies*, and when it was made."""
    *earlier, body = bodies
    cards = sum(b["drawn"] if "drawn" in b else len(parse_cards(b["cards"])) for b in earlier)
    decisions = sum("action" in other for other in earlier)
    return irregularity_line(read_ruling(body), cards, decisions)


def is_finished(entry: Entry) -> bool:
    """Return whether an entry ends a round."""
    if entry.kind not in ROUND_KINDS:
        return False
    body = json.loads(entry.body)
    return "settled" in body or bool(body.get("void"))


class RoundEntries:
    """Gathers the entries of each round as a stream is read."""

    def __init__(self) -> None:
        """Start before the first deal."""
        self._current: list[Entry] = []

    def add(self, entry: Entry) -> list[Entry]:
        """Add one more entry; return all entries of the round that it ends, the deal first."""
        if entry.kind not in ROUND_KINDS:
            return []
        if entry.kind == "dealt":
            self._current = []
        self._current.append(entry)
        return self._current if is_finished(entry) else []
