"""Steps a second of the Gymnasium environments, beside Gymnasium's own Blackjack-v1, on one core.

Every environment is stepped with legal actions at random; what is timed is `step` and `reset`
alone, the choosing is not, in seconds of the processor. The cases take turns, so that whatever else
the machine does falls on all of them. A round of ours has one step more than decisions, for the
deal, and in a vector another for the reset that follows an end; so rounds a second are given too.

Usage: python bench/gym.py                  the table
       python bench/gym.py --seconds 2      longer repeats, for a quieter figure
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from engine import REPEATS
from processor import machine

import pitboss.gym  # noqa: F401 - it registers the environments

PEER = "Blackjack-v1"
SEED = 21
Measured = tuple[int, int, float]
"""Steps, rounds, seconds of the processor."""


@dataclass
class Case:
    """One line of the table."""

    name: str
    tables: int = 0
    """So many at once; 0: one table, without a vector."""
    kwargs: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What the line says."""
        dealt = ", dealt through" if "penetration" in self.kwargs else ""
        return f"{self.name}{dealt}, " + (f"{self.tables:,} at once" if self.tables else "one")

    def run(self) -> Callable[[float], Measured]:
        """Return what steps it for so many seconds."""
        return _many(self) if self.tables else _one(self)


CASES = [
    Case(PEER),
    Case("pitboss/Blackjack-v0"),
    Case("pitboss/Spanish21-v0"),
    Case(PEER, 1024, {"vectorization_mode": "sync"}),
    *(
        Case(name, tables, kwargs)
        for name in ("pitboss/Blackjack-v0", "pitboss/Spanish21-v0")
        for tables, kwargs in ((1024, {}), (16384, {}), (1024, {"penetration": 0.75}))
    ),
]


def _one(case: Case) -> Callable[[float], Measured]:
    env = gymnasium.make(case.name, disable_env_checker=True, **case.kwargs)
    rng = np.random.default_rng(SEED)
    env.reset(seed=SEED)

    def run(seconds: float) -> Measured:
        steps, rounds, spent = 0, 0, 0.0
        _, info = env.reset()
        while spent < seconds:
            mask = info.get("action_mask", np.ones(2))
            action = int(rng.choice(np.flatnonzero(mask)))
            start = time.process_time()
            _, _, over, _, info = env.step(action)
            if over:
                _, info = env.reset()
            spent += time.process_time() - start
            steps, rounds = steps + 1, rounds + int(over)
        return steps, rounds, spent

    return run


def _many(case: Case) -> Callable[[float], Measured]:
    env = gymnasium.make_vec(case.name, num_envs=case.tables, **case.kwargs)
    rng = np.random.default_rng(SEED)
    _, infos = env.reset(seed=SEED)
    masks = infos.get("action_mask", np.ones((case.tables, 2)))
    deal = masks.shape[1] > 2

    def run(seconds: float) -> Measured:
        nonlocal masks
        steps, rounds, spent = 0, 0, 0.0
        while spent < seconds:
            actions = (masks * rng.random(masks.shape, dtype=np.float32)).argmax(axis=1)
            dealt = int(((actions == 0) & (masks[:, 0] > 0)).sum()) if deal else 0
            start = time.process_time()
            _, _, over, _, infos = env.step(actions)
            spent += time.process_time() - start
            masks = infos.get("action_mask", masks)
            steps, rounds = steps + case.tables, rounds + (dealt if deal else int(over.sum()))
        return steps, rounds, spent

    return run


def measure(seconds: float) -> None:
    """Print the table."""
    print(f"{machine()}, Gymnasium {gymnasium.__version__}; {REPEATS} repeats of {seconds} s each")
    print()
    print(f"| environment | steps a second | spread | rounds a second | x {PEER} |")
    print("| --- | ---: | ---: | ---: | ---: |")
    runs = [case.run() for case in CASES]
    for run in runs:
        run(0.05)  # what is compiled is compiled now
    by_case: list[list[Measured]] = [[] for _ in CASES]
    for _ in range(REPEATS):
        for place, run in enumerate(runs):
            by_case[place].append(run(seconds))
    peer = statistics.median(steps / spent for steps, _, spent in by_case[0])
    for case, measured in zip(CASES, by_case, strict=True):
        rates = [steps / spent for steps, _, spent in measured]
        rounds = statistics.median(rounds / spent for _, rounds, spent in measured)
        median, spread = statistics.median(rates), f"{min(rates):,.0f} to {max(rates):,.0f}"
        ratio = f"{median / peer:,.3g}"
        print(f"| {case.title} | {median:,.0f} | {spread} | {rounds:,.0f} | {ratio} |", flush=True)


def main(arguments: list[str]) -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one repeat")
    measure(parser.parse_args(arguments).seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
