"""Write src/pitboss/report/solved.toml: what the solver finds for every reading that is spoken of.

Usage: python tools/generate_solved.py            write it
       python tools/generate_solved.py --check    write nothing; exit 1 if it is stale
"""

import sys
from pathlib import Path

from pitboss.report.errata import ERRATA
from pitboss.report.main_numbers import solved_number
from pitboss.report.main_readings import Solved
from pitboss.report.printed_edge import tried

FILE = Path(__file__).resolve().parent.parent / "src" / "pitboss" / "report" / "solved.toml"
HEAD = "# What the solver finds for readings of a main game; tools/generate_solved.py\n"


def numbers() -> dict[str, Solved]:
    """Return every number that is spoken of, by the line it stands in."""
    effects = [number for erratum in ERRATA for number in erratum.numbers.values()]
    spoken_of = [number for number in effects if isinstance(number, Solved)]
    spoken_of += [Solved(rule_set.reading) for rule_set in tried()]
    return {number.key: number for number in spoken_of}


def main(arguments: list[str]) -> int:
    """Write or check the file; return the exit code."""
    lines = [f'"{key}" = "{solved_number(it):.12f}"\n' for key, it in numbers().items()]
    text = HEAD + "".join(lines)
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
        return 0
    if "--check" in arguments:
        print(f"{FILE.name} is stale")
        return 1
    FILE.write_text(text, encoding="utf-8")
    print(f"wrote {FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
