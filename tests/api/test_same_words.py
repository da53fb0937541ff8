"""The same words open the same table in the library and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pitboss
from pitboss.cli.options import read_options
from pitboss.rulebook.defaults import complete_table

EVERY_GAME = pytest.mark.parametrize("game", [game.id for game in pitboss.games()])
TIMED = {"seconds", "rounds_per_second"}

WORDS: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    "an option": ("wa/spanish-21", ["decks=8"], {"decks": 8}),
    "a pay table beside the default ones": (
        "wa/spanish-21",
        ["decks=6", "soft17=hit", "table.match-up=2"],
        {"decks": 6, "soft17": "hit", "also": {"match-up": "2"}},
    ),
    "a wager taken off": (
        "wa/spanish-21",
        ["decks=6", "soft17=hit", "table.match-down=none"],
        {"decks": 6, "soft17": "hit", "also": {"match-down": None}},
    ),
    "a jackpot": (
        "wa/spanish-21",
        ["decks=6", "soft17=hit", "table.jackpot-1=3c-5", "jackpot.jackpot-1.wager=500"],
        {
            "decks": 6,
            "soft17": "hit",
            "also": {"jackpot-1": "3c-5"},
            "jackpots": {"jackpot-1": {"wager": 500}},
        },
    ),
    "limits": (
        "co/trilux",
        ["min=1000", "limit.main.max=5000"],
        {"limits": {"main": {"min": 1000, "max": 5000}}},
    ),
    "a wager that needs others": (
        "co/deuces-wild-xtreme",
        ["table.bad-beat=PT-FLT-DWHF-BBX-02"],
        {"also": {"bad-beat": "PT-FLT-DWHF-BBX-02"}},
    ),
    "the shoe": ("co/trilux", ["shoe.burn=2"], {"shoe": {"burn": 2}}),
}


def timeless(text: str) -> list[str]:
    """Leave out the line that says how long it took."""
    return [line for line in text.splitlines() if "rounds a second" not in line]


@EVERY_GAME
def test_a_game_without_words_is_completed_alike(game: str) -> None:
    given, unread = read_options(game, [])
    house, assumed = complete_table(given)
    table = pitboss.table(game)
    assert unread == ()
    assert (table.house, table.assumed) == (house, assumed)


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_options_and_keywords_say_the_same(words: tuple[str, list[str], dict[str, Any]]) -> None:
    game, options, keywords = words
    given, unread = read_options(game, options)
    house, assumed = complete_table(given)
    table = pitboss.table(game, **keywords)
    assert unread == ()
    assert (table.house, table.assumed) == (house, assumed)


def test_a_house_file_opens_the_table_of_the_command_line() -> None:
    path = Path(__file__).parents[2] / "examples" / "wa-spanish-21.toml"
    given, _ = read_options("", ["redouble=false"], path)
    assert pitboss.table(house=path, redouble=False).house == complete_table(given)[0]
    plain = pitboss.table(house=str(path))
    assert plain.digest == pitboss.table(house=plain.given).digest
    assert pitboss.table("wa/spanish-21", house=path).assumed == ()


def test_a_simulation_is_printed_as_the_command_line_prints_it(
    command_line: Callable[..., str],
) -> None:
    """`pitboss simulate co/trilux` has four side wagers, and so has the library."""
    printed = command_line("simulate", "co/trilux", "--rounds", "1e5", "--seed", "1")
    run = pitboss.table("co/trilux").simulate(rounds=1e5, seed=1)
    assert len(run.wagers) == 4
    assert timeless(str(run)) == timeless(printed)
    assert timeless(str(run)) != str(run).splitlines(), "one line says how long it took"


@pytest.mark.parametrize("game", ["co/trilux", "co/pai-jack", "wa/spanish-21"])
def test_a_simulation_is_the_same_data(command_line: Callable[..., str], game: str) -> None:
    printed = json.loads(command_line("simulate", game, "--rounds", "2e4", "--seed", "3", "--json"))
    run = pitboss.simulate(game, rounds=2e4, seed=3).as_json()
    assert run.keys() == printed.keys()
    assert {k: v for k, v in run.items() if k not in TIMED} == {
        k: v for k, v in printed.items() if k not in TIMED
    }
