"""Second factors: codes and passkeys, recovery codes, and a fresh check for weighty commands.

Whoever has a second factor logs in with it. A session of staff has only a player's permissions
until its owner has given one. Commands that need a second person require password and second factor
again after five minutes, and so does a change of the factors themselves.
"""

from __future__ import annotations

import secrets
from base64 import b32encode
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from msgspec import structs
from starlette.types import Scope

from pitboss.pit.binding import FACTOR_CONFIRMED, RECOVERY_DRAWN, STREAM, is_factor_bound
from pitboss.server.accounts.accounts import NAMELESS, Accounts
from pitboss.server.accounts.accounts import REFUSED as LOG_IN_REFUSED
from pitboss.server.accounts.names import name_key
from pitboss.server.accounts.passwords import refuse_password
from pitboss.server.accounts.sessions import MINUTE, Sessions
from pitboss.server.accounts.tries import CODES, NOBODY
from pitboss.server.keys import Keys, SealError
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import PasskeyUse, Welcome
from pitboss.server.staff import totp
from pitboss.server.staff.passkeys import Passkeys, Signed, Site, find_site, show_passkey
from pitboss.server.staff.wire import FactorBegun, OwnFactors, PasskeyAdded, PasskeyMade
from pitboss.store import Credential, Session, Store

STEP_UP: Final = 5 * MINUTE
"""How long password and second factor stay valid for commands that need them."""
RECOVERY_CODES: Final = 10
_RECOVERY_BYTES: Final = 10

MISSING: Final = ApiError(
    "factor/missing", "staff have a second factor: POST /api/1/me/factor or /api/1/me/passkeys"
)
NEEDED: Final = ApiError(
    "step-up/needed",
    "this needs your password and a code or passkey: POST /api/1/step-up, and try again",
)
REFUSED: Final = ApiError(
    "step-up/refused",
    "password, code or passkey is wrong, or the account is locked for a few minutes",
)
_LOST: Final = ApiError(
    "factor/lost", "the server has another key file than when this was enrolled; have it reset"
)
_ENROLLED: Final = ApiError("factor/enrolled", "this account has a second factor already")
Proof = str | Signed
"""A code, or what a passkey signed."""


@dataclass(frozen=True)
class Factors:
    """The second factors of a server."""

    store: Store
    keys: Keys
    accounts: Accounts
    sessions: Sessions
    origins: frozenset[str] = frozenset()
    """The sites of the server."""

    @cached_property
    def passkeys(self) -> Passkeys:
        """The passkeys among them."""
        return Passkeys(self.store, self.keys, self.accounts)

    def find_site(self, scope: Scope) -> Site:
        """Return the site of a request; passkeys belong to one."""
        return find_site(scope, self.origins)

    def read_proof(
        self, scope: Scope, session: Session | None, code: str, passkey: PasskeyUse | None
    ) -> Proof:
        """Return what a request gives as second factor; a passkey needs the session it was for."""
        if passkey is None or session is None:
            return code
        return Signed(passkey, self.find_site(scope), session)

    async def list_own(self, account: str) -> OwnFactors:
        """Return the second factors of an account."""
        factor = await self.store.factor(account)
        passkeys = [show_passkey(passkey) for passkey in await self.store.passkeys(account)]
        return OwnFactors(passkeys, codes=factor is not None and factor.confirmed > 0)

    async def begin_passkey(self, session: Session, password: str, site: Site) -> dict[str, Any]:
        """Return how a browser makes a passkey for an account."""
        credential = await self._own_credential(session, password)
        return dict(await self.passkeys.begin(session, credential, site))

    async def add_passkey(self, session: Session, made: PasskeyMade, site: Site) -> PasskeyAdded:
        """Keep a passkey; the first second factor comes with recovery codes."""
        is_first = not await self.has(session.account)
        passkey = await self.passkeys.add(session, made, site)
        codes = await self._draw_recovery(session.account) if is_first else []
        return PasskeyAdded(await self.sessions.step_up(session), passkey, codes)

    async def _own_credential(self, session: Session, password: str) -> Credential:
        """Return the credential of an owner who may add a second factor now.

        Who has one gives it again: a password alone must not add another.
        """
        credential = await self.store.account_credential(session.account)
        if credential is None:
            raise NAMELESS
        if not await self.accounts.is_owner(session.account, password):
            raise REFUSED
        if await self.has(session.account):
            await self.check(session, fresh=True)
        return credential

    async def begin(self, session: Session, password: str) -> FactorBegun:
        """Draw a secret; it replaces an unconfirmed one."""
        credential = await self._own_credential(session, password)
        account = session.account
        secret = secrets.token_bytes(totp.SECRET_BYTES)
        if not await self.store.begin_factor(account, self.keys.seal(_label(account), secret)):
            raise _ENROLLED
        link = totp.authenticator_link(secret, credential.title)
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
        codes = await self._draw_recovery(account)
        digest = self.keys.binding.digest("factor", account, factor.sealed)
        await self.accounts.note(account, FACTOR_CONFIRMED, factor=digest)
        return await self.sessions.step_up(session), codes

    async def _draw_recovery(self, account: str) -> list[str]:
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        hashes = [self._bound_hash(account, recovery) for recovery in codes]
        await self.store.set_recovery(account, hashes)
        await self.accounts.note(account, RECOVERY_DRAWN)
        return codes

    async def draw_recovery(self, account: str, password: str) -> list[str]:
        """Draw recovery codes for a lost password; an account with a second factor has its own."""
        if await self.store.account_credential(account) is None:
            raise NAMELESS
        if not await self.accounts.is_owner(account, password):
            raise LOG_IN_REFUSED
        if await self.has(account):
            raise _ENROLLED
        return await self._draw_recovery(account)

    async def recover(self, name: str, code: str, password: str, address: str) -> None:
        """Set a new password with a recovery code; all refusals look alike.

        With a second factor a code is worth that factor, and never the password as well. Tries are
        counted as those to log in are, so a stranger locks out only himself; and a new password is
        refused before anybody is looked for, or the refusal would tell which names there are.
        """
        refuse_password(password, name_key(name))
        self.accounts.passwords.refuse_if_busy()  # before the try is counted, and a code used up
        credential = await self.store.credential(name_key(name))
        account = credential.account if credential else NOBODY
        tries = self.accounts.tries
        async with tries.alone(account, address):
            guess = await tries.take(account, address)
            if credential is None or guess is None or self.accounts.is_locked(credential):
                raise LOG_IN_REFUSED
            if await self.has(account) or not await self._use_recovery(account, code):
                self.accounts.note_failure_later(account, guess, address)
                raise LOG_IN_REFUSED
            await tries.forgive(account, address)
        await self.accounts.reset_password(credential, password)

    def _bound_hash(self, account: str, code: str) -> bytes:
        """Return the hash of a recovery code as it is stored: nobody else can make one."""
        return bytes.fromhex(self.keys.binding.digest("recovery", account, _hash(code)))

    async def _use_recovery(self, account: str, code: str) -> bool:
        """Use up a recovery code; those of before were stored without the key."""
        if await self.store.use_recovery(account, self._bound_hash(account, code)):
            return True
        is_older = await self.store.last_of(f"{STREAM}{account}", (RECOVERY_DRAWN,)) is None
        return is_older and await self.store.use_recovery(account, _hash(code))

    async def step_up(self, session: Session, password: str, proof: Proof, address: str) -> str:
        """Take password and second factor once more, and return the session's new token."""
        account = session.account
        if not await self.has(account):
            raise MISSING
        credential = await self.store.account_credential(account)
        if not await self._are_right(credential, password, proof, address, is_inside=True):
            raise REFUSED
        return await self.sessions.step_up(session)

    async def log_in(
        self, name: str, password: str, proof: Proof, session: Session | None, address: str
    ) -> Welcome:
        """Start a session with password and second factor: whatever strangers have locked.

        A stranger without the password cannot fill the row in which codes are counted.
        """
        credential = await self.store.credential(name_key(name))
        are_right = await self._are_right(credential, password, proof, address, is_inside=False)
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
        proof: Proof,
        address: str,
        *,
        is_inside: bool,
    ) -> bool:
        """Return whether password and second factor are right; count a wrong pair.

        Without a session, only a pair with the right password is counted: others tell nothing.
        """
        tries = self.accounts.tries
        passwords = self.accounts.passwords
        is_password = await passwords.matches(await self.accounts.find_hash(credential), password)
        account = credential.account if credential and (is_password or is_inside) else NOBODY
        async with tries.alone(account, CODES):
            guess = await tries.take(account, CODES)
            if credential is None or account == NOBODY or guess is None:
                return False
            if self.accounts.is_locked(credential):
                return False
            if is_password and await self._is_proof(account, proof):
                await tries.forgive(account, CODES)
                await tries.forgive(account, address)
                await tries.trust(account, address)
                return True
        self.accounts.note_failure_later(account, guess, address)
        return False

    async def _is_proof(self, account: str, proof: Proof) -> bool:
        if isinstance(proof, Signed):
            return await self.passkeys.is_right(account, proof)
        factor = await self.store.factor(account)
        is_code = factor is not None and factor.confirmed and await self._is_right(account, proof)
        return bool(is_code) or (
            await self.has(account) and await self._use_recovery(account, proof)
        )

    async def has(self, account: str) -> bool:
        """Return whether an account has a second factor: confirmed codes, or a passkey."""
        return await self.store.has_factor(account)

    async def check(self, session: Session, *, fresh: bool) -> None:
        """Refuse a session without the second factor; *fresh*: without a recent one."""
        if session.stepped_up:
            if fresh and not is_fresh(session, self.sessions.clock()):
                raise NEEDED
        else:
            raise NEEDED if await self.has(session.account) else MISSING

    async def remove(self, account: str) -> None:
        """Remove the lost second factors of an account, and end its sessions."""
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
        if factor.confirmed and not await is_factor_bound(self.store, self.keys.binding, factor):
            raise _LOST
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
