"""Orders for figures: odds, solve, simulate, compare and find."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsOrder:
    """Compute the exact odds of wagers: probabilities, house edge, variance and meter."""

    game: Annotated[str | None, Argument(help="The id of a game; leave it out for all games.")] = (
        None
    )
    wager: Annotated[str | None, Option(help="Show this wager only.")] = None
    table: Annotated[str | None, Option(help="Show this pay table only.")] = None
    decks: Annotated[int | None, Option(help="Show this deck count only.")] = None
    option: Annotated[
        list[str] | None,
        Option(
            "-o",
            metavar="KEY=VALUE",
            help="Set a house option, an operator-set pay (pay.ROW) or an alternate. "
            "Repeat it for each.",
        ),
    ] = None
    meter: Annotated[
        str | None, Option(help="Value the wager with this many dollars on its meter.")
    ] = None
    everything: Annotated[bool, Option("--all", help="Show every wager of every game.")] = False
    best_play: Annotated[
        bool | None,
        Option(
            "--best-play/--no-best-play",
            help="Solve the main game where its play decides a wager; the default for one game.",
        ),
    ] = None
    as_csv: Annotated[
        bool, Option("--csv", help="Print CSV, a line for each row of a pay table.")
    ] = False
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOrder:
    """Solve the main game: its exact house edge, its best strategy and what each rule costs."""

    game: Annotated[str | None, Argument(help="A game id, as 'pitboss games' lists them.")] = None
    everything: Annotated[
        bool,
        Option("--all", help="Solve every game with its usual options and list them in one table."),
    ] = False
    option: Options = None
    wager: Annotated[
        str | None, Option(help="Count the Super Bonus for a main wager of this many dollars.")
    ] = None
    effects: Annotated[
        bool, Option("--effects", help="Also solve the game with each option changed.")
    ] = False
    split_play: Annotated[
        str | None,
        Option(
            metavar="PLAY",
            help="Play hands made by a split best (best, the default), or like the same cards as"
            " dealt (as-unsplit).",
        ),
    ] = None
    charts: Annotated[
        Path | None,
        Option(help="Write the strategy charts to a file that ends in .html, .pdf or .txt."),
    ] = None
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateOrder:
    """Simulate a table and report its house edge with the standard error."""

    game: GameId
    rounds: Annotated[str, Option(metavar="N", help="Play this many rounds: 1000000, 1e9.")]
    option: Options = None
    house: HouseFile = None
    strategy: Annotated[
        str,
        Option(
            metavar="NAME|FILE",
            help="Play by the optimal strategy, by its chart, or by a strategy file.",
        ),
    ] = "optimal"
    seats: Annotated[int, Option(help="Let this many seats play, 1 to 7.")] = 1
    penetration: Annotated[
        str | None,
        Option(metavar="P", help="Deal this part of each shoe before shuffling: 0.75 or 75%."),
    ] = None
    fresh: Annotated[bool, Option("--fresh", help="Shuffle before every round; the default.")] = (
        False
    )
    seed: Annotated[int, Option(help="The same seed gives the same rounds.")] = 0
    device: Annotated[str, Option(help="Run on this device: cpu, cuda or auto.")] = "cpu"
    threads: Annotated[
        int | None, Option(help="Use this many threads; the default is one for each core.")
    ] = None
    cluster: Annotated[
        str | None,
        Option(metavar="ADDRESS", help="Run on the cluster of this scheduler: tcp://host:8786."),
    ] = None
    until: Annotated[
        str | None,
        Option(
            metavar="ERROR",
            help="Stop once the standard error of the house edge is this small: 0.01%.",
        ),
    ] = None
    parquet: Annotated[Path | None, Option(help="Also write the result as a Parquet table.")] = None
    export: Annotated[
        Path | None,
        Option(
            help="Also write every round to a Parquet file, a row for each seat, with cards and "
            "decisions; at most 1,000,000 rounds, a few hundred a second."
        ),
    ] = None
    checkpoint: Annotated[
        Path | None, Option(help="Keep the run in this file and continue from it.")
    ] = None
    count: Annotated[
        str | None,
        Option(
            metavar="NAME|TAGS|FILE",
            help="Let the first seat count: hi-lo, '2=1 3=1 .. A=-1', or a file.",
        ),
    ] = None
    spread: Annotated[
        str | None,
        Option(
            metavar="RAMP|FILE",
            help="Bet by the count: 1-8, or '1@0 2@1 4@2'; without it, one unit.",
        ),
    ] = None
    true: Annotated[
        str | None, Option(help="Round the true count by floor, truncate, round or exact.")
    ] = None
    decks_seen: Annotated[
        int, Option(help="Estimate the unseen cards in steps of 1, 26 or 52.")
    ] = 1
    indices: Annotated[
        str | None,
        Option(
            metavar="NAME|N|FILE",
            help="Play hands by the count: none, i18, the N best plays, or a file.",
        ),
    ] = None
    enter: Annotated[
        int | None, Option(metavar="TC", help="Watch, and play from this true count on.")
    ] = None
    leave: Annotated[
        int | None, Option(metavar="TC", help="Leave at this true count or below.")
    ] = None
    hands: Annotated[
        str | None, Option(metavar="2@TC", help="Play two hands from a true count on.")
    ] = None
    side: Annotated[
        list[str] | None,
        Option(
            metavar="WAGER@TC>=N",
            help="Make a side wager from a true count on, or from an exact value on "
            "(WAGER@value>=1%). Repeat it for each.",
        ),
    ] = None
    after_cut: Annotated[
        int, Option(help="Deal this many rounds after the cut card came: 0 or 1.")
    ] = 0
    cover: Annotated[
        Path | None, Option(help="Read errors and cover of the counter from this file.")
    ] = None
    trips: Annotated[
        str | None,
        Option(metavar="ROUNDS:BANK", help="Also play trips of so many rounds with a bankroll."),
    ] = None
    cube: Annotated[
        Path | None, Option(help="Write the rounds by depth and count to a Parquet file.")
    ] = None
    plot: Annotated[
        Path | None,
        Option(
            help="Draw the counts, the depths and SCORE by the cut card to a file that ends in "
            ".svg or .png."
        ),
    ] = None
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOrder:
    """Put games, house files or pay tables side by side: what differs, pays, edges, hits."""

    subjects: Annotated[
        list[str],
        Argument(metavar="A B", help="Games, house files, or pay tables as GAME:WAGER:TABLE."),
    ]
    option: Annotated[
        list[str] | None,
        Option("-o", metavar="KEY=VALUE", help="An option for all of them: decks=6 ..."),
    ] = None
    decks: Annotated[int | None, Option(help="The deck count for all of them.")] = None
    pace: Annotated[int | None, Option(help="Rounds an hour: also show what the tables earn.")] = (
        None
    )
    average_bet: Annotated[
        list[str] | None,
        Option(metavar="DOLLARS", help="With --pace: 15 for the main wager, match-up=5."),
    ] = None
    share: Annotated[
        list[str] | None,
        Option(metavar="WAGER=SHARE", help="With --pace: match-up=40% of hands make it."),
    ] = None
    seats: Annotated[int, Option(help="With --pace: seats that play.")] = 5
    shift: Annotated[int, Option(help="With --pace: hours of a shift.")] = 8
    drop: Annotated[
        str | None,
        Option(metavar="DOLLARS", help="With --pace: what one seat buys in for in an hour."),
    ] = None
    out: Annotated[Path | None, Option(help="Write a file instead: .html, .pdf, .md or .csv.")] = (
        None
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOrder:
    """Find pay tables in the whole rule book by wager, deck count, edge and hit frequency."""

    wager: Annotated[
        str, Option(help="A word of the wager's id or name; jackpot is every jackpot wager.")
    ] = ""
    game: Annotated[str, Option(help="A part of the game's id: spanish, co/ ...")] = ""
    decks: Annotated[int | None, Option(help="Only this deck count.")] = None
    edge: Annotated[str, Option(metavar="RANGE", help="House edge: 8%..12%, ..5% or 3%.. .")] = ""
    hit: Annotated[str, Option(metavar="RANGE", help="How often anything is paid: 15%.. .")] = ""
    sort: Annotated[str, Option(help="edge, hit, sd or table.")] = "edge"
    as_json: Json = False
