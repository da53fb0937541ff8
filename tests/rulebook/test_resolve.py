"""Short names of games and ids without regard to case, through one resolver."""

from __future__ import annotations

import pytest

import pitboss
from pitboss.cli.options import read_options
from pitboss.engine.actions import RefusedError
from pitboss.engine.record import replay
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import game, game_ids, resolve_game_id


def test_a_game_is_known_by_its_id_in_any_case_or_by_a_unique_short_name() -> None:
    tails = [game_id.rpartition("/")[2] for game_id in game_ids()]
    for game_id, tail in zip(game_ids(), tails, strict=True):
        assert resolve_game_id(game_id.upper()) == game_id
        assert resolve_game_id(tail) == (game_id if tails.count(tail) == 1 else tail)
    with pytest.raises(RulesError, match="there is no game 'spanish-21'; the nearest is"):
        game("spanish-21")


def test_options_and_the_library_take_short_names_and_table_ids_in_any_case() -> None:
    house, unread = read_options("FREE-BET", ["table.pot-of-gold=pog-01"])
    opened = pitboss.table("free-bet", also={"pot-of-gold": "Pog-01"})

    assert not unread
    assert (house.game, house.tables) == ("co/free-bet", {"pot-of-gold": "POG-01"})
    assert (opened.house.game, (opened.house.tables or {})["pot-of-gold"]) == (house.game, "POG-01")
    assert pitboss.check({"game": "free-bet", "tables": {"pot-of-gold": "pog-01"}}) == ()


def test_a_record_names_its_game_in_full() -> None:
    record = {"game": "free-bet", "seats": [{"seat": 1, "wagers": {"main": 1000}}], "cards": ""}
    with pytest.raises(RefusedError) as refused:
        replay(record)
    assert refused.value.refusal.code == "game/unknown"
