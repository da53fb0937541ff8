"""Reading what needs no conversion, without pydantic: it takes longer to import than to read this.

Most tables are opened by a game and a few options. `schema.decode` reads everything else, and says
what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pitboss.late import LateFunction

_before_validator: LateFunction[[Callable[[Any], Any]], Any] = LateFunction(
    "pydantic:BeforeValidator"
)
_PLAIN = (str, int, bool, NoneType)


class ReadBy:
    """Marks a field whose value a function reads first, as pydantic's `BeforeValidator` does."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        """Read values by *read*."""
        self.read = read

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401
        """Return what pydantic reads the field by."""
        return _before_validator(self.read).__get_pydantic_core_schema__(source, handler)


def read_plainly(shape: Any, data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any type of a file
    """Return *data* as a dataclass if every value stands for itself; None if one does not.

    >>> from pitboss.rulebook.house import ShoeSettings
    >>> read_plainly(ShoeSettings, {"burn": 2}).burn
    2
    >>> read_plainly(ShoeSettings, {"burn": "two"}), read_plainly(ShoeSettings, {"burned": 2})
    (None, None)
    """
    if not (isinstance(data, dict) and isinstance(shape, type) and is_dataclass(shape)):
        return None
    kinds, needed = _kinds(shape)
    if not needed <= data.keys() <= kinds.keys():
        return None
    if not all(_fits(kinds[name], value) for name, value in data.items()):
        return None
    return shape(**{name: _copy(value) for name, value in data.items()})


@cache
def _kinds(shape: Any) -> tuple[dict[str, Any], set[str]]:  # noqa: ANN401 - a dataclass
    """Return the type of each field, and the fields that have no default."""
    hints = get_type_hints(shape, include_extras=True)
    items = [item for item in fields(shape) if item.init]
    given = {item.name for item in items if MISSING is item.default is item.default_factory}
    return {item.name: hints[item.name] for item in items}, given


def _fits(kind: Any, value: object) -> bool:  # noqa: ANN401 - a type
    """Return whether a value is of a type as it stands."""
    origin = get_origin(kind)
    if origin is Literal:
        return type(value) is str and value in get_args(kind)
    if origin in (Union, UnionType):
        return any(_fits(member, value) for member in get_args(kind))
    if origin is Mapping and type(value) is dict:
        return all(_fits(str, key) and _fits(get_args(kind)[1], value[key]) for key in value)
    # What is not ASCII may be no text at all.
    return kind in _PLAIN and type(value) is kind and (kind is not str or str(value).isascii())


def _copy(value: object) -> object:
    return {key: _copy(item) for key, item in value.items()} if isinstance(value, dict) else value
