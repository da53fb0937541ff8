"""Write the bill of materials that a wheel carries (CycloneDX, PEP 770).

It names what is inside the wheel and was written elsewhere, the packages of the page, and the
libraries that Pitboss runs with, at the versions that this release was tested with. The same tree
writes the same bytes: it has no time, and its serial number is made of its content.

Usage: python -m tools.sbom            print it
"""

from __future__ import annotations

import json
import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

ROOT: Final = Path(__file__).parents[1]
FILE: Final = Path("build") / "pitboss.cdx.json"
"""Where the build of a wheel writes it, below the root."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
_IMPORTED = re.compile(r"""(?:from|import)\s+["']((?:@[\w.-]+/)?[\w-][\w.-]*)""")


def bill(root: Path = ROOT) -> dict[str, Any]:
    """Return the bill of materials of the tree."""
    version = runpy.run_path(str(root / "src" / "pitboss" / "version.py"))["__version__"]
    itself = f"pkg:pypi/pitboss@{version}"
    inside = [*_page_packages(root)]
    beside = [*_libraries(root)]
    parts = sorted((*inside, *beside), key=lambda part: part["bom-ref"])
    content = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": itself,
                "name": "pitboss",
                "version": version,
                "purl": itself,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": itself, "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    serial = uuid5(NAMESPACE_URL, json.dumps(content, sort_keys=True))
    return {**content, "serialNumber": f"urn:uuid:{serial}"}


def text(root: Path = ROOT) -> str:
    """Return the bill as it is written."""
    return json.dumps(bill(root), indent=1, sort_keys=True) + "\n"


def _libraries(root: Path) -> Iterator[dict[str, Any]]:
    """Yield the libraries of the base, which are installed beside the wheel."""
    pinned = (root / "requirements" / "base.txt").read_text(encoding="utf-8")
    for name, version in _PINNED.findall(pinned):
        yield _part(name, version, f"pkg:pypi/{name}@{version}", "installed beside the wheel")


def _page_packages(root: Path) -> Iterator[dict[str, Any]]:
    """Yield the packages whose code is in the page: those that its source imports."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    for name in sorted(imported_packages(root)):
        known = lock["packages"][f"node_modules/{name}"]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{known['version']}"
        part = _part(name, known["version"], purl, "inside the wheel, in the page")
        yield part | {"licenses": [{"license": {"id": known["license"]}}]}


def imported_packages(root: Path = ROOT) -> set[str]:
    """Return the packages that the source of the page imports."""
    lock = json.loads((root / "web" / "package-lock.json").read_text(encoding="utf-8"))
    source = root / "web" / "src"
    files = (path for path in source.rglob("*") if path.suffix in {".ts", ".svelte"})
    names = {name for path in files for name in _IMPORTED.findall(path.read_text(encoding="utf-8"))}
    return {name for name in names if f"node_modules/{name}" in lock["packages"]}


def _part(name: str, version: str, purl: str, place: str) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": version,
        "purl": purl,
        "scope": "required",
        "properties": [{"name": "pitboss:place", "value": place}],
    }


if __name__ == "__main__":
    sys.stdout.write(text())
