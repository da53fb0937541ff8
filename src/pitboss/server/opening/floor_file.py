"""Read a floor file: its tables, the jackpots that they share, and their terms."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.api.tables import Table
from pitboss.engine.meter import UNITS_PER_CENT
from pitboss.engine.values import replace
from pitboss.floor.linked_wagers import LinkedWager, link_problems, terms_for
from pitboss.floor.state import BeaconTerms
from pitboss.floor.terms import SECOND, Absent, TableTerms
from pitboss.jackpot.terms import Terms
from pitboss.office.clock import is_time_zone
from pitboss.office.day import terms_problem
from pitboss.office.papers import OfficeTerms
from pitboss.pit.beacon import PublishedBeacon
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.files import read_text
from pitboss.rulebook.house import HOUSE_KEYS, House, house_from, parse_share, read_house
from pitboss.rulebook.limits import (
    FLOOR_BYTES_MAX,
    FLOOR_JACKPOTS_MAX,
    FLOOR_TABLES_MAX,
    shorten,
)
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_toml
from pitboss.rulebook.ready import ready_tables
from pitboss.server.jackpots.wire import AMOUNTS, SHARES
from pitboss.server.opening.tables import SEATS

NAME_MAX: Final = 100
"""Characters of a name that people read."""
ID: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
_TABLE_KEYS: Final = ("id", "name", "house", "seats", "absent", "links", *sorted(HOUSE_KEYS))
_JACKPOT_KEYS: Final = ("title", "may_be_removed", *AMOUNTS, *SHARES)
_TIME: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
_DENOMINATIONS_MAX: Final = 50
_BEACON_ADDRESS: Final = re.compile(r"https?://[!-~]*\{round\}[!-~]*")
_BEACON_NUMBERS: Final[Mapping[str, tuple[int, int, int | None]]] = {
    "genesis": (0, 10**11, None),
    "period_s": (1, 60, None),
    "wait_s": (1, 60, 5),
}
"""Key -> the least, the most, and what it is where the file does not say."""
_BEACON_KEYS: Final = ("name", "source", *_BEACON_NUMBERS)


class FloorPlan(NamedTuple):
    """The tables of a floor, the jackpots that they share, and how its office is run."""

    tables: tuple[TableTerms, ...] = ()
    jackpots: tuple[PlannedJackpot, ...] = ()
    office: OfficeTerms | None = None
    """How the office is run; None: as it was."""
    beacon: PublishedBeacon | None = None
    """The public numbers that are mixed into every shuffle."""


def read_floor(path: Path, absent: Absent = Absent.STAND) -> FloorPlan:
    """Read a floor file; raise `RulesError` with everything that is wrong."""
    text = read_text(path, FLOOR_BYTES_MAX)
    try:
        data = parse_toml(text)
    except NotReadableError as error:
        problem = Problem(code="file/malformed", key="file", message=str(error))
        raise RulesError([problem]) from None
    return _Reader(path.parent, absent).read(data)


class _Reader:
    """Reads a floor, and collects every problem."""

    def __init__(self, folder: Path, absent: Absent) -> None:
        self._folder = folder
        self._absent = absent
        self._problems: list[Problem] = []

    def read(self, data: Mapping[str, Any]) -> FloorPlan:
        self._check_keys(data, ("tables", "jackpots", "office", "beacon"), "")
        tables = self._tables(data.get("tables"))
        given = data.get("jackpots", {})
        if not isinstance(given, dict) or not all(
            isinstance(part, dict) for part in given.values()
        ):
            self._add("jackpots", "name each jackpot: [jackpots.match-the-dealer]")
            given = {}
        if len(given) > FLOOR_JACKPOTS_MAX:
            self._add("jackpots", f"a floor shares at most {FLOOR_JACKPOTS_MAX} jackpots")
        links = self._links(tables, given)
        office = self._office(data.get("office"))
        beacon = self._read_beacon(data.get("beacon"))
        jackpots = [
            self._jackpot(name, fields, links.get(name, [])) for name, fields in given.items()
        ]
        if self._problems:
            raise RulesError(self._problems)
        return FloorPlan(tuple(tables), tuple(filter(None, jackpots)), office, beacon)

    # -- tables ----------------------------------------------------------------------------------

    def _tables(self, given: object) -> list[TableTerms]:
        if not isinstance(given, list) or not given or len(given) > FLOOR_TABLES_MAX:
            self._add("tables", f"a floor has 1 to {FLOOR_TABLES_MAX:,} tables: [[tables]]")
            return []
        tables: dict[str, TableTerms] = {}
        for number, item in enumerate(given, 1):
            where = f"tables[{number}]"
            table = self._table(item, where) if isinstance(item, dict) else None
            if not isinstance(item, dict):
                self._add(where, "a table has keys and values: [[tables]]")
            if table is not None and table.id in tables:
                self._add(f"{where}.id", f"{table.id!r} is another table's id")
            elif table is not None:
                tables[table.id] = table
        return list(tables.values())

    def _table(self, item: Mapping[str, Any], where: str) -> TableTerms | None:
        self._check_keys(item, _TABLE_KEYS, where)
        name = item.get("id")
        if not isinstance(name, str) or not ID.fullmatch(name):
            self._add(f"{where}.id", "an id is 1 to 40 small letters, digits, dots and hyphens")
            return None
        where = f"table {name}"
        house = self._house(item, where)
        if house is None:
            return None
        opened = Table.open(house)
        most = opened.game.seats_max or SEATS
        seats = item.get("seats", min(SEATS, most))
        if not isinstance(seats, int) or isinstance(seats, bool) or not 1 <= seats <= most:
            self._add(f"{where}: seats", f"this game has 1 to {most} seats")
            return None
        return TableTerms(
            id=name,
            name=self._title(item.get("name", opened.game.title), f"{where}: name"),
            house=opened.house,
            seats=seats,
            absent=self._policy(item.get("absent", self._absent), f"{where}: absent"),
            links=self._wagers(item.get("links", {}), f"{where}: links"),
        )

    def _house(self, item: Mapping[str, Any], where: str) -> House | None:
        own = {key: value for key, value in item.items() if key in HOUSE_KEYS}
        file = item.get("house")
        if (file is None) == ("game" not in own) or not isinstance(file, str | None):
            self._add(where, "name a house file, or a game with its options")
            return None
        try:
            if file is not None:
                if own:
                    self._add(where, f"{choice(sorted(own))} is in the house file already")
                house = read_house(self._folder / file)
            elif set(own) == {"game"} and str(own["game"]) in ready_tables():
                house = ready_tables()[str(own["game"])].house
            else:
                house = house_from(own)
            return Table.open_to_players(house).house
        except RulesError as error:
            for problem in error.problems:
                key = f"{where}: {problem.key}" if problem.key else where
                self._problems.append(replace_key(problem, key))
            return None

    def _policy(self, text: object, where: str) -> Absent:
        try:
            return Absent(str(text))
        except ValueError:
            self._add(where, f"{shorten(str(text))!r} is not a policy; say {choice([*Absent])}")
            return self._absent

    def _wagers(self, given: object, where: str) -> dict[str, str]:
        if isinstance(given, dict) and all(isinstance(name, str) for name in given.values()):
            return dict(given)
        self._add(where, 'links are wagers and jackpots: jackpot-1 = "match-the-dealer"')
        return {}

    # -- jackpots --------------------------------------------------------------------------------

    def _links(
        self, tables: Sequence[TableTerms], jackpots: Mapping[str, object]
    ) -> dict[str, list[LinkedWager]]:
        links: dict[str, list[LinkedWager]] = {}
        for table in tables:
            for wager, name in table.links.items():
                linked = LinkedWager(table.id, wager, table.setup)
                where = f"table {table.id}: links"
                if name not in jackpots:
                    self._add(where, f"there is no [jackpots.{shorten(name)}]", "jackpot/unknown")
                elif linked.jackpot is None:
                    offered = [
                        w for w, spot in linked.setup.configured.spots.items() if spot.jackpot
                    ]
                    message = f"{shorten(wager)!r} is not a jackpot wager of this table"
                    message += f"; {choice(offered)} is" if offered else ""
                    self._add(where, message, "wager/not-offered")
                elif any(other.table == table.id for other in links.get(name, ())):
                    self._add(where, f"one wager of a table shares {name}", "jackpot/link")
                else:
                    links.setdefault(name, []).append(linked)
        return links

    def _jackpot(
        self, name: str, given: Mapping[str, Any], wagers: Sequence[LinkedWager]
    ) -> PlannedJackpot | None:
        where = f"jackpots.{shorten(name)}"
        self._check_keys(given, _JACKPOT_KEYS, where)
        if not ID.fullmatch(name):
            self._add(where, "an id is 1 to 40 small letters, digits, dots and hyphens")
        if not wagers:
            self._add(where, "no table shares it; name it in the links of one", "jackpot/link")
            return None
        for linked, why in link_problems(wagers):
            self._add(where, f"{linked.name}: {why}", "jackpot/link")
        terms = self._terms(given, terms_for(wagers[0]), where)
        for why in terms.problems():
            self._add(where, why, "jackpot/terms")
        for problem in self._against_rules(terms, terms_for(wagers[0])):
            self._add(where, problem, "jackpot/terms")
        title = self._title(given.get("title", name.replace("-", " ").title()), f"{where}.title")
        return PlannedJackpot(name, title, terms)

    @staticmethod
    def _against_rules(terms: Terms, own: Terms) -> Iterator[str]:
        """Return what of the terms the tables' own set-up, and so their figures, does not have."""
        for words in ("seed", "contribution", "reserve"):
            name = SHARES.get(words, words)
            if getattr(terms, name) != getattr(own, name):
                yield f"its {words} is not that of the tables; say it there"

    def _terms(self, given: Mapping[str, Any], terms: Terms, where: str) -> Terms:
        changes: dict[str, Any] = {}
        for key in (*AMOUNTS, *SHARES):
            if key in given:
                text = str(given[key])
                try:
                    if key in SHARES:
                        changes[SHARES[key]] = Fraction(parse_share(text))
                    else:
                        changes[key] = parse_dollars(text) * UNITS_PER_CENT
                except ValueError as error:
                    self._add(f"{where}.{key}", str(error))
        if "may_be_removed" in given:
            if not isinstance(given["may_be_removed"], bool):
                self._add(f"{where}.may_be_removed", "say true or false")
            elif given["may_be_removed"] and not terms.may_be_removed:
                message = "this jackpot stays until its top award is won (2110(15)(d))"
                self._add(f"{where}.may_be_removed", message)
            else:
                changes["may_be_removed"] = given["may_be_removed"]
        return replace(terms, **changes)

    # -- the office ------------------------------------------------------------------------------

    def _office(self, given: object) -> OfficeTerms | None:
        """Read the terms of the office; None: the section is missing or wrong."""
        if given is None:
            return None
        if not isinstance(given, dict):
            self._add("office", "write the terms of the office as a table: [office]")
            return None
        changes: dict[str, Any] = {}
        for key, value in given.items():
            if key not in _OFFICE_KEYS:
                message = f"there is no such key; {choice([*_OFFICE_KEYS])} is"
                self._add(f"office.{shorten(key)}", message)
                continue
            name, read = _OFFICE_KEYS[key]
            try:
                changes[name] = read(value)
            except ValueError as error:
                self._add(f"office.{key}", str(error))
        terms = replace(OfficeTerms(), **changes)
        if problem := terms_problem(terms):
            self._add("office", problem)
        return terms

    # -- the beacon ------------------------------------------------------------------------------

    def _read_beacon(self, given: object) -> PublishedBeacon | None:
        if given is None:
            return None
        if not isinstance(given, dict):
            self._add("beacon", "write the beacon as a table: [beacon]")
            return None
        self._check_keys(given, _BEACON_KEYS, "beacon")
        name = given.get("name", "beacon")
        source = given.get("source")
        if not isinstance(name, str) or not ID.fullmatch(name):
            self._add("beacon.name", "a name is 1 to 40 small letters, digits, dots and hyphens")
        if not isinstance(source, str) or not source:
            self._add("beacon.source", "name an address with {round} in it, or a file")
            source = ""
        elif "://" in source and not _BEACON_ADDRESS.fullmatch(source):
            self._add("beacon.source", "an address begins with http(s):// and has {round} in it")
        numbers = {}
        for key, (low, high, default) in _BEACON_NUMBERS.items():
            value = given.get(key, default)
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                self._add(f"beacon.{key}", f"a whole number from {low:,} to {high:,}")
                value = low
            numbers[key] = value * SECOND
        terms = BeaconTerms(str(name), numbers["genesis"], numbers["period_s"], numbers["wait_s"])
        is_file = "://" not in source
        return PublishedBeacon(terms, str(self._folder / source) if is_file else source)

    # -- all of them ---------------------------------------------------------------------------

    def _title(self, text: object, where: str) -> str:
        if isinstance(text, str) and 1 <= len(text) <= NAME_MAX and text.isprintable():
            return text
        self._add(where, f"a name has 1 to {NAME_MAX} characters")
        return ""

    def _check_keys(self, given: Mapping[str, Any], known: Sequence[str], where: str) -> None:
        for key in given:
            if key not in known:
                place = f"{where}.{shorten(key)}" if where else shorten(key)
                self._add(place, f"there is no such key; {choice(known)} is", "option/unknown")

    def _add(self, key: str, message: str, code: str = "option/invalid") -> None:
        self._problems.append(Problem(code=code, key=key, message=message))


def replace_key(problem: Problem, key: str) -> Problem:
    """Return a problem with its key in another file."""
    return dataclasses.replace(problem, key=key)


def _dollars(value: object) -> int:
    return parse_dollars(value if isinstance(value, int) else str(value))


def _number(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 1_000:
        return value
    raise ValueError("a whole number from 1 to 1,000")


def _switch(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("say true or false")


def _time(value: object) -> int:
    """Read a time of the day, on the clock of the house.

    >>> _time("06:30")
    390
    """
    match = _TIME.fullmatch(str(value))
    if match is None:
        raise ValueError('a time of the day: "06:00"')
    return int(match[1]) * 60 + int(match[2])


def _zone(value: object) -> str:
    if isinstance(value, str) and is_time_zone(value):
        return value
    raise ValueError('the name of a time zone: "America/Los_Angeles"')


def _denominations(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= _DENOMINATIONS_MAX:
        raise ValueError(f'1 to {_DENOMINATIONS_MAX} amounts: ["0.25", "1.00", "5.00"]')
    return tuple(sorted({_dollars(amount) for amount in value}))


_OFFICE_KEYS: Final[Mapping[str, tuple[str, Callable[[object], object]]]] = {
    "day_starts": ("day_starts_minute", _time),
    "time_zone": ("time_zone", _zone),
    "denominations": ("denominations", _denominations),
    "large_from": ("large_cents", _dollars),
    "notice_from": ("notice_cents", _dollars),
    "notice_hours": ("notice_hours", _number),
    "malfunction_hours": ("malfunction_hours", _number),
    "pattern_count": ("pattern_count", _number),
    "pattern_days": ("pattern_days", _number),
    "deposit_days": ("deposit_days", _number),
    "runs_tables": ("runs_tables", _switch),
    "hits_keep_day_open": ("hits_block_day", _switch),
}
"""Key -> its field of the terms, and how to read it."""
