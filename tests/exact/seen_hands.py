"""The best play of a split at the table engine for a player who sees all hands of it.

The player never sees the down card. So the rounds with each down card are walked side by side: they
show the same cards, and a decision is the same in all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pitboss.cards import Card, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round, act
from pitboss.engine.events import CardDealt
from pitboss.engine.rounds.plan import CardNeeded, Step
from pitboss.engine.state import State
from tests.exact.solved_positions import UNIT, Position, after

_BEFORE = ActionKind.BET, ActionKind.DECLINE, ActionKind.SPLIT
"""What the player does before there is a split; never two of them at a time."""
Side = tuple[Fraction, State, Step, Counter[Card]]
"""A weight, a round at the table with one down card, and the cards left."""


def seen_split_value(position: Position, wagers: Sequence[str] = ("main",)) -> Fraction:
    """Return what the split is worth to a player who sees all its hands, in units of the wager."""
    first, second = parse_cards(position.hand)
    left = Counter(position.left)
    left.subtract([first, second])
    sides: list[Side] = []
    for down, copies in (+left).items():
        round_ = Round.start(position.setup, [Bets(1, dict.fromkeys(wagers, UNIT))])
        for card in (first, position.up_card, second, down):
            round_.deal(card)
        if not round_.state.dealer_blackjack:
            sides.append((Fraction(copies), round_.state, round_.due, left - Counter([down])))
    return _value(sides) / sum(weight for weight, *_ in sides) / UNIT


def _value(sides: list[Side]) -> Fraction:
    """Return the weighted sum over rounds that look the same to the player."""
    due = sides[0][2]
    if isinstance(due, Question):
        kinds = [choice.kind for choice in due.choices]
        if not sides[0][1].seat(1).hand(due.hand).split:
            kinds = [kind for kind in _BEFORE if kind in kinds]
        return max(_value([_decided(side, due, kind) for side in sides]) for kind in kinds)
    if all(isinstance(side[2], CardNeeded) and side[2].seat == 1 for side in sides):
        cards = {card for side in sides for card in +side[3]}
        dealt = ([_dealt(side, card) for side in sides if side[3][card]] for card in cards)
        return sum(map(_value, dealt), Fraction(0))
    return sum(map(_finished, sides), Fraction(0))


def _finished(side: Side) -> Fraction:
    """Return what a round is worth in which the player decides nothing more."""
    weight, state, due, left = side
    if due is None:
        return weight * sum(state.net().values())
    assert isinstance(due, CardNeeded)
    return sum((_finished(_dealt(side, card)) for card in +left), Fraction(0))


def _decided(side: Side, due: Question, kind: ActionKind) -> Side:
    weight, state, _, left = side
    done = after(state, act(state, Action(seat=due.seat, hand=due.hand, kind=kind)))
    return weight, *done, left


def _dealt(side: Side, card: Card) -> Side:
    weight, state, due, left = side
    assert isinstance(due, CardNeeded)
    state, due_then = after(state, [CardDealt(card, due.place, due.seat, due.hand)])
    return weight * left[card] / left.total(), state, due_then, left - Counter([card])
