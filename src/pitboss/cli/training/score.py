"""The score of `pitboss train`, its output stream, and the problems of an order."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pitboss.cli.orders.table import TrainOrder
from pitboss.rulebook.files import place_problems, quote_path, reason
from pitboss.rulebook.limits import COUNTDOWN_GROUP_MAX, COUNTDOWN_PACE_MAX_S, COUNTDOWN_STOP_MAX
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.session_file import data_folder
from pitboss.table.training.score import Score, read_score
from pitboss.table.training.themes import COUNT_THEMES, COUNTDOWN, TRUE_COUNT

SCORE_NAME = "training.json"
_DECISIONS, _STOPS = 20, 4
_STEPS = (1, 26, 52)


def question_count(order: TrainOrder) -> int:
    """Return how many questions are asked."""
    usual = _STOPS if order.theme == COUNTDOWN else _DECISIONS
    return usual if order.count is None else order.count


def open_score(order: TrainOrder) -> tuple[Path, Score, list[Problem]]:
    """Return the file of the score, the score, and every problem of the order so far."""
    problems = [*_order_problems(order)]
    path, score = order.score or data_folder() / SCORE_NAME, Score()
    try:
        _make_room(path, named=order.score is not None)
        score = read_score(path)
    except RulesError as error:
        problems += error.problems
    return path, score, problems


def _order_problems(order: TrainOrder) -> Iterator[Problem]:
    """Yield what is wrong with numbers, and arguments that belong to another theme."""
    if question_count(order) < 1:
        yield _invalid("--count", "ask for at least one decision")
    belong = (
        ("--system", order.system, tuple(COUNT_THEMES)),
        ("--pace", order.pace, (COUNTDOWN,)),
        ("--group", order.group, (COUNTDOWN,)),
        ("--stop", order.stop, (COUNTDOWN,)),
        ("--decks-seen", order.decks_seen, (TRUE_COUNT,)),
    )
    for key, given, themes in belong:
        if given is not None and order.theme not in themes:
            message = f"it belongs to --theme {choice(themes)}"
            yield Problem(code="option/conflict", key=key, message=message)
    if order.pace is not None and not _is_pace(order.pace):
        yield _invalid("--pace", f"seconds from 0 to {COUNTDOWN_PACE_MAX_S}, not {order.pace:g}")
    if order.group is not None and not 1 <= order.group <= COUNTDOWN_GROUP_MAX:
        yield _invalid("--group", f"1 to {COUNTDOWN_GROUP_MAX} cards at once, not {order.group}")
    if order.stop is not None and not 1 <= order.stop <= COUNTDOWN_STOP_MAX:
        yield _invalid("--stop", f"1 to {COUNTDOWN_STOP_MAX} cards, not {order.stop}")
    if order.decks_seen is not None and order.decks_seen not in _STEPS:
        yield _invalid("--decks-seen", f"1, 26 or 52 cards, not {order.decks_seen}")


def _is_pace(seconds: float) -> bool:
    return math.isfinite(seconds) and 0 <= seconds <= COUNTDOWN_PACE_MAX_S


def _invalid(key: str, message: str) -> Problem:
    return Problem(code="option/invalid", key=key, message=message)


def _make_room(path: Path, *, named: bool) -> None:
    """Make the default folder of the score; the folder of a named file must exist."""
    if not named:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = f"{quote_path(path.parent)} cannot be made: {reason(error)}"
            problem = Problem(code="file/unwritable", key="", message=message)
            raise RulesError([problem]) from None
    if problems := place_problems(path):
        raise RulesError(problems)


def is_on_screen(order: TrainOrder) -> bool:
    """Return whether a screen is used: not for a script."""
    return not order.plain and not order.as_json and sys.stdin.isatty() and sys.stdout.isatty()


def questions_out(order: TrainOrder) -> TextIO:
    """Return where questions are written line by line; as JSON, the output has the score alone."""
    out: TextIO = sys.stderr if order.as_json else sys.stdout
    for stream in (sys.stdin, out):
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    return out
