"""`pitboss play`: sit down at a table, on the felt or line by line."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

from rich.console import Console, RenderableType

from pitboss.cli.options import read_options
from pitboss.cli.output import refuse
from pitboss.cli.sheet import sheet
from pitboss.engine.setup import Setup, prepare
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House, parse_dollars
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.table.bets import seat_problems
from pitboss.table.session import TableSession
from pitboss.table.session_file import SessionFile
from pitboss.tui.plain.table import PlainTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """What was asked for on the command line."""

    game: str
    options: Sequence[str] = field(default=())
    house: Path | None = None
    seats: int = 1
    bots: int = 0
    bankroll: str = "500"
    seed: str | None = None
    record: Path | None = None
    plain: bool = False
    rounds: int | None = None
    hints: bool = True


def play(asked: Sitting) -> None:
    """Open the table that was asked for and play at it, or refuse with everything that is wrong."""
    try:
        house, setup, said = _table(asked)
        session = _session(asked, house, setup)
    except RulesError as error:
        refuse(error.problems)
    if said:
        print(f"assumed: {', '.join(said)}")
    on_screen = sys.stdin.isatty() and sys.stdout.isatty()
    if asked.plain or not on_screen:
        _play_plain(session, asked.rounds)
    else:
        _play_on_screen(session, asked.rounds)


def _table(asked: Sitting) -> tuple[House, Setup, tuple[str, ...]]:
    if not asked.game and asked.house is None:
        message = "name a game, as 'pitboss games' lists them, or a --house file"
        raise RulesError([Problem(code="command/usage", key="", message=message)])
    given, unread = read_options(asked.game, asked.options, asked.house)
    house, said = complete_table(given)
    return house, prepare(house, unread), said


def _session(asked: Sitting, house: House, setup: Setup) -> TableSession:
    cents, found = _bankroll(asked.bankroll)
    found += seat_problems(setup, seats=asked.seats, bots=asked.bots, bankroll=cents)
    found += _file_problems(asked.record)
    if asked.rounds is not None and asked.rounds < 1:
        found += (Problem(code="option/invalid", key="rounds", message="play at least one round"),)
    if found:
        raise RulesError(found)
    file = SessionFile.dated() if asked.record is None else SessionFile(asked.record)
    return TableSession(
        house,
        file,
        seats=asked.seats,
        bots=asked.bots,
        bankroll=cents,
        seed=asked.seed,
        hints=asked.hints,
    )


def _bankroll(text: str) -> tuple[int, tuple[Problem, ...]]:
    try:
        return parse_dollars(text), ()
    except ValueError as error:
        return sys.maxsize, (Problem(code="option/invalid", key="bankroll", message=str(error)),)


def _file_problems(path: Path | None) -> tuple[Problem, ...]:
    """What keeps the named file from taking records, found before the first bet."""
    if path is None:
        return ()
    if path.is_dir():
        message = f"'{path}' is a folder, not a file"
    elif not path.parent.is_dir():
        message = f"there is no folder '{path.parent}'"
    elif path.exists() and _is_something_else(path):
        message = f"'{path}' is no file of records; name another"
    else:
        return ()
    return (Problem(code="file/unwritable", key="record", message=message),)


def _is_something_else(path: Path) -> bool:
    """Whether a file has content that records must not be added to: they are whole JSON lines."""
    try:
        content = path.read_bytes()
    except OSError:
        return True
    return bool(content) and not (content.startswith(b"{") and content.endswith(b"}\n"))


def _play_plain(session: TableSession, rounds: int | None) -> None:
    for stream in (sys.stdin, sys.stdout):
        # A byte that is no text, or a suit the terminal cannot show, is no reason to stop.
        getattr(stream, "reconfigure", lambda **_: None)(errors="replace")
    plain = PlainTable(
        session, sys.stdin, sys.stdout, rules=lambda: _as_text(session.setup), rounds=rounds
    )
    plain.play()


def _play_on_screen(session: TableSession, rounds: int | None) -> None:
    from pitboss.tui.screens.app import TableApp

    TableApp(session, lambda width: rules_in_use(session.setup, width), rounds=rounds).run()
    for line in session.coach.summary():
        print(line)
    print(session.file.farewell)


def rules_in_use(setup: Setup, width: int) -> RenderableType:
    """Return the rules sheet with the pay tables that lie on this table."""
    spots = setup.configured.spots.values()
    tables = [*setup.configured.automatic, *(spot.table for spot in spots if spot.table)]
    chosen = tuple({(table.id, table.wagers): table for table in tables}.values())
    return sheet(setup.configured.game, chosen, width=width)


def _as_text(setup: Setup) -> str:
    console = Console(file=StringIO(), width=80)
    with console.capture() as captured:
        console.print(rules_in_use(setup, 80))
    return captured.get().rstrip()
