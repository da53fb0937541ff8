"""The simulator on a CUDA device: the same counts as on the processor, how fast, and how exact.

    python bench/gpu.py identity [--rounds N]
    python bench/gpu.py speed [--peer FOLDER] [--seconds S]
    python bench/gpu.py exact [--rounds N]

`--peer` is a checkout of hhoppe/blackjack, whose CUDA version then plays the same plain blackjack
in the same run: six decks, dealer hits soft 17, double after split, resplit to four, the cut card
at 75 %.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.engine.setup import prepare
from pitboss.exact.solution import solve
from pitboss.exact.switch import solve_switch
from pitboss.rulebook.house import house_from
from pitboss.simulate.best_play import strategy_of, switch_strategy
from pitboss.simulate.blackjack_job import BlackjackJob, make_job
from pitboss.simulate.gpu import Cuda
from pitboss.simulate.result import Simulation
from pitboss.simulate.run import Threads, block_shoes, play

REPEATS = 5
SLOWER = 10
"""Whole tables take about ten times as long as one seat with its main wager alone."""
PENETRATION = 0.75
WASHINGTON = {"decks": 6, "soft17": "hit", "redouble": True}
JACKPOT = {
    "tables": {"match-up": "2", "match-down": "2", "jackpot-1": "3c-5"},
    "jackpots": {
        "jackpot-1": {
            "scheme": "progressive",
            "wager": 500,
            "contribution": "21%",
            "seed": "5000.00",
        }
    },
}
HOUSES: dict[str, dict[str, Any]] = {
    "plain blackjack": {"game": "reference/blackjack", "options": {"decks": 6, "soft17": "hit"}},
    "Spanish 21, main wager": {"game": "wa/spanish-21", "options": WASHINGTON, "tables": {}},
    "Spanish 21, jackpot and matches": {
        "game": "wa/spanish-21",
        "options": WASHINGTON,
        **JACKPOT,
    },
    "ilani, main wager": {"game": "ilani/spanish-21", "tables": {}},
    "Bet Bigger, main wager": {"game": "bet-bigger/spanish-21", "tables": {}},
    "Free Bet, main wager": {"game": "co/free-bet", "tables": {}},
    "Ride Free, main wager": {"game": "co/ride-free", "tables": {}},
    "Blackjack Switch": {"game": "co/blackjack-switch"},
}


def solved(name: str) -> tuple[Any, float]:
    """Return the best strategy of a house, and the exact edge."""
    setup = prepare(house_from(HOUSES[name]))
    if name == "Blackjack Switch":
        switch = solve_switch(setup)
        return switch_strategy(switch), float(switch.edge)
    solution = solve(setup)
    return strategy_of(solution), solution.house_edge


def dealt(name: str, *, seats: int = 1) -> BlackjackJob:
    """Return a job that deals a shoe through to the cut card."""
    strategy, _ = solved(name)
    size = strategy.rules.setup.shoe.size
    return make_job(strategy, seats=seats, seed=1, burn=0, cut=round(size * PENETRATION))


def digest(job: BlackjackJob, pool: Any, rounds: int) -> str:  # noqa: ANN401 - any pool
    """Return the fingerprint of a run."""
    *_, last = play(job, rounds, pool)
    return Simulation(job, last.tally).digest


def identity(rounds: int) -> Iterator[str]:
    """Yield a line for every game: whether processor and device agree."""
    for name in HOUSES:
        strategy, _ = solved(name)
        cut = round(strategy.rules.setup.shoe.size * PENETRATION)
        for seats in (1, 3, 7):
            for place in (None, cut):
                job = make_job(strategy, seats=seats, seed=11, cut=place)
                with Threads(os.cpu_count() or 1) as threads, Cuda() as device:
                    one, other = digest(job, threads, rounds), digest(job, device, rounds)
                how = "fresh" if place is None else "dealt"
                agree = "same" if one == other else "DIFFERENT"
                yield f"{agree:<10}{name}, {seats} seats, {how}, {rounds:,} rounds  {one[:16]}"


def rate(job: BlackjackJob, seconds: float) -> list[float]:
    """Return rounds a second, repeat by repeat."""
    shoes = block_shoes(job) * Cuda.blocks
    found = []
    with Cuda() as device:
        device.play(job, 0, shoes)
        for repeat in range(REPEATS):
            begin, rounds, first = time.perf_counter(), 0, (repeat + 1) << 40
            while time.perf_counter() - begin < seconds:
                rounds += device.play(job, first, shoes).rounds
                first += shoes
            found.append(rounds / (time.perf_counter() - begin))
    return found


def peer_rates(folder: Path, hands: int) -> list[float]:
    """Return the peer's rounds a second, in a process of its own."""
    program = f"""
import sys, time, numpy
numpy.row_stack = numpy.vstack
sys.path.insert(0, {str(folder)!r})
text = open({str(folder / "blackjack.py")!r}).read()
exec(compile(text.partition("def test_monte_carlo_house_edge_cuda")[0], "peer", "exec"), globals())
rules = Rules(num_decks=6, late_surrender=False)
for repeat in range({REPEATS} + 1):
    begin = time.perf_counter()
    _, played, _ = monte_carlo_house_edge_cuda(rules, Strategy(), {hands}, quiet=True)
    print("rate", played / (time.perf_counter() - begin))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    lines = [line for line in done.stdout.splitlines() if line.startswith("rate ")]
    if len(lines) <= 1:
        sys.exit(f"the peer did not run:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return [float(line.split()[1]) for line in lines[1:]]


def speed(peer: Path | None, seconds: float) -> Iterator[str]:
    """Yield the table of rates."""
    base = statistics.median(rates := peer_rates(peer, 4 * 10**10)) if peer else 0.0
    if peer:
        yield _row("peer, plain blackjack", rates, base)
    for name in HOUSES:
        yield _row(name, rate(dealt(name), seconds), base)
    for name in ("plain blackjack", "Spanish 21, jackpot and matches"):
        yield _row(f"{name}, 7 seats", rate(dealt(name, seats=7), seconds), base)
    for name in ("plain blackjack", "Spanish 21, main wager"):
        yield _row(f"{name}, fresh", rate(make_job(solved(name)[0], seed=1), seconds), base)


def _row(name: str, rates: list[float], base: float) -> str:
    middle = statistics.median(rates)
    ratio = f"{middle / base:8.2f} x peer" if base else ""
    spread = f"{min(rates) / 1e9:.2f} to {max(rates) / 1e9:.2f}"
    return f"{name:<42}{middle / 1e9:10.2f} G rounds/s ({spread}) {ratio}"


def exact(rounds: int) -> Iterator[str]:
    """Yield a line for every game: the simulated edge beside the exact one."""
    for name in HOUSES:
        if "jackpot" in name:
            continue
        strategy, edge = solved(name)
        job = make_job(strategy, seed=2026)
        asked = rounds if job.is_lean else rounds // SLOWER
        begin = time.perf_counter()
        with Cuda() as device:
            *_, last = play(job, asked, device)
        found = Simulation(job, last.tally).house_edge
        sigmas = (found.mean - edge) / found.standard_error
        yield (
            f"{name:<26}{asked:.0e} rounds in {time.perf_counter() - begin:6.1f} s: "
            f"{found.mean:.6%} +- {found.standard_error:.6%}, exact {edge:.6%}, {sigmas:+.2f} sigma"
        )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("identity", "speed", "exact"))
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--rounds", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=1.0)
    asked = parser.parse_args()
    np.seterr(all="ignore")
    lines = {
        "identity": lambda: identity(int(asked.rounds or 2_000_000)),
        "speed": lambda: speed(asked.peer, asked.seconds),
        "exact": lambda: exact(int(asked.rounds or 10**11)),
    }[asked.what]()
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
