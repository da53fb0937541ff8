"""What lanes of Deuces Wild Xtreme look up: both hands (`rounds/wild_poker.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Bytes, Halves, Ints
from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.cells.round import PACKET
from pitboss.simulator.lanes.plan import LanePlan, cell_ends, plan
from pitboss.simulator.machine.table_looks import Card
from pitboss.simulator.random.philox import U32
from pitboss.simulator.wild_poker.looks import WildPokerTables, settle

if TYPE_CHECKING:
    from pitboss.simulator.cells.job import CellJob

_KIND_BITS, _KIND = U32(4), U32(15)
_COLUMNS = U32(13)


class WildLanes(NamedTuple):
    """The tables of `value_hand` in less room."""

    faces: Bytes
    """(card): its kind, and above it its suits as bits."""
    rows: Halves
    """(cards so far, kind): the row of one card more; after the fifth the number of the hand."""
    values: Ints
    """(number of a hand, whether it shares a suit): twice its value, and 1 if it is played."""


def wild_lanes(tables: WildPokerTables) -> WildLanes:
    """Return the tables for lanes."""
    values = tables.values
    assert values.max() < 1 << 31, "values fit into four bytes"
    return WildLanes(
        faces=(tables.hands.kinds | tables.suits << int(_KIND_BITS)).astype(np.uint8),
        rows=tables.hands.rows.astype(np.uint16),
        values=values.astype(np.int32),
    )


def wild_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play the standard wagers alone."""
    tables = job.layout.tables
    if len(job.wagers) or tables.times.any() or not job.places_in_decks(2 * PACKET):
        return None
    return plan(wild_lanes(tables), cell_ends(job, (np.arange(len(job.layout.cells)),)))


@jit_inlined
def value_hand(
    table: WildLanes, one: Card, two: Card, three: Card, four: Card, five: Card
) -> np.int64:
    """Return twice the value of a hand, and 1 if it is played."""
    faces, rows = table.faces, table.rows
    shared = face = U32(faces[one])
    row = U32(U32(face & _KIND) * _COLUMNS + _COLUMNS)
    for card in (two, three, four, five):
        face = U32(faces[card])
        shared = U32(shared & face)
        row = U32(rows[U32(row + U32(face & _KIND))])
    return np.int64(table.values[U32(row + row + U32(shared > _KIND))])


@jit_inlined
def compare(_: WildLanes, value: np.int64, against: np.int64) -> np.uint32:
    """Return the cell of a hand against the dealer's, each as `value_hand` has it."""
    return U32(settle(value, against >> 1))


@jit_inlined
def end_hand(_: WildLanes, cell: np.uint32) -> np.uint32:
    """Return the end: the cell."""
    return cell
