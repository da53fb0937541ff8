"""Signs on the terminal during slow work: a spinner, and the bar of a simulation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pitboss.compiled.progress import report_compiling

if TYPE_CHECKING:
    from pitboss.simulator.result import Simulation

_SECONDS_BETWEEN = 0.2


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """Show the current work on a terminal and, once on a machine, that it compiles first.

    The yielded function replaces the text.
    """
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console

    doing = what
    with Console(stderr=True).status(f"{what} ...") as status:

        def say(text: str) -> None:
            nonlocal doing
            doing = text
            status.update(f"{text} ...")

        def tell(count: int) -> None:
            status.update(f"{doing}: compiling function {count}, once on this machine ...")

        with report_compiling(tell):
            yield say


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
            shown = simulation.seconds
            edge = simulation.house_edge
            text = f"{simulation.rounds:,} rounds, edge {edge.mean:.4%} ± {edge.standard_error:.4%}"
            bar.update(task, completed=simulation.rounds, edge=text)

        yield show
