"""Games of which several have one main game, for tests that no other wager matters to."""

from __future__ import annotations

from functools import cache

from pitboss.engine.setup import prepare
from pitboss.exact.kinds import main_rules
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game_ids


@cache
def games_by_main_rules() -> tuple[tuple[str, ...], ...]:
    """Return all games, those together whose main game is solved as one."""
    by_rules: dict[object, list[str]] = {}
    for game_id in game_ids():
        house, _ = complete_main_game(House(game=game_id))
        by_rules.setdefault(main_rules(prepare(house)), []).append(game_id)
    return tuple(map(tuple, by_rules.values()))


def distinct_games() -> tuple[str, ...]:
    """Return one game for each main game there is, in the order of the catalogue."""
    return tuple(together[0] for together in games_by_main_rules())
