"""Records about single players: exclusions, limits of the house, disputes."""

from __future__ import annotations

from enum import StrEnum

from pitboss.engine.actions import Refusal
from pitboss.engine.values import Value, asdict
from pitboss.rulebook.limits import CENTS_MAX


class Exclusion(Value, frozen=True):
    """A player may not play."""

    until: int
    """In microseconds since 1970; 0: it has no end."""
    is_own: bool
    """It was the player's wish."""
    since: int
    reason: str = ""

    def holds(self, now: int) -> bool:
        """Return whether the exclusion holds at a time."""
        return not self.until or now < self.until

    def is_shorter_than(self, until: int) -> bool:
        """Return whether the exclusion ends before another would.

        >>> Exclusion(5, True, 0).is_shorter_than(9), Exclusion(0, True, 0).is_shorter_than(9)
        (True, False)
        """
        return bool(self.until) and (not until or self.until < until)


class ImposedLimits(Value, frozen=True, kw_only=True):
    """The most that the house lets a player do; None: no limit of the house."""

    wager_cents: int | None = None
    """In a round."""
    loss_cents: int | None = None
    """In 24 hours."""
    deposit_cents: int | None = None
    """In 24 hours."""
    minutes: int | None = None
    """At tables in 24 hours."""

    def problem(self) -> Refusal | None:
        """Return the problem with these limits, if there is one."""
        wrong = [
            name for name, cents in asdict(self).items() if cents and not 0 < cents <= CENTS_MAX
        ]
        wrong += [name for name, cents in asdict(self).items() if cents == 0]
        if not wrong:
            return None
        return Refusal("limit/invalid", f"{', '.join(wrong)}: 1 to {CENTS_MAX}, or null for none")


class DisputeStage(StrEnum):
    """How far a dispute is."""

    OPEN = "open"
    ANSWERED = "answered"
    DECIDED = "decided"


class Statement(Value, frozen=True):
    """A statement about a dispute."""

    by: str
    at: int
    text: str


class Dispute(Value, frozen=True, kw_only=True):
    """A round that a player says went wrong."""

    number: int
    account: str
    table: str
    round: int
    evidence: tuple[str, ...]
    """The hashes of the round's entries."""
    statements: tuple[Statement, ...]
    stage: DisputeStage = DisputeStage.OPEN
    award_cents: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the dispute is undecided."""
        return self.stage is not DisputeStage.DECIDED


class VoidAsk(Value, frozen=True):
    """A round that somebody at the table wants voided."""

    table: str
    round: int
    reason: str
    by: str
    at: int
