"""The effects of removal of all decisions against an up card; kept, as every count needs them."""

from __future__ import annotations

from typing import Any

from pitboss.advantage.indices.decisions import list_decisions
from pitboss.advantage.indices.lines import HandEffects, effects_from, hand_effects
from pitboss.advantage.source import source_digest
from pitboss.engine.setup import Setup
from pitboss.exact.cache import load_or_compute
from pitboss.exact.charts.derive import HandsPlayed
from pitboss.exact.kinds import main_rules

Array = Any


def effects_against(
    setup: Setup, hands: HandsPlayed, up: int, *, is_full: bool = True
) -> HandEffects:
    """Return the effects of removal of all decisions against one up card.

    Those of a full shoe are kept.
    """
    decisions = list_decisions(hands, up)
    if not is_full:
        return hand_effects(decisions)

    def compute() -> tuple[Array, Array]:
        effects = hand_effects(decisions)
        return effects.difference, effects.removal

    details, rules = (up, source_digest()), main_rules(setup)
    difference, removal = load_or_compute(setup, "index-effects", compute, *details, rules=rules)
    return effects_from(decisions, difference, removal)
