"""Several tables that share jackpots, without a server: one book, everything in one order."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card
from pitboss.engine.actions import Refusal
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.setup import open_meters, prepare
from pitboss.floor.commands import Accepted, Command, HearMeters
from pitboss.floor.links import MetersDueError
from pitboss.floor.running import decide
from pitboss.floor.shared import fed_event, hit_events, link_news, take_reading, write_events
from pitboss.floor.terms import TableTerms
from pitboss.jackpot import events as jackpot_events
from pitboss.jackpot.postings import account, balances
from pitboss.jackpot.state import Jackpot
from pitboss.jackpot.terms import Scheme, Terms
from pitboss.ledger.book import Book, trial_balance
from pitboss.rulebook.house import House
from tests.floor.one_table import OneTable


@dataclass
class SharedFloor:
    """Jackpots, and the book that tables and jackpots write to."""

    book: Book = field(default_factory=Book)
    jackpots: dict[str, Jackpot] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    now: int = 1

    def tell(self, name: str, *events: jackpot_events.Event) -> None:
        """Write events of a jackpot, and check that the book has what it says."""
        first = self.versions.get(name, 0) + 1
        before = self.jackpots.get(name)
        written = write_events(before, events, version=first, at=self.now)
        for draft in written.drafts:
            self.book.write(draft, now=self.now)
            self.kinds.append(draft.kind)
        self.jackpots[name] = written.jackpot
        self.versions[name] = first - 1 + len(events)
        for code, units in balances(written.jackpot).items():
            assert self.book.balance(code) == units
        assert written.jackpot.is_conserved
        assert trial_balance(self.book.balances) == 0

    def open(self, name: str, terms: Terms) -> None:
        self.tell(name, jackpot_events.Opened(id=name, title=name.title(), terms=terms))

    def feed(self, name: str) -> None:
        """Put what tables have collected into a jackpot."""
        event = fed_event(self.jackpots[name], self.book.balance(account(name, "in")))
        if event is not None:
            self.tell(name, event)


@dataclass
class LinkedTable(OneTable):
    """A table of a shared floor."""

    floor: SharedFloor = field(default_factory=SharedFloor)
    grouped: bool = False
    """The shoe is in the order of ranks, nearly: much is won."""

    def __post_init__(self) -> None:
        self.book = self.floor.book
        super().__post_init__()
        self.hear()

    def hear(self) -> None:
        """Be told how the jackpots stand."""
        links = self.terms.links
        jackpots = self.floor.jackpots
        news = {wager: link_news(jackpots[name]) for wager, name in links.items()}
        assert isinstance(self.answer(HearMeters(news)), Accepted)

    def orders(
        self, number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        order = super().orders(number, cards, seeds)
        return grouped(order) if self.grouped else order

    def decide(self, command: Command) -> Accepted | Refusal:
        try:
            return super().decide(command)
        except MetersDueError as due:
            fed = due.fed
        links = self.terms.links
        floor = self.floor
        folded: dict[str, list[jackpot_events.Event]] = {}
        jackpots = {}
        for wager, name in links.items():
            jackpot = floor.jackpots[name]
            units = floor.book.balance(account(name, "in")) + fed.get(wager, 0)
            event = fed_event(jackpot, units)
            folded[name] = [event] if event else []
            jackpots[name] = jackpot_events.apply(jackpot, event, self.now) if event else jackpot
        readings = {wager: take_reading(jackpots[name], wager) for wager, name in links.items()}
        answer = decide(self.state, command, self.now, self.orders, readings)
        assert isinstance(answer, Accepted)
        self._due = {
            name: (folded[name], hit_events(jackpot, answer, links, self.now))
            for name, jackpot in jackpots.items()
        }
        return answer

    _due: Mapping[str, tuple[list[jackpot_events.Event], list[jackpot_events.Event]]] = field(
        default_factory=dict
    )

    def answer(self, command: Command) -> Accepted | Refusal:
        answer = super().answer(command)
        due = self._due
        self._due = {}
        for name, (folded, hits) in due.items():
            self.floor.tell(name, *folded, *hits)
        return answer


def grouped(order: Sequence[Card]) -> tuple[Card, ...]:
    """Put a shoe into an order in which much is won: the same cards come together."""
    chance = random.Random(str(order))
    places = {card: chance.random() for card in sorted(set(order))}
    return tuple(sorted(order, key=places.__getitem__))


def terms_of(house: House, wager: str, **changes: object) -> Terms:
    """Return the terms of a jackpot that a table's wager may be linked to."""
    setup = prepare(house)
    spot = setup.configured.spots[wager].jackpot
    assert spot is not None
    if spot.scheme == "house":
        prizes = {f"{share}%": cents * UNITS_PER_CENT for share, cents in spot.prizes.items()}
        return Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE, prizes=prizes, **changes)  # type: ignore[arg-type]
    meter = open_meters(setup, {}, {})[wager]
    return Terms(
        seed=meter.seed,
        rate=meter.contribution,
        hidden_share=meter.reserve_share,
        **changes,  # type: ignore[arg-type]
    )


def jackpot_wagers(house: House) -> list[str]:
    """Return the wagers of a house that have a jackpot."""
    return [name for name, spot in prepare(house).configured.spots.items() if spot.jackpot]


def linked_terms(house: House, number: int) -> TableTerms:
    """Return a table whose jackpots are all shared, each named after its wager."""
    links = {wager: f"shared.{wager}" for wager in jackpot_wagers(house)}
    return TableTerms(id=str(number), name=f"Table {number}", house=house, links=links)
