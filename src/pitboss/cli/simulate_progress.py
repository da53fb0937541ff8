"""The progress of a simulation: a bar on a terminal, with the edge so far."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from pitboss.simulate.result import Simulation

_SECONDS_BETWEEN = 0.2


class ProgressBar:
    """A bar on the error output if that is a terminal."""

    def __init__(self, rounds: int) -> None:
        """Make a bar for *rounds* rounds."""
        console = Console(stderr=True)
        self._bar = Progress(
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[found]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=rounds, found="")
        self._shown = -_SECONDS_BETWEEN

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def show(self, found: Simulation) -> None:
        """Show the result so far, unless it was shown a moment ago."""
        if self._bar.disable or found.seconds - self._shown < _SECONDS_BETWEEN:
            return
        self._shown = found.seconds
        edge = found.house_edge
        text = f"{found.rounds:,} rounds, edge {edge.mean:.4%} ± {edge.standard_error:.4%}"
        self._bar.update(self._task, completed=found.rounds, found=text)
