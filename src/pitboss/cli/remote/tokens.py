"""Keep your session tokens of servers in your data folder, readable by you alone."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp

from pitboss.table.session_file import data_folder

_BYTES_MAX = 1 << 16


def _file() -> Path:
    return data_folder() / "servers.json"


def _read() -> dict[str, str]:
    try:
        with _file().open(encoding="utf-8") as file:
            kept = json.loads(file.read(_BYTES_MAX))
    except (OSError, ValueError):
        return {}
    return {str(url): str(token) for url, token in kept.items()} if isinstance(kept, dict) else {}


def kept_token(url: str) -> str:
    """Return the token of your last sitting at a server; empty if there was none."""
    return _read().get(url, "")


def keep_token(url: str, token: str) -> None:
    """Keep a token; ignore a failure, which must not prevent play."""
    _write(_read() | {url: token})


def forget_token(url: str) -> None:
    """Delete a token that a server no longer knows."""
    _write({known: token for known, token in _read().items() if known != url})


def _write(tokens: dict[str, str]) -> None:
    with suppress(OSError):
        _file().parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = mkstemp(dir=_file().parent, prefix=".servers-")  # mode 0600
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(tokens, file)
        Path(name).replace(_file())
