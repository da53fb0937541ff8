"""All games as `pitboss.table` opens them, and the digests of what their simulations count.

The digests are kept in `as_opened.json`: the same seed counts the same, however fast it is played.
They are written by `python -m tests.simulator.as_opened`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import pitboss
from pitboss.questions.runs import SEATS_MAX, CounterSettings
from pitboss.simulator.backends import cpu
from pitboss.simulator.counting.job import counted_job
from pitboss.simulator.counting.settings import is_counted, read_counter
from pitboss.simulator.job import Job
from pitboss.simulator.kinds import make_named_job
from pitboss.simulator.result import Simulation
from pitboss.simulator.run import Threads, play
from pitboss.simulator.tally import UNLIMITED, Tally

KEPT = Path(__file__).with_name("as_opened.json")
GAMES = tuple(game.id for game in pitboss.games())
SEATS = (1, 3, SEATS_MAX)
COUNTERS: dict[str, dict[str, Any] | None] = {
    "plain": None,
    "counted": {"count": "hi-lo"},
    "counted with plays": {"count": "hi-lo", "indices": "i18", "enter": 0, "leave": -3},
}
PENETRATION = 0.75
SEED = 20261118
SHOES = {1: 3001, 3: 401, SEATS_MAX: 203}
ROUNDS = {1: 150_000, 3: 12_000, SEATS_MAX: 3_000}


def open_job(game: str, seats: int, how: str) -> Job | None:
    """Return a table as it is opened; None if nobody can count there, or it has fewer seats."""
    table = pitboss.table(game)
    setup = table.setup
    counter = COUNTERS[how]
    most = setup.configured.game.seats_max
    if (counter is not None and not is_counted(setup)) or (most is not None and seats > most):
        return None
    job = replace(make_named_job(setup, "optimal"), seats=seats, seed=SEED)
    if is_counted(setup):
        job = replace(job, burn=1, cut=round(PENETRATION * setup.shoe.size))
    if counter is None:
        return job
    return counted_job(job, read_counter(CounterSettings(**counter), setup, seats))


def digest_tally(tally: Tally) -> str:
    """Return a digest of what was counted, and of every deferred win in its order."""
    hashed = hashlib.sha256(str(tally.rounds).encode())
    for array in (tally.counts, tally.hits):
        hashed.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
    return hashed.hexdigest()[:16]


def digest_shoes(job: Job) -> str:
    """Return the digests of shoes from anywhere, of few, and of some rounds of one."""
    fresh = 30 if job.is_fresh else 1
    runs = ((5, SHOES[job.seats] * fresh, UNLIMITED), (2**33, 3, UNLIMITED), (9, 99, 70))
    return " ".join(digest_tally(cpu.play(job, *run)) for run in runs)


def digest_run(job: Job, threads: int) -> str:
    """Return the digest of a whole run, with its meters."""
    tally = cpu.play(job, 0, 0)
    with Threads(threads) as pool:
        for far in play(job, ROUNDS[job.seats], pool):
            tally = far.tally
    return Simulation(job, tally).digest[:16]


def name_of(game: str, seats: int, how: str) -> str:
    """Return the key of a table in the file."""
    return f"{game}, {seats} seats, {how}"


def main() -> None:
    """Write every digest."""
    digests = {}
    for game in GAMES:
        for seats in SEATS:
            for how in COUNTERS:
                job = open_job(game, seats, how)
                if job is not None:
                    name = name_of(game, seats, how)
                    digests[name] = {"shoes": digest_shoes(job), "run": digest_run(job, 1)}
    KEPT.write_text(json.dumps(digests, indent=1) + "\n")


if __name__ == "__main__":
    main()
