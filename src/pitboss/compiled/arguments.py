"""The arguments of compiled code: arrays, numbers and tuples of them, laid out for machine code.

numba hands an array over as a few whole numbers (its size, where its data lie, its shape and its
strides), a tuple as its items one after another. What it compiles depends on the *kinds* of the
arguments alone: the type of numbers in an array, its dimensions and its layout.
"""

from __future__ import annotations

from ctypes import addressof, c_char
from struct import Struct
from struct import error as StructError  # noqa: N812 - as errors are named
from typing import Any

import numpy as np

Kinds = tuple[object, ...]
SLOT = 8
"""Bytes of each number: all are handed over in a row."""
_WRITEABLE = 0x400
_ALIGNED = 0x100
_C_ORDER = 0x1
_F_ORDER = 0x2
"""Bits of `ndarray.flags.num`."""
_DIRECT = _WRITEABLE | _C_ORDER
_first_byte = getattr(np.ndarray, "first_byte", c_char.from_buffer)
"""The flags of an array whose address this function gives, and the function."""
_SLOTS = dict.fromkeys("bhilq", Struct("q").pack) | dict.fromkeys("?BHILQ", Struct("Q").pack)
_SLOTS |= {"d": Struct("d").pack, "f": Struct("f4x").pack}
"""The letter of a number -> what puts it into a slot."""
_PLAIN = {
    int: _SLOTS["q"],
    bool: _SLOTS["?"],
    float: _SLOTS["d"],
    type(None): lambda _: bytes(SLOT),
}
"""For None numba hands a pointer over, which is never read."""
_ARRAYS = tuple(Struct(f"{5 + 2 * dimensions}q").pack for dimensions in range(8))
_arrays: dict[tuple[str, int, int], str] = {}
"""The letter of its numbers, dimensions and flags -> the kind of an array."""


class StrangeArgumentError(Exception):
    """An argument that only numba itself can hand over."""


def lay_out(value: Any, kinds: list[object], slots: list[bytes]) -> None:  # noqa: ANN401
    """Add the kinds of an argument to *kinds*, and its numbers to *slots*.

    >>> kinds, slots = [], []
    >>> lay_out((7, np.array([1.5])), kinds, slots)
    >>> kinds
    [<class 'tuple'>, 2, <class 'int'>, 'd 1 C']
    >>> [len(each) // SLOT for each in slots]
    [1, 7]
    """
    kind = type(value)
    if kind is np.ndarray:
        shape = value.shape
        numbers = value.dtype
        known = numbers.char, len(shape), value.flags.num
        if known not in _arrays:
            _arrays[known] = _array_kind(*known)
        if not numbers.isnative:
            raise StrangeArgumentError
        kinds.append(_arrays[known])
        if known[2] & _DIRECT == _DIRECT and value.size:  # five times as fast as what all have
            where = addressof(_first_byte(value))
        else:
            where = value.__array_interface__["data"][0]
        pack = _ARRAYS[len(shape)]
        slots.append(pack(0, 0, value.size, value.itemsize, where, *shape, *value.strides))
    elif kind in _PLAIN:
        kinds.append(kind)
        try:
            slots.append(_PLAIN[kind](value))
        except StructError:  # a larger number than there is room for
            raise StrangeArgumentError from None
    elif issubclass(kind, tuple):
        kinds += (kind, len(value))
        for item in value:
            lay_out(item, kinds, slots)
    elif issubclass(kind, np.generic) and value.dtype.char in _SLOTS:
        kinds.append(value.dtype.char)
        slots.append(_SLOTS[value.dtype.char](value.item()))
    else:
        raise StrangeArgumentError


def _array_kind(letter: str, dimensions: int, flags: int) -> str:
    """Return how numba sees an array: its numbers, dimensions and order, and what it may do."""
    if letter not in _SLOTS or dimensions >= len(_ARRAYS):
        raise StrangeArgumentError
    order = "C" if flags & _C_ORDER else "F" if flags & _F_ORDER else "A"
    locked = "" if flags & _WRITEABLE else " locked"
    return f"{letter} {dimensions} {order}{locked}" + ("" if flags & _ALIGNED else " unaligned")


def describe_kinds(kinds: Kinds) -> str:
    """Return the kinds in words that are the same in every process.

    >>> describe_kinds((int, tuple, 1, "d 1 C"))
    'int tuple 1 d 1 C'
    """
    return " ".join(map(_word, kinds))


def _word(kind: object) -> str:
    if isinstance(kind, type):
        fields = getattr(kind, "_fields", ())
        place = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
        return ":".join((place + kind.__qualname__, *fields))
    return str(kind)
