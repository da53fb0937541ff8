"""How long the exact odds take, process start included, against the limits they are meant to keep.

.venv/bin/python bench/odds.py
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time

REPEATS = 3
WHOLE_BOOK_S, SINGLE_S = 60.0, 2.0
STRAIGHT = "co/straight-jack-progressive --wager straight-jack --table SJP1 --decks 6"
QUESTIONS: tuple[tuple[str, float], ...] = (
    ("--all", WHOLE_BOOK_S),
    ("--all --best-play", WHOLE_BOOK_S),
    ("wa/spanish-21 --wager jackpot-1 --table 4d-1", SINGLE_S),
    ("co/trilux --wager trilux-progressive --table progressive-05 --decks 6", SINGLE_S),
    ("co/ride-free --wager bust-bonus --decks 8", SINGLE_S),
    ("co/deuces-wild-xtreme --wager bad-beat", SINGLE_S),
    ("co/straight-jack --wager straight-jack --decks 6 -o soft17=hit", SINGLE_S),
    (f"{STRAIGHT} -o soft17=hit -o contribution=20% -o seed=1000", SINGLE_S),
    ("co/free-bet --wager pot-of-gold --decks 6 -o soft17=hit", SINGLE_S),
    ("co/ride-free --wager hedge-22 --decks 6", SINGLE_S),
)


def time_question(question: str) -> tuple[float, float]:
    """Ask once, and return how long the answer took, and its time on the processors."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pitboss.cli.main", "odds", *question.split(), "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    spent, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a table: the median of a few runs, their spread, and the ratio to the limit."""
    print("| pitboss odds | seconds | spread | processor | limit | limit / seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for question, limit in QUESTIONS:
        runs, processor = zip(*(time_question(question) for _ in range(REPEATS)), strict=True)
        middle, spread = statistics.median(runs), f"{min(runs):.2f} to {max(runs):.2f}"
        figures = f"{middle:.2f} | {spread} | {statistics.median(processor):.2f}"
        print(f"| `{question}` | {figures} | {limit:g} | {limit / middle:.1f} |", flush=True)


if __name__ == "__main__":
    main()
