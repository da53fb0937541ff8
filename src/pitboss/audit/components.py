"""Component hashes: one SHA-256 for each file of the software, and one over all (SEC-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct

from pitboss.ledger.checkpoint import merkle_root

STREAM = "floor"
"""Where checks are written."""
CHECKED = "components-checked"
CHANGED = "components-changed"


class Components(NamedTuple):
    """The files of the software at one moment."""

    hashes: Mapping[str, str]
    """Path inside the package -> SHA-256 of the file."""

    @property
    def root(self) -> str:
        """One hash over all files: a Merkle root over "path hash" in the order of paths.

        >>> hash_components([("a.py", b"1")]).root[:16], hash_components([]).root[:16]
        ('bb2a7902183e126e', 'e3b0c44298fc1c14')
        """
        lines = (f"{path} {hash_}".encode() for path, hash_ in sorted(self.hashes.items()))
        return merkle_root(lines).hex()

    def changes(self, before: Components) -> list[str]:
        """Name the files that differ, were added or are gone since *before*."""
        paths = {*self.hashes, *before.hashes}
        return sorted(path for path in paths if self.hashes.get(path) != before.hashes.get(path))


def hash_components(files: Iterable[tuple[str, bytes]]) -> Components:
    """Hash the content of files."""
    return Components({path: sha256(content).hexdigest() for path, content in files})


class ComponentCheck(Struct, frozen=True, kw_only=True):
    """The body of an entry that says how a check went."""

    version: str
    root: str
    files: int
    why: str
    """"start", "daily" or "on demand"."""
    expected: str = ""
    """The root that it was compared with; empty: with none."""
    changed: tuple[str, ...] = ()
    """Files that differ from those at the start of the process."""
