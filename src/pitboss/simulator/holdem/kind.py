"""21-Hold 'em in the simulator."""

from __future__ import annotations

from pitboss.simulator.holdem.layout import STRATEGIES, decide, holdem_layout
from pitboss.simulator.simulated_kind import cell_kind

KIND = cell_kind(holdem_layout, decide, STRATEGIES)
