"""A strategy played at the table engine, decision by decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.cards import Card
from pitboss.compiled import action_codes
from pitboss.compiled.arrays import Array
from pitboss.compiled.hand_graph import hand_graph
from pitboss.compiled.rule_tables import DOUBLED_KIND_OF, KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.legal import EARLY_SURRENDER
from pitboss.engine.state import Hand, State
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.patterns.totals import is_ace, value
from pitboss.simulator.blackjack.layout import Layout
from pitboss.simulator.blackjack.strategy import FIRST, HandHistory, Strategy
from pitboss.simulator.side_wagers import side_wagers

Player = Callable[[State, Question], Action]


def decide(layout: Layout, state: State, question: Question) -> Action:
    """Decide as the strategy of a layout does; every late wager is taken at its stake."""
    stakes = {wager.id: wager.stake for wager in side_wagers(layout.setup)}
    return player(layout.strategy, stakes)(state, question)


def player(strategy: Strategy, stakes: Mapping[str, int]) -> Player:
    """Return a player with *strategy* who makes every late wager at its stake."""

    def decide(state: State, question: Question) -> Action:
        kinds = [choice.kind for choice in question.choices]
        amount = None
        if ActionKind.BUST_BET in kinds:
            kind = ActionKind.BUST_BET
            amount = stakes[str(question.wager)]
        elif question.wager == EARLY_SURRENDER:
            hand = state.seat(question.seat).hand(question.hand)
            action = _two_cards(strategy.two, strategy, FIRST, state.dealer[0], hand.cards)
            given_up = action == action_codes.SURRENDER
            kind = ActionKind.SURRENDER if given_up else ActionKind.DECLINE
        elif ActionKind.DECLINE in kinds:
            kind = ActionKind.DECLINE
        elif ActionKind.EXPOSE in kinds:
            kind = ActionKind.EXPOSE
        else:
            kind = _decide(strategy, state, question, kinds)
        return Action(seat=question.seat, hand=question.hand, kind=kind, amount=amount)

    return decide


def _decide(
    strategy: Strategy, state: State, question: Question, kinds: list[ActionKind]
) -> ActionKind:
    seat = state.seat(question.seat)
    up = state.dealer[0]
    if ActionKind.SWITCH in kinds:
        cards = (*seat.hands[0].cards, *seat.hands[1].cards)
        return ActionKind.SWITCH if strategy.switch(up, cards) else ActionKind.KEEP
    hand = seat.hand(question.hand)
    if ActionKind.KEEP_BLACKJACK in kinds:
        doubles = _two_cards(strategy.two, strategy, FIRST, up, hand.cards) == action_codes.DOUBLE
        return ActionKind.KEEP_BLACKJACK if doubles else ActionKind.TAKE_BLACKJACK
    return _decide_hand(strategy, hand, up, kinds)


def _decide_hand(strategy: Strategy, hand: Hand, up: Card, kinds: list[ActionKind]) -> ActionKind:
    kind = hand_situation(hand)
    node = hand_graph().node(*map(value, hand.cards))
    place = value(up) - 1
    later = strategy.situation(kind, *map(value, hand.cards[:2]))
    if hand.doublings:
        action = int(strategy.doubled[later][hand.doublings - 1, place, node])
        return DOUBLED_KIND_OF[max(action, action_codes.STAND)]
    if len(hand.cards) == 2:
        action = _two_cards(strategy.two, strategy, kind, up, hand.cards)
        if action in SPLITS and KIND_OF[action] not in kinds:  # there are as many as may be
            action = _two_cards(strategy.unsplit, strategy, kind, up, hand.cards)
    else:
        action = int(strategy.more[later][place, node])
    return KIND_OF[max(action, action_codes.STAND)]


def hand_situation(hand: Hand) -> HandHistory:
    """Return the situation of a hand."""
    if not hand.split:
        return HandHistory(switched=hand.switched)
    return HandHistory(split=True, aces=is_ace(hand.cards[0]), carried=hand.made_free)


def _two_cards(
    table: Mapping[HandHistory, Array],
    strategy: Strategy,
    kind: HandHistory,
    up: Card,
    cards: tuple[Card, ...],
) -> int:
    classes = strategy.classes.class_of
    return int(table[kind][classes[up], classes[cards[0]], classes[cards[1]]])
