"""Addresses that pages of the site had before they were put into folders, for links from elsewhere.

Each old address is a small page that leads on, with the place within the page: whoever kept a link
to the pages of 1.0 or 1.1 still arrives.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Final

_FOLDERS: Final = {
    "guides": (
        "adding-a-game agents cluster console counting-simulation datasets floor gymnasium jackpots"
        " lab office operations operator-guide pit practice protection reports simulator site"
        " solver table web"
    ),
    "reference": (
        "api api-http clauses command-line compliance documents edges glossary house-configuration"
        " money permissions published round-record rule-book rulings side-bets stability strategies"
        " vulnerability"
    ),
    "explanation": (
        "counting counting-wagers index-plays internals random-numbers risk solver-21-holdem"
        " solver-3-card-21 solver-ante-up-21 solver-deuces-wild solver-pai-jack"
    ),
}
MOVED: Final = {
    f"{name}.html": f"{folder}/{name}.html"
    for folder, names in _FOLDERS.items()
    for name in names.split()
} | {
    f"mathematics/{name}.html": f"explanation/mathematics/{name}.html"
    for name in ("counting", "odds", "risk", "solver")
}
"""The address of a page before -> now."""
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page has moved</title>
<link rel="canonical" href="{target}">
<script src="{script}"></script>
<noscript><meta http-equiv="refresh" content="0; url={target}"></noscript>
</head>
<body><main><h1>This page has moved</h1><p><a href="{target}">It is here.</a></p></main></body>
</html>
"""


def lead_on(site: Path) -> None:
    """Write a page at every old address of a built site; a new page of that name stays."""
    for old, new in MOVED.items():
        page = site / old
        if page.exists():
            continue
        folder = PurePosixPath(old).parent
        page.parent.mkdir(parents=True, exist_ok=True)
        target = os.path.relpath(new, folder)
        # A refresh alone would lose the place within the page, which only a script knows.
        script = os.path.relpath("look/moved.js", folder)
        page.write_text(_PAGE.format(target=target, script=script), encoding="utf-8")
