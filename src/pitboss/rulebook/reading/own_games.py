"""Games from outside the catalogue: a folder of files, not trusted.

The catalogue is proven by its tests. These files may be drafts, so all problems of a file are
reported at once, a sentence each. A broken file is skipped; the others, and the games of the
catalogue, stay in use.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from importlib.resources.readers import MultiplexedPath
from itertools import islice
from pathlib import Path
from typing import Any

from pitboss.rulebook.files import is_folder, quote_path, read_text, reason
from pitboss.rulebook.limits import GUESS_LENGTH_MAX, HOUSE_BYTES_MAX, OWN_GAMES_MAX, shorten
from pitboss.rulebook.model import Game, Ruling
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.game_problems import CODE
from pitboss.rulebook.reading.load import build_game
from pitboss.rulebook.reading.merge import (
    CATALOG,
    EXTENDS,
    WITHOUT,
    extend,
    merge_includes,
    read_toml,
    resolve_references,
)
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml

OWN_GAMES = "PITBOSS_GAMES"
"""The environment variable that names folders with games beside the catalogue's."""

_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


@dataclass(frozen=True, slots=True)
class BrokenFile:
    """A file that is skipped."""

    path: Path
    game_id: str
    """The id of its game, if it can be read."""
    problems: tuple[Problem, ...]

    @property
    def warning(self) -> str:
        """Its problems, on one line."""
        first = self.problems[0]
        where = first.key.removeprefix(str(self.path)).removeprefix(": ")
        reason = f"{where}: {first.message}" if where else first.message
        more = len(self.problems) - 1
        others = f" (and {more} more problem{'s' if more > 1 else ''})" if more else ""
        return (
            f"skipped the game file {quote_path(self.path)}: {reason}{others}; "
            f"see: pitboss check {self.path}"
        )


@dataclass(frozen=True, slots=True)
class OwnGames:
    """The games of a set of folders."""

    games: Mapping[str, Game]
    broken: tuple[BrokenFile, ...] = ()

    def file_problems(self, game_id: str) -> tuple[Problem, ...]:
        """Return the problems of the file of a skipped game; none for others."""
        return next((file.problems for file in self.broken if file.game_id == game_id), ())


def load_own_games(
    folders: Iterable[str], taken: Iterable[str], rulings: tuple[Ruling, ...]
) -> OwnGames:
    """Return the games of *folders* by id, and the files that cannot be used.

    An id may not be one of *taken*. A file may include the catalogue's shared files and those in
    the folder `shared` beside it, and it may extend a game of either. An unreadable folder raises
    `RulesError`.

    >>> load_own_games(["nowhere"], (), ())
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: file: PITBOSS_GAMES names the folder 'nowhere', and \
there is none [file/missing]
    """
    paths = [path for folder in map(Path, dict.fromkeys(folders)) for path in _game_files(folder)]
    reader = _Reader(paths, rulings)
    games: dict[str, Game] = {}
    broken: list[BrokenFile] = []
    owners = dict.fromkeys(taken, "the catalogue")
    for path in paths:
        try:
            game = reader.load(path)
        except RulesError as error:
            wrong = error.problems
        else:
            wrong = tuple(_id_problems(path, game.id, owners))
        if wrong:
            problems = tuple(dict.fromkeys(wrong))
            broken.append(BrokenFile(path, reader.game_id(path), problems))
        else:
            owners[game.id] = f"'{path}'"
            games[game.id] = game
    return OwnGames(games, tuple(broken))


def load_game_file(path: Path, taken: Iterable[str], rulings: tuple[Ruling, ...]) -> Game:
    """Return the game of one file; raise `RulesError` with every problem.

    It may extend the games of the files beside it.
    """
    beside = _game_files(path.parent) if is_folder(path.parent) else []
    game = _Reader([*beside, path], rulings).load(path)
    if wrong := [*_id_problems(path, game.id, dict.fromkeys(taken, "the catalogue"))]:
        raise RulesError(wrong)
    return game


def _game_files(folder: Path) -> list[Path]:
    if not is_folder(folder):
        message = f"{OWN_GAMES} names the folder {quote_path(folder)}, and there is none"
        raise RulesError([Problem(code="file/missing", key="file", message=message)])
    try:
        with os.scandir(folder) as entries:
            names = (entry.name for entry in entries if fnmatchcase(entry.name, "*.toml"))
            paths = sorted(folder / name for name in islice(names, OWN_GAMES_MAX + 1))
    except OSError as error:
        message = f"{quote_path(folder)} cannot be read: {reason(error)}"
        raise RulesError([Problem(code="file/unreadable", key="file", message=message)]) from None
    if len(paths) > OWN_GAMES_MAX:
        message = f"{quote_path(folder)} has more than {OWN_GAMES_MAX:,} files of games"
        raise RulesError([Problem(code="file/too-large", key="file", message=message)])
    return paths


def _id_problems(path: Path, game_id: str, owners: Mapping[str, str]) -> Iterator[Problem]:
    if not _ID.fullmatch(game_id):
        message = (
            f"{shorten(game_id)!r} is no id; write two words with a slash, as in 'house/free-bet'"
        )
        yield _invalid(path, "game.id", message)
    if game_id in owners:
        yield _invalid(path, "game.id", f"{game_id!r} is a game of {owners[game_id]} already")


class _Reader:
    """Reads files of games; each may extend another of them, or one of the catalogue."""

    def __init__(self, paths: Iterable[Path], rulings: tuple[Ruling, ...]) -> None:
        self._rulings = rulings
        self._ids: dict[str, Path] = {}
        for path in paths:
            if game_id := self.game_id(path):
                self._ids.setdefault(game_id, path)

    @staticmethod
    def game_id(path: Path) -> str:
        """Return the id that a file gives its game; empty if it cannot be read."""
        try:
            head = _read(path).get("game")
        except RulesError:
            return ""
        game_id = head.get("id") if isinstance(head, dict) else None
        return game_id if isinstance(game_id, str) else ""

    def load(self, path: Path) -> Game:
        """Return the game of a file, or raise `RulesError` with everything that is wrong."""
        extended: list[str] = []
        whole, wrong = self._whole(path, extended)
        try:
            game = build_game(whole, str(path), self._rulings, alike=extended)
        except RulesError as error:
            raise RulesError([*wrong, *error.problems]) from None
        if wrong:
            raise RulesError(wrong)
        return game

    def _whole(self, path: Path, extended: list[str]) -> tuple[dict[str, Any], list[Problem]]:
        """Return a file as if written in full, and its changes that cannot be made.

        *extended* collects the games that it extends.
        """
        data, shared = _check_file(path)
        try:
            whole = merge_includes(data, shared)
        except RecursionError:
            raise RulesError([_invalid(path, "include", "leads back to itself")]) from None
        if EXTENDS not in data:
            return whole, []
        name = data[EXTENDS]
        if name in extended or name == self.game_id(path):
            raise RulesError([_invalid(path, EXTENDS, "leads back to itself")])
        extended.append(name)
        changed, wrong = extend(self._base(path, name, extended), whole)
        return resolve_references(changed), [_invalid(path, key, message) for key, message in wrong]

    def _base(self, path: Path, name: object, extended: list[str]) -> dict[str, Any]:
        if name in self._ids:
            file = self._ids[str(name)]
            self.load(file)  # its problems are reported for that file
            return self._whole(file, extended)[0]
        known = (*read_toml(CATALOG / "order.toml")["games"], *self._ids)
        if name not in known:
            near = get_close_matches(str(name)[:GUESS_LENGTH_MAX], known, n=1)
            hint = f"the nearest is {near[0]}" if near else "'pitboss games' lists them all"
            message = f"there is no game {shorten(str(name))!r}; {hint}"
            raise RulesError([_invalid(path, EXTENDS, message)])
        source = CATALOG / f"{str(name).replace('/', '-')}.toml"
        return merge_includes(read_toml(source), CATALOG / "shared")


def _check_file(path: Path) -> tuple[dict[str, Any], Traversable]:
    """Return a file's data, and the folder it includes from; refuse what cannot be merged."""
    shared: Traversable = CATALOG / "shared"
    own = path.parent / "shared"
    files = {path: _read(path)}
    if is_folder(own):
        files |= {part: _read(part) for part in sorted(own.glob("*.toml"))}
        shared = MultiplexedPath(own, shared)  # of a name that both have, the folder's own
    names = sorted({part.name.removesuffix(".toml") for part in shared.iterdir()})
    wrong = [bad for part, data in files.items() for bad in _shape_problems(part, data, names)]
    if wrong:
        raise RulesError(wrong)
    return files[path], shared


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path, HOUSE_BYTES_MAX)
    try:
        return parse_toml(text)
    except NotReadableError as error:
        raise RulesError([_invalid(path, "", str(error))]) from None


def _shape_problems(path: Path, data: Mapping[str, Any], names: list[str]) -> Iterator[Problem]:
    """Yield what prevents merging a file; `build_game` checks the rest."""
    includes = data.get("include", [])
    if not isinstance(includes, list):
        yield _invalid(path, "include", 'is a list: write include = ["..."]')
    for name in includes if isinstance(includes, list) else ():
        if name not in names:
            given = shorten(str(name))
            message = f"there is no shared file {given!r}; there is {', '.join(names)}"
            yield _invalid(path, "include", message)
    if EXTENDS in data:
        yield from _head_problems(path, data)
        return
    for key in WITHOUT:
        if key in data and key != "without_wagers":
            yield _invalid(path, key, "is for a game that extends another")
    unwanted = data.get("without_wagers", [])
    for name, count in Counter(map(str, unwanted) if isinstance(unwanted, list) else ()).items():
        if count > 1:
            yield _invalid(path, "without_wagers", f"names {shorten(name)!r} twice")
    yield from _table_problems(path, data)


def _head_problems(path: Path, data: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the problems of a game that extends another, before the merge."""
    if not isinstance(data[EXTENDS], str):
        yield _invalid(path, EXTENDS, 'is the id of a game: write extends = "wa/spanish-21"')
    head = data.get("game")
    if not isinstance(head, dict) or "id" not in head:
        yield _invalid(path, "game.id", "is missing: a variant has an id of its own")
    yield from _table_problems(path, data)


def _table_problems(path: Path, data: Mapping[str, Any]) -> Iterator[Problem]:
    for key in ("rules", "options", "wagers", "default_tables"):
        if not isinstance(data.get(key, {}), dict):
            yield _invalid(path, key, f"is a table: write [{key}]")


def _invalid(path: Path, key: str, message: str) -> Problem:
    return Problem(code=CODE, key=f"{path}: {key}" if key else str(path), message=message)
