"""The output of every command: JSON on request, refusals in one sentence with a code and exit 2."""

from __future__ import annotations

import codecs
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from pitboss.rulebook.limits import PROBLEMS_SHOWN_MAX, printable
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.parse import dump_json
from pitboss.text.options import assumed_text

EXIT_NO = 1
"""The command ran, and the answer is no."""
EXIT_BAD_INPUT = 2
"""The input cannot be judged or carried out."""
EXIT_INTERRUPTED = 130
"""Ctrl-C was pressed."""


def print_json(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print *value* as JSON, readable and in the order it was built."""
    print(dump_json(value, indent=2, ascii_only=_is_ascii_only()))


def print_json_line(value: Any) -> None:  # noqa: ANN401 - any JSON value
    """Print *value* as one line of JSON lines."""
    print(dump_json(value, ascii_only=_is_ascii_only()))


def _is_ascii_only() -> bool:
    """Return whether the output cannot write a spade: then JSON is escaped."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"


def print_error(sentence: str) -> None:
    """Print a sentence to the error output; ignore that it may be closed."""
    try:
        print(f"pitboss: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        # Keep Python from writing once more, and failing once more, when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def terminal_width() -> int:
    """Return the columns of the terminal; 80 if the output is not a terminal.

    The environment variable COLUMNS overrides both.
    """
    return shutil.get_terminal_size().columns


def refuse(problems: Iterable[Problem], *, as_json: bool = False) -> NoReturn:
    """Print the problems and exit with code 2; nothing has changed."""
    refused = tuple(problems)
    if as_json:
        print_json(refusal_json(refused))
    print_problems(refused)
    raise SystemExit(EXIT_BAD_INPUT)


def check_terminal() -> None:
    """Refuse a screen that cannot draw cards: the terminal must show UTF-8."""
    encoding = sys.stdout.encoding or "ascii"
    if encoding.replace("-", "").lower() not in {"utf8", "utf8sig"}:
        message = f"the screen needs UTF-8, and this terminal has {encoding}: set LANG=C.UTF-8"
        refuse([Problem(code="terminal/not-utf8", key="", message=f"{message}, or use --plain")])


def refusal_json(problems: tuple[Problem, ...]) -> dict[str, Any]:
    """Return a refusal as `--json` prints it: the first problem, and all of them."""
    first = problems[0]
    refused: dict[str, Any] = {"code": first.code, "message": first.message}
    listed = [item.as_json() for item in problems[:PROBLEMS_SHOWN_MAX]]
    return {"refused": refused | {"problems": listed}}


def print_problems(problems: Sequence[Problem], *, file: str = "") -> None:
    """Print each problem as a sentence to the error output, after the name of a *file* if given."""
    name = f"{printable(file)}: " if file else ""
    for problem in problems[:PROBLEMS_SHOWN_MAX]:
        print_error(name + _sentence(problem))
    if len(problems) > PROBLEMS_SHOWN_MAX:
        print_error(f"{name}and {len(problems) - PROBLEMS_SHOWN_MAX} more problems")


def _sentence(problem: Problem) -> str:
    standalone = problem.key in {"file", ""} or problem.code == "game/unknown"
    where = "" if standalone else f"{problem.key}: "
    clause = f" ({problem.cite})" if problem.cite else ""
    return printable(f"{where}{problem.message}{clause} [{problem.code}]")


def print_assumed(assumed: Iterable[str], dealt: str = "") -> None:
    """Print to stderr which options were filled in, and how the house deals where that counts."""
    if dealt:
        print(f"dealt: {dealt}", file=sys.stderr)
    if choices := tuple(assumed):
        print(assumed_text(choices), file=sys.stderr)


def print_nothing_to_count(game: str, problem: Problem, *, as_json: bool) -> None:
    """Answer that there is nothing to count, which is no refusal."""
    if as_json:
        answer = {"game": game, "counted": False}
        print_json(answer | {"code": problem.code, "message": problem.message})
    else:
        print(f"{problem.message[:1].upper()}{problem.message[1:]}.")
