"""Make a failing scenario smaller: fewer faults, fewer actors, less time, and still the same fault.

Each actor draws from a chance of its own, so what is taken away changes nothing about the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tests.simulation.run import Result, simulate
from tests.simulation.swarm import Scenario

RUNS_MAX = 150
PLAIN = Scenario(seed=0)
PLAIN_AT_ONCE = frozenset(
    {
        *("crash_every", "stop_every", "jump_every", "skew", "linked", "weather", "faults"),
        *("lucky", "rascals", "strain"),
        *("office", "real_rates", "marked", "machines", "http_players", "named_players"),
    }
)
"""What is taken away as a whole."""

Note = Callable[[str], None]


def shrink(result: Result, note: Note = lambda _: None, runs: int = RUNS_MAX) -> Result:
    """Return a run of the smallest scenario that fails in the same way."""
    oracle = result.violations[0].oracle
    best = result
    is_smaller = True
    while is_smaller and runs > 0:
        is_smaller = False
        for smaller in candidates(best.scenario):
            runs -= 1
            tried = simulate(smaller)
            if any(violation.oracle == oracle for violation in tried.violations):
                note(f"still fails: {difference(smaller)}")
                best = tried
                is_smaller = True
                break
            if runs <= 0:
                break
    return best


def candidates(scenario: Scenario) -> Iterator[Scenario]:
    """Return scenarios that have a little less, those with much less first."""
    for name, value in vars(PLAIN).items():
        if name in PLAIN_AT_ONCE and getattr(scenario, name) != value:
            yield replace(scenario, **{name: value})
    for name in scenario.faults.names():
        yield replace(scenario, faults=scenario.faults.without(name))
    if scenario.workers > 1:
        yield replace(scenario, workers=scenario.workers - 1, machines=1)
    for several in ("habits", "duties", "games", "strain"):
        names: tuple[object, ...] = getattr(scenario, several)
        for place in range(len(names)):
            if several != "games" or len(names) + scenario.linked > 1:
                fewer: dict[str, Any] = {several: names[:place] + names[place + 1 :]}
                yield replace(scenario, **fewer)
    for players in {scenario.players // 2, scenario.players - 1} - {0}:
        yield _with_players(scenario, players)
    for share in (0.5, 0.8) if scenario.seconds > 5 else ():
        yield replace(scenario, seconds=scenario.seconds * share)


def _with_players(scenario: Scenario, players: int) -> Scenario:
    return replace(
        scenario,
        players=players,
        http_players=min(players, scenario.http_players),
        named_players=min(players, scenario.named_players),
    )


def difference(scenario: Scenario) -> str:
    """Return what a scenario has beside the plainest one."""
    parts = [
        f"{name}={value!r}"
        for name, value in vars(scenario).items()
        if value != getattr(PLAIN, name) or name == "seed"
    ]
    return ", ".join(parts)
