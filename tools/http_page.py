"""Write docs/reference/api-http.md: every route of the server, from the table that answers them."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pitboss.server.app import complete_table
from pitboss.server.requests.errors import http_status
from pitboss.server.requests.openapi import route_codes
from pitboss.server.requests.routes import Access, Route

_INTRO = Path(__file__).with_suffix(".md")
"""What comes before the tables, written by hand."""

_ACCESS = {Access.ANYONE: "", Access.PLAYER: "session", Access.OPERATOR: "this machine"}


def http_page() -> str:
    """Return the page."""
    table = complete_table()
    parts = [
        _INTRO.read_text(encoding="utf-8"),
        *_routes(table),
        *request_bodies(table),
        *_codes(table),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _routes(table: tuple[Route, ...]) -> Iterator[str]:
    yield "## Routes\n"
    for tag in dict.fromkeys(route.tag for route in table):
        yield f"### {tag.capitalize()}\n"
        yield "| route | what it does | needs | body | refuses with |"
        yield "| --- | --- | --- | --- | --- |"
        for route in table:
            if route.tag == tag:
                yield _row(route)
        yield ""


def _row(route: Route) -> str:
    allowed = f"`{route.needs}`" if route.needs else ""
    words = (_ACCESS[route.access], allowed, "key" * route.moves, "step-up" * route.step_up)
    needs = ", ".join(filter(None, words))
    body = f"[`{route.body.__name__}`](#{route.body.__name__.lower()})" if route.body else ""
    if route.query:
        body = ", ".join(
            f"`?{field.encode_name}=`" for field in msgspec.structs.fields(route.query)
        )
    own = ", ".join(f"`{code}`" for code in route.codes)
    summary = f"Deprecated: use `{route.successor}`." if route.successor else route.summary
    return f"| `{route.method} {route.path}` | {summary} | {needs} | {body} | {own} |"


def request_bodies(table: Sequence[Route]) -> Iterator[str]:
    """Yield a table for each body of some routes: its fields, their types and what they mean."""
    yield "## Bodies\n"
    types = dict.fromkeys(route.body for route in table if route.body)
    _, components = msgspec.json.schema_components(types, ref_template="{name}")
    for kind in types:
        schema = components[kind.__name__]
        yield f"### {kind.__name__}\n"
        yield f"{schema.get('description', '')}\n"
        yield "| field | type | |"
        yield "| --- | --- | --- |"
        for name, value in schema["properties"].items():
            need = "" if name in schema.get("required", ()) else " Optional."
            yield f"| `{name}` | {_type(value)} | {value.get('description', '')}{need} |"
        yield ""


def _type(schema: dict[str, Any]) -> str:
    if options := schema.get("anyOf"):
        return " or ".join(_type(option) for option in options if option.get("type") != "null")
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        inner = schema["additionalProperties"]
        return f"object of {_type(inner)}" if inner else "object"
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "any"))


def _codes(table: tuple[Route, ...]) -> Iterator[str]:
    everywhere = set.intersection(*(set(route_codes(route)) for route in table))
    own = {code for route in table for code in route_codes(route)}
    yield "## Codes\n"
    listed = ", ".join(f"`{code}`" for code in sorted(everywhere))
    yield f"Every route may answer {listed}.\n"
    yield "| status | codes |"
    yield "| --- | --- |"
    by_status: dict[int, list[str]] = {}
    for code in sorted(own):
        by_status.setdefault(http_status(code), []).append(code)
    for status, codes in sorted(by_status.items()):
        yield f"| {status} | {', '.join(f'`{code}`' for code in codes)} |"


def example_calls(page: str) -> list[tuple[str, str, str]]:
    """Return the calls of a page's curl examples: method, path and body."""
    lines = []
    for command in re.findall(r"^curl (?:.*\\\n)*.*$", page, re.MULTILINE):
        method, path = re.search(r"-X (\w+) \$U(\S+)", command).groups()  # type: ignore[union-attr]
        body = re.search(r"-d '([^']*)'", command)
        lines.append((method, f"/api/1{path}", body[1] if body else ""))
    return lines
