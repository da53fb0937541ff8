"""The lobby: every game on the shelf by its document; pick one to play or to read its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.report.catalogue.edges import edge_of
from pitboss.rulebook.model import Game
from pitboss.table.bets import SEATS_MAX
from pitboss.tui.felt.bars import Key
from pitboss.tui.screens.base import TerminalApp
from pitboss.tui.screens.pages import Page

_FAINT = "#a9cdb9"


class Chosen(NamedTuple):
    """A table somebody wants to sit down at."""

    game: str
    bots: int


class LobbyApp(TerminalApp[Chosen]):
    """Returns the game to be played, or nothing when the player leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,f1", "rules"),
        Binding("plus,equals_sign", "others(1)"),
        Binding("minus", "others(-1)"),
        Binding("q,escape", "quit"),
    ]

    def __init__(
        self,
        games: Sequence[Game],
        rules: Callable[[Game, int], RenderableType],
        *,
        chosen: Chosen | None = None,
    ) -> None:
        """Offer *games*; *rules* draws a game's sheet for a width."""
        super().__init__()
        self.games = tuple(games)
        self.rules = rules
        self.chosen = chosen or Chosen(self.games[0].id, 2)
        self.bots = self.chosen.bots

    def compose(self) -> ComposeResult:
        """Show the games, what the one under the cursor is, and the keys."""
        title = f"Pitboss  {len(self.games)} games of the blackjack family: choose one, Enter deals"
        yield Static(title, classes="page-title")
        yield OptionList(*_shelf(self.games), id="lobby")
        yield Static(id="about", markup=False)
        with Horizontal(classes="keys"):
            yield Key("Enter", "Play", "app.choose", id="enter")
            yield Key("G", "Rules", "app.rules")
            yield Key("+ -", "Others: 2", "app.others(1)", id="others")
            yield Key("Q", "Leave", "app.quit")

    def on_mount(self) -> None:
        """Start where the player was."""
        games = self.query_one(OptionList)
        games.highlighted = games.get_option_index(self.chosen.game)
        games.focus()
        self.action_others(0)

    @property
    def game(self) -> Game:
        """The game under the cursor."""
        games = self.query_one(OptionList)
        option = games.highlighted_option or games.get_option(self.chosen.game)
        return next(game for game in self.games if game.id == option.id)

    @on(OptionList.OptionHighlighted)
    def about(self) -> None:
        """Say what the game under the cursor is."""
        game = self.game
        about = Text.assemble((f"{game.id} ", "bold #ffd75f"), f"{game.summary} ")
        about.append(f"{game.document} {game.section}".rstrip(), style=_FAINT)
        if edge := edge_of(game.id):
            about.append(f" House edge {edge} of the main wager under the best play.", style=_FAINT)
        self.query_one("#about", Static).update(about)

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        """Play the game."""
        self.exit(Chosen(self.game.id, self.bots))

    def action_rules(self) -> None:
        """Show the rules sheet."""
        game = self.game
        self.push_screen(Page(f"Rules: {game.title}", lambda width: self.rules(game, width)))

    def action_others(self, more: int) -> None:
        """Have more or fewer players beside you."""
        self.bots = max(0, min(self.bots + more, SEATS_MAX - 1))
        self.query_one("#others", Key).label(f"Others: {self.bots}")


def _shelf(games: Sequence[Game]) -> Iterator[Option]:
    """The games, those of one document or one regulator under its name."""
    wide = max(len(game.title) for game in games)
    for regulator, group in groupby(games, key=lambda game: game.jurisdiction):
        together = tuple(group)
        documents = {game.document for game in together}
        heading = documents.pop() if len(documents) == 1 else regulator
        yield Option(Text(heading, style=f"bold {_FAINT}"), disabled=True)
        yield from (Option(_line(game, wide), id=game.id) for game in together)


def _line(game: Game, wide: int) -> Text:
    name = (f"  {game.title.ljust(wide)}  ", "bold")
    edge = (f"{edge_of(game.id):>7}  ", _FAINT)
    return Text.assemble(name, edge, game.summary, no_wrap=True, overflow="ellipsis")
