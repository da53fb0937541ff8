"""Orders for figures: odds, solve, simulate, compare and find."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options, by_name, by_place


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsOrder:
    """Compute the exact odds of wagers: probabilities, house edge, variance and meter."""

    game: str | None = by_place("The id of a game; leave it out for all games.")
    wager: str | None = by_name("Show this wager only.")
    table: str | None = by_name("Show this pay table only.")
    decks: int | None = by_name("Show this deck count only.")
    option: list[str] | None = by_name(
        "Set a house option, an operator-set pay (pay.ROW) or an alternate. Repeat it for each.",
        "-o",
        metavar="KEY=VALUE",
    )
    meter: str | None = by_name("Value the wager with this many dollars on its meter.")
    everything: bool = by_name("Show every wager of every game.", "--all", default=False)
    best_play: bool | None = by_name(
        "Solve the main game where its play decides a wager; the default for one game.",
        "--best-play/--no-best-play",
    )
    as_csv: bool = by_name("Print CSV, a line for each row of a pay table.", "--csv", default=False)
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOrder:
    """Solve the main game: its exact house edge, its best strategy and what each rule costs."""

    game: str | None = by_place("A game id, as 'pitboss games' lists them.")
    everything: bool = by_name(
        "Solve every game with its usual options and list them in one table.",
        "--all",
        default=False,
    )
    option: Options = None
    wager: str | None = by_name("Count the Super Bonus for a main wager of this many dollars.")
    effects: bool = by_name(
        "Also solve the game with each option changed.", "--effects", default=False
    )
    split_play: str | None = by_name(
        "Play hands made by a split best (best, the default), or like the same cards as"
        " dealt (as-unsplit).",
        metavar="PLAY",
    )
    charts: Path | None = by_name(
        "Write the strategy charts to a file that ends in .html, .pdf or .txt."
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateOrder:
    """Simulate a table and report its house edge with the standard error."""

    game: GameId
    rounds: str = by_name("Play this many rounds: 1000000, 1e9.", metavar="N", default=MISSING)
    option: Options = None
    house: HouseFile = None
    strategy: str = by_name(
        "Play by the optimal strategy, by its chart, or by a strategy file.",
        metavar="NAME|FILE",
        default="optimal",
    )
    seats: int = by_name("Let this many seats play, 1 to 7.", default=1)
    penetration: str | None = by_name(
        "Deal this part of each shoe before shuffling: 0.75 or 75%.", metavar="P"
    )
    fresh: bool = by_name("Shuffle before every round; the default.", "--fresh", default=False)
    seed: int = by_name("The same seed gives the same rounds.", default=0)
    device: str = by_name("Run on this device: cpu, cuda or auto.", default="cpu")
    threads: int | None = by_name("Use this many threads; the default is one for each core.")
    cluster: str | None = by_name(
        "Run on the cluster of this scheduler: tcp://host:8786.", metavar="ADDRESS"
    )
    until: str | None = by_name(
        "Stop once the standard error of the house edge is this small: 0.01%.", metavar="ERROR"
    )
    parquet: Path | None = by_name("Also write the result as a Parquet table.")
    export: Path | None = by_name(
        "Also write every round to a Parquet file, a row for each seat, with cards and "
        "decisions; at most 1,000,000 rounds, a few hundred a second."
    )
    checkpoint: Path | None = by_name("Keep the run in this file and continue from it.")
    count: str | None = by_name(
        "Let the first seat count: hi-lo, '2=1 3=1 .. A=-1', or a file.", metavar="NAME|TAGS|FILE"
    )
    spread: str | None = by_name(
        "Bet by the count: 1-8, or '1@0 2@1 4@2'; without it, one unit.", metavar="RAMP|FILE"
    )
    true: str | None = by_name("Round the true count by floor, truncate, round or exact.")
    decks_seen: int = by_name("Estimate the unseen cards in steps of 1, 26 or 52.", default=1)
    indices: str | None = by_name(
        "Play hands by the count: none, i18, the N best plays, or a file.", metavar="NAME|N|FILE"
    )
    enter: int | None = by_name("Watch, and play from this true count on.", metavar="TC")
    leave: int | None = by_name("Leave at this true count or below.", metavar="TC")
    hands: str | None = by_name("Play two hands from a true count on.", metavar="2@TC")
    side: list[str] | None = by_name(
        "Make a side wager from a true count on, or from an exact value on "
        "(WAGER@value>=1%). Repeat it for each.",
        metavar="WAGER@TC>=N",
    )
    after_cut: int = by_name("Deal this many rounds after the cut card came: 0 or 1.", default=0)
    cover: Path | None = by_name("Read errors and cover of the counter from this file.")
    trips: str | None = by_name(
        "Also play trips of so many rounds with a bankroll.", metavar="ROUNDS:BANK"
    )
    cube: Path | None = by_name("Write the rounds by depth and count to a Parquet file.")
    plot: Path | None = by_name(
        "Draw the counts, the depths and SCORE by the cut card to a file that ends in .svg or .png."
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOrder:
    """Put games, house files or pay tables side by side: what differs, pays, edges, hits."""

    subjects: list[str] = by_place(
        "Games, house files, or pay tables as GAME:WAGER:TABLE.", metavar="A B", default=MISSING
    )
    option: list[str] | None = by_name(
        "An option for all of them: decks=6 ...", "-o", metavar="KEY=VALUE"
    )
    decks: int | None = by_name("The deck count for all of them.")
    pace: int | None = by_name("Rounds an hour: also show what the tables earn.")
    average_bet: list[str] | None = by_name(
        "With --pace: 15 for the main wager, match-up=5.", metavar="DOLLARS"
    )
    share: list[str] | None = by_name(
        "With --pace: match-up=40% of hands make it.", metavar="WAGER=SHARE"
    )
    seats: int = by_name("With --pace: seats that play.", default=5)
    shift: int = by_name("With --pace: hours of a shift.", default=8)
    drop: str | None = by_name(
        "With --pace: what one seat buys in for in an hour.", metavar="DOLLARS"
    )
    out: Path | None = by_name("Write a file instead: .html, .pdf, .md or .csv.")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOrder:
    """Find pay tables in the whole rule book by wager, deck count, edge and hit frequency."""

    wager: str = by_name(
        "A word of the wager's id or name; jackpot is every jackpot wager.", default=""
    )
    game: str = by_name("A part of the game's id: spanish, co/ ...", default="")
    decks: int | None = by_name("Only this deck count.")
    edge: str = by_name("House edge: 8%..12%, ..5% or 3%.. .", metavar="RANGE", default="")
    hit: str = by_name("How often anything is paid: 15%.. .", metavar="RANGE", default="")
    sort: str = by_name("edge, hit, sd or table.", default="edge")
    as_json: Json = False
