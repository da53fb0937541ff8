"""How rounds of Blackjack Switch end: the distribution of results and the average wager.

Every hand is followed to every end, the first cards of the seat's other hand gone; so its own
results are exact beside each other hand. The two hands share the dealer: given the dealer's outcome
they are taken to be independent. That is exact where at most one of them draws, and otherwise
leaves out only what the cards one hand draws mean for the other. Hands of a split are taken the
same way, as `results` does. The mean is not taken from here but from the solved game.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import Setup
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.end_kernel import AT_ONCE, DOUBLED, ENDS, GAVE_UP, ends_all, meet
from pitboss.exact.blackjack.flow_kernel import LOSE, PUSH, WIN, result_of
from pitboss.exact.blackjack.results import Results, pattern_chances
from pitboss.exact.blackjack.solver import Splits, UpCard
from pitboss.exact.switch.play import NATURAL, TWO_CARDS, Followed, SwitchUpCard
from pitboss.exact.switch.solver import WAGERS, Deals, SolvedSwitch
from pitboss.patterns.totals import TWENTY_ONE

_HANDS = len(TWO_CARDS)
_NATURAL = TWO_CARDS.index(NATURAL)


def switch_results(solved: SolvedSwitch) -> Results:
    """Return how rounds end, in units of both wagers together; the game is solved with floats."""
    money = Money(solved.setup)
    gains = np.zeros(2 * money.steps - 1)
    staked = 0.0
    for each in solved.by_up:
        deals, spreads = solved.deals[each.up], Spreads(solved.ups[each.up], money)
        for switched in (False, True):
            weight = float(each.probability) * _weight(deals, switched=switched)
            meet(weight, spreads.of(switched=switched), gains)
            staked += float((weight * (spreads.staked + spreads.staked.T)).sum())
        lost = float(each.probability) * deals.probability * deals.dealer_blackjack
        places = np.rint(deals.against_blackjack * money.unit).astype(int) + money.steps - 1
        np.add.at(gains, places, lost)
        staked += WAGERS * float(lost.sum())
    found = {
        Fraction(int(place) + 1 - money.steps, WAGERS * money.unit): float(gains[place])
        for place in np.nonzero(gains)[0]
    }
    return Results(found, staked / WAGERS)


def _weight(deals: Deals, *, switched: bool) -> Array:
    """(hands, other hands): how often the two hands are played, switched or kept."""
    hands = deals.switched_hands if switched else deals.kept_hands
    weight = np.zeros((_HANDS, _HANDS))
    np.add.at(weight, (hands[0], hands[1]), np.where(deals.switches == switched, deals.asked, 0))
    return weight


class Money:
    """What an end of one hand means: its gain and what lay on it, in units of its wager."""

    def __init__(self, setup: Setup) -> None:
        """Count gains in steps that divide everything the table pays."""
        one = Fraction(1)
        gains = {WIN: one, PUSH: 0 * one, LOSE: -one, AT_ONCE: setup.blackjack_odds.ratio}
        gains |= {DOUBLED + WIN: 2 * one, DOUBLED + PUSH: 0 * one, DOUBLED + LOSE: -2 * one}
        if setup.rules.surrender:
            gains[GAVE_UP] = -one / 2
        self.unit = lcm(*(gain.denominator for gain in gains.values()))
        """Steps to a wager."""
        self.most = int(max(map(abs, gains.values())) * self.unit)
        """The most steps that one hand gains or loses."""
        self.steps = 2 * self.most * setup.rules.max_hands + 1
        """How many gains there are for all hands of one wager, nothing in the middle."""
        self.gains = np.zeros((2 * self.most + 1, ENDS))
        """(gains, ends): which end has which gain."""
        for end, gain in gains.items():
            self.gains[self.most + int(gain * self.unit), end] = 1
        self.stakes = np.where(np.arange(ENDS) // DOUBLED == 1, 2.0, 1.0)


class Spreads:
    """Against one up card: the gains of every hand beside every other, by the dealer's outcome."""

    def __init__(self, solved: SwitchUpCard, money: Money) -> None:
        """Follow every hand to its ends."""
        self._solved, self._money = solved, money
        shape = (_HANDS, _HANDS, money.steps, OUTCOMES)
        self._kept, self._waits = np.zeros(shape), np.zeros(shape[1:])
        self.staked = np.zeros((_HANDS, _HANDS))
        """(hands, other hands): what lies on a hand in the end."""
        self._ends = np.zeros((hand_graph().size, ENDS, OUTCOMES))
        self._outcomes = np.zeros((hand_graph().size, OUTCOMES))
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
        self._follow(up, self._solved.followed, up.left)
        self._waits[place] = self._wide(money.gains @ self._waiting(up))
        for row, cards in enumerate(TWO_CARDS):
            node = graph.node(*cards)
            if all(up.left[value - 1] >= cards.count(value) for value in cards):
                self._kept[row, place] = self._wide(money.gains @ self._ends[node])
                self.staked[row, place] = money.stakes @ self._ends[node].sum(axis=1)
        for pair, followed in self._solved.splits.items():
            if up.left[pair - 1] > 1:
                row = TWO_CARDS.index((pair, pair))
                self._kept[row, place], self.staked[row, place] = self._split(up, pair, followed)

    def _follow(self, up: UpCard, followed: Followed, left: Array) -> None:
        rules = up.rules.setup.rules
        ends_all(
            up.arithmetic.graph,
            followed.reached > 0,
            left,
            up.forbidden,
            up.dealer,
            (followed.tables.paid_immediately, rules.twenty_one_wins, rules.dealer_22_pushes),
            followed.found.action,
            self._ends,
            self._outcomes,
            up.scratch,
        )

    def _waiting(self, up: UpCard) -> Array:
        """(ends, outcomes) of an ace and a ten-value card that wait for the dealer as 21."""
        rules, ends = up.rules.setup.rules, np.zeros((ENDS, OUTCOMES))
        outcomes = self._outcomes[hand_graph().node(*NATURAL)]
        for place in range(OUTCOMES):
            result = result_of(place, TWENTY_ONE, rules.twenty_one_wins, rules.dealer_22_pushes)
            ends[result, place] = outcomes[place]
        return ends

    def _wide(self, gains: Array) -> Array:
        """Lay the gains of one hand, or of several, out over all that a wager may gain."""
        found, room = np.zeros((self._money.steps, OUTCOMES)), (self._money.steps - len(gains)) // 2
        found[room : room + len(gains)] = gains
        return found

    def _split(self, up: UpCard, pair: int, followed: Followed) -> tuple[Array, float]:
        """Return the gains of all hands of a split together, and what lies on them in the end."""
        left, node = up.without(pair, 1), hand_graph().node(pair)
        self._follow(up, followed, left)
        chance = up.chances_after(node, left)
        ends = chance[:, None, None] * self._ends[hand_graph().child[node]]
        hands = {
            no_pair: _SplitHand(ends, self._money, pair * no_pair) for no_pair in (False, True)
        }
        total, staked = np.zeros((self._money.steps, OUTCOMES)), 0.0
        for pattern, likely in pattern_chances(Splits(up), pair):
            gains = np.ones((1, OUTCOMES))
            for hand in pattern.hands:
                gains = _added(gains, hands[hand.no_pair].gains)
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


def _added(one: Array, other: Array) -> Array:
    """Return the gains of two hands together, outcome by outcome."""
    found = np.zeros((len(one) + len(other) - 1, OUTCOMES))
    for step, share in enumerate(other):
        found[step : step + len(one)] += one * share
    return found
