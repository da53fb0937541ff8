"""Advice for a hand that is written down: which choices there are, and what each is worth."""

from __future__ import annotations

from dataclasses import replace

from pitboss.api.advice import Advice, from_values
from pitboss.engine.setup import Setup
from pitboss.exact.advising.advise import advise
from pitboss.exact.advising.shown_cards import ShownCards
from pitboss.rulebook.problems import Problem, RulesError


def advise_hand(setup: Setup, shown: ShownCards) -> Advice:
    """Return the choices with a hand, best first; `RulesError` has everything that is wrong."""
    try:
        return from_values(advise(setup, shown).choices)
    except RulesError as error:
        raise RulesError(map(_of_argument, error.problems)) from None


def _of_argument(problem: Problem) -> Problem:
    """Name the argument of the function where the command line has an option."""
    return replace(problem, key=problem.key.removeprefix("--").replace("-", "_"))
