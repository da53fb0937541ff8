"""Orders about counting cards and advantage play: count, risk and protect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class CountOrder:
    """Show what a card that is gone changes, how well counts follow it, and the best tags."""

    game: GameId
    option: Options = None
    house: HouseFile = None
    wager: Annotated[
        str | None, Option(help="Count for this side wager; the main game is the default.")
    ] = None
    table: Annotated[str | None, Option(help="With this pay table.")] = None
    system: Annotated[
        str | None,
        Option(
            metavar="SYSTEM",
            help="A count: a name (hi-lo, ko ...), tags ('5=1 A=-1', or ten numbers for 2 to 9, "
            "T and A), 'suit difference', or a file (TOML or JSON).",
        ),
    ] = None
    design: Annotated[
        int | None, Option(metavar="LEVEL", help="Find the best tags of this level, 1 to 4.")
    ] = None
    balanced: Annotated[
        bool, Option("--balanced", help="Find balanced tags only: their sum is 0.")
    ] = False
    suits: Annotated[bool, Option("--suits", help="Find tags that may differ by suit.")] = False
    indices: Annotated[
        str | None,
        Option(metavar="N|all", help="Find so many index plays, or all; without a number 18."),
    ] = None
    unseen: Annotated[
        str | None,
        Option(
            metavar="CARDS", help="The cards left: all of them ('As 7h'), or by number ('5=12')."
        ),
    ] = None
    gone: Annotated[
        str | None,
        Option(metavar="CARDS", help="The cards no longer in the shoe: 'As 7h', '5=12'."),
    ] = None
    meter: Annotated[
        str | None, Option(metavar="DOLLARS", help="Value a jackpot with this on its meter.")
    ] = None
    hunters: Annotated[
        int | None,
        Option(help="Simulate so many hunters of the jackpot, who bet only where it pays."),
    ] = None
    tables: Annotated[
        int | None, Option(help="Tables that feed its meter; one a hunter by default.")
    ] = None
    seats: Annotated[
        int | None,
        Option(help="Seats of each, hunters included; 6 by default, all but hunters bet."),
    ] = None
    must_hit_by: Annotated[
        str | None,
        Option(
            metavar="DOLLARS", help="The meter is hit by a hidden amount up to here, if not before."
        ),
    ] = None
    rounds: Annotated[
        str | None, Option(metavar="N", help="Rounds of each table with hunters; 1e5 by default.")
    ] = None
    seed: Annotated[int | None, Option(help="The same seed gives the same hunt; 0 by default.")] = (
        None
    )
    rounds_an_hour: Annotated[
        int | None, Option(help="Rounds an hour of a hunter; 70 by default.")
    ] = None
    plot: Annotated[
        Path | None,
        Option(
            help="Draw what each card changes, and what a side wager may be worth at the cut card, "
            "to a file that ends in .svg or .png."
        ),
    ] = None
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

    file: Annotated[
        Path | None,
        Option(
            "--from", help="Read the bet from the --json output of simulate, solve, odds or count."
        ),
    ] = None
    ev: Annotated[float | None, Option(metavar="UNITS", help="The expectation of a round.")] = None
    sd: Annotated[
        float | None, Option(metavar="UNITS", help="The standard deviation of a round.")
    ] = None
    bank: Annotated[
        str | None, Option(metavar="B", help="The bank in units, or in dollars: '$10000'.")
    ] = None
    rounds: Annotated[str | None, Option(metavar="N", help="The rounds of a trip: 1600, 1e5.")] = (
        None
    )
    goal: Annotated[
        str | None, Option(metavar="G", help="The amount to win, in units or dollars.")
    ] = None
    kelly: Annotated[
        float | None, Option(metavar="K", help="The part of the Kelly bet: 1, 0.5 ...")
    ] = None
    risk: Annotated[
        str | None, Option(metavar="R", help="The risk of ruin to accept: 5% or 0.05.")
    ] = None
    unit: Annotated[str | None, Option(metavar="DOLLARS", help="The dollars of a unit.")] = None
    seed: Annotated[int, Option(help="The seed of the simulated trips.")] = 0
    curve: Annotated[
        Path | None, Option(help="Draw the curves to a file that ends in .svg or .png.")
    ] = None
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtectOrder:
    """Show what counters win at a table and what each counter-measure does, or who counts."""

    game: Annotated[str | None, Argument(help="The id of a game; leave it out with --house.")] = (
        None
    )
    option: Options = None
    house: HouseFile = None
    min: Annotated[str | None, Option(metavar="DOLLARS", help="The smallest main wager.")] = None
    max: Annotated[str | None, Option(metavar="DOLLARS", help="The largest main wager.")] = None
    rounds_an_hour: Annotated[int | None, Option(help="Rounds an hour; 70 by default.")] = None
    penetration: Annotated[
        str | None,
        Option(metavar="P", help="The part of the shoe dealt, or several: 75% or 75%,83%."),
    ] = None
    rounds: Annotated[
        str | None,
        Option(metavar="N", help="Simulate this many rounds for each counter: 4e7 by default."),
    ] = None
    records: Annotated[
        Path | None, Option(help="Judge the players of these round records (.jsonl or .parquet).")
    ] = None
    player: Annotated[
        list[str] | None,
        Option(metavar="NAME", help="Judge this player only; repeat it for several."),
    ] = None
    out: Annotated[Path | None, Option(help="Write a file instead: .html, .pdf, .md or .csv.")] = (
        None
    )
    as_json: Json = False
