"""The library of games: every catalogue file, by the id of its game, and a house's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from warnings import warn

from pitboss.rulebook.cache_folder import read_own, trim, trusted_folder, write_own
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, PayTable, Ruling
from pitboss.rulebook.phrases import match_id, nearest
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.load import load_game, load_rulings
from pitboss.rulebook.reading.merge import CATALOG, read_toml
from pitboss.rulebook.reading.own_games import (
    OWN_GAMES,
    BrokenFile,
    OwnGames,
    load_game_file,
    load_own_games,
)
from pitboss.rulebook.reading.plain_game import read_game, write_game
from pitboss.version import __version__

_warned: list[BrokenFile] = []
_PREPARED = CATALOG / "prepared"
"""The games as `pitboss site` read them; only the sources that a page runs have them."""
FILES_MAX = 256
"""The most files in the folder; the oldest go first."""
_SUFFIX = ".game"
_CHECKSUM_BYTES = 32
_SOURCES = ("cards", "patterns", "rulebook")
"""Packages whose files decide what a game is."""
_ENDINGS = (".py", ".toml")


def game_ids() -> tuple[str, ...]:
    """Return the id of every game, in the order of the documents; the house's own come last.

    >>> game_ids()[0]
    'wa/spanish-21'
    """
    return (*_catalogue_ids(), *_own_games().games)


def is_own(game_id: str) -> bool:
    """Return whether a game is the house's own, and not one of the documents'."""
    return game_id not in _catalogue_ids()


@cache
def _catalogue_ids() -> tuple[str, ...]:
    return tuple(read_toml(CATALOG / "order.toml")["games"])


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return every ruling, in order."""
    return load_rulings(read_toml(CATALOG / "shared" / "rulings.toml"))


def resolve_game_id(name: str) -> str:
    """Return the id of the one game that *name* means; *name* itself if there is none.

    The part after the slash is enough if only one game has it. Letter case does not count.

    >>> resolve_game_id("free-bet"), resolve_game_id("CO/Trilux"), resolve_game_id("spanish-21")
    ('co/free-bet', 'co/trilux', 'spanish-21')
    """
    if name in _catalogue_ids():
        return name
    ids = (*_catalogue_ids(), *_own_games(name).games)
    exact = match_id(name, ids)
    short = [known for known in ids if known.rpartition("/")[2] == name.lower()]
    return short[0] if exact not in ids and len(short) == 1 else exact


def game(game_id: str) -> Game:
    """Return one game by its id or a unique short name, or raise `RulesError` naming the nearest.

    >>> game("wa/spanish-21").title, game("trilux").id
    ('Spanish 21', 'co/trilux')
    """
    if game_id not in _catalogue_ids():
        game_id = resolve_game_id(game_id)
    own = _own_games(game_id)
    if game_id in own.games:
        return own.games[game_id]
    if game_id not in _catalogue_ids():
        raise RulesError(own.file_problems(game_id) or [unknown_game(game_id)])
    return _catalogue_game(game_id)


@cache
def _catalogue_game(game_id: str) -> Game:
    file = CATALOG / f"{game_id.replace('/', '-')}.toml"
    return keep_game(game_id, lambda: load_game(file, rulings()))


def is_printed(table: PayTable) -> bool:
    """Return whether a game of the catalogue has exactly this pay table."""
    return any(table in _catalogue_game(game_id).tables for game_id in _catalogue_ids())


_added: dict[str, Game] = {}
"""Games that a program added, by id."""


class BrokenGameWarning(UserWarning):
    """A file of a house's own games that cannot be used and is skipped."""


def _own_games(named: str = "") -> OwnGames:
    """Return the house's own games; warn once of the broken files but that of *named*.

    One line says it, however many there are: it stands before the answer of every command.
    """
    own = _load_own_games(os.environ.get(OWN_GAMES, ""))
    new = [file for file in own.broken if file.game_id != named and file not in _warned]
    if new:
        _warned.extend(new)
        folder = new[0].path.parent
        more = len(new) - 1
        files = f"{more} more file{'s' if more > 1 else ''}, see: pitboss check {folder}/*.toml"
        others = f"; skipped {files}" if more else ""
        warn(f"{new[0].warning}{others}", BrokenGameWarning, stacklevel=3)
    return replace(own, games={**own.games, **_added}) if _added else own


@cache
def _load_own_games(folders: str) -> OwnGames:
    """Return the games of the folders in the variable, loaded once for each value."""
    named = tuple(filter(None, folders.split(os.pathsep)))
    return load_own_games(named, _catalogue_ids(), rulings()) if named else OwnGames({})


def game_of_file(path: Path) -> Game:
    """Return the game of a file of your own; raise `RulesError` with every problem."""
    return load_game_file(path, _catalogue_ids(), rulings())


def add_game(path: Path) -> Game:
    """Read a game of your own and know it by its id from now on, in this process.

    A file that is read again takes the place of the game that it was; raise `RulesError` with
    every problem, and know no more than before.
    """
    added = game_of_file(path)
    _added[added.id] = added
    return added


def games() -> tuple[Game, ...]:
    """Return every game, in order."""
    return tuple(map(game, game_ids()))


def unknown_game(game_id: str) -> Problem:
    """Return the problem of an unknown game, with the nearest names.

    >>> print(unknown_game("wa/spanish21").message)
    there is no game 'wa/spanish21'; the nearest is wa/spanish-21, wa/spanish-21-v003 or \
wa/spanish-21-v002
    """
    near = nearest(game_id, game_ids())
    hint = f"the nearest is {near}" if near else "'pitboss games' lists them all"
    message = f"there is no game {shorten(game_id)!r}; {hint}"
    return Problem(code="game/unknown", key="game", message=message)


def keep_game(game_id: str, read: Callable[[], Game]) -> Game:
    """Return a game as an earlier process read it, or read it now and keep it."""
    prepared = _PREPARED / f"{game_id.replace('/', '-')}{_SUFFIX}"
    if prepared.is_file():
        return read_game(prepared.read_bytes())
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
    return trusted_folder("games")


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
        content = read_own(path)
        checksum = content[:_CHECKSUM_BYTES]
        payload = content[_CHECKSUM_BYTES:]
        return read_game(payload) if sha256(payload).digest() == checksum else None
    except (OSError, ValueError):
        return None


def _write(path: Path, game: Game) -> None:
    """Write a game to its file; if that fails, it is read again next time."""
    payload = write_game(game)
    with suppress(OSError, RulesError):
        write_own(path, sha256(payload).digest() + payload)
        trim(path.parent, f"*{_SUFFIX}", FILES_MAX)
