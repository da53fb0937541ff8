"""`pitboss serve`: live tables with play money, on this machine or behind a proxy."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from pitboss.api.tables import Table
from pitboss.cli.orders.serving import ServeOrder
from pitboss.cli.output import print_error
from pitboss.cli.problems import refusal
from pitboss.floor.terms import Absent, TableTerms
from pitboss.pit.leases import ForeignKeysError, UnreachableError
from pitboss.rulebook.files import quote_path
from pitboss.rulebook.house import House, read_house
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.audit.checkpoint_copies import OlderBooksError, WitnessError
from pitboss.server.keys import KeyFileError, SealError
from pitboss.server.logs import start_logs
from pitboss.server.opening.floor_file import FloorPlan, read_floor, replace_key
from pitboss.server.opening.tables import demo_floor, house_tables, let_learners_think
from pitboss.server.run import bind, browser_address, run
from pitboss.server.services import Network, Settings
from pitboss.server.staff.setup_links import keep_link, prepare, remove_link, setup_link
from pitboss.server.supervisor import (
    Supervisor,
    command_for,
    end_with_parent,
    say_ready,
    take_inherited,
)
from pitboss.store import ForeignMarksError, StoreError
from pitboss.text.numbers import money

LEVELS = ("debug", "info", "warning", "error")
HOUSES_MAX = 1_000
PORTS = 1 << 16
WORKERS_MAX = 64
PLAY_MONEY_MAX = 100_000_000
"""Cents."""
FOREIGN = (
    "; put back the books and the key file that belong together, or, "
    "if the key file is lost, go on with another: 'pitboss floor new-key --lost'"
)
_NOT_SERVED: Mapping[type[Exception], str] = {
    KeyFileError: "key/unusable",
    ForeignKeysError: "key/foreign",
    SealError: "key/foreign",
    ForeignMarksError: "key/foreign",
    UnreachableError: "bridge/missing",
    OlderBooksError: "db/older",
    WitnessError: "file/unreadable",
    StoreError: "db/unusable",
}
"""What may be wrong with the place that is to be served from -> its code; the first that fits."""


def serve(order: ServeOrder) -> None:
    """Check the order and name every problem, or serve until a signal stops it."""
    problems: list[Problem] = []
    absent = _absent(order.absent, problems)
    plan = _floor(order, absent, problems)
    play_money = _play_money(order.play_money, problems)
    settings = Settings(
        db=order.db,
        tables=tuple(map(let_learners_think, plan.tables)) if play_money else plan.tables,
        jackpots=plan.jackpots,
        witness=_witness(order.witness, problems),
        components=_hash(order.components, problems),
        office=plan.office,
        beacon=plan.beacon,
        absent=absent,
        origins=_origins(order.origin or (), problems),
        proxies=_networks(order.proxy or (), problems),
        bridge=order.bridge,
        play_money_cents=play_money,
        guests=play_money > 0,
    )
    _check_sharing(order, problems)
    level = order.log or ("warning" if sys.stderr.isatty() else "info")
    if level not in LEVELS:
        _add(problems, "option/invalid", "log", f"{level!r} is no level; say {choice(LEVELS)}")
    given = take_inherited()
    listening = given[0] if given else _bind(order.host, order.port, problems)
    if problems or listening is None:
        if listening is not None:
            listening.close()
        raise RulesError(problems)
    start_logs(getattr(logging, level.upper()))
    if given is None:
        _warn(listening, settings)
    try:
        with listening:
            _serve(settings, listening, order, None if given is None else given[1])
    except tuple(_NOT_SERVED) as error:
        code = next(code for kind, code in _NOT_SERVED.items() if isinstance(error, kind))
        opened = "the books cannot be opened: " if isinstance(error, StoreError) else ""
        is_foreign = code == "key/foreign" and not isinstance(error, ForeignKeysError)
        advice = FOREIGN if is_foreign else ""
        raise refusal(code, f"{opened}{error}{advice}") from None


def _serve(
    settings: Settings, listening: socket.socket, order: ServeOrder, pipe: int | None
) -> None:
    """Serve in this process, in several workers, or as a worker, which has a *pipe*."""
    if pipe is not None:
        end_with_parent()
        run(settings, listening, lambda _: say_ready(pipe))
        return
    token = asyncio.run(prepare(settings))
    if order.workers == 1:
        run(settings, listening, lambda address: _announce(address, token, settings, order))
        return
    address = browser_address(listening)
    status = Supervisor(
        command_for(_options(order)),
        listening,
        order.workers,
        lambda: _announce(address, token, settings, order),
    ).run()
    if status:
        raise SystemExit(status)


def _options(order: ServeOrder) -> list[str]:
    """Return an order as command-line options, without those that workers do not take."""
    given: list[str] = []
    for option in fields(order):
        value = getattr(order, option.name)
        if option.name in {"host", "port", "workers"} or value == option.default:
            continue
        name = "--" + option.name.replace("_", "-")
        if value is True:
            given.append(name)
        else:
            for one in value if isinstance(value, list) else [value]:
                given += [name, str(one)]
    return given


def _play_money(text: str, problems: list[Problem]) -> int:
    """Read what a new account is given."""
    try:
        cents = parse_dollars(text)
    except ValueError as error:
        _add(problems, "option/invalid", "play-money", str(error))
        return 0
    if cents > PLAY_MONEY_MAX:
        message = f"a new account gets at most {money(PLAY_MONEY_MAX)}, not {money(cents)}"
        _add(problems, "option/invalid", "play-money", message)
    return cents


def _check_sharing(order: ServeOrder, problems: list[Problem]) -> None:
    """Add the problems of an order for several processes."""
    if not 1 <= order.workers <= WORKERS_MAX:
        message = f"{order.workers} processes cannot be run; choose 1 to {WORKERS_MAX}"
        _add(problems, "option/invalid", "workers", message)
    elif os.name == "nt" and order.workers > 1:
        _add(problems, "option/invalid", "workers", "this system runs one process only")
    if order.db.startswith(("postgresql://", "postgres://")):
        return
    message = "books in a file are for one process; several share a postgresql:// database"
    if order.workers > 1:
        _add(problems, "db/one-process", "workers", message)
    if order.bridge:
        _add(problems, "db/one-process", "bridge", message)


def _announce(address: str, token: str, settings: Settings, order: ServeOrder) -> None:
    """Print the address, and open it; a program that started the server reads the first line."""
    print(f"Pitboss is at {address}", flush=True)
    given = "Play money only." if settings.play_money_cents else "No play money, no guests."
    print(f"{given} Books: {settings.shown_address}. Ctrl-C stops it.", flush=True)
    print(_say_link(token, address, settings, order), end="", flush=True)
    if not order.no_browser and is_wanted(os.environ):
        open_browser(address)


def _say_link(token: str, address: str, settings: Settings, order: ServeOrder) -> str:
    """Return where the first manager begins; only a terminal is shown the link itself.

    What a service prints is kept in a log, and who reads that would become the first manager.
    """
    try:
        if not token:
            remove_link(settings)
            return ""
        link = setup_link(order.origin[0] if order.origin else address, token)
        if sys.stdout.isatty():
            remove_link(settings)
            return f"No staff yet. The first manager opens this, once, within a day: {link}\n"
        path = keep_link(settings, link)
    except OSError as error:
        reason = (error.strerror or "unknown error").lower()
        print_error(f"the link for the first manager cannot be kept: {reason}")
        return "No staff yet. For a link: pitboss floor user link --role sysadmin\n"
    return f"No staff yet. The link for the first manager, once, within a day, is in: {path}\n"


def is_wanted(environment: Mapping[str, str]) -> bool:
    """Return whether a person is at this machine with a graphical browser.

    In a pipe, a service or CI nobody looks; without a display a text browser would take the
    terminal.
    """
    if environment.get("CI") or not sys.stdout.isatty():
        return False
    return sys.platform in {"darwin", "win32"} or has_display(environment)


def has_display(environment: Mapping[str, str]) -> bool:
    """Return whether windows can be shown.

    >>> has_display({"DISPLAY": ":0"}), has_display({"TERM": "xterm"})
    (True, False)
    """
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open an address, and do not wait for the browser."""
    Thread(target=webbrowser.open, args=[address], daemon=True).start()


def _warn(listening: socket.socket, settings: Settings) -> None:
    host = listening.getsockname()[0]
    if not ip_address(host.partition("%")[0]).is_loopback and not settings.proxies:
        print_error(
            "anybody between you and the players can read what is sent: put a proxy with TLS in "
            "front, and name it with --proxy; behind a proxy or in a container that is not named "
            "so, all players have one address and share its limits"
        )


def _bind(host: str, port: int, problems: list[Problem]) -> socket.socket | None:
    if not 0 <= port < PORTS:
        _add(problems, "port/invalid", "port", f"{port} is not a port; choose 0 to {PORTS - 1}")
        return None
    try:
        return bind(host, port)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        message = f"{host}, port {port}: {reason}"
        if error.errno == errno.EADDRINUSE:
            message = f"port {port} of {host} is in use; name another, or 0 for any that is free"
            _add(problems, "port/taken", "port", message)
        elif isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            _add(problems, "host/unknown", "host", f"{host!r} is not an address of this machine")
        else:
            _add(problems, "port/refused", "port", message)
    return None


def _absent(text: str, problems: list[Problem]) -> Absent:
    try:
        return Absent(text)
    except ValueError:
        message = f"{text!r} is not a policy for absent players; choose {choice([*Absent])}"
        _add(problems, "option/invalid", "absent", message)
        return Absent.STAND


def _floor(order: ServeOrder, absent: Absent, problems: list[Problem]) -> FloorPlan:
    """Return the tables and jackpots of a floor file, or the tables named one by one."""
    if order.floor is None:
        return FloorPlan(_tables(order.house or (), absent, problems))
    if order.house:
        _add(problems, "option/conflict", "house", "a floor file names its house files itself")
    try:
        return read_floor(order.floor, absent)
    except RulesError as error:
        problems += [
            replace_key(problem, f"{order.floor}: {problem.key}") for problem in error.problems
        ]
        return FloorPlan()


def _tables(
    paths: Sequence[Path], absent: Absent, problems: list[Problem]
) -> tuple[TableTerms, ...]:
    """Read every house file; name each bad file with all its problems."""
    if not paths:
        return demo_floor(absent)
    houses: list[tuple[str, House]] = []
    if len(paths) > HOUSES_MAX:
        _add(problems, "option/invalid", "house", f"name at most {HOUSES_MAX:,} house files")
        return ()
    for path in paths:
        try:
            houses.append((str(path), Table.open_to_players(read_house(path)).house))
        except RulesError as error:
            for problem in error.problems:
                where = f"{path}: {problem.key}" if problem.key else str(path)
                problems.append(replace_key(problem, where))
    return house_tables(houses, absent)


def _witness(folder: Path | None, problems: list[Problem]) -> Path | None:
    if folder is not None and not folder.is_dir():
        _add(problems, "file/missing", "witness", f"there is no folder {quote_path(folder)}")
    return folder


def _hash(text: str, problems: list[Problem]) -> str:
    if text and not re.fullmatch("[0-9a-f]{64}", text):
        message = "a hash is 64 digits 0 to 9 and a to f; 'pitboss floor components' prints it"
        _add(problems, "option/invalid", "components", message)
    return text


def _networks(texts: Sequence[str], problems: list[Problem]) -> tuple[Network, ...]:
    networks: list[Network] = []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            message = f"{text!r} is not an address: write 10.0.0.7 or 10.0.0.0/24"
            _add(problems, "option/invalid", "proxy", message)
    return tuple(networks)


def _origins(texts: Sequence[str], problems: list[Problem]) -> frozenset[str]:
    origins: set[str] = set()
    for text in texts:
        parts = urlsplit(text)
        if parts.scheme in {"http", "https"} and parts.netloc and parts.path in {"", "/"}:
            origins.add(f"{parts.scheme}://{parts.netloc.lower()}")
        else:
            message = f"{text!r} is not an origin: write https://floor.example"
            _add(problems, "option/invalid", "origin", message)
    return frozenset(origins)


def _add(problems: list[Problem], code: str, key: str, message: str) -> None:
    problems.append(Problem(code=code, key=key, message=message))
