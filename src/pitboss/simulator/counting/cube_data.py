"""The whole cube of a run as JSON data, and back without loss."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from typing import Any

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.simulator.counting.cube import Cube

Json = dict[str, Any]
_ARRAYS = ("cells", "products", "shoe_sums", "extras")
_WHOLE = np.dtype("<i8")


def cube_data(cube: Cube) -> Json:
    """Return a cube as data."""
    return {
        "low": cube.low,
        "cut": cube.cut,
        "unit": cube.unit,
        "wagers": list(cube.wagers),
        "side_units": list(cube.side_units),
        "has_second": cube.has_second,
        **{name: _pack(getattr(cube, name)) for name in _ARRAYS},
    }


def cube_from(data: Json) -> Cube:
    """Return the cube of such data."""
    return Cube(
        low=data["low"],
        cut=data["cut"],
        unit=data["unit"],
        wagers=tuple(data["wagers"]),
        side_units=tuple(data["side_units"]),
        has_second=data["has_second"],
        **{name: _unpack(data[name]) for name in _ARRAYS},
    )


def _pack(array: Array) -> Json:
    content = zlib.compress(np.ascontiguousarray(array, dtype=_WHOLE).tobytes(), 9)
    return {"shape": list(array.shape), "numbers": b64encode(content).decode("ascii")}


def _unpack(data: Json) -> Array:
    content = zlib.decompress(b64decode(data["numbers"]))
    return np.frombuffer(content, dtype=_WHOLE).reshape(data["shape"]).astype(np.int64)
