"""`pitboss floor feed`: cards and wagers of a physical table from a device, stdin or serial."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TextIO

from pitboss.cli.problems import refusal
from pitboss.client import Client, ClientError
from pitboss.client.feed import feed
from pitboss.rulebook.files import quote_path, reason

TOKEN = "PITBOSS_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN_BYTES_MAX = 1_000


def feed_table(*, table: str, server: str, device: Path | None, token_file: Path | None) -> None:
    """Feed a table until the device stops."""
    token = _read_token(token_file)
    try:
        source = sys.stdin if device is None else device.open("r+", encoding="ascii", buffering=1)
    except (OSError, ValueError) as error:
        message = f"{quote_path(device or Path())} cannot be read: {reason(error)}"
        raise refusal("file/unreadable", message, "--device") from None
    answers = sys.stdout if device is None else source
    try:
        asyncio.run(_feed(server, token, table, source, answers))
    except ClientError as error:
        raise refusal("server/refused", str(error), "--server") from None


def _read_token(file: Path | None) -> str:
    if file is None:
        token = os.environ.get(TOKEN, "")
    else:
        try:
            token = file.read_text(encoding="ascii")[:_TOKEN_BYTES_MAX]
        except (OSError, ValueError) as error:
            message = f"{quote_path(file)} cannot be read: {reason(error)}"
            raise refusal("file/unreadable", message, "--token-file") from None
    if not token.strip():
        message = f"name the file with the session token of the table's dealer, or set {TOKEN}"
        raise refusal("login/refused", message, "--token-file")
    return token.strip()


async def _feed(server: str, token: str, table: str, source: TextIO, answers: TextIO) -> None:
    def say(line: str) -> None:
        answers.write(f"{line}\n")
        answers.flush()

    async with Client(server, token=token) as client:
        await feed(client, table, _lines_of(source), say)


async def _lines_of(source: TextIO) -> AsyncIterator[str]:
    while line := await asyncio.to_thread(source.readline):
        yield line
