"""The ids of the environments in Gymnasium: one for each game, and one for any."""

from __future__ import annotations

from collections import Counter

from gymnasium.envs.registration import register, registry

from pitboss.gym.kinds import KINDS
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import game_ids

NAMESPACE = "pitboss"
ANY_GAME = f"{NAMESPACE}/Table-v0"
_ENV = "pitboss.gym.table_env:TableEnv"
_VECTOR_ENV = "pitboss.gym.vector_env:TableVectorEnv"


def environment_ids() -> dict[str, str]:
    """Return id -> game, for every game of the rule book.

    The id is the game's own name; if two places have a game of that name, the later ones add their
    place.

    >>> ids = environment_ids()
    >>> ids["pitboss/Spanish21-v0"], ids["pitboss/IlaniSpanish21-v0"], ids["pitboss/FreeBet-v0"]
    ('wa/spanish-21', 'ilani/spanish-21', 'co/free-bet')
    """
    ids: dict[str, str] = {}
    names: Counter[str] = Counter()
    for game in game_ids():
        place, _, name = game.partition("/")
        names[name] += 1
        title = _title(name) if names[name] == 1 else _title(place) + _title(name)
        ids[f"{NAMESPACE}/{title}-v0"] = game
    return ids


def _title(name: str) -> str:
    """Return a name in the style of a class.

    >>> _title("spanish-21-v003")
    'Spanish21V003'
    """
    return "".join(part.capitalize() for part in name.split("-"))


def register_all() -> None:
    """Register every environment that is not yet registered.

    If compiled code does not play many tables of a kind, `gymnasium.make_vec` makes single tables
    and plays them in turn.
    """
    for name, game in environment_ids().items():
        if name not in registry:
            many = _VECTOR_ENV if KINDS[game_of(game).round].is_vectorized else None
            register(name, entry_point=_ENV, vector_entry_point=many, kwargs={"game": game})
    if ANY_GAME not in registry:
        register(ANY_GAME, entry_point=_ENV, vector_entry_point=_VECTOR_ENV)
