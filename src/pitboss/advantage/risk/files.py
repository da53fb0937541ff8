"""Read a bet from a file: the JSON of `simulate`, `solve` or `odds`, or your own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import fsum, isfinite
from pathlib import Path
from typing import Any

from pitboss.advantage.risk.answer import number_problems
from pitboss.advantage.risk.formulas import Drift
from pitboss.advantage.risk.walk import GainDistribution
from pitboss.rulebook.files import quote_path, read_text
from pitboss.rulebook.limits import OUTCOMES_MAX, RISK_BYTES_MAX, RISK_UNITS_MAX
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.rulebook.reading.parse import NotReadableError, parse_json

MALFORMED = "risk/malformed"
_LISTS = {"histogram": "count", "distribution": "probability", "outcomes": "probability"}
"""Where outcomes are listed -> how often, in each of them."""
_ROUNDING = 1e-6
"""What printed probabilities may miss of 1."""
_HOW = (
    "it needs ev and sd, a list of outcomes with gain and probability, or what simulate, solve or "
    "odds print with --json"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBet:
    """The bet of a file."""

    drift: Drift
    outcomes: GainDistribution | None
    source: str


def read_bet(path: Path) -> FileBet:
    """Read the bet of a file; raise `RulesError` if it has none."""
    text = read_text(path, RISK_BYTES_MAX)
    try:
        data = parse_json(text)
    except NotReadableError as error:
        raise _refusal(f"{quote_path(path)} is not JSON: {error}") from None
    if isinstance(data, list) and len(data) == 1:
        data = data[0]  # `odds` prints a list
    if not isinstance(data, dict):
        raise _refusal(f"{quote_path(path)} has no bet: {_HOW}")
    try:
        return bet_from(data)
    except (TypeError, ValueError, KeyError) as error:
        if isinstance(error, RulesError):
            raise
        raise _refusal(f"{quote_path(path)} has no bet: {_HOW}") from None


def bet_from(data: Mapping[str, Any]) -> FileBet:
    """Return the bet of an object.

    >>> rows = [{"gain": 1, "probability": 0.75}, {"gain": -1, "probability": 0.25}]
    >>> bet_from({"outcomes": rows}).drift
    Drift(expectation=0.5, sd=0.8660254037844386)
    """
    source = str(data.get("game", ""))
    bets = data.get("bets")
    if isinstance(bets, Mapping):
        spread = bets.get("sd_long_run") or bets["sd"]
        return FileBet(drift=_drift(bets["expectation"], spread), outcomes=None, source=source)
    pairs = tuple(_pairs(data))
    outcomes = GainDistribution.from_pairs(pairs) if pairs else None
    if outcomes is not None:
        _drift(outcomes.drift.expectation, outcomes.drift.sd)
    if "ev" in data:
        return FileBet(drift=_drift(data["ev"], data["sd"]), outcomes=outcomes, source=source)
    if "house_edge" in data:
        _refuse_meter(data)
        drift = _drift(-_number(data["house_edge"]), data["standard_deviation"])
        return FileBet(drift=drift, outcomes=outcomes, source=source)
    if outcomes is None:
        raise _refusal(f"the file has no bet: {_HOW}")
    return FileBet(drift=outcomes.drift, outcomes=outcomes, source=source)


def _refuse_meter(data: Mapping[str, Any]) -> None:
    """Refuse a jackpot of `odds` at a meter: its edge there is without the meter."""
    meter = data.get("progressive")
    if isinstance(meter, Mapping) and meter.get("edge_at_meter") is not None:
        raise _refusal(
            "odds has no outcomes of a jackpot at a meter: take what 'pitboss count GAME --wager"
            " JACKPOT --meter DOLLARS' prints with --json"
        )


def _pairs(data: Mapping[str, Any]) -> Iterator[tuple[float, float]]:
    for name, often in _LISTS.items():
        rows = data.get(name)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            continue
        if any("gain" not in row or often not in row for row in rows):
            continue  # rows of a pay table: they may be paid together
        if len(rows) > OUTCOMES_MAX:
            raise _refusal(f"{name} has {len(rows):,} rows; the most is {OUTCOMES_MAX:,}")
        pairs = [(_number(row["gain"]), _number(row[often])) for row in rows]
        if any(abs(gain) > RISK_UNITS_MAX or weight < 0 for gain, weight in pairs):
            raise _refusal(f"{name} has a gain or a probability out of range")
        total = fsum(weight for _, weight in pairs)
        # Counts may sum to anything. Probabilities that do not sum to 1 lack an outcome, often the
        # push, and scaled up they would be another bet.
        if often == "probability" and rows and abs(total - 1) > _ROUNDING:
            raise _refusal(f"the probabilities of {name} sum to {total:.6g}; they must sum to 1")
        yield from pairs
        return


def _drift(expectation: object, sd: object) -> Drift:
    drift = Drift(expectation=_number(expectation), sd=_number(sd))
    for problem in number_problems(ev=drift.expectation, sd=drift.sd):
        raise _refusal(problem.message)
    return drift


def _number(value: object) -> float:
    number = float(value)  # type: ignore[arg-type]  # what is no number raises
    if isinstance(value, bool) or not isfinite(number):
        message = "not a number"
        raise ValueError(message)
    return number


def _refusal(message: str) -> RulesError:
    return RulesError([Problem(code=MALFORMED, key="file", message=message)])
