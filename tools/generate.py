"""Write every generated page, table and golden file again, each by its own tool, in one order.

Usage: python -m tools.generate             write them all
       python -m tools.generate edges docs  write only these
       python -m tools.generate --list      name them, and what each writes
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]


class Generator(NamedTuple):
    """A tool that writes files which are committed."""

    module: str
    writes: str
    """The file, or the folder of the files."""


GENERATORS: Final = {
    "rounds": Generator("tools.generate_rounds", "src/pitboss/simulator/emitted"),
    "golden": Generator("tools.regenerate", "tests/perft"),
    "clauses": Generator("tools.generate_clause_table", "docs/reference/clauses.md"),
    "edges": Generator("tools.generate_edges", "src/pitboss/report/catalogue/edges.toml"),
    "pay-tables": Generator(
        "tools.generate_pay_tables", "src/pitboss/report/catalogue/pay_tables.csv"
    ),
    "solved": Generator("tools.generate_solved", "src/pitboss/report/documents/solved.toml"),
    "documents": Generator("tools.generate_documents", "src/pitboss/report/documents/checked.json"),
    "counts": Generator("tools.derive_counts", "src/pitboss/counts/derived"),
    "published": Generator("tools.published", "src/pitboss/report/published/published.toml"),
    "vulnerability": Generator("tools.vulnerability", "docs/reference/vulnerability.csv"),
    "index-plays": Generator("tools.index_plays", "docs/explanation/index-plays.md"),
    "records": Generator("tools.example_rounds", "examples/rounds/every-game.jsonl"),
    "lab": Generator("tools.lab_solutions", "src/pitboss/server/lab/game/solutions.json"),
    "picture": Generator("tools.table_picture", "docs/pictures/table.svg"),
    "notebooks": Generator("tools.notebooks", "examples/notebooks"),
    "docs": Generator("tools.generate_docs", "docs"),
}
"""In an order in which each finds what it reads: pages come after the figures in them."""


def main() -> int:
    """Run the generators; return the exit code of the first that fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="only name them")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GENERATORS))
    asked = parser.parse_args()
    unknown = set(asked.names) - GENERATORS.keys()
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(GENERATORS)}")
    for name, generator in GENERATORS.items():
        if asked.names and name not in asked.names:
            continue
        print(f"{name:<14}{generator.writes}", flush=True)
        if not asked.list:
            # Each in a process of its own: they solve games, and keep what they solved in memory.
            done = subprocess.run([sys.executable, "-m", generator.module], cwd=ROOT, check=False)
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
