"""Compare the installed files of Pitboss with those of its release, byte for byte.

The list is that of the installation itself (RECORD, which pip wrote), or one that a release
publishes beside its wheel, in the lines of `sha256sum`. The second also finds a file that was
changed together with the record of the installation.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.problems import Problem, RulesError

PACKAGE: Final = "pitboss"
MANIFEST_BYTES_MAX: Final = 10_000_000
_LINE: Final = re.compile(r"([0-9a-f]{64}) [ *](pitboss/[^\0]+)")
_MADE: Final = "__pycache__"
"""Python writes these as it runs."""


class Differences(NamedTuple):
    """What is not as it was released."""

    checked: int
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]

    @property
    def is_as_released(self) -> bool:
        """Whether every file is there, unchanged, and no other."""
        return not (self.changed or self.missing or self.added)


def installed() -> Mapping[str, str] | None:
    """Return the SHA-256 of each file by what pip recorded; None: this is a working copy."""
    try:
        recorded = distribution(PACKAGE).files or ()
    except PackageNotFoundError:
        return None
    hashes = {
        file.as_posix(): urlsafe_b64decode(f"{file.hash.value}==").hex()
        for file in recorded
        if file.hash is not None and file.parts[0] == PACKAGE and file.hash.mode == "sha256"
    }
    return hashes if f"{PACKAGE}/__init__.py" in hashes else None


def read_manifest(path: Path) -> Mapping[str, str]:
    """Return the SHA-256 of each file by the list that a release publishes; refuse another."""
    lines = [_LINE.fullmatch(line) for line in read_text(path, MANIFEST_BYTES_MAX).splitlines()]
    hashes = {found[2]: found[1] for found in lines if found is not None}
    if not hashes or None in lines:
        message = f"{quote_path(path)} is no list of a release: lines of SHA-256 and pitboss/..."
        problem = Problem(code="file/malformed", key="--manifest", message=message)
        raise RulesError([problem])
    return hashes


def compare(hashes: Mapping[str, str], package: Path | None = None) -> Differences:
    """Compare the files of the installed package with the SHA-256 that they should have."""
    folder = package or Path(str(files(PACKAGE)))
    there = dict(_files_of(folder))
    known = {name: digest for name, digest in hashes.items() if _MADE not in name}
    return Differences(
        len(known),
        tuple(sorted(n for n in known.keys() & there.keys() if _digest(there[n]) != known[n])),
        tuple(sorted(known.keys() - there.keys())),
        tuple(sorted(there.keys() - known.keys())),
    )


def _files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in folder.rglob("*"):
        if path.is_file() and _MADE not in path.parts:
            yield f"{PACKAGE}/{path.relative_to(folder).as_posix()}", path


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return sha256(file.read()).hexdigest()
