"""Write docs/reference/clauses.md: every clause of the games, and the tests that show it.

The clauses and rulings come from the rule book, the tests from the decorators above them
(tests/rules/clauses.py), headings and what is not ours from tests/rules/paragraphs.toml.

Usage: python -m tools.generate_clause_table            write the page
       python -m tools.generate_clause_table --check    exit 1 if it is stale
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pitboss.report.document.markdown import plain
from pitboss.rulebook.reading.library import game
from tests.rules import clauses
from tools.game_pages import page_name

ROOT = Path(__file__).resolve().parent.parent

PAGE = ROOT / "docs" / "reference" / "clauses.md"
NOTICE = (
    "<!-- Written by tools/generate_clause_table.py from the rule book and the tests: do not edit,"
    " run it again. -->"
)
INTRODUCTION = """\
# From clause to test

A row for every paragraph of the rule documents and for every ruling on them, in the rule book's
words, with how it is shown and the tests that show it. The words in the column *shown* mean:

| shown | means |
| --- | --- |
| played | the engine plays a round of it, or refuses one, and the test asserts what came of it |
| judged | `pitboss check` refuses a set-up that breaks it, and cites it |
| posted | a printed sheet or sign says it, and cites it |
| kept | the floor's books, its tables and jackpots, do it or refuse to do otherwise |
| heading | it only leads to the rows below it; it claims nothing, and nothing shows it |
| not ours | nothing here does it, for the reason given |

The tests of a row show it together; where words of the row stand before a test, it is about these.
The files are in [tests/rules](../../tests/rules), unless a folder of [tests](../../tests) is named.
The suite fails where a row has neither test nor reason, where a test does not do what *shown*
says while it runs, where it asserts nothing, and where a row is about the order of pay and no
test of it looks at the order. That a test asserts what the words say is a reader's judgement."""

STATES = (*clauses.HOWS, "heading", "not ours")


class Row(NamedTuple):
    """A line of a table."""

    name: str
    says: str
    states: tuple[str, ...]
    tests: str

    @property
    def line(self) -> str:
        """The row as Markdown."""
        return f"| {self.name} | {self.says} | {', '.join(self.states)} | {self.tests} |"


class Section(NamedTuple):
    """A table of the page."""

    title: str
    rows: Sequence[Row]
    intro: str = ""
    head: str = "clause"

    @property
    def text(self) -> str:
        """The section as Markdown."""
        lines = [f"| {self.head} | what it says | shown | tests |", "| --- | --- | --- | --- |"]
        lines += [row.line for row in self.rows]
        return "\n\n".join(filter(None, [f"## {self.title}", self.intro, "\n".join(lines)]))


def page() -> str:
    """Return the content of the page."""
    sections = [*_clause_sections(), _ruling_section()]
    texts = [NOTICE, INTRODUCTION, _summary(sections), *(section.text for section in sections)]
    return "\n\n".join(texts) + "\n"


def _summary(sections: Iterable[Section]) -> str:
    """Count the rows of each section; one that is shown in two ways counts in both."""
    lines = [
        f"| section | rows | {' | '.join(STATES)} |",
        "| --- |" + " ---: |" * (len(STATES) + 1),
    ]
    total: Counter[str] = Counter()
    for section in sections:
        counts = Counter(state for row in section.rows for state in row.states)
        counts["rows"] = len(section.rows)
        total += counts
        lines.append(_count_line(section.title, counts))
    lines.append(_count_line("**all**", total))
    return "## Summary\n\nA row that is shown in two ways is counted in both.\n\n" + "\n".join(
        lines
    )


def _count_line(title: str, counts: Mapping[str, int]) -> str:
    return f"| {title} | {' | '.join(str(counts.get(key, 0)) for key in ('rows', *STATES))} |"


def _clause_sections() -> Iterator[Section]:
    editions = _shared(clauses.WASHINGTON)
    games = _shared(clauses.COLORADO)
    yield Section("Washington Spanish 21, all three editions", editions)
    for game_id in clauses.PLAYED_GAMES:
        a_game = game(game_id)
        if game_id == clauses.COLORADO[0]:
            yield Section("Colorado Rule 21, all its games", games)
        shared = editions if game_id in clauses.WASHINGTON else games
        own = [row for row in _rows(game_id) if row not in shared]
        colorado = a_game.jurisdiction == "Colorado"
        which = "the clauses that not all editions share" if game_id in clauses.WASHINGTON else ""
        link = f"[`{game_id}`](../games/{page_name(game_id)})" + (which and f": {which}")
        title = ", ".join(filter(None, (a_game.document, a_game.section if colorado else "")))
        yield Section(plain(title), own, f"{link}.")


def _rows(game_id: str) -> list[Row]:
    tested = clauses.clause_tests()
    return [
        _row(plain(name), text, tested.get((game_id, name), ()), _not_ours(name))
        for name, text in game(game_id).clauses.items()
    ]


def _not_ours(name: str) -> Mapping[str, str] | None:
    """Return words -> why they are not ours; None for a heading."""
    return None if name in clauses.HEADINGS else clauses.NOT_OURS.get(name, {})


def _shared(editions: Sequence[str]) -> list[Row]:
    first, *others = ([*_rows(edition)] for edition in editions)
    return [row for row in first if all(row in other for other in others)]


def _ruling_section() -> Section:
    tested = clauses.ruling_tests()
    rows = []
    for ruling in clauses.played_rulings():
        reason = clauses.RULINGS_NOT_OURS.get(ruling.id)
        name = f"[{ruling.id}](rulings.md#{ruling.id.lower()})"
        not_ours = {} if reason is None else {"": reason}
        rows.append(_row(name, ruling.ruling, tested.get(ruling.id, ()), not_ours))
    return Section("Rulings", rows, head="ruling")


def _row(
    name: str, text: str, proofs: Sequence[clauses.Proof], not_ours: Mapping[str, str] | None
) -> Row:
    if not_ours is None:
        return Row(name, plain(text), ("heading",), "")
    shown = {proof.how for proof in proofs}
    states = tuple(how for how in clauses.HOWS if how in shown) + ("not ours",) * bool(not_ours)
    tests = [_quoted(proof.words) + f"`{proof.test}`" for proof in proofs]
    tests += [_quoted(words) + f"*{plain(reason)}*" for words, reason in not_ours.items()]
    return Row(name, plain(text), states, "<br>".join(tests))


def _quoted(words: str) -> str:
    return f'"{plain(words)}": ' if words else ""


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
