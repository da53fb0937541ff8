"""Play ten hands of every game in a browser, from a fresh clone of Pitboss.

Usage: python -m tools.web_run [--hands 10] [--clone FOLDER]

The tool makes a fresh clone, types `make run`, plays every table of the floor in a browser, by
keyboard and by pointer in turn, and runs `pitboss floor verify` on the books.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.request import urlopen

from tools.browser import Watch, running_browser
from tools.web_player import Keyboard, Pointer, TablePage

ROOT: Final = Path(__file__).resolve().parents[1]
PORT: Final = 8021
STOP_S: Final = 30


def main() -> int:
    """Clone, play, verify, and print the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hands", type=int, default=10, help="hands of every game")
    parser.add_argument("--clone", type=Path, help="a clone that is there already")
    wanted = parser.parse_args()
    with TemporaryDirectory() as folder:
        clone = wanted.clone or fresh_clone(Path(folder) / "pitboss")
        return run(clone, Path(folder) / "data", wanted.hands)


def run(clone: Path, data: Path, hands: int) -> int:
    """Play at the server of a clone, then verify its books; return the exit code."""
    environment = own_environment(data)
    with made_run(clone, environment) as address:
        played = play(address, hands)
    print(f"{sum(played.values())} hands of {len(played)} games were played to the end.")
    program = [str(clone / ".venv" / "bin" / "pitboss")]
    return verify(program, environment) or int(any(count < hands for count in played.values()))


def verify(program: Sequence[str], environment: dict[str, str]) -> int:
    """Verify the books of a data folder; return the exit code."""
    command = [*program, "floor", "verify", "--json"]
    verified = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    print("The books are right." if verified.returncode == 0 else "The books are wrong.")
    print(verified.stdout + verified.stderr)
    return verified.returncode


def fresh_clone(folder: Path) -> Path:
    """Clone the committed state of this checkout."""
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(folder)], check=True)
    return folder


def own_environment(data: Path) -> dict[str, str]:
    """Return a user's environment variables, with a separate data folder."""
    hidden = {"PYTHONPATH", "VIRTUAL_ENV", "PITBOSS_NIGHTLY", "MAKEFLAGS", "MAKELEVEL"}
    known = {name: value for name, value in os.environ.items() if name not in hidden}
    return known | {"XDG_DATA_HOME": str(data)}


@contextmanager
def made_run(clone: Path, environment: dict[str, str]) -> Iterator[str]:
    """Type `make run`, and yield the address that it prints.

    If its port is in use, another is chosen.
    """
    command = ["make", "run"] if is_free(PORT) else ["make", "run", "ARGS=serve --port 0"]
    began = time.monotonic()
    with subprocess.Popen(
        command,
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as server:
        assert server.stdout is not None
        try:
            lines = (line for line in server.stdout if line.startswith("Pitboss is at "))
            address = next(lines).split()[-1].rstrip("/")
            print(f"{' '.join(command)}: at {address} after {time.monotonic() - began:.1f} s")
            yield address
        finally:
            os.killpg(server.pid, signal.SIGINT)
            server.wait(STOP_S)


def is_free(port: int) -> bool:
    """Return whether nothing listens at a port of this machine."""
    with socket.socket() as place:
        return place.connect_ex(("127.0.0.1", port)) != 0


def play(address: str, hands: int, games: Collection[str] = ()) -> dict[str, int]:
    """Play at every table of a server, or of some games; return game -> the hands played."""
    played: dict[str, int] = {}
    with urlopen(f"{address}/api/1/tables") as answer:  # noqa: S310 - our own server
        tables = json.load(answer)["tables"]
    wanted = [table for table in tables if not games or table["game"] in games]
    with running_browser() as browser:
        for number, table in enumerate(wanted):
            context = browser.new_context(reduced_motion="reduce")
            watch = Watch(context, address)
            there = TablePage(context.new_page(), address, (Keyboard(), Pointer())[number % 2])
            there.open(table["id"])
            rng = random.Random(table["id"])  # noqa: S311 - anything may be decided
            for _ in range(hands):
                there.play_hand(rng)
            assert not watch.faults, watch.faults
            played[table["game"]] = hands
            print(f"  {table['game']}: {hands} hands, {there.stand.stack / 100:,.2f} dollars left")
            context.close()
    return played


if __name__ == "__main__":
    sys.exit(main())
