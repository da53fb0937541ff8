"""Lay out the sources of the site in one folder: the pages of docs/ and all linked files.

The pages stay plain Markdown that any viewer of the repository shows. A link that leaves docs/ is
turned to a copy inside the site, so the site needs neither the repository nor a network.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from tools.site.notebook_page import write_page

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
NOTEBOOKS: Final = ROOT / "examples" / "notebooks"
PROJECT: Final = {
    "README.md": "project/readme.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "SECURITY.md": "project/security.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "bench/results.md": "project/measurements.md",
}
"""Pages from elsewhere in the repository -> their places in the site."""
UNSEARCHED: Final = frozenset(
    {"reference/clauses.md", "reference/compliance.md", "project/measurements.md"}
)
"""Long tables of test names, which would fill every answer of the search."""
_CODE: Final = re.compile(r"(^ *```.*?^ *```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
_NAMED: Final = re.compile(r"^```(\w+) ([\w./-]+)$", re.MULTILINE)
"""The first line of a block of code that is the content of a file."""
_LINK: Final = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")


def lay_out(folder: Path) -> None:
    """Write every page and file of the site into a folder."""
    for path in sorted(DOCS.rglob("*")):
        if path.is_file() and path.suffix != ".md":
            _copy(path, folder / site_path(path.relative_to(ROOT)))
    pages = [*sorted(DOCS.rglob("*.md")), *(ROOT / name for name in PROJECT)]
    linked = {target for page in pages if page.exists() for target in _write(page, folder)}
    for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
        write_page(notebook, folder / site_path(notebook.relative_to(ROOT)))
    for path in sorted(linked):
        _copy_linked(path, folder)


def site_path(path: Path) -> str:
    """Return the path of a repository file in the site.

    >>> site_path(Path("docs/guides/solver.md")), site_path(Path("examples/bot.py"))
    ('guides/solver.md', 'files/examples/bot.py.txt')
    >>> site_path(Path("docs/games/README.md")), site_path(Path("CHANGELOG.md"))
    ('games/index.md', 'project/changelog.md')
    """
    name = path.as_posix()
    if name in PROJECT:
        return PROJECT[name]
    if path.parts[0] == "docs":
        inside = PurePosixPath(*path.parts[1:])
        return str(inside.with_name("index.md") if inside.name == "README.md" else inside)
    if path.suffix == ".ipynb":
        return f"notebooks/{path.stem}.md"
    # A copy of a program is there to be read: neither Python nor a checker must take it for one.
    return f"files/{name}.txt" if path.suffix == ".py" else f"files/{name}"


def _write(page: Path, folder: Path) -> set[Path]:
    """Write a page with its links changed; return its links outside docs/."""
    own = site_path(page.relative_to(ROOT))
    outside: set[Path] = set()

    def turned(link: str) -> str:
        if "://" in link:
            return link
        target = (page.parent / link).resolve()
        if not target.is_relative_to(ROOT) or not target.exists():
            return link  # the generator names it
        path = site_path(target.relative_to(ROOT))
        if target.is_dir():
            path += "/index.md"
        if path.startswith("files/"):
            outside.add(target)
        return os.path.relpath(path, PurePosixPath(own).parent)

    text = turn_links(page.read_text(encoding="utf-8"), turned)
    text = _NAMED.sub(r'```\1 title="\2"', text)
    if own in UNSEARCHED:
        text = f"---\nsearch:\n  exclude: true\n---\n\n{text}"
    target = folder / own
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return outside


def turn_links(text: str, turned: Callable[[str], str]) -> str:
    """Return Markdown with the address of every link changed; code stays as it is.

    >>> turn_links("[a](b.md#c) and `[a](b.md)`", str.upper)
    '[a](B.MD#c) and `[a](b.md)`'
    """
    parts = _CODE.split(text)
    return "".join(
        part if number % 2 else _LINK.sub(lambda link: turned(link[0]), part)
        for number, part in enumerate(parts)
    )


def _copy_linked(path: Path, folder: Path) -> None:
    """Copy a file that a page links, or a folder with a page that lists it."""
    target = folder / site_path(path.relative_to(ROOT))
    if path.is_file():
        _copy(path, target)
        return
    lines = [f"# {path.relative_to(ROOT).as_posix()}", ""]
    for name in _listed(path):
        place = site_path((path / name).relative_to(ROOT))
        _copy(path / name, folder / place)
        lines.append(f"- [{name}]({os.path.relpath(folder / place, target)})")
    target.mkdir(parents=True, exist_ok=True)
    (target / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _listed(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        hidden = any(part.startswith((".", "__")) for part in name.parts)
        if path.is_file() and not hidden and path.suffix != ".ipynb":
            yield name.as_posix()


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
