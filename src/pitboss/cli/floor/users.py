"""`pitboss floor user`: manage the names that may log in at a server."""

from __future__ import annotations

import getpass
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pitboss.cli.floor.books import open_books, run, take_floor_pen
from pitboss.cli.output import print_json
from pitboss.cli.problems import refusal
from pitboss.engine.actions import Refusal
from pitboss.office.core import HOUSE, STREAM
from pitboss.office.decide import rebuild
from pitboss.office.people import GiveRole, TakeRole
from pitboss.office.roles import Role
from pitboss.office.state import Office
from pitboss.pit.desk import Desk
from pitboss.rulebook.limits import printable
from pitboss.rulebook.phrases import choice
from pitboss.server.accounts.accounts import FOREVER, Accounts, new_account
from pitboss.server.accounts.passwords import LENGTH_MAX, Passwords
from pitboss.server.accounts.sessions import Sessions
from pitboss.server.requests.errors import ApiError
from pitboss.server.services import wall_clock
from pitboss.server.staff.setup_links import invite, setup_link
from pitboss.store import Committer, Credential, Store
from pitboss.text.numbers import money

ACTIONS = ("list", "add", "lock", "unlock", "password", "give", "take", "reset-factor", "link")
_WITH_ROLE = {"give", "take", "link"}
_WITHOUT_NAME = {"list", "link"}
_ROLES = tuple(role for role in Role if role is not Role.PLAYER)
_MICROSECONDS = 1_000_000
_DONE = {
    "add": "{name} may log in; the account is {account}.",
    "lock": "{name} is locked: nobody can log in by that name, and every session has ended.",
    "unlock": "{name} may log in again.",
    "password": "{name} has a new password; every session has ended.",
    "give": "{name} is {role} now, and enrols a second factor before that counts.",
    "take": "{name} is {role} no more; every session has ended.",
    "reset-factor": "{name} enrols another second factor; every session has ended.",
}


def manage_users(
    *, action: str, name: str, role: str, db: str, keys: Path | None, as_json: bool
) -> None:
    """List the names that may log in, change one, or make a link for a new person."""

    async def work() -> tuple[str, list[dict[str, Any]]]:
        wanted = _check(action, name, role)
        async with open_books(db) as store:
            if action == "list":
                office = await _office(store)
                every = await store.credentials()
                return "", [await _user_json(store, office, person) for person in every]
            if action == "link":
                assert wanted is not None
                _, own = await take_floor_pen(store, keys)
                return await invite(store, wanted, wall_clock(), own.binding), []
            password = _read_password() if action in {"add", "password"} else ""
            async with _accounts(store, keys) as accounts:
                account = await _change(accounts, action, name, password)
                if wanted is not None:
                    await _change_role(accounts, account, wanted, is_taken=action == "take")
            changed = await store.account_credential(account)
            assert changed is not None
            return account, [await _user_json(store, await _office(store), changed)]

    account, users = run(work)
    if action == "link":
        _print_link(account, role, as_json=as_json)
    elif as_json:
        print_json(users if action == "list" else users[0])
    elif action == "list":
        for user in users:
            print(_line(user))
    else:
        done = _DONE[action].format(name=users[0]["name"], account=account, role=role)
        print(printable(done))


def _print_link(token: str, role: str, *, as_json: bool) -> None:
    path = setup_link("", token)
    if as_json:
        print_json({"role": role, "path": path})
    else:
        print(f"Whoever is to be {role} opens this at the server, once, within a day: {path}")


def _check(action: str, name: str, role: str) -> Role | None:
    """Refuse options that do not go together; return the role."""
    if action not in ACTIONS:
        raise refusal(
            "option/invalid", f"{action!r} is not an action; choose {choice(ACTIONS)}", "action"
        )
    if (action in _WITHOUT_NAME) == bool(name):
        message = f"'{action}' takes no name" if name else f"'{action}' needs a name"
        raise refusal("command/usage", message)
    if action in _WITH_ROLE and not role:
        raise refusal("command/usage", f"'{action}' needs --role", "role")
    if role and action not in {*_WITH_ROLE, "add"}:
        raise refusal("command/usage", f"'{action}' takes no role", "role")
    if role and role not in _ROLES:
        raise refusal("option/invalid", f"{role!r} is no role; say {choice(_ROLES)}", "role")
    return Role(role) if role else None


async def _office(store: Store) -> Office:
    return rebuild([entry async for entry in store.entries(STREAM)])


async def _change_role(accounts: Accounts, account: str, role: Role, *, is_taken: bool) -> None:
    """Give or take a role as the house, which needs no second person."""
    desk = Desk(accounts.store, accounts.committer, wall_clock)
    why = "at the server's own machine"
    command = TakeRole(account, role, why) if is_taken else GiveRole(account, role, why)
    answer = await desk.ask(command, HOUSE, f"machine/{wall_clock()}")
    if isinstance(answer, Refusal):
        raise refusal(answer.code, answer.message)
    if is_taken:
        await accounts.sessions.end_all(account)


async def _change(accounts: Accounts, action: str, name: str, password: str) -> str:
    try:
        match action:
            case "add":
                account = new_account()
                await accounts.add(account, name, password)
                return account
            case "give" | "take":
                return await accounts.find(name)
            case "reset-factor":
                account = await accounts.find(name)
                await accounts.store.delete_factor(account)
                await accounts.sessions.end_all(account)
                await accounts.note_by_house(account, "factor-removed")
                return account
            case "lock":
                return await accounts.lock(name)
            case "unlock":
                return await accounts.unlock(name)
            case _:
                return await accounts.replace_password(name, password)
    except ApiError as error:
        raise refusal(error.code, error.message) from None


@asynccontextmanager
async def _accounts(store: Store, keys: Path | None) -> AsyncIterator[Accounts]:
    """Return the accounts of the books, as the server makes them."""
    pen, own = await take_floor_pen(store, keys)
    committer = Committer(store, pen)
    passwords = Passwords()
    try:
        sessions = Sessions(store, wall_clock)
        yield Accounts(
            store=store,
            committer=committer,
            sessions=sessions,
            passwords=passwords,
            clock=wall_clock,
            binding=own.binding,
        )
    finally:
        await committer.close()
        passwords.close()


def _read_password() -> str:
    """Ask for a password twice; without a terminal, read one line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline(LENGTH_MAX + 2).rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("The same again: ") != password:
        raise refusal("password/differs", "the two passwords differ; nothing was changed")
    return password


async def _user_json(store: Store, office: Office, credential: Credential) -> dict[str, Any]:
    now = wall_clock()
    until = max(credential.locked_until, (await store.locks(now)).get(credential.account, 0))
    locked = until if until > now else 0
    return {
        "name": credential.title,
        "account": credential.account,
        "wallet_cents": await store.balance(f"wallet:{credential.account}") // 100,
        "locked": bool(locked),
        "locked_until": None if locked in (0, FOREVER) else _time(locked),
        "roles": sorted(office.staff.get(credential.account, ())),
        "disabled": credential.account in office.disabled,
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / _MICROSECONDS, UTC).isoformat(timespec="seconds")


def _line(user: dict[str, Any]) -> str:
    until = f" until {user['locked_until']}" if user["locked_until"] else ""
    locked = f"  locked{until}" if user["locked"] else ""
    cash = money(user["wallet_cents"])
    roles = f"  {', '.join(user['roles'])}" if user["roles"] else ""
    disabled = "  disabled" if user["disabled"] else ""
    who = f"{user['name']:<24}  {user['account']:<16}  {cash:>14}"
    return printable(f"{who}{roles}{disabled}{locked}")
