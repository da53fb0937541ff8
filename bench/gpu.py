"""The simulator on a CUDA device: the same counts as on the processor, how fast, and how exact.

    python bench/gpu.py identity [--rounds N] [--only NAME]
    python bench/gpu.py speed [--peer FOLDER] [--seconds S] [--only NAME]
    python bench/gpu.py speed --as-opened [--seconds S] [--game GAME] [--plays] [--jobs N]
    python bench/gpu.py exact [--rounds N] [--only NAME]

`--as-opened` plays every game as `pitboss.table` opens it, plain and counted, in N processes that
compile beside each other; one at a time has the card to itself. Before a table is timed, shoes from
far away give the counts and deferred wins of the processor, or the line says DIFFERENT.

`--peer` is a checkout of hhoppe/blackjack, whose CUDA version then plays the same plain blackjack
in the same run: six decks, dealer hits soft 17, double after split, resplit to four, the cut card
at 75 %.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

import pitboss
from pitboss.counts import Counter, find_system, index_list, parse_ramp
from pitboss.engine.setup import prepare
from pitboss.exact.charts.cells import playable
from pitboss.exact.kinds import solve
from pitboss.questions.runs import CounterSettings
from pitboss.rulebook.house import house_from
from pitboss.simulator.backends import cpu
from pitboss.simulator.backends.gpu import Cuda
from pitboss.simulator.blackjack.job import BlackjackJob
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.settings import is_counted, read_counter
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.players import COUNTED_ROUNDS
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import Threads, block_shoes, play
from pitboss.simulator.tally import Tally

REPEATS = 5
AHEAD = 2
"""Pieces of work that a card has before it, as in a run."""
SLOWER = 10
"""Whole tables take about ten times as long as one seat with its main wager alone."""
PENETRATION = 0.75
HOWS = "plain", "counted", "plays"
"""How tables are played as they are opened; the last counts with index plays."""
SHOES_COMPARED = 20_000
COMPARED_FRESH = 30
"""Times as many where a shoe is a round."""
FAR = 2**33 + 5
ONE_DECK = 53
"""A game of one deck is shuffled before every round."""
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
    "Pai Jack": {"game": "co/pai-jack", "tables": {"pai-jack-bonus": "1"}},
    "21-Hold 'em": {"game": "co/21-holdem", "tables": {"poker": "poker"}},
    "Ante Up 21": {"game": "co/ante-up-21", "tables": {"poker-bonus": "A"}},
    "3 Card 21": {"game": "co/3-card-21", "tables": {"3-card-bonus": "1"}},
    "Deuces Wild Xtreme": {
        "game": "co/deuces-wild-xtreme",
        "tables": {
            "odds": "PT-FLT-DWHF-ODS-01",
            "bad-beat": "PT-FLT-DWHF-BBX-01",
            "trips-plus-wild": "PT-FLT-DWHF-TPW-01",
        },
    },
}


@cache
def fresh(name: str) -> Job:
    """Return the best play of a house, from fresh shoes."""
    return make_named_job(prepare(house_from(HOUSES[name])), "optimal", seed=1)


def dealt(name: str, *, seats: int = 1, burn: int = 0) -> Job:
    """Return a job that deals a shoe through to the cut card, where the game has a shoe."""
    job = replace(fresh(name), seats=seats)
    size = len(job.full_shoe)
    return replace(job, burn=burn, cut=round(size * PENETRATION)) if size > ONE_DECK else job


def counting(job: Job) -> Job:
    """Return the same job with a counter in its first seat: Hi-Lo, the known index plays, 1-8."""
    if job.setup.round not in COUNTED_ROUNDS or job.is_fresh:
        return job
    plays = playable(job.setup, index_list("i18")) if isinstance(job, BlackjackJob) else ()
    system = replace(find_system("hi-lo"), indices=plays)
    return counted_job(job, Counter(system=system, ramp=parse_ramp("1-8")))


def digest(job: Job, pool: Any, rounds: int) -> str:  # noqa: ANN401 - any pool
    """Return the fingerprint of a run."""
    *_, last = play(job, rounds, pool)
    return Simulation(job, last.tally).digest


def _ways_to_deal(name: str, seats: int) -> Iterator[Job]:
    """Yield a job with fresh shoes, and one with a shoe dealt to the cut card, if there is one."""
    yield replace(fresh(name), seats=seats, seed=11)
    through = replace(dealt(name, seats=seats, burn=1), seed=11)
    if not through.is_fresh:
        yield through
        yield counting(through)


def identity(names: list[str], rounds: int) -> Iterator[str]:
    """Yield a line for every game: whether processor and device agree."""
    for name in names:
        for seats in (1, 3, 7):
            for job in _ways_to_deal(name, seats):
                with Threads(os.cpu_count() or 1) as threads, Cuda() as device:
                    one, other = digest(job, threads, rounds), digest(job, device, rounds)
                how = "fresh" if job.is_fresh else "dealt"
                how = how if job.counter is None else "counted"
                agree = "same" if one == other else "DIFFERENT"
                yield f"{agree:<10}{name}, {seats} seats, {how}, {rounds:,} rounds  {one[:16]}"


def as_opened(
    games: list[str], seconds: float, jobs: int, *, has_plays: bool
) -> Iterator[str]:  # fmt: skip
    """Yield the rate of every game as it is opened, whether it counts right, and the shares."""
    cases = [(game, how) for game in games or [game.id for game in pitboss.games()] for how in HOWS]
    rates: dict[tuple[str, str], list[float]] = {}
    context = get_context("spawn")
    with NamedTemporaryFile() as turn, ProcessPoolExecutor(jobs, mp_context=context) as pool:
        wanted = [case for case in cases if has_plays or case[1] != "plays"]
        waiting = {pool.submit(_opened, *case, seconds, turn.name): case for case in wanted}
        for done in as_completed(waiting):
            game, how = waiting[done]
            if (error := done.exception()) is not None:
                yield f"FAILED    {game}, {how}: {error!r}"
            elif (found := done.result()) is not None:
                agrees, path, rates[game, how] = found
                name = f"{'same' if agrees else 'DIFFERENT':<10}{game}, {how}, {path}"
                yield _row(f"{name:<62}", rates[game, how], 0.0)
    middle = {case: statistics.median(rates[case]) for case in cases if case in rates}
    fastest = {
        how: max(rate for (_, own), rate in middle.items() if own == how) for _, how in middle
    }
    yield "G rounds/s, and of the fastest:"
    for (game, how), own in middle.items():
        yield f"{own / 1e9:8.2f}{own / fastest[how]:8.2f}  {game}, {how}"


def _opened(
    game: str, how: str, seconds: float, turn: str
) -> tuple[bool, str, list[float]] | None:  # fmt: skip
    """Compile a table, wait for the card, and compare and time it; None if nobody counts there."""
    setup = pitboss.table(game).setup
    if how != "plain" and not is_counted(setup):
        return None
    cut = round(PENETRATION * setup.shoe.size) if is_counted(setup) else None
    job = make_named_job(setup, "optimal", seed=1, cut=cut)
    if how != "plain":
        settings = CounterSettings(count="hi-lo", indices="i18" if how == "plays" else None)
        job = counted_job(job, read_counter(settings, setup, 1))
    shoes = SHOES_COMPARED * (COMPARED_FRESH if job.is_fresh else 1)
    wanted = cpu.play(job, FAR, shoes)
    with Cuda() as device:
        device.play(job, 0, 1)  # compiled beside others
        with Path(turn).open() as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            found = device.play(job, FAR, shoes)
            agrees = (
                found.rounds == wanted.rounds
                and np.array_equal(found.counts, wanted.counts)
                and np.array_equal(found.hits, wanted.hits)
            )
            sent = type(next(iter(device._sent.values()))).__name__  # noqa: SLF001 - which path
            return agrees, sent, rate(job, seconds)


def rate(job: Job, seconds: float) -> list[float]:
    """Return rounds a second, repeat by repeat."""
    shoes = block_shoes(job) * Cuda.blocks
    rates = []
    with Cuda() as device:
        device.play(job, 0, shoes)
        for repeat in range(REPEATS):
            begin, rounds, first = time.perf_counter(), 0, (repeat + 1) << 40
            waiting: deque[Future[Tally]] = deque()
            while waiting or not rounds:
                while len(waiting) < AHEAD and time.perf_counter() - begin < seconds:
                    waiting.append(device.submit(job, first, shoes))
                    first += shoes
                rounds += waiting.popleft().result().rounds
            rates.append(rounds / (time.perf_counter() - begin))
    return rates


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


def speed(names: list[str], peer: Path | None, seconds: float) -> Iterator[str]:
    """Yield the table of rates."""
    base = statistics.median(rates := peer_rates(peer, 4 * 10**10)) if peer else 0.0
    if peer:
        yield _row("peer, plain blackjack", rates, base)
    for name in names:
        yield _row(name, rate(dealt(name), seconds), base)
    plain, main, all_wagers = list(HOUSES)[:3]
    for name in (house for house in (plain, main) if house in names):
        yield _row(f"{name}, fresh", rate(fresh(name), seconds), base)
    for name in (house for house in (plain, all_wagers) if house in names):
        yield _row(f"{name}, 7 seats", rate(dealt(name, seats=7), seconds), base)
    for name in (house for house in (plain, main, all_wagers) if house in names):
        yield _row(f"{name}, counted", rate(counting(dealt(name, burn=1)), seconds), base)


def _row(name: str, rates: list[float], base: float) -> str:
    middle = statistics.median(rates)
    ratio = f"{middle / base:8.2f} x peer" if base else ""
    spread = f"{min(rates) / 1e9:.2f} to {max(rates) / 1e9:.2f}"
    return f"{name:<42}{middle / 1e9:10.2f} G rounds/s ({spread}) {ratio}"


def exact(names: list[str], rounds: int) -> Iterator[str]:
    """Yield the simulated edge of every part of every game beside the solved one."""
    for name in names:
        if "jackpot" in name:
            continue
        job = replace(fresh(name), seed=2026)
        lean = isinstance(job, BlackjackJob) and job.is_lean
        wanted = rounds if lean else rounds // SLOWER
        begin = time.perf_counter()
        with Cuda() as device:
            *_, last = play(job, wanted, device)
        yield f"{name}: {wanted:.0e} rounds in {time.perf_counter() - begin:.1f} s"
        solved = {part.id: part.edge for part in solve(job.setup).parts}
        for part in Simulation(job, last.tally).parts:
            estimate, edge = part.house_edge, solved[part.part.id]
            sigmas = (estimate.mean - edge) / estimate.standard_error
            yield (
                f"  {part.part.id:<12}{estimate.mean:11.6%} +- {estimate.standard_error:.6%}, "
                f"solved {edge:11.6%}, {sigmas:+.2f} sigma"
            )


def main() -> None:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("identity", "speed", "exact"))
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--rounds", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--as-opened", action="store_true", help="every game as it is opened")
    parser.add_argument("--plays", action="store_true", help="as opened, with index plays too")
    parser.add_argument("--jobs", type=int, default=1, help="as opened: processes that compile")
    parser.add_argument("--game", action="append", default=[], help="only these, as opened")
    parser.add_argument("--only", action="append", choices=tuple(HOUSES), metavar="NAME")
    options = parser.parse_args()
    np.seterr(all="ignore")
    names = options.only or list(HOUSES)
    lines = {
        "identity": lambda: identity(names, int(options.rounds or 2_000_000)),
        "speed": lambda: (
            as_opened(options.game, options.seconds, options.jobs, has_plays=options.plays)
            if options.as_opened
            else speed(names, options.peer, options.seconds)
        ),
        "exact": lambda: exact(names, int(options.rounds or 10**11)),
    }[options.what]()
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
