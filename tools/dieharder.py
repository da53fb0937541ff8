"""Run tests of Dieharder over the bits of `pitboss rng`, and write the page that shows the result.

    python -m tools.dieharder             # needs the Debian package dieharder; takes minutes
    python -m tools.dieharder --source table --psamples 100

Each test reads a stream of its own: the simulator's with the test's number as its seed.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "random-numbers.md"
BEGIN = "<!-- dieharder: {} -->"
END = "<!-- end of dieharder: {} -->"
TESTS = (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16, 17, 100, 101, 102)
"""The suite's own list marks 5, 6, 7 and 14 as suspect or not to be used."""
STREAM_BYTES = "1e12"
"""More than a test reads; the pipe is closed when it has enough."""
RAW_STREAM = "200"
"""Dieharder's number for raw bits on the standard input."""


@dataclass(frozen=True, slots=True)
class Result:
    """One line of Dieharder."""

    name: str
    tuples: str
    samples: str
    psamples: str
    p_value: float
    verdict: str


def run_test(number: int, source: str, psamples: int) -> Iterator[Result]:
    """Run one test over a stream of its own."""
    words = [sys.executable, "-m", "pitboss.cli.main", "rng", "--export", "-"]
    words += ["--size", STREAM_BYTES, "--source", source]
    words += ["--seed", str(number)] if source == "simulator" else []
    with subprocess.Popen(words, stdout=subprocess.PIPE) as stream:
        suite = ["dieharder", "-g", RAW_STREAM, "-d", str(number), "-p", str(psamples)]
        done = subprocess.run(
            suite, stdin=stream.stdout, capture_output=True, text=True, check=True
        )
        assert stream.stdout is not None
        stream.stdout.close()
    for line in done.stdout.splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6 and re.fullmatch(r"[\d.]+", cells[4]):
            name, tuples, samples, count, p_value, verdict = cells
            yield Result(name, tuples, samples, count, float(p_value), verdict)


def page_part(source: str, results: list[Result], date: str, version: str) -> str:
    """Return the part of the page about one source."""
    seen = Counter(result.verdict.lower() for result in results)
    counts = [f"{seen[verdict]} {verdict}" for verdict in ("passed", "weak", "failed")]
    lines = [
        BEGIN.format(source),
        f"{version}, {date}, {len(results)} results: {', '.join(counts)}.",
        "",
        "| test | tuple | samples | p-samples | p-value | verdict |",
        "| --- | ---: | ---: | ---: | ---: | --- |",
        *(
            f"| {r.name} | {r.tuples} | {int(r.samples):,} | {r.psamples} | {r.p_value:.8f}"
            f" | {r.verdict.lower()} |"
            for r in results
        ),
        END.format(source),
    ]
    return "\n".join(lines)


def main() -> None:
    """Run the tests and replace the part of the page."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--source", default="simulator", choices=("simulator", "table"))
    options.add_argument("--psamples", type=int, default=50)
    options.add_argument("--tests", type=int, nargs="*", default=TESTS)
    given = options.parse_args()
    results = []
    for number in given.tests:
        for result in run_test(number, given.source, given.psamples):
            results.append(result)
            print(result, flush=True)
    version = subprocess.run(
        ["dieharder", "-h"], capture_output=True, text=True, check=False
    ).stdout  # its version stands in the first lines of its help
    found = re.search(r"version ([\d.]+)", version)
    named = f"Dieharder {found[1]}" if found else "Dieharder"
    part = page_part(given.source, results, datetime.now(UTC).date().isoformat(), named)
    text = PAGE.read_text("utf-8")
    begin = BEGIN.format(given.source)
    end = END.format(given.source)
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    PAGE.write_text(pattern.sub(lambda _: part, text), "utf-8")


if __name__ == "__main__":
    main()
