"""Write tests/release/contract.txt: what docs/reference/stability.md promises, line by line.

The lines name every command and option, the keys of `--json`, the parameters of public functions,
the routes and schemas of `/api/1`, the commands over the WebSocket, and the keys of records and
house files. A test compares the file with the program: what is gone was broken, and what is new is
added here when it is meant to stay.

Usage: python -m tools.contract
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss.cli.main import parser
from pitboss.engine.record import KNOWN_KEYS
from pitboss.rulebook.house import House, JackpotSetup, Limits, OperatorPay, ShoeSettings
from pitboss.server.app import complete_table
from pitboss.server.live.wire import REQUESTS
from pitboss.server.requests.openapi import document, route_codes

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests" / "release" / "contract.txt"
NEEDED = " needs "
"""In a line of something that a caller must give: a new one breaks callers as a lost one does."""
QUESTIONS = (
    "games",
    "show wa/spanish-21",
    "check examples/wa-spanish-21.toml",
    "replay examples/rounds/double-rescue.json",
    "odds co/golden-21 --wager golden-21 --table 1 --decks 6",
    "odds wa/spanish-21 --wager jackpot-1 --table 3c-5",
    "solve co/pai-jack",
    "simulate co/pai-jack --rounds 10000 --seed 1",
    "risk --ev 0.01 --sd 1.1 --bank 100",
)
"""Commands whose `--json` is quick to make."""
_DEPTH = 2
"""How far into JSON keys are names; below they may be data."""


def promises() -> list[str]:
    """Return every line, in order."""
    lines = {*_library(), *_commands(parser(), "command"), *_answers()}
    return sorted(lines | {*_http(), *_files()})


def _library() -> Iterator[str]:
    for name in pitboss.__all__:
        value = getattr(pitboss, name)
        yield f"python {name}"
        if not inspect.isfunction(value):
            continue
        for parameter in inspect.signature(value).parameters.values():
            has_default = parameter.default is not parameter.empty
            yield f"python {name}{' takes ' if has_default else NEEDED}{parameter.name}"


def _commands(command: Any, path: str) -> Iterator[str]:  # noqa: ANN401 - click's own classes
    for parameter in command.params:
        for option in (*parameter.opts, *parameter.secondary_opts):
            yield f"{path} {option}"
        if parameter.required:
            yield f"{path}{NEEDED}{parameter.name}"
    for name, inner in getattr(command, "commands", {}).items():
        yield f"{path} {name}"
        yield from _commands(inner, f"{path} {name}")


def _answers() -> Iterator[str]:
    for question in QUESTIONS:
        done = subprocess.run(
            [sys.executable, "-m", "pitboss.cli.main", *question.split(), "--json"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        words = question.split()
        yield from _keys(json.loads(done.stdout), f"json {words[0]}:", _DEPTH)


def _keys(data: object, path: str, depth: int) -> Iterator[str]:
    if isinstance(data, list) and data:
        yield from _keys(data[0], path, depth)
    elif isinstance(data, dict) and depth:
        for name, value in data.items():
            yield f"{path} {name}"
            yield from _keys(value, f"{path} {name} >", depth - 1)


def _http() -> Iterator[str]:
    table = complete_table()
    schemas = document(table)["components"]["schemas"]
    bodies = {route.body.__name__ for route in table if route.body}
    for route in table:
        yield f"http {route.method} {route.path}"
        for code in route_codes(route):
            yield f"code {code}"
        for asked in msgspec.structs.fields(route.query) if route.query else ():
            verb = NEEDED if asked.required else " takes "
            yield f"http {route.method} {route.path}{verb}?{asked.encode_name}"
    for name, schema in schemas.items():
        for field, value in schema.get("properties", {}).items():
            kind = value.get("type") or value.get("$ref", "").rpartition("/")[2] or "one of several"
            yield f"schema {name}.{field}: {kind}"
        if name in bodies:
            yield from (f"schema {name}{NEEDED}{field}" for field in schema.get("required", ()))
    for name, struct in REQUESTS.items():
        for sent in msgspec.structs.fields(struct):
            yield f"socket {name}{NEEDED if sent.required else ' takes '}{sent.encode_name}"


def _files() -> Iterator[str]:
    yield from (f"record {key}" for key in KNOWN_KEYS)
    for struct in (House, JackpotSetup, Limits, OperatorPay, ShoeSettings):
        yield from (f"house {struct.__name__}.{field.name}" for field in fields(struct))


if __name__ == "__main__":
    FILE.write_text("\n".join(promises()) + "\n", encoding="utf-8")
