"""Processes beside the tables end with the server, also where it is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

STARTS_ONE = """
import os, time
from pitboss.pit.workers import start_workers

if __name__ == "__main__":
    print(start_workers(1).submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""
A_WHILE = 60


def test_a_worker_does_not_outlive_a_server_that_was_killed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    script = tmp_path_factory.mktemp("server") / "server.py"
    script.write_text(STARTS_ONE, encoding="utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert is_alive(worker)
        server.kill()
    end = time.monotonic() + A_WHILE
    while is_alive(worker):
        assert time.monotonic() < end
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
