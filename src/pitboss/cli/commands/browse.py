"""`pitboss` alone: on a terminal the lobby, to play or to read; elsewhere the catalogue."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from pitboss.cli.commands.catalogue import catalogue


def browse() -> None:
    """Open the lobby, or print the catalogue where nobody can answer."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _lobby()
        return
    console = Console()
    console.print(
        Text.assemble(("Pitboss", "bold green"), "  the rule book of the blackjack family\n")
    )
    console.print(catalogue(width=console.width, numbered=True))
    console.print(
        "\nA rules sheet: pitboss show GAME     A table: pitboss play GAME"
        "     All commands: pitboss --help"
    )


def _lobby() -> None:
    """Let a player sit down at one table after another."""
    from pitboss.cli.commands.play import Sitting, play
    from pitboss.cli.sheet import sheet
    from pitboss.rulebook.reading.library import games
    from pitboss.tui.screens.lobby import LobbyApp

    chosen = None
    while True:
        lobby = LobbyApp(
            games(), lambda game, width: sheet(game, game.tables, width=width), chosen=chosen
        )
        chosen = lobby.run()
        if chosen is None:
            return
        play(Sitting(game=chosen.game, bots=chosen.bots))
