"""Wagers that a file describes in words, `cards` and `rows` with `when`, as wagers and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.game_problems import Found
from pitboss.rulebook.wager_patterns import CARDS, outcome_of, pattern_name, row_problems

_ROW_KEYS = {"name", "when", "pays"}


def expand_patterns(data: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return a file with a pay table for every wager in words, and what cannot be read of them.

    >>> rows = [{"name": "Pair", "when": "same rank", "pays": "11 to 1"}]
    >>> file, wrong = expand_patterns({"wagers": {"pairs": {"cards": "player 2", "rows": rows}}})
    >>> file["tables"][0]["family"], file["wagers"]["pairs"]["title"], wrong
    ('pattern player 2 | same rank', 'Pairs', [])
    """
    wagers = data.get("wagers")
    if not isinstance(wagers, dict):
        return dict(data), []
    wrong: list[tuple[str, str]] = []
    plain = dict(wagers)
    tables = []
    for wager_id, wager in wagers.items():
        if isinstance(wager, dict) and ("cards" in wager or "rows" in wager):
            problems = [*_problems(f"wagers.{wager_id}", wager)]
            wrong += problems
            plain[wager_id] = _wager(wager_id, wager)
            tables += [] if problems else [_table(wager_id, wager)]
    if plain == wagers:
        return dict(data), []
    known = data.get("tables", [])
    defaults = {table["wagers"][0]: table["ids"][0] for table in tables}
    given = data.get("default_tables", {})
    return {
        **data,
        "wagers": plain,
        "tables": [*(known if isinstance(known, list) else []), *tables],
        "default_tables": {**defaults, **given} if isinstance(given, dict) else given,
    }, wrong


def _problems(key: str, wager: Mapping[str, Any]) -> Found:
    rows = wager.get("rows")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        yield f"{key}.rows", "is a list of tables: write [[wagers.NAME.rows]] with name, when, pays"
        return
    for number, row in enumerate(rows):
        yield from _row_keys(f"{key}.rows[{number}]", row)
    for place, reason in row_problems(wager.get("cards"), [row.get("when") for row in rows]):
        yield (f"{key}.cards" if place is None else f"{key}.rows[{place}].when"), reason


def _row_keys(key: str, row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name in sorted(_ROW_KEYS - row.keys()):
        yield f"{key}.{name}", "is missing: a row has name, when and pays"
    for name in sorted(row.keys() - _ROW_KEYS):
        yield f"{key}.{name}", "is not a known key: a row has name, when and pays"
    for name in ("name", "pays"):
        if name in row and not isinstance(row[name], str):
            yield f"{key}.{name}", "is text"


def _wager(wager_id: str, wager: Mapping[str, Any]) -> dict[str, Any]:
    """Return a wager with what its words leave out: a seat's wager of its own, settled at once."""
    roles = CARDS.get(" ".join(str(wager.get("cards")).lower().split()), ())
    after = Moment.DOWN_CARD if "down" in roles else Moment.AFTER_DEAL
    usual = {
        "title": wager_id.replace("-", " ").title(),
        "made": Moment.BEFORE_DEAL.value,
        "settled": after.value,
        "needs": ["main"],
        "cite": "own",
    }
    return usual | {name: value for name, value in wager.items() if name not in {"cards", "rows"}}


def _table(wager_id: str, wager: Mapping[str, Any]) -> dict[str, Any]:
    rows = wager["rows"]
    cards = " ".join(wager["cards"].lower().split())
    return {
        "ids": [wager_id],
        "title": _wager(wager_id, wager)["title"],
        "wagers": [wager_id],
        "family": pattern_name(cards, [" ".join(row["when"].split()) for row in rows]),
        "cite": wager.get("cite", "own"),
        "rows": [
            {"name": row["name"], "on": outcome_of(number), "pays": [row["pays"]]}
            for number, row in enumerate(rows, start=1)
        ],
    }
