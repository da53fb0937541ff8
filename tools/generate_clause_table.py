"""Write docs/clauses.md: every clause of the games, and the tests that prove it.

The clauses and rulings come from the rule book, the tests from the decorators in tests/rules.

Usage: python -m tools.generate_clause_table            write the page
       python -m tools.generate_clause_table --check    exit 1 if it is stale
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pitboss.report.document.markdown import plain
from pitboss.rulebook.reading.library import game
from tests.rules import clauses
from tools.game_pages import page_name

ROOT = Path(__file__).resolve().parent.parent

PAGE = ROOT / "docs" / "clauses.md"
NOTICE = (
    "<!-- Written by tools/generate_clause_table.py from the rule book and the tests: do not edit,"
    " run it again. -->"
)
INTRODUCTION = """\
# From clause to test

Every clause of the games the table deals and every ruling on them, in the rule book's words, with
the tests that play it: real rounds, settled to the cent. The files are in
[tests/rules](../tests/rules). A clause without a test fails the suite."""

Row = tuple[str, str, str]
"""A clause, what it says, its tests."""


def page() -> str:
    """Return the content of the page."""
    return "\n\n".join([NOTICE, INTRODUCTION, *_clause_sections(), _ruling_section()]) + "\n"


def _clause_sections() -> Iterator[str]:
    shared = _shared(clauses.WASHINGTON)
    yield _section("Washington Spanish 21, all three editions", shared)
    for game_id in clauses.PLAYED_GAMES:
        a_game = game(game_id)
        own = [row for row in _rows(game_id) if row not in shared]
        colorado = a_game.jurisdiction == "Colorado"
        which = "the clauses that not all editions share" if game_id in clauses.WASHINGTON else ""
        link = f"[`{game_id}`](games/{page_name(game_id)})" + (which and f": {which}")
        title = ", ".join(filter(None, (a_game.document, a_game.section if colorado else "")))
        yield _section(plain(title), own, f"{link}.")


def _rows(game_id: str) -> list[Row]:
    tested = clauses.clause_tests()
    return [
        (
            plain(clause),
            plain(words),
            _tests(
                tested.get((game_id, clause), ()), clauses.NOT_PLAYED.get((game_id, clause), "")
            ),
        )
        for clause, words in game(game_id).clauses.items()
    ]


def _shared(editions: Sequence[str]) -> list[Row]:
    first, *others = ([*_rows(edition)] for edition in editions)
    return [row for row in first if all(row in other for other in others)]


def _ruling_section() -> str:
    tested = clauses.ruling_tests()
    rows = [
        (
            f"[{ruling.id}](rulings.md#{ruling.id.lower()})",
            plain(ruling.ruling),
            _tests(tested.get(ruling.id, ()), clauses.RULINGS_NOT_PLAYED.get(ruling.id, "")),
        )
        for ruling in clauses.played_rulings()
    ]
    return _section("Rulings", rows, head="ruling")


def _tests(names: Iterable[str], reason: str) -> str:
    return "<br>".join(f"`{name}`" for name in names) or f"*not played: {reason}*"


def _section(title: str, rows: Iterable[Row], intro: str = "", head: str = "clause") -> str:
    lines = [f"| {head} | what it says | tests |", "| --- | --- | --- |"]
    lines += [f"| {name} | {words} | {tests} |" for name, words, tests in rows]
    return "\n\n".join(filter(None, [f"## {title}", intro, "\n".join(lines)]))


def main() -> None:
    """Write the page, or only report whether it is stale."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if stale")
    parser.add_argument("--page", type=Path, default=PAGE, help="the file to write")
    arguments = parser.parse_args()
    expected = page()
    # As bytes, so a page with other line ends is stale too.
    written = arguments.page.read_bytes() if arguments.page.is_file() else b""
    if written == expected.encode():
        return
    if arguments.check:
        print(f"stale: {arguments.page.name}")
        raise SystemExit(1)
    arguments.page.write_text(expected, encoding="utf-8", newline="\n")
    print(f"wrote {arguments.page.name}")


if __name__ == "__main__":
    main()
