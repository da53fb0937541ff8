"""`apply(state, event) -> state`: the fold a round is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.engine.actions import ActionKind
from pitboss.engine.events import (
    TIP,
    ActionTaken,
    CardDealt,
    CardsReshuffled,
    DealerPeeked,
    DealerShown,
    DownCardExposed,
    Event,
    HandSet,
    HandSplit,
    HandStood,
    JackpotAwarded,
    JackpotPaid,
    MeterFed,
    MeterRead,
    Phase,
    PhaseEnded,
    Place,
    WagerPlaced,
    WagerSettled,
)
from pitboss.engine.rounds import switch, three_card_21
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import BET_BIGGER
from pitboss.patterns.totals import is_ace, value


def apply(state: State, event: Event) -> State:
    """Return the state after *event*."""
    return _APPLY[type(event)](state, event)


def _with_seat(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a seat
    changed = seat._replace(**changes)
    seats = tuple(changed if other is seat else other for other in state.seats)
    return state._replace(seats=seats)


def _with_hand(state: State, seat: Seat, hand: Hand, changed: Hand) -> State:
    return _with_seat(state, seat, hands=_changed(seat, hand, changed))


def _changed(seat: Seat, hand: Hand, changed: Hand) -> tuple[Hand, ...]:
    return tuple(changed if other is hand else other for other in seat.hands)


def _wager_placed(state: State, event: WagerPlaced) -> State:
    seat = state.seat(event.seat)
    changes: dict[str, Any] = {"wagers": {**seat.wagers, event.wager: event.amount}}
    if event.wager in state.setup.mains or event.wager.startswith(BET_BIGGER):
        changes["units"] = (*seat.units, event.wager)
    if event.wager in state.setup.mains:
        changes["hands"] = tuple(
            hand._replace(stake=event.amount, base=event.amount, status=Status.PLAYING)
            if hand.wager == event.wager
            else hand
            for hand in seat.hands
        )
    return _with_seat(state, seat, **changes)


def _meter_fed(state: State, event: MeterFed) -> State:
    if event.wager in state.unread:
        return state  # whoever keeps a linked meter adds it there
    meter = state.meters[event.wager].contribute(state.seat(event.seat).wagers[event.wager])
    return state._replace(meters={**state.meters, event.wager: meter})


def _meter_read(state: State, event: MeterRead) -> State:
    meter = state.meters[event.wager].read(event.display, event.reserve)
    meters = {**state.meters, event.wager: meter}
    return state._replace(meters=meters, unread=state.unread - {event.wager})


def _card_dealt(state: State, event: CardDealt) -> State:
    dealt = state.dealt + (1 if state.phase == Phase.DEAL else 0)
    if event.place == Place.HAND:
        seat = state.seat(event.seat)
        hand = seat.hand(event.hand)
        after = _with_hand(state, seat, hand, hand.with_card(event.card))
        return after if dealt == state.dealt else after._replace(dealt=dealt)
    if event.place == Place.POKER:
        seat = state.seat(event.seat)
        return _with_seat(state, seat, poker=(*seat.poker, event.card))
    if event.place == Place.BONUS:
        return state._replace(bonus=(*state.bonus, event.card), dealt=dealt)
    if event.place == Place.REPLACEMENT:
        return state._replace(replacement=event.card, dealt=dealt)
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
            return _with_hand(state, seat, hand, hand.doubled(event.amount))
        case _:
            return _with_seat(state, seat, **_seat_changes(seat, hand, event))


def _seat_changes(seat: Seat, hand: Hand, event: ActionTaken) -> dict[str, Any]:
    changes: dict[str, Any] = {}  # what is taken, rescued or surrendered follows as settled wagers
    match event.action:
        case ActionKind.SPLIT:
            changes = {"hands": _split_with_money(seat, hand)}
        case ActionKind.FREE_SPLIT:
            changes = {"hands": _split(seat, hand, 0, hand.base), "lammers": seat.lammers + 1}
        case ActionKind.FREE_DOUBLE:
            hands = _changed(seat, hand, hand.doubled_free())
            changes = {"hands": hands, "lammers": seat.lammers + 1}
        case ActionKind.SWITCH:
            changes = {"hands": switch.switched(seat), "asked_to_switch": True}
        case ActionKind.KEEP:
            changes = {"asked_to_switch": True}
        case ActionKind.KEEP_BLACKJACK:
            changes = {"kept_blackjack": True}
        case ActionKind.FOLD:
            changes = {"folded": True}
        case ActionKind.INSURE | ActionKind.DECLINE | ActionKind.BUST_BET | ActionKind.BET:
            changes = _answered(seat, event)
        case _:
            pass
    return changes


def _answered(seat: Seat, event: ActionTaken) -> dict[str, Any]:
    """Insurance, or a wager offered during the round: taken, or declined at nothing."""
    assert event.wager is not None
    if event.wager.startswith("insurance"):
        return {"insured": {**seat.insured, event.wager: event.amount}}
    late = {**seat.late, event.wager: event.amount}
    if event.action == ActionKind.DECLINE:
        return {"late": late}
    wagers = {**seat.wagers, event.wager: event.amount}
    if event.tip:
        wagers[f"{TIP}{event.wager}"] = event.tip
    return {"late": late, "wagers": wagers}


def _split(seat: Seat, hand: Hand, stake: int, free: int) -> tuple[Hand, ...]:
    """W30, C38: the second card starts a new hand, played right after the one it came from.

    The new hand carries money or a lammer; what was on the first stays on it.
    """
    number = max(other.number for other in seat.hands) + 1
    bare = Hand(hand.number, split=True, wager=hand.wager, base=hand.base)
    kept = bare._replace(stake=hand.stake, free=hand.free, made_free=hand.made_free)
    first = kept.with_card(hand.cards[0])
    new = bare._replace(number=number, stake=stake, free=free, made_free=free > 0)
    second = new.with_card(hand.cards[1])
    place = seat.hands.index(hand)
    return (*seat.hands[:place], first, second, *seat.hands[place + 1 :])


def _split_with_money(seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    """A pair makes two hands; three cards make three."""
    if len(hand.cards) == 2:
        return _split(seat, hand, hand.base, 0)
    return three_card_21.split(hand)


def _hand_split(state: State, event: HandSplit) -> State:
    seat = state.seat(event.seat)
    return _with_seat(state, seat, hands=three_card_21.split(seat.hand(event.hand)))


def _hand_set(state: State, event: HandSet) -> State:
    if not event.seat:
        return state._replace(dealer_low=event.low)
    seat = state.seat(event.seat)
    hand = seat.hand(1)
    return _with_hand(state, seat, hand, hand._replace(low=event.low, status=Status.STOOD))


def _cards_reshuffled(state: State, event: CardsReshuffled) -> State:
    return state._replace(kept=event.kept)


def _dealer_peeked(state: State, _: DealerPeeked) -> State:
    return state


def _exposed(state: State, _: DownCardExposed | DealerShown) -> State:
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
    if event.wager not in seat.units or event.wager.startswith(TIP):
        return state._replace(settled=settled)
    hand = seat.hand(event.hand)
    after = _with_hand(state, seat, hand, hand._replace(status=Status.SETTLED))
    return after._replace(settled=settled)


def _phase_ended(state: State, event: PhaseEnded) -> State:
    return state._replace(phase=state.setup.plan.phase_after[event.phase])


_APPLY: Mapping[type, Callable[[State, Any], State]] = {
    WagerPlaced: _wager_placed,
    MeterFed: _meter_fed,
    MeterRead: _meter_read,
    CardDealt: _card_dealt,
    ActionTaken: _action_taken,
    DealerPeeked: _dealer_peeked,
    DownCardExposed: _exposed,
    DealerShown: _exposed,
    HandStood: _hand_stood,
    HandSet: _hand_set,
    HandSplit: _hand_split,
    CardsReshuffled: _cards_reshuffled,
    JackpotAwarded: _jackpot_awarded,
    JackpotPaid: _jackpot_paid,
    WagerSettled: _wager_settled,
    PhaseEnded: _phase_ended,
}
