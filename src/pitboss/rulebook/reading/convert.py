"""Reading data by pydantic, which converts values and finds everything that is wrong.

pydantic takes longer to import than most data to read: `plain` reads what needs no conversion.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pitboss.rulebook.reading.wording import Fault, faults

_STRICT = {"strict": True, "extra": "forbid"}


@cache
def adapter(shape: Any) -> TypeAdapter[Any]:  # noqa: ANN401 - any type a file may have
    """Return the reader for *shape*, built once; unknown keys are refused at every depth."""
    _forbid_unknown(shape)
    return TypeAdapter(shape)


def _forbid_unknown(shape: Any) -> None:  # noqa: ANN401
    """Set pydantic, which reads the setting from each dataclass, to refuse unknown keys."""
    for part in (shape, *getattr(shape, "__args__", ())):
        if hasattr(part, "__dataclass_fields__") and "__pydantic_config__" not in part.__dict__:
            part.__pydantic_config__ = _STRICT
            for inner in get_type_hints(part).values():
                _forbid_unknown(inner)
        elif part is not shape:
            _forbid_unknown(part)


def convert(shape: Any, text: bytes, data: Mapping[str, Any]) -> tuple[Any, tuple[Fault, ...]]:  # noqa: ANN401
    """Read *text*, which is *data* as JSON, as *shape*; return the value, or None and faults."""
    try:
        return adapter(shape).validate_json(text), ()
    except ValidationError as error:
        return None, faults(shape, error, data)
