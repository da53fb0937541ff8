"""Orders for papers: the sheets of the pit and the maths report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from pitboss.cli.orders.shared import GameId, HouseFile, Json, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintOrder:
    """Print what hangs in the pit: felt sign, rack card, procedure, posting, strategy card."""

    house: Annotated[
        str, Argument(help="A house file, or a game id with options behind it in quotes.")
    ]
    out: Annotated[Path, Option(help="The file to write: .pdf or .html.")]
    what: Annotated[
        list[str] | None,
        Option(
            metavar="SHEET",
            help="felt-sign, rack-card, procedure, posting, strategy-card or all; repeat it.",
        ),
    ] = None
    option: Annotated[
        list[str] | None,
        Option("-o", metavar="KEY=VALUE", help="decks=6, limit.main.max=50000 ..."),
    ] = None
    paper: Annotated[str, Option(help="letter or a4.")] = "letter"
    name: Annotated[str, Option(help="The name of the house, on every sheet.")] = ""
    fees: Annotated[str, Option(help="Posting: the fees to play.")] = ""
    employees: Annotated[str, Option(help="Posting: whether employees may play.")] = ""
    disputes: Annotated[str, Option(help="Posting: how a dispute is settled.")] = ""
    as_json: Json = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOrder:
    """Write the maths report of a table: pay tables, probabilities, house edge and jackpots."""

    game: GameId
    out: Annotated[Path, Option(help="Write this file, which ends in .html, .pdf or .json.")]
    option: Options = None
    house: HouseFile = None
    paper: Annotated[str, Option(help="Use this paper for a PDF: a4 or letter.")] = "a4"
    simulate: Annotated[
        str | None, Option(metavar="ROUNDS", help="Also simulate this many rounds: 1e7.")
    ] = None
    seed: Annotated[
        int | None, Option(help="Seed of --simulate; the same seed gives the same rounds.")
    ] = None
    advantage: Annotated[
        bool, Option("--advantage", help="Also show what counters win; takes a minute or two.")
    ] = False
    details: Annotated[
        Path | None, Option(help="Read document fields and the pace from this TOML file.")
    ] = None
    number: Annotated[str, Option(help="Number of the document.")] = ""
    revision: Annotated[str, Option(help="Revision of the document.")] = ""
    csv: Annotated[
        Path | None, Option(metavar="FOLDER", help="Also write every table there as CSV.")
    ] = None
    as_json: Json = False
