"""The arguments of compiled code: arrays, numbers and tuples of them, laid out for machine code.

numba hands an array over as a few whole numbers (its size, where its data lie, its shape and its
strides), a tuple as its items one after another. What it compiles depends on the *kinds* of the
arguments alone: the type of numbers in an array, its dimensions and its layout.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

Kinds = tuple[object, ...]
_INT_MAX = 1 << 63
_WRITEABLE, _ALIGNED, _C_ORDER, _F_ORDER = 0x400, 0x100, 0x1, 0x2
"""Bits of `ndarray.flags.num`."""
_NUMBERS = {
    "?": ctypes.c_bool,
    "b": ctypes.c_int8,
    "B": ctypes.c_uint8,
    "h": ctypes.c_int16,
    "H": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "I": ctypes.c_uint32,
    "l": ctypes.c_int64,
    "L": ctypes.c_uint64,
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}
_layouts: dict[int, str] = {}


class StrangeArgumentError(Exception):
    """An argument that only numba itself can hand over."""


def lay_out(value: Any, kinds: list[object], flat: list[Any]) -> None:  # noqa: ANN401 - any argument
    """Add the kinds of an argument to *kinds*, and its numbers to *flat*.

    >>> kinds, flat = [], []
    >>> lay_out((7, np.array([1.5])), kinds, flat)
    >>> kinds
    [<class 'tuple'>, 2, <class 'int'>, dtype('float64'), 1, 'C']
    >>> flat[:5], flat[6:]
    ([7, 0, 0, 1, 8], [1, 8])
    """
    kind = type(value)
    if kind is np.ndarray:
        shape = value.shape
        kinds += (value.dtype, len(shape), _layout(value.flags.num))
        where = value.__array_interface__["data"][0]
        flat += (0, 0, value.size, value.itemsize, where, *shape, *value.strides)
    elif kind is bool or kind is float or (kind is int and -_INT_MAX <= value < _INT_MAX):
        kinds.append(kind)
        flat.append(value)
    elif issubclass(kind, tuple):
        kinds += (kind, len(value))
        for item in value:
            lay_out(item, kinds, flat)
    elif issubclass(kind, np.generic) and value.dtype.char in _NUMBERS:
        kinds += (value.dtype, -1)
        flat.append(value.item())
    else:
        raise StrangeArgumentError


def _layout(flags: int) -> str:
    """Return how numba sees the order of an array, and whether it may be written."""
    if flags not in _layouts:
        order = "C" if flags & _C_ORDER else "F" if flags & _F_ORDER else "A"
        locked = "" if flags & _WRITEABLE else " locked"
        _layouts[flags] = order + locked + ("" if flags & _ALIGNED else " unaligned")
    return _layouts[flags]


def c_types(kinds: Kinds) -> list[Any]:
    """Return the C types of the numbers of arguments of these kinds.

    >>> c_types((int, np.dtype("uint32"), -1, float))  # doctest: +NORMALIZE_WHITESPACE
    [<class 'ctypes.c_long'>, <class 'ctypes.c_uint'>, <class 'ctypes.c_double'>]
    """
    found: list[Any] = []
    rest = iter(kinds)
    for kind in rest:
        if isinstance(kind, np.dtype):
            dimensions = next(rest)
            assert isinstance(dimensions, int)
            if dimensions < 0:
                found.append(_NUMBERS[kind.char])
            else:
                next(rest)
                found += [ctypes.c_int64] * (5 + 2 * dimensions)
        elif isinstance(kind, type) and issubclass(kind, tuple):
            next(rest)
        else:
            found.append({int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}[kind])  # type: ignore[index]
    return found


def text_of(kinds: Kinds) -> str:
    """Return the kinds in words that are the same in every process.

    >>> text_of((int, tuple, 1, np.dtype("int64"), 1, "C"))
    'int tuple 1 <i8 1 C'
    """
    return " ".join(map(_word, kinds))


def _word(kind: object) -> str:
    if isinstance(kind, np.dtype):
        return kind.str
    if isinstance(kind, type):
        fields = getattr(kind, "_fields", ())
        place = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
        return ":".join((place + kind.__qualname__, *fields))
    return str(kind)
