"""Set-up links, by which a person becomes staff without an account or a password before.

The link's token is shown once and used once; the books have its hash. It is the key to the house,
so a server without a terminal keeps it in a file of its user and out of the log. If two people use
it at the same moment, the office accepts its key once.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE, STREAM
from pitboss.office.decide import rebuild
from pitboss.office.people import GiveRole
from pitboss.office.roles import Permission, Role
from pitboss.pit.binding import Binding, is_same
from pitboss.pit.damage import reading_books
from pitboss.server.accounts.accounts import new_account
from pitboss.server.accounts.sessions import DAY, TOKEN_BYTES, token_hash
from pitboss.server.audit.checkpoint_copies import check_books
from pitboss.server.keys import check_key_file, open_keys
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import Welcome
from pitboss.server.services import Services, Settings, make_folder
from pitboss.store import Invitation, Store, open_store

FILE_NAME: Final = "setup-link"
"""The file with the link, beside the key file."""
VALID_FOR: Final = DAY
"""How long a link can be used."""
_REFUSED: Final = ApiError(
    "setup/refused", "this link was used, is too old or was replaced; ask for another"
)


async def invite(store: Store, role: Role, now: int, binding: Binding) -> str:
    """Make a link for one person of a role; it replaces an earlier link for the role."""
    start = secrets.token_urlsafe(TOKEN_BYTES)
    token = start + _code(binding, start, role)
    await store.add_invitation(Invitation(token_hash(token), role, now + VALID_FOR))
    return token


def _code(binding: Binding, start: str, role: str) -> str:
    """Return the end of a token: only the key file can make it, for one role.

    So a row that somebody else wrote, or changed to another role, opens nothing.
    """
    return f".{binding.digest('invitation', start, role)[:32]}"


async def invite_first(store: Store, now: int, binding: Binding) -> str:
    """Return a link for the first manager, or "" if the house has a manager."""
    office = rebuild([entry async for entry in store.entries(STREAM)])
    if any(Role.ADMIN in roles for roles in office.staff.values()):
        return ""
    return await invite(store, Role.ADMIN, now, binding)


async def prepare(settings: Settings) -> str:
    """Make the link for the first manager of a floor that is about to be served.

    Books that do not match their witness are refused first, and nothing is written to them.
    """
    await check_books(settings.address, settings.witness)
    make_folder(settings)
    await check_key_file(settings.address, settings.key_file)
    binding = open_keys(settings.key_file).binding
    store = await open_store(settings.address)
    try:
        with reading_books():
            return await invite_first(store, settings.clock(), binding)
    finally:
        await store.close()


def setup_link(address: str, token: str) -> str:
    """Return the address to open; browsers send the part after # to no server.

    >>> setup_link("http://127.0.0.1:8021/", "abc")
    'http://127.0.0.1:8021/setup#abc'
    >>> setup_link("", "abc")
    '/setup#abc'
    """
    return f"{address.rstrip('/')}/setup#{token}"


def keep_link(settings: Settings, link: str) -> Path:
    """Write a link into a file that its user alone can read, and return the file."""
    path = remove_link(settings)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(f"{link}\n")
    return path


def remove_link(settings: Settings) -> Path:
    """Remove the file of an earlier link, which is void, and return its place."""
    path = settings.key_file.parent / FILE_NAME
    with suppress(FileNotFoundError):
        path.unlink()
    return path


def invite_by(account: str, role: Role, now: int, binding: Binding) -> str:
    """Make a link by which somebody who runs the staff gives a role to a new person.

    It carries what it says, under a code of the key file, and nothing is stored: whoever takes it
    up gets the role by the office's own command, in the name of whoever made it, and under a key of
    this link, which the office accepts once. So a role that takes two people still does.
    """
    words = (account, role.value, str(now + VALID_FOR), secrets.token_hex(8))
    return "~".join((*words, binding.digest("invited", *words)[:32]))


async def _set_up_by(services: Services, token: str, name: str, password: str) -> Welcome:
    """Open an account for the holder of a link of somebody's, and ask for the role."""
    *words, code = token.split("~")
    right = services.keys.binding.digest("invited", *words)[:32]
    if not is_same(code, right):
        raise _REFUSED
    inviter, role, until, _ = words
    office = await services.desk.refresh()
    key = f"invited/{token_hash(token).hex()}"
    is_used = await services.store.find(STREAM, key) is not None
    is_late = services.settings.clock() >= int(until)
    if is_used or is_late or not office.may(inviter, Permission.RUN_STAFF):
        raise _REFUSED
    account = new_account()
    name = await services.accounts.add(account, name, password)
    command = GiveRole(account, Role(role), "invited")
    if isinstance(await services.desk.ask(command, inviter, key), Refusal):
        raise _REFUSED
    return await services.accounts.log_in(name, password, None)


async def set_up(services: Services, token: str, name: str, password: str) -> Welcome:
    """Open an account for the holder of a link, and give it the role."""
    if "~" in token:
        return await _set_up_by(services, token, name, password)
    invitation = await services.store.invitation(token_hash(token))
    if invitation is None or services.settings.clock() >= invitation.until:
        raise _REFUSED
    start = token.partition(".")[0]
    if token != start + _code(services.keys.binding, start, invitation.role):
        raise _REFUSED
    account = new_account()
    name = await services.accounts.add(account, name, password)
    command = GiveRole(account, Role(invitation.role), "set up by a link")
    given = await services.desk.ask(command, HOUSE, f"setup/{invitation.token_hash.hex()}")
    if isinstance(given, Refusal):
        raise _REFUSED
    await services.store.delete_invitation(invitation.token_hash)
    return await services.accounts.log_in(name, password, None)
