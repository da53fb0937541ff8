"""Charts derived from solved games: their known cells, and what following them costs, exactly."""

from __future__ import annotations

from functools import cache

import pytest

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.engine.setup import prepare
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solution import BlackjackSolution, solve
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.blackjack.super_bonus import super_bonus, with_super_bonus
from pitboss.exact.charts.derive import derive_chart
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay, SuitBonus, suit_bonus
from pitboss.exact.charts.model import UPS, Cell, Chart, Code, DoubledCode, Part
from pitboss.report.document.blocks import Charts
from pitboss.report.games.report import ChartCost
from pitboss.report.strategy_charts import strategy_blocks
from pitboss.rulebook.house import House
from pitboss.rulebook.model import OptionValue


@cache
def solved(game: str, **options: OptionValue) -> BlackjackSolution:
    return solve(prepare(House(game=game, options=options)))


def redouble() -> BlackjackSolution:
    return solved("wa/spanish-21", decks=6, soft17="hit", redouble=True)


def plain() -> BlackjackSolution:
    return solved("co/21-plus-3", surrender=True)


CHARTS: dict[str, Chart] = {}


def chart(solution: BlackjackSolution) -> Chart:
    digest = solution.setup.configured.digest
    if digest not in CHARTS:
        CHARTS[digest] = derive_chart(solution)
    return CHARTS[digest]


def row(made: Chart, part: Part, name: int) -> str:
    return " ".join(made.parts[part][name][up].text for up in UPS)


class BestPlay:
    """The solver's own choices, as a strategy to follow."""

    def __init__(self, solution: BlackjackSolution) -> None:
        self.game = solution.game
        self.first = {
            (hand.up, hand_graph().node(*hand.values), suit_bonus(hand.suits)): hand.action
            for hand in solution.hands
        }

    def choose(self, hand: HandToPlay) -> int:
        solved_up = self.game.ups[hand.up]
        if hand.doublings:
            return int(solved_up.first.doubled_action[hand.doublings - 1, hand.node])
        splits = hand.legal & ~NO_SPLIT
        kind = self.first.get((hand.up, hand.node, hand.suits), action_codes.NOTHING)
        if splits and kind in SPLITS:
            return kind
        return int(solved_up.first.action[hand.node])


class AlwaysStand:
    """The simplest strategy: its value can be added up by hand."""

    def choose(self, hand: HandToPlay) -> int:
        assert hand.legal & 1, "standing is always legal"
        return action_codes.STAND


def test_following_the_best_play_is_worth_what_the_solver_says() -> None:
    """Plain blackjack, where split hands and first hands are played by the same rule."""
    solution = solved("co/21-plus-3")

    assert solution.play_by(BestPlay(solution)).house_edge == pytest.approx(
        solution.house_edge, abs=1e-6
    )
    assert solution.play_by(BestPlay(solution)).house_edge >= solution.house_edge - 1e-9


def test_always_standing_is_worth_the_sum_of_standing_hands() -> None:
    solution = solved("co/21-plus-3")
    expected = 0.0
    for hand in solution.hands:
        node = hand_graph().node(*hand.values)
        up = solution.game.ups[hand.up]
        stands = float(up.win[node] - up.loss[node])
        if hand.values == (1, 10):
            stands = 1.5
        looked = float(hand.dealer_blackjack)
        lost = float(hand.against_blackjack)
        expected += float(hand.probability) * ((1 - looked) * stands + looked * lost)

    assert solution.play_by(AlwaysStand()).value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("part", "name", "cells"),
    [
        (Part.HARD, 9, "H D D D D H H H H H"),
        (Part.HARD, 11, "D D D D D D D D D D"),
        (Part.HARD, 12, "H H S S S H H H H H"),
        (Part.HARD, 15, "S S S S S H H H R R"),
        (Part.SOFT, 18, "Ds Ds Ds Ds Ds S S H H H"),
        (Part.SOFT, 19, "S S S S Ds S S S S S"),
        (Part.PAIRS, 8, "P P P P P P P P P Rp"),
        (Part.PAIRS, 9, "P P P P P S P P S S"),
    ],
)
def test_six_decks_h17_das_give_the_chart_that_everybody_knows(
    part: Part, name: int, cells: str
) -> None:
    """Six decks, dealer hits soft 17, double after split, late surrender."""
    assert row(chart(plain()), part, name) == cells


@pytest.mark.parametrize(
    ("part", "name", "cells"),
    [
        (Part.HARD, 11, "D4 D5 D D D D4 D4 D4 D3 D3"),
        (Part.HARD, 15, "S4* S5+ S6 S6 S H H H H H"),
        (Part.HARD, 17, "S S S S S S S6 S6 S6 R"),
        (Part.SOFT, 18, "S4 S4 D4 D D S6 S4 H H H"),
        (Part.PAIRS, 7, "P P P P P P H H H H"),
        (Part.DOUBLED_HARD, 17, "S S S S S S S S S R"),
    ],
)
def test_spanish_21_has_its_exceptions_by_cards_and_bonus(
    part: Part, name: int, cells: str
) -> None:
    assert row(chart(redouble()), part, name) == cells


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(
    ("solution", "most", "without"), [(redouble, 3e-6, (2e-4, 4e-4)), (plain, 2e-5, (2e-5, 4e-5))]
)
def test_a_chart_costs_little_and_its_exceptions_are_worth_something(
    solution: object, most: float, without: tuple[float, float]
) -> None:
    assert callable(solution)
    best: BlackjackSolution = solution()
    # A chart knows nothing of splits, and is held to the best play that knows as little.
    unsplit = solve(best.setup, split_play=SplitPlay.AS_UNSPLIT).house_edge
    cost = best.play_by(chart(best)).house_edge - unsplit
    bare = best.play_by(chart(best).plain).house_edge - unsplit

    assert best.house_edge <= unsplit
    assert 0 < cost < most
    assert without[0] < bare < without[1]


def test_changing_any_one_cell_for_the_worse_raises_the_cost() -> None:
    """The costs are of the chart that is printed: a wrong cell is paid for."""
    best = plain()
    made = chart(plain())
    hard = {name: dict(cells) for name, cells in made.parts[Part.HARD].items()}
    hard[16][6] = Cell(code=Code.HIT)
    wrong = Chart({**made.parts, Part.HARD: hard})

    assert best.play_by(wrong).house_edge > best.play_by(made).house_edge + 1e-3


def test_free_bets_have_a_chart_for_hands_that_a_lammer_carries() -> None:
    made = chart(solved("co/free-bet"))

    assert set(row(made, Part.HARD, 11).split()) == {"F"}
    assert set(row(made, Part.PAIRS, 1).split()) == {"FP"}
    assert row(made, Part.HARD, 17) == "S S S S S S S S S S"
    assert row(made, Part.FREE_HARD, 17) != row(made, Part.HARD, 17)


def test_a_live_super_bonus_marks_suited_sevens_against_a_seven() -> None:
    best = redouble()
    made = chart(redouble())
    alive = super_bonus(best, 500)
    none = super_bonus(best, 100)
    assert alive is not None
    assert none is not None

    assert with_super_bonus(made, alive).parts[Part.PAIRS][7][7].text == "P+"
    assert with_super_bonus(made, none) is made


def test_the_super_bonus_is_won_as_often_as_three_suited_sevens_meet_a_seven() -> None:
    """24 sevens in 288 cards: 4 suits of 6, then any of the 21 others up (six decks)."""
    bonus = super_bonus(redouble(), 500)
    assert bonus is not None
    dealt = 4 * 6 * 5 * 4 * 21 / (288 * 287 * 286 * 285)

    assert bonus.prize == 100_000
    assert bonus.probability == pytest.approx(dealt, rel=1e-9)
    # Less than the prize's own value: the hands are hit where a split is better without it.
    assert 0 < bonus.value < dealt * bonus.prize / bonus.wager
    assert bonus.envy_value == pytest.approx(dealt * 10)


def test_with_two_decks_the_super_bonus_needs_three_suits_against_the_seven_of_spades() -> None:
    bonus = super_bonus(solved("wa/spanish-21", decks=2, soft17="hit"), 2500)
    assert bonus is not None
    dealt = 2 * (6 * 4 * 2) / (96 * 95 * 94 * 93)

    assert bonus.prize == 500_000
    assert bonus.probability == pytest.approx(dealt, rel=1e-9)


def test_cells_say_what_they_mean() -> None:
    cell = Cell(code=Code.DOUBLE, from_cards=4, then=Code.HIT, bonus=SuitBonus.SUITED)

    assert cell.text == "D4+"
    assert cell.words == (
        "double, but hit with 4 or more cards; hit if 6-7-8 or 7-7-7 is possible in one suit"
    )
    assert Cell(code=Code.SURRENDER, from_cards=3, then=Code.STAND).text == "R3S"
    assert Cell(code=DoubledCode.REDOUBLE_RESCUE).words == "redouble, otherwise rescue"


def test_a_printed_chart_joins_equal_rows() -> None:
    blocks = strategy_blocks(chart(plain()), ChartCost(0.0, 0.0), 0.0)
    hard = next(block for block in blocks if isinstance(block, Charts)).charts[0].table
    assert hard is not None
    labels = [row[0] for row in hard.rows]

    assert labels == ["5-8", "9", "10", "11", "12", "13-14", "15", "16", "17", "18-20"]
