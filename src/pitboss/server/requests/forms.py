"""Make the body of a route from the command that it carries: a field is declared once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from pitboss.office.papers import COUNT_MAX, Chips

SentChips = Annotated[
    dict[str, Annotated[int, Meta(ge=0, le=COUNT_MAX)]],
    Meta(max_length=50, description='Denomination in cents -> how many: `{"500": 20}`.'),
]
_SENT: Final[Mapping[object, Any]] = {Chips: SentChips, Chips | None: SentChips | None}
"""Kinds of fields that JSON writes in another way: its keys are texts."""


def body_of(
    name: str,
    command: type[Struct],
    /,
    *fields: str,
    doc: str = "",
    **others: Any,  # noqa: ANN401 - defaults of any type
) -> type[Struct]:
    """Return the struct of a body: fields of a command, in an order; the server adds the rest.

    *others* are fields with the defaults that they have in requests. A body that several commands
    share says by *doc* what it holds.

    >>> from pitboss.office.voids import AskVoid
    >>> Body = body_of("RoundAndReason", AskVoid, "round", "reason")
    >>> msgspec.json.decode('{"round": 7, "reason": "a card was shown"}', type=Body)
    RoundAndReason(round=7, reason='a card was shown')
    """
    own = {field.name: field for field in msgspec.structs.fields(command)}
    parts: list[Any] = []
    for field in (*fields, *others):
        kind = _as_sent(own[field].type)
        default = others.get(field, own[field].default)
        parts.append((field, kind) if default is NODEFAULT else (field, kind, default))
    return msgspec.defstruct(
        name,
        parts,
        module=command.__module__,
        namespace={"__doc__": doc or command.__doc__},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _as_sent(kind: Any) -> Any:  # noqa: ANN401 - an annotation of any type
    """Return the kind of a field of a body for that of a command."""
    if get_origin(kind) is Annotated:
        base, *notes = get_args(kind)
        return Annotated[_as_sent(base), *notes]
    return _SENT.get(kind, kind)
