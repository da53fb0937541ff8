"""What a player can still put on the table; the engine knows rules, not purses."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State, Status
from pitboss.tui.bots import is_required, legal_amount


def at_stake(state: State, seats: Collection[int]) -> int:
    """Return the cents that lie on *seats* and are not settled yet."""
    return sum(_seat_stake(state, seat) for seat in state.seats if seat.number in seats)


def _seat_stake(state: State, seat: Seat) -> int:
    settled = {line.wager for line in state.settled if line.seat == seat.number}
    sides = seat.wagers.items() - {(unit, seat.wagers[unit]) for unit in seat.units}
    on_sides = sum(amount for wager, amount in sides if wager not in settled)
    on_hands = sum(hand.stake for hand in seat.hands if hand.status != Status.SETTLED)
    insured = sum(amount for wager, amount in seat.insured.items() if wager not in settled)
    return on_sides + on_hands * len(seat.units) + insured


def in_hand(state: State, seats: Collection[int], bankroll: int) -> int:
    """Return what is left of a bankroll that opened the round at *bankroll* cents."""
    settled = sum(line.net for line in state.settled if line.seat in seats)
    return bankroll + settled - at_stake(state, seats)


def cost(state: State, asked: Question, kind: ActionKind, amount: int) -> int:
    """Return what a decision puts on the table: doubles and splits do so for every unit."""
    seat = state.seat(asked.seat)
    match kind:
        case ActionKind.DOUBLE | ActionKind.REDOUBLE:
            return amount * len(seat.units)
        case ActionKind.SPLIT:
            return seat.hand(asked.hand).stake * len(seat.units)
        case ActionKind.INSURE:
            return amount
        case _:
            return 0


def affordable(state: State, asked: Question, cents: int) -> Question:
    """Return *asked* with only the choices, and the amounts, that *cents* can pay for."""
    choices = (_within(state, asked, choice, cents) for choice in asked.choices)
    return replace(asked, choices=tuple(choice for choice in choices if choice is not None))


def _within(state: State, asked: Question, choice: Choice, cents: int) -> Choice | None:
    if cost(state, asked, choice.kind, choice.high or 0) <= cents:
        return choice
    if choice.low is None or choice.high is None:
        return None
    most = cents // cost(state, asked, choice.kind, 1)
    if most < choice.low:
        return None
    default = None if choice.default is None else min(choice.default, most)
    return Choice(choice.kind, choice.low, most, default)


def least_bet(setup: Setup) -> int:
    """Return the cents a player must have to be dealt in."""
    spots, options = setup.configured.spots, setup.configured.options
    least = {"main": legal_amount(spots["main"], 0)}
    for wager_id, spot in spots.items():
        if is_required(spot, options):
            least[wager_id] = least["main"] if spot.wager.equals else legal_amount(spot, 0)
    return sum(least.values())
