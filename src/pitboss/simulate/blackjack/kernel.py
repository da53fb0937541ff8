"""A round of blackjack at a whole table, played and counted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulate.blackjack.play import DEALER_BLACKJACK, BlackjackTables
from pitboss.simulate.blackjack.table import Felt, play_table
from pitboss.simulate.buffers import CounterBuffers, RoundBuffers
from pitboss.simulate.counters import TableSections, count_hands, count_insurance, count_wagers
from pitboss.simulate.random.shuffle import Deck
from pitboss.simulate.side_wagers import WagerTables

Array = Any


class BlackjackGame(NamedTuple):
    """All data that a round of blackjack at a whole table needs."""

    tables: BlackjackTables
    felt: Felt
    wagers: WagerTables
    pays: Array
    """(result, the dealer's outcome): what is won, in the units that are counted."""
    sections: TableSections


@jit_inlined
def play_counted(
    deck: Deck,
    game: BlackjackGame,
    index: np.uint32,
    buffers: RoundBuffers,
    counters: CounterBuffers,
) -> tuple[np.uint32, Integer, Integer]:
    """Play a round and count it; return the index of the next card, and how much was counted.

    That is the number of slots and the number of deferred wins in *counters*.
    """
    felt, hands, sections = game.felt, buffers.hands, game.sections
    index, outcome, dealer_count = play_table(deck, game.tables, felt, game.wagers, index, hands)
    over = bool(game.tables.peeks) and outcome == DEALER_BLACKJACK
    used = count_hands(felt, hands, outcome, game.pays, sections, counters.slots)
    used = count_insurance(felt, hands, sections, counters.slots, used)
    used, wins = count_wagers(
        deck,
        felt,
        game.wagers,
        hands,
        dealer_count,
        over,
        sections.combinations,
        buffers.rows,
        counters,
        used,
    )
    return index, used, wins
