"""Wild poker in the simulator."""

from __future__ import annotations

from pitboss.simulator.simulated_kind import cell_kind
from pitboss.simulator.wild_poker.layout import STRATEGIES, decide, wild_poker_layout

KIND = cell_kind(wild_poker_layout, decide, STRATEGIES)
