"""Orders at the table: play, train and advise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.orders.shared import HouseFile, Json, Options, Plain, by_name, by_place
from pitboss.questions.game import Advise
from pitboss.questions.table import AtTable


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOrder:
    """Play a game at the terminal table and keep every round as a record."""

    game: str = by_place(
        "The id of a game ('pitboss games' lists them) or a house file; leave it out with --house.",
        default="",
    )
    server: str = by_name(
        "Sit down at a table of this server, as 'pitboss serve' runs one.",
        metavar="URL",
        default="",
    )
    option: Options = None
    house: HouseFile = None
    seats: int = by_name("Play this many seats yourself.", default=1)
    bots: int = by_name("Seat this many other players.", default=0)
    bankroll: str | None = by_name(
        "Sit down with this many dollars; without it, with what you left with."
    )
    fresh: bool = by_name(
        "Start with $500 and new meters, and keep neither.", "--fresh", default=False
    )
    seed: str | None = by_name("Any text; the same text gives the same shoes.")
    record: Path | None = by_name("Write the session here instead of into your data folder.")
    plain: Plain = False
    rounds: int | None = by_name("Leave after this many rounds.")
    hints: bool = by_name(
        "Show what each mistake costs, or do not.", "--hints/--no-hints", default=True
    )
    system: str | None = by_name(
        "Show the count of this system at a key; hi-lo without it.", metavar="NAME|TAGS|FILE"
    )
    as_json: bool = by_name("Print each round's record as a line of JSON.", "--json", default=False)

    @property
    def at(self) -> AtTable:
        """The table that is named, as other commands are asked about it."""
        return AtTable(game=self.game, option=tuple(self.option or ()), house=self.house)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOrder:
    """Practise decisions, the hard ones more often, and keep your score."""

    at: AtTable
    count: int | None = by_name("Ask this many times; 20 without it, and 4 for a countdown.")
    theme: str = by_name(
        "Ask only these: pairs, soft, hard, rescue, insurance, switch, poker, setting; "
        "or drill counting: countdown, true-count, index-plays, decks, bets.",
        default="all",
    )
    system: str | None = by_name(
        "Count by hi-lo, '2=1 3=1 .. A=-1', or a file.", metavar="NAME|TAGS|FILE"
    )
    pace: float | None = by_name(
        "Countdown: show the next cards after so long; 0: at a key. 1 without it.",
        metavar="SECONDS",
    )
    group: int | None = by_name(
        "Countdown: show so many cards at once; 1 without it.", metavar="CARDS"
    )
    stop: int | None = by_name(
        "Countdown: ask after about so many cards; 26 without it.", metavar="CARDS"
    )
    decks_seen: int | None = by_name(
        "True count: show the tray in steps of 1, 26 or 52; 26 without it.", metavar="CARDS"
    )
    seed: str | None = by_name("Any text; the same text gives the same hands.")
    dealer: bool = by_name(
        "Learn to deal: what to ask, pays, the order of settlement, wrong pays to find.",
        "--dealer",
        default=False,
    )
    plain: Plain = False
    score: Path | None = by_name("Keep the score here instead of in your data folder.")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviseOrder:
    """List every legal choice with a hand and its expected value, the best first."""

    at: AtTable
    ask: Advise
    as_json: Json = False
