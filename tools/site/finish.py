"""Finish built pages, so a strict content security policy allows them.

The generator writes small scripts and styles into each page. The policy of the server allows only
files of the site itself, so each of them becomes a file, named by its content.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

INLINE: Final = "assets/inline"
_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE: Final = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_MENDED: Final = (
    # Three parts of a page that a screen reader could not tell apart.
    (r'(<nav class="md-tabs" aria-label=)"Navigation"', r'\1"Sections"'),
    (r'(<nav class="md-path" aria-label=)"Navigation"', r'\1"Where this page is"'),
    # The corner of a table is the heading of nothing.
    (r"<th(?: align=\"\w+\")?></th>", "<td></td>"),
    (r'style="text-align: (\w+);?"', r'align="\1"'),
)
"""What the pages say -> what they must say."""
_LEFT_OUT: Final = ("*.map", "sitemap.xml*", "objects.inv")
"""For developers of the generator, or for sites with an address."""


def finish(site: Path) -> int:
    """Finish every page of a built site; return how many there are."""
    for pattern in _LEFT_OUT:
        for path in site.rglob(pattern):
            path.unlink()
    pages = sorted(site.rglob("*.html"))
    for page in pages:
        _finish_page(page, site)
    return len(pages)


def _finish_page(page: Path, site: Path) -> None:
    folder = PurePosixPath(page.relative_to(site).parent.as_posix())

    def as_script(match: re.Match[str]) -> str:
        return f'<script src="{_keep_file(match[1], "js", site, folder)}"></script>'

    def as_style(match: re.Match[str]) -> str:
        return f'<link rel="stylesheet" href="{_keep_file(match[1], "css", site, folder)}">'

    text = page.read_text(encoding="utf-8")
    text = _STYLE.sub(as_style, _SCRIPT.sub(as_script, text))
    for pattern, mended in _MENDED:
        text = re.sub(pattern, mended, text)
    page.write_text(text, encoding="utf-8")


def _keep_file(content: str, ending: str, site: Path, folder: PurePosixPath) -> str:
    """Keep a script or a style in a file; return its address as seen from a folder."""
    name = f"{INLINE}/{sha256(content.encode()).hexdigest()[:16]}.{ending}"
    path = site / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return os.path.relpath(name, folder)
