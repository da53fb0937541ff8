"""The results of rounds of Blackjack Switch: their distribution and the average wager.

Every hand is followed to every end with the first cards of the seat's other hand gone; so its own
results are exact beside each other hand. The two hands share the dealer: given the dealer's outcome
they are taken to be independent. That is exact if at most one of them draws, and otherwise ignores
only the effect of the cards one hand draws on the other. Hands of a split are treated the same way.
The mean comes from the solved game instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from inspect import unwrap

import numpy as np

from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import Setup
from pitboss.exact.any_shoe import side_by_side
from pitboss.exact.blackjack.arithmetic import Array
from pitboss.exact.blackjack.end_kernel import meet
from pitboss.exact.blackjack.flow_kernel import standing_result
from pitboss.exact.blackjack.results import Money, Results, gains_together, patterns_by_chance
from pitboss.exact.switch.beside import (
    TWO_CARDS,
    FollowedPlays,
    Group,
    Outcomes,
    next_chances,
    pair_chances,
    without,
)
from pitboss.exact.switch.play import NATURAL, FollowedSplit, SwitchUpCard
from pitboss.exact.switch.solver import WAGERS, Deals, SolvedSwitch
from pitboss.patterns.totals import TWENTY_ONE

NOTHING: Mapping[int, Outcomes] = {}
_HANDS = len(TWO_CARDS)
_NATURAL = TWO_CARDS.index(NATURAL)
_result_of = unwrap(standing_result)
"""The rule itself: it is asked a few times, and not worth to be compiled by itself."""


def switch_results(solved: SolvedSwitch, outcomes: Mapping[int, Outcomes] = NOTHING) -> Results:
    """Return the results of rounds, in units of both wagers together; solved with floats.

    The dealer's *outcomes* by up card, if they are known, need not be worked out again.
    """
    money, steps = switch_money(solved.setup)
    gains = np.zeros(2 * steps - 1)
    staked = 0.0
    ups = (solved.ups[each.up] for each in solved.by_up)
    every = side_by_side(lambda up: Spreads(up, money, steps, outcomes.get(up.solved.up)), ups)
    for each, spreads in zip(solved.by_up, every, strict=True):
        deals = solved.deals[each.up]
        for switched in (False, True):
            weight = float(each.probability) * _weight(deals, switched=switched)
            meet(weight, spreads.select(switched=switched), gains)
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
    np.add.at(
        weight, (hands[0], hands[1]), np.where(deals.switches == switched, deals.switch_chances, 0)
    )
    return weight


class Spreads:
    """Against one up card: the gains of every hand beside every other, by the dealer's outcome."""

    def __init__(
        self, solved: SwitchUpCard, money: Money, steps: int, before: Outcomes | None = None
    ) -> None:
        """Follow every hand to its ends; *before* are outcomes of the dealer that are known."""
        self._solved, self._money, self._steps, self._before = solved, money, steps, before
        shape = (_HANDS, _HANDS, steps, OUTCOMES)
        self._kept, self._waits = np.zeros(shape), np.zeros(shape[1:])
        self.staked = np.zeros((_HANDS, _HANDS))
        """(hands, other hands): the stake of a hand at the end."""
        lefts = {place: solved.left_beside(other) for place, other in enumerate(TWO_CARDS)}
        beside = {place: left for place, left in lefts.items() if left is not None}
        if beside:
            self._fill([*beside], np.stack([*beside.values()]))

    def select(self, *, switched: bool) -> Array:
        """(hands, other hands, gains, outcomes) of hands that were kept, or made by a switch."""
        if not switched:
            return self._kept
        made = self._kept.copy()
        made[_NATURAL] = self._waits  # 2105(8)(b), (e): switched it is 21, and waits.
        return made

    def _fill(self, places: list[int], others: Array) -> None:
        """Follow every hand beside the other hands of those *places*, each without its cards."""
        up, splits = self._solved.solved, self._solved.splits
        groups = [Group(self._solved.followed_hands, others)]
        for pair, split in splits.items():
            groups += split.groups(without(others, pair, 1))
        ends, *of_splits = FollowedPlays(up, groups, ends=True, before=self._before).results()
        cards = hand_graph().cards[[hand_graph().node(*hand) for hand in TWO_CARDS]]
        dealable = (others[:, np.newaxis] >= cards).all(axis=2)
        ends[~dealable] = 0
        gains = self._wide(self._money.gains @ ends)
        self._kept[:, places] = gains.swapaxes(0, 1)
        self.staked[:, places] = (ends.sum(axis=3) @ self._money.stakes).T
        self._waits[places] = self._wide(self._money.gains @ self._waiting(ends[:, _NATURAL]))
        for pair, split in splits.items():
            row, may_be = TWO_CARDS.index((pair, pair)), others[:, pair - 1] > 1
            at, found = np.array(places)[may_be], split.take(of_splits)
            self._kept[row, at], self.staked[row, at] = self._split(
                split, others[may_be], found[may_be]
            )

    def _waiting(self, natural: Array) -> Array:
        """(others, ends, outcomes) of an ace and a ten-value card that wait as 21."""
        rules = self._solved.solved.rules.setup.rules
        outcomes, ends = natural.sum(axis=1), np.zeros_like(natural)
        for place in range(OUTCOMES):
            result = _result_of(place, TWENTY_ONE, rules.twenty_one_wins, rules.dealer_22_pushes)
            ends[:, result, place] = outcomes[:, place]
        return ends

    def _wide(self, gains: Array) -> Array:
        """Spread the gains of one hand, or of several, over all gains of a wager."""
        *more, count, outcomes = gains.shape
        found, room = np.zeros((*more, self._steps, outcomes)), (self._steps - count) // 2
        found[..., room : room + count, :] = gains
        return found

    def _split(self, split: FollowedSplit, others: Array, found: Array) -> tuple[Array, Array]:
        """Return the gains of all hands of a split together, and their stake at the end.

        *found* (others, values, ends, outcomes) are the results of one hand by its second card.
        """
        up, pair = split.up, split.pair
        chance = next_chances(up, without(others, pair, 2))
        ends = chance[:, :, np.newaxis, np.newaxis] * found
        hands = {
            no_pair: _SplitHand(ends, self._money, pair * no_pair) for no_pair in (False, True)
        }
        total = np.zeros((len(others), self._steps, OUTCOMES))
        staked = np.zeros(len(others))
        all_pair = pair_chances(up, others, pair, 2 * split.hands_max)
        for pattern, likely in patterns_by_chance(split.hands_max, all_pair.T, split.again):
            gains = np.ones((1, OUTCOMES))
            for hand in pattern.hands:
                gains = gains_together(gains, hands[hand.no_pair].gains)
                staked += likely * hands[hand.no_pair].staked
            total += likely[:, np.newaxis, np.newaxis] * self._wide(gains)
        return total * ends.sum(axis=(1, 2))[:, np.newaxis], staked


class _SplitHand:
    """One hand of a split, its second card anything or anything but *no_pair*."""

    def __init__(self, ends: Array, money: Money, no_pair: int) -> None:
        """*ends* are (others, values, ends, outcomes)."""
        seconds = [place for place in range(VALUES) if place + 1 != no_pair]
        mine = ends[:, seconds].sum(axis=1)
        outcomes = mine.sum(axis=1)
        self.gains = money.gains @ mine / np.where(outcomes > 0, outcomes, 1)[:, np.newaxis]
        """(others, gains, outcomes): given the outcome."""
        every = outcomes.sum(axis=1)
        self.staked = mine.sum(axis=2) @ money.stakes / np.where(every > 0, every, 1)
        """(others): its stake at the end."""
