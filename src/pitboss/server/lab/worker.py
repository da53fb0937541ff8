"""A process of the lab's pool: it runs one job after another, and reports progress."""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any, Literal, NamedTuple

from pitboss.engine.actions import RefusedError
from pitboss.late import load
from pitboss.pit.workers import make_ready
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab.kinds import Kind, read_terms
from pitboss.server.lab.terms import Work
from pitboss.server.rules.house_work import HouseData

REPORT_S = 0.1
"""Seconds between two reports; those in between are left out."""


class Order(NamedTuple):
    """A job in the form sent to a process."""

    name: str
    """Of its kind."""
    kind: Kind
    house: HouseData
    terms: dict[str, Any]


class Message(NamedTuple):
    """A message of a process about its job."""

    state: Literal["running", "done", "failed"]
    progress: float = 0
    partial: Any = None
    result: bytes = b""
    problems: tuple[Problem, ...] = ()


class Worker:
    """One process, and the connection to it."""

    def __init__(self) -> None:
        """Start the process."""
        spawn = multiprocessing.get_context("spawn")
        self.line, other = spawn.Pipe()
        self._process: BaseProcess = spawn.Process(target=_work, args=(other,), daemon=True)
        self._process.start()
        other.close()

    def end(self) -> None:
        """End the process, even in the middle of its work."""
        self._process.terminate()


def _work(line: Connection) -> None:
    """Run one job after another until the connection is closed."""
    make_ready()
    while True:
        try:
            order: Order = line.recv()
        except (EOFError, OSError):
            return
        line.send(_finish(order, line))


def _finish(order: Order, line: Connection) -> Message:
    last = -REPORT_S

    def report(progress: float, partial: Any = None) -> None:  # noqa: ANN401 - JSON
        nonlocal last
        if monotonic() - last >= REPORT_S:
            last = monotonic()
            line.send(Message("running", min(1.0, max(0.0, progress)), partial))

    try:
        terms = read_terms(order.kind, order.terms)
        work: Work = load(order.kind.work)
        result = work(order.house, terms, report)
    except RulesError as error:
        return Message("failed", problems=error.problems)
    except RefusedError as error:
        refused = error.refusal
        problem = Problem(code=refused.code, key="", message=refused.message)
        return Message("failed", problems=(problem,))
    except Exception as error:  # noqa: BLE001 - the process takes the next job after any error
        message = f"the job failed: {type(error).__name__}: {error}"
        return Message("failed", problems=(Problem(code="job/failed", key="", message=message),))
    return Message("done", 1.0, result=result)
