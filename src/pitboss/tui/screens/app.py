"""The terminal table as a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.console import RenderableType
from textual.app import App
from textual.binding import Binding, BindingType

from pitboss.table.session import TableSession
from pitboss.tui.hang_up import leave_with_terminal
from pitboss.tui.screens.table_screen import PACE_S, TableScreen


class TableApp(App[None]):
    """Plays one session on screen."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "quit", "Leave", show=False, priority=True)
    ]

    def __init__(
        self,
        session: TableSession,
        rules: Callable[[int], RenderableType],
        *,
        rounds: int | None = None,
        pace: float = PACE_S,
    ) -> None:
        """Play *session*; *rules* draws its rules sheet for a width."""
        super().__init__()
        self.title = session.setup.configured.game.title
        self.table = TableScreen(session, rules, rounds=rounds, pace=pace)

    def on_mount(self) -> None:
        """Sit down."""
        leave_with_terminal(self)
        self.push_screen(self.table)
