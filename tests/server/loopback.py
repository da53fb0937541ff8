"""Plain requests to a server on this machine, from any address of the loopback network."""

from __future__ import annotations

import asyncio
import json
from typing import Any, NamedTuple
from urllib.parse import urlsplit

HOME = "127.0.0.1"


class Heard(NamedTuple):
    """An answer."""

    status: int
    data: Any

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.data.get("code", "")) if self.data else ""


async def dial(
    address: str, sender: str = HOME
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a server from an address."""
    place = urlsplit(address)
    return await asyncio.open_connection(place.hostname, place.port, local_addr=(sender, 0))


async def post(
    address: str,
    path: str,
    body: dict[str, Any],
    *,
    sender: str = HOME,
    token: str = "",
) -> Heard:
    """Send JSON, and return the answer."""
    reader, writer = await dial(address, sender)
    text = json.dumps(body).encode()
    lines = [
        f"POST /api/1/{path} HTTP/1.1",
        f"Host: {urlsplit(address).netloc}",
        "Content-Type: application/json",
        f"Content-Length: {len(text)}",
        "Connection: close",
        *([f"Authorization: Bearer {token}"] if token else []),
    ]
    writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + text)
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    return Heard(int(head.split()[1]), json.loads(answer) if answer else None)
