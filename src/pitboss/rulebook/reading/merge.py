"""Merge a catalogue file with its includes, and fill in its references."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pitboss.rulebook.reading.extend import EXTENDS, merge_over

CATALOG = files("pitboss.rulebook") / "catalog"


def read_toml(source: Traversable) -> dict[str, Any]:
    """Read one TOML file of the catalogue."""
    return tomllib.loads(source.read_text(encoding="utf-8"))


def with_ids(items: Mapping[str, Any]) -> dict[str, Any]:
    """Put the id of each item into it."""
    return {
        name: {**item, "id": name} if isinstance(item, dict) and "id" not in item else item
        for name, item in items.items()
    }


def merge_includes(data: dict[str, Any], shared: Traversable) -> dict[str, Any]:
    """Return *data* with its includes below it and its references resolved.

    A file's own values win over an include's; only the pay tables add up. If the file fixes what an
    include leaves to the house, or the other way round, the file wins too. A reference to something
    that does not exist stays, for `build_game` to refuse by its key.
    """
    base: dict[str, Any] = {}
    own = dict(data)
    includes = own.get("include", [])
    if _are_names(includes) and all((shared / f"{name}.toml").is_file() for name in includes):
        own.pop("include", None)
        for name in includes:
            base = merge_over(base, merge_includes(read_toml(shared / f"{name}.toml"), shared))
    for mine, theirs in (("rules", "options"), ("options", "rules")):
        if isinstance(own.get(mine), dict):
            for rule in own[mine]:
                base.get(theirs, {}).pop(rule, None)
    unwanted, wagers = own.get("without_wagers", []), base.get("wagers", {})
    if EXTENDS not in own and _are_names(unwanted) and set(unwanted) <= set(wagers):
        own.pop("without_wagers", None)
        for wager_id in dict.fromkeys(unwanted):
            del wagers[wager_id]
    return resolve_references(merge_over(base, own))


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def resolve_references(data: dict[str, Any]) -> dict[str, Any]:
    """Fill in `grid = ` (a pay table printed in several sections) and `like = ` (a twin wager)."""
    result = dict(data)
    if "game" in data:  # a shared file keeps its grids for the game that includes it
        grids, tables = result.pop("grids", {}), result.get("tables", [])
        if isinstance(tables, list):
            result["tables"] = [_fill_reference(table, grids, "grid") for table in tables]
        wagers = result.get("wagers")
        if isinstance(wagers, dict):
            result["wagers"] = {
                wager_id: _fill_reference(wager, wagers, "like")
                for wager_id, wager in wagers.items()
            }
    return result


def _fill_reference(item: object, sources: object, key: str) -> object:
    """Return *item* over the item that it names by *key*, or as it is if there is none."""
    if not isinstance(item, dict) or not isinstance(sources, dict):
        return item
    name = item.get(key)
    source = sources.get(name) if isinstance(name, str) else None
    if not isinstance(source, dict):
        return item
    return source | {field: value for field, value in item.items() if field != key}
