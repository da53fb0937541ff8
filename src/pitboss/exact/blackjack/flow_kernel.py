"""The results of rounds: probability flows along the actions; compiled."""

from __future__ import annotations

from pitboss.compiled.dealer_graph import BUST, OUTCOMES, TWENTY_TWO
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, Number, jit_cached, jit_linked, jit_side_by_side
from pitboss.exact.blackjack.kernels import (
    FREE_LEVEL,
    GIVES_UP,
    chances,
    hand_total,
    meet_dealer,
    next_level,
    take_off,
)

WIN, PUSH, LOSE = 0, 1, 2


@jit_linked
def standing_result(place: int, total: int, sure_21: bool, pushes_22: bool) -> int:  # noqa: FBT001
    """Return the result of a standing hand against one outcome of the dealer."""
    if total == 21 and sure_21:
        return WIN
    if place == TWENTY_TWO:
        return PUSH if pushes_22 else WIN
    if place == BUST or (place < 5 and place + 17 < total):
        return WIN
    return PUSH if place < 5 and place + 17 == total else LOSE


@jit_linked
def spread(share: Number, out: Array, ends: Array) -> None:
    """Add *share* to the results of every outcome of the dealer, by its probability."""
    for place in range(OUTCOMES):
        ends[place] += share * out[place]


@jit_linked
def draw(share: Number, child: Array, chance: Array, out: Array, mass: Array, bust: Array) -> None:
    """Let *share* flow to the hands that one more card makes."""
    for place in range(VALUES):
        if child[place] >= 0:
            mass[child[place]] += share * chance[place]
        else:
            spread(share * chance[place], out, bust)


@jit_linked
def end_of_total(node: int, hard: Array, mass: Array, wanted: Array) -> int:
    """Return the node after those with the total of *node*; mark the wanted ones among them.

    Probability flows to higher totals only: what they have is all that they get.
    """
    after = node
    while after < len(hard) and hard[after] == hard[node]:
        wanted[after] = mass[:, after].sum() != 0
        after += 1
    return after


@jit_side_by_side
def flow(
    graph: Array,
    left: Array,
    forbidden: int,
    dealer: Array,
    rules: Array,
    actions: Array,
    mass: Array,
    ends: Array,
    scratch: Array,
) -> None:
    """Let *mass*, (levels, nodes), flow to the ends of rounds.

    It ends in *ended* (dealer outcomes, levels, win-push-lose), in *paid* (dealer outcomes, nodes)
    if a hand is paid at once, and in *gave_up* (dealer outcomes, levels) if it is surrendered or
    rescued.
    """
    cards, hard, child = graph
    paid_immediately, sure_21, pushes_22 = rules
    ended, paid, gave_up = ends
    rest, chance, _lanes, met, wanted, ones = scratch
    after = 1
    for node in range(1, len(hard)):
        if node == after:
            after = end_of_total(node, hard, mass, wanted)
            meet_dealer(cards, wanted, node, after, left, forbidden, dealer, met, scratch)
        if mass[:, node].sum() == 0:
            continue
        unseen, out = take_off(cards, node, left, rest), met[node]
        chances(rest, unseen, forbidden, chance, ones[0])
        total = hand_total(node, hard, cards)
        if paid_immediately[node]:
            spread(mass[0, node], out, paid[:, node])
            mass[0, node] = 0
        for level in range(FREE_LEVEL + 1):
            share = mass[level, node]
            if share == 0:
                continue
            to_level = next_level(node, level, actions[0], actions[1])
            if to_level == GIVES_UP:
                spread(share, out, gave_up[:, level])
            elif to_level < 0:
                for place in range(OUTCOMES):
                    result = standing_result(place, total, sure_21, pushes_22)
                    ended[place, level, result] += share * out[place]
            else:
                draw(share, child[node], chance, out, mass[to_level], ended[:, to_level, LOSE])


@jit_cached
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
    """Let *mass*, (levels, nodes), flow along the actions; every hand on the way keeps its share.

    A hand that is paid at once has no action, and passes nothing on.
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
