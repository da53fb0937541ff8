"""A table of the lab as arguments of the command line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.api.tables import Table
from pitboss.rulebook.house import house_data
from pitboss.server.rules.book import NO_TABLE
from pitboss.text.options import option_text


def table_words(table: Table) -> Iterator[str]:
    """Yield the game and everything that its house has chosen, as `-o` takes it."""
    yield table.game.id
    for text in _settings(table):
        yield from ("-o", text)


def _settings(table: Table) -> Iterator[str]:
    for name, value in table.options.items():
        if len(table.game.option(name).values) > 1:
            yield f"{name}={option_text(value)}"
    tables, data = table.house.tables, house_data(table.house)
    if tables is not None:
        yield from (f"table.{wager}={pays}" for wager, pays in tables.items())
        gone = (wager for wager in table.game.default_tables if wager not in tables)
        yield from (f"table.{wager}={NO_TABLE}" for wager in gone)
    for group in ("pay", "jackpot", "limit"):
        for wager, entries in data.get(f"{group}s", {}).items():
            yield from (f"{group}.{wager}.{text}" for text in _entries(entries))
    yield from (f"shoe.{text}" for text in _entries(data.get("shoe", {})))


def _entries(entries: Mapping[str, Any]) -> Iterator[str]:
    for key, value in entries.items():
        if not isinstance(value, Mapping):
            yield f"{key}={value}"
        elif "pay" in value:
            yield f"{key}={value['pay']} from jackpot"
        else:
            yield from (f"{key}.{text}" for text in _entries(value))
