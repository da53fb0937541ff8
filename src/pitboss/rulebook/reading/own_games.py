"""Games from outside the catalogue: a folder of files, and nothing in them taken on trust.

The catalogue is proven by its tests. These files are somebody's first draft, so that whatever is
wrong with any of them is said in one sentence each, all at once.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from importlib.resources.abc import Traversable
from importlib.resources.readers import MultiplexedPath
from itertools import islice
from pathlib import Path
from typing import Any

from pitboss.rulebook.files import is_folder, quoted, read_text, reason
from pitboss.rulebook.limits import HOUSE_BYTES_MAX, OWN_GAMES_MAX, shorten
from pitboss.rulebook.model import Game, Ruling
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.load import CATALOG, CODE, build_game, merged
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml

OWN_GAMES = "PITBOSS_GAMES"
"""The environment variable that names folders with games beside the catalogue's."""

_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


def load_own_games(
    folders: Iterable[str], taken: Iterable[str], rulings: tuple[Ruling, ...]
) -> Mapping[str, Game]:
    """Return the games of *folders* by id, or raise `RulesError` with everything that is wrong.

    An id may not be one of those *taken*. A file may include what the catalogue shares, and what
    stands in the folder `shared` beside it.

    >>> load_own_games(["nowhere"], (), ())
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: file: PITBOSS_GAMES names the folder 'nowhere', and \
there is none [file/missing]
    """
    found: dict[str, Game] = {}
    wrong: list[Problem] = []
    owners = dict.fromkeys(taken, "the catalogue")
    for folder in map(Path, dict.fromkeys(folders)):
        try:
            paths = _game_files(folder)
        except RulesError as error:
            wrong += error.problems
            continue
        for path in paths:
            try:
                game = _load(path, rulings)
            except RulesError as error:
                wrong += error.problems
                continue
            wrong += _id_problems(path, game.id, owners)
            owners.setdefault(game.id, f"'{path}'")
            found[game.id] = game
    if wrong:
        raise RulesError(dict.fromkeys(wrong))
    return found


def _game_files(folder: Path) -> list[Path]:
    if not is_folder(folder):
        message = f"{OWN_GAMES} names the folder {quoted(folder)}, and there is none"
        raise RulesError([Problem(code="file/missing", key="file", message=message)])
    try:
        with os.scandir(folder) as entries:
            names = (entry.name for entry in entries if fnmatchcase(entry.name, "*.toml"))
            paths = sorted(folder / name for name in islice(names, OWN_GAMES_MAX + 1))
    except OSError as error:
        message = f"{quoted(folder)} cannot be read: {reason(error)}"
        raise RulesError([Problem(code="file/unreadable", key="file", message=message)]) from None
    if len(paths) > OWN_GAMES_MAX:
        message = f"{quoted(folder)} has more than {OWN_GAMES_MAX:,} files of games"
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


def _load(path: Path, rulings: tuple[Ruling, ...]) -> Game:
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
    try:
        whole = merged(files[path], shared)
    except RecursionError:
        raise RulesError([_invalid(path, "include", "leads back to itself")]) from None
    return build_game(whole, str(path), rulings)


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path, HOUSE_BYTES_MAX)
    try:
        return parse_toml(text)
    except NotReadableError as error:
        raise RulesError([_invalid(path, "", str(error))]) from None


def _shape_problems(path: Path, data: Mapping[str, Any], names: list[str]) -> Iterator[Problem]:
    """What would keep a file from being laid over another; the rest is `build_game`'s to say."""
    includes = data.get("include", [])
    if not isinstance(includes, list):
        yield _invalid(path, "include", 'is a list: write include = ["..."]')
    for name in includes if isinstance(includes, list) else ():
        if name not in names:
            given = shorten(str(name))
            message = f"there is no shared file {given!r}; there is {', '.join(names)}"
            yield _invalid(path, "include", message)
    unwanted = data.get("without_wagers", [])
    for name, count in Counter(map(str, unwanted) if isinstance(unwanted, list) else ()).items():
        if count > 1:
            yield _invalid(path, "without_wagers", f"names {shorten(name)!r} twice")
    for key in ("rules", "options", "wagers"):
        if not isinstance(data.get(key, {}), dict):
            yield _invalid(path, key, f"is a table: write [{key}]")


def _invalid(path: Path, key: str, message: str) -> Problem:
    return Problem(code=CODE, key=f"{path}: {key}" if key else str(path), message=message)
