"""Passkeys (WebAuthn): a second factor that no page of another site can ask for.

A challenge belongs to one session and counts once. What a passkey signs names the site; the site is
one that the operator configured, or this machine itself. A public key is sealed with the key file,
for its account and id, so a row that is written into the books, or moved, opens nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from starlette.datastructures import Headers
from starlette.types import Scope

from pitboss.server.accounts.accounts import Accounts
from pitboss.server.accounts.sessions import MINUTE
from pitboss.server.keys import Keys, SealError
from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.wire import PasskeyUse, moment_text
from pitboss.server.staff import wire
from pitboss.store import Credential, Passkey, Session, Store

PASSKEYS_MAX: Final = 10
"""Passkeys of one account."""
VALID_FOR: Final = 5 * MINUTE
"""How long a challenge can be answered."""
ADDED = "passkey-added"
REMOVED = "passkey-removed"
COPIED = "passkey-copied"
_CHALLENGE_BYTES: Final = 32
_ID_BYTES_MAX: Final = 1_023
"""The longest id of a credential that the standard allows."""
_ALGORITHMS: Final = (-7, -8, -257)
"""ES256, EdDSA, RS256: one of them is in every authenticator."""
_MAKE = "make"
_USE = "use"
_PREFERRED: Final = UserVerificationRequirement.PREFERRED
_REFUSED: Final = ApiError(
    "passkey/refused", "this passkey does not fit what was asked; begin again"
)
_LOST: Final = ApiError(
    "factor/lost", "the server has another key file than when this was enrolled; have it reset"
)


class Site(NamedTuple):
    """The site for which passkeys are made."""

    name: str
    """Its host: the id of the relying party."""
    origin: str
    """Its pages: "https://floor.example"."""


@dataclass(frozen=True)
class Signed:
    """What a passkey signed, at a site and in a session."""

    given: PasskeyUse
    site: Site
    session: Session


def find_site(scope: Scope, origins: frozenset[str]) -> Site:
    """Return the site of a request, whose host the guard has checked.

    Browsers keep passkeys for names only, and over http for this machine alone.
    """
    host = Headers(scope=scope).get("host", "").lower()
    for origin in origins:
        if origin.partition("://")[2] == host:
            return Site(urlsplit(origin).hostname or "", origin)
    name = host.partition(":")[0]
    if name == "localhost":
        return Site(name, f"{scope['scheme']}://{host}")
    message = "passkeys are for a named site: open it as localhost, or start with --origin"
    raise ApiError("passkey/host", message)


@dataclass(frozen=True)
class Passkeys:
    """The passkeys of a server."""

    store: Store
    keys: Keys
    accounts: Accounts

    async def begin(
        self, session: Session, credential: Credential, site: Site
    ) -> Mapping[str, Any]:
        """Return how a browser makes a passkey for the owner of a session."""
        known = await self.store.passkeys(credential.account)
        user = PublicKeyCredentialUserEntity(
            id=credential.account.encode(), name=credential.title, display_name=credential.title
        )
        options, _ = _server(site).register_begin(
            user,
            [_describe(passkey) for passkey in known],
            ResidentKeyRequirement.REQUIRED,  # found at log-in without a list of its ids
            _PREFERRED,
            challenge=await self._challenge(session, _MAKE),
        )
        return dict(options)["publicKey"]  # type: ignore[no-any-return]

    async def add(self, session: Session, made: wire.PasskeyMade, site: Site) -> wire.PasskeySeen:
        """Keep the passkey that a browser made."""
        challenge = await self._take(session, _MAKE)
        try:
            data = _read_made(challenge, made, site)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is refused alike
            raise _REFUSED from None
        id_ = data.credential_data.credential_id  # type: ignore[union-attr]
        now = self.accounts.clock()
        public = bytes(data.credential_data or b"")
        sealed = self.keys.seal(_label(session.account, id_), public)
        name = " ".join(made.name.split()) or "passkey"
        passkey = Passkey(
            id=id_,
            account=session.account,
            name=name,
            sealed=sealed,
            counter=data.counter,
            created=now,
        )
        if not await self.store.add_passkey(passkey, PASSKEYS_MAX):
            message = f"an account has at most {PASSKEYS_MAX} passkeys, each once; remove one"
            raise ApiError("passkey/too-many", message)
        await self.accounts.note(session.account, ADDED, passkey=short_id(passkey))
        return show_passkey(passkey)

    async def ask(self, session: Session, site: Site) -> Mapping[str, Any]:
        """Return how a browser has a passkey sign: one of the account, or any that it knows.

        Who is not logged in is given no list: it would tell whose account has passkeys.
        """
        own = [_describe(passkey) for passkey in await self.store.passkeys(session.account)]
        challenge = await self._challenge(session, _USE)
        options, _ = _server(site).authenticate_begin(own or None, _PREFERRED, challenge)
        return dict(options)["publicKey"]  # type: ignore[no-any-return]

    async def is_right(self, account: str, signed: Signed) -> bool:
        """Return whether a passkey of an account signed the challenge of the session."""
        now = self.accounts.clock()
        challenge = await self.store.take_challenge(signed.session.token_hash, _USE, now)
        if challenge is None:
            return False
        for passkey in await self.store.passkeys(account):
            if websafe_encode(passkey.id) == signed.given.id.rstrip("="):
                break
        else:
            return False
        try:
            public = self.keys.unseal(_label(account, passkey.id), passkey.sealed)
        except SealError:
            raise _LOST from None
        try:
            counter = _read_use(challenge, AttestedCredentialData(public), signed)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it is refused alike
            return False
        if await self.store.use_passkey(passkey, counter, now):
            return True
        self.accounts.note_later(account, COPIED, passkey=short_id(passkey))
        return False

    async def remove(self, account: str, short: str) -> None:
        """Remove a passkey."""
        for passkey in await self.store.passkeys(account):
            if short_id(passkey) == short and await self.store.delete_passkey(passkey):
                await self.accounts.note(account, REMOVED, passkey=short)
                return
        raise ApiError("passkey/unknown", "you have no such passkey")

    async def prune(self) -> None:
        """Delete challenges that are too old."""
        await self.store.delete_old_challenges(self.accounts.clock())

    async def _challenge(self, session: Session, purpose: str) -> bytes:
        value = secrets.token_bytes(_CHALLENGE_BYTES)
        until = self.accounts.clock() + VALID_FOR
        await self.store.set_challenge(session.token_hash, purpose, value, until)
        return value

    async def _take(self, session: Session, purpose: str) -> bytes:
        now = self.accounts.clock()
        challenge = await self.store.take_challenge(session.token_hash, purpose, now)
        if challenge is None:
            raise _REFUSED
        return challenge


def show_passkey(passkey: Passkey) -> wire.PasskeySeen:
    """Return what the owner of a passkey sees of it."""
    seen = moment_text(passkey.seen) if passkey.seen else None
    return wire.PasskeySeen(short_id(passkey), passkey.name, moment_text(passkey.created), seen)


def short_id(passkey: Passkey) -> str:
    """Return the id by which the journal and the owner name a passkey."""
    return sha256(passkey.id).hexdigest()[:16]


def _read_made(challenge: bytes, made: wire.PasskeyMade, site: Site) -> AuthenticatorData:
    """Return what an authenticator says of a new passkey; raise if anything does not fit."""
    attestation = AttestationObject(websafe_decode(made.attestation))
    credential = attestation.auth_data.credential_data
    if credential is None or not 0 < len(credential.credential_id) <= _ID_BYTES_MAX:
        raise ValueError("no credential")
    if credential.public_key.get(3) not in _ALGORITHMS:
        raise ValueError("an algorithm that nobody asked for")
    data = CollectedClientData(websafe_decode(made.client_data))
    response = RegistrationResponse(
        raw_id=credential.credential_id,
        response=AuthenticatorAttestationResponse(client_data=data, attestation_object=attestation),
    )
    return _server(site).register_complete(_state(challenge), response)


def _read_use(challenge: bytes, public: AttestedCredentialData, signed: Signed) -> int:
    """Return the counter of a signature; raise if anything does not fit."""
    given = signed.given
    data = AuthenticatorData(websafe_decode(given.authenticator_data))
    response = AuthenticatorAssertionResponse(
        client_data=CollectedClientData(websafe_decode(given.client_data)),
        authenticator_data=data,
        signature=websafe_decode(given.signature),
    )
    answer = AuthenticationResponse(raw_id=public.credential_id, response=response)
    _server(signed.site).authenticate_complete(_state(challenge), [public], answer)
    return data.counter


def _server(site: Site) -> Fido2Server:
    server = Fido2Server(
        PublicKeyCredentialRpEntity(name="Pitboss", id=site.name),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin == site.origin,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=algorithm)
        for algorithm in _ALGORITHMS
    ]
    return server


def _state(challenge: bytes) -> dict[str, Any]:
    return {"challenge": websafe_encode(challenge), "user_verification": _PREFERRED}


def _describe(passkey: Passkey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=passkey.id)


def _label(account: str, id_: bytes) -> str:
    return f"passkey {id_.hex()} of {account}"
