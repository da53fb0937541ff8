"""Irregularities: what a ruling on a seat or a hand returns, and when it may be made.

What was decided before stays so, even if it is paid or collected only after the round; what is open
comes back, and the others play on.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine import settle
from pitboss.engine.actions import Refusal
from pitboss.engine.events import (
    TIP,
    VOID,
    Event,
    IrregularityRuled,
    MeterTakenBack,
    Phase,
    WagerSettled,
)
from pitboss.engine.legal import insurance_wager
from pitboss.engine.lines import Result, line, stakes
from pitboss.engine.side_wagers import waiting_awards
from pitboss.engine.state import BACKED_OUT, Hand, Seat, State, Status
from pitboss.engine.terms import Setup
from pitboss.engine.values import replace
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Irregularity
from pitboss.rulebook.pays import Rounding

_RETURNED = Result(VOID)
_DECIDED = (Status.SETTLED, Status.BUST, Status.GIVEN_UP)


def find_irregularity(setup: Setup, kind: str) -> Irregularity | None:
    """Return a kind of irregularity that the game has."""
    return next((known for known in setup.configured.game.irregularities if known.id == kind), None)


def refuse_ruling(state: State, ruled: IrregularityRuled) -> Refusal | None:
    """Say why a ruling may not be made now, or None if it may."""
    game = state.setup.configured.game
    kind = find_irregularity(state.setup, ruled.kind)
    if kind is None:
        known = ", ".join(item.id for item in game.irregularities)
        message = f"{game.title} has no irregularity {shorten(ruled.kind)!r}; it has {known}"
        return Refusal("irregularity/unknown", message)
    if kind.voids_round:
        message = f"{kind.id} voids the whole round ({kind.cite}), not one seat of it"
        return Refusal("irregularity/whole-round", message)
    if kind.effect == "option":
        message = f"the option {kind.option} decides what becomes of it ({kind.cite})"
        return Refusal("irregularity/option", message)
    if state.over:
        return Refusal("irregularity/over", "the round is over; every wager is settled")
    return _refuse_moment(state, kind) or _refuse_place(state, kind, ruled)


def _refuse_moment(state: State, kind: Irregularity) -> Refusal | None:
    """2104(12), 2110(9): some can be called only in one part of the round."""
    if kind.during == "poker" and state.phase is not Phase.POKER:
        message = f"{kind.id} is called while the poker hands are dealt ({kind.cite})"
        return Refusal("irregularity/moment", message)
    if kind.during == "deal" and (state.may_back_out or not _are_first_cards(state)):
        message = f"{kind.id} is called once, before a card follows the first ones ({kind.cite})"
        return Refusal("irregularity/moment", message)
    if _is_hand_alone(kind) and state.phase is Phase.DEAL:
        return Refusal("irregularity/moment", "a hand is ruled on once all have their first cards")
    return None


def _are_first_cards(state: State) -> bool:
    """Whether no card has followed those of the deal."""
    held = sum(len(hand.cards) for seat in state.seats for hand in seat.hands)
    beside = len(state.dealer) + len(state.bonus) + (state.replacement is not None)
    return held + beside == state.dealt


def _refuse_place(state: State, kind: Irregularity, ruled: IrregularityRuled) -> Refusal | None:
    seat = next((seat for seat in state.seats if seat.number == ruled.seat), None)
    if seat is None:
        if kind.scope == "round" and not ruled.seat:
            return None
        return Refusal("irregularity/seat", f"seat {ruled.seat} has no wager in this round")
    return None if kind.scope == "round" else _refuse_hand(state, kind, seat, ruled)


def _refuse_hand(
    state: State, kind: Irregularity, seat: Seat, ruled: IrregularityRuled
) -> Refusal | None:
    hand = next((hand for hand in seat.hands if hand.number == ruled.hand), None)
    if hand is None:
        return Refusal("irregularity/hand", f"seat {seat.number} has no hand {ruled.hand}")
    if _is_hand_alone(kind) and len(seat.hands) == 1:
        message = f"seat {seat.number} has one hand: rule on the seat, by floor-ruling"
        return Refusal("irregularity/hand", message)
    if not lines_of(state, kind, seat, hand):
        of = f"hand {hand.number} of seat {seat.number}" if _is_hand_alone(kind) else "the seat"
        return Refusal("irregularity/settled", f"every wager of {of} is settled already")
    return None


def _is_hand_alone(kind: Irregularity) -> bool:
    """Whether it takes one hand with what rides on it, and leaves the seat's other wagers."""
    return kind.scope == "hand" and not kind.wagers


def ruling_events(state: State, ruled: IrregularityRuled) -> tuple[Event, ...]:
    """Return what a ruling that may be made causes."""
    kind = find_irregularity(state.setup, ruled.kind)
    assert kind is not None, "it was refused"
    if kind.scope == "round":
        return (ruled,)
    seat = state.seat(ruled.seat)
    lines = lines_of(state, kind, seat, seat.hand(ruled.hand))
    if kind.scope == "hand":
        return (ruled, *lines)
    # 2116(8)(d), 2119(18): the bet of a bust hand only waited for the free hands, which are gone.
    lost = [hand for hand in seat.hands if hand.status is Status.BUST]
    return (*(event for hand in lost for event in settle.bust(seat, hand)), ruled, *lines)


def lines_of(state: State, kind: Irregularity, seat: Seat, hand: Hand) -> list[Event]:
    """Return what gives back the open wagers that a kind of irregularity covers."""
    if kind.wagers:
        return _return_wagers(state, seat, kind.wagers)
    if kind.scope == "hand":
        return _return_hand(state, seat, hand)
    return return_seat(state, seat)


def return_seat(state: State, seat: Seat) -> list[Event]:
    """Give back every wager of a seat that is still open, tips too (ruling M2)."""
    lines = [event for hand in seat.hands for event in _return_stake(seat, hand)]
    lines += _return_insurance(state, seat, seat.units)
    sides = [w for w in seat.wagers if w not in seat.units and not w.startswith(TIP)]
    return lines + _return_wagers(state, seat, sides)


def _return_hand(state: State, seat: Seat, hand: Hand) -> list[Event]:
    if hand.status in _DECIDED:
        return []
    return _return_stake(seat, hand) + _return_insurance(state, seat, _units_alone(seat, hand))


def _return_stake(seat: Seat, hand: Hand) -> list[Event]:
    return [] if hand.status in _DECIDED else settle.return_hand(seat, hand, VOID)


def _units_alone(seat: Seat, hand: Hand) -> tuple[str, ...]:
    """Return the wagers that ride on *hand* and on no other of the seat."""
    alone = not any(o.wager == hand.wager for o in seat.hands if o.number != hand.number)
    return seat.units_on(hand) if alone else ()


def _return_insurance(state: State, seat: Seat, units: Iterable[str]) -> list[Event]:
    settled = wagers_settled(state, seat)
    lines: list[Event] = []
    for unit in units:
        wager = insurance_wager(unit)
        stake = seat.insured.get(wager)
        if stake and wager not in settled:
            hand = seat.hand_number(unit)
            lines.append(
                WagerSettled(
                    seat=seat.number, hand=hand, wager=wager, stake=stake, outcome=VOID, net=0
                )
            )
    return lines


def _return_wagers(state: State, seat: Seat, wagers: Iterable[str]) -> list[Event]:
    """Give back side wagers, and take out of its meter what one fed (ruling M2)."""
    settled = wagers_settled(state, seat)
    lines: list[Event] = []
    for wager in wagers:
        if wager not in seat.wagers or wager in settled:
            continue
        if wager in state.meters:
            fed = state.meters[wager].wager_share(seat.wagers[wager])
            lines.append(MeterTakenBack(seat.number, wager, fed))
        lines += [
            line(seat, name, stake, _RETURNED, Rounding.DOWN) for name, stake in stakes(seat, wager)
        ]
    return lines


def wagers_settled(state: State, seat: Seat) -> set[str]:
    """Return the wagers of a seat that have a settled line, or an award that is paid later."""
    settled = {line.wager for line in state.settled if line.seat == seat.number}
    return settled | waiting_awards(state, seat)


def apply_ruling(state: State, ruled: IrregularityRuled) -> State:
    """Return the round after a ruling; the lines that give wagers back follow it."""
    kind = find_irregularity(state.setup, ruled.kind)
    assert kind is not None, "a ruling names a kind of the game"
    state = replace(state, rulings=(*state.rulings, ruled))
    if kind.effect == "back-out":
        playing = [seat.number for seat in state.seats if return_seat(state, seat)]
        return replace(state, may_back_out=tuple(playing))
    if kind.scope == "round":
        return state
    seat = state.seat(ruled.seat)
    if kind.wagers:
        gone = replace(_without(state, seat, kind.wagers), ruled_out=ruled.kind)
        return _with(state, seat, gone)
    if kind.scope == "hand":
        return _with(state, seat, _without_hand(state, seat, seat.hand(ruled.hand)))
    return leave_round(state, seat, ruled.kind)


def leave_round(state: State, seat: Seat, why: str) -> State:
    """Return the round without the open wagers of a seat, which gets no more cards.

    A round whose deal nobody waits for any more is over.
    """
    bare = _without_tips(seat, [h for h in seat.hands if h.status is not Status.SETTLED])
    hands = tuple(replace(hand, status=Status.SETTLED, card_due=False) for hand in seat.hands)
    gone = replace(_without(state, bare, seat.wagers), hands=hands, ruled_out=why)
    dealt = state.places[: state.dealt]
    asked = state.may_back_out
    due = (place for place in state.places[state.dealt :] if place.seat != seat.number)
    after = _with(state, seat, gone)
    is_over = state.phase is Phase.DEAL and all(other.ruled_out for other in after.seats)
    return replace(
        after,
        places=(*dealt, *due),
        may_back_out=tuple(number for number in asked if number != seat.number),
        phase=Phase.OVER if is_over else state.phase,
    )


def answer_misdeal(state: State, seat: Seat, *, backs_out: bool) -> State:
    """2110(9): return the round after a player backed out of the hand, or stayed in it."""
    if backs_out:
        return leave_round(state, seat, BACKED_OUT)
    return replace(state, may_back_out=state.may_back_out[1:])


def _without(state: State, seat: Seat, wagers: Iterable[str]) -> Seat:
    """Return a seat without those of *wagers* that are open."""
    settled = wagers_settled(state, seat)
    named = {*wagers, *(f"{TIP}{wager}" for wager in wagers)}
    gone = {wager for wager in named if wager not in settled}
    insurance = {insurance_wager(unit) for unit in seat.units if unit in named} - settled
    return replace(
        seat,
        wagers={w: amount for w, amount in seat.wagers.items() if w not in gone},
        units=tuple(unit for unit in seat.units if unit not in gone),
        insured={w: cents for w, cents in seat.insured.items() if w not in insurance},
    )


def _without_tips(seat: Seat, hands: Iterable[Hand]) -> Seat:
    """Return a seat without what lies for the dealer on *hands*."""
    wagers = dict(seat.wagers)
    for hand in hands:
        if hand.tip:
            wagers[f"{TIP}{hand.wager}"] -= hand.tip
    return replace(seat, wagers={wager: amount for wager, amount in wagers.items() if amount})


def _without_hand(state: State, seat: Seat, hand: Hand) -> Seat:
    """Return a seat without one of its hands; two that are left of one are not switched."""
    dead = replace(hand, status=Status.SETTLED, card_due=False)
    hands = tuple(dead if other.number == hand.number else other for other in seat.hands)
    rest = _without(state, _without_tips(seat, [hand]), _units_alone(seat, hand))
    return replace(rest, hands=hands, asked_to_switch=True)


def _with(state: State, seat: Seat, changed: Seat) -> State:
    seats = tuple(changed if other.number == seat.number else other for other in state.seats)
    return replace(state, seats=seats)
