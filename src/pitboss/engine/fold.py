"""`apply(state, event) -> state`: the fold a round is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pitboss.engine import events
from pitboss.engine.actions import ActionKind
from pitboss.engine.events import TIP, Event, Phase, Place
from pitboss.engine.irregular import answer_misdeal, apply_ruling
from pitboss.engine.rounds import switch, three_card_21
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.terms import BET_BIGGER
from pitboss.engine.values import replace
from pitboss.patterns.totals import is_ace, value

Part = TypeVar("Part", bound=Seat | Hand)


def apply(state: State, event: Event) -> State:
    """Return the state after *event*."""
    return APPLY[type(event)](state, event)


def _with_seat(state: State, seat: Seat, **changes: Any) -> State:  # noqa: ANN401 - fields of a seat
    return replace(state, seats=_with_part(state.seats, seat, replace(seat, **changes)))


def _with_hand(state: State, seat: Seat, hand: Hand, changed: Hand) -> State:
    return replace(state, seats=_seats_with_hand(state, seat, hand, changed))


def _seats_with_hand(state: State, seat: Seat, hand: Hand, changed: Hand) -> tuple[Seat, ...]:
    hands = _with_part(seat.hands, hand, changed)
    return _with_part(state.seats, seat, replace(seat, hands=hands))


def _with_part(items: tuple[Part, ...], old: Part, new: Part) -> tuple[Part, ...]:
    """Return the seats or hands with another in the place of one of them."""
    if len(items) == 1:
        return (new,)
    place = items.index(old)
    return (*items[:place], new, *items[place + 1 :])


def _apply_wager_placed(state: State, event: events.WagerPlaced) -> State:
    seat = state.seat(event.seat)
    wager = event.wager
    amount = event.amount
    wagers = {**seat.wagers, wager: amount}
    units = (*seat.units, wager)
    if wager in state.setup.mains:
        hand = seat.hand(seat.hand_number(wager))
        playing = replace(hand, stake=amount, base=amount, status=Status.PLAYING)
        hands = _with_part(seat.hands, hand, playing)
        return _with_seat(state, seat, wagers=wagers, units=units, hands=hands)
    if wager.startswith(BET_BIGGER):
        return _with_seat(state, seat, wagers=wagers, units=units)
    beside = wager.removeprefix(TIP)
    if beside != wager and beside in state.setup.mains:
        hand = seat.hand(seat.hand_number(beside))
        hands = _with_part(seat.hands, hand, replace(hand, tip=amount))
        return _with_seat(state, seat, wagers=wagers, hands=hands)
    return _with_seat(state, seat, wagers=wagers)


def _apply_meter_fed(state: State, event: events.MeterFed) -> State:
    if event.wager in state.unread:
        return state  # the keeper of a linked meter adds it there
    meter = state.meters[event.wager].contribute(state.seat(event.seat).wagers[event.wager])
    return replace(state, meters={**state.meters, event.wager: meter})


def _apply_meter_taken_back(state: State, event: events.MeterTakenBack) -> State:
    if event.wager in state.unread:
        return state  # the keeper of a linked meter takes it out there
    meter = state.meters[event.wager].take_back(event.amount)
    return replace(state, meters={**state.meters, event.wager: meter})


def _meter_read(state: State, event: events.MeterRead) -> State:
    meter = state.meters[event.wager].read(
        event.display, event.reserve, event.seed, event.overflow, event.ceiling
    )
    meters = {**state.meters, event.wager: meter}
    return replace(state, meters=meters, unread=state.unread - {event.wager})


def _apply_card_dealt(state: State, event: events.CardDealt) -> State:
    dealt = state.dealt + (state.phase is Phase.DEAL)
    if event.place is Place.HAND:
        seat = state.seat(event.seat)
        hand = seat.hand(event.hand)
        seats = _seats_with_hand(state, seat, hand, hand.with_card(event.card))
        return replace(state, seats=seats, dealt=dealt)
    if event.place is Place.POKER:
        seat = state.seat(event.seat)
        return _with_seat(state, seat, poker=(*seat.poker, event.card))
    if event.place is Place.BONUS:
        return replace(state, bonus=(*state.bonus, event.card), dealt=dealt)
    if event.place is Place.REPLACEMENT:
        return replace(state, replacement=event.card, dealt=dealt)
    return replace(
        state,
        dealer=(*state.dealer, event.card),
        dealer_hard=state.dealer_hard + value(event.card),
        dealer_has_ace=state.dealer_has_ace or is_ace(event.card),
        dealt=dealt,
    )


def _apply_action_taken(state: State, event: events.ActionTaken) -> State:
    seat = state.seat(event.seat)
    hand = seat.hand(event.hand)
    match event.action:
        case ActionKind.HIT:
            return _with_hand(state, seat, hand, replace(hand, card_due=True))
        case ActionKind.STAND | ActionKind.SURRENDER:
            # Where a surrender need not wait for the down card, it is settled at once.
            gives_up = event.action is ActionKind.SURRENDER
            status = Status.GIVEN_UP if gives_up else Status.STOOD
            return _with_hand(state, seat, hand, replace(hand, status=status))
        case ActionKind.DOUBLE | ActionKind.REDOUBLE:
            doubled = hand.double(event.amount, event.tip)
            if not event.tip:
                return _with_hand(state, seat, hand, doubled)
            hands = _with_part(seat.hands, hand, doubled)
            return _with_seat(state, seat, hands=hands, wagers=_add_tip(seat, hand, event.tip))
        case ActionKind.BACK_OUT | ActionKind.PLAY_ON:
            return answer_misdeal(state, seat, backs_out=event.action is ActionKind.BACK_OUT)
        case _:
            return _with_seat(state, seat, **_seat_changes(seat, hand, event))


def _add_tip(seat: Seat, hand: Hand, tip: int) -> Mapping[str, int]:
    """2105(3): what is put down for the dealer joins the tip on that betting spot."""
    name = f"{TIP}{hand.wager}"
    return {**seat.wagers, name: seat.wagers[name] + tip} if tip else seat.wagers


def _seat_changes(seat: Seat, hand: Hand, event: events.ActionTaken) -> dict[str, Any]:
    changes: dict[str, Any] = {}  # what is taken or rescued follows as settled wagers
    match event.action:
        case ActionKind.SPLIT:
            hands = _split_with_money(seat, hand, event.tip)
            changes = {"hands": hands, "wagers": _add_tip(seat, hand, event.tip)}
        case ActionKind.FREE_SPLIT:
            changes = {"hands": _split(seat, hand, 0, hand.base), "lammers": seat.lammers + 1}
        case ActionKind.FREE_DOUBLE:
            hands = _with_part(seat.hands, hand, hand.double_free())
            changes = {"hands": hands, "lammers": seat.lammers + 1}
        case ActionKind.SWITCH:
            changes = {"hands": switch.switch_cards(seat), "asked_to_switch": True}
        case ActionKind.KEEP:
            changes = {"asked_to_switch": True}
        case ActionKind.EXPOSE | ActionKind.CONCEAL:
            changes = {"exposes": event.action is ActionKind.EXPOSE}
        case ActionKind.KEEP_BLACKJACK:
            changes = {"kept_blackjack": True}
        case ActionKind.FOLD:
            changes = {"folded": True}
        case ActionKind.INSURE | ActionKind.DECLINE | ActionKind.BUST_BET | ActionKind.BET:
            changes = _answer_offer(seat, event)
        case _:
            pass
    return changes


def _answer_offer(seat: Seat, event: events.ActionTaken) -> dict[str, Any]:
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


def _split(seat: Seat, hand: Hand, stake: int, free: int, tip: int = 0) -> tuple[Hand, ...]:
    """W30, C38: the second card starts a new hand, played right after the one it came from.

    The new hand carries money or a lammer, and a tip of its own; what was on the first stays there.
    """
    assert len(hand.cards) == 2, "a pair is split; three cards are another game's"
    # Numbers are never used again: a settled line names its hand for good, wherever it lies.
    number = max(other.number for other in seat.hands) + 1
    bare = Hand(hand.number, split=True, wager=hand.wager, base=hand.base)
    kept = replace(bare, stake=hand.stake, free=hand.free, made_free=hand.made_free, tip=hand.tip)
    first = kept.with_card(hand.cards[0])
    new = replace(bare, number=number, stake=stake, free=free, made_free=free > 0, tip=tip)
    second = new.with_card(hand.cards[1])
    place = seat.hands.index(hand)
    return (*seat.hands[:place], first, second, *seat.hands[place + 1 :])


def _split_with_money(seat: Seat, hand: Hand, tip: int) -> tuple[Hand, ...]:
    """A pair makes two hands; three cards make three."""
    if len(hand.cards) == 2:
        return _split(seat, hand, hand.base, 0, tip)
    assert not tip, "2105(3) is about a pair"
    return three_card_21.split(hand)


def _hand_split(state: State, event: events.HandSplit) -> State:
    seat = state.seat(event.seat)
    return _with_seat(state, seat, hands=three_card_21.split(seat.hand(event.hand)))


def _hand_set(state: State, event: events.HandSet) -> State:
    if not event.seat:
        return replace(state, dealer_low=event.low)
    seat = state.seat(event.seat)
    hand = seat.hand(1)
    return _with_hand(state, seat, hand, replace(hand, low=event.low, status=Status.STOOD))


def _apply_exposure(state: State, _: events.DownCardExposed | events.DealerShown) -> State:
    return replace(state, exposed=True)


def _hand_stood(state: State, event: events.HandStood) -> State:
    seat = state.seat(event.seat)
    hand = seat.hand(event.hand)
    return _with_hand(state, seat, hand, replace(hand, status=Status.STOOD))


def _hand_busted(state: State, event: events.HandBusted) -> State:
    seat = state.seat(event.seat)
    hand = seat.hand(event.hand)
    return _with_hand(state, seat, hand, replace(hand, status=Status.BUST))


def _apply_jackpot_awarded(state: State, event: events.JackpotAwarded) -> State:
    if event.wager not in state.meters:
        return state  # a house jackpot has no meter
    _, meter = state.meters[event.wager].award(event.percent)
    return replace(state, meters={**state.meters, event.wager: meter})


def _apply_jackpot_paid(state: State, event: events.JackpotPaid) -> State:
    meter = state.meters[event.wager].pay(event.amount)
    return replace(state, meters={**state.meters, event.wager: meter})


def _apply_wager_settled(state: State, event: events.WagerSettled) -> State:
    settled = (*state.settled, event)
    seat = state.seat(event.seat)
    if event.wager not in seat.units or event.wager.startswith(TIP):
        return replace(state, settled=settled)
    hand = seat.hand(event.hand)
    seats = _seats_with_hand(state, seat, hand, replace(hand, status=Status.SETTLED))
    return replace(state, seats=seats, settled=settled)


def _apply_phase_ended(state: State, event: events.PhaseEnded) -> State:
    return replace(state, phase=state.setup.plan.phase_after[event.phase])


APPLY: Mapping[type, Callable[[State, Any], State]] = {
    events.WagerPlaced: _apply_wager_placed,
    events.MeterFed: _apply_meter_fed,
    events.MeterTakenBack: _apply_meter_taken_back,
    events.MeterRead: _meter_read,
    events.CardDealt: _apply_card_dealt,
    events.ActionTaken: _apply_action_taken,
    events.IrregularityRuled: apply_ruling,
    events.DealerPeeked: lambda state, _: state,
    events.DownCardExposed: _apply_exposure,
    events.DealerShown: _apply_exposure,
    events.HandStood: _hand_stood,
    events.HandBusted: _hand_busted,
    events.HandSet: _hand_set,
    events.HandSplit: _hand_split,
    events.CardsReshuffled: lambda state, event: replace(state, kept=event.kept),
    events.JackpotAwarded: _apply_jackpot_awarded,
    events.JackpotPaid: _apply_jackpot_paid,
    events.WagerSettled: _apply_wager_settled,
    events.PhaseEnded: _apply_phase_ended,
}
"""What each event does to a state."""
