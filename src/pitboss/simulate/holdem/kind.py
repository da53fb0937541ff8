"""21-Hold 'em in the simulator."""

from __future__ import annotations

from pitboss.simulate.cells.kind import cell_kind
from pitboss.simulate.holdem.layout import STRATEGIES, decide, holdem_layout

KIND = cell_kind(holdem_layout, decide, STRATEGIES)
