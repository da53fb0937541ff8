"""`pitboss simulate`: play rounds by the million and print the figures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.api.runs import at_house, run_pieces, run_settings, with_best_plays
from pitboss.api.tables import Table
from pitboss.cli.options import open_asked_table, read_asked, stated_depth
from pitboss.cli.orders.figures import SimulateOrder
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
from pitboss.simulator.counting.settings import NOT_COUNTED
from pitboss.simulator.export.problems import (
    ending_problems,
    export_problems,
    parquet_is_possible,
)
from pitboss.simulator.result import Simulation
from pitboss.simulator.settings import RunSettings

_COUNT_MISSING = "this is a setting of somebody who counts: give --count too"


def simulate_game(order: SimulateOrder) -> None:
    """Simulate the table and print the result."""
    try:
        table, terms = _read(order)
        simulation, problems = _play(table, terms)
    except RulesError as error:
        if [problem.code for problem in error.problems] == [NOT_COUNTED]:
            print_nothing_to_count(
                read_asked(order.at)[0].game, error.problems[0], as_json=order.as_json
            )
            return
        raise
    written = _write_files(order, table, simulation, problems)
    # A file that cannot be written takes nothing away from the result.
    is_asked = order.ask.fresh or order.ask.penetration is not None
    _print(order, simulation, written, "" if is_asked else stated_depth(table))
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
        if order.ask.export is not None and simulation.complete:
            written["export"] = _export(table, simulation, Path(order.ask.export))
    return written


def _draw(table: Table, simulation: Simulation, out: Path) -> None:
    from pitboss.report.advantage.count_charts import counter_svg
    from pitboss.report.document.pictures import write_picture

    name = simulation.job.count_layout.counter.system.name
    svg = counter_svg(simulation.cube, count=name, cards=table.setup.shoe.size)
    write_picture(svg, out)


def _read(order: SimulateOrder) -> tuple[Table, RunSettings]:
    """Return the table and the settings of the run; raise `RulesError` with every problem."""
    problems: list[Problem] = [*order.unread]
    terms = run_settings(replace(order.ask, wager=None))
    with collecting(problems):
        terms = run_settings(order.ask)
    problems += _counter_problems(order)
    problems += _parquet_problems(order.parquet, order.ask.checkpoint)
    problems += _export_problems(order, terms)
    try:
        table = open_asked_table(order.at)
    except RulesError as error:
        more = (*settings_problems(terms), *problems)
        raise RulesError([*error.problems, *more]) from None
    terms, more = with_best_plays(table, at_house(table, terms))
    check_run(table.house, terms, (*problems, *more))
    return table, terms


def _counter_problems(order: SimulateOrder) -> Iterator[Problem]:
    """Yield the problems of files of a counter."""
    if order.ask.count is None:
        for name, file in (("cube", order.cube), ("plot", order.plot)):
            if file is not None:
                yield conflict(name, _COUNT_MISSING)
        return
    if order.plot is not None:
        from pitboss.report.document.pictures import ENDINGS
        from pitboss.report.document.typesetting import out_problems

        yield from out_problems(order.plot, ENDINGS, key="plot")
    if order.cube is not None:
        others = (order.parquet, order.ask.checkpoint, order.ask.export)
        if any(same_place(order.cube, other) for other in others):
            yield conflict("cube", "the cube needs a file of its own: name another")
        else:
            yield from (
                _no_pyarrow()
                or ending_problems(order.cube, key="cube")
                or place_problems(order.cube, key="cube")
            )


def _parquet_problems(out: Path | None, checkpoint: Path | str | None) -> tuple[Problem, ...]:
    if out is None:
        return ()
    if same_place(out, checkpoint):
        message = "the table and the checkpoint are two files: name another for one of them"
        return (conflict("parquet", message),)
    return _no_pyarrow() or ending_problems(out, key="parquet") or place_problems(out)


def _no_pyarrow() -> tuple[Problem, ...]:
    if parquet_is_possible():
        return ()
    message = f"Parquet needs pyarrow; install it with: {install_command('data')}"
    return (Problem(code="extra/missing", key="", message=message),)


def _export_problems(order: SimulateOrder, terms: RunSettings) -> tuple[Problem, ...]:
    out = order.ask.export
    if out is None:
        return ()
    if any(same_place(out, other) for other in (order.parquet, order.ask.checkpoint)):
        return (conflict("export", "the rounds need a file of their own: name another"),)
    wrong = export_problems(terms.rounds) or ending_problems(Path(out))
    return wrong or place_problems(Path(out), key="export")


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


def _print(
    order: SimulateOrder, simulation: Simulation, written: dict[str, Any], by_house: str
) -> None:
    if order.as_json:
        print_json(simulation.as_json() | written)
        return
    print_assumed(simulation.assumed, by_house)
    print(simulation)
    if order.cube is not None and "cube" in written:
        print(f"\n{order.cube}: the cube")
    if order.plot is not None and "plot" in written:
        print(f"\n{order.plot}: the charts of the counter")
    if exported := written.get("export"):
        print(f"\n{exported['file']}: {exported['rounds']:,} rounds, {exported['rows']:,} rows")
        print("  played again by the table engine; they come to the same cents")
