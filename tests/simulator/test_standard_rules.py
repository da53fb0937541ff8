"""What a house of plain blackjack may post: table, solver and simulator say the same."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.reading.library import game
from pitboss.simulator.blackjack.best_play import best_play, make_strategy
from pitboss.simulator.blackjack.job import make_job
from tests.simulator.side_by_side import Comparison, Table
from tests.simulator.test_against_solver import ERRORS_MAX, compare, play_rounds

Options = tuple[tuple[str, OptionValue], ...]
NO_PEEK: Options = (("peek", False),)
OBO: Options = (*NO_PEEK, ("obo", True))
EARLY = ("early", "early-against-ten", "early-against-ace")
RULES: dict[str, Options] = {
    **{name: (("surrender", name),) for name in EARLY},
    "original bets only": OBO,
    "five-card Charlie": (("charlie", 5),),
    "early without a peek": (("surrender", "early"), *NO_PEEK),
    "early, original bets only": (("surrender", "early-against-ace"), *OBO),
    "six-card Charlie without a peek": (("charlie", 6), *NO_PEEK),
    "a look under a ten alone": (("peek", "ten"), ("surrender", "late"), ("hands_of", "A:2")),
    "a look under an ace alone": (("peek", "ace"), ("surrender", "early"), ("never_split", "10")),
    "late without a peek": (
        *(("surrender", "late"), ("surrender_after_split", True)),
        *(("double", "8-11-or-soft"), *NO_PEEK),
    ),
    "ties, pushes and a surrender of doubles": (
        *(("ties_lost", "17-18"), ("dealer_pushes", "18"), ("push_22", True)),
        ("surrender_doubled", True),
    ),
    "blackjacks of spades and after a split": (
        *(("suited_blackjack", "3:1"), ("suited_blackjack_in", "spades")),
        *(("split_blackjack", True), ("hit_split_aces", True), ("resplit_aces", True)),
        *(("hands_of", "A:3"), ("charlie", 5), ("charlie_pays", "2:1")),
    ),
    "split aces doubled on their one card": (("double_split_aces", "always"), ("double", "hard")),
}
PERCENT = 100
WORTH = {
    ("surrender", "early"): (0.62, 0.64),
    ("surrender", "early-against-ten"): (0.235, 0.245),
    ("surrender", "early-against-ace"): (0.38, 0.395),
    ("charlie", 5): (1.4, 1.55),
    ("charlie", 6): (0.13, 0.17),
    ("charlie", 7): (0.005, 0.015),
    ("peek", False): (-0.115, -0.105),
    ("suited_blackjack", "2:1"): (0.55, 0.58),
}
"""A rule -> what published lists of rule variations say it is worth, six decks, in percent."""


def make_setup(options: Options) -> Setup:
    return prepare(House(game="reference/blackjack", options=dict(options), tables={}))


@cache
def solved(options: Options) -> BlackjackSolution:
    return solve(make_setup(options))


@pytest.mark.parametrize("name", RULES)
def test_table_and_simulator_play_the_rule_alike_hand_by_hand(name: str) -> None:
    job = make_job(best_play(make_setup(RULES[name])), seed=43, cut=234)
    assert Comparison(Table(job, 100, name)).rounds(0, 4000).rounds > 3500


def test_a_full_table_plays_early_surrender_and_original_bets_alike() -> None:
    for name in ("early", "original bets only"):
        job = make_job(best_play(make_setup(RULES[name])), seats=3, seed=7, cut=200)
        assert Comparison(Table(job, 100, name)).rounds(0, 1000).rounds > 800


@pytest.mark.parametrize("name", RULES)
def test_a_simulation_of_the_rule_finds_what_was_solved(name: str) -> None:
    """With original bets only, what a late blackjack gives back is laid down and not at risk."""
    if ("obo", True) not in RULES[name]:
        compare("reference/blackjack", dict(RULES[name]))
        return
    exact = solved(RULES[name])
    run = play_rounds(make_strategy(exact), seed=2026)
    assert abs(run.errors_of_edge(exact)) < ERRORS_MAX
    assert abs(run.errors_of_variance(exact)) < ERRORS_MAX


@pytest.mark.parametrize("rule", WORTH, ids=str)
def test_the_rule_is_worth_what_is_published(rule: tuple[str, OptionValue]) -> None:
    stands: Options = (("soft17", "stand"),)
    worth = PERCENT * (solved(stands).house_edge - solved((*stands, rule)).house_edge)
    low, high = WORTH[rule]
    assert low <= worth <= high


def test_original_bets_only_is_worth_what_a_peek_is() -> None:
    for more in ((), (("surrender", "early"),), (("max_hands", 2), ("das", False))):
        peeked = solved((*more,))
        original = solved((*more, *OBO))
        assert original.house_edge == pytest.approx(peeked.house_edge, abs=1e-15)
        assert original.variance == pytest.approx(peeked.variance, rel=1e-3)


def test_early_surrender_is_charted_where_it_is_played() -> None:
    by_rule = {name: solved(RULES[name]).chart.as_json() for name in EARLY}
    texts = {name: str(chart) for name, chart in by_rule.items()}
    assert len(set(texts.values())) == len(EARLY)


def test_every_way_to_surrender_is_played_otherwise() -> None:
    edges = {
        (way, peek): solved((("surrender", way), ("peek", peek))).house_edge
        for way, peek in product(("none", *EARLY), (True, False))
    }
    edges["late", True] = solved((("surrender", "late"),)).house_edge
    assert len(set(edges.values())) == len(edges)


NOT_PRICED = {"decks", "dealt_from", "suited_blackjack_in", "charlie_pays", "hands_of"}
"""What is priced by itself only beside another option, or changes no best play of six decks."""


def test_every_posted_rule_but_those_without_effect_is_priced() -> None:
    """By the best play: a rule that nobody would use, such as doubling a hard 19, costs nothing."""
    beside = {"surrender_after_split": (("surrender", "late"),), "obo": NO_PEEK}
    for option in game("reference/blackjack").options:
        if option.id in NOT_PRICED:
            continue
        usual: Options = beside.get(option.id, ())
        values = [value for value in option.values if value != option.default]
        changed = [solved((*usual, (option.id, value))).house_edge for value in values[-1:]]
        assert changed != [solved(usual).house_edge], option.id
