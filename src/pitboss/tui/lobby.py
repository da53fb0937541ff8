"""The lobby: every game on the shelf; pick one to play or to read its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.console import RenderableType
from rich.text import Text
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from pitboss.engine.setup import is_dealt
from pitboss.rulebook.model import Game
from pitboss.tui.bars import Key
from pitboss.tui.pages import Page
from pitboss.tui.seat_bets import SEATS_MAX


class Chosen(NamedTuple):
    """A table somebody wants to sit down at."""

    game: str
    bots: int


class LobbyApp(App[Chosen]):
    """Returns the game to be played, or nothing when the player leaves."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,f1", "rules"),
        Binding("plus,equals_sign", "others(1)"),
        Binding("minus", "others(-1)"),
        Binding("q,escape", "quit"),
        Binding("ctrl+c", "quit", show=False, priority=True),
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
        title = "Pitboss  the games of the blackjack family; ♠ may be played"
        yield Static(title, classes="page-title")
        ids = max(len(game.id) for game in self.games)
        yield OptionList(*(Option(_line(game, ids), id=game.id) for game in self.games), id="lobby")
        yield Static(id="about", markup=False)
        with Horizontal(classes="keys"):
            yield Key("Enter", "Play", "app.choose", id="enter")
            yield Key("G", "Rules", "app.rules")
            yield Key("+ -", "Others: 2", "app.others(1)", id="others")
            yield Key("Q", "Leave", "app.quit")

    def on_mount(self) -> None:
        """Start where the player was."""
        games = self.query_one(OptionList)
        games.highlighted = next(
            index for index, game in enumerate(self.games) if game.id == self.chosen.game
        )
        games.focus()
        self.action_others(0)

    @property
    def game(self) -> Game:
        """The game under the cursor."""
        return self.games[self.query_one(OptionList).highlighted or 0]

    @on(OptionList.OptionHighlighted)
    def about(self) -> None:
        """Say what the game under the cursor is."""
        game = self.game
        playable = is_dealt(game)
        words = "" if playable else " Its rules can be read; it cannot be dealt yet."
        self.query_one("#about", Static).update(f"{game.summary}{words}")
        self.query_one("#enter", Key).label("Play" if playable else "Rules")

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        """Play the game, or read its rules where it cannot be dealt yet."""
        if is_dealt(self.game):
            self.exit(Chosen(self.game.id, self.bots))
        else:
            self.action_rules()

    def action_rules(self) -> None:
        """Show the rules sheet."""
        game = self.game
        self.push_screen(Page(f"Rules: {game.title}", lambda width: self.rules(game, width)))

    def action_others(self, more: int) -> None:
        """Have more or fewer players beside you."""
        self.bots = max(0, min(self.bots + more, SEATS_MAX - 1))
        self.query_one("#others", Key).label(f"Others: {self.bots}")


def _line(game: Game, ids: int) -> Text:
    playable = is_dealt(game)
    mark = ("♠ ", "bold") if playable else ("  ", "")
    style = "" if playable else "dim"
    return Text.assemble(mark, (game.id.ljust(ids + 2), style), (game.title, style), no_wrap=True)
