"""Splits of Ante Up 21 played out card by card from the real shoe, by the solver's own decisions.

The solver remembers a part of what has been drawn; here nothing is forgotten. What the same
decisions come to in many rounds shows what forgetting does to a value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.compiled import action_codes
from pitboss.compiled.jit import jit_pattern
from pitboss.exact.ante_up.hands import RANK_VALUES, RANKS, Held
from pitboss.exact.ante_up.play import AnteUpUpCard, Objective
from pitboss.exact.ante_up.splits import Split
from pitboss.patterns.totals import best_total, dealer_draws
from pitboss.patterns.two_card_poker import best_two
from tests.simulator.compile_anew import compile_anew

Array = Any
CARDS_MAX = 64
PLACE, HELD = range(2)
"""How many cards have left the shoe, and how many lie before the seat."""
_best_two = jit_pattern(best_two)
_draws = jit_pattern(dealer_draws)
_total = jit_pattern(best_total)


@dataclass(frozen=True)
class Sampled:
    """Means of many rounds, and the standard error of their sum."""

    of_21: float
    of_poker: float
    error: float

    @property
    def both(self) -> float:
        return self.of_21 + self.of_poker


def sampled(up: AnteUpUpCard, pair: Held, aim: Objective, rounds: int, seed: int) -> Sampled:
    """Play a split as the solver does, the dealer known to have no blackjack."""
    split = Split(up, pair)
    play = split.play(aim, keep=True)
    left = np.array(up.left, dtype=np.int64) - np.array(pair)
    start = np.repeat(np.arange(RANKS), np.array(pair))
    pays = up.table.pays
    gains = np.zeros((rounds, 2))
    rng = np.random.default_rng(seed)
    shoe = np.repeat(np.arange(RANKS), left)
    values = np.array(RANK_VALUES)
    follows = play.memory.following, play.two, play.more
    dealers = up.up, up.natural, up.table.setup.rules.soft17 == "hit"
    _play(rng, shoe, values, (start, *follows), dealers, (pays.twenty_one, pays.poker), gains)
    both = gains.sum(axis=1)
    of_21, of_poker = gains.mean(axis=0).tolist()
    return Sampled(of_21, of_poker, float(both.std() / rounds**0.5))


@compile_anew
def _take(rng: Array, shoe: Array, place: int) -> int:
    """Take a card from what is left beyond *place*, by chance."""
    other = rng.integers(place, len(shoe))
    shoe[place], shoe[other] = shoe[other], shoe[place]
    return int(shoe[place])


@compile_anew
def _play(
    rng: Array, shoe: Array, values: Array, player: Array, dealer: Array, pays: Array, gains: Array
) -> None:
    """Fill *gains* with what the 21 hands and the poker hand of each round come to."""
    seat = np.zeros(CARDS_MAX, np.int64)
    count = np.zeros(2, np.int64)
    dealers = np.zeros(CARDS_MAX, np.int64)
    done = np.zeros((8, 2), np.int64)
    natural = dealer[1]
    for number in range(len(gains)):
        down = _take(rng, shoe, 0)
        while natural[down]:
            down = _take(rng, shoe, 0)
        hands = _seat(rng, shoe, values, player, seat, count, done)
        total, held = _dealer(rng, shoe, values, dealer, down, count[PLACE], dealers)
        for hand in range(hands):
            gains[number, 0] += done[hand, 0] * pays[0][done[hand, 1], total]
        gains[number, 1] = pays[1][_best_two(seat, count[HELD]), _best_two(dealers, held)]


@compile_anew
def _draw(rng: Array, shoe: Array, seat: Array, count: Array) -> int:
    rank = _take(rng, shoe, count[PLACE])
    seat[count[HELD]] = 4 * rank
    count += 1
    return rank


@compile_anew
def _seat(
    rng: Array, shoe: Array, values: Array, player: Array, seat: Array, count: Array, done: Array
) -> int:
    """Play all hands; fill *done* with the stake and the total of each, and return how many."""
    start, following, two, more = player
    seat[0], seat[1] = 4 * start[0], 4 * start[1]
    count[PLACE] = 1
    count[HELD] = 2
    sight = 0
    made = 2
    waiting = 2
    hands = 0
    while waiting:
        rank = _draw(rng, shoe, seat, count)
        sight = following[sight, rank]
        hard = values[start[0]] + values[rank]
        ace = start[0] == 0 or rank == 0
        action = two[made, waiting - 1, values[rank] - 1, sight]
        if action == action_codes.SPLIT:
            made = made + 1
            waiting = waiting + 1
            continue
        done[hands, 0] = 2 if action == action_codes.DOUBLE else 1
        while action in (action_codes.HIT, action_codes.DOUBLE):
            rank = _draw(rng, shoe, seat, count)
            sight = following[sight, rank]
            hard = hard + values[rank]
            ace = ace or rank == 0
            stops = action == action_codes.DOUBLE or hard > 21
            action = action_codes.STAND if stops else more[made, waiting - 1, hard, int(ace), sight]
        done[hands, 1] = _total(hard, ace)
        hands = hands + 1
        waiting = waiting - 1
    return hands


@compile_anew
def _dealer(
    rng: Array, shoe: Array, values: Array, dealer: Array, down: int, place: int, dealers: Array
) -> tuple[int, int]:
    """Play the dealer's hand; return its total and how many cards it has."""
    up, _natural, hits_soft_17 = dealer
    dealers[0] = 4 * up
    dealers[1] = 4 * down
    held = 2
    hard = values[up] + values[down]
    ace = up == 0 or down == 0
    while _draws(hard, ace, hits_soft_17):
        rank = _take(rng, shoe, place)
        place += 1
        dealers[held] = 4 * rank
        held += 1
        hard = hard + values[rank]
        ace = ace or rank == 0
    return _total(hard, ace), held
