"""How rounds of Blackjack Switch end: held against the engine, hand by hand and round by round.

Two hands are taken to be independent given the dealer's outcome. Where at most one of them draws
that is no approximation: on shoes that see to it the engine's own tree has the same distribution.
Where both draw, what is left out is measured against every way that one of them may end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.cards import Card, parse_cards
from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.actions import Question
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.state import State
from pitboss.exact.blackjack.flow_kernel import ENDS, LOSE, ends_all, meet, standing_result
from pitboss.exact.blackjack.results import Results
from pitboss.exact.switch.cases import TWO_CARDS, TwoCards
from pitboss.exact.switch.charts import follow_switch
from pitboss.exact.switch.play import SwitchUpCard
from pitboss.exact.switch.solution import Spreads, switch_money, switch_results
from pitboss.exact.switch.solver import solve_switch
from pitboss.patterns.totals import best_total, value
from tests.exact.switch_deals import should_switch
from tests.exact.test_switch import (
    BETS,
    ROUNDS,
    STAKE,
    Player,
    Samples,
    after,
    counts,
    position_of,
    rounds_played,
    shoe_of,
    solved,
    table,
)
from tests.exact.test_switch_charts import Charted, chart

Counts = NDArray[np.int64]
AGAINST = np.array(
    [[(total > 17 + place) - (total < 17 + place) for place in range(5)] + [0, 1, -1]
     for total in range(22)]
)  # fmt: skip
"""(totals, outcomes): a 21 is no sure winner, and a dealer 22 pushes."""

Ends = Counter[tuple[int, int]]
"""Cents gained and cents wagered -> probability."""


@cache
def solved_results() -> Results:
    return switch_results(solved())


class EveryEnd:
    """The distribution of gains and stakes at the engine's table while one seat plays as solved."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.known: dict[Hashable, Ends] = {}
        self.most_drawing = 0

    def ends(self, state: State, due: Step, left: Counter[Card]) -> Ends:
        if due is None:
            hands = state.seat(1).hands
            drawing = sum(len(hand.cards) > 2 or hand.split for hand in hands)
            self.most_drawing = max(self.most_drawing, drawing)
            gained = sum(state.net().values())
            staked = sum(hand.stake for hand in hands)
            return Counter({(gained, staked): 1})
        key = position_of(state, left), sum(h.stake for h in state.seat(1).hands)
        if key not in self.known:
            self.known[key] = self._ends(state, due, left)
        return self.known[key]

    def _ends(self, state: State, due: Step, left: Counter[Card]) -> Ends:
        if isinstance(due, Question):
            return self.ends(*after(state, act(state, self.player.decide(state, due))), left)
        assert isinstance(due, CardNeeded)
        total: Ends = Counter()
        for card, copies in left.items():
            if copies:
                dealt = after(state, [CardDealt(card, due.place, due.seat, due.hand)])
                for end, chance in self.ends(*dealt, left - Counter([card])).items():
                    total[end] += Fraction(copies, left.total()) * chance  # type: ignore[assignment]
        return total


AT_MOST_ONE_DRAWS = {"fourteens": "2 7h, 14 Ts", "a lone four": "1 4h, 1 9h, 12 Ts"}


@pytest.mark.parametrize("cards", AT_MOST_ONE_DRAWS.values(), ids=AT_MOST_ONE_DRAWS)
def test_where_one_hand_draws_the_engine_s_tree_has_the_same_results(cards: str) -> None:
    """Played by the chart of six decks, which splits no tens."""
    shoe = shoe_of(cards)
    game = follow_switch(solve_switch(table(), shoe=counts(shoe)), chart())
    results = switch_results(game)
    tree = EveryEnd(Charted(game, chart()))
    round_ = Round.start(game.setup, [BETS])
    ends = tree.ends(round_.state, round_.due, shoe)
    staked = sum(staked * chance for (_, staked), chance in ends.items())

    assert tree.most_drawing == 1
    assert sum(ends.values()) == 1
    assert results.gains == approximately(gains_of(ends, 2 * STAKE))
    assert results.average_wager == pytest.approx(float(staked) / (2 * STAKE), abs=1e-13)


def gains_of(ends: Ends, unit: int) -> dict[Fraction, float]:
    gains: Counter[Fraction] = Counter()
    for (gained, _), chance in ends.items():
        gains[Fraction(gained, unit)] += chance
    return {gain: float(chance) for gain, chance in gains.items()}


def approximately(gains: dict[Fraction, float]) -> Any:  # noqa: ANN401 - as pytest has it
    return pytest.approx(gains, abs=1e-13)


STARTS = {
    "eleven is doubled": "5h Ts 6h 6h Ts",
    "ten is doubled": "Ts 5h 6h 6h 5h",
    "sixteen is hit": "Ts 6h Ts Ts Ts",
    "both stand": "6h 5h 6h Ts Ts",
    "a natural is kept": "Ah Ts 6h Ts Ts",
    "a 21 is made by a switch, and eleven": "Ah 6h 6h 5h Ts",
}
"""Hand 1, hand 2, the up card, hand 1, hand 2."""


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_deal_has_the_results_that_the_engine_s_tree_has(start: str) -> None:
    # Against a ten there are no aces: a dealer blackjack is no part of what is compared.
    shoe = shoe_of("2 Ah, 4 5h, 6 6h, 12 Ts" if "Ah" in start else "5 5h, 6 6h, 12 Ts")
    game = follow_switch(solve_switch(table(), shoe=counts(shoe)), chart())
    cards = parse_cards(start)
    one, two, up, three, four = map(value, cards)
    switched = should_switch(game, up, (one, three), (two, four))
    pairs = ((one, four), (two, three)) if switched else ((one, three), (two, four))
    first, second = (TWO_CARDS.index((min(pair), max(pair))) for pair in pairs)
    (money, steps) = switch_money(game.setup)
    weight = np.zeros((len(TWO_CARDS),) * 2)
    weight[first, second], gains = 1, np.zeros(2 * steps - 1)
    meet(weight, Spreads(game.ups[up], money, steps).select(switched=switched), gains)
    round_ = Round.start(game.setup, [BETS])
    for card in cards:
        round_.deal(card)
    tree = EveryEnd(Charted(game, chart()))
    ends = tree.ends(round_.state, round_.due, shoe - Counter(cards))
    middle = steps - 1

    assert tree.most_drawing <= 1
    for gain, chance in gains_of(ends, STAKE).items():
        assert gains[middle + int(gain * money.unit)] == pytest.approx(chance, abs=1e-13)
    assert gains.sum() == pytest.approx(1, abs=1e-13)


def test_everything_that_may_happen_is_counted_once() -> None:
    results = solved_results()

    assert sum(results.gains.values()) == pytest.approx(1, abs=1e-12)
    assert min(results.gains.values()) > 0
    assert all((2 * gain).denominator == 1 for gain in results.gains)
    assert max(results.gains) == 8, "two hands split to four, every one doubled"
    mean = sum(float(gain) * chance for gain, chance in results.gains.items())
    # Only splits miss the mean, by what one hand's cards mean for another's.
    assert mean == pytest.approx(-float(solved().edge), abs=1e-5)


def test_rounds_at_the_table_spread_as_computed() -> None:
    """Seeded rounds through the engine: their variance, what they wager, how often they win."""
    played = rounds_played()
    edge = float(solved().edge)
    gains = played.gains / 2
    staked = played.staked / 2
    squares = (gains + edge) ** 2

    assert abs(squares.mean() - solved_results().variance(edge)) < 3.5 * squares.std() / sqrt(
        ROUNDS
    )
    assert abs(staked.mean() - solved_results().average_wager) < 3.5 * staked.std() / sqrt(ROUNDS)
    for gain in (Fraction(-1), Fraction(-1, 2), Fraction(0), Fraction(1, 2), Fraction(1)):
        chance = solved_results().gains[gain]
        error = sqrt(chance * (1 - chance) / ROUNDS)
        assert abs((gains == float(gain)).mean() - chance) < 4 * error, gain


DRAWING = [
    (9, (4, 7), (4, 7)),
    (10, (6, 10), (5, 10)),
    (8, (2, 9), (4, 7)),
    (6, (5, 6), (4, 6)),
    (1, (5, 7), (7, 9)),
    (10, (1, 6), (2, 10)),
]
"""An up card and two hands that both draw."""


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize(("up", "first", "second"), DRAWING)
def test_what_drawn_cards_mean_for_the_other_hand_is_little(
    up: int, first: TwoCards, second: TwoCards
) -> None:
    """Left out is how the product of two gains moves; a hundredth of a wager's square at most."""
    against = solved().ups[up]
    (money, steps) = switch_money(solved().setup)
    spread = Spreads(against, money, steps).select(switched=False)
    one = TWO_CARDS.index(first)
    two = TWO_CARDS.index(second)
    gains = (np.arange(steps) - steps // 2) / money.unit
    mine = gains @ spread[one, two]
    theirs = gains @ spread[two, one]
    outcomes = spread[one, two].sum(axis=0)
    taken = (mine * theirs / np.where(outcomes > 0, outcomes, 1)).sum()
    exact = product_of_gains(against, first, second)

    assert taken == pytest.approx(exact, abs=0.01)
    assert taken != pytest.approx(exact, abs=1e-7)


def product_of_gains(against: SwitchUpCard, first: TwoCards, second: TwoCards) -> float:
    """The exact mean: the first hand is followed to each end, then the second without its cards."""
    node = hand_graph().node(*second)
    total = 0.0
    for (held, level, total_of_first), chance in ends_of(against, first, second).items():
        beside = gains_by_outcome(against, against.solved.left - np.array(held), node)
        for place, worth in enumerate(beside):
            result = (
                LOSE if total_of_first > 21 else standing_result(place, total_of_first, AGAINST)
            )
            total += chance * level * (1, 0, -1)[result] * worth
    return total


def ends_of(
    against: SwitchUpCard, first: TwoCards, second: TwoCards
) -> Counter[tuple[tuple[int, ...], int, int]]:
    """Cards held, wagers on them, total -> probability; the cards of the other hand are gone."""
    up = against.solved
    action = against.first.action
    left = up.left - hand_graph().cards[hand_graph().node(*second)]
    ends: Counter[tuple[tuple[int, ...], int, int]] = Counter()

    def draw(held: tuple[int, ...], chance: float, level: int) -> None:
        hard = sum(value * count for value, count in enumerate(held, 1))
        node = hand_graph().index.get(held, -1)
        if hard > 21 or level == 2 or action[node] not in (action_codes.HIT, action_codes.DOUBLE):
            ends[held, level, best_total(hard, bool(held[0]))] += chance  # type: ignore[assignment]
            return
        likely = up.chances(left - np.array(held))
        for place in range(VALUES):
            more = tuple(count + (place == at) for at, count in enumerate(held))
            draw(more, chance * likely[place], 2 if action[node] == action_codes.DOUBLE else 1)

    draw(tuple(hand_graph().cards[hand_graph().node(*first)].tolist()), 1.0, 1)
    return ends


def gains_by_outcome(against: SwitchUpCard, left: Counts, node: int) -> Samples:
    """What a hand gains on average, outcome by outcome of the dealer's, with those cards left."""
    up = against.solved
    followed = against.followed_hands
    money, _ = switch_money(up.rules.setup)
    ends = np.zeros((hand_graph().size, ENDS, OUTCOMES))
    results = ends, np.zeros((hand_graph().size, OUTCOMES))
    rules = (followed.tables.paid_immediately, AGAINST)
    ends_all(up.deal, followed.reached > 0, left, rules, followed.actions.action, results)
    steps = (np.arange(len(money.gains)) - money.most) / money.unit
    gains: Samples = steps @ money.gains @ ends[node]
    return gains
