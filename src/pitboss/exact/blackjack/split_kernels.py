"""Best play of the hands of a split: all numbers of pair cards gone are played at once.

A hand of a split does not know how many further pair cards are gone. The arrays have one place,
here called a *case*, for each number; a choice is made for all cases together, each weighed by how
much it contributes to the value of the split. As in `kernels`, no rule is written here.
"""

from __future__ import annotations

from pitboss.compiled.action_codes import (
    DOUBLE,
    DOUBLED_ACTIONS,
    FREE_DOUBLE,
    HIT,
    LEVELS,
    NOTHING,
    REDOUBLE,
    RESCUE,
    SPLIT,
    STAND,
    SURRENDER,
)
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, Number, jit_cached, jit_linked
from pitboss.exact.blackjack import kernels

_FREE_LEVEL = LEVELS + 1


@jit_cached
def mark_open(
    graph: Array, start: int, open_choices: Array, live: Array, reached: Array, stood: Array
) -> None:
    """Mark the hands that any of the choices reach from *start*, and where a hand may stand.

    Choices are masks of actions. *live* and *reached* are those of `kernels.mark_needed`.
    """
    _cards, hard, child = graph
    choices, doubled_choices = open_choices
    reached[start] = 1
    for node in range(start, len(hard)):
        for level in range(_FREE_LEVEL + 1):
            if not reached[node] >> level & 1:
                continue
            onward = next_levels(node, level, choices, doubled_choices)
            assert onward >> (_FREE_LEVEL + 1) == 0, "there are no higher levels"
            if node == start or (level == 0 and live[node]):
                onward |= 1
            stops = onward == 0 or level > 0
            if level == 0 and node != start:
                stops = stops or choices[node] >> STAND & 1 or choices[node] >> SURRENDER & 1
            stood[node] = stood[node] or stops
            for place in range(VALUES):
                if child[node, place] >= 0:
                    reached[child[node, place]] |= onward


@jit_linked
def next_levels(node: int, level: int, choices: Array, doubled_choices: Array) -> int:
    """Return the levels that a hand may have after its next card, a bit for each."""
    assert 0 <= level <= _FREE_LEVEL, "undoubled, doubled up to three times, or doubled free"
    if level == 0:
        mask: int = choices[node]
        onward: int = mask >> HIT & 1
        onward |= (mask >> DOUBLE & 1) << 1
        return onward | (mask >> FREE_DOUBLE & 1) << _FREE_LEVEL
    if level == _FREE_LEVEL:
        return 0
    again: int = doubled_choices[level - 1, node] >> REDOUBLE & 1
    return again << (level + 1)


@jit_cached
def draw_all(deal: Array, start: int, needed: Array, left: Array, drawn: Array) -> None:
    """Fill in the chances of the next cards of each hand, and how probable its cards are.

    *left* is (cases, values). *drawn* are (cases, nodes, values) and (cases, nodes), then the
    chances of standing hands. Cards are exchangeable: the order of drawing does not matter.
    """
    (cards, hard, child), forbidden, _dealer, scratch = deal
    chance, likely, _win, _loss = drawn
    rest = scratch[0]
    one = scratch[-1][0]
    for case in range(len(left)):
        likely[case, :] = 0 * one
        likely[case, start] = one
        for node in range(start, len(hard)):
            if not (node == start or needed[node]) or likely[case, node] == 0:
                continue
            unseen = kernels.take_off(cards, node, left[case], rest)
            may_lie = unseen - (rest[forbidden] if forbidden >= 0 else 0)
            if unseen < 0 or may_lie <= 0:
                likely[case, node] = 0 * one
                continue
            kernels.chances(rest, unseen, forbidden, chance[case, node], one)
            for place in range(VALUES):
                to = child[node, place]
                assert to < 0 or to > node, "the cards of a hand come before those drawn to it"
                if to >= 0:
                    likely[case, to] = likely[case, node] * chance[case, node, place]


@jit_cached
def play_together(
    graph: Array,
    needed: Array,
    weights: Array,
    drawn: Array,
    rules: Array,
    choices: Array,
    loses: int,
    hands: Array,
    least: Number,
    one: Number,
) -> None:
    """Value every needed hand in every case, and choose what is best for all cases together.

    *weights* (cases) is what one hand of each case counts. The actions in *hands* are kept unless
    another of the *choices* gains more than *least* on average.
    """
    _cards, hard, child = graph
    likely = drawn[1]
    paid_immediately = rules[1]
    first_choices = choices[0]
    action, _doubled_action, best, values, _doubled, _doubled_values = hands
    for node in range(len(hard) - 1, 0, -1):
        if not needed[node]:
            continue
        for level in range(LEVELS - 1, -1, -1):
            value_doubled(node, level, child, drawn, rules, hands, one)
            choose_doubled(node, level, weights, drawn, choices, hands, least)
        value_undoubled(node, child, drawn, rules, loses, hands, one)
        if paid_immediately[node]:
            action[node] = NOTHING
        elif first_choices[node]:
            mask = first_choices[node]
            rows = values[:, node]
            action[node] = choose(action[node], mask, SPLIT, weights, likely[:, node], rows, least)
        for case in range(len(weights)):
            best[case, node] = values[case, node, max(action[node], STAND)]


@jit_linked
def value_undoubled(
    node: int, child: Array, drawn: Array, rules: Array, loses: int, hands: Array, one: Number
) -> None:
    """Value the choices with a hand that was not doubled, in every case."""
    chance, _likely, win, loss = drawn
    _doubled_legal, paid_immediately, pays, _stakes, taken_by = rules
    _action, _doubled_action, best, values, doubled, _doubled_values = hands
    for case in range(len(win)):
        row = values[case]
        row[node, STAND] = win[case, node] - loses * loss[case, node]
        row[node, SURRENDER] = kernels.given_up(chance[case, node], taken_by, one)
        draws = chance[case, node]
        stands = (win[case], loss[case])
        then = best[case], doubled[case], row
        kernels.draw_values(node, child, draws, loses, stands, then, one)
        if paid_immediately[node]:
            row[node, STAND] = pays[node] * one


@jit_linked
def value_doubled(
    node: int, level: int, child: Array, drawn: Array, rules: Array, hands: Array, one: Number
) -> None:
    """Value the choices with a hand that was doubled *level* + 1 times, in every case."""
    chance, _likely, win, loss = drawn
    doubled_legal = rules[0]
    stakes = rules[3]
    _action, _doubled_action, _best, _values, doubled, doubled_values = hands
    for case in range(len(win)):
        doubled_values[case, level, node, STAND] = win[case, node] - loss[case, node]
        doubled_values[case, level, node, RESCUE] = -stakes[level] / stakes[level + 1]
        if doubled_legal[level, node] >> REDOUBLE & 1:
            again = 0 * one
            for place in range(VALUES):
                to = child[node, place]
                worth = -one if to < 0 else doubled[case, level + 1, to]
                again += chance[case, node, place] * worth
            growth = stakes[level + 2] / stakes[level + 1]
            doubled_values[case, level, node, REDOUBLE] = growth * again


@jit_linked
def choose_doubled(
    node: int, level: int, weights: Array, drawn: Array, choices: Array, hands: Array, least: Number
) -> None:
    """Choose for a doubled hand what is best for all cases together."""
    likely = drawn[1]
    mask = choices[1][level, node]
    assert 0 <= level < LEVELS, "a hand is doubled three times at most"
    _action, doubled_action, _best, _values, doubled, doubled_values = hands
    kind = doubled_action[level, node]
    if mask:
        rows = doubled_values[:, level, node]
        kind = choose(kind, mask, DOUBLED_ACTIONS, weights, likely[:, node], rows, least)
    doubled_action[level, node] = kind
    for case in range(len(weights)):
        doubled[case, level, node] = doubled_values[case, level, node, max(kind, STAND)]


@jit_linked
def choose(
    kept: int, mask: int, kinds: int, weights: Array, likely: Array, values: Array, least: Number
) -> int:
    """Return the choice that is best on average over all cases; *kept* if none is better."""
    choice = kept
    total = 0 * least
    for case in range(len(weights)):
        total += weights[case] * likely[case]
    if total <= 0:
        return kept
    for kind in range(kinds):
        if mask >> kind & 1 and kind != choice:
            gain = 0 * least
            for case in range(len(weights)):
                more = values[case, kind] - values[case, max(choice, STAND)]
                gain += weights[case] * likely[case] * more
            if gain > least * total:
                choice = kind
    return choice
