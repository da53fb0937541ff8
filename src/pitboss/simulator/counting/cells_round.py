"""A round that ends in cells, with a counter in the first seat who plays no indices."""

from __future__ import annotations

from typing import cast

import numpy as np

from pitboss.compiled.jit import Integer, jit_inlined
from pitboss.simulator.backends.shoes import PlayAsking, PlayProgram
from pitboss.simulator.buffers import CELLS_ROOM, CounterBuffers, RoundBuffers
from pitboss.simulator.cells.round import CellGame, count_combinations, count_parts
from pitboss.simulator.counting.kernel import AnyDeck, Counting


@jit_inlined
def _net(game: CellGame, buffers: RoundBuffers, seat: Integer) -> Integer:
    """Return what a seat won in the main game."""
    net = 0
    for place in range(buffers.ended[seat]):
        net += game.pays[0, buffers.cells[seat * CELLS_ROOM + place]]
    return net


def counting_round(play_round: PlayProgram) -> PlayAsking:
    """Return the function that plays and counts a round that *play_round* plays."""

    def play_counted(
        deck: AnyDeck,
        game: CellGame,
        counting: Counting,  # noqa: ARG001 - blackjack asks it about insurance
        index: np.uint32,
        more: Integer,
        buffers: RoundBuffers,
        counters: CounterBuffers,
    ) -> tuple[np.uint32, Integer, Integer, Integer, Integer]:
        """Play a round with *more* hands behind the seats, and count it."""
        index = play_round(deck, game.tables, game.seats + more, game.wagers, index, buffers)
        used = count_parts(game, buffers, counters.slots)
        used, wins = count_combinations(game, buffers.rows, counters, used)
        net = _net(game, buffers, 0)
        second: Integer = 0
        if more:
            second = _net(game, buffers, game.seats)
        return index, used, wins, net, second

    return cast(PlayAsking, jit_inlined(play_counted))
