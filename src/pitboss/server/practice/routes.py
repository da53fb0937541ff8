"""The routes of practice: rounds that touch no books, advice, drills and charts.

None of them knows a live table. Advice is for a practice round alone, which the player sends whole
(GLI-19 4.18.2).
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from msgspec import json

from pitboss.api.tables import Table
from pitboss.late import LateFunction
from pitboss.rulebook.house import house_data
from pitboss.server.live.layout import setup_layout
from pitboss.server.practice import wire
from pitboss.server.practice.days import game_of_day
from pitboss.server.practice.rounds import make_frame, play_body, read_link, write_link
from pitboss.server.requests.limits import PRACTICE_BYTES_MAX, PROGRESS_BYTES_MAX
from pitboss.server.requests.routes import BASE, STILL_WORKING, Access, Call, Routes, Text
from pitboss.server.requests.wire import TableQuestion
from pitboss.server.rules.book import TABLE_CODES, open_main_table, open_table
from pitboss.server.rules.house_work import HouseWork
from pitboss.sitting.bets import SEATS_MAX
from pitboss.sitting.given_cards import given_places

_SECOND = 1_000_000
_ROUND_CODES = (
    *TABLE_CODES,
    *(
        "wager/needs-main",
        "wager/off-limits",
        "wager/mid-deck",
        "wager/not-offered",
        "bankroll/short",
    ),
    *("seat/unknown", "seat/taken", "seat/one-each", "shoe/unknown", "shoe/empty"),
    *("card/place", "record/card-unknown", "record/card-not-in-shoe", "meter/malformed"),
    *("action/unknown", "action/illegal", "action/not-your-turn", "action/amount"),
)

PRACTICE_ROUTES = Routes(
    "practice",
    access=Access.ANYONE,
    rate="practice",
    body_bytes_max=PRACTICE_BYTES_MAX,
    is_spoken=True,
)
"""Everything for practice."""
SOLVER_ROUTES = Routes(
    "rule book",
    base=f"{BASE}/games/{{region}}/{{game}}",
    access=Access.ANYONE,
    query=TableQuestion,
    rate="solver",
    codes=("game/unknown", "option/invalid", "game/not-solved", "server/busy"),
    waits=True,
    is_spoken=True,
)
"""The best play of a game."""

_advise: HouseWork = LateFunction("pitboss.server.practice.advice:advise")
_step_drill: HouseWork = LateFunction("pitboss.server.practice.drills:step_drill")
_step_count: HouseWork = LateFunction("pitboss.server.practice.count_drills:step_count")
_deal_hand_of_day: HouseWork = LateFunction("pitboss.server.practice.learning:deal_hand_of_day")
_list_lessons: HouseWork = LateFunction("pitboss.server.practice.learning:list_lessons")
_draw_chart: HouseWork = LateFunction("pitboss.server.practice.charts:draw_chart")
_solve_game: HouseWork = LateFunction("pitboss.server.practice.charts:solve")


@PRACTICE_ROUTES.post("/practice/round", body=wire.PracticeRound, codes=_ROUND_CODES)
async def practice_round(call: Call) -> wire.PracticeFrame:
    """Play a practice round without money; the same body gives the same round."""
    return await asyncio.to_thread(_frame, call.body)


def _frame(body: wire.PracticeRound) -> wire.PracticeFrame:
    table = _open(body)
    return make_frame(table, play_body(table, body))


def _open(body: wire.PracticeTable) -> Table:
    return open_table(body.game, body.option, body.house)


@PRACTICE_ROUTES.post(
    "/practice/layout", body=wire.PracticeTable, answer=wire.PracticeLayout, codes=TABLE_CODES
)
async def practice_layout(call: Call) -> Text:
    """Return the layout of a practice table: everything constant that a page draws."""
    return Text(await asyncio.to_thread(_layout, call.body))


def _layout(body: wire.PracticeTable) -> bytes:
    table = _open(body)
    seats = 1 if table.options.get("multiple_hands") is False else SEATS_MAX
    return json.encode(
        {
            "id": "",
            "name": table.game.title,
            "seats": table.game.seats_max or SEATS_MAX,
            "own_seats": seats,
            "practice": True,
            "clocks": None,
            "house": house_data(table.house),
            "assumed": table.assumed,
            "given": [place._asdict() for place in given_places(table.setup, (1,))],
            **setup_layout(table.setup),
        }
    )


@PRACTICE_ROUTES.post(
    "/practice/advice",
    body=wire.PracticeRound,
    answer=wire.PracticeAdvice,
    rate="solver",
    codes=(*_ROUND_CODES, "server/busy"),
    waits=True,
)
async def practice_advice(call: Call) -> Text:
    """Return the expected value of every choice in a practice round, and the cost of mistakes."""
    body: wire.PracticeRound = call.body
    table = await asyncio.to_thread(_open, body)
    await asyncio.to_thread(play_body, table, body)  # what does not fit is refused at once
    return await _solve(call, _advise, table, json.encode(body).decode())


@PRACTICE_ROUTES.post(
    "/practice/drill",
    body=wire.PracticeDrill,
    answer=wire.DrillStep,
    rate="solver",
    codes=(
        *TABLE_CODES,
        *("progress/malformed", "progress/other-table", "drill/unknown", "record/card-unknown"),
        *("action/unknown", "action/illegal", "server/busy"),
    ),
    waits=True,
    body_bytes_max=PROGRESS_BYTES_MAX,
)
async def practice_drill(call: Call) -> Text:
    """Judge the last answer of a drill, and deal the next decision to train."""
    body: wire.PracticeDrill = call.body
    body = msgspec.structs.replace(body, day=body.day or _today(call))
    table = await asyncio.to_thread(_open, body)
    return await _solve(call, _step_drill, table, json.encode(body).decode(), once=True)


@PRACTICE_ROUTES.post(
    "/practice/count",
    body=wire.PracticeCountDrill,
    answer=wire.CountDrillStep,
    rate="solver",
    codes=(
        *TABLE_CODES,
        *("progress/malformed", "progress/other-table", "count/answer", "count/no-true-count"),
        *("count/not-counted", "count/no-index-plays", "count/unknown-system", "server/busy"),
    ),
    waits=True,
    body_bytes_max=PROGRESS_BYTES_MAX,
)
async def practice_count(call: Call) -> Text:
    """Judge the last answer of a counting drill, and ask its next question."""
    body: wire.PracticeCountDrill = call.body
    table = await asyncio.to_thread(_open, body)
    return await _solve(call, _step_count, table, json.encode(body).decode(), once=True)


class DayQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which day it is where the player is."""

    day: Annotated[
        str,
        msgspec.Meta(
            pattern="^(|[0-9]{4}-[0-9]{2}-[0-9]{2})$", description="Today; the server's if empty."
        ),
    ] = ""


@PRACTICE_ROUTES.get(
    "/practice/today",
    query=DayQuestion,
    answer=wire.HandOfTheDay,
    rate="solver",
    codes=("server/busy",),
    waits=True,
)
async def hand_of_the_day(call: Call) -> Text:
    """Return the hand of the day, which is the same for everybody."""
    query: DayQuestion = call.query
    day = query.day or _today(call)
    table = await asyncio.to_thread(open_table, game_of_day(day))
    return await _solve(call, _deal_hand_of_day, table, day)


@SOLVER_ROUTES.get("/lessons", answer=wire.Lessons)
async def game_lessons(call: Call) -> Text:
    """Return what to learn of a game, one thing after the other."""
    return await _solve(call, _list_lessons, await _open_table(call))


def _today(call: Call) -> str:
    now = datetime.fromtimestamp(call.services.settings.clock() / _SECOND, UTC)
    return now.date().isoformat()


async def _solve(
    call: Call, work: HouseWork, table: Table, text: str = "", *, once: bool = False
) -> Text:
    answer = await call.services.rules.soon(work, house_data(table.house), text, once=once)
    return STILL_WORKING if answer is None else Text(answer)


@PRACTICE_ROUTES.post(
    "/practice/link",
    body=wire.PracticeRound,
    codes=("link/too-long",),
)
async def make_link(call: Call) -> wire.PracticeLink:
    """Encode a practice round as one word for a link."""
    return wire.PracticeLink(write_link(call.body))


@PRACTICE_ROUTES.get("/practice/link/{link}", answer=wire.PracticeRound, codes=("link/unreadable",))
async def open_link(call: Call) -> Text:
    """Return the practice round that such a word encodes."""
    return Text(json.encode(_whole(read_link(call.path["link"]))))


async def _open_table(call: Call) -> Table:
    query: TableQuestion = call.query
    game = f"{call.path['region']}/{call.path['game']}"
    return await asyncio.to_thread(open_main_table, game, query.option)


@SOLVER_ROUTES.get("/chart", answer=wire.StrategyChart)
async def chart(call: Call) -> Text:
    """Return the best play of a game: its chart by up card, or rules in words."""
    return await _solve(call, _draw_chart, await _open_table(call))


@SOLVER_ROUTES.get("/solve", answer=dict[str, Any])
async def solve(call: Call) -> Text:
    """Return the house edge and the best play of a game, as `pitboss solve --json`."""
    return await _solve(call, _solve_game, await _open_table(call))


def _whole(struct: msgspec.Struct) -> dict[str, Any]:
    """Return a body with its defaults."""
    fields = msgspec.structs.asdict(struct)
    return fields | {
        name: [_whole(item) for item in value]
        for name, value in fields.items()
        if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct)
    }
