"""The protection of a table, for Python and for the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.advantage.detect.columns import table_columns
from pitboss.advantage.detect.observe import watch
from pitboss.advantage.detect.verdict import Verdicts, judge
from pitboss.advantage.protect.main_game import best_index_plays
from pitboss.advantage.protect.model import Notice, Subject, protect
from pitboss.advantage.protect.model import Protection as Protected
from pitboss.advantage.protect.terms import ProtectTerms, terms_problems
from pitboss.api.argument_types import by_keywords, drop_none, not_numbers
from pitboss.engine.actions import RefusedError
from pitboss.engine.depth import house_depth
from pitboss.questions.advantage import Protect
from pitboss.report.advantage.protect_page import protect_page
from pitboss.report.document.blocks import Document
from pitboss.rulebook.files import read_bytes
from pitboss.rulebook.limits import RECORDS_BYTES_MAX, RECORDS_MAX
from pitboss.rulebook.money import parse_cents
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, decode_utf8, parse_json
from pitboss.rulebook.tabular import Row, Tabular

if TYPE_CHECKING:
    from pitboss.api.tables import Table

USUAL = Protect()
DEFAULT_LOW = 1_000
DEFAULT_HIGH = 50_000
"""Cents: the limits of a table that has none."""


@dataclass(frozen=True, repr=False)
class Protection(Tabular):
    """What counters win at a table, and what stops them. `Table.protect` makes one."""

    table: Table
    protected: Protected = field(compare=False)
    """Everything that was computed; what it holds is in `as_json`."""
    players: Verdicts | None = field(default=None, compare=False)
    """The verdicts about players, if round records were given."""

    def as_json(self) -> dict[str, Any]:
        """Return everything as data, as `pitboss protect --json` prints it."""
        table = self.table
        record: dict[str, Any] = {
            "game": table.game.id,
            "options": dict(table.options),
            "digest": table.digest,
            "assumed": list(table.assumed),
        }
        record |= self.protected.as_json()
        return record | {"players": [] if self.players is None else self.players.as_json()}

    def as_rows(self) -> list[Row]:
        """Return a row for each side wager, the most vulnerable first."""
        terms = self.protected.terms
        skipped = {"tags", "perfect", "by_penetration"}
        return [
            {key: value for key, value in row.as_json(terms).items() if key not in skipped}
            for row in self.protected.wagers
        ]

    def document(self, date: str) -> Document:
        """Return the page, ready to print or to write."""
        return protect_page(self.protected, self.players, date=date)

    def _caption(self) -> str:
        return f"{self.table.game.id}: side wagers by what a counter wins"

    def __repr__(self) -> str:
        """Name the game, and the wager that loses most."""
        wagers = self.protected.wagers
        worst = f"; {wagers[0].wager} loses {wagers[0].per_100:.3f} per 100" if wagers else ""
        return f"<Protection of {self.table.game.id}{worst}>"


def make_terms(table: Table, ask: Protect = USUAL) -> ProtectTerms:
    """Return how a table is looked at: what is not given is the house's, or usual."""
    spot = table.setup.configured.spots[table.setup.mains[0]]
    house_low = spot.min if table.house.limits else None
    low, high = (None if amount is None else parse_cents(amount) for amount in (ask.low, ask.high))
    least = low if low is not None else house_low or DEFAULT_LOW
    most = high if high is not None else spot.max or max(DEFAULT_HIGH, least)
    rounds = None if ask.rounds is None else int(ask.rounds)
    pace = table.house.pace
    an_hour = pace.rounds_per_hour if ask.rounds_an_hour is None else ask.rounds_an_hour
    others = None if pace.seats is None else pace.seats - 1
    given: Any = drop_none(rounds_an_hour=an_hour, other_seats=others, rounds=rounds)
    depth = house_depth(table.setup, table.house.shoe)
    asked = _parts(ask)
    terms = ProtectTerms(
        low=least,
        high=most,
        penetrations=asked or (depth.part,),
        dealt="" if asked else depth.words,
        **given,
    )
    if wrong := tuple(terms_problems(terms)):
        raise RulesError(wrong)
    return terms


def _parts(ask: Protect) -> tuple[float, ...]:
    """Return the parts of the shoe that were asked for; none: to the cut card of the house."""
    if ask.penetration is None:
        return ()
    if isinstance(ask.penetration, Iterable) and not isinstance(ask.penetration, str):
        return tuple(ask.penetration)
    return (ask.penetration,)


def read_terms(table: Table, ask: Protect) -> ProtectTerms:
    """Return the terms of a call of `Table.protect`; raise `RulesError` by its keywords."""
    problems = [*not_numbers(drop_none(rounds_an_hour=ask.rounds_an_hour, rounds=ask.rounds))]
    problems += (wrong for part in _parts(ask) for wrong in not_numbers({"penetration": part}))
    for key, amount in (("low", ask.low), ("high", ask.high)):
        try:
            _ = None if amount is None else parse_cents(amount)
        except ValueError as error:
            problems.append(Problem(code="option/invalid", key=key, message=str(error)))
    if problems:
        raise RulesError(problems)
    with by_keywords():
        return make_terms(table, ask)


def protect_table(
    table: Table,
    terms: ProtectTerms,
    *,
    records: Path | None = None,
    players: Iterable[str] = (),
    notice: Notice = lambda _: None,
) -> Protection:
    """Compute the protection of a table, and judge the players of its records."""
    judged = None
    if records is not None:
        notice("reading the records")
        judged = judge_records(records, players)
    main = table.main
    subject = Subject(table.house, table.setup, main.house, main.setup)
    return Protection(table, protect(subject, terms, notice), judged)


def judge_records(path: Path, players: Iterable[str] = ()) -> Verdicts:
    """Judge the players of a file of round records; raise `RulesError` with what is wrong."""
    try:
        seen = watch(_records(path))
    except RefusedError as error:
        refusal = error.refusal
        problem = Problem(code=refusal.code, key="file", message=refusal.message)
        raise RulesError([problem]) from None
    wanted = tuple(players)
    unknown = [name for name in wanted if name not in seen.players]
    if unknown:
        message = f"nobody called {unknown[0]!r} plays there; there is {choice(seen.players)}"
        raise RulesError([Problem(code="player/unknown", key="--player", message=message)])
    return judge(seen, table_columns(seen), wanted, best_index_plays(seen.setup))


def _records(path: Path) -> Iterator[object]:
    if path.suffix.lower() == ".parquet":
        from pitboss.api.catalogue import read_rounds

        yield from read_rounds(path)
        return
    content = read_bytes(path, RECORDS_BYTES_MAX)
    lines = [line for line in content.splitlines() if line.strip()]
    if len(lines) > RECORDS_MAX:
        message = f"'{path}' has {len(lines):,} rounds; the most is {RECORDS_MAX:,}"
        raise RulesError([Problem(code="file/too-large", key="file", message=message)])
    for number, line in enumerate(lines, start=1):
        try:
            yield parse_json(decode_utf8(line))
        except NotReadableError as error:
            message = f"line {number} is not a round record: {error}"
            problem = Problem(code="record/malformed", key="file", message=message)
            raise RulesError([problem]) from None
