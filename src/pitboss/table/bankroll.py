"""What a player can still put on the table; the engine knows rules, not purses."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.events import TIP
from pitboss.engine.legal import UNLIMITED, double
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State, Status
from pitboss.table.amounts import least_wagers


def at_stake(state: State, seats: Collection[int]) -> int:
    """Return the cents that lie on *seats* and are not settled yet, tips apart."""
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


def _split_due(hand: Hand) -> int:
    """T3: what lies ready for a split that waits until the dealer has looked for a blackjack."""
    return _split_cost(hand) if hand.split_due else 0


def _split_cost(hand: Hand) -> int:
    """A wager for every hand but the first: a pair makes two, three cards three (ruling T2)."""
    return hand.base * (len(hand.cards) - 1)


def tipped(state: State, seats: Collection[int]) -> int:
    """Return what *seats* have put down for the dealer: it is theirs no more (ruling C59)."""
    return sum(
        amount
        for seat in state.seats
        if seat.number in seats
        for wager, amount in seat.wagers.items()
        if wager.startswith(TIP)
    )


def in_hand(state: State, seats: Collection[int], bankroll: int) -> int:
    """Return what is left of a bankroll that opened the round at *bankroll* cents."""
    settled = sum(net for seat, net in state.net().items() if seat in seats)
    return bankroll + settled - at_stake(state, seats) - tipped(state, seats)


def cost(state: State, asked: Question, kind: ActionKind, amount: int, tip: int = 0) -> int:
    """Return what a decision puts on the table: doubles and splits do so for every unit.

    A lammer is the house's, so what it stands for costs nothing.
    """
    seat = state.seat(asked.seat)
    hand = seat.hand(asked.hand)
    match kind:
        case ActionKind.DOUBLE | ActionKind.REDOUBLE:
            return amount * len(seat.units_on(hand))
        case ActionKind.SPLIT:
            return _split_cost(hand) * len(seat.units_on(hand))
        case ActionKind.INSURE | ActionKind.BUST_BET | ActionKind.BET:
            return amount + tip
        case _:
            return 0


def affordable(state: State, asked: Question, cents: int) -> Question:
    """Return *asked* with only the choices, and the amounts, that *cents* can pay for."""
    choices = (_within(state, asked, choice, cents) for choice in asked.choices)
    return replace(asked, choices=tuple(choice for choice in choices if choice is not None))


def keeps_in_vain(state: State, asked: Question, kind: ActionKind, cents: int) -> bool:
    """Whether a blackjack would be kept to double it although *cents* cannot pay for a double."""
    if kind is not ActionKind.KEEP_BLACKJACK:
        return False
    seat = state.seat(asked.seat)
    hand = seat.hand(asked.hand)
    return (double(state.setup, hand).low or 0) * len(seat.units_on(hand)) > cents


def _within(state: State, asked: Question, choice: Choice, cents: int) -> Choice | None:
    if keeps_in_vain(state, asked, choice.kind, cents):
        return None
    if cost(state, asked, choice.kind, choice.high or 0) <= cents:
        return choice
    if choice.low is None or choice.high is None:
        return None
    most = cents // cost(state, asked, choice.kind, 1)
    most -= most % choice.step
    if most < choice.low:
        return None
    if choice.high == UNLIMITED:
        return choice  # the felt names no limit, and a purse is none of its business
    default = None if choice.default is None else min(choice.default, most)
    return replace(choice, high=most, default=default)


def least_bet(setup: Setup) -> int:
    """Return the cents a player must have to be dealt in."""
    return sum(least_wagers(setup).values())
