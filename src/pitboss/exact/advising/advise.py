"""Advice for a hand: every legal choice with its value, from the same `Decisions` as at a table.

>>> from pitboss.engine.setup import prepare
>>> from pitboss.rulebook.house import House
>>> setup = prepare(House(game="co/21-holdem"))
>>> advice = advise(setup, ShownCards(hand="8h 2c", community="Ks 7d"))
>>> [(str(choice.action), str(choice.value)) for choice in advice.choices]
[('bet', '-15/8'), ('fold', '-2')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Unseen, format_cards
from pitboss.engine.actions import RefusedError
from pitboss.engine.setup import Setup
from pitboss.exact.advising.positions import make_position
from pitboss.exact.advising.shown_cards import GONE, HAND, WAGER, ShownCards, not_in_shoe
from pitboss.exact.decisions import Decisions
from pitboss.exact.solution import table_json
from pitboss.exact.wager_size import wager_problems
from pitboss.exact.worth import Advice, Worth
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.problems import Problem, RulesError


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAdvice:
    """The value of every choice with a hand."""

    setup: Setup
    shown: ShownCards
    worth: Worth
    """The decision now."""
    after_bet: Worth | None = None
    """Ante Up 21: the decision after the bet; it may have no choice."""

    @property
    def choices(self) -> tuple[Advice, ...]:
        """The choices, the best first."""
        return self.worth.values

    @property
    def best(self) -> Advice:
        """The best choice."""
        return self.worth.best

    @property
    def heading(self) -> tuple[str, ...]:
        """The named cards, and the unit of the values."""
        lines = make_position(self.setup.round, self.shown).heading(self.setup, self.shown)
        gone = format_cards(self.shown.cards(GONE))
        return (*lines, f"gone before this round: {gone}") if gone else lines

    def as_json(self) -> dict[str, Any]:
        """Return what `pitboss advise --json` prints, without the assumed options."""
        position = make_position(self.setup.round, self.shown)
        record = table_json(self.setup) | position.as_json(self.setup, self.shown)
        record |= _choices_json(self.worth)
        if self.best.low is not None:
            record["best_low"] = format_cards(self.best.low)
        if self.after_bet is not None:
            record["after_bet"] = _choices_json(self.after_bet)
        return record


def _choices_json(worth: Worth) -> dict[str, Any]:
    choices = worth.values
    return {
        "actions": [choice.as_json() for choice in choices],
        "best": str(choices[0].action) if choices else None,
    }


def card_problems(kind: RoundKind | None, shown: ShownCards) -> Iterator[Problem]:
    """Yield the problems of the cards that do not depend on the table; None: no such game."""
    return make_position(kind, shown).problems(shown)


def advise(setup: Setup, shown: ShownCards, decisions: Decisions | None = None) -> HandAdvice:
    """Value every legal choice with a hand; raise `RulesError` with every problem.

    *decisions* of the same table keep what they have solved for the next hand. Suits may be left
    out where they do not change the values.
    """
    position = make_position(setup.round, shown)
    problems = [*position.problems(shown), *position.problems_here(setup, shown)]
    problems += wager_problems(setup, shown.wager, key=WAGER)
    if problems:
        raise RulesError(problems)
    valued = decisions_with(setup, shown) if decisions is None else decisions
    advice = _advise(setup, shown, valued)
    alike = shown.with_equal_suits(setup.shoe.deck_count)
    if alike is not None and _round_values(_advise(setup, alike, valued)) != _round_values(advice):
        message = "the suits make a difference here; write them, as in '6h 7h'"
        raise RulesError([Problem(code="hand/suits", key=HAND, message=message)])
    return advice


def decisions_with(setup: Setup, shown: ShownCards) -> Decisions:
    """Return the `Decisions` of a table without the cards that are gone."""
    if not shown.gone:
        return Decisions(setup)
    problems = [*shown.unread(GONE), *not_in_shoe(setup, shown.cards(GONE))]
    if problems:
        raise RulesError(problems)
    return Decisions(setup, unseen=Unseen.from_shoe(setup.shoe).without(*shown.cards(GONE)))


def _round_values(advice: HandAdvice) -> list[tuple[str, float]]:
    """Return the values of the choices, to the digits on which two ways of counting agree."""
    choices = [*advice.choices, *(advice.after_bet.values if advice.after_bet else ())]
    return sorted((str(choice.action), round(float(choice.value), 9)) for choice in choices)


def _advise(setup: Setup, shown: ShownCards, valued: Decisions) -> HandAdvice:
    position = make_position(setup.round, shown)
    try:
        worths = [valued.worth(*posed) for posed in position.questions(setup, shown)]
    except RefusedError as error:
        refusal = error.refusal
        problem = Problem(code=refusal.code, key=HAND, message=refusal.message)
        raise RulesError([problem]) from None
    after = worths[1] if len(worths) > 1 else None
    return HandAdvice(setup=setup, shown=shown, worth=worths[0], after_bet=after)
