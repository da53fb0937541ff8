"""React to the office's entries about staff, written by any process."""

from __future__ import annotations

from pitboss.engine.actions import Refusal
from pitboss.office.core import Event
from pitboss.office.people import ResetFactor, RoleTaken, StaffDisabled
from pitboss.office.state import Request
from pitboss.server.accounts.sessions import ALL
from pitboss.server.services import Services


def follow_staff(services: Services) -> None:
    """Close the sockets of staff who lost a role, and reset factors that two people agreed on."""

    def follow(event: Event) -> None:
        if isinstance(event, RoleTaken | StaffDisabled):
            services.lines.end_session(event.account, ALL)

    async def reset_factor(command: ResetFactor, request: Request, key: str) -> Refusal | None:
        del request, key  # what is gone can be taken away again
        await services.factors.remove(command.account)
        return None

    services.desk.on_event.append(follow)
    services.errands.carriers[ResetFactor] = reset_factor
