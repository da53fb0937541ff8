"""The blackjack round, phase by phase: what is needed next, or what follows by itself."""

from __future__ import annotations

from pitboss.engine import legal, settle
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.events import (
    DealerPeeked,
    DownCardExposed,
    Event,
    HandSplit,
    HandStood,
    Phase,
    PhaseEnded,
    Place,
)
from pitboss.engine.rounds.plan import (
    ENDED,
    CardNeeded,
    Phases,
    RoundPlan,
    Step,
    deal,
    over,
    seat_by_seat,
)
from pitboss.engine.side_wagers import (
    is_void,
    pay_super_bonuses,
    settle_awards,
    settle_side_wagers,
)
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import SideWager
from pitboss.patterns.totals import TWENTY_ONE, dealer_draws, is_ace, value
from pitboss.rulebook.model import Moment

_TEN = 10


def _after_deal(state: State) -> Step:
    """JP-pays, W8: what the down card does not decide is settled before play, but for awards."""
    if state.setup.face_down:
        return _expose_hands(state)
    return (*settle_side_wagers(state, Moment.AFTER_DEAL), PhaseEnded(Phase.AFTER_DEAL))


def _expose_hands(state: State) -> Step:
    """2107 Winner(2): seat by seat from the dealer's right, a hand is turned up, or its wager lost.

    Each seat is settled at once, or, where a posted limit is shared out, when all have answered.
    2115(3)(b): wagers without this duty wait until their cards are looked at in turn.
    """
    wagers = [w for w in state.setup.settled_at[Moment.AFTER_DEAL] if w.spot.wager.must_expose]
    is_shared = any(wager.spot.aggregate is not None for wager in wagers)
    seats = []
    for seat in reversed(state.seats):
        made = [wager.id for wager in wagers if wager.id in seat.wagers]
        if made and seat.exposes is None:
            return Question(seat.number, 1, legal.EXPOSE_CHOICES, made[0])
        if made and not is_shared:
            settled = settle_side_wagers(state, Moment.AFTER_DEAL, (seat,))
            if settled:
                return tuple(settled)
        seats += [seat] if made else []
    events = settle_side_wagers(state, Moment.AFTER_DEAL, seats)
    return (*events, PhaseEnded(Phase.AFTER_DEAL))


def _blackjacks(state: State) -> Step:
    """DP2: player blackjacks are paid at once, or kept to be doubled."""
    rules = state.setup.rules
    if rules.blackjack_wins:
        for seat in state.seats:
            hand = seat.hands[0]
            if hand.is_blackjack and hand.status is Status.PLAYING and not seat.kept_blackjack:
                if rules.blackjack_double:
                    return Question(seat.number, 1, legal.BLACKJACK_CHOICES)
                return tuple(settle.pay_blackjack(state.setup, seat, hand))
    return ENDED[Phase.BLACKJACKS]


def _insurance(state: State) -> Step:
    """DP8: with an ace up every seat is asked, a paid blackjack's too."""
    if is_ace(state.dealer[0]):
        for seat in state.seats:
            if seat.ruled_out or not state.setup.plan.may_insure(seat):
                continue
            for unit in seat.units:
                wager = legal.insurance_wager(unit)
                choices = legal.insurance_choices(state.setup, unit, seat.wagers[unit])
                if choices and wager not in seat.insured:
                    return Question(seat.number, seat.hand_number(unit), choices, wager)
    return ENDED[Phase.INSURANCE]


def _early_surrender(state: State) -> Question | None:
    """Reference R14: the next seat that may give up half before the dealer looks."""
    if legal.surrenders_early(state.setup, value(state.dealer[0])):
        for seat in state.seats:
            hand = seat.hands[0]
            is_open = hand.status is Status.PLAYING and not hand.is_blackjack
            if is_open and not seat.ruled_out and legal.EARLY_SURRENDER not in seat.late:
                return Question(seat.number, 1, legal.EARLY_CHOICES, legal.EARLY_SURRENDER)
    return None


def _peek(state: State) -> Step:
    """GR9: the dealer looks under an ace or a ten-value card; a blackjack ends the round."""
    if question := _early_surrender(state):
        return question
    up = state.dealer[0]
    side_wagers = settle_side_wagers(state, Moment.AFTER_PEEK)
    if not (is_ace(up) or value(up) == _TEN):
        return (*side_wagers, *_blackjacks_after_peek(state), PhaseEnded(Phase.PEEK))
    if not state.setup.rules.peeks_under(value(up)):
        return (*side_wagers, PhaseEnded(Phase.PEEK))
    events: list[Event] = [
        DealerPeeked(state.dealer_blackjack),
        *settle.insurance(state),
        *side_wagers,
    ]
    if state.dealer_blackjack:
        events.append(DownCardExposed(state.dealer[1]))
        events += settle_side_wagers(state, Moment.DOWN_CARD)
        events += _settle_turned_cards(state, state.seats)
        events += _with_hands(state, settle.against_dealer_blackjack(state))
    else:
        events += _blackjacks_after_peek(state)
    return (*events, PhaseEnded(Phase.PEEK))


def _blackjacks_after_peek(state: State) -> list[Event]:
    """Where a blackjack does not beat a dealer blackjack it is paid only now."""
    events: list[Event] = []
    if not state.setup.rules.blackjack_wins and not state.setup.plan.naturals_wait:
        for seat in state.seats:
            if any(hand.is_blackjack for hand in seat.hands):
                events += [*_settle_turned_cards(state, (seat,)), *pay_naturals(state, seat)]
    return events


def _settle_turned_cards(state: State, seats: tuple[Seat, ...]) -> list[Event]:
    """2115(3)(b): settle what waited for cards that lay face down."""
    if not state.setup.face_down:
        return []
    if len(seats) == len(state.seats):
        return settle_side_wagers(state, Moment.AFTER_DEAL)
    return [e for seat in seats for e in settle_side_wagers(state, Moment.AFTER_DEAL, (seat,))]


def pay_naturals(state: State, seat: Seat) -> list[Event]:
    """Pay every blackjack of a seat that is still open."""
    events: list[Event] = []
    for hand in seat.hands:
        if hand.is_blackjack and hand.status is not Status.SETTLED:
            events += settle.pay_blackjack(state.setup, seat, hand)
    return events


def _settle_without_peek(state: State) -> list[Event]:
    """Reference R6: what a peek would have settled waits until the down card is exposed."""
    if state.setup.rules.peek is True or state.setup.rules.peeks_under(value(state.dealer[0])):
        return []
    events = settle.insurance(state)
    if state.dealer_blackjack:
        return [*events, *seat_by_seat(state, settle.against_dealer_blackjack(state))]
    return [*events, *_blackjacks_after_peek(state), *settle.given_up(state)]


def _early_wagers(state: State) -> Step:
    """C8, C34: made after the peek by every seat that may, unless the round is over."""
    return _offer(state, Moment.AFTER_PEEK) or ENDED[Phase.EARLY_WAGERS]


def _late_wagers(state: State) -> Step:
    """C8: made after the hands by seats with a hand neither bust nor blackjack."""
    return _offer(state, Moment.AFTER_HANDS) or ENDED[Phase.LATE_WAGERS]


def _offer(state: State, moment: Moment) -> Question | None:
    """The wager that is offered at *moment*, to the next seat that may make it."""
    wager = state.setup.wager_offered_at(moment)
    if wager is not None and not state.exposed:
        for seat in state.seats:
            if wager.id not in seat.late and _may_be_offered(state, seat, wager):
                choices = legal.late_choices(state.setup, wager, seat)
                return Question(seat.number, 1, choices, wager.id)
    return None


def _may_be_offered(state: State, seat: Seat, wager: SideWager) -> bool:
    if seat.ruled_out:
        return False
    if wager.spot.wager.made is Moment.AFTER_HANDS:
        return any(hand.status is Status.STOOD for hand in seat.hands)
    # 2119(3); C73: beside a blackjack wager, or any other where the house does not require one.
    return state.setup.missing_need(wager.spot.wager, seat.wagers) is None


def _hands(state: State) -> Step:
    playing = Status.PLAYING
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status is playing:
                turned = (
                    tuple(_settle_turned_cards(state, (seat,))) if state.setup.face_down else ()
                )
                return turned or state.setup.plan.opens(state, seat) or _play(state, seat, hand)
    return ENDED[Phase.HANDS]


def _play(state: State, seat: Seat, hand: Hand) -> Step:
    """One hand: its next card, its end, or what its player decides."""
    if hand.split_due:
        return (HandSplit(seat.number, hand.number, hand.split_stake),)
    if hand.card_due or len(hand.cards) == 1:
        return CardNeeded(Place.HAND, seat.number, hand.number)
    hands = sum(other.wager == hand.wager for other in seat.hands)
    choices = legal.hand_choices(state.setup, hand, hands)
    if choices:
        return Question(seat.number, hand.number, choices)
    if hand.total > TWENTY_ONE:
        return tuple(settle.bust_in_play(state, seat, hand))
    paid = settle.pay_at_once(state, seat, hand)
    return tuple(paid) if paid else (HandStood(seat.number, hand.number),)


def _dealer(state: State) -> Step:
    if not state.exposed:
        down = DownCardExposed(state.dealer[1])
        # 2115(3)(b): by now every hand that lay face down has been turned.
        waited = settle_side_wagers(state, Moment.AFTER_DEAL) if state.setup.face_down else ()
        side_wagers = settle_side_wagers(state, Moment.DOWN_CARD)
        return (down, *_settle_without_peek(state), *side_wagers, *waited)
    hits_soft_17 = state.setup.rules.soft17 == "hit"
    if _must_play_out(state) and dealer_draws(
        state.dealer_hard, state.dealer_has_ace, hits_soft_17
    ):
        return CardNeeded(Place.DEALER)
    return ENDED[Phase.DEALER]


def _must_play_out(state: State) -> bool:
    """W28, A3: the dealer draws for a live hand, or for a wager on the draw."""
    drawn_for = state.setup.drawn_for
    must_draw_for = state.setup.plan.must_draw_for
    stood = Status.STOOD
    for seat in state.seats:
        for hand in seat.hands:
            if hand.status is stood:
                return True
        if must_draw_for(seat):
            return True
        for wager in drawn_for:
            if wager.id in seat.wagers and not is_void(seat, wager):
                return True
    return False


def _settle(state: State) -> Step:
    """Settle the base game, then the Super Bonus (DP10), then shares of a meter (JP-pays)."""
    base = [*_with_hands(state, settle.against_dealer(state)), *pay_super_bonuses(state)]
    awards = settle_awards(state)
    if base and awards:
        return tuple(base)  # a linked meter is read after it
    return (*base, *awards, PhaseEnded(Phase.SETTLE))


def _with_hands(state: State, hands: list[Event]) -> list[Event]:
    """Settle the hands and what waited for them, seat by seat from the side the dealer begins."""
    wagers = settle_side_wagers(state, Moment.AFTER_DEALER)
    return seat_by_seat(state, state.setup.plan.settle_order(state, hands, wagers))


def decision_events(state: State, action: Action) -> list[Event]:
    """Return what is paid or lost by a decision itself."""
    seat = state.seat(action.seat)
    hand = seat.hand(action.hand)
    match action.kind:
        case ActionKind.TAKE_BLACKJACK:
            return settle.pay_blackjack(state.setup, seat, hand)
        case ActionKind.RESCUE:
            return settle.rescue(seat, hand)
        case ActionKind.SURRENDER:
            waits = legal.surrender_waits(state.setup.rules, value(state.dealer[0]))
            return [] if waits else settle.surrender(seat, hand)
        case ActionKind.STAND if hand.is_blackjack:  # kept, and now taken (ruling W29)
            return settle.pay_blackjack(state.setup, seat, hand)
        case ActionKind.STAND if hand.total == TWENTY_ONE and state.setup.rules.twenty_one_wins:
            return settle.pay_twenty_one(state, seat, hand)
        case _:
            return []


PHASES: Phases = {
    Phase.DEAL: deal,
    Phase.AFTER_DEAL: _after_deal,
    Phase.BLACKJACKS: _blackjacks,
    Phase.INSURANCE: _insurance,
    Phase.PEEK: _peek,
    Phase.EARLY_WAGERS: _early_wagers,
    Phase.HANDS: _hands,
    Phase.LATE_WAGERS: _late_wagers,
    Phase.DEALER: _dealer,
    Phase.SETTLE: _settle,
    Phase.OVER: over,
}


def phases_before(last: Phase, more: Phases) -> Phases:
    """Return the blackjack round with phases put in before *last*."""
    phases = list(PHASES.items())
    place = [phase for phase, _ in phases].index(last)
    return dict([*phases[:place], *more.items(), *phases[place:]])


PLAN = RoundPlan(phases=PHASES, decision_events=decision_events)
