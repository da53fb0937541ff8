"""The outcomes of a spoiled input, and the rounds that several kinds spoil."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.engine.actions import Action, Question
from pitboss.engine.drive import Round
from pitboss.engine.record import replay, write_record
from pitboss.rulebook.reading.parse import dump_json
from tests.engine.bets import random_bets
from tests.engine.houses import GAMES, cards_for, random_setup
from tests.engine.players import random_player
from tests.engine.ruled import RuledRound
from tools.spoiling import spoil_bytes

ROOT = Path(__file__).parents[2]
REFUSED = "refused"
CODE = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")


class FuzzError(AssertionError):
    """An input that ended in neither a value nor a refusal with a code."""


def check_refusal(problems: list[tuple[str, str]]) -> str:
    """Return the outcome of a refusal; each problem has a code and a sentence."""
    for code, message in problems:
        if not CODE.fullmatch(code) or not message or len(message) > 2000:
            raise FuzzError(f"a refusal without a code or a sentence: {code!r} {message[:80]!r}")
    return REFUSED


@cache
def example_records() -> tuple[Any, ...]:
    """Return rounds of every game at random tables, half of them with their results."""
    rng = random.Random("records")  # noqa: S311 - repeatable
    records = []
    for game_id in GAMES:
        for completed in (False, True):
            house, setup = random_setup(rng, game_id)
            game = Round.start(setup, random_bets(rng, setup))
            player = random_player(rng)
            game.play(cards_for(rng, game), answer_by(player))
            record = json.loads(dump_json(write_record(game, house)))
            records.append(replay(record).complete_record() if completed else record)
        ruled = RuledRound(rng, game_id)  # with an irregularity, as most of them have
        records.append(json.loads(dump_json(write_record(ruled.round, ruled.house))))
    return tuple(records)


def answer_by(player: Callable[[Question], Action]) -> Callable[[object, Question], Action]:
    """Return a player for a round; a round passes the state too."""
    return lambda _, question: player(question)


@cache
def example_houses() -> tuple[bytes, ...]:
    """Return the house files of the examples."""
    return tuple(path.read_bytes() for path in sorted((ROOT / "examples").glob("*.toml")))


def spoil_argument(rng: random.Random, text: str) -> str:
    """Return an argument as it is, or spoiled; an argument has no NUL."""
    if rng.random() < 0.3:
        return text
    return spoil_bytes(rng, text.encode()).decode(errors="replace").replace("\x00", "")
