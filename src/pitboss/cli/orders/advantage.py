"""Orders about advantage play: risk and protect."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pitboss.cli.orders.shared import HouseFile, Json, Options


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
