"""The house configuration that keywords describe: `pitboss.table(..., decks=6, also={...})`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, is_dataclass
from numbers import Integral
from pathlib import Path
from typing import Any

from pitboss.rulebook.defaults import canonical
from pitboss.rulebook.house import (
    House,
    JackpotSetup,
    Limits,
    OperatorPay,
    ShoeSettings,
    house_data,
    house_from,
    read_house,
)
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.reading.library import unknown_game

Source = House | Mapping[str, Any] | Path | str
"""A house configuration: a value, its keys as a mapping, or the path of a TOML file."""
Pays = Mapping[str, Mapping[str, str | OperatorPay]]
Jackpots = Mapping[str, JackpotSetup | Mapping[str, Any]]
WagerLimits = Mapping[str, Limits | Mapping[str, int | str]]
Tables = Mapping[str, str | None]
"""Wager -> the id of its pay table; None takes the wager off the table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What keywords change in a house configuration; everything else stays."""

    options: Mapping[str, OptionValue]
    also: Tables | None = None
    pays: Pays | None = None
    jackpots: Jackpots | None = None
    limits: WagerLimits | None = None
    shoe: ShoeSettings | Mapping[str, int] | None = None


def read_source(source: Source) -> House:
    """Return the configuration that *source* is or names.

    >>> read_source({"game": "wa/spanish-21", "options": {"decks": 6}}).options
    {'decks': 6}
    """
    if isinstance(source, House):
        return canonical(source)
    if not isinstance(source, Mapping | Path | str):
        message = f"{shorten(repr(source))} is no house; give a path, a House, or its keys"
        raise RulesError([Problem(code="house/malformed", key="house", message=message)])
    data = house_from(source) if isinstance(source, Mapping) else read_house(Path(source))
    return canonical(data)


def build_house(game: str | Game, source: Source | None, changes: Changes) -> House:
    """Return the configuration of *game*, from *source* if there is one, with *changes*.

    The house is not checked here; a value that cannot be read is a `RulesError`.
    """
    name = _game_id(game) if game or source is None else ""
    house = House(game=name) if source is None else read_source(source)
    if name and house.game != name:
        message = f"this house sets up {house.game}, not {name}"
        raise RulesError([Problem(code="option/conflict", key="house", message=message)])
    data = house_data(house)
    data.setdefault("options", {}).update(_whole_numbers(changes.options))
    problems = _change_tables(data, changes.also)
    for key in ("pays", "jackpots", "limits"):
        for wager, entries in (getattr(changes, key) or {}).items():
            data.setdefault(key, {}).setdefault(wager, {}).update(_plain(entries))
    if changes.shoe is not None:
        data.setdefault("shoe", {}).update(_plain(changes.shoe))
    try:
        changed = house_from(data)
    except RulesError as error:
        raise RulesError([*problems, *error.problems]) from None
    if problems:
        raise RulesError(problems)
    return canonical(changed)


def game_named(game: str | Game) -> Game:
    """Return the game of the rule book that *game* is or names; `RulesError` if there is none."""
    return game_of(_game_id(game))


def _game_id(game: object) -> str:
    if isinstance(game, Game):
        if game_of(game.id) != game:
            message = f"this game differs from {game.id} of the rule book; write it as a file"
            raise RulesError([Problem(code="game/unknown", key="game", message=message)])
        return game.id
    if not isinstance(game, str) or not game:
        message = "name a game, as pitboss.games() lists them, or a house"
        problem = Problem(code="game/unknown", key="game", message=message)
        raise RulesError([unknown_game(str(game)) if game else problem])
    return game_of(game).id  # an unknown game is refused before anything else


def _change_tables(data: dict[str, Any], also: Tables | None) -> list[Problem]:
    """Change pay tables by wager; what the house or the game offers otherwise stays."""
    if also is None:
        return []
    offered = data.setdefault("tables", dict(game_of(data["game"]).default_tables))
    problems = []
    for wager, table in also.items():
        if table is not None:
            offered[wager] = table
        elif offered.pop(wager, None) is None:
            key = f"tables.{wager}"
            message = f"{wager} is not on offer"
            problems.append(Problem(code="wager/not-offered", key=key, message=message))
    return problems


def _plain(entries: object) -> dict[str, Any]:
    """Return a setting as plain data: a dataclass by its fields, a mapping as it is."""
    if is_dataclass(entries) and not isinstance(entries, type):
        return {key: value for key, value in asdict(entries).items() if value not in (None, "")}
    if not isinstance(entries, Mapping):
        return {"": entries}  # refused with its key when the house is read
    return _whole_numbers({key: _pay(value) for key, value in entries.items()})


def _whole_numbers(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return entries with whole numbers of any type, NumPy's too, as Python's own.

    >>> import numpy
    >>> _whole_numbers({"decks": numpy.int64(6), "soft17": "hit", "peek": True})
    {'decks': 6, 'soft17': 'hit', 'peek': True}
    """
    return {
        key: int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value
        for key, value in entries.items()
    }


def _pay(value: object) -> object:
    if isinstance(value, OperatorPay):
        return {"pay": value.pay, "from": value.source}
    return value
