"""Play a sitting, at your own table or at a server's: on the screen, or line by line."""

from __future__ import annotations

import sys
from functools import partial
from io import StringIO
from typing import TextIO

from rich.console import Console, RenderableType

from pitboss.cli.output import EXIT_BAD_INPUT, print_problems
from pitboss.cli.sheet import sheet
from pitboss.cli.streams import replace_unreadable
from pitboss.engine.setup import Setup
from pitboss.rulebook.problems import Problem
from pitboss.sitting.sitting import Sitting, farewell_words
from pitboss.tui.plain.table import PlainTable


def is_on_screen() -> bool:
    """Return whether a person sits at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def play_plain(session: Sitting, rounds: int | None, out: TextIO) -> bool:
    """Play line by line; return whether every line was refused."""
    replace_unreadable(sys.stdin, out)
    rules = partial(_as_text, session.setup)
    plain = PlainTable(session, sys.stdin, out, rules=rules, rounds=rounds)
    plain.play()
    return plain.has_failed


def play_on_screen(session: Sitting, rounds: int | None) -> list[str]:
    """Play on the screen; return the lines to print after."""
    from pitboss.tui.screens.table_screen import TableApp

    TableApp(session, lambda width: rules_in_use(session.setup, width), rounds=rounds).run()
    left = ["You left in the middle of a round: your hands stood."] if session.walk_away() else []
    return [*left, *farewell_words(session), session.file.farewell]


def rules_in_use(setup: Setup, width: int) -> RenderableType:
    """Return the rules sheet with the pay tables of this table."""
    spots = setup.configured.spots.values()
    tables = [*setup.configured.automatic, *(spot.table for spot in spots if spot.table)]
    chosen = tuple({(table.id, table.wagers): table for table in tables}.values())
    configured = setup.configured
    return sheet(configured.game, chosen, width=width, chosen=configured.options)


def _as_text(setup: Setup) -> str:
    console = Console(file=StringIO(), width=80)
    with console.capture() as captured:
        console.print(rules_in_use(setup, 80))
    return captured.get().rstrip()


def end_sitting(session: Sitting, *, failed: bool) -> None:
    """Exit with the code of bad input if every line was refused, or nothing was written."""
    if failed:
        raise SystemExit(EXIT_BAD_INPUT)
    if session.file.problem:
        problem = Problem(code="file/unwritable", key="record", message=session.file.problem)
        print_problems((problem,))
        raise SystemExit(EXIT_BAD_INPUT)
