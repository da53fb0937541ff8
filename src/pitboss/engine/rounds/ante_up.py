"""Ante Up 21: two-card poker with the cards of the blackjack hand (2106)."""

from __future__ import annotations

from pitboss.engine import legal
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import Event, Phase
from pitboss.engine.rounds import blackjack, poker_wagers
from pitboss.engine.rounds.plan import ENDED, EVEN_MONEY, RoundPlan, Step
from pitboss.engine.state import Seat, State
from pitboss.engine.terms import Setup
from pitboss.patterns.two_card_poker import best_two, qualifies
from pitboss.rulebook.model import AnteUpRules

ANTE = "ante"
BET = "bet"


def _bet_or_fold(state: State) -> Step:
    """2106(9): before insurance and the peek, every ante is backed by a bet or given up."""
    rules = state.setup.kind_rules(AnteUpRules)
    for seat in state.seats:
        if ANTE in seat.wagers and BET not in seat.wagers and not seat.folded:
            choices = legal.bet_or_fold(state.setup, BET, seat.wagers[rules.bet_equals])
            return Question(seat.number, 1, choices, BET)
    return ENDED[Phase.BET_OR_FOLD]


def settle_fold(seat: Seat) -> list[Event]:
    """2106(9)(b): folding forfeits the ante."""
    return poker_wagers.lose_wager(seat, ANTE, "fold")


def is_live(seat: Seat) -> bool:
    """Whether the dealer's poker hand matters to a seat (ruling A3)."""
    return BET in seat.wagers


def dealer_plays(setup: Setup, best: int) -> bool:
    """Whether a best two of the dealer's is good enough to play (2106(13)(c))."""
    return qualifies(best, setup.kind_rules(AnteUpRules).dealer_qualifies)


def settle_comparison(state: State) -> list[Event]:
    """Settle ANTE and BET of every seat that did not fold, unless a dealer blackjack has."""
    done = {line.seat for line in state.settled if line.wager == BET}
    live = [seat for seat in state.seats if is_live(seat) and seat.number not in done]
    return [event for seat in live for event in _settle_seat(state, seat)]


def _settle_seat(state: State, seat: Seat) -> list[Event]:
    """2106(10)(a), (13): by the best two of all cards, busting ones included (ruling A1)."""
    setup = state.setup
    cards = tuple(card for hand in seat.hands for card in hand.cards)
    mine = best_two(cards, len(cards))
    dealers = best_two(state.dealer, len(state.dealer))
    if not dealer_plays(setup, dealers):
        ante = poker_wagers.pay_wager(setup, seat, ANTE, "dealer does not qualify", EVEN_MONEY)
        return ante + poker_wagers.push_wager(seat, BET)
    if mine == dealers:
        return poker_wagers.push_wager(seat, ANTE) + poker_wagers.push_wager(seat, BET)
    if mine > dealers:
        ante = poker_wagers.pay_wager(setup, seat, ANTE, "win", EVEN_MONEY)
        bet = poker_wagers.pay_wager(setup, seat, BET, "win", EVEN_MONEY)
    else:
        ante = poker_wagers.lose_wager(seat, ANTE, "lose")
        bet = poker_wagers.lose_wager(seat, BET, "lose")
    if state.dealer_blackjack:
        bet = poker_wagers.push_wager(seat, BET)
    return ante + bet


def _decision_events(state: State, action: Action) -> list[Event]:
    if action.kind is ActionKind.FOLD:
        return settle_fold(state.seat(action.seat))
    return blackjack.decision_events(state, action)


def _settle_order(state: State, hands: list[Event], wagers: list[Event]) -> list[Event]:
    """2106(13)(b): 21, ANTE, BET."""
    return [*hands, *settle_comparison(state), *wagers]


PLAN = RoundPlan(
    phases=blackjack.phases_before(Phase.INSURANCE, {Phase.BET_OR_FOLD: _bet_or_fold}),
    decision_events=_decision_events,
    must_draw_for=is_live,
    settle_order=_settle_order,
)
