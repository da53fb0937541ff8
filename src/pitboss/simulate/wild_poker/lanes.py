"""Deuces Wild Xtreme in lanes: both hands of every lane are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import jit_inlined
from pitboss.simulate.cells.lane_plan import cell_ends
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.lanes.memory import Lanes, count, end
from pitboss.simulate.lanes.plan import LanePlan, plan
from pitboss.simulate.random.philox import U32, U64
from pitboss.simulate.wild_poker.kernel import WildPokerTables, settle

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
ENDS = 1
_KIND_BITS, _KIND = U32(4), U32(15)
_COLUMNS = U32(13)


class WildLanes(NamedTuple):
    """What `look_up` looks at, in less room."""

    faces: Array
    """(card): its kind, and above it its suits as bits."""
    rows: Array
    """(cards so far, kind): the row of one card more; after the fifth the number of the hand."""
    values: Array
    """(number of a hand, whether it shares a suit): twice its value, and 1 if it is played."""
    cards: np.uint64
    """How many cards a round takes."""


def wild_lanes(tables: WildPokerTables) -> WildLanes:
    """Return the tables for lanes."""
    values = tables.values
    assert values.max() < 1 << 31, "values fit into four bytes"
    return WildLanes(
        faces=(tables.hands.kinds | tables.suits << int(_KIND_BITS)).astype(np.uint8),
        rows=tables.hands.rows.astype(np.uint16),
        values=values.astype(np.int32),
        cards=np.uint64(2 * PACKET + int(tables.replaces_joker)),
    )


@jit_inlined
def _look_up(cards: Array, table: WildLanes, place: np.uint64) -> np.int64:
    """Return twice the value of the hand at a place, and 1 if it is played."""
    faces, rows = table.faces, table.rows
    shared = face = U32(faces[cards[place]])
    row = U32(U32(face & _KIND) * _COLUMNS + _COLUMNS)
    for after in range(1, PACKET):
        face = U32(faces[cards[U64(place + U64(after))]])
        shared = U32(shared & face)
        row = U32(rows[U32(row + U32(face & _KIND))])
    return np.int64(table.values[U32(row + row + U32(shared > _KIND))])


@jit_inlined
def play(lanes: Lanes, table: WildLanes, seed: np.uint64) -> None:  # noqa: ARG001
    """Play a round in every lane."""
    for lane in range(count(lanes.kept)):
        start = U64(lanes.starts[lane])
        found = _look_up(lanes.cards, table, start)
        against = _look_up(lanes.cards, table, U64(start + U64(PACKET))) >> 1
        end(lanes.ends, lane, 0, U32(settle(found, against)))
        lanes.places[lane] = U64(start + table.cards)
        lanes.kept[lane] = 1


def wild_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play the standard wagers alone."""
    tables = job.layout.tables
    if len(job.wagers) or tables.times.any():
        return None
    return plan(wild_lanes(tables), cell_ends(job, (np.arange(len(job.layout.cells)),)))
