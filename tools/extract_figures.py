"""Read every pay-table cell out of the printed rule documents and write them as CSV.

The rule book holds the same figures as typed data. This script is the second, independent
route: it parses the scanned text, so a slip of the typist and a slip of the parser would
have to agree before a wrong pay could pass. No pay is written in this file; what it knows is
structure only: where a table starts, how its header reads, which id it carries.

Usage: python -m tools.extract_figures DOCUMENTS_FOLDER > tests/transcription/figures.csv
"""

import csv
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tools.figures.colorado import colorado
from tools.figures.guides import bet_bigger, ilani
from tools.figures.text import ExtractionError, Figure, fail, plain
from tools.figures.washington import editions, washington

# How many pay tables and cells each game prints. A row that is lost as a whole, or torn so that
# it reads like prose, leaves no other trace than a wrong count.
SIZES = {
    "bet-bigger/spanish-21": (4, 36),
    "co/21-holdem": (1, 9),
    "co/21-plus-3": (13, 85),
    "co/3-card-21": (5, 41),
    "co/ante-up-21": (4, 36),
    "co/blackjack-switch": (3, 15),
    "co/buffalo-2": (14, 107),
    "co/buffalo-3": (16, 113),
    "co/deuces-wild-xtreme": (29, 288),
    "co/extreme-21": (32, 335),
    "co/free-bet": (6, 33),
    "co/golden-21": (7, 42),
    "co/pai-jack": (4, 16),
    "co/ride-free": (41, 295),
    "co/straight-jack": (1, 4),
    "co/straight-jack-progressive": (4, 22),
    "co/trilux": (20, 189),
    "ilani/spanish-21": (3, 20),
    "wa/spanish-21": (114, 951),
    "wa/spanish-21-v002": (66, 547),
    "wa/spanish-21-v003": (108, 913),
}


def document(folder: Path, number: str) -> str:
    """Return the cleaned text of the document with a number."""
    paths = sorted(folder.glob(f"{number}_*.txt"))
    if len(paths) != 1:
        fail(f"There are {len(paths)} files for document {number} instead of one.")
    return plain(paths[0].read_text(encoding="utf-8")) + "\n"


def extract(folder: Path) -> list[Figure]:
    """Return the figures of all documents, by game and then in the order of printing."""
    newest, old = editions(document(folder, "000"))
    middle, old_again = editions(document(folder, "001"))
    v002 = washington("wa/spanish-21-v002", old_again)
    if v002 != washington("wa/spanish-21-v002", old):
        fail("The two printings of the v002 edition differ.")
    figures = [
        *washington("wa/spanish-21", newest),
        *washington("wa/spanish-21-v003", middle),
        *v002,
        *colorado(document(folder, "002")),
        *ilani(document(folder, "003")),
        *bet_bigger(document(folder, "004")),
    ]
    seen: dict[tuple[str, ...], Figure] = {}
    for figure in figures:
        key = (figure.game, figure.table, figure.row, figure.column, figure.kind)
        if key in seen:
            fail(f"Two cells have the same name: {figure} and {seen[key]}.")
        seen[key] = figure
    check_sizes(figures)
    return sorted(figures, key=lambda figure: figure.game)


def check_sizes(figures: Sequence[Figure]) -> None:
    """Fail unless every game has its number of tables and cells."""
    for game, expected in SIZES.items():
        own = [figure for figure in figures if figure.game == game]
        size = (len({figure.table for figure in own if figure.table}), len(own))
        if size != expected:
            fail(f"{game} has {size} tables and cells instead of {expected}.")


def as_csv(figures: Iterable[Figure]) -> str:
    """Write figures as CSV with a header line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "table", "row", "column", "kind", "cell"))
    for one in figures:
        writer.writerow((one.game, one.table, one.row, one.column, one.kind, one.cell))
    return text.getvalue()


def main(arguments: Sequence[str]) -> int:
    """Run the command; nothing is written unless every table was read."""
    if len(arguments) != 1:
        sys.stderr.write("Usage: python -m tools.extract_figures DOCUMENTS_FOLDER\n")
        return 1
    try:
        text = as_csv(extract(Path(arguments[0])))
    except (ExtractionError, OSError) as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.buffer.write(text.encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
