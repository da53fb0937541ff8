"""`pitboss compare`: games, house files or pay tables side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from typer import BadParameter

from pitboss.api.tables import Table
from pitboss.cli.documents_out import ENDINGS, print_document, today, write_document
from pitboss.cli.options import read_options
from pitboss.cli.orders.figures import CompareOrder
from pitboss.cli.output import print_json, refuse
from pitboss.cli.subjects import common_decks, is_pay_table, read_pay_tables, read_table
from pitboss.engine.setup import setup_of
from pitboss.report.compare.house_page import house_page
from pitboss.report.compare.houses import HouseComparison, PricedHouse, price_house
from pitboss.report.compare.operation import HouseOperation, operate
from pitboss.report.compare.pay_tables import TableComparison, price_table, table_page
from pitboss.report.details import OperationFields, operation_problems
from pitboss.report.document.blocks import Document
from pitboss.report.out_file import out_problems
from pitboss.rulebook.defaults import complete_for_report
from pitboss.rulebook.limits import COMPARED_MAX
from pitboss.rulebook.model import Game, OptionValue
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError


def compare(order: CompareOrder) -> None:
    """Print or write the comparison."""
    if order.pace is None and (order.average_bet or order.share or order.drop):
        raise BadParameter("--average-bet, --share and --drop need --pace")
    wrong = () if order.out is None else out_problems(order.out, ENDINGS, key="--out")
    if wrong:
        refuse(wrong, as_json=order.as_json)
    try:
        comparison = _compare(order)
        operations = _operations(comparison, order)
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    page = _page(comparison, operations)
    if order.out is not None:
        write_document(page, order.out)
    if order.as_json:
        print_json(_record(comparison, operations, order.out))
    elif order.out is not None:
        print(f"{order.out}: {page.title}")
    else:
        print_document(page)


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
    if order.pace is None:
        return ()
    if isinstance(comparison, TableComparison):
        raise _refused("option/conflict", "a pace is for games and house files, not for pay tables")
    if wrong := tuple(_unknown_wagers(order, comparison.houses)):
        raise RulesError(wrong)
    return [operate(house, _run(order, order.pace, house)) for house in comparison.houses]


def _run(order: CompareOrder, pace: int, table: PricedHouse) -> OperationFields:
    """Return how one table is run; raise `RulesError` with every problem."""
    spots = table.configured.spots
    main = setup_of(table.configured).mains[0]
    averages = (text.partition("=") for text in order.average_bet or ())
    wagers = {k if sign else main: v if sign else k for k, sign, v in averages}
    shares = {key: value for key, _, value in (text.partition("=") for text in order.share or ())}
    fields = OperationFields(
        rounds_per_hour=pace,
        seats=order.seats,
        shift_hours=order.shift,
        drop=order.drop,
        wagers={name: amount for name, amount in wagers.items() if name in spots},
        shares={name: share for name, share in shares.items() if name in spots},
    )
    if wrong := tuple(operation_problems(fields)):
        raise RulesError(wrong)
    return fields


def _unknown_wagers(order: CompareOrder, tables: Sequence[PricedHouse]) -> Iterator[Problem]:
    """Yield a problem for each wager that is named and that no table offers."""
    offered = {wager for table in tables for wager in table.configured.spots}
    for text in (*(order.average_bet or ()), *(order.share or ())):
        wager, sign, _ = text.partition("=")
        if sign and wager not in offered:
            message = f"no table has a wager {wager!r}; there is {choice(sorted(offered))}"
            yield Problem(code="wager/not-offered", key="", message=message)


def _compare(order: CompareOrder) -> Comparison:
    of_tables = [is_pay_table(text) for text in order.subjects]
    if any(of_tables) and not all(of_tables):
        raise _refused(
            "option/conflict",
            "compare pay tables with pay tables, and games or house files with each other",
        )
    return _pay_tables(order) if any(of_tables) else _houses(order)


def _pay_tables(order: CompareOrder) -> TableComparison:
    subjects = read_pay_tables(order.subjects)
    if order.decks is not None and len(subjects) > len(order.subjects):
        # A wager stands for its tables: those that this deck count may have.
        subjects = tuple(s for s in subjects if order.decks in s.decks) or subjects
    _check_count(len(subjects), "pay tables")
    decks = common_decks(subjects) if order.decks is None else (order.decks,) * len(subjects)
    options = _options(order, [subject.game for subject in subjects])
    single = len({(subject.game.id, subject.wager) for subject in subjects}) == 1
    return TableComparison(
        tables=tuple(
            price_table(
                subject.game.id,
                subject.wager,
                subject.tables[0].id,
                decks=count,
                options=options,
                label="" if single else _label(subject.game.id, subject.tables[0].id),
            )
            for subject, count in zip(subjects, decks, strict=True)
        )
    )


def _label(game_id: str, table_id: str) -> str:
    return f"{game_id.rpartition('/')[2]} {table_id}"


_ALTERNATE = "alternate"


def _options(order: CompareOrder, games: Iterable[Game]) -> dict[str, OptionValue]:
    """Read the options that decide side wagers; which alternate fits, `odds` says."""
    options: dict[str, OptionValue] = {}
    allowed = {
        option.id: tuple(map(str, option.values))
        for game in games
        for option in game.options
        if option.id in {"soft17", "specific_suit"}
    }
    for text in order.option or ():
        key, _, value = (part.strip() for part in text.partition("="))
        if key != _ALTERNATE and key not in allowed:
            message = f"pay tables are compared with -o {choice((*allowed, _ALTERNATE))}=VALUE"
            raise _refused("option/unknown", message)
        if key in allowed and value not in allowed[key]:
            message = f"{key}: {value!r} is not allowed; choose {choice(allowed[key])}"
            raise _refused("option/invalid", message)
        options[key] = value
    return options


def _houses(order: CompareOrder) -> HouseComparison:
    decks = () if order.decks is None else (f"decks={order.decks}",)
    options = (*(order.option or ()), *decks)
    _check_count(len(order.subjects), "tables", least=2 if order.pace is None else 1)
    opened: list[tuple[str, Table]] = []
    problems: list[Problem] = []
    for text in order.subjects:
        subject = read_table(text, options)
        try:
            given, unread = read_options(subject.game, subject.options, subject.file)
            opened.append(
                (subject.label, Table.open(given, complete=complete_for_report, unread=unread))
            )
        except RulesError as error:
            problems += error.problems
    if problems:
        raise RulesError(problems)
    return HouseComparison(houses=tuple(_priced(label, table) for label, table in opened))


def _priced(label: str, table: Table) -> PricedHouse:
    with Console(stderr=True).status(f"solving {label} ..."):
        return price_house(table.house, label=label, assumed=table.assumed)


def _check_count(count: int, what: str, *, least: int = 2) -> None:
    if count < least:
        raise _refused("command/usage", f"name two or more {what} to compare")
    if count > COMPARED_MAX:
        message = f"{count} {what} are too many side by side; name at most {COMPARED_MAX}"
        raise _refused("option/invalid", message)


def _refused(code: str, message: str) -> RulesError:
    return RulesError([Problem(code=code, key="", message=message)])
