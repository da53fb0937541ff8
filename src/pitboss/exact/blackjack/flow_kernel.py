"""The results of rounds; compiled.

`flow` lets probability flow forwards from given hands, along the actions. `ends_all` gives every
hand its own results, from the highest totals down, which is faster for many separate hands.
"""

from __future__ import annotations

from pitboss.compiled.action_codes import DOUBLE, HIT, SPLIT, SURRENDER
from pitboss.compiled.dealer_graph import OUTCOMES
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import (
    Array,
    Number,
    jit_cached,
    jit_inlined,
    jit_linked,
    jit_side_by_side,
)
from pitboss.exact.blackjack.kernels import (
    FREE_LEVEL,
    GIVES_UP,
    chances,
    hand_total,
    meet_dealer,
    next_level,
    take_off,
)

WIN = 0
PUSH = 1
LOSE = 2


@jit_linked
def standing_result(place: int, total: int, against: Array) -> int:
    """Return the result of a standing hand against one outcome of the dealer."""
    assert 0 <= place < OUTCOMES, "the dealer ends in one of these ways"
    assert total <= 21, "a hand over 21 stands no longer"
    return PUSH - int(against[total, place])  # 1 where it wins, -1 where it loses


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
    assert after > node, "a total has at least this hand"
    return after


@jit_side_by_side
def flow(deal: Array, left: Array, rules: Array, actions: Array, mass: Array, ends: Array) -> None:
    """Let *mass*, (levels, nodes), flow to the ends of rounds.

    It ends in *ended* (dealer outcomes, levels, win-push-lose), in *paid* (dealer outcomes, nodes)
    if a hand is paid at once, and in *gave_up* (dealer outcomes, levels) if it is surrendered or
    rescued.
    """
    (cards, hard, child), forbidden, _dealer, scratch = deal
    paid_immediately, against = rules
    ended, paid, gave_up = ends
    rest, chance, _lanes, met, wanted, ones = scratch
    after = 1
    for node in range(1, len(hard)):
        assert node <= after, "no total is passed over"
        if node == after:
            after = end_of_total(node, hard, mass, wanted)
            meet_dealer(cards, wanted, (node, after), left, deal, met)
        if mass[:, node].sum() == 0:
            continue
        unseen = take_off(cards, node, left, rest)
        assert unseen >= 0, "what was dealt was in the shoe"
        out = met[node]
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
            assert to_level <= FREE_LEVEL, "there are no higher levels"
            if to_level == GIVES_UP:
                spread(share, out, gave_up[:, level])
            elif to_level < 0:
                for place in range(OUTCOMES):
                    result = standing_result(place, total, against)
                    ended[place, level, result] += share * out[place]
            else:
                draw(share, child[node], chance, out, mass[to_level], ended[:, to_level, LOSE])


@jit_cached
def reach(deal: Array, left: Array, actions: Array, mass: Array) -> None:
    """Let *mass*, (levels, nodes), flow along the actions; every hand on the way keeps its share.

    A hand that is paid at once has no action, and passes nothing on.
    """
    (cards, hard, child), forbidden, _dealer, scratch = deal
    rest, chance, _lanes, _met, _wanted, ones = scratch
    for node in range(1, len(hard)):
        if mass[:, node].sum() == 0:
            continue
        unseen = take_off(cards, node, left, rest)
        assert unseen >= 0, "what was dealt was in the shoe"
        chances(rest, unseen, forbidden, chance, ones[0])
        for level in range(FREE_LEVEL + 1):
            to_level = next_level(node, level, actions[0], actions[1])
            if mass[level, node] == 0 or to_level < 0:
                continue
            for place in range(VALUES):
                if child[node, place] >= 0:
                    mass[to_level, child[node, place]] += mass[level, node] * chance[place]


RESULTS = 3
"""Win, push, lose: as in `flow_kernel`."""
DOUBLED = RESULTS
GAVE_UP = 2 * RESULTS
AT_ONCE = 2 * RESULTS + 1
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
    deal: Array, needed: Array, left: Array, rules: Array, action: Array, results: Array
) -> None:
    """Fill *results*: ends (nodes, ENDS, dealer outcomes) and outcomes (nodes, dealer outcomes).

    An entry is the probability of that result and that outcome together, with the hand's cards
    gone. Pairs that are split get none: their hands have results of their own.
    """
    graph, forbidden, _dealer, scratch = deal
    cards, hard, _child = graph
    ends, outcomes = results
    rest, chance, _lanes, met, wanted, ones = scratch
    for node in range(1, len(hard)):
        wanted[node] = needed[node]
    meet_dealer(cards, wanted, (1, len(hard)), left, deal, met)
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
    paid_immediately, against = rules
    copy_row(out, outcomes[node])
    if paid_immediately[node]:
        copy_row(out, ends[node, AT_ONCE])
    elif kind in (HIT, DOUBLE):
        draw_one(node, kind, graph, chance, against, ends, outcomes)
    elif kind == SURRENDER:
        copy_row(out, ends[node, GAVE_UP])
    elif kind < SPLIT:  # those of a split have results of their own
        stand(hand_total(node, hard, cards), against, out, ends[node])


@jit_inlined
def stand(total: int, against: Array, out: Array, ends: Array) -> None:
    """Fill in the results of a standing hand."""
    for place in range(ends.shape[1]):
        ends[standing_result(place, total, against), place] = out[place]


@jit_linked
def draw_one(
    node: int, kind: int, graph: Array, chance: Array, against: Array, ends: Array, outcomes: Array
) -> None:
    """Add up the results of one more card, for a hit or a double.

    A draw without a next hand is a bust: its dealer outcomes are the rest of the hand's own.
    """
    cards, hard, child = graph
    first = DOUBLED if kind == DOUBLE else 0
    places = outcomes.shape[1]
    for outcome in range(places):
        ends[node, first + LOSE, outcome] = outcomes[node, outcome]
    for place in range(VALUES):
        to = child[node, place]
        share = chance[place]
        if to < 0 or share == 0:
            continue
        assert to > node, "the hand with one card more was worked out before"
        total = hand_total(to, hard, cards)
        for outcome in range(places):
            ends[node, first + LOSE, outcome] -= share * outcomes[to, outcome]
            if kind == DOUBLE:
                result = first + standing_result(outcome, total, against)
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
                mine = spread[one, other, :, place]
                theirs = spread[other, one, :, place]
                outcome = mine.sum()
                if outcome <= 0:
                    continue
                assert 2 * steps - 1 <= len(gains), "two hands gain at most the sum of both"
                for step in range(steps):
                    share = weight[one, other] * mine[step] / outcome
                    if share != 0:
                        for more in range(steps):
                            gains[step + more] += share * theirs[more]
