"""A question about risk: the bet, the bank, the rounds, the goal; and its problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite

from pitboss.advantage.risk.formulas import Drift, kelly_for_risk, risk_for_kelly
from pitboss.advantage.risk.walk import GainDistribution
from pitboss.rulebook.limits import RISK_ROUNDS_MAX, RISK_UNITS_MAX
from pitboss.rulebook.problems import Problem

FULL_KELLY = 1.0
_KELLY_LEAST = 0.001
_SD_LEAST = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskTerms:
    """A bet made again and again, and the money behind it."""

    drift: Drift
    outcomes: GainDistribution | None = None
    """The results of a round, where they are known one by one."""
    bank: float | None = None
    """Units."""
    bank_cents: int | None = None
    """The same in money; without a unit, this alone is known."""
    rounds: int | None = None
    goal: float | None = None
    """Units to win."""
    kelly: float = FULL_KELLY
    """The part of the Kelly bet."""
    unit_cents: int | None = None
    seed: int = 0
    source: str = ""
    """Where the bet comes from, for people."""

    @property
    def risk(self) -> float:
        """The risk of ruin that goes with the part of the Kelly bet."""
        return risk_for_kelly(self.kelly)


def kelly_part(kelly: float | None, risk: float | None) -> float:
    """Return the part of the Kelly bet, given itself or by its risk of ruin."""
    if risk is not None:
        return kelly_for_risk(risk)
    return FULL_KELLY if kelly is None else kelly


def number_problems(
    *,
    sd: float | None = None,
    ev: float | None = None,
    rounds: float | None = None,
    units: tuple[tuple[str, float | None], ...] = (),
    kelly: float | None = None,
    risk: float | None = None,
) -> Iterator[Problem]:
    """Yield the problems of the numbers of a question."""
    if ev is not None and not (isfinite(ev) and abs(ev) <= RISK_UNITS_MAX):
        yield _problem("ev", f"the expectation is a number of units, at most {RISK_UNITS_MAX:,}")
    if sd is not None and not _SD_LEAST <= sd <= RISK_UNITS_MAX:
        message = f"the standard deviation is at least {_SD_LEAST:g} and at most {RISK_UNITS_MAX:,}"
        yield _problem("sd", message)
    if rounds is not None and not (1 <= rounds <= RISK_ROUNDS_MAX and rounds == int(rounds)):
        yield _problem("rounds", f"give whole rounds, 1 to {RISK_ROUNDS_MAX:,}")
    for key, amount in units:
        if amount is not None and not 0 < amount <= RISK_UNITS_MAX:
            yield _problem(key, f"give a number of units above 0 and at most {RISK_UNITS_MAX:,}")
    if kelly is not None and not _KELLY_LEAST <= kelly <= 1 / _KELLY_LEAST:
        message = (
            f"a part of the Kelly bet is {_KELLY_LEAST} to {1 / _KELLY_LEAST:.0f}; 0.5 is half"
        )
        yield _problem("kelly", message)
    if risk is not None and not _RISK_LEAST <= risk <= 1 - _RISK_LEAST:
        message = f"a risk of ruin is above 0% and below 100%, at least {_RISK_LEAST}"
        yield _problem("risk", message)
    if kelly is not None and risk is not None:
        message = "--kelly and --risk say the same in two ways; give one of them"
        yield Problem(code="option/conflict", key="risk", message=message)


_RISK_LEAST = 1e-9


def _problem(key: str, message: str) -> Problem:
    return Problem(code="option/invalid", key=key, message=message)
