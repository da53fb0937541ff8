"""The documentation holds all of the rule book, is up to date, and its links lead somewhere."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from pitboss.cli.main import app
from pitboss.report.game_page import FAMILIES, page_name, rulings_page
from pitboss.report.markdown import plain
from pitboss.report.words import columns_of, deck_words
from pitboss.rulebook import house, model, schema
from pitboss.rulebook.library import game, game_ids, rulings
from pitboss.rulebook.model import Condition, JackpotTerms, PayTable
from pitboss.rulebook.pays import format_dollars

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
TOOL = ROOT / "tools" / "generate_docs.py"
PAGES = (*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")))

Felt = dict[str, list[str]]
"""A Markdown table: the first cell of a line -> its other cells; the head under ""."""


def generate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_generated_pages_are_up_to_date() -> None:
    done = generate("--check")
    assert done.returncode == 0, f"run 'make docs':\n{done.stdout}{done.stderr}"


def test_a_stale_page_fails_the_check_and_is_named(tmp_path: Path) -> None:
    root = ("--root", str(tmp_path))
    pages = tmp_path / "docs" / "games"
    assert generate(*root).returncode == 0

    changed, gone, left_over = (pages / name for name in ("README.md", "co-trilux.md", "old.md"))
    changed.write_text(changed.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    gone.unlink()
    left_over.write_text("a game that is no more\n", encoding="utf-8")

    done = generate("--check", *root)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "stale: docs/games/README.md",
        "stale: docs/games/co-trilux.md",
        "stale: docs/games/old.md",
    ]
    assert not gone.exists()

    generate(*root)
    assert generate("--check", *root).stdout == ""
    assert not left_over.exists()


def links(text: str) -> Iterator[str]:
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"\]\(([^)\s]+)\)", prose)


def anchors(text: str) -> set[str]:
    """Return what the headings of a page can be linked by, as GitHub makes it of their words."""
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in links(page.read_text(encoding="utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_table_has_as_many_cells_in_every_line(page: Path) -> None:
    for block in tables_of(page.read_text(encoding="utf-8")):
        widths = {len(cells_of(line)) for line in block}
        assert len(widths) == 1, block[0]


def tables_of(text: str) -> Iterator[list[str]]:
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        yield block.splitlines()


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def page_of(game_id: str) -> str:
    return (DOCS / "games" / page_name(game_id)).read_text(encoding="utf-8")


def felts(game_id: str) -> Iterator[Felt]:
    text = page_of(game_id)
    assert ("\n## Pay tables\n" in text) == bool(game(game_id).tables)
    if not game(game_id).tables:
        return
    start, end = text.index("\n## Pay tables\n"), text.index("\n## Clauses\n")
    for head, _, *lines in tables_of(text[start:end]):
        felt = {cells_of(line)[0]: cells_of(line)[1:] for line in lines}
        yield felt | {"": cells_of(head)}


@pytest.mark.parametrize("game_id", game_ids())
def test_every_pay_is_on_the_page_of_its_game(game_id: str) -> None:
    """Goal: no table, row or cell is lost. Method: read the Markdown back and look each up."""
    shown = list(felts(game_id))
    for table in game(game_id).tables:
        felt = felt_of(table, shown)
        head = felt[""]
        for row in table.rows:
            place = head.index(plain(row.column) if row.column else head_of(table, head))
            cells = felt[plain(row.name)]
            assert cells[place - 1] == plain(row.text), (table.id, row.name)
            if row.envy is not None:
                assert cells[place] == format_dollars(row.envy), (table.id, row.name)
            for figure in row.printed.values():
                assert figure in cells, (table.id, row.name)
        printed = [*table.printed.values(), *filter(None, (table.increment,))]
        for figure in printed:
            assert any(f"*{figure}*" in cells for cells in felt.values()), (table.id, figure)
        if table.seed:
            assert any(f"*${table.seed}*" in cells for cells in felt.values())


def names_of(table: PayTable) -> set[str]:
    return {plain(table.id), f"{plain(table.id)}, {deck_words(table.decks)}"}


def head_of(table: PayTable, head: list[str]) -> str:
    (found,) = names_of(table) & set(head)
    return found


def felt_of(table: PayTable, shown: list[Felt]) -> Felt:
    rows = {plain(row.name) for row in table.rows}
    columns = set(map(plain, columns_of(table)))
    found = [
        felt
        for felt in shown
        if names_of(table) & set(felt[""]) and rows <= felt.keys() and columns <= set(felt[""])
    ]
    # One id may stand for several deck counts in tables of their own (Bonus 21): the pays decide.
    exact = [
        felt
        for felt in found
        if len(rows) == len([n for n in felt if n and n[0] != "*"]) or columns
    ]
    assert exact, table.id
    return exact[0]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_page_has_every_id_clause_and_ruling_of_its_game(game_id: str) -> None:
    a_game, text = game(game_id), page_of(game_id)
    assert plain(a_game.document) in text
    for option in a_game.options:
        assert f"| `{option.id}`" in text
    for wager in a_game.wagers:
        assert f"(`{wager.id}`)" in text
    for table in a_game.tables:
        assert re.search(rf"(?<![\w-]){re.escape(table.id)}(?![\w-])", text), table.id
    for clause, words in a_game.clauses.items():
        assert f"- **{plain(clause)}**: {plain(words)}" in text
    for ruling in a_game.rulings:
        assert f"[{ruling.id}](../rulings.md#{ruling.id.lower()})" in text


def test_every_ruling_is_on_the_page_of_rulings_in_its_family() -> None:
    text = rulings_page(rulings())
    for ruling in rulings():
        assert f"### {ruling.id}\n" in text
    families = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert families == list(FAMILIES.values())


def test_the_index_lists_every_game() -> None:
    text = (DOCS / "games" / "README.md").read_text(encoding="utf-8")
    for game_id in game_ids():
        assert f"]({page_name(game_id)}) | `{game_id}`" in re.sub(r" +", " ", text)


def test_the_numbers_the_pages_name_are_those_of_the_rule_book() -> None:
    tables = sum(len(game(game_id).tables) for game_id in game_ids())
    documented = [one for one in game_ids() if one != "reference/blackjack"]
    with (ROOT / "tests" / "transcription" / "figures.csv").open(encoding="utf-8") as lines:
        kinds = Counter(line["kind"] for line in csv.DictReader(lines))
    told = {
        "README.md": (f"{len(documented)} games", "the reference", f"{tables} pay tables"),
        "CHANGELOG.md": (
            *(f"{len(documented)} games", "the reference game", f"{tables} of them"),
            f"{len(rulings())}\n",
        ),
        "docs/rule-book.md": (
            f"{kinds.total():,} cells",
            f"{kinds['pay']:,} are pays",
            f"{kinds['house_advantage']} printed\nhouse advantages",
        ),
    }
    for page, words in told.items():
        text = (ROOT / page).read_text(encoding="utf-8")
        for number in words:
            assert number in text, page


def test_every_command_is_documented() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    names = {
        command.name or command.callback.__name__
        for command in app.registered_commands
        if command.callback
    }
    assert {"games", "show", "check"} <= names
    for name in names:
        assert f"## `pitboss {name}`" in text


def test_every_code_of_the_rule_book_and_the_command_line_is_documented() -> None:
    text = (DOCS / "command-line.md").read_text(encoding="utf-8")
    sources = [
        path.read_text(encoding="utf-8")
        for layer in ("rulebook", "cli")
        for path in (ROOT / "src" / "pitboss" / layer).glob("*.py")
    ]
    kinds = "command|file|house|game|option|wager|rulebook"
    codes = {
        code
        for source in sources
        for code in re.findall(rf"[\"\[]((?:{kinds})/[a-z-]+)[\"\]]", source)
    }
    assert {"game/unknown", "option/conflict", "command/usage"} <= codes
    for code in codes:
        assert f"| `{code}` |" in text, code


def test_every_key_of_a_house_configuration_is_documented() -> None:
    text = (DOCS / "house-configuration.md").read_text(encoding="utf-8")
    named = vars(house).values()
    shapes = [it for it in named if is_dataclass(it) and it.__module__ == house.__name__]
    assert {house.House, house.JackpotSetup, house.Limits} <= set(shapes)
    for field in (field for shape in shapes for field in fields(shape)):
        name = {"source": "from"}.get(field.name, field.name)
        assert re.search(rf"^\| `{name}` \||^## `\[?{name}\b", text, re.MULTILINE), name


@pytest.mark.parametrize(
    "shape",
    [
        *(schema.GameHead, model.Option, model.Wager, schema.RowFile),
        *(schema.TableFile, schema.GameFile, model.Ruling, Condition, JackpotTerms),
    ],
    ids=lambda shape: shape.__name__,
)
def test_every_key_of_a_catalogue_file_is_documented(shape: type) -> None:
    text = (DOCS / "rule-book.md").read_text(encoding="utf-8")
    for field in fields(shape):
        assert re.search(rf"`\[*{field.name}(?:\.NAME)?\]*`", text), field.name
