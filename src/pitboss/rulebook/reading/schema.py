"""The format of a catalogue file, and reading it: unknown keys and wrong types, all at once.

The dataclasses below are the file format. Where a part of a file equals a part of the model (an
option, a wager), the model's own class is used; only pay tables are written differently, several
side by side as the documents print them.

What needs no conversion is read without pydantic, which takes longer to import than most data to
read: most tables are opened by a game and a few options.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pitboss.late import LateFunction
from pitboss.rulebook.model import (
    Irregularity,
    Moment,
    Option,
    OptionValue,
    ProcedureStep,
    RoundKind,
    ShoeTerms,
    SuperBonus,
    Wager,
)
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import dump_json
from pitboss.rulebook.reading.wording import Fault

_convert: LateFunction[[Any, bytes, Mapping[str, Any]], tuple[Any, tuple[Fault, ...]]] = (
    LateFunction("pitboss.rulebook.reading.convert:convert")
)
_before_validator: LateFunction[[Callable[[Any], Any]], Any] = LateFunction(
    "pydantic:BeforeValidator"
)
_PLAIN = (str, int, bool, NoneType)
_STRANGE: Final = object()
"""In place of a value that does not stand for itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHead:
    """`[game]`: what the game is and where it stands."""

    id: str
    title: str
    jurisdiction: str
    document: str
    section: str = ""
    effective: str = ""
    rights_holder: str = ""
    round: RoundKind
    deck: str
    seats_max: int | None = None
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowFile:
    """One printed line: its name, what it is paid on, and a pay for each table beside it."""

    name: str
    on: str
    pays: tuple[str, ...]
    """For each id in order; within an id, for each column."""
    envy: tuple[str, ...] = ()
    """For each id in order: "$10", or "N/A"."""
    printed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFile:
    """`[[tables]]`: pay tables side by side, as printed."""

    ids: tuple[str, ...]
    """One id a table; an id may come twice for different deck counts."""
    title: str
    wagers: tuple[str, ...]
    family: str
    rows: tuple[RowFile, ...]
    decks: tuple[int, ...] | tuple[tuple[int, ...], ...] = ()
    """As printed, for all tables or for each; left out: the wager's, else the game's."""
    columns: tuple[str, ...] = ()
    columns_on: tuple[str, ...] = ()
    outcome: str = "{row} {column}"
    """How the words of row and column make the outcome, if there are columns."""
    automatic: bool = False
    settled: Moment | None = None
    alternate_for: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    envy_to: Literal["dealer", "players"] | None = None
    envy_scales: bool = False
    needs_options: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    base_wager: int | None = None
    min_wagers: Mapping[str, int] = field(default_factory=dict)
    """Table id -> its smallest wager in cents."""
    seed: tuple[str, ...] = ()
    increment: tuple[str, ...] = ()
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Figure -> what is printed for each table; "" where nothing is."""
    printed_for: tuple[int, ...] = ()
    """The deck counts the printed figures are about, where fewer than the table's."""
    note: str = ""
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """A whole catalogue file, its includes merged in."""

    game: GameHead
    rules: Mapping[str, OptionValue]
    kind: Mapping[str, OptionValue | tuple[str, ...]] = field(default_factory=dict)
    super_bonus: SuperBonus | None = None
    shoe: ShoeTerms | None = None
    options: Mapping[str, Option]
    """By id; the loader puts the id into each."""
    wagers: Mapping[str, Wager]
    tables: tuple[TableFile, ...] = ()
    default_tables: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)
    irregularities: Mapping[str, Irregularity] = field(default_factory=dict)
    """By id, as options are."""
    procedure: tuple[ProcedureStep, ...] = ()
    clauses: Mapping[str, str]


def decode(shape: Any, data: Mapping[str, Any], *, where: str, code: str) -> Any:  # noqa: ANN401
    """Read *data* as *shape*, or raise `RulesError` with every problem."""
    value, wrong = try_decode(shape, data, code=code)
    if wrong:
        raise RulesError(
            Problem(code=code, key=": ".join(filter(None, (where, bad.key))), message=bad.reason)
            for bad in wrong
        )
    return value


def try_decode(shape: Any, data: Mapping[str, Any], *, code: str) -> tuple[Any, tuple[Fault, ...]]:  # noqa: ANN401
    """Read *data* as *shape*; return the value, or None and every problem."""
    value = read_plainly(shape, data)
    if value is not None:
        return value, ()
    try:
        # By way of JSON: strict there means "no guessing", yet lists may become tuples.
        text = dump_json(data).encode()
    except (TypeError, ValueError, RecursionError):
        message = "this holds a value that is none of JSON or TOML"
        raise RulesError([Problem(code=code, key="file", message=message)]) from None
    return _convert(shape, text, data)


class ReadBy:
    """Marks a field whose value a function reads first, as pydantic's `BeforeValidator` does."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        """Read values by *read*."""
        self.read = read

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:  # noqa: ANN401
        """Return what pydantic reads the field by."""
        return _before_validator(self.read).__get_pydantic_core_schema__(source, handler)


def read_plainly(shape: Any, data: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any type of a file
    """Return *data* as a dataclass if every value stands for itself; None if one does not.

    >>> from pitboss.rulebook.house import ShoeSettings
    >>> read_plainly(ShoeSettings, {"burn": 2}).burn
    2
    >>> read_plainly(ShoeSettings, {"burn": "two"}), read_plainly(ShoeSettings, {"burned": 2})
    (None, None)
    """
    value = _read_plain(shape, data)
    return None if value is _STRANGE else value


@cache
def _kinds(shape: Any) -> tuple[dict[str, Any], set[str]]:  # noqa: ANN401 - a dataclass
    """Return the type of each field, and the fields that have no default."""
    hints = get_type_hints(shape, include_extras=True)
    items = [item for item in fields(shape) if item.init]
    given = {item.name for item in items if MISSING is item.default is item.default_factory}
    return {item.name: hints[item.name] for item in items}, given


def _read_plain(kind: Any, value: Any) -> Any:  # noqa: ANN401, PLR0911 - a type, and one of its values
    """Return a value as one of a type; `_STRANGE` where pydantic has to look at it."""
    origin = get_origin(kind)
    arguments = get_args(kind)
    match value:
        case _ if origin is Annotated:
            return _read_by(arguments, value)
        case _ if origin is Literal:
            is_one = any(type(value) is type(one) and value == one for one in arguments)
            return value if is_one else _STRANGE
        case _ if origin in (Union, UnionType):
            read = (_read_plain(member, value) for member in arguments)
            return next((one for one in read if one is not _STRANGE), _STRANGE)
        case dict() if origin in (Mapping, dict):
            pairs = {key: _read_plain(arguments[1], value[key]) for key in value}
            is_plain = all(_read_plain(str, key) is not _STRANGE for key in pairs)
            return pairs if is_plain and not _has_strange(pairs) else _STRANGE
        case list() | tuple() if origin is tuple and arguments[1:] == (...,):
            items = tuple(_read_plain(arguments[0], item) for item in value)
            return _STRANGE if any(item is _STRANGE for item in items) else items
        case dict() if isinstance(kind, type) and is_dataclass(kind):
            kinds, needed = _kinds(kind)
            if not needed <= value.keys() <= kinds.keys():
                return _STRANGE
            named = {name: _read_plain(kinds[name], item) for name, item in value.items()}
            return _STRANGE if _has_strange(named) else kind(**named)
        case _:
            return value if kind in _PLAIN and type(value) is kind and _is_text(value) else _STRANGE


def _has_strange(values: Mapping[str, Any]) -> bool:
    return any(value is _STRANGE for value in values.values())


def _is_text(value: object) -> bool:
    """Return whether a value is no text, or one that can be written: half a letter cannot."""
    try:
        return not isinstance(value, str) or bool(value.encode()) or not value
    except UnicodeEncodeError:
        return False


def _read_by(arguments: tuple[Any, ...], value: Any) -> Any:  # noqa: ANN401 - any type
    kind, *marks = arguments
    for mark in marks:
        if not isinstance(mark, ReadBy):
            return _STRANGE
        try:
            value = mark.read(value)
        except (ValueError, TypeError, AssertionError):
            return _STRANGE
    return _read_plain(kind, value)
