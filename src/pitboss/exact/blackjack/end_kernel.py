"""The results of all hands together with the dealer's outcome; compiled.

`flow_kernel` lets probability flow forwards from given hands. Here every hand gets its own results,
from the highest totals down, which is faster for many separate hands.
"""

from __future__ import annotations

from pitboss.compiled.action_codes import DOUBLE, HIT, SPLIT, SURRENDER
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, jit_cached_arrays
from pitboss.exact.blackjack.flow_kernel import LOSE, result_of
from pitboss.exact.blackjack.kernels import chances, dealer_outcomes, take_off

RESULTS = 3
"""Win, push, lose: as in `flow_kernel`."""
DOUBLED, GAVE_UP, AT_ONCE = RESULTS, 2 * RESULTS, 2 * RESULTS + 1
"""The first result of doubled hands; a surrender; a hand that is paid at once."""
ENDS = AT_ONCE + 1


@jit_cached_arrays
def total_of(node: int, hard: Array, cards: Array) -> int:
    """Return a hand's total; an ace counts 11 if possible."""
    soft = cards[node, 0] > 0 and hard[node] <= 11
    return int(hard[node] + (10 if soft else 0))


@jit_cached_arrays
def ends_all(
    graph: Array,
    needed: Array,
    left: Array,
    forbidden: int,
    dealer: Array,
    rules: Array,
    action: Array,
    ends: Array,
    outcomes: Array,
    scratch: Array,
) -> None:
    """Fill *ends* (nodes, ENDS, dealer outcomes) and *outcomes* (nodes, dealer outcomes).

    An entry is the probability of that result and that outcome together, with the hand's cards
    gone. Pairs that are split get none: their hands have results of their own.
    """
    cards, hard, _child = graph
    paid_immediately, sure_21, pushes_22 = rules
    rest, chance, work, fall, out = scratch
    places = outcomes.shape[1]
    for node in range(len(hard) - 1, 0, -1):
        if not needed[node]:
            continue
        ends[node] = 0
        outcomes[node] = 0
        unseen = take_off(cards, node, left, rest)
        if unseen < 0 or unseen - (rest[forbidden] if forbidden >= 0 else 0) <= 0:
            continue
        dealer_outcomes(rest, unseen, forbidden, dealer, work, fall, out)
        outcomes[node] = out[:places]
        kind = action[node]
        if paid_immediately[node]:
            ends[node, AT_ONCE] = out[:places]
        elif kind in (HIT, DOUBLE):
            chances(rest, unseen, forbidden, chance, out[places])
            draw_one(node, kind, graph, chance, (sure_21, pushes_22), ends, outcomes)
        elif kind == SURRENDER:
            ends[node, GAVE_UP] = out[:places]
        elif kind < SPLIT:
            total = total_of(node, hard, cards)
            for place in range(places):
                ends[node, result_of(place, total, sure_21, pushes_22), place] = out[place]


@jit_cached_arrays
def draw_one(
    node: int, kind: int, graph: Array, chance: Array, rules: Array, ends: Array, outcomes: Array
) -> None:
    """Add up the results of one more card, for a hit or a double.

    A draw without a next hand is a bust: its dealer outcomes are the rest of the hand's own.
    """
    cards, hard, child = graph
    sure_21, pushes_22 = rules
    first = DOUBLED if kind == DOUBLE else 0
    places = outcomes.shape[1]
    for outcome in range(places):
        ends[node, first + LOSE, outcome] = outcomes[node, outcome]
    for place in range(VALUES):
        to, share = child[node, place], chance[place]
        if to < 0 or share == 0:
            continue
        total = total_of(to, hard, cards)
        for outcome in range(places):
            ends[node, first + LOSE, outcome] -= share * outcomes[to, outcome]
            if kind == DOUBLE:
                result = first + result_of(outcome, total, sure_21, pushes_22)
                ends[node, result, outcome] += share * outcomes[to, outcome]
            else:
                for end in range(ENDS):
                    ends[node, end, outcome] += share * ends[to, end, outcome]


@jit_cached_arrays
def meet(weight: Array, spread: Array, gains: Array) -> None:
    """Add the sums of two hands to *gains*, with *weight*.

    *weight* is (hands, other hands), *spread* (hands, other hands, gains, dealer outcomes): the
    gains of a hand beside another. Given the outcome they are taken to be independent.
    """
    hands, _, steps, places = spread.shape
    for one in range(hands):
        for other in range(hands):
            if weight[one, other] == 0:
                continue
            for place in range(places):
                mine, theirs = spread[one, other, :, place], spread[other, one, :, place]
                outcome = mine.sum()
                if outcome <= 0:
                    continue
                for step in range(steps):
                    share = weight[one, other] * mine[step] / outcome
                    if share != 0:
                        gains[step : step + steps] += share * theirs
