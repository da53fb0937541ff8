"""The counts that were derived for every main game are what is derived again."""

from __future__ import annotations

from pitboss.counts import derived_names, find_system
from pitboss.engine.setup import prepare
from pitboss.exact.kinds import any_shoe
from pitboss.rulebook.defaults import complete_main_game
from pitboss.rulebook.house import House
from pitboss.rulebook.reading.library import game, games
from tests.tiers import IS_NIGHT
from tools.derive_counts import derive, path_of

BY_DAY = ("reference/blackjack",)


def test_every_game_that_is_counted_has_a_balanced_count_of_its_own() -> None:
    named = set()
    for chosen in games():
        setup = prepare(complete_main_game(House(game=chosen.id))[0])
        if any_shoe(setup) is not None:
            name = path_of(chosen).stem
            assert find_system(name).total(setup.shoe) == 0, name
            named.add(name)
    assert named == set(derived_names())


def test_derived_counts_are_derived_again() -> None:
    """All of them at night; by day that of a game which other tests solve too."""
    chosen = games() if IS_NIGHT else [game(name) for name in BY_DAY]
    stale = [
        game.id
        for game in chosen
        if derive(game) != (path.read_text("utf-8") if (path := path_of(game)).is_file() else None)
    ]
    assert stale == [], "run 'python -m tools.derive_counts'"
