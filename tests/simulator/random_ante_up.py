"""Ways of playing Ante Up 21 that decide anything legal, at random."""

from __future__ import annotations

import random

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.hand_graph import VALUES, hand_graph
from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.hands import RANK_VALUES, RANKS, rank_graph
from pitboss.exact.ante_up.splits import legal_with_more, memory_from
from pitboss.exact.blackjack.solver import Rules
from pitboss.simulator.ante_up.looks import DOUBLE, HIT, SPLIT, STAND, TWO_AT
from pitboss.simulator.ante_up.strategy import AnteUpPlay, Pair, SplitMoves
from tests.simulator.random_strategies import random_strategy

STYLES = 3
"""Up cards share so many ways of playing hands that are not split."""
WORDS = 64
"""So many ways to go on there are at each stage of a split, whatever has been seen."""
MOVES = {
    action_codes.STAND: STAND,
    action_codes.HIT: HIT,
    action_codes.DOUBLE: DOUBLE,
    action_codes.SPLIT: SPLIT,
}


def random_play(setup: Setup, rng: random.Random) -> AnteUpPlay:
    """Return any way of playing at a table."""
    rules = Rules.from_setup(setup)
    graph = rank_graph()
    styles = [_actions(rules, rng) for _ in range(STYLES)]
    bets = np.array(rng.choices((0, 1, 1, 1), k=RANKS**3), dtype=np.uint8)
    splits: dict[tuple[int, Pair], SplitMoves] = {}
    for hand in np.flatnonzero(rules.first.legal[graph.node] >> action_codes.SPLIT & 1).tolist():
        held = graph.cards[hand]
        one, two = np.repeat(np.arange(RANKS), held).tolist()
        moves = _split_moves(rules, tuple(held.tolist()), rng)
        splits |= {(up, (one, two)): moves for up in range(RANKS)}
    return AnteUpPlay(
        alone=random_strategy(rules, rng),
        together=True,
        bets=bets.reshape(RANKS, RANKS, RANKS),
        actions=np.array([rng.choice(styles) for _ in range(RANKS)]),
        splits=splits,
    )


def _actions(rules: Rules, rng: random.Random) -> list[int]:
    """(hands of 21 or less): any legal action; many are hit, and nearly every pair is split."""
    weights = {action_codes.HIT: rng.choice((1, 4)), action_codes.SPLIT: 20}
    actions = []
    for mask in rules.first.legal[rank_graph().node].tolist():
        legal = [kind for kind in range(action_codes.ACTIONS) if mask >> kind & 1]
        weighed = [weights.get(kind, 1) for kind in legal]
        actions.append(rng.choices(legal, weighed)[0] if legal else action_codes.NOTHING)
    return actions


def _split_moves(rules: Rules, held: tuple[int, ...], rng: random.Random) -> SplitMoves:
    first = next(RANK_VALUES[rank] for rank, count in enumerate(held) if count)
    tables = rules.split_tables(first)
    memory = memory_from(held)
    again = tables.legal[hand_graph().node(first, first)] >> action_codes.SPLIT & 1
    most = rules.setup.rules.max_hands if again else 2
    moves = np.zeros((most - 1, most, len(memory.rows)), dtype=np.uint64)
    picked = np.random.default_rng(rng.randrange(2**32))
    for made in range(2, most + 1):
        two = [int(tables.legal[hand_graph().node(first, v)]) for v in range(1, VALUES + 1)]
        if made == most:
            two = [mask & ~(1 << action_codes.SPLIT) for mask in two]
        more = legal_with_more(tables, first) >> action_codes.HIT & 1
        words = np.array([_word(two, more.tolist(), rng) for _ in range(WORDS)], dtype=np.uint64)
        moves[made - 2] = words[picked.integers(0, WORDS, moves.shape[1:])]
    return SplitMoves(memory.following, moves)


def _word(two: list[int], more: list[list[int]], rng: random.Random) -> int:
    """Return the bits of any legal moves."""
    word = 0
    for hard, may_hit in enumerate(more):
        for ace, may in enumerate(may_hit):
            word |= (may and rng.randrange(2)) << 2 * hard + ace
    for place, mask in enumerate(two):
        legal = [move for kind, move in MOVES.items() if mask >> kind & 1]
        word |= (rng.choice(legal) if legal else STAND) << TWO_AT + 2 * place
    return word
