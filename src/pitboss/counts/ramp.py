"""Ramps: how many units are bet at which true count. A spread is a ramp by its ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from pitboss.rulebook.limits import COUNT_LIMIT, RAMP_STEPS_MAX, UNITS_MAX, shorten
from pitboss.rulebook.problems import Problem, RulesError

MALFORMED = "spread/malformed"
_WAYS = "write '1-8', '1-8@5' or '1@<=0 2@1 4@2 8@3'"
_TOP = 5
"""The true count at which a spread reaches its larger end, if none is named."""
_SPREAD = re.compile(r"(\d{1,9})-(\d{1,9})(?:@([+-]?\d{1,3}))?", re.ASCII)
_STEP = re.compile(r"(\d{1,9})@(<=|>=)?([+-]?\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Ramp:
    """Units by true count: from each count on, until the next."""

    steps: tuple[tuple[int, int], ...]
    """(true count, units), counts rising; the units of the first are bet below it too."""

    def __post_init__(self) -> None:
        """Refuse a ramp whose counts do not rise."""
        assert self.steps, "a ramp has one step or more"
        assert all(one < other for (one, _), (other, _) in pairwise(self.steps))

    def units(self, count: float) -> int:
        """Return the units bet at a true count.

        >>> [Ramp(((0, 1), (2, 4), (3, 8))).units(count) for count in (-5, 1, 2, 9)]
        [1, 1, 4, 8]
        """
        return next((units for at, units in reversed(self.steps) if count >= at), self.steps[0][1])

    @property
    def low(self) -> int:
        """The fewest units; 0 if rounds are sat out."""
        return min(units for _, units in self.steps)

    @property
    def high(self) -> int:
        """The most units."""
        return max(units for _, units in self.steps)

    def __str__(self) -> str:
        """Write the ramp as `parse_ramp` reads it.

        >>> str(parse_ramp("1-8"))
        '1@<=1 2@2 4@3 6@4 8@5'
        """
        (_, least), *rest = self.steps
        # What is bet below the first step goes on up to the second.
        first = f"{least}@<={rest[0][0] - 1 if rest else self.steps[0][0]}"
        return " ".join([first, *(f"{units}@{at}" for at, units in rest)])


def parse_ramp(text: str, *, key: str = "--spread") -> Ramp:
    """Read a spread or a ramp; raise `RulesError` with every problem.

    `1-8` bets 1 unit up to a true count of +1 and 8 from +5 on, and rises evenly between them, part
    of a unit left out; `1-8@4` reaches the 8 at +4. A ramp names its steps: `1@<=0 2@1 4@2`.

    >>> parse_ramp("1-8").steps, parse_ramp("1-12@4").steps
    (((1, 1), (2, 2), (3, 4), (4, 6), (5, 8)), ((1, 1), (2, 4), (3, 8), (4, 12)))
    >>> parse_ramp("0@<=0 1@1 4@3").steps
    ((0, 0), (1, 1), (3, 4))
    >>> parse_ramp("8-1")
    Traceback (most recent call last):
    pitboss.rulebook.problems.RulesError: --spread: a spread goes from fewer units to more, not 8-1 [spread/malformed]
    """  # noqa: E501 (a traceback's line cannot be broken)
    if spread := _SPREAD.fullmatch(text.strip()):
        low = int(spread[1])
        high = int(spread[2])
        top = int(spread[3] or _TOP)
        steps, wrong = _spread_steps(low, high, top)
    else:
        steps, wrong = _parse_steps(text)
    wrong += [
        f"a ramp has at most {UNITS_MAX:,} units, not {units:,}"
        for _, units in steps
        if units > UNITS_MAX
    ]
    if not wrong and not any(units for _, units in steps):
        wrong.append("a ramp bets something at some count")
    if wrong:
        raise RulesError(Problem(code=MALFORMED, key=key, message=text) for text in wrong)
    return Ramp(tuple(steps))


def _spread_steps(low: int, high: int, top: int) -> tuple[list[tuple[int, int]], list[str]]:
    if low > high:
        return [], [f"a spread goes from fewer units to more, not {low}-{high}"]
    if not 1 < top <= COUNT_LIMIT:
        return [], [f"a spread reaches its most units at a count from 2 to {COUNT_LIMIT}"]
    steps: list[tuple[int, int]] = []
    for at in range(1, top + 1):
        units = low + (high - low) * (at - 1) // (top - 1)
        if not steps or units != steps[-1][1]:
            steps.append((at, units))
    return steps, []


def _parse_steps(text: str) -> tuple[list[tuple[int, int]], list[str]]:
    words = text.split()
    steps = []
    wrong = list[str]()
    if not words or len(words) > RAMP_STEPS_MAX:
        return [], [f"{shorten(text)!r} is no spread: {_WAYS}, at most {RAMP_STEPS_MAX} steps"]
    for number, word in enumerate(words):
        step = _STEP.fullmatch(word)
        if step is None:
            wrong.append(f"{shorten(word)!r} is not a step of a ramp: {_WAYS}")
        elif step[2] == "<=" and number:
            wrong.append(f"{word!r}: only the first step may say <=")
        elif abs(int(step[3])) > COUNT_LIMIT:
            wrong.append(f"{word!r}: a true count is from -{COUNT_LIMIT} to {COUNT_LIMIT}")
        else:
            steps.append((int(step[3]), int(step[1])))
    if not wrong and any(one >= other for (one, _), (other, _) in pairwise(steps)):
        wrong.append("the counts of a ramp rise from step to step")
    return steps, wrong
