"""The routes of the tables: for programs, and for clients without a WebSocket."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from importlib.resources import files
from inspect import getdoc

from msgspec import json

from pitboss.engine.setup import prepare
from pitboss.fair.reveal import read_reveal
from pitboss.floor.terms import NO_CLOCK, Clocks, TableTerms
from pitboss.office.roles import Permission
from pitboss.pit.frames import MILLISECOND
from pitboss.pit.table import LiveTable
from pitboss.rulebook.check import law_problems
from pitboss.rulebook.house import house_data, house_from
from pitboss.rulebook.reading.library import game as game_of
from pitboss.rulebook.ready import ready_tables
from pitboss.server.live import wire
from pitboss.server.live.commands import BY_INVITATION, ask_table, check_ours, find_table
from pitboss.server.live.layout import table_layout
from pitboss.server.live.view_wire import RevealedShoe, TableAnswer, TableLayout
from pitboss.server.live.watch import view_frame
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import Access, Call, Handler, Routes, Text
from pitboss.server.requests.wire import show
from pitboss.server.rules.book import TABLE_CODES as HOUSE_CODES
from pitboss.server.services import Services

PRACTICE_TABLES_MAX = 4
"""Practice tables of one account; the one unused for longest is not closed for a fifth."""
PRACTICE_TABLES_HERE = 500
"""Practice tables of one process, for all accounts: accounts are free."""
SEATS = 7

_TABLE_CODES = ("table/unknown", "table/lost")

TABLE_ROUTES = Routes("table", is_spoken=True)
"""Everything about tables."""


@TABLE_ROUTES.get("/tables", access=Access.ANYONE)
async def tables(call: Call) -> wire.Tables:
    """List the tables of the floor, and your practice tables."""
    return wire.Tables(await call.services.switchboard.summaries(call.viewer))


@TABLE_ROUTES.post(
    "/tables",
    needs=Permission.PLAY,
    body=wire.NewTable,
    answer=TableAnswer,
    codes=(*HOUSE_CODES, "profile/exceeded", "table/too-many"),
    status=201,
)
async def open_practice(call: Call) -> Text:
    """Open a table of your own: any game, any legal set-up, its own chips.

    It is yours alone and has no clock; with `invites` its link lets others in.
    """
    body: wire.NewTable = call.body
    account = call.account
    game = game_of(body.game)
    ready = house_data(ready_tables()[game.id].house) if game.id in ready_tables() else {}
    house = house_from({**(body.house or ready), "game": game.id})
    terms = TableTerms(
        id=f"{BY_INVITATION}{secrets.token_hex(16)}" if body.invites else secrets.token_hex(8),
        name=game.title,
        house=house,
        seats=min(SEATS, game.seats_max or SEATS) if body.invites else SEATS,
        clocks=Clocks(waits_alone=True) if body.invites else NO_CLOCK,
        absent=call.services.settings.absent,
        owner=account,
        has_own_chips=True,
    )
    prepare(house, law_problems(house))  # refuses what rules or law forbid, with every problem
    return _show_table(await _add_practice(call.services, terms), account)


async def _add_practice(services: Services, terms: TableTerms) -> LiveTable:
    """Open a practice table, if the account and this process have room for one more.

    Requests of one account are counted one after the other, or many at once would all see room.
    """
    async with services.alone(f"practice/{terms.owner}"):
        own = await services.switchboard.holdings(terms.owner)
        if own.practice_tables >= PRACTICE_TABLES_MAX:
            message = f"an account has at most {PRACTICE_TABLES_MAX} practice tables"
            raise ApiError("table/too-many", message)
        practice = sum(bool(table.state.terms.owner) for table in services.hall.tables.values())
        if practice >= PRACTICE_TABLES_HERE:
            message = "the server has as many practice tables as it can; try again later"
            raise ApiError("table/too-many", message)
        if services.leases is not None:
            await services.leases.note_new(terms.id)
        return await services.hall.add(terms, terms.owner)


def _find_table(call: Call) -> LiveTable:
    return find_table(call.services, call.path["table"], call.viewer)


def _show_table(table: LiveTable, account: str | None) -> Text:
    return Text(json.encode(view_frame(table, account)))


async def _ask(call: Call) -> Text:
    account = call.account
    table = find_table(call.services, call.path["table"], account)
    await ask_table(call.services, table, call.body, account, call.key)
    return _show_table(table, account)


@TABLE_ROUTES.get(
    "/tables/{table}",
    answer=TableAnswer,
    codes=_TABLE_CODES,
    access=Access.ANYONE,
)
async def table(call: Call) -> Text:
    """Return a table with everything that the caller may see."""
    live = _find_table(call)
    await live.confirm()
    check_ours(live)
    return _show_table(live, call.viewer)


@TABLE_ROUTES.get("/tables/{table}/terms", codes=_TABLE_CODES, access=Access.ANYONE)
async def table_terms(call: Call) -> wire.TableTerms:
    """Return the terms of a table: its house set-up, its seats and its clocks."""
    terms = _find_table(call).state.terms
    return show(
        wire.TableTerms,
        terms,
        house=house_data(terms.house),
        decision_ms=terms.clocks.decision // MILLISECOND if terms.clocks.waits else None,
        betting_ms=terms.clocks.betting // MILLISECOND if terms.clocks.waits else None,
        digest=terms.setup.configured.digest,
    )


@TABLE_ROUTES.get(
    "/tables/{table}/layout",
    answer=TableLayout,
    codes=_TABLE_CODES,
    access=Access.ANYONE,
)
async def layout(call: Call) -> Text:
    """Return the layout of a table: everything constant that a page draws."""
    return Text(json.encode(table_layout(_find_table(call).state.terms)))


@TABLE_ROUTES.get(
    "/tables/{table}/shoes/{shuffle}",
    answer=RevealedShoe,
    codes=(*_TABLE_CODES, "shoe/not-shown"),
    access=Access.ANYONE,
)
async def shoe(call: Call) -> Text:
    """Return a finished shuffle with everything that deals its cards again."""
    table = _find_table(call)
    entry = await call.services.store.find(table.state.stream, f"show/{call.path['shuffle']}")
    if entry is None:
        raise ApiError("shoe/not-shown", "this shuffle is not over, or never was")
    return Text(json.encode(read_reveal(entry.body.decode()).as_json()))


def _send_file(name: str, content_type: str) -> Handler:
    async def send(_: Call) -> Text:
        return Text((files("pitboss.fair") / name).read_bytes(), content_type)

    return send


_FILES = {
    "/verify": ("verify.html", "text/html; charset=utf-8"),
    "/verify.js": ("verify.js", "text/javascript; charset=utf-8"),
    "/verify.css": ("verify.css", "text/css; charset=utf-8"),
}
"""The page that verifies a revealed shoe, path -> file and type."""

_STAKE = ("role/plays", "limit/time", "table/closed")
_BUY = ("buy-in/off-limits", "wallet/short")
_RISK = ("limit/wager", "limit/loss", "seat/not-yours", "bankroll/short")
_CODES: Mapping[str, tuple[str, ...]] = {
    "sit": (
        *_STAKE,
        "seat/taken",
        "seat/unknown",
        "seat/one-each",
        "seat/too-many",
        "name/invalid",
        *_BUY,
    ),
    "buy-in": (*_STAKE, "seat/not-yours", "round/open", *_BUY),
    "bet": (
        *(*_STAKE, *_RISK, "bet/closed", "jackpot/stopped", "table/paused"),
        *("wager/mid-deck", "wager/off-limits"),
    ),
    "bots": ("table/not-yours", "seat/taken", *_BUY),
    "act": (*_RISK, "action/stale", "action/illegal", "action/unknown", "card/unknown"),
    "cut": ("seat/not-yours", "cut/stale", "cut/fixed", "cut/barred", "seed/uncommitted"),
    "reveal": (
        *("seat/not-yours", "seed/size", "seed/early", "seed/uncommitted", "seed/other"),
        "seed/used",
    ),
}
"""The codes of each command; others refuse only a seat of somebody else."""


for _name, _body in wire.REQUESTS.items():
    TABLE_ROUTES.post(
        f"/tables/{{table}}/{_name}",
        summary=getdoc(_body) or "",
        body=_body,
        answer=TableAnswer,
        needs=Permission.PLAY,
        moves=True,
        codes=(*_TABLE_CODES, "key/reused", *_CODES.get(_name, ("seat/not-yours",))),
    )(_ask)

VERIFIER_ROUTES = Routes("fair", base="", access=Access.ANYONE)
"""The page that verifies a revealed shoe."""
for _path, (_file, _type) in _FILES.items():
    VERIFIER_ROUTES.get(
        _path, summary=f"Return {_file} of the page that verifies a revealed shoe.", texts=(_type,)
    )(_send_file(_file, _type))
