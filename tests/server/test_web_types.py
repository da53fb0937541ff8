"""The page's types of what the server sends: of the server's own schema, and not typed again."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from pitboss.server.app import complete_table
from pitboss.server.requests.openapi import document
from tools import web_types

LIB = web_types.FILE.parent
SCHEMAS = web_types.schema()["components"]["schemas"]


def test_the_types_of_the_page_are_of_the_servers_schema() -> None:
    assert not web_types.stale()


def test_a_new_field_makes_the_types_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = deepcopy(web_types.schema())
    changed["components"]["schemas"]["Me"]["properties"]["shoe_size"] = {"type": "integer"}
    monkeypatch.setattr(web_types, "schema", lambda: changed)
    assert "run make web" in web_types.stale()


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_shape_of_the_server_is_in_the_file(name: str) -> None:
    text = web_types.FILE.read_text(encoding="utf-8")
    assert f"export type {name} = components['schemas']['{name}'];" in text
    fields = SCHEMAS[name].get("properties", {})
    assert all(re.search(rf"\b{field}\??:", text) for field in fields)


def test_the_file_has_every_shape_of_the_openapi_document() -> None:
    assert document(complete_table())["components"]["schemas"].keys() <= SCHEMAS.keys()
    assert {"SimulateTerms", "ProtectionTerms", "CubeTerms", "Bet", "Act"} <= SCHEMAS.keys()


def test_no_shape_of_the_server_is_typed_again_under_its_own_name() -> None:
    """Goal: nobody types by hand what is generated; what is made of a type begins with it."""
    own = re.compile(r"^export (?:interface (\w+)|type (\w+) = \{)", re.MULTILINE)
    for file in sorted(LIB.rglob("*.ts")):
        if file != web_types.FILE:
            names = own.findall(file.read_text(encoding="utf-8"))
            typed = {name for pair in names for name in pair} & SCHEMAS.keys()
            assert not typed, (file.name, typed)
