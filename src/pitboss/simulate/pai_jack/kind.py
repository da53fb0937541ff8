"""Pai Jack in the simulator."""

from __future__ import annotations

from pitboss.simulate.pai_jack.layout import STRATEGIES, decide, pai_jack_layout
from pitboss.simulate.simulated_kind import cell_kind

KIND = cell_kind(pai_jack_layout, decide, STRATEGIES)
