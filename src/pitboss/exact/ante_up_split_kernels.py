"""Playing out a split of Ante Up 21: hand after hand, all of them with one poker hand.

A *sight* is what has been seen of all hands together, as far as the poker hand depends on it. Rows
of numbers run over the sights, so that all of them are valued in one sweep. As in
`exact.ante_up_kernels` no rule is written here.
"""

from __future__ import annotations

from typing import Any

from pitboss.exact.ante_up_hands import RANKS
from pitboss.exact.ante_up_kernels import OF_21, OF_POKER, SQUARE
from pitboss.exact.hand_graph import VALUES
from pitboss.exact.kernels import DOUBLE, HIT, NOTHING, SPLIT, STAND, compiled, linked
from pitboss.patterns.totals import TWENTY_ONE

Array = Any
MEAN, MEAN_SQUARE = range(2)
"""What is known of a total that meets the dealer's."""


@compiled
def end_all(ends: Array, rest: Array, weights: Array, stood: Array) -> None:
    """Fill *stood* (stakes, totals, parts, sights): a hand that draws no more, with all that waits.

    For the mean square the hand and what follows it are taken to be independent.
    """
    stakes, totals, _parts, size = stood.shape
    for place in range(stakes):
        stake, weighed = place + 1, (place + 1) * weights[OF_21]
        for total in range(totals):
            for sight in range(size):
                mean = ends[MEAN, total, sight]
                follows = weights[OF_21] * rest[OF_21, sight]
                follows += weights[OF_POKER] * rest[OF_POKER, sight]
                square = weighed * weighed * ends[MEAN_SQUARE, total, sight]
                square += 2 * weighed * mean * follows + rest[SQUARE, sight]
                stood[place, total, OF_21, sight] = stake * mean + rest[OF_21, sight]
                stood[place, total, OF_POKER, sight] = rest[OF_POKER, sight]
                stood[place, total, SQUARE, sight] = square


@compiled
def add(chance: Array, following: Array, source: Array, out: Array) -> None:
    """Add to *out* what every sight is worth after one card, times how likely that card is."""
    for part in range(len(out)):
        for sight in range(len(following)):
            out[part, sight] += chance[sight] * source[part, following[sight]]


@linked
def draw_all(
    sights: Array,
    hard: int,
    ace: int,
    one_card: bool,  # noqa: FBT001
    best: Array,
    stood: Array,
    out: Array,
) -> None:
    """Fill *out* with what a hand is worth that draws a card and, with *one_card*, no other."""
    following, chance, values, totals = sights
    out[:] = 0 * chance[0, 0]
    for rank in range(RANKS):
        more, has_ace = hard + values[rank], 1 if rank == 0 else ace
        if one_card or more > TWENTY_ONE:
            source = stood[1 if one_card else 0, totals[more, has_ace]]
        else:
            source = best[more, has_ace]
        add(chance[rank], following[rank], source, out)


@linked
def take_better(
    weights: Array,
    other: Array,
    kind: int,
    always: bool,  # noqa: FBT001
    best: Array,
    action: Array,
) -> None:
    """Put *other* in the place of *best* wherever it is worth more, both parts weighed."""
    for sight in range(len(action)):
        more = weights[OF_21] * (other[OF_21, sight] - best[OF_21, sight])
        more += weights[OF_POKER] * (other[OF_POKER, sight] - best[OF_POKER, sight])
        if always or more > 0:
            action[sight] = kind
            for part in range(len(best)):
                best[part, sight] = other[part, sight]


@compiled
def play_on(
    sights: Array,
    legal: Array,
    first: int,
    weights: Array,
    stood: Array,
    best: Array,
    hits: Array,
    actions: Array,
) -> None:
    """Value hands of three cards or more, and a hit of any hand, from the highest totals down."""
    totals = sights[3]
    for hard in range(TWENTY_ONE, first, -1):
        for ace in range(2):
            if ace and totals[hard, 0] == totals[hard, 1] and legal[hard, 0] == legal[hard, 1]:
                best[hard, 1], hits[hard, 1] = best[hard, 0], hits[hard, 0]
                actions[hard, 1] = actions[hard, 0]
                continue
            best[hard, ace] = stood[0, totals[hard, ace]]
            actions[hard, ace] = STAND
            if hard < TWENTY_ONE:
                draw_all(sights, hard, ace, False, best, stood, hits[hard, ace])  # noqa: FBT003
                if legal[hard, ace] >> HIT & 1:
                    found, action = best[hard, ace], actions[hard, ace]
                    take_better(weights, hits[hard, ace], HIT, False, found, action)  # noqa: FBT003


@compiled
def start(
    sights: Array,
    legal: Array,
    first: int,
    weights: Array,
    forced: bool,  # noqa: FBT001
    again: Array,
    stood: Array,
    best: Array,
    hits: Array,
    two: Array,
    actions: Array,
) -> None:
    """Value hands of two cards by the value of the second: *again* is what one more split is worth.

    Where no more hands may be made, *again* is empty. With *forced* every pair is split again.
    """
    totals = sights[3]
    doubled = two[VALUES]
    for second in range(1, VALUES + 1):
        hard, ace = first + second, 1 if first == 1 or second == 1 else 0
        mask, found, action = legal[second - 1], two[second - 1], actions[second - 1]
        found[:] = stood[0, totals[hard, ace]]
        action[:] = STAND if mask else NOTHING
        if mask >> HIT & 1:
            take_better(weights, hits[hard, ace], HIT, False, found, action)  # noqa: FBT003
        if mask >> DOUBLE & 1:
            draw_all(sights, hard, ace, True, best, stood, doubled)  # noqa: FBT003
            take_better(weights, doubled, DOUBLE, False, found, action)  # noqa: FBT003
        if mask >> SPLIT & 1 and len(again) > 0:
            take_better(weights, again, SPLIT, forced, found, action)


@compiled
def split(
    sights: Array,
    ends: Array,
    legal: Array,
    legal_two: Array,
    first: int,
    weights: Array,
    forced: bool,  # noqa: FBT001
    to_go: Array,
    room: Array,
    kept: Array,
) -> None:
    """Fill *to_go* (hands made, hands that wait, parts, sights) with what is still to come.

    *to_go* holds the poker hand's worth where no hand waits. *kept* takes the actions, if it has
    room for them: of hands of two cards, and of more.
    """
    following, chance, values = sights[0], sights[1], sights[2]
    stood, best, hits, two, actions_two, actions_more = room
    kept_two, kept_more = kept
    most = len(to_go) - 1
    for made in range(most, 1, -1):
        for waiting in range(1, made + 1):
            rest, out = to_go[made, waiting - 1], to_go[made, waiting]
            again = to_go[made + 1, waiting + 1] if made < most else rest[:0]
            end_all(ends, rest, weights, stood)
            play_on(sights, legal, first, weights, stood, best, hits, actions_more)
            start(
                sights,
                legal_two,
                first,
                weights,
                forced,
                again,
                stood,
                best,
                hits,
                two,
                actions_two,
            )
            if len(kept_two) > 1:
                kept_two[made, waiting - 1] = actions_two
                kept_more[made, waiting - 1] = actions_more
            out[:] = 0 * chance[0, 0]
            for rank in range(RANKS):
                add(chance[rank], following[rank], two[values[rank] - 1], out)
