"""How long the solver takes, and how much memory: single rule sets, all of Washington's, a peer's.

Every figure is of a process of its own, started after a first one has compiled what is compiled
once and kept. With `--peer` the same plain blackjack is solved by turns here and by Eric Farmer's
analyser (its program `strategy`, built by whoever has it), and both must find the same edge.

Usage: python bench/solver.py                         the solver by itself
       python bench/solver.py --peer PATH             and beside the peer, a program or its folder
       python bench/solver.py --repeats 9             for a quieter figure
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

from processor import machine

ONE_S, ALL_S, MEMORY_MB = 2.0, 30.0, 500.0
"""Goals: one rule set, all fifteen of Washington's, and the memory of one."""
SWITCH_S, ANTE_UP_S = 2.0, 4.0
"""Goals of the two games that take longest, on two cores."""
REPEATS = 5
PLAIN = "plain blackjack, 6 decks, hits soft 17"
ONE = "Spanish 21, 6 decks, hits soft 17, redouble"
ALL = "all fifteen rule sets of Washington"
SWITCH, ANTE_UP = "Blackjack Switch, 6 decks", "Ante Up 21, 6 decks"
PEER_ANSWERS = ("6", "y", "y", "y", "n", "y", "y", "n", "y", "n", "1.5")
"""Six decks; the dealer hits soft 17; doubling on any total, soft ones too, two cards only, after a
split; pairs are split again, aces are not; split hands are played as others; no surrender; 3:2."""
PEER_PROGRAM = "strategy"
DIGITS = 9
"""Of the edge in percent, as the peer prints it."""


@dataclass(frozen=True)
class Run:
    """One process, from its start to its end."""

    seconds: float
    cpu: float
    edges: list[float]
    solving: float = 0.0
    """Seconds of it that were spent solving; the rest is Python starting and importing."""
    again: float = 0.0
    """Seconds for the same once more, in the process that now has its compiled code loaded."""
    megabytes: float = 0.0


def rule_sets(which: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield a game and its options."""
    if which == PLAIN:
        yield "reference/blackjack", {"decks": 6, "soft17": "hit"}
    elif which == ONE:
        yield "wa/spanish-21", {"decks": 6, "soft17": "hit", "redouble": True}
    elif which == SWITCH:
        yield "co/blackjack-switch", {"decks": 6}
    elif which == ANTE_UP:
        yield "co/ante-up-21", {"decks": 6}
    else:
        soft17 = (("stand", False), ("hit", False), ("hit", True))
        for decks, (rule, redouble) in product((2, 4, 5, 6, 8), soft17):
            yield "wa/spanish-21", {"decks": decks, "soft17": rule, "redouble": redouble}


def solve_here(which: str, *, twice: bool) -> None:
    """Solve rule sets in this process, and print what that took as JSON."""
    from pitboss.engine.setup import prepare  # noqa: PLC0415 - the clock includes what this imports
    from pitboss.exact.cache import forget  # noqa: PLC0415
    from pitboss.exact.kinds import solve  # noqa: PLC0415
    from pitboss.rulebook.house import house_from  # noqa: PLC0415

    def solve_all() -> tuple[float, list[float]]:
        start, edges = time.perf_counter(), []
        for game, options in rule_sets(which):
            solution = solve(prepare(house_from({"game": game, "options": options, "tables": {}})))
            # The parts of Ante Up 21 are not solved before they are asked for.
            parts = [part.edge for part in solution.parts] if which == ANTE_UP else []
            edges += parts or [float(solution.house_edge)]
        return time.perf_counter() - start, edges

    solving, edges = solve_all()
    forget()  # what is solved again is not looked up
    again = solve_all()[0] if twice else 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"solving": solving, "again": again, "edges": edges, "megabytes": peak}))


def time_process(command: Sequence[str], typed: str = "") -> tuple[str, float, float]:
    """Run a process; return what it printed, how long it took, and its time on the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command,
        input=typed,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PITBOSS_CACHE": "off"},  # solved, not read from disk
    )
    spent, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, spent, cpu


def ours(which: str, *, twice: bool = False) -> Run:
    """Solve in a fresh process."""
    command = [sys.executable, __file__, "--solve", which, *(["--twice"] if twice else [])]
    printed, seconds, cpu = time_process(command)
    figures = json.loads(printed)
    return Run(seconds=seconds, cpu=cpu, **figures)


def peers(program: Path) -> Run:
    """Let the peer solve plain blackjack; it asks for the rules, and writes into a file."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page"
        answers = "\n".join((*PEER_ANSWERS, str(page), "0 0", ""))
        _, seconds, cpu = time_process([str(program)], answers)
        total = re.search(r"Total \|\s*(-?[\d.]+)", page.read_text())
    if total is None:
        sys.exit(f"{program} printed no value of the game")
    return Run(seconds=seconds, cpu=cpu, edges=[-float(total[1]) / 100])


def run_by_turns(repeats: int, *runs: Callable[[], Run]) -> list[list[Run]]:
    """Run by turns, so that whatever else the machine does falls on all alike."""
    measured: list[list[Run]] = [[] for _ in runs]
    for _ in range(repeats):
        for mine, run in zip(measured, runs, strict=True):
            mine.append(run())
    return measured


def line(title: str, figures: Sequence[float], *more: str) -> float:
    """Print one line of a table: the median, the spread, and more; return the median."""
    middle = statistics.median(figures)
    spread = f"{min(figures):.2f} to {max(figures):.2f}"
    print(f"| {' | '.join((title, f'{middle:.2f}', spread, *more))} |", flush=True)
    return middle


def beside_peer(program: Path, repeats: int) -> None:
    """Print plain blackjack here and there."""
    mine, again, theirs = run_by_turns(
        repeats, lambda: ours(PLAIN), lambda: ours(PLAIN, twice=True), lambda: peers(program)
    )
    edges = {round(100 * run.edges[0], DIGITS) for run in (*mine, *theirs)}
    if len(edges) != 1:
        sys.exit(f"these are not the same rules: {sorted(edges)}")
    print(f"{PLAIN}; house edge {edges.pop():.{DIGITS}f}% by both, {repeats} repeats by turns\n")
    print("| | seconds | spread | processor | x peer |")
    print("| --- | ---: | ---: | ---: | ---: |")
    base = statistics.median(run.seconds for run in theirs)
    line("peer, its whole process", [run.seconds for run in theirs], median_cpu(theirs), "1")
    whole = [run.seconds for run in mine]
    line("pitboss, its whole process", whole, median_cpu(mine), ratio(whole, base))
    for title, part in (
        ("pitboss, solving, the first time", [run.solving for run in mine]),
        ("pitboss, solving, from then on", [run.again for run in again]),
    ):
        line(title, part, "", ratio(part, base))
    print()


def median_cpu(runs: Sequence[Run]) -> str:
    """Return the time on the processor, the median of runs."""
    return f"{statistics.median(run.cpu for run in runs):.2f}"


def ratio(figures: Sequence[float], base: float) -> str:
    """How many times as fast as the peer."""
    return f"{base / statistics.median(figures):.2f}"


def by_itself(repeats: int) -> None:
    """Print Washington's rule sets against the goals."""
    print("| rule sets | seconds | spread | solving | processor | goal | MB | goal |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    most = f"{MEMORY_MB:g}"
    goals = ((ONE, ONE_S, most), (SWITCH, SWITCH_S, most), (ANTE_UP, ANTE_UP_S, most))
    for which, goal, memory in (*goals, (ALL, ALL_S, "")):
        (runs,) = run_by_turns(repeats, partial(ours, which))
        solving = statistics.median(run.solving for run in runs)
        peak = max(run.megabytes for run in runs)
        more = (f"{solving:.2f}", median_cpu(runs), f"{goal:g}", f"{peak:.0f}", memory)
        line(which, [run.seconds for run in runs], *more)


def find_program(path: Path) -> Path:
    """Return the peer's program, given it or its folder."""
    program = path / PEER_PROGRAM if path.is_dir() else path
    if not os.access(program, os.X_OK) or program.is_dir():
        sys.exit(f"there is no program {program}")
    return program.resolve()


def main(arguments: list[str]) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peer", type=Path, help="the peer's program, or the folder it lies in")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument(
        "--solve", choices=(PLAIN, ONE, SWITCH, ANTE_UP, ALL), help=argparse.SUPPRESS
    )
    parser.add_argument("--twice", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.solve:
        solve_here(options.solve, twice=options.twice)
        return
    peer = None if options.peer is None else find_program(options.peer)
    print(f"{machine()}\n")
    ours(PLAIN)  # compiles what is compiled once
    if peer is not None:
        beside_peer(peer, options.repeats)
    by_itself(options.repeats)


if __name__ == "__main__":
    main(sys.argv[1:])
