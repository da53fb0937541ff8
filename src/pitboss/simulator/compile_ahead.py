"""Compile the kernel of a table in another process, while this one compiles the solver.

On a new machine the first run of a game compiles the solver, solves, and compiles the kernel: one
after another, because the solution decides the layout of a table. But compiled code depends only on
the kinds of the arrays, and those are the same for any strategy. So as soon as anything has to be
compiled, another process lays the table out for a player who always stands, and compiles its
kernel. The process that needs the code first waits for the other, and reads it from disk
(`compiled.kept_code`).
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pitboss.compiled.kept_code import is_kept
from pitboss.compiled.progress import report_compiling
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.house import House
from pitboss.simulator.backends import cpu
from pitboss.simulator.kinds import KINDS
from pitboss.simulator.settings import RunSettings, with_terms


@contextmanager
def compiling_ahead(house: House, setup: Setup, terms: RunSettings) -> Iterator[None]:
    """Start such a process when something is compiled meanwhile; it ends here at the latest."""
    begun: list[subprocess.Popen[bytes]] = []

    def begin(_count: int) -> None:
        if not begun:
            begun.append(_begin(house, terms))

    lay_out = KINDS[setup.round].stand_always
    if lay_out is None or not is_kept() or (os.cpu_count() or 1) == 1:
        yield
        return
    try:
        with report_compiling(begin):
            yield
    finally:
        for process in begun:
            process.terminate()
            process.wait()


def _begin(house: House, terms: RunSettings) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(  # noqa: S603 - this Python, with this module
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    with suppress(OSError), process.stdin as pipe:  # it may have ended: then this one compiles
        pipe.write(pickle.dumps((house, terms)))
    return process


def main() -> None:
    """Compile the kernel of the table that the parent process sends."""
    house, terms = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the process that began this one
    setup = prepare(house)
    lay_out = KINDS[setup.round].stand_always
    assert lay_out is not None, "asked before this process began"
    cpu.play(with_terms(lay_out(setup), house, setup, terms), 0, 0)


if __name__ == "__main__":
    main()
