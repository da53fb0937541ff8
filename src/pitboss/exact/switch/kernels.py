"""The hands of Blackjack Switch beside every other hand at once; compiled.

A *case* is a play that is followed, and the cards left beside one other hand. Its hands are a row
of nodes in the order of the hand graph. The dealer's outcome depends on which cards are gone, not
on where they are: cases share it, and most hands of a case find what another case has worked out.
"""

from __future__ import annotations

from pitboss.compiled.action_codes import DOUBLE, HIT, SURRENDER
from pitboss.compiled.hand_graph import VALUES
from pitboss.compiled.jit import Array, Number, jit_cached, jit_linked, jit_side_by_side
from pitboss.exact.blackjack import kernels
from pitboss.exact.blackjack.flow_kernel import clear, copy_row, end_hand

NOT_MET = -1
"""In place of the number of a set of gone cards: the hand is not wanted, or cannot be dealt."""


@jit_side_by_side
def meet_all(
    deal: Array, plays: Array, cases: Array, keys: Array, slots: Array, before: Array, out: Array
) -> None:
    """Fill *out*: the dealer's outcomes, and the row of each hand in them.

    *keys* has a number for the cards of each node, and one for the cards gone in each case: their
    sum tells sets of gone cards apart. *slots* finds the rows of those that are known, and *before*
    those that an earlier play has worked out.
    """
    (cards, _hard, _child), forbidden, dealer, scratch = deal
    met, numbers = out
    nodes, wanted, first = plays
    played, lefts = cases
    node_keys, case_keys = keys
    keys_before, rows_before, met_before = before
    rest, _chance, lanes, _met, _wanted, ones = scratch
    rests, unseen, held, _work, _fall, _out = lanes
    used = 0
    known = 0
    at = 0
    for case in range(len(played)):
        for place in range(first[played[case]], first[played[case] + 1]):
            node = nodes[place]
            numbers[at] = NOT_MET
            count = kernels.take_off(cards, node, lefts[case], rest) if wanted[place] else -1
            if count >= 0 and count - (rest[forbidden] if forbidden >= 0 else 0) > 0:
                key = case_keys[case] + node_keys[node] + 1
                slot, is_new = find_slot(key, slots, known)
                numbers[at] = slots[1][slot]
                if is_new:
                    row = find_row(key, keys_before, rows_before)
                    if row >= 0:
                        copy_row(met_before[row], met[known])
                    else:
                        for value in range(VALUES):
                            rests[value, used] = rest[value]
                        assert used < kernels.LANES, "full lanes were worked out"
                        unseen[used] = count
                        held[used] = known
                        used += 1
                    known += 1
                if used == kernels.LANES:
                    kernels.meet_lanes(used, lanes, forbidden, dealer, met, ones[0])
                    used = 0
            at += 1
    assert known <= len(met), "every hand that is met has a row"
    if used > 0:
        kernels.meet_lanes(used, lanes, forbidden, dealer, met, ones[0])


@jit_linked
def find_slot(key: int, slots: Array, known: int) -> tuple[int, bool]:
    """Return the slot of a key, and whether it is new: then it gets the number *known*."""
    assert key > 0, "nought marks an empty slot"
    keys, numbers = slots
    slot = key % len(keys)
    while keys[slot] != key:
        if keys[slot] == 0:
            keys[slot] = key
            numbers[slot] = known
            return slot, True
        slot = slot + 1 if slot + 1 < len(keys) else 0
    return slot, False


@jit_linked
def find_row(key: int, keys: Array, rows: Array) -> int:
    """Return the row of a key, or -1 if there is none; at least one slot is empty."""
    assert key > 0, "nought marks an empty slot"
    slot = key % len(keys)
    while keys[slot] != 0:
        if keys[slot] == key:
            return int(rows[slot])
        slot = slot + 1 if slot + 1 < len(keys) else 0
    return -1


@jit_cached
def play_all(
    deal: Array, plays: Array, cases: Array, rules: Array, dealt: Array, room: Array, hands: Array
) -> None:
    """Fill *hands*, wanted nodes by play and (cases, wanted hands), with the values by their play.

    *rules* are what hands are paid at once, what is done with them, both by play, and how a
    hand that stands ends. *dealt* is the *out* of `meet_all`. A doubled hand draws one card and no
    more.
    """
    (cards, hard, child), forbidden, _dealer, scratch = deal
    (met, numbers) = dealt
    (wanted, out) = hands
    nodes, _asked, first = plays
    played, lefts = cases
    paid_immediately, pays, action, against = rules
    best, stand = room
    rest, chance, _lanes, _met, _wanted, ones = scratch
    one = ones[0]
    at = 0
    for case in range(len(played)):
        play = played[case]
        begin = first[play]
        after = first[play + 1]
        assert begin <= after, "the nodes of a play lie together"
        for place in range(begin, after):
            node = nodes[place]
            number = numbers[at + place - begin]
            stand[node] = 0 * one
            if number != NOT_MET:
                total = kernels.hand_total(node, hard, cards)
                win, loss = kernels.beat(total, met[number], against)
                stand[node] = win - loss
        for place in range(after - 1, begin - 1, -1):
            node = nodes[place]
            unseen = kernels.take_off(cards, node, lefts[case], rest)
            kind = action[play, node]
            best[node] = 0 * one
            if unseen < 0 or unseen - (rest[forbidden] if forbidden >= 0 else 0) <= 0:
                continue
            if paid_immediately[play, node]:
                best[node] = pays[play, node] * one
            elif kind in (HIT, DOUBLE):
                kernels.chances(rest, unseen, forbidden, chance, one)
                best[node] = draw(kind, child[node], chance, best, stand, one)
            else:
                best[node] = -one / 2 if kind == SURRENDER else stand[node]
        for place in range(wanted.shape[1]):
            out[case, place] = best[wanted[play, place]]
        at += after - begin


@jit_linked
def draw(kind: int, child: Array, chance: Array, best: Array, stand: Array, one: Number) -> Number:
    """Return the value of a hit, or of a double."""
    total = 0 * one
    assert kind in (HIT, DOUBLE), "nothing else draws"
    for place in range(VALUES):
        to = child[place]
        if kind == HIT:
            total += chance[place] * (-one if to < 0 else best[to])
        else:
            total += chance[place] * (-2 * one if to < 0 else 2 * stand[to])
    return total


@jit_cached
def end_all(
    deal: Array, plays: Array, cases: Array, rules: Array, dealt: Array, room: Array, hands: Array
) -> None:
    """Fill *hands*, as `play_all` does, with results together with the dealer's outcomes.

    *rules* are which hands are paid at once and what is done with them, both by play, and how a
    hand that stands ends.
    """
    graph, forbidden, _dealer, scratch = deal
    cards, _hard, _child = graph
    (met, numbers) = dealt
    (wanted, out) = hands
    nodes, _asked, first = plays
    played, lefts = cases
    paid_immediately, action, against = rules
    ends, outcomes = room
    rest, chance, _lanes, _met, _wanted, ones = scratch
    at = 0
    for case in range(len(played)):
        play = played[case]
        begin = first[play]
        after = first[play + 1]
        settled = (paid_immediately[play], against)
        for place in range(after - 1, begin - 1, -1):
            node = nodes[place]
            number = numbers[at + place - begin]
            clear(ends[node], outcomes[node])
            if number != NOT_MET:
                unseen = kernels.take_off(cards, node, lefts[case], rest)
                kernels.chances(rest, unseen, forbidden, chance, ones[0])
                kind = action[play, node]
                outs = met[number]
                end_hand(node, kind, graph, settled, chance, outs, ends, outcomes)
        for place in range(wanted.shape[1]):
            for end in range(ends.shape[1]):
                copy_row(ends[wanted[play, place], end], out[case, place, end])
        at += after - begin


@jit_cached
def draw_next(lefts: Array, forbidden: int, out: Array, scratch: Array) -> None:
    """Fill *out* (cases, values) with the probability that each value is the next card."""
    _rest, _chance, _lanes, _met, _wanted, ones = scratch
    for case in range(len(lefts)):
        unseen = 0
        for place in range(VALUES):
            unseen += lefts[case, place]
        if unseen - (lefts[case, forbidden] if forbidden >= 0 else 0) > 0:
            kernels.chances(lefts[case], unseen, forbidden, out[case], ones[0])
