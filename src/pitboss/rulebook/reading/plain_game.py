"""A game as plain JSON, for the next process: reading it builds values and can run nothing else.

A value of our own is an object with the number of its class and those fields that differ from
their defaults. A list is a tuple. Whoever can read it has the same source, so the numbers agree.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Final

from pitboss.rulebook.model import (
    KIND_RULES,
    Condition,
    DefaultWhen,
    Game,
    Irregularity,
    JackpotTerms,
    Moment,
    Option,
    PayRow,
    PayTable,
    ProcedureStep,
    RoundKind,
    Ruling,
    Section,
    ShoeTerms,
    SuperBonus,
    SuperBonusBand,
    SuperBonusHand,
    Wager,
)
from pitboss.rulebook.pays import Dollars, Odds, OddsPlusPercent, Percent, Plain

_CLASS: Final = ""
_CLASSES: Final[tuple[type[Any], ...]] = (
    *(Game, Ruling, Irregularity, Option, Condition, DefaultWhen, ProcedureStep, Section),
    *(PayTable, PayRow, Odds, Percent, OddsPlusPercent, Dollars, Plain, Moment, RoundKind),
    *(Wager, JackpotTerms, ShoeTerms, SuperBonus, SuperBonusBand, SuperBonusHand),
    *KIND_RULES.values(),
)
_NUMBERS: Final = {kind: number for number, kind in enumerate(_CLASSES)}


def write_game(game: Game) -> bytes:
    """Return a game as JSON."""
    return json.dumps(_plain(game), separators=(",", ":")).encode()


def read_game(content: bytes) -> Game:
    """Return the game of `write_game`; raise ValueError if it is none."""
    try:
        game = json.loads(content, object_hook=_build)
    except (ValueError, TypeError, LookupError, RecursionError):
        game = None
    if not isinstance(game, Game):
        raise ValueError("this is no game")  # noqa: TRY004 - a wrong file, not a wrong argument
    return game


def _plain(value: Any) -> Any:  # noqa: ANN401 - anything in a game
    """Return a value as JSON has it."""
    if isinstance(value, Enum):
        return {_CLASS: _NUMBERS[type(value)], "value": value.value}
    if is_dataclass(value) and not isinstance(value, type):
        stated = {
            name: _plain(part)
            for name, default in _defaults(type(value))
            if not _is_same(part := getattr(value, name), default)
        }
        return {_CLASS: _NUMBERS[type(value)], **stated}
    if isinstance(value, Mapping):
        assert _CLASS not in value, "it would be taken for a value of our own"
        assert all(type(key) is str for key in value), "JSON has no other keys"
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    assert value is None or type(value) in (str, int, bool), f"{value!r} is not plain"
    return value


@cache
def _defaults(shape: type[Any]) -> tuple[tuple[str, object], ...]:
    """Return the fields that are given to a value of a class, each with its default."""
    return tuple(
        (item.name, item.default if item.default_factory is MISSING else item.default_factory())
        for item in fields(shape)
        if item.init  # the others are clauses, which are the same in every game
    )


def _is_same(part: object, default: object) -> bool:
    """Return whether a part is its default; 1 is not True."""
    return type(part) is type(default) and part == default


def _build(parts: dict[str, Any]) -> Any:  # noqa: ANN401 - anything in a game
    """Return the value of an object: one of our own, or a mapping."""
    for name, part in parts.items():
        if type(part) is list:
            parts[name] = _tuple(part)
    number = parts.pop(_CLASS, None)
    return parts if number is None else _CLASSES[number](**parts)


def _tuple(parts: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuple(part) if type(part) is list else part for part in parts)
