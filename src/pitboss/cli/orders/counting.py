"""Orders about counting cards and advantage play: count, risk and protect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options, by_name, by_place


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOrder:
    """Show what a card that is gone changes, how well counts follow it, and the best tags."""

    game: GameId
    option: Options = None
    house: HouseFile = None
    wager: str | None = by_name("Count for this side wager; the main game is the default.")
    table: str | None = by_name("With this pay table.")
    system: str | None = by_name(
        "A count: a name (hi-lo, ko ...), tags ('5=1 A=-1', or ten numbers for 2 to 9, "
        "T and A), 'suit difference', or a file (TOML or JSON).",
        metavar="SYSTEM",
    )
    design: int | None = by_name("Find the best tags of this level, 1 to 4.", metavar="LEVEL")
    balanced: bool = by_name(
        "Find balanced tags only: their sum is 0.", "--balanced", default=False
    )
    suits: bool = by_name("Find tags that may differ by suit.", "--suits", default=False)
    indices: str | None = by_name(
        "Find so many index plays, or all; without a number 18.", metavar="N|all"
    )
    unseen: str | None = by_name(
        "The cards left: all of them ('As 7h'), or by number ('5=12').", metavar="CARDS"
    )
    gone: str | None = by_name("The cards no longer in the shoe: 'As 7h', '5=12'.", metavar="CARDS")
    meter: str | None = by_name("Value a jackpot with this on its meter.", metavar="DOLLARS")
    hunters: int | None = by_name(
        "Simulate so many hunters of the jackpot, who bet only where it pays."
    )
    tables: int | None = by_name("Tables that feed its meter; one a hunter by default.")
    seats: int | None = by_name(
        "Seats of each, hunters included; 6 by default, all but hunters bet."
    )
    must_hit_by: str | None = by_name(
        "The meter is hit by a hidden amount up to here, if not before.", metavar="DOLLARS"
    )
    rounds: str | None = by_name("Rounds of each table with hunters; 1e5 by default.", metavar="N")
    seed: int | None = by_name("The same seed gives the same hunt; 0 by default.")
    rounds_an_hour: int | None = by_name("Rounds an hour of a hunter; 70 by default.")
    plot: Path | None = by_name(
        "Draw what each card changes, and what a side wager may be worth at the cut card, "
        "to a file that ends in .svg or .png."
    )
    as_json: Json = False


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

    file: Path | None = by_name(
        "Read the bet from the --json output of simulate, solve, odds or count.", "--from"
    )
    ev: float | None = by_name("The expectation of a round.", metavar="UNITS")
    sd: float | None = by_name("The standard deviation of a round.", metavar="UNITS")
    bank: str | None = by_name("The bank in units, or in dollars: '$10000'.", metavar="B")
    rounds: str | None = by_name("The rounds of a trip: 1600, 1e5.", metavar="N")
    goal: str | None = by_name("The amount to win, in units or dollars.", metavar="G")
    kelly: float | None = by_name("The part of the Kelly bet: 1, 0.5 ...", metavar="K")
    risk: str | None = by_name("The risk of ruin to accept: 5% or 0.05.", metavar="R")
    unit: str | None = by_name("The dollars of a unit.", metavar="DOLLARS")
    seed: int = by_name("The seed of the simulated trips.", default=0)
    curve: Path | None = by_name("Draw the curves to a file that ends in .svg or .png.")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectOrder:
    """Show what counters win at a table and what each counter-measure does, or who counts."""

    game: str | None = by_place("The id of a game; leave it out with --house.")
    option: Options = None
    house: HouseFile = None
    min: str | None = by_name("The smallest main wager.", metavar="DOLLARS")
    max: str | None = by_name("The largest main wager.", metavar="DOLLARS")
    rounds_an_hour: int | None = by_name("Rounds an hour; 70 by default.")
    penetration: str | None = by_name(
        "The part of the shoe dealt, or several: 75% or 75%,83%.", metavar="P"
    )
    rounds: str | None = by_name(
        "Simulate this many rounds for each counter: 4e7 by default.", metavar="N"
    )
    records: Path | None = by_name("Judge the players of these round records (.jsonl or .parquet).")
    player: list[str] | None = by_name(
        "Judge this player only; repeat it for several.", metavar="NAME"
    )
    out: Path | None = by_name("Write a file instead: .html, .pdf, .md or .csv.")
    as_json: Json = False
