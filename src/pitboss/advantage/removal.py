"""Effects of removal: how much one card that is gone changes the expectation of the next round.

There are two plays. *Fixed*: the player keeps the best play of the shoe as it was. *Reoptimised*:
the player plays the best for the cards that are left. With fixed play the effects of all cards of
the shoe average to zero: a card that nobody has seen changes nothing.

>>> from pitboss.cards import format_card
>>> from pitboss.engine.setup import prepare
>>> from pitboss.rulebook.house import House
>>> effects = removal(prepare(House(game="reference/blackjack", options={"decks": 1})))
>>> [(format_card(row.cards[0])[0], row.count, f"{row.fixed:.4%}") for row in effects.rows[:2]]
[('A', 4, '-0.5172%'), ('2', 4, '0.3936%')]
>>> abs(effects.mean_fixed) < 1e-12
True
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from pitboss.cards import Card, Unseen
from pitboss.engine.setup import Setup
from pitboss.exact.kinds import values_with_one_gone


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalRow:
    """One class of cards: each has the same effect."""

    cards: tuple[Card, ...]
    """The kinds of card of the class."""
    count: int
    """How many cards of the class the shoe holds."""
    fixed: float
    """The change of the expectation when one is gone, with the play kept."""
    reoptimised: float
    """The same with the best play for the cards that are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """The effects of removal of one shoe, in units of the main wager or wagers."""

    expectation: float
    """Of a round from the shoe before a card is removed, to the player."""
    unseen: Unseen
    """The shoe."""
    rows: tuple[RemovalRow, ...]

    @property
    def mean_fixed(self) -> float:
        """The mean effect of all cards with fixed play: zero but for rounding."""
        return sum(row.count * row.fixed for row in self.rows) / self.unseen.size

    @property
    def sd_of_one_card(self) -> float:
        """The standard deviation of the effect of one card with fixed play."""
        square = sum(row.count * row.fixed**2 for row in self.rows) / self.unseen.size
        return sqrt(square - self.mean_fixed**2)

    def by_card(self, *, reoptimised: bool = False) -> tuple[float, ...]:
        """Return the effect of every kind of card by its number; 0 where the shoe has none.

        >>> from pitboss.cards import parse_cards
        >>> from pitboss.engine.setup import prepare
        >>> from pitboss.rulebook.house import House
        >>> effects = removal(prepare(House(game="reference/blackjack", options={"decks": 1})))
        >>> effects.by_card()[parse_cards("5h")[0]] == effects.rows[4].fixed
        True
        """
        effects = [0.0] * len(self.unseen.counts)
        for row in self.rows:
            for card in row.cards:
                effects[card] = row.reoptimised if reoptimised else row.fixed
        return tuple(effects)


def removal(setup: Setup, unseen: Unseen | None = None) -> Removal | None:
    """Return the effects of removal of a main game; None: there is nothing to count.

    *unseen* is the shoe from which a card is removed, and whose best play is kept; None: a full
    one.
    """
    valued = values_with_one_gone(setup, unseen)
    if valued is None:
        return None
    (_, before), *classes = valued
    base = Unseen.from_shoe(setup.shoe) if unseen is None else unseen
    rows = tuple(
        RemovalRow(
            cards=cards,
            count=sum(base.counts[card] for card in cards),
            fixed=value.fixed - before.fixed,
            reoptimised=value.best - before.best,
        )
        for cards, value in classes
    )
    assert sum(row.count for row in rows) == base.size, "every card is in one class"
    return Removal(expectation=before.best, unseen=base, rows=rows)
