"""The solver against the table: exactly equal on tiny shoes, splits and redoubles included."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from pitboss.compiled.rule_tables import DOUBLED_KINDS, KINDS
from tests.exact.solved_positions import (
    CAPPED,
    FREE,
    ILANI,
    NO_PEEK,
    PARTLY,
    PLAIN,
    STANDS,
    WASHINGTON,
    Position,
    Solved,
    walked,
)

POSITIONS = {
    "a hard hand": Position(PLAIN, "Th 6d", "9s", "5h 5h 7c Kd Kd 2s 4c"),
    "a soft hand": Position(PLAIN, "Ah 6d", "5s", "4h 5d Kd Kd Kd 2s 3c"),
    "a double": Position(PLAIN, "5h 6d", "6s", "4h Kd Kd Kd Kd 2s 9d 9d"),
    "against an ace": Position(PLAIN, "Th 6d", "As", "5h 7d 7d Kd Kd 2s 4c"),
    "against a ten": Position(PLAIN, "9h 6d", "Ts", "5h Ad 7c Ad 2s Kh Kh 4c"),
    "a surrender": Position(STANDS, "Th 6d", "Ts", "Ah 7d 7d Kd Ah Kd Kd 9c"),
    "a split, and again": Position(PLAIN, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd 9h 9h Kd Kd"),
    "aces": Position(PLAIN, "Ah Ad", "6s", "As As 3h Kd Kd Kd 9h 9h"),
    "a free split": Position(FREE, "8h 8d", "6s", "8s 8s 3h Kd Kd Kd Kd Kd Kd Kd Kd"),
    "a free double": Position(FREE, "5h 6d", "Ts", "8s 8s 3h Kd Kd Kd 2c"),
    "a redouble": Position(WASHINGTON, "5h 4d", "6s", "2h 2h 3d Kd Kd Kd Kd Kd"),
    "a rescue": Position(WASHINGTON, "5h 6d", "7s", "2h 2h 8d Kd Kd Kd Kd Kd 9c"),
    "a redouble at the maximum": Position(CAPPED, "5h 4d", "6s", "2h 2h 3d Kd Kd Kd Kd Kd"),
    "a rescue at the maximum": Position(CAPPED, "5h 6d", "7s", "2h 2h 8d Kd Kd Kd Kd Kd 9c"),
    "a redouble near the maximum": Position(PARTLY, "5h 4d", "6s", "2h 2h 3d Kd Kd Kd Kd Kd"),
    "a split at the maximum": Position(CAPPED, "4h 4d", "6s", "2h 3d 7s Kd Kd Kd Kd Kd Kd Kd"),
    "a suited six and seven": Position(WASHINGTON, "6h 7h", "2s", "8h 8d 3h Kd Kd Kd 9h"),
    "a mixed six and seven": Position(WASHINGTON, "6h 7s", "2s", "8h 8d 3h Kd Kd Kd 9h"),
    "suited sevens that are split": Position(
        WASHINGTON, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd Kd Kd Kd"
    ),
    "mixed sevens that are split": Position(
        WASHINGTON, "7h 7s", "5s", "7h 6h 8s Kd Kd Kd Kd Kd Kd Kd"
    ),
    "sixes whose suits matter": Position(WASHINGTON, "6h 6s", "6d", "7h 8h 7s 8s Kd Kd Kd Kd Kd"),
    "five cards and more": Position(ILANI, "2h 3d", "9s", "2d 3h 4h 5d 6c Kd Kd"),
    "a double that nobody peeked for": Position(NO_PEEK, "5h 6d", "Ts", "4h Kd Kd Ad 2s 9d 9d"),
    "a split that nobody peeked for": Position(
        NO_PEEK, "8h 8d", "As", "8s 3h Kd Kd Kd 9h 9h 6c Kd Kd"
    ),
    "aces played on": Position(NO_PEEK, "Ah Ad", "6s", "As 9h 5c Kd Kd Kd Kd Kd Kd Kd Kd Kd"),
    "a split without bonuses": Position(ILANI, "7h 7h", "5s", "7s 6h 8h Kd Kd Kd Kd Kd Kd"),
}
ABSENT = {
    "absent: eleven": Position(PLAIN, "5h 6d", "6s", "4h Kd Kd Kd Kd 2s 9d 9d", more_money=False),
    "absent: eights": Position(PLAIN, "8h 8d", "6s", "8s 3h Kd Kd Kd Kd 9h 9h", more_money=False),
    "absent: a double later": Position(
        WASHINGTON, "5h 2d", "6s", "2h 3d 2c Kd Kd Kd", more_money=False
    ),
    "absent: a free split": Position(
        FREE, "4h 4d", "6s", "4s 3h 7d Kd Kd Kd Kd Kd", more_money=False
    ),
    "absent: a free double": Position(
        FREE, "5h 6d", "Ts", "8s 8s 3h Kd Kd Kd 2c", more_money=False
    ),
}
"""Hands of absent players, for whom nothing more is put down."""


@cache
def both(name: str) -> tuple[Fraction, Fraction, Counter[str]]:
    """What a position is worth by the solver and at the table, and what was decided there."""
    position = (POSITIONS | ABSENT)[name]
    solved = Solved(position)
    return solved.value, *walked(position, solved)


@pytest.mark.nightly(every=5)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_solvers_value_is_what_its_play_is_worth_at_the_table(name: str) -> None:
    solved, played, _ = both(name)
    assert solved == played


def test_the_play_of_an_absent_players_hand_is_worth_what_the_solver_says() -> None:
    actions: Counter[str] = Counter()
    for name in ABSENT:
        solved, played, decided = both(name)
        assert solved == played, name
        actions.update(decided)
    assert set(actions) == {"hit", "stand", "free-split", "free-double"}


@pytest.mark.nightly
def test_the_positions_try_every_action_the_solver_knows() -> None:
    actions: Counter[str] = Counter()
    for name in POSITIONS:
        actions.update(both(name)[2])
    wanted = {kind.value for kind in (*KINDS, *DOUBLED_KINDS)}
    assert wanted <= set(actions)
