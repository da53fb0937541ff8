"""The progress of a simulation: a bar on a terminal, with the edge so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pitboss.simulate.result import Simulation

_SECONDS_BETWEEN = 0.2


@contextmanager
def progress_bar(rounds: int) -> Iterator[Callable[[Simulation], None]]:
    """Show a bar for *rounds* rounds on the error output if that is a terminal.

    What it yields shows the result so far, unless it was shown a moment ago.
    """
    if not sys.stderr.isatty():
        yield lambda _simulation: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[edge]}")
    shown = -_SECONDS_BETWEEN
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task("", total=rounds, edge="")

        def show(simulation: Simulation) -> None:
            nonlocal shown
            if simulation.seconds - shown < _SECONDS_BETWEEN:
                return
            shown, edge = simulation.seconds, simulation.house_edge
            text = f"{simulation.rounds:,} rounds, edge {edge.mean:.4%} ± {edge.standard_error:.4%}"
            bar.update(task, completed=simulation.rounds, edge=text)

        yield show
