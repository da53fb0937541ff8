"""The money that a player can still put on the table; the engine has no purses."""

from __future__ import annotations

from collections.abc import Collection
from operator import is_

from pitboss.engine.actions import Action, ActionKind, Choice, Question, Refusal
from pitboss.engine.events import TIP
from pitboss.engine.legal import UNLIMITED, double
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.engine.values import replace
from pitboss.sitting.amounts import least_wagers
from pitboss.text.numbers import money
from pitboss.text.results import sum_tips


def at_stake(state: State, seats: Collection[int]) -> int:
    """Return the cents on *seats* that are not settled yet, without tips."""
    return sum(_seat_stake(state, seat) for seat in state.seats if seat.number in seats)


def _seat_stake(state: State, seat: Seat) -> int:
    settled = {line.wager for line in state.settled if line.seat == seat.number}
    on_sides = sum(
        amount
        for wager, amount in seat.wagers.items()
        if wager not in settled and wager not in seat.units and not wager.startswith(TIP)
    )
    on_hands = sum(
        (hand.stake + _split_due(hand)) * len(seat.units_on(hand))
        for hand in seat.hands
        if hand.status != Status.SETTLED
    )
    insured = sum(amount for wager, amount in seat.insured.items() if wager not in settled)
    return on_sides + on_hands + insured


def waiting_split_cents(state: State, seat: int) -> int:
    """Return the cents that a seat needs for splits it has chosen and not put down yet (T3)."""
    own = state.seat(seat)
    return sum(
        [_split_cost(hand) * len(own.units_on(hand)) for hand in own.hands if hand.split_due]
    )


def _split_due(hand: Hand) -> int:
    """T3: return the cents for a split that waits until the dealer has looked for a blackjack."""
    return _split_cost(hand) if hand.split_due else 0


def _split_cost(hand: Hand) -> int:
    """Return a wager for every hand but the first: a pair makes two, three cards three (T2)."""
    return hand.base * (len(hand.cards) - 1)


def in_hand(state: State, seats: Collection[int], bankroll: int) -> int:
    """Return the rest of a bankroll that was *bankroll* cents before the round."""
    settled = sum(net for seat, net in state.net().items() if seat in seats)
    return bankroll + settled - at_stake(state, seats) - sum_tips(state, seats)


def cost(state: State, question: Question, kind: ActionKind, amount: int, tip: int = 0) -> int:
    """Return the cost of a decision: doubles and splits cost for every unit.

    A lammer is the house's, so it costs nothing.
    """
    if kind in _COSTS_ITS_AMOUNT:
        return amount + tip
    if kind not in _COSTS_FOR_EVERY_UNIT:
        return 0
    seat = state.seat(question.seat)
    hand = seat.hand(question.hand)
    unit_cost = _split_cost(hand) if kind is ActionKind.SPLIT else amount
    return unit_cost * len(seat.units_on(hand)) + tip


_COSTS_ITS_AMOUNT = frozenset({ActionKind.INSURE, ActionKind.BUST_BET, ActionKind.BET})
_COSTS_FOR_EVERY_UNIT = frozenset({ActionKind.DOUBLE, ActionKind.REDOUBLE, ActionKind.SPLIT})
_COSTS_NOTHING = (
    frozenset(ActionKind)
    - _COSTS_ITS_AMOUNT
    - _COSTS_FOR_EVERY_UNIT
    - {
        ActionKind.KEEP_BLACKJACK  # which is to double it later
    }
)


def affordable(state: State, question: Question, cents: int) -> Question:
    """Return *question* with only the choices and amounts that *cents* can pay for.

    The question itself where that is all of them.
    """
    choices = [
        choice if choice.kind in _COSTS_NOTHING else _within(state, question, choice, cents)
        for choice in question.choices
    ]
    if all(map(is_, choices, question.choices)):
        return question
    return replace(question, choices=tuple(choice for choice in choices if choice is not None))


def keeps_in_vain(state: State, question: Question, kind: ActionKind, cents: int) -> bool:
    """Return whether a blackjack would be kept for a double that *cents* cannot pay for."""
    if kind is not ActionKind.KEEP_BLACKJACK:
        return False
    seat = state.seat(question.seat)
    hand = seat.hand(question.hand)
    return (double(state.setup, hand).low or 0) * len(seat.units_on(hand)) > cents


def _within(state: State, question: Question, choice: Choice, cents: int) -> Choice | None:
    if keeps_in_vain(state, question, choice.kind, cents):
        return None
    if cost(state, question, choice.kind, choice.high or 0) <= cents:
        return choice
    if choice.low is None or choice.high is None:
        return None
    most = cents // cost(state, question, choice.kind, 1)
    most -= most % choice.step
    if most < choice.low:
        return None
    if choice.high == UNLIMITED:
        return choice  # the felt shows no limit, and a bankroll adds none
    default = None if choice.default is None else min(choice.default, most)
    return replace(choice, high=most, default=default)


def least_bet(setup: Setup) -> int:
    """Return the least cents for a deal."""
    return sum(least_wagers(setup).values())


def short_of_cost(state: State, question: Question, action: Action, cents: int) -> Refusal | None:
    """Return the refusal of a decision that *cents* cannot pay for."""
    if keeps_in_vain(state, question, action.kind, cents):
        message = "the blackjack cannot be doubled later: your money does not reach"
        return Refusal("bankroll/short", message)
    choice = next(choice for choice in question.choices if choice.kind == action.kind)
    price = cost(
        state, question, action.kind, action.amount or choice.default or 0, action.tip or 0
    )
    if price <= cents:
        return None
    message = f"{action.kind} needs {money(price)} and you have {money(cents)}"
    return Refusal("bankroll/short", message)
