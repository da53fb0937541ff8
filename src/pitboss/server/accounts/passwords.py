"""Passwords: which are accepted, and argon2id hashing in a few threads."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.server.requests.errors import ApiError
from pitboss.server.requests.limits import HASHES_AT_ONCE, HASHES_WAITING_MAX

LENGTH_MIN: Final = 8
LENGTH_MAX: Final = 128
_HASHER: Final = PasswordHasher(
    time_cost=2, memory_cost=19_456, parallelism=1, hash_len=32, salt_len=16
)
"""The least that OWASP asks of argon2id: two passes over 19 MiB."""

_FILE: Final = files("pitboss.server.accounts") / "common-passwords.txt"
COMMON: Final = frozenset(_FILE.read_text(encoding="ascii").split())
"""Passwords that everybody tries first, with those of this trade; compared without case."""


def refuse_password(password: str, name: str) -> None:
    """Refuse a password that is too short, too long or too easy to guess."""
    if not LENGTH_MIN <= len(password) <= LENGTH_MAX:
        message = f"a password has {LENGTH_MIN} to {LENGTH_MAX} characters"
        raise ApiError("password/length", message)
    plain = password.casefold()
    if plain in COMMON or plain == name.casefold() or len(set(plain)) == 1:
        message = "this password is among the first that are guessed; choose another"
        raise ApiError("password/common", message)


@cache
def _hash_of_nobody() -> str:
    return _HASHER.hash("nobody has this password")


class Passwords:
    """Hashes and verifies passwords, a few at a time."""

    def __init__(self) -> None:
        """Start the threads; for an unknown name, a dummy hash is verified."""
        self._hasher = _HASHER
        self._threads = ThreadPoolExecutor(HASHES_AT_ONCE, thread_name_prefix="argon2")
        self._waiting = 0
        self._nobody = self._threads.submit(_hash_of_nobody)

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return str(await self._run(self._hasher.hash, password))

    async def matches(self, argon2: str | None, password: str) -> bool:
        """Return whether a password fits a hash; for None it takes as long and returns False."""
        other = await asyncio.wrap_future(self._nobody)
        is_right = await self._run(self._verify, argon2 or other, password)
        return bool(is_right) and argon2 is not None

    def is_outdated(self, argon2: str) -> bool:
        """Return whether a hash was made with parameters that have changed since."""
        return self._hasher.check_needs_rehash(argon2)

    def refuse_if_busy(self) -> None:
        """Refuse if too many passwords wait already."""
        if self._waiting >= HASHES_WAITING_MAX:
            raise ApiError("server/busy", "too many log-ins at once; try again", retry_s=2)

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(cancel_futures=True)

    def _verify(self, argon2: str, password: str) -> bool:
        try:
            return self._hasher.verify(argon2, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: object, *values: str) -> object:
        self.refuse_if_busy()
        assert callable(work)
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, work, *values)
        finally:
            self._waiting -= 1
