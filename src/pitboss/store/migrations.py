"""Numbered SQL files that bring a store up to date: 0001-books.sql, 0002-..."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files

from pitboss.store.errors import StoreError


@dataclass(frozen=True)
class Migration:
    """One file."""

    number: int
    text: str

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """Its statements; a trigger and the statements inside it are one."""
        return tuple(_statements(self.text))


class NewerStoreError(StoreError):
    """A newer version migrated the store; this version cannot read it."""


def migrations(store: str, *, after: int) -> list[Migration]:
    """Return the migrations of a kind of store that follow a number.

    Raise `NewerStoreError` if the number is above the last one that this version knows.
    """
    known = [
        Migration(int(re.match(r"\d+", file.name)[0]), file.read_text(encoding="utf-8"))  # type: ignore[index]
        for file in (files("pitboss.store") / "schema" / store).iterdir()
        if file.name.endswith(".sql")
    ]
    if after > max(migration.number for migration in known):
        message = f"these books are of a newer version of Pitboss (their number is {after})"
        raise NewerStoreError(message)
    return sorted(
        (migration for migration in known if migration.number > after),
        key=lambda migration: migration.number,
    )


def _statements(text: str) -> Iterator[str]:
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
