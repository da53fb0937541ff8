"""Write the generated parts of the documentation.

They are: a page for each game, their index and the rulings, from the rule book; the library, from
its docstrings; the HTTP API, from the table of routes; the checked figures of the documents; every
game and wager with its edge; and in hand-written pages the output below each command.

Usage: python -m tools.generate_docs            write it all (`make docs`)
       python -m tools.generate_docs --check    exit 1, naming every page that is stale
       python -m tools.generate_docs docs/explanation/risk.md ...    only the output in these pages
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from pitboss.report.catalogue.edges import entries, main_lines
from pitboss.report.documents.errata import ERRATA
from pitboss.report.documents.figures import figures
from pitboss.report.published.figures import published_sections
from pitboss.rulebook.reading.library import games, rulings
from tools import follow
from tools.api_page import api_page
from tools.compliance_page import compliance_page
from tools.documents_page import documents_page
from tools.edges_page import edges_page
from tools.game_links import game_links
from tools.game_pages import game_page, index_page, page_name, rulings_page
from tools.http_page import http_page
from tools.permissions_page import permissions_page
from tools.published_page import published_page
from tools.reports_page import with_reports
from tools.shown import shorten
from tools.vulnerability import read as read_vulnerability
from tools.vulnerability import vulnerability_page

ROOT = Path(__file__).resolve().parent.parent
GAMES = Path("docs") / "games"
NOTICE = (
    "<!-- Written by tools/generate_docs.py from the rule book: do not edit, run `make docs`. -->"
)

CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)


def pages(root: Path) -> dict[Path, str]:
    """Return every page generated in whole or in part: its path and its content."""
    whole = whole_pages()
    by_hand = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return whole | {
        path.relative_to(root): filled_page(path, root)
        for path in by_hand
        if path.is_file()
        and path.relative_to(root) not in whole
        and not path.is_relative_to(root / GAMES)  # a page there is of a game, or of none any more
    }


def filled_page(page: Path, root: Path) -> str:
    """Return a hand-written page with its generated tables and output."""
    if page in follow.pages(root / "docs"):
        return followed_page(page)
    return with_output(with_reports(page.read_text(encoding="utf-8")), root)


def followed_page(page: Path) -> str:
    """Return a page with the output of its commands, run in order in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="pitboss-page-") as name:
        folder = Path(name)
        environment = {"XDG_DATA_HOME": str(folder / "data")}

        def run(arguments: Sequence[str], typed: str) -> tuple[str, int]:
            return _pitboss(arguments, folder, environment, typed)

        return follow.Walk(folder, run, environment).follow(page.read_text(encoding="utf-8"))


def whole_pages() -> dict[Path, str]:
    """Return the wholly generated pages: their paths and their content."""
    written = {
        GAMES / "README.md": index_page(games()),
        Path("docs") / "reference" / "rulings.md": rulings_page(rulings()),
        Path("docs") / "reference" / "documents.md": documents_page(figures(), ERRATA),
        Path("docs") / "reference" / "edges.md": edges_page(entries(), main_lines()),
        Path("docs") / "reference" / "api.md": api_page(),
        Path("docs") / "reference" / "api-http.md": http_page(),
        Path("docs") / "reference" / "compliance.md": compliance_page(),
        Path("docs") / "reference" / "permissions.md": permissions_page(),
        Path("docs") / "reference" / "vulnerability.md": vulnerability_page(read_vulnerability()),
        Path("docs") / "reference" / "published.md": published_page(published_sections()),
    }
    written |= {GAMES / page_name(game.id): game_page(game, game_links(game)) for game in games()}
    return {path: f"{NOTICE}\n\n{text}" for path, text in written.items()}


def with_output(text: str, root: Path) -> str:
    """Return a page with the real output below every command of its console blocks."""
    return CONSOLE.sub(lambda block: "\n".join(_session(block[0].splitlines(), root)) + "\n", text)


def _session(lines: Sequence[str], root: Path) -> Iterator[str]:
    """Run the commands of a console block; omitted output stays omitted."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    code = 0
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output, code = _run(lines[start].removeprefix("$ "), code, root)
        yield lines[start]
        yield from shorten(output, lines[start + 1 : end])


def _run(command: str, code_before: int, root: Path) -> tuple[list[str], int]:
    if command == "echo $?":
        return [str(code_before)], 0
    program, *arguments = shlex.split(command)
    if program != "pitboss":
        raise ValueError(f"only pitboss can be run in a console block, not {program!r}")
    output, code = _pitboss(arguments, root)
    return [line.rstrip() for line in output.splitlines()], code


def _pitboss(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str] = MappingProxyType({}),
    typed: str = "",
) -> tuple[str, int]:
    """Return the output of the program in a folder, and its exit code."""
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "pitboss.cli.main", *arguments],
        cwd=folder,
        env={**os.environ, **plain, **environment},
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout, done.returncode


def stale(root: Path, expected: dict[Path, str]) -> list[Path]:
    """Return the pages under *root* that are missing, stale, or of a removed game."""
    pages = {path.relative_to(root) for path in (root / GAMES).glob("*.md")}
    changed = [path for path, text in expected.items() if _read(root / path) != text]
    return sorted([*changed, *(pages - expected.keys())])


def write(root: Path, expected: dict[Path, str]) -> None:
    """Bring the pages under *root* up to date."""
    for path in stale(root, expected):
        if path in expected:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(expected[path], encoding="utf-8", newline="\n")
            print(f"wrote {path.as_posix()}")
        else:
            (root / path).unlink()
            print(f"removed {path.as_posix()}")


def _read(path: Path) -> str | None:
    # As bytes, so a page with other line ends is stale too.
    return path.read_bytes().decode(errors="replace") if path.is_file() else None


def main(arguments: Sequence[str]) -> None:
    """Write the pages, or only report which are stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, name stale pages")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder that holds docs/")
    parser.add_argument("pages", type=Path, nargs="*", help="fill only these pages")
    options = parser.parse_args(arguments)
    if options.pages:
        for page in options.pages:
            page.write_text(filled_page(page.resolve(), options.root), encoding="utf-8")
        return
    expected = pages(options.root)
    if not options.check:
        write(options.root, expected)
    elif behind := stale(options.root, expected):
        for path in behind:
            print(f"stale: {path.as_posix()}")
        raise SystemExit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
