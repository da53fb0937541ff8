"""Problems of a file's keys and types as sentences, from pydantic's errors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

from pitboss.rulebook.limits import shorten
from pitboss.rulebook.phrases import choice, nearest

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Location = tuple[int | str, ...]
"""The keys and positions that lead to a value."""

_UNKNOWN = frozenset({"unexpected_keyword_argument", "extra_forbidden"})
_SECTION = "a section with keys of its own"
_EXPECTED = {
    "string_type": "text in quotes",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "dataclass_type": _SECTION,
    "dict_type": _SECTION,
    "mapping_type": _SECTION,
    "tuple_type": "a list",
    "list_type": "a list",
}
_UNION_MEMBERS = frozenset({"bool", "int", "float", "str", "OperatorPay"})
"""Names that pydantic adds to a location for the members of a union."""
_KEYS_SHOWN_MAX = 8
_WRITTEN = {"source": "from"}
"""Field -> its key in a file, if the key is a reserved word of Python."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One value or key that cannot be read."""

    location: Location
    reason: str
    instead: str = ""
    """The known key that an unknown one is close to."""

    @property
    def key(self) -> str:
        """Where it stands: "limits.main.min", "tables[0].rows"."""
        return dotted_key(self.location)


def dotted_key(location: Location) -> str:
    """Write a location as a key.

    >>> dotted_key(("tables", 0, "rows"))
    'tables[0].rows'
    """
    parts = (f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)
    return "".join(parts).lstrip(".")


def faults(
    shape: Any,  # noqa: ANN401 - a type
    error: ValidationError,
    data: object,
) -> tuple[Fault, ...]:
    """Return every fault that *error* names in *data*, each location once.

    Where a value may be text or a section, only what is wrong inside the section is said.
    """
    grouped: dict[Location, list[ErrorDetails]] = {}
    for item in error.errors(include_url=False):
        grouped.setdefault(_location(item["loc"], data), []).append(item)
    outer = {where[:depth] for where in grouped for depth in range(len(where))}
    return tuple(_fault(shape, where, grouped[where]) for where in grouped if where not in outer)


def _location(parts: Location, data: object) -> Location:
    """Return the location of a value in *data*, without pydantic's additions for unions."""
    kept: list[int | str] = []
    for part in parts:
        inside = _values(data)
        if part in inside:
            data = inside[part]
        elif isinstance(part, str) and (part in _UNION_MEMBERS or "[" in part):
            continue  # "str", "tuple[int, ...]", "function-before[...]"
        kept.append(_WRITTEN.get(part, part) if isinstance(part, str) else part)
    return tuple(kept)


def _values(data: object) -> Mapping[int | str, object]:
    """Return the values of a table or a list, by key or position."""
    if isinstance(data, list | tuple):
        return dict(enumerate(data))
    return data if isinstance(data, dict) else {}


def _fault(shape: Any, location: Location, items: Iterable[ErrorDetails]) -> Fault:  # noqa: ANN401
    wanted: list[str] = []
    for item in items:
        kind = item["type"]
        if kind == "missing":
            return Fault(location, "is missing")
        if kind in _UNKNOWN:
            return _unknown_key(shape, location)
        if kind == "value_error":  # in our own words already
            return Fault(location, item["msg"].removeprefix("Value error, "))
        expected = item.get("ctx", {}).get("expected")
        message = item["msg"].removeprefix("Input should be ")
        wanted.append(_EXPECTED.get(kind) or expected or message)
    given = shorten(json.dumps(item["input"], ensure_ascii=False, default=str))
    return Fault(location, f"write {choice(dict.fromkeys(wanted))}, not {given}")


def _unknown_key(shape: Any, location: Location) -> Fault:  # noqa: ANN401
    known = _keys_at(shape, location[:-1])
    near = nearest(str(location[-1]), known)
    if near:
        instead = near if near in known else ""
        return Fault(location, f"is not a known key; did you mean {near}?", instead)
    hint = f"; the keys here are {choice(known)}" if 0 < len(known) <= _KEYS_SHOWN_MAX else ""
    return Fault(location, f"is not a known key{hint}")


def _keys_at(shape: Any, location: Location) -> tuple[str, ...]:  # noqa: ANN401
    """Return the keys that are allowed at a place in *shape*."""
    shapes = [shape]
    for part in location:
        shapes = [inner for outer in shapes for inner in _inside(outer, part)]
    known = (
        item.name for shape in _members(shapes) if is_dataclass(shape) for item in fields(shape)
    )
    return tuple(_WRITTEN.get(name, name) for name in dict.fromkeys(known))


def _members(shapes: Iterable[Any]) -> Iterable[Any]:
    """Yield shapes, unions taken apart."""
    for shape in shapes:
        if isinstance(shape, type) or _is_collection(shape):
            yield shape
        else:
            yield from _members(get_args(shape))


def _is_collection(shape: Any) -> bool:  # noqa: ANN401
    origin = getattr(shape, "__origin__", None)
    return isinstance(origin, type) and issubclass(origin, Mapping | tuple | list)


def _inside(shape: Any, part: int | str) -> Iterable[Any]:  # noqa: ANN401
    for member in _members([shape]):
        if is_dataclass(member) and isinstance(member, type):
            hints = get_type_hints(member)
            yield from (hints[name] for name in (part,) if name in hints)
        elif _is_collection(member):
            yield get_args(member)[-1 if isinstance(part, str) else 0]
