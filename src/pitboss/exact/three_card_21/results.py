"""How rounds of 3 Card 21 end: the distribution of results and the average wager.

Hands that are played as one are followed to every end exactly. The three hands of a split share the
dealer: each is followed exactly, but given the dealer's outcome they are taken to be independent,
which leaves out only what the cards one hand draws mean for another. The mean is not touched by
that: it is the same as the solved game's.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import RuleTables
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack import kernels
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.end_kernel import AT_ONCE, DOUBLED, ENDS, GAVE_UP, ends_all
from pitboss.exact.blackjack.flow_kernel import LOSE, PUSH, WIN
from pitboss.exact.blackjack.results import Results
from pitboss.exact.three_card_21.solver import FirstThree, ThreeCardGame, held, starts
from pitboss.exact.three_card_21.standing import Others


def three_card_results(game: ThreeCardGame, hands: tuple[FirstThree, ...]) -> Results:
    """Return how rounds end that start with these hands; the game is solved with floats."""
    money, tally = _Money(game.setup), _Tally()
    for up in game.ups:
        spread = _Spread(game, up, money)
        for hand in hands:
            if hand.up == up:
                _add(tally, spread, hand)
    return Results(dict(sorted(tally.gains.items())), tally.staked)


class _Tally:
    """Results being added up."""

    def __init__(self) -> None:
        self.gains: Counter[Fraction] = Counter()
        self.staked = 0.0

    def add(self, gain: Fraction, staked: float, chance: float) -> None:
        self.gains[gain] += chance  # type: ignore[assignment]  # a Counter of floats
        self.staked += staked * chance


def _add(tally: _Tally, spread: _Spread, hand: FirstThree) -> None:
    """Count every end of three cards against an up card."""
    chance, blackjack = float(hand.probability), float(hand.dealer_blackjack)
    if hand.paid is not None and not hand.is_split:
        tally.add(Fraction(float(hand.paid)).limit_denominator(100), 1, chance)
        return
    tally.add(Fraction(-1), 1, chance * blackjack)
    gains, staked = spread.split(hand) if hand.is_split else spread.played(hand)
    middle = len(gains) // 2
    for place in np.nonzero(gains)[0]:
        gain = Fraction(int(place) - middle, spread.money.unit)
        tally.add(gain, staked, chance * (1 - blackjack) * float(gains[place]))


class _Money:
    """What an end of one hand means: its gain and what lay on it, in units of its wager."""

    def __init__(self, setup: Setup) -> None:
        one = Fraction(1)
        gains = {WIN: one, PUSH: 0 * one, LOSE: -one, AT_ONCE: setup.twenty_one_odds.ratio}
        gains |= {DOUBLED + WIN: 2 * one, DOUBLED + PUSH: 0 * one, DOUBLED + LOSE: -2 * one}
        gains[GAVE_UP] = -one / 2
        self.unit = lcm(*(gain.denominator for gain in gains.values()))
        """Steps to a wager."""
        most = int(max(map(abs, gains.values())) * self.unit)
        self.gains = np.zeros((2 * most + 1, ENDS))
        """(gains, ends): which end has which gain, nothing in the middle."""
        for end, gain in gains.items():
            self.gains[most + int(gain * self.unit), end] = 1
        self.stakes = np.where(np.arange(ENDS) // DOUBLED == 1, 2.0, 1.0)


class _Spread:
    """The ends of hands against one up card."""

    def __init__(self, game: ThreeCardGame, up: int, money: _Money) -> None:
        self.money = money
        self._splits = game.against(up)
        self._up = self._splits.up
        self._hands: dict[tuple[int, Others], tuple[Array, float]] = {}
        self._room = (
            np.zeros((hand_graph().size, ENDS, OUTCOMES)),
            np.zeros((hand_graph().size, OUTCOMES)),
        )
        first = np.ones(hand_graph().size, dtype=bool)
        self._first = self._ends(
            first, self._up.left, game.rules.first, self._up.first.action
        ).copy()

    def played(self, hand: FirstThree) -> tuple[Array, float]:
        """Return the gains of three cards played as one hand, and what lies on them."""
        node = hand_graph().index.get(held(hand.values))
        if node is None:  # over 21 and not split: surrendered
            ends = np.zeros(ENDS)
            ends[GAVE_UP] = 1
        else:
            ends = self._first[node].sum(axis=1)
        return self.money.gains @ ends, float(self.money.stakes @ ends)

    def split(self, hand: FirstThree) -> tuple[Array, float]:
        """Return the gains of all three hands of a split together, and what lies on them."""
        total, staked, chances = np.ones((1, OUTCOMES)), 0.0, np.zeros(OUTCOMES)
        for start, others in starts(hand.values):
            mine, wagered = self._hand(start, others)
            chances = mine.sum(axis=0)
            given = mine / np.where(chances > 0, chances, 1)
            total, staked = _together(total, given), staked + wagered
        return total @ chances, staked

    def _hand(self, start: int, others: Others) -> tuple[Array, float]:
        """(gains, outcomes) of one hand of a split, and what lies on it."""
        key = start, others
        if key not in self._hands:
            splits, node = self._splits, hand_graph().node(start)
            left = splits.left_beside(others)
            action = splits.actions(start, others).astype(np.int64)
            tables = self._up.rules.of_split(start)
            ends = self._ends(self._reached(node, action), left, tables, action)
            chance = self._up.chances_after(node, left)
            mine = np.tensordot(chance, ends[hand_graph().child[node]], axes=1)
            staked = float(self.money.stakes @ mine.sum(axis=1))
            self._hands[key] = self.money.gains @ mine, staked
        return self._hands[key]

    def _reached(self, start: int, action: Array) -> Array:
        size, up = hand_graph().size, self._up
        reached, stood = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool)
        nothing = np.full((action_codes.LEVELS, size), action_codes.NOTHING, dtype=np.int64)
        no_suit = np.zeros(size, dtype=bool)
        kernels.mark_needed(up.arithmetic.graph, start, action, nothing, no_suit, reached, stood)
        return reached > 0

    def _ends(self, needed: Array, left: Array, tables: RuleTables, action: Array) -> Array:
        up, rules = self._up, self._up.rules.setup.rules
        ends_all(
            up.arithmetic.graph,
            needed,
            left,
            up.forbidden,
            up.dealer,
            (tables.paid_immediately, rules.twenty_one_wins, rules.dealer_22_pushes),
            action,
            *self._room,
            up.scratch,
        )
        return self._room[0]


def _together(one: Array, other: Array) -> Array:
    """Return the gains of two hands together, outcome by outcome."""
    found = np.zeros((len(one) + len(other) - 1, OUTCOMES))
    for step, share in enumerate(other):
        found[step : step + len(one)] += one * share
    return found
