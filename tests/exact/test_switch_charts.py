"""The charts of Blackjack Switch: how to play on, when to switch, and what both cost.

On a tiny shoe the engine is walked through everything that may follow while a seat plays by a
chart; that must come to what following it says, as a fraction.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from zlib import crc32

import pytest

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.state import State
from pitboss.exact.blackjack.arithmetic import fractions
from pitboss.exact.charts.follow import NO_SPLIT, HandToPlay
from pitboss.exact.charts.model import UPS, Chart, Code, Part
from pitboss.exact.switch.cases import TWO_CARDS
from pitboss.exact.switch.charts import (
    PARTS,
    SwitchPoints,
    follow_switch,
    hands_played,
    play_chart,
    switch_points,
)
from pitboss.exact.switch.solver import SolvedSwitch, solve_switch
from pitboss.patterns.totals import value
from tests.exact.switch_deals import switch_table
from tests.exact.test_switch import KIND_OF, Player, counts, searched, shoe_of, solved, table


@cache
def chart() -> Chart:
    return play_chart(solved())


@cache
def followed() -> SolvedSwitch:
    return follow_switch(solved(), chart())


def test_hands_one_by_one_are_worth_what_the_game_is_worth() -> None:
    """Each hand's share, its average value and the deals a dealer blackjack ends: nothing else."""
    hands = hands_played(solved())

    assert sum(float(hand.probability) for hand in hands.hands) == pytest.approx(1, abs=1e-12)
    worth = sum(float(hand.probability * hand.value) for hand in hands.hands)
    assert -worth == pytest.approx(float(solved().edge), abs=1e-13)


def test_a_chart_has_a_cell_for_every_hand_that_is_asked() -> None:
    parts = chart().parts

    assert list(parts) == [Part.HARD, Part.SOFT, Part.PAIRS]
    assert list(parts[Part.PAIRS]) == list(range(1, VALUES + 1))
    assert set(range(5, 21)) <= set(parts[Part.HARD])
    assert set(range(13, 21)) <= set(parts[Part.SOFT])
    assert all(set(cells) == set(UPS) for cells in parts[Part.PAIRS].values())


def test_the_chart_plays_for_pushes_on_22() -> None:
    """A dealer's 22 wins nothing: 12 stands less, and eights are split less, than elsewhere."""
    parts = chart().parts
    stands = {up for up, cell in parts[Part.HARD][12].items() if cell.code is Code.STAND}
    splits = {up for up, cell in parts[Part.PAIRS][8].items() if cell.code is Code.SPLIT}

    assert stands == {5, 6}
    assert splits == set(range(2, 10))


class Charted(Player):
    """A seat that plays by a strategy, and switches where that is better for it."""

    def __init__(self, game: SolvedSwitch, strategy: Chart | Hashed) -> None:
        super().__init__(game)
        self.strategy = strategy

    def choose(self, state: State, question: Question) -> ActionKind:
        kinds = {choice.kind for choice in question.choices}
        if kinds & {ActionKind.DECLINE, ActionKind.SWITCH}:
            return super().choose(state, question)
        hand = state.seat(question.seat).hand(question.hand)
        up = value(state.dealer[0])
        values = tuple(value(card) for card in hand.cards)
        if hand.split and ActionKind.SPLIT in kinds:
            return ActionKind.SPLIT
        rules = self.game.ups[up].solved.rules
        tables = rules.split_tables(values[0]) if hand.split else rules.first
        mask = int(tables.legal[hand_graph().node(*values)]) & (NO_SPLIT if hand.split else -1)
        asked_about = HandToPlay(up=up, node=hand_graph().node(*values), legal=mask)
        return KIND_OF[self.strategy.choose(asked_about)]


class Hashed:
    """Decides by a hash of what it sees: it does everything there is to do, mostly badly."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, hand: HandToPlay) -> int:
        if hand.legal >> action_codes.SPLIT & 1 and self._hash(hand, "split") % 2:
            return action_codes.SPLIT
        legal = [kind for kind in range(action_codes.ACTIONS) if hand.legal & NO_SPLIT & 1 << kind]
        return legal[self._hash(hand, "") % len(legal)]

    def _hash(self, hand: HandToPlay, more: str) -> int:
        return crc32(repr((self.seed, hand.up, hand.node, more)).encode()) >> 3


SHOES = {
    "sixes and tens": "6 6h, 30 Ts",
    "aces and eights": "3 Ah, 40 8h",
    "an ace, nines and tens": "1 Ah, 6 9h, 24 Ts",
}


@pytest.mark.nightly(every=4)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES)
def test_following_any_strategy_is_worth_what_the_engine_s_tree_says(cards: str, seed: int) -> None:
    shoe = shoe_of(cards)
    strategy = Hashed(seed)
    game = follow_switch(solve_switch(table(), fractions(), counts(shoe)), strategy)
    player = Charted(game, strategy)

    assert searched(player, shoe) == game.value
    assert player.taken[ActionKind.SWITCH] > 0


# By day other strategies are followed on tiny shoes.
@pytest.mark.nightly
def test_following_the_chart_is_worth_what_the_engine_s_tree_says() -> None:
    shoe = shoe_of("6 6h, 16 Ts")
    best = solve_switch(table(), fractions(), counts(shoe))
    game = follow_switch(best, chart())

    assert searched(Charted(game, chart()), shoe) == game.value
    assert game.value <= best.value


def test_the_chart_costs_a_little() -> None:
    assert 0 < followed().edge - solved().edge < 1e-5


@pytest.mark.nightly
def test_the_exceptions_of_the_chart_save_some() -> None:
    assert follow_switch(solved(), chart().plain).edge >= followed().edge


# By day bad charts are followed on tiny shoes.
@pytest.mark.nightly
def test_a_bad_chart_costs_a_lot() -> None:
    """Who never hits 16 against a ten, and hits 17, pays for it."""
    parts = {part: {r: dict(c) for r, c in rows.items()} for part, rows in chart().parts.items()}
    parts[Part.HARD][17] = dict(parts[Part.HARD][12])
    wrong = follow_switch(solved(), Chart(parts))

    assert wrong.edge - solved().edge > 0.005


@cache
def points() -> SwitchPoints:
    return switch_points(solved())


def test_points_are_hundredths_of_what_hands_are_worth() -> None:
    """No hand is further from its points than those of its total differ, and half a point."""
    assert points().natural == 100
    assert tuple(points().parts) == PARTS
    for up, against in solved().ups.items():
        for cards in TWO_CARDS:
            for switched in (False, True):
                worth = 100 * against.alone(cards, switched=switched)
                assert abs(points().hand_points(up, cards, switched=switched) - worth) < 2.5


def test_switching_by_points_costs_what_a_sum_over_all_deals_says() -> None:
    """Deal by deal, without the arrays the solver has: the same decisions, the same cost."""
    game = solved()
    cost = 0.0
    taken: Counter[bool] = Counter()
    counted = {
        (up, cards, switched): points().hand_points(up, cards, switched=switched)
        for up in game.ups
        for cards in TWO_CARDS
        for switched in (False, True)
    }
    for deal in switch_table(game):
        (one, two) = deal.first
        (three, four) = deal.second
        held, made = (
            sum(counted[deal.up, (min(hand), max(hand)), switched] for hand in hands)
            for switched, hands in (
                (False, (deal.first, deal.second)),
                (True, ((one, four), (three, two))),
            )
        )
        taken[made > held] += 1
        missed = max(deal.keep, deal.switch) - (deal.switch if made > held else deal.keep)
        share = 1 - dealer_blackjack(deal.up, (one, two, three, four))
        cost += float(deal.probability) * share * float(missed)
    assert min(taken.values()) > 0
    assert points().edge(game) - game.edge == pytest.approx(cost / 2, abs=1e-12)
    assert 0 < cost / 2 < 5e-5


def dealer_blackjack(up: int, cards: tuple[int, ...]) -> float:
    """How likely the down card makes one, of the 307 cards of six decks that nobody has seen."""
    if up not in (1, VALUES):
        return 0.0
    wanted = VALUES if up == 1 else 1
    return ((96 if wanted == VALUES else 24) - cards.count(wanted)) / 307


def test_rounder_points_cost_more() -> None:
    edges = [points().edge(solved(), step) for step in (1, 5, 10, 50)]

    assert edges == sorted(edges)
    assert edges[2] - solved().edge < 0.001


def test_chart_and_points_together_cost_no_less_than_either() -> None:
    both = points().edge(followed()) - solved().edge

    assert both >= followed().edge - solved().edge > 0
    assert both < 5e-5
