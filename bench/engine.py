"""Rounds a second through the table engine, on one core.

Each round gets a shoe of its own, shuffled before the clock starts, and is played to its end by
`basic_play`, from the bets to the last settled wager. What is timed is therefore the engine alone:
no shuffling, no printing, no record. Seconds are the processor's, so that other processes change
them little.

Usage: python bench/engine.py                    the table
       python bench/engine.py --seconds 2        longer repeats, for a quieter figure
       python bench/engine.py --against FOLDER   by turns with another checkout of the project
       python bench/engine.py --profile 7        where the time goes, with that many seats
"""

import argparse
import cProfile
import os
import pstats
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from processor import machine

from pitboss.cards import Card
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.model import OptionValue
from pitboss.sitting.basic_play import basic_play

GOALS = {(1, False): 15_000, (1, True): 7_500, (7, False): 3_500, (7, True): 1_500}
"""Rounds a second, by seats and whether there are side wagers."""
REPEATS = 7
SHOES = 500
WARM = 20
"""Rounds before the clock starts."""
CARDS_MAX = 150
"""Of each shoe; more than seven seats ever use."""
SEED = 21

OPTIONS: dict[str, OptionValue] = {"decks": 6, "soft17": "hit", "redouble": True}
PLAIN = House(game="wa/spanish-21", options=OPTIONS, tables={})
FULL = House(
    game="wa/spanish-21",
    options={**OPTIONS, "bonus_cards": 2},
    tables={"match-up": "2", "match-down": "2", "jackpot-1": "3c-5", "jackpot-2": "4d-7"},
    jackpots={
        "jackpot-1": JackpotSetup(scheme="progressive", wager=500, seed="5000.00"),
        "jackpot-2": JackpotSetup(scheme="progressive", wager=100, seed="1000.00"),
    },
)
SIDE_WAGERS = {
    "match-up": 500,
    "match-down": 500,
    "match-bonus-1": 100,
    "match-bonus-2": 100,
    "jackpot-1": 500,
    "jackpot-2": 100,
}


@dataclass(frozen=True)
class Case:
    """One line of the table."""

    seats: int
    side_wagers: bool

    @property
    def goal(self) -> int:
        """Rounds a second that it should reach."""
        return GOALS[self.seats, self.side_wagers]

    @property
    def title(self) -> str:
        """What the line says."""
        wagers = "main and six side wagers" if self.side_wagers else "main wager"
        return f"{self.seats} seat{'s' if self.seats > 1 else ''}, {wagers}"

    def setup(self) -> Setup:
        """Return the table it is played on."""
        return prepare(FULL if self.side_wagers else PLAIN)

    def bets(self) -> list[Bets]:
        """Return what every seat puts down."""
        wagers = {"main": 1000} | (SIDE_WAGERS if self.side_wagers else {})
        return [Bets(seat, wagers) for seat in range(1, self.seats + 1)]


CASES = [Case(seats, side) for seats in (1, 7) for side in (False, True)]


def shoes(setup: Setup) -> list[list[Card]]:
    """Return shuffled shoes, the same in every run."""
    rng = random.Random(SEED)  # noqa: S311 - repeatable is what a benchmark wants
    cards = setup.shoe.cards()
    return [rng.sample(cards, CARDS_MAX) for _ in range(SHOES)]


def play(setup: Setup, bets: list[Bets], cards: list[Card]) -> int:
    """Play one round; return how many events it had."""
    played = Round.start(setup, bets)
    played.play(iter(cards), basic_play)
    return len(played.events)


def rate(case: Case, seconds: float) -> tuple[float, float]:
    """Return rounds a second in one repeat, and the events of an average round."""
    setup, bets = case.setup(), case.bets()
    orders = shoes(setup)
    for cards in orders[:WARM]:
        play(setup, bets, cards)
    count = events = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        events += play(setup, bets, orders[count % SHOES])
        count += 1
    return count / spent, events / count


def rate_in(folder: Path, number: int, seconds: float) -> float:
    """Return rounds a second of a case with another checkout, in a process of its own."""
    command = [sys.executable, __file__, "--case", str(number), "--seconds", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def measure(seconds: float) -> None:
    """Print the table."""
    print(f"{machine()}; {REPEATS} repeats of {seconds} s each")
    print()
    print("| table | rounds a second | spread | seats a second | events a round | goal | x goal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for case in CASES:
        repeats = [rate(case, seconds) for _ in range(REPEATS)]
        rates, events = [rate for rate, _ in repeats], repeats[0][1]
        median = statistics.median(rates)
        spread = f"{min(rates):,.0f} to {max(rates):,.0f}"
        figures = (
            f"{median * case.seats:,.0f} | {events:.1f} | {case.goal:,} | {median / case.goal:.2f}"
        )
        print(f"| {case.title} | {median:,.0f} | {spread} | {figures} |", flush=True)


def compare(folder: Path, seconds: float) -> None:
    """Print the best of each checkout, taken by turns."""
    print(f"{machine()}; best of {REPEATS} by turns, {seconds} s each")
    print()
    print("| table | there | here | x |")
    print("| --- | ---: | ---: | ---: |")
    here = Path(__file__).parents[1]
    for number, case in enumerate(CASES):
        rates: dict[Path, float] = {}
        for _ in range(REPEATS):
            for checkout in (folder, here):
                rates[checkout] = max(rates.get(checkout, 0), rate_in(checkout, number, seconds))
        figures = f"{rates[folder]:,.0f} | {rates[here]:,.0f} | {rates[here] / rates[folder]:.2f}"
        print(f"| {case.title} | {figures} |", flush=True)


def profile(seats: int) -> None:
    """Print where the time of a table with all its side wagers goes."""
    case = Case(seats, side_wagers=True)
    setup, bets = case.setup(), case.bets()
    orders = shoes(setup)
    profiler = cProfile.Profile()
    profiler.enable()
    for cards in orders:
        play(setup, bets, cards)
    profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def main(arguments: list[str]) -> None:
    """Measure or profile."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one repeat")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="compare with a checkout")
    parser.add_argument("--case", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--profile", type=int, metavar="SEATS", help="profile instead")
    options = parser.parse_args(arguments)
    if options.profile:
        profile(options.profile)
    elif options.case is not None:
        print(rate(CASES[options.case], options.seconds)[0])
    elif options.against:
        compare(options.against.resolve(), options.seconds)
    else:
        measure(options.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
