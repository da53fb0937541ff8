"""The kinds of round: which phases each has and in which order, and what a fold or a set causes.

Most are the blackjack round with a phase more; two have nothing of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.events import Event, Phase
from pitboss.engine.rounds import ante_up, blackjack, holdem, pai_jack, wild_poker
from pitboss.engine.rounds.steps import Phases, Step
from pitboss.engine.state import Seat, State
from pitboss.rulebook.model import RoundKind


def _before(last: Phase, more: Phases) -> Phases:
    """The blackjack round with phases put in before *last*."""
    phases = list(blackjack.PHASES.items())
    place = [phase for phase, _ in phases].index(last)
    return dict([*phases[:place], *more.items(), *phases[place:]])


ROUNDS: Mapping[RoundKind, Phases] = {
    RoundKind.BLACKJACK: blackjack.PHASES,
    RoundKind.SWITCH: blackjack.PHASES,
    RoundKind.THREE_CARD: _before(Phase.INSURANCE, {Phase.FIRST_21S: blackjack.first_21s}),
    RoundKind.HOLDEM: _before(Phase.OVER, {Phase.POKER: holdem.poker}),
    RoundKind.ANTE_UP: _before(Phase.INSURANCE, {Phase.BET_OR_FOLD: ante_up.bet_or_fold}),
    RoundKind.PAI_JACK: pai_jack.PHASES,
    RoundKind.WILD_POKER: wild_poker.PHASES,
}
"""Every kind of round."""

_AFTER = {kind: dict(pairwise(phases)) for kind, phases in ROUNDS.items()}


def step(state: State) -> Step:
    """Return what comes next."""
    return ROUNDS[state.setup.round][state.phase](state)


def phase_after(kind: RoundKind, phase: Phase) -> Phase:
    """Return the phase that follows *phase* in a round of that kind."""
    return _AFTER[kind][phase]


def consequences(state: State, action: Action) -> list[Event]:
    """Return what is paid, lost or set by a decision itself."""
    seat = state.seat(action.seat)
    hand = seat.hand(action.hand)
    match action.kind:
        case ActionKind.FOLD:
            return _folded(state, seat)
        case ActionKind.SET:
            return pai_jack.set_as(state, seat, hand, action.low or ())
        case _:
            return blackjack.decided(state, seat, hand, action.kind)


def _folded(state: State, seat: Seat) -> list[Event]:
    match state.setup.round:
        case RoundKind.HOLDEM:
            return holdem.folded(state, seat)
        case RoundKind.ANTE_UP:
            return ante_up.folded(seat)
        case _:
            return wild_poker.folded(seat)
