"""Spoil inputs at random: each must end in a value or in a refusal with a code, and soon.

    python -m tools.fuzz --inputs 1000000 --seed 7 --processes 2
    python -m tools.fuzz --first 250000 --inputs 50000 --seed 7    # a piece of the same million
    python -m tools.fuzz --kind record --one 7:123        # one input again, with its traceback

Records, house configurations, games of one's own, strategies, counts, checkpoints, scores, numbers,
options, typed cards, answers to `pitboss new`, purses, past sittings, revealed shoes, copies of a
server's checkpoints, practice rounds, the progress of drills, books and their key files, exports of
rounds, plans of floors, details of reports, what a server says, and whole commands are taken from
good examples and spoiled: bytes flipped, lines and values lost, doubled, exchanged, or
replaced by something hostile. Everything runs in this process or in several; input number N of a
seed is the same wherever it runs.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from pitboss.engine.actions import RefusedError
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.parse import NotReadableError
from tools.fuzz_kinds import KINDS
from tools.fuzz_kinds.outcome import FuzzError, check_refusal

SECONDS_MAX = 10.0
"""Processor time for one input; the slowest good one takes a tenth of it."""
PIECE = 500
"""Inputs that a process takes at a time."""


@dataclass
class Summary:
    """The outcomes of many inputs."""

    outcomes: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """How many there were."""
        return sum(self.outcomes.values())

    def add(self, other: Summary) -> None:
        """Count the inputs of another summary too."""
        self.outcomes.update(other.outcomes)
        self.failures += other.failures


def run_one(kind: str, seed: str, folder: Path) -> str:
    """Run one input and return its outcome; raise what a user would see as a traceback."""
    rng = random.Random(f"{kind} {seed}")  # noqa: S311 - repeatable
    begin = time.process_time()
    try:
        outcome = KINDS[kind][1](rng, folder)
    except RulesError as error:
        outcome = check_refusal([(problem.code, problem.message) for problem in error.problems])
    except RefusedError as error:
        outcome = check_refusal([(error.refusal.code, error.refusal.message)])
    except NotReadableError as error:
        outcome = check_refusal([("text/not-readable", str(error))])
    seconds = time.process_time() - begin
    if seconds > SECONDS_MAX:
        raise FuzzError(f"takes {seconds:.1f} seconds")
    return outcome


def run_range(seed: str, first: int, count: int) -> Summary:
    """Run the inputs of a seed from *first* on."""
    summary = Summary()
    kinds = list(KINDS)
    shares = [share for share, _ in KINDS.values()]
    with tempfile.TemporaryDirectory(prefix="pitboss-fuzz-") as folder:
        for number in range(first, first + count):
            chosen = random.Random(f"{seed} {number}")  # noqa: S311 - repeatable
            kind = chosen.choices(kinds, shares)[0]
            try:
                outcome = run_one(kind, f"{seed}:{number}", Path(folder))
            except Exception:  # noqa: BLE001 - exactly what is looked for
                outcome = "FAILED"
                last = traceback.format_exc().strip().splitlines()
                summary.failures.append(f"--kind {kind} --one {seed}:{number}  {last[-1][:200]}")
            summary.outcomes[f"{kind}: {outcome}"] += 1
    return summary


def pieces(first: int, inputs: int) -> list[tuple[int, int]]:
    """Return the first input and the number of inputs of every piece of work.

    >>> pieces(700, 1200)
    [(700, 500), (1200, 500), (1700, 200)]
    """
    end = first + inputs
    return [(start, min(PIECE, end - start)) for start in range(first, end, PIECE)]


def main() -> None:
    """Run many inputs and print their outcomes; exit 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after these")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--one", help="one input again, as a failure names it")
    given = parser.parse_args()
    if given.one:
        with tempfile.TemporaryDirectory() as folder:
            print(run_one(given.kind, given.one, Path(folder)))
        return
    whole = Summary()
    begin = time.monotonic()
    work = pieces(given.first, given.inputs)
    with ProcessPoolExecutor(given.processes) as pool:
        ran = [pool.submit(run_range, given.seed, first, count) for first, count in work]
        for number, part in enumerate((future.result() for future in ran), 1):
            whole.add(part)
            for failure in part.failures:
                print(f"FAILED  {failure}", flush=True)
            if number % 20 == 0:
                seconds = time.monotonic() - begin
                print(f"{whole.inputs:,} inputs in {seconds:,.0f} s", file=sys.stderr, flush=True)
            if time.monotonic() - begin > given.seconds:
                pool.shutdown(cancel_futures=True)
                break
    for outcome, count in sorted(whole.outcomes.items()):
        print(f"{outcome:24} {count:>10,}")
    which = f"inputs {given.first:,} to {given.first + whole.inputs - 1:,} of seed {given.seed}"
    print(f"{which}, {len(whole.failures)} failed")
    raise SystemExit(bool(whole.failures))


if __name__ == "__main__":
    main()
