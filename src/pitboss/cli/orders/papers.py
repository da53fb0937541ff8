"""Orders for papers: the sheets of the pit and the maths report."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path
from typing import Annotated

from typer import Option

from pitboss.cli.orders.shared import Json, Options, Unread, by_name, by_place
from pitboss.questions.ask import Ask
from pitboss.questions.game import Report
from pitboss.questions.table import AtTable

HOUSE_OR_GAME = (
    "A house file, or a game id with options behind it in quotes; leave it out with --house."
)
HouseFileInstead = Annotated[Path | None, Option("--house", help="This house file (TOML).")]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """Print what hangs in the pit: felt sign, rack card, procedure, posting, strategy card."""

    house: str = by_place(HOUSE_OR_GAME, default="")
    file: HouseFileInstead = None
    out: Path = by_name("The file to write: .pdf or .html.", default=MISSING)
    what: list[str] | None = by_name(
        "felt-sign, rack-card, procedure, posting, strategy-card or all; repeat it.",
        metavar="SHEET",
    )
    option: list[str] | None = by_name(
        "decks=6, limit.main.max=50000 ...", "-o", metavar="KEY=VALUE"
    )
    paper: str = by_name("letter or a4.", default="letter")
    name: str = by_name("The name of the house, on every sheet.", default="")
    fees: str = by_name("Posting: the fees to play.", default="")
    employees: str = by_name("Posting: whether employees may play.", default="")
    disputes: str = by_name("Posting: how a dispute is settled.", default="")
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleOrder:
    """Settle a hand of a physical table: key in bets, cards and decisions, and keep the record."""

    house: str = by_place(HOUSE_OR_GAME, default="")
    file: HouseFileInstead = None
    option: Options = None
    out: Path | None = by_name("Write the settled round there as a record (.json).")
    as_json: Json = False


NOWHERE = Path()
"""No file was named."""


@dataclass(frozen=True, slots=True)
class _ReportOrKey(Report):
    """A report that may be left out, where a signature is verified or a key is made."""

    path: Annotated[
        Path | str,
        Ask(
            "Write this file, which ends in .html, .pdf, .json or .xlsx.",
            flags=("--out",),
            may_be_empty=True,
            here=True,
        ),
    ] = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrder:
    """Write the maths report of a table: pay tables, probabilities, house edge and jackpots."""

    at: AtTable
    ask: _ReportOrKey
    witness: str | None = by_name(
        "Also play this many rounds of the main game by code apart from all others: 1e7.",
        metavar="ROUNDS",
    )
    details: Path | None = by_name("Read document fields and the pace from this TOML file.")
    previous: Path | None = by_name(
        "The report before, as .json: list what changed, and continue its revision history."
    )
    number: str = by_name("Number of the document.", default="")
    revision: str = by_name("Revision of the document.", default="")
    csv: Path | None = by_name("Also write every table there as CSV.", metavar="FOLDER")
    sign: Path | None = by_name(
        "Also write PDF, JSON and house file beside it, and sign them with this key.",
        metavar="KEY",
    )
    verify: Path | None = by_name("Verify a signed report instead: its .sig file, or any part.")
    signed_by: Path | None = by_name(
        "With --verify: the public key that must have signed it.", metavar="PUBLIC"
    )
    new_key: Path | None = by_name("Make a key instead: this file, and the public key in FILE.pub.")
    as_json: Json = False
    unread: Unread = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RngOrder:
    """Name the random generators, and write their bits or shuffles for a test laboratory."""

    export: str | None = by_name(
        "Write the bits or shuffles to this file; - writes to the standard output.",
        metavar="FILE",
    )
    source: str = by_name("simulator, or table: the shuffles of real play.", default="simulator")
    what: str = by_name("bits, or shuffles: a line of cards for each shoe.", default="bits")
    size: str | None = by_name("Bytes, or shoes of shuffles: 1e9.", metavar="N")
    seed: int | None = by_name("The seed of the simulator; the default is 0.")
    deck: str = by_name("Shuffles: french-52, spanish-48 or french-52-joker.", default="french-52")
    decks: int = by_name("Shuffles: the decks of a shoe.", default=6)
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteOrder:
    """Write the lab and the manual as static files, which need no server of Pitboss."""

    out: Path = by_name(
        "Write into this folder, which is empty or does not exist.",
        metavar="FOLDER",
        default=MISSING,
    )
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitOrder:
    """Make the submission dossier of a house: what a regulator asks for, and what is missing."""

    house: str = by_place(HOUSE_OR_GAME, default="")
    file: HouseFileInstead = None
    to: str = by_name("wa, co, nv or ma: the regulator.", metavar="STATE", default=MISSING)
    out: Path = by_name("Write into this folder.", metavar="FOLDER", default=MISSING)
    option: list[str] | None = by_name(
        "decks=6, limit.main.max=50000 ...", "-o", metavar="KEY=VALUE"
    )
    attach: list[str] | None = by_name(
        "A file of yours for an item of the list: laboratory-report=lab.pdf; repeat it.",
        metavar="ITEM=FILE",
    )
    details: Path | None = by_name("Read document fields and the pace from this TOML file.")
    name: str = by_name("The name of the house, on the rack card.", default="")
    sign: Path | None = by_name("Sign every file with this key.", metavar="KEY")
    paper: str = by_name("letter or a4.", default="letter")
    as_json: Json = False
