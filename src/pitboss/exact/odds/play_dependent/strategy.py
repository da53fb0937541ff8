"""The optimal play of the main game, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement, product

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID

DRAWS = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)


class MainStrategy:
    """Optimal play of the main game: by up card and the hand's own cards alone.

    A hand made by a split is played as the solved game plays it, by the pair that was split too.
    """

    def __init__(self, game: SolvedGame) -> None:
        """Take the strategy from a solved game without suits."""
        self.game = game
        self._first: dict[tuple[int, int, int], FirstHand | None] = {}
        self.reached: dict[int, frozenset[int]] = {}
        """Total -> the values of up cards against which a card may bust a hand with it."""
        assert not game.rules.live, "no bonus pays for suits where these wagers are offered"

    @cached_property
    def edge(self) -> float:
        """The house edge of the main wager."""
        pairs = combinations_with_replacement(range(1, VALUES + 1), 2)
        hands = [self._hand(up, *values) for up, values in product(self.game.ups, pairs)]
        return -float(sum(hand.probability * hand.value for hand in hands if hand))

    def first_hand(self, up: int, values: Iterable[int]) -> FirstHand:
        """Return the first hand of two cards against an up card."""
        low, high = sorted(values)
        hand = self._hand(up, low, high)
        assert hand is not None, "these cards are not in the shoe"
        return hand

    def _hand(self, up: int, low: int, high: int) -> FirstHand | None:
        """Return a hand; splits take most of the work, so a pair is solved only when needed."""
        key = up, low, high
        if key not in self._first:
            self._first[key] = next(self.game.dealt_hands(up, (low, high)), None)
        return self._first[key]

    def action(self, up: int, values: tuple[int, ...]) -> int:
        """Return the action with a hand that was not split."""
        if len(values) == 2:
            return self.first_hand(up, values).action
        return int(self.game.ups[up].first.action[hand_graph().node(*values)])

    def after_split(self, up: int, values: tuple[int, ...], *, carried: bool) -> int:
        """Return the action with a hand made by a split that is not split again.

        *values* are in the order dealt, that of the pair first. *carried*: a lammer is on it and no
        money.
        """
        (pair, second, *_), node = values, hand_graph().node(*values)
        loses = CARRIED if carried else PAID
        return self.game.splits[up].action(pair, loses, node, paired=second == pair)

    def actions_after_split(self, up: int, values: tuple[int, ...]) -> set[int]:
        """Return the action with these cards and money on them, after any split."""
        splits, node = self.game.splits[up], hand_graph().node(*values)
        kinds = product(set(values), (False, True))
        return {splits.action(pair, PAID, node, paired=paired) for pair, paired in kinds}

    def is_split_again(self, up: int, pair: int, *, carried: bool) -> bool:
        """Return whether a hand of a split that pairs is split again, if that is allowed."""
        return self.game.splits[up].is_split_again(pair, CARRIED if carried else PAID)

    def hands_max(self, up: int, pair: int) -> int:
        """Return the most hands a pair is split into."""
        return self.game.splits[up].hands_max(pair)
