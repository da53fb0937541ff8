"""The terminal table as a program."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType

from pitboss.table.sitting import Sitting
from pitboss.tui.screens.base import TerminalApp
from pitboss.tui.screens.table_screen import PACE_S, TableScreen


class TableApp(TerminalApp[None]):
    """Plays one session on screen."""

    def __init__(
        self,
        session: Sitting,
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
        self.push_screen(self.table)
