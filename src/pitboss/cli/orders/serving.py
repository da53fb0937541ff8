"""The order for a server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pitboss.cli.orders.shared import by_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeOrder:
    """Serve live tables with play money over HTTP and WebSocket."""

    db: str = by_name(
        "Keep the books here: a file, sqlite:///FILE or postgresql://USER@HOST/NAME. "
        "The default is a file in your data folder.",
        metavar="URL",
        default="",
    )
    host: str = by_name("Answer on this address.", default="127.0.0.1")
    port: int = by_name("Answer on this port; 0 takes a free one.", default=8021)
    house: list[Path] | None = by_name(
        "Open a table of this house file; repeat it. The default: every game."
    )
    floor: Path | None = by_name(
        "Open the tables and the shared jackpots of this floor file.", metavar="FILE"
    )
    witness: Path | None = by_name(
        "Add a copy of every checkpoint to this folder, best on another machine's disk.",
        metavar="DIR",
    )
    components: str = by_name(
        "Deal only while the software has this hash of 'pitboss floor components'.",
        metavar="HASH",
        default="",
    )
    absent: str = by_name(
        "How new tables play the hands of absent players: stand, basic or best-without-more-money.",
        metavar="POLICY",
        default="stand",
    )
    origin: list[str] | None = by_name(
        "The public address of the server: https://floor.example.", metavar="URL"
    )
    proxy: list[str] | None = by_name(
        "Trust the X-Forwarded headers of this proxy; repeat it.", metavar="ADDRESS"
    )
    workers: int = by_name(
        "Share the tables between this many processes; more than one needs PostgreSQL.",
        metavar="N",
        default=1,
    )
    bridge: str = by_name(
        "The address of this machine for servers on other machines that share the books.",
        metavar="ADDRESS",
        default="",
    )
    play_money: str = by_name(
        "Give every new account this much play money, and new money up to it; 0 gives none and "
        "takes no guests.",
        metavar="AMOUNT",
        default="$1,000",
    )
    log: str = by_name(
        "Log debug, info, warning or error. The default is info, in a terminal warning.",
        metavar="LEVEL",
        default="",
    )
    no_browser: bool = by_name(
        "Do not open the tables in the browser.", "--no-browser", default=False
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class McpOrder:
    """Offer the questions of Pitboss to an agent as tools, over standard input and output (MCP)."""

    folder: list[Path] | None = by_name(
        "Let tools read house files and records below this folder; repeat it. None otherwise.",
        metavar="DIR",
    )
