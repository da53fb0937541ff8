"""The second factor of staff: enrolment, confirmation, and a fresh check for weighty commands.

A session of staff has only a player's permissions until its owner gives password and code.
Commands that need a second person require them again after five minutes.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from msgspec import structs

from pitboss.server.accounts.accounts import REFUSED as LOG_IN_REFUSED
from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.sessions import MINUTE, Sessions
from pitboss.server.accounts.tries import CODES, NOBODY
from pitboss.server.keys import Keys, SealError
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import Welcome
from pitboss.server.staff import totp
from pitboss.server.staff.wire import FactorBegun
from pitboss.store import Credential, Session, Store

STEP_UP: Final = 5 * MINUTE
"""How long password and code stay valid for commands that need them."""
RECOVERY_CODES: Final = 10
_RECOVERY_BYTES: Final = 10

MISSING: Final = ApiError(
    "factor/missing", "staff have a second factor: POST /api/1/me/factor, and then confirm it"
)
NEEDED: Final = ApiError(
    "step-up/needed", "this needs your password and a code: POST /api/1/step-up, and try again"
)
REFUSED: Final = ApiError(
    "step-up/refused", "password or code is wrong, or the account is locked for a few minutes"
)
_NO_NAME: Final = ApiError("account/nameless", "a guest has no password; register first")
_LOST: Final = ApiError(
    "factor/lost", "the server has another key file than when this was enrolled; have it reset"
)
_ENROLLED: Final = ApiError("factor/enrolled", "this account has a second factor already")


@dataclass(frozen=True)
class Factors:
    """The second factors of a server."""

    store: Store
    keys: Keys
    accounts: Accounts
    sessions: Sessions

    async def begin(self, account: str, password: str) -> FactorBegun:
        """Draw a secret; it replaces an unconfirmed one."""
        credential = await self.store.account_credential(account)
        if credential is None:
            raise _NO_NAME
        if not await self.accounts.is_owner(account, password):
            raise REFUSED
        secret = secrets.token_bytes(totp.SECRET_BYTES)
        if not await self.store.begin_factor(account, self.keys.seal(_label(account), secret)):
            raise _ENROLLED
        link = totp.authenticator_link(secret, credential.name)
        return FactorBegun(totp.secret_text(secret), link)

    async def confirm(self, session: Session, code: str) -> tuple[str, list[str]]:
        """Activate a secret after its owner gives a right code.

        Return the session's new token and the recovery codes, which are shown once.
        """
        account = session.account
        factor = await self.store.factor(account)
        if factor is None or factor.confirmed:
            raise ApiError("factor/none", "there is nothing to confirm: POST /api/1/me/factor")
        if not await self._is_right(account, code):
            raise REFUSED
        if not await self.store.confirm_factor(account, self.sessions.clock()):
            raise _ENROLLED
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        await self.store.set_recovery(account, [_hash(recovery) for recovery in codes])
        await self.accounts.note(account, "factor-confirmed")
        return await self.sessions.step_up(session), codes

    async def step_up(self, session: Session, password: str, code: str, address: str) -> str:
        """Take password and code once more, and return the session's new token."""
        account = session.account
        if not await self.has(account):
            raise MISSING
        credential = await self.store.account_credential(account)
        if not await self._are_right(credential, password, code, address, is_inside=True):
            raise REFUSED
        return await self.sessions.step_up(session)

    async def log_in(
        self, name: str, password: str, code: str, session: Session | None, address: str
    ) -> Welcome:
        """Start a session with password and code at once: whatever strangers have locked.

        A stranger without the password cannot fill the row in which codes are counted.
        """
        credential = await self.store.credential(name.strip().lower())
        are_right = await self._are_right(credential, password, code, address, is_inside=False)
        if credential is None or not are_right:
            raise LOG_IN_REFUSED
        welcome = await self.accounts.admit(credential, password, session)
        begun = await self.sessions.find(welcome.token)
        assert begun is not None, "it began a moment ago"
        return structs.replace(welcome, token=await self.sessions.step_up(begun))

    async def _are_right(
        self,
        credential: Credential | None,
        password: str,
        code: str,
        address: str,
        *,
        is_inside: bool,
    ) -> bool:
        """Return whether password and code are right; count a wrong pair.

        Without a session, only a pair with the right password is counted: others tell nothing.
        """
        tries, passwords = self.accounts.tries, self.accounts.passwords
        is_password = await passwords.matches(credential and credential.argon2, password)
        account = credential.account if credential and (is_password or is_inside) else NOBODY
        async with tries.alone(account, CODES):
            guess = await tries.take(account, CODES)
            if credential is None or account == NOBODY or guess is None:
                return False
            if self.accounts.is_locked(credential):
                return False
            if is_password and await self._is_confirmed_code(account, code):
                await tries.forgive(account, CODES)
                await tries.forgive(account, address)
                await tries.trust(account, address)
                return True
        self.accounts.note_failure_later(account, guess, address)
        return False

    async def _is_confirmed_code(self, account: str, code: str) -> bool:
        return await self.has(account) and (
            await self._is_right(account, code)
            or await self.store.use_recovery(account, _hash(code))
        )

    async def has(self, account: str) -> bool:
        """Return whether an account has a confirmed second factor."""
        factor = await self.store.factor(account)
        return factor is not None and factor.confirmed > 0

    async def check(self, session: Session, *, fresh: bool) -> None:
        """Refuse a session without the second factor; *fresh*: without a recent one."""
        if session.stepped_up:
            if fresh and not is_fresh(session, self.sessions.clock()):
                raise NEEDED
        else:
            raise NEEDED if await self.has(session.account) else MISSING

    async def remove(self, account: str) -> None:
        """Remove a lost second factor from an account, and end its sessions."""
        await self.store.delete_factor(account)
        await self.sessions.end_all(account)

    async def _is_right(self, account: str, code: str) -> bool:
        factor = await self.store.factor(account)
        if factor is None:
            return False
        try:
            secret = self.keys.unseal(_label(account), factor.sealed)
        except SealError:
            raise _LOST from None
        step = totp.find_step(code.strip(), secret, self.sessions.clock())
        return step is not None and await self.store.use_step(account, step)


def is_fresh(session: Session, now: int) -> bool:
    """Return whether password and code were given recently in a session."""
    return session.stepped_up > 0 and now < session.stepped_up + STEP_UP


def _label(account: str) -> str:
    return f"second factor of {account}"


def _recovery_code() -> str:
    text = b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode("ascii").lower()
    return "-".join(text[start : start + 4] for start in range(0, len(text), 4))


def _hash(code: str) -> bytes:
    """Return the hash of a recovery code, however it is typed."""
    return sha256("".join(code.lower().split()).replace("-", "").encode()).digest()
