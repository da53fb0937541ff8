"""Every text of every route, in letters that no code, key or name has: never a mistake of ours.

Codes, tokens and signatures are compared with texts that the server made, of plain letters. What
comes from outside may have any letters, and half a pair of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any, Final

from msgspec import inspect

from pitboss.office.roles import Role, may
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access, Route
from tests.faults.test_refused_text import requests, spoiled
from tests.server.asgi import Client, served
from tests.server.player import FREE
from tests.server.staff import staff
from tests.server.test_hostile import SLOW
from tests.server.test_permissions import path_of
from tests.tiers import by_day

HALF: Final = "\ud800"
"""Half of a pair; no address has it."""
ODD: Final = (
    *("é00000", "a~b~1~c~é", "é.é", HALF),
    "\N{ARABIC-INDIC DIGIT ONE}" * 6,
    "%2e\N{RIGHT-TO-LEFT OVERRIDE}",
)
"""Letters of others in the form of a code, a link and a token; digits of others; turned text."""
PASSWORD: Final = "a sentence of words"  # noqa: S105 - of a test
ENDS: Final = ("/logout", "/me/forget", "/me/password", "/recover", "/setup", "/register", "/login")
"""Paths that may end the session of whoever asks; they are asked last."""


async def somebody(client: Client) -> Client:
    """Return somebody with a name, who has begun to set up a second factor."""
    body = {"name": "Ann-21", "password": PASSWORD}
    made = await client.post("/api/1/register", body)
    ann = replace(client, token=made.data["token"])
    begun = await ann.post("/api/1/me/factor", {"password": PASSWORD})
    assert begun.status == 200
    return ann


@served(rates=FREE)
async def test_no_text_of_any_letters_is_a_mistake_of_the_server(client: Client) -> None:
    people = {role: await staff(client, *({role} - {Role.PLAYER})) for role in Role}
    people[Role.PLAYER] = await somebody(client)
    routes = [route for route in complete_table() if route.path not in SLOW]
    routes.sort(key=lambda route: route.path.endswith(ENDS))
    wrong: list[str] = []
    asked = 0
    for number, (route, value) in enumerate(product(routes, ODD)):
        if number % by_day(2, 1) and route.method == "GET":
            continue
        who = asker(route, people)
        for path, body in asked_with(route, value):
            asked += 1
            headers = [("idempotency-key", f"t{asked}")]
            status, code = await send(who, route.method, path, body, headers)
            if status >= 500:
                wrong.append(f"{route.method} {path!r} {body}: {code}")
    assert wrong == []
    assert asked > len(routes)


def asked_with(route: Route, value: str) -> Iterator[tuple[str, Any]]:
    """Yield a path and a body for every place of a text."""
    if value != HALF:
        yield from requests(route, value)
    elif route.body:
        yield from ((path_of(route), it) for it in spoiled(inspect.type_info(route.body), value))


def asker(route: Route, people: dict[Role, Client]) -> Client:
    """Return somebody who may ask for a route."""
    if route.access is Access.ANYONE:
        return replace(people[Role.PLAYER], token="")
    able = [role for role in Role if route.needs and may([role], route.needs)]
    return people[able[0] if able else Role.PLAYER]


async def send(
    who: Client,
    method: str,
    path: str,
    body: Any,  # noqa: ANN401
    headers: list[tuple[str, str]],
) -> tuple[int, str]:
    """Ask, and return the status and the code of a refusal."""
    chunks = [b""]
    if body is not None:
        headers = [*headers, ("content-type", "application/json")]
        chunks = [json.dumps(body).encode()]
    answer = await who.send(method, path, headers, chunks)
    return answer.status, answer.code if answer.status >= 400 else ""
