"""Seals for tests: readable, so that a test can look for what must not be seen."""

from __future__ import annotations


class PlainSeals:
    """Marks entropy with its name in place of encrypting it."""

    def seal(self, shoe: str, entropy: bytes) -> bytes:
        return f"{shoe}:".encode() + entropy

    def unseal(self, shoe: str, sealed: bytes) -> bytes:
        assert sealed.startswith(f"{shoe}:".encode())
        return sealed.removeprefix(f"{shoe}:".encode())
