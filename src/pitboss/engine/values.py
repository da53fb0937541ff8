"""The base of the engine's values: a frozen struct of msgspec.

A round makes and copies some forty of them. A struct takes a tenth of a microsecond for that, a
named tuple or a frozen dataclass up to ten times as long. No other module of the engine imports
anything but the standard library.
"""

from msgspec import Struct
from msgspec.structs import asdict, replace

__all__ = ["Value", "asdict", "replace"]


class Value(Struct, frozen=True, gc=False):
    """What values are made from; none of them can hold itself, so nobody need look for cycles."""
