"""The route of the hand calculator; the process that values practice rounds values the hand."""

from __future__ import annotations

import asyncio

from msgspec import json

from pitboss.late import LateFunction
from pitboss.rulebook.house import house_data
from pitboss.server.lab.game.wire import LabHand, LabHandValues
from pitboss.server.lab.jobs import TABLE_CODES
from pitboss.server.requests.routes import STILL_WORKING, Access, Call, Routes, Text
from pitboss.server.rules.book import open_main_table
from pitboss.server.rules.house_work import HouseWork

HAND_ROUTES = Routes("lab", access=Access.ANYONE)
"""A hand of a game under any rules."""
_value_hand: HouseWork = LateFunction("pitboss.server.lab.game.hand:value_hand")


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
    answer = await call.services.rules.soon(_value_hand, house_data(table.house), text)
    return STILL_WORKING if answer is None else Text(answer)
