"""Tutorials and how-to guides are followed from top to bottom, each in an empty folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.docs.program import run_here
from tools import follow

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = follow.pages(DOCS)


class Reader:
    """Somebody who does what a page says, and has only Pitboss."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"XDG_DATA_HOME": str(folder / "data")}
        self.walk = follow.Walk(folder, self.run, self.environment)

    def run(self, arguments: Sequence[str], typed: str) -> tuple[str, int]:
        """Run the program in the reader's folder."""
        return run_here(arguments, self.folder, typed, self.environment)


# By day a reader follows the other tutorials and guides.
@pytest.mark.nightly(
    only=[
        "write-a-report",
        "tutorials/count",
        "own-variant",
        "print-the-sheets",
        "simulate-on-a-gpu",
    ]
)
@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_shows_what_its_reader_sees(page: Path, tmp_path: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert Reader(tmp_path).walk.follow(text) == text, "'make docs' brings it up to date"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.parent.name == "tutorials"], ids=lambda page: page.stem
)
def test_a_tutorial_says_for_whom_and_how_long_and_what_is_made(page: Path) -> None:
    opening, *_, last = re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert re.search(r"^\*\*For\*\* .+ \*\*Time:\*\* \d+ minutes\.", opening, re.MULTILINE)
    assert "**You make:**" in opening
    assert last.startswith("What you made\n")


def test_a_wrong_line_is_put_right(tmp_path: Path) -> None:
    page = "```console\n$ pitboss --version\n0.0.0\n$ echo $?\n7\n```\n"
    done = Reader(tmp_path).walk.follow(page)
    assert "0.0.0" not in done
    assert done.endswith("$ echo $?\n0\n```\n")


def test_files_are_written_and_answers_typed(tmp_path: Path) -> None:
    page = (
        "```toml own/count.toml\nname = 'mine'\n```\n"
        "```console\n$ cat own/count.toml\n...\n$ pitboss games --json > games.json\n```\n"
    )
    done = Reader(tmp_path).walk.follow(page)
    assert "name = 'mine'" in (tmp_path / "own" / "count.toml").read_text(encoding="utf-8")
    assert (tmp_path / "games.json").read_text(encoding="utf-8").startswith("[")
    assert done == page
