"""Players who answer the table as the solver's strategies say."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.compiled.rule_tables import KIND_OF
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.state import Hand, State
from pitboss.exact.odds.play_dependent.straights import Straights
from pitboss.exact.odds.play_dependent.strategy import MainStrategy
from pitboss.patterns.totals import value

Decide = Callable[[State, Question], Action]


def by_strategy(strategy: MainStrategy) -> Decide:
    """Play the main game's best; insurance and what else is offered beside it is declined."""

    def decide(state: State, question: Question) -> Action:
        kinds = [choice.kind for choice in question.choices]
        hand = state.seat(question.seat).hand(question.hand)
        kind = ActionKind.DECLINE
        if kind not in kinds:
            kind = _kind(strategy, value(state.dealer[0]), hand, kinds)
        return Action(seat=question.seat, hand=question.hand, kind=kind)

    return decide


def _kind(strategy: MainStrategy, up: int, hand: Hand, kinds: list[ActionKind]) -> ActionKind:
    values = tuple(value(card) for card in hand.cards)
    if not hand.split:
        return KIND_OF[strategy.action(up, values)]
    again = KIND_OF.get(strategy.first_hand(up, (values[0], values[0])).action)
    # Pairs are split again as they were split first, as long as that is allowed and better.
    if again in kinds and len(values) == 2 and values[0] == values[1]:
        free = again is ActionKind.FREE_SPLIT
        if strategy.is_split_again(up, values[0], carried=hand.made_free and free):
            return again
    return KIND_OF[strategy.after_split(up, values, carried=hand.made_free)]


def by_straights(play: Straights) -> Decide:
    """Play a hand for its straight as long as that holds."""
    otherwise = by_strategy(play.strategy)

    def decide(state: State, question: Question) -> Action:
        hand = state.seat(question.seat).hand(question.hand)
        cards = tuple(play.kinds.place[card] for card in hand.cards)
        offered = {choice.kind for choice in question.choices}
        if ActionKind.DECLINE in offered or hand.split or play.length(cards) < len(cards):
            return otherwise(state, question)
        up = play.kinds.place[state.dealer[0]]
        kind = KIND_OF[play.find_play(up, cards).action]
        return Action(seat=question.seat, hand=question.hand, kind=kind)

    return decide
