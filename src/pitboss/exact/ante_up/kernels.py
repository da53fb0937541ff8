"""The arithmetic of Ante Up 21, compiled; interpreted with fractions it is exact.

No rule is written here: legal actions, pays and the dealer's draws come in arrays.

*left* are the cards of the shoe without the up card and other known cards; *natural* marks the
ranks that are not face down, because the dealer has looked.
"""

from __future__ import annotations

from typing import Any

from pitboss.compiled.action_codes import DOUBLE, HIT, NOTHING, SPLIT, STAND
from pitboss.compiled.jit import jit_cached, jit_linked
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.pays import ANTES, LEAST, MOST

Array = Any
Number = Any

RESULTS = 3
"""Results of the 21 wager: lost, tied, won."""
DEALERS = MOST - LEAST + 1
"""The number of the dealer's totals."""
POKER = 2 * ANTES + 1
"""Results of ANTE and BET: from both lost to both won, in units of the ANTE."""
OF_21, OF_POKER, SQUARE = range(3)
"""Parts of a value: of the 21 wager, of ANTE and BET, and the mean square of the aim."""
PARTS = 3


@jit_cached
def stood(
    rows: Array,
    order: Array,
    batches: Array,
    best: Array,
    left: Array,
    natural: Array,
    dealer: Array,
    pays_poker: Array,
    scratch: Array,
    out: Array,
) -> None:
    """Fill *out* (hands, dealer's totals, poker results) with the probabilities of results.

    *rows* are the cards of each hand that are gone. The dealer's hands are counted once for a batch
    of hands with the same poker hand: *batches* has the first place of each batch in the *order* of
    hands, and the end. If no card can be face down, all probabilities are zero.
    """
    depth, rank, count, drawn, total, dealers_best, orders, most = dealer
    rest, fall, work, sums, one = scratch
    for batch in range(len(batches) - 1):
        start = batches[batch]
        lanes = batches[batch + 1] - start
        fall_all(rows, order[start : start + lanes], left, natural, most, one, rest, fall)
        sums[:] = 0 * one
        for lane in range(lanes):
            work[0, lane] = one
        for node in range(1, len(depth)):
            at, place, more = depth[node], rank[node], count[node]
            for lane in range(lanes):
                work[at, lane] = work[at - 1, lane] * fall[place, more, lane]
            if total[node]:
                result, ways = total[node] - LEAST, orders[node]
                poker = pays_poker[best[order[start]], dealers_best[node]] + ANTES
                cards = drawn[node]
                for lane in range(lanes):
                    sums[result, poker, lane] += ways * work[at, lane] * fall[RANKS, cards, lane]
        for lane in range(lanes):
            for result in range(DEALERS):
                for poker in range(POKER):
                    out[order[start + lane], result, poker] = sums[result, poker, lane]


@jit_cached
def fill_gains(met: Array, gains: Array, scratch: Array, out: Array) -> None:
    """Fill *out* (hands, kinds of totals and poker, mean and mean square) with the gains of hands.

    *gains* are those of each kind of total against each dealer total, and of poker results.
    """
    of_21, of_poker = gains
    totals, results, none = scratch
    kinds = len(of_21)
    for hand in range(len(met)):
        for result in range(DEALERS):
            totals[result] = none
        for poker in range(POKER):
            results[poker] = none
        for result in range(DEALERS):
            for poker in range(POKER):
                totals[result] += met[hand, result, poker]
                results[poker] += met[hand, result, poker]
        for kind in range(kinds):
            out[hand, kind, 0] = out[hand, kind, 1] = none
            for result in range(DEALERS):
                gain = of_21[kind, result]
                out[hand, kind, 0] += gain * totals[result]
                out[hand, kind, 1] += gain * gain * totals[result]
        out[hand, kinds, 0] = out[hand, kinds, 1] = none
        for poker in range(POKER):
            gain = of_poker[poker]
            out[hand, kinds, 0] += gain * results[poker]
            out[hand, kinds, 1] += gain * gain * results[poker]


@jit_linked
def fall_all(
    rows: Array,
    hands: Array,
    left: Array,
    natural: Array,
    most: Array,
    one: Number,
    rest: Array,
    fall: Array,
) -> None:
    """Fill *fall* (ranks, cards, hands): the number of ways to draw this many cards of a rank.

    The last rank has one over the number of ways to draw this many cards of any rank.
    """
    lanes, unseen, may_lie = len(hands), rest[RANKS], rest[RANKS + 1]
    for lane in range(lanes):
        unseen[lane], may_lie[lane] = 0, 0
    for place in range(RANKS):
        for lane in range(lanes):
            cards = left[place] - rows[hands[lane], place]
            rest[place, lane] = cards
            unseen[lane] += cards
            may_lie[lane] += 0 if natural[place] else cards
            fall[place, 0, lane] = one
        for more in range(1, most[place] + 1):
            for lane in range(lanes):
                fall[place, more, lane] = fall[place, more - 1, lane] * max(
                    0, rest[place, lane] - more + 1
                )
    for lane in range(lanes):
        fall[RANKS, 1, lane] = one / may_lie[lane] if may_lie[lane] > 0 else 0 * one
        for more in range(2, most[RANKS] + 1):
            fall[RANKS, more, lane] = fall[RANKS, more - 1, lane] / max(1, unseen[lane] - more + 1)


@jit_cached
def chances(rows: Array, left: Array, natural: Array, one: Number, out: Array) -> None:
    """Fill *out* (hands, ranks) with the probability that each rank is drawn next.

    One of the possible down cards is face down; the next card is drawn from the rest.
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
                ways = max(1, may_lie * (unseen - 1))
                out[hand, place] = one * rest * max(0, may_lie - 1) / ways


@jit_cached
def play(
    child: Array,
    possible: Array,
    chance: Array,
    legal: Array,
    ends: Array,
    split: Array,
    weights: Array,
    fixed: bool,  # noqa: FBT001
    values: Array,
    best: Array,
    action: Array,
) -> None:
    """Value every hand and choice for the best sum of both parts, weighted by *weights*.

    With *fixed* the actions in *action* are followed; otherwise the best ones are stored there.

    *ends* (stakes, hands, parts) is the expected value of a hand that draws no more, with one and
    with two units on it; *split* (hands, parts) the expected value of a split. The function fills
    *values* (hands, actions, parts) and *best* (hands, parts).
    """
    live = len(child)
    for hand in range(live, len(best)):
        for part in range(PARTS):
            best[hand, part] = ends[0, hand, part]
    for hand in range(live - 1, 0, -1):
        if not possible[hand]:
            continue
        for part in range(PARTS):
            hit = 0 * ends[0, hand, part]
            twice = 0 * hit
            for place in range(RANKS):
                to = child[hand, place]
                if to >= 0:
                    hit += chance[hand, place] * best[to, part]
                    twice += chance[hand, place] * ends[1, to, part]
            values[hand, STAND, part], values[hand, HIT, part] = ends[0, hand, part], hit
            values[hand, DOUBLE, part], values[hand, SPLIT, part] = twice, split[hand, part]
        if not fixed:
            action[hand] = best_action(legal[hand], values[hand], weights)
        for part in range(PARTS):
            best[hand, part] = values[hand, max(action[hand], STAND), part]


@jit_linked
def best_action(mask: int, values: Array, weights: Array) -> int:
    """Return the best legal action by the weighted parts; `NOTHING` if there is none."""
    choice, most = NOTHING, 0 * values[STAND, OF_21]
    for kind in range(SPLIT + 1):
        worth = weights[OF_21] * values[kind, OF_21] + weights[OF_POKER] * values[kind, OF_POKER]
        if mask >> kind & 1 and (choice == NOTHING or worth > most):
            choice, most = kind, worth
    return choice


@jit_cached
def poker_results(child: Array, chance: Array, action: Array, stands: Array, out: Array) -> None:
    """Fill *out* (hands, poker results) with the results of hands played by *action*.

    *stands* is the same for hands that draw no more. A split hand stays empty.
    """
    live = len(child)
    for hand in range(len(out) - 1, 0, -1):
        kind = action[hand] if hand < live else STAND
        if kind == SPLIT:
            continue
        for result in range(POKER):
            if kind not in (HIT, DOUBLE):
                out[hand, result] = stands[hand, result]
                continue
            for place in range(RANKS):
                to = child[hand, place]
                if to >= 0:
                    ends = out[to, result] if kind == HIT else stands[to, result]
                    out[hand, result] += chance[hand, place] * ends
