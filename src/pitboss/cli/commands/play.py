"""`pitboss play`: play at a table, on the felt or line by line."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TextIO

from pitboss.api.advice import decisions
from pitboss.api.tables import Table
from pitboss.cli.numbers import read_dollars
from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.table import PlayOrder
from pitboss.cli.output import check_terminal, print_json_line, print_problems
from pitboss.cli.problems import check, collecting, invalid
from pitboss.cli.sitting import end_sitting, is_on_screen, play_on_screen, play_plain
from pitboss.engine.setup import Setup
from pitboss.rulebook.files import is_file, place_problems, quote_path
from pitboss.rulebook.house import House
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.sitting.bankroll import least_bet
from pitboss.sitting.bets import seat_problems
from pitboss.sitting.purse import FIRST_BANKROLL_CENTS, Purse, purse_path, read_purse, write_purse
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.text.options import assumed_text


def play(order: PlayOrder) -> None:
    """Open the table and play at it, or refuse with every problem."""
    if order.server:
        from pitboss.cli.remote.play import play_at_server

        played = play_at_server(order)
    else:
        played = sit_down(order)
    for line in played:
        print(line)


def sit_down(order: PlayOrder, house: House | None = None) -> list[str]:
    """Play, at the table that the lobby set up if there is one; return the lines to print after."""
    table = open_asked_table(order.at) if house is None else Table.open(house)
    purse, broken = _read_purse(order)
    session = _session(order, table.house, table.setup, purse)
    out: TextIO = sys.stderr if order.as_json else sys.stdout
    lines: list[str] = []
    failed = False
    if order.plain or order.as_json or not is_on_screen():
        if table.assumed:
            print(assumed_text(table.assumed), file=out)
        failed = play_plain(session, order.rounds, out)
    else:
        check_terminal()
        lines = play_on_screen(session, order.rounds)
    _keep(session, purse)
    end_sitting(session, failed=failed)
    return [*lines, *broken]


def _read_purse(order: PlayOrder) -> tuple[Purse | None, list[str]]:
    """Return the purse; a broken file is reported and left alone, and play starts anew."""
    # Bankroll and meters last from one sitting of a person to the next; a program, and a sitting
    # that a seed repeats, must neither find nor leave anything.
    if not is_on_screen() or order.fresh or order.as_json or order.seed is not None:
        return None, []
    try:
        return read_purse(purse_path()), []
    except RulesError as error:
        return None, [f"Nothing was kept: {problem.message}." for problem in error.problems]


def _keep(session: TableSession, purse: Purse | None) -> None:
    if purse is not None:
        purse.keep(session.setup.configured.digest, session.bankroll, session.meters)
        try:
            write_purse(purse_path(), purse)
        except RulesError as error:
            print_problems(error.problems)


def _session(order: PlayOrder, house: House, setup: Setup, purse: Purse | None) -> TableSession:
    problems: list[Problem] = []
    cents = _bankroll(order.bankroll, purse, setup, problems)
    problems += seat_problems(setup, seats=order.seats, bots=order.bots, bankroll=cents)
    problems += _file_problems(order.record)
    if order.rounds is not None and order.rounds < 1:
        problems.append(invalid("rounds", "play at least one round"))
    system = None
    if order.system is not None:
        from pitboss.counts import read_system

        with collecting(problems):
            system = read_system(order.system, setup.shoe)
    check(problems)
    file = SessionFile.name_by_time() if order.record is None else SessionFile(order.record)
    if order.as_json:
        file.also = print_json_line
    session = TableSession(
        house,
        file,
        valuer=decisions,
        seats=order.seats,
        bots=order.bots,
        bankroll=cents,
        seed=order.seed,
        hints=order.hints,
    )
    session.system = system
    if purse is not None:
        session.set_meters(purse.meters.get(setup.configured.digest, {}))
    return session


def _bankroll(text: str | None, purse: Purse | None, setup: Setup, problems: list[Problem]) -> int:
    """Return the cents to sit down with; a purse below the smallest bet is refilled."""
    if text is None:
        left = purse.bankroll if purse else FIRST_BANKROLL_CENTS
        return left if left >= least_bet(setup) else FIRST_BANKROLL_CENTS
    cents = read_dollars("bankroll", text, problems)
    return sys.maxsize if cents is None else cents


def _file_problems(path: Path | None) -> tuple[Problem, ...]:
    """Return the problems that keep the file from taking records, before the first bet."""
    if path is None:
        return ()
    problems = place_problems(path, key="record")
    if not problems and is_file(path) and not _takes_records(path):
        message = f"{quote_path(path)} is not a file of records; name another"
        problems = (Problem(code="file/unwritable", key="record", message=message),)
    return problems


def _takes_records(path: Path) -> bool:
    """Return whether a file is empty or has whole JSON lines, by its beginning and end."""
    try:
        with path.open("rb") as file:
            begins = file.read(1)
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 2))
            ends = file.read(2)
    except OSError:
        return False
    return not size or (begins == b"{" and ends == b"}\n")
