"""Run every long test at full length, in parts that can run one by one.

    python -m tools.nightly                      # all parts that this commit has not passed yet
    python -m tools.nightly --list               # their names
    python -m tools.nightly tests/exact fuzz/3   # these alone

A part ends in one line, which is printed and added to `build/nightly.md`; its whole output is in
`build/nightly/`. A stopped night continues later where it stopped, and runs failed parts again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "build"
PIECES: Final = 20
INPUTS: Final = 1_000_000
FAULTS: Final = 1_000_000
SECONDS_A_HUNT: Final = 300
"""For each caller of the routes, and for each reader that Atheris hunts in."""
SEEDS_A_PIECE: Final = 1000
"""A run of faults takes a seed for some thousand of them, so no two pieces share one."""
EVENTS: Final = 100_000_000
"""Events of the whole floor that are simulated in a night."""


class Part(NamedTuple):
    """A part of the night: its name, and the arguments of Python that run it."""

    name: str
    arguments: tuple[str, ...]


def parts(seed: int, jobs: str) -> list[Part]:
    """Return all parts of a night.

    >>> [part.name for part in parts(7, "2")][-1]
    'simulation'
    """
    folders = sorted({test.parent for test in (ROOT / "tests").glob("*/**/test_*.py")})
    tops = sorted({folder.relative_to(ROOT).parts[:2] for folder in folders})
    pytest = ("-m", "pytest", "-q", "-n", jobs, "--dist", "worksteal")
    all_parts = [Part("/".join(top), (*pytest, "/".join(top))) for top in tops]
    alone = sorted(test.relative_to(ROOT).as_posix() for test in (ROOT / "tests").glob("test_*.py"))
    all_parts.append(Part("src", (*pytest, "src", *alone)))
    for piece in range(PIECES):
        count = INPUTS // PIECES
        which = ("--first", str(piece * count), "--inputs", str(count), "--seed", str(seed))
        all_parts.append(Part(f"fuzz/{piece + 1}", ("-m", "tools.fuzz", *which)))
    for piece in range(PIECES):
        first = (seed * PIECES + piece) * SEEDS_A_PIECE
        faults = ("--faults", str(FAULTS // PIECES), "--seed", str(first))
        all_parts.append(Part(f"faults/{piece + 1}", ("-m", "tools.faults", *faults)))
    all_parts.append(Part("coverage", ("-m", "tools.coverage_table")))
    hunted = ("--seconds", str(SECONDS_A_HUNT), "--seed", str(seed))
    all_parts.append(Part("routes", ("-m", "tools.call_routes", *hunted)))
    all_parts.append(Part("hunt", ("-m", "tools.hunt", *hunted)))
    first = seed * SEEDS_A_PIECE
    night = ("--first", str(first), "--events", str(EVENTS), "--seconds", str(8 * 3600), "--all")
    all_parts.append(Part("simulation", ("-m", "tests.simulation", *night)))
    return all_parts


def run(part: Part, commit: str, folder: Path) -> bool:
    """Run a part, print and keep its line, and return whether it passed."""
    log = folder / "nightly" / f"{part.name.replace('/', '-')}.txt"
    log.parent.mkdir(parents=True, exist_ok=True)
    before = os.times()
    with log.open("w", encoding="utf-8") as file:
        code = subprocess.run(
            [sys.executable, *part.arguments],
            cwd=ROOT,
            env=os.environ | {"PITBOSS_NIGHTLY": "1"},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            check=False,
        ).returncode
    after = os.times()
    printed = log.read_text(encoding="utf-8").strip().splitlines()
    seconds = sum(after[2:4]) - sum(before[2:4])
    last = printed[-1].strip("= ") if printed else "nothing"
    outcome = "passed" if code == 0 else f"FAILED ({code})"
    line = f"| {part.name} | {commit} | {outcome} | {last} | {seconds:,.0f} s CPU |"
    print(line, flush=True)
    with (folder / "nightly.md").open("a", encoding="utf-8") as kept:
        kept.write(f"{line}\n")
    return code == 0


def passed_parts(commit: str, folder: Path) -> set[str]:
    """Return the parts that a commit has passed."""
    kept = folder / "nightly.md"
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    cells = [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines]
    return {name for name, at, outcome, *_ in cells if (at, outcome) == (commit, "passed")}


def git(*arguments: str) -> str:
    """Return the output of a git command."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def commit_here() -> str:
    """Return the commit of the checkout, with a + if files are changed."""
    return git("rev-parse", "--short", "HEAD") + ("+" if git("status", "--porcelain") else "")


def main() -> None:
    """Run parts; exit 1 if any failed."""
    parser = argparse.ArgumentParser(description="Run every long proof, in parts.")
    parser.add_argument("part", nargs="*", help="run these, whether they were run or not")
    parser.add_argument("--list", action="store_true", help="print the names of all parts")
    day = git("log", "-1", "--format=%cd", "--date=format:%Y%m%d")
    parser.add_argument("--seed", type=int, default=int(day), help="the day of the commit, else")
    parser.add_argument("--jobs", default="auto", help="processes that run tests")
    given = parser.parse_args()
    known = {part.name: part for part in parts(given.seed, given.jobs)}
    if given.list:
        print("\n".join(known))
        return
    if unknown := [name for name in given.part if name not in known]:
        parser.error(f"no part of the night: {', '.join(unknown)}; --list names them")
    commit = commit_here()
    names = given.part or [name for name in known if name not in passed_parts(commit, FOLDER)]
    outcomes = [run(known[name], commit, FOLDER) for name in names]
    raise SystemExit(not all(outcomes))


if __name__ == "__main__":
    main()
