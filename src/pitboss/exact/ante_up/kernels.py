"""The arithmetic of Ante Up 21, compiled; interpreted with fractions it is exact.

No rule is written here: legal actions, pays and the dealer's draws come in arrays.

*left* are the cards of the shoe without the up card and other known cards; *natural* marks the
ranks that are not face down, because the dealer has looked.

A split is played out hand after hand, all of them with one poker hand. A *sight* is what the poker
hand needs to know of all cards seen; a card leads to the same or to a later sight. A *place* is the
hand in play as a 21; a card leads to an earlier place. All aims are played at once, because they
draw the same cards.
"""

from __future__ import annotations

from typing import Any

from pitboss.compiled.action_codes import DOUBLE, HIT, NOTHING, SPLIT, STAND
from pitboss.compiled.jit import jit_cached, jit_linked, jit_side_by_side
from pitboss.exact.ante_up.hands import ANTES, LEAST, MOST, RANKS

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
def stood(hands: Array, shoe: Array, pays_poker: Array, scratch: Array, out: Array) -> None:
    """Fill *out* (hands, dealer's totals, poker results) with the probabilities of results.

    *hands* are the cards of each hand that are gone, the order of hands, the first place of each
    batch in it and the end, and the poker hands: the dealer's hands are counted once for a batch of
    hands with the same poker hand. The *shoe* is *left*, *natural* and the dealer's hands. If no
    card can be face down, all probabilities are zero.
    """
    rows, order, batches, best = hands
    depth, rank, count, drawn, total, dealers_best, orders, _most = shoe[2]
    rest, fall, work, sums, one = scratch
    for batch in range(len(batches) - 1):
        start = batches[batch]
        lanes = batches[batch + 1] - start
        assert 0 < lanes <= work.shape[1], "a batch has room in the memory"
        fall_all(rows, order[start : start + lanes], shoe, one, rest, fall)
        sums[:] = 0 * one
        for lane in range(lanes):
            work[0, lane] = one
        for node in range(1, len(depth)):
            at = depth[node]
            place = rank[node]
            more = count[node]
            for lane in range(lanes):
                work[at, lane] = work[at - 1, lane] * fall[place, more, lane]
            if total[node]:
                result = total[node] - LEAST
                assert 0 <= result < DEALERS, "a dealer who stops has one of these totals"
                ways = orders[node]
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
def fall_all(rows: Array, hands: Array, shoe: Array, one: Number, rest: Array, fall: Array) -> None:
    """Fill *fall* (ranks, cards, hands): the number of ways to draw this many cards of a rank.

    The last rank has one over the number of ways to draw this many cards of any rank.
    """
    left, natural, dealer = shoe
    most = dealer[-1]
    lanes = len(hands)
    unseen = rest[RANKS]
    may_lie = rest[RANKS + 1]
    for lane in range(lanes):
        unseen[lane] = 0
        may_lie[lane] = 0
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
        unseen = 0
        may_lie = 0
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
def play(hands: Array, ends: Array, split: Array, aim: Array, played: Array) -> None:
    """Value every hand and choice for the best sum of both parts, weighted by the *aim*.

    *hands* are the next hands, whether a hand is possible, the chances of cards, and the legal
    actions. The *aim* ends with whether the actions in *played* are followed; otherwise the best
    ones are stored there.

    *ends* (stakes, hands, parts) is the expected value of a hand that draws no more, with one and
    with two units on it; *split* (hands, parts) the expected value of a split. The function fills
    *played*: values (hands, actions, parts), the best (hands, parts) and actions (hands).
    """
    child, possible, chance, legal = hands
    weights, fixed = aim
    values, best, action = played
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
                assert to < 0 or to > hand, "what a card leads to is valued before"
                if to >= 0:
                    hit += chance[hand, place] * best[to, part]
                    twice += chance[hand, place] * ends[1, to, part]
            values[hand, STAND, part] = ends[0, hand, part]
            values[hand, HIT, part] = hit
            values[hand, DOUBLE, part] = twice
            values[hand, SPLIT, part] = split[hand, part]
        if not fixed:
            action[hand] = best_action(legal[hand], values[hand], weights)
        for part in range(PARTS):
            best[hand, part] = values[hand, max(action[hand], STAND), part]


@jit_linked
def best_action(mask: int, values: Array, weights: Array) -> int:
    """Return the best legal action by the weighted parts; `NOTHING` if there is none."""
    choice = NOTHING
    most = 0 * values[STAND, OF_21]
    for kind in range(SPLIT + 1):
        worth = weights[OF_21] * values[kind, OF_21] + weights[OF_POKER] * values[kind, OF_POKER]
        if mask >> kind & 1 and (choice == NOTHING or worth > most):
            choice = kind
            most = worth
    assert choice == NOTHING or mask >> choice & 1, "only what is legal is chosen"
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
            continue  # its hands have results of their own
        for result in range(POKER):
            if kind not in (HIT, DOUBLE):
                out[hand, result] = stands[hand, result]
                continue
            for place in range(RANKS):
                to = child[hand, place]
                assert to < 0 or to > hand, "what a card leads to is worked out before"
                if to >= 0:
                    ends = out[to, result] if kind == HIT else stands[to, result]
                    out[hand, result] += chance[hand, place] * ends


AIMS = 3
LANES = AIMS * PARTS
"""A value has the parts of the first aim, then those of the next."""
MEAN, MEAN_SQUARE = range(2)
"""The mean and mean square of a total against the dealer's."""


@jit_cached
def reach(
    following: Array, child: Array, second: Array, values: Array, first: int, marks: Array
) -> None:
    """Mark the sights that can occur, by the number of finished hands.

    A hand is *begun* with one card of value *first*, has its second card (*paired*, by its value),
    comes to a place (*reached*) and has *ended*: those are the *marks*.
    """
    begun, paired, reached, ended = marks
    for done in range(len(begun)):
        for sight in range(len(following)):
            if done > 0 and ended[done - 1, sight]:
                begun[done, sight] = True
            if begun[done, sight]:
                for rank in range(RANKS):
                    value = values[rank] - 1
                    then = following[sight, rank]
                    paired[done, value, then] = True
                    reached[done, second[value], then] = True
                    if values[rank] == first:  # it may be split again
                        begun[done, then] = True
            reach_on(following, child, sight, reached[done], ended[done])


@jit_linked
def reach_on(following: Array, child: Array, sight: int, reached: Array, ended: Array) -> None:
    """Mark the places that hands reach from the places of one sight."""
    for place in range(len(child) - 1, -1, -1):
        if reached[place, sight]:
            ended[sight] = True
            for rank in range(RANKS):
                if child[place, rank] >= 0:
                    reached[child[place, rank], following[sight, rank]] = True


@jit_linked
def end_all(ended: Array, ends: Array, rest: Array, weights: Array, stood: Array) -> None:
    """Fill *stood* (stakes, totals, sights): a hand that draws no more, with the hands that wait.

    For the mean square the hand and the following hands are taken to be independent.
    """
    stakes, totals, sights, _lanes = stood.shape
    for place in range(stakes):
        for total in range(totals):
            for sight in range(sights):
                if not ended[sight]:
                    continue
                mean = ends[sight, total, MEAN]
                mean_square = ends[sight, total, MEAN_SQUARE]
                end(place + 1, mean, mean_square, rest[sight], weights, stood[place, total, sight])


@jit_linked
def end(
    stake: int, mean: Number, mean_square: Number, rest: Array, weights: Array, out: Array
) -> None:
    """Fill *out* with the expected value of one hand that draws no more."""
    for aim in range(AIMS):
        at = PARTS * aim
        of_21 = rest[at + OF_21]
        of_poker = rest[at + OF_POKER]
        weighed = stake * weights[aim, OF_21]
        follows = weights[aim, OF_21] * of_21 + weights[aim, OF_POKER] * of_poker
        square = weighed * weighed * mean_square + 2 * weighed * mean * follows
        out[at + OF_21] = stake * mean + of_21
        out[at + OF_POKER] = of_poker
        out[at + SQUARE] = square + rest[at + SQUARE]


@jit_linked
def draw(chance: Array, following: Array, source: Array, places: Array, out: Array) -> None:
    """Fill *out* with the expected value of a card, which leads to *places* of a further sight."""
    a = 0 * chance[0]
    b = a
    c = a
    d = a
    e = a
    f = a
    g = a
    h = a
    i = a
    for rank in range(RANKS):
        share = chance[rank]
        then = following[rank]
        place = places[rank]
        a += share * source[place, then, 0]
        b += share * source[place, then, 1]
        c += share * source[place, then, 2]
        d += share * source[place, then, 3]
        e += share * source[place, then, 4]
        f += share * source[place, then, 5]
        g += share * source[place, then, 6]
        h += share * source[place, then, 7]
        i += share * source[place, then, 8]
    out[0] = a
    out[1] = b
    out[2] = c
    out[3] = d
    out[4] = e
    out[5] = f
    out[6] = g
    out[7] = h
    out[8] = i


@jit_linked
def take_better(
    weights: Array, other: Array, kind: int, always: Array, best: Array, action: Array
) -> None:
    """Replace *best* by *other* for each aim for which it is better by weighted parts.

    *always* (aims) marks the aims for which it is replaced in any case.
    """
    for aim in range(AIMS):
        at = PARTS * aim
        old_21 = best[at + OF_21]
        old_poker = best[at + OF_POKER]
        old_square = best[at + SQUARE]
        new_21 = other[at + OF_21]
        new_poker = other[at + OF_POKER]
        new_square = other[at + SQUARE]
        more = weights[aim, OF_21] * (new_21 - old_21)
        more += weights[aim, OF_POKER] * (new_poker - old_poker)
        takes = always[aim] | (more > 0)
        action[aim] = kind if takes else action[aim]
        best[at + OF_21] = new_21 if takes else old_21
        best[at + OF_POKER] = new_poker if takes else old_poker
        best[at + SQUARE] = new_square if takes else old_square


@jit_linked
def stand(source: Array, kind: int, best: Array, action: Array) -> None:
    """Start with the expected value of standing."""
    for lane in range(LANES):
        best[lane] = source[lane]
    for aim in range(AIMS):
        action[aim] = kind


@jit_linked
def play_on(
    sights: Array, hands: Array, weights: Array, reached: Array, room: Array, actions: Array
) -> None:
    """Value hands of three cards or more, from the highest totals down."""
    following, chance = sights
    child, _once, total, legal, _second, _legal_two, never = hands
    stood, best, _two, drawn = room
    for place in range(len(child)):
        for sight in range(len(following)):
            if not reached[place, sight]:
                continue
            value = best[place, sight]
            action = actions[place, sight]
            stand(stood[0, total[place], sight], STAND, value, action)
            if legal[place] >> HIT & 1:
                draw(chance[sight], following[sight], best, child[place], drawn)
                take_better(weights, drawn, HIT, never, value, action)


@jit_linked
def start(
    sights: Array,
    hands: Array,
    weights: Array,
    forced: Array,
    paired: Array,
    again: Array,
    values: Array,
    room: Array,
    actions: Array,
) -> None:
    """Value hands of two cards by the *values* of the second.

    *again* is the expected value of one more split; it is empty if no more hands are allowed.
    *forced* (aims): every pair is split again.
    """
    following, chance = sights
    child, once, total, legal, second, legal_two, never = hands
    stood, best, two, drawn = room
    for value in values:
        place = second[value]
        mask = legal_two[value]
        for sight in range(len(following)):
            if not paired[value, sight]:
                continue
            two_cards = two[value, sight]
            action = actions[value, sight]
            stand(stood[0, total[place], sight], STAND if mask else NOTHING, two_cards, action)
            if mask >> HIT & 1 and legal[place] >> HIT & 1:  # as with more cards of that total
                take_better(weights, best[place, sight], HIT, never, two_cards, action)
            elif mask >> HIT & 1:
                draw(chance[sight], following[sight], best, child[place], drawn)
                take_better(weights, drawn, HIT, never, two_cards, action)
            if mask >> DOUBLE & 1:
                draw(chance[sight], following[sight], stood[1], once[place], drawn)
                take_better(weights, drawn, DOUBLE, never, two_cards, action)
            if mask >> SPLIT & 1 and len(again) > 0:
                take_better(weights, again[sight], SPLIT, forced, two_cards, action)


@jit_side_by_side
def split(
    sights: Array,
    ends: Array,
    hands: Array,
    by_value: Array,
    seconds: Array,
    reached: Array,
    weights: Array,
    forced: Array,
    to_go: Array,
    rooms: Array,
    chosen: Array,
) -> None:
    """Fill *to_go* (hands made, hands waiting, sights) with the value of the hands to come.

    *to_go* has the value of the poker hand where no hand waits. *chosen* gets the actions of hands
    of two cards and of more; with room for one hand only, those of the last. *seconds* are all
    values of a second card, and the value that pairs.

    The value of the last hand depends on the number of hands only if it may be split again: it is
    stored in a room of its own, and is valued once.
    """
    following, chance = sights
    begun, paired, at, ended = reached
    every, pairing = seconds
    most = len(to_go) - 1
    keeps = len(chosen[0]) > 1
    for made in range(most, 1, -1):
        for waiting in range(1, made + 1):
            done = made - waiting
            rest = to_go[made, waiting - 1]
            out = to_go[made, waiting]
            again = to_go[made + 1, waiting + 1] if made < most else rest[:0]
            keep = (made, waiting - 1) if keeps else (0, 0)
            of_two = chosen[0][keep]
            of_more = chosen[1][keep]
            room = rooms[0] if waiting == 1 else rooms[1]
            values = pairing
            if waiting > 1 or made == most or keeps:
                values = every
                end_all(ended[done], ends, rest, weights, room[0])
                play_on(sights, hands, weights, at[done], room, of_more)
            start(sights, hands, weights, forced, paired[done], again, values, room, of_two)
            for sight in range(len(following)):
                if begun[done, sight]:
                    draw(chance[sight], following[sight], room[2], by_value, out[sight])
