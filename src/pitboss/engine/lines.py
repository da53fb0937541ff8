"""Settlement lines: a wager and the tip beside it, rounded and within the posted limit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pitboss.engine.events import TIP, Event, WagerSettled
from pitboss.engine.state import Seat
from pitboss.engine.values import Value, replace
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import PayRow
from pitboss.rulebook.pays import Rounding, fixed_ratio, keeps_stake, within_limit

NOTHING = Fraction(0)
DEALER_ENVY = "dealer-envy"


class Result(Value, frozen=True):
    """The result of a wager of any size; a tip has the result of the wager beside it."""

    outcome: str
    ratios: tuple[Fraction, ...] = ()
    """What it pays for each cent staked, row by row."""
    is_returned: bool = True
    """The stake comes back beside what is paid."""
    pays: str = ""
    rows: tuple[str, ...] = ()
    """The titles of the pay rows that were hit."""

    def paid_on(self, stake: int, rounding: Rounding) -> tuple[int, Fraction]:
        """Return what is paid in cents, each row rounded by itself, and what rounding left."""
        cents = 0
        remainder = NOTHING
        for ratio in self.ratios:
            rounded, left = in_cents(stake * ratio.numerator, ratio.denominator, rounding)
            cents += rounded
            if left:
                remainder += left
        return cents, remainder

    @classmethod
    def from_rows(cls, rows: tuple[PayRow, ...]) -> Result:
        """Return how a wager comes out that wins *rows* of its pay table; none: it loses."""
        if not rows:
            return LOSES
        outcome = " + ".join(row.name for row in rows)
        ratios = tuple(fixed_ratio(row.pay) for row in rows)
        pays = " + ".join(row.text for row in rows)
        titles = tuple(row.title for row in rows)
        return cls(outcome, ratios, any(keeps_stake(row.pay) for row in rows), pays, titles)


def in_cents(amount: int, per: int, rounding: Rounding) -> tuple[int, Fraction]:
    """Return *amount* / *per* in whole cents, and what rounding left.

    >>> in_cents(3, 2, Rounding.DOWN), in_cents(3, 2, Rounding.UP)
    ((1, Fraction(1, 2)), (2, Fraction(-1, 2)))
    """
    cents, rest = divmod(amount, per)
    if not rest:
        return cents, NOTHING
    if rounding is Rounding.UP:
        cents = cents + 1
        rest = rest - per
    return cents, Fraction(rest, per)


LOSES = Result("lose", is_returned=False)


def tip_beside(seat: Seat, wager: str) -> tuple[str, int]:
    """Return the tip beside a wager: its name, and its stake or 0 (ruling C59)."""
    name = f"{TIP}{wager}"
    return name, seat.wagers.get(name, 0)


def stakes(seat: Seat, wager: str) -> Iterator[tuple[str, int]]:
    """Yield a wager and the tip beside it, each where it lies there."""
    if wager in seat.wagers:
        yield wager, seat.wagers[wager]
    name, tip = tip_beside(seat, wager)
    if tip:
        yield name, tip


def line(
    seat: Seat, wager: str, stake: int, result: Result, rounding: Rounding, hand: int = 1
) -> WagerSettled:
    """Return the line that settles a stake."""
    paid, remainder = result.paid_on(stake, rounding) if result.ratios else (0, NOTHING)
    net = paid if result.is_returned else paid - stake
    return WagerSettled(
        seat=seat.number,
        hand=hand,
        wager=wager,
        stake=stake,
        outcome=result.outcome,
        net=net,
        remainder=remainder,
        pays=result.pays,
        rows=result.rows,
    )


def apply_limit(settled: WagerSettled, paid: int, spot: Spot, due: int) -> WagerSettled:
    """C74: where all that is *due* on a wager passes the posted limit, share it in proportion.

    *paid* is what the line pays, a returned stake apart. C113: a limit for each hand looks at what
    that hand is due alone.
    """
    limit = spot.aggregate
    if spot.aggregate_per == "hand":
        due = paid
    if limit is None or due <= limit:
        return settled
    return replace(settled, net=settled.net - paid + within_limit(paid, limit, due))


def dealer_envy_lines(seat: Seat, rows: tuple[PayRow, ...]) -> Iterator[Event]:
    """Yield what the dealer is given for the rows a seat won (ruling C70)."""
    for row in rows:
        if row.envy:
            yield WagerSettled(
                seat=seat.number,
                hand=1,
                wager=DEALER_ENVY,
                stake=0,
                outcome=row.name,
                net=0,
                dealer=row.envy,
            )
