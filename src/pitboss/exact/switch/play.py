"""Blackjack Switch against one up card: the expected value of each hand beside each other hand.

A hand is played by its own cards and the up card, as `solver.UpCard` finds it best for that hand
alone, and a hand of a split by the pair that was split too. That strategy is then followed with the
two first cards of the seat's other hand gone. The later draws of the other hand change nothing: it
is played by its own cards, and every unseen card is equally likely. So the value of two hands is
the sum of two values, and exact for the printed strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import make_cards, make_hand
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.solver import PAID, Splits, UpCard
from pitboss.exact.blackjack.split_patterns import split_weights
from pitboss.exact.blackjack.split_play import HandActions, SplitPlay
from pitboss.exact.lazy_property import lazy_property
from pitboss.exact.switch.cases import (
    TWO_CARDS,
    DealerOutcomes,
    FollowedGroup,
    FollowedHands,
    FollowedPlays,
    TwoCards,
    next_chances,
    pair_chances,
    without,
)
from pitboss.exact.switch.split_hands import SplitHands, split_by_plays, split_where_better

NATURAL: TwoCards = (1, VALUES)


class SwitchUpCard:
    """The strategy against one up card, and every hand's value beside every other hand."""

    def __init__(
        self,
        solved: UpCard,
        plays: Mapping[int, SplitHands] | SplitPlay = SplitPlay.BEST,
        others: Iterable[TwoCards] = TWO_CARDS,
        outcomes: dict[int, DealerOutcomes] | None = None,
    ) -> None:
        """Follow the strategy of *solved*; *plays* has the pairs that are split, and how.

        With a class of play instead, pairs are split where that is better. Hands are valued beside
        *others* only. The dealer's *outcomes* by up card are used, or put there if they are new.
        """
        self.solved = solved
        if isinstance(plays, SplitPlay):
            self.first, self.split_hands = split_where_better(solved, plays)
        else:
            self.first, self.split_hands = split_by_plays(solved, plays), dict(plays)
        """The strategy for hands as dealt or switched, their values without knowledge of the other
        hand, and the play of split hands by pair."""
        shape = len(TWO_CARDS), len(TWO_CARDS)
        self.kept, self.switched = (solved.arithmetic.zeros(*shape) for _ in range(2))
        """(hands, other hands): the value of a hand that was kept, or made by a switch."""
        beside = {other: left for other in others if (left := self.left_beside(other)) is not None}
        if beside:
            places = [TWO_CARDS.index(other) for other in beside]
            self._fill(places, np.stack([*beside.values()]), {} if outcomes is None else outcomes)

    @lazy_property
    def followed_hands(self) -> FollowedHands:
        """The play of hands that are not split."""
        starts = range(1, VALUES + 1)
        return FollowedHands(self.solved, self.first.actions, self.solved.rules.first, starts)

    @lazy_property
    def splits(self) -> dict[int, FollowedSplit]:
        """Pair that is split -> the play of its hands."""
        return {pair: FollowedSplit(self.solved, pair, hands) for pair, hands in self._in_shoe()}

    def _in_shoe(self) -> list[tuple[int, SplitHands]]:
        """Return the pairs that are split, as far as the shoe holds them."""
        return [(p, hands) for p, hands in self.split_hands.items() if self.solved.left[p - 1] > 1]

    def __getstate__(self) -> dict[str, Any]:
        """Leave out data that is quick to compute and larger than the rest."""
        return {k: v for k, v in vars(self).items() if k not in {"followed_hands", "splits"}}

    def left_beside(self, other: TwoCards) -> Array | None:
        """Return the cards left without those of *other*; None if the shoe lacks them."""
        left = self.solved.left.copy()
        for value in other:
            left[value - 1] -= 1
        return left if min(left) >= 0 else None

    def alone(self, cards: TwoCards, *, switched: bool) -> Number:
        """Return the value of two cards without knowledge of the other hand."""
        node = hand_graph().node(*cards)
        if switched and node == hand_graph().node(*NATURAL):
            return self.solved.win[node] - self.solved.loss[node]
        return self.first.best[node]

    def _fill(self, places: list[int], others: Array, outcomes: dict[int, DealerOutcomes]) -> None:
        """Value every hand beside the other hands of those *places*, each without its cards."""
        cases = [(split, count) for split in self.splits.values() for count in split.gone]
        groups = [FollowedGroup(self.followed_hands, others)]
        for split, count in cases:
            groups += split.groups(without(others, split.pair, 1 + count))
        groups.append(FollowedGroup(WaitingNatural(self.solved), others))
        followed = FollowedPlays(self.solved, groups, before=outcomes.get(self.solved.up))
        hands, *values = followed.values()
        outcomes.setdefault(self.solved.up, followed.outcomes)
        self.kept[:, places] = self.switched[:, places] = hands.T
        for split in self.splits.values():
            best = [split.take(values) for _ in split.gone]
            row = TWO_CARDS.index((split.pair, split.pair))
            self.kept[row, places] = self.switched[row, places] = split.values(others, best)
        # 2105(8)(b), (e): kept it is a blackjack and paid at once; switched it is 21, and waits.
        self.switched[TWO_CARDS.index(NATURAL), places] = values.pop()[:, 0]


class WaitingNatural(FollowedHands):
    """An ace and a ten-value card that wait for the dealer as 21."""

    def __init__(self, up: UpCard) -> None:
        """Stand with it, as a hand of a split does."""
        super().__init__(up, up.split[False, PAID].actions, up.rules.split, ())
        node = hand_graph().node(*NATURAL)
        assert not self.tables.paid_immediately[node], "as `switch_is_solved` asks"
        self.reached[node], self.stood[node] = 1, True

    @property
    def wanted_nodes(self) -> tuple[int, ...]:
        """Its node."""
        return (hand_graph().node(*NATURAL),)


class FollowedSplit:
    """The hands of one pair that is split, whose play is followed again and again."""

    def __init__(self, up: UpCard, pair: int, hands: SplitHands) -> None:
        """Follow the play *hands* of a pair."""
        self.up, self.pair, self.again = up, pair, hands.again
        self.hands_max = Splits(up).hands_max(pair)
        self.usual = self._follow(hands.play.usual)
        is_same = hands.play.paired is hands.play.usual
        self.paired = self.usual if is_same else self._follow(hands.play.paired)
        """For a hand whose second card paired and that was not split again."""

    def _follow(self, actions: HandActions) -> FollowedHands:
        return FollowedHands(self.up, actions, self.up.rules.split_tables(self.pair), (self.pair,))

    @property
    def gone(self) -> range:
        """How many further cards of the pair may be gone for one of its hands."""
        weights = split_weights(self.hands_max, self.again)
        return range(1 + max(gone for _, gone, _ in weights))

    def groups(self, lefts: Array) -> list[FollowedGroup]:
        """Return the groups to follow with those cards left."""
        plays = (self.usual,) if self.paired is self.usual else (self.usual, self.paired)
        return [FollowedGroup(play, lefts) for play in plays]

    def take(self, values: list[Array]) -> Array:
        """Take the results of `groups` off *values*, by second card, and return them.

        Each is (others, values, ...).
        """
        usual = values.pop(0)
        if self.paired is not self.usual:
            usual[:, self.pair - 1] = values.pop(0)[:, self.pair - 1]
        return usual

    def values(self, others: Array, best: Sequence[Array]) -> Array:
        """(others): the value of the split beside each; *best* is by further cards gone.

        Each is (others, values): the value of a hand by its second card.
        """
        up, pair = self.up, self.pair
        all_pair = pair_chances(up, others, pair, len(best))
        lefts = (without(others, pair, 1 + gone) for gone in range(len(best)))
        chances = (next_chances(up, without(left, pair, 1)) for left in lefts)
        seconds = [chance * values for chance, values in zip(chances, best, strict=True)]
        total = up.arithmetic.zeros(len(others))
        for hand, gone, weight in split_weights(self.hands_max, self.again):
            worth = seconds[gone].sum(axis=1)
            if hand.no_pair:
                worth = worth - seconds[gone][:, pair - 1]
            total = total + weight * all_pair[:, gone] * worth
        return total


def switch_is_solved(setup: Setup) -> bool:
    """Return whether the solver knows the rules for two hands; a house may write others.

    A dealer blackjack is found before the switch, a blackjack is paid at once and a 21 made by a
    switch waits for the dealer; a doubled hand has no more decisions, and nothing is free.

    >>> from pitboss.engine.setup import prepare
    >>> from pitboss.rulebook.house import House
    >>> switch_is_solved(prepare(House(game="co/blackjack-switch")))
    True
    """
    rules, hand = setup.rules, replace(make_hand(make_cards(NATURAL)), switched=True)
    waits = not legal.hand_choices(setup, hand, 1) and not rules.twenty_one_wins
    more = rules.blackjack_double or rules.rescue or rules.redouble or rules.free_bets
    return rules.peek and waits and not more
