"""Many seeds, one after another, on several cores, until a time or a number of events."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.simulation.run import Result, simulate
from tests.simulation.swarm import draw


@dataclass
class Night:
    """What a night came to."""

    seeds: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    events: int = 0
    virtual: float = 0.0
    cpu: float = 0.0
    wall: float = 0.0
    states: set[int] = field(default_factory=set)
    marks: set[str] = field(default_factory=set)
    """What was reached of all that a night must reach (`sometimes`)."""
    failures: dict[int, list[str]] = field(default_factory=dict)
    """Seed -> what the oracles said."""

    def add(self, result: Result) -> None:
        """Add a run."""
        self.seeds += 1
        self.counts += result.counts
        self.events += result.events
        self.virtual += result.virtual
        self.states |= result.states
        self.marks |= result.marks
        if result.violations:
            self.failures[result.scenario.seed] = [*map(str, result.violations)]

    def merge(self, other: Night) -> None:
        """Add what another process did."""
        self.seeds += other.seeds
        self.counts += other.counts
        self.events += other.events
        self.virtual += other.virtual
        self.cpu += other.cpu
        self.wall += other.wall
        self.states |= other.states
        self.marks |= other.marks
        self.failures |= other.failures

    def as_json(self) -> dict[str, Any]:
        """Return the figures."""
        return {
            "seeds": self.seeds,
            "events": self.events,
            "virtual_seconds": round(self.virtual),
            "cpu_seconds": round(self.cpu, 1),
            "wall_seconds": round(self.wall, 1),
            "events_per_cpu_second": round(self.events / max(self.cpu, 1e-9)),
            "events_per_second": round(self.events / max(self.wall, 1e-9)),
            "virtual_per_cpu_second": round(self.virtual / max(self.cpu, 1e-9)),
            "virtual_per_second": round(self.virtual / max(self.wall, 1e-9)),
            "states": len(self.states),
            "marks": len(self.marks),
            "counts": dict(sorted(self.counts.items())),
            "failures": self.failures,
        }


def run_seeds(seeds: Iterator[int], seconds: float, events: int) -> Night:
    """Run seeds in this process until the time is over or there were enough events."""
    night = Night()
    cpu = time.process_time()
    began = time.perf_counter()
    for seed in seeds:
        if time.perf_counter() - began > seconds or night.events >= events:
            break
        try:
            night.add(simulate(draw(seed)))
        except Exception as error:  # noqa: BLE001 - the night goes on
            night.failures[seed] = [f"the simulation itself: {error!r}"]
        if seed in night.failures:
            print(f"seed {seed}: {night.failures[seed][0]}", file=sys.stderr, flush=True)
    night.cpu = time.process_time() - cpu
    night.wall = time.perf_counter() - began
    return night


def spread(first: int, seconds: float, events: int, jobs: int) -> Night:
    """Run seeds on several cores: each takes every so-manieth."""
    began = time.perf_counter()
    arguments = (str(seconds), str(events // jobs), str(jobs))
    children = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.simulation", "--part", str(first + job), *arguments],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )
        for job in range(jobs)
    ]
    night = Night()
    for child in children:
        text, _ = child.communicate()
        if child.returncode:
            raise SystemExit(f"a part of the night failed: {child.returncode}")
        night.merge(read_part(text))
    night.wall = time.perf_counter() - began  # the parts ran at the same time
    return night


def write_part(night: Night) -> str:
    """Return what one process did, for the one that spreads the work."""
    sets = {"states": sorted(night.states), "marks": sorted(night.marks)}
    return json.dumps({**vars(night), **sets})


def read_part(text: bytes) -> Night:
    """Read what `write_part` wrote."""
    data = json.loads(text.splitlines()[-1])
    data["states"], data["counts"] = set(data["states"]), Counter(data["counts"])
    data["marks"] = set(data["marks"])
    data["failures"] = {int(seed): lines for seed, lines in data["failures"].items()}
    return Night(**data)
