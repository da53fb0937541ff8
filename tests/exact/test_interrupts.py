"""Ctrl-C while code is compiled, also at the moment when LLVM hands over what it made."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Iterator

import pytest

from pitboss.compiled.numba_compiler import hearing_interrupts


def _interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1_000):
        pass  # a handler in Python runs between two steps of a program


interrupted_in_a_callback = ctypes.CFUNCTYPE(None)(_interrupt)
"""Where ctypes drops every exception, as in LLVM's callbacks."""


def _compile(error: RuntimeError | None) -> None:
    interrupted_in_a_callback()
    if error is not None:
        raise error


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Take Ctrl-C as a terminal's program does: what runs in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("error", [None, RuntimeError("no compiled object yet")])
def test_an_interrupt_that_a_callback_drops_ends_the_compilation(
    capfd: pytest.CaptureFixture[str], error: RuntimeError | None
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), hearing_interrupts():
        _compile(error)
    assert capfd.readouterr().err == "", "and is not reported besides"
    assert signal.getsignal(signal.SIGINT) is before


def test_other_failures_of_a_compilation_stay_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="no such type"), hearing_interrupts():
        raise RuntimeError("no such type")
