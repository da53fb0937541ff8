"""Write src/pitboss/report/documents/solved.toml: the solver's figure for every reading.

Usage: python -m tools.generate_solved            write it
       python -m tools.generate_solved --check    write nothing; exit 1 if it is stale
"""

from pitboss.report.documents.bet_bigger_edge import tried_rule_sets
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.readings import SolvedNumber
from tools.kept_file import keep
from tools.main_numbers import solve_number


def numbers() -> dict[str, SolvedNumber]:
    """Return every solved number by the line of its reading."""
    effects = [number for erratum in ERRATA for number in erratum.numbers.values()]
    spoken_of = [number for number in effects if isinstance(number, SolvedNumber)]
    spoken_of += tried_rule_sets()
    return {number.key: number for number in spoken_of}


def text() -> str:
    """Return the lines of the file."""
    return "".join(
        f'"{key}" = "{solve_number(number):.12f}"\n' for key, number in numbers().items()
    )


if __name__ == "__main__":
    keep("documents/solved.toml", "What the solver finds for readings of a main game", text)
