"""Pai Jack in the simulator."""

from __future__ import annotations

from pitboss.simulator.pai_jack.layout import STRATEGIES, decide, pai_jack_layout
from pitboss.simulator.simulated_kind import cell_kind

KIND = cell_kind(pai_jack_layout, decide, STRATEGIES)
