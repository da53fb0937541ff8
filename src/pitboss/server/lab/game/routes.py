"""The routes and jobs of one game."""

from __future__ import annotations

from pitboss.server.lab.game.page import lab_game
from pitboss.server.lab.game.wire import LabGamePage
from pitboss.server.lab.jobs import LAB, TAG
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
)
"""A game under any rules."""
