"""A terminal that is closed takes the program with it."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

PATIENCE_S = 60


def test_closing_the_terminal_ends_the_lobby() -> None:
    """In a session of its own, so that nobody sends it a hang-up."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "pitboss.cli.main"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
    ) as lobby:
        try:
            os.close(theirs)
            seen = b""
            until = time.monotonic() + PATIENCE_S
            while b"Pitboss" not in seen and time.monotonic() < until:
                if select.select([ours], [], [], 1)[0]:
                    seen += os.read(ours, 65536)
            assert b"Pitboss" in seen
            os.close(ours)
            lobby.wait(PATIENCE_S)
        finally:
            lobby.kill()
