"""Deuces Wild Xtreme laid out for simulation: the hands that are played, and their results.

The solver has the pays from the engine. A house may post the most that it pays on Odds in a round,
for all seats together (ruling C74): if more is due, a winner's cell says how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import gcd

import numpy as np

from pitboss.cards import JOKER
from pitboss.compiled.arrays import Array
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.rounds.wild_poker import ANTE, ODDS, PLAY
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.wild_poker.matchups import Matchups
from pitboss.exact.wild_poker.solution import (
    WITH_ODDS,
    FoldRule,
    Gains,
    Net,
    WildSolution,
    fold_rule,
    wild_solution,
)
from pitboss.patterns.wild import WildRank, is_wild, wild_value
from pitboss.rulebook.pays import within_limit
from pitboss.simulator.buffers import SEATS_MAX
from pitboss.simulator.cells.five_cards import five_cards, hands_by_number
from pitboss.simulator.cells.job import Cell, CellLayout
from pitboss.simulator.cells.round import PACKET
from pitboss.simulator.tally import BASE, Part
from pitboss.simulator.wild_poker.looks import WON, WildPokerTables, value_hands

Cents = dict[str, int]
"""Wager -> its win."""

PARTS = tuple(
    Part(name, title, wagers, BASE, of="the ante", units="antes")
    for name, title, wagers in (
        ("main", "Ante, Odds and play", WITH_ODDS),
        ("ante", "Of it on the ante", (ANTE,)),
        ("odds", "Of it on Odds", (ODDS,)),
        ("play", "Of it on play", (PLAY,)),
    )
)
_WILD = 1
_EVERY_SUIT = 15
"""The kind of wild cards, which is the rank of deuces, and the suits of one."""
OPTIMAL, WITHOUT_ODDS, NEVER_FOLD = STRATEGIES = ("optimal", "without-odds", "never-fold")
"""Fold for all wagers, for the ante and the play wager alone, or never."""


class StandardResults:
    """Every way in which the standard wagers of a seat may end, in the order of the kernel."""

    def __init__(self, setup: Setup, paid: Gains) -> None:
        """Take the pays of the table, before its limits."""
        self._setup = setup
        self.fold, self.loss, self.tie = map(self._cents, (paid.fold, paid.loss, paid.tie))
        self.won = {rank: self._cents(net) for rank, net in paid.win.items()}

    def _cents(self, net: Net) -> Cents:
        rounded = self._setup.rounding.apply
        return {wager: rounded(BASE * gain) for wager, gain in net.items()}

    @property
    def limit(self) -> int | None:
        """The most that is paid on Odds in a round, if the house has posted it."""
        return self._setup.configured.spots[ODDS].aggregate

    @property
    def cells(self) -> Iterator[Cell]:
        """A fold, a loss, a tie, every rank that wins; again for every total above the limit."""
        yield _cell(("fold",), self.fold, self.fold)
        yield _cell(("lose",), self.loss, self.loss)
        yield _cell(("tie",), self.tie, self.loss)
        for rank, won in self.won.items():
            yield self._winner(rank, won)
        for due in self.too_much:
            for rank, won in self.won.items():
                yield self._winner(rank, won | {ODDS: self._share(won[ODDS], due)})

    def _winner(self, rank: WildRank, won: Cents) -> Cell:
        events = "win", f"win, {rank.name.replace('_', ' ').lower()}"
        return _cell(events, won, self.loss)

    def _share(self, pay: int, due: int) -> int:
        assert self.limit is not None
        return within_limit(pay, self.limit, due)

    @cached_property
    def too_much(self) -> tuple[int, ...]:
        """Cents that may be due on Odds in a round, and exceed the limit."""
        if self.limit is None:
            return ()
        reached = {0}
        for _ in range(SEATS_MAX):
            reached |= {due + won[ODDS] for due in reached for won in self.won.values()}
        return tuple(sorted(due for due in reached if due > self.limit))

    @property
    def sharing(self) -> tuple[Array, Array]:
        """Return what is due on Odds, cell by cell, and the number of the total above the limit.

        Both are in the unit of all that may be due, and empty without a limit.
        """
        owed = [0] * WON + [won[ODDS] for won in self.won.values()]
        unit = gcd(*owed)
        dues = np.zeros(len(owed), np.int64)
        times = np.zeros(1, np.int64)
        if self.too_much:
            dues = np.array(owed, dtype=np.int64) // unit
            times = np.zeros(self.too_much[-1] // unit + 1, dtype=np.int64)
            for time, due in enumerate(self.too_much, start=1):
                times[due // unit] = time
        return dues, times


def _cell(events: tuple[str, ...], won: Cents, lost: Cents) -> Cell:
    """Return a cell; the stake is what a losing hand loses."""
    return Cell(
        events=events,
        pays=tuple(sum(won[wager] for wager in part.wagers) for part in PARTS),
        stakes=tuple(-sum(lost[wager] for wager in part.wagers) for part in PARTS),
    )


def wild_poker_layout(setup: Setup, strategy: str) -> CellLayout:
    """Lay a table out for a player who folds as the solver does, or never."""
    solution = wild_solution(setup)
    rule = _rule(solution, strategy)
    results = StandardResults(setup, solution.with_odds.paid)
    cells = tuple(results.cells)
    replaced = int(setup.replacement)
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
    turns = []
    before = False
    for value in np.unique(met.value).tolist():
        plays = _is_played(rule, value)
        if plays != before:
            turns.append(value)
        before = plays
    return np.array(turns, dtype=np.int64)
