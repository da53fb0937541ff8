"""Run several worker processes behind one port: start, restart, replace and drain them.

They share the listening socket, which stays open here: if one of them is gone, another accepts its
connections. This process only watches. It loads no tables and answers no requests.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from types import FrameType
from typing import Final

VARIABLE: Final = "PITBOSS_WORKER"
"""Marks a worker process: the numbers of the listening socket and of a pipe."""
READY: Final = b"ready\n"
PAUSES_S: Final = (0.0, 1.0, 2.0, 5.0, 15.0)
"""Seconds before a worker that died young is restarted; the last repeats."""
YOUNG_S: Final = 10.0
STOP_S: Final = 30.0
"""Seconds after the signal to stop; then the worker is killed."""
LOOK_S: Final = 0.5
REFUSED: Final = 2
"""The exit status of an order that cannot be carried out."""

Announce = Callable[[], None]


@dataclass
class _Child:
    """One worker."""

    process: subprocess.Popen[bytes]
    pipe: int
    started: float
    is_ready: bool = False
    told_at: float = 0.0
    """When it got the signal to stop; 0: not yet."""


@dataclass
class Supervisor:
    """Keeps a number of workers running."""

    command: Sequence[str]
    listening: socket.socket
    count: int
    announce: Announce
    """Called once all workers answer."""
    _children: list[_Child] = field(default_factory=list)
    _old: list[_Child] = field(default_factory=list)
    """The workers that are being replaced, and drain."""
    _deaths: int = 0
    _next_start: float = 0.0
    _is_stopping: bool = False
    _wants_new: bool = False
    _is_announced: bool = False
    _last_status: int = 0
    """Of the worker that ended last."""
    _to_replace: list[_Child] = field(default_factory=list)

    def run(self) -> int:
        """Run until a signal stops it; return the exit status."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        self._start()
        while self._children or self._old or not self._is_stopping:
            self._wait()
            self._bury()
            if not (self._is_announced or self._children) and self._last_status == REFUSED:
                return REFUSED  # the first worker has printed why
            self._keep()
        return 0

    def _start(self) -> None:
        """Start one worker."""
        ours, theirs = os.pipe()
        descriptors = (self.listening.fileno(), theirs)
        process = subprocess.Popen(  # noqa: S603 - this program itself
            self.command,
            env=os.environ | {VARIABLE: f"{descriptors[0]} {descriptors[1]}"},
            pass_fds=descriptors,
            start_new_session=True,  # Ctrl-C is for this process, which passes it on
        )
        os.close(theirs)
        os.set_blocking(ours, False)
        self._children.append(_Child(process, ours, time.monotonic()))

    def _wait(self) -> None:
        """Wait for a message of a worker, a signal, or a short time."""
        with selectors.DefaultSelector() as selector:
            for child in self._children:
                if not child.is_ready:
                    selector.register(child.pipe, selectors.EVENT_READ, child)
            for key, _ in selector.select(LOOK_S if self._is_announced else 0.05):
                with suppress(BlockingIOError):
                    if os.read(key.fd, len(READY)) == READY:
                        key.data.is_ready = True
                    else:
                        time.sleep(0.05)  # it is about to end

    def _bury(self) -> None:
        """Remove the workers that have ended."""
        now = time.monotonic()
        for group in (self._children, self._old):
            for child in [member for member in group if member.process.poll() is not None]:
                group.remove(child)
                os.close(child.pipe)
                if group is self._children and not self._is_stopping:
                    self._last_status = child.process.returncode
                    is_young = now - child.started < YOUNG_S
                    self._deaths = self._deaths + 1 if is_young else 0
                    pause = PAUSES_S[min(self._deaths, len(PAUSES_S) - 1)]
                    self._next_start = now + pause
            for child in group:
                if child.told_at and now - child.told_at > STOP_S:
                    child.process.kill()

    def _keep(self) -> None:
        """Start missing workers one by one: the first brings the books up to date."""
        if self._is_stopping:
            return
        ready = [worker for worker in self._children if worker.is_ready]
        if len(ready) == len(self._children) < self.count:
            if time.monotonic() >= self._next_start:
                self._start()
        elif len(ready) == len(self._children) == self.count:
            if not self._is_announced:
                self._is_announced = True
                self.announce()
            self._replace()
        for child in ready[: max(0, len(ready) - self.count)]:
            self._children.remove(child)
            self._old.append(child)
            self._tell(child)

    def _replace(self) -> None:
        """Replace the workers one by one with the program now on disk, after SIGHUP."""
        if self._wants_new:
            self._wants_new = False
            self._to_replace = [*self._children]
        if self._to_replace and len(self._children) == self.count:
            first = self._to_replace.pop(0)
            if first in self._children:
                self._children.remove(first)
                self._children.insert(0, first)  # the first of those that are too many drains
                self._start()

    def _tell(self, child: _Child) -> None:
        if not child.told_at:
            child.told_at = time.monotonic()
        with suppress(ProcessLookupError):
            child.process.send_signal(signal.SIGTERM)

    def _stop(self, _: int, __: FrameType | None) -> None:
        """Stop all workers; at the second signal they stop at once."""
        self._is_stopping = True
        for child in (*self._children, *self._old):
            self._tell(child)

    def _renew(self, _: int, __: FrameType | None) -> None:
        self._wants_new = True


def take_inherited() -> tuple[socket.socket, int] | None:
    """Return what a worker inherits: the listening socket, and a pipe to report readiness."""
    given = os.environ.pop(VARIABLE, "")
    if not given:
        return None
    listening, pipe = map(int, given.split())
    return socket.socket(fileno=listening), pipe


def say_ready(pipe: int) -> None:
    """Report to the supervisor that this worker answers requests."""
    with suppress(OSError):
        os.write(pipe, READY)
        os.close(pipe)


def end_with_parent() -> None:
    """Stop as after SIGTERM when the parent process is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, daemon=True).start()


def command_for(options: Sequence[str]) -> list[str]:
    """Return the command that starts a worker."""
    return [sys.executable, "-m", "pitboss.cli.main", "serve", *options]
