"""The arithmetic of the solver, compiled; interpreted with fractions it is exact to the last digit.

No rule is written here. Legal actions, and the pays of a 21 that is paid at once, come in arrays
that `compiled.rule_tables` makes from the engine. No number has a decimal point, so fractions stay
fractions.

*left* are the cards of the shoe without the up card and other known cards; a node subtracts its own
cards. If the dealer has looked and has no blackjack, the value that would make one is *forbidden*:
it is not face down, and so a little more likely to come next. A *deal* is what all hands against
one up card share: the hand graph, the forbidden value, the dealer's graph and working memory.
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
from pitboss.compiled.jit import (
    Array,
    Number,
    jit_cached,
    jit_inlined,
    jit_linked,
    jit_side_by_side,
)

DRAWN_MAX = 14
"""More cards than a dealer can draw."""
LANES = 8
"""Sets of cards whose dealer is worked out side by side."""


@jit_inlined
def load(table: Array, row: int) -> Array:
    """Return a row of numbers, one for each lane."""
    return (
        table[row, 0],
        table[row, 1],
        table[row, 2],
        table[row, 3],
        table[row, 4],
        table[row, 5],
        table[row, 6],
        table[row, 7],
    )


@jit_inlined
def store(table: Array, row: int, lane: Array) -> None:
    """Write a row of numbers."""
    # Written out: LLVM makes one wide store of eight neighbours, and a loop would hide them.
    table[row, 0] = lane[0]
    table[row, 1] = lane[1]
    table[row, 2] = lane[2]
    table[row, 3] = lane[3]
    table[row, 4] = lane[4]
    table[row, 5] = lane[5]
    table[row, 6] = lane[6]
    table[row, 7] = lane[7]


@jit_inlined
def multiply(one: Array, two: Array) -> Array:
    """Multiply two rows."""
    return (
        one[0] * two[0],
        one[1] * two[1],
        one[2] * two[2],
        one[3] * two[3],
        one[4] * two[4],
        one[5] * two[5],
        one[6] * two[6],
        one[7] * two[7],
    )


@jit_inlined
def add_up(one: Array, two: Array) -> Array:
    """Add two rows."""
    return (
        one[0] + two[0],
        one[1] + two[1],
        one[2] + two[2],
        one[3] + two[3],
        one[4] + two[4],
        one[5] + two[5],
        one[6] + two[6],
        one[7] + two[7],
    )


@jit_inlined
def same(number: Number) -> Array:
    """Return a row with one number in every lane."""
    return (number, number, number, number, number, number, number, number)


@jit_linked
def fall_off(lanes: Array, forbidden: int, most: Array, one: Number) -> None:
    """Fill *fall*: the ways to draw so many cards of a value, and one over those of any cards."""
    rests, unseen, _held, _work, fall, _out = lanes
    for place in range(VALUES):
        row = place * DRAWN_MAX
        assert most[place] < DRAWN_MAX, "a value has its own rows"
        store(fall, row, same(one))
        for more in range(1, most[place] + 1):
            for lane in range(LANES):
                # Below nothing it would change sign, and two wrong factors would cancel out.
                left = max(0, rests[place, lane] - more + 1)
                fall[row + more, lane] = fall[row + more - 1, lane] * left
    row = VALUES * DRAWN_MAX
    for lane in range(LANES):
        blackjacks = rests[forbidden, lane] if forbidden >= 0 else 0 * one
        fall[row + 1, lane] = one / (unseen[lane] - blackjacks)
    for more in range(2, most[VALUES] + 1):
        for lane in range(LANES):
            fall[row + more, lane] = fall[row + more - 1, lane] / max(1, unseen[lane] - more + 1)


@jit_linked
def dealer_outcomes(lanes: Array, forbidden: int, dealer: Array, one: Number) -> None:
    """Fill *out* with the probabilities of the dealer's outcomes, given no blackjack.

    *rests* are the unseen cards of each value, with the down card, *unseen* their number. A lane is
    one such set of cards: several are worked out side by side, as wide as processors calculate. The
    nodes of the dealer's graph come in such an order that a node's parent is the last one that was
    a card shorter.
    """
    _rests, _unseen, _held, work, fall, out = lanes
    depth, row, last, outcome, orders, most = dealer
    fall_off(lanes, forbidden, most, one)
    for place in range(OUTCOMES):
        store(out, place, same(0 * one))
    store(work, 0, same(one))
    for node in range(1, len(depth)):
        place = depth[node]
        assert 0 < place <= depth[node - 1] + 1, "a parent is the last node that was a card shorter"
        ways = multiply(load(work, place - 1), load(fall, row[node]))
        store(work, place, ways)
        end = outcome[node]
        # A node on the way to others has no orders: it adds nothing, to the last row (-1), which
        # costs less than a branch here.
        assert 0 <= end < OUTCOMES or orders[node] == 0, "each end has its outcome"
        share = multiply(multiply(same(orders[node]), ways), load(fall, last[node]))
        store(out, end, add_up(load(out, end), share))
    # The graph leaves out where the dealer busts, its largest part: that is what is left of one.
    for lane in range(LANES):
        bust = one
        for place in range(OUTCOMES):
            if place != BUST:
                bust -= out[place, lane]
        out[BUST, lane] = bust


@jit_linked
def meet_dealer(
    cards: Array, wanted: Array, nodes: Array, left: Array, deal: Array, met: Array
) -> None:
    """Fill *met* with the dealer's outcomes for each wanted hand among *nodes*, first and end.

    A hand that cannot be dealt is no longer wanted afterwards.
    """
    _graph, forbidden, dealer, scratch = deal
    rest, _chance, lanes, _met, _wanted, ones = scratch
    rests, unseen, held, _work, _fall, _out = lanes
    used = 0
    for node in range(nodes[0], nodes[1]):
        if not wanted[node]:
            continue
        count = take_off(cards, node, left, rest)
        if count < 0 or count - (rest[forbidden] if forbidden >= 0 else 0) <= 0:
            wanted[node] = False
            continue
        for place in range(VALUES):
            rests[place, used] = rest[place]
        unseen[used] = count
        held[used] = node
        used += 1
        if used == LANES:
            meet_lanes(used, lanes, forbidden, dealer, met, ones[0])
            used = 0
    if used > 0:
        meet_lanes(used, lanes, forbidden, dealer, met, ones[0])


@jit_linked
def meet_lanes(
    used: int, lanes: Array, forbidden: int, dealer: Array, met: Array, one: Number
) -> None:
    """Work out the lanes that are *used*; the others get no cards."""
    assert 0 < used <= LANES, "somebody is to be worked out, and has room"
    rests, unseen, held, _work, _fall, out = lanes
    for empty in range(used, LANES):
        unseen[empty] = 1  # nothing is divided by nothing
        for place in range(VALUES):
            rests[place, empty] = 0
    dealer_outcomes(lanes, forbidden, dealer, one)
    for lane in range(used):
        for place in range(OUTCOMES):
            met[held[lane], place] = out[place, lane]


@jit_cached
def chances(left: Array, unseen: int, forbidden: int, chance: Array, one: Number) -> None:
    """Fill *chance* with the probability that each value is the next card.

    One of m possible down cards is face down; the next card is drawn from the rest.
    """
    if forbidden < 0:
        for place in range(VALUES):
            chance[place] = one * left[place] / unseen
        return
    may_lie = unseen - left[forbidden]
    assert may_lie > 0, "the dealer looked: some card is face down that makes no blackjack"
    for place in range(VALUES):
        if place == forbidden:
            chance[place] = one * left[place] / max(1, unseen - 1)
        else:
            chance[place] = one * left[place] * (may_lie - 1) / (may_lie * max(1, unseen - 1))


@jit_linked
def take_off(cards: Array, node: int, left: Array, rest: Array) -> int:
    """Fill *rest* with the cards left without a node's own cards; return their number, or -1."""
    unseen = 0
    for place in range(VALUES):
        rest[place] = left[place] - cards[node, place]
        if rest[place] < 0:
            return -1
        unseen += rest[place]
    return unseen


@jit_inlined
def hand_total(node: int, hard: Array, cards: Array) -> int:
    """Return a hand's total; an ace counts 11 if possible."""
    assert hard[node] >= cards[node, 0], "each ace counts at least one"
    soft = cards[node, 0] > 0 and hard[node] <= 11
    return int(hard[node] + (10 if soft else 0))


@jit_side_by_side
def stand_all(
    deal: Array, needed: Array, left: Array, rules: Array, win: Array, loss: Array
) -> None:
    """Fill *win* and *loss* with the probabilities of a standing hand, where needed.

    *rules* are whether a 21 wins at once, and (totals, outcomes) how a hand that stands ends.
    """
    (cards, hard, _child), forbidden, _dealer, scratch = deal
    sure_21, against = rules
    rest, _chance, _lanes, met, wanted, ones = scratch
    one = ones[0]
    for node in range(1, len(hard)):
        wanted[node] = needed[node]
        if needed[node] and sure_21 and hand_total(node, hard, cards) == 21:
            wanted[node] = False
            unseen = take_off(cards, node, left, rest)
            if unseen - (rest[forbidden] if forbidden >= 0 else 0) > 0:
                win[node] = one
                loss[node] = 0 * one
    meet_dealer(cards, wanted, (1, len(hard)), left, deal, met)
    for node in range(1, len(hard)):
        if not wanted[node]:
            continue
        win[node], loss[node] = beat(hand_total(node, hard, cards), met[node], against)


@jit_inlined
def beat(total: int, out: Array, against: Array) -> tuple[Number, Number]:
    """Return the probabilities that a standing hand wins and loses, by the dealer's outcomes."""
    assert total <= 21, "a hand over 21 is no longer standing"
    win = out[BUST] + out[TWENTY_TWO] if against[total, TWENTY_TWO] > 0 else 1 * out[BUST]
    loss = 1 * out[BLACKJACK]
    for place in range(5):
        if against[total, place] > 0:
            win += out[place]
        elif against[total, place] < 0:
            loss += out[place]
    return win, loss


@jit_linked
def double_levels(
    node: int,
    child: Array,
    chance: Array,
    after: Array,
    stand: Number,
    fixed: bool,  # noqa: FBT001
    one: Number,
) -> None:
    """Value a hand doubled once, twice, three times, per unit of the wager then on it.

    The table's maximum may cap what a double adds, so *stakes* says what is on a hand by then.
    """
    doubled_legal, doubled, doubled_values, doubled_action, stakes = after
    for level in range(LEVELS - 1, -1, -1):
        mask = doubled_legal[level, node]
        assert 0 < stakes[level] <= stakes[level + 1], "a double takes nothing off the wager"
        doubled_values[level, node, STAND] = stand
        doubled_values[level, node, RESCUE] = -stakes[level] / stakes[level + 1]
        if mask >> REDOUBLE & 1:
            again = 0 * one
            for place in range(VALUES):
                to = child[node, place]
                assert to < 0 or to > node, "what a card leads to is valued before"
                again += chance[place] * (-one if to < 0 else doubled[level + 1, to])
            doubled_values[level, node, REDOUBLE] = stakes[level + 2] / stakes[level + 1] * again
        action = STAND if mask else NOTHING
        for kind in range(1, DOUBLED_ACTIONS):
            best = doubled_values[level, node, max(action, STAND)]
            if mask >> kind & 1 and doubled_values[level, node, kind] > best:
                action = kind
        if fixed:
            action = doubled_action[level, node]
        doubled[level, node] = doubled_values[level, node, max(action, STAND)]
        doubled_action[level, node] = action


@jit_cached
def play_all(
    deal: Array, needed: Array, left: Array, rules: Array, win: Array, loss: Array, hands: Array
) -> None:
    """Value every needed hand, from the highest totals down.

    *rules* end with what a hand loses, 1 with money on it and 0 if a lammer carries it, whether
    the actions in *hands* are followed, otherwise the best actions are stored there, and which down
    card takes the rest of a hand that was given up, or -1.
    """
    (cards, hard, child), forbidden, _dealer, scratch = deal
    legal, doubled_legal, paid_immediately, pays, stakes, loses, fixed, taken_by = rules
    best, action, values, doubled, doubled_action, doubled_values = hands
    rest, chance, _lanes, _met, _wanted, ones = scratch
    one = ones[0]
    for node in range(len(hard) - 1, 0, -1):
        if not needed[node]:
            continue
        unseen = take_off(cards, node, left, rest)
        may_lie = unseen - (rest[forbidden] if forbidden >= 0 else 0)
        if unseen < 0 or may_lie <= 0:
            continue  # the shoe does not have these cards, or none is left that can lie face down
        chances(rest, unseen, forbidden, chance, one)
        after = (doubled_legal, doubled, doubled_values, doubled_action, stakes)
        double_levels(node, child, chance, after, win[node] - loss[node], fixed, one)
        stand = win[node] - loses * loss[node]
        values[node, STAND] = stand
        then = best, doubled, values
        draw_values(node, child, chance, loses, (win, loss), then, one)
        values[node, SURRENDER] = given_up(chance, taken_by, one)
        if paid_immediately[node]:  # to stand is to be paid
            values[node, STAND] = pays[node] * one
            best[node] = pays[node] * one
            action[node] = NOTHING
            continue
        if not fixed:
            action[node] = best_action(legal[node], values[node])
        best[node] = values[node, max(action[node], STAND)]


@jit_linked
def given_up(chance: Array, taken_by: int, one: Number) -> Number:
    """Return the value of a surrender; the down card may yet take the other half.

    Where nobody looked, it is any card with the chance of the next one.
    """
    half = -one / 2
    return half if taken_by < 0 else half + half * chance[taken_by]


@jit_linked
def draw_values(
    node: int, child: Array, chance: Array, loses: int, stands: Array, hands: Array, one: Number
) -> None:
    """Value the actions that draw a card: a hit, a double, a free double."""
    (win, loss) = stands
    (best, doubled, values) = hands
    hit = 0 * one
    twice = 0 * one
    free = 0 * one
    for place in range(VALUES):
        to = child[node, place]
        assert to < 0 or to > node, "what a card leads to is valued before"
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
    values[node, HIT] = hit
    values[node, DOUBLE] = twice
    values[node, FREE_DOUBLE] = free


@jit_linked
def best_action(mask: int, values: Array) -> int:
    """Return the best legal action without splits; `NOTHING` if there is none."""
    choice = NOTHING
    for kind in range(SPLIT):
        if mask >> kind & 1 and (choice == NOTHING or values[kind] > values[choice]):
            choice = kind
    assert choice == NOTHING or mask >> choice & 1, "only what is legal is chosen"
    return choice


STANDS = -1
GIVES_UP = -2
FREE_LEVEL = LEVELS + 1
"""The level of hands that were doubled free; those doubled with money have levels 1 to 3."""


@jit_linked
def next_level(node: int, level: int, action: Array, doubled_action: Array) -> int:
    """Return the level of a hand after its next card, or that it draws none."""
    assert 0 <= level <= FREE_LEVEL, "undoubled, doubled up to three times, or doubled free"
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


@jit_cached
def mark_needed(
    graph: Array, start: int, actions: Array, live: Array, reached: Array, stood: Array
) -> None:
    """Mark the hands that the actions reach from *start*, and where a hand may stand.

    A *live* hand may be hit in one suit and not in another. In *reached* a node has a bit for each
    level at which it is reached.
    """
    _cards, hard, child = graph
    action, doubled_action = actions
    reached[start] = 1
    for node in range(start, len(hard)):
        for level in range(FREE_LEVEL + 1):
            if not reached[node] >> level & 1:
                continue
            to_level = 0 if node == start else next_level(node, level, action, doubled_action)
            stood[node] = stood[node] or to_level < 0 or level > 0
            for place in range(VALUES):
                to = child[node, place]
                assert to < 0 or to > node, "hands are gone through from few cards to many"
                if to >= 0 and to_level >= 0:
                    reached[to] |= 1 << to_level
                if to >= 0 and level == 0 and live[node]:
                    reached[to] |= 1
