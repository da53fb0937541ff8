"""The documentation holds all of the rule book, is up to date, and its links lead somewhere."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from pitboss.cli.main import parser
from pitboss.report.document.markdown import plain
from pitboss.rulebook import house, model
from pitboss.rulebook.model import Condition, JackpotTerms, PayTable
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.reading import schema
from pitboss.rulebook.reading.library import game, game_ids, rulings
from pitboss.text.rules import deck_words, table_columns
from tests.rows import every_row
from tools import generate_docs
from tools.game_pages import FAMILIES, page_name, rulings_page

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = (*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")))

Felt = dict[str, list[str]]
"""A Markdown table: the first cell of a line -> its other cells; the head under ""."""


@pytest.fixture(scope="module")
def whole() -> dict[Path, str]:
    """Return the pages that nobody writes by hand, made again once for all tests."""
    return generate_docs.whole_pages()


def test_the_generated_pages_are_up_to_date(whole: dict[Path, str]) -> None:
    """The commands of the other pages are run by the tests of the README, each of them once."""
    assert generate_docs.stale(ROOT, whole) == [], "run 'make docs'"


def test_a_stale_page_is_named_and_written_again(tmp_path: Path, whole: dict[Path, str]) -> None:
    games = tmp_path / "docs" / "games"
    generate_docs.write(tmp_path, whole)
    assert generate_docs.stale(tmp_path, whole) == []

    changed, gone, left_over = (games / name for name in ("README.md", "co-trilux.md", "old.md"))
    changed.write_text(changed.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    gone.unlink()
    left_over.write_text("a game that is no more\n", encoding="utf-8")
    assert generate_docs.stale(tmp_path, whole) == [
        Path("docs", "games", name) for name in ("README.md", "co-trilux.md", "old.md")
    ]
    assert not gone.exists()

    generate_docs.write(tmp_path, whole)
    assert generate_docs.stale(tmp_path, whole) == []
    assert not left_over.exists()


PAGE = """\
```console
$ pitboss check no-such-file.toml
what it said before
$ echo $?
0
```
"""


def test_the_tool_fills_a_page_written_by_hand_and_checks_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(generate_docs, "whole_pages", dict)
    arguments = ("--root", str(tmp_path))
    page = tmp_path / "README.md"
    page.write_text(PAGE, encoding="utf-8")
    with pytest.raises(SystemExit, match="1"):
        generate_docs.main(["--check", *arguments])
    assert capsys.readouterr().out == "stale: README.md\n"
    assert page.read_text(encoding="utf-8") == PAGE

    generate_docs.main(arguments)
    text = page.read_text(encoding="utf-8")
    assert "[file/" in text
    assert "$ echo $?\n2\n" in text
    generate_docs.main(["--check", *arguments])


def test_the_page_of_edges_opens_with_one_table_of_every_game() -> None:
    text = (DOCS / "reference" / "edges.md").read_text(encoding="utf-8")
    block = next(read_tables(text))
    assert "house edge" in block[0]
    named = [read_cells(line)[0] for line in block[2:]]
    shown = re.findall(r"\(\.\./games/(.+?)\)", "\n".join(named))
    assert shown == [page_name(game_id) for game_id in game_ids()]


def test_every_wager_of_every_game_has_its_line_on_the_page_of_edges() -> None:
    text = (DOCS / "reference" / "edges.md").read_text(encoding="utf-8")
    for game_id in game_ids():
        _, _, after = text.partition(f": {game_id}\n")
        block = next(read_tables(after))
        shown = {wager for line in block[2:] for wager in read_cells(line)[0].split(", ")}
        bonus = {"`super-bonus`"} if game(game_id).super_bonus else set()
        assert shown == {f"`{wager.id}`" for wager in game(game_id).wagers} | bonus


def test_every_page_of_a_game_leads_to_play_edge_chart_wagers_counting_and_rulings() -> None:
    for game_id in game_ids():
        (head,) = [table for table in read_tables(read_page(game_id)) if "you want to" in table[0]]
        shown = "\n".join(head)
        for command in ("play", "show", "solve", "odds"):
            assert f"`pitboss {command} {game_id}`" in shown
        for target in ("web.md", "#rules", "edges.md#", "solver"):
            assert target in shown, (game_id, target)
        assert ("#rulings" in shown) is bool(game(game_id).rulings)
        assert ("counting.md" in shown) is ("nothing to count" not in shown)
        assert re.search(r"know its edge +\| -?\d", shown)


def links(text: str) -> Iterator[str]:
    prose = re.sub(r"^```.*?^```$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    yield from re.findall(r"\]\(([^)\s]+)\)", prose)


@cache
def anchors(page: Path) -> set[str]:
    """Return what the headings of a page can be linked by, as GitHub makes it of their words."""
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head).strip().lower().replace(" ", "-") for head in heads}


@every_row("page", PAGES)
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    for link in links(page.read_text(encoding="utf-8")):
        if link.startswith(("https://", "http://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(ROOT), link
        if anchor:
            assert anchor in anchors(target), link


@every_row("page", PAGES)
def test_every_table_has_as_many_cells_in_every_line(page: Path) -> None:
    for block in read_tables(page.read_text(encoding="utf-8")):
        widths = {len(read_cells(line)) for line in block}
        assert len(widths) == 1, block[0]


def read_tables(text: str) -> Iterator[list[str]]:
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        yield block.splitlines()


def read_cells(line: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def read_page(game_id: str) -> str:
    return (DOCS / "games" / page_name(game_id)).read_text(encoding="utf-8")


def felts(game_id: str) -> Iterator[Felt]:
    text = read_page(game_id)
    assert ("\n## Pay tables\n" in text) == bool(game(game_id).tables)
    if not game(game_id).tables:
        return
    start, end = text.index("\n## Pay tables\n"), text.index("\n## Clauses\n")
    for head, _, *lines in read_tables(text[start:end]):
        felt = {read_cells(line)[0]: read_cells(line)[1:] for line in lines}
        yield felt | {"": read_cells(head)}


@every_row("game_id", game_ids())
def test_every_pay_is_on_the_page_of_its_game(game_id: str) -> None:
    """Goal: no table, row or cell is lost. Method: read the Markdown back and look each up."""
    shown = list(felts(game_id))
    for table in game(game_id).tables:
        felt = find_felt(table, shown)
        head = felt[""]
        for row in table.rows:
            place = head.index(plain(row.column) if row.column else find_head(table, head))
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


def list_names(table: PayTable) -> set[str]:
    return {plain(table.id), f"{plain(table.id)}, {deck_words(table.decks)}"}


def find_head(table: PayTable, head: list[str]) -> str:
    (name,) = list_names(table) & set(head)
    return name


def find_felt(table: PayTable, shown: list[Felt]) -> Felt:
    rows = {plain(row.name) for row in table.rows}
    columns = set(map(plain, table_columns(table)))
    felts = [
        felt
        for felt in shown
        if list_names(table) & set(felt[""]) and rows <= felt.keys() and columns <= set(felt[""])
    ]
    # One id may stand for several deck counts in tables of their own (Bonus 21): the pays decide.
    exact = [
        felt
        for felt in felts
        if len(rows) == len([n for n in felt if n and n[0] != "*"]) or columns
    ]
    assert exact, table.id
    return exact[0]


@every_row("game_id", game_ids())
def test_a_page_has_every_id_clause_and_ruling_of_its_game(game_id: str) -> None:
    a_game = game(game_id)
    text = read_page(game_id)
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
        assert f"[{ruling.id}](../reference/rulings.md#{ruling.id.lower()})" in text


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
    by_page = {
        "README.md": (
            f"{len(game_ids())} games",
            f"{len(documented)} as casinos",
            "the reference",
            f"{tables} pay tables",
        ),
        "CHANGELOG.md": (
            f"All {len(documented)} games",
            f"{len(game_ids())} games, {tables} pay tables, {len(rulings())} rulings",
        ),
        "docs/reference/rule-book.md": (
            f"{kinds.total():,} cells",
            f"{kinds['pay']:,} are pays",
            f"{kinds['house_advantage']} printed\nhouse advantages",
        ),
    }
    for page, words in by_page.items():
        text = (ROOT / page).read_text(encoding="utf-8")
        for number in words:
            assert number in text, page


def test_contributing_lists_the_packages_in_the_order_of_their_layers() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    layers = [re.findall(r"\w+", layer) for layer in contract["layers"]]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.partition("| package, highest first |")[2].partition("\n\n")[0]
    rows = [line.split("|")[1] for line in table.splitlines()[2:]]
    assert [re.findall(r"`(\w+)`", row) for row in rows] == layers


def test_every_command_is_documented() -> None:
    text = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    names = {name for name, command in parser().commands.items() if not command.hidden}
    assert {"games", "show", "check", "floor"} <= names
    for name in names:
        assert f"## `pitboss {name}`" in text


def test_every_code_of_the_rule_book_and_the_command_line_is_documented() -> None:
    text = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
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
    text = (DOCS / "reference" / "house-configuration.md").read_text(encoding="utf-8")
    named = vars(house).values()
    shapes = [
        shape for shape in named if is_dataclass(shape) and shape.__module__ == house.__name__
    ]
    assert {house.House, house.JackpotSetup, house.Limits} <= set(shapes)
    for field in (field for shape in shapes for field in fields(shape)):
        name = {"source": "from"}.get(field.name, field.name)
        assert re.search(rf"^\| `{name}` \||^## `\[?{name}\b", text, re.MULTILINE), name


@every_row(
    "shape",
    [
        *(schema.GameHead, model.Option, model.Wager, schema.RowFile),
        *(schema.TableFile, schema.GameFile, model.Ruling, Condition, JackpotTerms),
    ],
)
def test_every_key_of_a_catalogue_file_is_documented(shape: type) -> None:
    text = (DOCS / "reference" / "rule-book.md").read_text(encoding="utf-8")
    for field in (field for field in fields(shape) if field.init):  # no file states a clause
        assert re.search(rf"`\[*{field.name}(?:\.NAME)?\]*`", text), field.name
