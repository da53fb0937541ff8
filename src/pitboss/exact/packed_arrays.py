"""Arrays of whole numbers as they are kept: those of few values as numbers of these.

To read a file takes as long as it is large, and what is looked up by the million is often one of
some thousand values.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any
_BYTES_LEAST = 1 << 18
"""Smaller arrays are kept as they are."""
_VALUES_MOST = 1 << 16


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
    values, places = np.unique(array, return_inverse=True)
    # The values are an array that is packed in turn: it ends only where nothing is gained.
    size = values.nbytes + places.size * np.dtype(np.uint16).itemsize
    if len(values) > _VALUES_MOST or size >= array.nbytes:
        return None
    return _unpack, (values, places.reshape(array.shape).astype(np.uint16))


def _unpack(values: Array, places: Array) -> Array:
    return values.take(places)
