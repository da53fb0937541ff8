"""Colorado 30-2108 Golden(3)(a): no entry in the middle of a deck of one or two decks.

The house deals one deck down to its last ten cards, so a deck has several hands. Ann and Bob play
over HTTP, on a page's practice table and in the terminal.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import StringIO
from pathlib import Path
from typing import Any

from pitboss.floor.history import PastTable
from pitboss.floor.terms import NO_CLOCK, TableTerms
from pitboss.pit.table import LiveTable
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import house_from
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.tui.betting.bet_slip import BetSlip
from pitboss.tui.plain.table import PlainTable
from tests.ledger.books import verify
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.server.asgi import Answer, Client, running
from tests.server.player import FREE, real_clock
from tests.server.test_cases import Person

GAME = "co/golden-21"
CLAUSE = "2108 Golden(3)(a)"
MAIN = {"main": 1_000}
BOTH = {"main": 1_000, "golden-21": 500}
WAIT = "may be made on the first hand after the next shuffle"
LIMITS = {
    "wager": "not into the wager",
    "main": "not into the main game",
    "both": "not into either",
}
Steps = Callable[[Client, LiveTable, Person, Person], Awaitable[None]]


def house_data(entry: str, decks: int = 1) -> dict[str, Any]:
    return {
        "game": GAME,
        "options": {"decks": decks, "mid_deck_entry": entry},
        "tables": {"golden-21": "4" if decks == 1 else "1"},
        "shoe": {"cut": 10},
    }


def with_table(folder: Path, entry: str, *parts: Steps) -> None:
    """Serve one table to Ann and Bob; between two parts the server is started again."""
    terms = TableTerms(id="g", name="g", house=house_from(house_data(entry)), clocks=NO_CLOCK)

    async def whole() -> None:
        people: list[Person] = []
        for steps in parts:
            async with running(folder, real_clock(), tables=(terms,), rates=FREE) as client:
                for person in people:
                    person.client = client
                if not people:
                    people += [Person(client, 1), Person(client, 2)]
                    for person in people:
                        await person.enter()
                table = client.services.hall.tables["g"]
                await steps(client, table, *people)
                store = client.services.store
                entries = [entry async for entry in store.entries()]
                assert verify(entries, await store.checkpoints()) is None
                past = PastTable()
                for written in entries:
                    if written.stream == "table/g":
                        past.add(written)
                assert past.table is not None
                assert past.table.shoe.entered == table.state.shoe.entered
                assert past.table.shoe.is_over == table.state.shoe.is_over

    asyncio.run(whole())


async def bet(person: Person, seat: int, wagers: dict[str, int]) -> Answer:
    return await person.post("tables/g/bet", seat=seat, wagers=wagers)


async def play_out(table: LiveTable, *people: Person) -> None:
    """Stand and decline until the round is over."""
    by_account = {person.account: person for person in people}
    while (current := table.state.round) is not None:
        kinds = [choice.kind.value for choice in current.question.choices]
        action = next(kind for kind in ("decline", "stand") if kind in kinds)
        seat = current.question.seat
        player = by_account[table.state.seats[seat].account]
        assert await player.ask(table, "act", seat=seat, n=current.n, action=action) == 200
    await asyncio.sleep(0)


async def play_hand(table: LiveTable, person: Person, seat: int, wagers: dict[str, int]) -> None:
    answer = await bet(person, seat, wagers)
    assert answer.status == 200, answer.body
    await play_out(table, person)


async def play_to_the_cut(table: LiveTable, person: Person, seat: int) -> None:
    shuffle = table.state.shoe.shoes
    while not table.state.shoe.is_over:
        await play_hand(table, person, seat, MAIN)
        assert table.state.shoe.shoes == shuffle


def refused(answer: Answer, wager: str) -> None:
    """A refusal names the wager, the clause, and when it may be made."""
    assert (answer.status, answer.code) == (422, "wager/mid-deck"), answer.body
    assert f"{wager} {WAIT}" in answer.data["message"]
    assert CLAUSE in answer.data["message"]


async def closed(person: Person, seat: int) -> list[str]:
    """Return the spots that the page and the terminal do not offer to a seat."""
    seats = (await person.get("tables/g")).data["seats"]
    return sorted(next(one for one in seats if one["seat"] == seat).get("closed", {}))


@clause(GAME, CLAUSE)
@ruling("G1")
def test_2108_golden_3_a_the_wager_is_placed_on_the_opening_hand_or_not_in_this_deck(
    tmp_path: Path,
) -> None:
    async def before(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        assert await ann.ask(table, "sit", seat=1, cents=50_000) == 200
        await play_hand(table, ann, 1, MAIN)
        assert (table.state.shoe.shoes, await closed(ann, 1)) == (1, ["golden-21"])
        refused(await bet(ann, 1, BOTH), "golden-21")
        await play_hand(table, ann, 1, MAIN)
        # A newcomer in the third round of the same deck.
        assert await bob.ask(table, "sit", seat=2, cents=50_000) == 200
        assert await closed(bob, 2) == ["golden-21", "main"]
        refused(await bet(bob, 2, MAIN), "main")
        refused(await bet(bob, 2, BOTH), "main")
        rounds = table.state.rounds
        await play_hand(table, ann, 1, MAIN)  # and the table does not wait for him
        assert (table.state.rounds, table.state.shoe.shoes) == (rounds + 1, 1)
        assert table.state.seats[2].missed == 0

    async def after(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        refused(await bet(ann, 1, BOTH), "golden-21")
        refused(await bet(bob, 2, MAIN), "main")
        await play_to_the_cut(table, ann, 1)
        assert await closed(bob, 2) == await closed(ann, 1) == []
        assert (await bet(bob, 2, MAIN)).status == 200
        assert (await bet(ann, 1, BOTH)).status == 200
        await play_out(table, ann, bob)
        assert table.state.shoe.shoes == 2
        # Ann is not required to always play the wager, and may play it again in this deck.
        assert (await bet(bob, 2, MAIN)).status == 200
        assert (await bet(ann, 1, MAIN)).status == 200
        await play_out(table, ann, bob)
        refused(await bet(bob, 2, BOTH), "golden-21")
        assert (await bet(bob, 2, {})).status == 200
        await play_hand(table, ann, 1, BOTH)

    async def at_last(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        shuffle = table.state.shoe.shoes
        refused(await bet(bob, 2, BOTH), "golden-21")
        assert not table.state.shoe.is_over
        await ann.ask(table, "sit-out", seat=1, out=True)
        await play_hand(table, bob, 2, MAIN)
        await ann.ask(table, "sit-out", seat=1, out=False)
        assert await closed(ann, 1) == [], "whoever sits a hand out is still in the deck"
        assert table.state.shoe.shoes == shuffle

    with_table(tmp_path, LIMITS["both"], before, after, at_last)


@clause(GAME, CLAUSE)
@ruling("G1")
def test_2108_golden_3_a_a_deck_that_nobody_may_play_in_is_over(tmp_path: Path) -> None:
    async def before(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        assert await ann.ask(table, "sit", seat=1, cents=50_000) == 200
        await play_hand(table, ann, 1, BOTH)
        assert await bob.ask(table, "sit", seat=2, cents=50_000) == 200
        refused(await bet(bob, 2, MAIN), "main")
        assert await ann.ask(table, "leave", seat=1) == 200

    async def after(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        assert await closed(bob, 2) == []
        await play_hand(table, bob, 2, BOTH)
        assert table.state.shoe.shoes == 2, "Bob's is the first hand of a new deck"
        assert await ann.ask(table, "sit", seat=1, cents=50_000) == 200
        refused(await bet(ann, 1, MAIN), "main")

    with_table(tmp_path, LIMITS["both"], before, after)


@clause(GAME, CLAUSE)
@every_row("entry", ["allowed", *LIMITS.values()])
def test_2108_golden_3_a_main_game_and_or_the_wager(entry: str, tmp_path: Path) -> None:
    """The house chooses: "into the main game and/or the play of the wager"."""
    main = entry in {LIMITS["main"], LIMITS["both"]}
    golden = entry in {LIMITS["wager"], LIMITS["both"]}

    async def steps(_: Client, table: LiveTable, ann: Person, bob: Person) -> None:
        assert await ann.ask(table, "sit", seat=1, cents=50_000) == 200
        await play_hand(table, ann, 1, MAIN)
        assert await bob.ask(table, "sit", seat=2, cents=50_000) == 200
        for person, seat, wagers, wager, is_closed in (
            (bob, 2, MAIN, "main", main),
            (bob, 2, BOTH, "main" if main else "golden-21", main or golden),
            (ann, 1, BOTH, "golden-21", golden),
        ):
            answer = await bet(person, seat, wagers)
            if is_closed:
                refused(answer, wager)
            else:
                assert answer.status == 200
                await bet(person, seat, {})

    with_table(tmp_path / entry.replace(" ", "-"), entry, steps)


@clause(GAME, CLAUSE, how="judged")
def test_2108_golden_3_a_with_six_decks_no_house_may_forbid_it() -> None:
    for decks in (1, 2, 6):
        codes = {
            problem.code for problem in problems(house_from(house_data(LIMITS["both"], decks)))
        }
        assert codes == ({"option/conflict"} if decks == 6 else set())


# -- practice on the page ------------------------------------------------------------------------


@clause(GAME, CLAUSE)
def test_2108_golden_3_a_a_practice_round_continues_the_deck_that_was_entered(
    tmp_path: Path,
) -> None:
    house = {key: value for key, value in house_data(LIMITS["both"]).items() if key != "game"}

    async def steps(_client: Client, _: LiveTable, ann: Person, __: Person) -> None:
        async def practise(wagers: dict[str, int], **more: Any) -> Answer:  # noqa: ANN401
            body = {"game": GAME, "house": house, "bets": {"1": wagers}, "seed": "a", **more}
            while True:
                answer = await ann.post("practice/round", **body)
                if answer.status != 200 or answer.data["over"]:
                    return answer
                kinds = [choice["kind"] for choice in answer.data["ask"]["choices"]]
                action = "decline" if "decline" in kinds else "stand"
                body["decisions"] = [*body.get("decisions", []), {"action": action}]

        first = (await practise(MAIN)).data
        place = first["next"]
        assert (place["entered"], list(first["closed"])) == (["main"], ["golden-21"])
        refused(await practise(BOTH, **place), "golden-21")
        assert (await practise(MAIN, **place)).status == 200
        refused(await practise(MAIN, **{**place, "entered": []}), "main")
        both = (await practise(BOTH)).data
        skipped = (await practise(MAIN, **both["next"])).data
        assert (skipped["next"]["entered"], skipped["closed"]) == (["main", "golden-21"], {})
        assert (await practise(BOTH, **skipped["next"])).status == 200

    with_table(tmp_path, "allowed", steps)


# -- in the terminal -------------------------------------------------------------------------------


def sit_down(folder: Path, entry: str) -> TableSession:
    file = SessionFile(folder / "rounds.jsonl")
    house = house_from(house_data(entry))
    return TableSession(house, file, valuer=lambda _: None, bots=2, seed="7")  # type: ignore[arg-type,return-value]


@clause(GAME, CLAUSE)
def test_2108_golden_3_a_the_terminal_offers_what_may_be_made(tmp_path: Path) -> None:
    session = sit_down(tmp_path, LIMITS["both"])
    out = StringIO()
    answers = ["decline", "stand", "stand"]  # what answers no question is refused, and harmless
    typed = ["bet main 10", *answers, "bet main 10 golden-21 5", "bet main 10", *answers]
    PlainTable(session, StringIO("\n".join(typed)), out).play()
    said = out.getvalue()
    told = f"golden-21 {WAIT}: it was not made on the opening hand of this deck ({CLAUSE})"
    assert f"{told}.\n" in said, "before the bet of the second hand"
    assert said.count(told) >= 2, "and when it is bet nevertheless"
    made = [
        next(seat["wagers"] for seat in one.record["seats"] if seat["player"] == "you")
        for one in session.history
    ]
    assert made == [MAIN, MAIN]
    assert session.shoe.shoes == 1


@clause(GAME, CLAUSE)
def test_2108_golden_3_a_a_closed_spot_takes_no_chip(tmp_path: Path) -> None:
    session = sit_down(tmp_path, LIMITS["wager"])
    slip = BetSlip(session.setup, session.seats)
    (seat,) = session.seats
    session.start({seat: MAIN})
    session.walk_away()
    session.clear()
    assert list(session.closed_wagers) == ["golden-21"]
    slip.put(seat, "golden-21", 500)
    slip.close_spots(session.closed_wagers)
    assert slip.bets == {seat: {"main": 1_000}}
    slip.point_at(seat, "golden-21")
    slip.add(3)
    slip.type("9")
    assert slip.bets == {seat: {"main": 1_000}}
    while session.closed_wagers:
        session.start(slip.bets)
        session.walk_away()
        session.clear()
    slip.close_spots(session.closed_wagers)
    slip.put(seat, "golden-21", 500)
    session.start(slip.bets)
    assert session.shoe.shoes > 1
    assert session.shoe.entered == {"golden-21": ("you", "Ben")}
