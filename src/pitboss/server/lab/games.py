"""The games of the lab, each with the house edge of its ready table."""

from __future__ import annotations

import asyncio

from pitboss.report.catalogue.edges import ready_edges
from pitboss.rulebook.reading import library
from pitboss.server.lab.wire import LabGame, LabGames
from pitboss.server.requests.routes import Access, Call, Routes

GAMES_ROUTES = Routes("lab")
"""The games of the lab."""


@GAMES_ROUTES.get("/lab/games", access=Access.ANYONE, rate="lab")
async def lab_games(_: Call) -> LabGames:
    """Return every game with the house edge of its ready table."""
    return await asyncio.to_thread(_games)


def _games() -> LabGames:
    edges = ready_edges()
    return LabGames(
        [
            LabGame(
                id=game.id,
                title=game.title,
                summary=game.summary,
                document=game.document,
                decks=[*game.decks],
                wagers=len(game.wagers),
                tables=len(game.tables),
                edge=edges.get(game.id),
            )
            for game in library.games()
        ]
    )
