"""How soon commands start: whole processes in two checkouts by turns, in time of the processor.

    python bench/start.py BEFORE [AFTER] [--repeats N]

BEFORE and AFTER are folders with a `src`; AFTER is this checkout unless it is named. Everything is
compiled, solved and kept by two runs that are not counted.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[1]
COMMANDS = {
    "import pitboss": ["-c", "import pitboss"],
    "--help": ["-m", "pitboss.cli.main", "--help"],
    "show": ["-m", "pitboss.cli.main", "show", "wa/spanish-21"],
    "odds": ["-m", "pitboss.cli.main", "odds", "wa/spanish-21", "--wager", "match-up"],
    "solve": ["-m", "pitboss.cli.main", "solve", "reference/blackjack"],
    "simulate": ["-m", "pitboss.cli.main", "simulate", "reference/blackjack", "--rounds", "1000"],
    "the server's imports": ["-c", "import pitboss.server.app, pitboss.server.run"],
}


def measure(words: list[str], checkout: Path) -> float:
    """Return the milliseconds of the processor that one process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print the middle and the spread of every command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path, nargs="?", default=HERE)
    parser.add_argument("--repeats", type=int, default=7)
    arguments = parser.parse_args()
    for name, words in COMMANDS.items():
        times: dict[str, list[float]] = {"before": [], "after": []}
        for number in range(-2, arguments.repeats):
            for label, taken in times.items():
                milliseconds = measure(words, getattr(arguments, label))
                if number >= 0:
                    taken.append(milliseconds)
        shown = (
            f"{label} {statistics.median(taken):.0f} ms ({min(taken):.0f} to {max(taken):.0f})"
            for label, taken in times.items()
        )
        print(f"{name}: {', '.join(shown)}")


if __name__ == "__main__":
    main()
