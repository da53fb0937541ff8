"""The rounds of a run, played again by the table engine: the same cards, the same decisions.

The kernels count rounds and keep none. A shoe depends only on the seed and its number, so the
engine can deal the cards of every round to a player with the strategy of the run. The totals are
then compared with the counts of the kernels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from pitboss.engine.actions import Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import CardDealt, Place
from pitboss.engine.meter import Meter
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import open_meters
from pitboss.engine.state import State
from pitboss.rulebook.model import Moment
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import KINDS
from pitboss.simulator.random.shoes import DealtShoe
from pitboss.simulator.result import Simulation
from pitboss.simulator.tally import BASE


@dataclass(frozen=True, slots=True)
class ExportedRound:
    """One round of a run."""

    number: int
    """Its number among all rounds, from 0 on."""
    shoe: int
    """The number of its shoe."""
    round: Round


def main_cents(job: Job) -> int:
    """Return the cents on each wager of the main game: the least that the table takes.

    A simulation counts in main wagers of one dollar; the table may have a higher minimum, and side
    wagers may have to equal the main wager or stay below it.
    """
    setup = job.setup
    options = job.setup.configured.options
    if setup.main_wager is not None:
        return setup.main_wager
    least = [BASE, setup.main_min]
    for wager in job.wagers:
        if wager.side.spot.wager.equals in job.first_wagers:
            return wager.stake
        if options.get(f"{wager.id.replace('-', '_')}_up_to_main"):
            least.append(wager.stake)
    return -(-max(least) // BASE) * BASE


def seat_wagers(job: Job) -> dict[str, int]:
    """Return the wagers of every seat before the deal."""
    placed = dict.fromkeys(job.first_wagers, main_cents(job))
    for wager in job.wagers:
        if wager.side.spot.wager.made == Moment.BEFORE_DEAL:
            placed[wager.id] = wager.stake
    return placed


def shoe_of_run(job: Job) -> DealtShoe:
    """Return the shoes of a run; every card is its own class."""
    return DealtShoe(np.array(job.setup.shoe.cards(), dtype=np.uint8), job.cutting)


def play_rounds(job: Job, rounds: int) -> Iterator[ExportedRound]:
    """Yield the first *rounds* rounds of a run, each played to the end."""
    wagers = seat_wagers(job)
    shoe = shoe_of_run(job)
    bets = [Bets(seat, wagers) for seat in range(1, job.seats + 1)]
    meters: Mapping[str, Meter] = open_meters(job.setup, {}, {})
    number = 0
    shoes = 0
    while number < rounds:
        shoe.open(job.seed, shoes)
        index = job.burn
        while index < job.cut and number < rounds:
            shoe.begin_round(index)
            played = Round.start(job.setup, bets, meters)
            index = _play(played, shoe, index, job)
            meters = played.state.meters
            yield ExportedRound(number, shoes, played)
            number += 1
        shoes += 1


def _play(played: Round, shoe: DealtShoe, index: int, job: Job) -> int:
    """Play a round from the card at *index* on; return the index of the next card."""
    decide = KINDS[job.setup.round].decide
    first = index
    while (due := played.due) is not None:
        if isinstance(due, Question):
            played.act(decide(job.layout, played.state, due))
        elif isinstance(due, ReshuffleNeeded):
            up, down = _dealer_places(played)
            shoe.shuffle_but(first + up, first + down)
            index = 2
            played.reshuffle()
        else:
            assert isinstance(due, CardNeeded)
            played.deal(shoe.card(index))
            index += 1
    return index


def _dealer_places(played: Round) -> tuple[int, int]:
    """Return the places of the dealer's first two cards among the cards of a round."""
    dealt = (event for event in played.events if isinstance(event, CardDealt))
    up, down = [place for place, event in enumerate(dealt) if event.place is Place.DEALER][:2]
    return up, down


@dataclass
class Totals:
    """The totals of exported rounds, wager by wager."""

    rounds: int = 0
    won: Counter[str] = field(default_factory=Counter)
    """Wager -> cents won by all seats together."""

    def add(self, state: State) -> None:
        """Add a round."""
        self.rounds += 1
        for line in state.settled:
            self.won[line.wager] += line.net

    def differences(self, simulation: Simulation) -> dict[str, tuple[int, int]]:
        """Return where the totals differ from the counts: part or wager -> cents of both.

        The main game is counted for wagers of one dollar; the exported cents are scaled to that.
        """
        sides = {result.id: result.total for result in simulation.wagers}
        counted = {f"part {result.part.id}": result.total for result in simulation.parts}
        played = {
            f"part {result.part.id}": self._in_dollars(result.part.wagers, simulation.job)
            for result in simulation.parts
        }
        counted |= sides
        played |= {name: self.won[name] for name in sides}
        counted["rounds"] = simulation.rounds
        played["rounds"] = self.rounds
        return {
            name: (played[name], cents) for name, cents in counted.items() if played[name] != cents
        }

    def _in_dollars(self, wagers: tuple[str, ...], job: Job) -> int:
        """Return the result of the wagers of a part, in cents for each dollar of the main wager.

        A side wager is not scaled, unless it must be as large as the main wager.
        """
        main = main_cents(job)
        as_it_is = {w.id for w in job.wagers if w.side.spot.wager.equals not in job.first_wagers}
        own = sum(self.won[name] for name in wagers if name not in as_it_is)
        scaled, rest = divmod(own * BASE, main)
        assert rest == 0, "whole dollars win whole cents for each dollar"
        return scaled + sum(self.won[name] for name in wagers if name in as_it_is)
