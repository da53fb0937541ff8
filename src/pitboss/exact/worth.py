"""The expected value of every choice of a decision, and the cost of the one taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pitboss.cards import Card
from pitboss.engine.actions import ActionKind
from pitboss.exact.blackjack.arithmetic import Number

if TYPE_CHECKING:
    from pitboss.exact.blackjack.outcomes import Outcomes

NEGLIGIBLE = 1e-9
"""Units: a choice that is worse by no more than this is no mistake."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice and its expected value in units of the first wager."""

    action: ActionKind
    value: Number
    low: tuple[Card, ...] | None = None
    """The low hand that is set, in Pai Jack."""
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """Other facts of the choice, as `pitboss advise --json` prints them."""

    @classmethod
    def exactly(cls, action: ActionKind, value: Fraction) -> Advice:
        """Return a choice whose value is exact."""
        return cls(action, value, facts={"value_fraction": str(value)})

    def as_json(self) -> dict[str, Any]:
        """Return the choice, its value and its other facts."""
        return {"action": str(self.action), "value": float(self.value)} | dict(self.facts)


def best_first(choices: Iterable[Advice]) -> tuple[Advice, ...]:
    """Return the choices in the order of their values; equal ones keep their order."""
    return tuple(sorted(choices, key=lambda advice: advice.value, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The expected value of every choice of one decision."""

    values: tuple[Advice, ...]
    """In units of the first wager, the best first; a double or an insurance for its full amount."""
    unit: int
    """The first wager in cents."""
    before_peek: bool = False
    """Whether the dealer has not looked yet; then a dealer blackjack counts."""
    of: str = "the first wager"
    """The name of the unit."""
    by: str | None = None
    """The basis of the values, if not a blackjack hand and the up card."""
    outcomes: Outcomes | None = field(default=None, compare=False)
    """How the round ends after each choice, where somebody asked for it."""

    @property
    def best(self) -> Advice:
        """The best choice."""
        return self.values[0]

    @property
    def gap(self) -> float:
        """By how much the best choice is better than the next; 0 if there is only one."""
        return float(self.best.value - self.values[min(1, len(self.values) - 1)].value)

    def choice_value(self, kind: ActionKind, low: tuple[Card, ...] | None = None) -> Number:
        """Return the expected value of a choice; for a setting, the one with this *low* hand."""
        cards = set(low or ())
        return next(e.value for e in self.values if e.action is kind and set(e.low or ()) == cards)

    def cents(self, units: Number) -> float:
        """Return units of the first wager as cents."""
        return float(units) * self.unit


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionJudgement:
    """A decision that was taken, and the best one."""

    worth: Worth
    action: ActionKind
    value: Number
    """Of the choice taken, for its amount."""

    @property
    def cost(self) -> float:
        """Its cost in units of the first wager; 0 for the best choice."""
        return max(0.0, float(self.worth.best.value - self.value))

    @property
    def cost_cents(self) -> float:
        """The same in cents."""
        return self.worth.cents(self.cost)

    @property
    def is_mistake(self) -> bool:
        """Whether another choice was better."""
        return self.cost > NEGLIGIBLE
