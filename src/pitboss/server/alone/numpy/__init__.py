"""The part of numpy that Pitboss uses, for Python in a browser, where numpy itself is not.

An array lies in the memory of Python, which the compiled kernels share. Its loops are
`tools/page/arrays.c`, compiled to WebAssembly beside them and handed over by `connect`. Results are
numpy's to the last bit: sums follow its pairwise order, and types its rules of promotion. What is
missing raises an `AttributeError`; `tests/server/test_page_arrays.py` compares the rest with numpy.
"""

from __future__ import annotations

import builtins
import math
import operator
from ctypes import addressof, c_char
from functools import lru_cache, reduce as _reduce_python
from itertools import product as _products
from struct import Struct
from types import EllipsisType

__version__ = "2.page"
newaxis = None
inf = math.inf
nan = math.nan
pi = math.pi
e = math.e


class _Loops:
    """The compiled loops."""


_loops = _Loops()


def connect(loops):
    """Use these compiled loops."""
    for name in (
        "assign binary unary fold extreme running_sum add_offsets gather scatter count_true "
        "places_true sort_places search product convolve fill_bytes choose"
    ).split():
        setattr(_loops, name, getattr(loops, name))


# Types


class generic:
    """A number of a type of its own."""

    def __class_getitem__(cls, _kind):
        return cls

    def item(self):
        return self._plain(self)

    def astype(self, kind):
        return dtype(kind).type(self)

    def tolist(self):
        return self._plain(self)

    @property
    def shape(self):
        return ()

    ndim = 0
    size = 1

    def copy(self):
        return self

    def any(self):
        return bool(self)

    def all(self):
        return bool(self)

    def sum(self):
        return self

    def reshape(self, *shape):
        return asarray(self).reshape(*shape)

    @property
    def T(self):
        return self

    @property
    def nbytes(self):
        return self.dtype.itemsize

    @property
    def itemsize(self):
        return self.dtype.itemsize

    def tobytes(self):
        return asarray(self).tobytes()

    def __getitem__(self, key):
        return asarray(self)[key]


class number(generic):
    pass


class integer(number):
    pass


class signedinteger(integer):
    pass


class unsignedinteger(integer):
    pass


class inexact(number):
    pass


class floating(inexact):
    pass


class dtype:
    """The type of the entries of an array."""

    _all = {}
    isnative = True
    fields = None
    names = None
    hasobject = False

    def __new__(cls, kind=None):
        if type(kind) is cls:
            return kind
        found = cls._all.get(kind)
        if found is None:
            found = cls._all.get(getattr(kind, "__name__", None))
        if found is None:
            raise TypeError(f"the page has no arrays of {kind!r}")
        return found

    @classmethod
    def _make(cls, code, name, char, kind, itemsize, *others):
        made = object.__new__(cls)
        made.code = code
        made.name = name
        made.char = char
        made.kind = kind
        made.itemsize = itemsize
        made.num = code
        made.str = ("|" if itemsize == 1 else "<") + kind + str(itemsize)
        made.byteorder = "|" if itemsize == 1 else "="
        for key in (name, char, made.str, kind + str(itemsize), *others):
            cls._all[key] = made
        cls._all[kind if kind == "O" else f"={kind}{itemsize}"] = made
        return made

    def __eq__(self, other):
        try:
            return self is dtype(other)
        except TypeError:
            return False

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f"dtype('{self.name}')"

    def __str__(self):
        return self.name

    def newbyteorder(self, _order="="):
        return self


_FORMATS = "?bBhHiIqQfd"
_CODES = (
    ("bool", "?", "b", 1, bool, "b1", "bool_", "|b1"),
    ("int8", "b", "i", 1),
    ("uint8", "B", "u", 1),
    ("int16", "h", "i", 2),
    ("uint16", "H", "u", 2),
    ("int32", "i", "i", 4),
    ("uint32", "I", "u", 4),
    ("int64", "l", "i", 8, int, "q"),
    ("uint64", "L", "u", 8, "Q"),
    ("float32", "f", "f", 4),
    ("float64", "d", "f", 8, float),
)
_TYPES = tuple(dtype._make(code, *facts) for code, facts in enumerate(_CODES))
_BOOL, _I1, _U1, _I2, _U2, _I4, _U4, _I8, _U8, _F4, _F8 = _TYPES
_OBJECT = dtype._make(11, "object", "O", "O", 8, object)
_OBJECT.hasobject = True
_READ = tuple(Struct(f"<{letter}") for letter in _FORMATS)
_STRUCTS = dict(zip(_TYPES, _READ, strict=True))


def _scalar(name, plain, group):
    kind = dtype(name)
    first = {"i": signedinteger, "u": unsignedinteger, "f": floating}[group]
    size = 8 * kind.itemsize

    def new(cls, value=0):
        if isinstance(value, ndarray):
            value = value.item()
        if plain is int:
            whole = int(value)
            low = 0 if group == "u" else -(1 << size - 1)
            if not low <= whole < low + (1 << size):
                if isinstance(value, generic):
                    whole = (whole - low) % (1 << size) + low
                else:
                    raise OverflowError(f"Python integer {whole} out of bounds for {name}")
            return int.__new__(cls, whole)
        number = float(value)
        if size == 32:
            number = _READ[9].unpack(_READ[9].pack(number))[0]
        return float.__new__(cls, number)

    made = type(
        name,
        (first, plain),
        {"__new__": new, "dtype": kind, "_plain": plain, "__slots__": (), "__module__": "numpy"},
    )
    made.__hash__ = plain.__hash__
    made.__eq__ = _deferring(plain.__eq__)
    made.__repr__ = lambda self: f"np.{name}({plain(self)!r})"
    made.__str__ = lambda self: str(plain(self))
    made.__format__ = lambda self, text: format(plain(self), text)
    made.__reduce__ = lambda self: (made, (plain(self),))
    for word in _ARITHMETIC:
        setattr(made, word, _scalar_operator(word, plain, made))
    kind.type = made
    return made


def _deferring(plain):
    def same(self, other):
        if isinstance(other, ndarray):
            return NotImplemented
        return plain(self, other)

    return same


_ARITHMETIC = tuple(
    f"__{side}{word}__"
    for word in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
    for side in ("", "r")
)
_UFUNC_OF = {}
_EASY = {}
"""Types of numbers, and those on the other side for which Python's own result is numpy's."""


def _scalar_operator(word, plain, made):
    """Numbers of a narrow type stay of their type, and dividing by nothing raises nothing."""
    name = word.strip("_")
    is_turned = name not in ("rshift",) and name.startswith("r")
    name = name.removeprefix("r") if is_turned else name
    of_plain = getattr(plain, word)
    kind = made.dtype.name

    def operate(self, other):
        if type(other) in _EASY.get(kind, ()) and (type(other) is not int or plain is float or _fits(_I8, other)):
            try:
                value = of_plain(self, other)
            except ZeroDivisionError:
                value = NotImplemented
            if value is not NotImplemented:
                return int64(value) if type(value) is int else float64(value) if type(value) is float else value
        if isinstance(other, ndarray):
            return NotImplemented
        if not isinstance(other, (int, float)):
            return of_plain(self, other)
        left, right = (other, self) if is_turned else (self, other)
        return _UFUNC_OF[name](left, right)

    return operate


def _whole(made, value):
    size = 8 * made.dtype.itemsize
    value %= 1 << size
    if made.dtype.kind == "i" and value >> (size - 1):
        value -= 1 << size
    return made(value)


int8 = _scalar("int8", int, "i")
uint8 = _scalar("uint8", int, "u")
int16 = _scalar("int16", int, "i")
uint16 = _scalar("uint16", int, "u")
int32 = _scalar("int32", int, "i")
uint32 = _scalar("uint32", int, "u")
int64 = _scalar("int64", int, "i")
uint64 = _scalar("uint64", int, "u")
float32 = _scalar("float32", float, "f")
float64 = _scalar("float64", float, "f")
intp = int_ = int64
_EASY.update(int64=(int, int64), float64=(int, float, int64, float64))


class bool_:
    """Truth is Python's own."""

    dtype = _BOOL

    def __new__(cls, value=False):
        return bool(value)


_BOOL.type = bool_
_OBJECT.type = lambda value: value
dtype._all["bool_"] = _BOOL
object_ = object
_SCALARS = {kind: kind.type for kind in _TYPES}


class iinfo:
    def __init__(self, kind):
        kind = dtype(kind)
        self.bits = 8 * kind.itemsize
        self.min = 0 if kind.kind == "u" else -(1 << self.bits - 1)
        self.max = self.min + (1 << self.bits) - 1


@lru_cache(None)
def _promote(one, other):
    """numpy's type for two types."""
    if one is other:
        return one
    if one is _OBJECT or other is _OBJECT:
        return _OBJECT
    if one is _BOOL:
        return other
    if other is _BOOL:
        return one
    if one.kind == "f" or other.kind == "f":
        if one.kind == other.kind:
            return one if one.itemsize > other.itemsize else other
        floats, whole = (one, other) if one.kind == "f" else (other, one)
        return _F4 if floats is _F4 and whole.itemsize <= 2 else _F8
    if one.kind == other.kind:
        return one if one.itemsize > other.itemsize else other
    signed, unsigned = (one, other) if one.kind == "i" else (other, one)
    if signed.itemsize > unsigned.itemsize:
        return signed
    wider = unsigned.itemsize * 2
    return dtype(f"i{wider}") if wider <= 8 else _F8


def result_type(*values):
    found = None
    for value in values:
        kind = value.dtype if isinstance(value, (ndarray, generic)) else _python_type(value)
        found = kind if found is None else _promote(found, kind)
    return found


promote_types = lambda one, other: _promote(dtype(one), dtype(other))


def _python_type(value):
    if isinstance(value, dtype) or (isinstance(value, type) and issubclass(value, (generic, bool_))):
        return dtype(value)
    if isinstance(value, bool):
        return _BOOL
    if isinstance(value, int):
        return _I8 if -(1 << 63) <= value < 1 << 63 else _U8 if 0 <= value < 1 << 64 else _OBJECT
    if isinstance(value, float):
        return _F8
    return _OBJECT


# Arrays

_DIMENSIONS = 8
_OPERAND = Struct("<19i")
_PADDING = tuple((0,) * (_DIMENSIONS - number) for number in range(_DIMENSIONS + 1))
_BYTES_AT = bytes.__basicsize__ - 1
_first_byte = c_char.from_buffer


def _contiguous(shape, itemsize):
    strides = []
    for size in reversed(shape):
        strides.append(itemsize)
        itemsize *= size if size else 1
    return tuple(reversed(strides))


def _address(buffer):
    return addressof(_first_byte(buffer))


class _Flags:
    def __init__(self, array):
        self._array = array

    @property
    def c_contiguous(self):
        array = self._array
        return _is_contiguous(array.shape, array.strides, array.itemsize)

    @property
    def f_contiguous(self):
        array = self._array
        return _is_contiguous(array.shape[::-1], array.strides[::-1], array.itemsize)

    contiguous = c_contiguous

    @property
    def writeable(self):
        return not self._array._locked

    @writeable.setter
    def writeable(self, value):
        self._array._locked = not value

    aligned = True

    @property
    def owndata(self):
        return self._array.base is None

    @property
    def num(self):
        return self.c_contiguous | self.f_contiguous << 1 | 0x100 | (0x400 if self.writeable else 0)

    def __getitem__(self, name):
        return getattr(self, name.lower())


def _is_contiguous(shape, strides, itemsize):
    if 0 in shape:
        return True
    for size, stride in zip(reversed(shape), reversed(strides), strict=True):
        if size != 1:
            if stride != itemsize:
                return False
            itemsize *= size
    return True


class ndarray:
    """An array of numbers."""

    __slots__ = ("_at", "_buffer", "_data", "_locked", "_operand", "base", "dtype", "shape_", "strides")
    __array_priority__ = 0
    __hash__ = None

    def __init__(self, shape, dtype=float):
        raise TypeError("make an array by zeros, empty or array")

    # What it is

    @property
    def shape(self):
        return self.shape_

    @shape.setter
    def shape(self, shape):
        other = self.reshape(shape)
        self.shape_ = other.shape_
        self.strides = other.strides
        self._operand = None

    @property
    def ndim(self):
        return len(self.shape_)

    @property
    def size(self):
        return math.prod(self.shape_)

    @property
    def itemsize(self):
        return self.dtype.itemsize

    @property
    def nbytes(self):
        return self.size * self.dtype.itemsize

    @property
    def flags(self):
        return _Flags(self)

    @property
    def T(self):
        return _view(self, self._at, self.shape_[::-1], self.strides[::-1])

    @property
    def flat(self):
        return _Flat(self)

    @property
    def real(self):
        return self

    @property
    def data(self):
        return memoryview(self.tobytes())

    @property
    def __array_interface__(self):
        return {"data": (self._data + self._at, self._locked)}

    def setflags(self, write=True):
        self._locked = not write

    def __len__(self):
        if not self.shape_:
            raise TypeError("len() of unsized object")
        return self.shape_[0]

    def __iter__(self):
        if not self.shape_:
            raise TypeError("iteration over a 0-d array")
        if len(self.shape_) == 1:
            scalar = self.dtype.type
            return iter([scalar(value) for value in self.tolist()])
        return (self[number] for number in range(self.shape_[0]))

    def __bool__(self):
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous.")
        return bool(self.item())

    def __int__(self):
        return int(self.item())

    def __index__(self):
        return operator.index(self.item())

    def __float__(self):
        return float(self.item())

    def __repr__(self):
        return f"array({self.tolist()!r}, dtype={self.dtype.name})"

    def __str__(self):
        return str(self.tolist())

    def __format__(self, text):
        return format(self.item() if text else str(self), text)

    def __contains__(self, value):
        return bool((self == value).any())

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, _memo):
        return self.copy()

    def __reduce__(self):
        return _rebuild, (self.tolist(), self.shape_, self.dtype.name)

    # Entries

    def item(self, *place):
        if place:
            return self.ravel().item() if self.size == 1 else self.flat[place[0]].item()
        if self.size != 1:
            raise ValueError("can only convert an array of size 1 to a Python scalar")
        return self._read(self._at)

    def _read(self, at):
        if self.dtype is _OBJECT:
            return self._buffer[at >> 3]
        return _READ[self.dtype.code].unpack_from(self._buffer, at)[0]

    def _scalar_at(self, at):
        kind = self.dtype
        if kind is _OBJECT:
            return self._buffer[at >> 3]
        value = _READ[kind.code].unpack_from(self._buffer, at)[0]
        if kind is _F8:
            return float.__new__(float64, value)
        if kind is _I8:
            return int.__new__(int64, value)
        return kind.type(value)

    def _write_at(self, at, value):
        kind = self.dtype
        if self._locked:
            raise ValueError("assignment destination is read-only")
        if kind is _OBJECT:
            self._buffer[at >> 3] = value
            return
        if kind is _BOOL:
            value = bool(value)
        elif kind.kind == "f":
            value = float(value)
        else:
            whole = int(value)
            if type(value) is not int and not isinstance(value, (bool,)):
                whole = int(_whole(kind.type, whole)) if not _fits(kind, whole) else whole
            elif not _fits(kind, whole):
                raise OverflowError(f"Python integer {whole} out of bounds for {kind.name}")
            value = whole
        _READ[kind.code].pack_into(self._buffer, at, value)

    def __getitem__(self, key):
        if type(key) is int or type(key) is int64:
            if len(self.shape_) == 1:
                size = self.shape_[0]
                if key < 0:
                    key += size
                if not 0 <= key < size:
                    raise IndexError(f"index {key} is out of bounds for axis 0 with size {size}")
                return self._scalar_at(self._at + key * self.strides[0])
        elif type(key) is tuple and len(key) == len(self.shape_):
            at = self._at
            for which, size, stride in zip(key, self.shape_, self.strides, strict=True):
                if type(which) is not int and type(which) is not int64:
                    break
                if which < 0:
                    which += size
                if not 0 <= which < size:
                    raise IndexError(f"index {which} is out of bounds for an axis of {size}")
                at += which * stride
            else:
                return self._scalar_at(at)
        at, shape, strides, advanced, position = _select(self, key)
        if not advanced:
            if not shape and not _has_ellipsis(key):
                return self._scalar_at(at)
            return _view(self, at, shape, strides)
        return _take(self, at, shape, strides, advanced, position)

    def __setitem__(self, key, value):
        if self._locked:
            raise ValueError("assignment destination is read-only")
        if type(key) is tuple and len(key) == len(self.shape_) and not isinstance(value, ndarray):
            at = self._at
            for which, size, stride in zip(key, self.shape_, self.strides, strict=True):
                if type(which) is not int and type(which) is not int64:
                    break
                if which < 0:
                    which += size
                if not 0 <= which < size:
                    raise IndexError(f"index {which} is out of bounds for an axis of {size}")
                at += which * stride
            else:
                self._write_at(at, value)
                return
        at, shape, strides, advanced, position = _select(self, key)
        if not advanced:
            if not shape and not isinstance(value, ndarray):
                self._write_at(at, value)
                return
            _assign(_view(self, at, shape, strides), value)
            return
        _put(self, at, shape, strides, advanced, position, value)

    def tolist(self):
        if not self.shape_:
            return self._read(self._at)
        if self.dtype is _OBJECT:
            values = [self._buffer[at >> 3] for at in _places(self)]
        else:
            whole = self if _is_whole(self) else self.copy()
            count = self.size
            letter = _FORMATS[self.dtype.code]
            values = list(Struct(f"<{count}{letter}").unpack_from(whole._buffer, whole._at))
        for size in reversed(self.shape_[1:]):
            values = (
                [values[start : start + size] for start in range(0, len(values), size)]
                if size
                else [[] for _ in range(math.prod(self.shape_[:-1]))]
            )
        return values

    def tobytes(self, order="C"):
        whole = self if _is_whole(self) else self.copy()
        return bytes(memoryview(whole._buffer)[whole._at : whole._at + self.nbytes])

    def __buffer__(self, _flags):
        whole = self if _is_whole(self) else self.copy()
        part = memoryview(whole._buffer)[whole._at : whole._at + self.nbytes]
        if self.size and self.shape_:
            part = part.cast(_FORMATS[self.dtype.code], self.shape_) if self.ndim > 1 else part.cast(_FORMATS[self.dtype.code])
        return part.toreadonly() if self._locked else part

    def fill(self, value):
        _assign(self, value)

    # The same in another form

    def copy(self, order="C"):
        made = empty(self.shape_, self.dtype)
        _assign(made, self)
        return made

    def astype(self, kind, copy=True, **_named):
        kind = dtype(kind)
        if kind is self.dtype and not copy:
            return self
        made = empty(self.shape_, kind)
        _assign(made, self)
        return made

    def view(self, kind=None):
        if kind is None or kind is ndarray:
            return _view(self, self._at, self.shape_, self.strides)
        kind = dtype(kind)
        shape = self.shape_
        strides = self.strides
        if kind.itemsize != self.itemsize:
            last = shape[-1] * self.itemsize // kind.itemsize
            shape = (*shape[:-1], last)
            strides = (*strides[:-1], kind.itemsize)
        made = _view(self, self._at, shape, strides)
        made.dtype = kind
        return made

    def reshape(self, *shape, order="C"):
        if len(shape) == 1 and not isinstance(shape[0], (int, generic)):
            shape = tuple(shape[0])
        shape = tuple(map(int, shape))
        if order == "F":
            return self.T.reshape(shape[::-1]).T
        if -1 in shape:
            known = -math.prod(shape)
            shape = tuple(self.size // known if size == -1 else size for size in shape) if known else tuple(
                0 if size == -1 else size for size in shape
            )
        if math.prod(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        strides = _reshaped(self.shape_, self.strides, shape, self.itemsize)
        if strides is None:
            whole = self.copy()
            return _view(whole, whole._at, shape, _contiguous(shape, self.itemsize))
        return _view(self, self._at, shape, strides)

    def ravel(self, order="C"):
        return self.reshape(-1, order=order)

    def flatten(self, order="C"):
        return self.ravel(order).copy()

    def transpose(self, *axes):
        if len(axes) == 1 and not isinstance(axes[0], int):
            axes = axes[0]
        if not axes or axes is None:
            return self.T
        axes = [axis % self.ndim for axis in axes]
        shape = tuple(self.shape_[axis] for axis in axes)
        return _view(self, self._at, shape, tuple(self.strides[axis] for axis in axes))

    def swapaxes(self, one, other):
        axes = list(range(self.ndim))
        axes[one], axes[other] = axes[other], axes[one]
        return self.transpose(axes)

    def squeeze(self, axis=None):
        kept = [d for d, size in enumerate(self.shape_) if size != 1 or (axis is not None and d != axis % self.ndim)]
        return _view(self, self._at, tuple(self.shape_[d] for d in kept), tuple(self.strides[d] for d in kept))

    def repeat(self, repeats, axis=None):
        return repeat(self, repeats, axis)

    def take(self, places, axis=None):
        return take(self, places, axis)

    def compress(self, flags, axis=None):
        return take(self, flatnonzero(asarray(flags)), axis)

    # Figures

    def sum(self, axis=None, dtype=None, keepdims=False, initial=None):
        return add.reduce(self, axis, dtype, keepdims, initial)

    def prod(self, axis=None, dtype=None, keepdims=False):
        return multiply.reduce(self, axis, dtype, keepdims)

    def max(self, axis=None, initial=None, keepdims=False):
        return maximum.reduce(self, axis, None, keepdims, initial)

    def min(self, axis=None, initial=None, keepdims=False):
        return minimum.reduce(self, axis, None, keepdims, initial)

    def any(self, axis=None, keepdims=False):
        return logical_or.reduce(self, axis, None, keepdims)

    def all(self, axis=None, keepdims=False):
        return logical_and.reduce(self, axis, None, keepdims)

    def mean(self, axis=None, keepdims=False):
        total = add.reduce(self, axis, self.dtype if self.dtype.kind == "f" else _F8, keepdims)
        count = self.size if axis is None else math.prod(self.shape_[a % self.ndim] for a in _axes(axis))
        return total / count

    def var(self, axis=None, ddof=0):
        middle = self.mean(axis, keepdims=True)
        away = self - middle
        total = add.reduce(away * away, axis)
        count = self.size if axis is None else math.prod(self.shape_[a % self.ndim] for a in _axes(axis))
        return total / (count - ddof)

    def std(self, axis=None, ddof=0):
        return sqrt(self.var(axis, ddof))

    def ptp(self, axis=None):
        return subtract(self.max(axis), self.min(axis))

    def cumsum(self, axis=None, dtype=None):
        return cumsum(self, axis, dtype)

    def argmax(self, axis=None):
        return _extreme(1, self, axis)

    def argmin(self, axis=None):
        return _extreme(0, self, axis)

    def argsort(self, axis=-1, kind=None):
        return argsort(self, axis, kind)

    def sort(self, axis=-1, kind=None):
        _assign(self, sort(self, axis))

    def nonzero(self):
        return nonzero(self)

    def searchsorted(self, values, side="left", sorter=None):
        return searchsorted(self, values, side, sorter)

    def clip(self, low=None, high=None):
        return clip(self, low, high)

    def round(self, digits=0):
        return round_(self, digits)

    def dot(self, other):
        return matmul(self, other)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def __neg__(self):
        return negative(self)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return absolute(self)

    def __invert__(self):
        return invert(self)

    def __divmod__(self, other):
        return floor_divide(self, other), mod(self, other)


class _Flat:
    def __init__(self, array):
        self._array = array

    def __iter__(self):
        return iter(self._array.ravel())

    def __len__(self):
        return self._array.size

    def __getitem__(self, key):
        return self._array.ravel()[key]

    def __setitem__(self, key, value):
        array = self._array
        flat = array.reshape(-1)
        if flat.base is not array and flat.base is not array.base and flat._buffer is not array._buffer:
            flat[key] = value
            _assign(array, flat.reshape(array.shape_))
        else:
            flat[key] = value


def _rebuild(values, shape, name):
    return array(values, dtype=name).reshape(shape)


def _fits(kind, whole):
    low = 0 if kind.kind == "u" else -(1 << 8 * kind.itemsize - 1)
    return low <= whole < low + (1 << 8 * kind.itemsize)


def _has_ellipsis(key):
    return key is Ellipsis or (isinstance(key, tuple) and builtins.any(part is Ellipsis for part in key))


def _is_whole(array):
    return _is_contiguous(array.shape_, array.strides, array.dtype.itemsize)


def _new(buffer, data, at, shape, strides, kind, base=None, locked=False):
    made = object.__new__(ndarray)
    made._buffer = buffer
    made._data = data
    made._at = at
    made.shape_ = shape
    made.strides = strides
    made.dtype = kind
    made.base = base
    made._locked = locked
    made._operand = None
    return made


def _view(array, at, shape, strides):
    base = array.base if array.base is not None else array
    return _new(array._buffer, array._data, at, shape, strides, array.dtype, base, array._locked)


def _shape_of(shape):
    return (int(shape),) if isinstance(shape, (int, generic)) or not hasattr(shape, "__iter__") else tuple(map(int, shape))


def _operand(array):
    """Where the description of an array lies, for compiled loops."""
    made = array._operand
    if made is None:
        shape = array.shape_
        number = len(shape)
        padding = _PADDING[number]
        made = array._operand = _OPERAND.pack(
            array.dtype.code, number, array._data + array._at, *shape, *padding, *array.strides, *padding
        )
    return id(made) + _BYTES_AT


def _places(array):
    """The places of the entries in order."""
    ranges = [range(0, size * stride, stride) if stride else (0,) * size for size, stride in zip(array.shape_, array.strides, strict=True)]
    return [array._at + builtins.sum(steps) for steps in _products(*ranges)]


def _assign(target, value):
    if target._locked:
        raise ValueError("assignment destination is read-only")
    kind = target.dtype
    if not isinstance(value, ndarray):
        value = _constant(value, kind) if _is_number(value) and kind is not _OBJECT else asarray(value) if not _is_number(value) else _object_scalar(value)
    if len(value.shape_) > len(target.shape_):
        extra = len(value.shape_) - len(target.shape_)
        if builtins.any(size != 1 for size in value.shape_[:extra]):
            raise ValueError(f"could not broadcast {value.shape_} into {target.shape_}")
        value = value.reshape(value.shape_[extra:])
    if value.shape_ != target.shape_ and broadcast_shapes(value.shape_, target.shape_) != target.shape_:
        raise ValueError(f"could not broadcast input array from shape {value.shape_} into shape {target.shape_}")
    if kind is _OBJECT or value.dtype is _OBJECT:
        wide = broadcast_to(value, target.shape_)
        for there, here in zip(_places(target), _places(wide), strict=True):
            target._write_at(there, wide._read(here))
        return
    if value._buffer is target._buffer and value is not target and target.size > 1:
        value = _apart(value)
    _loops.assign(_operand(target), _operand(value))


def _apart(value):
    made = empty(value.shape_, value.dtype)
    _loops.assign(_operand(made), _operand(value))
    return made


def _object_scalar(value):
    return _new([value], 0, 0, (), (), _OBJECT)


def _is_number(value):
    return isinstance(value, (bool, int, float))


@lru_cache(512)
def _kept_constant(value, _sign, kind):
    made = empty((), kind)
    made._write_at(0, value)
    made._locked = True
    return made


def _constant(value, kind):
    if kind.kind in "iu" and type(value) is int and not _fits(kind, value):
        raise OverflowError(f"Python integer {value} out of bounds for {kind.name}")
    if kind.kind in "iu" and isinstance(value, float):
        value = int(value)
    # Zeros of either sign are equal, and so are 1, 1.0 and True: a constant is kept by more than its value.
    return _kept_constant(value, math.copysign(1, value) if isinstance(value, float) else type(value), kind)


# Places


def _select(array, key):
    """Return where a selection begins, what it has of slices, and its arrays of places."""
    if type(key) is not tuple:
        key = (key,)
    parts = key
    used = 0
    for part in key:
        kind = type(part)
        if kind is int or kind is slice or kind is int64:
            used += 1
        elif kind is ndarray and part.dtype is not _BOOL and part.shape_:
            used += 1
        else:
            parts, used = _expand(array, key)
            break
    if used < len(array.shape_):
        whole = [slice(None)] * (len(array.shape_) - used)
        if parts is not key and Ellipsis in [part if type(part) is EllipsisType else 0 for part in parts]:
            where = next(number for number, part in enumerate(parts) if part is Ellipsis)
            parts[where : where + 1] = whole
        else:
            parts = [*parts, *whole]
    else:
        if parts is not key:
            parts = [part for part in parts if part is not Ellipsis]
        if used > len(array.shape_):
            raise IndexError("too many indices for array")
    has_arrays = False
    for part in parts:
        if type(part) is ndarray:
            has_arrays = True
            break
    return _follow(array, parts, has_arrays)


def _expand(array, key):
    """Return a key with places in place of flags and lists, and how many dimensions it uses."""
    parts = []
    used = 0
    for part in key:
        if isinstance(part, list) or (isinstance(part, (tuple, range))):
            part = asarray(part) if len(part) else zeros(0, _I8)
        if isinstance(part, ndarray) and part.dtype is _BOOL:
            if part.shape_ == ():
                part = zeros(1 if part.item() else 0, _I8)
                parts.append(None)
            else:
                if part.shape_ != array.shape_[used : used + part.ndim]:
                    raise IndexError("boolean index did not match indexed array")
                parts += nonzero(part)
                used += part.ndim
                continue
        elif isinstance(part, ndarray) and not part.shape_ :
            part = part.item()
        parts.append(part)
        if part is not None and part is not Ellipsis:
            used += 1
    return parts, used


def _follow(array, parts, has_arrays):
    at = array._at
    shape = []
    strides = []
    advanced = []
    position = None
    is_apart = False
    ended = False
    dimension = 0
    for part in parts:
        if part is None:
            shape.append(1)
            strides.append(0)
            ended = ended or position is not None
            continue
        size = array.shape_[dimension]
        stride = array.strides[dimension]
        dimension += 1
        if isinstance(part, slice):
            start, stop, step = part.indices(size)
            count = len(range(start, stop, step))
            at += start * stride if count else 0
            shape.append(count)
            strides.append(stride * step)
            ended = ended or position is not None
            continue
        if not isinstance(part, ndarray) and not hasattr(part, "__index__"):
            raise IndexError("only integers, slices, ellipsis, None and arrays of them are places")
        if has_arrays:
            if position is None:
                position = len(shape)
            elif ended:
                is_apart = True
            ended = False
        if isinstance(part, ndarray):
            advanced.append((part, size, stride))
        else:
            which = operator.index(part)
            if which < 0:
                which += size
            if not 0 <= which < size:
                raise IndexError(f"index {which} is out of bounds for axis with size {size}")
            at += which * stride
    return at, tuple(shape), tuple(strides), advanced, 0 if is_apart else position


def _offsets(advanced):
    shape = broadcast_shapes(*(places.shape_ for places, _, _ in advanced))
    offsets = zeros(shape, _I4)
    for places, size, stride in advanced:
        if places.dtype is not _I8:
            if places.dtype.kind not in "iu":
                if places.size:
                    raise IndexError("arrays used as indices must be of integer (or boolean) type")
            places = places.astype(_I8)
        if _loops.add_offsets(_operand(offsets), _operand(places), size, stride):
            raise IndexError(f"an index is out of bounds for an axis of {size}")
    return offsets


def _selected(array, at, shape, strides, advanced, position):
    offsets = _offsets(advanced)
    inner = _view(array, at, shape, strides)
    whole = (*shape[:position], *offsets.shape_, *shape[position:])
    middle = len(offsets.shape_)
    order = [*range(position, position + middle), *range(position), *range(position + middle, len(whole))]
    return offsets, inner, whole, order


def _take(array, at, shape, strides, advanced, position):
    offsets, inner, whole, order = _selected(array, at, shape, strides, advanced, position)
    made = empty(whole, array.dtype)
    if not made.size:
        return made
    if array.dtype is _OBJECT:
        turned = made.transpose(order) if order else made
        starts = _places(inner)
        steps = [step + start - inner._at for step in offsets.ravel().tolist() for start in starts]
        for there, here in zip(_places(turned), steps, strict=True):
            made._buffer[there >> 3] = array._buffer[(here + inner._at) >> 3]
        return made
    turned = made.transpose(order) if order else made
    _loops.gather(_operand(turned), offsets._data + offsets._at, offsets.size, _operand(inner), 0)
    return made


def _put(array, at, shape, strides, advanced, position, value):
    offsets, inner, whole, order = _selected(array, at, shape, strides, advanced, position)
    if isinstance(value, ndarray) and value.dtype is array.dtype and value.shape_ == whole:
        values = value
        if value._buffer is array._buffer and array.dtype is not _OBJECT:
            values = _apart(value)
    else:
        values = empty(whole, array.dtype)
        _assign(values, value)
    if not values.size:
        return
    turned = values.transpose(order) if order else values
    if array.dtype is _OBJECT:
        starts = _places(inner)
        steps = [step + start for step in offsets.ravel().tolist() for start in starts]
        for there, here in zip(steps, _places(turned), strict=True):
            array._buffer[there >> 3] = values._buffer[here >> 3]
        return
    _loops.gather(_operand(turned), offsets._data + offsets._at, offsets.size, _operand(inner), 1)


def _reshaped(shape, strides, wanted, itemsize):
    """The strides of the same entries in another shape; None where they have to be copied."""
    if _is_contiguous(shape, strides, itemsize):
        return _contiguous(wanted, itemsize)
    old = [(size, stride) for size, stride in zip(shape, strides, strict=True) if size != 1]
    made = []
    place = 0
    number = 0
    while number < len(wanted):
        if wanted[number] == 1:
            made.append(0)
            number += 1
            continue
        if place >= len(old):
            return None
        have, stride = old[place]
        place += 1
        last = stride
        want = wanted[number]
        group = [want]
        number += 1
        while have != want:
            if have < want:
                if place >= len(old):
                    return None
                size, stride = old[place]
                if last != size * stride:
                    return None
                last = stride
                have *= size
                place += 1
            else:
                if number >= len(wanted):
                    return None
                want *= wanted[number]
                group.append(wanted[number])
                number += 1
        made += _contiguous(tuple(group), last)
    return tuple(made)


# Making arrays


def empty(shape, dtype=float, order="C"):
    shape = _shape_of(shape)
    kind = _dtype(dtype)
    if kind is _OBJECT:
        return _new([None] * math.prod(shape), 0, 0, shape, _contiguous(shape, 8), kind)
    buffer = bytearray(math.prod(shape) * kind.itemsize or 8)
    return _new(buffer, _address(buffer), 0, shape, _contiguous(shape, kind.itemsize), kind)


_dtype = dtype


def zeros(shape, dtype=float, order="C"):
    made = empty(shape, dtype)
    if made.dtype is _OBJECT:
        made._buffer = [0] * len(made._buffer)
    if order == "F":
        made.strides = _contiguous(made.shape_[::-1], made.itemsize)[::-1]
    return made


def full(shape, value, dtype=None):
    kind = _dtype(dtype) if dtype is not None else value.dtype if isinstance(value, (ndarray, generic)) else _python_type(value)
    made = empty(shape, kind)
    _assign(made, value)
    return made


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


def empty_like(other, dtype=None, shape=None):
    other = asarray(other)
    return empty(other.shape_ if shape is None else shape, dtype or other.dtype)


def zeros_like(other, dtype=None):
    other = asarray(other)
    return zeros(other.shape_, dtype or other.dtype)


def ones_like(other, dtype=None):
    other = asarray(other)
    return ones(other.shape_, dtype or other.dtype)


def full_like(other, value, dtype=None):
    other = asarray(other)
    return full(other.shape_, value, dtype or other.dtype)


def array(values, dtype=None, copy=True, ndmin=0):
    kind = None if dtype is None else _dtype(dtype)
    if isinstance(values, ndarray):
        made = values.astype(kind or values.dtype)
    elif _is_number(values) or isinstance(values, generic):
        made = full((), values, kind)
    elif kind is None and not hasattr(values, "__len__"):
        made = _object_scalar(values)
    else:
        made = _from_nested(values, kind)
    while made.ndim < ndmin:
        made = made[None]
    return made


def _from_nested(values, kind):
    shape = []
    level = values
    if isinstance(values, (memoryview, bytearray, bytes)) and not isinstance(values, bytes):
        values = list(values)
        level = values
    while isinstance(level, (list, tuple, range, ndarray)) or (hasattr(level, "__len__") and hasattr(level, "__getitem__") and not isinstance(level, (str, bytes, dict, generic))):
        if isinstance(level, ndarray):
            shape += level.shape_
            break
        shape.append(len(level))
        if not len(level):
            break
        level = level[0]
    flat = values
    has_arrays = False
    if len(shape) and isinstance(values, (list, tuple)) and values and isinstance(values[0], ndarray):
        has_arrays = True
    if has_arrays:
        parts = [asarray(part) for part in values]
        found = kind or _reduce_python(_promote, (part.dtype for part in parts))
        made = empty(shape, found)
        for number, part in enumerate(parts):
            if part.shape_ != tuple(shape[1:]):
                raise ValueError("setting an array element with a sequence: an inhomogeneous shape")
            made[number] = part
        return made
    for number in range(len(shape) - 1):
        size = shape[number + 1]
        flattened = []
        for part in flat:
            part = part.tolist() if isinstance(part, ndarray) else part
            if not hasattr(part, "__len__") or len(part) != size:
                if kind is _OBJECT:
                    flattened = None
                    break
                raise ValueError("setting an array element with a sequence: an inhomogeneous shape")
            flattened += part
        if flattened is None:
            shape = shape[: number + 1]
            break
        flat = flattened
    flat = list(flat)
    if kind is None:
        kind = _common_type(flat)
    made = empty(shape, kind)
    if kind is _OBJECT:
        made._buffer = flat
        return made
    if flat:
        letter = _FORMATS[kind.code]
        packed = Struct(f"<{len(flat)}{letter}")
        try:
            packed.pack_into(made._buffer, 0, *flat)
        except Exception:  # numbers of another type, or arrays without dimensions
            for number, value in enumerate(flat):
                made._write_at(number * kind.itemsize, value.item() if isinstance(value, ndarray) else value)
    return made


def _common_type(values):
    if not values:
        return _F8
    kinds = set(map(type, values))
    if kinds == {int} or kinds == {int64}:
        return _I8 if all_small(values) else _python_type(builtins.max(values, key=builtins.abs))
    if kinds == {float} or kinds == {float64}:
        return _F8
    found = None
    for value in values:
        kind = value.dtype if isinstance(value, (ndarray, generic)) else _python_type(value)
        found = kind if found is None else _promote(found, kind)
    return found


def all_small(values):
    return -(1 << 63) <= builtins.min(values) and builtins.max(values) < 1 << 63


def asarray(values, dtype=None, copy=None):
    if isinstance(values, ndarray) and (dtype is None or values.dtype is _dtype(dtype)):
        return values
    return array(values, dtype)


def ascontiguousarray(values, dtype=None):
    made = asarray(values, dtype)
    return made if _is_whole(made) else made.copy()


def frombuffer(data, dtype=float, count=-1, offset=0):
    kind = _dtype(dtype)
    view = memoryview(data).cast("B")[offset:]
    size = len(view) // kind.itemsize if count < 0 else count
    if isinstance(data, bytearray) and len(data):
        return _new(data, _address(data), offset, (size,), (kind.itemsize,), kind)
    made = empty(size, kind)
    made._buffer[: size * kind.itemsize] = view[: size * kind.itemsize]
    made._locked = True
    return made


def fromiter(values, dtype=float, count=-1):
    return array(list(values), dtype)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    values = (start, stop, step)
    if builtins.all(isinstance(value, (int, generic)) and not isinstance(value, float) for value in values):
        numbers = range(int(start), int(stop), int(step))
        kind = dtype or _I8
        found = [value.dtype for value in values if isinstance(value, generic)]
        if dtype is None and found:
            kind = _reduce_python(_promote, found)
        return array(list(numbers), dtype=kind) if len(numbers) else zeros(0, kind)
    count = builtins.max(0, math.ceil((stop - start) / step))
    return array([start + number * step for number in range(count)], dtype=dtype or float)


def linspace(start, stop, num=50, endpoint=True):
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts else 0.0
    values = [start + number * step for number in range(num)]
    if endpoint and num > 1:
        values[-1] = float(stop)
    return array(values, dtype=float)


def eye(rows, columns=None, k=0, dtype=float):
    columns = rows if columns is None else columns
    made = zeros((rows, columns), dtype)
    for number in range(rows):
        if 0 <= number + k < columns:
            made[number, number + k] = 1
    return made


def indices(shape, dtype=int):
    shape = _shape_of(shape)
    made = empty((len(shape), *shape), dtype)
    for axis, size in enumerate(shape):
        made[axis] = arange(size).reshape([-1 if d == axis else 1 for d in range(len(shape))])
    return made


def ix_(*sequences):
    found = []
    for axis, values in enumerate(sequences):
        values = asarray(values)
        if values.dtype is _BOOL:
            values = flatnonzero(values)
        found.append(values.reshape([-1 if d == axis else 1 for d in range(len(sequences))]))
    return tuple(found)


# Shapes


@lru_cache(1024)
def broadcast_shapes(*shapes):
    found = []
    for shape in shapes:
        extra = len(shape) - len(found)
        found = [1] * extra + found
        for place in range(-len(shape), 0):
            size = shape[place]
            if found[place] == 1:
                found[place] = size
            elif size not in (1, found[place]):
                raise ValueError(f"operands could not be broadcast together with shapes {shapes}")
    return tuple(found)


def broadcast_to(values, shape):
    values = asarray(values)
    shape = _shape_of(shape)
    if values.shape_ == shape:
        return _view(values, values._at, shape, values.strides)
    extra = len(shape) - values.ndim
    strides = [0] * extra
    for size, have, stride in zip(shape[extra:], values.shape_, values.strides, strict=True):
        if have not in (1, size):
            raise ValueError(f"cannot broadcast {values.shape_} to {shape}")
        strides.append(0 if have == 1 else stride)
    made = _view(values, values._at, shape, tuple(strides))
    made._locked = True
    return made


def broadcast_arrays(*values):
    arrays = [asarray(value) for value in values]
    shape = broadcast_shapes(*(one.shape_ for one in arrays))
    return tuple(broadcast_to(one, shape) for one in arrays)


def shape(values):
    return asarray(values).shape_


def ndim(values):
    return asarray(values).ndim


def size(values):
    return asarray(values).size


def reshape(values, shape, order="C"):
    return asarray(values).reshape(shape, order=order)


def ravel(values):
    return asarray(values).ravel()


def transpose(values, axes=None):
    values = asarray(values)
    return values.T if axes is None else values.transpose(axes)


def moveaxis(values, source, target):
    axes = list(range(values.ndim))
    axes.insert(target % values.ndim, axes.pop(source % values.ndim))
    return values.transpose(axes)


def swapaxes(values, one, other):
    return asarray(values).swapaxes(one, other)


def squeeze(values, axis=None):
    return asarray(values).squeeze(axis)


def atleast_1d(values):
    values = asarray(values)
    return values if values.ndim else values.reshape(1)


def concatenate(parts, axis=0, dtype=None):
    arrays = [asarray(part) for part in parts]
    if axis is None:
        arrays = [one.ravel() for one in arrays]
        axis = 0
    kind = _dtype(dtype) if dtype else _reduce_python(_promote, (one.dtype for one in arrays))
    axis %= arrays[0].ndim
    whole = list(arrays[0].shape_)
    whole[axis] = builtins.sum(one.shape_[axis] for one in arrays)
    made = empty(whole, kind)
    before = (slice(None),) * axis
    start = 0
    for one in arrays:
        end = start + one.shape_[axis]
        if end > start:
            made[(*before, slice(start, end))] = one
        start = end
    return made


def stack(parts, axis=0):
    arrays = [asarray(part) for part in parts]
    place = axis % (arrays[0].ndim + 1)
    key = (slice(None),) * place
    return concatenate([one[(*key, None)] if key else one[None] for one in arrays], axis=place)


def column_stack(parts):
    arrays = [asarray(part) for part in parts]
    return concatenate([one[:, None] if one.ndim == 1 else one for one in arrays], axis=1)


def append(values, more, axis=None):
    return concatenate((values, more), axis=axis)


def split(values, places, axis=0):
    if isinstance(places, (int, integer)):
        step = values.shape_[axis] // places
        places = [step * number for number in range(1, places)]
    bounds = [0, *map(int, places), values.shape_[axis]]
    before = (slice(None),) * axis
    return [values[(*before, slice(low, high))] for low, high in zip(bounds, bounds[1:])]


def repeat(values, repeats, axis=None):
    values = asarray(values)
    if axis is None:
        values = values.ravel()
        axis = 0
    count = values.shape_[axis]
    if isinstance(repeats, (int, generic)) or (isinstance(repeats, ndarray) and repeats.size == 1):
        places = [number for number in range(count) for _ in range(int(repeats))]
    else:
        times = asarray(repeats).tolist()
        places = [number for number, many in enumerate(times) for _ in range(many)]
    return take(values, array(places, dtype=_I8), axis)


def tile(values, times):
    values = asarray(values)
    times = (times,) if isinstance(times, int) else tuple(times)
    values = values.reshape((1,) * (len(times) - values.ndim) + values.shape_)
    times = (1,) * (values.ndim - len(times)) + times
    for axis, many in enumerate(times):
        values = concatenate([values] * many, axis=axis) if many else take(values, zeros(0, _I8), axis)
    return values


def pad(values, width, constant_values=0):
    values = asarray(values)
    width = ((width, width),) * values.ndim if isinstance(width, int) else (tuple(width),) * values.ndim if isinstance(width[0], int) else width
    made = full([size + low + high for size, (low, high) in zip(values.shape_, width)], constant_values, values.dtype)
    made[tuple(slice(low, low + size) for size, (low, _) in zip(values.shape_, width))] = values
    return made


def take(values, places, axis=None):
    values = asarray(values)
    if axis is None:
        values = values.ravel()
        axis = 0
    return values[(slice(None),) * (axis % values.ndim) + (asarray(places),)]


def take_along_axis(values, places, axis):
    values = asarray(values)
    if axis is None:
        return values.ravel()[places]
    axis %= values.ndim
    key = []
    for d, many in enumerate(places.shape_):
        shape = [1] * values.ndim
        shape[d] = -1
        key.append(places if d == axis else arange(values.shape_[d] if values.shape_[d] == many or many == 1 else many).reshape(shape))
    return values[tuple(key)]


def fill_diagonal(values, val):
    count = builtins.min(values.shape_)
    places = arange(count)
    values[(places,) * values.ndim] = val


def diagonal(values):
    count = builtins.min(values.shape_)
    return values[arange(count), arange(count)]


def trace(values):
    return diagonal(values).sum()


def tril(values, k=0):
    rows, columns = indices(values.shape_)
    return where(columns <= rows + k, values, zeros_like(values))


def tril_indices(count, k=0, m=None):
    rows, columns = indices((count, m or count))
    return nonzero(columns <= rows + k)


def triu_indices(count, k=0, m=None):
    rows, columns = indices((count, m or count))
    return nonzero(columns >= rows + k)


def unravel_index(places, shape):
    found = []
    for size in reversed(shape):
        found.append(places % size)
        places = places // size
    return tuple(reversed(found))


# Loops over entries


def _axes(axis):
    return axis if isinstance(axis, tuple) else (axis,)


class ufunc:
    """A function of each entry of two arrays."""

    def __init__(self, name, code, python, kinds=""):
        self.__name__ = name
        self._code = code
        self._python = python
        self._is_comparing = 14 <= code < 20
        self._kinds = kinds

    def __call__(self, left, right, out=None, where=None, dtype=None):
        a, b, kind = _pair(left, right)
        if kind is _OBJECT:
            return self._by_python(a, b, out)
        if self._kinds == "float" and kind.kind != "f":
            kind = _F8
        elif self._kinds == "bits" and kind.kind == "f":
            raise TypeError(f"ufunc '{self.__name__}' not supported for floats")
        elif self._kinds == "bool":
            kind = _BOOL
        elif kind is _BOOL and self._code in (4, 5, 11, 12, 13):
            kind = _I1
        elif kind is _BOOL and self._code == 1:
            raise TypeError("numpy boolean subtract, the `-` operator, is not supported")
        if dtype is not None:
            kind = _dtype(dtype)
        if self._code == 13 and kind.kind == "f" and isinstance(right, (int, float)) and not isinstance(right, bool):
            if right == 2:
                return multiply(asarray(left, kind), asarray(left, kind), out)
            if right == 0.5:
                return sqrt(asarray(left, kind))
            if right == 1:
                return asarray(left, kind).copy()
            if right == -1:
                return divide(1.0, asarray(left, kind))
        a = _typed(a, kind, self._kinds == "bool")
        b = _typed(b, kind, self._kinds == "bool")
        shape = a.shape_ if a.shape_ == b.shape_ else broadcast_shapes(a.shape_, b.shape_)
        made = _BOOL if self._is_comparing else kind
        if out is not None:
            out = out[0] if type(out) is tuple else out
            if out._locked:
                raise ValueError("output array is read-only")
            if out.shape_ == shape and out.dtype is made and not _overlaps(out, a) and not _overlaps(out, b):
                _loops.binary(self._code, _operand(out), _operand(a), _operand(b))
            else:
                _assign(out, self(a, b))
            return out
        result = empty(shape, made)
        _loops.binary(self._code, _operand(result), _operand(a), _operand(b))
        return result if shape else result._scalar_at(0)

    def _by_python(self, a, b, out=None):
        a = a if isinstance(a, ndarray) else _object_scalar(a)
        b = b if isinstance(b, ndarray) else _object_scalar(b)
        shape = broadcast_shapes(a.shape_, b.shape_)
        wide_a = broadcast_to(a, shape)
        wide_b = broadcast_to(b, shape)
        values = [
            self._python(wide_a._read(one), wide_b._read(other))
            for one, other in zip(_places(wide_a), _places(wide_b), strict=True)
        ]
        if self._is_comparing:
            return array(values, dtype=bool).reshape(shape) if shape else bool(values[0])
        if not shape:
            return values[0]
        made = empty(shape, _OBJECT)
        made._buffer = values
        if out is not None:
            _assign(out, made)
            return out
        return made

    def reduce(self, values, axis=0, dtype=None, keepdims=False, initial=None):
        values = asarray(values)
        kind = values.dtype
        if self._kinds == "bool":
            values = values.astype(bool) if kind is not _BOOL else values
            kind = _BOOL
        elif dtype is not None:
            kind = _dtype(dtype)
        elif self._code in (0, 2) and kind is not _OBJECT and kind.kind in "biu":
            kind = _U8 if kind.kind == "u" else _I8
        number = values.ndim
        axes = tuple(range(number)) if axis is None else tuple(a % number for a in _axes(axis))
        kept = tuple(1 if d in axes else size for d, size in enumerate(values.shape_))
        shape = kept if keepdims else tuple(size for d, size in enumerate(values.shape_) if d not in axes)
        if kind is _OBJECT:
            return self._reduce_python(values, axes, shape)
        values = _typed(values, kind, False)
        made = empty(kept, kind)
        if initial is not None:
            _assign(made, initial)
        elif self._code in _BEGIN:
            begin = _BEGIN[self._code]
            if begin:
                _assign(made, begin)
        elif not values.size:
            if made.size:
                raise ValueError("zero-size array to reduction operation which has no identity")
        else:
            _assign(made, values[tuple(slice(0, 1) if d in axes else slice(None) for d in range(number))])
        if values.size:
            _fold(self._code, made, values, axes)
        made = made.reshape(shape)
        return made if shape else made._scalar_at(0)

    def _reduce_python(self, values, axes, shape):
        order = [d for d in range(values.ndim) if d not in axes] + list(axes)
        turned = values.transpose(order) if order else values
        count = math.prod(values.shape_[d] for d in axes)
        flat = [values._buffer[at >> 3] for at in _places(turned)]
        rows = [flat[start : start + count] for start in range(0, len(flat), count)] if count else [[] for _ in range(math.prod(shape))]
        begin = _BEGIN.get(self._code)
        made = [_reduce_python(self._python, row) if row else begin for row in rows]
        if not shape:
            return made[0]
        result = empty(shape, _OBJECT)
        result._buffer = made
        return result

    def accumulate(self, values, axis=0):
        values = asarray(values)
        if self._code == 0:
            return cumsum(values, axis)
        kind = values.dtype
        if self._code == 2 and kind.kind in "biu":
            kind = _U8 if kind.kind == "u" else _I8
        made = values = values.astype(kind)
        before = (slice(None),) * axis
        for number in range(1, values.shape_[axis]):
            made[(*before, number)] = self(made[(*before, number - 1)], values[(*before, number)])
        return made

    def reduceat(self, values, starts):
        bounds = [*asarray(starts).tolist(), len(values)]
        return array(
            [
                self(values[low], self.reduce(values[low + 1 : high])) if high > low + 1 else values[low]
                for low, high in zip(bounds, bounds[1:])
            ],
            dtype=values.dtype if self._code != 0 or values.dtype.kind == "f" else None,
        )

    def outer(self, left, right):
        left = asarray(left)
        right = asarray(right)
        return self(left.reshape(left.shape_ + (1,) * right.ndim), right)

    def at(self, target, key, values):
        at, shape, strides, advanced, position = _select(target, key)
        if not advanced:
            target[key] = self(target[key], values)
            return
        offsets, inner, whole, order = _selected(target, at, shape, strides, advanced, position)
        wide = empty(whole, target.dtype)
        _assign(wide, values)
        turned = (wide.transpose(order) if order else wide).copy()
        if not turned.size:
            return
        if inner.shape_:
            steps = array([place - inner._at for place in _places(inner)], dtype=_I4)
            offsets = (offsets.ravel()[:, None] + steps).astype(_I4)
        if target.dtype is _OBJECT:
            for step, value in zip(offsets.ravel().tolist(), turned._buffer, strict=True):
                place = (inner._at + step) >> 3
                target._buffer[place] = self._python(target._buffer[place], value)
            return
        code = self._code
        if target.dtype is _BOOL:
            code = {0: 6, 2: 7}.get(code, code)  # sums and products of truths are truths
        _loops.scatter(
            code, target.dtype.code, inner._data + inner._at, offsets._data + offsets._at, offsets.size, turned._data + turned._at
        )


_BUFFERED = 8192
"""How many entries numpy's buffer has."""
_BEGIN = {0: 0, 2: 1, 9: 0, 8: 1, 10: 0}


def _overlaps(one, other):
    return one._buffer is other._buffer and (one._at != other._at or one.shape_ != other.shape_ or one.strides != other.strides)


def _pair(left, right):
    """Return two operands, and the type they have in common; a number of Python takes the other's."""
    is_left = isinstance(left, (ndarray, generic))
    is_right = isinstance(right, (ndarray, generic))
    if not is_left and not _is_number(left):
        left = asarray(left) if hasattr(left, "__len__") else left
        is_left = isinstance(left, ndarray)
    if not is_right and not _is_number(right):
        right = asarray(right) if hasattr(right, "__len__") else right
        is_right = isinstance(right, ndarray)
    if is_left and is_right:
        return left, right, _promote(left.dtype, right.dtype)
    if is_left:
        return left, right, _weak(left.dtype, right)
    if is_right:
        return left, right, _weak(right.dtype, left)
    return left, right, _promote(_python_type(left), _python_type(right))


def _weak(kind, value):
    if isinstance(value, bool) or kind is _OBJECT:
        return kind
    if isinstance(value, int):
        return _I8 if kind is _BOOL else kind
    if isinstance(value, float):
        return kind if kind.kind == "f" else _F8
    return _OBJECT


def _typed(value, kind, is_truth):
    if isinstance(value, ndarray):
        return value if value.dtype is kind else value.astype(kind)
    if is_truth:
        return _constant(bool(value), kind)
    if isinstance(value, generic) and kind.kind in "iu" and not isinstance(value, float):
        return _constant(value.item(), kind)
    return _constant(value, kind)


def _fold(code, made, values, axes):
    """Fold in numpy's order: the entries that lie nearest to each other first."""
    parts = [
        (size, stride, 0 if d in axes else made.strides[d], d in axes)
        for d, (size, stride) in enumerate(zip(values.shape_, values.strides, strict=True))
        if size != 1
    ]
    parts.sort(key=lambda part: -builtins.abs(part[1]))
    joined = []
    for size, stride, out, is_folded in parts:
        if joined:
            before = joined[-1]
            if before[3] == is_folded and before[1] == size * stride and before[2] == size * out:
                joined[-1] = (before[0] * size, stride, out, is_folded)
                continue
        joined.append((size, stride, out, is_folded))
    shape = tuple(part[0] for part in joined)
    source = _view(values, values._at, shape, tuple(part[1] for part in joined))
    if len(joined) > 1 and math.prod(shape) <= _BUFFERED and builtins.all(part[3] for part in joined):
        # numpy brings entries that lie apart together before it adds them up.
        source = source.copy().ravel()
        shape = source.shape_
        joined = [(*shape, source.itemsize, 0, True)]
    target = _view(made, made._at, shape, tuple(part[2] for part in joined))
    _loops.fold(code, _operand(target), _operand(source))


def _python_floor(one, other):
    return one // other


add = ufunc("add", 0, operator.add)
subtract = ufunc("subtract", 1, operator.sub)
multiply = ufunc("multiply", 2, operator.mul)
divide = true_divide = ufunc("divide", 3, operator.truediv, "float")
floor_divide = ufunc("floor_divide", 4, operator.floordiv)
remainder = mod = ufunc("remainder", 5, operator.mod)
maximum = fmax = ufunc("maximum", 6, builtins.max)
minimum = fmin = ufunc("minimum", 7, builtins.min)
bitwise_and = ufunc("bitwise_and", 8, operator.and_, "bits")
bitwise_or = ufunc("bitwise_or", 9, operator.or_, "bits")
bitwise_xor = ufunc("bitwise_xor", 10, operator.xor, "bits")
left_shift = ufunc("left_shift", 11, operator.lshift, "bits")
right_shift = ufunc("right_shift", 12, operator.rshift, "bits")
power = float_power = ufunc("power", 13, operator.pow)
equal = ufunc("equal", 14, operator.eq)
not_equal = ufunc("not_equal", 15, operator.ne)
less = ufunc("less", 16, operator.lt)
less_equal = ufunc("less_equal", 17, operator.le)
greater = ufunc("greater", 18, operator.gt)
greater_equal = ufunc("greater_equal", 19, operator.ge)
logical_and = ufunc("logical_and", 8, lambda one, other: bool(one and other), "bool")
logical_or = ufunc("logical_or", 9, lambda one, other: bool(one or other), "bool")
logical_xor = ufunc("logical_xor", 10, lambda one, other: bool(one) != bool(other), "bool")
_UFUNC_OF.update(
    add=add, sub=subtract, mul=multiply, truediv=divide, floordiv=floor_divide, mod=remainder, pow=power
)


def _method(function, is_turned=False):
    def operate(self, other):
        if other is None or isinstance(other, (str, dict)):
            return NotImplemented
        return function(other, self) if is_turned else function(self, other)

    return operate


def _in_place(function):
    def operate(self, other):
        if self.dtype is _OBJECT:
            _assign(self, function(self, other))
            return self
        if self._locked:
            raise ValueError("output array is read-only")
        kind = _pair(self, other)[2]
        if function._kinds == "float" and kind.kind != "f":
            kind = _F8
        elif kind is _BOOL and function._code in (4, 5, 11, 12, 13):
            kind = _I1
        if kind is not self.dtype and "buifO".index(kind.kind) > "buifO".index(self.dtype.kind):
            raise TypeError(f"Cannot cast ufunc output from {kind} to {self.dtype}")
        return function(self, other, out=self)

    return operate


for _word, _function in {
    **_UFUNC_OF,
    "and": bitwise_and,
    "or": bitwise_or,
    "xor": bitwise_xor,
    "lshift": left_shift,
    "rshift": right_shift,
}.items():
    setattr(ndarray, f"__{_word}__", _method(_function))
    setattr(ndarray, f"__r{_word}__", _method(_function, is_turned=True))
    setattr(ndarray, f"__i{_word}__", _in_place(_function))
for _word, _function in {
    "eq": equal,
    "ne": not_equal,
    "lt": less,
    "le": less_equal,
    "gt": greater,
    "ge": greater_equal,
}.items():
    setattr(ndarray, f"__{_word}__", _method(_function))
ndarray.__hash__ = None


class _Unary:
    def __init__(self, name, code, python, kinds=""):
        self.__name__ = name
        self._code = code
        self._python = python
        self._kinds = kinds

    def __call__(self, values, out=None):
        values = asarray(values)
        kind = values.dtype
        if kind is _BOOL and self._code == 0:
            raise TypeError("numpy boolean negative, the `-` operator, is not supported")
        if kind is _BOOL and self._code == 1:
            return values.copy() if values.shape_ else values._scalar_at(values._at)
        if kind is _OBJECT:
            made = empty(values.shape_, _OBJECT)
            made._buffer = [self._python(values._buffer[at >> 3]) for at in _places(values)]
            return made if values.shape_ else made._buffer[0]
        if self._kinds == "float" and kind.kind != "f":
            if kind.itemsize == 1:
                raise TypeError(f"the page has no numbers of 16 bits for {self.__name__} of {kind}")
            kind = _F4 if kind.itemsize == 2 else _F8
        elif self._kinds == "truth of float" and kind.kind != "f":
            kind = _F8
        elif self._kinds == "shape" and kind.kind != "f":
            return values.copy() if values.shape_ else values._scalar_at(values._at)
        elif self._kinds == "bool":
            kind = _BOOL
        values = _typed(values, kind, False)
        made = empty(values.shape_, _BOOL if self._kinds == "truth of float" else kind)
        _loops.unary(self._code, _operand(made), _operand(values))
        if out is not None:
            _assign(out, made)
            return out
        return made if values.shape_ else made._scalar_at(0)


negative = _Unary("negative", 0, operator.neg)
absolute = abs = _Unary("absolute", 1, builtins.abs)
invert = bitwise_not = _Unary("invert", 2, operator.invert)
logical_not = _Unary("logical_not", 2, operator.not_, "bool")
sqrt = _Unary("sqrt", 3, math.sqrt, "float")
floor = _Unary("floor", 4, math.floor, "shape")
ceil = _Unary("ceil", 5, math.ceil, "shape")
rint = _Unary("rint", 6, builtins.round, "float")
exp = _Unary("exp", 7, math.exp, "float")
log = _Unary("log", 8, math.log, "float")
sign = _Unary("sign", 9, lambda value: (value > 0) - (value < 0))
isnan = _Unary("isnan", 10, math.isnan, "truth of float")
isfinite = _Unary("isfinite", 11, math.isfinite, "truth of float")


def log1p(values):
    values = asarray(values, float)
    return array([math.log1p(value) for value in values.ravel().tolist()]).reshape(values.shape_)


def round_(values, digits=0):
    values = asarray(values)
    if values.dtype.kind != "f":
        return values.copy()
    scale = 10.0**digits
    return rint(values * scale) / scale if digits else rint(values)


round = around = round_


def clip(values, low=None, high=None, out=None):
    values = asarray(values)
    if low is not None:
        values = maximum(values, low)
    if high is not None:
        values = minimum(values, high)
    if out is not None:
        _assign(out, values)
        return out
    return values


def nan_to_num(values, nan=0.0):
    values = asarray(values)
    return where(isnan(values), nan, values) if values.dtype.kind == "f" else values.copy()


def where(flags, yes=None, no=None):
    flags = asarray(flags)
    if yes is None and no is None:
        return nonzero(flags)
    if flags.dtype is not _BOOL:
        flags = flags.astype(bool)
    a, b, kind = _pair(yes, no)
    if kind is _OBJECT:
        a, b = (one if isinstance(one, ndarray) else _object_scalar(one) for one in (a, b))
        shape = broadcast_shapes(flags.shape_, a.shape_, b.shape_)
        wide, one, other = (broadcast_to(part, shape) for part in (flags, a, b))
        made = empty(shape, _OBJECT)
        made._buffer = [
            one._read(first) if wide._read(at) else other._read(second)
            for at, first, second in zip(_places(wide), _places(one), _places(other), strict=True)
        ]
        return made
    a = _typed(a, kind, False)
    b = _typed(b, kind, False)
    shape = broadcast_shapes(flags.shape_, a.shape_, b.shape_)
    made = empty(shape, kind)
    _loops.choose(_operand(made), _operand(flags), _operand(a), _operand(b))
    return made


# Searching, counting, sorting


def nonzero(values):
    values = asarray(values)
    flat = _places_true(values)
    if values.ndim == 1:
        return (flat,)
    return unravel_index(flat, values.shape_)


def _places_true(values):
    flags = values if values.dtype is _BOOL else values.astype(bool)
    if not _is_whole(flags):
        flags = flags.copy()
    count = _loops.count_true(flags._data + flags._at, flags.size)
    made = empty(count, _I8)
    _loops.places_true(flags._data + flags._at, flags.size, made._data)
    return made


def flatnonzero(values):
    return _places_true(asarray(values))


def argwhere(values):
    found = nonzero(values)
    return stack(found, axis=1) if found else zeros((0, 0), _I8)


def count_nonzero(values, axis=None):
    return not_equal(asarray(values), 0).sum(axis)


def _extreme(largest, values, axis):
    if axis is None:
        values = values.ravel()
        axis = 0
    axis %= values.ndim
    rows = moveaxis(values, axis, -1)
    shape = rows.shape_[:-1]
    if not rows.shape_[-1]:
        raise ValueError("attempt to get argmax of an empty sequence")
    count = rows.shape_[-1]
    flat = _new(rows._buffer, rows._data, rows._at, shape, rows.strides[:-1], rows.dtype)
    found = [_loops.extreme(largest, rows.dtype.code, rows._data + at, count, rows.strides[-1]) for at in _places(flat)]
    return array(found, dtype=_I8).reshape(shape) if shape else int64(found[0])


def argmax(values, axis=None):
    return _extreme(1, asarray(values), axis)


def argmin(values, axis=None):
    return _extreme(0, asarray(values), axis)


def argsort(values, axis=-1, kind=None):
    values = asarray(values)
    if axis is None:
        values = values.ravel()
    if values.ndim > 1:
        axis %= values.ndim
        rows = moveaxis(values, axis, -1)
        made = empty(rows.shape_, _I8)
        for key in _products(*map(range, rows.shape_[:-1])):
            made[key] = argsort(rows[key])
        return moveaxis(made, -1, axis)
    values = values if _is_whole(values) else values.copy()
    made = arange(values.size)
    room = empty(values.size, _I8)
    _loops.sort_places(values.dtype.code, values._data + values._at, values.size, made._data, room._data)
    return made


def sort(values, axis=-1):
    values = asarray(values)
    if axis is None:
        values = values.ravel()
        axis = 0
    return take_along_axis(values, argsort(values, axis), axis)


def lexsort(keys):
    order = arange(len(keys[0]))
    for key in keys:
        order = order[argsort(asarray(key)[order])]
    return order


def unique(values, return_index=False, return_inverse=False, return_counts=False, axis=None):
    values = asarray(values)
    shape = values.shape_ if axis is None else None
    if axis is None:
        values = values.ravel()
        order = argsort(values)
        ordered = values[order]
        is_new = ones(values.size, bool)
        if values.size:
            is_new[1:] = ordered[1:] != ordered[:-1]
    else:
        rows = moveaxis(values, axis, 0)
        flat = rows.reshape(rows.shape_[0], -1)
        order = lexsort([flat[:, number] for number in reversed(range(flat.shape_[1]))]) if flat.shape_[1] else arange(len(flat))
        ordered_rows = flat[order]
        is_new = ones(len(flat), bool)
        if len(flat):
            is_new[1:] = (ordered_rows[1:] != ordered_rows[:-1]).any(axis=1)
        ordered = moveaxis(rows[order], 0, axis)
    first = flatnonzero(is_new)
    found = [take(ordered, first, axis or 0)]
    if return_index:
        found.append(order[first])
    if return_inverse:
        inverse = empty(order.size, _I8)
        inverse[order] = cumsum(is_new) - 1
        found.append(inverse.reshape(shape) if shape is not None else inverse)
    if return_counts:
        found.append(diff(append(first, order.size)))
    return found[0] if len(found) == 1 else tuple(found)


def isin(values, wanted, invert=False):
    values = asarray(values)
    known = unique(asarray(wanted))
    if not known.size:
        found = zeros(values.shape_, bool)
    else:
        kind = _promote(values.dtype, known.dtype)
        known = known.astype(kind)
        places = minimum(searchsorted(known, values.astype(kind)), known.size - 1)
        found = known[places] == values
    return ~found if invert else found


def setdiff1d(values, others):
    values = unique(values)
    return values[~isin(values, others)]


def union1d(one, other):
    return unique(concatenate((asarray(one).ravel(), asarray(other).ravel())))


def searchsorted(values, wanted, side="left", sorter=None):
    values = asarray(values)
    if sorter is not None:
        values = values[sorter]
    looked = asarray(wanted)
    kind = _promote(values.dtype, looked.dtype)
    if _is_number(wanted) and not isinstance(wanted, float) and values.dtype is not _BOOL:
        kind = values.dtype
    values = ascontiguousarray(values.astype(kind, copy=False))
    looked = ascontiguousarray(looked.astype(kind, copy=False))
    made = empty(looked.shape_, _I8)
    _loops.search(
        kind.code, side == "right", values._data + values._at, values.size, looked._data + looked._at, looked.size, made._data
    )
    return made if looked.shape_ else made._scalar_at(0)


def bincount(values, weights=None, minlength=0):
    values = asarray(values)
    values = values if values.dtype is _I8 else values.astype(_I8)
    count = builtins.max(minlength, int(values.max()) + 1 if values.size else 0)
    made = zeros(count, _I8 if weights is None else _F8)
    if values.size:
        if values.min() < 0:
            raise ValueError("'list' argument must have no negative elements")
        add.at(made, values, 1 if weights is None else asarray(weights, float))
    return made


def histogram(values, bins=10, range=None):
    values = asarray(values, float).ravel()
    low, high = range or (float(values.min()), float(values.max()))
    edges = linspace(low, high, bins + 1)
    places = minimum(searchsorted(edges, values, side="right") - 1, bins - 1)
    inside = (values >= low) & (values <= high)
    return bincount(places[inside], minlength=bins), edges


def cumsum(values, axis=None, dtype=None):
    values = asarray(values)
    if axis is None:
        values = values.ravel()
        axis = 0
    kind = _dtype(dtype) if dtype else values.dtype
    if dtype is None and kind.kind in "biu" and kind is not _OBJECT:
        kind = _U8 if kind.kind == "u" else _I8
    if kind is _OBJECT:
        raise TypeError("no running sums of objects here")
    values = _typed(values, kind, False)
    axis %= values.ndim
    made = empty(values.shape_, kind)
    if not values.size:
        return made
    rows = moveaxis(values, axis, -1)
    outs = moveaxis(made, axis, -1)
    count = rows.shape_[-1]
    for key_at, out_at in zip(
        _places(_new(rows._buffer, rows._data, rows._at, rows.shape_[:-1], rows.strides[:-1], kind)),
        _places(_new(outs._buffer, outs._data, outs._at, outs.shape_[:-1], outs.strides[:-1], kind)),
        strict=True,
    ):
        _loops.running_sum(kind.code, outs._data + out_at, outs.strides[-1], rows._data + key_at, rows.strides[-1], count)
    return made


def diff(values, n=1, axis=-1, prepend=None, append=None):
    values = asarray(values)
    parts = [atleast_1d(asarray(part)) for part in (prepend,) if part is not None]
    parts.append(values)
    parts += [atleast_1d(asarray(part)) for part in (append,) if part is not None]
    values = concatenate(parts) if len(parts) > 1 else values
    axis %= values.ndim
    before = (slice(None),) * axis
    high = values[(*before, slice(1, None))]
    low = values[(*before, slice(None, -1))]
    return high != low if values.dtype is _BOOL else high - low


def sum(values, axis=None, dtype=None, keepdims=False, initial=None):
    return asarray(values).sum(axis, dtype, keepdims, initial)


def prod(values, axis=None):
    return asarray(values).prod(axis)


def max(values, axis=None, initial=None):
    return asarray(values).max(axis, initial)


def min(values, axis=None, initial=None):
    return asarray(values).min(axis, initial)


def any(values, axis=None):
    return asarray(values).any(axis)


def all(values, axis=None):
    return asarray(values).all(axis)


def mean(values, axis=None):
    return asarray(values).mean(axis)


def std(values, axis=None, ddof=0):
    return asarray(values).std(axis, ddof)


def var(values, axis=None, ddof=0):
    return asarray(values).var(axis, ddof)


def ptp(values, axis=None):
    return asarray(values).ptp(axis)


def quantile(values, parts, axis=None):
    values = sort(asarray(values, float).ravel())
    def at(part):
        place = part * (values.size - 1)
        low = int(math.floor(place))
        high = builtins.min(low + 1, values.size - 1)
        one = float(values[low])
        other = float(values[high])
        part = place - low
        # From the nearer end, as numpy does it: this decides the last bit.
        return other - (other - one) * (1 - part) if part >= 0.5 else one + (other - one) * part
    return float64(at(parts)) if _is_number(parts) else array([at(part) for part in parts])


def percentile(values, parts):
    return quantile(values, parts / 100 if _is_number(parts) else [part / 100 for part in parts])


def median(values):
    values = sort(asarray(values, float).ravel())
    half = values.size // 2
    return values[half] if values.size % 2 else values[half - 1 : half + 1].mean()


def divmod(one, other):
    return floor_divide(one, other), remainder(one, other)


def array_equal(one, other):
    one = asarray(one)
    other = asarray(other)
    return one.shape_ == other.shape_ and bool(asarray(one == other).all())


class vectorize:
    def __init__(self, function, otypes=None):
        self._function = function
        self._kinds = otypes

    def __call__(self, *values):
        wide = broadcast_arrays(*values)
        made = [self._function(*entries) for entries in zip(*(one.ravel().tolist() for one in wide), strict=True)]
        return array(made, dtype=self._kinds[0] if self._kinds else None).reshape(wide[0].shape_)


# Products


def matmul(left, right):
    left = asarray(left)
    right = asarray(right)
    kind = _promote(left.dtype, right.dtype)
    if kind is _OBJECT:
        return tensordot(left, right, 1)
    left = _typed(left, kind, False)
    right = _typed(right, kind, False)
    if left.ndim > 2 or right.ndim > 2:
        if right.ndim == 1:
            return matmul(left.reshape(-1, left.shape_[-1]), right).reshape(left.shape_[:-1])
        if left.ndim == 1 or right.ndim > 2:
            shape = broadcast_shapes(left.shape_[:-2] if left.ndim > 1 else (), right.shape_[:-2])
            first = broadcast_to(left, (*shape, *left.shape_[-2:])) if left.ndim > 1 else left
            second = broadcast_to(right, (*shape, *right.shape_[-2:]))
            parts = [matmul(first[key] if left.ndim > 1 else first, second[key]) for key in _products(*map(range, shape))]
            return stack(parts).reshape(shape + parts[0].shape_)
        shape = left.shape_[:-1] + right.shape_[1:]
        return matmul(left.reshape(-1, left.shape_[-1]), right).reshape(shape)
    rows = left.reshape(1, -1) if left.ndim == 1 else left
    columns = right.reshape(-1, 1) if right.ndim == 1 else right
    if rows.shape_[1] != columns.shape_[0]:
        raise ValueError(f"matmul: {left.shape_} and {right.shape_} do not fit")
    made = zeros((rows.shape_[0], columns.shape_[1]), kind if kind is not _BOOL else _I8)
    if kind is _BOOL:
        return matmul(left.astype(_I8), right.astype(_I8)).astype(bool)
    _loops.product(
        kind.code,
        made._data,
        rows.shape_[0],
        columns.shape_[1],
        rows.shape_[1],
        rows._data + rows._at,
        *rows.strides,
        columns._data + columns._at,
        *columns.strides,
    )
    shape = (() if left.ndim == 1 else left.shape_[:1]) + (() if right.ndim == 1 else right.shape_[1:])
    return made.reshape(shape) if shape else made._scalar_at(0)


dot = matmul


def tensordot(left, right, axes=2):
    left = asarray(left)
    right = asarray(right)
    inner = math.prod(left.shape_[left.ndim - axes :])
    shape = left.shape_[: left.ndim - axes] + right.shape_[axes:]
    if _promote(left.dtype, right.dtype) is _OBJECT:
        rows = left.reshape(-1, inner)
        columns = right.reshape(inner, -1)
        made = empty((rows.shape_[0], columns.shape_[1]), _OBJECT)
        for i in range(rows.shape_[0]):
            for j in range(columns.shape_[1]):
                made[i, j] = builtins.sum(rows[i, k] * columns[k, j] for k in range(inner))
        return made.reshape(shape) if shape else made._buffer[0]
    made = matmul(left.reshape(-1, inner), right.reshape(inner, -1)).reshape(shape)
    return made if shape else made._scalar_at(0)


def convolve(one, other):
    one = asarray(one)
    other = asarray(other)
    if len(other) > len(one):
        one, other = other, one
    kind = _promote(one.dtype, other.dtype)
    if kind is _BOOL:
        return convolve(one.astype(_I8), other.astype(_I8)).astype(bool)
    one = ascontiguousarray(one, kind)
    other = ascontiguousarray(other, kind)
    made = zeros(len(one) + len(other) - 1, kind)
    _loops.convolve(
        kind.code, made._data, one._data + one._at, one.size, other._data + other._at, other.size
    )
    return made


class errstate:
    """Nothing warns here."""

    def __init__(self, **_named):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        return None


class random:
    class Generator:
        pass

    class Philox:
        pass

    @staticmethod
    def default_rng(*_seed):
        raise AttributeError("the page draws random numbers by the simulator's own generator only")


ndarray.first_byte = staticmethod(lambda array: _first_byte(memoryview(array._buffer)[array._at :]))
