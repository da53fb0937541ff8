"""A path that a page names exists: code moves, and pages that point at it must follow."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = (*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md")))
FOLDERS = ("src", "tests", "tools", "docs", "web", "bench", "examples", "deploy", "requirements")
IS_FILE = re.compile(
    r"`([\w./-]+\.(?:py|toml|md|ts|svelte|json|jsonl|csv|sh|css|conf|service|svg))`"
)
MADE = ("my-games/", "DIR/", "build/", "../", "/")
"""Folders that a reader or a command makes; links, which the site checks; routes of a server."""
HISTORY = "CHANGELOG.md"
"""It names what was there when a version came."""


def existing_files() -> set[str]:
    """Return every file as a path below the root, without what is built."""
    files = {str(path.relative_to(ROOT)) for path in ROOT.glob("*") if path.is_file()}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "node_modules" not in path.parts:
                files.add(path.relative_to(ROOT).as_posix())
    return files


def test_pages_name_files_that_there_are() -> None:
    files = existing_files()
    names = {"/" + file for file in files}
    wrong = []
    count = 0
    for page in PAGES:
        if page.name == HISTORY:
            continue
        text = page.read_text(encoding="utf-8")
        for found in IS_FILE.finditer(text):
            path = found[1]
            # A file without a folder may be the reader's own, unless it is a module.
            if path.startswith(MADE) or ("/" not in path and not path.endswith(".py")):
                continue
            count += 1
            if text.count(path) > text.count(f"`{path}`"):
                continue  # the page itself writes it, in a block of its own
            if not any(name.endswith("/" + path) for name in names):
                line = text[: found.start()].count("\n") + 1
                wrong.append(f"{page.relative_to(ROOT)}:{line} {path}")
    assert not wrong
    assert count > 100, "pages name many files"
