"""Every route of the lab: public, without an account, and limited by address."""

from __future__ import annotations

from pitboss.server.lab.game.hand_route import HAND_ROUTES
from pitboss.server.lab.game.page import PAGE_ROUTES
from pitboss.server.lab.games import GAMES_ROUTES
from pitboss.server.lab.house.check import HOUSE_ROUTES
from pitboss.server.lab.jobs import JOB_ROUTES
from pitboss.server.lab.papers import PAPER_ROUTES
from pitboss.server.lab.runs.risk import RISK_ROUTES
from pitboss.server.lab.runs.setup import SETUP_ROUTES
from pitboss.server.lab.wagers import WAGER_ROUTES

LAB_ROUTES = (
    *GAMES_ROUTES,
    *PAGE_ROUTES,
    *HAND_ROUTES,
    *JOB_ROUTES,
    *SETUP_ROUTES,
    *RISK_ROUTES,
    *WAGER_ROUTES,
    *PAPER_ROUTES,
    *HOUSE_ROUTES,
)
"""All of them."""
