"""Shared jackpots over HTTP: what everybody sees, and what only two people together may do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from pitboss.engine.values import replace
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.jackpot.commands import ConfirmHit
from pitboss.jackpot.operations import JackpotError
from pitboss.office.core import HOUSE as OFFICE
from pitboss.office.core import Done
from pitboss.office.people import AssignDealer, TakeRole
from pitboss.office.roles import Role
from pitboss.pit.jackpot_desk import JackpotDesk, read_dealers
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_from
from pitboss.rulebook.limits import FLOOR_TABLES_MAX
from pitboss.rulebook.problems import RulesError
from pitboss.server.opening.floor_file import read_floor
from tests.ledger.books import verify
from tests.pit.jackpot_floor import ALL, HOUSE, RIGGED, TERMS, WAGERS, rig, rigged
from tests.rules.clauses import clause
from tests.server.asgi import Client, as_test, running
from tests.server.player import FREE, real_clock
from tests.server.test_cases import Person

Steps = Callable[[Client, LiveTable, list[Person]], Awaitable[None]]


def with_jackpots(folder: Path, steps: Steps, *roles: Role) -> None:
    """Run two tables that share a jackpot, with a player and staff."""
    tables = tuple(
        TableTerms(
            id=name,
            name=name,
            house=house_from(HOUSE),
            clocks=NO_CLOCK,
            links={"jackpot-1": "mtd"},
        )
        for name in ("t1", "t2")
    )
    wanted = (
        PlannedJackpot("mtd", "Match The Dealer", TERMS),
        PlannedJackpot("other", "Another", replace(TERMS, ceiling=10**12)),
    )

    async def whole() -> None:
        settings = {"tables": tables, "jackpots": wanted, "rates": FREE}
        async with running(folder, real_clock(), **settings) as client:
            people = [Person(client, number) for number in range(1, len(roles) + 2)]
            for person, role in zip(people, (None, *roles), strict=True):
                await person.enter()
                if role is not None:
                    await person.take(role)
            table = client.services.hall.tables["t1"]
            await client.services.keeper.tell()
            assert await people[0].ask(table, "sit", seat=1, cents=50_000) == 200
            await steps(client, table, people)
            store = client.services.store
            entries = [entry async for entry in store.entries()]
            assert verify(entries, await store.checkpoints()) is None

    RIGGED.clear()
    with rigged():
        asyncio.run(whole())


async def win(table: LiveTable, player: Person) -> None:
    """Win the whole of the jackpot."""
    rig(table, ALL)
    assert await player.ask(table, "bet", seat=1, wagers=WAGERS) == 200
    while (current := table.state.round) is not None:
        kinds = [choice.kind.value for choice in current.question.choices]
        action = "decline" if "decline" in kinds else "stand"
        assert await player.ask(table, "act", seat=1, n=current.n, action=action) == 200


@as_test(with_jackpots, Role.FLOOR, Role.SHIFT)
@clause("co/straight-jack-progressive", "2110(15)(c)", how="kept")
async def test_a_hit_is_seen_by_all_and_paid_when_two_people_have_confirmed_it(
    client: Client, table: LiveTable, people: list[Person]
) -> None:
    player, floor, shift = people
    await win(table, player)
    await client.services.keeper.tell()
    for name in ("t1", "t2"):
        view = (await player.get(f"tables/{name}")).data["jackpots"]["jackpot-1"]
        assert view["pending"] == [{"hit": 1, "table": "t1", "seat": 1, "amount": "5000.9400"}]
    public = (await player.get("jackpots")).data["jackpots"][0]
    assert (public["id"], public["tables"], public["open"]) == ("mtd", ["t1", "t2"], True)
    assert public["amount"] == "5000.1100"
    seen = (await player.get("jackpots/mtd/hits")).data["hits"]
    assert [(hit["hit"], hit["outcome"], hit["percent"]) for hit in seen] == [(1, "pending", 100)]
    assert "account" not in seen[0]
    assert (await player.get("jackpots/mtd")).data["terms"]["seed"] == "5000.0000"
    assert (await player.get("staff/jackpots/mtd/books")).code == "permission/missing"
    proof = (await floor.get("staff/jackpots/mtd/hits/1")).data
    assert proof["account"] == player.account
    assert (proof["taxed"], proof["keeps_shoe"]) == (True, True)
    assert proof["round"]["readings"]
    assert proof["shuffles"][0]["commitment"]
    wallet = (await player.get("me")).data["wallet_cents"]
    assert (await player.post("staff/jackpots/mtd/hits/1/confirm")).code == "permission/missing"
    assert (await floor.post("staff/jackpots/mtd/hits/1/confirm")).status == 200
    again = await floor.post("staff/jackpots/mtd/hits/1/confirm")
    assert (again.status, len(again.data["proposals"])) == (200, 1)
    other = await shift.post("staff/jackpots/mtd/hits/1/reject", why="not sure yet")
    assert len(other.data["proposals"]) == 2
    assert (await player.get("me")).data["wallet_cents"] == wallet, "one person is not enough"
    paid = await shift.post("staff/jackpots/mtd/hits/1/confirm")
    assert (paid.status, paid.data["paid"], paid.data["conserved"]) == (200, 50_009_400, True)
    assert paid.data["proposals"] == [], "nothing is left to decide about it"
    assert (await player.get("me")).data["wallet_cents"] == wallet + 500_094
    seen = (await player.get("jackpots/mtd/hits")).data["hits"]
    assert seen[0]["outcome"] == "confirmed"
    lines = (await player.get("me/statement")).data["lines"]
    assert "hand-paid" in {line["kind"] for line in lines}


@as_test(with_jackpots, Role.FLOOR, Role.FLOOR, Role.SHIFT)
async def test_whoever_won_it_does_not_confirm_it_and_it_can_be_rejected(
    client: Client, table: LiveTable, people: list[Person]
) -> None:
    player, dealer, floor, shift = people
    await player.take(Role.JACKPOTS)
    await dealer.take(Role.DEALER)
    await client.services.desk.ask(AssignDealer("t1", dealer.account), OFFICE, "at the hit")
    await win(table, player)
    client.services.settings.clock.pass_s(60)  # type: ignore[attr-defined]
    await client.services.desk.ask(AssignDealer("t2", dealer.account), OFFICE, "since then")
    for involved in (player, dealer):
        refused = await involved.post("staff/jackpots/mtd/hits/1/confirm")
        assert refused.code == "approval/involved"
    path = "staff/jackpots/mtd/hits/1/reject"
    assert (await floor.post(path, why="a card was marked")).status == 200
    back = await shift.post(path, why="seen on the camera")
    assert (back.status, back.data["pending"]) == (200, 0)
    assert back.data["display"] == 50_009_450
    assert client.services.keeper.jackpots["mtd"].state.is_conserved


@as_test(with_jackpots, Role.FLOOR)
async def test_a_dealer_does_not_confirm_a_hit_that_came_after_the_books_were_read(
    client: Client, table: LiveTable, people: list[Person]
) -> None:
    player, dealer = people
    await dealer.take(Role.DEALER)
    await client.services.desk.ask(AssignDealer("t1", dealer.account), OFFICE, "at the hit")
    store = client.services.store
    keeper = client.services.keeper
    dealers = await read_dealers(store)
    await win(table, player)
    desk = JackpotDesk(keeper, store, dealers)
    with pytest.raises(JackpotError) as error:
        await desk.propose("mtd", ConfirmHit(number=1), dealer.account, "1")
    assert error.value.code == "approval/involved"


def test_what_somebody_proposed_lapses_with_the_role(tmp_path: Path) -> None:
    async def steps(client: Client, table: LiveTable, people: list[Person]) -> None:
        player, floor, shift, other, jackpots, accounting = people
        await win(table, player)
        base = "staff/jackpots/mtd"
        await floor.post(f"{base}/hits/1/confirm")
        await jackpots.post(f"{base}/adjust", units=70_000, reason="added", why="a gift")
        for gone, role in ((floor, Role.FLOOR), (jackpots, Role.JACKPOTS)):
            taken = await client.services.desk.ask(TakeRole(gone.account, role), OFFICE, str(role))
            assert isinstance(taken, Done)
        alone = await shift.post(f"{base}/hits/1/confirm")
        assert alone.status == 200
        proposers = [
            proposal["by"]
            for proposal in alone.data["proposals"]
            if proposal["operation"]["kind"] == "confirm-hit"
        ]
        assert proposers == [shift.account], "one person who may is not two"
        late = await accounting.post(f"{base}/proposals/2/approve")
        assert (late.status, late.code) == (409, "request/lapsed")
        paid = await other.post(f"{base}/hits/1/confirm")
        assert (paid.data["pending"], paid.data["conserved"]) == (0, True)

    roles = (Role.FLOOR, Role.SHIFT, Role.FLOOR, Role.JACKPOTS, Role.ACCOUNTING)
    with_jackpots(tmp_path, steps, *roles)


@as_test(with_jackpots, Role.JACKPOTS, Role.ACCOUNTING)
async def test_terms_adjustments_switches_and_moves_need_who_may_and_a_second(
    client: Client, table: LiveTable, people: list[Person]
) -> None:
    player, jackpots, accounting = people
    base = "staff/jackpots/mtd"
    made = await jackpots.post(f"{base}/adjust", units=70_000, reason="added", why="a gift")
    assert made.data["proposals"][0]["operation"]["units"] == 70_000
    assert (await jackpots.post(f"{base}/proposals/1/approve")).code == "permission/missing"
    after = await accounting.post(f"{base}/proposals/1/approve")
    assert (after.data["adjusted"], after.data["proposals"]) == (70_000, [])
    await jackpots.post(f"{base}/terms", contribution="30%", why="a new approval")
    assert (await accounting.post(f"{base}/proposals/2/approve")).status == 200
    mtd = (await player.get("jackpots/mtd")).data
    assert mtd["terms"]["contribution"] == "21/100"
    assert mtd["next_terms"]["contribution"] == "3/10"
    wrong = await jackpots.post(f"{base}/terms", ceiling=5, why="too low")
    assert (wrong.status, wrong.code) == (409, "jackpot/terms")
    soon = await jackpots.post(f"{base}/transfer", to="other", why="no longer played")
    assert soon.code == "jackpot/on"
    off = await jackpots.post(f"{base}/switch", on=False, why="it is wound up")
    assert off.data["open"] is False
    await client.services.keeper.tell()
    assert await player.ask(table, "bet", seat=1, wagers=WAGERS) == 409
    client.services.settings.clock.pass_s(61)  # type: ignore[attr-defined]
    await jackpots.post(f"{base}/transfer", to="other", why="no longer played")
    moved = await accounting.post(f"{base}/proposals/3/approve")
    assert (moved.data["closed"], moved.data["display"]) == (True, 0)
    other = (await accounting.get("jackpots/other")).data["jackpot"]
    assert other["amount"] == "10007.0000"
    gone = [jackpot["id"] for jackpot in (await player.get("jackpots")).data["jackpots"]]
    assert gone == ["other"]


# -- the floor file ------------------------------------------------------------------------------


def test_the_example_floor_shares_every_kind_of_jackpot() -> None:
    plan = read_floor(Path("examples/floors/jackpots.toml"))
    links = {table.id: dict(table.links) for table in plan.tables}
    assert links["spanish-1"] == {"jackpot-1": "match-the-dealer", "jackpot-2": "match-four"}
    terms = {jackpot.id: jackpot.terms for jackpot in plan.jackpots}
    assert len(terms["house-prize"].disclosures) == 3
    assert terms["straight-jack"].award_order == "dealer's right"
    stay = {name for name in terms if not terms[name].may_be_removed}
    assert stay == {"straight-jack"}, "2110(15)(d) applies to Straight Jack Progressive only"
    assert {name for link in links.values() for name in link.values()} == set(terms)


def test_everything_wrong_in_a_floor_file_is_named_at_once(tmp_path: Path) -> None:
    text = """
    speed = 1
    [[tables]]
    id = "One"
    game = "wa/spanish-21"
    [[tables]]
    id = "two"
    game = "wa/spanish-21"
    house = "wa.toml"
    [[tables]]
    id = "three"
    house = "missing.toml"
    [[tables]]
    id = "four"
    game = "wa/spanish-21"
    seats = 99
    [[tables]]
    id = "five"
    game = "wa/spanish-21"
    links = { main = "mtd", jackpot-1 = "mtd", jackpot-2 = "none" }
    [[tables]]
    id = "five"
    game = "reference/blackjack"
    absent = "sleep"
    [[tables]]
    id = "six"
    game = "co/straight-jack-progressive"
    links = { straight-jack = "mtd" }
    [jackpots.mtd]
    seed = "1.00"
    ceiling = "0.50"
    reserve = "110%"
    may_be_removed = "yes"
    [jackpots.Bad]
    """
    path = tmp_path / "floor.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        read_floor(path)
    problems = {(problem.key, problem.code) for problem in refused.value.problems}
    assert {
        ("speed", "option/unknown"),
        ("tables[1].id", "option/invalid"),
        ("table two", "option/invalid"),
        ("table three: file", "file/missing"),
        ("table four: seats", "option/invalid"),
        ("table five: links", "wager/not-offered"),
        ("table five: links", "jackpot/unknown"),
        ("table five: absent", "option/invalid"),
        ("tables[6].id", "option/invalid"),
        ("jackpots.mtd", "jackpot/link"),
        ("jackpots.mtd", "jackpot/terms"),
        ("jackpots.mtd.reserve", "option/invalid"),
        ("jackpots.mtd.may_be_removed", "option/invalid"),
        ("jackpots.Bad", "option/invalid"),
        ("jackpots.Bad", "jackpot/link"),
    } == problems
    path.write_text("[[tables]]\n" * (FLOOR_TABLES_MAX + 1), encoding="utf-8")
    with pytest.raises(RulesError, match=f"1 to {FLOOR_TABLES_MAX:,} tables"):
        read_floor(path)
