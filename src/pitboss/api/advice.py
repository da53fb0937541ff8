"""Advice: every legal choice with its expected value, the best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from pitboss.cards import format_cards
from pitboss.rulebook.tabular import Row, Tabular

if TYPE_CHECKING:
    from pitboss.engine.setup import Setup
    from pitboss.exact.decisions import Decisions
    from pitboss.exact.worth import Advice as Value

_WIDTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRow:
    """One choice."""

    action: str
    """What is done: "hit", "stand", "double" ..."""
    value: float
    """The expected value, in units of the first wager."""
    cost: float
    """Its cost against the best choice; 0 for the best."""
    low: str = ""
    """The two cards of the low hand, if a hand is set (Pai Jack)."""

    def __str__(self) -> str:
        """Write the choice on one line."""
        name = f"{self.action} {self.low}".rstrip()
        cost = f"costs {self.cost:.6f}" if self.cost else "the best"
        return f"{name:<{_WIDTH}}{self.value:>+10.6f}   {cost}"


class Advice(Sequence[AdviceRow], Tabular):
    """The choices of one decision, the best first; a sequence of `AdviceRow`.

    >>> import pitboss
    >>> hand = pitboss.table("reference/blackjack").deal(cards="Th Ts 6c 9d", seed=7)
    >>> hand.advise()
    hit          -0.534676   the best
    stand        -0.540954   costs 0.006279
    double       -1.069351   costs 0.534676
    """

    def __init__(self, rows: Iterable[AdviceRow], record: Mapping[str, Any]) -> None:
        """Keep *rows*, which come best first, and the whole *record* of the decision."""
        self._rows = tuple(rows)
        self._record = record

    def __eq__(self, other: object) -> bool:
        """Tell whether the choices and their values are the same."""
        return isinstance(other, Advice) and self._rows == other._rows

    def __hash__(self) -> int:
        """Hash the choices and their values."""
        return hash(self._rows)

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

    def as_json(self) -> dict[str, Any]:
        """Return everything as data, as `pitboss advise --json` prints it."""
        return dict(self._record)

    def as_rows(self) -> list[Row]:
        """Return a row for each choice, the best first; `low` only where a hand is set."""
        rows: list[Row] = [
            {"action": row.action, "low": row.low, "value": row.value, "cost": row.cost}
            for row in self._rows
        ]
        is_set = any(row.low for row in self._rows)
        return rows if is_set else [{k: v for k, v in row.items() if k != "low"} for row in rows]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[AdviceRow]:
        return iter(self._rows)

    @overload
    def __getitem__(self, index: int) -> AdviceRow: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AdviceRow, ...]: ...
    def __getitem__(self, index: int | slice) -> AdviceRow | tuple[AdviceRow, ...]:
        return self._rows[index]

    def __repr__(self) -> str:
        """Write a line for each choice."""
        return "\n".join(map(str, self._rows))


def from_values(values: Iterable[Value], record: Mapping[str, Any]) -> Advice:
    """Return the solver's choices, which come best first, as advice."""
    known = [(choice, float(choice.value)) for choice in values]
    best = known[0][1]
    rows = (
        AdviceRow(
            action=choice.action.value,
            value=value,
            cost=best - value,
            low=format_cards(choice.low) if choice.low else "",
        )
        for choice, value in known
    )
    return Advice(rows, record)


def decisions(setup: Setup) -> Decisions:
    """Return the object that values the decisions of a table; this imports the solver."""
    from pitboss.exact.decisions import Decisions

    return Decisions(setup)
