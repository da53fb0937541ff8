"""Blackjack Switch against one up card: the expected value of each hand beside each other hand.

A hand is played by its own cards and the up card, as `solver.UpCard` finds it best for that hand
alone, and a hand of a split by the pair that was split too. That strategy is then followed with the
two first cards of the seat's other hand gone. The later draws of the other hand change nothing: it
is played by its own cards, and every unseen card is equally likely. So the value of two hands is
the sum of two values, and exact for the printed strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import make_cards, make_hand
from pitboss.engine import legal
from pitboss.engine.setup import Setup
from pitboss.engine.values import replace
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits, UpCard
from pitboss.exact.blackjack.split_play import (
    ALWAYS,
    HandActions,
    PairPlay,
    SplitPlay,
    Start,
    split_weights,
)
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


@dataclass(frozen=True, slots=True)
class SplitHands:
    """How the hands of one pair that is split are played."""

    play: PairPlay
    again: frozenset[Start] = ALWAYS
    """The starts of the hands that are split again where they pair."""

    def plays_like(self, other: SplitHands) -> bool:
        """Return whether both do the same with every hand."""
        mine = self.play
        others = other.play
        return (
            self.again == other.again
            and _are_equal(mine.usual, others.usual)
            and _are_equal(mine.paired, others.paired)
        )


def as_unsplit(solved: UpCard, pair: int) -> SplitHands:
    """Return the play of split hands as the same cards unsplit."""
    return SplitHands(Splits(solved).actions(pair, PAID))


class PlayedSplits(Splits):
    """Splits with a given play; other pairs are played as unsplit."""

    def __init__(self, up: UpCard, plays: Mapping[int, SplitHands]) -> None:
        """Value splits for *up*; *plays* are by pair."""
        super().__init__(up)
        self._plays = plays

    def actions(self, pair: int, loses: int) -> PairPlay:
        """Return how the hands of a split are played."""
        return self._plays[pair].play if pair in self._plays else super().actions(pair, loses)

    def split_again(self, pair: int) -> frozenset[Start]:
        """Return the starts of the hands that are split again where they pair."""
        return self._plays[pair].again if pair in self._plays else super().split_again(pair)


def split_where_better(
    solved: UpCard, split_play: SplitPlay
) -> tuple[HandValues, dict[int, SplitHands]]:
    """Return the strategy for first hands, splits included, and the play of split hands by pair."""
    best = split_play is SplitPlay.BEST
    splits = BestSplits(solved) if best else Splits(solved)
    first = _with_split_values(solved, splits)
    split = [pair for pair in pairs_to_split(solved) if first.action[_node(pair)] == _SPLIT]
    return first, {pair: _split_hands(splits, pair) for pair in split}


def split_by_plays(solved: UpCard, plays: Mapping[int, SplitHands]) -> HandValues:
    """Return the strategy for first hands that splits the pairs of *plays*, better or not."""
    return _with_split_values(solved, PlayedSplits(solved, plays), plays)


def pairs_to_split(solved: UpCard) -> list[int]:
    """Return the pairs that may be split and that the shoe holds."""
    legal = solved.rules.first.legal
    may_be = (pair for pair in range(1, VALUES + 1) if solved.left[pair - 1] > 1)
    return [pair for pair in may_be if legal[_node(pair)] >> _SPLIT & 1]


_SPLIT = action_codes.SPLIT


def _node(pair: int) -> int:
    return hand_graph().node(pair, pair)


def _with_split_values(
    solved: UpCard, splits: Splits, plays: Mapping[int, SplitHands] | None = None
) -> HandValues:
    first = solved.first.with_same_actions(solved.arithmetic)
    first.best[:] = solved.first.best
    first.values[:] = solved.first.values
    for pair in pairs_to_split(solved):
        if plays is not None and pair not in plays:
            continue
        node = _node(pair)
        value = first.values[node, _SPLIT] = splits.value(pair)
        if plays is not None or value > first.best[node]:
            first.best[node] = value
            first.action[node] = _SPLIT
    return first


def _split_hands(splits: Splits, pair: int) -> SplitHands:
    """Return the play of a pair; where it is that of unsplit hands, in the arrays of those."""
    hands = SplitHands(splits.actions(pair, PAID), splits.split_again(pair))
    unsplit = as_unsplit(splits.up, pair)
    return unsplit if hands.plays_like(unsplit) else hands


def _are_equal(one: HandActions, other: HandActions) -> bool:
    return np.array_equal(one.action, other.action) and np.array_equal(
        one.doubled_action, other.doubled_action
    )


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
            self.first = split_by_plays(solved, plays)
            self.split_hands = dict(plays)
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
        self.reached[node] = 1
        self.stood[node] = True

    @property
    def wanted_nodes(self) -> tuple[int, ...]:
        """Its node."""
        return (hand_graph().node(*NATURAL),)


class FollowedSplit:
    """The hands of one pair that is split, whose play is followed again and again."""

    def __init__(self, up: UpCard, pair: int, hands: SplitHands) -> None:
        """Follow the play *hands* of a pair."""
        self.up = up
        self.pair = pair
        self.again = hands.again
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
        up = self.up
        pair = self.pair
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
    rules = setup.rules
    hand = replace(make_hand(make_cards(NATURAL)), switched=True)
    waits = not legal.hand_choices(setup, hand, 1) and not rules.twenty_one_wins
    more = rules.blackjack_double or rules.rescue or rules.redouble or rules.free_bets
    return rules.peek is True and waits and not more
