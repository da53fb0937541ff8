"""Problems, all at once: one sentence, a stable code, and the clause."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.rulebook.limits import NAME_LENGTH_MAX, shorten, shorten_message


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem of a rule-book file or a house configuration."""

    code: str
    """Stable, for programs: "option/conflict", "game/unknown" ..."""
    key: str
    """Its place: "options.redouble", "tables.jackpot-1" ..."""
    message: str
    """One sentence for people: what is wrong and what is allowed."""
    cite: str = ""
    """The clause it breaks, if any."""

    def __post_init__(self) -> None:
        """Shorten the input that a message repeats."""
        object.__setattr__(self, "message", shorten_message(self.message))
        object.__setattr__(self, "key", shorten(self.key, NAME_LENGTH_MAX))

    def __str__(self) -> str:
        """Write the problem on one line."""
        clause = f" ({self.cite})" if self.cite else ""
        return f"{self.key}: {self.message}{clause} [{self.code}]"

    def as_json(self) -> dict[str, str]:
        """Return the problem as `pitboss check --json` prints it."""
        return {"code": self.code, "key": self.key, "message": self.message, "cite": self.cite}


class RulesError(ValueError):
    """Raised with every problem found, never only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Keep *problems*; at least one."""
        self.problems = tuple(problems)
        assert self.problems, "an error needs a problem"
        super().__init__("\n".join(map(str, self.problems)))
