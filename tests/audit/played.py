"""A small floor with everything that reports are about, played in memory under a clock in hand.

Several games, splits and doubles, tips, hits of meters, absent players, people who come and go,
two days, and a round that is not over at the end.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from pitboss.audit.catalogue import REPORTS, ReportRun
from pitboss.audit.report import ReportQuery
from pitboss.audit.sheet import ReportSheet
from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import ActionKind, Refusal
from pitboss.floor.commands import Arrive, Bet, Decide, Depart, Leave, Pause, Sit
from pitboss.floor.journal import opened_draft
from pitboss.floor.state import open_table
from pitboss.floor.terms import TableTerms
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Entry, Posting
from pitboss.rulebook.ready import ready_tables
from tests.engine.players import random_player
from tests.floor.one_table import BUY_IN, PLAYERS, WALLET, OneTable, put_bets

SECOND = 1_000_000
DAY = 86_400 * SECOND
FIRST = 20_000 * DAY + 20 * 3600 * SECOND
"""2024-10-04 20:00 UTC: the first hours, then midnight."""
GAMES = (
    "ilani/spanish-21",
    "co/21-holdem",
    "co/ante-up-21",
    "co/blackjack-switch",
    "co/ride-free",
    "reference/blackjack",
)


@dataclass
class FloorTable(OneTable):
    """A table whose entries go into the journal of a whole floor."""

    first_cards: Sequence[Card] = ()
    """Put on top of the next shuffles, so that meters are hit."""
    book: Book = field(default_factory=Book)

    def __post_init__(self) -> None:
        self.state = open_table(self.terms)
        self.write(opened_draft(self.terms, "house"))
        self.do_chores()

    def orders(
        self, number: int, cards: Sequence[Card], seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        order = list(super().orders(number, cards, seeds))
        for place, card in enumerate(self.first_cards):
            other = order.index(card, place)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


@dataclass
class PlayedFloor:
    """The journal of a floor, and its tables as they are at the end."""

    entries: list[Entry] = field(default_factory=list)
    book: Book = field(default_factory=Book)
    tables: list[FloorTable] = field(default_factory=list)

    def write(self, draft: Draft, now: int) -> None:
        self.entries.append(self.book.write(draft, now=now))


@cache
def played_floor() -> PlayedFloor:
    """Play it once."""
    floor = PlayedFloor()
    rng = random.Random(7)
    now = FIRST
    for player in PLAYERS:
        lines = (Posting("external:test", -WALLET), Posting(f"wallet:{player}", WALLET))
        floor.write(Draft(f"account/{player}", "deposit", player, "k", b"{}", lines), now)
    for number, game in enumerate(GAMES, 1):
        table = _open(floor, rng, str(number), game, now)
        for seat in (1, 2, 3)[: 2 + number % 2]:
            table.must(Sit(PLAYERS[(seat + number) % 7], "", seat, BUY_IN))
    for part in range(3):
        for table in floor.tables:
            table.now = max(table.now, FIRST + part * 3 * 3600 * SECOND)
            for _ in range(6):
                _play_round(table, is_absent=rng.random() < 0.3)
        _hit(floor.tables[0], "As" if part == 1 else "Kh")
        _come_and_go(floor.tables[part])
    floor.tables[1].must(Pause("floor-1", paused=True))
    floor.tables[1].now += 60 * SECOND
    floor.tables[1].must(Pause("floor-1", paused=False))
    while floor.tables[5].state.round is None:
        put_bets(floor.tables[5])
    return floor


def _open(floor: PlayedFloor, rng: random.Random, name: str, game: str, now: int) -> FloorTable:
    terms = TableTerms(id=name, name=f"Table {name}", house=ready_tables()[game].house)
    table = FloorTable(
        terms, random.Random(rng.random()), book=floor.book, entries=floor.entries, now=now
    )
    floor.tables.append(table)
    return table


def _play_round(table: FloorTable, *, is_absent: bool = False) -> None:
    """Play a round; an absent player's hand is left to the clock."""
    before = table.state.rounds
    while table.state.rounds == before:
        put_bets(table)
    gone = ""
    while (current := table.state.round) is not None:
        table.now += 2 * SECOND
        account = table.state.seats[current.question.seat].account
        if is_absent and not gone:
            gone = account
            table.must(Depart(account, bye=False))
        if account == gone:
            table.tick()
            continue
        action = random_player(table.rng)(current.question)
        table.must(Decide(account, action.seat, current.n, action.kind, action.amount,
                          action.tip, action.low))  # fmt: skip
    for account in (gone,) if gone else ():
        table.must(Arrive(account))
    table.now += 40 * SECOND


def _hit(table: FloorTable, card: str) -> None:
    """Deal so that everybody wins from the meter, after what is left of the shoe."""
    table.first_cards = parse_cards(" ".join([card] * 6))
    for _ in range(60):
        is_new = not table.state.shoe.cards
        wagers = {"main": 2000, "jackpot-1": 100}
        for seat, sitting in sorted(table.state.seats.items()):
            table.must(Bet(sitting.account, seat, wagers))
        while (current := table.state.round) is not None:
            account = table.state.seats[current.question.seat].account
            kinds = [choice.kind for choice in current.question.choices]
            kind = ActionKind.STAND if ActionKind.STAND in kinds else kinds[-1]
            table.must(Decide(account, current.question.seat, current.n, kind))
        table.now += 30 * SECOND
        if is_new:
            break
    table.first_cards = ()


def _come_and_go(table: FloorTable) -> None:
    seat, sitting = min(table.state.seats.items())
    answer = table.ask(Leave(sitting.account, seat))
    assert not isinstance(answer, Refusal)
    table.must(Sit(sitting.account, "", seat, BUY_IN))


def make_sheet(name: str, question: ReportQuery, entries: Iterable[Entry]) -> ReportSheet:
    """Make a report from entries."""
    run = ReportRun(REPORTS[name], question)
    for entry in entries:
        run.add(entry)
    return run.sheet()
