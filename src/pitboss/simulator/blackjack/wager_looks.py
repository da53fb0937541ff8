"""The pass that settles side wagers, as it is compiled: `wager_pass` says how it is meant."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.dealer_graph import BUST, TWENTY_TWO
from pitboss.compiled.jit import Integer, jit_apart, jit_inlined
from pitboss.simulator.blackjack.log import (
    ENDS_ROOM,
    LeanMemory,
    Shoes,
    card_index,
    card_place,
    end_state,
)
from pitboss.simulator.blackjack.play import (
    COLUMN_BITS,
    DEALER_BLACKJACK,
    I32,
    LeanGame,
)
from pitboss.simulator.blackjack.round_automaton import LANES, ROW_BITS, SHOE_ROOM
from pitboss.simulator.blackjack.table import NOT_MADE, Felt, combination, dealer_draws_for
from pitboss.simulator.buffers import WAGERS_ROOM, HandBuffers
from pitboss.simulator.counting.fields import FIELDS
from pitboss.simulator.counting.kernel import Counting, add_result
from pitboss.simulator.counting.lean_game import PLAYS_AT, LeanCounts
from pitboss.simulator.random.philox import U32, U64
from pitboss.simulator.random.shuffle import FRONTIER, STATE, Deck
from pitboss.simulator.side_wager_kernels import is_ace, value
from pitboss.simulator.side_wagers import BASE, LIMIT, WagerTables
from pitboss.simulator.tally import HIT_FIELDS

CARDS = 52
NO_LOOK, AT_END, AT_CARDS = range(3)
"""Whether a round needs a second look: no, at the state in which it ended, or at its cards."""
PRESUMED = -2
BY_CARDS = -3
"""Instead of a combination of rows: the presumed one, or the one that the cards of a round make."""
_CARDS = U64(CARDS)
_TEN = 10
_EIGHT = 8
_COMMON = U64(3)
"""How much suits may have in common: nothing, their color, all."""
_BUST = U32(BUST)
_TWENTY_TWO = U32(TWENTY_TWO)
_LINES = U64(ENDS_ROOM)
_ZERO = U32(0)
_ONE = U32(1)
_TWO = U32(2)
_UNIT = U64(1)
_SECOND = U64(2)
_DOWN = U64(3)
_DEALT = U64(4)
_WAGERS = U64(WAGERS_ROOM)
_COLUMN_BITS = U32(COLUMN_BITS)
_OUTCOME = U32((1 << COLUMN_BITS) - 1)
_AT_CARDS = np.uint8(AT_CARDS)
_ROW = U64((1 << ROW_BITS) - 1)
_SHOE = U64(SHOE_ROOM)
_PLAYS_AT = U64(PLAYS_AT)


class SecondLooks(NamedTuple):
    """What second looks read."""

    felt: Felt
    tables: WagerTables
    presumed: Array
    """(number, wager): the combination of rows."""
    numbers: Array
    """(number): whether a second look is needed, `NO_LOOK` or `AT_CARDS`."""
    ends: Array
    """(state in which a round has ended): whether a second look is needed."""
    rows: Array
    """(state, wager): the combination of rows, `PRESUMED`, `BY_CARDS`, or `NOT_MADE`."""
    by_end: Array
    """(wager): whether the end of a round decides it."""
    ended: Array
    """The wagers of which that is true."""
    common: Array
    """(card, another): what their suits have in common."""
    busts: Array | None
    """(value of the up card, what suits some of the dealer's cards have in common, whether the
    total is 22, wager): what a bust is paid, or `BY_CARDS` where his other cards decide it. None if
    they always do."""
    fixed: np.int64
    """(combination): where the counters begin that second looks add to and take from."""


class WagerPass(NamedTuple):
    """What the pass reads of a table."""

    by_up: Array
    """(first, second, up card): the number of the deal."""
    by_down: Array | None
    """(first, second, down card): what is added to it, in steps; None if that is always 0."""
    step: np.uint64
    numbers: np.uint64
    """How many numbers there are."""
    looks: SecondLooks | None
    """None if the deal decides everything, and no win is deferred."""


class WagerMemory(NamedTuple):
    """Working memory for side wagers."""

    numbers: Array
    """(cell of the cube, number of the deal): rounds; there is one cell if nobody counts."""
    cells: Array
    """(lane, round): with a counter, the cell of the cube."""
    rows: Array
    """(lane, round, wager): of a round with a split, the combination of rows."""
    lines: Array
    """The lines of the log that need a second look."""
    deals: Array
    """The numbers of their deals."""
    placed: Array
    """The state of a shoe in which every card is placed."""
    played: Array
    """(shoe): how many rounds it had."""
    hits: Array
    """Deferred wins: the shoe, the round in it, seat, wager and combination."""
    found: Array
    """A single number: how many of those there are, also without room."""


def wager_memory(passed: WagerPass, cells: int, shoes: int, hits: int) -> WagerMemory:
    """Return memory for so many *shoes*, with room for deferred *hits*."""
    placed = np.zeros(STATE, dtype=np.uint32)
    placed[FRONTIER] = np.iinfo(np.uint32).max
    return WagerMemory(
        numbers=np.zeros(cells * int(passed.numbers), dtype=np.int64),
        cells=np.zeros(LANES * ENDS_ROOM, dtype=np.uint64),
        rows=np.zeros(LANES * ENDS_ROOM * WAGERS_ROOM, dtype=np.int64),
        lines=np.zeros(ENDS_ROOM, dtype=np.uint64),
        deals=np.zeros(ENDS_ROOM, dtype=np.uint64),
        placed=placed,
        played=np.zeros(shoes, dtype=np.int64),
        hits=np.zeros((hits, HIT_FIELDS), dtype=np.int64),
        found=np.zeros(1, dtype=np.int64),
    )


@jit_inlined
def keep_played(own: WagerMemory | None, shoe: Integer, rounds: Integer) -> None:
    """Keep how many rounds a shoe had: the order of deferred wins follows from that."""
    if own is None:
        return
    own.played[shoe] = rounds


@jit_inlined
def keep_cell(own: WagerMemory | None, line: Integer, cell: np.uint64) -> None:
    """Keep the cell of the cube that a round was entered in, for its side wagers."""
    if own is None:
        return
    own.cells[line] = cell


@jit_inlined
def _cell(counts: LeanCounts | None, own: WagerMemory, line: Integer) -> np.uint64:
    """Return the cell of the cube of a round; there is one if nobody counts."""
    if counts is None:
        return U64(0)
    return U64(own.cells[line])


@jit_inlined
def draws_anyway(looks: SecondLooks | None, deck: Deck, hands: HandBuffers) -> bool:
    """Return whether the dealer draws for a side wager, though no hand waits (W28)."""
    if looks is None:
        return False
    return dealer_draws_for(deck, looks.felt, looks.felt.seats, looks.tables, hands)


@jit_inlined
def keep_rows(
    passed: WagerPass | None,
    deck: Deck,
    line: np.uint64,
    dealer_count: np.uint32,
    memory: LeanMemory,
) -> None:
    """Settle the side wagers of a round with a split while its hands are known."""
    if passed is None:
        return
    _keep_rows(passed.looks, deck, line, dealer_count, memory)


@jit_inlined
def _keep_rows(
    looks: SecondLooks | None,
    deck: Deck,
    line: np.uint64,
    dealer_count: np.uint32,
    memory: LeanMemory,
) -> None:
    if looks is None:
        return
    over = False  # a dealer's blackjack that ends the round at once leaves no pair to split
    for wager in range(looks.tables.size):
        if looks.by_end[wager]:
            memory.wagers.rows[U64(line * _WAGERS + U64(wager))] = combination(
                deck, looks.felt, looks.tables, memory.hands, 0, wager, dealer_count, over
            )


@jit_inlined
def looks_of(passed: WagerPass | None) -> SecondLooks | None:
    """Return what second looks read, if there are side wagers that need them."""
    if passed is None:
        return None
    return passed.looks


@jit_inlined
def _by_down(table: Array | None, row: np.uint64, step: np.uint64) -> np.uint64:
    """Return what the down card adds to the number of a deal."""
    if table is None:
        return U64(0)
    return U64(U64(table[row]) * step)


@jit_apart
def pass_wagers(
    passed: WagerPass | None,
    lean: LeanGame,
    shoes: Shoes,
    lane: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Settle the side wagers of all rounds of a shoe."""
    if passed is None:
        return
    own = memory.wagers
    ends = memory.ends
    cards = memory.cards
    insurance = lean.sections.insurance
    begins = U64(lane * _LINES)
    ended = U64(memory.ended[lane])
    left = U64(0)
    for line in range(U64(begins + _UNIT), ended):
        place = card_place(ends[U64(line - _UNIT)])
        one = U64(cards[place])
        up = U64(cards[U64(place + _UNIT)])
        two = U64(cards[U64(place + _SECOND)])
        down = U64(cards[U64(place + _DOWN)])
        row = U64(U64(one * _CARDS + two) * _CARDS)
        number = U64(passed.by_up[U64(row + up)])
        number = U64(number + _by_down(passed.by_down, U64(row + down), passed.step))
        own.numbers[U64(_cell(lean.counts, own, line) * passed.numbers + number)] += 1
        if is_ace(up):
            counts[U64(insurance) + U64(value(down) == _TEN)] += 1
        left = _list_line(passed.looks, lean, own, ends[line], U64(line), number, left)
    _look_again(passed.looks, lean, left, U64(shoes.number + lane), begins, counts, memory)


@jit_inlined
def _list_line(
    looks: SecondLooks | None,
    lean: LeanGame,
    own: WagerMemory,
    end: np.uint64,
    line: np.uint64,
    number: np.uint64,
    left: np.uint64,
) -> np.uint64:
    """List a round if it needs a second look; return how many are listed."""
    if looks is None:
        return left
    own.lines[left] = line
    own.deals[left] = number
    look = looks.numbers[number] | looks.ends[end_state(lean.automaton, end)]
    return U64(left + U64(look != 0))


@jit_inlined
def _look_again(
    looks: SecondLooks | None,
    lean: LeanGame,
    left: np.uint64,
    shoe: np.uint64,
    begins: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Take a second look at the rounds that are listed."""
    if looks is None:
        return
    own = memory.wagers
    for which in range(left):
        line = U64(own.lines[which])
        number = U64(own.deals[which])
        _look(looks, lean, line, number, shoe, begins, counts, memory)


@jit_inlined
def _look(
    looks: SecondLooks,
    lean: LeanGame,
    line: np.uint64,
    number: np.uint64,
    shoe: np.uint64,
    begins: np.uint64,
    counts: Array,
    memory: LeanMemory,
) -> None:
    """Take a second look at a round: count what was not presumed, and defer wins."""
    own = memory.wagers
    tables = looks.tables
    words = memory.shoe.words
    state = end_state(lean.automaton, memory.ends[line])
    deck = Deck(memory.cards, own.placed, words, _ZERO, _ONE, _ZERO, _ZERO, shoe, U64(0))
    dealer_count = _ZERO
    over = False
    is_split = state == U64(0)
    at_cards = looks.numbers[number] == _AT_CARDS
    for place in range(tables.size if at_cards else len(looks.ended)):
        wager = place if at_cards else np.int64(looks.ended[place])
        by_end = looks.by_end[wager]
        paid = np.int64(BY_CARDS if at_cards else PRESUMED)
        if by_end and is_split:
            paid = own.rows[U64(line * _WAGERS + U64(wager))]
        elif by_end and not at_cards:
            paid = np.int64(looks.rows[state, wager])
        if paid == PRESUMED:
            continue
        if paid == BY_CARDS and not at_cards:
            paid = _find_bust(looks.busts, looks, lean, line, state, wager, memory)
        if paid == BY_CARDS:
            if dealer_count == _ZERO:
                dealer_count, over = _recall(lean, line, state, memory)
            paid = np.int64(
                combination(deck, looks.felt, tables, memory.hands, 0, wager, dealer_count, over)
            )
        _settle(looks, lean, line, number, wager, paid, counts, own)
        if paid != NOT_MADE:
            limit = tables.columns[LIMIT, wager]
            won = tables.columns[BASE, wager] + paid
            if tables.from_meter[won] or (limit and tables.paid[won] > limit):
                _defer(own, shoe, np.int64(line - begins) - 1, wager, paid)


@jit_inlined
def _find_bust(
    busts: Array | None,
    looks: SecondLooks,
    lean: LeanGame,
    line: np.uint64,
    state: np.uint64,
    wager: Integer,
    memory: LeanMemory,
) -> np.int64:
    """Return what a wager on a bust is paid if three cards decide it: the first two and the last.

    They nearly always do, by their suits. To find the cards that he drew is to play the player's
    hand again, and took most of the time of second looks (bench/results.md, "Busts by three cards
    of the dealer").
    """
    if busts is None:
        return np.int64(BY_CARDS)
    outcome = U32(U32(lean.automaton.cells[state]) & _OUTCOME)
    is_22 = outcome == _TWENTY_TWO
    if not is_22 and outcome != _BUST:
        return np.int64(BY_CARDS)
    start = card_place(memory.ends[U64(line - _UNIT)])
    up = U64(memory.cards[U64(start + _UNIT)])
    down = U64(memory.cards[U64(start + _DOWN)])
    last = U64(memory.cards[U64(card_place(memory.ends[line]) - _UNIT)])
    if value(up) == _EIGHT and value(down) == _EIGHT and value(last) == _EIGHT:
        return np.int64(BY_CARDS)
    row = U64(up * _CARDS)
    common = min(looks.common[U64(row + down)], looks.common[U64(row + last)])
    place = U64(U64(U64(value(up)) * _COMMON + U64(common)) * _SECOND + U64(is_22))
    return np.int64(busts[U64(place * U64(looks.tables.size) + U64(wager))])


@jit_inlined
def _settle(
    looks: SecondLooks,
    lean: LeanGame,
    line: np.uint64,
    number: np.uint64,
    wager: Integer,
    paid: Integer,
    counts: Array,
    own: WagerMemory,
) -> None:
    """Count what was paid instead of what was presumed."""
    presumed = np.int64(looks.presumed[number, wager])
    if paid == presumed:
        return
    base = looks.fixed + looks.tables.columns[BASE, wager]
    counts[base + presumed] -= 1
    if paid != NOT_MADE:
        counts[base + paid] += 1
    cell = _cell(lean.counts, own, line)
    _correct_cube(lean.counts, lean.counting, cell, wager, presumed, paid, counts)


@jit_inlined
def _correct_cube(
    own: LeanCounts | None,
    counting: Counting,
    cell: np.uint64,
    wager: Integer,
    presumed: Integer,
    paid: Integer,
    counts: Array,
) -> None:
    """Take from a cell of the cube what was presumed, and enter what was paid."""
    if own is None:
        return
    at = counting.cube + np.int64(cell) * counting.fields + counting.side + FIELDS * wager
    base = counting.side_bases[wager]
    won = counting.side_pays[base + presumed]
    counts[at] -= 1
    counts[at + 1] -= won
    counts[at + 2] -= won * won
    if paid != NOT_MADE:
        add_result(counts, at, counting.side_pays[base + paid])


@jit_inlined
def _defer(own: WagerMemory, shoe: np.uint64, turn: Integer, wager: Integer, paid: Integer) -> None:
    """Defer the win of the only seat, for the meter pass."""
    at = own.found[0]
    if at < len(own.hits):
        own.hits[at, 0] = shoe
        own.hits[at, 1] = turn
        own.hits[at, 2] = 0
        own.hits[at, 3] = wager
        own.hits[at, 4] = paid
    own.found[0] = at + 1


@jit_inlined
def _recall(
    lean: LeanGame, line: np.uint64, state: np.uint64, memory: LeanMemory
) -> tuple[np.uint32, bool]:
    """Find the hands of a round again; of one with a split, the deal alone.

    Return how many cards the dealer has, and whether his blackjack ended the round at once.
    """
    hands = memory.hands
    cards = memory.cards
    ends = memory.ends
    tables = lean.tables
    start = card_place(ends[U64(line - _UNIT)])
    after = card_place(ends[line])
    one = U32(cards[start])
    up = U32(cards[U64(start + _UNIT)])
    two = U32(cards[U64(start + _SECOND)])
    down = U32(cards[U64(start + _DOWN)])
    cell = U32(lean.automaton.cells[state])
    result = U32(cell >> _COLUMN_BITS)
    outcome = U32(cell & _OUTCOME)
    over = bool(tables.peeks) and outcome == DEALER_BLACKJACK
    stop = U64(start + _DEALT)
    if state == U64(0):
        after = stop
    elif not over:
        word = U64(ends[U64(line - _UNIT)] & ~_ROW)
        stop = _find_dealer(lean.counts, lean, cards, word, up, one, two)
    hands.first[0] = one
    hands.second[0] = two
    hands.shown[0] = up
    hands.shown[1] = down
    hands.results[0], hands.counts[0], hands.waits[0] = result, _ONE, tables.waits[result]
    hands.spans[0] = U64(start + _DEALT)
    hands.spans[1] = stop
    hands.dealer[0] = up
    hands.dealer[1] = down
    drawn = U64(after - stop)
    for place in range(drawn):
        hands.dealer[U64(_SECOND + place)] = cards[U64(stop + place)]
    return U32(_TWO + U32(drawn)), over


@jit_inlined
def _find_dealer(
    counts: LeanCounts | None,
    lean: LeanGame,
    cards: Array,
    word: np.uint64,
    up: np.uint32,
    one: np.uint32,
    two: np.uint32,
) -> np.uint64:
    """Return where the cards lie that the dealer draws: behind those of the player.

    *word* is that of the beginning of the round.
    """
    tables = lean.tables
    classes = lean.tables.classes
    place = U64(card_place(word) + _DEALT)
    code = I32(tables.first[U32(U32(up * classes + one) * classes + two)])
    if counts is None:
        while code >= 0:
            code = I32(tables.steps[U32(U32(code) * classes + U32(cards[place]))])
            place = U64(place + _UNIT)
        return place
    begin = card_place(word)
    # He has not seen the down card, which lies at the end of the deal.
    seen = U64(word + counts.adds[one] + counts.adds[up] + counts.adds[two])
    while True:
        while code >= 0:
            seen = U64(seen + counts.adds[cards[place]])
            code = I32(tables.steps[U32(U32(code) * classes + U32(cards[place]))])
            place = U64(place + _UNIT)
        if U32(~code) < lean.asks.first:
            return place
        ask = U32(U32(~code) - lean.asks.first)
        gone = U64(card_index(word) + U64(place - begin))
        least = U64(counts.least[U64(U64(lean.asks.level[ask]) * _SHOE + gone)])
        is_reached = U64(seen >> _PLAYS_AT) >= least
        code = I32(lean.asks.yes[ask]) if is_reached else I32(lean.asks.no[ask])
