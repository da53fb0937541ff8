"""Staff records beside the books: second factors, recovery codes, set-up links."""

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
        """Return every second factor."""
        return [Factor(*row) for row in await self.statement(_FACTOR)]

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
        """Delete the second factor of an account, and its recovery codes."""
        await self.statement("DELETE FROM recovery WHERE account = $1", account)
        await self.statement("DELETE FROM factor WHERE account = $1", account)

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
