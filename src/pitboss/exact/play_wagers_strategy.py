"""The strategy the solver prints, asked hand by hand: what to do with these cards, now."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.state import Hand, State
from pitboss.exact import kernels
from pitboss.exact.first_hands import FirstHand, SolvedGame
from pitboss.exact.hand_graph import hand_graph
from pitboss.exact.rule_tables import KINDS
from pitboss.exact.solver import CARRIED, PAID
from pitboss.patterns.totals import value

DRAWS = (kernels.HIT, kernels.DOUBLE, kernels.FREE_DOUBLE)
SPLITS = (kernels.SPLIT, kernels.FREE_SPLIT)
_NAMES = {place: kind for kind, place in KINDS.items()}


def named(action: int) -> ActionKind:
    """Return the table's name of an action.

    >>> named(kernels.FREE_SPLIT).value
    'free-split'
    """
    return _NAMES[action]


class Strategy:
    """The best play of the main game: by up card and the hand's own cards, nothing else."""

    def __init__(self, game: SolvedGame) -> None:
        """Take the strategy from a solved game in which no suit matters."""
        self.game = game
        self._first = {(hand.up, hand.values): hand for hand in game.first_hands()}
        assert not game.rules.live, "no bonus pays for suits where these wagers are offered"

    def dealt(self, up: int, values: Iterable[int]) -> FirstHand:
        """Return what is known of two cards against an up card."""
        low, high = sorted(values)
        return self._first[up, (low, high)]

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
