"""The terms of a jackpot: where its money comes from, and how it is paid."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from pitboss.engine.meter import UNITS_PER_DOLLAR
from pitboss.engine.values import Value

AWARD_ORDERS = ("dealer's left", "dealer's right")


class Scheme(StrEnum):
    """The owner of the money (WAC 230-15-671)."""

    PROGRESSIVE = "progressive"
    """The players': it grows with their wagers, and the house only keeps it for them."""
    HOUSE = "house"
    """The house's: a fixed prize that no wager adds to, paid in full to every winner."""


class Terms(Value, frozen=True, kw_only=True):
    """The approved terms of one jackpot; amounts in units of 1/10,000 dollar."""

    seed: int
    """What it starts with, and starts with again after the whole of it was won."""
    rate: Fraction
    """The share of each wager that goes in."""
    hidden_share: Fraction = Fraction(0)
    """The share of each contribution that is kept in the reserve, for the next start."""
    reserve_limit: int | None = None
    """The reserve takes no more than this; what is above it is displayed."""
    ceiling: int | None = None
    """The display takes no more than this; what is above it waits in the overflow."""
    secondary_rate: Fraction | None = None
    """The rate once the ceiling is reached; none: it stays as it is."""
    scheme: Scheme = Scheme.PROGRESSIVE
    hand_pay_from: int = 600 * UNITS_PER_DOLLAR
    """From here on a hit is paid by hand, after two people have confirmed it."""
    may_be_removed: bool = True
    """Whether it may be taken away before its top award is won (2110(15)(d))."""
    contribution_max: int | None = None
    """A wager that would add more than this is unreasonable, and refused."""
    award_order: str = "dealer's left"
    """Who is paid first where several win in one round: what the rules of its wagers say."""
    wager: int | None = None
    """The one amount, in cents, that is bet for it; None: the tables' limits hold."""
    prizes: Mapping[str, int] = {}
    """House jackpots: "100%" -> the posted prize."""

    def problems(self) -> tuple[str, ...]:
        """Return every problem with the terms.

        >>> Terms(seed=-1, rate=Fraction(3, 2)).problems()
        ('the seed is less than nothing', 'the rate is not between 0 and 1')
        """
        sentences = []
        if self.seed < 0:
            sentences.append("the seed is less than nothing")
        shares = {
            "the rate": self.rate,
            "the hidden share": self.hidden_share,
            "the secondary rate": self.secondary_rate or Fraction(0),
        }
        sentences += [
            f"{name} is not between 0 and 1"
            for name, share in shares.items()
            if not 0 <= share <= 1
        ]
        if self.ceiling is not None and self.ceiling < self.seed:
            sentences.append("the ceiling is below the seed")
        if self.reserve_limit is not None and self.reserve_limit < 0:
            sentences.append("the limit of the reserve is less than nothing")
        if self.contribution_max is not None and self.contribution_max < 1:
            sentences.append("the most that a wager may add is less than a unit")
        if self.award_order not in AWARD_ORDERS:
            sentences.append(f"the order of awards is not {' or '.join(AWARD_ORDERS)}")
        return (*sentences, *self._scheme_problems())

    def _scheme_problems(self) -> list[str]:
        if self.scheme is Scheme.PROGRESSIVE:
            return ["only a house jackpot posts prizes"] if self.prizes else []
        wrong = ["no wager may add to a house jackpot"] if self.rate or self.secondary_rate else []
        if self.seed or self.hidden_share or self.ceiling is not None:
            wrong.append("a house jackpot has no meter, so no seed, hidden share or ceiling")
        if any(prize <= 0 for prize in self.prizes.values()):
            wrong.append("a posted prize is more than nothing")
        return wrong

    @property
    def disclosures(self) -> tuple[str, ...]:
        """The texts to post beside a house jackpot (WAC 230-15-671); none for the players' own.

        >>> prizes = {"100%": 5_000_000}
        >>> house = Terms(seed=0, rate=Fraction(0), scheme=Scheme.HOUSE, prizes=prizes)
        >>> house.disclosures[0]
        'Fixed prize: $500.00.'
        """
        if self.scheme is Scheme.PROGRESSIVE:
            return ()
        amounts = [f"${units / UNITS_PER_DOLLAR:,.2f}" for units in self.prizes.values()]
        named = f"Fixed prize{'s' if len(amounts) > 1 else ''}: {', '.join(amounts)}."
        return (
            named,
            "A house jackpot: no money of players is in it.",
            "It may be removed without notice.",
        )
