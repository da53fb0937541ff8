"""Problems of an order: all of them are named before any work begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pitboss.rulebook.problems import Problem, RulesError


def invalid(key: str, message: str) -> Problem:
    """Return the problem of a value that is not allowed."""
    return Problem(code="option/invalid", key=key, message=message)


def conflict(key: str, message: str) -> Problem:
    """Return the problem of an option that does not go with the others."""
    return Problem(code="option/conflict", key=key, message=message)


def refusal(code: str, message: str, key: str = "") -> RulesError:
    """Return the error with one problem."""
    return RulesError([Problem(code=code, key=key, message=message)])


def check(problems: Iterable[Problem]) -> None:
    """Raise `RulesError` if there is a problem."""
    if every := tuple(problems):
        raise RulesError(every)


@contextmanager
def collecting(problems: list[Problem]) -> Iterator[None]:
    """Continue after a refusal; add its problems to the others."""
    try:
        yield
    except RulesError as error:
        problems += error.problems


@contextmanager
def refusing_with(problems: list[Problem], *, first: bool = False) -> Iterator[None]:
    """Refuse what the body refuses together with *problems*, which come last, or *first*.

    Without a refusal of the body, refuse with *problems* if there are any.
    """
    try:
        yield
    except RulesError as error:
        both = [problems, error.problems] if first else [error.problems, problems]
        raise RulesError([problem for part in both for problem in part]) from None
    check(problems)
