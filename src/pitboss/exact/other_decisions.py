"""What decisions are worth that are about no blackjack hand: setting cards, betting or folding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pitboss.engine.actions import ActionKind, Question
from pitboss.engine.holdem import POKER, community
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.advice import Advice
from pitboss.exact.holdem_advice import advise_poker
from pitboss.exact.pai_jack_advice import advise_setting
from pitboss.rulebook.model import RoundKind


class Elsewhere(NamedTuple):
    """The choices of such a decision with their values."""

    values: tuple[Advice, ...]
    """In units, the best first."""
    unit: int
    """In cents."""
    of: str
    """What the unit is."""
    by: str
    """What the values rest on."""


def _settings(setup: Setup, state: State, asked: Question) -> Elsewhere:
    """2112(6): every low hand that may be set apart."""
    hand = state.seat(asked.seat).hand(asked.hand)
    values = (Advice(ActionKind.SET, e.value, e.low) for e in advise_setting(setup, hand.cards))
    return Elsewhere(tuple(values), hand.stake, "the main wager", "your five cards")


def _poker(setup: Setup, state: State, asked: Question) -> Elsewhere | None:
    """2104(8), (10): betting on or folding; the blackjack part is valued as such."""
    if ActionKind.FOLD not in {choice.kind for choice in asked.choices}:
        return None
    seat = state.seat(asked.seat)
    one, two = community(state)
    values = advise_poker(setup, (one, two), seat.poker)
    basis = "your cards and the two in common"
    return Elsewhere(tuple(values), seat.wagers[POKER], "PK", basis)


_VALUED: Mapping[RoundKind, Callable[[Setup, State, Question], Elsewhere | None]] = {
    RoundKind.PAI_JACK: _settings,
    RoundKind.HOLDEM: _poker,
}


def worth_elsewhere(setup: Setup, state: State, asked: Question) -> Elsewhere | None:
    """Return what the choices of *asked* are worth; None where it is about a blackjack hand."""
    valued = _VALUED.get(setup.round)
    return None if valued is None else valued(setup, state, asked)
