"""The risk of a bankroll: the question with its problems, and the answer.

Every figure is by formula, and beside it exact and simulated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import floor, isfinite
from typing import Any

from pitboss.advantage.risk.formulas import (
    Drift,
    double_before_half,
    falls_to,
    kelly_for_risk,
    risk_for_kelly,
)
from pitboss.advantage.risk.trips import Share, Trips, play_trips
from pitboss.advantage.risk.walk import GainDistribution, Walk, growth_rate, kelly_fraction
from pitboss.rulebook.limits import RISK_ROUNDS_MAX, RISK_UNITS_MAX
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.tabular import Row, Tabular

Figures = dict[str, float | None]
"""Figure -> its value; None if it was not requested or does not exist."""

PARTS = (0.9, 0.75, 0.5, 0.25, 0.1)
"""Parts of the bank to which it may fall."""
NO_EDGE = "risk/no-edge"
FIGURES = {
    "ruin_ever": "Bank lost at any time",
    "ruin_trip": "Bank lost within the rounds",
    "trip_mean": "Mean result of the rounds, units",
    "ruin_before_goal": "Bank lost before the goal is won",
    "lost_within": "Bank lost within the rounds, goal not won",
    "won_within": "Goal won within the rounds",
    "behind": "Behind after the rounds",
    "n0": "N0, rounds",
    "di": "DI",
    "score": "SCORE",
    "c_score": "c-SCORE",
    "kelly": "Kelly: the part of the bank that a unit is",
    "growth": "Growth of the bank in 100 rounds",
    "double_before_half": "Bank doubled before it is halved",
    "bank_for": "Bank for the risk, units",
    "unit_for": "Unit for the bank",
}
"""Figure -> its description, in the order of the answer."""
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


@dataclass(frozen=True, repr=False)
class Risk(Tabular):
    """The risk of a bankroll. `pitboss.risk` makes one.

    >>> import pitboss
    >>> pitboss.risk(ev=0.0151, sd=1.9715, bank=100, goal=100)
    <Risk of 0.0151 ± 1.9715 units a round: N0 17,047, ruin ever 45.98%>
    """

    terms: RiskTerms
    """The question."""

    @property
    def has_edge(self) -> bool:
        """Whether the bet wins in the long run."""
        return self.terms.drift.expectation > 0

    @property
    def notes(self) -> tuple[Problem, ...]:
        """The first notes for a reader: without an edge the bank is lost in the long run."""
        if self.has_edge:
            return ()
        message = "there is no edge: whoever plays on loses any bank in the end, the ruin is 1"
        return (Problem(code=NO_EDGE, key="ev", message=message),)

    @cached_property
    def formula(self) -> Figures:
        """Every figure by formula, the bankroll taken as continuous."""
        terms = self.terms
        drift = self.terms.drift
        bank = terms.bank
        goal = terms.goal
        rounds = terms.rounds
        figures = self._first_figures(drift)
        if bank is not None and rounds is not None:
            figures["ruin_trip"] = drift.ruin_within(bank, rounds)
            figures["trip_mean"] = drift.mean_within(bank, rounds)
            if goal is not None:
                figures["lost_within"] = drift.lost_within(bank, goal, rounds)
                figures["won_within"] = drift.won_within(bank, goal, rounds)
        figures |= {
            "n0": _finite(drift.n0),
            "di": drift.di,
            "score": drift.score,
            "c_score": drift.score,
            "kelly": drift.kelly,
            "growth": drift.growth(terms.kelly),
            "double_before_half": double_before_half(terms.kelly) if self.has_edge else None,
            "bank_for": _finite(drift.bank_for(terms.risk)),
            "unit_for": self._unit_for(),
        }
        return figures

    def _first_figures(self, bankroll: Drift | Walk) -> Figures:
        """Return the figures that formula and exact walk name alike, and None for all others."""
        bank = self.terms.bank
        goal = self.terms.goal
        rounds = self.terms.rounds
        figures: Figures = dict.fromkeys(FIGURES)
        if bank is not None:
            figures["ruin_ever"] = bankroll.ruin_ever(bank)
        if bank is not None and goal is not None:
            figures["ruin_before_goal"] = bankroll.ruin_before(bank, goal)
        if rounds is not None:
            figures["behind"] = bankroll.behind(rounds)
        return figures

    def _unit_for(self) -> float | None:
        """Return the unit that a bank allows: cents of a bank in money, else units."""
        bank_for = self.terms.drift.bank_for(self.terms.risk)
        if not isfinite(bank_for):
            return None
        if self.terms.bank_cents is not None:
            return floor(self.terms.bank_cents / bank_for)
        return None if self.terms.bank is None else self.terms.bank / bank_for

    @property
    def falls_to(self) -> dict[float, float] | None:
        """Part of the bank -> the probability that it ever falls so low; None without an edge.

        The bet is always the same part of the Kelly bet of the bank as it is then.
        """
        if not self.has_edge:
            return None
        return {part: falls_to(part, self.terms.kelly) for part in PARTS}

    @cached_property
    def exact(self) -> Figures | None:
        """The figures of real rounds, exactly; None where the outcomes are not known."""
        terms = self.terms
        outcomes = self.terms.outcomes
        if outcomes is None:
            return None
        walk = Walk(outcomes)
        bank = terms.bank
        rounds = terms.rounds
        figures = self._first_figures(walk)
        fraction = kelly_fraction(outcomes.pairs)
        figures["kelly"] = _finite(fraction)
        figures["growth"] = _finite(growth_rate(outcomes.pairs, fraction * terms.kelly))
        if bank is not None and rounds is not None:
            if trip := walk.within(bank, rounds):
                figures |= {"ruin_trip": trip.lost, "trip_mean": trip.mean}
            if terms.goal is not None and (trip := walk.within(bank, rounds, terms.goal)):
                figures |= {"lost_within": trip.lost, "won_within": trip.won}
        return figures

    @cached_property
    def trips(self) -> Trips | None:
        """Simulated bankrolls without a goal; None without rounds, or with too many."""
        return None if self.terms.rounds is None else self._play_trips(self.terms.rounds)

    def _play_trips(self, rounds: int, goal: float | None = None) -> Trips | None:
        terms = self.terms
        steps = terms.outcomes or terms.drift
        return play_trips(steps, rounds=rounds, bank=terms.bank, goal=goal, seed=terms.seed)

    @cached_property
    def simulated(self) -> dict[str, tuple[float, float]]:
        """Figure -> its simulated value and the standard error; empty if nothing is simulated."""
        figures = {}
        terms = self.terms
        trips = self.trips
        towards = None
        if terms.rounds is not None and terms.goal is not None and terms.bank is not None:
            towards = self._play_trips(terms.rounds, terms.goal)
        if trips is not None:
            if terms.bank is None:
                figures["behind"] = _estimate(trips.behind)
            else:
                figures["ruin_trip"] = _estimate(trips.lost)
                figures["trip_mean"] = (trips.mean, trips.mean_error)
        if towards is not None:
            assert towards.won is not None
            figures["lost_within"] = _estimate(towards.lost)
            figures["won_within"] = _estimate(towards.won)
        return figures

    def as_json(self) -> dict[str, Any]:
        """Return the answer as `pitboss risk --json` prints it."""
        terms = self.terms
        data: dict[str, Any] = {
            "inputs": {
                "source": terms.source or None,
                "ev": terms.drift.expectation,
                "sd": terms.drift.sd,
                "bank": terms.bank,
                "bank_cents": terms.bank_cents,
                "rounds": terms.rounds,
                "goal": terms.goal,
                "kelly": terms.kelly,
                "risk": terms.risk,
                "unit_cents": terms.unit_cents,
                "seed": terms.seed,
            }
        }
        data |= self.formula
        parts = self.falls_to
        data["falls_to"] = parts and {f"{part:g}": chance for part, chance in parts.items()}
        data["method"] = "formula"
        data["exact"] = self.exact and {k: v for k, v in self.exact.items() if v is not None}
        data["simulated"] = self._simulated_json()
        data["notes"] = [{"code": note.code, "message": note.message} for note in self.notes]
        return data

    def _simulated_json(self) -> dict[str, Any] | None:
        if self.trips is None:
            return None
        figures = self.simulated
        return {
            "method": "simulated",
            "trips": self.trips.trips,
            "seed": self.trips.seed,
            **{name: value for name, (value, _) in figures.items()},
            "standard_errors": {name: error for name, (_, error) in figures.items()},
        }

    def as_rows(self) -> list[Row]:
        """Return a row for each figure: by formula, exact, simulated with its standard error."""
        exact = self.exact or {}
        return [
            {
                "figure": name,
                "formula": value,
                "exact": exact.get(name),
                "simulated": self.simulated.get(name, (None, None))[0],
                "standard_error": self.simulated.get(name, (None, None))[1],
            }
            for name, value in self.formula.items()
            if value is not None or exact.get(name) is not None
        ]

    def _caption(self) -> str:
        drift = self.terms.drift
        return f"Risk of {drift.expectation:g} ± {drift.sd:g} units a round"

    def __repr__(self) -> str:
        """Say which bet it is, its N0 and the ruin."""
        n0 = self.formula["n0"]
        ruin = self.formula["ruin_ever"]
        facts = [
            "no edge" if n0 is None else f"N0 {n0:,.0f}",
            *([] if ruin is None else [f"ruin ever {ruin:.2%}"]),
        ]
        return f"<{self._caption()}: {', '.join(facts)}>"


def _estimate(share: Share) -> tuple[float, float]:
    return share.mean, share.standard_error


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None
