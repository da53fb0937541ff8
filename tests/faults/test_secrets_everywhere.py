"""In the middle of a round of every game: no route, frame, export or file says what lies face down.

Routes come from `/openapi.json`, roles from the office, frames from what is put into a line, files
from the data folder, and rows from every table of the database: what is new is looked at at once.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sqlite3
import subprocess
import sys
from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, closing, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from pitboss.cards import format_cards
from pitboss.cli.floor.export import KINDS
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.core import HOUSE
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role, may
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import NAMED
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access
from tests.engine.bets import random_wagers
from tests.engine.houses import GAMES
from tests.engine.players import random_player
from tests.faults.lines import Floor, Talk, floor
from tests.faults.test_secrets import (
    AHEAD,
    CARD,
    SEALED,
    STACK,
    Taint,
    dealt,
    listen,
    logged,
    marked,
    texts,
    visible,
)
from tests.server.test_permissions import sample
from tests.tiers import IS_NIGHT, by_day

__all__ = ["logged", "marked"]

VISITOR: Final = "visitor"
SEATED: Final = "seated"
READERS: Final = (*Role, VISITOR, SEATED)
"""Somebody of every role, somebody without a token, and a player of the round itself."""
FORMATS: Final = ("json", "csv", "html", "md", "text")
RULES: Final = re.compile(r"/lab\b|\{game\}|\{link\}|/games\b|/practice/|/openapi|/frames|^/verify")
"""Paths that know no table: what they name follows from the rules, and is the same on every day."""
CLOSED: Final = {
    "/api/1/tables/{table}/shoes/{shuffle}": "a shuffle is shown when all of it is dealt",
    "/api/1/rounds/{table}/{round}": "a round is shown to its players when it is over",
    "/api/1/rounds/{table}/{round}/proof": "the same",
    "/api/1/rounds/{table}/{round}/replay": "the same",
    "/api/1/rounds/{table}/{round}/review": "the same",
    "/api/1/me/progress/{name}": "nobody here has practised anything",
    "/api/1/staff/disputes/{number}": "a dispute is about a round that is over",
    "/api/1/jackpots/{jackpot}": "these tables share no jackpot",
    "/api/1/jackpots/{jackpot}/hits": "the same",
    "/api/1/staff/jackpots/{jackpot}/books": "the same",
    "/api/1/staff/jackpots/{jackpot}/hits/{hit}": "the same",
    "/api/1/signs/jackpots/{jackpot}": "the same",
    "/api/1/staff/rounds/{table}/{round}": "a round is shown to the staff when it is over",
    "/api/1/staff/physical/{table}/hand": "these tables are dealt by the server",
}
"""What nobody is answered in the middle of a first round, and why."""
LATER: Final = (
    "/api/1/tables/{table}/shoes/{shuffle}",
    "/api/1/rounds/{table}/{round}/proof",
)
"""What is shown when all of a shuffle is dealt, and not before."""
PAST: Final = (
    *LATER,
    "/api/1/rounds/{table}/{round}",
    "/api/1/rounds/{table}/{round}/replay",
    "/api/1/staff/rounds/{table}/{round}",
    "/api/1/staff/tables/{table}/rounds",
    "/api/1/me/rounds",
    "/api/1/me/export",
    "/api/1/me/statement",
)
"""What tells of a round that is over, while the cards behind it still lie in the shoe."""
ROUNDS_MAX: Final = 60
ALWAYS: Final = ("/api/1/audit/entries?stream=", "/api/1/audit/export?limit=")
"""What every reader asks at every table: the journal."""


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield every method and path that knows a table, with the names of its query."""
    for path, methods in document["paths"].items():
        if RULES.search(path):
            continue
        for method, operation in methods.items():
            asks = [part["name"] for part in operation["parameters"] if part["in"] == "query"]
            yield method.upper(), path, asks


def filled(path: str, parts: dict[str, str]) -> str:
    """Return a path with its parts filled in."""
    return re.sub(r"\{(\w+)\}", lambda match: quote(parts.get(match[1], "1")), path)


@dataclass
class Reading:
    """Reads everything at a table that stands in the middle of a round."""

    here: Floor
    taint: Taint
    people: dict[str, str]
    """Reader -> account."""
    document: dict[str, Any]
    asked: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Path -> who asked for it and was answered with something other than a refusal."""
    past_hidden: int = 0
    """Cards that could have leaked into what was told of rounds before."""

    def questions(self, table: LiveTable, form: str) -> Iterator[str]:
        """Yield every address that answers a question about a table."""
        parts = self._parts(table) | {"format": form}
        known = {"table": table.state.id, "stream": f"table/{table.state.id}", "limit": "500"}
        known |= {"player": self.people[SEATED], "format": form}
        for method, path, asks in operations(self.document):
            if method != "GET":
                continue
            yield filled(path, parts)
            query = "&".join(f"{name}={quote(known[name])}" for name in asks if name in known)
            if query:
                yield f"{filled(path, parts)}?{query}"

    def _parts(self, table: LiveTable) -> dict[str, str]:
        state = table.state
        shuffle = max((*state.shuffles.promised, 1))
        return {"table": state.id, "round": str(state.rounds), "shuffle": str(shuffle)}

    async def read(self, table: LiveTable, number: int) -> None:
        """Ask everything: by day each path of one reader in turn, by night of all of them."""
        form = FORMATS[number % len(FORMATS)]
        for place, address in enumerate(self.questions(table, form)):
            always = IS_NIGHT or address.startswith(ALWAYS)
            turn = READERS[(number + place) % len(READERS)]
            for reader in READERS if always else (turn,):
                status, text = await self.send(reader, "GET", address)
                assert status < 500, (reader, address, text)
                self.look(text, reader, table)
                self.asked[address.partition("?")[0]] |= {reader} if status < 400 else set()

    async def write(self, table: LiveTable) -> None:
        """Send every command, each by somebody who may, and look at what is answered."""
        routes = {(route.method, route.path): route for route in complete_table()}
        for number, (method, path, _) in enumerate(operations(self.document)):
            route = routes[method, path]
            if method == "GET" or route.access is Access.OPERATOR:
                continue
            able = [role for role in Role if route.needs and may([role], route.needs)]
            reader = able[number % len(able)] if able else SEATED
            body = sample(route.body) if route.body else None
            if isinstance(body, dict) and "table" in body:
                body["table"] = table.state.id
            address = filled(path, self._parts(table))
            _, text = await self.send(reader, method, address, body, key=f"{table.state.id}.{path}")
            self.look(text, reader, table)

    def look(self, text: str, reader: str, table: LiveTable) -> None:
        """Look at something that a reader was sent."""
        account = self.people[SEATED] if reader == SEATED else None
        self.taint.check(SEALED.sub("", text), account, table)

    async def send(
        self,
        reader: str,
        method: str,
        address: str,
        body: Any = None,  # noqa: ANN401 - JSON
        key: str = "",
    ) -> tuple[int, str]:
        """Ask over HTTP; return status and text."""
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.here.address}{address[1:]}", data, method=method)  # noqa: S310
        if reader != VISITOR:
            token = self.taint.tokens[self.people[reader]]
            request.add_header("Authorization", f"Bearer {token}")
        request.add_header("Content-Type", "application/json")
        request.add_header("Idempotency-Key", key.replace("/", ".")[:100] or "none")
        return await asyncio.to_thread(fetch, request)


def fetch(request: Request) -> tuple[int, str]:
    """Return the status and the text of an answer."""
    try:
        with urlopen(request, timeout=300) as answer:  # noqa: S310 - of this machine
            return answer.status, str(answer.read().decode())
    except HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


async def staff_token(here: Floor, role: Role) -> tuple[str, str]:
    """Return account and token of somebody with a role who gave the second factor just now."""
    account = new_account()
    if role is not Role.PLAYER:
        await here.services.desk.ask(GiveRole(account, role), HOUSE, f"{account}/{role}")
    sessions = here.services.sessions
    session = await sessions.find(await sessions.start(account, NAMED))
    assert session is not None
    return account, await sessions.step_up(session)


async def deal_and_stop(here: Floor, table: LiveTable, guests: Sequence[str]) -> None:
    """Deal rounds until one asks something and has a card that nobody may see."""
    async with AsyncExitStack() as stack:
        talks = [await stack.enter_async_context(here.line(token)) for token in guests]
        for seat, talk in enumerate(talks, 1):
            sat = await talk.ask("sit", table.state.id, seat=seat, cents=STACK // 4)
            assert sat["t"] == "ok"
        await deal(table, talks)


async def deal(table: LiveTable, talks: Sequence[Talk]) -> None:
    """Bet at every seat until a round asks a player something."""
    rng = random.Random(table.state.id)
    for _ in range(ROUNDS_MAX):
        for seat, talk in enumerate(talks, 1):
            while not (table.state.round or table.state.seats[seat].ready):
                wagers = random_wagers(rng, table.state.terms.setup)
                await talk.ask("bet", table.state.id, seat=seat, wagers=wagers)
        if table.state.round is not None:
            return
    pytest.fail(f"{ROUNDS_MAX} rounds of {table.state.id}, and none asked a player anything")


async def deal_another(here: Floor, table: LiveTable, guests: Sequence[str]) -> int:
    """End the open round, and deal until the next one asks something; return the one that ended."""
    async with AsyncExitStack() as stack:
        talks = [await stack.enter_async_context(here.line(token)) for token in guests]
        rng = random.Random(table.state.id)
        number = table.state.rounds
        while (current := table.state.round) is not None:
            action = random_player(rng)(current.question)
            body: dict[str, Any] = {
                "seat": action.seat,
                "n": current.n,
                "action": action.kind,
                "amount": action.amount,
                "tip": action.tip,
                "low": format_cards(action.low) if action.low else "",
            }
            talk = talks[action.seat - 1]
            assert (await talk.ask("act", table.state.id, **body))["t"] == "ok"
        await deal(table, talks)
        return number


async def read_past(reading: Reading, table: LiveTable, number: int) -> set[str]:
    """Ask everybody what is told of a round that is over; return the paths that were answered."""
    answered: set[str] = set()
    parts = {"table": table.state.id, "round": str(number), "shuffle": "1"}
    current = table.state.round
    assert current is not None
    bodies = [
        entry.body.decode()
        async for entry in reading.here.services.store.entries(table.state.stream)
    ]
    named = {*CARD.findall(SEALED.sub("", "\n".join(bodies)))}  # the journal is looked at before
    for path in PAST:
        for reader in READERS:
            status, text = await reading.send(reader, "GET", filled(path, parts))
            assert status < 500, (reader, path, text)
            account = reading.people[SEATED] if reader == SEATED else None
            hidden = {*table.state.shoe.cards[table.state.shoe.position :][:AHEAD]}
            ahead = texts(hidden | dealt(current.state)) - texts(visible(current.state, account))
            shown = {*CARD.findall(SEALED.sub("", text))}
            assert not shown & (ahead - named), (reader, path, text)
            reading.taint._check_entropy(text)  # noqa: SLF001 - of a shoe in play
            reading.past_hidden += len(ahead - named)
            answered |= {path} if status < 400 else set()
    return answered


def terms() -> tuple[TableTerms, ...]:
    """Return a table of every game."""
    return tuple(
        TableTerms(id=f"g{number}", name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
        for number, game in enumerate(GAMES)
    )


def test_nothing_says_what_lies_face_down(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    marked: dict[tuple[str, int], bytes],
    logged: StringIO,
) -> None:
    async def steps() -> None:
        async with floor(tmp_path, tables=terms(), play_money_cents=10**9) as here:
            reading = await readers(here, marked)
            taint = reading.taint
            listen(monkeypatch, taint)
            tables = [*here.services.hall.tables.values()]
            assert len(tables) == len(GAMES)
            seated = []
            for number, table in enumerate(tables):
                guests = [await here.guest() for _ in range(2)]
                seated.append(guests)
                await seat_reader(reading, guests[0])
                await deal_and_stop(here, table, guests)
                unseen = taint.unseen(None, table.state)
                assert unseen
                with pytest.raises(AssertionError):
                    reading.look(f'"{min(unseen)}"', VISITOR, table)  # a leak would be noticed
                await watch(reading, table)
                await reading.read(table, number)
            everywhere(reading)
            await look_at_files(reading, tmp_path, tables)
            told: set[str] = set()
            for table, guests in [*zip(tables, seated, strict=True)][3 :: by_day(8, 1)]:
                await seat_reader(reading, guests[0])
                over = await deal_another(here, table, guests)
                told |= await read_past(reading, table, over)
            assert told >= {*PAST} - {*LATER}
            assert reading.past_hidden > 100
            for table in tables[:: by_day(8, 1)]:
                await reading.write(table)
            assert taint.hidden > 10_000
            taint.check(logged.getvalue(), None, None)
            assert not CARD.findall(logged.getvalue())

    asyncio.run(steps())


async def readers(here: Floor, marked: dict[tuple[str, int], bytes]) -> Reading:
    """Return somebody of every role, and what the server says that there is to ask."""
    people: dict[str, str] = {VISITOR: "", SEATED: ""}
    tokens: dict[str, str] = {}
    for role in Role:
        people[role], token = await staff_token(here, role)
        tokens[people[role]] = token
    taint = Taint(here, tokens, marked)
    request = Request(f"{here.address}openapi.json")  # noqa: S310 - of this machine
    _, text = await asyncio.to_thread(fetch, request)
    return Reading(here, taint, people, json.loads(text))


async def seat_reader(reading: Reading, token: str) -> None:
    """Let the player of a token be the one who reads at a seat of the round."""
    session = await reading.here.services.sessions.find(token)
    assert session is not None
    reading.people[SEATED] = session.account
    reading.taint.tokens[session.account] = token


async def watch(reading: Reading, table: LiveTable) -> None:
    """Let every reader watch, as data and as a scene: `listen` looks at each frame."""
    before = reading.taint.checked
    for reader, account in reading.people.items():
        if reader != VISITOR:
            async with reading.here.line(reading.taint.tokens[account]) as talk:
                await talk.watch(table.state.id)
                await talk.watch(table.state.id, scene=True)
    assert reading.taint.checked >= before + 2 * (len(READERS) - 1)


def everywhere(reading: Reading) -> None:
    """Check that what was asked is all there is, and that somebody was answered everywhere."""
    routes = [route for route in complete_table() if not RULES.search(route.path)]
    listed = {(method, path) for method, path, _ in operations(reading.document)}
    assert listed == {(route.method, route.path) for route in routes}
    silent = []
    for route in (route for route in routes if route.method == "GET"):
        shape = re.compile(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(route.path)))
        if not any(shape.fullmatch(path) for path, roles in reading.asked.items() if roles):
            silent.append(route.path)
    assert {*silent} == CLOSED.keys()


# -- files -----------------------------------------------------------------------------------------


async def look_at_files(reading: Reading, folder: Path, tables: Sequence[LiveTable]) -> None:
    """Look at every file of the server, every row of the database, a backup and every export."""
    books = folder / "floor.db"
    keys = folder / "server.key"
    db = ("--db", str(books), "--keys", str(keys))
    copy = folder / "copy.db"
    await asyncio.to_thread(run_program, "floor", "backup", "--out", str(copy), *db[:2])
    texts = [row for file in (books, copy) for row in rows_of(file)]
    for kind in KINDS:
        for ending in ("jsonl", "csv"):
            out = folder / f"{kind}.{ending}"
            await asyncio.to_thread(
                run_program, "floor", "export", "--what", kind, "--out", str(out), *db
            )
            texts += out.read_text("utf-8").splitlines()
    names = {table.state.id: re.compile(rf"\b{table.state.id}\b") for table in tables}
    named = 0
    for text in texts:
        of = [table for table in tables if names[table.state.id].search(text)]
        for table in of:
            reading.look(text, VISITOR, table)
        named += bool(of)
        assert of or not CARD.search(SEALED.sub("", text)), text[:300]
    assert named > 10 * len(tables)
    look_at_bytes(reading, folder)


def look_at_bytes(reading: Reading, folder: Path) -> None:
    """Look for entropy and tokens in every file, as they are and as they are written."""
    for file in (path for path in folder.rglob("*") if path.is_file()):
        content = file.read_bytes()
        for entropy in reading.taint.drawn.values():
            for form in (entropy, entropy.hex().encode(), b64encode(entropy)):
                assert form not in content, file
        for token in reading.taint.tokens.values():
            assert token.encode() not in content, file


def rows_of(file: Path) -> Iterator[str]:
    """Yield every row of every table of a database as text."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            for row in database.execute(f'SELECT * FROM "{name}"'):  # noqa: S608 - its own names
                yield " | ".join(map(cell_text, row))


def cell_text(cell: object) -> str:
    """Return a cell as text; hashes, keys and what is sealed are none."""
    if not isinstance(cell, bytes):
        return str(cell)
    with suppress(UnicodeDecodeError):
        return cell.decode()
    return ""


def run_program(*arguments: str) -> None:
    """Run the program as a person does."""
    subprocess.run([sys.executable, "-m", "pitboss.cli.main", *arguments], check=True)
