"""How often a strategy comes to each hand; compiled."""

from __future__ import annotations

from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, Number, jit_cached_arrays
from pitboss.exact.blackjack.kernels import FREE_LEVEL, chances, next_level, take_off


@jit_cached_arrays
def reach(
    graph: Array,
    left: Array,
    forbidden: int,
    actions: Array,
    mass: Array,
    rest: Array,
    chance: Array,
    one: Number,
) -> None:
    """Let *mass*, (levels, nodes), run along the actions; it stays written at every hand it passes.

    A hand that is paid at once has no action, and so passes nothing on.
    """
    cards, hard, child = graph
    for node in range(1, len(hard)):
        if mass[:, node].sum() == 0:
            continue
        unseen = take_off(cards, node, left, rest)
        chances(rest, unseen, forbidden, chance, one)
        for level in range(FREE_LEVEL + 1):
            to_level = next_level(node, level, actions[0], actions[1])
            if mass[level, node] == 0 or to_level < 0:
                continue
            for place in range(VALUES):
                if child[node, place] >= 0:
                    mass[to_level, child[node, place]] += mass[level, node] * chance[place]
