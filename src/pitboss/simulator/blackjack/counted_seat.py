"""One seat with side wagers that counts, as a graphics card walks it: see `blackjack.seat_walk`.

A round enters the cube as in `walk_game`. For its side wagers the cell of the cube has a row of its
own: numbers of deals, kinds of ends, and combinations that the cards decided. Most rounds have the
commonest number and the commonest kind: those are not counted, for they are all that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, LongInts
from pitboss.simulator.blackjack.play import FIRST_RESULT
from pitboss.simulator.blackjack.seat_tables import (
    EVENT_BITS,
    LOOK,
    CountedSeat,
    CountedSeatGame,
    CubeRowSections,
    DealPass,
    SeatAsks,
    SeatGame,
    SeatSections,
)
from pitboss.simulator.blackjack.seat_walk import can_walk, card_kinds, deal_pass, drawn_tables
from pitboss.simulator.blackjack.wager_looks import PRESUMED
from pitboss.simulator.counting.walk_game import counted_walk

if TYPE_CHECKING:
    from pitboss.simulator.blackjack.job import BlackjackJob


def counted_seat(job: BlackjackJob) -> CountedSeat | None:
    """Return how a graphics card walks one seat with side wagers that counts; None if it cannot."""
    lean = job.one_seat if job.counter is not None and can_walk(job) else None
    if lean is None:
        return None
    (hands, drawn) = drawn_tables(job)
    kinds = card_kinds(job)
    layout = job.count_layout
    counted = counted_walk(
        drawn,
        job.layout.strategy.classes.values,
        kinds[job.full_shoe],
        lean,
        layout,
        job.layout.player.asks,
        job.cut + job.reserve,
        kinds,
    )
    if counted is None or counted.walk.plan.ends >> EVENT_BITS - 1:
        return None
    made = counted.walk
    passed = _commonest_first(deal_pass(job, made, hands, lean.automaton))
    events, own_kinds = _kinds_of_events(passed)
    ups = len(passed.up_rows)
    downs = len(passed.down_rows)
    combinations = len(job.wager_tables.paid)
    at_kinds = ups + downs
    at_combinations = at_kinds + len(events) + 1
    least = layout.least_counts(job.cut + job.reserve + 1) - layout.play_running.start
    sections = counted.game.sections
    return CountedSeat(
        counted=counted._replace(walk=made._replace(full_shoe=job.full_shoe.astype(np.uint8))),
        game=CountedSeatGame(
            seat=SeatGame(
                tables=counted.game.tables,
                pays=job.pays,
                sections=SeatSections(0, sections.nets, sections.insurance, 0, 0, 0),
                columns=made.bytes[kinds],
                by_up=passed.by_up,
                by_down=passed.by_down,
                looks=passed.looks,
            ),
            cells=CubeRowSections(
                up=0,
                down=ups,
                kinds=at_kinds,
                combinations=at_combinations,
                size=at_combinations + combinations,
            ),
            kinds=own_kinds,
            asks=SeatAsks(
                asks=job.asks,
                least=np.clip(least, 0, None).astype(np.uint32).ravel(),
                room=np.uint32(least.shape[1]),
            ),
        ),
        passed=passed,
        counting=layout.counting(lean.counters),
        kinds=events,
        wagers=len(job.wagers),
        combinations=combinations,
    )


def _commonest_first(passed: DealPass) -> DealPass:
    """Return the pass with the commonest number of a deal as number 0."""
    by_up, up_rows = _renumber(passed.by_up, passed.up_rows)
    by_down, down_rows = _renumber(passed.by_down, passed.down_rows)
    return DealPass(
        by_up=by_up,
        by_down=by_down,
        looks=passed.looks,
        up_rows=up_rows,
        down_rows=down_rows,
        up_wagers=passed.up_wagers,
        down_wagers=passed.down_wagers,
    )


def _renumber(numbers: Halves, rows: LongInts) -> tuple[Halves, LongInts]:
    if not len(numbers):
        return numbers, rows
    order = np.argsort(-np.bincount(numbers & (LOOK - 1), minlength=len(rows)), kind="stable")
    place = np.argsort(order).astype(np.uint16)
    return place[numbers & (LOOK - 1)] | (numbers & LOOK), rows[order]


def _kinds_of_events(passed: DealPass) -> tuple[tuple[int, ...], Bytes]:
    """Return (kind): an event of it, and (event): its kind; splits are the last kind."""
    rows = passed.looks.rows[:, passed.looks.of_event.astype(bool)]
    _, first, kinds = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    presumed = np.flatnonzero((rows[first] == PRESUMED).all(axis=1))
    common = int(presumed[0]) if len(presumed) else 0
    order = [common, *(kind for kind in range(len(first)) if kind != common)]
    place = np.argsort(order)[kinds.ravel()].astype(np.uint8)
    place[: int(FIRST_RESULT)] = len(order)
    return tuple(int(first[kind]) for kind in order), place
