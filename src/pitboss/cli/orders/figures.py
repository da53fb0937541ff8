"""Orders for figures: odds, solve, simulate, compare and find."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.orders.shared import HouseFile, Json, Unread, by_name, by_place
from pitboss.questions.game import DesignPays, Find, Solve
from pitboss.questions.runs import Dataset, Simulate
from pitboss.questions.table import AtTable


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsOrder:
    """Compute the exact odds of wagers: probabilities, house edge, variance and meter."""

    game: str | None = by_place("The id of a game, or a house file; leave it out for all games.")
    house: HouseFile = None
    wager: str | None = by_name("Show this wager only.")
    table: str | None = by_name("Show this pay table only.")
    decks: int | None = by_name("Show this deck count only.")
    option: list[str] | None = by_name(
        "Set a house option, an operator-set pay (pay.ROW) or an alternate; with a house file as "
        "everywhere (pay.WAGER.ROW, jackpot.WAGER.seed). Repeat it for each.",
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
class DesignOrder:
    """Find the pay table of a wager with the house edge you want, proven to be the best."""

    at: AtTable
    ask: DesignPays
    change: str | None = by_name(
        "Design the rules instead: the options that may change, with a comma between them.",
        metavar="OPTIONS",
    )
    out: Path | None = by_name("Write the best table as the file of an own game.")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetOrder:
    """Write the decisions of rounds to a file, each with the exact value of every choice."""

    at: AtTable
    ask: Dataset
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreeOrder:
    """Check your own simulator: compare its edge, or its rounds, with the exact figures."""

    at: AtTable
    edge: str | None = by_name("The house edge that your simulator found: 0.62%.", metavar="EDGE")
    error: str | None = by_name("Its standard error: 0.01%.", metavar="ERROR")
    rounds: Path | None = by_name(
        "Its rounds, as round records that carry their results (JSON lines).", metavar="FILE"
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOrder:
    """Solve the main game: its exact house edge, its best strategy and what each rule costs."""

    at: AtTable
    ask: Solve
    everything: bool = by_name(
        "Solve every game with its usual options and list them in one table.",
        "--all",
        default=False,
    )
    effects: bool = by_name(
        "Also solve the game with each option changed.", "--effects", default=False
    )
    charts: Path | None = by_name(
        "Write the strategy charts to a file that ends in .html, .pdf or .txt."
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulateOrder:
    """Simulate a table and report its house edge with the standard error."""

    at: AtTable
    ask: Simulate
    parquet: Path | None = by_name("Also write the result as a Parquet table.")
    cube: Path | None = by_name("Write the rounds by depth and count to a Parquet file.")
    plot: Path | None = by_name(
        "Draw the counts, the depths and SCORE by the cut card to a file that ends in .svg or .png."
    )
    as_json: Json = False
    unread: Unread = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareOrder:
    """Put games, house files, pay tables or two reports side by side: what differs, pays, edges."""

    subjects: list[str] | None = by_place(
        "Games, house files, pay tables as GAME:WAGER:TABLE, or two reports: old.json new.json.",
        metavar="A B",
    )
    house: list[str] | None = by_name(
        "Compare this house file too; repeat it for several.", metavar="FILE"
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
    seats: int | None = by_name("With --pace: seats that play; the house's, or 5.")
    shift: int | None = by_name("With --pace: hours of a shift; the house's, or 8.")
    drop: str | None = by_name(
        "With --pace: what one seat buys in for in an hour.", metavar="DOLLARS"
    )
    out: Path | None = by_name("Write a file instead: .html, .pdf, .md or .csv.")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FindOrder:
    """Find pay tables in the whole rule book by wager, deck count, edge and hit frequency."""

    ask: Find
    as_json: Json = False
