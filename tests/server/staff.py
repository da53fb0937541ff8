"""Staff for tests: an account with roles, and a session in which they count."""

from __future__ import annotations

from dataclasses import replace

from pitboss.office.core import HOUSE, Done
from pitboss.office.people import GiveRole
from pitboss.office.roles import Role
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import GUEST, token_hash
from tests.server.asgi import Client


async def staff(client: Client, *roles: Role, account: str = "") -> Client:
    """Return a client of somebody with roles who has given the second factor just now."""
    services = client.services
    account = account or new_account()
    for role in roles:
        given = await services.desk.ask(GiveRole(account, role), HOUSE, f"{account}/{role}")
        assert isinstance(given, Done), given
    session = await services.store.session(
        token_hash(await services.sessions.start(account, GUEST))
    )
    assert session is not None
    return replace(client, token=await services.sessions.step_up(session))


async def account_of(client: Client) -> str:
    """Return the account of a client's session."""
    session = await client.services.store.session(token_hash(client.token))
    assert session is not None
    return session.account
