"""A house configuration: what an operator writes, read into frozen values and nothing judged yet.

The same keys open a round record. Whether a configuration is allowed is `check`'s to say.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.schema import decode

MALFORMED = "house/malformed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorPay:
    """A prize the house sets, where it says who pays it."""

    pay: str
    source: Literal["house", "jackpot"] = "house"


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotSetup:
    """`[jackpots.WAGER]`: how the house runs one jackpot."""

    scheme: str = ""
    wager: int | None = None
    """Cents, the one fixed amount."""
    contribution: str | None = None
    reserve: str | None = None
    """Share of the contribution kept beside the display for the next seed."""
    seed: str | int | None = None
    prize: Mapping[str, str | int] = field(default_factory=dict)
    """House jackpots: "100%" -> the posted dollars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`[limits.WAGER]`, in cents."""

    min: int | None = None
    max: int | None = None
    aggregate: int | None = None
    """The most that all seats together are paid on it in a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSettings:
    """`[shoe]`: how the house handles its cards. It changes no rule and no pay."""

    burn: int = 1
    """Cards burned after each shuffle."""
    cut: int | None = None
    """Cards behind the cut card; None: one deck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A whole house configuration."""

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    tables: Mapping[str, str] | None = None
    """Wager -> pay-table id; None offers what the game offers by default."""
    pays: Mapping[str, Mapping[str, str | OperatorPay]] = field(default_factory=dict)
    jackpots: Mapping[str, JackpotSetup] = field(default_factory=dict)
    limits: Mapping[str, Limits] = field(default_factory=dict)
    shoe: ShoeSettings = field(default_factory=ShoeSettings)


HOUSE_KEYS = frozenset(item.name for item in fields(House))


def house_from(data: Mapping[str, Any]) -> House:
    """Read a configuration already decoded from TOML or JSON; `RulesError` names every bad key.

    >>> house_from({"game": "wa/spanish-21", "options": {"decks": 6}}).options
    {'decks': 6}
    """
    house: House = decode(House, _sources_renamed(data), where="", code=MALFORMED)
    return house


def _sources_renamed(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """`from` is what an operator writes and cannot be a Python name."""
    pays = data.get("pays")
    if not isinstance(pays, dict):
        return data

    def renamed(entry: object) -> object:
        if not isinstance(entry, dict):
            return entry
        return {"source" if key == "from" else key: value for key, value in entry.items()}

    return {
        **data,
        "pays": {
            wager: {row: renamed(entry) for row, entry in rows.items()}
            if isinstance(rows, dict)
            else rows
            for wager, rows in pays.items()
        },
    }


def house_data(house: House) -> dict[str, Any]:
    """Return *house* as `house_from` reads it; what says nothing is left out.

    >>> house_data(House(game="wa/spanish-21", options={"decks": 6}))
    {'game': 'wa/spanish-21', 'options': {'decks': 6}}
    """
    data: dict[str, Any] = {
        "game": house.game,
        "options": dict(house.options),
        "tables": None if house.tables is None else dict(house.tables),
        "pays": {wager: _pays(rows) for wager, rows in house.pays.items()},
        "jackpots": {wager: _given(asdict(setup)) for wager, setup in house.jackpots.items()},
        "limits": {wager: _given(asdict(limits)) for wager, limits in house.limits.items()},
        "shoe": _given(asdict(house.shoe)) if house.shoe != ShoeSettings() else {},
    }
    # No tables at all is something else than tables not mentioned.
    return {key: value for key, value in data.items() if value or (key, value) == ("tables", {})}


def _pays(rows: Mapping[str, str | OperatorPay]) -> dict[str, Any]:
    return {
        row: {"pay": entry.pay, "from": entry.source} if isinstance(entry, OperatorPay) else entry
        for row, entry in rows.items()
    }


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", {})}


def parse_house(text: str) -> House:
    """Read a configuration in TOML.

    >>> parse_house('game = "wa/spanish-21"').game
    'wa/spanish-21'
    """
    try:
        # Numbers with a point are money: their digits are kept, never a binary fraction.
        data = tomllib.loads(text, parse_float=str)
        json.dumps(data)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise RulesError([_malformed(f"this is not TOML: {error}")]) from None
    except TypeError:
        raise RulesError([_malformed("dates and times have no place here")]) from None
    return house_from(data)


def read_house(path: Path) -> House:
    """Read a configuration file; a missing or unreadable file is a `RulesError` too."""
    return parse_house(read_text(path))


def read_text(path: Path) -> str:
    """Read a text file, or raise `RulesError` saying why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise _unreadable("file/missing", f"there is no file '{path}'") from None
    except UnicodeDecodeError:
        raise _unreadable("file/unreadable", f"'{path}' is not text in UTF-8") from None
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        raise _unreadable("file/unreadable", f"'{path}' cannot be read: {reason}") from None


def _malformed(message: str) -> Problem:
    return Problem(code=MALFORMED, key="file", message=message)


def _unreadable(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="file", message=message)])


def parse_share(text: str) -> Fraction:
    """Read "21%" as a fraction of one.

    >>> parse_share("0.5%")
    Fraction(1, 200)
    """
    number, sign, rest = text.partition("%")
    if not sign or rest or not _is_plain_decimal(number) or not 0 <= Decimal(number) <= _ALL:
        msg = f"{text!r} is not a share; write a percentage from '0%' to '100%'"
        raise ValueError(msg)
    return Fraction(number) / _ALL


_ALL = 100


def parse_dollars(amount: str | int) -> int:
    """Read an amount of dollars as cents; part of a cent is refused.

    >>> parse_dollars("5000.00"), parse_dollars(5000)
    (500000, 500000)
    """
    text = str(amount)
    if not _is_plain_decimal(text) or Fraction(text) * 100 % 1:
        msg = f"{amount!r} is not an amount; write dollars and cents, as in '5000.00'"
        raise ValueError(msg)
    return int(Fraction(text) * 100)


def _is_plain_decimal(text: str) -> bool:
    digits = text.replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and text[0] != "." and len(text) <= _DIGITS_MAX


_DIGITS_MAX = 16
