"""The routes and jobs of one game."""

from __future__ import annotations

from pitboss.server.lab.game.asking import lab_hand
from pitboss.server.lab.game.page import lab_game
from pitboss.server.lab.game.wire import LabGamePage, LabHand, LabHandValues
from pitboss.server.lab.jobs import LAB, TABLE_CODES, TAG
from pitboss.server.requests.routes import Access, Route
from pitboss.server.requests.wire import TableQuestion

GAME_ROUTES = (
    Route(
        method="GET",
        path=f"{LAB}/games/{{region}}/{{game}}",
        handler=lab_game,
        summary="Return a game under some rules: edge, chart, and what each rule changes.",
        query=TableQuestion,
        answer=LabGamePage,
        access=Access.ANYONE,
        rate="lab",
        codes=("game/unknown",),
        tag=TAG,
    ),
    Route(
        method="POST",
        path=f"{LAB}/hand",
        handler=lab_hand,
        summary="Return the exact value of every choice with a hand, any cards gone.",
        body=LabHand,
        answer=LabHandValues,
        access=Access.ANYONE,
        rate="solver",
        codes=(*TABLE_CODES, "server/busy"),
        waits=True,
        tag=TAG,
    ),
)
"""A game under any rules."""
