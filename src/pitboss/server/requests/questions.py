"""A question as the body of an HTTP request, with its words in the OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import MISSING
from typing import Annotated, Any, Final

from msgspec import Meta, Struct, defstruct

from pitboss.questions.ask import Asked, Written, asked_fields

_TEXT_LENGTH_MAX: Final = 200
_INTEGER_MAX: Final = 2**63 - 1
"""The largest bound that a schema can have here."""
Narrower = Mapping[str, tuple[Any, Any]]
"""Field -> a type with tighter bounds, and the default, where strangers ask."""


def wire_form(
    kind: type,
    name: str,
    words: str,
    *,
    module: str,
    narrower: Narrower | None = None,
    first: Iterable[tuple[str, Any] | tuple[str, Any, Any]] = (),
) -> type[Struct]:
    """Return the struct of a question: all its fields but those about this machine.

    *first* are fields of its own, as `msgspec.defstruct` takes them. *module* is the one that
    keeps the struct under *name*: it is sent to other processes by both.
    """
    narrow = narrower or {}
    asked = [field for field in asked_fields(kind) if is_sent(field)]
    if unknown := narrow.keys() - {field.name for field in asked}:
        raise ValueError(f"{kind.__name__} does not ask for {', '.join(sorted(unknown))}")
    made = defstruct(
        name,
        [*first, *(_wire_field(field, narrow) for field in asked)],
        frozen=True,
        forbid_unknown_fields=True,
        kw_only=True,
        module=module,
    )
    made.__doc__ = words
    return made


def is_sent(field: Asked) -> bool:
    """Return whether a field is asked for over HTTP."""
    return not field.ask.here and not field.ask.python_only


def _wire_field(field: Asked, narrow: Narrower) -> tuple[str, Any] | tuple[str, Any, Any]:
    kind, default = narrow.get(field.name, (_plain(field), field.default))
    described: Any = Annotated[kind, Meta(description=field.ask.words)]
    return (field.name, described) if default is MISSING else (field.name, described, default)


def _plain(field: Asked) -> Any:  # noqa: ANN401 - any type
    """Return the type of a field with its bounds."""
    ask = field.ask
    kind = field.plain
    if ask.written is Written.PART:
        kind = Annotated[float, Meta(gt=0, lt=1)]
    elif ask.written is Written.COUNT or kind is int:
        most = None if ask.most is None else min(int(ask.most), _INTEGER_MAX)
        least = None if ask.least is None else int(ask.least)
        kind = Annotated[int, Meta(ge=least, le=most)]
    elif kind is str:
        kind = Annotated[str, Meta(max_length=_TEXT_LENGTH_MAX)]
    return kind | None if field.optional else kind
