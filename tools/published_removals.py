"""Our values of published effects of removal."""

from collections.abc import Mapping
from typing import Any

from pitboss.advantage.indices.decisions import rank_name
from pitboss.advantage.removal import removal
from pitboss.engine.setup import prepare
from pitboss.patterns.totals import value
from pitboss.rulebook.house import House


def removal_of_card(arguments: Mapping[str, Any]) -> float:
    """Return the effect of one card, as *play* says: fixed or reoptimised; *times* a number."""
    house = House(game=arguments["game"], options=dict(arguments.get("options", {})))
    effects = removal(prepare(house))
    assert effects is not None
    rows = [row for row in effects.rows if rank_name(value(row.cards[0])) == arguments["card"]]
    total = sum(row.count * getattr(row, arguments["play"]) for row in rows)
    effect: float = total / sum(row.count for row in rows)
    return effect * int(arguments.get("times", 1))
