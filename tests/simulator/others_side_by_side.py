"""Games that are not blackjack alone: a round by kernel and table engine, to the cent."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

import numpy as np

from pitboss.cards import Card
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import JackpotAwarded, WagerSettled
from pitboss.engine.meter import Meter
from pitboss.engine.setup import Setup, open_meters, prepare
from pitboss.engine.state import State
from pitboss.rulebook.house import house_from
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.reading.library import games
from pitboss.simulator.backends import cpu
from pitboss.simulator.cells.job import CellJob, CellLayout, cell_job
from pitboss.simulator.kinds import KINDS, make_named_job
from pitboss.simulator.random.shuffle import FRONTIER, START
from pitboss.simulator.result import Simulation
from pitboss.simulator.tally import BASE
from tests.engine.houses import random_house
from tests.simulator.side_by_side import GAMES as BLACKJACK_GAMES
from tests.simulator.side_by_side import (
    SEATS,
    Compared,
    Dealt,
    Kernel,
    compare_wager,
    of_wager,
)

Array = Any
GAMES = tuple(sorted({game.id for game in games()} - set(BLACKJACK_GAMES)))


def random_setup(rng: random.Random, game_id: str) -> Setup:
    """Return any house of a game, its main wagers without limits."""
    house = random_house(rng, game_id)
    house.get("limits", {}).clear()
    return prepare(house_from(house))


def random_job(
    rng: random.Random, setup: Setup, layout: CellLayout, seats: int | None = None
) -> CellJob:
    """Return a job with any number of seats, dealt in any way that the game has."""
    size = len(setup.shoe.cards())
    most = layout.cards_most
    fitting = [number for number in SEATS if (number + 1) * most <= size]
    cut = None
    if size > 2 * 52:
        cut = rng.choice((None, size // 4, size * 3 // 4))
    return cell_job(
        layout,
        seats=rng.choice(fitting or [1]) if seats is None else seats,
        seed=rng.randrange(2**64),
        burn=rng.choice((0, 1, 5)),
        cut=cut,
    )


class CellKernel(Kernel):
    """A job's kernel, a shoe at a time."""

    def __init__(self, job: CellJob) -> None:
        super().__init__(job)
        again = job.setup.round == RoundKind.HOLDEM and job.layout.tables.has_poker
        self.before = without_poker(job) if again else None

    def play(self, number: int) -> Dealt:
        """Play shoe *number*; return its cards in the order they were dealt, and its marks."""
        marks = self.marks(self.job, number)
        cards = self.dealt()
        again = []
        if self.before:  # two cards stay in front; what was dealt before them is played once more
            again = cards[2:]
            self.marks(self.before, number)
            cards = self.dealt()
        return Dealt(cards, marks, again=again)

    def dealt(self) -> list[Card]:
        """Return the cards in the order they were dealt, from what the kernel left."""
        shoe, state, *_ = self.memory
        assert int(state[FRONTIER]) <= len(self.job.full_shoe), "dealt beyond the shoe"
        assert int(state[START]) < len(self.job.full_shoe)
        return [Card(card) for card in shoe[self.job.burn : int(state[FRONTIER])].tolist()]


def without_poker(job: CellJob) -> CellJob:
    """Return 21-Hold 'em of which the blackjack part alone is played."""
    tables = job.layout.tables._replace(has_poker=False)
    return replace(job, layout=replace(job.layout, tables=tables))


@dataclass
class Marked:
    """The marks of one round, read."""

    cells: list[int]
    nets: list[list[int]]
    """Part -> cents won, seat by seat."""
    combinations: list[list[int]]
    """Wager -> what came of it, seat by seat."""
    envy: list[int]


def read(job: CellJob, marks: list[int]) -> Marked:
    """Read the marks of a round by the sections they are in."""
    sections = job.sections
    marked = Marked([], [[] for _ in job.layout.parts], [[] for _ in job.wagers], [])
    for mark in marks:
        if mark < len(job.layout.cells):
            marked.cells.append(mark)
        elif mark < sections.combinations:
            part = next(
                number
                for number, (middle, half) in enumerate(zip(sections.nets, job.halves, strict=True))
                if abs(mark - middle) <= half
            )
            net = int(mark - sections.nets[part]) * job.units[part]
            marked.nets[part].append(net)
        elif mark < sections.envy:
            number, combination = of_wager(job, mark - sections.combinations)
            marked.combinations[number].append(combination)
        else:
            marked.envy.append(mark - sections.envy)
    return marked


class Comparison:
    """One table, played by both."""

    def __init__(self, job: CellJob, about: str, main: int = BASE) -> None:
        self.job = job
        self.about = about
        self.main = main
        self.kernel = CellKernel(job)
        self.meters: Mapping[str, Meter] = open_meters(job.setup, {}, {})
        self.compared = Compared(houses=1)
        self.counts = np.zeros(job.counters, dtype=np.int64)
        self.won: Counter[str] = Counter()
        self.squares = [0] * len(job.layout.parts)
        placed = dict.fromkeys(job.layout.placed, main)
        placed |= {wager.id: wager.stake for wager in job.wagers}
        self.bets = [Bets(seat, placed) for seat in range(1, job.seats + 1)]

    def shoes(self, first: int, count: int) -> Compared:
        """Play shoes by both, and compare what they came to all together."""
        for number in range(first, first + count):
            self._shoe(number)
        self._together(first, count)
        return self.compared

    def cards(self, played: Round, cards: Iterator[Card], again: list[Card]) -> Iterator[Card]:
        """Yield the cards of a round as the engine takes them."""
        yield from takewhile(lambda _: not played.state.was_reshuffled, cards)
        yield from again

    def _decide(self, state: State, question: Question) -> Action:
        return KINDS[self.job.setup.round].decide(self.job.layout, state, question)

    def _shoe(self, number: int) -> None:
        dealt = self.kernel.play(number)
        cards = iter(dealt.cards)
        for turn, marks in enumerate(dealt.marks):
            played = Round.start(self.job.setup, self.bets, self.meters)
            state = played.play(self.cards(played, cards, dealt.again), self._decide)
            self._round(played, state, read(self.job, marks), f"{self.about}, {number}/{turn}")
            np.add.at(self.counts, marks, 1)
            self.meters = state.meters
        self.compared.shoes += 1

    def _round(self, played: Round, state: State, marked: Marked, about: str) -> None:
        for number, part in enumerate(self.job.layout.parts):
            nets = marked.nets[number]
            assert len(nets) == self.job.seats, about
            for seat in range(1, self.job.seats + 1):
                lines = [
                    line
                    for line in state.settled
                    if line.seat == seat and line.wager in part.wagers
                ]
                net = sum(
                    line.net * (1 if self._is_side(line) else BASE / self.main) for line in lines
                )
                assert net == nets[seat - 1], (about, part.id, seat, lines, marked)
            self.squares[number] += (sum(nets) // self.job.units[number]) ** 2
        self._wagers(state, marked, about)
        self.compared.awards += sum(isinstance(event, JackpotAwarded) for event in played.events)
        self.compared.rounds += 1
        self.compared.seats += self.job.seats
        self.compared.hands += len(marked.cells)
        self.compared.seen.update(
            name for cell in marked.cells for name in self.job.layout.cells[cell].events
        )

    def _is_side(self, line: WagerSettled) -> bool:
        return any(line.wager == wager.id for wager in self.job.wagers)

    def _wagers(self, state: State, marked: Marked, about: str) -> None:
        for number, wager in enumerate(self.job.wagers):
            self.won[wager.id] += compare_wager(wager, state, marked.combinations[number], about)
            self.compared.wagers += len(marked.combinations[number])
        envied = [line.net for line in state.settled if line.wager == "envy"]
        self.won["envy"] += sum(envied)
        assert len(envied) == len(marked.envy), about

    def _together(self, first: int, count: int) -> None:
        """All shoes at once: counters, what wagers won with limits and meters, and the meters."""
        tally = cpu.play(self.job, first, count)
        at = self.job.sections.squares
        self.counts[at:] = self.squares
        assert tally.rounds == self.compared.rounds, self.about
        assert np.array_equal(tally.counts, self.counts), self.about
        simulation = Simulation(self.job, tally)
        for result in simulation.wagers:
            assert result.total == self.won[result.id], (self.about, result)
            if result.meter is not None:
                assert result.meter.meter == self.meters.get(result.id), self.about
        assert sum(result.envy for result in simulation.wagers) == self.won["envy"], self.about


def compare(rng: random.Random, game_id: str, strategy: str, rounds: int) -> Compared:
    """Compare at least so many rounds at any table of a game; return what was compared."""
    setup = random_setup(rng, game_id)
    job = random_job(rng, setup, make_named_job(setup, strategy).layout)
    main = BASE * rng.choice((1, 5, 25))
    for wager in job.wagers:
        if wager.side.spot.wager.equals in job.layout.placed:
            main = wager.stake
    about = f"{game_id} {dict(setup.configured.options)}, {job.seats} seats, seed {job.seed}"
    comparison = Comparison(job, f"{about}, {strategy}, main {main}", main)
    first = rng.randrange(2**40)
    shoes = 1
    while cpu.play(job, first, shoes).rounds < rounds:  # shoes have more rounds or fewer
        shoes += 1
    return comparison.shoes(first, shoes)
