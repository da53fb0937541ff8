"""Games of the catalogue as they were read, kept for the next process.

To parse, check and build a game takes longer than to solve many of them. A file is named after all
that the game was read from: the files of the catalogue, and the source that reads them. Like Python
for its bytecode, this looks at their sizes and times, and at the time of their last change of any
kind, which no program sets. A file is a pickle: only files in the user's own folder are read.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from pitboss.rulebook.cache_folder import trim, trusted_folder
from pitboss.rulebook.files import write_whole
from pitboss.rulebook.model import Game
from pitboss.rulebook.problems import RulesError
from pitboss.version import __version__

FILES_MAX = 256
"""The most files in the folder; the oldest go first."""
_SUFFIX, _CHECKSUM_BYTES = ".game", 32
_SOURCES = ("cards", "patterns", "rulebook")
"""Packages whose files decide what a game is."""
_ENDINGS = (".py", ".toml")


def keep_game(game_id: str, read: Callable[[], Game]) -> Game:
    """Return a game as an earlier process read it, or read it now and keep it."""
    place = _folder()
    if place is None:
        return read()
    path = place / f"{game_id.replace('/', '-')}-{_digest_sources()}{_SUFFIX}"
    game = _load(path)
    if game is None:
        game = read()
        _write(path, game)
    return game


@cache
def _folder() -> Path | None:
    return trusted_folder("games", None, Path(__file__).parent / "__pycache__")


@cache
def _digest_sources() -> str:
    """Return a digest of everything that games are read from."""
    root = Path(__file__).parents[2]
    digest = sha256(f"{__version__} {sys.version} {root}".encode())
    for package in _SOURCES:
        for line in sorted(_files(str(root / package))):
            digest.update(line.encode())
    return digest.hexdigest()[:32]


def _files(place: str) -> Iterator[str]:
    """Yield each file below a folder, with its size and times."""
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.name.endswith(_ENDINGS):
                status = entry.stat()
                yield f"{entry.path} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}\n"


def _load(path: Path) -> Game | None:
    """Return the game in a file; None if there is no complete one."""
    try:
        content = path.read_bytes()
        checksum, payload = content[:_CHECKSUM_BYTES], content[_CHECKSUM_BYTES:]
        if sha256(payload).digest() != checksum:
            return None
        game: Game = pickle.loads(payload)  # noqa: S301 - of this user's own folder
    except (OSError, pickle.UnpicklingError, AttributeError, ImportError, TypeError, ValueError):
        return None
    return game


def _write(path: Path, game: Game) -> None:
    """Write a game to its file; if that fails, it is read again next time."""
    payload = pickle.dumps(game, pickle.HIGHEST_PROTOCOL)
    with suppress(OSError, RulesError):
        write_whole(path, sha256(payload).digest() + payload)
        trim(path.parent, f"*{_SUFFIX}", FILES_MAX)
