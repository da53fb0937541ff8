"""What a round is counted as: a list of places in one array of counters.

Playing and counting are told apart because processors and graphics cards count differently, and
nothing else. The counters are in sections, one after another; the job reads them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.compiled.jit import jit_inlined
from pitboss.simulate.blackjack.play import COLUMN_BITS, HANDS_ROOM
from pitboss.simulate.blackjack.table import BASE, LIMIT, combination
from pitboss.simulate.side_wager_kernels import is_ace, value

Array = Any
Integer = Any
"""An integer of whatever size compiled code gives it."""
MARKS_ROOM = 256
NOTES_ROOM = 192
"""More marks and notes than a round can have."""
_TEN = 10


@jit_inlined
def mark_hands(
    felt: Any, seated: Any, outcome: np.uint32, pays: Array, sections: Any, marks: Array
) -> Integer:
    """Mark how every hand ended, what every seat won, and what all of them won together."""
    seats, each, _, _, _, _ = felt
    hands_at, nets_at, totals_at, _, _ = sections
    ends, counts = seated[3], seated[4]
    total, marked = 0, 0
    for seat in range(seats):
        net = 0
        for hand in range(each * seat, each * seat + each):
            for place in range(counts[hand]):
                cell = (ends[hand * HANDS_ROOM + place] << COLUMN_BITS) + outcome
                marks[marked] = hands_at + cell
                marked += 1
                net += pays[cell]
        marks[marked] = nets_at + net
        marked += 1
        total += net
    marks[marked] = totals_at + total
    return marked + 1


@jit_inlined
def mark_insurance(felt: Any, seated: Any, sections: Any, marks: Array, marked: Integer) -> Integer:
    """Mark seats that may insure, and those that would have won by it."""
    insured_at, shown = sections[4], seated[2]
    if is_ace(shown[0]):
        for _ in range(felt[0]):
            marks[marked] = insured_at + (1 if value(shown[1]) == _TEN else 0)
            marked += 1
    return marked


@jit_inlined
def mark_wagers(
    deck: Any,
    felt: Any,
    wagers: Any,
    seated: Any,
    dealer_count: Integer,
    over: bool,  # noqa: FBT001
    sections: Any,
    marks: Array,
    marked: Integer,
    noted: Array,
) -> tuple[Integer, Integer]:
    """Mark what came of every side wager; return how many marks, and how many *noted*.

    Noted is, as seat, wager and combination, whatever a meter pays for and whatever passes the
    limit of a wager: what that comes to is worked out afterwards.
    """
    count, columns, _, _, fed, paid = wagers
    notes = 0
    for wager in range(count):
        base, due, before, first = columns[BASE, wager], 0, notes, marked
        for seat in range(felt[0]):
            found = combination(deck, felt, wagers, seated, seat, wager, dealer_count, over)
            if found >= 0:
                marks[marked] = sections[3] + base + found
                marked += 1
                due += paid[base + found]
                if fed[base + found]:
                    notes = note(noted, notes, seat, wager, found)
        if columns[LIMIT, wager] and due > columns[LIMIT, wager]:
            notes = note_all(noted, before, wager, marks, first, marked, sections[3] + base)
    return marked, notes


@jit_inlined
def note_all(
    noted: Array,
    notes: Integer,
    wager: Integer,
    marks: Array,
    first: Integer,
    marked: Integer,
    base: Integer,
) -> Integer:
    """Note what every seat won on a wager whose limit was passed (ruling C74)."""
    for mark in range(first, marked):
        notes = note(noted, notes, mark - first, wager, marks[mark] - base)
    return notes


@jit_inlined
def note(noted: Array, notes: Integer, seat: Integer, wager: Integer, found: Integer) -> Integer:
    """Note what a seat won on a wager; return how many notes there are."""
    noted[notes, 0] = seat
    noted[notes, 1] = wager
    noted[notes, 2] = found
    return notes + 1
