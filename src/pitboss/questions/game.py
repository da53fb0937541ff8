"""Questions answered exactly: best play, a hand, a maths report, pay tables of the book."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Annotated

from pitboss.questions.ask import Ask, Written

DOUBLED_MAX = 10
PAPERS = ("a4", "letter")
Between = tuple[float | None, float | None]
"""The least and the most, as parts of one; None is no limit."""


@dataclass(frozen=True, slots=True)
class Advise:
    """List every legal choice with a hand and its expected value, the best first."""

    hand: Annotated[str, Ask('The cards of the hand: "6h 7h".', may_be_empty=True)]
    _: KW_ONLY
    up: Annotated[str, Ask("The dealer's up card: 2s.", python="Some games show none.")] = ""
    other: Annotated[
        str | None,
        Ask("Blackjack Switch: your other hand. 3 Card 21: the cards that start the others."),
    ] = None
    community: Annotated[
        str | None,
        Ask("21-Hold 'em: the two community cards, to decide whether to fold."),
    ] = None
    gone: Annotated[str, Ask('Cards that left the shoe before this round: "5s 5h Kd".')] = ""
    doubled: Annotated[
        int, Ask("How many times the hand has been doubled.", least=0, most=DOUBLED_MAX)
    ] = 0
    after_split: Annotated[bool, Ask("The hand was made by a split.", flags=("--after-split",))] = (
        False
    )
    free: Annotated[
        bool,
        Ask("The hand is a free bet: a lammer stands for its wager.", flags=("--free",)),
    ] = False
    wager: Annotated[
        str | float | None,
        Ask(
            "Value the hand for a main wager of this many dollars: its prizes, and its doubles as"
            " the table's maximum caps them.",
            metavar="DOLLARS",
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solve:
    """Solve the main game: its exact house edge, its best strategy and what each rule costs."""

    split_play: Annotated[
        str | None,
        Ask(
            "Play hands made by a split best (best, the default), or like the same cards as"
            " dealt (as-unsplit).",
            metavar="PLAY",
        ),
    ] = None
    wager: Annotated[
        str | float | None,
        Ask(
            "Solve for a main wager of this many dollars: with its Super Bonus, and its doubles as"
            " the table's maximum caps them.",
            metavar="DOLLARS",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Report:
    """Write the maths report of a table: pay tables, probabilities, house edge and jackpots."""

    path: Annotated[
        Path | str,
        Ask(
            "Write this file, which ends in .html, .pdf, .json or .xlsx.",
            flags=("--out",),
            here=True,
        ),
    ]
    _: KW_ONLY
    paper: Annotated[str, Ask("Use this paper for a PDF: a4 or letter.", choices=PAPERS)] = "a4"
    rounds: Annotated[
        float | None,
        Ask(
            "Also simulate this many rounds: 1e7.",
            flags=("--simulate",),
            metavar="ROUNDS",
            written=Written.COUNT,
            python="They are compared with the exact figures.",
        ),
    ] = None
    seed: Annotated[int | None, Ask("Seed of --simulate; the same seed gives the same rounds.")] = (
        None
    )
    advantage: Annotated[
        bool,
        Ask("Also show what counters win; takes a minute or two.", flags=("--advantage",)),
    ] = False


@dataclass(frozen=True, slots=True)
class DesignPays:
    """Find the pay table of a wager with the house edge you want, proven to be the best."""

    wager: Annotated[str, Ask("The wager whose pays are designed.", may_be_empty=True)] = ""
    _: KW_ONLY
    edge: Annotated[
        str, Ask("The house edge wanted: 4%..5%.", metavar="A..B", may_be_empty=True)
    ] = ""
    hit: Annotated[str | None, Ask("Refuse unless it hits this often: 15%.. .", metavar="A..B")] = (
        None
    )
    sd: Annotated[str | None, Ask("The standard deviation wanted: ..6.", metavar="A..B")] = None
    top: Annotated[
        str | None, Ask("The highest odds: ..100:1 (1000:1 unless told).", metavar="ODDS")
    ] = None
    rows: Annotated[
        str | None,
        Ask(
            "Pay this many of the rows, whichever serve best: 3..5. All of them unless told.",
            metavar="A..B",
        ),
    ] = None
    also_decks: Annotated[
        str | None,
        Ask("The edge must be as wanted with these deck counts too: 4,8.", metavar="DECKS"),
    ] = None
    max_counter: Annotated[
        str | float | None,
        Ask(
            "The most units that the best practical count may win in 100 rounds, dealt to the cut"
            " card of the house: 0.05.",
            metavar="UNITS",
        ),
    ] = None
    whole_odds: Annotated[bool, Ask("Use whole numbers to one only.", flags=("--whole-odds",))] = (
        False
    )
    aim: Annotated[
        str,
        Ask(
            "What is best: an edge nearest the middle (edge), pays nearest the present ones (like),"
            " the lowest or the highest standard deviation (low-sd, high-sd)."
        ),
    ] = "edge"
    front: Annotated[
        bool,
        Ask(
            "Show the tables that no other beats in all of hit frequency, standard deviation and a"
            " counter's win.",
            flags=("--front",),
        ),
    ] = False
    count: Annotated[int, Ask("Show this many of the best tables.", metavar="N")] = 5


@dataclass(frozen=True, slots=True)
class DesignRules:
    """Find the rules of the main game with the house edge you want."""

    change: Annotated[
        str | tuple[str, ...],
        Ask("The options that may change, with a comma between them: decks,soft17,das."),
    ]
    _: KW_ONLY
    edge: Annotated[str, Ask("The house edge wanted: 0.5%..0.6%.", metavar="A..B")]
    count: Annotated[int, Ask("Show this many of the best sets of rules.", metavar="N")] = 5


@dataclass(frozen=True, slots=True)
class Find:
    """Find pay tables in the whole rule book by wager, deck count, edge and hit frequency."""

    wager: Annotated[
        str, Ask("A word of the wager's id or name; jackpot is every jackpot wager.")
    ] = ""
    _: KW_ONLY
    game: Annotated[str, Ask("A part of the game's id: spanish, co/ ...")] = ""
    decks: Annotated[int | None, Ask("Only this deck count.")] = None
    edge: Annotated[
        str | Between | None,
        Ask(
            "House edge: 8%..12%, ..5% or 3%.. .",
            metavar="RANGE",
            python="As parts of one: (0.08, 0.12), (None, 0.05). A jackpot is chosen by its"
            " long-run edge.",
        ),
    ] = None
    hit: Annotated[
        str | Between | None,
        Ask("How often anything is paid: 15%.. .", metavar="RANGE", python="Likewise."),
    ] = None
    sort: Annotated[str, Ask("edge, hit, sd or table.")] = "edge"
