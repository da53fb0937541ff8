"""A link between two processes: messages in order, after both prove that they have the key file.

Both processes have the key file, or they could not take over each other's tables. Each sends random
bytes, and answers the other's with a code made by a key that is derived from the file.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

import msgspec

from pitboss.server.bridge.messages import (
    LENGTH_BYTES,
    MESSAGE_BYTES_MAX,
    Message,
    decode,
    encode,
)

NONCE_BYTES: Final = 32
GREETING_SECONDS: Final = 5.0
WAITING_BYTES_MAX: Final = 64 << 20
"""Bytes that wait for a process that takes nothing; then it is cut off."""
_DIALLER = b"pitboss/bridge/dial"
_LISTENER = b"pitboss/bridge/listen"


class LinkLostError(ConnectionError):
    """The link ended."""


class Link:
    """A link that is open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Send and receive messages over an authenticated connection."""
        self._reader = reader
        self._writer = writer
        self.is_open = True

    def send(self, message: Message) -> None:
        """Queue a message; a message to an ended link is lost."""
        transport = self._writer.transport
        if not self.is_open or transport.is_closing():
            return
        try:
            transport.write(encode(message))
            is_stuck = transport.get_write_buffer_size() > WAITING_BYTES_MAX
        except (RuntimeError, OSError):  # uvloop: it was closed meanwhile
            is_stuck = True
        if is_stuck:
            self.cut()

    def cut(self) -> None:
        """Close the link at once."""
        self.is_open = False
        self._writer.transport.abort()

    async def messages(self) -> AsyncIterator[Message]:
        """Yield each message until the link ends."""
        with suppress(OSError, asyncio.IncompleteReadError, msgspec.DecodeError):
            while True:
                size = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
                if size > MESSAGE_BYTES_MAX:
                    break
                yield decode(await self._reader.readexactly(size))
        self.is_open = False

    async def close(self) -> None:
        """Send the queued messages, and close the link."""
        self.is_open = False
        self._writer.close()
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                await self._writer.wait_closed()


async def dial(path: str, address: str, secret: bytes) -> Link:
    """Connect to a process by its Unix socket, or if that is "" by HOST:PORT."""
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            if path:
                reader, writer = await asyncio.open_unix_connection(path)
            else:
                host, _, port = address.rpartition(":")
                reader, writer = await asyncio.open_connection(host, int(port))
            try:
                await _greet(reader, writer, secret, _DIALLER, _LISTENER)
            except BaseException:
                writer.close()
                raise
    except (OSError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
        message = f"the process at {path or address} does not answer: {error}"
        raise LinkLostError(message) from error
    return Link(reader, writer)


async def welcome(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, secret: bytes
) -> Link | None:
    """Accept a connection if it comes from a process with our key file."""
    try:
        async with asyncio.timeout(GREETING_SECONDS):
            await _greet(reader, writer, secret, _LISTENER, _DIALLER)
    except (OSError, TimeoutError, asyncio.IncompleteReadError):
        writer.close()
        return None
    return Link(reader, writer)


async def _greet(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    secret: bytes,
    own: bytes,
    other: bytes,
) -> None:
    nonce = secrets.token_bytes(NONCE_BYTES)
    writer.write(nonce)
    theirs = await reader.readexactly(NONCE_BYTES)
    writer.write(_proof(secret, own, theirs + nonce))
    proof = await reader.readexactly(NONCE_BYTES)
    if not hmac.compare_digest(proof, _proof(secret, other, nonce + theirs)):
        raise LinkLostError("it has another key file")


def _proof(secret: bytes, role: bytes, nonces: bytes) -> bytes:
    return hmac.digest(secret, role + nonces, "sha256")
