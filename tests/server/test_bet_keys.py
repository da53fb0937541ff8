"""A bet under a key is dealt once: however late it is sent again, and whatever came in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.pit.table import KEYS_KEPT
from tests.server.asgi import Answer, Client, running
from tests.server.player import FREE, real_clock, terms_of
from tests.store.conftest import database, server
from tests.store.conftest import real_address as address

__all__ = ["address", "database", "server"]

TABLE = "/api/1/tables/g0"
KEY = ("idempotency-key", "t0193f6a2b7c40123456789abcdef0123")
BET: dict[str, Any] = {"seat": 1, "wagers": {"main": 2000}}


@asynccontextmanager
async def floor(folder: Path, address: str) -> AsyncIterator[Client]:
    """Run a floor of one table over some books."""
    settings = {"db": address, "tables": terms_of(("reference/blackjack",)), "rates": FREE}
    async with running(folder, real_clock(), **settings) as client:
        yield client


class Guest:
    """A guest at a seat of the table, with keys of his own."""

    def __init__(self, client: Client, token: str, seat: int) -> None:
        self.client = client
        self.token = token
        self.seat = seat
        self._keys = 0

    @classmethod
    async def enter(cls, client: Client, seat: int) -> Guest:
        guest = cls(client, (await client.post("/api/1/guest")).data["token"], seat)
        assert (await guest.ask("sit", seat=seat, cents=20_000)).status == 200
        return guest

    def at(self, client: Client) -> Guest:
        """Return the same guest at another server over the same books."""
        moved = Guest(client, self.token, self.seat)
        moved._keys = 10_000
        return moved

    async def ask(self, name: str, **body: Any) -> Answer:  # noqa: ANN401
        self._keys += 1
        return await self.send(name, body, f"k{self._keys}")

    async def send(self, name: str, body: dict[str, Any], key: str) -> Answer:
        caller = replace(self.client, token=self.token)
        return await caller.post(f"{TABLE}/{name}", body, ("idempotency-key", key))

    async def again(self) -> Answer:
        """Send the bet under its one key."""
        return await self.send("bet", BET, KEY[1])

    async def chatter(self) -> None:
        """Send more commands without an entry than a table remembers."""
        for _ in range(KEYS_KEPT + 1):
            sent = await self.ask("sit-out", seat=self.seat, out=False)
            assert sent.status == 200

    async def bet(self, cents: int = 1000) -> Answer:
        return await self.ask("bet", seat=self.seat, wagers={"main": cents})


async def stand(client: Client, *guests: Guest) -> None:
    """Play the round to its end."""
    table = client.services.hall.tables["g0"]
    by_seat = {guest.seat: guest for guest in guests}
    while current := table.state.round:
        kinds = {choice.kind.value for choice in current.question.choices}
        action = next(kind for kind in ("stand", "decline", "take-blackjack") if kind in kinds)
        seat = current.question.seat
        answer = await by_seat[seat].ask("act", seat=seat, n=current.n, action=action)
        assert answer.status == 200, answer.body


async def rounds_of_seat_1(client: Client) -> list[int]:
    """Return the rounds in which the first seat has a wager, as the journal says."""
    entries = client.services.store.entries("table/g0")
    bodies = [json.loads(entry.body) async for entry in entries if entry.kind == "dealt"]
    return [body["round"] for body in bodies if "1" in body["bets"]]


async def deal_once(client: Client) -> tuple[Guest, Guest]:
    """Bet under the key; a neighbour's bet deals it."""
    ann = await Guest.enter(client, 1)
    bob = await Guest.enter(client, 2)
    assert (await ann.again()).status == 200
    assert (await ann.again()).status == 200, "it waits for the neighbour's bet"
    assert (await bob.bet()).status == 200
    assert (await ann.again()).status == 200, "the round is under way"
    await stand(client, ann, bob)
    return ann, bob


async def check_once(client: Client, ann: Guest, bob: Guest) -> None:
    """Send the bet again; no later deal has it."""
    assert (await ann.again()).status == 200
    table = client.services.hall.tables["g0"]
    assert not table.state.seats[1].bets, "nothing is put down again"
    assert (await ann.ask("sit-out", seat=1, out=True)).status == 200
    assert (await bob.bet()).status == 200
    await stand(client, ann, bob)
    assert await rounds_of_seat_1(client) == [1]
    other = await ann.send("bet", {"seat": 1, "wagers": {"main": 2500}}, KEY[1])
    assert other.code == "key/reused"


def test_a_bet_is_dealt_once_after_a_restart(tmp_path: Path, address: str) -> None:
    async def steps() -> None:
        async with floor(tmp_path, address) as client:
            ann, bob = await deal_once(client)
        async with floor(tmp_path, address) as client:
            await check_once(client, ann.at(client), bob.at(client))

    asyncio.run(steps())


def test_a_bet_is_dealt_once_after_many_other_commands(tmp_path: Path, address: str) -> None:
    async def steps() -> None:
        async with floor(tmp_path, address) as client:
            ann = await Guest.enter(client, 1)
            bob = await Guest.enter(client, 2)
            assert (await ann.again()).status == 200
            await bob.chatter()
            assert (await ann.again()).status == 200
            assert (await bob.bet()).status == 200
            await stand(client, ann, bob)
            await bob.chatter()
            await check_once(client, ann, bob)

    asyncio.run(steps())


def test_a_dealt_bet_cannot_deal_the_next_round(tmp_path: Path, address: str) -> None:
    """With the neighbour gone a bet is dealt at once: the books themselves refuse that deal."""

    async def steps() -> None:
        async with floor(tmp_path, address) as client:
            ann, bob = await deal_once(client)
            assert (await bob.ask("leave", seat=2)).status == 200
            assert (await ann.again()).status == 200
            assert await rounds_of_seat_1(client) == [1]
            assert client.services.hall.tables["g0"].state.round is None

    asyncio.run(steps())


def test_a_replaced_bet_does_not_come_back(tmp_path: Path, address: str) -> None:
    async def steps() -> None:
        async with floor(tmp_path, address) as client:
            ann = await Guest.enter(client, 1)
            bob = await Guest.enter(client, 2)
            assert (await ann.again()).status == 200
            assert (await ann.bet(1500)).status == 200
            assert (await ann.again()).status == 200, "late, and without effect"
            assert client.services.hall.tables["g0"].state.seats[1].bets == {"main": 1500}
            assert (await bob.bet()).status == 200
            await stand(client, ann, bob)
            await check_once(client, ann, bob)

    asyncio.run(steps())


@pytest.mark.parametrize("changes", [100])
def test_a_seat_keeps_its_latest_keys(tmp_path: Path, changes: int) -> None:
    async def steps() -> None:
        async with floor(tmp_path, str(tmp_path / "books.db")) as client:
            ann = await Guest.enter(client, 1)
            bob = await Guest.enter(client, 2)
            for number in range(changes):
                assert (await ann.bet(1000 + 500 * (number % 2))).status == 200
            assert (await ann.again()).status == 200
            assert (await bob.bet()).status == 200
            await stand(client, ann, bob)
            await check_once(client, ann, bob)

    asyncio.run(steps())
