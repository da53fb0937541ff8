"""How long the exact odds take, process start included, against the limits they are meant to keep.

.venv/bin/python bench/odds.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

REPEATS = 3
WHOLE_BOOK_S, SINGLE_S = 60.0, 2.0
QUESTIONS: tuple[tuple[str, float], ...] = (
    ("--all", WHOLE_BOOK_S),
    ("wa/spanish-21 --wager jackpot-1 --table 4d-1", SINGLE_S),
    ("co/trilux --wager trilux-progressive --table progressive-05 --decks 6", SINGLE_S),
    ("co/ride-free --wager bust-bonus --decks 8", SINGLE_S),
    ("co/deuces-wild-xtreme --wager bad-beat", SINGLE_S),
)


def seconds(question: str) -> float:
    """Ask once, and return how long the answer took."""
    start = time.perf_counter()
    command = [sys.executable, "-m", "pitboss.cli.main", "odds", *question.split(), "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Print a table: the median of a few runs, their spread, and the ratio to the limit."""
    print("| pitboss odds | seconds | spread | limit | limit / seconds |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for question, limit in QUESTIONS:
        runs = [seconds(question) for _ in range(REPEATS)]
        middle = statistics.median(runs)
        spread = f"{min(runs):.2f} to {max(runs):.2f}"
        print(f"| `{question}` | {middle:.2f} | {spread} | {limit:g} | {limit / middle:.1f} |")


if __name__ == "__main__":
    main()
