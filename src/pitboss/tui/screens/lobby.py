"""The lobby: every game with its edge; play it, set up its table, train for it, read it.

In the set-up, every choice is on a line, and the arrows change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from pitboss.report.catalogue.edges import game_edge, ready_game_edge
from pitboss.rulebook.model import Game
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.bets import SEATS_MAX
from pitboss.sitting.table_order import (
    Row,
    TableOrder,
    change_row,
    list_rows,
    order_problems,
    order_table,
)
from pitboss.tui.felt.bars import Key
from pitboss.tui.screens.base import TerminalApp
from pitboss.tui.screens.boxes import sentence
from pitboss.tui.screens.pages import Page, key_table

_FAINT = "#a9cdb9"
_TITLE_MIN = 20
_AROUND = 12
"""Columns of a line beside title and value: the margins, the arrows and the scroll bar."""
_YES_NO = {"true": "yes", "false": "no"}


class ChosenTable(NamedTuple):
    """The table that a player chose, to play or to train."""

    order: TableOrder
    train: bool = False


class LobbyApp(TerminalApp[ChosenTable]):
    """Returns the chosen table, or None when the player leaves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g,f1", "rules"),
        Binding("o", "options"),
        Binding("t", "train"),
        Binding("slash", "search"),
        Binding("question_mark", "help"),
        Binding("plus,equals_sign", "others(1)"),
        Binding("minus", "others(-1)"),
        Binding("q", "quit"),
        Binding("escape", "end_search"),
    ]

    def __init__(
        self,
        games: Sequence[Game],
        rules: Callable[[Game, int], RenderableType],
        *,
        bankroll: int,
        chosen: ChosenTable | None = None,
        news: Sequence[str] = (),
    ) -> None:
        """Offer *games* to a player with *bankroll* cents; *rules* draws a game's sheet.

        *chosen* is the last game, *news* the result of the last sitting.
        """
        super().__init__()
        self.games = tuple(games)
        self.rules = rules
        self.news = tuple(news)
        self.bankroll = bankroll
        self.first = chosen.order if chosen else order_table(self.games[0].id)
        self.bots = self.first.bots

    def compose(self) -> ComposeResult:
        """Show the games, a description of the one under the cursor, and the keys."""
        yield Static(id="lobby-title", classes="page-title")
        yield Input(placeholder="type a part of a name; Enter or Esc ends the search", id="search")
        yield OptionList(*_shelf(self.games), id="lobby")
        yield Static(id="about", markup=False)
        with Horizontal(classes="keys"):
            yield Key("Enter", "Play", "app.choose", id="enter")
            yield Key("O", "Options", "app.options")
            yield Key("T", "Train", "app.train")
            yield Key("G", "Rules", "app.rules")
            yield Key("/", "Search", "app.search")
            yield Key("?", "Help", "app.help")
            yield Key("Q", "Leave", "app.quit")

    def on_mount(self) -> None:
        """Start at the last game, with the news of the last sitting."""
        super().on_mount()
        self.query_one("#search").display = False
        games = self.query_one(OptionList)
        games.highlighted = games.get_option_index(self.first.game)
        games.focus()
        self.action_others(0)
        self.call_after_refresh(self.about)  # its height depends on the width
        if self.news:
            lines = [Text(line) for line in self.news]
            self.push_screen(
                Page("Your sitting", lambda _: Group(*lines), back="back to the lobby")
            )

    @property
    def game(self) -> Game:
        """The game under the cursor."""
        games = self.query_one(OptionList)
        option = games.highlighted_option or games.get_option(self.first.game)
        return next(game for game in self.games if game.id == option.id)

    @property
    def order(self) -> TableOrder:
        """The table of the game under the cursor, as it is set up."""
        if self.first.game == self.game.id:
            return self.first
        return order_table(self.game.id, bots=self.bots)

    @on(OptionList.OptionHighlighted)
    def about(self) -> None:
        """Describe the game under the cursor."""
        if self.query_one(OptionList).highlighted_option is not None:
            self.query_one("#about", Static).update(_about(self.game))

    @on(OptionList.OptionSelected)
    def action_choose(self) -> None:
        """Play the game."""
        self.exit(ChosenTable(self.order))

    def action_train(self) -> None:
        """Train for the game."""
        self.exit(ChosenTable(self.order, train=True))

    def action_options(self) -> None:
        """Set the table up."""

        def take_table(chosen: ChosenTable | None) -> None:
            if chosen is not None:
                self.exit(chosen)

        self.push_screen(SetupScreen(self.order, self.game, bankroll=self.bankroll), take_table)

    def action_rules(self) -> None:
        """Show the rules sheet."""
        game = self.game
        title = f"Rules: {game.title}"
        back = "back to the lobby"
        self.push_screen(Page(title, lambda width: self.rules(game, width), back=back))

    def action_help(self) -> None:
        """Show what the keys do."""
        self.push_screen(Page("Help: the lobby", lambda _: _help(), back="back to the lobby"))

    def action_others(self, more: int) -> None:
        """Have more or fewer players beside you."""
        self.bots = max(0, min(self.bots + more, SEATS_MAX - 1))
        self.first = order_table(self.game.id, bots=self.bots) if more else self.first
        others = "nobody else" if not self.bots else f"{self.bots} others"
        title = f"Pitboss  {len(self.games)} games, {others} at the table"
        self.query_one("#lobby-title", Static).update(title)

    # -- searching -------------------------------------------------------------------------------

    def action_search(self) -> None:
        """Search for a game by a part of its name."""
        field = self.query_one("#search", Input)
        field.display = True
        field.value = ""
        field.focus()

    @on(Input.Changed, "#search")
    def filter_games(self, changed: Input.Changed) -> None:
        """Show the games with the words that were typed."""
        words = changed.value.casefold().split()
        fitting = [game for game in self.games if all(word in _matches(game) for word in words)]
        games = self.query_one(OptionList)
        here = self.game.id
        if not fitting:
            return
        games.set_options(_shelf(fitting))
        ids = [game.id for game in fitting]
        games.highlighted = games.get_option_index(here if here in ids else ids[0])

    @on(Input.Submitted, "#search")
    def action_end_search(self) -> None:
        """End the search with the game under the cursor; without one, leave."""
        field = self.query_one("#search", Input)
        if not field.display:
            self.exit(None)
            return
        here = self.game.id
        games = self.query_one(OptionList)
        field.display = False
        games.set_options(_shelf(self.games))
        games.highlighted = games.get_option_index(here)
        games.focus()


def _matches(game: Game) -> str:
    return f"{game.id} {game.title} {game.document} {game.section} {game.summary}".casefold()


def shown_edge(game: Game) -> str:
    """Return the edge of the table that Enter opens; empty for a game without one."""
    return ready_game_edge(game.id) if game.id in ready_tables() else game_edge(game.id)


def _about(game: Game) -> Text:
    """Describe a game, its ready table, and its edge."""
    about = Text.assemble((f"{game.title} ", "bold #ffd75f"), game.summary)
    if ready := ready_tables().get(game.id):
        about.append(f" Ready table: {ready.about[:1].lower()}{ready.about[1:]}")
    if edge := shown_edge(game):
        about.append(f" House edge {edge} of the least you must wager.", style="bold")
    source = f" {game.id}, {game.document} {game.section}".rstrip()
    return about.append(f"{source}.", style=_FAINT)


def _help() -> Group:
    keys = {
        "↑ ↓": "choose a game",
        "Enter": "play at its ready table",
        "O": "set the table up: options, pay tables, bankroll, seats, other players",
        "T": "train: decisions of this game, and what each choice is worth",
        "G, F1": "read the rules of the game",
        "/": "search: type a part of a name, of the document or of the description",
        "+ -": "more or fewer players beside you",
        "Q, Ctrl-C": "leave",
    }
    words = (
        "The edge is what a player loses on average who plays every hand for the best, as a part of"
        " the least that this game compels one to put down before the deal."
    )
    return Group(
        key_table("Keys", keys.items()), Text("The house edge", "bold #ffd75f"), Text(words)
    )


def _shelf(games: Sequence[Game]) -> Iterator[Option]:
    """Return the games, grouped by document or regulator."""
    wide = max(len(game.title) for game in games)
    for regulator, group in groupby(games, key=lambda game: game.jurisdiction):
        together = tuple(group)
        documents = {game.document for game in together}
        heading = documents.pop() if len(documents) == 1 else regulator
        yield Option(Text(heading, style=f"bold {_FAINT}"), disabled=True)
        yield from (Option(_line(game, wide), id=game.id) for game in together)


def _line(game: Game, wide: int) -> Text:
    # No colours here: the line under the cursor has its own, and must stay readable.
    name = (f"  {game.title.ljust(wide)}  ", "bold")
    text = f"{shown_edge(game):>7}  {game.summary}"
    return Text.assemble(name, text, no_wrap=True, overflow="ellipsis")


class SetupScreen(ModalScreen[ChosenTable | None]):
    """Returns the table as the player set it up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change(-1)"),
        Binding("right,space", "change(1)"),
        Binding("t", "train"),
        Binding("escape,q,o", "cancel"),
    ]

    def __init__(self, order: TableOrder, game: Game, *, bankroll: int) -> None:
        """Change *order*, for a player who has *bankroll* cents."""
        super().__init__()
        self.order = order
        self.game = game
        self.bankroll = bankroll

    def compose(self) -> ComposeResult:
        """Show the choices, a description of the one under the cursor, and the keys."""
        yield Static(f"Set the table up: {self.game.title}", classes="page-title", markup=False)
        yield OptionList(id="rows")
        yield Static(id="about", markup=False)
        with Horizontal(classes="keys"):
            yield Key("↑↓ ←→", "Change", "change(1)")
            yield Key("Enter", "Play", "play")
            yield Key("T", "Train", "train")
            yield Key("Esc", "Back", "cancel")

    def on_mount(self) -> None:
        """Begin at the top."""
        self._show(0)
        self.query_one(OptionList).focus()

    def on_resize(self) -> None:
        """Fit the lines to the new width."""
        self._show(self.query_one(OptionList).highlighted or 0)

    def _show(self, at: int) -> None:
        rows = list_rows(self.order)
        listed = self.query_one(OptionList)
        # A value is never cut; what is left of a long title is, and the line below has all of it.
        room = self.size.width - _AROUND - max(len(_value(row)) for row in rows)
        wide = min(max(room, _TITLE_MIN), max(len(row.title) for row in rows))
        listed.set_options(Option(_setting_line(row, wide), id=row.key) for row in rows)
        listed.highlighted = min(at, len(rows) - 1)

    @property
    def row(self) -> Row:
        """The row under the cursor."""
        option = self.query_one(OptionList).highlighted_option
        rows = list_rows(self.order)
        return next((row for row in rows if option and row.key == option.id), rows[0])

    @on(OptionList.OptionHighlighted)
    def about(self, highlighted: OptionList.OptionHighlighted) -> None:
        """Describe the row, and the problems of this table."""
        highlighted.stop()
        row = self.row
        text = Text()
        problems = self._problems()
        if problems:
            text.append(f"{sentence(problems[0])} ", style="bold #ffa193")
        else:
            text.append("This table can be played. ", style="bold #a6f5b0")
        place = row.values.index(row.value) + 1 if row.value in row.values else 0
        text.append(f"{row.title}: {row.value}, {place} of {len(row.values)}. {row.about}")
        self.query_one("#about", Static).update(text)

    def _problems(self) -> list[str]:
        brought = self.bankroll if self.order.bankroll is None else self.order.bankroll
        return [problem.message for problem in order_problems(self.order, brought)]

    def action_change(self, steps: int) -> None:
        """Take the next value of the row under the cursor; it wraps at the ends."""
        row = self.row
        at = self.query_one(OptionList).highlighted or 0
        place = row.values.index(row.value) if row.value in row.values else -steps
        value = row.values[(place + steps) % len(row.values)]
        self.order = change_row(self.order, row.key, value)
        self._show(at)

    @on(OptionList.OptionSelected)
    def row_selected(self, selected: OptionList.OptionSelected) -> None:
        """Sit down on Enter, on any row."""
        selected.stop()
        self.action_play()

    def action_play(self) -> None:
        """Sit down, unless the table is not allowed."""
        if not self._problems():
            self.dismiss(ChosenTable(self.order))

    def action_train(self) -> None:
        """Train at this table."""
        if not self._problems():
            self.dismiss(ChosenTable(self.order, train=True))

    def action_cancel(self) -> None:
        """Go back to the lobby."""
        self.dismiss(None)


def _value(row: Row) -> str:
    return _YES_NO.get(row.value, row.value)


def _setting_line(row: Row, wide: int) -> Text:
    title = row.title if len(row.title) <= wide else f"{row.title[: wide - 1]}…"
    value = (f"◀ {_value(row)} ▶", "bold")
    return Text.assemble(f"  {title.ljust(wide)}  ", value, no_wrap=True, overflow="ellipsis")
