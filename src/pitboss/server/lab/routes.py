"""Every route of the lab: public, without an account, and limited by address."""

from __future__ import annotations

from pitboss.server.lab.game.routes import GAME_ROUTES
from pitboss.server.lab.games import GAMES_ROUTES
from pitboss.server.lab.house.routes import HOUSE_ROUTES
from pitboss.server.lab.jobs import JOB_ROUTES
from pitboss.server.lab.papers import PAPER_ROUTES
from pitboss.server.lab.runs.routes import RUN_ROUTES
from pitboss.server.lab.wagers import WAGER_ROUTES

LAB_ROUTES = (
    *GAMES_ROUTES,
    *GAME_ROUTES,
    *JOB_ROUTES,
    *RUN_ROUTES,
    *WAGER_ROUTES,
    *PAPER_ROUTES,
    *HOUSE_ROUTES,
)
"""All of them."""
