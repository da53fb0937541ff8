"""`pitboss schema`: the JSON schema of house files, game files or counts, for editors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.cli.output import print_json, refuse
from pitboss.counts.schema import count_schema
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.json_schema import SCHEMAS, Schema

_ALL: Mapping[str, Callable[[], Schema]] = {**SCHEMAS, "count": count_schema}


def print_schema(name: str) -> None:
    """Print one schema; it is JSON in any case."""
    if name not in _ALL:
        message = f"there is no schema {name!r}; choose {choice(_ALL)}"
        refuse([Problem(code="option/invalid", key="", message=message)])
    print_json(_ALL[name]())
