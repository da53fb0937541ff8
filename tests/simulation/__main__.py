"""Simulate the whole floor: one seed with its trace, or many seeds until a time or a count.

python -m tests.simulation --seed 7            # the trace of a seed; a failure is made smaller
python -m tests.simulation --seconds 600       # seeds for ten minutes, on every core
python -m tests.simulation --events 100000000  # seeds until so many events
python -m tests.simulation --seconds 600 --kept night.json  # added to what earlier runs came to

A night always says what it never reached; with --all it fails for it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import count
from pathlib import Path

from tests.simulation.night import Night, read_part, run_seeds, spread, write_part
from tests.simulation.run import Result, simulate
from tests.simulation.shrink import difference, shrink
from tests.simulation.sometimes import expected, in_words, never, stale, unreached
from tests.simulation.swarm import draw


def show(result: Result, *, trace: bool) -> None:
    """Print a run: its trace, its figures and what the oracles say."""
    if trace:
        print(*result.trace.lines, sep="\n")
    figures = {
        "seed": result.scenario.seed,
        "digest": result.digest,
        "events": result.events,
        "events_per_second": round(result.events / result.real),
        "virtual_per_second": round(result.virtual / result.real),
        "states": len(result.states),
        "counts": dict(sorted(result.counts.items())),
        "violations": [*map(str, result.violations)],
    }
    print(json.dumps(figures, indent=2))


def run_one(seed: int, *, shrinks: bool) -> int:
    """Run one seed and print its trace; make a failure smaller and print that too."""
    result = simulate(draw(seed))
    show(result, trace=True)
    if not result.violations:
        return 0
    if shrinks:
        print("\nIt fails. Making it smaller ...", flush=True)
        smallest = shrink(result, lambda line: print(line, flush=True))
        print("\nThe smallest scenario that fails in the same way:")
        show(smallest, trace=True)
        print(f"Scenario({difference(smallest.scenario)})")
    return 1


def main() -> int:
    """Read the arguments and run."""
    sys.unraisablehook = lambda _: None  # tasks of killed processes are dropped as they are
    parser = argparse.ArgumentParser(description="Simulate the whole floor.")
    parser.add_argument("--seed", type=int, help="run this seed alone, and print its trace")
    parser.add_argument("--no-shrink", action="store_true", help="leave a failure as it is")
    parser.add_argument("--first", type=int, default=1, help="the first of many seeds")
    parser.add_argument("--seconds", type=float, default=600.0, help="how long seeds are run")
    parser.add_argument("--events", type=int, default=10**12, help="or until so many events")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--all", action="store_true", help="fail unless all marks were reached")
    parser.add_argument("--kept", type=Path, help="add to the night in this file, and judge that")
    parser.add_argument("--part", nargs=4, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.part:
        first, seconds, events, jobs = given.part
        print(write_part(run_seeds(count(int(first), int(jobs)), float(seconds), int(events))))
        return 0
    if given.seed is not None:
        return run_one(given.seed, shrinks=not given.no_shrink)
    night = spread(given.first, given.seconds, given.events, given.jobs)
    if given.kept:
        if given.kept.exists():
            night.merge(read_part(given.kept.read_bytes()))
        given.kept.write_text(write_part(night), encoding="utf-8")
    return say(night, is_whole=given.all)


def say(night: Night, *, is_whole: bool) -> int:
    """Print what a night came to; return 1 where it failed."""
    print(json.dumps(night.as_json(), indent=2))
    for seed, lines in sorted(night.failures.items()):
        print(f"seed {seed}: {lines[0]}")
    missing = never(night.marks)
    wrong = stale(night.marks)
    print(*in_words(missing), *wrong, sep="\n")
    print(
        f"{night.seeds:,} seeds, {night.events:,} events, {night.virtual / 3600:,.0f} hours of the "
        f"floor, {len(night.states):,} states, {len(night.failures)} seeds failed"
    )
    whole = len(expected() - unreached().keys())
    print(f"{len(night.marks)} of {whole} marks were reached, {len(missing)} never")
    return 1 if night.failures or wrong or (is_whole and missing) else 0


if __name__ == "__main__":
    raise SystemExit(main())
