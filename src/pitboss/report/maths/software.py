"""The program that wrote a report: its version, its commit and the digest of its files."""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pitboss.version import __version__

ROOT = Path(__file__).parents[2]
"""The package."""


@cache
def source_digest() -> str:
    """Return the SHA-256 over the program itself: every file of the package, by name.

    >>> len(source_digest())
    64
    """
    digest = hashlib.sha256()
    for path in sorted(p for p in ROOT.rglob("*") if p.suffix in {".py", ".toml", ".typ"}):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


LIBRARIES = ("numpy", "numba", "llvmlite", "typst", "xlsxwriter", "cryptography")
"""Those that compute, set or sign what a report says."""


def identification() -> dict[str, str]:
    """Return what identifies the program: a report prints it, and `doctor --digest` again.

    >>> list(identification())[:3]
    ['software', 'software_digest', 'python']
    """
    return {
        "software": f"Pitboss {__version__}",
        "software_digest": source_digest(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {_version(name)}" for name in LIBRARIES),
        "platform": f"{platform.system()} {platform.machine()}",
    }


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def commit(root: Path = ROOT) -> str:
    """Return the commit of the checkout; empty if there is none."""
    for folder in root.parents:
        git = folder / ".git"
        try:
            if git.is_file():
                git = folder / git.read_text("utf-8").removeprefix("gitdir:").strip()
            if git.is_dir():
                return _head(git)
        except (OSError, UnicodeError):
            return ""
    return ""


def _head(git: Path) -> str:
    head = (git / "HEAD").read_text("utf-8").strip()
    if not head.startswith("ref:"):
        return head
    name = head.removeprefix("ref:").strip()
    shared = git / "commondir"
    common = git / shared.read_text("utf-8").strip() if shared.is_file() else git
    for place in (git / name, common / name):
        if place.is_file():
            return place.read_text("utf-8").strip()
    packed = common / "packed-refs"
    lines = packed.read_text("utf-8").splitlines() if packed.is_file() else []
    return next((line.split()[0] for line in lines if line.endswith(f" {name}")), "")
