"""Search the rule book, and put tables side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Any, overload

from pitboss.api.argument_types import by_keywords, not_numbers, not_texts
from pitboss.api.houses import Changes, build_house
from pitboss.api.tables import Table
from pitboss.questions.ask import answers_alone
from pitboss.questions.game import Find
from pitboss.report.catalogue.search import (
    EVERYTHING,
    FoundTable,
    Range,
    Search,
    every_line,
)
from pitboss.report.compare.houses import HouseComparison, price_house
from pitboss.report.compare.pay_tables import PricedTable, TableComparison
from pitboss.report.compare.subjects import (
    at_decks,
    count_problems,
    is_pay_table,
    mixed_subjects,
    option_problems,
    price_pay_tables,
    read_pay_tables,
)
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.house import House
from pitboss.rulebook.limits import shorten
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.tabular import Row, Tabular

Subject = Table | Game | House | Mapping[str, Any] | Path | str
"""A table, a game or its id, a house or its file, or a pay table: "wa/spanish-21:match-up:2"."""


@dataclass(frozen=True, repr=False)
class FoundTables(Sequence[FoundTable], Tabular):
    """Pay tables of the rule book, in order. `pitboss.find` returns them."""

    tables: tuple[FoundTable, ...]
    """One for each pay table and deck count."""

    @overload
    def __getitem__(self, place: int) -> FoundTable: ...
    @overload
    def __getitem__(self, place: slice) -> FoundTables: ...
    def __getitem__(self, place: int | slice) -> FoundTable | FoundTables:
        """Return one pay table, or some of them."""
        return FoundTables(self.tables[place]) if isinstance(place, slice) else self.tables[place]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.tables)

    def __repr__(self) -> str:
        """Say how many there are."""
        return f"<FoundTables: {self._caption()}>"

    def as_json(self) -> list[dict[str, Any]]:
        """Return the records of `pitboss find --json`."""
        return [table.as_json() for table in self.tables]

    def as_rows(self) -> list[Row]:
        """Return a row for each pay table and deck count; its wagers are one text."""
        return [table.as_json() | {"wagers": ", ".join(table.wagers)} for table in self.tables]

    def _caption(self) -> str:
        games = len({table.game for table in self.tables})
        return f"{len(self)} pay tables and deck counts of {games} games"


@answers_alone(Find)
def find(ask: Find) -> FoundTables:
    """Find pay tables in the whole rule book, each at every deck count, priced.

    >>> (match,) = find("match-up", game="wa/spanish-21", decks=6)
    >>> match.table, match.wagers, f"{match.edge:.4%}"
    ('2', ('match-up',), '3.0555%')
    >>> find("jackpot", edge=(0.08, 0.12))
    <FoundTables: ... pay tables and deck counts of ... games>
    """
    wrong = [*not_texts({"wager": ask.wager, "game": ask.game, "sort": ask.sort})]
    wrong += () if ask.decks is None else not_numbers({"decks": ask.decks})
    edges = _range("edge", ask.edge, wrong)
    hits = _range("hit", ask.hit, wrong)
    _check(wrong)
    with by_keywords():
        search = Search(
            wager=ask.wager, game=ask.game, decks=ask.decks, edge=edges, hit=hits, sort=ask.sort
        )
        return FoundTables(search.found(every_line()))


def _range(key: str, given: object, wrong: list[Problem]) -> Range:
    """Return the two ends of a range; a problem is added where it is none."""
    if given is None:
        return EVERYTHING
    ends = given if isinstance(given, tuple | list) else ()
    numbers = [end for end in ends if end is not None]
    if len(ends) != len(EVERYTHING) or tuple(
        not_numbers({str(place): end for place, end in enumerate(numbers)})
    ):
        message = f"{shorten(repr(given))} is not a range; write (0.08, 0.12) or (None, 0.05)"
        wrong.append(Problem(code="option/invalid", key=key, message=message))
        return EVERYTHING
    least, most = ends
    return -inf if least is None else least, inf if most is None else most


@dataclass(frozen=True, repr=False)
class Comparison(Tabular):
    """Tables or pay tables side by side. `pitboss.compare` returns one."""

    compared: TableComparison | HouseComparison
    """The comparison that reports are made of."""

    @property
    def labels(self) -> tuple[str, ...]:
        """What each subject is called, in order."""
        compared = self.compared
        if isinstance(compared, TableComparison):
            return tuple(table.label for table in compared.tables)
        return tuple(house.label for house in compared.houses)

    @property
    def differences(self) -> list[dict[str, Any]]:
        """Every setting that differs: what it is, and its value for each subject."""
        differences: list[dict[str, Any]] = self.as_json()["differences"]
        return differences

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss compare --json`."""
        return self.compared.as_json()

    def as_rows(self) -> list[Row]:
        """Return a row for each wager of each subject: its edge, hits and standard deviation."""
        compared = self.compared
        return list(
            _table_rows(compared)
            if isinstance(compared, TableComparison)
            else _house_rows(compared)
        )

    def __repr__(self) -> str:
        """Name the subjects."""
        return f"<Comparison of {shorten(', '.join(self.labels), 150)}>"


def _table_rows(compared: TableComparison) -> Iterator[Row]:
    for priced in compared.tables:
        odds = priced.odds
        figures = priced.figures
        long_run = figures.long_run_edge
        yield {
            "subject": priced.label,
            "game": odds.game,
            "wager": odds.wager,
            "table": odds.table,
            "decks": odds.decks,
            "edge": float(figures.edge),
            "long_run_edge": None if long_run is None else float(long_run),
            "hit_frequency": float(figures.hit_frequency),
            "standard_deviation": figures.standard_deviation,
        }


def _house_rows(compared: HouseComparison) -> Iterator[Row]:
    for house in compared.houses:
        spots = house.configured.spots
        for entry in house.main:
            yield {
                "subject": house.label,
                "game": house.configured.game.id,
                "wager": entry.wager,
                "table": entry.table,
                "decks": int(house.configured.options["decks"]),
                "edge": entry.house_edge,
                "long_run_edge": None,
                "hit_frequency": None,
                "standard_deviation": entry.standard_deviation,
            }
        for wager, (_, figures) in house.wagers.items():
            table = spots[wager].table if wager in spots else None
            long_run = figures.long_run_edge
            yield {
                "subject": house.label,
                "game": house.configured.game.id,
                "wager": wager,
                "table": table.id if table else "",
                "decks": int(house.configured.options["decks"]),
                "edge": float(figures.edge),
                "long_run_edge": None if long_run is None else float(long_run),
                "hit_frequency": float(figures.hit_frequency),
                "standard_deviation": figures.standard_deviation,
            }


def compare(
    subjects: Sequence[Subject] | Mapping[str, Subject],
    *,
    decks: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **more_options: OptionValue,
) -> Comparison:
    """Put games, houses or tables side by side, or pay tables: what differs, and what it costs.

    Args:
        subjects: Tables, games or their ids, houses or their files; or pay tables as
            "wa/spanish-21:jackpot-1:3c-5", where ":3c-7" is another one of the same wager and
            "wa/spanish-21:jackpot-1" every one. A mapping gives each a name of your own.
        decks: The deck count of all of them.
        options: House options for all of them, as a mapping.
        more_options: House options by name: `soft17="hit"`.

    >>> found = compare(["wa/spanish-21:jackpot-1:3c-5", ":3c-7"])
    >>> found
    <Comparison of 3c-5, 3c-7>
    >>> [(row["table"], f"{row['long_run_edge']:.2%}") for row in found.as_rows()]
    [('3c-5', '10.45%'), ('3c-7', '...%')]
    """
    named = dict(subjects) if isinstance(subjects, Mapping) else None
    every = list(named.values()) if named is not None else _sequence(subjects)
    chosen = {**(options or {}), **more_options}
    pay_tables = [text for text in every if isinstance(text, str) and is_pay_table(text)]
    if pay_tables and len(pay_tables) < len(every):
        raise RulesError([mixed_subjects()])
    if pay_tables:
        tables = _compare_pay_tables(pay_tables, decks, chosen)
        if named is not None and len(named) == len(tables):
            tables = [replace(t, label=str(name)) for name, t in zip(named, tables, strict=True)]
        return Comparison(TableComparison(tables=tuple(tables)))
    _check(count_problems(len(every), "tables"))
    chosen |= {} if decks is None else {"decks": decks}
    problems: dict[Problem, None] = {}
    opened: list[Table] = []
    for subject in every:
        try:
            opened.append(_open(subject, chosen))
        except RulesError as error:
            problems |= dict.fromkeys(error.problems)
    _check(problems)
    labels = list(named) if named is not None else list(map(_label, every, opened))
    priced = (
        price_house(table.house, label=str(label), assumed=table.assumed)
        for label, table in zip(labels, opened, strict=True)
    )
    return Comparison(HouseComparison(houses=tuple(priced)))


def _compare_pay_tables(
    texts: Sequence[str], decks: int | None, options: Mapping[str, OptionValue]
) -> Sequence[PricedTable]:
    counted = at_decks(read_pay_tables(texts), decks, len(texts))
    problems = [*count_problems(len(counted), "pay tables")]
    _check([*problems, *option_problems(options, [subject.game for subject, _ in counted])])
    return price_pay_tables(counted, options).tables


def _sequence(subjects: object) -> list[Any]:
    if isinstance(subjects, Sequence) and not isinstance(subjects, str):
        return list(subjects)
    message = (
        f"{shorten(repr(subjects))} is not a list of subjects; write ['co/trilux', 'co/3-card-21']"
    )
    raise RulesError([Problem(code="option/invalid", key="subjects", message=message)])


def _open(subject: Subject, options: Mapping[str, OptionValue]) -> Table:
    """Open the table of a subject as a report sees it: with every wager that it may have."""
    changes = Changes(options=options)
    if isinstance(subject, Table):
        given = build_house("", subject.given, changes) if options else subject.given
        try:
            return Table.open(given, complete=complete_for_report)
        except RulesError:
            return Table.open(given)  # a pay table that was named needs what this table has
    if isinstance(subject, Game) or (isinstance(subject, str) and not _is_file(subject)):
        house = build_house(subject, None, changes)
    else:
        house = build_house("", subject, changes)
    return Table.open(house, complete=complete_for_report)


def _is_file(text: str) -> bool:
    return text.endswith(".toml") or Path(text).is_file()


def _label(subject: Subject, table: Table) -> str:
    """Name a subject: its file, or its game with the options that were given."""
    if isinstance(subject, Path) or (isinstance(subject, str) and _is_file(subject)):
        return Path(subject).stem
    options = (f"{name}={value}" for name, value in table.given.options.items())
    return " ".join((table.game.id, *options))


def _check(problems: Iterable[Problem]) -> None:
    if every := tuple(problems):
        raise RulesError(every)
