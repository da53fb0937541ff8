"""The expected value of a progressive with its meter: now, at break-even, and in the long run.

In the long run everything that goes into a meter is won: the share fed from each wager, and the
seed at every award of 100 %. A reserve, the part of the contribution kept for the next seed, only
changes when it is won.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.exact.odds.wager_odds import MeterValue, WagerOdds
from pitboss.rulebook.house import parse_share
from pitboss.rulebook.model import JackpotTerms, PayTable
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.pays import fixed_ratio
from pitboss.rulebook.reading.library import game as game_of

_CENTS = 100
_THOUSAND = 1000
GIVEN = "given"
PRINTED = "printed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feeding:
    """How a meter is fed and seeded, and the source of that."""

    contribution: Fraction | None
    contribution_from: str | None
    """`given`, `printed`, or `inferred` from the document's own figures."""
    seed: int | None
    """Cents."""
    seed_from: str | None

    @classmethod
    def from_terms(cls, known: MeterValue, table: PayTable, terms: JackpotTerms | None) -> Feeding:
        """Take the given terms, else those printed at the table or with the game's jackpots."""
        contribution = known.contribution
        by = GIVEN
        if contribution is None and table.increment:
            contribution = parse_share(table.increment)
            by = PRINTED
        elif contribution is None and terms is not None and terms.contribution:
            contribution = parse_share(terms.contribution)
            by = terms.contribution_status
        seed = known.seed
        seed_by = GIVEN
        if seed is None and table.seed:
            seed = parse_dollars(table.seed)
            seed_by = PRINTED
        return cls(
            contribution=contribution,
            contribution_from=None if contribution is None else by,
            seed=seed,
            seed_from=None if seed is None else seed_by,
        )

    @property
    def words(self) -> str:
        """How it is fed, for people."""
        assert self.contribution is not None
        fed = f"{float(self.contribution):.2%} fed ({self.contribution_from})"
        if self.seed is None:
            return f"{fed}, no seed"
        return f"{fed}, seed ${self.seed / _CENTS:,.2f} ({self.seed_from})"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveOdds:
    """A progressive for one dollar wagered, or for its printed base wager."""

    wager: int
    """The wager in cents that everything here is for."""
    share: Fraction
    """Of the meter, won in one round on average."""
    per_thousand: Fraction
    """The extra return of one dollar wagered for each $1,000 of meter."""
    break_even: Fraction
    """The meter in dollars at which the wager costs nothing."""
    edge_at_meter: Fraction | None
    mean_meter: Fraction | None
    """Dollars on the meter when it is hit, on average over time."""
    long_run_edge: Fraction | None
    """The edge after everything fed and seeded is paid out."""
    feeding: Feeding

    def as_json(self) -> dict[str, Any]:
        """Return the record of `pitboss odds --json`."""
        return {
            "wager": self.wager,
            "share": str(self.share),
            "per_thousand": str(self.per_thousand),
            "break_even_meter": str(self.break_even),
            "edge_at_meter": _text(self.edge_at_meter),
            "mean_meter": _text(self.mean_meter),
            "long_run_edge": _text(self.long_run_edge),
            "contribution": _text(self.feeding.contribution),
            "contribution_from": self.feeding.contribution_from,
            "seed": self.feeding.seed,
            "seed_from": self.feeding.seed_from,
        }

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield the figures for people, name and text."""
        wager = f"for ${self.wager / _CENTS:g}"
        yield "share of the meter", f"{float(self.share):.10f}   {self.share}"
        yield "per $1,000 of meter", f"{float(self.per_thousand):+.6%} return"
        yield "break-even meter", f"${float(self.break_even):,.2f} {wager}"
        if self.edge_at_meter is not None:
            yield "edge at this meter", f"{float(self.edge_at_meter):.6%}"
        if self.mean_meter is None or self.long_run_edge is None:
            setting = "-o contribution=... -o seed=... -o wager=..."
            yield "long-run edge", f"the house sets it: {setting}"
            return
        yield "mean meter when hit", f"${float(self.mean_meter):,.2f} {wager}"
        yield "long-run edge", f"{float(self.long_run_edge):.6%}   {self.long_run_edge}"
        seeded = "" if self.feeding.seed is None else f", {wager} wagered"
        yield "meter", f"{self.feeding.words}{seeded}"


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def paid_by_meter(item: WagerOdds, table: PayTable | None) -> Fraction:
    """Return the fixed pays that the house takes out of the meter, for one unit wagered."""
    if table is None:
        return Fraction(0)
    pays = {(row.name, row.column): row.pay for row in table.rows if row.from_jackpot}
    paid = ((row.probability, pays.get((row.name, row.column))) for row in item.rows)
    return sum((p * fixed_ratio(pay) for p, pay in paid if pay is not None), Fraction(0))


def meter_value(
    item: WagerOdds, known: MeterValue, wager_cents: int | None = None
) -> ProgressiveOdds:
    """Return the value of the meter for a progressive wager of *wager_cents*.

    Without an amount it is the wager for which the document prints its dollars.

    The long-run edge is the edge of the fixed pays, less the contribution, less the seed times the
    probability of 100 %; fixed pays that the meter pays cost the house nothing more. On average the
    meter is at the level where the share of it paid in a round equals what a round feeds and seeds.

    >>> from pitboss.exact.odds.wagers import odds
    >>> (item,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    >>> float(round(meter_value(item, MeterValue(contribution=Fraction(21, 100))).long_run_edge, 4))
    0.1045
    """
    assert item.meter is not None
    table = next(t for t in game_of(item.game).tables_of(item.wager) if t.id == item.table)
    wager = wager_cents or known.wager or table.base_wager or _CENTS
    share = item.meter.share
    feeding = Feeding.from_terms(known, table, game_of(item.game).wager(item.wager).jackpot)
    edge_at = None if known.meter is None else item.edge - share * known.meter / wager
    mean = long_run = None
    if feeding.contribution is not None:
        # Of one unit wagered.
        comes_in = feeding.contribution + item.meter.full_awards * (feeding.seed or 0) / wager
        # A meter that pays out more than it gets is empty, and the house pays the rest.
        comes_in = max(Fraction(0), comes_in - (known.pays or 0))
        mean = comes_in * wager / share / _CENTS
        long_run = item.edge - comes_in
    return ProgressiveOdds(
        wager=wager,
        share=share,
        per_thousand=share * _THOUSAND * _CENTS / wager,
        break_even=item.edge * wager / share / _CENTS,
        edge_at_meter=edge_at,
        mean_meter=mean,
        long_run_edge=long_run,
        feeding=feeding,
    )
