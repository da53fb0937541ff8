"""`apply(state, event) -> state`: the fold a round is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.engine.actions import ActionKind
from pitboss.engine.events import (
    ActionTaken,
    CardDealt,
    DealerPeeked,
    DownCardExposed,
    Event,
    HandStood,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    Phase,
    PhaseEnded,
    Place,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.setup import BET_BIGGER
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.patterns.totals import is_ace, value


def apply(state: State, event: Event) -> State:
    """Return the state after *event*."""
    return _APPLY[type(event)](state, event)


def _with_seat(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a seat
    changed = seat._replace(**changes)
    seats = tuple(changed if other is seat else other for other in state.seats)
    return state._replace(seats=seats)


def _with_hand(state: State, seat: Seat, hand: Hand, changed: Hand) -> State:
    hands = tuple(changed if other is hand else other for other in seat.hands)
    return _with_seat(state, seat, hands=hands)


def _wager_placed(state: State, event: WagerPlaced) -> State:
    seat = state.seat(event.seat)
    changes: dict[str, Any] = {"wagers": {**seat.wagers, event.wager: event.amount}}
    if event.wager == "main" or event.wager.startswith(BET_BIGGER):
        changes["units"] = (*seat.units, event.wager)
    if event.wager == "main":
        changes["hands"] = (seat.hands[0]._replace(stake=event.amount),)
    return _with_seat(state, seat, **changes)


def _meter_fed(state: State, event: MeterFed) -> State:
    meter = state.meters[event.wager].contribute(state.seat(event.seat).wagers[event.wager])
    return state._replace(meters={**state.meters, event.wager: meter})


def _card_dealt(state: State, event: CardDealt) -> State:
    dealt = state.dealt + (1 if state.phase == Phase.DEAL else 0)
    if event.place == Place.HAND:
        seat = state.seat(event.seat)
        hand = seat.hand(event.hand)
        after = _with_hand(state, seat, hand, hand.with_card(event.card))
        return after if dealt == state.dealt else after._replace(dealt=dealt)
    if event.place == Place.BONUS:
        return state._replace(bonus=(*state.bonus, event.card), dealt=dealt)
    return state._replace(
        dealer=(*state.dealer, event.card),
        dealer_hard=state.dealer_hard + value(event.card),
        dealer_has_ace=state.dealer_has_ace or is_ace(event.card),
        dealt=dealt,
    )


def _action_taken(state: State, event: ActionTaken) -> State:
    seat = state.seat(event.seat)
    hand = seat.hand(event.hand)
    match event.action:
        case ActionKind.HIT:
            return _with_hand(state, seat, hand, hand._replace(card_due=True))
        case ActionKind.STAND:
            return _with_hand(state, seat, hand, hand._replace(status=Status.STOOD))
        case ActionKind.DOUBLE | ActionKind.REDOUBLE:
            return _with_hand(state, seat, hand, _doubled(hand, event.amount))
        case _:
            return _with_seat(state, seat, **_seat_changes(seat, hand, event))


def _seat_changes(seat: Seat, hand: Hand, event: ActionTaken) -> dict[str, Any]:
    match event.action:
        case ActionKind.SPLIT:
            return {"hands": _split(seat, hand)}
        case ActionKind.KEEP_BLACKJACK:
            return {"kept_blackjack": True}
        case ActionKind.INSURE | ActionKind.DECLINE:
            return {"insured": {**seat.insured, event.wager: event.amount}}
        case _:
            return {}  # what is taken, rescued or surrendered follows as settled wagers


def _doubled(hand: Hand, amount: int) -> Hand:
    return hand._replace(
        stake=hand.stake + amount,
        portion=amount,
        doublings=hand.doublings + 1,
        card_due=True,
    )


def _split(seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    """W30, C38: the second card starts a new hand, played right after the one it came from."""
    number = max(other.number for other in seat.hands) + 1
    first = Hand(hand.number, stake=hand.stake, split=True).with_card(hand.cards[0])
    second = Hand(number, stake=hand.stake, split=True).with_card(hand.cards[1])
    place = seat.hands.index(hand)
    return (*seat.hands[:place], first, second, *seat.hands[place + 1 :])


def _dealer_peeked(state: State, _: DealerPeeked) -> State:
    return state


def _down_card_exposed(state: State, _: DownCardExposed) -> State:
    return state._replace(exposed=True)


def _hand_stood(state: State, event: HandStood) -> State:
    seat = state.seat(event.seat)
    hand = seat.hand(event.hand)
    return _with_hand(state, seat, hand, hand._replace(status=Status.STOOD))


def _jackpot_awarded(state: State, event: JackpotAwarded) -> State:
    if event.wager not in state.meters:
        return state  # a house jackpot has no meter
    _, meter = state.meters[event.wager].award(event.percent)
    return state._replace(meters={**state.meters, event.wager: meter})


def _jackpot_paid(state: State, event: JackpotPaid) -> State:
    meter = state.meters[event.wager].pay(event.amount)
    return state._replace(meters={**state.meters, event.wager: meter})


def _wager_settled(state: State, event: WagerSettled) -> State:
    settled = (*state.settled, event)
    seat = state.seat(event.seat)
    if event.wager not in seat.units:
        return state._replace(settled=settled)
    hand = seat.hand(event.hand)
    after = _with_hand(state, seat, hand, hand._replace(status=Status.SETTLED))
    return after._replace(settled=settled)


def _phase_ended(state: State, event: PhaseEnded) -> State:
    return state._replace(phase=Phase(event.phase + 1))


_APPLY: Mapping[type, Callable[[State, Any], State]] = {
    WagerPlaced: _wager_placed,
    MeterFed: _meter_fed,
    CardDealt: _card_dealt,
    ActionTaken: _action_taken,
    DealerPeeked: _dealer_peeked,
    DownCardExposed: _down_card_exposed,
    HandStood: _hand_stood,
    JackpotAwarded: _jackpot_awarded,
    JackpotPaid: _jackpot_paid,
    WagerSettled: _wager_settled,
    PhaseEnded: _phase_ended,
}
