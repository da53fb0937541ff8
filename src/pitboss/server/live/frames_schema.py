"""The JSON schema of the frames of `/ws`, from the structs that read and write them.

OpenAPI knows routes and no WebSocket, so this document stands beside it, at `/frames.json`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from pitboss.server.live.view_wire import BooksFrame, TableFrame
from pitboss.server.live.wire import REQUESTS

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_DEFS: Final = "#/$defs/{name}"


class PingFrame(Struct, frozen=True):
    """A ping of the server; the client sends it back as it is."""

    t: Literal["p"]
    n: int


class EmoteFrame(Struct, frozen=True):
    """What a player says: one of a few things, and nothing that changes the table."""

    t: Literal["emote"]
    table: str
    seat: int
    emote: str


class DoneFrame(Struct, frozen=True):
    """Your command was carried out, and is on disk."""

    t: Literal["ok"]
    a: Annotated[str, Meta(description="The id of your command.")]
    table: str
    v: Annotated[int, Meta(description="The version of the table after it.")]


class RefusedFrame(Struct, frozen=True):
    """Your command was refused, and changed nothing."""

    t: Literal["no"]
    a: Annotated[str, Meta(description="The id of your command.")]
    table: str
    code: str
    message: str


class WatchFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """Send the whole table, and everything that happens there from then on."""

    t: Literal["watch"]
    table: str
    scene: Annotated[bool, Meta(description="For a client that draws the table.")] = False
    lang: Annotated[str, Meta(description="The language of the lines, as a browser says it.")] = ""


class UnwatchFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """Stop watching the table."""

    t: Literal["unwatch"]
    table: str


class ByeFrame(Struct, frozen=True, forbid_unknown_fields=True):
    """Announce that you leave, before you close."""

    t: Literal["bye"]


FROM_SERVER: Final = (TableFrame, EmoteFrame, DoneFrame, RefusedFrame, BooksFrame, PingFrame)
FROM_CLIENT: Final = (WatchFrame, UnwatchFrame, PingFrame, ByeFrame)


def frames_schema() -> dict[str, Any]:
    """Return the schema: any frame that either side sends, and each side's under its name.

    >>> schema = frames_schema()
    >>> [sorted(part) for part in schema["anyOf"]], "Command.bet" in schema["$defs"]
    ([['$ref'], ['$ref']], True)
    """
    types = dict.fromkeys((*FROM_SERVER, *FROM_CLIENT, *REQUESTS.values()))
    _, defs = msgspec.json.schema_components(types, ref_template=_DEFS)
    commands = {f"Command.{name}": _command(name, body) for name, body in REQUESTS.items()}
    sides = {
        "FromServer": [kind.__name__ for kind in FROM_SERVER],
        "FromClient": [*(kind.__name__ for kind in FROM_CLIENT), *commands],
    }
    either = {side: {"anyOf": [_refer(name) for name in names]} for side, names in sides.items()}
    return {
        "$schema": _DIALECT,
        "$id": "pitboss-frames.schema.json",
        "title": "The frames of Pitboss's WebSocket, /ws",
        "anyOf": [_refer(side) for side in sides],
        "$defs": {**either, **commands, **dict(sorted(defs.items()))},
    }


def _command(name: str, body: type[Struct]) -> dict[str, Any]:
    """Return the form of a command to a table: its type, your id for it, and its body."""
    return {
        "type": "object",
        "description": body.__doc__,
        "required": ["t", "a", "table", "d"],
        "properties": {
            "t": {"const": name},
            "a": {"type": "string", "description": "An id of your own choice, new each time."},
            "table": {"type": "string"},
            "d": _refer(body.__name__),
        },
        "additionalProperties": False,
    }


def _refer(name: str) -> dict[str, str]:
    return {"$ref": _DEFS.format(name=name)}
