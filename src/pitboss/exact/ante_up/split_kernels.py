"""Playing out a split of Ante Up 21: hand after hand, all of them with one poker hand.

A *sight* is what the poker hand needs to know of all cards seen; a card leads to the same or to a
later sight. A *place* is the hand in play as a 21; a card leads to an earlier place. All aims are
played at once, because they draw the same cards. As in `exact.ante_up.kernels`, no rule is written
here.
"""

from __future__ import annotations

from typing import Any

from pitboss.compiled.action_codes import DOUBLE, HIT, NOTHING, SPLIT, STAND
from pitboss.compiled.jit import jit_cached, jit_linked, jit_side_by_side
from pitboss.exact.ante_up.hands import RANKS
from pitboss.exact.ante_up.kernels import OF_21, OF_POKER, PARTS, SQUARE

Array = Any
Number = Any
AIMS = 3
LANES = AIMS * PARTS
"""A value has the parts of the first aim, then those of the next."""
MEAN, MEAN_SQUARE = range(2)
"""The mean and mean square of a total against the dealer's."""


@jit_cached
def reach(
    following: Array,
    child: Array,
    second: Array,
    values: Array,
    first: int,
    begun: Array,
    paired: Array,
    reached: Array,
    ended: Array,
) -> None:
    """Mark the sights that can occur, by the number of finished hands.

    A hand is *begun* with one card of value *first*, has its second card (*paired*, by its value),
    comes to a place (*reached*) and has *ended*.
    """
    for done in range(len(begun)):
        for sight in range(len(following)):
            if done > 0 and ended[done - 1, sight]:
                begun[done, sight] = True
            if begun[done, sight]:
                for rank in range(RANKS):
                    value, then = values[rank] - 1, following[sight, rank]
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
                mean, mean_square = ends[sight, total, MEAN], ends[sight, total, MEAN_SQUARE]
                end(place + 1, mean, mean_square, rest[sight], weights, stood[place, total, sight])


@jit_linked
def end(
    stake: int, mean: Number, mean_square: Number, rest: Array, weights: Array, out: Array
) -> None:
    """Fill *out* with the expected value of one hand that draws no more."""
    for aim in range(AIMS):
        at = PARTS * aim
        of_21, of_poker = rest[at + OF_21], rest[at + OF_POKER]
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
    b, c, d, e, f, g, h, i = a, a, a, a, a, a, a, a
    for rank in range(RANKS):
        share, then, place = chance[rank], following[rank], places[rank]
        a += share * source[place, then, 0]
        b += share * source[place, then, 1]
        c += share * source[place, then, 2]
        d += share * source[place, then, 3]
        e += share * source[place, then, 4]
        f += share * source[place, then, 5]
        g += share * source[place, then, 6]
        h += share * source[place, then, 7]
        i += share * source[place, then, 8]
    out[0], out[1], out[2], out[3], out[4] = a, b, c, d, e
    out[5], out[6], out[7], out[8] = f, g, h, i


@jit_linked
def take_better(
    weights: Array, other: Array, kind: int, always: Array, best: Array, action: Array
) -> None:
    """Replace *best* by *other* for each aim for which it is better by weighted parts.

    *always* (aims) marks the aims for which it is replaced in any case.
    """
    for aim in range(AIMS):
        at = PARTS * aim
        old_21, old_poker, old_square = best[at + OF_21], best[at + OF_POKER], best[at + SQUARE]
        new_21, new_poker, new_square = other[at + OF_21], other[at + OF_POKER], other[at + SQUARE]
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
            value, action = best[place, sight], actions[place, sight]
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
        place, mask = second[value], legal_two[value]
        for sight in range(len(following)):
            if not paired[value, sight]:
                continue
            two_cards, action = two[value, sight], actions[value, sight]
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
    most, keeps = len(to_go) - 1, len(chosen[0]) > 1
    for made in range(most, 1, -1):
        for waiting in range(1, made + 1):
            done = made - waiting
            rest, out = to_go[made, waiting - 1], to_go[made, waiting]
            again = to_go[made + 1, waiting + 1] if made < most else rest[:0]
            keep = (made, waiting - 1) if keeps else (0, 0)
            of_two, of_more = chosen[0][keep], chosen[1][keep]
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
