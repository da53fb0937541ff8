"""Drills of counting, lessons and the hand of the day: what the page is sent."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.counts import find_system
from pitboss.patterns.totals import value
from pitboss.rulebook.ready import ready_tables
from pitboss.server.practice.days import game_of_day
from pitboss.sitting.training.themes import COUNT_THEMES
from tests.server.asgi import Answer, Client, run_async, running
from tests.server.player import FREE, real_clock, terms_of

COUNT = "/api/1/practice/count"
TODAY = "/api/1/practice/today"
GAME = "reference/blackjack"


async def solved(ask: Any) -> Answer:  # noqa: ANN401 - a coroutine function
    """Ask until there is an answer."""
    for _ in range(200):
        answer: Answer = await ask()
        if answer.status != 202:
            return answer
        await asyncio.sleep(0.1)
    raise AssertionError("no answer")


async def step(client: Client, **body: Any) -> Any:  # noqa: ANN401 - JSON
    """Take one step of a counting drill."""
    answer = await solved(lambda: client.post(COUNT, {"game": GAME, **body}))
    assert answer.status == 200, answer.body
    return answer.data


@run_async
async def test_a_countdown_is_judged_by_the_cards_that_were_shown(tmp_path: Path) -> None:
    """Hi-Lo tags added up by hand: low cards +1, tens and aces -1."""
    async with running(tmp_path, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
        first = await step(client, theme="countdown", seed="a", group=2)
        assert [name for name, _ in first["themes"]] == [*COUNT_THEMES]
        assert first["verdict"] is None
        question = first["question"]
        progress = first["progress"]
        assert (await step(client, theme="countdown", seed="a", group=2))["question"] == question
        for number in range(1, 4):
            cards = parse_cards(" ".join(question["groups"]))
            running_count = sum(hi_lo(value(card)) for card in cards)
            given = running_count if number != 2 else running_count + 2
            body = {"theme": "countdown", "seed": "a", "group": 2, "progress": progress}
            after = await step(client, **body, answer={"text": str(given), "seconds": 9.5})
            assert after["verdict"]["right"] is (number != 2), after["verdict"]
            assert after["score"]["session"]["asked"] == number
            question = after["question"]
            progress = after["progress"]
        assert after["score"]["session"]["wrong"] == 1
        assert after["score"]["session"]["off"] == 2.0
        assert after["score"]["session"]["seconds"] == 28.5
        again = await step(client, theme="countdown", seed="b", fresh=True, progress=progress)
        assert again["score"]["session"]["asked"] == 0
        assert again["score"]["total"]["sessions"] == 1


def hi_lo(worth: int) -> int:
    """Return the tag of a card that counts so much; an ace counts 1."""
    return 1 if 2 <= worth <= 6 else 0 if 7 <= worth <= 9 else -1


@run_async
async def test_every_drill_asks_judges_and_refuses_nonsense(tmp_path: Path) -> None:
    async with running(tmp_path, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
        for theme in COUNT_THEMES:
            asked = await step(client, theme=theme, seed="z")
            question = asked["question"]
            assert question["words"].endswith("?")
            text = question["choices"][0]["kind"] if question["choices"] else "3"
            body = {"theme": theme, "seed": "z", "progress": asked["progress"]}
            judged = await step(client, **body, answer={"text": text, "seconds": 1})
            assert judged["verdict"]["words"].startswith(("Right", "Wrong"))
            odd = {"game": GAME, **body, "answer": {"text": "zz", "seconds": 1}}
            assert (await solved(lambda odd=odd: client.post(COUNT, odd))).code == "count/answer"
        for wrong, code in (
            ({"theme": "none"}, "option/invalid"),
            ({"system": "nonsense"}, "count/unknown-system"),
            ({"progress": {"version": 3}}, "progress/malformed"),
        ):
            body = {"game": GAME, **wrong}
            answer = await solved(lambda body=body: client.post(COUNT, body))
            assert answer.code == code, answer.body
        other = {"game": GAME, "theme": "decks", "progress": asked["progress"]}
        assert (await solved(lambda: client.post(COUNT, other))).code == "progress/other-table"
        none = {"game": "co/pai-jack", "theme": "countdown"}
        assert (await solved(lambda: client.post(COUNT, none))).status == 409


@run_async
async def test_the_tray_and_the_bets_are_judged_by_their_own_figures(tmp_path: Path) -> None:
    async with running(tmp_path, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
        asked = await step(client, theme="decks", seed="t")
        gone, size = asked["question"]["tray"]
        exact = Fraction(size - gone, 52)
        body = {"theme": "decks", "seed": "t", "progress": asked["progress"]}
        close = await step(client, **body, answer={"text": f"{float(exact):.2f}", "seconds": 2})
        assert close["verdict"]["right"]
        far = await step(client, **body, answer={"text": f"{float(exact) + 2:.2f}", "seconds": 2})
        assert not far["verdict"]["right"]
        assert "+" not in far["verdict"]["words"], "decks have no sign"
        asked = await step(client, theme="bets", seed="t")
        fact = asked["question"]["facts"][0]
        assert fact.startswith(f"{find_system('hi-lo').name}, true count ")


@run_async
async def test_the_hand_of_the_day_is_the_same_for_all_and_opens(tmp_path: Path) -> None:
    async with running(tmp_path, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
        day = next(
            f"2026-12-{number:02}"
            for number in range(1, 32)
            if game_of_day(f"2026-12-{number:02}") == GAME
        )
        hands = [(await solved(lambda: client.get(f"{TODAY}?day={day}"))).data for _ in "ab"]
        assert hands[0] == hands[1]
        assert hands[0]["game"] == GAME
        assert hands[0]["words"].startswith("You: ")
        address, _, word = hands[0]["link"].partition("?round=")
        assert address == f"/practice/{GAME}"
        word, _, marked = word.partition("&day=")
        assert marked == day
        body = (await client.get(f"/api/1/practice/link/{word}")).data
        frame = (await client.post("/api/1/practice/round", body)).data
        assert frame["ask"]["words"] == hands[0]["words"]
        assert (await client.get(f"{TODAY}?day=tomorrow")).status == 422
        assert len((await solved(lambda: client.get(TODAY))).data["day"]) == 10


@run_async
async def test_lessons_begin_with_the_rules_and_are_those_of_the_game(tmp_path: Path) -> None:
    async with running(tmp_path, real_clock(), tables=terms_of((GAME,)), rates=FREE) as client:
        answer = await solved(lambda: client.get(f"/api/1/games/{GAME}/lessons"))
        lessons = answer.data["lessons"]
        assert lessons[0]["kind"] == "rules"
        titles = [lesson["title"] for lesson in lessons]
        assert titles.index("Hard hands") < titles.index("Pairs") < titles.index("Index plays")
        assert "Switching" not in titles
        setting = await solved(lambda: client.get("/api/1/games/co/pai-jack/lessons"))
        assert {lesson["kind"] for lesson in setting.data["lessons"]} == {"rules", "train", "play"}


@pytest.mark.parametrize("month", [1, 7, 12])
def test_every_game_has_its_day(month: int) -> None:
    days = [f"2027-{month:02}-{day:02}" for day in range(1, 29)]
    assert {game_of_day(day) for day in days} == set(ready_tables())
