"""The printed strategy, hand by hand."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement, product

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID

DRAWS = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)


class Strategy:
    """Optimal play of the main game: by up card and the hand's own cards alone."""

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

    def dealt(self, up: int, values: Iterable[int]) -> FirstHand:
        """Return the first hand of two cards against an up card."""
        low, high = sorted(values)
        hand = self._hand(up, low, high)
        assert hand is not None, "these cards are not in the shoe"
        return hand

    def _hand(self, up: int, low: int, high: int) -> FirstHand | None:
        """Return a hand; splits take most of the work, so a pair is solved only when needed."""
        key = up, low, high
        if key not in self._first:
            self._first[key] = next(self.game.dealt(up, (low, high)), None)
        return self._first[key]

    def action(self, up: int, values: tuple[int, ...]) -> int:
        """Return the action with a hand that was not split."""
        if len(values) == 2:
            return self.dealt(up, values).action
        return int(self.game.ups[up].first.action[hand_graph().node(*values)])

    def after_split(self, up: int, values: tuple[int, ...], *, carried: bool) -> int:
        """Return the action with a hand made by a split that is not split again.

        *carried*: a lammer is on it and no money.
        """
        found = self.game.ups[up].split[values[0] == 1, CARRIED if carried else PAID]
        return int(found.action[hand_graph().node(*values)])

    def hands_max(self, up: int, pair: int) -> int:
        """Return the most hands a pair is split into."""
        return self.game.splits[up].hands_max(pair)
