"""The report of a kind of round: each module of a kind has one entry, `KIND`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from pitboss.report.catalogue.edges import EdgeEntry
from pitboss.report.document.blocks import Block
from pitboss.report.games.report import GameReport

Reports = tuple[GameReport, ...]
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class KindReport(Generic[S]):
    """How the layer reports one kind of round."""

    reports: Callable[[S, int | None], Reports]
    """Reports the main game of a solution, then the parts beside it. A wager in cents adds the
    prizes that depend on it."""
    entries: Callable[[S], Iterator[EdgeEntry]]
    """Yield the lines of the catalogue, that of the main wager first."""
    page: str
    """The page of docs/ that explains the optimal play."""
    rules: Callable[[S], Mapping[str, tuple[Block, ...]]]
    """Title -> how to play, where no chart says it; without any figure that takes long."""


def by_chart_alone(_: object) -> Mapping[str, tuple[Block, ...]]:
    """Return no rules: the chart says everything."""
    return {}


def one_report(report: Callable[[S], GameReport]) -> Callable[[S, int | None], Reports]:
    """Return the report of a game with one part, without prizes that depend on the wager."""
    return lambda solution, _: (report(solution),)
