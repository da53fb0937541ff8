"""How often Python looks for garbage in a process that runs tables."""

from __future__ import annotations

import gc


def collect_seldom() -> None:
    """Leave what is there alone, and look through the rest a hundred times less often.

    A table's values hold no cycles, so they go as soon as they are replaced. Looking for cycles
    among the values of some hundred tables took a sixth of a round's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(70_000, 50, 100)
