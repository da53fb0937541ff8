"""Compact storage of integer arrays: an array with few distinct values stores their numbers.

To read a file takes as long as it is large, and what is looked up by the million is often one of
some thousand values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_cached

Array = Any
_BYTES_LEAST = 1 << 18
"""Smaller arrays are kept as they are."""
_VALUES_MOST = 1 << 16
_SLOTS = 1 << 18
"""Slots of the hash table of values: four for each, so that few values share one."""
_GOLDEN = 0x9E3779B97F4A7C15
"""2 to the 64th over the golden ratio: times a number, its top bits are spread evenly."""


def pack(array: Array) -> tuple[Callable[..., Array], tuple[Array, Array]] | None:
    """Return a function and arguments that make the array again; None if they would not be smaller.

    >>> rows = np.repeat(np.arange(40_000) % 300, 5).reshape(-1, 5) << 40
    >>> make, (values, places) = pack(rows)
    >>> len(values), places.dtype, places.shape, bool((make(values, places) == rows).all())
    (300, dtype('uint16'), (40000, 5), True)
    >>> pack(np.arange(70_000)), pack(np.arange(60_000)), pack(rows[:100]), pack(rows / 2)
    (None, None, None, None)
    """
    is_whole = array.dtype.kind in "iu" and array.flags.c_contiguous
    if not is_whole or array.itemsize < np.dtype(np.uint32).itemsize or array.nbytes < _BYTES_LEAST:
        return None
    values, places = np.empty(_VALUES_MOST, array.dtype), np.empty(array.shape, np.uint16)
    unsigned = f"u{array.itemsize}"
    slots = np.full(_SLOTS, -1, np.int32)
    count = _number_values(
        array.ravel().view(unsigned), values.view(unsigned), places.ravel(), slots
    )
    # The values are an array that is packed in turn: it ends only where nothing is gained.
    if count < 0 or count * array.itemsize + places.nbytes >= array.nbytes:
        return None
    return _unpack, (values[:count].copy(), places)


@jit_cached
def _number_values(numbers: Array, values: Array, places: Array, slots: Array) -> int:
    """Number the values in the order they come, and write the number of each; -1: too many."""
    count = 0
    for index in range(len(numbers)):
        number = numbers[index]
        slot = np.int64((np.uint64(number) * np.uint64(_GOLDEN)) >> np.uint64(46))
        while slots[slot] >= 0 and values[slots[slot]] != number:
            slot = (slot + 1) % _SLOTS
        if slots[slot] < 0:
            if count == len(values):
                return -1
            slots[slot] = count
            values[count] = number
            count += 1
        places[index] = slots[slot]
    return count


def _unpack(values: Array, places: Array) -> Array:
    return values.take(places)
