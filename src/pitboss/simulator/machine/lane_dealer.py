"""The dealer of a lane."""

from __future__ import annotations

import numpy as np

from pitboss.compiled.jit import jit_inlined
from pitboss.simulator.lanes.hands import BLACKJACK_ROW, NOT_DRAWN_ROW


@jit_inlined
def begin_dealer(row: np.uint32, waits: np.uint32) -> np.uint32:
    """Return the row from which the dealer draws, or stays where no hand depends on it."""
    stays = BLACKJACK_ROW if row == BLACKJACK_ROW else NOT_DRAWN_ROW
    return row if waits else stays
