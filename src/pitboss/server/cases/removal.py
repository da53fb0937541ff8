"""The effects of an exclusion: no wager and no deposit, and the seats are given up."""

from __future__ import annotations

import asyncio
from typing import Final

from pitboss.floor.commands import Leave
from pitboss.pit.frames import account_seats
from pitboss.server.live import wire
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import moment_text
from pitboss.server.services import Services
from pitboss.store import StoreError

LOOKS_EVERY_S: Final = 1.0
"""How often a process looks whether another one has excluded somebody."""
_NEW_STAKES: Final = (wire.Sit, wire.BuyIn, wire.Bet)
_STAKES: Final = (*_NEW_STAKES, wire.Act)


async def catch_up(services: Services, request: wire.Request | None = None) -> None:
    """Read what other processes wrote to the office, before it judges new stakes or deposits.

    An exclusion holds at once (GLI-19 A.3.8), and not from the next look on. A decision belongs to
    a round that goes on: it is judged by the last look.
    """
    if services.sharing is not None and (request is None or isinstance(request, _NEW_STAKES)):
        await services.desk.refresh()


def check_excluded(services: Services, account: str, request: wire.Request | None = None) -> None:
    """Refuse wagers and deposits of an excluded player."""
    exclusion = services.desk.office.exclusion(account, services.settings.clock())
    if exclusion is None or (request is not None and not isinstance(request, _STAKES)):
        return
    end = f"until {moment_text(exclusion.until)}" if exclusion.until else "without an end"
    whose = "you excluded yourself" if exclusion.is_own else "the house has excluded you"
    message = f"{whose} {end}; your money can be taken out at any time"
    raise ApiError("account/excluded", message)


async def see_off(services: Services, account: str) -> None:
    """Remove an account from its seats: at once, or when its hands are over."""
    for table in tuple(services.hall.tables.values()):
        for seat in account_seats(table.state, account):
            await table.ask(Leave(account, seat))


async def keep_seeing_off(services: Services) -> None:
    """Follow what other processes write to the office, as long as the server runs."""
    known = services.desk.office.exclusions
    while True:
        await asyncio.sleep(LOOKS_EVERY_S)
        try:
            current = (await services.desk.refresh()).exclusions
            if current is known:
                continue
            for key, exclusion in current.items():
                if known.get(key) != exclusion:
                    await see_off(services, key[0])
            known = current
        except StoreError:
            continue  # the next pass serves as well
