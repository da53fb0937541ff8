"""The JSON schema of a count file, made from the model that reads it."""

from __future__ import annotations

from pitboss.counts.files import CountFile, playable
from pitboss.counts.index_play import UPS
from pitboss.counts.true_count import TrueCount
from pitboss.rulebook.reading.convert import adapter
from pitboss.rulebook.reading.json_schema import Schema, finish_schema


def count_schema() -> Schema:
    """Return the schema of a count file.

    >>> sorted(count_schema()["properties"])[:4]
    ['indices', 'name', 'note', 'per']
    """
    schema = adapter(CountFile).json_schema()
    schema["properties"]["true"]["enum"] = [rounding.value for rounding in TrueCount]
    play = schema["$defs"]["IndexFile"]["properties"]
    play["up"]["enum"] = [*UPS, "10"]
    play["action"]["enum"] = sorted(playable())
    return finish_schema(schema, "A count of Pitboss", "count")
