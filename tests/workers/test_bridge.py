"""Two servers on one PostgreSQL: whichever a player reaches, he plays at the same tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.client import Client, Line, LineEndedError, Patience, RefusedByServerError, Staff
from pitboss.floor.terms import TableTerms
from pitboss.office.approvals import Requested
from pitboss.office.cage import Deposit
from pitboss.office.core import HOUSE as HOUSE_ITSELF
from pitboss.office.core import HOUSE as OFFICE
from pitboss.office.core import Done, Event
from pitboss.office.day import OpenDay
from pitboss.office.people import GiveRole
from pitboss.office.physical import AddTable
from pitboss.office.roles import Role
from pitboss.office.voids import TakeBackRound
from pitboss.pit import keeper
from pitboss.pit.jackpot_desk import JackpotDesk
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.refusals import MOVING
from pitboss.rulebook.house import house_data, house_from
from pitboss.rulebook.ready import ready_tables
from pitboss.server.accounts.sessions import GUEST, token_hash
from pitboss.server.accounts.tallies import Tallies
from pitboss.server.bridge.link import LinkLostError, dial
from pitboss.server.cases import removal
from pitboss.server.live.watch import Watching
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import Rate, Rates
from pitboss.server.services import Services, wall_clock
from pitboss.store import Sat
from tests.pit.jackpot_floor import HOUSE as SHARED_HOUSE
from tests.pit.jackpot_floor import TERMS
from tests.server.asgi import run_async
from tests.server.listening import listening
from tests.store.conftest import Address
from tests.workers.conftest import oversleep, until

pytestmark = pytest.mark.usefixtures("hurry")

FREE = Rates(*(Rate(1e9, 1e9) for _ in Rates._fields))
HOUSE = ready_tables()["reference/blackjack"].house
TABLES = tuple(TableTerms(id=f"t{number}", name="Blackjack", house=HOUSE) for number in range(4))
MTD = (PlannedJackpot("mtd", "Match The Dealer", TERMS),)
HEAR_SECONDS = 600
"""A frame that does not come in this time never comes."""
IMPATIENT = Patience(resend=0.5, first=0.05, most=0.3, tries=100)


class Side(NamedTuple):
    """One of two servers."""

    url: str
    services: Services

    @property
    def tables(self) -> list[str]:
        return [*self.services.hall.tables]


@asynccontextmanager
async def two(
    folder: Path,
    database: Address,
    tables: Sequence[TableTerms] = TABLES,
    jackpots: Sequence[PlannedJackpot] = (),
) -> AsyncIterator[tuple[Side, Side]]:
    """Run two servers that have two tables each."""
    async with AsyncExitStack() as stack:
        sides = []
        for _ in range(2):
            server = listening(folder, db=database, tables=tables, rates=FREE, jackpots=jackpots)
            url, services = await stack.enter_async_context(server)
            sides.append(Side(url.rstrip("/"), services))
        one, other = sides
        await until(lambda: (len(one.tables), len(other.tables)) == (2, 2))
        await until(lambda: all(len(side.services.leases.owners) == 4 for side in sides))  # type: ignore[union-attr]
        yield one, other


@asynccontextmanager
async def guest(side: Side) -> AsyncIterator[Client]:
    async with Client(side.url, patience=IMPATIENT) as client:
        await client.guest()
        yield client


class Player:
    """Somebody at a seat, or who only watches: seat 0; keeps every frame of his table."""

    def __init__(self, line: Line, table: str, seat: int = 0) -> None:
        self.line = line
        self.table = table
        self.seat = seat
        self.frames: list[dict[str, Any]] = []
        self.rounds = 0
        self.wants = False
        """It has bet, and the round is not over."""

    async def come(self) -> None:
        await self.line.watch(self.table)
        await self.hear(lambda frame: frame["t"] == "view")
        if self.seat:
            await self.line.ask("sit", self.table, seat=self.seat, cents=50_000)

    async def bet(self) -> None:
        """Bet for the next round that is known of: a late bet must not count for one more."""
        await self._try("bet", seat=self.seat, wagers={"main": 1000}, round=self.rounds + 1)

    async def _try(self, what: str, **details: object) -> None:
        """Ask; a table that is shown again asks again what was answered."""
        try:
            await self.line.ask(what, self.table, **details)  # type: ignore[arg-type]
        except RefusedByServerError as refused:
            if refused.code not in {"action/stale", "bet/closed"}:
                raise

    async def hear(self, stop: Callable[[dict[str, Any]], bool]) -> None:
        """Take frames, and answer what is asked, until there is one to stop at."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HEAR_SECONDS):
                async for frame in self.line:
                    self.frames.append(frame)
                    await self._answer(frame)
                    if frame.get("stage") == "betting" and "round" in frame:
                        self.rounds = frame["round"]  # also where its end was missed in a move
                    if stop(frame):
                        return
                    if frame["t"] == "view" and frame["stage"] == "betting" and self.wants:
                        await self.bet()  # a bet that was not dealt does not move with its table
        raise AssertionError((self.seat, self.rounds, self.frames[-8:]))

    async def _answer(self, frame: dict[str, Any]) -> None:
        question = frame.get("ask")
        if question and "choices" in question:
            kinds = [choice["kind"] for choice in question["choices"]]
            kind = "decline" if "decline" in kinds else "stand"
            await self._try("act", seat=self.seat, n=question["n"], action=kind)

    async def play(self, rounds: int) -> None:
        """Play so many rounds more, or see them."""
        for last in range(self.rounds + 1, self.rounds + rounds + 1):
            self.wants = bool(self.seat)
            if self.wants:
                await self.bet()
            await self.hear(lambda _, last=last: self.rounds >= last)  # type: ignore[misc]
            self.wants = False

    @property
    def public(self) -> list[str]:
        """What everybody is sent of rounds: whose chips and choices they are differs."""
        events = (frame for frame in self.frames if frame["t"] == "ev" and frame.get("events"))
        return [json.dumps([frame["v"], frame["round"], frame["events"]]) for frame in events]


@asynccontextmanager
async def seated(side: Side, table: str, seat: int = 0) -> AsyncIterator[Player]:
    async with guest(side) as client, client.connect() as line:
        player = Player(line, table, seat)
        await player.come()
        yield player


@run_async
async def test_players_on_both_servers_sit_at_one_table_and_see_the_same_frames(
    tmp_path: Path, database: Address
) -> None:
    async with two(tmp_path, database) as (one, other), AsyncExitStack() as stack:
        table = other.tables[0]
        far, near, eye = [
            await stack.enter_async_context(seated(side, table, seat))
            for side, seat in ((one, 1), (other, 2), (one, 0))
        ]
        await asyncio.gather(*(player.play(3) for player in (far, near, eye)))
        assert far.public == near.public == eye.public
        versions = [frame["v"] for frame in eye.frames]
        assert versions == [*range(versions[0], versions[0] + len(versions))]


def test_requests_are_answered_wherever_they_land(tmp_path: Path, database: Address) -> None:
    async def steps() -> None:
        async with two(tmp_path, database) as (one, other), guest(one) as ann:
            table = other.tables[0]
            for side in (one, other):
                async with guest(side) as client:
                    listed = (await client.get("/tables"))["tables"]
                    assert [table["id"] for table in listed] == [table.id for table in TABLES]
            sat = await ann.post(f"/tables/{table}/sit", {"seat": 1, "cents": 50_000}, "k")
            again = await ann.post(f"/tables/{table}/sit", {"seat": 1, "cents": 50_000}, "k")
            assert sat["stacks"] == again["stacks"] == {"1": 50_000}
            assert (await ann.get(f"/tables/{table}/terms"))["id"] == table
            assert (await ann.get("/me/statement"))["chips_cents"] == 50_000
            with pytest.raises(RefusedByServerError, match="wallet/enough"):  # the chips count
                await ann.post("/me/play-money")
            for path, code in (
                (f"/tables/{table}/shoes/9", "shoe/not-shown"),
                ("/tables/none", "table/unknown"),
            ):
                with pytest.raises(RefusedByServerError) as refused:
                    await ann.get(path)
                assert refused.value.code == code
            with pytest.raises(RefusedByServerError) as refused:
                await ann.post(f"/tables/{table}/sit", {"seat": 1, "cents": 1}, "k")
            assert (refused.value.code, refused.value.status) == ("key/reused", 422)
            await _practise(one, other, ann)

    async def _practise(one: Side, other: Side, ann: Client) -> None:
        own = (await ann.post("/tables", {"game": "co/free-bet"}))["table"]
        assert own in one.tables
        async with Client(other.url, token=ann.token) as elsewhere, guest(other) as ben:
            assert own in [table["id"] for table in (await elsewhere.get("/tables"))["tables"]]
            await elsewhere.post(f"/tables/{own}/sit", {"seat": 1, "cents": 10_000})
            assert own not in [table["id"] for table in (await ben.get("/tables"))["tables"]]
            with pytest.raises(RefusedByServerError, match="table/unknown"):
                await ben.get(f"/tables/{own}")

    asyncio.run(steps())


@run_async
async def test_a_table_that_moves_is_played_on_by_everybody_who_was_there(
    tmp_path: Path, database: Address
) -> None:
    async with two(tmp_path, database) as (one, other), AsyncExitStack() as stack:
        table = other.tables[0]
        far, near = [
            await stack.enter_async_context(seated(side, table, seat))
            for side, seat in ((one, 1), (other, 2))
        ]
        await asyncio.gather(far.play(1), near.play(1))
        assert other.services.leases is not None
        draining = asyncio.create_task(other.services.leases.drain())
        await asyncio.gather(far.play(1), near.play(1))
        await draining
        await asyncio.gather(far.play(1), near.play(1))
        await until(lambda: (len(one.tables), other.tables) == (4, []))
        assert min(player.frames[-1]["round"] for player in (far, near)) >= 3
        assert sum(frame["t"] == "view" for frame in near.frames) >= 2, "shown whole by the new one"
        assert near.line.reconnects == far.line.reconnects == 0


@run_async
async def test_a_link_that_is_lost_is_made_again_and_the_table_shown_whole(
    tmp_path: Path, database: Address
) -> None:
    async with (
        two(tmp_path, database) as (one, other),
        seated(one, other.tables[0], 1) as far,
    ):
        await far.play(1)
        for peer in one.services.switchboard._peers.values():  # noqa: SLF001
            (await peer._link()).cut()  # noqa: SLF001
        await far.play(1)
        assert sum(frame["t"] == "view" for frame in far.frames) == 2
        assert far.line.reconnects == 0


def test_a_table_that_goes_as_soon_as_it_is_found_is_found_again(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown to a line, and is gone before anything else happens."""
    show = Watching.show
    goes = [""]

    async def show_and_go(watching: Watching) -> None:
        await show(watching)
        if goes[-1] == watching.table.state.id:
            asyncio.get_running_loop().call_soon(sides[0].services.hall.forget, goes.pop())

    monkeypatch.setattr(Watching, "show", show_and_go)
    sides: list[Side] = []

    async def steps() -> None:
        async with listening(tmp_path, db=database, tables=TABLES[:1], rates=FREE) as server:
            sides.append(Side(server[0].rstrip("/"), server[1]))
            async with seated(sides[0], "t0", 1) as player:
                await player.play(1)
                goes.append("t0")
                server[1].hall.forget("t0")
                await player.hear(
                    lambda _: sum(frame["t"] == "view" for frame in player.frames) == 3
                )
                await player.play(1)
                assert player.line.reconnects == 0

    asyncio.run(steps())


def test_a_table_is_not_waited_for_when_every_server_stops(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a server that stops would wait for what its players asked last."""
    monkeypatch.setattr("pitboss.server.live.switchboard.WAIT_SECONDS", 10 * HEAR_SECONDS)

    async def lost(_: object) -> None:
        raise LinkLostError

    async def steps() -> None:
        async with two(tmp_path, database) as (one, other):
            leases = [side.services.leases for side in (one, other)]
            assert await asyncio.gather(*(lease.drain() for lease in leases if lease)) == [
                False,
                False,
            ]
            visit = one.services.switchboard.at_table(other.tables[0], None, lost, lost)
            with pytest.raises(ApiError, match=MOVING.message):
                await asyncio.wait_for(visit, HEAR_SECONDS)

    asyncio.run(steps())


@run_async
async def test_a_server_whose_lease_is_over_tells_nothing_of_its_tables(
    tmp_path: Path, database: Address
) -> None:
    async with two(tmp_path, database) as (one, other):
        table = other.tables[0]
        async with seated(one, table, 1) as far, seated(other, table) as eye:
            watching = asyncio.create_task(eye.hear(lambda _: eye.rounds == 4))
            await far.play(1)
            leases = other.services.leases
            assert leases is not None
            told = other.services.hall.tables[table]
            await until(lambda: eye.frames[-1].get("v") == told.version)  # all that was sent
            await oversleep(leases, other.services.store)
            heard = len(eye.frames)
            await until(lambda: table in one.tables)
            await far.play(2)
            assert (eye.rounds, len(eye.frames)) == (1, heard)
            leases.run()
            await until(lambda: len(eye.frames) > heard)
            assert (eye.frames[heard]["t"], eye.frames[heard]["round"]) == ("view", 3)
            watching.cancel()


@run_async
async def test_what_ends_or_changes_for_an_account_does_so_on_every_server(
    tmp_path: Path, database: Address
) -> None:
    async with two(tmp_path, database) as (one, other), guest(one) as ann:
        table = other.tables[0]
        near = one.tables[0]
        async with Client(other.url, token=ann.token, patience=IMPATIENT) as same:
            for client, name in ((ann, table), (same, near)):
                await client.post(f"/tables/{name}/sit", {"seat": 1, "cents": 20_000})
            for client in (ann, same):
                await client.get("/me/limits")
            limits = {"wager_cents": 5_000, "loss_cents": 6_000}
            await ann._send("PUT", "/me/limits", limits, again=False)  # noqa: SLF001
            bet = {"seat": 1, "wagers": {"main": 5_500}, "ready": False}
            for name in (table, near):
                with pytest.raises(RefusedByServerError, match="limit/wager"):
                    await same.post(f"/tables/{name}/bet", bet)
            bet["wagers"] = {"main": 4_000}
            await same.post(f"/tables/{near}/bet", bet)
            with pytest.raises(RefusedByServerError, match="limit/loss"):
                await ann.post(f"/tables/{table}/bet", bet)
            async with same.connect() as line:
                await line.watch(table)
                await ann.logout()
                with pytest.raises(LineEndedError):
                    await _read_on(line)


async def _read_on(line: Line) -> None:
    async with asyncio.timeout(HEAR_SECONDS):
        async for _ in line:
            pass


@run_async
async def test_a_stranger_is_not_let_in(tmp_path: Path, database: Address) -> None:
    async with two(tmp_path, database) as (one, _):
        assert one.services.leases is not None
        place = one.services.leases.workers[one.services.leases.number].place
        with pytest.raises(LinkLostError):
            await dial(place.path, "", bytes(32))
        link = await dial(place.path, "", one.services.keys.bridge_secret)
        await link.close()


@run_async
async def test_staff_stop_a_table_of_either_server(tmp_path: Path, database: Address) -> None:
    """The office writes once, and the process that has the table tells it."""
    async with two(tmp_path, database) as (one, other):
        services = one.services
        given = await services.desk.ask(GiveRole("f1", Role.FLOOR), HOUSE_ITSELF, "k")
        assert isinstance(given, Done)
        token = await _step_up(services, "f1")
        async with Client(one.url, token=token, patience=IMPATIENT) as client:
            staff = Staff(client)
            for table in (one.tables[0], other.tables[0]):
                made = await staff.stop_table(table, key=f"stop-{table}")
                assert made == {"kind": "table-stopped"}
                assert made == await staff.stop_table(table, key=f"stop-{table}")
            assert one.services.hall.tables[one.tables[0]].state.closed
            assert other.services.hall.tables[other.tables[0]].state.closed
            assert len((await staff.tables())["tables"]) == 2


async def open_tray(sides: tuple[Side, Side], tokens: dict[str, str], table: str) -> None:
    """Let dealer and floor count the tray of a physical table, at one server and at the other."""
    one, other = sides
    async with (
        Client(one.url, token=tokens["f1"], patience=IMPATIENT) as floor,
        Client(other.url, token=tokens["d1"], patience=IMPATIENT) as dealer,
    ):
        await Staff(floor).assign_dealer(table, "d1")
        await Staff(dealer).count_tray(table, {500: 10})
        await Staff(floor).sign_tray(table, {500: 10})


@run_async
async def test_a_hand_of_a_physical_table_is_one_hand_wherever_its_lines_land(
    tmp_path: Path, database: Address
) -> None:
    """Each server has memory of its own: lines that went to both were two hands, dealt twice."""
    async with two(tmp_path, database) as (one, other):
        services = one.services
        add = AddTable(table="bj-1", name="Pit", house=house_data(HOUSE), links={}, reason="new")
        assert isinstance(await services.desk.ask(add, HOUSE_ITSELF, "add"), Done)
        roles = {"f1": Role.FLOOR, "d1": Role.DEALER, "a1": Role.ACCOUNTING}
        for who, role in roles.items():
            given = await services.desk.ask(GiveRole(who, role), HOUSE_ITSELF, who)
            assert isinstance(given, Done)
        assert isinstance(await services.desk.ask(OpenDay(), "a1", "day"), Done)
        tokens = {who: await _step_up(services, who) for who in roles}
        await open_tray((one, other), tokens, "bj-1")
        token = tokens["f1"]
        path = "/staff/physical/bj-1/hand"
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(side.url, token=token, patience=IMPATIENT))
                for side in (other, one)
            ]
            for number, line in enumerate(("1 25", "deal", "7h", "9c", "7s", "Kd")):
                await clients[number % 2].post(path, {"line": line, "n": number})
            for client in clients:
                assert len((await client.get(path))["lines"]) == 6
            assert len(services.physical_hands) + len(other.services.physical_hands) == 1
            await clients[0].post(f"{path}/clear")
            for client in clients:
                assert (await client.get(path))["lines"] == []


@run_async
async def test_a_round_is_taken_back_by_the_server_that_runs_its_table_whoever_was_told(
    tmp_path: Path, database: Address
) -> None:
    async with two(tmp_path, database) as (one, other):
        table = other.tables[0]
        services = one.services
        async with seated(one, table, 1) as player:
            await player.play(1)
            for who in ("f1", "f2"):
                given = await services.desk.ask(GiveRole(who, Role.FLOOR), OFFICE, who)
                assert isinstance(given, Done)
            order = TakeBackRound(table, 1, 0, "wrong card", ())
            answer = await services.desk.ask(order, "f1", "ask")
            assert isinstance(answer, Done)
            assert isinstance(answer.event, Requested)
            token = await _step_up(services, "f2")
            async with Client(one.url, token=token, patience=IMPATIENT) as client:
                done = await Staff(client).approve(answer.event.number)
                assert done["done"] == "approved"
            await player.hear(lambda frame: frame.get("void") is not None)


def test_what_staff_do_to_a_jackpot_is_known_to_every_server_at_once(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "TICK_SECONDS", 3600)  # nobody looks without a notice

    async def steps() -> None:
        async with AsyncExitStack() as stack:
            sides = []
            for _ in range(2):
                server = listening(tmp_path, db=database, tables=TABLES, rates=FREE, jackpots=MTD)
                sides.append((await stack.enter_async_context(server))[1])
            one, other = sides
            desk = JackpotDesk(one.keeper, one.store)
            await desk.switch("mtd", on=False, why="a test", by="sue", key="off")
            await until(lambda: not other.keeper.jackpots["mtd"].state.takes_wagers)

    asyncio.run(steps())


def test_no_server_shows_a_jackpot_open_that_another_has_switched_off(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even before the notice of it comes."""
    monkeypatch.setattr(keeper, "TICK_SECONDS", 3600)

    async def steps() -> None:
        async with two(tmp_path, database, TABLES, MTD) as (one, other):
            desk = JackpotDesk(one.services.keeper, one.services.store)
            async with guest(other) as client:
                other.services.keeper.look = lambda: None  # type: ignore[method-assign]
                for number, is_open in enumerate((False, True)):
                    why = {"why": "a test", "by": "sue", "key": f"switch-{number}"}
                    await desk.switch("mtd", on=is_open, **why)
                    (listed,) = (await client.get("/jackpots"))["jackpots"]
                    assert listed["open"] is is_open
                    assert (await client.get("/jackpots/mtd"))["jackpot"]["open"] is is_open

    asyncio.run(steps())


def test_every_server_names_all_tables_that_share_a_jackpot(
    tmp_path: Path, database: Address
) -> None:
    """Also those that another server runs."""
    house = house_from(SHARED_HOUSE)
    links = {"jackpot-1": "mtd"}
    tables = tuple(replace(table, house=house, links=links) for table in TABLES[:3])

    async def steps() -> None:
        async with two(tmp_path, database, (*tables, TABLES[3]), MTD) as sides:
            for side in sides:
                async with guest(side) as client:
                    (listed,) = (await client.get("/jackpots"))["jackpots"]
                    assert listed["tables"] == ["t0", "t1", "t2"]
                    assert (await client.get("/jackpots/mtd"))["jackpot"] == listed

    asyncio.run(steps())


async def _step_up(services: Services, account: str) -> str:
    """Return the token of a session in which the second factor was given."""
    session = await services.store.session(
        token_hash(await services.sessions.start(account, GUEST))
    )
    assert session is not None
    return await services.sessions.step_up(session)


def test_what_the_office_writes_is_read_by_every_server_at_once(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "LOOKS_EVERY_S", 3600)  # nobody looks without a notice

    async def steps() -> None:
        async with two(tmp_path, database) as (one, other):
            heard: list[Event] = []
            other.services.desk.on_event.append(heard.append)
            given = GiveRole("ann", Role.ADMIN)
            done = await one.services.desk.ask(given, OFFICE, "k")
            assert isinstance(done, Done), done
            await until(lambda: bool(heard))

    asyncio.run(steps())


@run_async
async def test_an_exclusion_holds_on_every_server_before_any_has_heard_of_it(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(removal, "LOOKS_EVERY_S", 3600)
    async with two(tmp_path, database) as (one, other), guest(one) as ann:
        seated_at, free = other.tables
        sit = {"seat": 1, "cents": 50_000}
        await ann.post(f"/tables/{seated_at}/sit", sit)
        monkeypatch.setattr(other.services.notices, "pass_on", lambda *_: None)  # all are lost
        await ann.post("/me/exclusion", {"days": 7})
        bet = {"seat": 1, "wagers": {"main": 1_000}}
        async with Client(other.url, token=ann.token, patience=IMPATIENT) as elsewhere:
            for client, path, body in (
                (ann, f"/tables/{free}/sit", sit),
                (ann, f"/tables/{seated_at}/buy-in", sit),
                (elsewhere, f"/tables/{seated_at}/bet", bet),
                (elsewhere, "/me/play-money", {}),
            ):
                with pytest.raises(RefusedByServerError, match="account/excluded"):
                    await client.post(path, body)


@run_async
async def test_own_limits_hold_on_every_server_before_any_has_heard_of_them(
    tmp_path: Path, database: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All notices are lost: wagers, losses, time and deposits are judged by the books."""
    async with two(tmp_path, database) as (one, other), guest(one) as ann:
        table, free = other.tables
        async with Client(other.url, token=ann.token, patience=IMPATIENT) as elsewhere:
            account = (await elsewhere.get("/me"))["account"]
            await elsewhere.post(f"/tables/{table}/sit", {"seat": 1, "cents": 50_000})
            assert await other.services.own_limits.are_none(account), "known, and kept"
            monkeypatch.setattr(other.services.notices, "pass_on", lambda *_: None)

            async def limit(**limits: int) -> None:
                await ann._send("PUT", "/me/limits", limits, again=False)  # noqa: SLF001

            async def refused(path: str, **body: object) -> str:
                with pytest.raises(RefusedByServerError) as caught:
                    await elsewhere.post(f"/tables/{path}", body)
                return caught.value.code

            async def bet(cents: int) -> str:
                return await refused(f"{table}/bet", seat=1, wagers={"main": cents}, ready=False)

            await limit(wager_cents=5_000)
            assert await bet(5_500) == "limit/wager"
            await limit(loss_cents=3_000)
            assert await bet(4_000) == "limit/loss"
            await limit(deposit_cents=1_000)
            desk = other.services.desk
            now = other.services.settings.clock()
            deposit = Deposit(account, 2_000)
            problem = await other.services.own_limits.deposit_problem(desk.office, deposit, now)
            assert problem is not None
            assert problem.code == "limit/deposit"
            await limit(minutes=1)
            monkeypatch.setattr(Tallies, "sittings", _an_hour)
            assert await refused(f"{free}/sit", seat=1, cents=10_000) == "limit/time"


async def _an_hour(_: Tallies, account: str) -> list[Sat]:
    now = wall_clock()
    return [Sat("t0", 1, 1, account, now - 3_600_000_000, 5, now)]
