"""Deuces Wild Xtreme laid out for simulation: the hands that are played, and their results."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.rounds.wild_poker import ANTE, ODDS
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.wild_poker.fold_rule import FoldRule, fold_rule
from pitboss.exact.wild_poker.matchups import Matchups
from pitboss.exact.wild_poker.solution import WildSolution, wild_solution
from pitboss.patterns.wild import wild_value
from pitboss.simulate.cells.layout import CellLayout
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.wild_poker.kernel import WildPokerTables
from pitboss.simulate.wild_poker.pays import PARTS, StandardResults

Array = Any

OPTIMAL, WITHOUT_ODDS, NEVER_FOLD = STRATEGIES = ("optimal", "without-odds", "never-fold")
"""Fold for all wagers, for the ante and the play wager alone, or never."""


def wild_poker_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for a player who folds as the solver does, or never."""
    solution = wild_solution(setup)
    rule = _rule(solution, strategy)
    results = StandardResults(setup, solution.with_odds.paid)
    cells, replaced = tuple(results.cells), int(setup.replacement)
    return CellLayout(
        setup=setup,
        strategy=rule,
        parts=PARTS,
        placed=(ANTE, ODDS),
        cells=cells,
        tables=WildPokerTables(
            turns_of(rule, solution.with_odds.met), np.int64(replaced), *results.sharing
        ),
        nets_most=tuple(max(abs(cell.pays[part]) for cell in cells) for part in range(len(PARTS))),
        cards_a_hand=PACKET,
        cards_most=PACKET + replaced,
    )


def decide(layout: CellLayout, state: State, question: Question) -> Action:
    """Play or fold a hand at the table engine as the layout's strategy has it."""
    value = wild_value(state.seat(question.seat).hand(question.hand).cards)
    plays = _is_played(layout.strategy, value)
    return Action(seat=question.seat, kind=ActionKind.BET if plays else ActionKind.FOLD)


def _rule(solution: WildSolution, strategy: str) -> FoldRule | None:
    """Return the solver's fold rule; None if all hands are played."""
    if strategy == NEVER_FOLD:
        return None
    return fold_rule(solution.with_odds if strategy == OPTIMAL else solution.without_odds)


def _is_played(rule: FoldRule | None, value: int) -> bool:
    """Whether a hand of a comparison value is played."""
    return rule is None or rule.plays(value)


def turns_of(rule: FoldRule | None, met: Matchups) -> Array:
    """Return the values from which hands are played, and folded again, in turn.

    >>> from pitboss.exact.wild_poker.matchups import matchups
    >>> len(turns_of(None, matchups()))
    1
    """
    found, before = [], False
    for value in np.unique(met.value).tolist():
        plays = _is_played(rule, value)
        if plays != before:
            found.append(value)
        before = plays
    return np.array(found, dtype=np.int64)
