"""One game stands for several only where their main game is the same."""

from __future__ import annotations

from pitboss.rulebook.reading.library import game, game_ids
from tests.distinct_games import distinct_games, games_by_main_rules


def test_every_game_is_represented_once() -> None:
    together = games_by_main_rules()
    assert sorted(game_id for games in together for game_id in games) == sorted(game_ids())
    assert [games[0] for games in together] == list(distinct_games())
    assert len(distinct_games()) < len(game_ids())


def test_games_that_are_represented_together_are_of_one_kind() -> None:
    for games in games_by_main_rules():
        assert len({game(game_id).round for game_id in games}) == 1


def test_editions_are_together_and_kinds_apart() -> None:
    of = {game_id: games[0] for games in games_by_main_rules() for game_id in games}
    assert of["wa/spanish-21"] == of["wa/spanish-21-v003"] == of["wa/spanish-21-v002"]
    assert of["co/trilux"] == of["co/21-plus-3"]
    assert len({of[game_id] for game_id in ("co/free-bet", "co/ante-up-21", "co/pai-jack")}) == 3
