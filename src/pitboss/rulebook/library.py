"""The games on the shelf: every catalogue file, found by the id of its game."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cache

from pitboss.rulebook.load import CATALOG, load_game, load_rulings, read_toml
from pitboss.rulebook.model import Game, Ruling
from pitboss.rulebook.problems import Problem, RulesError


@cache
def game_ids() -> tuple[str, ...]:
    """Return the id of every game, in the order of the documents.

    >>> game_ids()[0]
    'wa/spanish-21'
    """
    return tuple(read_toml(CATALOG / "order.toml")["games"])


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return every ruling, in order."""
    return load_rulings(read_toml(CATALOG / "shared" / "rulings.toml"))


@cache
def game(game_id: str) -> Game:
    """Return one game, or raise `RulesError` naming the nearest ids.

    >>> game("wa/spanish-21").title
    'Spanish 21'
    """
    if game_id not in game_ids():
        raise RulesError([unknown_game(game_id)])
    return load_game(CATALOG / f"{game_id.replace('/', '-')}.toml", rulings())


def games() -> tuple[Game, ...]:
    """Return every game, in order."""
    return tuple(map(game, game_ids()))


def unknown_game(game_id: str) -> Problem:
    """Say that there is no such game, and which come nearest.

    >>> print(unknown_game("wa/spanish21").message)
    there is no game 'wa/spanish21'; the nearest is wa/spanish-21, wa/spanish-21-v003 or \
wa/spanish-21-v002
    """
    near = nearest(game_id, game_ids())
    hint = f"the nearest is {near}" if near else "'pitboss games' lists them all"
    message = f"there is no game {game_id!r}; {hint}"
    return Problem(code="game/unknown", key="game", message=message)


def nearest(name: str, known: tuple[str, ...]) -> str:
    """Return the names closest to *name*, in words; empty if none is close.

    >>> nearest("soft71", ("decks", "soft17"))
    'soft17'
    """
    # The part behind the slash counts too: "free-bet" should find "co/free-bet".
    short = {full.rpartition("/")[2]: full for full in reversed(known)}
    close = get_close_matches(name, known, n=3, cutoff=0.6)
    close += [short[tail] for tail in get_close_matches(name, short, n=3, cutoff=0.6)]
    *firsts, last = tuple(dict.fromkeys(close))[:3] or ("",)
    return f"{', '.join(firsts)} or {last}" if firsts else last
