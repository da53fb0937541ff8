"""The routes that the console itself needs: its pages, names of accounts, tables and rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from msgspec import json

from pitboss.engine.events import TIP
from pitboss.floor.history import ROUND_KINDS, is_finished, round_record
from pitboss.floor.journal import played_lines
from pitboss.ledger.entry import Entry
from pitboss.office.roles import PERMISSIONS, Permission, Role
from pitboss.pit.past import ENTRIES_MAX, find_round, list_players
from pitboss.pit.table import LiveTable
from pitboss.server.accounts.names import name_key
from pitboss.server.console import wire
from pitboss.server.console.forms import describe_command
from pitboss.server.console.words import ROLES
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.routes import BASE, Call, Route, Routes
from pitboss.server.requests.wire import moment_text
from pitboss.store import STILL

STAFF: Final = f"{BASE}/staff"
"""The prefix of the staff's paths."""


class JobPage(NamedTuple):
    """The page of one job."""

    id: str
    title: str
    words: str
    group: str
    paths: tuple[str, ...]
    """Prefixes of its paths, without the base."""
    shows: Permission | None = None
    """Also shown to staff with this permission, whichever routes it has."""


JOB_PAGES: Final = (
    JobPage(
        id="tables",
        title="Tables",
        words="watch any table, open and close it, void a round",
        group="Pit",
        paths=("/staff/floor", "/staff/tables", "/staff/rounds", "/staff/voids"),
        shows=Permission.WATCH_TABLES,
    ),
    JobPage(
        id="slips",
        title="Fills and credits",
        words="chips between cage and tables",
        group="Pit",
        paths=("/staff/slips",),
    ),
    JobPage(
        id="physical",
        title="Physical tables",
        words="open tables with real cards, key hands, lock jackpot wagers, enter hits",
        group="Pit",
        paths=("/staff/physical",),
        shows=Permission.WATCH_PIT,
    ),
    JobPage(
        id="disputes",
        title="Disputes",
        words="what players say went wrong",
        group="Pit",
        paths=("/staff/disputes",),
    ),
    JobPage(
        id="players",
        title="Players",
        words="exclusions and limits of the house",
        group="Pit",
        paths=("/staff/exclusions", "/staff/players"),
    ),
    JobPage(
        id="jackpots",
        title="Jackpots",
        words="hits to confirm, terms, meters",
        group="Pit",
        paths=("/staff/jackpots",),
    ),
    JobPage(
        id="cage",
        title="Cage",
        words="deposits, withdrawals, tips",
        group="Money",
        paths=("/staff/cage",),
    ),
    JobPage(
        id="count",
        title="Drop and count",
        words="boxes, blind recount",
        group="Money",
        paths=("/staff/count",),
    ),
    JobPage(
        id="day",
        title="Gambling day",
        words="open and close the day, malfunctions, notices, the bank of jackpots",
        group="Money",
        paths=("/staff/day", "/staff/progressives", "/staff/notices", "/staff/malfunctions"),
    ),
    JobPage(
        id="reports",
        title="Reports",
        words="win, hold, slips, balances",
        group="Books",
        paths=("/reports",),
    ),
    JobPage(
        id="journal",
        title="Journal",
        words="search every entry, verify the chain",
        group="Books",
        paths=("/audit",),
    ),
    JobPage(
        id="staff",
        title="Staff",
        words="accounts and their roles",
        group="House",
        paths=("/staff",),
    ),
    JobPage(
        id="approvals",
        title="Approvals",
        words="what waits for a second person",
        group="House",
        paths=("/staff/requests",),
    ),
)


def find_page(path: str) -> JobPage | None:
    """Return the page of a route: the one with the longest matching prefix.

    >>> find_page("/api/1/staff/disputes/{number}").id
    'disputes'
    >>> find_page("/api/1/me")
    """
    short = path.removeprefix(BASE)
    matches = [
        (len(start), job)
        for job in JOB_PAGES
        for start in job.paths
        if short == start or short.startswith(f"{start}/")
    ]
    return max(matches, default=(0, None), key=lambda match: match[0])[1]


_AT_ONCE: Final = 100
"""Entries that are read at once in search of rounds."""
CONSOLE_ROUTES = Routes("console")


def console_routes(table: Callable[[], Sequence[Route]]) -> tuple[Route, ...]:
    """Return the routes of the console of a server that answers a table of routes."""
    routes = Routes("account")

    @routes.get("/me/console", own="only one's own pages")
    async def console(call: Call) -> wire.Console:
        """Return the pages of the console that you may open, and your commands on each."""
        office = await call.services.desk.refresh()
        roles = office.roles(call.account)
        return wire.Console(
            account=call.account,
            name=await call.services.accounts.name(call.account),
            roles=[
                wire.RoleSeen(role, ROLES.get(role, role.value)) for role in Role if role in roles
            ],
            permissions=[
                permission
                for permission, having in PERMISSIONS.items()
                if not having.isdisjoint(roles)
            ],
            pages=list_pages(table(), roles),
            denominations=list(office.terms.denominations),
            time_zone=office.terms.time_zone,
            factor=await call.services.factors.has(call.account),
            verified=call.session is not None and call.session.stepped_up > 0,
        )

    return (*routes, *CONSOLE_ROUTES)


def list_pages(table: Sequence[Route], roles: frozenset[Role]) -> list[wire.Page]:
    """Return the pages of an account with some roles, and its commands on each."""
    if not roles:
        return []
    mine = [route for route in table if not route.successor and _is_open(route, roles)]
    pages = []
    for job in JOB_PAGES:
        routes = [route for route in mine if find_page(route.path) is job]
        shown = job.shows is not None and not PERMISSIONS[job.shows].isdisjoint(roles)
        if not routes and not shown:
            continue
        reads = [route.path.removeprefix(BASE) for route in routes if route.method == "GET"]
        commands = [describe_command(route) for route in routes if route.method != "GET"]
        pages.append(
            wire.Page(
                id=job.id,
                title=job.title,
                words=job.words,
                group=job.group,
                reads=reads,
                commands=commands,
            )
        )
    return pages


def _is_open(route: Route, roles: frozenset[Role]) -> bool:
    """Return whether staff with some roles may use a route that is not open to all."""
    if route.needs is None:
        return route.path.startswith(f"{STAFF}/")
    return not PERMISSIONS[route.needs].isdisjoint(roles)


@CONSOLE_ROUTES.get("/me/console/names", query=wire.PeopleQuestion, needs=Permission.READ_NAMES)
async def people(call: Call) -> wire.People:
    """Look up accounts by id or name; only for staff."""
    query: wire.PeopleQuestion = call.query
    office = call.services.desk.office
    store = call.services.store
    persons = []
    for who in query.who:
        credential = await store.credential(name_key(who)) or await store.account_credential(who)
        account = credential.account if credential else who
        if credential is None and await store.entry(f"account/{who}", 1) is None:
            continue
        roles = [str(role) for role in Role if role in office.roles(account)]
        persons.append(wire.Person(account, credential.title if credential else None, roles))
    return wire.People(persons)


@CONSOLE_ROUTES.get("/staff/floor", needs=Permission.READ_EXCLUSIONS)
async def tables(call: Call) -> wire.TablesSeen:
    """List the tables of the floor with their players."""
    live_tables = call.services.hall.tables.values()
    return wire.TablesSeen(
        [_show_table(table) for table in live_tables if not table.state.terms.owner]
    )


def _show_table(table: LiveTable) -> wire.TableSeen:
    state = table.state
    players = [
        wire.SeatSeen(number, sitting.account, sitting.name, sitting.stack)
        for number, sitting in sorted(state.seats.items())
    ]
    return wire.TableSeen(
        id=state.id,
        name=state.terms.name,
        game=state.terms.house.game,
        stage="deciding" if state.round else "betting",
        round=state.rounds,
        paused=state.paused,
        players=players,
        chips_cents=sum(player.stack_cents for player in players),
    )


@CONSOLE_ROUTES.get(
    "/staff/tables/{table}/rounds",
    query=wire.RoundsQuestion,
    needs=Permission.READ_JOURNAL,
    codes=("table/unknown",),
)
async def table_rounds(call: Call) -> wire.TableRounds:
    """List the rounds of a table, the latest first."""
    query: wire.RoundsQuestion = call.query
    stream = f"table/{call.path['table']}"
    place = query.before or STILL
    if await call.services.store.entry(stream, 1) is None:
        raise ApiError("table/unknown", "there is no such table")
    rounds: list[wire.TableRound] = []
    ended: Entry | None = None
    for _ in range(ENTRIES_MAX // _AT_ONCE):
        entries = await call.services.store.past_entries(
            stream, before=place, at=STILL, after=0, limit=_AT_ONCE
        )
        for entry in entries:
            place = entry.version
            if entry.kind in ROUND_KINDS and is_finished(entry):
                ended = entry
            if entry.kind == "dealt" and ended is not None:
                rounds.append(_show_round(entry, ended))
                ended = None
                if len(rounds) == query.limit:
                    return wire.TableRounds(rounds, place)
        if len(entries) < _AT_ONCE:
            return wire.TableRounds(rounds, None)
    return wire.TableRounds(rounds, place if ended is None else ended.version + 1)


def _show_round(deal: Entry, ended: Entry) -> wire.TableRound:
    """Return a round from its first and last entries."""
    body: dict[str, Any] = json.decode(ended.body)
    own = [line for line in played_lines(body) if not line[2].startswith(TIP)]
    return wire.TableRound(
        round=body["round"],
        at=moment_text(ended.at),
        players=sorted(list_players(deal)),
        stake_cents=sum(line[3] for line in own),
        net_cents=sum(line[5] for line in own),
        void=bool(body.get("void")),
    )


@CONSOLE_ROUTES.get(
    "/staff/rounds/{table}/{round}", needs=Permission.READ_JOURNAL, codes=("round/unknown",)
)
async def any_round(call: Call) -> wire.RoundSeen:
    """Return the record of any finished round, with the names of its entries."""
    unknown = ApiError("round/unknown", "there is no such round")
    table = call.path["table"]
    number = call.number("round", unknown)
    store = call.services.store
    opened = await store.entry(f"table/{table}", 1)
    entries = await find_round(store, table, number) if opened else []
    if opened is None or not entries:
        raise unknown
    deal = json.decode(entries[0].body)
    return wire.RoundSeen(
        record=round_record(opened, entries),
        at=moment_text(entries[-1].at),
        shuffle=deal["before"]["shuffle"],
        entries=[entry.name for entry in entries],
        hashes=[entry.hash.hex() for entry in entries],
    )
