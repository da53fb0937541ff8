"""The codes of actions in compiled code: what may be done with a hand, as numbers and bits."""

from __future__ import annotations

STAND, HIT, DOUBLE, SURRENDER, FREE_DOUBLE, SPLIT, FREE_SPLIT = range(7)
"""What may be done with a hand; in a mask each is the bit 1 << its number."""
ACTIONS = 7
RESCUE, REDOUBLE = 1, 2
"""What may be done with a doubled hand beside `STAND`."""
DOUBLED_ACTIONS = 3
NOTHING = -1
"""No decision is asked."""
LEVELS = 3
"""How often a hand may be doubled at most."""
