"""Write what in the documentation comes from Pitboss itself, so that it never goes stale.

That is a page for each game, their index and the rulings, from the rule book; the library, from
its docstrings; the HTTP API, from the table of routes; what the documents print, checked; every
game and wager with its edge; and in the pages written by hand the output shown below each command,
and the table of the games in the README.

Usage: python tools/generate_docs.py            write it all (`make docs`)
       python tools/generate_docs.py --check    exit 1, naming every page that is stale
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from pitboss.report.catalogue.edges import entries, main_lines
from pitboss.report.catalogue.game_page import game_page, index_page, page_name, rulings_page
from pitboss.report.catalogue.table import edges_page, main_table
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.figures import figures
from pitboss.report.documents.page import documents_page
from pitboss.report.published.figures import published_page, published_sections
from pitboss.rulebook.reading.library import games, rulings
from tools.api_page import api_page
from tools.compliance_page import compliance_page
from tools.http_page import http_page
from tools.permissions_page import permissions_page
from tools.reports_page import with_reports
from tools.vulnerability import read as read_vulnerability
from tools.vulnerability import vulnerability_page

ROOT = Path(__file__).resolve().parent.parent
GAMES = Path("docs") / "games"
NOTICE = (
    "<!-- Written by tools/generate_docs.py from the rule book: do not edit, run `make docs`. -->"
)

CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
MARKED = re.compile(
    r"(?<=^<!-- the games: written by `make docs` -->\n).*?(?=^<!-- end of the games -->$)",
    re.MULTILINE | re.DOTALL,
)
ELLIPSIS = "..."
"""A line that stands for lines left out."""


def pages(root: Path) -> dict[Path, str]:
    """Return every page generated in whole or in part: its place, and what belongs there."""
    whole = whole_pages()
    by_hand = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    return whole | {
        path.relative_to(root): with_output(with_tables(path.read_text(encoding="utf-8")), root)
        for path in by_hand
        if path.is_file() and path.relative_to(root) not in whole
    }


def whole_pages() -> dict[Path, str]:
    """Return the pages that nobody writes by hand: their places, and what belongs there."""
    written = {
        GAMES / "README.md": index_page(games()),
        Path("docs") / "rulings.md": rulings_page(rulings()),
        Path("docs") / "documents.md": documents_page(figures(), ERRATA),
        Path("docs") / "edges.md": edges_page(entries()),
        Path("docs") / "api.md": api_page(),
        Path("docs") / "api-http.md": http_page(),
        Path("docs") / "compliance.md": compliance_page(),
        Path("docs") / "permissions.md": permissions_page(),
        Path("docs") / "vulnerability.md": vulnerability_page(read_vulnerability()),
        Path("docs") / "published.md": published_page(published_sections()),
    }
    written |= {GAMES / page_name(game.id): game_page(game) for game in games()}
    return {path: f"{NOTICE}\n\n{text}" for path, text in written.items()}


def with_tables(text: str) -> str:
    """Return a page with the tables that it takes from the catalogues."""
    return with_reports(with_games(text))


def with_games(text: str) -> str:
    """Return a page with the table of the main games between its marks, if it has them."""
    return MARKED.sub(lambda _: f"\n{main_table(main_lines())}\n\n", text)


def with_output(text: str, root: Path) -> str:
    """Return a page with the real output below every command of its console blocks."""
    return CONSOLE.sub(lambda block: "\n".join(_session(block[0].splitlines(), root)) + "\n", text)


def _session(lines: Sequence[str], root: Path) -> Iterator[str]:
    """Run the commands of a console block; what the page left out stays left out."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    code = 0
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output, code = _run(lines[start].removeprefix("$ "), code, root)
        yield lines[start]
        yield from _shortened(output, lines[start + 1 : end])


def _run(command: str, code_before: int, root: Path) -> tuple[list[str], int]:
    if command == "echo $?":
        return [str(code_before)], 0
    program, *arguments = shlex.split(command)
    if program != "pitboss":
        message = f"only pitboss can be run in a console block, not {program!r}"
        raise ValueError(message)
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", *arguments],
        cwd=root,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return [line.rstrip() for line in done.stdout.splitlines()], done.returncode


def is_shown(shown: Sequence[str], output: Sequence[str]) -> bool:
    """Whether *output* is what is *shown*, a line `...` standing for any number of lines."""
    lines = (r"(?:.*\n)*" if line == ELLIPSIS else re.escape(line) + r"\n" for line in shown)
    return bool(re.fullmatch("".join(lines), "".join(f"{line}\n" for line in output)))


def _shortened(output: list[str], shown: Sequence[str]) -> list[str]:
    """Leave out of *output* what `...` leaves out of *shown*: all but so many lines at each end.

    Where lines are left out in several places and what is shown is no longer true, all is written,
    for somebody to shorten.
    """
    if ELLIPSIS in shown and is_shown(shown, output):
        return [*shown]
    if shown.count(ELLIPSIS) != 1:
        return output
    before, after = shown.index(ELLIPSIS), len(shown) - shown.index(ELLIPSIS) - 1
    if before + after >= len(output):
        return output
    return [*output[:before], ELLIPSIS, *output[len(output) - after :]]


def stale(root: Path, expected: dict[Path, str]) -> list[Path]:
    """Return the pages under *root* that are missing, out of date, or of no game (any more)."""
    found = {path.relative_to(root) for path in (root / GAMES).glob("*.md")}
    changed = [path for path, text in expected.items() if _read(root / path) != text]
    return sorted([*changed, *(found - expected.keys())])


def write(root: Path, expected: dict[Path, str]) -> None:
    """Bring the pages under *root* up to date."""
    (root / GAMES).mkdir(parents=True, exist_ok=True)
    for path in stale(root, expected):
        if path in expected:
            (root / path).write_text(expected[path], encoding="utf-8", newline="\n")
            print(f"wrote {path.as_posix()}")
        else:
            (root / path).unlink()
            print(f"removed {path.as_posix()}")


def _read(path: Path) -> str | None:
    # As bytes, so that a page with other line ends is stale too.
    return path.read_bytes().decode(errors="replace") if path.is_file() else None


def main(arguments: Sequence[str]) -> None:
    """Write the pages, or only say which are stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, name stale pages")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder that holds docs/")
    asked = parser.parse_args(arguments)
    expected = pages(asked.root)
    if not asked.check:
        write(asked.root, expected)
    elif behind := stale(asked.root, expected):
        for path in behind:
            print(f"stale: {path.as_posix()}")
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
