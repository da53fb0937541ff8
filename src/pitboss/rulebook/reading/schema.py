"""The format of a catalogue file, and reading it: unknown keys and wrong types, all at once.

The dataclasses below are the file format. Where a part of a file equals a part of the model (an
option, a wager), the model's own class is used; only pay tables are written differently, several
side by side as the documents print them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pitboss.late import LateFunction
from pitboss.rulebook.model import Moment, Option, OptionValue, RoundKind, SuperBonus, Wager
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import dump_json
from pitboss.rulebook.reading.plain import read_plainly
from pitboss.rulebook.reading.wording import Fault

_convert: LateFunction[[Any, bytes, Mapping[str, Any]], tuple[Any, tuple[Fault, ...]]] = (
    LateFunction("pitboss.rulebook.reading.convert:convert")
)


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
    options: Mapping[str, Option]
    """By id; the loader puts the id into each."""
    wagers: Mapping[str, Wager]
    tables: tuple[TableFile, ...] = ()
    default_tables: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)
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
