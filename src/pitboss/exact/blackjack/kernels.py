"""The arithmetic of the solver, compiled; interpreted with fractions it is exact to the last digit.

No rule is written here. Legal actions, and the pays of a 21 that is paid at once, come in arrays
that `compiled.rule_tables` makes from the engine. No number has a decimal point, so fractions stay
fractions.

*left* are the cards of the shoe without the up card and other known cards; a node subtracts its own
cards. If the dealer has looked and has no blackjack, the value that would make one is *forbidden*:
it is not face down, and so a little more likely to come next.
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
from pitboss.compiled.dealer_graph import BLACKJACK, BUST, OUTCOMES, TWENTY_TWO
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, Number, jit_cached_arrays

DRAWN_MAX = 14
"""More cards than a dealer can draw."""


@jit_cached_arrays
def dealer_outcomes(
    left: Array, unseen: int, forbidden: int, dealer: Array, work: Array, fall: Array, out: Array
) -> None:
    """Fill *out* with the probabilities of the dealer's outcomes, given no blackjack.

    *left* are the unseen cards of each value, with the down card. The last place of *out* holds a
    one of the type of number to use.
    """
    parent, value, count, drawn, outcome, orders = dealer
    one = out[OUTCOMES]
    for place in range(VALUES):
        fall[place, 0] = one
        for more in range(1, DRAWN_MAX):
            fall[place, more] = fall[place, more - 1] * max(0, left[place] - more + 1)
    fall[VALUES, 1] = one / (unseen - (left[forbidden] if forbidden >= 0 else 0))
    for more in range(2, DRAWN_MAX):
        fall[VALUES, more] = fall[VALUES, more - 1] / max(1, unseen - more + 1)
    for place in range(OUTCOMES):
        out[place] = 0 * one
    work[0] = one
    for node in range(1, len(parent)):
        ways = work[parent[node]] * fall[value[node], count[node]]
        work[node] = ways
        if outcome[node] >= 0:
            out[outcome[node]] += orders[node] * ways * fall[VALUES, drawn[node]]
    bust = one
    for place in range(OUTCOMES):
        if place != BUST:
            bust -= out[place]
    out[BUST] = bust


@jit_cached_arrays
def chances(left: Array, unseen: int, forbidden: int, chance: Array, one: Number) -> None:
    """Fill *chance* with the probability that each value is the next card.

    One of m possible down cards is face down; the next card is drawn from the rest.
    """
    if forbidden < 0:
        for place in range(VALUES):
            chance[place] = one * left[place] / unseen
        return
    may_lie = unseen - left[forbidden]
    for place in range(VALUES):
        if place == forbidden:
            chance[place] = one * left[place] / max(1, unseen - 1)
        else:
            chance[place] = one * left[place] * (may_lie - 1) / (may_lie * max(1, unseen - 1))


@jit_cached_arrays
def take_off(cards: Array, node: int, left: Array, rest: Array) -> int:
    """Fill *rest* with the cards left without a node's own cards; return their number, or -1."""
    unseen = 0
    for place in range(VALUES):
        rest[place] = left[place] - cards[node, place]
        if rest[place] < 0:
            return -1
        unseen += rest[place]
    return unseen


@jit_cached_arrays
def stand_all(
    graph: Array,
    needed: Array,
    left: Array,
    forbidden: int,
    dealer: Array,
    sure_21: bool,  # noqa: FBT001
    pushes_22: bool,  # noqa: FBT001
    win: Array,
    loss: Array,
    scratch: Array,
) -> None:
    """Fill *win* and *loss* with the probabilities of a standing hand, where needed.

    *sure_21*: a 21 wins at once. *pushes_22*: a dealer total of 22 is a push.
    """
    cards, hard, _child = graph
    rest, _chance, work, fall, out = scratch
    for node in range(1, len(hard)):
        if not needed[node]:
            continue
        unseen = take_off(cards, node, left, rest)
        may_lie = unseen - (rest[forbidden] if forbidden >= 0 else 0)
        if unseen < 0 or may_lie <= 0:
            continue
        total = hard[node]
        if cards[node, 0] > 0 and total <= 11:
            total += 10
        if total == 21 and sure_21:
            win[node], loss[node] = out[OUTCOMES], 0 * out[OUTCOMES]
            continue
        dealer_outcomes(rest, unseen, forbidden, dealer, work, fall, out)
        win[node] = out[BUST] if pushes_22 else out[BUST] + out[TWENTY_TWO]
        loss[node] = 1 * out[BLACKJACK]
        for place in range(5):
            if place + 17 < total:
                win[node] += out[place]
            elif place + 17 > total:
                loss[node] += out[place]


@jit_cached_arrays
def double_levels(
    node: int,
    child: Array,
    chance: Array,
    after: Array,
    stand: Number,
    fixed: bool,  # noqa: FBT001
    one: Number,
) -> None:
    """Value a hand doubled once, twice, three times, per unit of the wager then on it."""
    doubled_legal, doubled, doubled_values, doubled_action = after
    for level in range(LEVELS - 1, -1, -1):
        mask = doubled_legal[level, node]
        doubled_values[level, node, STAND] = stand
        doubled_values[level, node, RESCUE] = -one / 2
        if mask >> REDOUBLE & 1:
            again = 0 * one
            for place in range(VALUES):
                to = child[node, place]
                again += chance[place] * (-one if to < 0 else doubled[level + 1, to])
            doubled_values[level, node, REDOUBLE] = 2 * again
        action = STAND if mask else NOTHING
        for kind in range(1, DOUBLED_ACTIONS):
            best = doubled_values[level, node, max(action, STAND)]
            if mask >> kind & 1 and doubled_values[level, node, kind] > best:
                action = kind
        if fixed:
            action = doubled_action[level, node]
        doubled[level, node] = doubled_values[level, node, max(action, STAND)]
        doubled_action[level, node] = action


@jit_cached_arrays
def play_all(
    graph: Array,
    needed: Array,
    left: Array,
    forbidden: int,
    rules: Array,
    loses: int,
    fixed: bool,  # noqa: FBT001
    win: Array,
    loss: Array,
    found: Array,
    scratch: Array,
) -> None:
    """Value every needed hand, from the highest totals down.

    *loses* is 1 for a hand with money on it and 0 for one that a lammer carries. With *fixed* the
    actions in `found` are followed; otherwise the best actions are stored there.
    """
    cards, hard, child = graph
    legal, doubled_legal, paid_immediately, pays = rules
    best, action, values, doubled, doubled_action, doubled_values = found
    rest, chance, _work, _fall, out = scratch
    one = out[OUTCOMES]
    for node in range(len(hard) - 1, 0, -1):
        if not needed[node]:
            continue
        unseen = take_off(cards, node, left, rest)
        may_lie = unseen - (rest[forbidden] if forbidden >= 0 else 0)
        if unseen < 0 or may_lie <= 0:
            continue
        chances(rest, unseen, forbidden, chance, one)
        after = (doubled_legal, doubled, doubled_values, doubled_action)
        double_levels(node, child, chance, after, win[node] - loss[node], fixed, one)
        stand = win[node] - loses * loss[node]
        values[node, STAND] = stand
        draw_values(node, child, chance, loses, win, loss, best, doubled, values, one)
        values[node, SURRENDER] = -one / 2
        if paid_immediately[node]:  # to stand is to be paid
            values[node, STAND] = pays[node] * one
            best[node], action[node] = pays[node] * one, NOTHING
            continue
        if not fixed:
            action[node] = best_action(legal[node], values[node])
        best[node] = values[node, max(action[node], STAND)]


@jit_cached_arrays
def draw_values(
    node: int,
    child: Array,
    chance: Array,
    loses: int,
    win: Array,
    loss: Array,
    best: Array,
    doubled: Array,
    values: Array,
    one: Number,
) -> None:
    """Value the actions that draw a card: a hit, a double, a free double."""
    hit, twice, free = 0 * one, 0 * one, 0 * one
    for place in range(VALUES):
        to = child[node, place]
        if to < 0:
            hit -= chance[place] * loses
            twice -= chance[place] * (1 + loses)
            free -= chance[place] * loses
        else:
            hit += chance[place] * best[to]
            free += chance[place] * (2 * win[to] - loses * loss[to])
            # A hand that a lammer carries is doubled with money: that much it may lose.
            worth = 2 * doubled[0, to] if loses else 2 * win[to] - loss[to]
            twice += chance[place] * worth
    values[node, HIT], values[node, DOUBLE], values[node, FREE_DOUBLE] = hit, twice, free


@jit_cached_arrays
def best_action(mask: int, values: Array) -> int:
    """Return the best legal action without splits; `NOTHING` if there is none."""
    choice = NOTHING
    for kind in range(SPLIT):
        if mask >> kind & 1 and (choice == NOTHING or values[kind] > values[choice]):
            choice = kind
    return choice


STANDS, GIVES_UP = -1, -2
FREE_LEVEL = LEVELS + 1
"""The level of hands that were doubled free; those doubled with money have levels 1 to 3."""


@jit_cached_arrays
def next_level(node: int, level: int, action: Array, doubled_action: Array) -> int:
    """Return the level of a hand after its next card, or that it draws none."""
    if level == 0:
        kind = action[node]
        if kind == HIT:
            return 0
        if kind == DOUBLE:
            return 1
        if kind == FREE_DOUBLE:
            return FREE_LEVEL
        return GIVES_UP if kind == SURRENDER else STANDS
    if level == FREE_LEVEL:
        return STANDS
    kind = doubled_action[level - 1, node]
    if kind == REDOUBLE:
        return level + 1
    return GIVES_UP if kind == RESCUE else STANDS


@jit_cached_arrays
def mark_needed(
    graph: Array,
    start: int,
    action: Array,
    doubled_action: Array,
    live: Array,
    reached: Array,
    stood: Array,
) -> None:
    """Mark the hands that the actions reach from *start*, and where a hand may stand.

    A *live* hand may be hit in one suit and not in another. In *reached* a node has a bit for each
    level at which it is reached.
    """
    _cards, hard, child = graph
    reached[:] = 0
    stood[:] = False
    reached[start] = 1
    for node in range(start, len(hard)):
        for level in range(FREE_LEVEL + 1):
            if not reached[node] >> level & 1:
                continue
            to_level = 0 if node == start else next_level(node, level, action, doubled_action)
            stood[node] = stood[node] or to_level < 0 or level > 0
            for place in range(VALUES):
                to = child[node, place]
                if to >= 0 and to_level >= 0:
                    reached[to] |= 1 << to_level
                if to >= 0 and level == 0 and live[node]:
                    reached[to] |= 1
