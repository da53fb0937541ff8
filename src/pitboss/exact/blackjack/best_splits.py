"""The best play of hands made by a split, for a player who does not look at the other hands.

Such a player knows the cards of the hand, the up card and the pair that was split, but not how many
further pair cards are gone; each number is a *case*. Cards are exchangeable, so the value of a
split is a sum over its hands, and of each hand over the cases with fixed weights
(`split_weights`). How much a case weighs for a hand depends on the cards of the hand, and on
whether its second card paired; it does not depend on how the hand was played before. So one pass
from the largest hands to the smallest finds the best play of this kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.suit_sensitive import SuitSensitiveHand
from pitboss.exact.blackjack.arithmetic import Array, Number
from pitboss.exact.blackjack.solver import CARRIED, PAID, SplitHand, Splits, StandingHands, UpCard
from pitboss.exact.blackjack.split_cases import (
    Choices,
    MeanHands,
    SplitCases,
    least_gain,
    open_choices,
)
from pitboss.exact.blackjack.split_play import ALWAYS, PairPlay, Start, split_weights

_NEVER = frozenset[Start]()
_CLOSE = 16
"""Two choices are close if they differ by less than this over the number of unseen cards.

The cards of a pair that are gone change the difference of two choices by much less, so only close
ones are compared. The tests compare with all choices.
"""


@dataclass(frozen=True, slots=True)
class _Weights:
    """The weight of a hand in each case."""

    usual: Array
    paired: Array
    """The same for a hand whose second card paired and that is not split again."""


@dataclass(frozen=True, slots=True)
class _PlayedHands:
    """The hands of one pair that lose the same, played best."""

    play: PairPlay
    best: list[Array]
    """By case: the values by the second card."""
    hit: list[Array]
    """The same if the two cards are hit."""


@dataclass(frozen=True, slots=True)
class _PlayedSplit:
    """A split, played best."""

    again: frozenset[Start]
    value: Number
    hands: dict[int, _PlayedHands]
    """By stake."""


class BestSplits(Splits):
    """Values splits of pairs whose hands are played best.

    Where a pair may be split free it is: a lammer wins as much as a wager, and loses nothing. Pairs
    are split again where that is better; hands that lose the same do the same.
    """

    def __init__(
        self, up: UpCard, standing: StandingHands | None = None, *, everything: bool = False
    ) -> None:
        """Value splits for *up*; with *everything* all legal choices are compared, close or not."""
        super().__init__(up, standing)
        self._everything = everything
        self._plays: dict[tuple[int, int], PairPlay] = {}
        self._again: dict[int, frozenset[Start]] = {}
        self._choices: dict[tuple[bool, int], Choices] = {}
        self._means: dict[tuple[int, int], tuple[MeanHands, MeanHands]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_choices": {}, "_means": {}}

    def actions(self, pair: int, loses: int) -> PairPlay:
        """Return the best play of the hands of a split."""
        self._solve(pair)
        return self._plays[pair, loses]

    def action(self, pair: int, loses: int, node: int, *, paired: bool) -> int:
        """Return the best action with one hand; the split is solved where two choices are close."""
        is_open = int(self._open_choices(pair, loses)[0][node])
        if pair not in self._again and is_open.bit_count() <= 1:
            return int(self.up.split[pair == 1, loses].action[node])
        return super().action(pair, loses, node, paired=paired)

    def split_again(self, pair: int) -> frozenset[Start]:
        """Return the starts of the hands that are split again where they pair."""
        self._solve(pair)
        return self._again[pair]

    def means(self, pair: int, loses: int, *, paired: bool) -> MeanHands:
        """Return the values of the hands of a split to a player who does not see the others.

        *paired*: of hands whose second card paired. Values of choices that are not close to the
        best mean nothing, unless all are compared.
        """
        key = pair, loses
        if key not in self._means:
            again = self.split_again(pair)
            cases = self._cases(pair)
            weights = self._weights(pair, cases, again)[loses]
            usual = cases.means(weights.usual, cases.play(loses, weights.usual))
            actions = cases.play(loses, weights.paired, paired=True)
            self._means[key] = usual, cases.means(weights.paired, actions)
        return self._means[key][int(paired)]

    def gain_of_keeping(self, pair: int) -> Number:
        """Return the gain of a split from pairs that are better not split again."""
        cases = self._cases(pair)
        again = self.split_again(pair)
        return self._play(pair, cases, again).value - self._play(pair, cases, ALWAYS).value

    def gain_of_hit(self, pair: int, second: int, live: SuitSensitiveHand, extra: Number) -> Number:
        """Return what a split gains if a live hand of two cards is hit rather than played as mixed.

        *extra* is what the card that completes it is worth more, on average.
        """
        weights = split_weights(self.hands_max(pair), self.split_again(pair))
        pairing = self.all_pair(pair, 1 + max(gone for _, gone, _ in weights))
        total = self.up.arithmetic.number(0)
        place = second - 1
        for kind, gone, weight in weights:
            if pairing[gone] and not (kind.no_pair and second == pair):
                hand = self.hand(pair, gone)
                chance = self.next_chance(pair, gone, live.node)[live.completes - 1]
                gain = hand.hit[place] + chance * extra - hand.best[place]
                total += weight * pairing[gone] * hand.chance[place] * gain
        return total

    def _follow(self, pair: int, gone: int) -> None:
        self._solve(pair)
        if (pair, gone, PAID) not in self._hands:
            super()._follow(pair, gone)

    def _solve(self, pair: int) -> None:
        """Find the best play of all hands of a split, and which of them are split again."""
        if pair in self._again:
            return
        unsplit = Splits(self.up, self._standing)
        if self._is_never_split(pair, unsplit):
            for loses in self._kinds(pair):
                self._plays[pair, loses] = unsplit.actions(pair, loses)
                self._hands[pair, 0, loses] = unsplit.hand(pair, 0, loses)
            self._again[pair] = _NEVER
            return
        cases = self._cases(pair)
        best = self._play(pair, cases, ALWAYS)
        least = least_gain(self.up.arithmetic)
        for again in self._other_ways(pair, best.value):
            played = self._play(pair, cases, again)
            if played.value > best.value + least:
                best = played
        for loses, hands in best.hands.items():
            self._plays[pair, loses] = hands.play
            for case, left in enumerate(cases.left):
                seconds = cases.second_chances(case), hands.best[case], hands.hit[case]
                kept = (column.tolist() for column in seconds)
                self._hands[pair, case, loses] = SplitHand(left, *kept)
        self._again[pair] = best.again

    def _cases(self, pair: int) -> SplitCases:
        weights = split_weights(self.hands_max(pair))
        pairing = self.all_pair(pair, 1 + max(gone for _, gone, _ in weights))
        return SplitCases(
            up=self.up,
            pair=pair,
            cases=sum(map(bool, pairing)),
            choices={loses: self._open_choices(pair, loses) for loses in self._kinds(pair)},
            stands=lambda case, left, stood: self._stands(pair, case, left, stood),
        )

    def _open_choices(self, pair: int, loses: int) -> Choices:
        """Return the choices that may be best, if the hand was made by a split."""
        key = pair == 1, loses
        if key not in self._choices:
            values = self.up.split[key]
            tables = self.up.rules.split_tables(pair)
            first = open_choices(tables.legal, values.values, values.action, self._margin)
            first[tables.paid_immediately] = 0
            doubled = tables.doubled_legal, values.doubled_values, values.doubled_action
            self._choices[key] = first, open_choices(*doubled, self._margin)
        return self._choices[key]

    @property
    def _margin(self) -> Number | None:
        """The difference of close choices; None: every difference."""
        if self._everything:
            return None
        return self.up.arithmetic.number(_CLOSE) / sum(self.up.left.tolist())

    def _is_never_split(self, pair: int, unsplit: Splits) -> bool:
        """Whether a pair is much better not split: then its play does not matter."""
        if self._margin is None:
            return False
        both = (PAID, CARRIED if self.is_free(pair) else PAID)
        without = self._without_split(pair)
        if sum(self._roughly(pair, loses) for loses in both) > without:  # and so not much worse
            return False
        split = sum(unsplit.hand_value(pair, 0, loses, no_pair=False) for loses in both)
        return bool(split + self._margin < without)

    def _roughly(self, pair: int, loses: int) -> Number:
        """Return the value of one hand of a split as if the other card of the pair was not gone."""
        seconds = self.up.split[pair == 1, loses].best[hand_graph().child[hand_graph().node(pair)]]
        return (self.up.chances(self.up.left) * seconds).sum()

    def _without_split(self, pair: int) -> Number:
        return self.up.first.best[hand_graph().node(pair, pair)]

    def _other_ways(self, pair: int, always: Number) -> tuple[frozenset[Start], ...]:
        """Return other starts that may be split again; *always* is the value if all are."""
        is_clear = self._margin is not None and always > self._without_split(pair) + self._margin
        if is_clear or self.hands_max(pair) == 2:
            return ()
        if not self.is_free(pair):
            return (_NEVER,)
        first = frozenset({Start.FIRST})
        return first, ALWAYS - first, _NEVER

    def _parts(
        self, pair: int, cases: SplitCases, again: frozenset[Start]
    ) -> list[tuple[int, bool, int, Number]]:
        """Yield the stake of hands, whether they are known not to pair, their case and count."""
        free = self.is_free(pair)
        parts = []
        weights = split_weights(self.hands_max(pair), again)
        pairing = self.all_pair(pair, 1 + max(gone for _, gone, _ in weights))
        for hand, gone, weight in weights:
            if gone < len(cases.left):
                loses = CARRIED if free and hand.start is not Start.FIRST else PAID
                parts.append((loses, hand.no_pair, gone, weight * pairing[gone]))
        return parts

    def _weights(
        self, pair: int, cases: SplitCases, again: frozenset[Start]
    ) -> dict[int, _Weights]:
        zeros = self.up.arithmetic.zeros
        count = len(cases.left)
        weights = {loses: _Weights(zeros(count), zeros(count)) for loses in self._kinds(pair)}
        for loses, no_pair, case, counts in self._parts(pair, cases, again):
            weights[loses].usual[case] += counts
            if not no_pair:
                weights[loses].paired[case] += counts
        return weights

    def _play(self, pair: int, cases: SplitCases, again: frozenset[Start]) -> _PlayedSplit:
        weights = self._weights(pair, cases, again)
        hands = {loses: self._play_hands(cases, loses, weight) for loses, weight in weights.items()}
        total = self.up.arithmetic.number(0)
        worth = dict[tuple[int, int], Array]()
        for loses, no_pair, case, counts in self._parts(pair, cases, again):
            if (loses, case) not in worth:
                worth[loses, case] = cases.second_chances(case) * hands[loses].best[case]
            own = worth[loses, case]
            total += counts * (own.sum() - (own[pair - 1] if no_pair else 0))
        return _PlayedSplit(again, total, hands)

    @staticmethod
    def _play_hands(cases: SplitCases, loses: int, weights: _Weights) -> _PlayedHands:
        """Play the hands that lose the same; a paired one is another hand than an unpaired one."""
        place = cases.pair - 1
        every = range(len(cases.left))
        actions = cases.play(loses, weights.usual)
        best, hit = zip(*map(cases.seconds, every), strict=True)
        if (weights.usual == weights.paired).all():
            return _PlayedHands(PairPlay(actions, actions), list(best), list(hit))
        paired = cases.play(loses, weights.paired, paired=True)
        unpaired = cases.is_unpaired
        paired.action[unpaired] = actions.action[unpaired]
        paired.doubled_action[:, unpaired] = actions.doubled_action[:, unpaired]
        for case in every:
            seconds = cases.seconds(case)
            best[case][place], hit[case][place] = (column[place] for column in seconds)
        return _PlayedHands(PairPlay(actions, paired), list(best), list(hit))
