"""The grids of Colorado Rule 21 as data: where each starts, and how its header reads."""

from dataclasses import dataclass
from enum import Enum


class Role(Enum):
    """What a header row says about the columns below it."""

    SKIP = "skip"
    ID = "id"
    NAME = "name"
    DECKS = "decks"


class Bare(Enum):
    """Where a grid says that its bare numbers are "to 1"."""

    REFUSED = "every cell is complete"
    HEADER = "the header says it"
    NOTE = "the first note behind the grid says it"
    UNSTATED = "nothing says it, and no other reading is offered"


Head = tuple[tuple[Role, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Grids of one shape in one section, and how many pay tables they hold together.

    A grid begins at a heading line (whose groups may name the table and its decks) or, without
    one, at its first header row. Ids printed in the header are closed up and rewritten by
    ident.
    """

    tables: int
    head: Head = ()
    heading: str = ""
    table: str = ""
    ident: tuple[str, str] = (r"(.+)", r"\1")
    bare: Bare = Bare.REFUSED


@dataclass(frozen=True, slots=True)
class Column:
    """One printed column of figures: the table it belongs to, its name and its kind."""

    table: str
    name: str
    kind: str


PROGRESSIVE_213 = Family(tables=11, head=((Role.ID, r"Outcome\tPT-"),))
BUFFALO = (
    Family(
        tables=2,
        head=((Role.ID, r"Outcome\tPay Table A: "),),
        ident=(r"PayTable([AB]):.+", r"\1"),
    ),
    Family(tables=1, head=((Role.NAME, r"Up Card\t"),), table="bust-bonus", bare=Bare.UNSTATED),
    PROGRESSIVE_213,
)
EXTREME_HEAD = ((Role.ID, r"Paytable ->\t"), (Role.SKIP, r"Hand\tPay \(to 1\)"))
GAMES: dict[str, tuple[str, tuple[Family, ...]]] = {
    "co/21-holdem": (
        "04",
        (Family(tables=1, head=((Role.SKIP, r"Player Holds\t"),), table="poker"),),
    ),
    "co/blackjack-switch": (
        "05",
        (
            Family(
                tables=2,
                head=((Role.ID, r"Super Match Pay Tables\t"), (Role.DECKS, r"First 4 cards\t")),
                ident=(r"(\d)", r"super-match-\1"),
            ),
            Family(
                tables=1,
                head=((Role.ID, r"Buster Blackjack .*\t"),),
                ident=(r"PaySchedule(\d)", r"buster-\1"),
            ),
        ),
    ),
    "co/ante-up-21": ("06", (Family(tables=4, heading=r"Schedule (?P<table>[A-D])"),)),
    "co/21-plus-3": (
        "07",
        (
            Family(
                tables=1,
                head=((Role.SKIP, r"21\+3 Xtreme\t"), (Role.SKIP, r"HAND\tPAY OUT")),
                table="xtreme",
            ),
            PROGRESSIVE_213,
        ),
    ),
    "co/golden-21": (
        "08",
        (
            Family(
                tables=7,
                heading=r"(?:Additional )?Pay Schedule (?P<table>\d+): .+\((?P<decks>.+)\)",
                head=((Role.SKIP, r"HAND\tPAY OUT"),),
            ),
        ),
    ),
    "co/straight-jack": (
        "09",
        (Family(tables=1, head=((Role.SKIP, r"Length of Straight\tPays"),), table="standard"),),
    ),
    "co/straight-jack-progressive": (
        "10",
        (
            Family(
                tables=4,
                head=((Role.ID, r"Length of Straight\tSJP"),),
                ident=(r"(SJP\d)Pays", r"\1"),
            ),
        ),
    ),
    "co/3-card-21": (
        "11",
        (
            Family(
                tables=5,
                heading=r"Pay Table (?P<table>\d)",
                head=((Role.SKIP, r"THREE CARD BONUS\t"),),
            ),
        ),
    ),
    "co/pai-jack": (
        "12",
        (
            Family(
                tables=4,
                head=((Role.ID, r"Hand\tPay Table 1"),),
                ident=(r"PayTable(\d)", r"\1"),
            ),
        ),
    ),
    "co/buffalo-2": ("13", BUFFALO),
    "co/buffalo-3": (
        "14",
        (
            *BUFFALO,
            Family(
                tables=2,
                head=((Role.ID, r"Outcome\tPay Table A\t"),),
                ident=(r"PayTable([AB])", r"top-3-\1"),
            ),
        ),
    ),
    "co/trilux": (
        "15",
        (
            Family(tables=7, head=((Role.ID, r"Hand\tTRI-"), (Role.NAME, r"\tPays"))),
            Family(
                tables=4,
                head=(
                    (Role.ID, r"Hand\tTRILG-"),
                    (Role.NAME, r"\tPays"),
                    (Role.NAME, r"\t\tGeorge"),
                ),
            ),
            Family(tables=3, head=((Role.ID, r"Hand\tSUP-"), (Role.NAME, r"\tPays"))),
            Family(
                tables=2,
                head=((Role.ID, r"Dealer up-card\t"), (Role.NAME, r"\tDealer Bust")),
                ident=(r"PayTable(\d)", r"bust-bonanza-\1"),
            ),
        ),
    ),
    "co/free-bet": (
        "16",
        (
            Family(
                tables=3,
                head=((Role.SKIP, r"Push 22\t"), (Role.ID, r"Hand\tA\t")),
                ident=(r"([A-C])", r"push-22-\1"),
            ),
            Family(
                tables=2,
                head=((Role.SKIP, r"Pot of Gold\t"), (Role.ID, r"Free Bets\t")),
                ident=(r"POG(\d\d)", r"POG-\1"),
            ),
            Family(tables=1, head=((Role.SKIP, r"King's Bounty\t"), (Role.ID, r"Hand\tKB"))),
        ),
    ),
    "co/extreme-21": (
        "17",
        (
            Family(
                tables=26,
                heading=r"(?P<decks>\d Decks?) - Extreme 21 - Pays:",
                head=EXTREME_HEAD,
                bare=Bare.HEADER,
            ),
            Family(
                tables=5,
                heading=r"(?P<decks>\d Decks?) - Big 3 - Pays:",
                head=EXTREME_HEAD,
                ident=(r"(.+)", r"big-3-\1"),
                bare=Bare.HEADER,
            ),
            Family(
                tables=1,
                head=((Role.NAME, r"Outcome\t\w+ up-card \(to 1\)"),),
                table="bust-the-house",
                bare=Bare.HEADER,
            ),
        ),
    ),
    "co/deuces-wild-xtreme": (
        "18",
        (
            Family(tables=1, head=((Role.ID, r"Hand\tPT-FLT-DWHF-ODS"),), bare=Bare.NOTE),
            Family(tables=3, head=((Role.ID, r"Losing Hand\t"),), bare=Bare.NOTE),
            Family(
                tables=6,
                head=((Role.ID, r"Hand\tPT-FLT- ?DWHF-TPW"), (Role.NAME, r"\tNatural\tWild")),
                bare=Bare.NOTE,
            ),
            Family(tables=2, head=((Role.ID, r"Hand\tPT-FLT-TW-GW"),), bare=Bare.NOTE),
            Family(tables=3, head=((Role.ID, r"Hand\tPT-PRG-"),)),
            Family(tables=11, head=((Role.ID, r"Hand\tPT-BJS-5CL-\d"),)),
            Family(
                tables=3,
                head=((Role.ID, r"Hand\tPT-BJS-5CL-E"), (Role.NAME, r"\tPays\tEnvy")),
            ),
        ),
    ),
    "co/ride-free": (
        "19",
        (
            Family(tables=3, head=((Role.ID, r"Triggering Event\tPT-FLT-SB1"),), bare=Bare.NOTE),
            Family(tables=2, head=((Role.ID, r"Number of .*\t"),), bare=Bare.NOTE),
            Family(
                tables=1,
                head=((Role.ID, r"Dealer's Up-Card\t"), (Role.NAME, r"\tPays with")),
                bare=Bare.NOTE,
            ),
            Family(
                tables=2,
                head=((Role.ID, r"Hand\tPT-FLT-213-0"), (Role.DECKS, r"\t\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(
                tables=4,
                head=(
                    (Role.ID, r"Hand\tPT-FLT-213-E"),
                    (Role.DECKS, r"\t\d Decks"),
                    (Role.NAME, r"\tPays\tEnvy"),
                ),
                bare=Bare.NOTE,
            ),
            Family(
                tables=3,
                head=((Role.ID, r"Hand\tPT-FLT-213XT"), (Role.DECKS, r"\t\d-\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(tables=2, head=((Role.ID, r"Hand\tPT-FLT-TOP3"),), bare=Bare.NOTE),
            Family(
                tables=3,
                head=((Role.ID, r"Triggering Event\tPT-FLT-LL"), (Role.DECKS, r"\t\d Decks")),
                bare=Bare.NOTE,
            ),
            Family(tables=11, head=((Role.ID, r"Hand\tPT-BJS-213"),)),
            Family(
                tables=10,
                head=(
                    (Role.DECKS, r"Triggering Events\t\d-\d Decks"),
                    (Role.ID, r"\tPT-BJS- ?LL"),
                ),
            ),
        ),
    ),
}
