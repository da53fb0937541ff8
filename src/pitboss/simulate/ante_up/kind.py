"""Ante Up 21 in the simulator."""

from __future__ import annotations

from pitboss.simulate.ante_up.layout import STRATEGIES, ante_up_layout, decide, standing_layout
from pitboss.simulate.simulated_kind import cell_kind

KIND = cell_kind(ante_up_layout, decide, STRATEGIES, standing_layout)
