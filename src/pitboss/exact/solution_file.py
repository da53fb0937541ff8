"""Write a solution as bytes that hold data and nothing else, and read it again.

A solution is a graph of values: numbers, arrays, sequences, mappings and objects of our classes.
The bytes are one msgpack value. A plain value stands for itself, and any other is a list that
begins with its kind (`_Kind`). The reader makes values of these kinds alone. It calls nothing that
the bytes name: a class that they name says whose attributes follow, and it must be one of values of
Pitboss.

An object that occurs twice is written once; `_Kind.AGAIN` names it by its number afterwards. What
the reader has already, such as the table that was solved, is left out and named by its place.

To read takes as long as there are values to make, so the items of a sequence are written together
where they are alike: plain items as they are, tuples of one length by columns, fractions and
scalars as arrays. An array of integers with few distinct values stores their numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np
from msgspec import MsgspecError, Struct, msgpack

from pitboss.compiled.jit import jit_cached
from pitboss.compiled.suit_sensitive import CardsLeft
from pitboss.late import load

Array = Any

PLACES = tuple(
    f"pitboss.{package}."
    for package in (
        *("cards", "rulebook", "patterns", "engine", "compiled"),
        *("exact", "simulator", "advantage"),
    )
)
"""Where the classes of solutions are."""

UNREADABLE = (
    *(ArithmeticError, AttributeError, ImportError, LookupError, MemoryError, MsgspecError),
    *(RecursionError, TypeError, ValueError),
)
"""What `read` raises for bytes that `write` did not make."""


class _Kind(IntEnum):
    """What a list of the format stands for; the values are part of the format."""

    AGAIN = 0
    SHARED = 1
    CONSTANT = 2
    INTEGER = 3
    FRACTION = 4
    SCALAR = 5
    ARRAY = 6
    NUMBERED_ARRAY = 7
    OBJECT_ARRAY = 8
    TUPLE = 9
    LIST = 10
    SET = 11
    FROZEN_SET = 12
    MAPPING = 13
    READ_ONLY = 14
    COUNTS = 15
    MEMBER = 16
    RECORD = 17
    OBJECT = 18


class _Items(IntEnum):
    """How the items of a sequence are written; the values are part of the format."""

    PLAIN = 0
    TUPLES = 1
    FRACTIONS = 2
    SCALARS = 3
    VALUES = 4


_PLAIN = frozenset({type(None), bool, int, float, str, bytes})
_INTEGER_LEAST = -(1 << 63)
_INTEGER_MOST = (1 << 64) - 1
"""What msgpack can hold."""
_DTYPE_KINDS = "biufSU"
"""Booleans, numbers and texts of a fixed size; never objects, which would be addresses."""

_FACTORIES: tuple[Any, ...] = (int, float, Fraction)
"""What a mapping of sums begins a new key with; the order is part of the format."""

_constants: dict[str, Callable[[], object]] = {}


def keep_by_name(name: str, get: Callable[[], object]) -> str:
    """Declare a constant that a solution refers to and never contains; return its name."""
    _constants[name] = get
    return name


Alike = Callable[[object, object], bool]


def write(value: object, shared: Sequence[object] = (), are_alike: Alike | None = None) -> bytes:
    """Return a value as bytes, without the *shared* objects, which the reader has.

    *are_alike* says whether another object of the same class may stand for a shared one. Raise
    ValueError for a value that cannot be kept: a function, or an object of a foreign class.
    """
    return msgpack.encode(_Writer(shared, are_alike).write(value))


def read(content: bytes | memoryview, shared: Sequence[object] = ()) -> Any:  # noqa: ANN401 - as written
    """Return the value that was written; raise one of `UNREADABLE` for anything else.

    >>> from pitboss.rulebook.house import ShoeSettings
    >>> value = {(1, 2): [Fraction(1, 3), "a"], "shoe": ShoeSettings(burn=2), "big": 1 << 70}
    >>> read(write(value)) == value
    True
    """
    return _Reader(shared).read(msgpack.decode(content))


class _Writer:
    """Numbers objects in the order in which it begins them, as the reader does.

    What cannot change is numbered when it is whole, because the reader cannot make it before.
    """

    def __init__(self, shared: Sequence[object], are_alike: Alike | None) -> None:
        self._are_alike = are_alike
        self._shared: dict[type, list[tuple[int, object]]] = {}
        for place, value in enumerate(shared):
            self._shared.setdefault(type(value), []).append((place, value))
        self._numbers: dict[int, int] = {}
        self._classes: dict[type, int] = {}
        self._alive: list[object] = []
        """What is numbered: while it is held, its id is its own."""

    def _number(self, value: object) -> None:
        self._numbers[id(value)] = len(self._alive)
        self._alive.append(value)

    def write(self, value: Any) -> Any:  # noqa: ANN401 - any value
        """Return a plain value, or the list for any other."""
        if type(value) in _PLAIN:
            is_large = type(value) is int and not _INTEGER_LEAST <= value <= _INTEGER_MOST
            return [_Kind.INTEGER, hex(value)] if is_large else value
        if type(value) in self._shared and (place := self._shared_place(value)) is not None:
            return [_Kind.SHARED, place]
        if id(value) in self._numbers:
            return [_Kind.AGAIN, self._numbers[id(value)]]
        if isinstance(value, Fraction | np.generic | Enum):
            return self._write_number(value)
        if isinstance(value, tuple | frozenset | Struct):
            written = self._write_frozen(value)
            self._number(value)
            return written
        self._number(value)
        return self._write_filled(value)

    def _shared_place(self, value: object) -> int | None:
        """Return the place of the shared object that a value is, or for which it may stand."""
        for place, own in self._shared[type(value)]:
            if own is value or (self._are_alike and self._are_alike(own, value)):
                return place
        return None

    def _write_number(self, value: Any) -> list[Any]:  # noqa: ANN401 - see `write`
        if isinstance(value, Fraction):
            return [_Kind.FRACTION, self.write(value.numerator), self.write(value.denominator)]
        if isinstance(value, np.generic):
            return [_Kind.SCALAR, _dtype_text(value.dtype), value.tobytes()]
        return [_Kind.MEMBER, self._class(type(value)), value.name]

    def _write_frozen(self, value: Any) -> list[Any]:  # noqa: ANN401 - see `write`
        """Return the list of what the reader makes when it has all its items."""
        if type(value) is tuple:
            return [_Kind.TUPLE, self.write_items(value)]
        if type(value) is frozenset:
            return [_Kind.FROZEN_SET, self.write_items(value)]
        items = value if isinstance(value, tuple) else _struct_items(value)
        return [_Kind.RECORD, self._class(type(value)), self.write_items(items)]

    def _write_filled(self, value: Any) -> list[Any]:  # noqa: ANN401 - any value
        """Return the list of what the reader can make first and fill later."""
        if isinstance(value, np.ndarray):
            return self._write_array(value)
        if type(value) in {list, set}:
            kind = _Kind.LIST if type(value) is list else _Kind.SET
            return [kind, self.write_items(value)]
        if type(value) in {dict, defaultdict, MappingProxyType}:
            return self._write_mapping(value)
        if name := getattr(value, "kept_name", None):
            return [_Kind.CONSTANT, name]
        state = _state(value)
        number = self._class(type(value))
        return [_Kind.OBJECT, number, list(state), self.write_items(state.values())]

    def _write_mapping(self, mapping: Mapping[Any, Any]) -> list[Any]:
        kind = _Kind.READ_ONLY if isinstance(mapping, MappingProxyType) else _Kind.MAPPING
        if isinstance(mapping, defaultdict):
            factory = _FACTORIES.index(mapping.default_factory)
            return [_Kind.COUNTS, factory, *map(self.write_items, (mapping, mapping.values()))]
        return [kind, self.write_items(mapping), self.write_items(mapping.values())]

    def _write_array(self, array: Array) -> list[Any]:
        if array.dtype.hasobject:
            return [_Kind.OBJECT_ARRAY, list(array.shape), self.write_items(array.ravel().tolist())]
        if packed := pack(array):
            values, places = packed
            return [_Kind.NUMBERED_ARRAY, *_raw(values), *_raw(places), array.flags.writeable]
        return [_Kind.ARRAY, *_raw(array), array.flags.writeable]

    def _class(self, kind: type) -> int | str:
        """Return the name of a class, and its number the next time."""
        known = self._classes.get(kind)
        if known is not None:
            return known
        name = f"{kind.__module__}:{kind.__qualname__}"
        if _value_class(name) is not kind:
            message = f"{name} is another class by now"
            raise ValueError(message)
        self._classes[kind] = len(self._classes)
        return name

    def write_items(self, sequence: Any) -> list[Any]:  # noqa: ANN401 - anything of some length
        """Return the items of a sequence, together where they are alike."""
        items = list(sequence)
        kinds = set(map(type, items))
        if kinds <= _PLAIN:
            if int not in kinds or all(
                _INTEGER_LEAST <= item <= _INTEGER_MOST for item in items if type(item) is int
            ):
                return [_Items.PLAIN, items]
        elif len(items) > 1 and len(kinds) == 1:
            (kind,) = kinds
            if kind is Fraction:
                ratios = [item.as_integer_ratio() for item in items]
                distinct = {ratio: place for place, ratio in enumerate(dict.fromkeys(ratios))}
                return [_Items.FRACTIONS, self.write_items(distinct), [distinct[r] for r in ratios]]
            if issubclass(kind, np.generic) and len({item.dtype for item in items}) == 1:
                return [_Items.SCALARS, *_raw(np.array(items))]
            if kind is tuple and self._are_columns(items):
                columns = [self.write_items(column) for column in zip(*items, strict=True)]
                return [_Items.TUPLES, columns]
        return [_Items.VALUES, [self.write(item) for item in items]]

    def _are_columns(self, rows: list[tuple[Any, ...]]) -> bool:
        """Return whether tuples have one length and no tuple is there, or written, already."""
        ids = set(map(id, rows))
        is_new = len(ids) == len(rows) and ids.isdisjoint(self._numbers)
        return is_new and len(rows[0]) > 0 and len(set(map(len, rows))) == 1


class _Reader:
    def __init__(self, shared: Sequence[object]) -> None:
        self._known: list[Any] = []
        self._classes: list[type] = []
        self._makers: dict[int, Callable[..., Any]] = {
            _Kind.AGAIN: self._known.__getitem__,
            _Kind.SHARED: shared.__getitem__,
            _Kind.CONSTANT: lambda name: self._keep(_constants[name]()),
            _Kind.INTEGER: lambda text: int(text, 16),
            _Kind.FRACTION: lambda *parts: Fraction(*map(self.read, parts)),
            _Kind.SCALAR: lambda dtype, data: np.frombuffer(data, _dtype(dtype))[0],
            _Kind.ARRAY: self._array,
            _Kind.NUMBERED_ARRAY: self._numbered_array,
            _Kind.OBJECT_ARRAY: self._object_array,
            _Kind.TUPLE: lambda items: self._keep(tuple(self.read_items(items))),
            _Kind.LIST: self._list,
            _Kind.SET: self._set,
            _Kind.FROZEN_SET: lambda items: self._keep(frozenset(self.read_items(items))),
            _Kind.MAPPING: lambda keys, values: self._mapping({}, keys, values),
            _Kind.READ_ONLY: self._read_only,
            _Kind.COUNTS: self._counts,
            _Kind.MEMBER: lambda kind, name: self._class(kind, Enum)[name],
            _Kind.RECORD: self._record,
            _Kind.OBJECT: self._object,
        }

    def read(self, written: Any) -> Any:  # noqa: ANN401 - any value
        """Return a plain value, or the one that a list stands for."""
        if type(written) is list:
            return self._makers[written[0]](*written[1:])
        if type(written) not in _PLAIN:  # a mapping, a time, an extension of msgpack
            message = f"{type(written).__name__} is no plain value"
            raise TypeError(message)
        return written

    def read_items(self, written: list[Any]) -> list[Any]:
        """Return the items of a sequence."""
        how, items, *more = written
        match how:
            case _Items.PLAIN if _PLAIN.issuperset(map(type, items)):
                return list(items)
            case _Items.TUPLES:
                return list(zip(*map(self.read_items, items), strict=True))
            case _Items.FRACTIONS:
                distinct = [Fraction(*ratio) for ratio in self.read_items(items)]
                return [distinct[place] for place in more[0]]
            case _Items.SCALARS:
                return list(_from_raw(items, *more))
            case _Items.VALUES:
                read = self.read
                return [read(item) for item in items]
            case _:
                message = f"{how} is no way to write items"
                raise ValueError(message)

    def _keep(self, value: Any) -> Any:  # noqa: ANN401 - any value
        self._known.append(value)
        return value

    def _array(self, *raw: Any) -> Array:  # noqa: ANN401 - as written
        *parts, is_writable = raw
        array = _from_raw(*parts)
        array.flags.writeable = is_writable
        return self._keep(array)

    def _numbered_array(self, *raw: Any) -> Array:  # noqa: ANN401 - as written
        values = _from_raw(*raw[:3])
        places = _from_raw(*raw[3:6])
        array = values.take(places)
        array.flags.writeable = raw[6]
        return self._keep(array)

    def _object_array(self, shape: list[int], items: list[Any]) -> Array:
        array = self._keep(np.empty(shape, dtype=object))
        flat = array.reshape(-1)  # item by item, as numpy would take a sequence of sequences apart
        for place, item in zip(range(array.size), self.read_items(items), strict=True):
            flat[place] = item
        return array

    def _list(self, items: list[Any]) -> list[Any]:
        made: list[Any] = self._keep([])
        made.extend(self.read_items(items))
        return made

    def _set(self, items: list[Any]) -> set[Any]:
        made: set[Any] = self._keep(set())
        made.update(self.read_items(items))
        return made

    def _counts(self, factory: int, keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        return self._mapping(defaultdict(_FACTORIES[factory]), keys, values)

    def _mapping(self, made: dict[Any, Any], keys: list[Any], values: list[Any]) -> dict[Any, Any]:
        self._keep(made)
        names = self.read_items(keys)
        made.update(zip(names, self.read_items(values), strict=True))
        return made

    def _read_only(self, keys: list[Any], values: list[Any]) -> Mapping[Any, Any]:
        hidden: dict[Any, Any] = {}
        made = self._keep(MappingProxyType(hidden))
        names = self.read_items(keys)
        hidden.update(zip(names, self.read_items(values), strict=True))
        return made  # type: ignore[no-any-return]

    def _class(self, kind: int | str, base: type = object) -> Any:  # noqa: ANN401 - a class
        if isinstance(kind, str):
            self._classes.append(_value_class(kind))
            kind = -1
        known = self._classes[kind]
        if not issubclass(known, base):
            message = f"{known.__name__} is no {base.__name__}"
            raise TypeError(message)
        return known

    def _record(self, kind: int | str, items: list[Any]) -> Any:  # noqa: ANN401 - as written
        made = self._class(kind)
        values = self.read_items(items)
        if issubclass(made, tuple):
            return self._keep(tuple.__new__(made, values))
        if not issubclass(made, Struct):
            message = f"{made.__name__} is no record"
            raise TypeError(message)
        return self._keep(made(**dict(zip(made.__struct_fields__, values, strict=True))))

    def _object(self, kind: int | str, names: list[str], items: list[Any]) -> object:
        known = self._class(kind)
        if issubclass(known, Enum | tuple | Struct):
            message = f"{known.__name__} is not made of attributes"
            raise TypeError(message)
        made = self._keep(object.__new__(known))
        if any(name.startswith("__") for name in names):
            message = "an attribute is not one of data"
            raise ValueError(message)
        for name, value in zip(names, self.read_items(items), strict=True):
            object.__setattr__(made, name, value)
        return made


def _struct_items(value: Struct) -> tuple[Any, ...]:
    return tuple(getattr(value, name) for name in value.__struct_fields__)


def _state(value: Any) -> dict[str, Any]:  # noqa: ANN401 - an object of ours
    """Return the attributes of an object that are kept, by name."""
    state = value.__getstate__()
    if isinstance(state, list | tuple) and is_dataclass(value):  # one with slots
        return dict(zip((item.name for item in fields(value)), state, strict=True))
    if state is not None and not isinstance(state, dict):
        message = f"{type(value).__name__} does not say what its attributes are"
        raise ValueError(message)
    return state or {}


@cache
def _value_class(name: str) -> type:
    """Return a class of values of Pitboss by its place; raise ValueError for anything else."""
    module, _, own_name = name.partition(":")
    # A name with dots would reach into a module, and so out of it.
    if module.startswith(PLACES) and own_name.isidentifier():
        kind = load(name)
        if isinstance(kind, type) and kind.__module__ == module and _is_value(kind):
            return kind
    message = f"{name} is no value of a solution"
    raise ValueError(message)


def _is_value(kind: type) -> bool:
    """Return whether a class is one of values; what can be called could call anything."""
    if any("__call__" in vars(base) for base in kind.__mro__):
        return False
    is_solved = kind.__module__.startswith("pitboss.exact.") or kind is CardsLeft
    return is_solved or is_dataclass(kind) or issubclass(kind, Enum | tuple | Struct)


def _raw(array: Array) -> tuple[str, list[int], memoryview | bytes]:
    """Return the type, shape and bytes of an array; one in columns stays in columns."""
    is_by_column = array.flags.f_contiguous and not array.flags.c_contiguous
    shape = [-size - 1 for size in array.shape] if is_by_column else list(array.shape)
    return _dtype_text(array.dtype), shape, array.tobytes("F" if is_by_column else "C")


def _from_raw(dtype: str, shape: list[int], data: bytes) -> Array:
    """Return an array of its own memory; a shape of negative numbers is one in columns."""
    is_by_column = any(size < 0 for size in shape)
    sizes = [-size - 1 for size in shape] if is_by_column else shape
    flat = np.frombuffer(data, _dtype(dtype))
    if len(flat) != prod(sizes):
        message = "an array is not of its shape"
        raise ValueError(message)
    return flat.reshape(sizes, order="F" if is_by_column else "C").copy("K")


def _dtype_text(dtype: Any) -> str:  # noqa: ANN401 - a dtype
    return str(_dtype(dtype.str).str)


@cache
def _dtype(text: str) -> Any:  # noqa: ANN401 - a dtype
    dtype = np.dtype(text)
    if dtype.kind not in _DTYPE_KINDS:
        message = f"{text} is no type of numbers"
        raise ValueError(message)
    return dtype


_BYTES_LEAST = 1 << 18
"""Smaller arrays are kept as they are."""
_VALUES_MOST = 1 << 16
_SLOTS = 1 << 18
"""Slots of the hash table of values: four for each, so that few values share one."""
_GOLDEN = 0x9E3779B97F4A7C15
"""2 to the 64th over the golden ratio: times a number, its top bits are spread evenly."""


def pack(array: Array) -> tuple[Array, Array] | None:
    """Return the values of an array and their places; None if these would not be smaller.

    >>> rows = np.repeat(np.arange(40_000) % 300, 5).reshape(-1, 5) << 40
    >>> values, places = pack(rows)
    >>> len(values), places.dtype, places.shape, bool((values.take(places) == rows).all())
    (300, dtype('uint16'), (40000, 5), True)
    >>> pack(np.arange(70_000)), pack(np.arange(60_000)), pack(rows[:100]), pack(rows / 2)
    (None, None, None, None)
    """
    is_whole = array.dtype.kind in "iu" and array.flags.c_contiguous
    if not is_whole or array.itemsize < np.dtype(np.uint32).itemsize or array.nbytes < _BYTES_LEAST:
        return None
    values = np.empty(_VALUES_MOST, array.dtype)
    places = np.empty(array.shape, np.uint16)
    unsigned = f"u{array.itemsize}"
    slots = np.full(_SLOTS, -1, np.int32)
    count = _number_values(
        array.ravel().view(unsigned), values.view(unsigned), places.ravel(), slots
    )
    if count < 0 or count * array.itemsize + places.nbytes >= array.nbytes:
        return None
    return values[:count].copy(), places


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
