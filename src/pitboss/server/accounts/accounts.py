"""Open accounts and log players in: guests with play money, and names with passwords.

The journal names accounts by their ids. A name is personal and must be removable, so it is in the
credential only; an entry is for ever.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from logging import ERROR
from typing import Any, Final
from weakref import WeakValueDictionary

from msgspec import json, to_builtins

from pitboss.ledger.entry import Draft, Posting, seal
from pitboss.pit.binding import (
    PASSWORD_BOUND,
    PASSWORD_CHANGED,
    PASSWORD_REPLACED,
    REGISTERED,
    Binding,
    read_turn,
    split_stored,
)
from pitboss.server.accounts.names import name_key, read_name
from pitboss.server.accounts.own_limits import KIND, Limits
from pitboss.server.accounts.passwords import Passwords, refuse_password
from pitboss.server.accounts.sessions import GUEST, NAMED, Clock, Sessions
from pitboss.server.accounts.tries import NOBODY, PASSWORDS, Guess, Tries
from pitboss.server.logs import describe_error, log
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import Me, Playing, Welcome
from pitboss.store import Committer, ConflictError, Credential, Session, Store
from pitboss.text.numbers import money

UNITS_PER_CENT: Final = 100
PLAY_MONEY_CENTS: Final = 100_000
"""The play money of a new account: $1,000."""
FOREVER: Final = 253_402_300_799_000_000
"""The end of the year 9999: a name that the house has locked."""
NAME_TAKEN: Final = "account/name-taken"
HOUSE: Final = "house"
"""The actor of changes that the owner of an account does not make."""
_TRIES: Final = 50
"""Tries to write an entry to a stream that other processes write to."""
_PAUSE_SECONDS: Final = 0.02
REFUSED: Final = ApiError(
    "login/refused", "name or password is wrong, or the account is locked for a few minutes"
)
SECOND_FACTOR: Final = ApiError(
    "login/second-factor", "this account has a second factor: send a code of it too, or a passkey"
)

NAMELESS: Final = ApiError("account/nameless", "a guest has no password; register first")
NAME_CHANGED: Final = "name-changed"
OWNER_FORGOTTEN: Final = "owner-forgotten"

Failed = Callable[[str, int, str], None]


@dataclass(frozen=True)
class Accounts:
    """Opens accounts, and lets their owners in."""

    store: Store
    committer: Committer
    sessions: Sessions
    passwords: Passwords
    clock: Clock
    play_money_cents: int = PLAY_MONEY_CENTS
    binding: Binding | None = None
    """Binds passwords to the key file; None: nothing does."""
    tasks: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    """Background tasks; the server waits for them when it stops."""
    _writing: WeakValueDictionary[str, asyncio.Lock] = field(
        default_factory=WeakValueDictionary, repr=False
    )
    """Account -> held while an entry of its stream is written."""
    on_failure: list[Failed] = field(default_factory=list, repr=False)
    """Called after a wrong password or code: the account, how many in a row, the address."""

    @cached_property
    def tries(self) -> Tries:
        """The tries to log in."""
        return Tries(self.store, self.clock)

    async def open_guest(self) -> Welcome:
        """Open an account with play money and without a name."""
        account = new_account()
        await self._open(account)
        return await self._welcome(account, None)

    async def register(
        self, name: str, password: str, session: Session | None, address: str
    ) -> Welcome:
        """Give a guest a name and a password, or open a named account.

        The credential is written first: the store accepts one of two equal names. If a crash
        leaves the rest undone, the next log-in does it.
        """
        account = session.account if session else new_account()
        if session and await self.store.account_credential(account):
            raise ApiError("account/exists", "this account has a name; log out to register another")
        name = await self.add(account, name, password)
        await self.tries.trust(account, address)
        return await self._welcome(account, name, session)

    async def add(self, account: str, name: str, password: str) -> str:
        """Give an account a name and a password, open it if it is new, and return the name."""
        name = read_name(name)
        refuse_password(password, name)
        argon2 = await self.passwords.hash(password)
        stored, body = self._bind(account, argon2, 0)
        try:
            key = name_key(name)
            made = Credential(account, key, stored, created=self.clock(), shown=name)
            await self.store.add_credential(made)
        except ConflictError:
            message = f"the name {name} is taken; choose another"
            raise ApiError(NAME_TAKEN, message) from None
        await self._open(account)
        await self._write(account, REGISTERED, REGISTERED, body)
        return name

    def _bind(self, account: str, argon2: str, turn: int) -> tuple[str, dict[str, Any]]:
        """Return a new hash as it is stored, and the body of the entry that says so."""
        if self.binding is None:
            return argon2, {}
        return self.binding.bind(account, argon2, turn + 1), {"turn": turn + 1}

    async def _set_password(self, credential: Credential, password: str) -> dict[str, Any]:
        """Store another password; return the body of the entry that says so."""
        account = credential.account
        turn = max(split_stored(credential.argon2)[1], await read_turn(self.store, account) or 0)
        stored, body = self._bind(account, await self.passwords.hash(password), turn)
        await self.store.set_password(account, stored)
        return body

    async def find_hash(self, credential: Credential | None) -> str | None:
        """Return the hash of a password; None: nobody set the one that is stored.

        The journal is asked for an unknown name too, which must take as long.
        """
        turn = await read_turn(self.store, credential.account if credential else NOBODY)
        if credential is None or self.binding is None:
            return credential and split_stored(credential.argon2)[0]
        argon2 = self.binding.read(credential.account, credential.argon2, turn)
        if argon2 is None:
            log("credential-changed", level=ERROR, account=credential.account)
        return argon2

    async def bind_all(self) -> None:
        """Bind the passwords that are older than this; called once the books are open."""
        if self.binding is None:
            return
        for credential in await self.store.credentials():
            account = credential.account
            (argon2, _, code) = split_stored(credential.argon2)
            if not code and await read_turn(self.store, account) is None:
                stored, body = self._bind(account, argon2, 0)
                await self.store.set_password(account, stored)
                await self._write(account, PASSWORD_BOUND, PASSWORD_BOUND, body, actor=HOUSE)

    # -- what the house does ---------------------------------------------------------------------

    async def lock(self, name: str) -> str:
        """Refuse log-ins under a name until it is unlocked, and end its sessions."""
        account = await self.find(name)
        await self.store.lock_credential(account, FOREVER)
        await self.sessions.end_all(account)
        await self.note_by_house(account, "locked", until=FOREVER)
        return account

    async def unlock(self, name: str, by: str = HOUSE) -> str:
        """Let the owner of a name log in again."""
        account = await self.find(name)
        await self.store.clear_failures(account)
        await self.note_by_house(account, "unlocked", by)
        return account

    async def replace_password(self, name: str, password: str) -> str:
        """Give a name another password, and end its sessions."""
        credential = await self._find_by_name(name)
        refuse_password(password, credential.name)
        body = await self._set_password(credential, password)
        await self.sessions.end_all(credential.account)
        await self.note_by_house(credential.account, PASSWORD_REPLACED, **body)
        return credential.account

    async def find(self, name: str) -> str:
        """Return the account of a name."""
        return (await self._find_by_name(name)).account

    async def _find_by_name(self, name: str) -> Credential:
        credential = await self.store.credential(name_key(name))
        if credential is None:
            raise ApiError("account/unknown", f"nobody is called {name.strip()!r}")
        return credential

    async def note_by_house(self, account: str, kind: str, by: str = HOUSE, **body: object) -> None:
        """Record in an account's stream how the house changed its log-in."""
        await self._write(account, kind, f"{kind}/{self.clock()}", body, actor=by)

    async def log_in(
        self, name: str, password: str, session: Session | None, address: str = ""
    ) -> Welcome:
        """Start a session of a named account; all refusals look alike and take equally long.

        Only who knows the password learns that the account has a second factor.
        """
        credential = await self.store.credential(name_key(name))
        is_right = await self._is_right(credential, password, address)
        if credential is None or not is_right:
            raise REFUSED
        if await self.store.has_factor(credential.account):
            raise SECOND_FACTOR  # and a password alone makes no address known
        await self.tries.trust(credential.account, address)
        return await self.admit(credential, password, session)

    async def admit(
        self, credential: Credential, password: str, session: Session | None
    ) -> Welcome:
        """Start a session of somebody who has given all that is asked for."""
        account = credential.account
        argon2, turn, _ = split_stored(credential.argon2)
        if self.passwords.is_outdated(argon2):
            stored, _ = self._bind(account, await self.passwords.hash(password), turn - 1)
            await self.store.set_password(account, stored)
        await self._open(account)
        await self.store.note_log_in(account, self.clock())
        return await self._welcome(account, credential.title, session)

    async def is_owner(self, account: str, password: str) -> bool:
        """Return whether a password is right and the account unlocked; count a wrong one."""
        credential = await self.store.account_credential(account)
        return await self._is_right(credential, password, PASSWORDS)

    async def change_password(self, session: Session, old: str, new: str) -> Welcome:
        """Replace a password by its owner, who gives the old one; end all sessions."""
        credential = await self.store.account_credential(session.account)
        if credential is None or not await self._is_right(credential, old, PASSWORDS):
            raise REFUSED
        refuse_password(new, credential.name)
        body = await self._set_password(credential, new)
        await self.sessions.end_all(session.account)
        await self.note(session.account, PASSWORD_CHANGED, **body)
        return await self._welcome(session.account, credential.title)

    async def rename(self, account: str, password: str, name: str) -> str:
        """Give an account another name by its owner, who gives the password; return it.

        The entry does not say the name, which is personal.
        """
        credential = await self._own_credential(account, password)
        name = read_name(name)
        try:
            await self.store.rename_credential(account, name_key(name), name)
        except ConflictError:
            message = f"the name {name} is taken; choose another"
            raise ApiError(NAME_TAKEN, message) from None
        await self.note(credential.account, NAME_CHANGED)
        return name

    async def forget_owner(self, account: str, password: str) -> None:
        """Delete the log-in of an account by its owner; the books keep its number only."""
        await self._own_credential(account, password)
        await self.store.delete_credential(account)
        await self.store.delete_factor(account)
        await self.note(account, OWNER_FORGOTTEN)
        await self.sessions.end_all(account)

    async def reset_password(self, credential: Credential, password: str) -> None:
        """Replace a password, that was looked at, by the owner who has lost the old one."""
        body = await self._set_password(credential, password)
        await self.sessions.end_all(credential.account)
        await self.store.clear_failures(credential.account)
        await self.note(credential.account, PASSWORD_CHANGED, **body)

    async def _own_credential(self, account: str, password: str) -> Credential:
        credential = await self.store.account_credential(account)
        if credential is None:
            raise NAMELESS
        if not await self._is_right(credential, password, PASSWORDS):
            raise REFUSED
        return credential

    async def _is_right(self, credential: Credential | None, password: str, address: str) -> bool:
        self.passwords.refuse_if_busy()  # before the try is counted
        account = credential.account if credential else NOBODY
        async with self.tries.alone(account, address):
            guess = await self.tries.take(account, address)
            is_right = await self.passwords.matches(await self.find_hash(credential), password)
            if credential is None or guess is None or self.is_locked(credential):
                return False
            if is_right:
                await self.tries.forgive(account, address)
        if not is_right:
            self.note_failure_later(account, guess, address)
        return is_right

    def is_locked(self, credential: Credential) -> bool:
        """Return whether the house has locked a name."""
        return self.clock() < credential.locked_until

    def note_failure_later(self, account: str, guess: Guess, address: str = "") -> None:
        """Record a wrong try in the background: an unknown name has none, and takes as long."""
        self._later(self._note_failure(account, guess, address))

    def note_later(self, account: str, kind: str, **body: object) -> None:
        """Record a change of log-in in the background, like `note`."""
        self._later(self.note(account, kind, **body))

    async def note(self, account: str, kind: str, **body: object) -> None:
        """Record in an account's stream that its log-in changed."""
        key = f"{kind}/{self.clock()}/{secrets.token_hex(4)}"
        await self._write(account, kind, key, body)

    async def who(self, session: Session, playing: Playing | None, roles: Iterable[str]) -> Me:
        """Return the owner of a session, the wallet, and when the owner began to play."""
        account = session.account
        name = await self.name(account)
        cents = await self.wallet_cents(account)
        return Me(
            account=account, name=name, wallet_cents=cents, playing=playing, roles=sorted(roles)
        )

    async def name(self, account: str) -> str | None:
        """Return the name of an account; None: a guest."""
        credential = await self.store.account_credential(account)
        return credential.title if credential else None

    async def set_limits(self, account: str, limits: Limits) -> None:
        """Write the limits that a player has set."""
        await self.note(account, KIND, **to_builtins(limits))

    async def wallet_cents(self, account: str) -> int:
        """Return the balance of an account's wallet in whole cents."""
        return await self.store.balance(f"wallet:{account}") // UNITS_PER_CENT

    async def refill(self, account: str, chips_cents: int, key: str) -> Me:
        """Refill a wallet to the amount of a new account; all that the account holds counts.

        Chips at tables, read before this, and withdrawals that wait count as well as the wallet.
        The caller sees to it that no money leaves the wallet meanwhile; what comes back to it in
        between is counted twice, never missed.
        """
        start = self.play_money_cents
        if not start:
            raise ApiError("wallet/no-play-money", "this house gives no play money")

        async def missing() -> tuple[Posting, ...]:
            pending = await self.store.balance(f"pending:{account}") // UNITS_PER_CENT
            held = chips_cents + pending + await self.wallet_cents(account)
            if held >= start:
                message = f"you hold {money(held)}; new play money is for less than {money(start)}"
                raise ApiError("wallet/enough", message)
            return _play_money(account, start - held)

        await self._write(account, "play-money", f"play-money/{key}", {}, missing)
        return Me(account, await self.name(account), await self.wallet_cents(account))

    async def _welcome(
        self, account: str, name: str | None, before: Session | None = None
    ) -> Welcome:
        """Start a session, and end the session that the request came with."""
        token = await self.sessions.start(account, NAMED if name else GUEST)
        if before is not None:
            await self.sessions.end(before)
        return Welcome(account, name, await self.wallet_cents(account), token)

    async def _note_failure(self, account: str, guess: Guess, address: str) -> None:
        log("login-refused", account=account, failures=guess.failures, address=address)
        for tell in self.on_failure:
            tell(account, guess.failures, address)
        if guess.until:
            body = {"failures": guess.failures, "until": guess.until, "address": address}
            key = f"locked/{guess.until}/{guess.address}"
            await self._write(account, "locked", key, body)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish_task)

    def _finish_task(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log("failure-not-counted", level=ERROR, error=describe_error(error))

    async def _open(self, account: str) -> None:
        """Write the first entry of an account, with its play money, unless it exists."""
        cents = self.play_money_cents
        postings = _play_money(account, cents) if cents else ()
        await self._write(account, "opened", "opened", {"play_money_cents": cents}, postings)

    async def _write(
        self,
        account: str,
        kind: str,
        key: str,
        body: dict[str, Any],
        postings: Callable[[], Awaitable[tuple[Posting, ...]]] | tuple[Posting, ...] = (),
        actor: str = "",
    ) -> None:
        """Append an entry to an account's stream, once for each key.

        *postings* may depend on the position in the stream: then they are awaited there.
        """
        stream = account_stream(account)
        text = json.encode(body, order="sorted")
        for left in reversed(range(_TRIES)):
            async with self._writing.setdefault(account, asyncio.Lock()):
                if await self.store.find(stream, key):
                    return
                head = await self.store.head(stream)
                moved = await postings() if callable(postings) else postings
                draft = Draft(
                    stream=stream,
                    kind=kind,
                    actor=actor or account,
                    key=key,
                    body=text,
                    postings=moved,
                )
                at = max(self.clock(), head.at)
                entry = seal(draft, version=head.version + 1, at=at, before=head.hash)
                try:
                    await self.committer.commit([entry])
                except ConflictError:  # another process wrote to the same account in between
                    if not left:
                        raise
                else:
                    return
            await asyncio.sleep(random.uniform(0, _PAUSE_SECONDS))  # noqa: S311 - no secret


def _play_money(account: str, cents: int) -> tuple[Posting, ...]:
    units = cents * UNITS_PER_CENT
    return Posting("house:promo", -units), Posting(f"wallet:{account}", units)


def new_account() -> str:
    """Return the id of a new account."""
    return secrets.token_hex(8)


def account_stream(account: str) -> str:
    """Return the stream that an account's entries are in.

    >>> account_stream("a1")
    'account/a1'
    """
    return f"account/{account}"
