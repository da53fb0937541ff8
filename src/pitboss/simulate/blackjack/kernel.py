"""A round of blackjack at a whole table, played and marked."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_inlined
from pitboss.simulate.blackjack.play import DEALER_BLACKJACK
from pitboss.simulate.blackjack.table import play_table
from pitboss.simulate.counters import mark_hands, mark_insurance, mark_wagers
from pitboss.simulate.random.shuffle import Deck

Integer = Any
"""An integer of whatever size compiled code gives it."""


@jit_inlined
def play_marked(
    deck: Deck, game: Any, index: np.uint32, room: Any, marking: Any
) -> tuple[np.uint32, Integer, Integer]:
    """Play a round and mark it; return where the next card lies, how many marks and notes."""
    arrays, felt, wagers, pays, sections = game
    (marks, noted), seated = marking, room[0]
    index, outcome, dealer_count = play_table(deck, arrays, felt, wagers, index, seated)
    over = bool(arrays[10]) and outcome == DEALER_BLACKJACK
    marked = mark_hands(felt, seated, outcome, pays, sections, marks)
    marked = mark_insurance(felt, seated, sections, marks, marked)
    marked, notes = mark_wagers(
        deck, felt, wagers, seated, dealer_count, over, sections, marks, marked, noted
    )
    return index, marked, notes
