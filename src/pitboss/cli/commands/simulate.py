"""`pitboss simulate`: play rounds by the million and print the figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.api.runs import run_pieces, with_best_plays
from pitboss.api.tables import Table
from pitboss.cli.numbers import read_count, read_part
from pitboss.cli.options import open_table
from pitboss.cli.orders.figures import SimulateOrder
from pitboss.cli.orders.shared import fill_in
from pitboss.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    print_assumed,
    print_json,
    print_nothing_to_count,
    print_problems,
)
from pitboss.cli.problems import collecting, conflict
from pitboss.cli.waiting import progress_bar, waiting
from pitboss.rulebook.extras import install_command
from pitboss.rulebook.files import place_problems, same_place, write_whole
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulator.api import check_run, settings_problems
from pitboss.simulator.counting.settings import NOT_COUNTED, CounterSettings
from pitboss.simulator.result import Simulation
from pitboss.simulator.settings import RunSettings

_OF_COUNTER = (
    *("spread", "true", "indices", "enter", "leave", "hands", "side", "cover", "trips", "cube"),
    "plot",
)


def simulate_game(order: SimulateOrder) -> None:
    """Simulate the table and print the result."""
    try:
        table, terms = _read(order)
        simulation, problems = _play(table, terms)
    except RulesError as error:
        if [problem.code for problem in error.problems] == [NOT_COUNTED]:
            print_nothing_to_count(order.game, error.problems[0], as_json=order.as_json)
            return
        raise
    written = _write_files(order, table, simulation, problems)
    # A file that cannot be written takes nothing away from the result.
    _print(order, simulation, written)
    print_problems(problems)
    if problems:
        raise SystemExit(EXIT_BAD_INPUT)
    if not simulation.complete:
        raise SystemExit(EXIT_INTERRUPTED)


def _write_files(
    order: SimulateOrder, table: Table, simulation: Simulation, problems: list[Problem]
) -> dict[str, Any]:
    """Write every requested file; return the lines to print about them."""
    written: dict[str, Any] = {}
    with collecting(problems):
        if order.parquet is not None:
            from pitboss.simulator.export.parquet import parquet_file

            write_whole(order.parquet, parquet_file(simulation))
    with collecting(problems):
        if order.cube is not None:
            from pitboss.simulator.counting.cube_file import cube_file, cube_rows

            write_whole(order.cube, cube_file(simulation))
            rows = len(cube_rows(simulation.cube))
            written["cube"] = {"file": str(order.cube), "rows": rows}
    with collecting(problems):
        if order.plot is not None:
            _draw(table, simulation, order.plot)
            written["plot"] = str(order.plot)
    with collecting(problems):
        if order.export is not None and simulation.complete:
            written["export"] = _export(table, simulation, order.export)
    return written


def _draw(table: Table, simulation: Simulation, out: Path) -> None:
    from pitboss.report.advantage.count_charts import counter_svg
    from pitboss.report.document.pictures import write_picture

    name = simulation.job.count_layout.counter.system.name
    svg = counter_svg(simulation.cube, count=name, cards=table.setup.shoe.size)
    write_picture(svg, out)


def _read(order: SimulateOrder) -> tuple[Table, RunSettings]:
    """Return the table and the settings of the run; raise `RulesError` with every problem."""
    problems: list[Problem] = []
    terms = _terms(order, problems)
    problems += _parquet_problems(order.parquet, order.checkpoint)
    problems += _export_problems(order, terms)
    try:
        table = open_table(order.game, order.option, order.house)
    except RulesError as error:
        more = (*settings_problems(terms), *problems)
        raise RulesError([*error.problems, *more]) from None
    terms, more = with_best_plays(table, terms)
    check_run(table.house, terms, (*problems, *more))
    return table, terms


def _terms(order: SimulateOrder, problems: list[Problem]) -> RunSettings:
    """Return the settings of the run."""
    rounds = read_count("rounds", order.rounds, problems)
    penetration = read_part("penetration", order.penetration, problems)
    until = read_part("until", order.until, problems)
    if order.fresh and order.penetration is not None:
        message = "every round has a fresh shoe, or the shoe is dealt to a cut card: not both"
        problems.append(conflict("fresh", message))
    problems += _counter_problems(order)
    numbers = {"rounds": rounds, "penetration": penetration, "until": until}
    return fill_in(RunSettings, order, **numbers, counter=_counter(order))


def _counter(order: SimulateOrder) -> CounterSettings | None:
    """Return the counter in the first seat; None if nobody counts."""
    if order.count is None:
        return None
    return fill_in(CounterSettings, order, side=tuple(order.side or ()))


def _counter_problems(order: SimulateOrder) -> Iterator[Problem]:
    """Yield the settings of a counter that are given without one, and problems of the cube."""
    if order.count is None:
        usual = {"decks_seen": 1, "after_cut": 0}
        for name in (*_OF_COUNTER, *usual):
            if getattr(order, name) not in (None, [], usual.get(name)):
                message = "this is a setting of somebody who counts: give --count too"
                yield conflict(name.replace("_", "-"), message)
        return
    if order.plot is not None:
        from pitboss.report.document.pictures import ENDINGS
        from pitboss.report.document.typesetting import out_problems

        yield from out_problems(order.plot, ENDINGS, key="plot")
    if order.cube is not None:
        others = (order.parquet, order.checkpoint, order.export)
        if any(same_place(order.cube, other) for other in others):
            yield conflict("cube", "the cube needs a file of its own: name another")
        else:
            yield from _no_pyarrow() or place_problems(order.cube, key="cube")


def _parquet_problems(out: Path | None, checkpoint: Path | None) -> tuple[Problem, ...]:
    if out is None:
        return ()
    if same_place(out, checkpoint):
        message = "the table and the checkpoint are two files: name another for one of them"
        return (conflict("parquet", message),)
    return _no_pyarrow() or place_problems(out)


def _no_pyarrow() -> tuple[Problem, ...]:
    from pitboss.simulator.export.problems import parquet_is_possible

    if parquet_is_possible():
        return ()
    message = f"Parquet needs pyarrow; install it with: {install_command('data')}"
    return (Problem(code="extra/missing", key="", message=message),)


def _export_problems(order: SimulateOrder, terms: RunSettings) -> tuple[Problem, ...]:
    out = order.export
    if out is None:
        return ()
    if any(same_place(out, other) for other in (order.parquet, order.checkpoint)):
        return (conflict("export", "the rounds need a file of their own: name another"),)
    from pitboss.simulator.export.problems import export_problems

    return export_problems(terms.rounds) or place_problems(out, key="export")


def _export(table: Table, simulation: Simulation, out: Path) -> dict[str, Any]:
    """Write the rounds one by one, and show the progress."""
    from pitboss.simulator.export.parquet import export_rounds

    with waiting(f"writing {simulation.rounds:,} rounds") as say:

        def show(rounds: int) -> None:
            say(f"writing rounds: {rounds:,} of {simulation.rounds:,}")

        totals = export_rounds(simulation, table.house, out, show)
    return {"file": str(out), "rounds": totals.rounds, "rows": totals.rounds * simulation.job.seats}


def _play(table: Table, terms: RunSettings) -> tuple[Simulation, list[Problem]]:
    """Play and show the progress; return the result, and the problems of the checkpoint.

    An interruption ends the run with the rounds so far.
    """
    simulation: Simulation | None = None
    pieces = run_pieces(table, terms)
    try:
        with closing(pieces):
            try:
                with waiting(f"laying out {table.game.id}"):
                    simulation = next(pieces)
                with progress_bar(terms.whole_rounds) as show:
                    show(simulation)
                    for simulation in pieces:
                        show(simulation)
            except KeyboardInterrupt:
                if simulation is None:
                    raise
                simulation = replace(simulation, complete=False)
    except RulesError as error:
        if simulation is None:
            raise
        return simulation, [*error.problems]
    return simulation, []


def _print(order: SimulateOrder, simulation: Simulation, written: dict[str, Any]) -> None:
    if order.as_json:
        print_json(simulation.as_json() | written)
        return
    print_assumed(simulation.assumed)
    print(simulation)
    for name, words in (("cube", "the cube"), ("plot", "the charts of the counter")):
        if name in written:
            print(f"\n{getattr(order, name)}: {words}")
    if exported := written.get("export"):
        print(f"\n{exported['file']}: {exported['rounds']:,} rounds, {exported['rows']:,} rows")
        print("  played again by the table engine; they come to the same cents")
