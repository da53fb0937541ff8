"""A chart of one's own, where else the name of a strategy stands."""

from __future__ import annotations

from collections.abc import Mapping
from json import dumps, loads
from pathlib import Path
from typing import Self

from pitboss.questions.play import Play
from pitboss.rulebook.problems import Problem, RulesError


class OwnChart(str):
    """A chart of one's own, in the place of a strategy's name."""

    __slots__ = ("record",)

    record: Mapping[str, object]
    """The chart, as `pitboss solve --json` prints it."""

    def __new__(cls, record: Mapping[str, object]) -> Self:
        """Copy the chart as data; `RulesError` where it is none."""
        chart = super().__new__(cls, "own chart")
        try:
            chart.record = loads(dumps(dict(record)))
        except (TypeError, ValueError, RecursionError):
            message = "a chart holds texts, by hand and up card, and nothing else"
            problem = Problem(code="strategy/malformed", key="strategy", message=message)
            raise RulesError([problem]) from None
        return chart

    def __reduce__(self) -> tuple[object, ...]:
        """Send the chart to another process."""
        return OwnChart, (self.record,)


def named(strategy: str | Path | Mapping[str, object] | Play) -> str:
    """Return a strategy as its name, its path or an `OwnChart`."""
    assert not callable(strategy), "a function has filled its chart before"
    if isinstance(strategy, Mapping):
        return OwnChart(strategy)
    return strategy if isinstance(strategy, OwnChart) else str(strategy)
