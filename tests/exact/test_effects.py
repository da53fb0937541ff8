"""The edges of every set-up of Washington's Spanish 21, and what one changed option does."""

from __future__ import annotations

from functools import cache

import pytest

from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.effects import Effect, effects
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue

STAND = "stand"
HIT = "hit"
REDOUBLE = "hit, redouble"
EDGES = {
    (2, STAND): 0.00180570,
    (2, HIT): 0.00581338,
    (2, REDOUBLE): 0.00159035,
    (4, STAND): 0.00322877,
    (4, HIT): 0.00732662,
    (4, REDOUBLE): 0.00358912,
    (5, STAND): 0.00347971,
    (5, HIT): 0.00759270,
    (5, REDOUBLE): 0.00393896,
    (6, STAND): 0.00364516,
    (6, HIT): 0.00776829,
    (6, REDOUBLE): 0.00416871,
    (8, STAND): 0.00384753,
    (8, HIT): 0.00798552,
    (8, REDOUBLE): 0.00445288,
}
"""Decks, and what the dealer does with a soft 17 -> house edge, split hands played as unsplit; from
this solver, to hold it."""


@cache
def edge(decks: int, rule: str) -> float:
    setup = prepare(house(decks, rule))
    return solve(setup, split_play=SplitPlay.AS_UNSPLIT).house_edge


def house(decks: int, rule: str) -> House:
    options: dict[str, OptionValue] = {"decks": decks, "soft17": rule.partition(",")[0]}
    if rule == REDOUBLE:
        options["redouble"] = True
    return House(game="wa/spanish-21", options=options)


@pytest.mark.nightly(every=15)
@pytest.mark.parametrize(("decks", "rule"), EDGES)
def test_the_edges_of_washingtons_fifteen_set_ups(decks: int, rule: str) -> None:
    assert edge(decks, rule) == pytest.approx(EDGES[decks, rule], abs=1e-8)


PUBLISHED = {
    (6, STAND): 0.0037,
    (8, STAND): 0.0038,
    (6, HIT): 0.0078,
    (8, HIT): 0.0080,
    (6, REDOUBLE): 0.0042,
    (8, REDOUBLE): 0.0045,
}
"""As books and web pages on the game print them, in hundredths of a percent."""


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize(("decks", "rule"), PUBLISHED)
def test_six_and_eight_decks_have_the_published_edges(decks: int, rule: str) -> None:
    """They are for charts, found by simulation: a hundredth of a percent is their last digit."""
    assert edge(decks, rule) == pytest.approx(PUBLISHED[decks, rule], abs=0.0001)


def test_six_deck_blackjack_equals_the_published_analysis_to_nine_digits() -> None:
    """Eric Farmer's composition-dependent analyser: six decks, H17, DAS, resplit to four hands."""
    setup = prepare(House(game="co/21-plus-3"))
    solution = solve(setup, split_play=SplitPlay.AS_UNSPLIT)

    assert solution.house_edge == pytest.approx(0.00615389123, abs=5e-12)


@cache
def of_six_decks() -> dict[tuple[str, OptionValue], Effect]:
    cost = effects(house(6, HIT), edge(6, HIT), SplitPlay.AS_UNSPLIT)
    return {(effect.option, effect.value): effect for effect in cost.changes}


def test_every_value_of_every_rule_is_tried_and_nothing_else() -> None:
    """Options of the side wagers and of the shuffling change no rule of the main game."""
    decks = [("decks", count) for count in (2, 4, 5, 8)]

    assert set(of_six_decks()) == {
        *decks,
        ("soft17", "stand"),
        ("redouble", True),
        ("double_for_less", False),
    }


def test_an_effect_is_the_edge_of_the_changed_table_less_the_given_one() -> None:
    stands = of_six_decks()["soft17", "stand"]

    assert stands.house_edge == pytest.approx(EDGES[6, STAND], abs=1e-8)
    assert stands.change == pytest.approx(EDGES[6, STAND] - EDGES[6, HIT], abs=2e-8)
    assert of_six_decks()["double_for_less", False].change == 0


# By day rules that may not change are told apart before anything is solved.
@pytest.mark.nightly
def test_what_the_rule_book_refuses_is_told_apart() -> None:
    """Double-double down needs a dealer who hits soft 17: standing is no option beside it."""
    cost = effects(house(6, REDOUBLE), edge(6, REDOUBLE))

    changed = [effect.option for effect in cost.changes]
    assert "soft17" not in changed
    assert "redouble" in changed
    assert cost.refused == (("soft17", "stand"), ("double_for_less", True))
