"""Text that PostgreSQL takes nowhere, such as a NUL, fails whoever sends it and nobody beside him.

PostgreSQL refuses a NUL in every text, and commands of one moment are written in one transaction.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from itertools import chain, product
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest
from msgspec import inspect

from pitboss.ledger.entry import Entry
from pitboss.ledger.marks import Mark
from pitboss.office.roles import Role, may
from pitboss.server.app import complete_table
from pitboss.server.live import socket
from pitboss.server.requests.limits import is_key
from pitboss.server.requests.routes import Access, Route
from pitboss.store import Store
from tests.faults.lines import Floor, Talk, floor
from tests.server.asgi import Client, running
from tests.server.player import FREE, Player, real_clock, terms_of
from tests.server.staff import staff
from tests.server.test_hostile import SLOW
from tests.server.test_permissions import path_of, sample
from tests.store.conftest import Address, database, opened, server

__all__ = ["database", "server"]

REFUSED: Final = ("\0", "a\0b", "a" * 99 + "\0")
"""Texts that no column of PostgreSQL takes."""
PLAYERS: Final = 6
GUESTS: Final = 6
TURNS: Final = 12
TOO_LARGE: Final = (2**31, 2**63)
"""Numbers of which one fits no column of 4 bytes, and one none of 8."""


def test_a_command_id_with_a_nul_stops_no_other_player(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over WebSockets, to a real PostgreSQL: every other command of the moment is carried out."""
    asked = asyncio.run(storm(tmp_path, database, monkeypatch))
    assert asked == {"players ok": PLAYERS * TURNS * 2, "guests key/missing": GUESTS * TURNS}
    sat = {key[-5:] for key in asyncio.run(written(database)) if re.search(r"p\d\.\d\d$", key)}
    assert sat == {f"p{who}.{turn:02}" for who in range(PLAYERS) for turn in range(TURNS)}


def test_a_text_that_passes_the_door_fails_alone_at_the_database(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind the door: where a text slips past it, the transaction of many is split."""
    monkeypatch.setattr(socket, "is_key", lambda text: is_key(text) or "\0" in text)
    asked = asyncio.run(storm(tmp_path, database, monkeypatch))
    assert asked == {"players ok": PLAYERS * TURNS * 2, "guests store/unavailable": GUESTS * TURNS}


async def storm(folder: Path, database: Address, patch: pytest.MonkeyPatch) -> Counter[str]:
    """Let players sit and leave while guests send keys with a NUL; count the answers."""
    tables = terms_of(("reference/blackjack",) * (PLAYERS + GUESTS))
    batches: list[int] = []
    asked: Counter[str] = Counter()

    async def play(talk: Talk, who: int) -> None:
        for turn in range(TURNS):
            for kind, body in (("sit", {"seat": 1, "cents": 2000}), ("leave", {"seat": 1})):
                name = f"p{who}.{turn:02}" + (".leave" if kind == "leave" else "")
                answer = await talk.ask(kind, f"g{who}", name, **body)
                asked[f"players {answer.get('code', 'ok')}"] += 1

    async def attack(talk: Talk, who: int) -> None:
        for turn in range(TURNS):
            name = f"{turn}{REFUSED[turn % len(REFUSED)]}"[-100:]
            answer = await talk.ask("sit", f"g{PLAYERS + who}", name, seat=1, cents=2000)
            asked[f"guests {answer.get('code', 'ok')}"] += 1

    async with floor(folder, tables=tables, db=database) as here:
        count_batches(patch, here, batches)
        async with AsyncExitStack() as stack:
            lines = [
                await stack.enter_async_context(here.line(await here.guest()))
                for _ in range(PLAYERS + GUESTS)
            ]
            await asyncio.gather(
                *(play(line, who) for who, line in enumerate(lines[:PLAYERS])),
                *(attack(line, who) for who, line in enumerate(lines[PLAYERS:])),
            )
    assert max(batches) > 1, "commands of one moment went into one transaction"
    return asked


def count_batches(patch: pytest.MonkeyPatch, here: Floor, batches: list[int]) -> None:
    """Keep how many entries each transaction has."""
    store: Store = here.services.store
    append = store.append

    async def counted(entries: Sequence[Entry], *mark: Mark) -> None:
        batches.append(len(entries))
        await append(entries, *mark)

    patch.setattr(store, "append", counted)


async def written(database: Address) -> set[str]:
    """Return the keys of all entries in the books."""
    async with opened(database) as store:
        return {entry.key async for entry in store.entries()}


# -- every text and every number of every route ----------------------------------------------------

Value = str | int


def spoiled(info: inspect.Type, value: Value) -> Iterator[Any]:
    """Yield every JSON of a type in which one text or number is this one."""
    match info:
        case inspect.Metadata():
            yield from spoiled(info.type, value)
        case inspect.StrType() | inspect.IntType():
            if isinstance(value, str) == isinstance(info, inspect.StrType):
                yield value
        case inspect.StructType():
            whole = sample(info.cls)
            for field in info.fields:
                yield from (whole | {field.encode_name: it} for it in spoiled(field.type, value))
        case inspect.UnionType():
            yield from chain.from_iterable(spoiled(one, value) for one in info.types)
        case inspect.DictType():
            yield {str(value): 1}
            yield from ({"main": it} for it in spoiled(info.value_type, value))
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            yield from ([it] for it in spoiled(info.item_type, value))
        case _:
            pass


def requests(route: Route, value: Value) -> Iterator[tuple[str, Any]]:
    """Yield a path and a body for every place of a value: in the path, the query and the body."""
    plain = path_of(route)
    body = sample(route.body) if route.body else None
    for name in re.findall(r"\{(\w+)\}", route.path):
        yield path_of(route, **{name: str(value)}), body
    if route.query:
        for fields in spoiled(inspect.type_info(route.query), value):
            query = "&".join(f"{name}={quote(str(text))}" for name, text in fields.items())
            yield f"{plain}?{query}", body
    if route.body:
        yield from ((plain, it) for it in spoiled(inspect.type_info(route.body), value))


@dataclass
class Asking:
    """Somebody of every role who sends every route what no database takes."""

    people: dict[Role, Client]
    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    async def ask(self, routes: Sequence[Route]) -> None:
        values: tuple[Value, ...] = (*REFUSED[:2], *TOO_LARGE)
        for route, value in product(routes, values):
            able = [role for role in Role if route.needs and may([role], route.needs)]
            who = self.people[able[0] if able else Role.PLAYER]
            if route.access is Access.ANYONE:
                who = replace(who, token="")
            for path, body in requests(route, value):
                await self._ask(who, route.method, path, body)

    async def _ask(self, who: Client, method: str, path: str, body: Any) -> None:  # noqa: ANN401
        self.counts["asked"] += 1
        headers = [("idempotency-key", f"t{self.counts['asked']}")]
        chunks = [b""]
        if body is not None:
            headers.append(("content-type", "application/json"))
            chunks = [json.dumps(body).encode()]
        answer = await who.send(method, path, headers, chunks)
        if answer.status >= 500:
            self.wrong.append(f"{method} {path!r} {body}: {answer.status} {answer.code}")


def test_what_postgresql_refuses_never_gets_there(tmp_path: Path, database: Address) -> None:
    """Whoever sends it is told so, and meanwhile somebody sits down and gets up again."""
    routes = [route for route in complete_table() if route.path not in SLOW]
    sat: Counter[str] = Counter()

    async def play(client: Client, asking: asyncio.Task[None]) -> None:
        player = Player(replace(client), 1)
        await player.enter()
        (table,) = client.services.hall.tables.values()
        while not asking.done():
            for name, body in (("sit", {"seat": 1, "cents": 2000}), ("leave", {"seat": 1})):
                sat[f"{name} {await player.ask(table, name, **body)}"] += 1

    async def steps() -> None:
        settings = {"db": database, "tables": terms_of(("reference/blackjack",)), "rates": FREE}
        async with running(tmp_path, real_clock(), **settings) as client:
            people = {role: await staff(client, *({role} - {Role.PLAYER})) for role in Role}
            asking = Asking(people)
            task = asyncio.create_task(asking.ask(routes))
            await play(client, task)
            await task
            assert asking.wrong == []
            assert asking.counts["asked"] > len(routes)

    asyncio.run(steps())
    assert sat["sit 200"] == sat["leave 200"] == sat.total() / 2 > 10, sat
