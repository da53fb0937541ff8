"""Spoiled rules: houses, games, strategies, counts and ramps."""

from __future__ import annotations

import os
import random
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.advantage.detect.observe import watch
from pitboss.api.risk import risk
from pitboss.cards import FRENCH, SPANISH, Shoe
from pitboss.counts import read_ramp, read_system
from pitboss.counts.cards_left import read_cards_left
from pitboss.engine.drive import Round
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solver import Rules
from pitboss.exact.charts.cells import DOUBLED, possible_cells
from pitboss.exact.charts.model import UPS, row_name, up_name
from pitboss.exact.charts.parse import read_chart
from pitboss.rulebook.check import problems
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, parse_house
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading import library
from pitboss.rulebook.reading.merge import CATALOG
from pitboss.rulebook.reading.parse import decode_utf8, parse_json
from tests.engine.bets import random_bets
from tests.engine.houses import cards_for
from tests.engine.players import random_player
from tools.fuzz_kinds.outcome import (
    FuzzError,
    answer_by,
    check_refusal,
    example_houses,
    example_records,
    spoil_argument,
)
from tools.spoiling import json_bytes, spoil_bytes, spoil_values


@cache
def _own_games() -> tuple[bytes, ...]:
    names = (game_id.replace("/", "-") for game_id in library.game_ids())
    return tuple((CATALOG / f"{name}.toml").read_bytes() for name in names)


@cache
def _rules() -> Rules:
    return Rules.from_setup(prepare(House(game="reference/blackjack")))


@cache
def _strategy() -> dict[str, Any]:
    ups = [up_name(up) for up in UPS]
    return {
        part.value: {row_name(part, row): dict.fromkeys(ups, "S") for row in rows}
        for part, rows in possible_cells(_rules()).items()
        if part not in DOUBLED
    }


def fuzz_house(rng: random.Random, _: Path) -> str:
    """Check a spoiled house configuration; one that is approved must open."""
    house = parse_house(decode_utf8(spoil_bytes(rng, rng.choice(example_houses()))))
    if wrong := problems(house):
        raise RulesError(wrong)
    prepare(house)
    return "approved"


def fuzz_own_game(rng: random.Random, folder: Path) -> str:
    """Load a spoiled file of a game: it is skipped with a warning, or opens and deals a round."""
    name = f"{rng.getrandbits(64):016x}"
    place = folder / name
    place.mkdir()
    text = spoil_bytes(rng, rng.choice(_own_games()))
    (place / "own.toml").write_bytes(re.sub(rb'(?m)^id = "[a-z0-9-]+/', b'id = "own/', text))
    os.environ["PITBOSS_GAMES"] = str(place)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", library.BrokenGameWarning)
            own = [game for game in library.game_ids() if game.startswith("own/")]
        for game_id in own:
            _deal(rng, game_id)
    except library.BrokenGameWarning as skipped:
        return check_refusal([("game/skipped", str(skipped))])
    else:
        return "taken" if own else "not a game"
    finally:
        del os.environ["PITBOSS_GAMES"]
        library._load_own_games.cache_clear()  # noqa: SLF001 - every input is another folder
        (place / "own.toml").unlink()
        place.rmdir()


def _deal(rng: random.Random, game_id: str) -> None:
    house, _ = complete_table(House(game=game_id))
    if problems(house):
        return
    setup = prepare(house)
    played = Round.start(setup, random_bets(rng, setup))
    player = random_player(rng)
    played.play(cards_for(rng, played), answer_by(player))
    staked = {line.seat for line in played.state.settled}
    if not staked:
        raise FuzzError("a round that settles nothing")


def fuzz_strategy(rng: random.Random, _: Path) -> str:
    """Read a spoiled strategy."""
    content = json_bytes(rng, spoil_values(rng, _strategy()))
    if rng.random() < 0.3:
        content = spoil_bytes(rng, content)
    read_chart(parse_json(decode_utf8(content)), _rules(), "strategy")
    return "read"


def fuzz_count(rng: random.Random, folder: Path) -> str:
    """Read a spoiled count, ramp, or list of cards that are gone."""
    shoe = rng.choice(_SHOES)
    if rng.random() < 0.6:
        content = json_bytes(rng, spoil_values(rng, _COUNT))
        path = folder / "count.json"
        path.write_bytes(spoil_bytes(rng, content) if rng.random() < 0.2 else content)
        read_system(str(path), shoe).starting_count(shoe)
        return "read"
    text = spoil_bytes(rng, rng.choice(_COUNT_TEXTS).encode()).decode("utf-8", errors="replace")
    match rng.randrange(3):
        case 0:
            read_system(text, shoe).count_range(shoe)
        case 1:
            str(read_ramp(text))
        case _:
            read_cards_left(shoe, gone=text)
    return "read"


def fuzz_risk(rng: random.Random, folder: Path) -> str:
    """Ask for the risk of a spoiled bet, or of spoiled numbers, and watch a spoiled record."""
    if rng.random() < 0.3:
        watch([spoil_values(rng, rng.choice(example_records()))])
        return "watched"
    path = folder / "bet.json"
    path.write_bytes(json_bytes(rng, spoil_values(rng, rng.choice(_BETS))))
    text = spoil_argument(rng, rng.choice(("100", "$500", "0.5", "1e3")))
    answer = risk(file=path, bank=text, rounds=rng.choice((None, 3)), goal=rng.choice((None, 7)))
    ruin = answer.formula["ruin_ever"]
    if ruin is not None and not 0 <= ruin <= 1:
        raise FuzzError("a probability that is none")
    return "read"


_BETS = (
    {"ev": 0.01, "sd": 1.1},
    {"house_edge": "1/100", "standard_deviation": 1.2, "game": "x"},
    {"bets": {"expectation": 0.02, "sd": 2.0, "sd_long_run": None}},
    {"outcomes": [{"gain": 1, "probability": 0.6}, {"gain": -1.5, "probability": 0.4}]},
    {"histogram": [{"gain": 2, "count": 3}, {"gain": -1, "count": 4}]},
)
_SHOES = (Shoe(FRENCH, 6), Shoe(SPANISH, 2))
_COUNT = {
    "name": "Mine",
    "tags": {"3": 1, "4": "1/2", "5": 1.5, "7red": 1, "T": -1, "Qh": -2},
    "side_counts": {"aces": {"A": -1}, "sevens": "7=1"},
    "per": 52,
    "true": "floor",
    "ramp": [[0, 1], [2, 4], [4, 8]],
    "indices": [
        {"hand": "16", "up": "T", "action": "stand", "at": 0},
        {"hand": "8,8", "up": "10", "action": "split", "at": -3, "below": True},
        {"hand": "insurance", "up": "A", "action": "insure", "at": 3},
    ],
}
_COUNT_TEXTS = (
    "1 1 1 1 1 0 0 0 -1 -1",
    "5=1 A=-1/2 7red=.5",
    "hi-lo",
    "suit difference",
    "1-8@4",
    "1@<=0 2@1 4@2",
    "As 7h 5=12 K",
)
