"""`pitboss` alone: the lobby on a terminal, else the catalogue."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.text import Text

from pitboss.cli.commands.catalogue import catalogue
from pitboss.cli.console import output_console
from pitboss.cli.output import check_terminal
from pitboss.rulebook.problems import RulesError

if TYPE_CHECKING:
    from pitboss.tui.screens.lobby import ChosenTable


def browse() -> None:
    """Open the lobby, or print the catalogue if there is no terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _lobby()
        return
    console = output_console()
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
    check_terminal()
    from pitboss.cli.sheet import sheet
    from pitboss.rulebook.reading.library import games
    from pitboss.tui.screens.lobby import LobbyApp

    chosen: ChosenTable | None = None
    news: list[str] = []
    while True:
        lobby = LobbyApp(
            games(),
            lambda game, width: sheet(game, game.tables, width=width),
            bankroll=_bankroll(),
            chosen=chosen,
            news=news,
        )
        chosen = lobby.run()
        if chosen is None:
            break
        news = _sit_down(chosen)
    for line in news:
        print(line)


def _bankroll() -> int:
    """Return the player's cents; the table reports a purse that cannot be read."""
    from pitboss.table.purse import FIRST_BANKROLL_CENTS, purse_path, read_purse

    try:
        return read_purse(purse_path()).bankroll
    except RulesError:
        return FIRST_BANKROLL_CENTS


def _sit_down(chosen: ChosenTable) -> list[str]:
    """Play or train at a table; return the lines to print after."""
    from pitboss.cli.commands.play import sit_down
    from pitboss.cli.commands.train import learn
    from pitboss.cli.orders.table import PlayOrder, TrainOrder
    from pitboss.text.options import option_text

    order = chosen.order
    if chosen.train:
        options = [f"{key}={option_text(value)}" for key, value in order.house.options.items()]
        return learn(TrainOrder(game=order.game, option=options))
    bankroll = None if order.bankroll is None else f"{order.bankroll / 100:.2f}"
    sitting = PlayOrder(game=order.game, seats=order.seats, bots=order.bots, bankroll=bankroll)
    return sit_down(sitting, order.house)
