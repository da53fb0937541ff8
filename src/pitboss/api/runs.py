"""Simulations of a table: the settings of a run, and the run itself."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import warn

from pitboss.api.argument_types import drop_none, not_numbers, not_texts, read_dollars
from pitboss.api.own_play import chart_by
from pitboss.counts.system import Counted
from pitboss.engine.depth import house_depth
from pitboss.questions.runs import CounterSettings, Run, Simulate
from pitboss.rulebook.files import place_problems
from pitboss.rulebook.limits import INDEX_PLAYS_MAX, shorten
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.api import check_run, runs, settings_problems
from pitboss.simulator.counting.settings import read_counter
from pitboss.simulator.export.problems import ending_problems, export_problems
from pitboss.simulator.result import Simulation
from pitboss.simulator.settings import RunSettings

if TYPE_CHECKING:
    from pitboss.api.tables import Table


def run_settings(ask: Simulate) -> RunSettings:
    """Return the settings of a run that somebody asks for."""
    counter = CounterSettings(count=ask.count) if isinstance(ask.count, str) else ask.count
    shared = {field.name: getattr(ask, field.name) for field in fields(Run)}
    return RunSettings(counter=counter, wager=read_dollars("wager", ask.wager), **shared)


def _wrong_types(ask: Simulate) -> Iterator[Problem]:
    """Yield the keywords of a call that are no numbers or no texts."""
    optional = drop_none(penetration=ask.penetration, threads=ask.threads, until=ask.until)
    yield from not_numbers({"rounds": ask.rounds, "seed": ask.seed, "seats": ask.seats} | optional)
    who = ask.count
    if not isinstance(who, CounterSettings):
        yield from not_texts(drop_none(count=who))
        return
    numbers = drop_none(enter=who.enter, leave=who.leave)
    yield from not_numbers(numbers | {"decks_seen": who.decks_seen, "after_cut": who.after_cut})
    yield from not_texts(
        drop_none(spread=who.spread, true=who.true, hands=who.hands, trips=who.trips)
    )
    if isinstance(who.side, str):
        message = "side wagers are several: write them as a tuple of texts"
        yield Problem(code="option/invalid", key="side", message=message)


def open_and_run(open_table: Callable[[], Table], ask: Simulate) -> Simulation:
    """Open a table and simulate it; raise the problems of both together."""
    if wrong := tuple(_wrong_types(ask)):
        raise RulesError(wrong)
    terms = run_settings(ask)
    out = None if ask.export is None else Path(ask.export)
    beside = _export_problems(out, terms)
    try:
        table = open_table()
    except RulesError as error:
        raise RulesError([*error.problems, *settings_problems(terms), *beside]) from None
    if callable(terms.strategy):
        terms = replace(terms, strategy=chart_by(terms.strategy, table.main.setup))
    simulation = None
    with closing(run_pieces(table, terms, beside)) as pieces:
        try:
            for simulation in pieces:
                if ask.progress is not None:
                    ask.progress(simulation)
        except RulesError as error:
            if simulation is None or not simulation.complete:
                raise
            # The run is done and only its checkpoint could not be written: nothing is lost.
            warn(str(error), stacklevel=3)
    assert simulation is not None, "a run has at least one piece"
    if out is not None:
        from pitboss.simulator.export.parquet import export_rounds

        export_rounds(simulation, table.house, out)
    return simulation


def arrow_rounds(table: Table, run: Simulation) -> Any:
    """Return the rounds of a run as an Arrow table; `RulesError` where that cannot be."""
    wrong = [*export_problems(run.rounds)]
    if run.job.setup.configured.digest != table.digest:
        message = "this run is of another table: ask the table that was simulated"
        wrong.append(Problem(code="option/conflict", key="run", message=message))
    if wrong:
        raise RulesError(wrong)
    from pitboss.simulator.export.parquet import rounds_table

    return rounds_table(run, table.house)


def _export_problems(out: Path | None, terms: RunSettings) -> tuple[Problem, ...]:
    if out is None:
        return ()
    unfit = (*export_problems(terms.rounds), *ending_problems(out))
    return (*unfit, *place_problems(out, key="export"))


def run_pieces(
    table: Table, terms: RunSettings, beside: tuple[Problem, ...] = ()
) -> Generator[Simulation]:
    """Simulate a table, and yield the result so far after every piece of work.

    Problems of the settings are raised at the first piece, together with *beside*.
    """
    terms, more = with_best_plays(table, at_house(table, terms))
    setup = check_run(table.house, terms, (*beside, *more))
    yield from runs(table.house, setup, terms, table.assumed)


def at_house(table: Table, terms: RunSettings) -> RunSettings:
    """Deal to the cut card that the house states, unless the settings say how shoes are dealt."""
    depth = house_depth(table.setup, table.house.shoe)
    if terms.fresh or terms.penetration is not None or not depth.is_reached:
        return terms
    return replace(terms, penetration=depth.part)


def with_best_plays(table: Table, terms: RunSettings) -> tuple[RunSettings, tuple[Problem, ...]]:
    """Find the best index plays of a counter who wants a number of them; and their problems."""
    counter = terms.counter
    if counter is None or not str(counter.indices).isdecimal():
        return terms, ()
    without = replace(terms, counter=replace(counter, indices="none"))
    if not 1 <= int(str(counter.indices)) <= INDEX_PLAYS_MAX:
        message = f"{shorten(str(counter.indices))} is not allowed; choose 1 to {INDEX_PLAYS_MAX}"
        return without, (Problem(code="option/invalid", key="indices", message=message),)
    try:
        system = read_counter(without.counter or counter, table.setup, terms.seats).system
    except RulesError:
        return without, ()  # reported with all other problems of the run
    if system.kind is not Counted.TAGS:
        return terms, ()  # it has none, and that is reported too
    from pitboss.advantage.indices.plays import index_plays

    best = index_plays(table.setup, system, dealt=terms.penetration)[: int(str(counter.indices))]
    chosen = tuple(rated.play for rated in best)
    return replace(terms, counter=replace(counter, indices=chosen)), ()
