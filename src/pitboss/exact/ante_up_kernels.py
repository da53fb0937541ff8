"""The arithmetic of Ante Up 21, compiled; interpreted with fractions it is exact.

Nothing here knows a rule: what may be done, what is paid and what the dealer may draw comes in
arrays.

The cards *left* are those of the shoe less the up card and what else is known to be gone; *natural*
marks the ranks that are not face down, for the dealer has looked.
"""

from __future__ import annotations

from typing import Any

from pitboss.exact.ante_up_hands import RANKS
from pitboss.exact.ante_up_pays import ANTES
from pitboss.exact.kernels import DOUBLE, DRAWN_MAX, HIT, NOTHING, SPLIT, STAND, compiled

Array = Any
Number = Any

LOST, TIED, WON = range(3)
"""What became of the 21 wager."""
RESULTS = 3
POKER = 2 * ANTES + 1
"""What became of ANTE and BET: from both lost to both won, in units of the ANTE."""
OF_21, OF_POKER, SQUARE = range(3)
"""Parts of a value: of the 21 wager, of ANTE and BET, and the mean square of what is aimed at."""
PARTS = 3


@compiled
def stood(
    rows: Array,
    total: Array,
    best: Array,
    left: Array,
    natural: Array,
    dealer: Array,
    pays_21: Array,
    pays_poker: Array,
    scratch: Array,
    out: Array,
) -> None:
    """Fill *out* (hands, results, poker results) with how likely hands end so once they stand.

    *rows* are the cards that are gone with each hand. A hand whose cards the shoe has not is left
    as it is.
    """
    parent, rank, count, drawn, dealers_total, dealers_best, orders = dealer
    work, fall, one = scratch
    for hand in range(len(rows)):
        unseen, may_lie = 0, 0
        possible = True
        for place in range(RANKS):
            rest = left[place] - rows[hand, place]
            possible = possible and rest >= 0
            unseen += rest
            may_lie += 0 if natural[place] else rest
        if not possible or may_lie <= 0:
            continue
        for place in range(RANKS):
            rest = left[place] - rows[hand, place]
            fall[place, 0] = one
            for more in range(1, DRAWN_MAX):
                fall[place, more] = fall[place, more - 1] * max(0, rest - more + 1)
        fall[RANKS, 1] = one / may_lie
        for more in range(2, DRAWN_MAX):
            fall[RANKS, more] = fall[RANKS, more - 1] / max(1, unseen - more + 1)
        work[0] = one
        for node in range(1, len(parent)):
            ways = work[parent[node]] * fall[rank[node], count[node]]
            work[node] = ways
            if dealers_total[node]:
                gain = pays_21[total[hand], dealers_total[node]] + 1
                poker = pays_poker[best[hand], dealers_best[node]] + ANTES
                out[hand, gain, poker] += orders[node] * ways * fall[RANKS, drawn[node]]


@compiled
def chances(rows: Array, left: Array, natural: Array, one: Number, out: Array) -> None:
    """Fill *out* (hands, ranks) with the probability of each rank to be drawn next.

    Of the cards that may lie face down one does; the next is drawn from the rest.
    """
    for hand in range(len(rows)):
        unseen, may_lie = 0, 0
        for place in range(RANKS):
            rest = max(0, left[place] - rows[hand, place])
            unseen += rest
            may_lie += 0 if natural[place] else rest
        for place in range(RANKS):
            rest = max(0, left[place] - rows[hand, place])
            if natural[place]:
                out[hand, place] = one * rest / max(1, unseen - 1)
            else:
                seen = max(1, may_lie * (unseen - 1))
                out[hand, place] = one * rest * max(0, may_lie - 1) / seen


@compiled
def play(
    child: Array,
    possible: Array,
    chance: Array,
    legal: Array,
    ends: Array,
    split: Array,
    weights: Array,
    values: Array,
    best: Array,
    action: Array,
) -> None:
    """Value every hand and choice for the best sum of both parts, weighed by *weights*.

    *ends* (stakes, hands, parts) is what a hand is worth that draws no more, with one and with two
    units on it; *split* (hands, parts) what a split is worth. Filled are *values* (hands, actions,
    parts), *best* (hands, parts) and *action*.
    """
    live = len(child)
    for hand in range(live, len(best)):
        best[hand] = ends[0, hand]
    for hand in range(live - 1, 0, -1):
        if not possible[hand]:
            continue
        values[hand, STAND] = ends[0, hand]
        values[hand, SPLIT] = split[hand]
        for part in range(PARTS):
            hit = 0 * ends[0, hand, part]
            twice = 0 * hit
            for place in range(RANKS):
                to = child[hand, place]
                if to >= 0:
                    hit += chance[hand, place] * best[to, part]
                    twice += chance[hand, place] * ends[1, to, part]
            values[hand, HIT, part], values[hand, DOUBLE, part] = hit, twice
        choice, most = NOTHING, 0 * ends[0, hand, OF_21]
        for kind in range(SPLIT + 1):
            worth = weights[OF_21] * values[hand, kind, OF_21]
            worth += weights[OF_POKER] * values[hand, kind, OF_POKER]
            if legal[hand] >> kind & 1 and (choice == NOTHING or worth > most):
                choice, most = kind, worth
        action[hand] = choice
        best[hand] = values[hand, max(choice, STAND)]


@compiled
def poker_results(child: Array, chance: Array, action: Array, stands: Array, out: Array) -> None:
    """Fill *out* (hands, poker results) with how hands end that are played by *action*.

    *stands* is the same for hands that draw no more. A hand that is split stays empty.
    """
    live = len(child)
    for hand in range(live, len(out)):
        out[hand] = stands[hand]
    for hand in range(live - 1, 0, -1):
        kind = action[hand]
        if kind in (HIT, DOUBLE):
            for place in range(RANKS):
                to = child[hand, place]
                if to >= 0:
                    ends = out[to] if kind == HIT else stands[to]
                    out[hand] += chance[hand, place] * ends
        elif kind != SPLIT:
            out[hand] = stands[hand]
