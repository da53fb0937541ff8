"""Deuces Wild Xtreme: five-card poker against the dealer, deuces and the joker wild (2118)."""

from __future__ import annotations

from pitboss.engine import legal, settle
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import DealerShown, Event, Phase, PhaseEnded
from pitboss.engine.rounds import poker_wagers
from pitboss.engine.rounds.plan import (
    ENDED,
    Phases,
    RoundPlan,
    Step,
    deal,
    over,
    packets_of_five,
    seat_by_seat,
)
from pitboss.engine.side_wagers import for_the_highest_row, settle_side_wagers
from pitboss.engine.state import Seat, State
from pitboss.patterns.wild import wild_hand, wild_value
from pitboss.rulebook.model import Moment, WildPokerRules
from pitboss.rulebook.pays import parse_ratio

ANTE = "ante"
ODDS = "odds"
PLAY = "play"


def _after_deal(_: State) -> Step:
    return ENDED[Phase.AFTER_DEAL]


def _bet_or_fold(state: State) -> Step:
    """2118(8): play for twice the ante, or fold."""
    rules = _rules(state)
    for seat in state.seats:
        if ANTE in seat.wagers and PLAY not in seat.wagers and not seat.folded:
            amount = rules.play_multiple * seat.wagers[ANTE]
            choices = legal.bet_or_fold(state.setup, PLAY, amount)
            return Question(seat.number, 1, choices, PLAY)
    return ENDED[Phase.BET_OR_FOLD]


def _rules(state: State) -> WildPokerRules:
    return state.setup.kind_rules(WildPokerRules)


def _decision_events(state: State, action: Action) -> list[Event]:
    """2118(8)(b): a fold loses ante and odds; bonus wagers stay alive."""
    if action.kind is not ActionKind.FOLD:
        return []
    seat = state.seat(action.seat)
    return settle.lose_hand(seat, seat.hands[0], "fold") + poker_wagers.lose_wager(
        seat, ODDS, "fold"
    )


def _dealer(state: State) -> Step:
    return (DealerShown(state.dealer), PhaseEnded(Phase.DEALER))


def _settle(state: State) -> Step:
    """2118(9), (10): the standard wagers against the dealer, then the bonus wagers."""
    standard = [e for seat in state.seats if PLAY in seat.wagers for e in _settle_seat(state, seat)]
    standard = poker_wagers.apply_limits(state.setup, standard)
    bonus = settle_side_wagers(state, Moment.AFTER_DEALER)
    return (
        *seat_by_seat(state, [*standard, *bonus]),
        *for_the_highest_row(state),
        PhaseEnded(Phase.SETTLE),
    )


def _settle_seat(state: State, seat: Seat) -> list[Event]:
    """2118(9); rulings C19, C21: the best possible poker hands."""
    hand = seat.hands[0]
    setup = state.setup
    mine = wild_value(hand.cards)
    dealers = wild_value(state.dealer)
    if mine < dealers:
        odds = poker_wagers.lose_wager(seat, ODDS, "lose")
        return [
            *settle.lose_hand(seat, hand, "lose"),
            *odds,
            *poker_wagers.lose_wager(seat, PLAY, "lose"),
        ]
    if mine == dealers:
        odds = poker_wagers.push_wager(seat, ODDS)
        return [*settle.push_hand(seat, hand), *odds, *poker_wagers.push_wager(seat, PLAY)]
    pays = parse_ratio(_rules(state).win_pays)
    odds = []
    if ODDS in seat.wagers:
        row = setup.played_tables[ODDS][wild_hand(hand.cards)]
        odds = poker_wagers.pay_by_table(setup, seat, ODDS, row)
    play = poker_wagers.pay_wager(setup, seat, PLAY, "win", pays)
    return [*settle.pay_hand(setup, seat, hand, "win", pays), *odds, *play]


PHASES: Phases = {
    Phase.DEAL: deal,
    Phase.AFTER_DEAL: _after_deal,
    Phase.BET_OR_FOLD: _bet_or_fold,
    Phase.DEALER: _dealer,
    Phase.SETTLE: _settle,
    Phase.OVER: over,
}

PLAN = RoundPlan(
    phases=PHASES,
    decision_events=_decision_events,
    mains=(ANTE,),
    tables_played=(ODDS,),
    deal_order=packets_of_five,
    replacement_for="five-card-linked",
    shuffled_every_round=True,  # 2118(8)
)
