"""Every route about runs of the lab."""

from __future__ import annotations

from pitboss.server.lab.runs.risk import RISK_ROUTES
from pitboss.server.lab.runs.setup import SETUP_ROUTES

RUN_ROUTES = (*SETUP_ROUTES, *RISK_ROUTES)
"""All of them."""
