"""The section on what the rules cost: every other value of every open rule is in it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from pitboss.cli.options import open_main_table
from pitboss.engine.setup import Setup, prepare
from pitboss.exact import effects as module
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.effects import Effects, effects
from pitboss.exact.kinds import SOLVERS, house_edge
from pitboss.questions.table import AtTable
from pitboss.report.document.terminal import terminal_text
from pitboss.report.games.page import effect_blocks
from pitboss.report.maths.page import solve_again
from pitboss.rulebook.configured import ConfiguredGame, configure
from pitboss.rulebook.house import House, read_house
from pitboss.rulebook.model import OptionValue

EXAMPLES = Path(__file__).parents[2] / "examples"


def rules_of(setup: Setup, _: SplitPlay | None = None) -> float:
    """Stand in for the edge of a table: a number that its main game alone decides."""
    return float(hash(SOLVERS[setup.round].main_rules(setup)))


def solved_again(house: House) -> House:
    """Return the house that the command in the report solves."""
    words = shlex.split(solve_again(house))
    options = [words[place + 1] for place, word in enumerate(words) if word == "-o"]
    return open_main_table(AtTable(game=house.game, option=tuple(options))).house


def open_rules(configured: ConfiguredGame) -> set[tuple[str, OptionValue]]:
    """Return every value of every option that is a rule, but those of this table."""
    return {
        (option.id, value)
        for option in configured.game.options
        for value in option.values
        if hasattr(configured.rules, option.decides(value)[0])
        and configured.options[option.id] != value
    }


def test_every_example_house_has_the_effects_of_its_main_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Goal: the section lists what the command printed in it lists, and no rule is missing.

    Method: find the tables that would be solved for each house as it is, and for the options of
    that command. Wagers beside the main one, their options and limits change nothing.
    """
    monkeypatch.setattr(module, "edge_of", rules_of)
    wrong = []
    for path in sorted(EXAMPLES.glob("*.toml")):
        house = read_house(path)
        configured = configure(house)
        cost = effects(house, 0)
        listed = [(effect.option, effect.value) for effect in cost.changes]
        if cost != effects(solved_again(house), 0):
            wrong.append(f"{path.name}: the command finds other effects")
        if {*listed, *cost.refused, *cost.unsolved} != open_rules(configured):
            wrong.append(f"{path.name}: {listed}")
    assert wrong == []


def test_the_showpiece_house_has_five_effects() -> None:
    """Its bonus cards need a wager beside the main one, whose absence once refused every change."""
    house = read_house(EXAMPLES / "wa-spanish-21.toml")
    cost = effects(house, house_edge(prepare(house)))

    assert {
        f"{effect.option} {effect.value}": round(effect.change * 100, 4) for effect in cost.changes
    } == {
        "decks 2": -0.2582,
        "decks 4": -0.0581,
        "decks 5": -0.0230,
        "decks 8": 0.0285,
        "redouble False": 0.3600,
    }
    text = terminal_text(effect_blocks(cost))
    assert "+0.3600%" in text
    assert "Not allowed beside the other options: soft17 stand, double_for_less true." in text


def test_nothing_open_and_nothing_allowed_are_worded_apart() -> None:
    closed = terminal_text(effect_blocks(Effects(())))
    refused = terminal_text(effect_blocks(Effects((), refused=(("soft17", "stand"),))))

    assert closed == "The document leaves no rule of the main game open."
    assert refused.startswith("No single option can be changed")
    assert "Not allowed beside the other options: soft17 stand." in refused
