"""The base class of positions, and their shared code. A position is a hand that needs advice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from pitboss.cards import Card, format_cards
from pitboss.engine import legal
from pitboss.engine.actions import ActionKind, Choice, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import Hand, Seat, State
from pitboss.exact.advising.shown_cards import GONE, HAND, OTHER, UP, ShownCards, not_in_shoe
from pitboss.rulebook.problems import Problem, RulesError

TWO = 2
BET_OR_FOLD = (Choice(ActionKind.BET), legal.FOLD)
NO_BLACKJACK = "no dealer blackjack"
PosedQuestion = tuple[State, Question]


class AdvisedPosition(ABC):
    """A hand that needs advice: two cards against an up card, unless *keys* names other cards."""

    keys: tuple[str, ...] = (HAND, UP)
    """The places of the named cards."""

    def problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems that do not depend on the table."""
        yield from shown.unread(*self.keys, GONE)
        yield from self.own_problems(shown)

    @abstractmethod
    def own_problems(self, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems of readable cards: positions that no seat can have."""

    def problems_here(self, setup: Setup, shown: ShownCards) -> Iterator[Problem]:
        """Yield the problems at this table: cards that the shoe does not have."""
        yield from not_in_shoe(setup, shown.cards(*self.keys, GONE))

    @abstractmethod
    def questions(self, setup: Setup, shown: ShownCards) -> tuple[PosedQuestion, ...]:
        """Return the states and questions; a second one follows the first."""

    def as_json(self, _: Setup, shown: ShownCards) -> dict[str, Any]:
        """Return the named cards."""
        keys = (*self.keys, GONE) if shown.gone else self.keys
        return {key.removeprefix("--"): format_cards(shown.cards(key)) for key in keys}

    @abstractmethod
    def heading(self, setup: Setup, shown: ShownCards) -> tuple[str, ...]:
        """Return the same for people, and the unit of the values."""


def make_state(
    setup: Setup, hands: tuple[Hand, ...], dealer: tuple[Card, ...], *more: str
) -> State:
    """Return a seat with one unit on every main wager and on *more*."""
    wagers = dict.fromkeys((*setup.mains, *more), hands[0].base)
    return State(setup, (Seat(1, "", wagers, setup.mains, hands, {}),), {}, dealer=dealer)


def hand_question(state: State, key: str) -> Question:
    """Return the question about the first hand; raise `RulesError` if it has no decision."""
    (seat,) = state.seats
    choices = legal.hand_choices(state.setup, seat.hands[0], len(seat.hands))
    if not choices:
        raise no_decision(key, "this hand is asked nothing: it is settled or stands")
    return Question(1, 1, choices)


def no_decision(key: str, message: str) -> RulesError:
    """Return the error of a hand without a decision."""
    return RulesError([Problem(code="hand/nothing-asked", key=key, message=message)])


def blackjack_flags(shown: ShownCards) -> dict[str, object]:
    """Return everything that only a blackjack hand has."""
    return {UP: shown.up, OTHER: shown.other, **shown.flags}


def against(shown: ShownCards, beside: str = "") -> str:
    """Return the hand and the up card in words."""
    held, up = (format_cards(shown.cards(key)) for key in (HAND, UP))
    return f"{held}{beside} against {up}"
