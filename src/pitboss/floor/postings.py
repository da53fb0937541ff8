"""Compute the postings of a step from the table before and after it.

The tray balances everything else on a table: it pays what the players' chips, the felt and the
dealers' tips gain. The share of a wager that feeds a meter moves no chip: it comes out of
`house:jackpot-accrual`, so a tray never holds parts of a cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.engine.meter import UNITS_PER_CENT, Meter
from pitboss.floor.state import TableState
from pitboss.floor.terms import TableTerms
from pitboss.ledger.accounts import JACKPOT_ACCRUAL
from pitboss.ledger.entry import Posting


def table_postings(before: TableState, after: TableState) -> tuple[Posting, ...]:
    """Return the moves of a table's own accounts in a step of a round; they sum to zero."""
    if before.terms.has_own_chips:
        return ()
    table = before.id
    stacks = before.seats
    lines = [
        Posting(f"stack:{table}:{seat}", gained * UNITS_PER_CENT)
        for seat, sitting in sorted(after.seats.items())
        if (gained := sitting.stack - stacks[seat].stack)
    ]
    if felt := after.felt - before.felt:
        lines.append(Posting(f"escrow:{table}", felt * UNITS_PER_CENT))
    if before.meters is not after.meters:
        moves = meter_moves(before.terms, before.meters, after.meters)
        fed = [Posting(account, amount) for account, amount in moves if amount]
        lines += fed
        if owed := sum(amount for _, amount in fed):
            lines.append(Posting(JACKPOT_ACCRUAL, -owed))
    if tips := after.tips - before.tips:
        lines.append(Posting(f"tips:{table}", tips * UNITS_PER_CENT))
    if rest := sum([amount for _, amount in lines]):
        lines.append(Posting(f"tray:{table}", -rest))
    return tuple(lines)


def through_the_tray(table: str, postings: tuple[Posting, ...]) -> tuple[Posting, ...]:
    """Return postings as versions before 1.1 wrote them: meters were fed out of the tray.

    >>> through_the_tray("7", (Posting("jackpot:x:in", 5), Posting("house:jackpot-accrual", -5)))
    (Posting(account='jackpot:x:in', amount=5), Posting(account='tray:7', amount=-5))
    """
    tray = f"tray:{table}"
    lines = [line for line in postings if line.account not in {tray, JACKPOT_ACCRUAL}]
    rest = sum(amount for _, amount in lines)
    return (*lines, Posting(tray, -rest)) if rest else tuple(lines)


def meter_moves(
    terms: TableTerms, before: Mapping[str, Meter], after: Mapping[str, Meter]
) -> Iterator[tuple[str, int]]:
    """Return the gains of a table's own meters, and the house's seeds.

    For a shared jackpot, the gain is the table's contributions; the jackpot posts its awards.
    """
    table = terms.id
    links = terms.links
    seeded = 0
    for wager, meter in after.items():
        old = before.get(wager)
        if wager in links:
            put_in = meter.contributed - (old.contributed if old else 0)
            yield f"jackpot:{links[wager]}:in", put_in
            continue
        display, reserve, put_in = (old.display, old.reserve, old.seeded) if old else (0, 0, 0)
        yield f"jackpot:{table}.{wager}:display", meter.display - display
        yield f"jackpot:{table}.{wager}:reserve", meter.reserve - reserve
        seeded += meter.seeded - put_in
    yield "house:seed", -seeded


def buy_in_postings(terms: TableTerms, account: str, seat: int, cents: int) -> tuple[Posting, ...]:
    """Return the postings of chips bought at the table: money drops, chips leave the tray."""
    if terms.has_own_chips:
        return ()
    table = terms.id
    units = cents * UNITS_PER_CENT
    return (
        Posting(f"wallet:{account}", -units),
        Posting(f"drop:{table}", units),
        Posting(f"tray:{table}", -units),
        Posting(f"stack:{table}:{seat}", units),
    )


def cash_out_postings(
    terms: TableTerms, account: str, seat: int, cents: int
) -> tuple[Posting, ...]:
    """Return the postings of a player who leaves: chips go to the cage, money comes out of it."""
    if terms.has_own_chips:
        return ()
    table = terms.id
    units = cents * UNITS_PER_CENT
    return (
        Posting(f"stack:{table}:{seat}", -units),
        Posting("cage:chips", units),
        Posting("cage:money", -units),
        Posting(f"wallet:{account}", units),
    )
