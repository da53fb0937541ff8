"""`pitboss compare`: games, house files or pay tables side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from typer import BadParameter

from pitboss.api.tables import Table
from pitboss.cli.documents_out import ENDINGS, print_document, today, write_document
from pitboss.cli.options import open_table
from pitboss.cli.orders.figures import CompareOrder
from pitboss.cli.output import print_json
from pitboss.cli.problems import check, collecting, conflict
from pitboss.cli.subjects import read_table
from pitboss.cli.waiting import waiting
from pitboss.engine.setup import Setup, make_setup
from pitboss.exact.operations import Pace
from pitboss.report.compare.house_page import house_page
from pitboss.report.compare.houses import HouseComparison, PricedHouse, price_house
from pitboss.report.compare.operation import HouseOperation, operate
from pitboss.report.compare.pay_tables import TableComparison, table_page
from pitboss.report.compare.reports import (
    ReportComparison,
    is_report_name,
    read_report,
    report_page,
)
from pitboss.report.compare.subjects import (
    Counted,
    PayTableSubject,
    at_decks,
    count_problems,
    is_pay_table,
    mixed_subjects,
    option_problems,
    price_pay_tables,
    read_pay_tables,
)
from pitboss.report.details import OperationFields, operation_problems
from pitboss.report.document.blocks import Document
from pitboss.report.document.typesetting import out_problems
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.house import PaceSettings
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem


def compare(order: CompareOrder) -> None:
    """Print or write the comparison; name every problem before anything is solved."""
    if order.pace is None and (order.average_bet or order.share or order.drop):
        raise BadParameter("--average-bet, --share and --drop need --pace")
    order = replace(order, subjects=[*(order.subjects or ()), *(order.house or ())], house=None)
    if any(map(is_report_name, order.subjects or ())):
        _compare_reports(order)
        return
    comparison = _price(_read(order))
    operations = _operations(comparison, order)
    page = _page(comparison, operations)
    if order.out is not None:
        write_document(page, order.out)
    if order.as_json:
        print_json(_record(comparison, operations, order.out))
    elif order.out is not None:
        print(f"{order.out}: {page.title}")
    else:
        print_document(page)


def _compare_reports(order: CompareOrder) -> None:
    """Print or write what changed between two reports, which are computed already."""
    problems: list[Problem] = []
    if order.out is not None:
        problems += out_problems(order.out, ENDINGS, key="--out")
    subjects = order.subjects or []
    if len(subjects) != _TWO or not all(map(is_report_name, subjects)):
        problems.append(conflict("", "compare one report with one other: old.json new.json"))
    for name in ("option", "decks", "pace"):
        if getattr(order, name) is not None:
            key = "-o" if name == "option" else f"--{name}"
            problems.append(conflict(key, "reports are compared as they were written"))
    reports = []
    for subject in filter(is_report_name, subjects):
        with collecting(problems):
            reports.append(read_report(Path(subject)))
    check(problems)
    old, new = reports
    comparison = ReportComparison(old=old, new=new)
    page = report_page(comparison, date=today())
    if order.out is not None:
        write_document(page, order.out)
    if order.as_json:
        print_json(comparison.as_json() | ({} if order.out is None else {"file": str(order.out)}))
    elif order.out is not None:
        print(f"{order.out}: {page.title}")
    else:
        print_document(page)


_TWO = 2
Comparison = TableComparison | HouseComparison


Operations = Sequence[HouseOperation | None]


def _page(comparison: Comparison, operations: Operations) -> Document:
    if isinstance(comparison, TableComparison):
        return table_page(comparison, date=today())
    return house_page(comparison, date=today(), operations=operations)


def _record(comparison: Comparison, operations: Operations, out: Path | None) -> dict[str, Any]:
    record = comparison.as_json() | ({} if out is None else {"file": str(out)})
    for subject, operation in zip(record["subjects"], operations, strict=False):
        subject["operation"] = None if operation is None else operation.as_json()
    return record


def _operations(comparison: Comparison, order: CompareOrder) -> Operations:
    """Run the tables at a pace, if one is given."""
    if order.pace is None or isinstance(comparison, TableComparison):
        return ()
    houses = comparison.houses
    pace = next((house.house.pace for house in houses if house.house.pace.stated), PaceSettings())
    return [
        operate(house, _operation(order, pace, make_setup(house.configured))) for house in houses
    ]


def _operation(order: CompareOrder, pace: PaceSettings, setup: Setup) -> OperationFields:
    """Return how one table is run, without the wagers that it does not offer.

    All tables are run at one pace, so that only the games differ.
    """
    assert order.pace is not None
    spots = setup.configured.spots
    averages = (text.partition("=") for text in order.average_bet or ())
    wagers = {k if sign else setup.mains[0]: v if sign else k for k, sign, v in averages}
    shares = {key: value for key, _, value in (text.partition("=") for text in order.share or ())}
    return OperationFields(
        rounds_per_hour=order.pace,
        seats=_first(order.seats, pace.seats, Pace().seats),
        shift_hours=_first(order.shift, pace.shift_hours, Pace().shift_hours),
        drop=order.drop,
        wagers={name: amount for name, amount in wagers.items() if name in spots},
        shares={name: share for name, share in shares.items() if name in spots},
    )


def _first(*counts: int | None) -> int:
    return next(count for count in counts if count is not None)


def _unknown_wagers(order: CompareOrder, setups: Sequence[Setup]) -> Iterator[Problem]:
    """Yield the named wagers that no table offers."""
    offered = {wager for setup in setups for wager in setup.configured.spots}
    for text in (*(order.average_bet or ()), *(order.share or ())):
        wager, sign, _ = text.partition("=")
        if sign and wager not in offered:
            message = f"no table has a wager {wager!r}; there is {choice(sorted(offered))}"
            yield Problem(code="wager/not-offered", key="", message=message)


@dataclass(frozen=True, slots=True)
class _PayTables:
    """Pay tables to price, each at a deck count."""

    subjects: Sequence[Counted]
    options: dict[str, OptionValue]


@dataclass(frozen=True, slots=True)
class _Houses:
    """Tables to solve, each with the head of its column."""

    tables: Sequence[tuple[str, Table]]


def _read(order: CompareOrder) -> _PayTables | _Houses:
    """Read the subjects of a comparison; one `RulesError` names every problem."""
    problems: list[Problem] = []
    if order.out is not None:
        problems += out_problems(order.out, ENDINGS, key="--out")
    subjects = order.subjects or ()
    named = [text for text in subjects if is_pay_table(text)]
    others = [text for text in subjects if not is_pay_table(text)]
    if named and others:
        problems.append(mixed_subjects())
        # Which options fit depends on which of the two is meant.
        order = replace(order, option=None, decks=None)
    if named and order.pace is not None:
        problems.append(conflict("", "a pace is for games and house files, not for pay tables"))
    pay_tables = _read_pay_tables(order, named, problems)
    houses = _read_houses(order, others, problems)
    if not (named and others):
        what, count = ("pay tables", len(pay_tables.subjects)) if named else ("tables", len(others))
        least = 2 if order.pace is None else 1
        problems += () if named and problems else count_problems(count, what, least=least)
    check(dict.fromkeys(problems))
    return pay_tables if named else houses


def _price(subjects: _PayTables | _Houses) -> Comparison:
    if isinstance(subjects, _PayTables):
        return price_pay_tables(subjects.subjects, subjects.options)
    houses = tuple(_price_house(label, table) for label, table in subjects.tables)
    return HouseComparison(houses=houses)


def _read_pay_tables(
    order: CompareOrder, texts: Sequence[str], problems: list[Problem]
) -> _PayTables:
    subjects: tuple[PayTableSubject, ...] = ()
    with collecting(problems):
        subjects = read_pay_tables(texts)
    options: dict[str, OptionValue] = {}
    if subjects:
        with collecting(problems):
            options = _options(order, [subject.game for subject in subjects])
    return _PayTables(at_decks(subjects, order.decks, len(texts)), options)


def _options(order: CompareOrder, games: Sequence[Game]) -> dict[str, OptionValue]:
    """Read the options that decide side wagers."""
    pairs = (text.partition("=") for text in order.option or ())
    options: dict[str, OptionValue] = {key.strip(): value.strip() for key, _, value in pairs}
    check(option_problems(options, games))
    return options


def _read_houses(order: CompareOrder, texts: Sequence[str], problems: list[Problem]) -> _Houses:
    more = () if order.decks is None else (f"decks={order.decks}",)
    opened: list[tuple[str, Table]] = []
    for text in texts:
        subject = read_table(text, (*(order.option or ()), *more))
        with collecting(problems):
            table = open_table(subject.game, subject.options, subject.file, complete_for_report)
            opened.append((subject.label, table))
    if order.pace is not None:
        setups = [table.setup for _, table in opened]
        for setup in setups:
            problems += operation_problems(_operation(order, PaceSettings(), setup))
        if opened and len(opened) == len(texts):
            problems += _unknown_wagers(order, setups)
    return _Houses(opened)


def _price_house(label: str, table: Table) -> PricedHouse:
    with waiting(f"solving {label}"):
        return price_house(table.house, label=label, assumed=table.assumed)
