"""Deuces Wild Xtreme in lanes: both hands of every lane are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulate.cells.round import PACKET
from pitboss.simulate.lanes.decks import LANES, Decks, DeckTurn, lane_card
from pitboss.simulate.lanes.plan import LanePlan, cell_ends, plan
from pitboss.simulate.random.philox import U32
from pitboss.simulate.wild_poker.kernel import WildPokerTables, settle

if TYPE_CHECKING:
    from pitboss.simulate.cells.job import CellJob

Array = Any
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


def wild_lanes(tables: WildPokerTables) -> WildLanes:
    """Return the tables for lanes."""
    values = tables.values
    assert values.max() < 1 << 31, "values fit into four bytes"
    return WildLanes(
        faces=(tables.hands.kinds | tables.suits << int(_KIND_BITS)).astype(np.uint8),
        rows=tables.hands.rows.astype(np.uint16),
        values=values.astype(np.int32),
    )


@jit_inlined
def _look_up(cards: Array, table: WildLanes, first: Integer, lane: Integer) -> np.int64:
    """Return twice the value of the hand that begins with a card, and 1 if it is played."""
    faces, rows = table.faces, table.rows
    shared = face = U32(faces[lane_card(cards, first, lane)])
    row = U32(U32(face & _KIND) * _COLUMNS + _COLUMNS)
    for after in range(1, PACKET):
        face = U32(faces[lane_card(cards, first + after, lane)])
        shared = U32(shared & face)
        row = U32(rows[U32(row + U32(face & _KIND))])
    return np.int64(table.values[U32(row + row + U32(shared > _KIND))])


@jit_inlined
def play(decks: Decks, table: WildLanes, turn: DeckTurn) -> None:  # noqa: ARG001
    """Play a round in every lane."""
    for lane in range(LANES):
        value = _look_up(decks.cards, table, 0, lane)
        against = _look_up(decks.cards, table, PACKET, lane) >> 1
        decks.ends[lane] = U32(settle(value, against))
        decks.kept[lane] = decks.doubts[lane] == 0


def wild_plan(job: CellJob) -> LanePlan | None:
    """Return how lanes play the standard wagers alone."""
    tables = job.layout.tables
    if len(job.wagers) or tables.times.any() or not job.places_in_decks(2 * PACKET):
        return None
    return plan(wild_lanes(tables), cell_ends(job, (np.arange(len(job.layout.cells)),)))
