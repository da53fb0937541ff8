"""Whole rounds of the table's own engine from any shoe, decided as a solved game decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Unseen, card_suit
from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KIND_OF, KIND_OF
from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.first_hands import SolvedGame
from pitboss.exact.blackjack.solver import CARRIED, PAID
from pitboss.exact.blackjack.split_play import HandActions
from pitboss.exact.blackjack.suited_play import SuitedPlay
from pitboss.patterns.totals import value as value_of
from tests.exact.solved_positions import UNIT, Walk

_SPLITS = (ActionKind.FREE_SPLIT, ActionKind.SPLIT)


@dataclass
class GameDecisions:
    """The decisions of a solved game at the table."""

    game: SolvedGame
    _plays: dict[tuple[int, int], SuitedPlay] = field(default_factory=dict)

    def decide(self, state: State, question: Question) -> ActionKind:
        """Decide as the game; insurance is declined, pairs of a split are split again."""
        offered = {choice.kind for choice in question.choices}
        if ActionKind.DECLINE in offered:
            return ActionKind.DECLINE
        hand = state.seat(1).hand(question.hand)
        play = self._play(value_of(state.dealer[0]), card_suit(state.dealer[0]))
        node = hand_graph().node(*map(value_of, hand.cards))
        if hand.doublings:
            action = _actions(play, hand).doubled_action[hand.doublings - 1, node]
            return DOUBLED_KIND_OF[max(int(action), action_codes.STAND)]
        again = next((kind for kind in _SPLITS if kind in offered), None)
        if hand.split and again is not None and play.splits.split_again(value_of(hand.cards[0])):
            return again
        return KIND_OF[max(self._action(play, hand, node), action_codes.STAND)]

    def _play(self, up: int, suit: int) -> SuitedPlay:
        if (up, suit) not in self._plays:
            self._plays[up, suit] = self.game.play(up, suit)
        return self._plays[up, suit]

    def _action(self, play: SuitedPlay, hand: Hand, node: int) -> int:
        values = tuple(map(value_of, hand.cards))
        suits = tuple(map(card_suit, hand.cards))
        if len(values) == 2 and not hand.split:
            low, high = sorted(zip(values, suits, strict=True))
            two = low[0], high[0]
            matter = self.game.suits_matter(node, two)
            return self.game.first_action(play, two, (low[1], high[1]) if matter else None)[1]
        if len(values) == 2 and suits[0] == suits[1] and node in play.up.rules.live_split:
            return play.split_action(values[0], play.up.rules.live_split[node], suits[0])
        return int(_actions(play, hand).action[node])


def _actions(play: SuitedPlay, hand: Hand) -> HandActions:
    if not hand.split:
        return play.up.first.actions
    start, second, *_ = map(value_of, hand.cards)
    actions = play.splits.actions(start, CARRIED if hand.made_free else PAID)
    return actions.paired if start == second else actions.usual


def value_at_the_table(game: SolvedGame, unseen: Unseen) -> tuple[Fraction, Counter[str]]:
    """Return the value of whole rounds from these cards at the table, and what was decided."""
    walk = Walk(GameDecisions(game).decide)
    round_ = Round.start(game.setup, [Bets(1, dict.fromkeys(game.setup.mains, UNIT))])
    return walk.value(round_.state, round_.due, Counter(unseen.cards())) / UNIT, walk.seen
