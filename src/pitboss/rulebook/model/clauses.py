"""Clauses: rules that a kind of round always has, and no game can change.

A clause is a field like any other: it is on the sheet and in the digest. But a game that states
another value is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields
from typing import Any

from pitboss.rulebook.phrases import format_value

CITE = "cite"


def clause(value: Any, cite: str) -> Any:  # noqa: ANN401 - the type is that of the field
    """Declare a field of a rules dataclass that is always *value*, and the clause that says so."""
    return field(default=value, init=False, metadata={CITE: cite})


def clauses(shape: type) -> Mapping[str, tuple[Any, str]]:
    """Return the clauses of a rules dataclass: field -> its value, and its citation.

    >>> from pitboss.rulebook.model import AnteUpRules
    >>> clauses(AnteUpRules)["poker_cards"]
    (2, '2106(3), (13)')
    """
    return {
        item.name: (item.default, item.metadata[CITE]) for item in fields(shape) if not item.init
    }


def clause_problems(shape: type, stated: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each clause that *stated* changes: its name, and the value in play.

    >>> from pitboss.rulebook.model import AnteUpRules
    >>> list(clause_problems(AnteUpRules, {"bust_card_plays": False, "poker_cards": 2}))
    [('bust_card_plays', 'is always true and cannot be set: 2106(11)(e)(i), (13)(a)')]
    """
    for name, (value, cite) in clauses(shape).items():
        if name in stated and not _same(stated[name], value):
            words = "; ".join(value) if isinstance(value, tuple) else format_value(value)
            yield name, f"is always {words} and cannot be set: {cite}"


def _same(stated: object, value: object) -> bool:
    """Return whether two values are equal and of one type; a file has lists for tuples."""
    given = tuple(stated) if isinstance(stated, list) else stated
    return type(given) is type(value) and given == value
