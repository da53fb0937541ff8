"""The navigation of the site, read from docs/README.md: headings are sections, links are pages.

So there is one list of the pages, which readers of the repository and of the site both see.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from tools.site.source import DOCS, ROOT, site_path

INDEX: Final = DOCS / "README.md"
GAMES: Final = DOCS / "games" / "README.md"
HOME: Final = "Home"
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_FIRST_CELL: Final = re.compile(r"^\| (\[.+?) \|", re.MULTILINE)
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s#]+)\)")


class Entry(NamedTuple):
    """A page, or a section with pages of its own."""

    title: str
    page: str = ""
    entries: tuple[Entry, ...] = ()


def navigation() -> tuple[Entry, ...]:
    """Return the sections of the site with their pages."""
    _, *parts = _HEADING.split(INDEX.read_text(encoding="utf-8"))
    sections = zip(parts[::2], parts[1::2], strict=True)
    listed = ((title, tuple(_pages(INDEX, text))) for title, text in sections)
    home = Entry(HOME, site_path(INDEX.relative_to(ROOT)))
    return (home, *(Entry(title, entries=pages) for title, pages in listed if pages))


def pages_of(entries: tuple[Entry, ...]) -> list[str]:
    """Return every page of a navigation, in order."""
    return [
        page for entry in entries for page in ([entry.page] if entry.page else pages_of(entry[2]))
    ]


def _pages(index: Path, text: str) -> list[Entry]:
    """Return the pages that the first cells of a section's tables link."""
    links = [link for cell in _FIRST_CELL.findall(text) for link in _LINK.findall(cell)]
    return [_entry(title, (index.parent / target).resolve()) for title, target in links]


def _entry(title: str, page: Path) -> Entry:
    own = Entry(title, site_path(page.relative_to(ROOT)))
    if page != GAMES:
        return own
    games = _pages(GAMES, GAMES.read_text(encoding="utf-8"))
    return Entry(title, entries=(own._replace(title="All games"), *games))
