"""`pitboss floor user`: who may log in at a server."""

from __future__ import annotations

import getpass
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from pitboss.cli.floor.books import opened, problem, run
from pitboss.cli.output import print_json
from pitboss.rulebook.limits import printable
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.server.accounts import FOREVER, Accounts, new_account
from pitboss.server.errors import ApiError
from pitboss.server.passwords import LENGTH_MAX, Passwords
from pitboss.server.services import wall_clock
from pitboss.server.sessions import Sessions
from pitboss.store import Committer, Credential, Store
from pitboss.text.numbers import money

ACTIONS = ("list", "add", "lock", "unlock", "password")
_MICROSECONDS = 1_000_000
_DONE = {
    "add": "{name} may log in; the account is {account}.",
    "lock": "{name} is locked: nobody can log in by that name, and every session has ended.",
    "unlock": "{name} may log in again.",
    "password": "{name} has a new password; every session has ended.",
}


def manage_users(action: str, name: str, *, db: str, as_json: bool = False) -> None:
    """List the names that may log in, or change one of them."""

    async def work() -> tuple[str, list[dict[str, Any]]]:
        _check(action, name)
        async with opened(db) as store:
            if action == "list":
                return "", [await _user_json(store, it) for it in await store.credentials()]
            password = _read_password() if action in {"add", "password"} else ""
            async with _accounts(store) as accounts:
                account = await _change(accounts, action, name, password)
            changed = await store.credential_of(account)
            return account, [await _user_json(store, changed)] if changed else []

    account, users = run(work, as_json=as_json)
    if as_json:
        print_json(users if action == "list" else users[0])
    elif action == "list":
        for user in users:
            print(_line(user))
    else:
        print(printable(_DONE[action].format(name=users[0]["name"], account=account)))


def _check(action: str, name: str) -> None:
    if action not in ACTIONS:
        raise problem("option/invalid", f"{action!r} is no action; say {choice(ACTIONS)}", "action")
    if (action == "list") == bool(name):
        message = "'list' takes no name" if name else f"'{action}' needs a name"
        raise problem("command/usage", message)


async def _change(accounts: Accounts, action: str, name: str, password: str) -> str:
    try:
        match action:
            case "add":
                account = new_account()
                await accounts.add(account, name, password)
                return account
            case "lock":
                return await accounts.lock(name)
            case "unlock":
                return await accounts.unlock(name)
            case _:
                return await accounts.replace_password(name, password)
    except ApiError as error:
        raise RulesError([Problem(code=error.code, key="", message=error.message)]) from None


@asynccontextmanager
async def _accounts(store: Store) -> AsyncIterator[Accounts]:
    """Make what changes accounts, as the server does it."""
    committer, passwords = Committer(store), Passwords()
    try:
        yield Accounts(store, committer, Sessions(store, wall_clock), passwords, wall_clock)
    finally:
        await committer.close()
        passwords.close()


def _read_password() -> str:
    """Ask for a password twice; where nobody sits at the terminal, read one line."""
    if not sys.stdin.isatty():
        return sys.stdin.readline(LENGTH_MAX + 2).rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("The same again: ") != password:
        raise problem("password/differs", "the two passwords differ; nothing was changed")
    return password


async def _user_json(store: Store, credential: Credential) -> dict[str, Any]:
    locked = credential.locked_until if credential.locked_until > wall_clock() else 0
    return {
        "name": credential.name,
        "account": credential.account,
        "wallet_cents": await store.balance(f"wallet:{credential.account}") // 100,
        "locked": bool(locked),
        "locked_until": None if locked in (0, FOREVER) else _time(locked),
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / _MICROSECONDS, UTC).isoformat(timespec="seconds")


def _line(user: dict[str, Any]) -> str:
    until = f" until {user['locked_until']}" if user["locked_until"] else ""
    locked = f"  locked{until}" if user["locked"] else ""
    cash = money(user["wallet_cents"])
    return printable(f"{user['name']:<24}  {user['account']:<16}  {cash:>14}{locked}")
