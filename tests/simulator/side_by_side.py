"""The table engine and the kernels, hand by hand: the same shoe and the same decisions.

A shoe is played by the kernel first, which leaves the cards as they were dealt and the marks of
every round. The engine is then given those cards and a player who decides by the same strategy.
What every hand, wager and seat wins must be the same to the cent, and so must every meter.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, Self

import numpy as np

from pitboss.cards import Card
from pitboss.compiled.card_classes import EVERY_CARD
from pitboss.engine.actions import ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken, JackpotAwarded, WagerSettled
from pitboss.engine.legal import EARLY_SURRENDER
from pitboss.engine.meter import Meter
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.state import State
from pitboss.exact.blackjack.solver import Rules
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.library import games
from pitboss.simulator.backends import cpu
from pitboss.simulator.blackjack.best_play import best_play
from pitboss.simulator.blackjack.engine_player import Player, decide, player
from pitboss.simulator.blackjack.job import BlackjackJob, make_job
from pitboss.simulator.blackjack.play import COLUMN_BITS
from pitboss.simulator.buffers import SLOTS_ROOM
from pitboss.simulator.hand_results import Ending, HandResult
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import KINDS
from pitboss.simulator.meters import MeterHistory
from pitboss.simulator.random.shoes import shoe_memory
from pitboss.simulator.random.shuffle import FRONTIER, START
from pitboss.simulator.result import Simulation
from pitboss.simulator.side_wagers import Wager
from pitboss.simulator.tally import BASE, HIT_FIELDS, UNLIMITED, Tally
from tests.engine.houses import random_house
from tests.simulator.random_strategies import random_strategy

Array = Any
GAMES = tuple(sorted(game.id for game in games() if KINDS[game.round].decide is decide))
"""Every game there is a simulation of."""
SEATS = (*[1] * 6, 2, 2, 2, 3, 3, 4, 5, 6, 7)
"""One seat as often as not: a full table takes the engine long."""
ROUNDS_MAX = 400
"""More rounds than a shoe has."""
HITS_ROOM = 1 << 12
CARDS_A_HAND = 12
"""So many cards for every hand that is dealt, splits included, are enough in any round."""
STACKED = 0.3
"""The part of tables whose shoe is stacked."""
RICH_RANKS = (5, 6, 7, 11, 12, 0)
"""Ranks of bonus 21s, blackjacks and royal pairs, with which a shoe may be stacked."""


@dataclass(frozen=True)
class Table:
    """A job, with what is put on the table to play it by hand."""

    job: BlackjackJob
    main: int
    """Cents on a main wager; the simulation has `BASE` there."""
    about: str

    @cached_property
    def seeing(self) -> BlackjackJob:
        """The same job where all cards are told apart, so that they can be read from its shoe."""
        job = replace(self.job)
        job.__dict__["classes"] = EVERY_CARD
        return job

    @cached_property
    def bets(self) -> list[Bets]:
        """What every seat puts down before the deal."""
        setup = self.job.setup
        placed = dict.fromkeys(setup.mains, self.main)
        for wager in self.job.wagers:
            if wager.side.spot.wager.made == Moment.BEFORE_DEAL:
                placed[wager.id] = wager.stake
        return [Bets(seat, placed) for seat in range(1, self.job.seats + 1)]

    @cached_property
    def decide(self) -> Player:
        """The player of every seat."""
        stakes = {wager.id: wager.stake for wager in self.job.wagers}
        return player(self.job.layout.strategy, stakes)


def random_table(rng: random.Random, game_id: str, *, best: bool = False) -> Table:
    """Return a table of any house, with any strategy or the best, and any number of seats."""
    setup, house = _house(rng, game_id)
    strategy = best_play(setup) if best else random_strategy(Rules.from_setup(setup), rng)
    size = len(setup.shoe.cards())
    mains = len(setup.mains)
    seats = rng.choice([number for number in SEATS if number * mains * CARDS_A_HAND <= size])
    job = make_job(
        strategy,
        seats=seats,
        seed=rng.randrange(2**64),
        burn=rng.choice((0, 1, 1, 5)),
        cut=_cut(rng, size, seats * mains),
    )
    main = _main(rng, setup, job.wagers)
    about = f"{house}, {seats} seats, burn {job.burn}, cut {job.cut}, seed {job.seed}, main {main}"
    table = Table(job, main, about)
    if rng.random() < STACKED:
        _stack(rng, table)
    return table


def _house(rng: random.Random, game_id: str) -> tuple[Setup, dict[str, Any]]:
    house = random_house(rng, game_id)
    for main in ("main", "main-1", "main-2"):  # a doubled wager must not meet its own limit
        house.get("limits", {}).pop(main, None)
    return prepare(house_from(house)), house


def _cut(rng: random.Random, size: int, hands: int) -> int | None:
    """A fresh shoe, a cut card anywhere, or one so late that rounds go on beyond the end."""
    enough = CARDS_A_HAND * (hands + 1)  # so many were dealt before that can be shuffled in
    deep = size if size > 2 * enough else None
    return rng.choice((None, size // 4, size * 3 // 4, deep, deep))


def _main(rng: random.Random, setup: Setup, wagers: tuple[Wager, ...]) -> int:
    """Whole dollars within the limits, as much as wagers that are capped by it, and often more."""
    options = setup.configured.options
    capped = (w.stake for w in wagers if options.get(f"{w.id.replace('-', '_')}_up_to_main"))
    least = -(-max(BASE, setup.main_min, *capped, 0) // BASE) * BASE
    most = setup.main_max
    fit = [least * times for times in (1, 5, 25) if most is None or 8 * least * times <= most]
    return rng.choice(fit or [least])


def _stack(rng: random.Random, table: Table) -> None:
    """Fill a third of the shoe with few cards: bonus 21s, matches and jackpots come often."""
    shoe = table.seeing.full_shoe.copy()
    kinds = sorted(set(shoe.tolist()))
    ranks = set(rng.sample(RICH_RANKS, 3))
    suits = set(rng.sample(range(4), rng.randint(1, 2)))
    few = [card for card in kinds if card >> 2 in ranks and card & 3 in suits] or kinds
    for place in rng.sample(range(len(shoe)), len(shoe) // 3):
        shoe[place] = rng.choice(few)
    table.seeing.__dict__["full_shoe"] = shoe
    seen = table.job.classes.class_of
    table.job.__dict__["full_shoe"] = np.array([seen[card] for card in shoe], dtype=np.uint8)


@dataclass
class Dealt:
    """One shoe as the kernel played it."""

    cards: list[Card]
    marks: list[list[int]]
    ran_out: bool = False
    again: list[Card] = field(default_factory=list)
    """Cards that were dealt once the deck had been shuffled again."""


class Kernel:
    """A job's kernel, a shoe at a time."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.memory = shoe_memory(len(job.full_shoe))
        self.used = 0
        self.trace = np.zeros((ROUNDS_MAX, SLOTS_ROOM), dtype=np.int64)
        self.counts = np.zeros(job.counters, dtype=np.int64)  # counted, and not read
        self.hits = np.zeros((HITS_ROOM, HIT_FIELDS), dtype=np.int64)

    def play(self, number: int) -> Dealt:
        """Play shoe *number*; return its cards in the order they were dealt, and its marks."""
        marks = self.marks(self.job, number)
        shoe, state, *_ = self.memory
        begins = int(state[START])
        placed = int(state[FRONTIER])
        last = shoe[begins:placed].tolist()
        ran_out = placed > len(self.job.full_shoe)
        if ran_out:  # what was dealt before has been shuffled: look at it before the last round
            self.marks(self.job, number, len(marks) - 1)
        before = shoe[self.job.burn : begins].tolist()
        return Dealt([Card(card) for card in before + last], marks, ran_out)

    def marks(self, job: Job, number: int, limit: int = UNLIMITED) -> list[list[int]]:
        """Play shoe *number* of a job; return the marks of its rounds."""
        self.trace[: self.used] = 0
        played = np.zeros(1, dtype=np.int64)
        rounds, _ = cpu.play_shoes(
            job, number, 1, limit, self.counts, played, self.hits, self.trace, self.memory
        )
        self.used = rounds
        assert rounds <= ROUNDS_MAX
        return [(row[: np.argmin(row)] - 1).tolist() for row in self.trace[:rounds]]


@dataclass
class Marked:
    """The marks of one round, read."""

    hands: list[list[tuple[HandResult, int]]]
    """Seat -> its hands: the end, and what it won in cents."""
    nets: list[int]
    total: int
    insured: list[bool]
    combinations: list[list[int]]
    """Wager -> what came of it, seat by seat, where it was made."""


def read(job: BlackjackJob, marks: list[int]) -> Marked:
    """Read the marks of a round by the sections they are in."""
    hands_at, nets_at, totals_at, combinations_at, insured_at = job.sections.full
    sections = job.sections
    unit = job.sections.unit
    marked = Marked([[]], [], 0, [], [[] for _ in job.wagers])
    for mark in marks:
        if mark < hands_at + sections.cells:
            end = mark >> COLUMN_BITS
            column = mark & (1 << COLUMN_BITS) - 1
            marked.hands[-1].append((job.layout.results[end], int(job.layout.pays[end, column])))
        elif mark < sections.cells + sections.nets:
            marked.nets.append((mark - nets_at) * unit)
            marked.hands.append([])
        elif mark < combinations_at:
            marked.total = (mark - totals_at) * unit
        elif mark < insured_at:
            number, combination = of_wager(job, mark - combinations_at)
            marked.combinations[number].append(combination)
        else:
            marked.insured.append(mark > insured_at)
    assert marked.hands.pop() == []
    return marked


def of_wager(job: Job, place: int) -> tuple[int, int]:
    """Return the wager and the combination of a counter of combinations."""
    for number, wager in enumerate(job.wagers):
        if place < wager.combinations:
            return number, place
        place -= wager.combinations
    raise AssertionError(place)


@dataclass
class Compared:
    """What was compared."""

    rounds: int = 0
    seats: int = 0
    hands: int = 0
    wagers: int = 0
    shoes: int = 0
    ran_out: int = 0
    awards: int = 0
    houses: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    """How often hands ended in each way."""

    def __iadd__(self, other: Compared) -> Self:
        for name, more in vars(other).items():
            setattr(self, name, getattr(self, name) + more)
        return self


class Comparison:
    """One table, played by both."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.job = table.seeing
        self.kernel = Kernel(table.seeing)
        self.meters: Mapping[str, Meter] = open_meters(table.job.setup, {}, {})
        self.compared = Compared(houses=1)
        self.counts = np.zeros(table.job.sections.full_size, dtype=np.int64)
        self.won: Counter[str] = Counter()
        self.awarded: Counter[str] = Counter()

    def rounds(self, first: int, wanted: int) -> Compared:
        """Compare on so many shoes from *first* on that they have about as many rounds."""
        return self.shoes(first, -(-wanted // len(self.kernel.play(first).marks)))

    def shoes(self, first: int, count: int) -> Compared:
        """Play shoes by both, hand by hand, and then compare what they came to all together."""
        for number in range(first, first + count):
            self._shoe(number)
        self._together(cpu.play(self.table.job, first, count))
        return self.compared

    def _shoe(self, number: int) -> None:
        dealt = self.kernel.play(number)
        cards = iter(dealt.cards)
        for turn, marks in enumerate(dealt.marks):
            played = Round.start(self.job.setup, self.table.bets, self.meters)
            state = played.play(cards, self.table.decide)
            about = f"{self.table.about}, shoe {number}, round {turn}"
            self._round(played, state, read(self.job, marks), about)
            np.add.at(self.counts, marks, 1)
            self.meters = state.meters
        self.compared.shoes += 1
        self.compared.ran_out += dealt.ran_out

    def _round(self, played: Round, state: State, marked: Marked, about: str) -> None:
        assert len(marked.nets) == self.job.seats, about
        assert sum(marked.nets) == marked.total, about
        for place in range(self.job.seats):
            lines = [line for line in state.settled if line.seat == place + 1]
            self._seat(lines, marked.hands[place], marked.nets[place], f"{about}, seat {place + 1}")
        for number, wager in enumerate(self.job.wagers):
            self.won[wager.id] += compare_wager(wager, state, marked.combinations[number], about)
            self.compared.wagers += len(marked.combinations[number])
        self._insurance(played, state, marked, about)
        for event in played.events:
            if isinstance(event, JackpotAwarded):
                self.awarded[event.wager] += event.amount
                self.compared.awards += 1
        self.compared.rounds += 1

    def _seat(
        self, lines: list[WagerSettled], hands: list[tuple[HandResult, int]], net: int, about: str
    ) -> None:
        main = self.table.main
        mains = self.job.setup.mains
        mine = [line for line in lines if line.wager in mains]
        assert sum(won for _, won in hands) == net, about
        assert sum(line.net for line in mine) * BASE == net * main, (about, mine, hands)
        settled = sorted((line.stake * BASE, line.net * BASE) for line in mine)
        ended = sorted((end.money.stake * main, won * main) for end, won in hands)
        assert settled == ended, (about, mine, hands)
        named = Counter(line.outcome for line in mine)
        for name in {end.name for end, _ in hands if end.ending is Ending.PAID}:
            assert named[name] or "blackjack" in name, (about, name, mine)
        self._super_bonus(lines, [end for end, _ in hands], about)
        self.compared.seats += 1
        self.compared.hands += len(hands)
        self.compared.seen.update(f"{end.ending}: {end.name}" for end, _ in hands)

    def _super_bonus(self, lines: list[WagerSettled], ends: list[HandResult], about: str) -> None:
        terms = self.job.setup.configured.game.super_bonus
        if terms is not None and self.table.main >= min(band.wager_min for band in terms.bands):
            paid = any(line.wager == "super-bonus" for line in lines)
            assert paid == any(end.super_bonus for end in ends), about
            self.compared.seen["super bonus"] += paid

    def _insurance(self, played: Round, state: State, marked: Marked, about: str) -> None:
        """Whoever is asked about insurance is marked; it would win where there is a blackjack."""
        offers = {
            event.seat
            for event in played.events
            if isinstance(event, ActionTaken)
            and event.action == ActionKind.DECLINE
            and event.wager != EARLY_SURRENDER
        }
        blackjack = len(state.dealer) == 2 and state.dealer_total == 21
        assert len(marked.insured) == len(offers), (about, offers, state.dealer)
        assert all(won == blackjack for won in marked.insured), (about, marked.insured)

    def _together(self, tally: Tally) -> None:
        """All shoes at once: counters, what wagers won with limits and meters, and the meters."""
        about = self.table.about
        assert tally.rounds == self.compared.rounds, about
        if self.table.job.is_lean:  # which does not look at insurance
            self.counts[self.job.sections.full.insurance :] = 0
        assert np.array_equal(tally.counts, self.counts), about
        simulation = Simulation(self.job, tally)
        assert simulation.digest
        for result in simulation.wagers:
            assert result.total == self.won[result.id], (about, result)
            if result.meter is not None:
                self._meter(result.meter)

    def _meter(self, history: MeterHistory) -> None:
        about = (self.table.about, history)
        assert history.awarded == self.awarded[history.wager], about
        assert history.meter == self.meters.get(history.wager), about


def compare_wager(wager: Wager, state: State, combinations: list[int], about: str) -> int:
    """Compare what a wager came to, seat by seat; return the cents that the seats won."""
    lines = [line for line in state.settled if line.wager == wager.id]
    lines.sort(key=attrgetter("seat"))
    assert len(lines) == len(combinations), (about, wager.id, lines, combinations)
    for line, combination in zip(lines, combinations, strict=True):
        names = " + ".join(row.name for row in wager.combination_rows(combination)) or "lose"
        assert line.outcome == names, (about, line, names)
        assert line.stake == wager.stake, (about, line)
        if not wager.is_fed(combination) and not wager.limit:
            assert line.net == wager.net(combination), (about, line)
    return sum(line.net for line in lines)
