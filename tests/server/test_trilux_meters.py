"""A live TriLux table with two progressives: one on the table, one that another table shares.

2115(1), (3), (7), ruling L1: both are bet, fed, won and reseeded in one round, each by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.floor import rebuild
from pitboss.floor.linked_wagers import LinkedWager, terms_for
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.office.roles import Role
from pitboss.pit.entropy import Entropy
from pitboss.pit.keeper import PlannedJackpot
from pitboss.pit.table import LiveTable
from pitboss.rulebook.house import house_from
from pitboss.rulebook.problems import RulesError
from pitboss.server.opening.floor_file import read_floor
from tests.ledger.books import verify
from tests.server.asgi import Client, as_test, running
from tests.server.player import FREE, real_clock
from tests.server.test_cases import Person

GAME = "co/trilux"
FIRST = "trilux-progressive"
SECOND = "trilux-progressive-2"
OWN = "progressive-01"
SHARED = "progressive-07"
WAGERS = {"main": 1000, FIRST: 500, SECOND: 100}
BOTH_HIT = "As Qs Ks 7d"
"""A-K of spades against the queen: 100% of both pay tables, and a blackjack."""
NEITHER = "Tc 6d 9c 9h Kd"
"""19 against 15, which draws a king; nothing on a progressive."""

Steps = Callable[[Client, dict[str, LiveTable], list[Person]], Awaitable[None]]


def table_terms(name: str, tables: dict[str, str], links: dict[str, str]) -> TableTerms:
    wagers = {OWN: 500, SHARED: 100}
    jackpots = {
        wager: {"scheme": "progressive", "wager": wagers[table]} for wager, table in tables.items()
    }
    given: dict[str, Any] = {"game": GAME, "tables": tables, "jackpots": jackpots}
    return TableTerms(id=name, name=name, house=house_from(given), clocks=NO_CLOCK, links=links)


def with_meters(folder: Path, steps: Steps) -> None:
    """Run table t1 with a meter of its own and a shared one, which t2 has as its first."""
    tables = (
        table_terms("t1", {FIRST: OWN, SECOND: SHARED}, {SECOND: "mini-royal"}),
        table_terms("t2", {FIRST: SHARED}, {FIRST: "mini-royal"}),
    )
    planned = terms_for(LinkedWager("t1", SECOND, tables[0].setup))
    jackpot = PlannedJackpot("mini-royal", "Mini Royal", planned)

    async def whole() -> None:
        settings = {"tables": tables, "jackpots": (jackpot,), "rates": FREE}
        async with running(folder, real_clock(), **settings) as client:
            people = [Person(client, number) for number in (1, 2, 3)]
            for person, role in zip(people, (None, Role.FLOOR, Role.SHIFT), strict=True):
                await person.enter()
                if role is not None:
                    await person.take(role)
            await client.services.keeper.tell()
            await steps(client, dict(client.services.hall.tables), people)
            store = client.services.store
            entries = [entry async for entry in store.entries()]
            assert verify(entries, await store.checkpoints()) is None

    asyncio.run(whole())


def dealing(cards: str) -> Any:  # noqa: ANN401 - a patch
    """Deal these cards from every shoe."""

    def order(
        _entropy: Entropy, _shuffle: int, shoe: Sequence[Card], _seeds: tuple[bytes, ...]
    ) -> tuple[Card, ...]:
        return (*shoe[:1], *parse_cards(" ".join([cards] * 20)))

    return patch.object(Entropy, "order", order)


async def play(table: LiveTable, player: Person, wagers: dict[str, int]) -> None:
    assert await player.ask(table, "bet", seat=1, wagers=wagers) == 200
    while (current := table.state.round) is not None:
        kinds = [choice.kind.value for choice in current.question.choices]
        action = "decline" if "decline" in kinds else "stand"
        assert await player.ask(table, "act", seat=1, n=current.n, action=action) == 200


@as_test(with_meters)
async def test_2115_7_a_live_round_hits_both_meters_each_of_which_starts_again(
    client: Client, tables: dict[str, LiveTable], people: list[Person]
) -> None:
    player, floor, shift = people
    one = tables["t1"]
    two = tables["t2"]
    shown = patch.object(rebuild, "_with_shown", lambda _entries, orders: orders)
    with shown, dealing(NEITHER):
        assert await player.ask(two, "sit", seat=1, cents=10_000) == 200
        await play(two, player, {"main": 1000, FIRST: 100})
        await spread_news(client)
        assert (await public_meter(player)) == "2000.2400"
        assert await player.ask(two, "leave", seat=1) == 200
    with shown, dealing(BOTH_HIT):
        assert await player.ask(one, "sit", seat=1, cents=50_000) == 200
        before = (await player.get("tables/t1")).data
        assert before["meters"] == {FIRST: "10000.0000", SECOND: "2000.2400"}
        await play(one, player, WAGERS)
        await spread_news(client)
        after = (await player.get("tables/t1")).data
        # The table's own meter pays at once: $10,000 and 24% of $5. The shared one waits for two
        # people: $2,000, 24 cents of table t2 and 24 of its own.
        assert after["meters"] == {FIRST: "10000.0000", SECOND: "2000.0000"}
        (hit,) = after["jackpots"][SECOND]["pending"]
        assert hit == {"hit": 1, "table": "t1", "seat": 1, "amount": "2000.4800"}
        wallet = (await player.get("me")).data["wallet_cents"]
        assert (await floor.post("staff/jackpots/mini-royal/hits/1/confirm")).status == 200
        paid = await shift.post("staff/jackpots/mini-royal/hits/1/confirm")
        assert (paid.status, paid.data["paid"], paid.data["conserved"]) == (200, 20_004_800, True)
    assert (await player.get("me")).data["wallet_cents"] == wallet + 200_048
    last = (await player.get("me/rounds")).data["rounds"][0]
    # The blackjack, $10,001.20 for $5, and the $1 of the shared one, which is paid by itself.
    assert (last["table"], last["net_cents"]) == ("t1", 1500 + 1_000_120 - 500 - 100)


async def spread_news(client: Client) -> None:
    """Have every table hear what the shared jackpots show."""
    keeper = client.services.keeper
    await keeper.feed()
    await keeper.tell()


async def public_meter(player: Person) -> str:
    (jackpot,) = (await player.get("jackpots")).data["jackpots"]
    return str(jackpot["amount"])


def test_ruling_l1_two_progressives_of_a_table_do_not_share_a_meter(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(
        f"""
        [[tables]]
        id = "t1"
        game = "{GAME}"
        tables = {{ {FIRST} = "{OWN}", {SECOND} = "{SHARED}" }}
        links = {{ {FIRST} = "both", {SECOND} = "both" }}
        jackpots.{FIRST} = {{ scheme = "progressive", wager = "$5" }}
        jackpots.{SECOND} = {{ scheme = "progressive", wager = "$5" }}
        [jackpots.both]
        """,
        encoding="utf-8",
    )
    with pytest.raises(RulesError) as refused:
        read_floor(file)
    (problem,) = refused.value.problems
    assert (problem.code, problem.message) == ("jackpot/link", "one wager of a table shares both")
