"""What decisions are worth that are about no blackjack hand: setting cards, betting or folding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.engine.actions import ActionKind, Question, RefusedError
from pitboss.engine.rounds.ante_up import BET, is_live
from pitboss.engine.rounds.holdem import POKER, community
from pitboss.engine.rounds.wild_poker import ANTE
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.ante_up.advice import advise_ante_up, with_amounts
from pitboss.exact.blackjack.advice import Advice
from pitboss.exact.holdem.advice import advise_poker
from pitboss.exact.pai_jack.advice import advise_setting
from pitboss.exact.three_card_21.advice import Position, three_card_values
from pitboss.exact.wild_poker.advice import advise_wild
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


def _wild(setup: Setup, state: State, asked: Question) -> Elsewhere:
    """2118(8): playing for twice the ante, or folding."""
    seat = state.seat(asked.seat)
    values, _ = advise_wild(setup, seat.hand(asked.hand).cards)
    return Elsewhere(tuple(values), seat.wagers[ANTE], "the ante", "your five cards")


def _three_card(setup: Setup, state: State, asked: Question) -> Elsewhere | None:
    """2111, player rules (1) to (5); insurance is valued as in any blackjack."""
    if asked.wager is not None:
        return None
    seat = state.seat(asked.seat)
    hand = seat.hand(asked.hand)
    others = tuple(each.cards[0] for each in seat.hands if each is not hand)
    position = Position(cards=hand.cards, up=state.dealer[0], others=others)
    found = three_card_values(setup, position, asked.choices, hand.stake)
    basis = "this hand and the up card, no dealer blackjack"
    if others:
        basis = "this hand, the starts of your others and the up card, no dealer blackjack"
    if position.is_before_peek:
        basis = "your cards and the up card, a dealer blackjack counted in"
    return Elsewhere(found, hand.base, "the first wager", basis)


def _ante_up(setup: Setup, state: State, asked: Question) -> Elsewhere | None:
    """2106(9), (11): bet or fold, then one hand for both wagers; once folded it is blackjack.

    After a split all hands make one poker hand (ruling A1), which a hand by itself does not show.
    """
    seat = state.seat(asked.seat)
    hand, folds = seat.hand(asked.hand), asked.wager == BET
    if not (folds or (asked.wager is None and is_live(seat))):
        return None
    if hand.split:
        message = "the poker hand is made of all hands of a split: one of them is not valued"
        raise RefusedError("decision/not-valued", message)
    ante = Fraction(seat.wagers[ANTE], hand.base)
    found = advise_ante_up(setup, hand.cards, state.dealer[0], ante)
    choices = found.first if folds else found.hand
    values = with_amounts(choices, asked.choices, hand.base, ante)
    basis = "this hand and the up card, for 21 and poker together"
    basis += ", a dealer blackjack counted in" if folds else ", no dealer blackjack"
    advice = tuple(Advice(each.action, each.value) for each in values)
    return Elsewhere(advice, hand.base, "the 21 wager", basis)


_VALUED: Mapping[RoundKind, Callable[[Setup, State, Question], Elsewhere | None]] = {
    RoundKind.ANTE_UP: _ante_up,
    RoundKind.PAI_JACK: _settings,
    RoundKind.HOLDEM: _poker,
    RoundKind.WILD_POKER: _wild,
    RoundKind.THREE_CARD: _three_card,
}


def worth_elsewhere(setup: Setup, state: State, asked: Question) -> Elsewhere | None:
    """Return what the choices of *asked* are worth; None where it is about a blackjack hand."""
    valued = _VALUED.get(setup.round)
    return None if valued is None else valued(setup, state, asked)
