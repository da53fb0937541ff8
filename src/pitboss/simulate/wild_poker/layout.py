"""Deuces Wild Xtreme laid out for simulation: the hands that are played, and their results."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.cards import JOKER
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.rounds.wild_poker import ANTE, ODDS
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.wild_poker.matchups import Matchups
from pitboss.exact.wild_poker.solution import FoldRule, WildSolution, fold_rule, wild_solution
from pitboss.patterns.wild import is_wild, wild_value
from pitboss.simulate.cells.five_cards import five_cards, hands_by_number
from pitboss.simulate.cells.layout import CellLayout
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.wild_poker.kernel import WildPokerTables, value_hands
from pitboss.simulate.wild_poker.pays import PARTS, StandardResults

Array = Any

_WILD, _EVERY_SUIT = 1, 15
"""The kind of wild cards, which is the rank of deuces, and the suits of one."""
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
        tables=_tables(fold_turns(rule, solution.with_odds.met), replaced, results),
        nets_most=tuple(max(abs(cell.pays[part]) for cell in cells) for part in range(len(PARTS))),
        cards_a_hand=PACKET,
        cards_most=PACKET + replaced,
        is_one_cell=True,
    )


def _tables(turns: Array, replaced: int, results: StandardResults) -> WildPokerTables:
    """Return the arrays of the kernel, with the value of every hand."""
    wild = [is_wild(card) for card in range(JOKER + 1)]
    kinds = [_WILD if is_one else card >> 2 for card, is_one in enumerate(wild)]
    suits = [_EVERY_SUIT if is_one else 1 << (card & 3) for card, is_one in enumerate(wild)]
    values = np.zeros(2 * len(hands_by_number()), dtype=np.int64)
    value_hands(_examples(), values)
    played = np.searchsorted(turns, values, side="right") & 1
    return WildPokerTables(
        turns=turns,
        hands=five_cards(kinds),
        suits=np.array(suits, dtype=np.uint8),
        values=2 * values + played,
        replaces_joker=np.int64(replaced),
        dues=results.sharing[0],
        times=results.sharing[1],
    )


def _examples() -> Array:
    """Return two hands of every number: one of several suits, and one of a single suit.

    Some have no such hand, a pair none of a single suit; what stands there is never looked up.
    """
    kinds = hands_by_number()
    of_suits = np.array([0, 1, 2, 3, 1])  # whichever cards beside each other are wild, two differ
    plain = np.stack((4 * kinds + of_suits, 4 * kinds), axis=1)
    wild = np.where(np.arange(PACKET) == PACKET - 1, JOKER, 4 * _WILD + of_suits)
    return np.where((kinds == _WILD)[:, None, :], wild, plain).reshape(-1, PACKET)


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


def fold_turns(rule: FoldRule | None, met: Matchups) -> Array:
    """Return the values from which hands are played, and folded again, in turn.

    >>> from pitboss.exact.wild_poker.matchups import matchups
    >>> len(fold_turns(None, matchups()))
    1
    """
    turns, before = [], False
    for value in np.unique(met.value).tolist():
        plays = _is_played(rule, value)
        if plays != before:
            turns.append(value)
        before = plays
    return np.array(turns, dtype=np.int64)
