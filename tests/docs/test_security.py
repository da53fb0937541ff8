"""SECURITY.md names tests that hold what it says: they are there, under these names."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?` \|$", flags=re.MULTILINE)


def names_in(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    made = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in body if isinstance(node, made) and node.name.startswith("test_")}


def test_every_test_that_holds_a_door_is_there() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    named = NAMED.findall(text)
    assert len(named) > 50
    gone = []
    for file, test in named:
        path = ROOT / "tests" / file
        if not path.is_file() or (test and test not in names_in(path)):
            gone.append(f"{file}::{test}")
    assert gone == []


def test_every_line_of_the_tables_names_its_test() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    section = text[text.index("## What attacks found") :]
    rows = [line for line in section.splitlines() if line.startswith("| ")]
    heads = ("| **", "| ---", "| what attacks", "| claim")
    silent = [row for row in rows if not row.startswith(heads) and not NAMED.search(row)]
    assert silent == []
