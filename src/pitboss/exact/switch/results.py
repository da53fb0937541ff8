"""The results of rounds of Blackjack Switch: their distribution and the average wager.

Every hand is followed to every end with the first cards of the seat's other hand gone; so its own
results are exact beside each other hand. The two hands share the dealer: given the dealer's outcome
they are taken to be independent. That is exact if at most one of them draws, and otherwise ignores
only the effect of the cards one hand draws on the other. Hands of a split are treated the same way.
The mean comes from the solved game instead.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.end_kernel import ENDS, meet
from pitboss.exact.blackjack.flow_kernel import result_of
from pitboss.exact.blackjack.results import (
    Ends,
    Money,
    Results,
    gains_together,
    pattern_chances,
)
from pitboss.exact.blackjack.solver import Splits, UpCard
from pitboss.exact.switch.play import NATURAL, TWO_CARDS, FixedStrategyHands, SwitchUpCard
from pitboss.exact.switch.solver import WAGERS, Deals, SolvedSwitch
from pitboss.patterns.totals import TWENTY_ONE

_HANDS = len(TWO_CARDS)
_NATURAL = TWO_CARDS.index(NATURAL)


def switch_results(solved: SolvedSwitch) -> Results:
    """Return the results of rounds, in units of both wagers together; solved with floats."""
    money, steps = switch_money(solved.setup)
    gains = np.zeros(2 * steps - 1)
    staked = 0.0
    for each in solved.by_up:
        deals, spreads = solved.deals[each.up], Spreads(solved.ups[each.up], money, steps)
        for switched in (False, True):
            weight = float(each.probability) * _weight(deals, switched=switched)
            meet(weight, spreads.of(switched=switched), gains)
            staked += float((weight * (spreads.staked + spreads.staked.T)).sum())
        lost = float(each.probability) * deals.probability * deals.dealer_blackjack
        places = np.rint(deals.against_blackjack * money.unit).astype(int) + steps - 1
        np.add.at(gains, places, lost)
        staked += WAGERS * float(lost.sum())
    found = {
        Fraction(int(place) + 1 - steps, WAGERS * money.unit): float(gains[place])
        for place in np.nonzero(gains)[0]
    }
    return Results(found, staked / WAGERS)


def switch_money(setup: Setup) -> tuple[Money, int]:
    """Return the money of one hand's results, and the number of gains of all hands of a wager."""
    rules = setup.rules
    money = Money(setup.blackjack_odds.ratio, gives_up=rules.surrender)
    return money, 2 * money.most * rules.max_hands + 1


def _weight(deals: Deals, *, switched: bool) -> Array:
    """(hands, other hands): the probability that the two hands are played, switched or kept."""
    hands = deals.switched_hands if switched else deals.kept_hands
    weight = np.zeros((_HANDS, _HANDS))
    np.add.at(weight, (hands[0], hands[1]), np.where(deals.switches == switched, deals.asked, 0))
    return weight


class Spreads:
    """Against one up card: the gains of every hand beside every other, by the dealer's outcome."""

    def __init__(self, solved: SwitchUpCard, money: Money, steps: int) -> None:
        """Follow every hand to its ends."""
        self._solved, self._money, self._steps = solved, money, steps
        shape = (_HANDS, _HANDS, steps, OUTCOMES)
        self._kept, self._waits = np.zeros(shape), np.zeros(shape[1:])
        self.staked = np.zeros((_HANDS, _HANDS))
        """(hands, other hands): the stake of a hand at the end."""
        self._room = Ends()
        for place, other in enumerate(TWO_CARDS):
            up = solved.beside(other)
            if up is not None:
                self._fill(place, up)

    def of(self, *, switched: bool) -> Array:
        """(hands, other hands, gains, outcomes) of hands that were kept, or made by a switch."""
        if not switched:
            return self._kept
        made = self._kept.copy()
        made[_NATURAL] = self._waits  # 2105(8)(b), (e): switched it is 21, and waits.
        return made

    def _fill(self, place: int, up: UpCard) -> None:
        """Follow every hand beside the other hand of that *place*."""
        graph, money = hand_graph(), self._money
        ends = self._follow(up, self._solved.followed, up.left)
        self._waits[place] = self._wide(money.gains @ self._waiting(up))
        for row, cards in enumerate(TWO_CARDS):
            node = graph.node(*cards)
            if all(up.left[value - 1] >= cards.count(value) for value in cards):
                self._kept[row, place] = self._wide(money.gains @ ends[node])
                self.staked[row, place] = money.stakes @ ends[node].sum(axis=1)
        for pair, followed in self._solved.splits.items():
            if up.left[pair - 1] > 1:
                row = TWO_CARDS.index((pair, pair))
                self._kept[row, place], self.staked[row, place] = self._split(up, pair, followed)

    def _follow(self, up: UpCard, followed: FixedStrategyHands, left: Array) -> Array:
        reached, action = followed.reached > 0, followed.found.action
        return self._room.fill(up, reached, left, followed.tables, action)

    def _waiting(self, up: UpCard) -> Array:
        """(ends, outcomes) of an ace and a ten-value card that wait for the dealer as 21."""
        rules, ends = up.rules.setup.rules, np.zeros((ENDS, OUTCOMES))
        outcomes = self._room.outcomes[hand_graph().node(*NATURAL)]
        for place in range(OUTCOMES):
            result = result_of(place, TWENTY_ONE, rules.twenty_one_wins, rules.dealer_22_pushes)
            ends[result, place] = outcomes[place]
        return ends

    def _wide(self, gains: Array) -> Array:
        """Spread the gains of one hand, or of several, over all gains of a wager."""
        found, room = np.zeros((self._steps, OUTCOMES)), (self._steps - len(gains)) // 2
        found[room : room + len(gains)] = gains
        return found

    def _split(self, up: UpCard, pair: int, followed: FixedStrategyHands) -> tuple[Array, float]:
        """Return the gains of all hands of a split together, and their stake at the end."""
        left, node = up.without(pair, 1), hand_graph().node(pair)
        chance = up.chances_after(node, left)
        ends = chance[:, None, None] * self._follow(up, followed, left)[hand_graph().child[node]]
        hands = {
            no_pair: _SplitHand(ends, self._money, pair * no_pair) for no_pair in (False, True)
        }
        total, staked = np.zeros((self._steps, OUTCOMES)), 0.0
        for pattern, likely in pattern_chances(Splits(up), pair):
            gains = np.ones((1, OUTCOMES))
            for hand in pattern.hands:
                gains = gains_together(gains, hands[hand.no_pair].gains)
                staked += likely * hands[hand.no_pair].staked
            total += likely * self._wide(gains)
        return total * ends.sum(axis=(0, 1)), staked


class _SplitHand:
    """One hand of a split, its second card anything or anything but *no_pair*."""

    def __init__(self, ends: Array, money: Money, no_pair: int) -> None:
        mine = ends[[place for place in range(VALUES) if place + 1 != no_pair]].sum(axis=0)
        outcomes = mine.sum(axis=0)
        self.gains = money.gains @ mine / np.where(outcomes > 0, outcomes, 1)
        """(gains, outcomes): given the outcome."""
        self.staked = float(money.stakes @ mine.sum(axis=1)) / (float(outcomes.sum()) or 1.0)
