"""`pitboss simulate`: rounds by the million, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import read_options
from pitboss.cli.output import print_json, refuse
from pitboss.cli.simulate_progress import ProgressBar
from pitboss.engine.setup import Setup
from pitboss.rulebook.defaults import open_felt
from pitboss.rulebook.files import place_problems, write_whole
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.api import checked, runs
from pitboss.simulate.long_table import parquet_file, parquet_is_possible
from pitboss.simulate.record import simulation_record
from pitboss.simulate.result import Simulation
from pitboss.simulate.settings import Terms, terms_problems
from pitboss.simulate.text import text_lines
from pitboss.text.rules import assumed_text, rule_options

EXIT_INTERRUPTED = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What was asked for on the command line."""

    game: str
    rounds: str
    options: Sequence[str] = ()
    house: Path | None = None
    strategy: str = "optimal"
    seats: int = 1
    penetration: str | None = None
    fresh: bool = False
    seed: int = 0
    device: str = "cpu"
    threads: int | None = None
    cluster: str | None = None
    until: str | None = None
    parquet: Path | None = None
    checkpoint: Path | None = None
    as_json: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What is simulated, and how."""

    house: House
    setup: Setup
    terms: Terms
    assumed: tuple[str, ...]


def simulate_game(order: Order) -> None:
    """Simulate what was asked for and print what came of it."""
    try:
        table = _read(order)
        found = _played(table)
        if order.parquet is not None:
            write_whole(order.parquet, parquet_file(found))
    except RulesError as error:
        refuse(error.problems, as_json=order.as_json)
    _print(order, table, found)
    if not found.complete:
        raise SystemExit(EXIT_INTERRUPTED)


def _read(order: Order) -> _Table:
    """Return what is to be done, or raise `RulesError` with everything that is wrong."""
    terms, found = _terms(order)
    found += _parquet_problems(order.parquet)
    try:
        given, unread = read_options(order.game, order.options, order.house)
    except RulesError as error:
        raise RulesError([*error.problems, *found, *terms_problems(terms)]) from None
    house, said = open_felt(given)
    try:
        setup = checked(house, terms, unread)
    except RulesError as error:
        raise RulesError([*error.problems, *found]) from None
    if found:
        raise RulesError(found)
    return _Table(house=house, setup=setup, terms=terms, assumed=said)


def _terms(order: Order) -> tuple[Terms, tuple[Problem, ...]]:
    """Return how it is simulated, and the numbers that cannot be read; those are left out of it."""
    rounds, found = read_count("rounds", order.rounds)
    penetration, until = None, None
    if order.penetration is not None:
        penetration, more = read_part("penetration", order.penetration)
        found += more
    if order.until is not None:
        until, more = read_part("until", order.until)
        found += more
    if order.fresh and order.penetration is not None:
        message = "every round has a fresh shoe, or the shoe is dealt to a cut card: not both"
        found += (Problem(code="option/conflict", key="fresh", message=message),)
    terms = Terms(
        rounds=rounds,
        seed=order.seed,
        seats=order.seats,
        penetration=penetration,
        strategy=order.strategy,
        device=order.device,
        threads=order.threads,
        cluster=order.cluster,
        until=until,
        checkpoint=order.checkpoint,
    )
    return terms, found


def _parquet_problems(out: Path | None) -> tuple[Problem, ...]:
    if out is None:
        return ()
    if not parquet_is_possible():
        message = "Parquet needs the extra 'data'; install it with: pip install 'pitboss[data]'"
        return (Problem(code="extra/missing", key="", message=message),)
    return place_problems(out)


def _played(table: _Table) -> Simulation:
    """Play, showing how far it is; an interruption ends it with what was done."""
    found: Simulation | None = None
    pieces = runs(table.house, table.setup, table.terms)
    with closing(pieces):
        try:
            # A first start compiles the kernels.
            with Console(stderr=True).status(f"laying out {table.house.game} ..."):
                found = next(pieces)
            with ProgressBar(table.terms.whole_rounds) as bar:
                bar.show(found)
                for found in pieces:
                    bar.show(found)
        except KeyboardInterrupt:
            if found is None:
                raise
            found = replace(found, complete=False)
    return found


def _print(order: Order, table: _Table, found: Simulation) -> None:
    if order.as_json:
        print_json(_record(table, found))
        return
    if table.assumed:
        print(assumed_text(table.assumed), file=sys.stderr)
    print("\n".join(text_lines(found, rule_options(table.setup))))


def _record(table: _Table, found: Simulation) -> dict[str, Any]:
    said = simulation_record(found)
    asked = {"rounds_asked": table.terms.whole_rounds, "until": table.terms.until}
    return said | {"assumed": list(table.assumed)} | asked
