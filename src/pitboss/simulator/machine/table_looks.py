"""What the looks of whole tables share."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.buffers import CELLS_ROOM, RoundBuffers

Card = np.uint32
"""A card, as a number."""


@jit_inlined
def add_cell(buffers: RoundBuffers, seat: Integer, cell: Integer) -> None:
    """Store one more cell that a seat reached."""
    count = buffers.ended[seat]
    buffers.cells[seat * CELLS_ROOM + count] = cell
    buffers.ended[seat] = count + 1
