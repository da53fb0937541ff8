"""Arguments of the wrong type, named like every other problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from numbers import Real

from pitboss.rulebook.limits import shorten
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.problems import Problem, RulesError


def not_numbers(values: Mapping[str, object]) -> Iterator[Problem]:
    """Yield the values that are no numbers, by their names.

    >>> [problem.message for problem in not_numbers({"rounds": "1000", "seed": 3})]
    ["'1000' is not a number; write it without quotes"]
    """
    for key, value in values.items():
        if isinstance(value, bool) or not isinstance(value, Real):
            hint = "; write it without quotes" if isinstance(value, str) else ""
            yield _problem(key, f"{shorten(repr(value))} is not a number{hint}")


def not_texts(values: Mapping[str, object]) -> Iterator[Problem]:
    """Yield the values that are no texts, by their names.

    >>> [problem.message for problem in not_texts({"gone": ["As"], "unseen": "5=1"})]
    ["['As'] is not a text; write it in quotes"]
    """
    for key, value in values.items():
        if not isinstance(value, str):
            yield _problem(key, f"{shorten(repr(value))} is not a text; write it in quotes")


def drop_none(**values: object) -> dict[str, object]:
    """Return the values that are not None.

    >>> drop_none(bank=None, rounds=3)
    {'rounds': 3}
    """
    return {key: value for key, value in values.items() if value is not None}


def read_dollars(key: str, value: str | float | None) -> int | None:
    """Return dollars as cents; `RulesError` where they are none.

    >>> read_dollars("wager", "$2.50"), read_dollars("wager", None)
    (250, None)
    """
    try:
        return None if value is None else parse_dollars(str(value))
    except ValueError as error:
        raise RulesError([_problem(key, str(error))]) from None


_KEYWORDS = {"--min": "low", "--max": "high"}
"""Options of the command line that a call names otherwise."""


@contextmanager
def by_keywords() -> Iterator[None]:
    """Name keywords of a call in problems, instead of options of the command line."""
    try:
        yield
    except RulesError as error:
        raise RulesError(map(_with_keyword, error.problems)) from None


def _with_keyword(problem: Problem) -> Problem:
    key = problem.key.removeprefix("--").replace("-", "_")
    return replace(problem, key=_KEYWORDS.get(problem.key, key))


def _problem(key: str, message: str) -> Problem:
    return Problem(code="option/invalid", key=key, message=message)
