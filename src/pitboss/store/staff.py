"""Staff records beside the books: second factors, passkeys, recovery codes, set-up links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

_T = TypeVar("_T")


class Factor(NamedTuple):
    """The second factor of an account."""

    account: str
    sealed: bytes
    """Its secret, encrypted."""
    step: int = 0
    """The last half minute whose code was used: no code counts twice."""
    confirmed: int = 0
    """When its owner confirmed it; 0: not yet, and it has no effect."""


class Passkey(NamedTuple):
    """A passkey of an account."""

    id: bytes
    """Its credential id, which its authenticator chose."""
    account: str
    name: str
    """What its owner calls it."""
    sealed: bytes
    """Its public key, encrypted: without the key file nobody adds one."""
    counter: int
    """The authenticator's count of signatures at the last use; 0 where it counts none."""
    created: int
    seen: int = 0
    """When it was last used; 0: never."""


class Invitation(NamedTuple):
    """A link by which one person becomes staff. Its token is with that person."""

    token_hash: bytes
    role: str
    until: int


class StaffRecords(Protocol):
    """The records of staff; a subclass defines how a statement is run."""

    async def statement(self, query: str, *values: object) -> list[Any]:
        """Run one statement (`$1` is the first value) durably, and return its rows."""

    async def first(self, kind: Callable[..., _T], query: str, *values: object) -> _T | None:
        """Return the first row of a query, as a record of a kind; None: it has no row."""
        rows = await self.statement(query, *values)
        return kind(*rows[0]) if rows else None

    async def _has_changed(self, query: str, *values: object) -> bool:
        """Run a statement that returns the rows that it changed; return whether it did any."""
        return bool(await self.statement(query, *values))

    async def begin_factor(self, account: str, sealed: bytes) -> bool:
        """Keep an unconfirmed second factor; False if a confirmed one exists."""
        return await self._has_changed(
            "INSERT INTO factor VALUES ($1, $2, 0, 0) ON CONFLICT (account) DO UPDATE "
            "SET sealed = $2, step = 0 WHERE factor.confirmed = 0 RETURNING account",
            account,
            sealed,
        )

    async def factor(self, account: str) -> Factor | None:
        """Return the second factor of an account, confirmed or not."""
        return await self.first(Factor, f"{_FACTOR} WHERE account = $1", account)

    async def factors(self) -> list[Factor]:
        """Return the codes of every account that has or begins them."""
        return [Factor(*row) for row in await self.statement(_FACTOR)]

    async def has_factor(self, account: str) -> bool:
        """Return whether an account has a second factor: confirmed codes, or a passkey."""
        query = f"SELECT 1 FROM ({_HOLDERS}) AS holder WHERE account = $1"  # noqa: S608 - ours
        return bool(await self.statement(query, account))

    async def factor_holders(self) -> set[str]:
        """Return every account that has a second factor."""
        return {account for (account,) in await self.statement(_HOLDERS)}

    async def use_step(self, account: str, step: int) -> bool:
        """Record the use of a half minute's code; False if it or a later one was used."""
        return await self._has_changed(
            "UPDATE factor SET step = $2 WHERE account = $1 AND step < $2 RETURNING account",
            account,
            step,
        )

    async def confirm_factor(self, account: str, at: int) -> bool:
        """Confirm a second factor; False if it is confirmed already."""
        return await self._has_changed(
            "UPDATE factor SET confirmed = $2 WHERE account = $1 AND confirmed = 0 "
            "RETURNING account",
            account,
            at,
        )

    async def delete_factor(self, account: str) -> None:
        """Delete every second factor of an account, and its recovery codes."""
        await self.statement("DELETE FROM recovery WHERE account = $1", account)
        await self.statement("DELETE FROM passkey WHERE account = $1", account)
        await self.statement("DELETE FROM factor WHERE account = $1", account)

    async def add_passkey(self, passkey: Passkey, most: int) -> bool:
        """Keep a passkey; False if its id is known, or the account has so many."""
        return await self._has_changed(
            "INSERT INTO passkey SELECT $1, $2, $3, $4, $5, $6, $7 "
            "WHERE (SELECT count(*) FROM passkey WHERE account = $2) < $8 "
            "ON CONFLICT (id) DO NOTHING RETURNING id",
            *passkey,
            most,
        )

    async def passkeys(self, account: str) -> list[Passkey]:
        """Return the passkeys of an account, the oldest first."""
        query = "SELECT * FROM passkey WHERE account = $1 ORDER BY created, id"
        return [Passkey(*row) for row in await self.statement(query, account)]

    async def use_passkey(self, passkey: Passkey, counter: int, at: int) -> bool:
        """Record a use; False if the counter did not grow, so that there may be a copy."""
        return await self._has_changed(
            "UPDATE passkey SET counter = $3, seen = $4 WHERE id = $1 AND account = $2 "
            "AND (counter < $3 OR counter = 0 AND $3 = 0) RETURNING id",
            passkey.id,
            passkey.account,
            counter,
            at,
        )

    async def delete_passkey(self, passkey: Passkey) -> bool:
        """Delete a passkey, and the recovery codes where it was the last second factor."""
        query = "DELETE FROM passkey WHERE id = $1 AND account = $2 RETURNING id"
        is_deleted = await self._has_changed(query, passkey.id, passkey.account)
        if not await self.has_factor(passkey.account):
            await self.statement("DELETE FROM recovery WHERE account = $1", passkey.account)
        return is_deleted

    async def set_challenge(self, session: bytes, purpose: str, value: bytes, until: int) -> None:
        """Keep the challenge of a session; it replaces an earlier one."""
        await self.statement(
            "INSERT INTO challenge VALUES ($1, $2, $3, $4) ON CONFLICT (session) DO UPDATE "
            "SET purpose = $2, value = $3, until = $4",
            session,
            purpose,
            value,
            until,
        )

    async def take_challenge(self, session: bytes, purpose: str, now: int) -> bytes | None:
        """Delete the challenge of a session; return it if it was for this and is not too old."""
        query = "DELETE FROM challenge WHERE session = $1 RETURNING purpose, value, until"
        for made_for, value, until in await self.statement(query, session):
            if made_for == purpose and now < until:
                return bytes(value)
        return None

    async def delete_old_challenges(self, now: int) -> None:
        """Delete challenges that nobody can answer any more."""
        await self.statement("DELETE FROM challenge WHERE until <= $1", now)

    async def set_recovery(self, account: str, hashes: Sequence[bytes]) -> None:
        """Replace the recovery codes of an account."""
        await self.statement("DELETE FROM recovery WHERE account = $1", account)
        rows = ", ".join(f"($1, ${place})" for place in range(2, len(hashes) + 2))
        await self.statement(f"INSERT INTO recovery VALUES {rows}", account, *hashes)  # noqa: S608

    async def use_recovery(self, account: str, code_hash: bytes) -> bool:
        """Use up a recovery code; False for an unknown one."""
        return await self._has_changed(
            "DELETE FROM recovery WHERE account = $1 AND code_hash = $2 RETURNING account",
            account,
            code_hash,
        )

    async def step_up(self, token_hash: bytes, new_hash: bytes, at: int) -> bool:
        """Record that a session's owner gave the second factor, with the session's new token."""
        return await self._has_changed(
            "UPDATE session SET token_hash = $2, stepped_up = $3, seen = $3 "
            "WHERE token_hash = $1 RETURNING account",
            token_hash,
            new_hash,
            at,
        )

    async def note_log_in(self, account: str, at: int) -> None:
        """Record when an account last logged in."""
        await self.statement("UPDATE credential SET seen = $2 WHERE account = $1", account, at)

    async def add_invitation(self, invitation: Invitation) -> None:
        """Keep a link; it replaces an earlier one for the same role."""
        await self.statement("DELETE FROM invitation WHERE role = $1", invitation.role)
        await self.statement("INSERT INTO invitation VALUES ($1, $2, $3)", *invitation)

    async def invitation(self, token_hash: bytes) -> Invitation | None:
        """Return the link of a token."""
        query = "SELECT token_hash, role, until FROM invitation WHERE token_hash = $1"
        return await self.first(Invitation, query, token_hash)

    async def delete_invitation(self, token_hash: bytes) -> None:
        """Delete a link."""
        await self.statement("DELETE FROM invitation WHERE token_hash = $1", token_hash)


_FACTOR = "SELECT account, sealed, step, confirmed FROM factor"
_HOLDERS = "SELECT account FROM factor WHERE confirmed > 0 UNION SELECT account FROM passkey"
