"""A seat that knows the entropy cannot choose the shoe: not by the last word, nor by silence.

The attacker is the house itself: it reads the entropy in the server's memory, sees every seed as it
arrives, and has a seat that takes orders. The victim is a plain client of the package.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from pitboss.client import Client, Line, RefusedByServerError
from pitboss.fair.cut import Cut, SeedPlace
from pitboss.fair.order import cut_order
from pitboss.floor.cutting import fixed_set, open_cut
from pitboss.floor.state import BeaconTerms, OpenCut
from pitboss.floor.terms import NO_CLOCK, SECOND
from pitboss.pit.beacon import PublishedBeacon
from pitboss.pit.table import LiveTable
from pitboss.server.opening.tables import demo_floor
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services
from tests.fair import second_verifier
from tests.server.listening import listening

TABLE = "reference.blackjack"
EVERY_ROUND = "co.21-holdem"
TABLES = tuple(
    replace(terms, clocks=NO_CLOCK) for terms in demo_floor() if terms.id in {TABLE, EVERY_ROUND}
)
NO_LIMIT = Rates(*(Rate(1e9, 1e9) for _ in Rates._fields))
TRIED = 500


async def until(holds: Callable[[], object], seconds: float = 300.0) -> None:
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - the server's state
            await asyncio.sleep(0.01)


@dataclass
class Player:
    """A client at a seat of the table."""

    client: Client
    line: Line
    seat: int
    table: str = TABLE

    async def ask(self, what: str, **details: Any) -> None:  # noqa: ANN401 - JSON
        await self.line.ask(what, self.table, seat=self.seat, **details)

    async def refused(self, what: str, **details: Any) -> str:  # noqa: ANN401 - JSON
        with pytest.raises(RefusedByServerError) as error:
            await self.ask(what, **details)
        return error.value.code

    async def bet(self) -> None:
        found = (await self.client.get("/tables"))["tables"]
        wagers = next(it["least_wagers"] for it in found if it["id"] == self.table)
        await self.ask("bet", wagers=wagers)


@asynccontextmanager
async def seated(
    url: str, seat: int, table: str = TABLE, *, takes_part: bool = True
) -> AsyncIterator[Player]:
    async with Client(url) as client:
        await client.guest()
        async with client.connect(takes_part=takes_part) as line:
            player = Player(client, line, seat, table)
            await line.watch(table)
            await player.ask("sit", cents=50_000)
            yield player


@dataclass
class House:
    """A seat that the house moves: it knows the entropy, and every seed that has arrived."""

    live: LiveTable
    player: Player
    seed: bytes = b""

    @property
    def cut(self) -> OpenCut:
        return open_cut(self.live.state)

    async def commit(self) -> None:
        """Commit last, after the victim."""
        await until(lambda: self.cut.commitments)
        cut = self.cut
        self.seed = secrets.token_bytes(32)
        mark = SeedPlace(self.live.state.id, cut.shuffle, cut.attempt, self.player.seat).commit(
            self.seed
        )
        shuffle = cut.shuffle
        attempt = cut.attempt
        await self.player.ask("cut", commitment=mark.hex(), shuffle=shuffle, attempt=attempt)

    async def wait_for_victim(self) -> None:
        """Wait until the set is fixed and the victim's seed is there."""
        await until(lambda: self.cut.is_fixed and self.cut.seeds)

    def order_with(self, seed: bytes) -> tuple[int, ...]:
        """Return the order of the shoe if this seat had revealed a seed."""
        cut = self.cut
        seeds = {**cut.seeds, self.player.seat: seed}
        made = Cut(tuple(it for _, it in sorted(seeds.items())), fixed_set(cut))
        cards = self.live.state.shoe.shoe.cards()
        entropy = self.live._entropy._drawn[cut.shuffle]  # noqa: SLF001 - the house knows it
        return cut_order(entropy, cards, made.parts(self.live.state.id))

    def grind(self) -> bytes:
        """Return a seed under which the victim's first card is the one that the house wants."""
        for _ in range(TRIED):
            seed = secrets.token_bytes(32)
            if self.order_with(seed)[1] % 13 == 3:
                return seed
        raise AssertionError("no seed was found that easily")


@asynccontextmanager
async def attacked(
    folder: Path, table: str = TABLE
) -> AsyncIterator[tuple[House, Player, Services, str]]:
    async with (
        listening(folder, tables=TABLES, rates=NO_LIMIT) as (url, services),
        seated(url, 2, table) as victim,
        seated(url, 1, table, takes_part=False) as crony,
    ):
        house = House(services.hall.tables[table], crony)
        await house.commit()
        await asyncio.gather(victim.bet(), crony.bet())
        await house.wait_for_victim()
        yield house, victim, services, url


async def play_out(services: Services, *players: Player) -> None:
    """Stand with every hand."""
    live = services.hall.tables[players[0].table]
    by_seat = {player.seat: player for player in players}
    while current := live.state.round:
        kinds = [choice.kind.value for choice in current.question.choices]
        quiet = ("stand", "decline", "take-blackjack", "fold", "hit")
        kind = next(it for it in quiet if it in kinds)
        await by_seat[current.question.seat].ask("act", n=current.n, action=kind)


async def shown(services: Services, *players: Player, number: int = 1) -> dict[str, Any]:
    """Play the shoe to its end, and return what was revealed of it."""
    live = services.hall.tables[players[0].table]
    while live.state.shoe.shoes == number and not live.state.shoe.is_over:
        await play_out(services, *players)
        if not live.state.shoe.is_over:
            before = live.state.rounds
            await asyncio.gather(*(player.bet() for player in players))
            await until(lambda before=before: live.state.rounds > before)  # type: ignore[misc]
    await play_out(services, *players)
    await live.do_chores()
    return await players[0].client.get(f"/tables/{players[0].table}/shoes/{number}")


async def check_proof(services: Services, house: House, victim: Player) -> dict[str, Any]:
    """Check the shoe as the victim does, and by a verifier that shares nothing with the house."""
    shoe = await shown(services, victim, house.player)
    assert second_verifier.verifies(shoe)
    own = [it for it in victim.line.seeds[TABLE].own.values() if it.digest]
    assert own[-1].seed.hex() in shoe["seeds"]
    assert victim.line.judge_shoe(shoe) == []
    assert victim.line.take_warnings() == []
    return shoe


def test_the_last_seed_cannot_be_chosen(tmp_path: Path) -> None:
    async def steps() -> None:
        async with attacked(tmp_path) as (house, victim, services, _):
            planned = house.grind()
            assert await house.player.refused("reveal", seed=planned.hex()) == "seed/other"
            assert await house.player.refused("cut", seed=planned.hex()) == "seed/uncommitted"
            cut = house.cut
            late = SeedPlace(TABLE, cut.shuffle, cut.attempt, 1).commit(planned).hex()
            code = await house.player.refused(
                "cut", commitment=late, shuffle=cut.shuffle, attempt=cut.attempt
            )
            assert code == "cut/fixed"
            due = house.order_with(house.seed)
            await house.player.ask("reveal", seed=house.seed.hex())
            await until(lambda: house.live.state.rounds == 1)
            assert house.live.state.shoe.cards == due, "the only order that is left"
            assert len((await check_proof(services, house, victim))["seeds"]) == 2

    asyncio.run(steps())


def test_silence_gives_an_order_that_nobody_knew_and_is_written_down(tmp_path: Path) -> None:
    async def steps() -> None:
        async with attacked(tmp_path) as (house, victim, services, _):
            known = {house.order_with(house.seed)}
            seeds = dict(house.cut.seeds)
            await until(lambda: house.live.state.rounds == 1)
            made = house.live.state.shuffles.cuts[1]
            known.add(
                cut_order(
                    house.live._entropy._drawn[1],  # noqa: SLF001
                    house.live.state.shoe.shoe.cards(),
                    (*seeds.values(),),
                )
            )
            assert house.live.state.shoe.cards not in known
            assert made.seeds != (seeds[2],), "the victim's seed is a new one"
            shoe = await check_proof(services, house, victim)
            assert shoe["set"]["withheld"] == [[1]]
            entries = [
                json.loads(it.body)
                async for it in services.store.entries(f"table/{TABLE}")
                if it.kind == "cut-redone"
            ]
            account = house.live.state.seats[1].account
            assert [it["withheld"] for it in entries] == [{"1": account}]
            cut = house.cut
            code = await house.player.refused(
                "cut", commitment="00" * 32, shuffle=cut.shuffle, attempt=cut.attempt
            )
            assert code == "cut/barred", "it cannot do the same to the next shoe"

    asyncio.run(steps())


def test_leaving_moves_no_card_to_another_seat(tmp_path: Path) -> None:
    """By then the house knows the order: without the first seat, the victim got other cards."""

    async def steps() -> None:
        async with attacked(tmp_path) as (house, victim, services, _):
            due = house.order_with(house.seed)
            await house.player.ask("reveal", seed=house.seed.hex())
            await house.player.ask("leave")
            await until(lambda: house.live.state.rounds == 1)
            assert house.live.state.shoe.cards == due
            entries = [it async for it in services.store.entries(f"table/{TABLE}")]
            dealt = next(json.loads(it.body) for it in entries if it.kind == "dealt")
            assert dealt["bets"].keys() == {"1", "2"}, "the bet of who leaves is dealt"
            del victim

    asyncio.run(steps())


def test_a_restart_opens_no_second_set_and_the_victim_reveals_for_one_set_only(
    tmp_path: Path,
) -> None:
    async def steps() -> None:
        async with AsyncExitStack() as people:
            await play(people)

    async def play(people: AsyncExitStack) -> None:
        async with listening(tmp_path, tables=TABLES, rates=NO_LIMIT) as (url, services):
            port = int(url.rsplit(":", 1)[1].strip("/"))
            victim = await people.enter_async_context(seated(url, 2))
            crony = await people.enter_async_context(seated(url, 1, takes_part=False))
            house = House(services.hall.tables[TABLE], crony)
            await house.commit()
            await asyncio.gather(victim.bet(), crony.bet())
            await house.wait_for_victim()
            fixed = fixed_set(house.cut)
            due = house.order_with(house.seed)
            planned = house.grind()
        async with listening(tmp_path, port, tables=TABLES, rates=NO_LIMIT) as (_, services):
            house = House(services.hall.tables[TABLE], crony, house.seed)
            assert fixed_set(house.cut) == fixed, "the books have the set"
            assert house.cut.seeds == {}
            await until(lambda: 2 in house.cut.seeds)  # the victim's line has come back by itself
            assert await crony.refused("reveal", seed=planned.hex()) == "seed/other"
            await crony.ask("reveal", seed=house.seed.hex())
            await asyncio.gather(victim.bet(), crony.bet())
            await until(lambda: house.live.state.rounds == 1)
            assert house.live.state.shoe.cards == due
            await check_proof(services, house, victim)
            for player in (victim, crony):
                await player.line.__aexit__(None, None, None)
                await player.client.close()

    asyncio.run(steps())


def test_a_client_whose_commitment_the_house_drops_says_so(tmp_path: Path) -> None:
    async def steps() -> None:
        async with (
            listening(tmp_path, tables=TABLES, rates=NO_LIMIT) as (url, services),
            seated(url, 1) as victim,
        ):
            live = services.hall.tables[TABLE]
            seeds = victim.line.seeds[TABLE]
            await until(lambda: any(it.is_taken for it in seeds.own.values()))
            live.state = live.state._replace(shuffles=live.state.shuffles._replace(open=OpenCut(0)))
            await victim.bet()
            await until(lambda: live.state.rounds == 1)
            shoe = await shown(services, victim)
            assert victim.line.judge_shoe(shoe) == [
                "shuffle 1 was dealt without your random number"
            ]

    asyncio.run(steps())


def test_a_client_alone_at_a_game_shuffled_every_round_cuts_every_shuffle(tmp_path: Path) -> None:
    async def steps() -> None:
        async with (
            listening(tmp_path, tables=TABLES, rates=NO_LIMIT) as (url, services),
            seated(url, 1, EVERY_ROUND) as player,
        ):
            live = services.hall.tables[EVERY_ROUND]
            for number in range(1, 5):
                await player.bet()
                await until(lambda number=number: live.state.rounds == number)  # type: ignore[misc]
                await play_out(services, player)
                await live.do_chores()
            for number in range(1, live.state.shoe.shoes + 1):
                shoe = await player.client.get(f"/tables/{EVERY_ROUND}/shoes/{number}")
                assert second_verifier.verifies(shoe)
                assert player.line.judge_shoe(shoe) == []
                assert len(shoe["seeds"]) == 1

    asyncio.run(steps())


class _Beacon(BaseHTTPRequestHandler):
    """A beacon on loopback: the number of a round follows from its name."""

    def do_GET(self) -> None:
        number = int(self.path.rsplit("/", 1)[1])
        body = json.dumps({"round": number, "randomness": f"{number:064x}"}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("how", ["address", "file", "silent"])
def test_a_beacon_decides_with_everybody_and_its_silence_stops_nothing(
    tmp_path: Path, how: str
) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Beacon)
    Thread(target=server.serve_forever, daemon=True).start()
    file = tmp_path / "numbers"
    source = {
        "address": f"http://127.0.0.1:{server.server_port}/public/{{round}}",
        "file": str(file),
        "silent": str(tmp_path / "missing"),
    }[how]
    genesis = (int(time.time()) - 1000) * SECOND
    wait = SECOND if how == "silent" else 600 * SECOND
    beacon = PublishedBeacon(BeaconTerms("local", genesis, SECOND, wait), source)

    async def steps() -> None:
        async with (
            listening(tmp_path, tables=TABLES, rates=NO_LIMIT, beacon=beacon) as (url, services),
            seated(url, 1) as player,
        ):
            live = services.hall.tables[TABLE]
            await player.bet()
            await until(lambda: open_cut(live.state).beacon is not None)
            stated = open_cut(live.state).beacon
            assert stated is not None
            file.write_text(f"{stated.round - 1} {'00' * 32}\n{stated.round} {'ab' * 32}\n")
            await until(lambda: live.state.rounds == 1)
            shoe = await shown(services, player)
            assert second_verifier.verifies(shoe)
            assert player.line.judge_shoe(shoe) == []
            number = {"address": f"{stated.round:064x}", "file": "ab" * 32, "silent": ""}[how]
            expected = {"name": "local", "round": stated.round, "value": number}
            assert shoe["set"]["beacon"] == expected

    try:
        asyncio.run(steps())
    finally:
        server.shutdown()
        server.server_close()
