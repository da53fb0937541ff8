"""Orders about counting cards and advantage play: count, risk and protect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.orders.shared import Json, Unread, by_name
from pitboss.questions.advantage import Count, Protect, RiskOfBank
from pitboss.questions.table import AtTable


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOrder:
    """Show what a card that is gone changes, how well counts follow it, and the best tags."""

    at: AtTable
    ask: Count
    table: str | None = by_name("With this pay table.")
    hunters: int | None = by_name(
        "Simulate so many hunters of the jackpot, who bet only where it pays."
    )
    tables: int | None = by_name("Tables that feed its meter; one a hunter by default.")
    seats: int | None = by_name(
        "Seats of each, hunters included; the house's, or 6. All but hunters bet."
    )
    must_hit_by: str | None = by_name(
        "The meter is hit by a hidden amount up to here, if not before.", metavar="DOLLARS"
    )
    rounds: str | None = by_name("Rounds of each table with hunters; 1e5 by default.", metavar="N")
    seed: int | None = by_name("The same seed gives the same hunt; 0 by default.")
    rounds_an_hour: int | None = by_name("Rounds an hour of a hunter; the house's, or 70.")
    plot: Path | None = by_name(
        "Draw what each card changes, and what a side wager may be worth at the cut card, "
        "to a file that ends in .svg or .png."
    )
    as_json: Json = False
    unread: Unread = ()


def with_indices(arguments: list[str]) -> list[str]:
    """Return arguments in which `--indices` of `count` has its number: 18 if none is written.

    >>> with_indices(["count", "wa/spanish-21", "--indices", "--json"])
    ['count', 'wa/spanish-21', '--indices', '18', '--json']
    """
    if "count" not in arguments[:2] or "--indices" not in arguments:
        return arguments
    after = arguments.index("--indices") + 1
    named = arguments[after : after + 1]
    written = bool(named) and (named[0] == "all" or named[0].lstrip("-")[:1].isdigit())
    return arguments if written else [*arguments[:after], "18", *arguments[after:]]


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskOrder:
    """Compute the risk of a bankroll: ruin, goals, Kelly bets, N0 and SCORE."""

    ask: RiskOfBank
    house: Path | None = by_name(
        "Take the bet from the main game of this house file, played its best way at one amount."
    )
    curve: Path | None = by_name("Draw the curves to a file that ends in .svg or .png.")
    as_json: Json = False
    unread: Unread = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectOrder:
    """Show what counters win at a table and what each counter-measure does, or who counts."""

    at: AtTable
    ask: Protect
    out: Path | None = by_name("Write a file instead: .html, .pdf, .md or .csv.")
    as_json: Json = False
    unread: Unread = ()
