"""The form of a command, made from the body that its route takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.server.console.wire import Command, Field, Option
from pitboss.server.console.words import BUTTONS, CHOICES, LABELS
from pitboss.server.requests.routes import BASE, Route

_KINDS: Final = {
    "account": "account",
    "code": "code",
    "dealer": "account",
    "password": "secret",
    "reason": "words",
    "table": "table",
    "text": "words",
    "why": "words",
}
_PLAIN: Final = frozenset({"account", "chips", "group", "money", "units", "words"})
"""Kinds that say themselves what is typed."""
_TEXT_MAX: Final = 200
_UNITS: Final = "1/10,000 of a dollar"
"""What the description of an amount in units of the ledger says."""
_Schema = Mapping[str, Any]


def describe_command(route: Route) -> Command:
    """Return a route as a command: its words and its fields."""
    name = command_id(route)
    title, words = (BUTTONS[name], route.summary) if name in BUTTONS else _split(route.summary)
    return Command(id=name, title=title, words=words, fields=list_fields(route))


def command_id(route: Route) -> str:
    """Return the name of a route: its method and its path without the base."""
    return f"{route.method} {route.path.removeprefix(BASE)}"


def _split(summary: str) -> tuple[str, str]:
    """Return the label of a button, and the text beside it.

    >>> _split("Decide a dispute: what the player is paid, and why.")
    ('Decide a dispute', 'What the player is paid, and why.')
    >>> _split("End the session.")
    ('End the session', '')
    """
    title, _, rest = re.sub(r"[:;] ", "\0", summary.rstrip("."), count=1).partition("\0")
    return title, f"{rest[0].upper()}{rest[1:]}." if rest else ""


def list_fields(route: Route) -> list[Field]:
    """Return the fields of a command: those of its path, then those of its body."""
    names = re.findall(r"\{(\w+)\}", route.path)
    path = [Field(name, _label(name), _KINDS.get(name, "text"), length=_TEXT_MAX) for name in names]
    if route.body is None:
        return path
    (schema,), components = msgspec.json.schema_components([route.body], ref_template="{name}")
    return path + _fields(_resolve(schema, components), components)


def _fields(schema: _Schema, components: _Schema) -> list[Field]:
    needed = schema.get("required", ())
    return [
        _field(name, property_schema, components, optional=name not in needed)
        for name, property_schema in schema.get("properties", {}).items()
    ]


def _field(name: str, schema: _Schema, components: _Schema, *, optional: bool) -> Field:
    resolved = _resolve(schema, components)
    if "anyOf" in resolved:
        others = [option for option in resolved["anyOf"] if option.get("type") != "null"]
        optional = optional or len(others) < len(resolved["anyOf"])
        rest = {key: value for key, value in resolved.items() if key != "anyOf"}
        resolved = {**rest, **_resolve(others[0], components)}
    choices = CHOICES.get(name, resolved.get("enum", ()))
    kind = "choice" if choices else _kind(name, resolved)
    return Field(
        name=name,
        label=_label(name),
        kind=kind,
        hint="" if choices or kind in _PLAIN else str(resolved.get("description", "")),
        optional=optional,
        low=_bound(resolved, "minimum", "exclusiveMinimum", 1),
        high=_bound(resolved, "maximum", "exclusiveMaximum", -1),
        length=None if choices else resolved.get("maxLength"),
        options=[Option(str(choice), _sentence(str(choice))) for choice in choices],
        fields=_fields(resolved, components) if kind == "group" else [],
    )


def _kind(name: str, schema: _Schema) -> str:
    kind = schema.get("type")
    if kind == "integer" and (name == "cents" or name.endswith("_cents")):
        return "money"
    if kind == "integer" and _UNITS in schema.get("description", ""):
        return "units"
    if kind == "object":
        return "group" if "properties" in schema else "chips"
    by_type = {"boolean": "flag", "integer": "number", "number": "number"}
    return by_type.get(kind or "") or _KINDS.get(name, "text")


def _bound(schema: _Schema, closed: str, opened: str, step: int) -> int | None:
    if closed in schema:
        return int(schema[closed])
    return int(schema[opened]) + step if opened in schema else None


def _resolve(schema: _Schema, components: _Schema) -> _Schema:
    """Return a schema with its references resolved."""
    if "$ref" not in schema:
        return schema
    rest = {key: value for key, value in schema.items() if key != "$ref"}
    return {**components[schema["$ref"]], **rest}


def _label(name: str) -> str:
    return LABELS.get(name) or _sentence(name.removesuffix("_cents"))


def _sentence(name: str) -> str:
    """Return an identifier as words, with a capital.

    >>> _sentence("shift-manager")
    'Shift manager'
    """
    words = name.replace("_", " ").replace("-", " ")
    return f"{words[:1].upper()}{words[1:]}"
