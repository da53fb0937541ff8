"""Work for the tests of the lab's pool, done in its processes."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from msgspec import Struct, json

from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.lab.terms import Report


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the work is asked."""

    number: int = 0
    file: str = ""
    """The work waits until there is such a file."""


def square(house: Any, terms: Terms, report: Report) -> bytes:  # noqa: ANN401 - of the kind
    """Return the square of a number, and the process; a negative number is refused."""
    del house
    if terms.number < 0:
        problem = Problem(code="number/negative", key="number", message="below 0")
        raise RulesError([problem])
    if terms.number == 13:
        raise ZeroDivisionError
    report(0.5, {"first": terms.number})
    while terms.file and not Path(terms.file).exists():
        time.sleep(0.01)
    return json.encode({"square": terms.number**2, "process": os.getpid()})
