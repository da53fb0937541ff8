"""Build the site: lay out its sources, run the generator, and finish its pages."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tools.site.finish import finish
from tools.site.moved import lead_on
from tools.site.navigation import Entry, navigation
from tools.site.source import ROOT, lay_out

BUILT: Final = ROOT / "src" / "pitboss" / "server" / "site"
"""Where the server and the wheel look for it; not committed."""
LOOK: Final = Path(__file__).parent / "look"
CONFIGURATION: Final = Path(__file__).parent / "zensical.toml"
_COLOUR: Final = re.compile(r"\x1b\[[\d;]*m")


class SiteError(Exception):
    """The site cannot be built; the message has the generator's errors, broken links first."""


def build(target: Path = BUILT) -> int:
    """Build the site into a folder, which is emptied before; return the number of its pages."""
    with tempfile.TemporaryDirectory(prefix="pitboss-site-") as folder:
        work = Path(folder)
        lay_out(work / "docs")
        shutil.copytree(LOOK, work / "docs" / "look")
        (work / "zensical.toml").write_text(configuration(), encoding="utf-8")
        _generate(work)
        pages = finish(work / "site")
        lead_on(work / "site")
        shutil.rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(work / "site", target)
    return pages


def configuration() -> str:
    """Return the generator's configuration, with the navigation of docs/README.md."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    assert "nav = []" in text
    return text.replace("nav = []", f"nav = [\n{_as_toml(navigation(), 1)}]")


def _as_toml(entries: tuple[Entry, ...], depth: int) -> str:
    """Return entries as TOML; an inline table has no line ends, but the arrays in it may."""
    indent = "  " * depth
    text = ""
    for entry in entries:
        title = json.dumps(entry.title, ensure_ascii=False)
        value = json.dumps(entry.page)
        if entry.entries:
            value = f"[\n{_as_toml(entry.entries, depth + 1)}{indent}]"
        text += f"{indent}{{ {title} = {value} }},\n"
    return text


def _generate(work: Path) -> None:
    """Run the generator; a link or an anchor that leads nowhere is an error."""
    done = subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean"],
        cwd=work,
        env={**os.environ, "PYTHONPATH": _paths(), "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise SiteError(_COLOUR.sub("", done.stdout).partition("Traceback")[0] or done.stdout)


def _paths() -> str:
    """Return the paths of our Markdown extension and of the build's own packages."""
    return os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
