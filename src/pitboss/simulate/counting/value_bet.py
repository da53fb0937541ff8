"""A side wager that is made by its exact value."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueBet:
    """A side wager that is made wherever its exact value is at least so much."""

    wager: str
    least: float

    @property
    def rule(self) -> str:
        """The rule as it is written."""
        return f"{self.wager}@value>={self.least:g}"
