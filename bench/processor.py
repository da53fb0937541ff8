"""The machine that something was measured on, and who used its processor meanwhile."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlparse

_LOOK_SECONDS = 2.0
_IDLE = 0.95
"""A machine with so much of its time unused is idle."""
TICKS = os.sysconf("SC_CLK_TCK")


def machine() -> str:
    """Describe the machine and the commit, as far as they matter for what is measured."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return (
        f"{python}, {platform.machine()}, {os.cpu_count()} cores, commit {commit or 'unknown'};"
        f" load {os.getloadavg()[0]:.1f} at the start"
    )


class Use(NamedTuple):
    """Processor seconds of the whole machine, as Linux counts them."""

    database: float
    """Of a PostgreSQL server and all its processes."""
    busy: float
    """Of everybody."""
    idle: float
    """Of nobody; time that the machine's own host took away is neither busy nor idle."""

    @classmethod
    def now(cls, address: str) -> Use:
        """Return what was used since the machine started; the server's folder is its address."""
        user, nice, system, idle, waiting, *interrupts = _fields("/proc/stat")[:7]
        busy = user + nice + system + sum(interrupts)
        database = sum(process_seconds(pid) for pid in _processes(address))
        return cls(database, busy / TICKS, (idle + waiting) / TICKS)

    def since(self, before: Use) -> Use:
        """Return what was used between two times."""
        return Use(*(now - then for now, then in zip(self, before, strict=True)))


def wait_until_idle(most: float) -> None:
    """Wait until nobody uses the machine, at most so many seconds."""
    until = time.monotonic() + most
    while time.monotonic() < until:
        before = _fields("/proc/stat")
        time.sleep(_LOOK_SECONDS)
        used = [now - then for now, then in zip(_fields("/proc/stat"), before, strict=True)]
        if sum(used[3:5]) > _IDLE * sum(used):
            return


def process_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _processes(address: str) -> list[int]:
    """Return the processes of a server that listens in its own folder."""
    folder = parse_qs(urlparse(address).query)["host"][0]
    first = int((Path(folder) / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text()
    return [first, *map(int, children.split())]


def _fields(path: str) -> list[int]:
    return [int(field) for field in Path(path).read_text().splitlines()[0].split()[1:]]
