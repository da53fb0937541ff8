"""How every command speaks: JSON on request, refusals in one sentence with a code and exit 2."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from pitboss.rulebook.problems import Problem

EXIT_NO = 1
"""It ran, and the answer is no."""
EXIT_BAD_INPUT = 2
"""What was asked cannot be judged or done."""


def print_json(value: Any) -> None:  # noqa: ANN401 - whatever a command has to say
    """Print *value* as JSON, readable and in the order it was built."""
    # A terminal or pipe that cannot write a spade gets it escaped: the same JSON.
    unicode = codecs.lookup(sys.stdout.encoding or "ascii").name == "utf-8"
    print(json.dumps(value, indent=2, ensure_ascii=not unicode))


def refuse(problems: Iterable[Problem], *, as_json: bool = False) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 2, nothing changed."""
    found = tuple(problems)
    if as_json:
        first = found[0]
        refused: dict[str, Any] = {"code": first.code, "message": first.message}
        print_json({"refused": refused | {"problems": [item.as_json() for item in found]}})
    for problem in found:
        print(f"pitboss: {_sentence(problem)}", file=sys.stderr)
    raise SystemExit(EXIT_BAD_INPUT)


def _sentence(problem: Problem) -> str:
    standalone = problem.key in {"file", ""} or problem.code == "game/unknown"
    where = "" if standalone else f"{problem.key}: "
    clause = f" ({problem.cite})" if problem.cite else ""
    return f"{where}{problem.message}{clause} [{problem.code}]"


def print_assumed(assumed: Iterable[str]) -> None:
    """Say on stderr which options were filled in."""
    if words := ", ".join(assumed):
        print(f"assumed: {words}", file=sys.stderr)
