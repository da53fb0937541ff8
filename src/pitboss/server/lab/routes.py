"""Every route of the lab: public, without an account, and limited by address."""

from __future__ import annotations

from pitboss.server.lab.games import GAMES_ROUTES
from pitboss.server.lab.jobs import JOB_ROUTES
from pitboss.server.lab.runs.routes import RUN_ROUTES

LAB_ROUTES = (*GAMES_ROUTES, *JOB_ROUTES, *RUN_ROUTES)
"""All of them."""
