"""Play at tables of all games while their store fails and the house crashes; audit the books.

    python -m tools.faults --faults 1000000 --seed 1

Runs follow each other until so many faults were injected. The tool stops at the first run that
leaves a wrong book, a lost announcement or a stuck table, and prints its seed.
"""

from __future__ import annotations

import argparse
import random
import time

from tests.faults import virtual
from tests.faults.simulation import Outcome, random_run

FAULTS_A_RUN = 1_000
RUNS_A_LINE = 50


def main() -> None:
    """Run until the wanted number of faults was injected."""
    parser = argparse.ArgumentParser(description="Inject faults at random, and audit the books.")
    parser.add_argument("--faults", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.process_time()
    outcome = Outcome()
    seed = options.seed
    while outcome.faults.total() < options.faults:
        try:
            rng = random.Random(seed)  # noqa: S311 - a game that can be played again
            outcome.add(virtual.run(random_run(rng, FAULTS_A_RUN)))
        except BaseException:
            print(f"seed {seed}, after {outcome}")
            raise
        seed += 1
        if outcome.runs % RUNS_A_LINE == 0:
            print(outcome, flush=True)
    print(f"{outcome}; seeds {options.seed} to {seed - 1}, {time.process_time() - began:.0f} s CPU")


if __name__ == "__main__":
    main()
