"""3 Card 21 in the simulator."""

from __future__ import annotations

from pitboss.simulator.simulated_kind import cell_kind
from pitboss.simulator.three_card_21.layout import (
    STRATEGIES,
    decide,
    standing_layout,
    three_card_layout,
)

KIND = cell_kind(three_card_layout, decide, STRATEGIES, standing_layout)
