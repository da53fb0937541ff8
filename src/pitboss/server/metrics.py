"""Counters and histograms in the text form that Prometheus reads.

Two kinds of figure with a few labels are all the server has, so they are written here: the usual
client package brings its own registry, threads and process figures for the same few lines of text.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from pitboss.version import __version__

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The buckets of durations."""
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[str, ...]


@dataclass
class Counter:
    """A count that never falls, by the values of its labels."""

    name: str
    help: str
    labels: Labels = ()
    values: dict[Labels, float] = field(default_factory=dict)

    def add(self, *labels: str) -> None:
        """Count."""
        self.values[labels] = self.values.get(labels, 0) + 1

    def lines(self) -> Iterator[str]:
        """Yield its lines."""
        yield from _head(self.name, self.help, "counter")
        for labels, value in sorted(self.values.items()):
            yield f"{self.name}{_label_text(self.labels, labels)} {value:g}"


@dataclass
class Gauge:
    """A figure that rises and falls; read when the metrics are shown."""

    name: str
    help: str
    value: float = 0

    def lines(self) -> Iterator[str]:
        """Yield its lines."""
        yield from _head(self.name, self.help, "gauge")
        yield f"{self.name} {self.value:g}"


@dataclass
class Gauges:
    """Figures that rise and fall, by the values of their labels; read when they are shown."""

    name: str
    help: str
    labels: Labels
    read: Callable[[], Mapping[Labels, float]]

    def lines(self) -> Iterator[str]:
        """Yield its lines."""
        yield from _head(self.name, self.help, "gauge")
        for labels, value in sorted(self.read().items()):
            yield f"{self.name}{_label_text(self.labels, labels)} {value:g}"


@dataclass
class Histogram:
    """Durations, by the values of its labels."""

    name: str
    help: str
    labels: Labels = ()
    buckets: tuple[float, ...] = SECONDS
    counts: dict[Labels, list[int]] = field(default_factory=dict)
    sums: dict[Labels, float] = field(default_factory=dict)

    def add(self, *labels: str, seconds: float) -> None:
        """Add one duration."""
        counts = self.counts.setdefault(labels, [0] * (len(self.buckets) + 1))
        counts[bisect_left(self.buckets, seconds)] += 1
        self.sums[labels] = self.sums.get(labels, 0.0) + seconds

    def lines(self) -> Iterator[str]:
        """Yield its lines: the number of durations up to the limit of each bucket."""
        yield from _head(self.name, self.help, "histogram")
        for labels, counts in sorted(self.counts.items()):
            below = 0
            for bound, count in zip((*map(str, self.buckets), "+Inf"), counts, strict=True):
                below += count
                text = _label_text((*self.labels, "le"), (*labels, bound))
                yield f"{self.name}_bucket{text} {below}"
            text = _label_text(self.labels, labels)
            yield f"{self.name}_sum{text} {self.sums[labels]:g}"
            yield f"{self.name}_count{text} {below}"


class Metrics:
    """The figures of one server, with those added by `keep`."""

    def __init__(self) -> None:
        """Start at zero."""
        self.requests = Counter(
            "pitboss_http_requests_total", "Requests.", ("method", "route", "status")
        )
        self.seconds = Histogram("pitboss_http_request_seconds", "Time to answer.", ("route",))
        self.refusals = Counter("pitboss_refusals_total", "Refusals.", ("code",))
        self.sockets = Gauge("pitboss_sockets", "Open WebSockets.")
        self._kept: list[Counter | Gauge | Gauges | Histogram] = [
            self.requests,
            self.seconds,
            self.refusals,
            self.sockets,
            Gauges(
                "pitboss_build_info",
                "1, with the version of the program.",
                ("version",),
                lambda: {(__version__,): 1},
            ),
        ]

    def keep(self, *figures: Counter | Gauge | Gauges | Histogram) -> None:
        """Add further figures, such as those of the tables."""
        self._kept += figures

    def text(self) -> str:
        """Return all figures in the form that Prometheus reads."""
        return "".join(f"{line}\n" for metric in self._kept for line in metric.lines())


def _head(name: str, help_text: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {help_text}"
    yield f"# TYPE {name} {kind}"


def _label_text(names: Labels, values: Labels) -> str:
    r"""Return labels in the text form.

    >>> print(_label_text(("route",), ('a "b"',)))
    {route="a \"b\""}
    """
    pairs = zip(names, values, strict=True)
    inside = ",".join(f'{name}="{_escape_label(value)}"' for name, value in pairs)
    return f"{{{inside}}}" if inside else ""


def _escape_label(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
