"""Kill a floor of 64 busy tables at random, start it again, and audit its books.

    python -m tools.kills --kills 500 --seed 1
    python -m tools.kills --kills 500 --postgres postgresql://postgres@localhost/postgres

A new floor is opened for every 25 kills, in files of a temporary folder or in new databases of a
PostgreSQL server. The tool stops at the first wrong book, and prints its seed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

import asyncpg

from tests.faults.under_load import Lives
from tests.store.conftest import with_database

KILLS_A_FLOOR = 25
LONG = 1.0
"""Seconds that a process lives at most once it is ready."""


def main() -> None:
    """Run until the wanted number of kills."""
    parser = argparse.ArgumentParser(description="Kill a busy floor at random, and audit it.")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", default="", help="the address of a server")
    options = parser.parse_args()
    began = time.monotonic()
    total = Counter[str]()
    seed = options.seed
    with tempfile.TemporaryDirectory() as folder:
        while total["kills"] < options.kills:
            lives = Lives(_address(options.postgres, Path(folder), seed), seed)
            try:
                _run(lives)
            except BaseException:
                print(f"seed {seed}: {lives}, after {dict(total)}")
                raise
            total.update(
                kills=lives.kills,
                before_ready=lives.before_ready,
                rounds=lives.rounds,
                entries=lives.entries,
                announced=len(lives.heard),
                take_overs=lives.take_overs,
            )
            seed += 1
            print(f"{dict(total)}, {time.monotonic() - began:.0f} s", flush=True)


def _run(lives: Lives) -> None:
    rng = random.Random(lives.seed)  # noqa: S311 - a game that can be played again
    for _ in range(KILLS_A_FLOOR):
        lives.live(rng, long=LONG)
    asyncio.run(lives.check())


def _address(server: str, folder: Path, seed: int) -> str:
    if not server:
        return str(folder / f"{seed}.db")
    name = f"kills_{os.getpid()}_{seed}"
    asyncio.run(_create(server, name))
    return with_database(server, name)


async def _create(server: str, name: str) -> None:
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


if __name__ == "__main__":
    main()
