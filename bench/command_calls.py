"""How many Python functions a player's command calls, in two checkouts: a count that no load blurs.

    python bench/command_calls.py BEFORE [AFTER] [--rounds N]

BEFORE and AFTER are folders with `src` and `tests`; AFTER is this checkout unless it is named. A
guest plays blackjack over HTTP, in the same process as the server.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType

HERE = Path(__file__).parents[1]


def main() -> None:
    """Count in both checkouts, each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkouts", nargs="+", type=Path)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.here:
        sys.path[:0] = [str(given.checkouts[0] / "src"), str(given.checkouts[0])]
        asyncio.run(count(given.rounds))
        return
    for checkout in (*given.checkouts, HERE)[:2]:
        words = [sys.executable, __file__, str(checkout), "--rounds", str(given.rounds), "--here"]
        print(checkout, flush=True)
        subprocess.run(words, check=True)


async def count(rounds: int) -> None:
    """Play rounds, and print the calls of a command by package."""
    from tests.server.asgi import running  # noqa: PLC0415 - of the named checkout
    from tests.server.player import FREE, Player, play_round, real_clock, terms_of  # noqa: PLC0415

    calls = Counter[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls["server" if "/pitboss/server/" in frame.f_code.co_filename else "others"] += 1

    with tempfile.TemporaryDirectory() as folder:
        settings = {"tables": terms_of(("reference/blackjack",)), "rates": FREE}
        async with running(
            Path(folder), real_clock(), **settings, play_money_cents=10**9
        ) as client:
            player = Player(client, 7)
            await player.enter()
            (table,) = client.services.hall.tables.values()
            await player.ask(table, "sit", seat=1, cents=10**8)
            for _ in range(20):
                await play_round(table, [player])
            requests = client.services.metrics.requests.values
            first = sum(requests.values())
            sys.setprofile(note)
            for _ in range(rounds):
                await play_round(table, [player])
            sys.setprofile(None)
            commands = sum(requests.values()) - first
    each = ", ".join(f"{name} {number / commands:.1f}" for name, number in sorted(calls.items()))
    print(f"  {commands:g} commands; calls of each: {each}")


if __name__ == "__main__":
    main()
