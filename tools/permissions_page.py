"""Write docs/reference/permissions.md: the permissions of each role, from the server's tables."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pitboss.office.core import event_kind
from pitboss.office.decide import COMMANDS
from pitboss.office.roles import (
    INCOMPATIBLE,
    OWN_TABLE,
    PERMISSIONS,
    TRUSTED_ROLES,
    Permission,
    Role,
)
from pitboss.server.app import complete_table
from pitboss.server.requests.routes import Access

_INTRO = Path(__file__).with_suffix(".md")
"""What comes before the tables, written by hand."""


def permissions_page() -> str:
    """Return the page."""
    parts = [
        _INTRO.read_text(encoding="utf-8"),
        *_permissions(),
        *_seconds(),
        *_roles(),
        *_routes(),
    ]
    return "\n".join(parts).rstrip() + "\n"


def _permissions() -> Iterator[str]:
    yield "## Permissions\n"
    yield "| permission | roles |"
    yield "| --- | --- |"
    for permission, roles in PERMISSIONS.items():
        yield f"| `{permission}` | {_list(roles, permission)} |"
    yield ""


def _list(roles: Iterable[Role], permission: Permission | None = None) -> str:
    """Return roles in their order, a star after those that have a permission at one table only."""
    readers = set(roles)
    return ", ".join(
        f"{role}*" if permission in OWN_TABLE.get(role, ()) else role
        for role in Role
        if role in readers
    )


def _seconds() -> Iterator[str]:
    yield "## What takes two people\n"
    yield "| command | who may ask | who may agree |"
    yield "| --- | --- | --- |"
    for command, handler in COMMANDS.items():
        if handler.second is not None:
            asks = _list(PERMISSIONS[handler.needs]) if handler.needs else "see the command"
            agrees = _list(PERMISSIONS[handler.second.permission])
            yield f"| `{event_kind(command)}` | {asks} | {agrees} |"
    yield ""


def _roles() -> Iterator[str]:
    yield "## Roles\n"
    yield "| role | not together with | takes two people to give | may |"
    yield "| --- | --- | --- | --- |"
    for role in Role:
        others = {other for pair in INCOMPATIBLE if role in pair for other in pair if other != role}
        two = "yes" if role in TRUSTED_ROLES else ""
        own = OWN_TABLE.get(role, ())
        allowed = [
            f"`{permission}`{'*' if permission in own else ''}"
            for permission in Permission
            if role in PERMISSIONS[permission]
        ]
        yield f"| {role} | {_list(others)} | {two} | {', '.join(allowed)} |"
    yield ""


def _routes() -> Iterator[str]:
    yield "## Routes of staff\n"
    yield "| route | needs | roles | step-up |"
    yield "| --- | --- | --- | --- |"
    for route in complete_table():
        if route.access is not Access.PLAYER or route.needs is None:
            continue
        roles = PERMISSIONS[route.needs]
        if Role.PLAYER not in roles:
            step_up = "yes" if route.step_up else ""
            path = f"`{route.method} {route.path}`"
            yield f"| {path} | `{route.needs}` | {_list(roles, route.needs)} | {step_up} |"
    yield ""
