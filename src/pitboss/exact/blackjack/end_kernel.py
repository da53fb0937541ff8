"""The results of all hands together with the dealer's outcome; compiled.

`flow_kernel` lets probability flow forwards from given hands. Here every hand gets its own results,
from the highest totals down, which is faster for many separate hands.
"""

from __future__ import annotations

from pitboss.compiled.action_codes import DOUBLE, HIT, SPLIT, SURRENDER
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, jit_cached, jit_inlined, jit_linked, jit_side_by_side
from pitboss.exact.blackjack.flow_kernel import LOSE, standing_result
from pitboss.exact.blackjack.kernels import chances, hand_total, meet_dealer, take_off

RESULTS = 3
"""Win, push, lose: as in `flow_kernel`."""
DOUBLED, GAVE_UP, AT_ONCE = RESULTS, 2 * RESULTS, 2 * RESULTS + 1
"""The first result of doubled hands; a surrender; a hand that is paid at once."""
ENDS = AT_ONCE + 1


@jit_inlined
def clear(ends: Array, outcomes: Array) -> None:
    """Clear the entries of a hand."""
    for place in range(len(outcomes)):
        outcomes[place] = 0
        for end in range(ENDS):
            ends[end, place] = 0


@jit_inlined
def copy_row(row: Array, to: Array) -> None:
    """Copy a row of numbers."""
    for place in range(len(to)):
        to[place] = row[place]


@jit_side_by_side
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
    rest, chance, _lanes, met, wanted, ones = scratch
    for node in range(1, len(hard)):
        wanted[node] = needed[node]
    meet_dealer(cards, wanted, 1, len(hard), left, forbidden, dealer, met, scratch)
    for node in range(len(hard) - 1, 0, -1):
        if not needed[node]:
            continue
        clear(ends[node], outcomes[node])
        if not wanted[node]:
            continue
        unseen = take_off(cards, node, left, rest)
        chances(rest, unseen, forbidden, chance, ones[0])
        end_hand(node, action[node], graph, rules, chance, met[node], ends, outcomes)


@jit_linked
def end_hand(
    node: int,
    kind: int,
    graph: Array,
    rules: Array,
    chance: Array,
    out: Array,
    ends: Array,
    outcomes: Array,
) -> None:
    """Fill in the results of one hand whose entries are clear; *out* are the dealer's outcomes."""
    cards, hard, _child = graph
    paid_immediately, sure_21, pushes_22 = rules
    copy_row(out, outcomes[node])
    if paid_immediately[node]:
        copy_row(out, ends[node, AT_ONCE])
    elif kind in (HIT, DOUBLE):
        draw_one(node, kind, graph, chance, (sure_21, pushes_22), ends, outcomes)
    elif kind == SURRENDER:
        copy_row(out, ends[node, GAVE_UP])
    elif kind < SPLIT:
        stand(hand_total(node, hard, cards), (sure_21, pushes_22), out, ends[node])


@jit_inlined
def stand(total: int, rules: Array, out: Array, ends: Array) -> None:
    """Fill in the results of a standing hand."""
    sure_21, pushes_22 = rules
    for place in range(ends.shape[1]):
        ends[standing_result(place, total, sure_21, pushes_22), place] = out[place]


@jit_linked
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
        total = hand_total(to, hard, cards)
        for outcome in range(places):
            ends[node, first + LOSE, outcome] -= share * outcomes[to, outcome]
            if kind == DOUBLE:
                result = first + standing_result(outcome, total, sure_21, pushes_22)
                ends[node, result, outcome] += share * outcomes[to, outcome]
            else:
                for end in range(ENDS):
                    ends[node, end, outcome] += share * ends[to, end, outcome]


@jit_cached
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
                        for more in range(steps):
                            gains[step + more] += share * theirs[more]
