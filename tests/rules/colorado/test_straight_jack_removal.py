"""Colorado 30-2110(15)(d): when a Straight Jack Progressive jackpot may be discontinued.

Two jackpots on a floor: that of Straight Jack Progressive, and a 21+3 Progressive. All goes through
the routes of the server, and the books are opened again in the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from pitboss.cards import Card, parse_cards
from pitboss.floor import rebuild
from pitboss.floor.linked_wagers import LinkedWager, terms_for
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.roles import Role
from pitboss.pit.entropy import Entropy
from pitboss.pit.keeper import PlannedJackpot
from pitboss.rulebook.house import house_from
from tests.ledger.books import verify
from tests.rules.clauses import clause
from tests.server.asgi import Client, as_test, running
from tests.server.player import FREE, real_clock
from tests.server.test_cases import Person

GAME = "co/straight-jack-progressive"
WAGERS = {"main": 1_000, "straight-jack": 100}
PROGRESSIVE = {"scheme": "progressive", "contribution": "20%", "seed": "1000.00"}
HOUSES = {
    "straight": {
        "game": GAME,
        "tables": {"straight-jack": "SJP4"},
        "jackpots": {"straight-jack": PROGRESSIVE},
    },
    "plus": {
        "game": "co/21-plus-3",
        "tables": {"21-plus-3-progressive": "PT-BJS-213-01"},
        "jackpots": {"21-plus-3-progressive": {**PROGRESSIVE, "wager": 100}},
    },
}
TOP_AWARD = "2h 9c 3d 7c 4s 5s 6s Kh"
"""Five cards in sequence win 100 % on SJP4; the dealer goes over 21."""
LETTER = {"reference": "DOG-2026-117", "date": "2026-11-02", "why": "the table is taken out"}
Steps = Callable[[Client, list[Person]], Awaitable[None]]


def planned_tables() -> tuple[tuple[TableTerms, ...], tuple[PlannedJackpot, ...]]:
    tables = []
    jackpots = []
    for name, data in HOUSES.items():
        (wager,) = data["jackpots"]
        house = house_from(data)
        table = TableTerms(id=name, name=name, house=house, clocks=NO_CLOCK, links={wager: name})
        tables.append(table)
        terms = terms_for(LinkedWager(name, wager, table.setup))
        jackpots.append(PlannedJackpot(name, name.title(), terms))
    return tuple(tables), tuple(jackpots)


def with_floor(folder: Path, steps: Steps) -> None:
    """Run both tables with a player, two of the floor staff and two for jackpots."""

    async def whole() -> None:
        tables, jackpots = planned_tables()
        settings = {"tables": tables, "jackpots": jackpots, "rates": FREE}
        async with running(folder, real_clock(), **settings) as client:
            people = [Person(client, number) for number in range(1, 6)]
            roles = (None, Role.FLOOR, Role.SHIFT, Role.JACKPOTS, Role.ACCOUNTING)
            for person, role in zip(people, roles, strict=True):
                await person.enter()
                if role is not None:
                    await person.take(role)
            await client.services.keeper.tell()
            await steps(client, people)
            before = client.services.keeper.jackpots["straight"].state
            entries = [entry async for entry in client.services.store.entries()]
            assert verify(entries, await client.services.store.checkpoints()) is None
        async with running(folder, real_clock(), **settings) as client:
            assert client.services.keeper.jackpots["straight"].state == before

    with dealt(TOP_AWARD):
        asyncio.run(whole())


@contextmanager
def dealt(text: str) -> Iterator[None]:
    """Deal these cards after the burned one at every shuffle."""

    def order(
        _entropy: Entropy, _shuffle: int, cards: Sequence[Card], _seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return (*cards[:1], *parse_cards(text), *cards[1:])

    with (
        patch.object(Entropy, "order", order),
        patch.object(rebuild, "_with_shown", lambda _entries, orders: orders),
    ):
        yield


async def win_top_award(client: Client, player: Person) -> None:
    table = client.services.hall.tables["straight"]
    assert await player.ask(table, "sit", seat=1, cents=50_000) == 200
    assert await player.ask(table, "bet", seat=1, wagers=WAGERS) == 200
    while (current := table.state.round) is not None:
        hits = len(current.state.seats[0].hands[0].cards) < 5
        action = "hit" if hits else "stand"
        assert await player.ask(table, "act", seat=1, n=current.n, action=action) == 200


async def switch_off(client: Client, jackpots: Person, name: str) -> None:
    path = f"staff/jackpots/{name}/switch"
    assert (await jackpots.post(path, on=False, why="it is wound up")).status == 200
    client.services.settings.clock.pass_s(61)  # type: ignore[attr-defined]


@as_test(with_floor)
@clause(
    GAME,
    "2110(15)(d)",
    how="kept",
    words="The jackpot may not be withdrawn before its highest award is won",
)
async def test_2110_15_d_it_may_be_discontinued_once_its_top_award_is_won_and_confirmed(
    client: Client, people: list[Person]
) -> None:
    player, floor, shift, jackpots, _ = people
    base = "staff/jackpots/straight"
    move = {"to": "plus", "why": "no longer played"}
    await win_top_award(client, player)
    await switch_off(client, jackpots, "straight")
    assert (await jackpots.post(f"{base}/close", why="gone")).code == "hit/pending"
    assert (await floor.get(f"{base}/books")).data["may_be_removed"] is False
    for person in (floor, shift):
        assert (await person.post(f"{base}/hits/1/confirm")).status == 200
    assert (await floor.get(f"{base}/books")).data["may_be_removed"] is True
    # Without the Director's permission the money stays with those who play for the same hands.
    assert (await jackpots.post(f"{base}/transfer", **move)).code == "jackpot/odds"
    owed = await jackpots.post(f"{base}/close", why="no longer played")
    assert owed.code == "jackpot/owed", "2110(15)(d) no longer stops it, the players' money does"
    assert (await jackpots.post(f"{base}/permission", **LETTER)).status == 200


@as_test(with_floor)
@clause(
    GAME,
    "2110(15)(d)",
    how="kept",
    words="The jackpot may not be withdrawn before its highest award is won",
)
async def test_2110_15_d_a_rejected_hit_wins_nothing(client: Client, people: list[Person]) -> None:
    player, floor, shift, jackpots, _ = people
    base = "staff/jackpots/straight"
    await win_top_award(client, player)
    for person in (floor, shift):
        assert (await person.post(f"{base}/hits/1/reject", why="a card fell")).status == 200
    await switch_off(client, jackpots, "straight")
    kept = await jackpots.post(f"{base}/close", why="no longer played")
    assert (kept.status, kept.code) == (409, "jackpot/kept")


@as_test(with_floor)
@clause(
    GAME, "2110(15)(d)", how="kept", words="a transfer of the liability to another game's jackpot"
)
@clause(
    GAME,
    "2110(15)(d)",
    how="kept",
    words="The jackpot may not be withdrawn ... the Director permits",
)
async def test_2110_15_d_the_director_may_permit_a_transfer_to_another_games_jackpot(
    client: Client, people: list[Person]
) -> None:
    player, floor, shift, jackpots, accounting = people
    base = "staff/jackpots/straight"
    move = {"to": "plus", "why": "no longer played"}
    await switch_off(client, jackpots, "straight")
    assert (await jackpots.post(f"{base}/transfer", **move)).code == "jackpot/odds"
    assert (await jackpots.post(f"{base}/close", why="gone")).code == "jackpot/kept"
    free = await jackpots.post(f"{base}/terms", may_be_removed=True, why="a way around it")
    assert free.code == "jackpot/kept", "no terms of the house lift the rule"
    for wrong, code in (
        ({"reference": "   "}, "jackpot/reference"),
        ({"date": "2nd of May"}, "jackpot/date"),
        ({"date": "2999-01-01"}, "jackpot/date"),
        ({"why": " "}, "jackpot/unexplained"),
    ):
        assert (await jackpots.post(f"{base}/permission", **{**LETTER, **wrong})).code == code
    assert (await player.post(f"{base}/permission", **LETTER)).code == "permission/missing"
    waiting = await jackpots.post(f"{base}/permission", **LETTER)
    assert waiting.data["removal"] is None, "one person is not enough"
    assert (await jackpots.post(f"{base}/transfer", **move)).code == "jackpot/odds"
    number = waiting.data["proposals"][0]["number"]
    done = await accounting.post(f"{base}/proposals/{number}/approve")
    removal = done.data["removal"]
    assert (removal["reference"], removal["date"]) == ("DOG-2026-117", "2026-11-02")
    assert removal["by"] == [jackpots.account, accounting.account]
    assert done.data["may_be_removed"] is True
    proposed = await jackpots.post(f"{base}/transfer", **move)
    assert proposed.status == 200, proposed.body
    number = proposed.data["proposals"][0]["number"]
    moved = await accounting.post(f"{base}/proposals/{number}/approve")
    assert (moved.data["closed"], moved.data["display"]) == (True, 0)
    plus = (await floor.get("jackpots/plus")).data["jackpot"]
    assert plus["amount"] == "2000.0000", "the award liability goes to the other game's jackpot"
    kinds = [entry.kind async for entry in client.services.store.entries("jackpot/straight")]
    assert kinds.count("removal-permitted") == 1
    for _ in range(60):  # it is worked out meanwhile
        report = await shift.get("reports/significant-events.json")
        if report.status != 202:
            break
    assert b"permission to remove a jackpot recorded" in report.body


@as_test(with_floor)
@clause(
    GAME,
    "2110(15)(d)",
    how="kept",
    words="The jackpot may not be withdrawn before its highest award is won",
)
async def test_2110_15_d_applies_to_straight_jack_progressive_only(
    client: Client, people: list[Person]
) -> None:
    _, floor, _, jackpots, _ = people
    assert (await floor.get("staff/jackpots/plus/books")).data["may_be_removed"] is True
    await switch_off(client, jackpots, "plus")
    owed = await jackpots.post("staff/jackpots/plus/close", why="no longer played")
    assert owed.code == "jackpot/owed"
    needless = await jackpots.post("staff/jackpots/plus/permission", **LETTER)
    assert needless.code == "jackpot/removable"
