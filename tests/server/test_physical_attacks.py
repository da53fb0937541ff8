"""A physical table attacked by a guest, a dealer and two people at once, over HTTP.

The reader of a shoe names every card as it leaves the shoe, also those that lie face down.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from pitboss.cards import format_card
from pitboss.engine.events import CardDealt, Place
from pitboss.engine.setup import prepare
from pitboss.engine.view import view
from pitboss.office.roles import PERMISSIONS, Permission, Role
from pitboss.pit.verification import verify_store
from pitboss.server.app import complete_table
from pitboss.server.opening.tables import demo_floor
from pitboss.sitting.settle_hand import FACE_DOWN, settle_lines
from tests.engine.houses import GAMES
from tests.faults.test_secrets_everywhere import filled
from tests.keyed_hands import keys, played
from tests.server.asgi import Client, as_test, running
from tests.server.player import FREE
from tests.server.staff import account_of, staff
from tests.server.test_office import code
from tests.server.test_physical import (
    NEW,
    TABLE,
    lock,
    open_physical,
    people_of,
    run_day,
)

HAND = f"/staff/physical/{TABLE}/hand"
HOLE = "Kd"
OPEN_HAND = ("1 25", "deal", "7h", "9c", "7s", HOLE, "8h 6h")
"""Seat 1 is asked, the king lies face down, and two bonus cards are up."""
JACKPOT_HAND = ("1 25 jackpot-1 5", "2 25", "deal")
NAME = "Ann, card 77"
HIT = "/staff/jackpots/mtd/hits/1"
WINNER = {"name": "Ann Player", "document": "licence WA 77", "tax_number": "4321"}
EXEMPT = re.compile(r"^/(api/1/(lab|practice|games)\b|openapi|verify)|\{(game|link)\}")
"""Paths that know no table."""


def names_hole(text: str) -> bool:
    """Whether an answer names the card that lies face down, beside the list of all kinds."""
    text = re.sub(r'"kinds": ?\[[^]]*\]', "", text)
    return bool(re.search(rf"\b{HOLE}\b|K♦", text))


async def key_in(dealer: Any, lines: tuple[str, ...]) -> dict[str, Any]:  # noqa: ANN401
    shown: dict[str, Any] = {}
    for line in lines:
        shown = await dealer.post(HAND, {"line": line})
    return shown


@as_test(run_day)
async def test_no_route_tells_anybody_the_card_that_lies_face_down(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    dealer: Any = people["dan"].client
    taken = await key_in(dealer, OPEN_HAND)
    assert taken["hand"]["due"]["kind"] == "decision"
    assert not names_hole(json.dumps(taken)), "nor to the device that read it"
    assert taken["hand"]["dealer"] == f"9c {FACE_DOWN}"
    assert taken["lines"] == [*OPEN_HAND[:5], FACE_DOWN, OPEN_HAND[6]]
    readers = [await staff(client, role) for role in Role if role is not Role.PLAYER]
    guest = (await client.post("/api/1/guest")).data
    readers += [replace(client, token=guest["token"])]
    asked = 0
    for route in complete_table():
        if route.method != "GET" or EXEMPT.search(route.path):
            continue
        path = filled(route.path, {"table": TABLE})
        for reader in readers:
            answer = await reader.get(path)
            asked += answer.status < 400
            assert not names_hole(answer.body.decode()), (path, answer.body)
    assert asked > 100
    for entry in [entry async for entry in client.services.store.entries()]:
        assert HOLE.encode() not in entry.body
    shown = await key_in(dealer, ("stand",))
    assert names_hole(json.dumps(shown)), "it was turned"


@as_test(run_day)
async def test_nobody_guesses_the_card_by_sending_one_after_the_other(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    dealer: Any = people["dan"].client
    await key_in(dealer, OPEN_HAND)
    place = OPEN_HAND.index(HOLE)
    answers = {
        card: await code(dealer.post(HAND, {"line": card, "n": place})) for card in (HOLE, "2c")
    }
    assert {*answers.values()} == {"hand/order"}
    assert (await dealer.post(HAND, {"line": "7s", "n": place - 1}))["lines"], "a card that is seen"


@as_test(run_day)
async def test_players_read_nothing_of_a_physical_table(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    rating = {"seat": 2, "player": NAME, "buy_in_cents": 100_000}
    await people["flora"].client.post(f"/staff/physical/{TABLE}/ratings", rating)
    guest = (await client.post("/api/1/guest")).data
    player = replace(client, token=guest["token"])
    for path in ("/staff/physical", HAND):
        answer = await player.get(f"/api/1{path}")
        assert answer.code == "permission/missing", answer.body
    assert Role.PLAYER not in PERMISSIONS[Permission.WATCH_PIT]
    sign = await player.get(f"/api/1/signs/{TABLE}")
    assert sign.status == 200
    assert NAME not in sign.body.decode()


@as_test(run_day)
async def test_a_hit_is_locked_once_however_often_it_is_entered(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    floor: Any = people["flora"].client
    (table,) = (await floor.get("/staff/physical"))["tables"]
    hit = {"wager": "jackpot-1", "seat": 4, "row": table["rows"]["jackpot-1"][0]}
    await lock(people, 4)
    path = f"/staff/physical/{TABLE}/hits"
    answers = await asyncio.gather(
        *(floor.post(path, hit) for _ in range(4)), return_exceptions=True
    )
    assert len([answer for answer in answers if isinstance(answer, dict)]) == 1
    assert await code(floor.post(path, hit)) == "hit/entered"
    assert client.services.keeper.jackpots["mtd"].state.hits == 1


@as_test(run_day)
async def test_a_hand_that_is_confirmed_twice_at_once_is_kept_once(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    dealer: Any = people["dan"].client
    await key_in(dealer, (*OPEN_HAND, "stand"))
    answers = await asyncio.gather(
        *(dealer.post(f"{HAND}/confirm") for _ in range(4)), return_exceptions=True
    )
    assert len([answer for answer in answers if isinstance(answer, dict)]) == 1, answers
    assert client.services.desk.office.physical[TABLE].hands == 1


@as_test(run_day)
async def test_no_jackpot_wager_comes_onto_the_felt_after_the_deal(client: Client) -> None:
    """A correction must not make a bet that was never locked, and could win the meter."""
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    dealer: Any = people["dan"].client
    await key_in(dealer, JACKPOT_HAND)
    assert client.services.desk.office.physical[TABLE].wagers == {"jackpot-1": (1,)}
    for number, line in ((2, "2 25 jackpot-1 5"), (1, "1 25")):
        assert await code(dealer.post(HAND, {"line": line, "at": number})) == "hand/locked"
    more = await dealer.post(HAND, {"line": "2 50", "at": 2})
    assert more["lines"][1] == "2 50", "other bets may be put right"


@as_test(run_day)
async def test_a_dealer_keys_at_the_own_table_alone(client: Client) -> None:
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    other: Any = people["dora"].client
    assert await code(other.post(HAND, {"line": "1 25"})) == "permission/own-table"
    for end in ("confirm", "clear"):
        assert await code(other.post(f"{HAND}/{end}")) == "permission/own-table"


async def hit_at_seat_4(client: Client) -> dict[str, Any]:
    """Open the table, lock a wager, and enter that it won; return the people."""
    people = await people_of(client)
    await people["ada"].open_day()
    await open_physical(people)
    floor: Any = people["flora"].client
    (table,) = (await floor.get("/staff/physical"))["tables"]
    await lock(people, 4)
    hit = {"wager": "jackpot-1", "seat": 4, "row": table["rows"]["jackpot-1"][0]}
    await floor.post(f"/staff/physical/{TABLE}/hits", hit)
    return dict(people)


@as_test(run_day)
async def test_two_people_sign_for_the_same_winner(client: Client) -> None:
    """Who is written down after the first signature, or with another sum kept back, is not paid."""
    people = await hit_at_seat_4(client)
    flora, fred, shirin = (people[name].client for name in ("flora", "fred", "shirin"))
    await flora.post(f"{HIT}/winner", WINNER)
    signed = await fred.post(f"{HIT}/confirm")
    assert [one["by"] for one in signed["proposals"]] == [await account_of(fred.client)]
    await flora.post(f"{HIT}/winner", WINNER)  # the same again takes no signature away
    for other in (WINNER | {"name": "Bob Thief"}, WINNER | {"withheld_cents": 1}):
        await flora.post(f"{HIT}/winner", other)
        books = await fred.get("/staff/jackpots/mtd/books")
        assert books["proposals"] == [], "what was signed was for another"
        assert (await flora.post(f"{HIT}/confirm"))["pending"] > 0, "a first signature again"
        await shirin.post(f"{HIT}/winner", WINNER)
        await fred.post(f"{HIT}/confirm")
    assert await client.services.store.balance("external:cash") == 0
    assert (await shirin.post(f"{HIT}/confirm"))["pending"] == 0
    assert await client.services.store.balance("external:cash") > 0
    assert (await verify_store(client.services.store)).finding is None


@as_test(run_day)
async def test_a_winner_written_down_while_the_second_person_signs_is_not_paid(
    client: Client,
) -> None:
    people = await hit_at_seat_4(client)
    flora, fred, shirin = (people[name].client for name in ("flora", "fred", "shirin"))
    await flora.post(f"{HIT}/winner", WINNER)
    await fred.post(f"{HIT}/confirm")
    changed = flora.post(f"{HIT}/winner", WINNER | {"name": "Bob Thief"})
    await asyncio.gather(changed, shirin.post(f"{HIT}/confirm"), return_exceptions=True)
    paid = await client.services.store.balance("external:cash")
    winner = client.services.desk.office.winners["mtd", 1].name
    assert (winner, paid > 0) in {("Ann Player", True), ("Bob Thief", False)}
    assert (await verify_store(client.services.store)).finding is None


@as_test(run_day)
async def test_a_wager_that_won_is_not_given_back(client: Client) -> None:
    people = await hit_at_seat_4(client)
    flora, fred = (people[name].client for name in ("flora", "fred"))
    back = f"/staff/physical/{TABLE}/release"
    why = {"reason": "a card was exposed"}
    assert await code(flora.post(back, why)) == "hit/entered"
    for who in (flora, fred):
        await who.post(f"{HIT}/reject", {"why": "the cards were misread"})
    await flora.post(back, why)
    assert (await verify_store(client.services.store)).finding is None


def test_no_physical_table_takes_the_id_of_a_table_of_the_server(tmp_path: Path) -> None:
    """Both would have the same tray, the same tips and the same rounds."""

    async def steps(client: Client) -> None:
        people = await people_of(client)
        (table,) = client.services.hall.tables
        asked = people["flora"].client.post("/staff/physical", NEW | {"id": table})
        assert await code(asked) == "table/there"

    async def whole() -> None:
        async with running(tmp_path, rates=FREE, tables=demo_floor()[:1]) as client:
            await steps(client)

    asyncio.run(whole())


def test_lines_hide_what_the_felt_hides_in_every_game() -> None:
    """Every line of a random hand of every game: what it shows, the felt shows."""
    from pitboss.rulebook.ready import ready_tables  # noqa: PLC0415
    from pitboss.server.lab.settling import face_down, watcher_of  # noqa: PLC0415

    hidden = 0
    for game in GAMES:
        setup = prepare(ready_tables()[game].house)
        lines = keys(played(setup, random.Random(game)))
        for count in range(lines.index("deal") + 2, len(lines)):
            hand = settle_lines(setup, lines[:count])
            watcher = watcher_of(hand)
            if watcher is None or hand.round is None:
                continue
            down = face_down(hand, watcher)
            felt = view(hand.round.state, watcher)
            dealers = [
                format_card(event.card)
                for event in hand.round.events
                if isinstance(event, CardDealt) and event.place == Place.DEALER
            ]
            seen = hand.lines_seen(down)
            assert sum(line.count(FACE_DOWN) for line in seen) == sum(down)
            assert sum(down) >= len(dealers) - len(felt.dealer) == felt.face_down
            assert [a for a, b in zip(seen, hand.lines, strict=True) if a != b] == [
                FACE_DOWN for _ in range(sum(down))
            ]
            hidden += sum(down)
    assert hidden > len(GAMES)
