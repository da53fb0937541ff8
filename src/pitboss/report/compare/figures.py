"""The figures of a wager, as every comparison writes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.text.numbers import one_in, percent

EDGE, LONG_RUN, HITS, SPREAD = "edge", "long-run edge", "hits", "standard deviation"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerFigures:
    """The figures of one wager at one table."""

    edge: Fraction
    """The house edge of the fixed pays."""
    long_run_edge: Fraction | None
    """The edge after everything that feeds a meter is won; None without a meter."""
    hit_frequency: Fraction
    standard_deviation: float
    """For one unit wagered, without the meter."""
    play: str = ""
    """The aim of the play, if the play decides."""

    @property
    def texts(self) -> Mapping[str, str]:
        """Name -> the figure for people."""
        long_run = self.long_run_edge
        return {
            EDGE: percent(self.edge),
            LONG_RUN: "" if long_run is None else percent(long_run),
            HITS: f"{percent(self.hit_frequency, 2)}, 1 in {one_in(self.hit_frequency)}",
            SPREAD: f"{self.standard_deviation:.4f}",
        }

    def as_json(self) -> dict[str, Any]:
        """Return the figures with their fractions."""
        long_run = self.long_run_edge
        return {
            "edge": str(self.edge),
            "edge_float": float(self.edge),
            "long_run_edge": None if long_run is None else str(long_run),
            "long_run_edge_float": None if long_run is None else float(long_run),
            "hit_frequency": str(self.hit_frequency),
            "standard_deviation": self.standard_deviation,
            "play": self.play,
        }
