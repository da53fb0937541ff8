"""JSON schemas of house files and game files, made from the models that read them.

Editors complete and check TOML by them: `#:schema house.schema.json` at the top of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss.rulebook.house import House
from pitboss.rulebook.money import DOLLARS_PATTERN
from pitboss.rulebook.reading.convert import adapter
from pitboss.rulebook.reading.library import game_ids, games
from pitboss.rulebook.reading.merge import EXTENDS, WITHOUT
from pitboss.rulebook.reading.profiles import NO_PROFILE, profiles
from pitboss.rulebook.reading.schema import GameFile, TableFile

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NAMES: Schema = {"type": "array", "items": {"type": "string"}}


def house_schema() -> Schema:
    """Return the schema of a house file.

    >>> sorted(house_schema()["properties"])[:3]
    ['game', 'jackpots', 'limits']
    """
    schema = adapter(House).json_schema()
    parts = schema["$defs"]
    for part, keys in (("Limits", ("min", "max", "aggregate")), ("JackpotSetup", ("wager",))):
        for key in keys:
            parts[part]["properties"][key] |= {"anyOf": _amounts("cents"), "default": None}
    jackpot = parts["JackpotSetup"]["properties"]
    jackpot["seed"] |= {"anyOf": _amounts("dollars")}
    jackpot["prize"]["additionalProperties"] = {"anyOf": _amounts("dollars")}
    pay = parts["OperatorPay"]["properties"]
    pay["from"] = pay.pop("source")
    keys = schema["properties"]
    keys["game"]["examples"] = list(game_ids())
    keys["profile"]["enum"] = ["", NO_PROFILE, *(profile.id for profile in profiles())]
    names = sorted({option.id for game in games() for option in game.options})
    values = keys["options"]["additionalProperties"]
    keys["options"]["properties"] = dict.fromkeys(names, values)
    return finish_schema(schema, "A house configuration of Pitboss", "house")


def game_schema() -> Schema:
    """Return the schema of a game file as written: an include may supply any part of it.

    >>> "include" in game_schema()["properties"]
    True
    """
    schema = adapter(GameFile).json_schema()
    parts = schema["$defs"]
    for part in (schema, *parts.values()):
        part.pop("required", None)  # an include, an extended game, a grid or a twin may have it
    parts["Wager"]["properties"]["like"] = {"type": "string"}
    parts["TableFile"]["properties"]["grid"] = {"type": "string"}
    schema["properties"] |= {
        "include": _NAMES,
        EXTENDS: {"type": "string", "examples": list(game_ids())},
        "grids": {
            "type": "object",
            "additionalProperties": {"$ref": f"#/$defs/{TableFile.__name__}"},
        },
        **{key: _NAMES for key in WITHOUT if key != "without_super_bonus"},
        "without_super_bonus": {"type": "boolean"},
    }
    return finish_schema(schema, "A game of Pitboss", "game")


SCHEMAS: Mapping[str, Callable[[], Schema]] = {"house": house_schema, "game": game_schema}
"""What `pitboss schema` prints, by name."""


def _amounts(whole_number: str) -> list[Schema]:
    """Return the ways to write an amount; a whole number is cents or dollars."""
    text = {"type": "string", "pattern": f"^{DOLLARS_PATTERN}$"}
    text["description"] = 'dollars: "$5", "5.00"'
    number = "integer" if whole_number == "cents" else "number"
    return [text, {"type": number, "description": whole_number}]


def finish_schema(schema: Schema, title: str, name: str) -> Schema:
    """Return a schema as editors want it: with a head, and without what only repeats names."""
    for part in _parts(schema):
        if not isinstance(part.get("title"), Mapping):  # `title` may be a key of a file
            part.pop("title", None)
        if part.get("default", ...) is None:
            del part["default"]
        options = part.get("anyOf")
        if options:
            part["anyOf"] = [option for option in options if option != {"type": "null"}]
    head = {"$schema": DIALECT, "$id": f"pitboss-{name}.schema.json", "title": title}
    return head | schema


def _parts(value: object) -> Iterator[Schema]:
    """Yield every object of a schema."""
    if isinstance(value, dict):
        yield value
        for inner in tuple(value.values()):
            yield from _parts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _parts(inner)
