"""Rounds a second through the table engine, on one core.

Each round gets a shoe of its own, shuffled before the clock starts, and is played to its end by
`basic_play`, from the bets to the last settled wager. What is timed is therefore the engine alone:
no shuffling, no printing, no record.

Usage: python bench/engine.py                    the table
       python bench/engine.py --seconds 2        longer repeats, for a quieter figure
       python bench/engine.py --profile 7        where the time goes, with that many seats
"""

import argparse
import cProfile
import os
import platform
import pstats
import random
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pitboss.cards import Card
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House, JackpotSetup
from pitboss.rulebook.model import OptionValue
from pitboss.table.basic_play import basic_play

GOAL = 3000
"""Rounds a second: the goal of the engine's issue."""
REPEATS = 7
SHOES = 500
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
    this = Round.start(setup, bets)
    this.play(iter(cards), basic_play)
    return len(this.events)


def rate(case: Case, seconds: float) -> tuple[list[float], float]:
    """Return rounds a second in each repeat, and the events of an average round."""
    setup, bets = case.setup(), case.bets()
    orders = shoes(setup)
    rates, events, rounds = [], 0, 0
    for _ in range(REPEATS):
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            events += play(setup, bets, orders[count % SHOES])
            count += 1
        rates.append(count / spent)
        rounds += count
    return rates, events / rounds


def machine() -> str:
    """Describe what this runs on, as far as it matters here."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{python}, {platform.machine()}, {os.cpu_count()} cores, commit {commit or 'unknown'}"


def measure(seconds: float) -> None:
    """Print the table."""
    print(f"{machine()}; {REPEATS} repeats of {seconds} s each")
    print()
    print(f"| table | rounds a second | spread | seats a second | events a round | x {GOAL} |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for case in CASES:
        rates, events = rate(case, seconds)
        median = statistics.median(rates)
        spread = f"{min(rates):,.0f} to {max(rates):,.0f}"
        figures = f"{median * case.seats:,.0f} | {events:.1f} | {median / GOAL:.2f}"
        print(f"| {case.title} | {median:,.0f} | {spread} | {figures} |", flush=True)


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
    parser.add_argument("--profile", type=int, metavar="SEATS", help="profile instead")
    options = parser.parse_args(arguments)
    if options.profile:
        profile(options.profile)
    else:
        measure(options.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
