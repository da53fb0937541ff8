"""The codes of actions in compiled code, as numbers and bits."""

from __future__ import annotations

STAND, HIT, DOUBLE, SURRENDER, FREE_DOUBLE, SPLIT, FREE_SPLIT = range(7)
"""The actions with a hand; in a mask each is the bit 1 << its number."""
ACTIONS = 7
RESCUE = 1
REDOUBLE = 2
"""The actions with a doubled hand beside `STAND`."""
DOUBLED_ACTIONS = 3
NOTHING = -1
"""There is no decision."""
LEVELS = 3
"""The most doublings of a hand."""
