"""Find a table at a server, take seats, play, and leave them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Any

from pitboss.cli.options import open_asked_table
from pitboss.cli.orders.table import PlayOrder
from pitboss.cli.output import check_terminal, refuse
from pitboss.cli.problems import check, conflict, invalid, refusal
from pitboss.cli.remote.line import ServerLine
from pitboss.cli.remote.session import RemoteSession
from pitboss.cli.sitting import end_sitting, is_on_screen, play_on_screen, play_plain
from pitboss.client import Client, ClientError, Patience, RefusedByServerError
from pitboss.engine.actions import RefusedError
from pitboss.rulebook.house import house_data, house_from
from pitboss.rulebook.money import parse_dollars
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import RulesError
from pitboss.rulebook.reading.library import resolve_game_id
from pitboss.sitting.purse import FIRST_BANKROLL_CENTS
from pitboss.sitting.session_file import data_folder

Json = dict[str, Any]
_VIEW_S = 10.0
_TOKENS_BYTES_MAX = 1 << 16
_PATIENCE = Patience(answer=5.0, tries=3)


def play_at_server(order: PlayOrder) -> list[str]:
    """Play at a server's table; return the lines to print after."""
    try:
        _check(order)
        with _table(order) as (line, session):
            return _play(order, line, session)
    except RulesError as error:
        refuse(error.problems)  # in words: --json is one of the things it refuses
    except RefusedError as error:
        raise refusal(error.refusal.code, error.refusal.message) from None
    except RefusedByServerError as error:
        raise refusal(error.code, error.message) from None
    except ClientError as error:
        raise refusal("server/unreachable", str(error)) from None


def _check(order: PlayOrder) -> None:
    """Refuse options that players cannot choose at a server."""
    given = {
        "bots": bool(order.bots),
        "seed": order.seed is not None,
        "record": order.record is not None,
        "json": order.as_json,
        "system": order.system is not None,
    }
    message = "this cannot be chosen at a server's table"
    problems = [conflict(key, message) for key, is_given in given.items() if is_given]
    if order.seats < 1:
        problems.append(invalid("seats", "you need at least one seat"))
    if order.rounds is not None and order.rounds < 1:
        problems.append(invalid("rounds", "play at least one round"))
    check(problems)


def _play(order: PlayOrder, line: ServerLine, session: RemoteSession) -> list[str]:
    lines: list[str] = []
    failed = False
    try:
        if order.plain or not is_on_screen():
            failed = play_plain(session, order.rounds, sys.stdout)
        else:
            check_terminal()
            lines = play_on_screen(session, order.rounds)
    finally:
        if line.is_connected:
            with suppress(RefusedError):  # a seat that was given up already
                session.leave()
    end_sitting(session, failed=failed)
    return lines


@contextmanager
def _table(order: PlayOrder) -> Iterator[tuple[ServerLine, RemoteSession]]:
    try:
        client = Client(order.server, patience=_PATIENCE)
    except ValueError as error:
        raise refusal("option/invalid", str(error), "server") from None
    line = ServerLine(client)
    try:
        yield line, _reach_table(order, line)
    finally:
        line.close()


def _reach_table(order: PlayOrder, line: ServerLine) -> RemoteSession:
    """Enter, find a table and sit down; refuse a server that answers as none of Pitboss does."""
    try:
        wallet = _enter(order, line)
        terms = line.do(line.client.get(f"/tables/{_find(order, line)}/terms"))
        line.watch(terms["id"])
        return _sit(order, line, terms, wallet)
    except (RulesError, RefusedError):
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        message = "the answer is not what a server of Pitboss sends"
        raise refusal("answer/malformed", message) from None


def _enter(order: PlayOrder, line: ServerLine) -> int:
    """Log in as the last guest, or as a new one; return the wallet."""
    client = line.client
    lasts = is_on_screen() and not order.fresh
    client.token = kept_token(client.url) if lasts else ""
    if client.token:
        try:
            return int(line.do(client.me())["wallet_cents"])
        except RefusedByServerError:
            client.token = ""
            forget_token(client.url)
    wallet = int(line.do(client.guest())["wallet_cents"])
    if lasts:
        keep_token(client.url, client.token)
    return wallet


def _find(order: PlayOrder, line: ServerLine) -> str:
    """Return the id of a table: the one named, one of the game, or a new one of your own."""
    client = line.client
    tables: list[Json] = line.do(client.get("/tables"))["tables"]
    if order.option or order.at.file is not None:
        house = house_data(open_asked_table(order.at).house)
        return _open_own(line, str(house["game"]), house)
    if not order.game:
        names = choice(tuple(sorted({table["game"] for table in tables})))
        message = f"name a game or a table of this server: {names}" if names else "name a game"
        raise refusal("command/usage", message)
    if any(table["id"] == order.game for table in tables):
        return order.game
    game = resolve_game_id(order.game)
    for table in tables:
        if table["game"] == game and table["seats"] - len(table["taken"]) >= order.seats:
            return str(table["id"])
    return _open_own(line, game, {})


def _open_own(line: ServerLine, game: str, house: Json) -> str:
    """Open a practice table, which nobody else can see."""
    body = {"game": game, "house": json.loads(json.dumps(house))}
    return str(line.do(line.client.post("/tables", body))["table"])


def _sit(order: PlayOrder, line: ServerLine, terms: Json, wallet: int) -> RemoteSession:
    """Take free seats; a player who already has seats at this table keeps them."""
    view = line.take(_VIEW_S)
    if view is not None and view["t"] == "books" and not view["answer"]:
        raise refusal("store/unavailable", str(view["message"]))
    if view is None or view["t"] != "view":
        raise refusal("server/unreachable", "the table does not answer")
    own = {int(seat): int(cents) for seat, cents in view["stacks"].items()}
    taken = {seat["seat"] for seat in view["seats"]}
    if not own:
        free = [seat for seat in range(1, terms["seats"] + 1) if seat not in taken]
        cents = _cents(order, wallet) // order.seats
        for seat in free:
            if len(own) < order.seats and _take_seat(line, seat, cents):
                own[seat] = cents
        if len(own) < order.seats:
            message = f"{terms['name']} has no {order.seats} free seats"
            raise refusal("seat/too-many", message, "seats")
    session = RemoteSession(
        line,
        house_from(terms["house"]),
        seats=sorted(own),
        cents=sum(own.values()),
        place=f"{line.client.url}, table {terms['id']}",
    )
    session.take(view)
    return session


def _take_seat(line: ServerLine, seat: int, cents: int) -> bool:
    """Take a seat; False if another player was faster."""
    try:
        line.ask("sit", seat=seat, cents=cents)
    except RefusedError as error:
        if error.refusal.code != "seat/taken":
            raise
        return False
    return True


def _cents(order: PlayOrder, wallet: int) -> int:
    if order.bankroll is None:
        return min(wallet, FIRST_BANKROLL_CENTS)
    try:
        return parse_dollars(order.bankroll)
    except ValueError as error:
        raise refusal("option/invalid", str(error), "bankroll") from None


# -- session tokens of servers, readable by you alone ----------------------------------------------


def _token_file() -> Path:
    return data_folder() / "servers.json"


def _read_tokens() -> dict[str, str]:
    try:
        with _token_file().open(encoding="utf-8") as file:
            kept = json.loads(file.read(_TOKENS_BYTES_MAX))
    except (OSError, ValueError):
        return {}
    return {str(url): str(token) for url, token in kept.items()} if isinstance(kept, dict) else {}


def kept_token(url: str) -> str:
    """Return the token of your last sitting at a server; empty if there was none."""
    return _read_tokens().get(url, "")


def keep_token(url: str, token: str) -> None:
    """Keep a token; ignore a failure, which must not prevent play."""
    _write_tokens(_read_tokens() | {url: token})


def forget_token(url: str) -> None:
    """Delete a token that a server no longer knows."""
    _write_tokens({known: token for known, token in _read_tokens().items() if known != url})


def _write_tokens(tokens: dict[str, str]) -> None:
    with suppress(OSError):
        _token_file().parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = mkstemp(dir=_token_file().parent, prefix=".servers-")  # mode 0600
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tokens, file)
        Path(name).replace(_token_file())
