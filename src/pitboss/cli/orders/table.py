"""Orders at the table: play, train and advise."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options, Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOrder:
    """Play a game at the terminal table and keep every round as a record."""

    game: GameId = ""
    server: Annotated[
        str,
        Option(
            metavar="URL", help="Sit down at a table of this server, as 'pitboss serve' runs one."
        ),
    ] = ""
    option: Options = None
    house: HouseFile = None
    seats: Annotated[int, Option(help="Play this many seats yourself.")] = 1
    bots: Annotated[int, Option(help="Seat this many other players.")] = 0
    bankroll: Annotated[
        str | None,
        Option(help="Sit down with this many dollars; without it, with what you left with."),
    ] = None
    fresh: Annotated[
        bool, Option("--fresh", help="Start with $500 and new meters, and keep neither.")
    ] = False
    seed: Annotated[str | None, Option(help="Any text; the same text gives the same shoes.")] = None
    record: Annotated[
        Path | None, Option(help="Write the session here instead of into your data folder.")
    ] = None
    plain: Plain = False
    rounds: Annotated[int | None, Option(help="Leave after this many rounds.")] = None
    hints: Annotated[
        bool, Option("--hints/--no-hints", help="Show what each mistake costs, or do not.")
    ] = True
    system: Annotated[
        str | None,
        Option(
            metavar="NAME|TAGS|FILE",
            help="Show the count of this system at a key; hi-lo without it.",
        ),
    ] = None
    as_json: Annotated[
        bool, Option("--json", help="Print each round's record as a line of JSON.")
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOrder:
    """Practise decisions, the hard ones more often, and keep your score."""

    game: GameId
    option: Options = None
    count: Annotated[
        int | None, Option(help="Ask this many times; 20 without it, and 4 for a countdown.")
    ] = None
    theme: Annotated[
        str,
        Option(
            help="Ask only these: pairs, soft, hard, rescue, insurance, switch, poker, setting; "
            "or drill counting: countdown, true-count, index-plays."
        ),
    ] = "all"
    system: Annotated[
        str | None,
        Option(metavar="NAME|TAGS|FILE", help="Count by hi-lo, '2=1 3=1 .. A=-1', or a file."),
    ] = None
    pace: Annotated[
        float | None,
        Option(
            metavar="SECONDS",
            help="Countdown: show the next cards after so long; 0: at a key. 1 without it.",
        ),
    ] = None
    group: Annotated[
        int | None,
        Option(metavar="CARDS", help="Countdown: show so many cards at once; 1 without it."),
    ] = None
    stop: Annotated[
        int | None,
        Option(metavar="CARDS", help="Countdown: ask after about so many cards; 26 without it."),
    ] = None
    decks_seen: Annotated[
        int | None,
        Option(
            metavar="CARDS",
            help="True count: show the tray in steps of 1, 26 or 52; 26 without it.",
        ),
    ] = None
    seed: Annotated[str | None, Option(help="Any text; the same text gives the same hands.")] = None
    plain: Plain = False
    score: Annotated[
        Path | None, Option(help="Keep the score here instead of in your data folder.")
    ] = None
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviseOrder:
    """List every legal choice with a hand and its expected value, the best first."""

    game: GameId
    hand: Annotated[str, Option(help='The cards of the hand: "6h 7h".')] = ""
    up: Annotated[str, Option(help="The dealer's up card: 2s.")] = ""
    other: Annotated[
        str | None,
        Option(
            help="Blackjack Switch: your other hand. 3 Card 21: the cards that start the others."
        ),
    ] = None
    community: Annotated[
        str | None, Option(help="21-Hold 'em: the two community cards, to decide whether to fold.")
    ] = None
    gone: Annotated[str, Option(help='Cards that left the shoe before this round: "5s 5h Kd".')] = (
        ""
    )
    option: Options = None
    doubled: Annotated[int, Option(help="How many times the hand has been doubled.")] = 0
    after_split: Annotated[bool, Option("--after-split", help="The hand was made by a split.")] = (
        False
    )
    free: Annotated[
        bool, Option("--free", help="The hand is a free bet: a lammer stands for its wager.")
    ] = False
    as_json: Json = False
