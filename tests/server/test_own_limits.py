"""Limits that players set themselves: held at once, loosened a day later, and never by a trick."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.ledger.entry import Entry
from pitboss.pit.table import LiveTable
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.own_limits import KIND
from pitboss.server.requests.limits import Rate, Rates
from tests.server.asgi import Answer, Client, Clock, as_test, running

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
DAY_S = 24 * 60 * 60
GAMES = ("reference/blackjack", "co/free-bet")
TERMS = tuple(
    TableTerms(id=f"t{number}", name=game, house=ready_tables()[game].house, clocks=NO_CLOCK)
    for number, game in enumerate(GAMES)
)


class Guest:
    """A guest with limits."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self.client = client
        self.clock = clock
        self._key = 0
        self.tables = [*client.services.hall.tables.values()]

    async def ask(self, table: LiveTable, name: str, key: str = "", **body: Any) -> Answer:  # noqa: ANN401
        self._key += 1
        header = ("idempotency-key", key or f"k{self._key}")
        return await self.client.post(f"/api/1/tables/{table.state.id}/{name}", body, header)

    async def bet(self, table: LiveTable, cents: int, seat: int = 1, **more: Any) -> Answer:  # noqa: ANN401
        return await self.ask(table, "bet", seat=seat, wagers={"main": cents}, **more)

    async def limit(self, **limits: int | None) -> dict[str, Any]:
        answer = await self.client.send_route("PUT", "/api/1/me/limits", limits)
        assert answer.status == 200, answer.body
        current: dict[str, Any] = answer.data
        return current

    async def stand(self, table: LiveTable) -> None:
        """Play the round to its end without more money."""
        while current := table.state.round:
            kinds = {choice.kind.value for choice in current.question.choices}
            action = next(kind for kind in ("stand", "decline", "take-blackjack") if kind in kinds)
            seat = current.question.seat
            answer = await self.ask(table, "act", seat=seat, n=current.n, action=action)
            assert answer.status == 200, answer.body

    async def play(self, table: LiveTable, cents: int) -> int:
        """Play a round; return how much was lost in all, below 0 where it was won."""
        assert (await self.bet(table, cents)).status == 200
        await self.stand(table)
        return int((await self.client.get("/api/1/me/limits")).data["lost_cents"])


def with_guest(folder: Path, steps: Callable[[Guest], Awaitable[None]]) -> None:
    """Run a server whose clock the test moves on from the real time, and a guest of it."""

    async def whole() -> None:
        clock = Clock(time.time_ns() // 1000)
        async with running(folder, clock, tables=TERMS, rates=FREE) as client:
            client.token = (await client.post("/api/1/guest")).data["token"]
            await steps(Guest(client, clock))

    asyncio.run(whole())


@as_test(with_guest)
async def test_tighter_limits_hold_at_once_and_looser_ones_after_a_day(guest: Guest) -> None:
    client = guest.client
    clock = guest.clock
    none = (await client.get("/api/1/me/limits")).data
    assert (none["wager_cents"], none["loss_cents"], none["minutes"]) == (None, None, None)
    first = await guest.limit(wager_cents=5000, minutes=60)
    assert (first["wager_cents"], first["loss_cents"], first["minutes"]) == (5000, None, 60)
    assert first["later"] == []
    looser = await guest.limit(wager_cents=9000, minutes=30)
    assert (looser["wager_cents"], looser["minutes"]) == (5000, 30)
    assert [(change["limit"], change["value"]) for change in looser["later"]] == [
        ("wager_cents", 9000)
    ]
    clock.pass_s(DAY_S - 1)
    lifted = await guest.limit(minutes=None)
    assert (lifted["wager_cents"], lifted["minutes"], len(lifted["later"])) == (5000, 30, 2)
    clock.pass_s(1)
    assert (await client.get("/api/1/me/limits")).data["wager_cents"] == 9000
    assert (await guest.limit(minutes=40))["later"][0]["value"] == 40, "the later wish counts"
    assert (await guest.limit(minutes=30))["later"] == [], "and can be taken back"
    await guest.limit(wager_cents=None)
    assert (await guest.limit(wager_cents=100))["wager_cents"] == 100
    clock.pass_s(2 * DAY_S)
    assert (await client.get("/api/1/me/limits")).data["wager_cents"] == 100
    account = (await client.get("/api/1/me")).data["account"]
    entries = client.services.store.entries(f"account/{account}")
    kinds = [entry.kind async for entry in entries]
    assert kinds.count(KIND) == 7, "every change is in the journal, and nothing else"
    for body in ({"wager_cents": -1}, {"minutes": 1441}, {"hours": 1}, {"loss_cents": "x"}):
        refused = await client.send_route("PUT", "/api/1/me/limits", body)
        assert refused.code == "body/invalid"


@as_test(with_guest)
async def test_no_round_has_more_than_was_allowed(guest: Guest) -> None:
    table, other = guest.tables
    for seat in (1, 2):
        assert (await guest.ask(table, "sit", seat=seat, cents=20_000)).status == 200
    await guest.limit(wager_cents=3000)
    assert (await guest.bet(table, 4000)).code == "limit/wager"
    assert (await guest.bet(table, 2000, ready=False)).status == 200
    assert (await guest.bet(table, 2500, ready=False)).status == 200, "in its place"
    assert (await guest.bet(table, 1000, seat=2)).code == "limit/wager", "both seats count"
    assert (await guest.bet(table, 0, seat=2)).status == 200
    await guest.ask(table, "leave", seat=2)
    for _ in range(60):
        await guest.bet(table, 2000)
        if await _double(guest, table) == "limit/wager":
            break
        await guest.stand(table)
    else:
        raise AssertionError
    await guest.stand(table)
    assert (await guest.ask(other, "sit", seat=1, cents=20_000)).status == 200


async def _double(guest: Guest, table: LiveTable) -> str:
    """Try to double; return the code of the refusal."""
    current = table.state.round
    if current is None or all(choice.kind != "double" for choice in current.question.choices):
        return ""
    seat = current.question.seat
    answer = await guest.ask(table, "act", seat=seat, n=current.n, action="double")
    assert table.state.round is current, "nothing was changed"
    return answer.code


@as_test(with_guest)
async def test_no_more_is_lost_in_a_day_than_was_allowed(guest: Guest) -> None:
    table, other = guest.tables
    for seated in guest.tables:
        assert (await guest.ask(seated, "sit", seat=1, cents=40_000)).status == 200
    lost = await guest.play(table, 2000)
    await guest.limit(loss_cents=lost + 3000)
    assert (await guest.bet(table, 4000)).code == "limit/loss"
    assert (await guest.bet(other, 2000, ready=False)).status == 200
    refused = await guest.bet(table, 2000)
    assert refused.code == "limit/loss", "what lies elsewhere may be lost too"
    assert f"you have lost ${max(0, lost) // 100}" in refused.data["message"]
    assert (await guest.bet(other, 0, ready=False)).status == 200
    await guest.ask(other, "leave", seat=1)
    assert (await guest.bet(table, 2500, key="once")).status == 200
    await guest.stand(table)
    await guest.limit(loss_cents=0)
    again = await guest.bet(table, 2500, key="once")
    assert again.status == 200, "a second try of what was done is answered as then"
    assert (await guest.bet(table, 10_000)).code == "limit/loss", "more than can be won above"
    guest.clock.pass_s(DAY_S + 60)
    assert (await guest.client.get("/api/1/me/limits")).data["lost_cents"] == 0


@as_test(with_guest)
async def test_nobody_sits_longer_than_was_allowed(guest: Guest) -> None:
    table, other = guest.tables
    client = guest.client
    assert (await client.get("/api/1/me")).data["playing"] is None
    assert (await guest.ask(table, "sit", seat=1, cents=20_000)).status == 200
    await guest.limit(minutes=30)
    guest.clock.pass_s(29 * 60)
    assert (await guest.bet(table, 2000)).status == 200
    guest.clock.pass_s(90)  # the table's own clock is the real one
    await guest.stand(table)
    assert (await guest.bet(table, 2000)).code == "limit/time"
    assert (await guest.ask(other, "sit", seat=1, cents=20_000)).code == "limit/time"
    limits = (await client.get("/api/1/me/limits")).data
    assert limits["minutes_used"] == 30
    playing = (await client.get("/api/1/me")).data["playing"]
    assert playing["minutes"] == 30
    assert playing["net_cents"] == -limits["lost_cents"]
    assert (await guest.ask(table, "leave", seat=1)).status == 200, "leaving is always allowed"
    guest.clock.pass_s(40 * 60)
    assert (await client.get("/api/1/me")).data["playing"] is None


def test_what_was_read_before_a_change_is_not_kept_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process tightens a limit between a look into the books and its answer."""

    async def steps(guest: Guest) -> None:
        services = guest.client.services
        account = (await guest.client.get("/api/1/me")).data["account"]
        read = services.store.last

        async def read_late(stream: str, kind: str) -> Entry | None:
            before = await read(stream, kind)
            monkeypatch.setattr(services.store, "last", read)
            await guest.limit(wager_cents=500)
            services.own_limits.forget(account)  # as its notice says
            return before

        services.own_limits.forget(account)
        monkeypatch.setattr(services.store, "last", read_late)
        await services.own_limits.account_limits(account)
        assert (await services.own_limits.account_limits(account)).wager_cents.now == 500

    with_guest(tmp_path, steps)


@as_test(with_guest)
async def test_limits_that_are_set_at_once_all_hold(guest: Guest) -> None:
    wanted = {"loss_cents": 1000, "wager_cents": 2000, "minutes": 30, "deposit_cents": 4000}
    await asyncio.gather(*(guest.limit(**{name: value}) for name, value in wanted.items()))
    current = (await guest.client.get("/api/1/me/limits")).data
    assert {name: current[name] for name in wanted} == wanted


@as_test(with_guest)
async def test_a_decision_sent_ahead_of_its_question_keeps_to_the_limits(guest: Guest) -> None:
    """A double for the next question, while the decision of the seat before it is written."""
    table = guest.tables[0]
    codes = list[str]()
    token = (await guest.client.post("/api/1/guest")).data["token"]
    neighbour = Guest(replace(guest.client, token=token), guest.clock)
    assert (await neighbour.ask(table, "sit", seat=1, cents=50_000)).status == 200
    assert (await guest.ask(table, "sit", seat=2, cents=50_000)).status == 200
    await guest.limit(wager_cents=1000)
    for _ in range(12):
        assert (await neighbour.bet(table, 1000)).status == 200
        assert (await guest.bet(table, 1000, seat=2)).status == 200
        while current := table.state.round:
            kinds = {choice.kind.value for choice in current.question.choices}
            action = next(kind for kind in ("stand", "decline", "take-blackjack") if kind in kinds)
            if current.question.seat == 2:
                await guest.ask(table, "act", seat=2, n=current.n, action=action)
                continue
            n = current.n
            _, ahead = await asyncio.gather(
                neighbour.ask(table, "act", seat=1, n=n, action=action),
                guest.ask(table, "act", seat=2, n=n + 1, action="double"),
            )
            assert ahead.status != 200, "it is above the limit"
            codes.append(ahead.code)
        if "limit/wager" in codes:
            break
    assert "limit/wager" in codes


SPANISH = ("accept-language", "es-MX,es;q=0.9")


@as_test(with_guest)
async def test_a_refusal_is_in_the_language_of_its_reader(guest: Guest) -> None:
    post = guest.client.post
    named = {"name": "ab", "password": "a good long one"}
    short = {"name": "Ann", "password": "short"}
    assert (await post("/api/1/register", named, SPANISH)).data["message"].startswith("un nombre")
    said = (await post("/api/1/register", short, SPANISH)).data
    assert said == {
        "code": "password/length",
        "message": "una contraseña tiene de 8 a 128 caracteres",
    }
    said = (await post("/api/1/register", short)).data
    assert said["message"] == "a password has 8 to 128 characters"
    await guest.limit(wager_cents=500)
    table = guest.tables[0]
    assert (await guest.ask(table, "sit", seat=1, cents=20_000)).status == 200
    refused = await guest.bet(table, 1000)
    assert refused.data["message"] == "your limit is $5.00 a round, and this would be $10.00"
    path = f"/api/1/tables/{table.state.id}/bet"
    body = {"seat": 1, "wagers": {"main": 1000}}
    refused = await post(path, body, SPANISH, ("idempotency-key", "another"))
    assert refused.data["message"] == "tu límite es de $5.00 por ronda, y esto serían $10.00"
