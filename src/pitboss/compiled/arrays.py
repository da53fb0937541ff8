"""Names for the arrays that compiled code takes: what an entry is, not how many dimensions.

A table is as narrow as its entries allow: more of it stays in the nearest cache.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Halves = npt.NDArray[np.uint16]
"""Entries of two bytes."""
Words = npt.NDArray[np.uint32]
LongWords = npt.NDArray[np.uint64]
"""Entries of eight bytes: sets of cards, places in memory."""
Ints = npt.NDArray[np.int32]
"""Entries that may be negative, such as codes and nets."""
SmallInts = npt.NDArray[np.int8]
ShortInts = npt.NDArray[np.int16]
LongInts = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Array = npt.NDArray[Any]
"""Entries that the caller chooses, or that differ from kind to kind."""
Integers = npt.NDArray[np.integer[Any]]
"""Whole numbers of any size, for code that lays tables out before play."""
