"""The results of the poker part of 21-Hold 'em for a seat, from the table engine.

A house may post the most that it pays on a poker wager in a round, for all seats together (ruling
C74). If more is due, the pay of a hand depends on the total.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any

import numpy as np

from pitboss.engine.events import Event, WagerSettled
from pitboss.engine.rounds import holdem
from pitboss.engine.rounds.poker_wagers import apply_limits
from pitboss.engine.setup import Setup
from pitboss.engine.state import Seat, State
from pitboss.engine.values import replace
from pitboss.exact.holdem.poker import FOLDS
from pitboss.patterns.five_card import FiveCard
from pitboss.simulate.buffers import SEATS_MAX
from pitboss.simulate.holdem.kernel import STAYED
from pitboss.simulate.tally import BASE

Array = Any
Ways = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Way:
    """One way in which poker ends for a seat."""

    name: str
    lines: tuple[WagerSettled, ...]
    """What the engine settles, before any limit."""

    @property
    def net(self) -> int:
        """Cents won on all wagers together."""
        return sum(line.net for line in self.lines)

    @property
    def stake(self) -> int:
        """Cents on all of them."""
        return sum(line.stake for line in self.lines)

    @property
    def due(self) -> int:
        """Cents due on each of them."""
        first, *more = (line.net for line in self.lines)
        assert all(net == first for net in more), "2104(13)(b): all are paid at the same odds"
        return max(0, first)


class PokerResults:
    """Every way in which poker ends at a table, and its pays."""

    def __init__(self, setup: Setup) -> None:
        """Ask the engine about both folds and every hand, the best first."""
        self.setup = setup
        self._found = {FiveCard(kind): self._settle(kind) for kind in reversed(FiveCard)}
        folded = (Way(name, self._fold_way(made)) for made, name in enumerate(FOLDS, start=1))
        self.ways = tuple(dict.fromkeys((*folded, *self._found.values())))
        assert self.ways.index(self._found[FiveCard.ROYAL_FLUSH]) == STAYED

    def _state(self, made: int | None = None) -> tuple[State, Seat]:
        """Return a table with one seat that has made *count* poker wagers, or all of them."""
        wagers = dict.fromkeys(list(self.setup.played_tables)[:made], BASE)
        seat = Seat(1, "", wagers, (), (), {})
        return State(self.setup, (seat,), {}), seat

    def _fold_way(self, made: int) -> tuple[WagerSettled, ...]:
        return _lines(holdem.settle_fold(*self._state(made)))

    def _settle(self, kind: int) -> Way:
        lines = _lines(holdem.settle_poker(*self._state(), kind))
        return Way(lines[0].outcome, lines)

    @property
    def way_by_hand(self) -> Array:
        """`FiveCard` -> the number of its way."""
        return np.array([self.ways.index(self._found[kind]) for kind in FiveCard], dtype=np.int64)

    @cached_property
    def unit(self) -> int:
        """Cents: every amount due is a multiple of it."""
        return gcd(*(way.due for way in self.ways)) or 1

    @property
    def dues(self) -> Array:
        """Way -> what is due on each wager, in units."""
        return np.array([way.due // self.unit for way in self.ways], dtype=np.int64)

    @cached_property
    def reachable_ways(self) -> Mapping[int, Ways]:
        """Cents that may be due on a wager in a round -> hands of the fewest seats for it."""
        reached: dict[int, Ways] = {0: ()}
        paid = [number for number, way in enumerate(self.ways) if way.due]
        for seats in range(SEATS_MAX):
            last = [(due, ways) for due, ways in reached.items() if len(ways) == seats]
            for due, ways in last:
                for number in paid:
                    reached.setdefault(due + self.ways[number].due, (*ways, number))
        return reached

    @property
    def limit(self) -> int | None:
        """The lowest limit of a wager, if one has any."""
        spots = (self.setup.configured.spots[wager] for wager in self.setup.played_tables)
        return min((s.aggregate for s in spots if s.aggregate is not None), default=None)

    def limited_wins(self) -> Iterator[tuple[int, Mapping[int, int]]]:
        """Yield every amount that may be due above a limit, with the win of each way in cents."""
        for due in sorted(self.reachable_ways):
            if self.limit is not None and due > self.limit:
                yield due, dict(self._share(due))

    def _share(self, due: int) -> Iterator[tuple[int, int]]:
        for number, way in enumerate(self.ways):
            others = self.reachable_ways.get(due - way.due)
            if way.due and others is not None and len(others) < SEATS_MAX:
                yield number, self._win_beside(number, others)

    def _win_beside(self, number: int, others: Ways) -> int:
        """Return the cents won by a seat where the others have *hands*."""
        events: list[Event] = [
            replace(line, seat=seat)
            for seat, way in enumerate((number, *others), start=1)
            for line in self.ways[way].lines
        ]
        lines = _lines(apply_limits(self.setup, events))
        return sum(line.net for line in lines if line.seat == 1)


def _lines(events: list[Event]) -> tuple[WagerSettled, ...]:
    return tuple(event for event in events if isinstance(event, WagerSettled))
