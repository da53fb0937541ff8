"""The strategy the solver prints, asked hand by hand: what to do with these cards, now."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import combinations_with_replacement, product

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.compiled.rule_tables import KINDS
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.first_hands import FirstHand, SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID
from pitboss.patterns.totals import value

DRAWS = (action_codes.HIT, action_codes.DOUBLE, action_codes.FREE_DOUBLE)
SPLITS = (action_codes.SPLIT, action_codes.FREE_SPLIT)
_NAMES = {place: kind for kind, place in KINDS.items()}


def named(action: int) -> ActionKind:
    """Return the table's name of an action.

    >>> named(action_codes.FREE_SPLIT).value
    'free-split'
    """
    return _NAMES[action]


class Strategy:
    """The best play of the main game: by up card and the hand's own cards, nothing else."""

    def __init__(self, game: SolvedGame) -> None:
        """Take the strategy from a solved game in which no suit matters."""
        self.game = game
        self._first: dict[tuple[int, int, int], FirstHand | None] = {}
        assert not game.rules.live, "no bonus pays for suits where these wagers are offered"

    @cached_property
    def edge(self) -> float:
        """The house edge of the main wager."""
        pairs = combinations_with_replacement(range(1, VALUES + 1), 2)
        hands = [self._hand(up, *values) for up, values in product(self.game.ups, pairs)]
        return -float(sum(hand.probability * hand.value for hand in hands if hand))

    def dealt(self, up: int, values: Iterable[int]) -> FirstHand:
        """Return what is known of two cards against an up card."""
        low, high = sorted(values)
        hand = self._hand(up, low, high)
        assert hand is not None, "these cards are not in the shoe"
        return hand

    def _hand(self, up: int, low: int, high: int) -> FirstHand | None:
        """Splits take most of the work, so that a pair is looked at only when asked about."""
        key = up, low, high
        if key not in self._first:
            self._first[key] = next(self.game.dealt(up, (low, high)), None)
        return self._first[key]

    def action(self, up: int, values: tuple[int, ...]) -> int:
        """Return what to do with a hand that was not split."""
        if len(values) == 2:
            return self.dealt(up, values).action
        return int(self.game.ups[up].first.action[hand_graph().node(*values)])

    def after_split(self, up: int, values: tuple[int, ...], *, carried: bool) -> int:
        """Return what to do with a hand made by a split, once it is not split again.

        *carried*: a lammer lies on it and no money.
        """
        found = self.game.ups[up].split[values[0] == 1, CARRIED if carried else PAID]
        return int(found.action[hand_graph().node(*values)])

    def hands_max(self, up: int, pair: int) -> int:
        """Return up to how many hands a pair is split."""
        return self.game.splits[up].hands_max(pair)

    def decide(self, state: State, asked: Question) -> Action:
        """Answer the table; insurance and what else is offered beside the hands is declined."""
        kinds = [choice.kind for choice in asked.choices]
        hand = state.seat(asked.seat).hand(asked.hand)
        kind = ActionKind.DECLINE
        if kind not in kinds:
            kind = self._kind(value(state.dealer[0]), hand, kinds)
        return Action(seat=asked.seat, hand=asked.hand, kind=kind)

    def _kind(self, up: int, hand: Hand, kinds: list[ActionKind]) -> ActionKind:
        values = tuple(value(card) for card in hand.cards)
        if not hand.split:
            return named(self.action(up, values))
        again = _NAMES.get(self.dealt(up, (values[0], values[0])).action)
        # Pairs are split again as they were split first, as long as that is allowed.
        if again in kinds and len(values) == 2 and values[0] == values[1]:
            return again
        return named(self.after_split(up, values, carried=hand.made_free))
