"""Advice: every legal choice with its expected value, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Protocol

from pitboss.cards import Card, format_cards
from pitboss.engine.actions import ActionKind

_WIDTH = 12


class Valued(Protocol):
    """A choice with its expected value, as the solver returns it."""

    @property
    def action(self) -> ActionKind:
        """What is done."""

    @property
    def value(self) -> object:
        """The expected value, in units of the first wager."""

    @property
    def low(self) -> tuple[Card, ...] | None:
        """The low hand that is set, in Pai Jack."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRow:
    """One choice."""

    action: str
    """What is done: "hit", "stand", "double" ..."""
    value: float
    """The expected value, in units of the first wager."""
    cost: float
    """How much less that is than the best choice; 0 for the best."""
    low: str = ""
    """The two cards of the low hand, where a hand is set (Pai Jack)."""

    def __str__(self) -> str:
        """Write the choice on one line."""
        name = f"{self.action} {self.low}".rstrip()
        cost = f"costs {self.cost:.6f}" if self.cost else "the best"
        return f"{name:<{_WIDTH}}{self.value:>+10.6f}   {cost}"


class Advice(Sequence[AdviceRow]):
    """The choices of one decision, the best first; a sequence of `AdviceRow`.

    >>> import pitboss
    >>> hand = pitboss.table("reference/blackjack").deal(cards="Th Ts 6c 9d", seed=7)
    >>> hand.advise()
    hit          -0.534676   the best
    stand        -0.540954   costs 0.006279
    double       -1.069351   costs 0.534676
    """

    def __init__(self, rows: Iterable[AdviceRow]) -> None:
        """Keep *rows*, which come best first."""
        self._rows = tuple(rows)

    @property
    def best(self) -> AdviceRow:
        """The best choice."""
        return self._rows[0]

    def value_of(self, action: str) -> float:
        """Return the expected value of *action*; `KeyError` if it is not a choice here."""
        for row in self._rows:
            if row.action == action:
                return row.value
        raise KeyError(action)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[AdviceRow]:
        return iter(self._rows)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN204 - as a tuple's
        return self._rows[index]

    def __repr__(self) -> str:
        """Write a line for each choice."""
        return "\n".join(map(str, self._rows))

    def _repr_html_(self) -> str:
        """Write a table; notebooks show it."""
        cells = (
            (f"{row.action} {row.low}".rstrip(), f"{row.value:+.6f}", f"{row.cost:.6f}")
            for row in self._rows
        )
        body = "".join(
            f'<tr><th style="text-align: left">{escape(name)}</th>'
            f"<td>{value}</td><td>{cost}</td></tr>"
            for name, value, cost in cells
        )
        return f"<table><tr><th>action</th><th>value</th><th>cost</th></tr>{body}</table>"


def from_values(values: Iterable[Valued]) -> Advice:
    """Return the solver's choices, which come best first, as advice."""
    known = [(each, float(each.value)) for each in values]  # type: ignore[arg-type]
    best = known[0][1]
    return Advice(
        AdviceRow(
            action=each.action.value,
            value=value,
            cost=best - value,
            low=format_cards(each.low) if each.low else "",
        )
        for each, value in known
    )
