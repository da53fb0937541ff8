"""What a progressive is worth with its meter: now, at break-even, and in the long run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.exact.odds import WagerOdds
from pitboss.rulebook.house import parse_dollars, parse_share
from pitboss.rulebook.library import game as game_of

_CENTS = 100
_THOUSAND = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterValue:
    """What is asked about a meter: how much it shows, how it is fed and seeded."""

    meter: int | None = None
    """Cents on display."""
    contribution: Fraction | None = None
    seed: int | None = None
    """Cents, for the wager the dollars of the table are printed for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressiveOdds:
    """A progressive for one dollar wagered, or for its printed base wager."""

    wager: int
    """The wager in cents that everything here is for."""
    share: Fraction
    """Of the meter, won in one round on average."""
    per_thousand: Fraction
    """What each $1,000 of meter adds to the return of one dollar wagered."""
    break_even: Fraction
    """The meter in dollars at which the wager costs nothing."""
    edge_at_meter: Fraction | None
    long_run_edge: Fraction | None
    """With everything fed and seeded paid out in the end."""
    contribution: Fraction | None
    seed: int | None

    def as_json(self) -> dict[str, Any]:
        """Return it as `pitboss odds --json` prints it."""
        return {
            "wager": self.wager,
            "share": str(self.share),
            "per_thousand": str(self.per_thousand),
            "break_even_meter": str(self.break_even),
            "edge_at_meter": _text(self.edge_at_meter),
            "long_run_edge": _text(self.long_run_edge),
            "contribution": _text(self.contribution),
            "seed": self.seed,
        }

    def lines(self) -> Iterator[tuple[str, str]]:
        """Yield it in words, name and text."""
        yield "share of the meter", f"{float(self.share):.10f}   {self.share}"
        yield "per $1,000 of meter", f"{float(self.per_thousand):+.6%} return"
        yield "break-even meter", f"${float(self.break_even):,.2f} for ${self.wager / _CENTS:g}"
        if self.edge_at_meter is not None:
            yield "edge at this meter", f"{float(self.edge_at_meter):.6%}"
        if self.long_run_edge is not None:
            assert self.contribution is not None
            fed = f"{float(self.contribution):.2%} fed, seed ${(self.seed or 0) / _CENTS:,.2f}"
            yield "long-run edge", f"{float(self.long_run_edge):.6%} ({fed})"


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def meter_value(item: WagerOdds, asked: MeterValue) -> ProgressiveOdds:
    """Return what the meter adds to a progressive wager.

    In the long run everything that goes into a meter is won: the share fed from each wager, and
    the seed at every full award. So the long-run edge is the edge of the fixed pays less the
    contribution, less the seed as often as it is won.

    >>> from pitboss.exact.odds import odds
    >>> (found,) = odds("wa/spanish-21", wager="jackpot-1", table="3c-5")
    >>> float(
    ...     round(meter_value(found, MeterValue(contribution=Fraction(21, 100))).long_run_edge, 4)
    ... )
    0.1045
    """
    assert item.meter is not None
    table = next(t for t in game_of(item.game).tables_of(item.wager) if t.id == item.table)
    wager = table.base_wager or _CENTS
    terms = game_of(item.game).wager(item.wager).jackpot
    contribution, seed = asked.contribution, asked.seed
    if contribution is None:
        printed = table.increment or (terms.contribution if terms else None)
        contribution = None if printed is None else parse_share(printed)
    if seed is None and table.seed:
        seed = parse_dollars(table.seed)
    share = item.meter.share
    edge_at = None if asked.meter is None else item.edge - share * asked.meter / wager
    long_run = None
    if contribution is not None:
        long_run = item.edge - contribution - item.meter.full_awards * (seed or 0) / wager
    return ProgressiveOdds(
        wager=wager,
        share=share,
        per_thousand=share * _THOUSAND * _CENTS / wager,
        break_even=item.edge * wager / share / _CENTS,
        edge_at_meter=edge_at,
        long_run_edge=long_run,
        contribution=contribution,
        seed=seed,
    )
