"""Practice over HTTP: rounds, links and refusals; nothing of the books is touched."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import FRENCH, Shoe, Unseen, parse_cards
from pitboss.counts import find_system
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.server.app import complete_table
from pitboss.server.opening.tables import demo_floor
from pitboss.server.practice.rounds import read_link, write_link
from pitboss.server.practice.routes import PRACTICE_ROUTES
from pitboss.server.practice.wire import PracticeDecision, PracticeRound
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import (
    DECISIONS_MAX,
    LINK_LENGTH_MAX,
    PRACTICE_BYTES_MAX,
    Rate,
    Rates,
)
from pitboss.server.rules import book as rule_book
from pitboss.sitting.amounts import with_required
from tests.server.asgi import Answer, Client, Clock, run_with, served
from tests.server.test_routes import problems_of

FREE = Rates(*[Rate(1e9, 1e9)] * len(Rates._fields))
ROUND, ADVICE, DRILL = (f"/api/1/practice/{name}" for name in ("round", "advice", "drill"))
LAYOUT = "/api/1/practice/layout"
LINK = "/api/1/practice/link"
BODY: dict[str, Any] = {
    "game": "reference/blackjack",
    "bets": {"1": {"main": 1000}},
    "seed": "a",
    "cards": {"1": "6h 5s 9d", "dealer": "5c 7d"},
}


def bets_at(game: str) -> dict[str, dict[str, int]]:
    """Return the least that the ready table of a game takes at seat 1."""
    setup = prepare(ready_tables()[game].house)
    return {"1": with_required(setup, dict.fromkeys(setup.mains, setup.main_min))}


def decision(rng: random.Random, ask: dict[str, Any]) -> dict[str, Any]:
    """Return a choice as the page sends it."""
    choice = rng.choice(ask["choices"])
    taken = {"seat": ask["seat"], "hand": ask["hand"], "action": choice["kind"]}
    if choice.get("lows"):
        taken["low"] = rng.choice(choice["lows"])
    if "low" in choice and "default" not in choice:
        taken["amount"] = choice["low"]
    return taken


def test_every_game_is_played_to_the_end_and_its_record_replays(tmp_path: Path) -> None:
    """Every frame is what the document says, and the books stay as they were."""
    wrong: list[object] = []

    async def steps(client: Client, _: Clock) -> None:
        whole = (await client.get("/openapi.json")).data
        operation = whole["paths"][ROUND]["post"]
        books = await client.services.store.head("floor")
        for game in game_ids():
            rng = random.Random(f"play {game}")
            body = {"game": game, "bets": bets_at(game), "seed": "p", "bots": [3]}
            frame = await client.post(ROUND, body)
            decisions: list[dict[str, Any]] = []
            while frame.status == 200 and not frame.data["over"]:
                decisions.append(decision(rng, frame.data["ask"]))
                frame = await client.post(ROUND, {**body, "decisions": decisions})
                wrong.extend((game, problem) for problem in problems_of(frame, operation, whole))
            assert frame.status == 200, (game, frame.body)
            data = frame.data
            again = replay(data["record"])
            assert again.difference() is None
            assert data["net"] == again.round.state.net()[1] == data["scene"]["seats"][0]["net"]
            following = await client.post(ROUND, {**body, **data["next"]})
            assert following.status == 200, (game, following.body)
        assert await client.services.store.head("floor") == books

    run_with(tmp_path, steps, rates=FREE)
    assert not wrong


@served(rates=FREE)
async def test_the_count_is_of_the_cards_that_were_shown(client: Client) -> None:
    """Rounds of one shoe, one after the other; the down card counts once it is turned."""
    body = {key: BODY[key] for key in ("game", "bets", "seed")}
    shoe = Shoe(FRENCH, 6)
    hi_lo = find_system("hi-lo")
    seen = Unseen.from_shoe(Shoe(FRENCH, 6))
    for _round in range(4):
        decisions: list[dict[str, Any]] = []
        frame = (await client.post(ROUND, body)).data
        while not frame["over"]:
            if not decisions:  # two cards of the player, and the up card
                assert frame["count"]["unseen"] == seen.size - 3
            question = frame["ask"]
            kinds = [choice["kind"] for choice in question["choices"]]
            action = next(kind for kind in ("stand", "decline") if kind in kinds)
            taken = {"seat": question["seat"], "hand": question["hand"], "action": action}
            decisions.append(taken)
            frame = (await client.post(ROUND, body | {"decisions": decisions})).data
        seen = seen.without(*parse_cards(frame["record"]["cards"]))
        assert frame["count"]["unseen"] == seen.size
        assert frame["count"]["running"] == hi_lo.running(seen, shoe)
        assert frame["count"]["true"] == hi_lo.true(seen, shoe)
        assert frame["count"]["words"].startswith("Hi-Lo: running ")
        body |= frame["next"]
    assert (await client.post(ROUND, BODY)).data["count"] is None, "cards were given"
    pai_jack = {"game": "co/pai-jack", "bets": bets_at("co/pai-jack"), "seed": "p"}
    assert (await client.post(ROUND, pai_jack)).data["count"] is None


@served(rates=FREE)
async def test_the_totals_of_a_setting_are_those_of_the_houses_reading(client: Client) -> None:
    """2112(6), ruling P2: A-9 under 10-6-3 is a foul, or by option a low hand of 10."""
    body = {
        "game": "co/pai-jack",
        "bets": bets_at("co/pai-jack"),
        "seed": "p",
        "cards": {"1": "Td 6h 3d Ah 9d"},
    }
    for option, words, is_foul in (
        ("eleven", "A foul: the low hand, 20, is higher than the high hand, 19.", True),
        ("either", "high 19, low 10", False),
    ):
        frame = (await client.post(ROUND, body | {"option": [f"low_hand_ace={option}"]})).data
        (choice,) = frame["ask"]["choices"]
        assert choice["settings"]["Ah 9d"] == words
        assert ("Ah 9d" in choice.get("fouls", ())) == is_foul


@served(rates=FREE)
async def test_no_frame_shows_a_card_that_its_player_may_not_see(client: Client) -> None:
    """Goal: nothing hidden leaks. Method: rounds that differ in the down card look the same."""
    frames = [
        (await client.post(ROUND, BODY | {"cards": {"1": "6h 5s", "dealer": dealer}})).body
        for dealer in ("5c 7d", "5c Kh", "5c As")
    ]
    assert len(set(frames)) == 1


REFUSED: dict[str, tuple[dict[str, Any], str, int]] = {
    "no such game": ({"game": "xx/none"}, "game/unknown", 0),
    "no such option": ({"option": ["dekcs=6"]}, "option/unknown", 0),
    "a set-up that is not legal": ({"house": {"options": {"decks": 101}}}, "option/invalid", 0),
    "another game's set-up": ({"house": {"game": "co/free-bet"}}, "option/conflict", 0),
    "a set-up that cannot be read": ({"house": {"option": 7}}, "house/malformed", 0),
    "no seat": ({"bets": {"x": {"main": 1000}}}, "seat/unknown", 0),
    "nothing bet": ({"bets": {}}, "wager/needs-main", 0),
    "no such place": ({"cards": {"floor": "6h"}}, "card/place", 0),
    "no such card": ({"cards": {"1": "6x"}}, "record/card-unknown", 0),
    "too many of a card": ({"cards": {"1": "6h " * 9}}, "record/card-not-in-shoe", 0),
    "a meter that is none": ({"meters": {"main": "5"}}, "wager/not-offered", 0),
    "too many gone": ({"dealt": 10_000}, "shoe/unknown", 0),
    "no such decision": ({"decisions": [{"action": "dance"}]}, "action/unknown", 1),
    "too late to double": (
        {"decisions": [{"action": "hit"}, {"action": "double"}]},
        "action/illegal",
        2,
    ),
    "a low hand that is none": (
        {"decisions": [{"action": "set", "low": "??"}]},
        "record/card-unknown",
        1,
    ),
    "no table is named": ({"table": "co.free-bet"}, "body/invalid", 0),
    "too many decisions": (
        {"decisions": [{"action": "hit"}] * (DECISIONS_MAX + 1)},
        "body/invalid",
        0,
    ),
    "a huge body": ({"seed": "x" * PRACTICE_BYTES_MAX}, "body/too-large", 0),
}


def test_what_does_not_fit_is_refused_with_its_code_and_decision(tmp_path: Path) -> None:
    wrong: list[object] = []

    async def steps(client: Client, _: Clock) -> None:
        whole = (await client.get("/openapi.json")).data
        cards = {"cards": {"1": "6h 2s 2d", "dealer": "5c 7d"}}
        for name, (change, code, number) in REFUSED.items():
            for path in (ROUND, ADVICE):
                answer = await client.post(path, BODY | cards | change)
                outcome = (answer.code, answer.data.get("decision", 0))
                if outcome != (code, number):
                    wrong.append((name, path, answer.data))
                operation = whole["paths"][path]["post"]
                wrong.extend((name, problem) for problem in problems_of(answer, operation, whole))

    run_with(tmp_path, steps, rates=FREE)
    assert not wrong


@served(rates=FREE)
async def test_a_layout_has_the_places_for_given_cards_and_the_set_up(client: Client) -> None:
    layout = (await client.post(LAYOUT, {"game": "co/blackjack-switch"})).data
    assert [place["key"] for place in layout["given"]] == ["1", "1/2", "dealer"]
    assert layout["practice"] is True
    options = {"game": "reference/blackjack", "house": {"options": {"decks": 1}}}
    layout = (await client.post(LAYOUT, options)).data
    assert (layout["cards"], layout["house"]["options"]["decks"]) == (52, 1)
    assert layout["wagers"][0]["id"] == "main"


def test_an_answer_that_takes_longer_says_so_and_comes_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first question starts the solver's process: the page is told to ask again."""

    async def ask(client: Client, path: str, body: dict[str, Any] | None) -> Answer:
        return await (client.get(path) if body is None else client.post(path, body))

    async def steps(client: Client, _: Clock) -> None:
        whole = (await client.get("/openapi.json")).data
        monkeypatch.setattr(rule_book, "SOON_S", 0.01)
        first = await ask(client, ADVICE, BODY)
        assert (first.status, first.data) == (202, {"working": True})
        assert int(first.headers["retry-after"]) > 0
        monkeypatch.setattr(rule_book, "SOON_S", 600)
        chart = "/api/1/games/{region}/{game}/chart"
        wrong = []
        for path, body in (
            (ADVICE, BODY),
            (DRILL, {"game": "reference/blackjack"}),
            (chart, None),
            (chart.replace("chart", "solve"), None),
        ):
            url = path.replace("{region}/{game}", "reference/blackjack")
            answer = await ask(client, url, body)
            assert answer.status == 200, answer.body
            method = "get" if body is None else "post"
            operation = whole["paths"][path][method]
            wrong += [(path, problem) for problem in problems_of(answer, operation, whole)]
        assert not wrong
        spoiled = {"game": "reference/blackjack", "progress": {"version": 7}}
        assert (await client.post(DRILL, spoiled)).code == "progress/malformed"

    run_with(tmp_path, steps, rates=FREE)


# -- links ----------------------------------------------------------------------------------------

words = st.text(max_size=20)
cents = st.integers(0, 10**12)
decisions = st.builds(
    PracticeDecision,
    action=words,
    seat=st.integers(1, 7),
    hand=st.integers(1, 9),
    amount=st.none() | cents,
    low=words,
)
bodies = st.builds(
    PracticeRound,
    game=words,
    house=st.dictionaries(words, words | st.integers(0, 9), max_size=3),
    bets=st.dictionaries(st.sampled_from("1234567"), st.dictionaries(words, cents, max_size=3)),
    seed=words,
    shoe=st.integers(1, 99),
    cards=st.dictionaries(words, words, max_size=3),
    bankroll=st.none() | cents,
    decisions=st.lists(decisions, max_size=6),
)


@given(bodies)
def test_a_link_opens_the_same_round(body: PracticeRound) -> None:
    link = write_link(body)
    assert read_link(link) == body
    assert link.replace("-", "").replace("_", "").isalnum()


@given(st.text(max_size=60) | st.text("0123456789abcdefXYZ-_", max_size=60).map("1".__add__))
def test_a_word_that_is_no_link_is_refused(word: str) -> None:
    with pytest.raises(ApiError) as refused:
        read_link(word)
    assert refused.value.code == "link/unreadable"


def test_a_link_is_short_and_a_spoiled_one_is_refused(tmp_path: Path) -> None:
    body = {**BODY, "decisions": [{"action": "hit", "seat": 1, "hand": 1}] * 3}

    async def steps(client: Client, _: Clock) -> None:
        link = (await client.post(LINK, body)).data["link"]
        assert len(link) < 80
        opened = (await client.get(f"{LINK}/{link}")).data
        last = opened["decisions"][2]
        assert (last["action"], last["seat"], last["hand"]) == ("hit", 1, 1)
        assert (opened["shoe"], opened["dealt"], opened["bots"]) == (1, 0, [])
        assert {key: opened[key] for key in BODY} == BODY
        one, two = [
            (await client.post(ROUND, body)).body for body in (BODY, opened | {"decisions": []})
        ]
        assert one == two
        for spoiled in (link[:-3], f"2{link[1:]}", f"{link}AAAA", "1", "1AAAA"):
            assert (await client.get(f"{LINK}/{spoiled}")).code == "link/unreadable", spoiled

    run_with(tmp_path, steps, rates=FREE)


def test_a_link_that_would_be_too_long_is_refused() -> None:
    house = {"note": random.Random("long").randbytes(LINK_LENGTH_MAX).hex()}
    body = PracticeRound(game="x", bets={}, house=house)
    with pytest.raises(ApiError) as refused:
        write_link(body)
    assert refused.value.code == "link/too-long"


# -- no advice for a live table (GLI-19 4.18.2) ---------------------------------------------------

ADVISES = {"value", "values", "best", "advice", "cost", "verdict", "cell", "hint"}


def test_no_route_that_takes_a_live_table_gives_advice(tmp_path: Path) -> None:
    """Practice routes know no table, and what a live table answers has no advice in it."""
    advising = {practice_route.path for practice_route in PRACTICE_ROUTES}
    for route in complete_table():
        takes_table = "{table}" in route.path or (
            route.body is not None
            and "table" in {field.name for field in msgspec.structs.fields(route.body)}
        )
        assert not (takes_table and route.path in advising), route.path
        # A review is of a round that is over; tests/server/test_review.py asks it during one.
        is_review = route.path == "/api/1/rounds/{table}/{round}/review"
        assert not (takes_table and route.waits and not is_review), route.path

    async def steps(client: Client, _: Clock) -> None:
        client.token = (await client.post("/api/1/guest")).data["token"]
        first = (await client.get("/api/1/tables")).data["tables"][0]
        table = f"/api/1/tables/{first['id']}"
        requests = {
            "sit": {"seat": 1, "cents": 50_000},
            "bet": {"seat": 1, "wagers": first["least_wagers"]},
        }
        seen = [await client.get(table), await client.get(f"{table}/layout")]
        for name, body in requests.items():
            key = ("idempotency-key", name)
            seen.append(await client.post(f"{table}/{name}", body, key))
        assert all(answer.status == 200 for answer in seen), [answer.body for answer in seen]
        assert not ADVISES & {key for answer in seen for key in keys_in(answer.data)}

    run_with(tmp_path, steps, rates=FREE, tables=demo_floor())


def keys_in(data: object) -> set[str]:
    """Return every key of some JSON."""
    if isinstance(data, dict):
        return {*data, *(key for value in data.values() for key in keys_in(value))}
    if isinstance(data, list):
        return {key for value in data for key in keys_in(value)}
    return set()
