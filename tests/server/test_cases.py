"""Exclusions, limits of the house and disputes over HTTP, at live tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.engine.actions import Refusal
from pitboss.office.approvals import Approve
from pitboss.office.core import Done
from pitboss.office.roles import Role
from pitboss.pit.table import LiveTable
from tests.ledger.books import verify
from tests.server.asgi import Answer, Client, Clock, as_test, running
from tests.server.player import FREE, Player, play_round, real_clock, terms_of
from tests.server.staff import staff

GAME = ("reference/blackjack",)


class Person(Player):
    """Somebody with an account, who may have a role."""

    async def take(self, role: Role) -> None:
        self.token = (await staff(self.client, role, account=self.account)).token

    async def send(self, method: str, path: str, **body: Any) -> Answer:  # noqa: ANN401
        self.client.token = self.token
        self._key += 1
        headers = [("idempotency-key", f"s{self._key}"), ("content-type", "application/json")]
        text = json.dumps(body).encode()
        return await self.client.send(method, f"/api/1/{path}", headers, [text])

    async def post(self, path: str, **body: Any) -> Answer:  # noqa: ANN401
        return await self.send("POST", path, **body)


Steps = Callable[[LiveTable, Person, Person, Clock], Awaitable[None]]


def with_house(folder: Path, steps: Steps) -> None:
    """Run a table with a player, and a shift manager."""

    async def whole() -> None:
        clock = real_clock()
        async with running(folder, clock, tables=terms_of(GAME), rates=FREE) as client:
            player = await _enter(client, 1)
            manager = await _enter(client, 2)
            await manager.take(Role.SHIFT)
            (table,) = client.services.hall.tables.values()
            assert await player.ask(table, "sit", seat=1, cents=10_000) == 200
            await steps(table, player, manager, clock)

    asyncio.run(whole())


async def _enter(client: Client, seed: int) -> Person:
    person = Person(client, seed)
    await person.enter()
    return person


@as_test(with_house)
async def test_whoever_excludes_himself_finishes_by_the_clock_and_gets_his_money(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    answer = await player.post("me/exclusion", days=3)
    assert answer.status == 200
    assert answer.data["own"] is True
    assert table.state.seats == {}
    assert (await player.get("me")).data["wallet_cents"] == 100_000
    for path, body in (
        (f"tables/{table.state.id}/sit", {"seat": 1, "cents": 5000}),
        ("me/play-money", {}),
    ):
        refused = await player.post(path, **body)
        assert refused.status == 403
        assert refused.code == "account/excluded"
    assert (await player.post("me/exclusion", days=2)).code == "exclusion/longer"
    lift = await manager.post("staff/exclusions/lift", account=player.account, reason="why")
    assert lift.code == "exclusion/own"
    clock.pass_s(3 * 24 * 3600)
    assert await player.ask(table, "sit", seat=1, cents=5000) == 200


@as_test(with_house)
async def test_nobody_gets_round_an_exclusion_by_another_one(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """Neither the manager, who excludes for longer and lifts that, nor a player who adds a day."""
    sit = {"seat": 1, "cents": 5000}
    house = {"account": player.account, "reason": "why"}
    assert (await player.post("me/exclusion", days=3)).status == 200
    assert (await manager.post("staff/exclusions", days=0, **house)).status == 200
    assert (await manager.post("staff/exclusions/lift", **house)).status == 204
    assert (await player.post(f"tables/{table.state.id}/sit", **sit)).code == "account/excluded"
    assert (await manager.post("staff/exclusions", days=10, **house)).status == 200
    assert (await player.post("me/exclusion", days=4)).status == 200
    clock.pass_s(5 * 24 * 3600)
    assert (await player.post(f"tables/{table.state.id}/sit", **sit)).code == "account/excluded"
    clock.pass_s(5 * 24 * 3600)
    assert await player.ask(table, "sit", **sit) == 200


@as_test(with_house)
async def test_an_exclusion_that_is_lifted_before_its_answer_is_answered(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """Also one that is asked for again under its key when it is long lifted."""
    del clock
    office = player.client.services.desk
    house = {"account": player.account, "reason": "why"}
    async with table._lock:  # noqa: SLF001 - the table is busy, so he still has his seat
        asking = asyncio.create_task(manager.post("staff/exclusions", days=5, **house))
        async with asyncio.timeout(600):
            while not office.office.exclusions:  # noqa: ASYNC110 - the office writes it
                await asyncio.sleep(0.01)
        key = manager._key  # noqa: SLF001
        assert (await manager.post("staff/exclusions/lift", **house)).status == 204
        assert not office.office.exclusions
    first = await asking
    manager._key = key - 1  # noqa: SLF001
    again = await manager.post("staff/exclusions", days=5, **house)
    for answer in (first, again):
        assert answer.status == 200, answer.body
        assert (answer.data["account"], answer.data["own"]) == (player.account, False)
    assert first.data["until"] == again.data["until"]
    assert await player.ask(table, "sit", seat=1, cents=5000) == 200, "he was seen off, and is back"


@as_test(with_house)
async def test_whoever_is_excluded_in_a_hand_decides_nothing_more(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    while table.state.round is None:
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
    body = {"account": player.account, "days": 0, "reason": "seen counting chips"}
    assert (await player.post("staff/exclusions", **body)).code == "permission/missing"
    assert (await manager.post("staff/exclusions", **body)).status == 200
    current = table.state.round
    refused = await player.post(f"tables/{table.state.id}/act", seat=1, n=current.n, action="stand")
    assert refused.code == "account/excluded"
    async with asyncio.timeout(600):  # the house plays the hand, and he is paid out
        while table.state.seats:  # noqa: ASYNC110 - it is the table's to do
            await asyncio.sleep(0.01)
    assert table.state.round is None
    exclusions = (await manager.get("staff/exclusions")).data["exclusions"]
    assert [
        (exclusion["account"], exclusion["own"], exclusion["until"]) for exclusion in exclusions
    ] == [(player.account, False, None)]
    lift = {"account": player.account, "reason": "was another"}
    assert (await manager.post("staff/exclusions/lift", **lift)).status == 204
    assert await player.ask(table, "sit", seat=1, cents=1000) == 200


@as_test(with_house)
async def test_the_stricter_of_two_limits_holds(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    limits = {"wager_cents": 2000}
    path = f"staff/players/{player.account}/limits"
    answer = await manager.send("PUT", path, limits=limits, reason="agreed")
    assert answer.status == 200
    bet = f"tables/{table.state.id}/bet"
    assert (await player.post(bet, seat=1, wagers={"main": 2500})).code == "limit/wager"
    await player.send("PUT", "me/limits", wager_cents=1500)
    assert (await player.post(bet, seat=1, wagers={"main": 2000})).code == "limit/wager"
    await manager.send("PUT", path, limits={}, reason="over")
    assert (await player.post(bet, seat=1, wagers={"main": 2000})).code == "limit/wager"
    assert (await player.post(bet, seat=1, wagers={"main": 1500})).status == 200


@as_test(with_house)
async def test_a_dispute_has_its_round_as_evidence_and_is_paid(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    await play_round(table, [player])
    about = {"table": table.state.id, "round": 1, "text": "I had more"}
    assert (await manager.post("me/disputes", **about)).code == "round/unknown"
    opened = (await player.post("me/disputes", **about)).data
    assert (opened["number"], opened["stage"]) == (1, "open")
    assert (await player.post("me/disputes/1/statement", text="truly")).status == 200
    assert (await manager.post("me/disputes/1/statement", text="?")).code == "dispute/unknown"
    assert (await player.get("staff/disputes/1")).code == "permission/missing"
    dispute = (await manager.get("staff/disputes/1")).data
    assert dispute["intact"] is True
    assert dispute["record"]["seats"][0]["player"] == player.account
    seen = await manager.post("staff/disputes/1/statement", text="Camera 4: player 16.")
    assert seen.status == 200
    assert (await manager.post("staff/disputes/1/answer", text="let us see")).status == 200
    before = (await player.get("me")).data["wallet_cents"]
    decided = await manager.post("staff/disputes/1/decide", award_cents=700, text="you had")
    assert (decided.data["stage"], decided.data["request"]) == ("answered", 1)
    other = await _enter(player.client, 3)
    await other.take(Role.ACCOUNTING)
    assert (await other.post("staff/requests/1/approve")).status == 200
    dispute = (await manager.get("staff/disputes/1")).data["dispute"]
    assert (dispute["stage"], dispute["request"]) == ("decided", None)
    assert (await player.get("me")).data["wallet_cents"] == before + 700
    lines = (await player.get("me/statement")).data["lines"]
    assert ("dispute-paid", 700) in [(line["kind"], line["cents"]) for line in lines]
    mine = (await player.get("me/disputes")).data["disputes"]
    texts = [statement["text"] for statement in mine[0]["statements"]]
    assert texts == ["I had more", "truly", "let us see", "you had"], "not what the house keeps"
    kept = [statement["text"] for statement in dispute["statements"]]
    assert "Camera 4: player 16." in kept
    assert {statement["by"] for statement in mine[0]["statements"]} == {
        player.account,
        "the house",
    }
    assert (await manager.get("staff/disputes/99")).code == "dispute/unknown"


@as_test(with_house)
async def test_nobody_alone_awards_money_and_the_player_is_neither_of_the_two(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    for _ in range(2):
        await play_round(table, [player])
        about = {"table": table.state.id, "round": table.state.rounds, "text": "more"}
        assert (await player.post("me/disputes", **about)).status == 200
    before = (await player.get("me")).data["wallet_cents"]
    decide = "staff/disputes/1/decide"
    award = {"award_cents": 10**12, "text": "all of it"}
    asked = (await manager.post(decide, **award)).data
    assert (asked["stage"], asked["award_cents"], asked["request"]) == ("open", 0, 1)
    assert [seen["request"] for seen in (await manager.get("staff/disputes")).data["disputes"]] == [
        None,
        1,
    ]
    assert {seen["request"] for seen in (await player.get("me/disputes")).data["disputes"]} == {
        None
    }
    assert (await manager.post("staff/requests/1/approve")).code == "request/own"
    await player.take(Role.CAGE)
    assert (await player.post("staff/requests/1/approve")).code == "dispute/own"
    floor = await _enter(player.client, 3)
    await floor.take(Role.FLOOR)
    assert (await floor.post("staff/requests/1/approve")).code == "permission/missing"
    assert (await player.get("me")).data["wallet_cents"] == before
    clock.pass_s(301)
    assert (await manager.post(decide, **award)).code == "step-up/needed"
    nothing = await manager.post("staff/disputes/2/decide", award_cents=0, text="as the rules say")
    assert nothing.data["stage"] == "decided", "no money, no second person"
    assert (await player.get("me")).data["wallet_cents"] == before


@as_test(with_house)
async def test_a_round_under_way_is_called_off_by_a_supervisor(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    while table.state.round is None:  # a blackjack ends a round at once
        stack = table.state.seats[1].stack
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
    at = f"staff/tables/{table.state.id}"
    number = table.state.round.number
    body = {"round": number, "reason": "the dealer showed the hole card"}
    assert (await player.post(f"{at}/void-open", **body)).code == "permission/missing"
    assert (await manager.post(f"{at}/ask-void", **body)).status == 204
    assert (await manager.get("staff/voids")).data["voids"][0]["round"] == number
    other = {**body, "round": number + 5}
    assert (await manager.post(f"{at}/void-open", **other)).code == "void/not-open"
    assert (await manager.post(f"{at}/void-open", **body)).status == 204
    assert table.state.round is None
    assert table.state.seats[1].stack == stack
    assert (await manager.get("staff/voids")).data["voids"] == []
    rounds = (await player.get("me/rounds")).data["rounds"]
    assert (rounds[0]["round"], rounds[0]["void"]) == (number, True)
    assert (await manager.post(f"{at}/void-settled", **body)).code == "void/already"


@as_test(with_house)
async def test_a_second_void_at_the_same_moment_is_told_so(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """Both looked at the open round before either wrote: the second is no mistake of a program."""
    del clock
    other = await _enter(replace(manager.client), 3)
    await other.take(Role.FLOOR)
    while table.state.round is None:  # a blackjack ends a round at once
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
    body = {"round": table.state.round.number}
    at = f"staff/tables/{table.state.id}/void-open"
    answers = await asyncio.gather(
        manager.post(at, **body, reason="a card was seen"),
        other.post(at, **body, reason="a camera saw it"),
    )
    (refused,) = (answer for answer in answers if answer.status != 204)
    assert (refused.status, refused.code) == (409, "void/already")


@as_test(with_house)
async def test_paths_that_were_renamed_still_answer_and_say_so(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """docs/reference/stability.md: what is under `/api/1` stays."""
    del clock
    while table.state.round is None:  # a blackjack ends a round at once
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
    at = f"staff/tables/{table.state.id}"
    number = table.state.round.number
    body = {"round": number, "reason": "the dealer showed the hole card"}
    assert (await player.post(f"{at}/call-off", **body)).code == "permission/missing"
    done = await manager.post(f"{at}/call-off", **body)
    assert done.status == 204
    assert table.state.round is None
    assert done.headers["deprecation"] == "true"
    assert done.headers["link"] == f'</api/1/{at}/void-open>; rel="successor-version"'
    again = await manager.post(f"{at}/take-back", **body)
    assert (again.code, "deprecation" in again.headers) == ("void/already", True)
    assert "deprecation" not in (await manager.post(f"{at}/void-settled", **body)).headers
    paths = (await manager.client.get("/openapi.json")).data["paths"]
    marked = sorted(path for path, ways in paths.items() if ways.get("post", {}).get("deprecated"))
    assert [path.rpartition("/")[2] for path in marked] == ["call-off", "take-back"]


@as_test(with_house)
async def test_one_seat_is_ruled_out_of_an_open_round_and_the_other_plays_on(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """Two tries have one effect; the books balance, and the record has the ruling."""
    del clock
    services = player.client.services
    other = await _enter(player.client, 3)
    assert await other.ask(table, "sit", seat=2, cents=10_000) == 200
    while (current := table.state.round) is None or current.due.seat != 1:
        if current is not None:  # a blackjack at seat 1, or insurance
            await _stand(table, {1: player, 2: other}[current.due.seat])
            continue
        stacks = {seat: sitting.stack for seat, sitting in table.state.seats.items()}
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
        assert await other.ask(table, "bet", seat=2, wagers={"main": 1000}) == 200
    at = f"staff/tables/{table.state.id}/rule"
    number = current.number
    body = {"round": number, "seat": 1, "irregularity": "floor-ruling", "reason": "touched cards"}
    assert (await player.post(at, **body)).code == "permission/missing"
    for changes, code in (
        ({"irregularity": "dead-hand"}, "irregularity/unknown"),
        ({"seat": 7}, "irregularity/seat"),
        ({"hand": 2}, "irregularity/hand"),
        ({"round": number + 1}, "irregularity/over"),
        ({"reason": " "}, "text/length"),
    ):
        assert (await manager.post(at, **{**body, **changes})).code == code
        assert table.state.round is current
    for _ in range(2):
        assert (await manager.post(at, **body)).status == 204
        assert table.state.seats[1].stack == stacks[1]
    while (current := table.state.round) is not None:
        assert current.due.seat == 2
        await _stand(table, other)
    assert (await manager.post(at, **body)).status == 204  # a late second try
    assert table.state.seats[1].stack == stacks[1]
    entries = [entry async for entry in services.store.entries()]
    assert [entry.kind for entry in entries].count("ruled") == 1
    _, balances = await services.store.books()
    assert verify(entries, balances=balances) is None
    seen = (await manager.get(f"staff/rounds/{table.state.id}/{number}")).data["record"]
    (ruled,) = seen["irregularities"]
    assert (ruled["kind"], ruled["seat"], ruled["reason"]) == ("floor-ruling", 1, "touched cards")
    assert seen["net"]["1"] == 0
    rounds = (await player.get("me/rounds")).data["rounds"]
    assert (rounds[0]["stake_cents"], rounds[0]["net_cents"]) == (0, 0)


async def _stand(table: LiveTable, who: Person) -> None:
    current = table.state.round
    assert current is not None
    kinds = [choice.kind.value for choice in current.question.choices]
    kind = next(k for k in ("stand", "decline", "take-blackjack") if k in kinds)
    seat = current.due.seat
    assert await who.ask(table, "act", seat=seat, n=current.n, action=kind) == 200


@as_test(with_house)
async def test_whoever_plays_in_a_round_does_not_rule_on_it(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del manager, clock
    while table.state.round is None:
        assert await player.ask(table, "bet", seat=1, wagers={"main": 1000}) == 200
    await player.take(Role.FLOOR)
    body = {"round": table.state.round.number, "seat": 1, "irregularity": "floor-ruling"}
    answer = await player.post(f"staff/tables/{table.state.id}/rule", **body, reason="mine")
    assert answer.code == "void/own"


@as_test(with_house)
async def test_a_settled_round_is_taken_back_once_when_another_person_agrees(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    services = player.client.services
    before = table.state.seats[1].stack
    await play_round(table, [player])
    while table.state.seats[1].stack == before:  # a push moves nothing
        await play_round(table, [player])
    floor = await _enter(player.client, 3)
    await floor.take(Role.FLOOR)
    await player.take(Role.FLOOR)
    at = f"staff/tables/{table.state.id}/void-settled"
    body = {"round": table.state.rounds, "seat": 1, "reason": "wrong card"}
    assert (await player.post(at, **body)).code == "void/own"
    request = (await manager.post(at, **body)).data["request"]
    whole = (await manager.post(at, **{**body, "seat": 0})).data["request"]
    agree = Approve(request)
    for who in (manager, player):
        refused = await services.desk.ask(agree, who.account, "k")
        assert isinstance(refused, Refusal)
    assert isinstance(await services.desk.ask(agree, floor.account, "k"), Done)
    assert await services.errands.carry_out(request) is None
    assert table.state.seats[1].stack == before
    assert await services.errands.carry_out(request) is None
    assert (await manager.post(at, **{**body, "seat": 0})).code == "void/already"
    assert isinstance(await services.desk.ask(Approve(whole), floor.account, "k2"), Done)
    already = await services.errands.carry_out(whole)
    assert already is not None
    assert already.code == "void/already"
    assert table.state.seats[1].stack == before
    lines = (await player.get("me/statement")).data["lines"]
    assert "void" in [line["kind"] for line in lines]
    assert sum(line["cents"] for line in lines if line["kind"] in {"void", "round"}) == 0
    entries = [entry async for entry in services.store.entries()]
    _, balances = await services.store.books()
    assert verify(entries, balances=balances) is None


@as_test(with_house)
async def test_the_house_deals_pauses_and_switches_tables_off(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    del clock
    at = f"staff/tables/{table.state.id}"
    assert (await player.post(f"{at}/pause", paused=True)).code == "permission/missing"
    assert (await manager.post(f"{at}/deal")).code == "bet/none"
    bet = f"tables/{table.state.id}/bet"
    body = {"seat": 1, "wagers": {"main": 1000}, "ready": False}
    assert (await player.post(bet, **body)).status == 200
    assert (await manager.post(f"{at}/pause", paused=True)).status == 204
    assert (await manager.post(f"{at}/deal")).code == "table/paused"
    assert (await manager.post(f"{at}/pause", paused=False)).status == 204
    rounds = table.state.rounds
    assert (await manager.post(f"{at}/deal")).status == 204
    assert table.state.rounds == rounds + 1
    for path in (f"{at}/switch", "staff/floor/switch"):
        off = {"on": False, "reason": "a fault"}
        assert (await manager.post(path, **off)).status == 204
        assert (await manager.post(path, **off)).code == "table/switched"
        while table.state.round is not None:  # the round under way is finished
            await player.decide(table)
        assert table.state.closed
        assert (await player.post(bet, **body)).code == "table/closed"
        assert (await manager.post(path, on=True, reason="mended")).status == 204
        assert not table.state.closed
    assert (await player.post(bet, **body)).status == 200


@as_test(with_house)
async def test_play_money_never_doubles(
    table: LiveTable, player: Person, manager: Person, clock: Clock
) -> None:
    """What is set aside or at tables counts, also while the player sits down."""
    del manager, clock
    assert await player.ask(table, "leave", seat=1) == 200
    asked = await player.post("me/withdrawals", cents=100_000, rail="cash")
    refused = await player.post("me/play-money")
    assert refused.code == "wallet/enough"
    number = asked.data["number"]
    assert (await player.post(f"me/withdrawals/{number}/take-back", reason="no")).status == 200
    assert (await player.get("me")).data["wallet_cents"] == 100_000
    store = player.client.services.store
    for number in range(20):
        guest = await _enter(replace(player.client), 10 + number)
        other = Person(replace(player.client), 100 + number)
        other.token = guest.token
        other.account = guest.account
        steps = (
            guest.ask(table, "sit", seat=1, cents=100_000),
            *(other.post("me/play-money") for _ in range(3)),
        )
        sat, *_refills = await asyncio.gather(*steps)
        assert sat == 200
        assert await store.balance(f"wallet:{guest.account}") == 0, "it has $1,000 in chips"
        assert await guest.ask(table, "leave", seat=1) == 200
