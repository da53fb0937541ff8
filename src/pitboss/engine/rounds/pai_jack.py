"""Pai Jack: five cards set as a low hand of two and a high hand of three (2112)."""

from __future__ import annotations

from pitboss.cards import Card
from pitboss.engine import legal, settle
from pitboss.engine.actions import Action, Question
from pitboss.engine.events import DealerShown, Event, HandSet, HandStood, Phase, PhaseEnded
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
from pitboss.engine.side_wagers import settle_side_wagers
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import Setup
from pitboss.patterns.pai_jack import (
    BUST,
    HOLDS_PAI_JACK,
    SETTINGS,
    LowAce,
    compare_settings,
    high_and_low,
    house_way,
    house_way_totals,
    is_settable,
    pai_jack,
    setting_totals,
)
from pitboss.rulebook.model import Moment, PaiJackRules
from pitboss.rulebook.pays import Odds, parse_ratio


def _after_deal(state: State) -> Step:
    """2112(5): a Pai Jack is paid before the dealer's hand is seen (ruling C27)."""
    pays = parse_ratio(pai_jack_rules(state.setup).pai_jack_pays)
    events: list[Event] = []
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status is Status.PLAYING and pai_jack(hand.cards):
                events += settle.pay_hand(state.setup, seat, hand, "Pai Jack", pays)
    return (*events, *settle_side_wagers(state, Moment.AFTER_DEAL), PhaseEnded(Phase.AFTER_DEAL))


def pai_jack_rules(setup: Setup) -> PaiJackRules:
    """Return the rules of the game."""
    return setup.kind_rules(PaiJackRules)


def _setting(state: State) -> Step:
    """2112(6), (7): a seat with a legal setting must choose one; any other hand is a bust."""
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status == Status.PLAYING:
                if not is_settable(hand.cards):
                    return (HandStood(seat.number, hand.number),)
                return Question(seat.number, 1, legal.settings(state.setup, hand.cards))
    return ENDED[Phase.SETTING]


def _decision_events(state: State, action: Action) -> list[Event]:
    """Set a hand; a foul that the house takes has its remedy (2112(11)(i); ruling P3)."""
    seat = state.seat(action.seat)
    low = action.low or ()
    hand = seat.hand(action.hand)
    if not legal.is_foul(state.setup, hand.cards, low):
        return [HandSet(seat.number, low)]
    if state.setup.configured.options["foul"] == "lose":
        return settle.lose_hand(seat, hand, "foul")
    return [HandSet(seat.number, house_way_low(state.setup, hand.cards))]


def house_way_low(setup: Setup, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the low hand of the house way; nothing where the hand is a bust.

    2112(9), ruling P2: the dealer's ace counts as the players' do.
    """
    way = house_way(cards, legal.low_ace(setup))
    return () if way == BUST else tuple(cards[place] for place in SETTINGS[way])


def _dealer(state: State) -> Step:
    """2112(8): the dealer shows five cards and sets them by house way."""
    shown = DealerShown(state.dealer)
    low = house_way_low(state.setup, state.dealer)
    return (shown, *((HandSet(0, low),) if low else ()), PhaseEnded(Phase.DEALER))


def _settle(state: State) -> Step:
    """2112(10), (11): every hand that is still open against the dealer's."""
    pays = parse_ratio(pai_jack_rules(state.setup).win_pays)
    events: list[Event] = []
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status == Status.STOOD:
                events += _settle_hand(state, seat, hand, pays)
    return (*seat_by_seat(state, events), PhaseEnded(Phase.SETTLE))


def _settle_hand(state: State, seat: Seat, hand: Hand, pays: Odds) -> list[Event]:
    mine = legal.count_setting(state.setup, hand.cards, hand.low) if hand.low else BUST
    dealers = house_way_totals(state.dealer, legal.low_ace(state.setup))
    won = compare_settings(mine, dealers)
    if won > 0:
        return settle.pay_hand(state.setup, seat, hand, "win", pays)
    if won == 0:
        return settle.push_hand(seat, hand)
    if dealers == HOLDS_PAI_JACK:
        return settle.lose_hand(seat, hand, "dealer Pai Jack")
    return settle.lose_hand(seat, hand, "bust" if mine == BUST else "lose")


def totals(cards: tuple[Card, ...], low: tuple[Card, ...]) -> tuple[int, int]:
    """Return the totals of the high and the low hand of cards that are set.

    No set hand is a foul, so no house option is needed here: under both readings of 2112(6) an ace
    of the low hand is then 11 where that does not outrank the high hand.
    """
    first, second = (cards.index(card) for card in low)
    return high_and_low(setting_totals(cards, first, second, LowAce.EITHER))


PHASES: Phases = {
    Phase.DEAL: deal,
    Phase.AFTER_DEAL: _after_deal,
    Phase.SETTING: _setting,
    Phase.DEALER: _dealer,
    Phase.SETTLE: _settle,
    Phase.OVER: over,
}


def _is_announced(hand: Hand) -> bool:
    """2112(5): a Pai Jack is shown when it is paid."""
    return bool(pai_jack(hand.cards))


PLAN = RoundPlan(
    phases=PHASES,
    decision_events=_decision_events,
    deal_order=packets_of_five,
    shuffled_every_round=True,  # 2112(1)
    is_announced=_is_announced,
)
