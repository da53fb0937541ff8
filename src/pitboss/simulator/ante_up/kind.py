"""Ante Up 21 in the simulator."""

from __future__ import annotations

from pitboss.simulator.ante_up.layout import STRATEGIES, ante_up_layout, decide, standing_layout
from pitboss.simulator.simulated_kind import cell_kind

KIND = cell_kind(ante_up_layout, decide, STRATEGIES, standing_layout)
