"""Compute the choice with the highest exact value in another process, for `absent_play`."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Final

from msgspec import json

from pitboss.engine.actions import Action, RefusedError
from pitboss.engine.setup import prepare
from pitboss.exact.decisions import Decisions
from pitboss.pit.position import read_position
from pitboss.rulebook.house import house_from

TABLES_KEPT: Final = 32


def best_choice(house: bytes, position: bytes) -> Action | None:
    """Return the choice with the highest exact value; None if the solver has no answer.

    The values assume that nothing is ever added to a wager: the value of a hit includes no later
    double, which the absent player would not make.
    """
    decisions = _decisions(house)
    state, question = read_position(position, decisions.setup)
    try:
        best = decisions.worth(state, question).best
    except RefusedError:
        return None
    seat = question.seat
    hand = question.hand
    wager = question.wager
    return Action(seat=seat, hand=hand, kind=best.action, wager=wager, low=best.low)


@lru_cache(TABLES_KEPT)
def _decisions(house: bytes) -> Decisions:
    setup = prepare(house_from(json.decode(house)))
    return Decisions(dataclasses.replace(setup, more_money=False))
