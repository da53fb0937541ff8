"""The strategy of a simulated player of Ante Up 21, from the decisions that the solver values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pitboss.cards import Card, card_rank
from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.exact.ante_up.hands import RANKS, rank_graph
from pitboss.exact.ante_up.play import Objective
from pitboss.exact.ante_up.solution import AnteUpSolution, find_node
from pitboss.exact.ante_up.splits import AnteUpSplit, Split
from pitboss.exact.blackjack.solver import Rules
from pitboss.patterns.totals import TWENTY_ONE, value
from pitboss.simulator.ante_up.looks import DOUBLE, HIT, SPLIT, STAND, TWO_AT
from pitboss.simulator.blackjack.best_play import make_strategy
from pitboss.simulator.blackjack.engine_player import player
from pitboss.simulator.blackjack.strategy import Strategy

Pair = tuple[int, int]
"""The ranks of two cards of one value, the lower first."""
_MOVES = {
    action_codes.STAND: STAND,
    action_codes.HIT: HIT,
    action_codes.DOUBLE: DOUBLE,
    action_codes.SPLIT: SPLIT,
    action_codes.NOTHING: STAND,
}
_MOVE_OF = np.zeros(action_codes.ACTIONS + 1, dtype=np.uint64)
_MOVE_OF[list(_MOVES)] = list(_MOVES.values())
_KINDS = {move: KIND_OF[kind] for kind, move in _MOVES.items() if kind != action_codes.NOTHING}


@dataclass(frozen=True, slots=True)
class SplitMoves:
    """The actions with the hands of one split, by the memory of their cards."""

    following: Array
    """(memory, ranks): the memory after one more card."""
    moves: Array
    """(hands made less two, hands waiting, memory): the bits that the kernel reads."""

    @classmethod
    def from_play(cls, play: AnteUpSplit) -> SplitMoves:
        """Pack the solver's actions."""
        two = play.two[2:, :-1]
        more = play.more[2:, :-1]
        moves = np.zeros((*two.shape[:2], two.shape[-1]), dtype=np.uint64)
        for hard in range(TWENTY_ONE + 1):
            for ace in range(2):
                moves |= _MOVE_OF[more[:, :, hard, ace]] << np.uint64(2 * hard + ace)
        for place in range(VALUES):
            moves |= _MOVE_OF[two[:, :, place]] << np.uint64(TWO_AT + 2 * place)
        return cls(play.memory.following, moves)

    def decide(self, seat: Seat, hand: Hand) -> ActionKind:
        """Return the action with a hand of a seat that has split its two cards."""
        to_play = sum(other.status == Status.PLAYING for other in seat.hands)
        sight = 0
        for other in seat.hands:
            drawn = other.cards[1:] if other.number <= 2 else other.cards
            for card in drawn:
                sight = int(self.following[sight, card_rank(card)])
        bits = int(self.moves[len(seat.hands) - 2, to_play - 1, sight])
        if len(hand.cards) == 2:
            return _KINDS[bits >> TWO_AT + 2 * (value(hand.cards[1]) - 1) & 3]
        return _KINDS[bits >> 2 * hand.hard + hand.has_ace & 1]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnteUpPlay:
    """One strategy: when to bet, and how to play a hand with a bet."""

    alone: Strategy
    """How a hand is played for 21 alone."""
    together: bool
    """Whether a hand with a bet is played differently from a hand for 21 alone."""
    bets: Array
    """(up, first, second rank): whether to bet."""
    actions: Array
    """(up, hands of 21 or less): the action with a hand that has a bet and is not split."""
    splits: Mapping[tuple[int, Pair], SplitMoves]
    """(up, pair): how pairs with a bet are played after a split."""

    @property
    def setup(self) -> Setup:
        """The table."""
        return self.alone.rules.setup

    def decide(self, state: State, question: Question) -> Action:
        """Decide at the table engine."""
        kinds = {choice.kind for choice in question.choices}
        seat = state.seat(question.seat)
        if ActionKind.BET in kinds:
            ranks = (card_rank(card) for card in (state.dealer[0], *seat.hands[0].cards))
            kind = ActionKind.BET if self.bets[tuple(ranks)] else ActionKind.FOLD
        elif ActionKind.DECLINE in kinds:
            kind = ActionKind.DECLINE
        elif seat.folded or not self.together:
            return player(self.alone, {})(state, question)
        else:
            kind = self._decide_hand(state.dealer[0], seat, seat.hand(question.hand))
        return Action(seat=question.seat, hand=question.hand, kind=kind)

    def _decide_hand(self, up: Card, seat: Seat, hand: Hand) -> ActionKind:
        if hand.split:
            started = sorted(card_rank(seat.hand(number).cards[0]) for number in (1, 2))
            return self.splits[card_rank(up), (started[0], started[1])].decide(seat, hand)
        action = int(self.actions[card_rank(up), find_node(map(card_rank, hand.cards))])
        return KIND_OF[max(action, action_codes.STAND)]


def solved_play(solution: AnteUpSolution, aim: Objective) -> AnteUpPlay:
    """Return the strategy of a solved game with one aim."""
    together = aim is not Objective.TWENTY_ONE
    bets = np.zeros((RANKS, RANKS, RANKS), dtype=np.uint8)
    splits = {}
    for hand in solution.hands:
        one, two = hand.ranks
        bets[hand.up, one, two] = bets[hand.up, two, one] = hand.bets(aim)
        if together and hand.bets(aim) and hand.action[aim] == action_codes.SPLIT:
            pair = tuple(rank_graph().cards[find_node(hand.ranks)].tolist())
            split = Split(solution.against[hand.up].up, pair)
            splits[hand.up, hand.ranks] = SplitMoves.from_play(split.play(aim, keep=True))
    return AnteUpPlay(
        alone=make_strategy(solution.alone),
        together=together,
        bets=bets,
        actions=solution.actions[aim],
        splits=splits,
    )


def standing_play(setup: Setup) -> AnteUpPlay:
    """Return the strategy of a player who never bets and takes no card."""
    return AnteUpPlay(
        alone=Strategy.empty(Rules.from_setup(setup)),
        together=True,
        bets=np.zeros((RANKS, RANKS, RANKS), dtype=np.uint8),
        actions=np.full((RANKS, rank_graph().live), action_codes.NOTHING, dtype=np.int64),
        splits={},
    )
