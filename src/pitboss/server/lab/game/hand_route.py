"""The route of the hand calculator; the process that values practice rounds values the hand."""

from __future__ import annotations

import asyncio

from msgspec import json

from pitboss.rulebook.house import house_data
from pitboss.rulebook.problems import RulesError
from pitboss.server.lab.game.wire import LabHand, LabHandValues
from pitboss.server.lab.jobs import TABLE_CODES
from pitboss.server.requests.routes import STILL_WORKING, Access, Call, Routes, Text
from pitboss.server.rules.answers import HouseData, refusing
from pitboss.server.rules.book import open_main_table

HAND_ROUTES = Routes("lab", access=Access.ANYONE)
"""A hand of a game under any rules."""


@HAND_ROUTES.post(
    "/lab/hand",
    body=LabHand,
    answer=LabHandValues,
    rate="solver",
    codes=(*TABLE_CODES, "server/busy"),
    waits=True,
)
async def lab_hand(call: Call) -> Text:
    """Return the exact value of every choice with a hand, any cards gone."""
    body: LabHand = call.body
    table = await asyncio.to_thread(open_main_table, body.game, body.option)
    text = json.encode(body).decode()
    found = await call.services.rules.soon(answer_hand, house_data(table.house), text)
    return STILL_WORKING if found is None else Text(found)


@refusing
def answer_hand(house: HouseData, text: str) -> bytes:
    """Return what each choice with a hand is worth; worked out in another process.

    A hand that is asked nothing is an answer too, as whoever clicks cards comes to many of them.
    """
    from pitboss.server.lab.game.hand import hand_json  # noqa: PLC0415 - heavy

    try:
        return json.encode(hand_json(house, text))
    except RulesError as error:
        problems = [it.as_json() for it in error.problems]
        return json.encode({"actions": [], "best": None, "heading": [], "problems": problems})
