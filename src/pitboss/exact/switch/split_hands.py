"""Split decisions of Blackjack Switch against one up card, and the play of the split hands.

As in `exact.blackjack`, a hand made by a split is played by its own cards, the up card and the pair
that was split, whatever lies in the other hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.best_splits import BestSplits
from pitboss.exact.blackjack.solver import PAID, HandValues, Splits, UpCard
from pitboss.exact.blackjack.split_patterns import ALWAYS, Start
from pitboss.exact.blackjack.split_play import HandActions, PairPlay, SplitPlay


@dataclass(frozen=True, slots=True)
class SplitHands:
    """How the hands of one pair that is split are played."""

    play: PairPlay
    again: frozenset[Start] = ALWAYS
    """The starts of the hands that are split again where they pair."""

    def plays_like(self, other: SplitHands) -> bool:
        """Return whether both do the same with every hand."""
        mine, others = self.play, other.play
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
    first.best[:], first.values[:] = solved.first.best, solved.first.values
    for pair in pairs_to_split(solved):
        if plays is not None and pair not in plays:
            continue
        node = _node(pair)
        value = first.values[node, _SPLIT] = splits.value(pair)
        if plays is not None or value > first.best[node]:
            first.best[node], first.action[node] = value, _SPLIT
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
