"""Strategies that decide anything legal, at random."""

from __future__ import annotations

import random
from functools import cache
from itertools import accumulate

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import hand_graph
from pitboss.exact.blackjack.first_hands import SPLITS
from pitboss.exact.blackjack.solver import Rules
from pitboss.simulator.blackjack.strategy import Strategy

NO_SPLIT = ~sum(1 << kind for kind in SPLITS)
WEIGHTS = {
    action_codes.SPLIT: 6,
    action_codes.FREE_SPLIT: 6,
    action_codes.HIT: 3,
    action_codes.SURRENDER: 1,
}


def random_strategy(rules: Rules, rng: random.Random) -> Strategy:
    strategy = Strategy.empty(rules)
    graph = hand_graph()
    style = [WEIGHTS.get(kind, 2) * rng.choice((1, 1, 4)) for kind in range(action_codes.ACTIONS)]
    count = strategy.classes.count

    @cache
    def ways(mask: int) -> tuple[list[int], list[int]]:
        legal = [kind for kind in range(action_codes.ACTIONS) if mask >> kind & 1]
        return legal, list(accumulate(style[kind] for kind in legal))

    def chosen(mask: int) -> int:
        legal, weights = ways(mask)
        return rng.choices(legal, cum_weights=weights)[0] if legal else action_codes.NOTHING

    for kind in strategy.more:
        tables = kind.tables(rules)
        nodes = np.nonzero(tables.legal)[0].tolist()
        for place in range(10):
            for node in nodes:
                strategy.more[kind][place, node] = chosen(int(tables.legal[node]) & NO_SPLIT)
            for level, node in np.argwhere(tables.doubled_legal).tolist():
                mask = int(tables.doubled_legal[level, node])
                strategy.doubled[kind][level, place, node] = chosen(mask)
        for up in range(count):
            for one in range(count):
                for two in range(count):
                    values = strategy.classes.values[one], strategy.classes.values[two]
                    mask = int(tables.legal[graph.node(*values)])
                    strategy.two[kind][up, one, two] = chosen(mask)
                    strategy.unsplit[kind][up, one, two] = chosen(mask & NO_SPLIT)
    strategy.switches[:] = np.random.default_rng(rng.randrange(2**32)).integers(
        0, 2, strategy.switches.shape
    )
    return strategy
