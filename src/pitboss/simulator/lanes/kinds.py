"""The kinds of round that play in lanes: one seat, and nobody whose play depends on a count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pitboss.rulebook.model import RoundKind
from pitboss.simulator.ante_up.lane_looks import ante_up_plan
from pitboss.simulator.ante_up.shared_round import ante_up_round
from pitboss.simulator.counting.lane_counter import counts_in_lanes
from pitboss.simulator.holdem.lane_looks import holdem_plan
from pitboss.simulator.holdem.shared_round import holdem_round
from pitboss.simulator.lanes.plan import LanePlan, SharedRound, thread_round
from pitboss.simulator.pai_jack.lane_looks import pai_jack_plan
from pitboss.simulator.switch.lane_looks import switch_plan
from pitboss.simulator.three_card_21.lane_looks import three_card_plan
from pitboss.simulator.three_card_21.shared_round import three_card_round
from pitboss.simulator.wild_poker.lane_looks import wild_plan

if TYPE_CHECKING:
    from pitboss.simulator.job import Job

_PLANS: Mapping[RoundKind, Callable[[Any], LanePlan | None]] = {
    RoundKind.SWITCH: switch_plan,
    RoundKind.PAI_JACK: pai_jack_plan,
    RoundKind.WILD_POKER: wild_plan,
    RoundKind.HOLDEM: holdem_plan,
    RoundKind.THREE_CARD_21: three_card_plan,
    RoundKind.ANTE_UP: ante_up_plan,
}

_SHARED: Mapping[RoundKind, Callable[[Any, Any, int], SharedRound | None]] = {
    RoundKind.HOLDEM: holdem_round,
    RoundKind.THREE_CARD_21: three_card_round,
    RoundKind.ANTE_UP: ante_up_round,
}
"""Kinds that lanes of a graphics card play too, by tables that all threads of a block share."""
_DECKS = frozenset({RoundKind.PAI_JACK, RoundKind.WILD_POKER})
_SHOES = frozenset({RoundKind.SWITCH})
"""Kinds that threads play by the functions that programs make, with fresh decks and from shoes."""


def lane_plan(job: Job) -> LanePlan | None:
    """Return how lanes play a job; None if they do not."""
    made = _PLANS.get(job.setup.round)
    if made is None or job.seats > 1 or not counts_in_lanes(job):
        return None
    return made(job)


def shared_round(job: Job, begin: int) -> SharedRound | None:
    """Return how lanes of a graphics card play a job; None if they do not.

    Its tables lie behind *begin* bytes of the memory of a block.
    """
    kind = job.setup.round
    lanes = job.lanes
    is_played = kind in _SHARED or kind in _DECKS or kind in _SHOES
    if not is_played or lanes is None or job.counter is not None:
        return None
    late = lanes.deferred_ends(job.combination_slots, job.wager_tables)
    if kind in _DECKS:
        return thread_round(job, lanes.table, late, is_deck=True)
    if len(late):
        return None
    if kind in _SHOES:
        return thread_round(job, lanes.table, late, is_deck=False)
    return _SHARED[kind](job, lanes.table, begin)
