"""Round records in the order of the shoe, as an observer of the table sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.cards import Card, Unseen
from pitboss.engine.events import TIP, CardDealt, WagerPlaced
from pitboss.engine.record import Replay, replay
from pitboss.engine.setup import Setup
from pitboss.rulebook.house import ShoeSettings
from pitboss.rulebook.problems import Problem, RulesError

MIXED = "records/mixed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRound:
    """What one player had on the table in one round."""

    wagers: Mapping[str, int]
    """Wager -> cents before the deal; of several seats together."""
    net: int
    """Cents gained."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRound:
    """One round of the table."""

    shoe: int
    """The number of its shoe, from 0 on."""
    unseen: Unseen
    """The cards that nobody has seen before the bets."""
    players: Mapping[str, SeatRound]
    replay: Replay


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The rounds of one table."""

    setup: Setup
    rounds: tuple[SeenRound, ...]

    @property
    def players(self) -> tuple[str, ...]:
        """The players, in the order of their first round."""
        return tuple(dict.fromkeys(name for round_ in self.rounds for name in round_.players))


def watch(records: Iterable[object]) -> SeenTable:
    """Play records again in their order, and keep what was gone before every round.

    A new shoe begins where `note.shoe` of the records changes. Where they have none, it begins
    after the cut card of the house, and where a card comes that could not be left. Raise
    `RefusedError` for a record that cannot be played, `RulesError` for records of several tables.
    """
    watcher = _Watcher()
    rounds = tuple(watcher.see(record) for record in records)
    if watcher.setup is None:
        message = "there is no round in these records"
        raise RulesError([Problem(code="record/malformed", key="file", message=message)])
    return SeenTable(watcher.setup, rounds)


@dataclass
class _Watcher:
    """The state of the shoe between rounds."""

    setup: Setup | None = None
    unseen: Unseen = field(default_factory=lambda: Unseen.from_cards(()))
    shoe: int = -1
    terms: ShoeSettings = field(default_factory=ShoeSettings)
    mark: object = None
    """`note.shoe` of the round before."""

    def see(self, record: object) -> SeenRound:
        """Return one more round."""
        played = replay(record)
        setup = played.round.state.setup
        if self.setup is None:
            self.terms = ShoeSettings(**played.given.get("shoe", {}))
            self.setup = setup
        if setup.configured.digest != self.setup.configured.digest:
            message = "the records are of several tables; give those of one table"
            raise RulesError([Problem(code=MIXED, key="file", message=message)])
        cards = _cards(played)
        if self._is_new(_mark(record), cards):
            self.shoe += 1
            self.unseen = Unseen.from_shoe(setup.shoe)
        before = self.unseen
        self.unseen = before.without(*cards)
        return SeenRound(
            shoe=self.shoe, unseen=before, players=dict(_players(played)), replay=played
        )

    def _is_new(self, mark: object, cards: tuple[Card, ...]) -> bool:
        changed = mark != self.mark
        self.mark = mark
        if self.shoe < 0:
            return True
        if mark is not None:
            return changed
        assert self.setup is not None
        deck = self.setup.shoe.size // self.setup.shoe.deck_count
        behind = deck if self.terms.cut is None else self.terms.cut
        if self.unseen.size - self.terms.burn <= behind:
            return True
        try:
            self.unseen.without(*cards)
        except ValueError:
            return True
        return False


def _mark(record: object) -> object:
    note = record.get("note") if isinstance(record, dict) else None
    return note.get("shoe") if isinstance(note, dict) else None


def _cards(played: Replay) -> tuple[Card, ...]:
    events: Iterable[Any] = played.round.events
    return tuple(event.card for event in events if isinstance(event, CardDealt))


def _players(played: Replay) -> Iterator[tuple[str, SeatRound]]:
    nets = played.round.state.net()
    names = seat_names(played)
    events: Iterable[Any] = played.round.events
    placed = [
        event
        for event in events
        if isinstance(event, WagerPlaced) and not event.wager.startswith(TIP)
    ]
    for name in dict.fromkeys(names.values()):
        seats = {seat for seat, player in names.items() if player == name}
        wagers: dict[str, int] = {}
        for event in placed:
            if event.seat in seats:
                wagers[event.wager] = wagers.get(event.wager, 0) + event.amount
        yield name, SeatRound(wagers=wagers, net=sum(nets.get(seat, 0) for seat in seats))


def seat_names(played: Replay) -> dict[int, str]:
    """Return who plays at each seat; a seat without a name is a player of its own."""
    return {
        int(seat["seat"]): str(seat.get("player") or f"seat {seat['seat']}")
        for seat in played.given["seats"]
    }
