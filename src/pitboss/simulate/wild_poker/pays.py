"""The results of the standard wagers of Deuces Wild Xtreme for a seat.

The solver has the pays from the engine. A house may post the most that it pays on Odds in a round,
for all seats together (ruling C74): if more is due, a winner's cell says how much.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from pitboss.engine.rounds.wild_poker import ANTE, ODDS, PLAY
from pitboss.engine.setup import Setup
from pitboss.exact.wild_poker.folding import WITH_ODDS, Gains, Net
from pitboss.patterns.wild import WildRank
from pitboss.rulebook.pays import within_limit
from pitboss.simulate.buffers import SEATS_MAX
from pitboss.simulate.cells.layout import Cell
from pitboss.simulate.tally import BASE, Part
from pitboss.simulate.wild_poker.kernel import WON

Array = Any
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
        dues, times = np.zeros(len(owed), np.int64), np.zeros(1, np.int64)
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
