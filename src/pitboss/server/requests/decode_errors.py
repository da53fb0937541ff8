"""Explain a wrong value in a request with the values that are allowed there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import inspect

from pitboss.rulebook.phrases import choice

_PLACE = re.compile(r"Invalid (?:enum )?value .* - at `\$(.*)`$", flags=re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[[^]]*\]")


def explain(error: Exception, kind: Any) -> str:  # noqa: ANN401 - any type of a body or query
    """Return msgspec's message about a value that is not a *kind*, and the allowed values.

    >>> import msgspec
    >>> from typing import Literal
    >>> kind = list[Literal["red", "black"]]
    >>> try:
    ...     msgspec.json.decode(b'["red", "blue"]', type=kind)
    ... except msgspec.ValidationError as error:
    ...     print(explain(error, kind))
    Invalid enum value 'blue' - at `$[1]`; it is black or red
    """
    message = str(error)
    place = _PLACE.match(message)
    if place is None:
        return message
    values = sorted({*map(str, _allowed_values([inspect.type_info(kind)], place[1]))})
    return f"{message}; it is {choice(values)}" if values else message


def _allowed_values(kinds: list[inspect.Type], place: str) -> Iterator[object]:
    """Yield every value allowed at a path inside some types."""
    for step in _STEP.finditer(place):
        kinds = [inner for kind in kinds for inner in _inside(kind, step[1])]
    for kind in kinds:
        match kind:
            case inspect.UnionType(types=types):
                yield from _allowed_values([*types], "")
            case inspect.EnumType(cls=values):
                yield from (value.value for value in values)
            case inspect.LiteralType(values=values):
                yield from values
            case _:
                pass


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    """Yield the types of a field, or of the items of a list or mapping."""
    match kind:
        case inspect.UnionType(types=types):
            for member in types:
                yield from _inside(member, name)
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            yield from (field.type for field in fields if field.encode_name == name)
            if tag_field is not None and tag_field == name:
                yield inspect.LiteralType((tag,))
        case inspect.DictType(value_type=held):
            yield held
        case inspect.CollectionType(item_type=held):
            yield held
        case inspect.TupleType(item_types=several):
            yield from several
        case _:
            pass
