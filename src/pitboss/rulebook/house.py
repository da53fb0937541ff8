"""A house configuration as an operator writes it, read into frozen values and not judged yet.

A round record starts with the same keys. `check` judges whether a configuration is allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

from pitboss.rulebook.files import read_text
from pitboss.rulebook.limits import HOUSE_BYTES_MAX, HOUSE_NAMES_MAX, shorten
from pitboss.rulebook.model import AggregatePer, OptionValue
from pitboss.rulebook.money import parse_cents
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml
from pitboss.rulebook.reading.schema import ReadBy, decode, try_decode
from pitboss.rulebook.reading.wording import Fault

MALFORMED = "house/malformed"
_MONEY = ("seed", "prize")
BURN_CARDS = "burn_cards"
"""The option by which a house burns cards or none."""

Cents = Annotated[int, ReadBy(parse_cents)]
"""An amount in cents; a file may write it as dollars: 500, "$5" and "5.00" are the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorPay:
    """A prize the house sets, with its payer."""

    pay: str
    source: Literal["house", "jackpot"] = "house"


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotSetup:
    """`[jackpots.WAGER]`: how the house runs one jackpot."""

    scheme: str = ""
    wager: Cents | None = None
    """The one fixed amount."""
    contribution: str | None = None
    reserve: str | None = None
    """Share of the contribution kept beside the display for the next seed."""
    seed: str | int | None = None
    prize: Mapping[str, str | int] = field(default_factory=dict, hash=False)
    """House jackpots: "100%" -> the posted dollars."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`[limits.WAGER]`; `[limits."tip:WAGER"]` limits the tips beside a wager."""

    min: Cents | None = None
    max: Cents | None = None
    aggregate: Cents | None = None
    """The most that is paid on it, to all seats of a round together or for each hand."""
    aggregate_per: AggregatePer | None = None
    """What the aggregate counts; None: a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeSettings:
    """`[shoe]`: how the house handles its cards. It changes no rule and no pay."""

    burn: int = 1
    """Cards burned after each shuffle."""
    cut: int | None = None
    """Cards behind the cut card; None: one deck."""

    def under(self, options: Mapping[str, OptionValue]) -> ShoeSettings:
        """Return how the cards are handled; 2104(1): burning may be the house's choice.

        >>> ShoeSettings(cut=26).under({"burn_cards": False})
        ShoeSettings(burn=0, cut=26)
        """
        return replace(self, burn=0) if options.get(BURN_CARDS) is False else self


@dataclass(frozen=True, slots=True, kw_only=True)
class PaceSettings:
    """`[pace]`: how fast the house deals, and to how many. It changes no rule and no pay."""

    rounds_per_hour: int | None = None
    seats: int | None = None
    """Seats that play."""
    shift_hours: int | None = None

    @property
    def stated(self) -> dict[str, int]:
        """What the house states.

        >>> PaceSettings(rounds_per_hour=70).stated
        {'rounds_per_hour': 70}
        """
        return _given_fields(asdict(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A whole house configuration."""

    game: str
    options: Mapping[str, OptionValue] = field(default_factory=dict, hash=False)
    tables: Mapping[str, str] | None = field(default=None, hash=False)
    """Wager -> pay-table id; None offers what the game offers by default."""
    pays: Mapping[str, Mapping[str, str | OperatorPay]] = field(default_factory=dict, hash=False)
    jackpots: Mapping[str, JackpotSetup] = field(default_factory=dict, hash=False)
    limits: Mapping[str, Limits] = field(default_factory=dict, hash=False)
    shoe: ShoeSettings = field(default_factory=ShoeSettings)
    pace: PaceSettings = field(default_factory=PaceSettings)
    profile: str = ""
    """The legal limits `check` judges it by; empty: the game's default, "none": none."""


HOUSE_KEYS = frozenset(item.name for item in fields(House))


def house_from(data: Mapping[str, Any]) -> House:
    """Read a configuration decoded from TOML or JSON; raise `RulesError` with every bad key.

    >>> house_from({"game": "wa/spanish-21", "options": {"decks": 6}}).options
    {'decks': 6}
    """
    given = _as_read(data)
    house: House = decode(House, given, where="", code=MALFORMED)
    return house


def readable_part(data: Mapping[str, Any]) -> tuple[House | None, tuple[Problem, ...], set[str]]:
    """Read as much of a configuration as can be read.

    Return the house, the problems of reading it, and the keys that are missing in the house because
    of them. A key close to a known one is read as that one. Without a game there is no house.

    >>> data = {"game": "co/trilux", "option": {"decks": 6}, "limits": {"main": {"min": 5.5}}}
    >>> house, problems, missing = readable_part(data)
    >>> house.options, [problem.key for problem in problems], missing
    ({'decks': 6}, ['limits.main.min', 'option'], {'limits.main.min'})
    """
    given = _as_read(data)
    house, wrong = try_decode(House, given, code=MALFORMED)
    problems = tuple(Problem(code=MALFORMED, key=bad.key, message=bad.reason) for bad in wrong)
    missing: set[str] = set()
    if wrong and isinstance(data.get("game"), str):
        mended = deepcopy(dict(data))
        missing = {bad.key for bad in wrong if not _mend(mended, bad)}
        part = _as_read(mended)
        house, still_wrong = try_decode(House, part, code=MALFORMED)
        missing |= {bad.key for bad in still_wrong}
    return house, problems, missing


def _mend(data: dict[str, Any], bad: Fault) -> bool:
    """Remove what cannot be read from *data*; return whether its meaning stays."""
    *path, last = bad.location
    entries: Any = data
    for part in path:
        entries = entries.get(part) if isinstance(entries, dict) else None
    if not isinstance(entries, dict):
        return False
    value = entries.pop(last, None)
    if bad.instead and bad.instead not in entries:
        entries[bad.instead] = value
        return True
    if path == ["tables"] and isinstance(value, int):  # a pay table's id without its quotes
        entries[last] = str(value)
        return True
    return False


def _as_read(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return *data* without the freedoms of a file.

    Seeds and prizes may be written as numbers with a point: their digits are kept. `from` is an
    operator's word and cannot be a Python name.
    """
    with_text = _change_entries(data, "jackpots", _money_as_text)
    return _change_entries(with_text, "pays", lambda _, entry: _rename_source(entry))


def _change_entries(
    data: Mapping[str, Any], key: str, change: Callable[[str, Any], object]
) -> Mapping[str, Any]:
    """Return *data* with every entry changed of the tables under *key*."""
    tables = data.get(key)
    if not isinstance(tables, dict):
        return data
    changed = {
        wager: {name: change(name, entry) for name, entry in entries.items()}
        if isinstance(entries, dict)
        else entries
        for wager, entries in tables.items()
    }
    return {**data, key: changed}


def _money_as_text(name: str, value: object) -> object:
    if name in _MONEY and isinstance(value, dict):
        return {share: _money_as_text(name, prize) for share, prize in value.items()}
    return f"{value:f}" if name in _MONEY and isinstance(value, Decimal) else value


def _rename_source(entry: object) -> object:
    if not isinstance(entry, dict):
        return entry
    return {"source" if key == "from" else key: value for key, value in entry.items()}


def house_data(house: House) -> dict[str, Any]:
    """Return *house* as `house_from` reads it, without empty keys.

    >>> house_data(House(game="wa/spanish-21", options={"decks": 6}))
    {'game': 'wa/spanish-21', 'options': {'decks': 6}}
    """
    data: dict[str, Any] = {
        "game": house.game,
        "options": dict(house.options),
        "tables": None if house.tables is None else dict(house.tables),
        "pays": {wager: _pays(rows) for wager, rows in house.pays.items()},
        "jackpots": {
            wager: _given_fields(asdict(setup)) for wager, setup in house.jackpots.items()
        },
        "limits": {wager: _given_fields(asdict(limits)) for wager, limits in house.limits.items()},
        "shoe": _given_fields(asdict(house.shoe)) if house.shoe != ShoeSettings() else {},
        "pace": house.pace.stated,
        "profile": house.profile,
    }
    # No tables at all is something else than tables not mentioned.
    return {key: value for key, value in data.items() if value or (key, value) == ("tables", {})}


def _pays(rows: Mapping[str, str | OperatorPay]) -> dict[str, Any]:
    return {
        row: {"pay": entry.pay, "from": entry.source} if isinstance(entry, OperatorPay) else entry
        for row, entry in rows.items()
    }


def _given_fields(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value not in (None, "", {})}


def parse_house(text: str) -> House:
    """Read a configuration in TOML.

    >>> parse_house('game = "wa/spanish-21"').game
    'wa/spanish-21'
    """
    return house_from(parse_house_data(text))


def parse_house_data(text: str) -> dict[str, Any]:
    """Read the keys and values of a configuration in TOML, without their meaning."""
    try:
        return parse_toml(text, names_max=HOUSE_NAMES_MAX)
    except NotReadableError as error:
        problem = Problem(code=MALFORMED, key="file", message=str(error))
        raise RulesError([problem]) from None


def read_house(path: Path) -> House:
    """Read a configuration file; raise `RulesError` if it is missing or unreadable."""
    return parse_house(read_text(path, HOUSE_BYTES_MAX))


def parse_share(text: str) -> Fraction:
    """Read "21%" as a fraction of one.

    >>> parse_share("0.5%")
    Fraction(1, 200)
    """
    number, sign, rest = text.partition("%")
    if not sign or rest or not _is_plain_decimal(number) or not 0 <= Decimal(number) <= _ALL:
        msg = f"{shorten(text)!r} is not a share; write a percentage from '0%' to '100%'"
        raise ValueError(msg)
    return Fraction(number) / _ALL


_ALL = 100


def _is_plain_decimal(text: str) -> bool:
    digits = text.replace(".", "", 1)
    return digits.isascii() and digits.isdigit() and text[0] != "." and len(text) <= _DIGITS_MAX


_DIGITS_MAX = 16
