"""The lobby's data: every game is found by what it is, and told apart from its namesake."""

from __future__ import annotations

from typing import Any

from msgspec import json

from pitboss.engine.setup import prepare
from pitboss.rulebook.ready import ready_tables
from pitboss.server.lab.catalogue import _games
from pitboss.server.live.layout import setup_layout
from pitboss.server.lobby import lobby_json


def games() -> dict[str, dict[str, Any]]:
    """Return the games as the lobby has them."""
    return {game["id"]: game for game in json.decode(lobby_json())["games"]}


def found(*words: str) -> set[str]:
    """Return the games in whose lobby data all words occur."""
    return {
        game_id for game_id, game in games().items() if all(w in str(game).lower() for w in words)
    }


def test_games_are_found_by_anything() -> None:
    assert {"co/deuces-wild-xtreme", "co/ante-up-21", "co/21-holdem"} <= found("poker")
    assert {"co/free-bet", "co/ride-free"} <= found("free", "double")


def test_two_games_of_one_name_are_told_apart_and_every_one_has_its_edge() -> None:
    lobby = games()
    assert lobby["wa/spanish-21"]["title"] == lobby["ilani/spanish-21"]["title"]
    assert lobby["wa/spanish-21"]["jurisdiction"] != lobby["ilani/spanish-21"]["jurisdiction"]
    assert all(game["edge"] is not None for game in lobby.values())
    assert {game["level"] for game in lobby.values()} == {"easy", "medium", "hard"}
    assert lobby["reference/blackjack"]["level"] == "easy"


def test_the_edges_of_the_lab_say_for_which_rules_and_unit() -> None:
    rules = {game.id: game.rules for game in _games().games}
    assert "6 decks" in rules["wa/spanish-21"]
    assert rules["co/ante-up-21"].endswith("a part of 21")


def test_every_game_has_a_picture_of_its_own_table_at_a_first_question() -> None:
    pictures = {game_id: game["picture"] for game_id, game in games().items()}
    assert all(picture["print"] and picture["hands"] for picture in pictures.values())
    for game_id, picture in pictures.items():
        layout = setup_layout(prepare(ready_tables()[game_id].house))
        early = [wager["group"] for wager in layout["wagers"] if wager["early"]]
        assert picture["spots"] == early
    assert [len(hand.split()) for hand in pictures["co/blackjack-switch"]["hands"]] == [2, 2]
    assert [len(hand.split()) for hand in pictures["co/3-card-21"]["hands"]] == [3]
    assert pictures["co/pai-jack"]["face_down"] == 5
