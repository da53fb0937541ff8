"""The permission matrix: every route as every role, held to the table behind the checks.

It is generated from the table of routes and from `office/roles.py`: a new route is in it at once.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve, Decline, Requested, Withdraw
from pitboss.office.core import HOUSE, Handler, event_kind
from pitboss.office.decide import COMMANDS, EVENTS, decide
from pitboss.office.people import AssignDealer
from pitboss.office.roles import OWN_TABLE, PERMISSIONS, Role, may
from pitboss.office.state import Office
from pitboss.server.accounts.sessions import NAMED
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access, Route
from pitboss.server.staff.passkeys import short_id
from pitboss.store import Passkey
from tests.server.asgi import Answer, Client, Clock, as_test, run_with, running
from tests.server.player import FREE, Player, play_round, real_clock, terms_of
from tests.server.staff import staff

ROUTES = [route for route in complete_table() if route.access is Access.PLAYER]
"""Everything that takes somebody who is logged in."""
GUESSES = ("0", "-1", "999999999", "9" * 40, "x", "..", "%00", "a'--", "\uff11")
"""Ids of nothing."""


def path_of(route: Route, **parts: str) -> str:
    """Return a path with its parts filled in."""
    return re.sub(r"\{(\w+)\}", lambda match: parts.get(match[1], "1"), route.path)


def sample(kind: type) -> Any:  # noqa: ANN401 - JSON
    """Return the smallest JSON that a body of a type can be."""
    return _sample(inspect.type_info(kind))


def _sample(info: inspect.Type) -> Any:  # noqa: ANN401, C901, PLR0911 - JSON, by type
    match info:
        case inspect.Metadata():
            return _sample(info.type)
        case inspect.StructType():
            return {
                field.encode_name: _sample(field.type) for field in info.fields if field.required
            }
        case inspect.UnionType():
            return _sample(info.types[0])
        case inspect.EnumType():
            first: Enum = next(iter(info.cls))
            return first.value
        case inspect.StrType():
            return "x" * (info.min_length or 1) if not info.pattern else "00" * 32
        case inspect.IntType():
            return info.ge if info.ge is not None else (info.gt or 0) + 1
        case inspect.LiteralType():
            return info.values[0]
        case inspect.BoolType():
            return False
        case inspect.DictType():
            return {}
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType():
            return []
        case _:
            return 1.0


async def send(client: Client, route: Route, path: str, key: str = "") -> Answer:
    """Send a request; with a key, one that is complete."""
    headers = [("idempotency-key", key)] if key else []
    if key and route.body is not None:
        headers.append(("content-type", "application/json"))
        body = json.dumps(sample(route.body)).encode()
        return await client.send(route.method, path, headers, [body])
    return await client.send(route.method, path, headers)


def code_of(answer: Answer) -> str:
    """Return the code of a refusal, or "" where it was answered."""
    return answer.code if answer.status >= 400 else ""


def test_every_route_says_who_may_use_it() -> None:
    """Name a permission in `needs`, or say in `own` why none is needed."""
    silent = [f"{route.method} {route.path}" for route in ROUTES if not (route.needs or route.own)]
    assert silent == []
    both = [f"{route.method} {route.path}" for route in ROUTES if route.needs and route.own]
    assert both == []
    open_ = [route for route in complete_table() if route.access is not Access.PLAYER]
    assert [route.path for route in open_ if route.needs or route.own or route.step_up] == []
    outside = [
        route.path for route in ROUTES if "/staff" in route.path and not (route.needs or route.own)
    ]
    assert outside == []


def test_no_body_takes_a_field_that_it_does_not_name() -> None:
    """Nobody gives himself a role, an amount or an approval by a field beside the others."""
    kinds = {kind for route in complete_table() for kind in (route.body, route.query) if kind}
    loose = []
    for kind in kinds:
        try:
            msgspec.convert({**(sample(kind)), "approved": True}, kind, strict=False)
        except msgspec.ValidationError as error:
            if "approved" not in str(error):
                loose.append(f"{kind.__name__}: {error}")
        else:
            loose.append(kind.__name__)
    assert loose == []


class Person(NamedTuple):
    """Somebody with one role, who may be assigned to the table of the path."""

    name: str
    role: Role
    client: Client
    is_own: bool = False

    def refusal(self, route: Route) -> str:
        """Return the code that the table of permissions wants; "": it is answered."""
        if route.needs is None or not may([self.role], route.needs):
            return "permission/missing" if route.needs else ""
        is_own = self.is_own or "{table}" not in route.path
        return "" if may([self.role], route.needs, is_own=is_own) else "permission/own-table"


async def people_of_every_role(client: Client) -> list[Person]:
    """Return somebody of every role, and of some also somebody who belongs to table 1."""
    people = [
        Person(str(role), role, await staff(client, *({role} - {Role.PLAYER}))) for role in Role
    ]
    for role in OWN_TABLE:
        who = await staff(client, role, account=f"own {role}")
        await client.services.desk.ask(AssignDealer("1", f"own {role}"), HOUSE, role)
        people.append(Person(f"{role} of the table", role, who, is_own=True))
    return people


def test_every_route_answers_every_role_as_the_table_says(tmp_path: Path) -> None:
    """Nothing is carried out: what is refused after the permission has no key and no body."""
    counts = {"cases": 0}  # "" stands for any answer that is not about permissions

    async def steps(client: Client, clock: Clock) -> None:
        people = await people_of_every_role(client)
        plain = [
            person._replace(client=await without_factor(client, person.client)) for person in people
        ]
        wrong = []

        async def check(route: Route, who: Client, right: str, name: str) -> None:
            counts["cases"] += 1
            code = code_of(await send(who, route, path_of(route, table="1")))
            if code != right and (right or code.partition("/")[0] in {"permission", "session"}):
                wrong.append(f"{route.method} {route.path} as {name}: {code or 'answered'}")

        for route in ROUTES:
            is_staff = route.needs is not None and not may((), route.needs)
            await check(route, replace(client, token=""), "session/missing", "a visitor")
            await check(route, replace(client, token="x" * 43), "session/missing", "a stranger")
            for person in people:
                await check(route, person.client, person.refusal(route), person.name)
            for person in (visitor for visitor in plain if is_staff):
                right = person.refusal(route) or "factor/missing"
                await check(route, person.client, right, f"{person.name} without a second factor")
        clock.pass_s(301)
        for route in (route for route in ROUTES if route.step_up and route.needs):
            for person in (person for person in people if not person.refusal(route)):
                await check(
                    route, person.client, "step-up/needed", f"{person.name} after five minutes"
                )
        assert wrong == []

    run_with(tmp_path, steps, rates=FREE)
    assert counts["cases"] >= len(ROUTES) * (len(Role) + 2)


async def without_factor(client: Client, of: Client) -> Client:
    """Return another session of somebody, in which no second factor was given."""
    services = client.services
    session = await services.sessions.find(of.token)
    assert session is not None
    token = await services.sessions.start(session.account, NAMED)
    return replace(client, token=token)


@as_test(run_with, rates=FREE)
async def test_guessed_ids_find_nothing(client: Client, clock: Clock) -> None:
    del clock
    wrong = []
    cases = 0
    able = {role: await staff(client, role) for role in Role if role is not Role.PLAYER}
    player = await staff(client)
    for route in ROUTES:
        if "{" not in route.path:
            continue
        who = next(
            (able[role] for role in able if route.needs and may([role], route.needs)), player
        )
        who = player if route.needs is None or may((), route.needs) else who
        for guess in GUESSES:
            parts = dict.fromkeys(re.findall(r"\{(\w+)\}", route.path), guess)
            answer = await send(who, route, path_of(route, **parts), f"g{cases}")
            cases += 1
            if not 400 <= answer.status < 500:
                wrong.append(f"{route.method} {route.path} {guess}: {answer.status}")
            elif answer.code in {"permission/missing", "body/invalid", "step-up/needed"}:
                wrong.append(f"{route.method} {route.path} {guess}: {answer.body!r}")
    assert wrong == []


@dataclass
class Owner:
    """Somebody with one of everything that is a person's own."""

    client: Client
    objects: dict[str, dict[str, str]]
    """What a path starts with -> the ids of this person's object."""


async def owner_of_everything(client: Client) -> Owner:
    """Play a round, dispute it, and open a practice table."""
    player = Player(client, 3)
    await player.enter()
    (table,) = client.services.hall.tables.values()
    assert await player.ask(table, "sit", seat=1, cents=40_000) == 200
    await play_round(table, [player])
    own = replace(client, token=player.token)
    body = {"table": table.state.id, "round": 1, "text": "it was a push"}
    key = ("idempotency-key", "d")
    dispute = (await own.post("/api/1/me/disputes", body, key)).data["number"]
    opened = await own.post("/api/1/tables", {"game": "co/free-bet"})
    money = {"cents": 500, "rail": "bank"}
    withdrawal = await own.post("/api/1/me/withdrawals", money, ("idempotency-key", "w"))
    passkey = Passkey(b"id", player.account, "phone", b"sealed", 0, 1)
    assert await client.services.store.add_passkey(passkey, 1)
    await client.services.store.keep_progress(player.account, "days", 1, '{"at":1,"content":{}}')
    own = await staff(client, account=player.account)  # one's own passkeys take a second factor
    return Owner(
        own,
        {
            "/api/1/me/passkeys/{passkey}": {"passkey": short_id(passkey)},
            "/api/1/me/progress/{name}": {"name": "days"},
            "/api/1/me/withdrawals/{number}": {"number": str(withdrawal.data["number"])},
            "/api/1/tables/{table}": {"table": opened.data["table"]},
            "/api/1/rounds/{table}/{round}": {"table": table.state.id, "round": "1"},
            "/api/1/me/disputes/{number}": {"number": str(dispute)},
        },
    )


def is_of_players(route: Route) -> bool:
    """Whether anybody who is logged in may use a route, on what is his own."""
    return route.needs is None or may((), route.needs)


def test_what_belongs_to_another_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    """A new route of players with an id in its path needs an object in `owner_of_everything`."""

    async def steps(client: Client) -> None:
        owner = await owner_of_everything(client)
        others = {role: await staff(client, *({role} - {Role.PLAYER})) for role in Role}
        wrong = []
        cases = 0

        async def code(who: Client, route: Route, ids: dict[str, str]) -> str:
            nonlocal cases
            cases += 1
            return code_of(await send(who, route, path_of(route, **ids), f"o{cases}"))

        routes = [route for route in ROUTES if "{" in route.path and is_of_players(route)]
        for route in (route for route in routes if "/staff/" not in route.path):
            name = f"{route.method} {route.path}"
            ids = next(
                (parts for at, parts in owner.objects.items() if route.path.startswith(at)), None
            )
            if ids is None:
                wrong.append(f"{name}: say what is somebody's own here")
                continue
            nothing = await code(others[Role.PLAYER], route, dict.fromkeys(ids, "77"))
            answers = {role: await code(other, route, ids) for role, other in others.items()}
            own = await code(owner.client, route, ids)
            if not nothing.endswith("/unknown") or own == nothing:
                wrong.append(f"{name}: nothing {nothing}, own {own}")
            wrong += [
                f"{name} as {role}: {value}" for role, value in answers.items() if value != nothing
            ]
        assert wrong == []
        assert cases >= 10 * (len(Role) + 2)

    async def whole() -> None:
        tables = terms_of(("reference/blackjack",))
        async with running(tmp_path, real_clock(), tables=tables, rates=FREE) as client:
            await steps(client)

    asyncio.run(whole())


def requests() -> Iterator[tuple[type, Handler, Requested]]:
    """Yield every command that takes two people, with a request for it."""
    for command, handler in COMMANDS.items():
        if handler.second is not None:
            yield (
                command,
                handler,
                Requested(
                    number=1,
                    command=event_kind(command),
                    terms=sample(command),
                    second=handler.second.permission,
                    until=1000,
                ),
            )


def test_no_command_of_two_people_is_carried_out_by_one() -> None:
    """For every such command: whoever asked, every role that may not agree, a role that is gone."""
    wrong = []
    cases = 0
    for command, handler, event in requests():
        asks = {role for role in Role if handler.needs and role in PERMISSIONS[handler.needs]}
        agrees = PERMISSIONS[event.second]
        if not asks - {Role.PLAYER} or not agrees - {Role.PLAYER}:
            wrong.append(f"{event_kind(command)}: nobody may ask for it, or agree to it")
            continue
        everything = frozenset(Role)
        office = EVENTS[Requested](Office(staff={"one": everything}), event, "one", 1)
        expected = [("one", Approve(1), "request/own"), ("one", Decline(1, "no"), "request/own")]
        expected += [("one", Approve(2), "request/unknown"), ("one", Withdraw(1), "")]
        staffed = {f"is {role}": frozenset({role}) for role in Role}
        office = msgspec.structs.replace(office, staff={**office.staff, **staffed})
        expected += [
            (f"is {role}", answer, "permission/missing")
            for role in Role
            if role not in agrees
            for answer in (Approve(1), Decline(1, "no"))
        ]
        revoked = msgspec.structs.replace(office, staff=staffed)
        second = f"is {next(role for role in Role if role in agrees)}"
        outcomes = [
            (who, answer, code, decide(office, answer, who, 2)) for who, answer, code in expected
        ]
        outcomes += [(second, Approve(1), "request/lapsed", decide(revoked, Approve(1), second, 2))]
        outcomes += [
            (second, Approve(1), "request/expired", decide(office, Approve(1), second, 1000))
        ]
        cases += len(outcomes)
        for who, answer, code, outcome in outcomes:
            given = outcome.code if isinstance(outcome, Refusal) else ""
            if given != code:
                wrong.append(f"{event_kind(command)}: {answer} of {who}: {given}")
    assert wrong == []
    assert cases >= 25 * len([*requests()])
