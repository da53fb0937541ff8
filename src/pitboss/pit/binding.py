"""Bind how people log in to the key file and to the journal.

Passwords and second factors are beside the books, not in them: an entry is for ever, and a hash of
a password is not for everybody who reads entries. So each stored hash carries a code (HMAC) that
only a holder of the key file can make, over the account, the hash and a *turn*. The turn grows with
every new password, and the journal says which one is in force. A hash that somebody else put there
has no code, and one that was in force before has an earlier turn.

The stored text is `HASH#TURN#CODE`. The row is written before its entry: after a crash in between,
its turn is ahead of the journal, which is right.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import json

from pitboss.ledger.entry import Entry
from pitboss.ledger.findings import Finding
from pitboss.store import Credential, Factor, Store

REGISTERED: Final = "registered"
PASSWORD_CHANGED: Final = "password-changed"  # noqa: S105 - a kind of entry
PASSWORD_REPLACED: Final = "password-replaced"  # noqa: S105 - a kind of entry
"""By the owner, and by the house."""
PASSWORD_BOUND: Final = "password-bound"  # noqa: S105 - a kind of entry
"""A password of before was bound for the first time."""
PASSWORD_KINDS: Final = (REGISTERED, PASSWORD_CHANGED, PASSWORD_REPLACED, PASSWORD_BOUND)
"""The entries after which another password is in force."""
FACTOR_CONFIRMED: Final = "factor-confirmed"
RECOVERY_DRAWN: Final = "recovery-drawn"
STREAM: Final = "account/"
_decode: Final = json.Decoder(dict[str, Any]).decode


def is_same(given: str, right: str) -> bool:
    """Compare two texts in constant time; one from outside may have any letters.

    >>> is_same("042137", "042137"), is_same("é42137", "042137")
    (True, False)
    """
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), right.encode())


@dataclass(frozen=True)
class Binding:
    """Makes and checks the codes.

    >>> binding = Binding(bytes(32))
    >>> stored = binding.bind("a1", "$argon2id$x", 2)
    >>> binding.read("a1", stored, 2), binding.read("a1", stored, 3), binding.read("b2", stored, 2)
    ('$argon2id$x', None, None)
    """

    key: bytes = field(repr=False)

    def bind(self, account: str, argon2: str, turn: int) -> str:
        """Return a hash as it is stored."""
        return f"{argon2}#{turn}#{self.digest('password', account, argon2, str(turn))}"

    def read(self, account: str, stored: str, turn: int | None) -> str | None:
        """Return the hash of what is stored, or None if it is not what the journal says.

        *turn* is that of the journal. None: it has no turn, because the password is older than
        turns; then a hash without a code counts as well.
        """
        argon2, own, code = split_stored(stored)
        if not code:
            return argon2 if turn is None else None
        right = self.digest("password", account, argon2, str(own))
        return argon2 if is_same(code, right) and own >= (turn or 0) else None

    def digest(self, *parts: str | bytes) -> str:
        """Return a code over some parts, in hex."""
        whole = b"".join(
            len(part).to_bytes(4, "big") + part
            for part in (it.encode() if isinstance(it, str) else it for it in parts)
        )
        return hmac.digest(self.key, whole, "sha256").hex()


def split_stored(stored: str) -> tuple[str, int, str]:
    """Return hash, turn and code of what is stored; turn 0 and no code for an older row.

    >>> split_stored("$argon2id$x")
    ('$argon2id$x', 0, '')
    """
    argon2, _, rest = stored.partition("#")
    turn, _, code = rest.partition("#")
    return (argon2, int(turn), code) if turn.isdecimal() else (argon2, 0, "")


async def read_turn(store: Store, account: str) -> int | None:
    """Return the turn of the password in force; 0: there is no entry yet; None: it has none."""
    entry = await store.last_of(f"{STREAM}{account}", PASSWORD_KINDS)
    return 0 if entry is None else _decode(entry.body).get("turn")


async def is_factor_bound(store: Store, binding: Binding, factor: Factor) -> bool:
    """Return whether a confirmed second factor is the one that the journal says."""
    entry = await store.last_of(f"{STREAM}{factor.account}", (FACTOR_CONFIRMED,))
    digest = None if entry is None else _decode(entry.body).get("factor")
    return digest is None or digest == binding.digest("factor", factor.account, factor.sealed)


class LogIns:
    """Compares how people log in with the journal, as it is read."""

    def __init__(self) -> None:
        """Start before the first entry."""
        self._turns: dict[str, int | None] = {}

    def add(self, entry: Entry) -> None:
        """Take one more entry."""
        if entry.kind in PASSWORD_KINDS and entry.stream.startswith(STREAM):
            account = entry.stream.removeprefix(STREAM)
            self._turns[account] = _decode(entry.body).get("turn")

    async def finding(self, store: Store, binding: Binding) -> Finding | None:
        """Return the first log-in that is not what the journal says."""
        for credential in await store.credentials():
            if wrong := _credential_finding(credential, self._turns, binding):
                return wrong
        for factor in await store.factors():
            if factor.confirmed and not await is_factor_bound(store, binding, factor):
                message = f"the second factor of account {factor.account} was replaced"
                return Finding("log-in/changed", f"account {factor.account}", message)
        return None


def _credential_finding(
    credential: Credential, turns: Mapping[str, int | None], binding: Binding
) -> Finding | None:
    account = credential.account
    if binding.read(account, credential.argon2, turns.get(account, 0)) is not None:
        return None
    message = f"the password of account {account} is not the one that was set"
    return Finding("log-in/changed", f"account {account}", message)
