"""Pai Jack in the simulator."""

from __future__ import annotations

from pitboss.simulate.cells.kind import cell_kind
from pitboss.simulate.pai_jack.layout import STRATEGIES, decide, pai_jack_layout

KIND = cell_kind(pai_jack_layout, decide, STRATEGIES)
