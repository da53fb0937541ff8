"""Orders for papers: the sheets of the pit and the maths report."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from pathlib import Path

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options, by_name, by_place


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """Print what hangs in the pit: felt sign, rack card, procedure, posting, strategy card."""

    house: str = by_place(
        "A house file, or a game id with options behind it in quotes.", default=MISSING
    )
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
class ReportOrder:
    """Write the maths report of a table: pay tables, probabilities, house edge and jackpots."""

    game: GameId
    out: Path = by_name(
        "Write this file, which ends in .html, .pdf, .json or .xlsx.", default=MISSING
    )
    option: Options = None
    house: HouseFile = None
    paper: str = by_name("Use this paper for a PDF: a4 or letter.", default="a4")
    simulate: str | None = by_name("Also simulate this many rounds: 1e7.", metavar="ROUNDS")
    seed: int | None = by_name("Seed of --simulate; the same seed gives the same rounds.")
    advantage: bool = by_name(
        "Also show what counters win; takes a minute or two.", "--advantage", default=False
    )
    details: Path | None = by_name("Read document fields and the pace from this TOML file.")
    number: str = by_name("Number of the document.", default="")
    revision: str = by_name("Revision of the document.", default="")
    csv: Path | None = by_name("Also write every table there as CSV.", metavar="FOLDER")
    as_json: Json = False
