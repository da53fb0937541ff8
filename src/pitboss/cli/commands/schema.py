"""`pitboss schema`: the JSON schema of house files or of game files, for editors."""

from __future__ import annotations

from pitboss.cli.output import print_json, refuse
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem
from pitboss.rulebook.reading.json_schema import SCHEMAS


def print_schema(name: str) -> None:
    """Print one schema; it is JSON in any case."""
    if name not in SCHEMAS:
        message = f"there is no schema {name!r}; choose {choice(SCHEMAS)}"
        refuse([Problem(code="option/invalid", key="", message=message)])
    print_json(SCHEMAS[name]())
