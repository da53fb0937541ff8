"""The plan of a rehearsal: its days, tables, guests and seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pitboss.rulebook.problems import Problem

DAYS_MAX: Final = 366
TABLES_MAX: Final = 500
GUESTS_MAX: Final = 20_000
MINUTES_MAX: Final = 1_320
"""A gambling day has 24 hours; two are for counting."""
GAMES: Final = (
    "wa/spanish-21",
    "co/straight-jack-progressive",
    "co/21-plus-3",
    "co/free-bet",
    "co/blackjack-switch",
    "co/pai-jack",
    "co/trilux",
    "reference/blackjack",
)
"""Eight games: shoes and single decks, progressives, a poker hand, free bets and two hands."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A rehearsal; the same plan plays the same floor."""

    days: int = 7
    tables: int = 20
    guests: int = 300
    minutes: int = 600
    """How long the tables are open each day; each plays a round a minute."""
    seed: int = 1

    def problems(self) -> tuple[Problem, ...]:
        """Return every problem with the plan."""
        limits = {"days": DAYS_MAX, "tables": TABLES_MAX, "guests": GUESTS_MAX}
        limits["minutes"] = MINUTES_MAX
        return tuple(
            Problem(code="option/invalid", key=name, message=f"--{name} is 1 to {most:,}")
            for name, most in limits.items()
            if not 1 <= getattr(self, name) <= most
        )
