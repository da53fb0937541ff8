"""Deuces Wild Xtreme laid out for simulation: which hands are played, and what they come to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.engine.wild_poker import ANTE, ODDS, PLAY
from pitboss.exact.wild_counts import HAND_SIZE
from pitboss.exact.wild_fold_rule import FoldRule, fold_rule
from pitboss.exact.wild_gains import WITH_ODDS, Gains, Net
from pitboss.exact.wild_meetings import Meetings
from pitboss.exact.wild_poker import WildSolution, solved_wild
from pitboss.patterns.wild import wild_value
from pitboss.simulate.ends import BASE
from pitboss.simulate.other_layout import Cell, OtherLayout
from pitboss.simulate.tally import Part

Array = Any

OPTIMAL, WITHOUT_ODDS, NEVER_FOLD = STRATEGIES = ("optimal", "without-odds", "never-fold")
"""To fold for all wagers, for the ante and the play wager alone, or not at all."""

_PARTS = tuple(
    Part(name, title, wagers, BASE, of="the ante", units="antes")
    for name, title, wagers in (
        ("main", "Ante, Odds and play", WITH_ODDS),
        ("ante", "Of it on the ante", (ANTE,)),
        ("odds", "Of it on Odds", (ODDS,)),
        ("play", "Of it on play", (PLAY,)),
    )
)


def wild_poker_layout(setup: Setup, strategy: str) -> OtherLayout:
    """Lay a table out for one who folds as the solver does, or never."""
    solution = solved_wild(setup)
    rule = _rule(solution, strategy)
    cells = tuple(_cells(setup, solution.with_odds.paid))
    replaced = int(setup.replacement)
    return OtherLayout(
        setup=setup,
        strategy=rule,
        parts=_PARTS,
        placed=(ANTE, ODDS),
        cells=cells,
        tables=(turns_of(rule, solution.with_odds.met), np.int64(replaced)),
        nets_most=tuple(max(abs(cell.pays[part]) for cell in cells) for part in range(len(_PARTS))),
        cards_a_hand=HAND_SIZE,
        cards_most=HAND_SIZE + replaced,
    )


def decide(layout: OtherLayout, state: State, asked: Question) -> Action:
    """Play or fold a hand at the table engine as the layout's strategy has it."""
    value = wild_value(state.seat(asked.seat).hand(asked.hand).cards)
    plays = _is_played(layout.strategy, value)
    return Action(seat=asked.seat, kind=ActionKind.BET if plays else ActionKind.FOLD)


def _rule(solution: WildSolution, strategy: str) -> FoldRule | None:
    """Return the rule that says of every hand what the solver does; None where all are played."""
    if strategy == NEVER_FOLD:
        return None
    return fold_rule(solution.with_odds if strategy == OPTIMAL else solution.without_odds)


def _is_played(rule: FoldRule | None, value: int) -> bool:
    """Whether a hand of a comparison value is played."""
    return rule is None or rule.plays(value)


def turns_of(rule: FoldRule | None, met: Meetings) -> Array:
    """Return the values from which on hands are played, and folded again, in turn.

    >>> from pitboss.exact.wild_meetings import meetings
    >>> len(turns_of(None, meetings()))
    1
    """
    found, before = [], False
    for value in np.unique(met.value).tolist():
        plays = _is_played(rule, value)
        if plays != before:
            found.append(value)
        before = plays
    return np.array(found, dtype=np.int64)


def _cells(setup: Setup, paid: Gains) -> Iterator[Cell]:
    """What may become of a seat's wagers, in the order of `wild_poker_round`.

    What is paid has been asked of the table by the solver; a hand that loses loses all there is.
    """
    yield _cell(setup, ("fold",), paid.fold, paid.fold)
    yield _cell(setup, ("lose",), paid.loss, paid.loss)
    yield _cell(setup, ("tie",), paid.tie, paid.loss)
    for rank, net in paid.win.items():
        events = "win", f"win, {rank.name.replace('_', ' ').lower()}"
        yield _cell(setup, events, net, paid.loss)


def _cell(setup: Setup, events: tuple[str, ...], net: Net, loss: Net) -> Cell:
    won, lost = (
        tuple(sum(setup.rounding.apply(BASE * of[each]) for each in part.wagers) for part in _PARTS)
        for of in (net, loss)
    )
    return Cell(events=events, pays=won, stakes=tuple(-cents for cents in lost))
