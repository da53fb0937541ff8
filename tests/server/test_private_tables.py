"""Private tables: a link lets others in, bots fill seats, and no money moves."""

from __future__ import annotations

import asyncio

import pytest

from pitboss.cards import format_cards
from pitboss.floor.state import is_bot
from pitboss.pit.table import LiveTable
from pitboss.server.live import bots
from pitboss.server.live.commands import is_by_invitation
from pitboss.sitting.basic_play import basic_play, flat_wagers
from tests.server.asgi import Client, Clock, as_test, run_with
from tests.server.player import FREE, Player

PATIENCE_S = 20
"""A bot answers at once here; a machine may be busy."""


@pytest.fixture(autouse=True)
def no_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "THINKING_S", 0)


async def opened(client: Client, player: Player, game: str, *, invites: bool) -> LiveTable:
    """Open a table of a player's own."""
    client.token = player.token
    answer = await client.post("/api/1/tables", {"game": game, "invites": invites})
    assert answer.status == 201, answer.body
    return client.services.hall.tables[answer.data["table"]]


async def entered(client: Client, seed: int) -> Player:
    player = Player(client, seed=seed)
    await player.enter()
    return player


@as_test(run_with, rates=FREE)
async def test_a_link_lets_others_in_and_nothing_else_does(client: Client, clock: Clock) -> None:
    del clock
    ann = await entered(client, 1)
    bob = await entered(client, 2)
    mine = await opened(client, ann, "co/free-bet", invites=False)
    shared = await opened(client, ann, "co/free-bet", invites=True)
    assert is_by_invitation(shared.state.id)
    assert not is_by_invitation(mine.state.id)
    assert len(shared.state.id) > 40, "nobody guesses it"
    listed = {it["id"] for it in (await bob.get("tables")).data["tables"]}
    assert listed.isdisjoint({mine.state.id, shared.state.id})
    assert (await bob.get(f"tables/{mine.state.id}")).code == "table/unknown"
    assert (await bob.get(f"tables/{shared.state.id}")).status == 200
    assert (await bob.get(f"tables/{shared.state.id}/layout")).data["own_chips"]
    for player, seat in ((ann, 1), (bob, 2)):
        assert await player.ask(shared, "sit", seat=seat, cents=40_000) == 200
        assert (await player.get("me")).data["wallet_cents"] == 100_000


@as_test(run_with, rates=FREE)
async def test_only_whoever_opened_a_private_table_calls_bots(client: Client, clock: Clock) -> None:
    del clock
    ann = await entered(client, 1)
    bob = await entered(client, 2)
    shared = await opened(client, ann, "co/free-bet", invites=True)
    assert await bob.ask(shared, "bots", count=2) == 409
    assert not shared.state.seats


@as_test(run_with, rates=FREE)
async def test_bots_bet_with_you_play_their_hands_and_leave(client: Client, clock: Clock) -> None:
    del clock
    ann = await entered(client, 1)
    for game in ("co/free-bet", "co/pai-jack", "co/21-holdem", "co/deuces-wild-xtreme"):
        await play_with_bots(client, ann, game)


async def play_with_bots(client: Client, ann: Player, game: str) -> None:
    table = await opened(client, ann, game, invites=True)
    assert await ann.ask(table, "sit", seat=1, cents=100_000) == 200
    assert await ann.ask(table, "bots", count=3) == 200
    names = [it.name for it in table.state.seats.values() if is_bot(it.account)]
    assert len(names) == len(set(names)) == min(3, table.state.terms.seats - 1)
    await asyncio.sleep(0.05)
    assert table.state.round is None, "bots never begin a round by themselves"
    for number in (1, 2):
        wagers = flat_wagers(table.state.terms.setup, 0)
        assert await ann.ask(table, "bet", seat=1, wagers=wagers) == 200
        await play(ann, table, number)
        assert table.state.last is not None
        assert len(table.state.last.seats) == len(names) + 1
    assert await ann.ask(table, "bots", count=0) == 200
    assert list(table.state.seats) == [1]


async def play(player: Player, table: LiveTable, number: int) -> None:
    """Answer the questions of one seat until a round is over; bots answer their own."""
    async with asyncio.timeout(PATIENCE_S):
        while table.state.rounds < number or table.state.round is not None:
            current = table.state.round
            if current is None or current.question.seat != 1:
                await asyncio.sleep(0.01)
                continue
            action = basic_play(current.state, current.question)
            body = {"seat": 1, "n": current.n, "action": action.kind.value}
            if action.low:
                body["low"] = format_cards(action.low)
            if await player.ask(table, "act", **body) != 200:
                await asyncio.sleep(0.01)
