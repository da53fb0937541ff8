"""The OpenAPI document, made from the table of routes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.office.roles import may
from pitboss.server.requests.errors import http_status
from pitboss.server.requests.limits import KEY_LENGTH_MAX
from pitboss.server.requests.routes import Access, Route
from pitboss.server.requests.wire import Refusal, Working
from pitboss.version import __version__

_SCHEMAS: Final = "#/components/schemas/{name}"
_REFERRED: Final = re.compile(r"#/components/schemas/(\w+)")
_EVERYWHERE: Final = ("rate/exceeded", "request/host", "server/fault")
_WITH_BODY: Final = ("body/encoded", "body/invalid", "body/not-json", "body/slow", "body/too-large")
_WITH_WRITE: Final = ("request/origin", "store/unavailable")
_PART: Final = {"type": "string", "pattern": "^[^/]+$"}
_SECURITY: Final = {
    "cookie": {
        "type": "apiKey",
        "in": "cookie",
        "name": "__Host-s",
        "description": "Without https its name is `s`.",
    },
    "bearer": {"type": "http", "scheme": "bearer"},
}


def document(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of a table of routes."""
    types: list[Any] = [Refusal, Working]
    for route in routes:
        types += [
            struct for struct in (route.body, route.answer, route.query) if struct is not None
        ]
    schemas, components = msgspec.json.schema_components(types, ref_template=_SCHEMAS)
    _write_tuples(components)
    by_type = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(
            route, by_type, components
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pitboss",
            "version": __version__,
            "description": "Live tables of the blackjack family, with play money.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/", "description": "The server that answers this document."}],
        "paths": paths,
        "components": {"schemas": _used(components, paths), "securitySchemes": _SECURITY},
    }


def _write_tuples(schema: object) -> None:
    """Close tuples by their length: some makers of clients take no `items: false`."""
    if isinstance(schema, list):
        for part in schema:
            _write_tuples(part)
    if isinstance(schema, dict):
        if schema.get("items") is False:
            schema["items"] = {}
        for part in schema.values():
            _write_tuples(part)


def _used(components: dict[str, Any], paths: object) -> dict[str, Any]:
    """Return the components that a path refers to; a query's are written as parameters."""
    found: set[str] = set()
    waiting: list[object] = [paths]
    while waiting:
        for name in set(_REFERRED.findall(str(waiting.pop()))) - found:
            found.add(name)
            waiting.append(components[name])
    return {name: schema for name, schema in components.items() if name in found}


def route_codes(route: Route) -> tuple[str, ...]:
    """Return every code that a route refuses with."""
    codes = [*_EVERYWHERE, *route.codes]
    codes += _WITH_BODY if route.body else ()
    codes += _WITH_WRITE if route.method != "GET" else ()
    codes += ("query/invalid",) if route.query else ()
    codes += ("key/missing", "key/reused") if route.moves else ()
    codes += ("session/missing",) if route.access is Access.PLAYER else ()
    codes += ("permission/missing",) if route.needs else ()
    is_staff = route.needs is not None and not may((), route.needs)
    codes += ("factor/missing", "step-up/needed") if is_staff or route.step_up else ()
    codes += ("permission/own-table",) if is_staff and "{table}" in route.path else ()
    codes += ("request/not-found",) if route.access is Access.OPERATOR else ()
    return tuple(sorted(set(codes)))


def _operation(route: Route, by_type: dict[str, Any], components: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": _operation_id(route),
        "summary": route.summary,
        "tags": [route.tag],
        "parameters": [*_path_parameters(route), *_query_parameters(route, components)],
        "responses": _responses(route, by_type),
        "security": [{"cookie": []}, {"bearer": []}] if route.access is Access.PLAYER else [],
    }
    if route.successor:
        operation["deprecated"] = True
        operation["description"] = f"Use {route.successor}."
    if route.moves:
        operation["parameters"].append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": True,
                "schema": {"type": "string", "minLength": 1, "maxLength": KEY_LENGTH_MAX},
            }
        )
    if route.body is not None:
        operation["requestBody"] = {"required": True, "content": _json(by_type[repr(route.body)])}
    return operation


def _operation_id(route: Route) -> str:
    """Return a name for generated clients: getGamesOdds, getGamesByGame."""
    path = re.sub(r"\{(\w+)\}$", r"by-\1", route.path.removeprefix("/api/1"))
    words = re.findall(r"[a-z]+", re.sub(r"\{\w+\}", "", path))
    return route.method.lower() + "".join(word.capitalize() for word in words)


def _path_parameters(route: Route) -> list[dict[str, Any]]:
    return [
        # A slash, also a coded one, would make it another path.
        {"name": name, "in": "path", "required": True, "schema": _PART}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]


def _query_parameters(route: Route, components: dict[str, Any]) -> list[dict[str, Any]]:
    if route.query is None:
        return []
    shape = components[route.query.__name__]
    needed = shape.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": schema}
        for name, schema in shape["properties"].items()
    ]


def _responses(route: Route, by_type: dict[str, Any]) -> dict[str, Any]:
    """Return the answers by status, and in each refusal the codes it can have."""
    good: dict[str, Any] = {"description": "Done."}
    content = {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in route.texts}
    if route.answer is not None:
        content |= _json(by_type[repr(route.answer)])
    if content:
        good["content"] = content
    refusals: dict[int, list[str]] = {}
    for code in route_codes(route):
        refusals.setdefault(http_status(code), []).append(code)
    answers = {str(route.status): good}
    if route.waits:
        content = _json(by_type[repr(Working)])
        answers["202"] = {"description": "It takes longer: ask again.", "content": content}
    return answers | {
        str(status): {
            "description": f"Refused: {', '.join(codes)}.",
            "content": _json(by_type[repr(Refusal)]),
        }
        for status, codes in sorted(refusals.items())
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
