"""The JSON schema of the round record, version 1: for programs that read or write rounds.

What a house may set up comes from the schema of house files, and what happens in a round from the
events themselves. The schema holds the form; whether a round can be played, `replay` says.
"""

from __future__ import annotations

from typing import Any, get_args
from typing import get_type_hints as type_hints

from pitboss.engine.actions import ActionKind
from pitboss.engine.events import (
    IN_UNITS,
    Event,
    Phase,
    Place,
    WagerSettled,
    event_name,
    written_word,
)
from pitboss.rulebook.limits import (
    CENTS_MAX,
    IRREGULARITIES_MAX,
    REASON_LENGTH_MAX,
    SEAT_NUMBER_MAX,
    SEATS_MAX,
)
from pitboss.rulebook.reading.json_schema import Schema, finish_schema, house_schema

VERSION = 1
"""Keys may be added within a version; none changes its meaning."""

_CARD = "(10|[2-9TJQKA])[shdc]|Jk"
_CARDS: Schema = {"type": "string", "description": "cards as they left the shoe: 7h 9s Td Jk"}
_SEAT: Schema = {"type": "integer", "minimum": 1, "maximum": SEAT_NUMBER_MAX}
_HAND: Schema = {"type": "integer", "minimum": 1}
_CENTS: Schema = {"type": "integer", "minimum": -CENTS_MAX, "maximum": CENTS_MAX}
_DOLLARS: Schema = {
    "anyOf": [{"type": "string", "pattern": r"^[0-9]+(\.[0-9]{1,4})?$"}, {"type": "number"}],
    "description": "dollars to 1/10,000",
}
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_COUNT: Schema = {"type": "integer", "minimum": 0}


def record_schema() -> Schema:
    """Return the schema of a round record, with or without its results.

    >>> schema = record_schema()
    >>> schema["title"], schema["required"], sorted(schema["properties"])[:3]
    ('A round record of Pitboss, version 1', ['game'], ['cards', 'clauses', 'decisions'])
    """
    house = house_schema()
    events = {event_name(kind): _event(kind) for kind in get_args(Event)}
    schema: Schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["game"],
        "properties": {
            **house["properties"],
            **_round_keys(),
            **_result_keys(list(events)),
            "name": {"description": "any text; it changes nothing"},
            "note": {"description": "any text; it changes nothing"},
        },
        "$defs": {**house["$defs"], **events},
    }
    return finish_schema(schema, f"A round record of Pitboss, version {VERSION}", "record")


def _object(needed: tuple[str, ...], **properties: Schema) -> Schema:
    return {
        "type": "object",
        "required": list(needed),
        "properties": properties,
        "additionalProperties": False,
    }


def _list(items: Schema, **more: int) -> Schema:
    return {"type": "array", "items": items, **more}


def _by_name(values: Schema) -> Schema:
    return {"type": "object", "additionalProperties": values}


def _round_keys() -> dict[str, Schema]:
    """Return what a round is played from."""
    seat = _object(
        ("seat", "wagers"),
        seat=_SEAT,
        wagers=_by_name(_CENTS),
        player={"anyOf": [_TEXT, {"type": "null"}]},
        tips=_by_name(_CENTS),
    )
    decision = _object(
        ("seat", "action"),
        seat={"type": "integer"},
        hand=_HAND,
        action={"enum": [kind.value for kind in ActionKind]},
        amount=_CENTS,
        wager=_TEXT,
        tip=_CENTS,
        low=_CARDS,
    )
    irregularity = _object(
        ("kind",),
        kind=_TEXT,
        seat={"type": "integer"},
        hand=_HAND,
        cards=_CARDS,
        reason={"type": "string", "maxLength": REASON_LENGTH_MAX},
        at=_object((), cards=_COUNT, decisions=_COUNT),
    )
    reading = _object(
        ("wager", "display"),
        wager=_TEXT,
        **dict.fromkeys(("display", "reserve", "seed", "overflow", "ceiling"), _DOLLARS),
    )
    return {
        "seats": _list(seat, maxItems=SEATS_MAX),
        "cards": _CARDS | {"pattern": f"^\\s*(({_CARD})(\\s+|$))*$"},
        "decisions": _list(decision),
        "irregularities": _list(irregularity, maxItems=IRREGULARITIES_MAX),
        "void": {"type": "boolean"},
        "meters": _by_name(_DOLLARS),
        "reserves": _by_name(_DOLLARS),
        "linked": _list(_TEXT),
        "readings": _list(reading),
    }


def _result_keys(events: list[str]) -> dict[str, Schema]:
    """Return what a record has when it has been played; `replay` verifies it."""
    return {
        "events": _list({"anyOf": [{"$ref": f"#/$defs/{name}"} for name in events]}),
        "settlement": _list(_object(_LINE_NEEDS, **_LINE)),
        "net": {
            "type": "object",
            "propertyNames": {"pattern": "^[0-9]+$"},
            "additionalProperties": {"type": "integer"},
        },
        "meters_after": _by_name(_DOLLARS),
        "reserves_after": _by_name(_DOLLARS),
        "digest": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
        "clauses": _list(_TEXT),
    }


_LINE_NEEDS = ("seat", "hand", "wager", "stake", "outcome", "net")
_LINE: Schema = {
    **dict.fromkeys(("seat", "hand", "stake", "net", "dealer"), _NUMBER),
    **dict.fromkeys(("wager", "outcome"), _TEXT),
    "remainder": {"type": "string", "description": "the part of a cent that rounding left: 1/2"},
}
"""A line of the settlement, as `WagerSettled.as_line` writes it."""


def _event(kind: type[Any]) -> Schema:
    """Return the form of an event: its name, and what records say of it."""
    properties = _LINE if kind is WagerSettled else _fields(kind)
    return _object(("event",), event={"const": event_name(kind)}, **properties)


def _fields(kind: type[Any]) -> dict[str, Schema]:
    hints = type_hints(kind)
    return {
        name: _DOLLARS if (kind, name) in IN_UNITS else _field(name, hints[name])
        for name in kind.__struct_fields__
        if name != "kept"  # the dealer's first cards, which a record has already
    }


def _field(name: str, hint: object) -> Schema:
    """Return the form of a field. Nothing is ever written as null: such a field is left out."""
    if name in {"card", "cards", "low"}:
        return _CARDS
    kinds = set(get_args(hint) or (hint,))
    for words in (Place, Phase):
        if words in kinds:
            return {"enum": [written_word(value) for value in words]}
    if ActionKind in kinds:
        return {"enum": [action.value for action in ActionKind]}
    if bool in kinds:
        return {"type": "boolean"}
    return _NUMBER if int in kinds else _TEXT
