"""The order for a server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from typer import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOrder:
    """Serve live tables with play money over HTTP and WebSocket."""

    db: Annotated[
        str,
        Option(
            metavar="URL",
            help="Keep the books here: a file, sqlite:///FILE or postgresql://USER@HOST/NAME. "
            "The default is a file in your data folder.",
        ),
    ] = ""
    host: Annotated[str, Option(help="Answer on this address.")] = "127.0.0.1"
    port: Annotated[int, Option(help="Answer on this port; 0 takes a free one.")] = 8021
    house: Annotated[
        list[Path] | None,
        Option(help="Open a table of this house file; repeat it. The default: every game."),
    ] = None
    floor: Annotated[
        Path | None,
        Option(metavar="FILE", help="Open the tables and the shared jackpots of this floor file."),
    ] = None
    witness: Annotated[
        Path | None,
        Option(
            metavar="DIR",
            help="Add a copy of every checkpoint to this folder, best on another machine's disk.",
        ),
    ] = None
    components: Annotated[
        str,
        Option(
            metavar="HASH",
            help="Deal only while the software has this hash of 'pitboss floor components'.",
        ),
    ] = ""
    absent: Annotated[
        str,
        Option(
            metavar="POLICY",
            help="How new tables play the hands of absent players: stand, basic or "
            "best-without-more-money.",
        ),
    ] = "stand"
    origin: Annotated[
        list[str] | None,
        Option(metavar="URL", help="The public address of the server: https://floor.example."),
    ] = None
    proxy: Annotated[
        list[str] | None,
        Option(metavar="ADDRESS", help="Trust the X-Forwarded headers of this proxy; repeat it."),
    ] = None
    workers: Annotated[
        int,
        Option(
            metavar="N",
            help="Share the tables between this many processes; more than one needs PostgreSQL.",
        ),
    ] = 1
    bridge: Annotated[
        str,
        Option(
            metavar="ADDRESS",
            help="The address of this machine for servers on other machines that share the books.",
        ),
    ] = ""
    log: Annotated[
        str,
        Option(
            metavar="LEVEL",
            help="Log debug, info, warning or error. The default is info, in a terminal warning.",
        ),
    ] = ""
    no_browser: Annotated[
        bool, Option("--no-browser", help="Do not open the tables in the browser.")
    ] = False
