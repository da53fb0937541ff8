"""The JSON schema of the round record: every record of ours fits it, and mistakes do not."""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from pitboss.cards import SeededBits, shuffle_cards
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.drive import Round
from pitboss.engine.record import KNOWN_KEYS, replay, write_record
from pitboss.engine.record_schema import record_schema
from pitboss.engine.state import State
from pitboss.rulebook.reading.library import games
from tests.engine.bets import random_bets
from tests.engine.houses import random_setup
from tests.engine.players import Player, random_player

EXAMPLES = Path(__file__).parents[2] / "examples" / "rounds"
VALIDATOR = Draft202012Validator(record_schema())
GAMES = [game.id for game in games()]


def answer(player: Player, _: State, question: Question) -> Action:
    """Let a player decide who looks at the question alone."""
    return player(question)


def complaint(record: dict[str, Any]) -> str:
    """Return the first thing that the schema does not take; empty if there is none."""
    return next((f"{it.json_path}: {it.message}" for it in VALIDATOR.iter_errors(record)), "")


def examples() -> list[dict[str, Any]]:
    lines = (EXAMPLES / "every-game.jsonl").read_text(encoding="utf-8").splitlines()
    return [*map(json.loads, lines), json.loads((EXAMPLES / "double-rescue.json").read_text())]


def test_the_schema_is_one_and_knows_every_key_of_a_record() -> None:
    Draft202012Validator.check_schema(record_schema())
    assert set(record_schema()["properties"]) == KNOWN_KEYS


def test_there_is_an_example_of_every_game_that_fits_and_agrees() -> None:
    assert [record["game"] for record in examples()[:-1]] == GAMES
    for record in examples():
        assert not complaint(record), record["game"]
        assert replay(record).difference() is None
        assert not complaint(replay(record).complete_record())


@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_of_random_houses_fit(game: str) -> None:
    rng = random.Random(game)
    for number in range(4):
        house, setup = random_setup(rng, game)
        player = random_player(rng)
        played = Round.start(setup, random_bets(rng, setup))
        played.play(
            iter(shuffle_cards(setup.shoe.cards(), SeededBits(f"{game} {number}"))),
            partial(answer, player),
        )
        record = write_record(played, house)
        assert not complaint(record)
        assert not complaint(replay(record).complete_record())


@pytest.mark.parametrize(
    "spoil",
    [
        {"game": 7},
        {"cards": "7h 1x"},
        {"cards": ["7h"]},
        {"seats": [{"seat": 1}]},
        {"seats": [{"seat": 1, "wagers": {"main": 10.5}}]},
        {"decisions": [{"seat": 1, "hand": 1, "action": "fly"}]},
        {"decisions": [{"seat": 1, "action": "hit", "why": "bold"}]},
        {"void": "yes"},
        {"colour": "red"},
        {"irregularities": [{"kind": "misdeal", "at": {"cards": -1}}]},
    ],
    ids=str,
)
def test_what_the_schema_refuses_cannot_be_played_either(spoil: dict[str, Any]) -> None:
    record = json.loads((EXAMPLES / "double-rescue.json").read_text()) | spoil
    assert complaint(record)
    with pytest.raises(RefusedError):
        replay(record)
