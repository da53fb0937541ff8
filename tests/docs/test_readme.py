"""What the README and the pages written by hand show is true: commands, library calls, files."""

from __future__ import annotations

import doctest
import html
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

import pitboss
from pitboss.counts.files import system_from
from pitboss.rulebook.check import problems
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import parse_house, read_house
from pitboss.rulebook.reading.library import game_ids
from tests.docs.program import run_here
from tools import follow
from tools.shown import is_shown
from tools.table_picture import PICTURE, picture

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
PAGES = (
    README,
    *(
        page
        for page in sorted((ROOT / "docs").rglob("*.md"))
        if page not in follow.pages(ROOT / "docs")
    ),
)
EXAMPLES = ROOT / "examples"


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class Command(NamedTuple):
    """A command of a page, the `echo $?` below it if there is one, and what the page shows."""

    text: str
    shown: str
    exit_code: int | None


def commands(page: Path) -> Iterator[Command]:
    for block in blocks(page, "console"):
        parts = re.split(r"^\$ ", block, flags=re.MULTILINE)
        assert parts[0] == "", f"{page.name}: a console block begins with a command"
        followed = [*parts[2:], ""]
        for part, after in zip(parts[1:], followed, strict=True):
            text, _, shown = part.partition("\n")
            code = re.fullmatch(r"echo \$\?\n(\d+)\n", after)
            if not text.startswith("echo"):
                yield Command(text, shown, int(code[1]) if code else None)


def fits(shown: str, output: str) -> bool:
    """Whether *output* is what is *shown*, a line `...` standing for any number of lines."""
    lines, printed = ([line.rstrip() for line in text.splitlines()] for text in (shown, output))
    return is_shown(lines, printed)


@pytest.mark.parametrize(
    ("shown", "output", "fitting"),
    [
        ("a\n...\nz\n", "a\nb\nc\nz\n", True),
        ("a\n...\nz\n", "a\nz\n", True),
        ("a\n...\n", "a\nb  \n", True),
        ("a\n...\nz\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
        ("a\n", "a\nb\n", False),
    ],
)
def test_three_dots_stand_for_any_lines_and_for_nothing_else(
    shown: str, output: str, *, fitting: bool
) -> None:
    assert fits(shown, output) is fitting


# Pages show what millions of rounds of the slowest games come to.
@pytest.mark.nightly(
    only=["co/ante-up-21 --rounds 1e7", "co/3-card-21 --rounds 1e7", "co/21-holdem --rounds 5e6"]
)
@pytest.mark.parametrize(
    ("page", "command"),
    [
        pytest.param(page, command, id=f"{page.name}: {command.text}")
        for page in PAGES
        for command in commands(page)
    ],
)
def test_a_command_prints_what_the_page_shows(page: Path, command: Command) -> None:
    output, code = run_command(command.text)
    assert fits(command.shown, output), (
        f"{page.name} shows something else ('make docs' brings it up to date):\n{output}"
    )
    if command.exit_code is not None:
        assert code == command.exit_code


@cache
def run_command(command: str) -> tuple[str, int]:
    """Run a command here, where what it compiles and solves serves others; a page may repeat it."""
    program, *arguments = shlex.split(command)
    assert program == "pitboss"
    return run_here(arguments, ROOT)


def test_the_readme_opens_with_a_picture_and_shows_a_felt_a_refusal_and_an_approval() -> None:
    first = README.read_text(encoding="utf-8").splitlines()[:24]
    assert first[2].endswith("(docs/pictures/table.svg)")
    assert [line.split()[:2] for line in first if line.startswith("    make")] == [
        ["make", "run"],
        ["make", "test"],
    ]
    assert "## Try it" in first
    shown = [command.text for command in commands(README)]
    assert any(text.startswith("pitboss show ") and "--table" in text for text in shown)
    assert shown.index("pitboss check examples/refused/wa-spanish-21.toml") < shown.index(
        "pitboss check examples/wa-spanish-21.toml"
    )


def test_the_picture_is_a_table_as_the_program_draws_it(tmp_path: Path) -> None:
    drawn = picture(tmp_path)
    kept = (ROOT / PICTURE).read_text(encoding="utf-8")
    for svg in (drawn, kept):
        ET.fromstring(svg)  # noqa: S314 - our own file
        words = html.unescape(svg).replace("\xa0", " ")
        assert all(word in words for word in ("Spanish 21", "DEALER", "Stand", "bankroll"))
        assert "font-face" not in svg


def examples(page: Path) -> str:
    """Return the library calls of a page, in one text."""
    return "\n".join(block for block in blocks(page, "python") if ">>> " in block)


WITH_CALLS = [page for page in PAGES if page.name != "gymnasium.md" and examples(page)]
"""Pages that show library calls; the one on Gymnasium has a test of its own."""


@pytest.mark.parametrize("page", WITH_CALLS, ids=[page.name for page in WITH_CALLS])
def test_the_library_calls_of_a_page_are_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    # The page of the library shows the docstrings, which name things without their package.
    names = {name: getattr(pitboss, name) for name in pitboss.__all__ if page.name == "api.md"}
    names |= {"JOKER": pitboss.parse_cards("Jk")[0]}
    test = doctest.DocTestParser().get_doctest(examples(page), names, page.name, page.name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    outcome = runner.run(test)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_the_readme_plays_prices_solves_and_simulates() -> None:
    calls = examples(README)
    for call in ("pitboss.table(", ".act(", ".odds(", ".solve(", ".advise(", ".simulate("):
        assert call in calls
    assert "from pitboss" not in calls, "the library is one import"


def test_the_numbers_in_the_readme_are_those_of_the_refused_example() -> None:
    refused = problems(read_house(EXAMPLES / "refused" / "wa-spanish-21.toml"))
    assert len(refused) == 7
    assert "wrong\nin seven ways" in README.read_text(encoding="utf-8")


def test_every_line_marked_wrong_in_the_refused_example_is_refused() -> None:
    """Goal: the marks teach. Method: put each right in turn, and fewer problems must remain."""
    path = EXAMPLES / "refused" / "wa-spanish-21.toml"
    text = path.read_text(encoding="utf-8")
    all_wrong = len(problems(parse_house(text)))
    cures = {
        "redouble = true": "redouble = false",
        "double_for_less = true": "double_for_less = false",
        "bonus_cards = 5": "bonus_cards = 4",
        '"4a-1"': '"3c-1"',
        'wager = "$30"': 'wager = "$25"',
        'scheme = "house"              # !': 'scheme = "progressive"\nseed = 1\n#',
    }
    marked = [line for line in text.splitlines() if "# !" in line]
    assert len(marked) == len(cures)
    for wrong, right in cures.items():
        assert sum(wrong in line for line in marked) == 1
        cured = text.replace(wrong, right)
        if "scheme" in wrong:
            cured = cured.replace('prize = { "100%" = 5000.00, "10%" = 500.00 }', "")
        assert len(problems(parse_house(cured))) < all_wrong, wrong


@pytest.mark.parametrize("game_id", game_ids())
def test_every_game_has_an_example_configuration_that_is_approved(game_id: str) -> None:
    path = EXAMPLES / f"{game_id.replace('/', '-')}.toml"
    house = read_house(path)
    assert house.game == game_id
    assert problems(house) == ()
    assert len(configure(house).digest) == 64
    assert f"pitboss check {path.relative_to(ROOT).as_posix()}" in path.read_text(encoding="utf-8")


def test_the_configurations_in_the_documentation_are_approved_or_parts_of_one() -> None:
    shown = [block for page in PAGES for block in blocks(page, "toml")]
    assert shown
    whole = [block for block in shown if block.startswith("game = ")]
    assert whole
    for block in whole:
        assert problems(parse_house(block)) == ()
    for block in shown:
        if "tags" in tomllib.loads(block):
            system_from(tomllib.loads(block))
        else:
            parse_house(block if block in whole else f'game = "wa/spanish-21"\n{block}')
