"""The pages of the console, one for each job, and their routes.

An account has a page if it may use one of its routes. So only the permissions of the routes decide
who gets which page.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pitboss.office.roles import Permission
from pitboss.server.requests.routes import BASE

STAFF: Final = f"{BASE}/staff"
"""The prefix of the staff's paths."""


class Job(NamedTuple):
    """A page."""

    id: str
    title: str
    words: str
    group: str
    paths: tuple[str, ...]
    """Prefixes of its paths, without the base."""
    shows: Permission | None = None
    """Also shown to staff with this permission, whichever routes it has."""


JOBS: Final = (
    Job(
        "tables",
        "Tables",
        "watch any table, open and close it, void a round",
        "Pit",
        ("/staff/floor", "/staff/tables", "/staff/rounds", "/staff/voids"),
        Permission.WATCH_TABLES,
    ),
    Job("slips", "Fills and credits", "chips between cage and tables", "Pit", ("/staff/slips",)),
    Job("disputes", "Disputes", "what players say went wrong", "Pit", ("/staff/disputes",)),
    Job(
        "players",
        "Players",
        "exclusions and limits of the house",
        "Pit",
        ("/staff/exclusions", "/staff/players"),
    ),
    Job("jackpots", "Jackpots", "hits to confirm, terms, meters", "Pit", ("/staff/jackpots",)),
    Job("cage", "Cage", "deposits, withdrawals, tips", "Money", ("/staff/cage",)),
    Job("count", "Drop and count", "boxes, blind recount", "Money", ("/staff/count",)),
    Job(
        "day",
        "Gambling day",
        "open and close the day, malfunctions, notices, the bank of jackpots",
        "Money",
        ("/staff/day", "/staff/progressives", "/staff/notices", "/staff/malfunctions"),
    ),
    Job("reports", "Reports", "win, hold, slips, balances", "Books", ("/reports",)),
    Job("journal", "Journal", "search every entry, verify the chain", "Books", ("/audit",)),
    Job("staff", "Staff", "accounts and their roles", "House", ("/staff",)),
    Job("approvals", "Approvals", "what waits for a second person", "House", ("/staff/requests",)),
)


def find_job(path: str) -> Job | None:
    """Return the page of a route: the one with the longest matching prefix.

    >>> find_job("/api/1/staff/disputes/{number}").id
    'disputes'
    >>> find_job("/api/1/me")
    """
    short = path.removeprefix(BASE)
    matches = [
        (len(start), job)
        for job in JOBS
        for start in job.paths
        if short == start or short.startswith(f"{start}/")
    ]
    return max(matches, default=(0, None), key=lambda match: match[0])[1]
