"""What it is worth to see the other hands of a split: at the table, and by the tool."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards import card_rank, parse_cards
from pitboss.engine.setup import prepare
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.play import AnteUpUpCard, Objective, Table
from pitboss.exact.ante_up.splits import Split
from pitboss.exact.blackjack.arithmetic import FLOATS
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from tests.exact.seen_hands import seen_split_value
from tests.exact.solved_positions import Position, Solved
from tests.tiers import by_day
from tools.split_bound import SEED, Estimate, SplitBound
from tools.split_hindsight import AnteUpSeen, BlackjackSeen, SeenGame, SplitSight, SplitValues
from tools.split_sight import SeenSplit

TWO_HANDS = {"game": "reference/blackjack", "options": {"max_hands": 2}}
THREE_HANDS = {"game": "reference/blackjack", "options": {"das": False, "max_hands": 3}}
TWICE = {
    "sixes": Position(TWO_HANDS, "6h 6d", "7s", "3d 4h 5c" + 6 * " Kd"),
    "sevens": Position(TWO_HANDS, "7h 7d", "8s", "3s 3d 4d 9h" + 6 * " Kd"),
    "nines": Position(TWO_HANDS, "9h 9d", "8s", "9s 3d 3h 2d" + 6 * " Kd"),
}
"""Tiny shoes, whose pairs make two hands at most."""
AGAIN = Position(THREE_HANDS, "6h 6d", "7s", "6s 3d 3d" + 7 * " Kd")


@cache
def at_the_table(name: str) -> Fraction:
    return seen_split_value(TWICE[name])


def best_value(position: Position) -> Fraction:
    return Fraction(Solved(position, SplitPlay.BEST).play.splits.value(int(position.hand[0])))


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("name", TWICE)
def test_two_hands_are_worth_what_a_player_who_sees_them_wins_at_the_table(name: str) -> None:
    position = TWICE[name]
    solved = Solved(position, SplitPlay.BEST).play.splits
    with_sight = SeenSplit(solved.up, int(position.hand[0])).value()
    assert with_sight == at_the_table(name)
    assert with_sight >= best_value(position)


DECKS = {"one deck": 1, "two decks": 2, "six decks": 6}


def documented() -> dict[str, tuple[int, int, str]]:
    """The pair, the up card and the gain on the solver's page, by decks."""
    page = (Path(__file__).parents[2] / "docs" / "guides" / "solver.md").read_text(encoding="utf-8")
    line = r"^\| (\w+ decks?) \| [.\d]+ points \| (\d) \d against (\d+) \| ([.\d]+) \|$"
    rows = re.findall(line, page, flags=re.MULTILINE)
    return {decks: (int(pair), int(up), gain) for decks, pair, up, gain in rows}


# By day what seeing is worth is walked at tables of tiny shoes.
@pytest.mark.nightly
def test_the_page_has_what_seeing_is_worth() -> None:
    """By day with one deck."""
    gains = documented()
    assert gains.keys() == DECKS.keys()
    for decks in [*DECKS][: by_day(1, len(DECKS))]:
        options: dict[str, OptionValue] = {"decks": DECKS[decks], "max_hands": 2}
        game = SolvedGame(prepare(House(game="reference/blackjack", options=options)))
        pair, up, gain = gains[decks]
        with_sight = SeenSplit(game.ups[up], pair).value()
        assert gain == f"{with_sight - game.splits[up].value(pair):.6f}"


def test_to_see_the_other_hand_can_be_worth_something() -> None:
    assert any(at_the_table(name) > best_value(position) for name, position in TWICE.items())


BOUNDED = {
    "sixes against a seven": Position(THREE_HANDS, "6h 6d", "7s", "6s 3d 3d 3d" + 12 * " Kd"),
    "sixes against an eight": Position(THREE_HANDS, "6h 6d", "8s", "6s 3d 5d" + 12 * " Kd"),
    "nines, two hands": Position(TWO_HANDS, "9h 9d", "8s", "9s 3d 3h 2d" + 9 * " Kd"),
}
"""Shoes large enough that every hand can be dealt all that it may draw."""


@pytest.mark.parametrize("name", BOUNDED)
def test_to_see_all_hands_is_worth_no_more_than_the_bound(name: str) -> None:
    """The table's own engine finds the gain; the sample is known to three standard errors."""
    position = BOUNDED[name]
    gain = float(seen_split_value(position) - best_value(position))
    splits = Solved(position, SplitPlay.BEST, FLOATS).play.splits
    bound = SplitBound(splits, int(position.hand[0])).gain(1000, np.random.default_rng(SEED))
    assert 0 < gain < bound.mean - 3 * bound.error


def test_with_three_hands_the_best_play_is_still_no_better_than_seeing_all() -> None:
    assert seen_split_value(AGAIN) >= best_value(AGAIN)


def best_in_hindsight(game: SeenGame, samples: int) -> Estimate:
    """The best result with all cards known, after their charges."""
    return Estimate.of(SplitSight(game).sample(samples, np.random.default_rng(SEED))[:, 0])


@pytest.mark.parametrize("name", BOUNDED)
def test_hindsight_is_worth_no_less_than_to_see_all_hands_and_split_again_by_them(
    name: str,
) -> None:
    """The table's own engine finds the value; the sample is known to three standard errors."""
    position = BOUNDED[name]
    up = Solved(position, SplitPlay.BEST, FLOATS).play.splits.up
    game = BlackjackSeen(Table(position.setup), up, int(position.hand[0]))
    bound = best_in_hindsight(game, 300)
    with_sight = float(seen_split_value(position))
    assert with_sight - 3 * bound.error < bound.mean < with_sight + 0.1


ANTE_UP = {"game": "co/ante-up-21", "options": {"decks": 2}}
FOR_BOTH = {
    "sixes": Position(ANTE_UP, "6h 6d", "7s", "3d 4h 5c" + 8 * " Kd"),
    "nines, split again": Position(ANTE_UP, "9h 9d", "8s", "9s 3d 3h 2d" + 9 * " Kd"),
}


@pytest.mark.parametrize("name", FOR_BOTH)
def test_hindsight_bounds_both_wagers_of_ante_up_21(name: str) -> None:
    """The engine plays for the 21 wager and for ANTE and BET; it sees all cards of all hands."""
    position = FOR_BOTH[name]
    table = Table(position.setup, cards=(*position.left, position.up_card))
    left = table.full.copy()
    left[card_rank(position.up_card)] -= 1
    held = np.bincount([card_rank(card) for card in parse_cards(position.hand)], minlength=RANKS)
    game = AnteUpSeen(AnteUpUpCard(table, left, card_rank(position.up_card)), tuple(held.tolist()))
    bound = best_in_hindsight(game, 300)
    with_sight = seen_split_value(position, ("main", "ante"))
    assert float(with_sight) - 3 * bound.error < bound.mean < float(with_sight) + 0.1


def test_the_rough_values_are_those_of_the_solver() -> None:
    """The better they are, the closer is the bound."""
    table = Table(prepare(House(game="co/ante-up-21", options={"decks": 2})))
    left = table.full.copy()
    left[5] -= 1
    up = AnteUpUpCard(table, left, 5)
    held = tuple(np.bincount([7, 7], minlength=RANKS).tolist())
    of_21, of_poker, _ = Split(up, held).play(Objective.BOTH).worth
    values = SplitValues(AnteUpSeen(up, held))
    assert values.to_go[2, 2][0] == pytest.approx(of_21 + of_poker, abs=1e-12)
