"""How rounds of 3 Card 21 end: the distribution of results and the average wager.

Hands that are played as one are followed to every end exactly. The three hands of a split share the
dealer: each is followed exactly, but given the dealer's outcome they are taken to be independent,
which leaves out only what the cards one hand draws mean for another. The mean is not touched by
that: it is the same as the solved game's.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack import kernels
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.end_kernel import ENDS, GAVE_UP
from pitboss.exact.blackjack.results import Ends, Money, Results, Tally, gains_together
from pitboss.exact.three_card_21.solver import FirstThree, ThreeCardGame, count_values, starts
from pitboss.exact.three_card_21.standing import Others


def three_card_results(game: ThreeCardGame, hands: tuple[FirstThree, ...]) -> Results:
    """Return how rounds end that start with these hands; the game is solved with floats."""
    money, tally = Money(game.setup.twenty_one_odds.ratio, gives_up=True), Tally()
    for up in game.ups:
        spread = _Spread(game, up, money)
        for hand in hands:
            if hand.up == up:
                _add(tally, spread, hand)
    return tally.results()


def _add(tally: Tally, spread: _Spread, hand: FirstThree) -> None:
    """Count every end of three cards against an up card."""
    chance, blackjack = float(hand.probability), float(hand.dealer_blackjack)
    if hand.paid is not None and not hand.is_split:
        tally.add(Fraction(float(hand.paid)).limit_denominator(100), 1, chance)
        return
    tally.add(Fraction(-1), 1, chance * blackjack)
    gains, staked = spread.split(hand) if hand.is_split else spread.hand_gains(hand)
    middle = len(gains) // 2
    for place in np.nonzero(gains)[0]:
        gain = Fraction(int(place) - middle, spread.money.unit)
        tally.add(gain, staked, chance * (1 - blackjack) * float(gains[place]))


class _Spread:
    """The ends of hands against one up card."""

    def __init__(self, game: ThreeCardGame, up: int, money: Money) -> None:
        self.money = money
        self._splits = game.against(up)
        self._up = self._splits.up
        self._hands: dict[tuple[int, Others], tuple[Array, float]] = {}
        self._room, every, mine = Ends(), np.ones(hand_graph().size, dtype=bool), self._up
        first = self._room.fill(mine, every, mine.left, game.rules.first, mine.first.action)
        self._first = first.copy()

    def hand_gains(self, hand: FirstThree) -> tuple[Array, float]:
        """Return the gains of three cards played as one hand, and what lies on them."""
        node = hand_graph().index.get(count_values(hand.values))
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
            total, staked = gains_together(total, given), staked + wagered
        return total @ chances, staked

    def _hand(self, start: int, others: Others) -> tuple[Array, float]:
        """(gains, outcomes) of one hand of a split, and what lies on it."""
        key = start, others
        if key not in self._hands:
            splits, node = self._splits, hand_graph().node(start)
            left = splits.left_beside(others)
            action = splits.actions(start, others).astype(np.int64)
            tables = self._up.rules.split_tables(start)
            needed = self._reach(node, action)
            ends = self._room.fill(self._up, needed, left, tables, action)
            chance = self._up.chances_after(node, left)
            mine = np.tensordot(chance, ends[hand_graph().child[node]], axes=1)
            staked = float(self.money.stakes @ mine.sum(axis=1))
            self._hands[key] = self.money.gains @ mine, staked
        return self._hands[key]

    def _reach(self, start: int, action: Array) -> Array:
        size, up = hand_graph().size, self._up
        reached, stood = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=bool)
        nothing = np.full((action_codes.LEVELS, size), action_codes.NOTHING, dtype=np.int64)
        no_suit = np.zeros(size, dtype=bool)
        kernels.mark_needed(up.arithmetic.graph, start, action, nothing, no_suit, reached, stood)
        return reached > 0
