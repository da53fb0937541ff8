"""Counting cards and rounds in kernels: the running count of a shoe, and the cube of its rounds.

One source is compiled for processors and graphics cards. A round is entered in the cube by the
cards that were seen before it: burned cards are not seen, and the dealer's down card is seen when
it is turned. Nothing is divided: `Counting.bins` has the bin of every running count at every depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled.arrays import Array
from pitboss.compiled.dealer_graph import BLACKJACK
from pitboss.compiled.jit import Integer, jit_inlined, jit_linked
from pitboss.simulator.counting.fields import (
    FIELDS,
    INSURANCE_WON,
    INSURED,
    SHOE_ROUNDS,
    SHOE_SQUARES,
    SHOES,
)
from pitboss.simulator.random.philox import U32, U64, philox
from pitboss.simulator.random.shuffle import (
    COUNTS,
    FRONTIER,
    HOLE,
    START,
    Deck,
    card_at,
    dealt_card,
)

AnyDeck = Any
"""A `CountedDeck`: the plain simulator's functions take it for a `Deck`."""
I32 = np.int32
I64 = np.int64
SAMPLE_BITS = U64(5)
SAMPLE_MASK = U64(15)
"""The first 32 shoes of every 512 are summed up whole: the lanes of a warp do alike."""
BETS, INDICES = range(2)
"""The two running counts."""
BINS_ROOM = 200
"""The most bins of counts."""
GROUPS_ROOM = 13
"""The most groups of cards whose numbers are compared: suits or ranks."""
CARDS_GONE, BIN, PLAYS, NET, SECOND_NET, HANDS, FIRST_SIDE = range(7)
"""The columns of a journal: a row for every round of the counter."""
NOT_MADE = -(1 << 40)
"""In a journal, instead of a result: the wager was not made."""
NEVER = 1 << 20
"""A bin that no round reaches."""
_ZERO = U32(0)
_ONE = U32(1)
_COVER = U32(1)
"""Errors have a stream of words of their own, so the cards stay the same."""


class Counting(NamedTuple):
    """What is counted, and where rounds are counted."""

    tags: Array
    """(class of card): added to the running count by which wagers are made."""
    play_tags: Array
    """(class of card): the same for index plays."""
    start: np.int32
    play_start: np.int32
    two_counts: bool
    """Whether the two differ."""
    groups: Array
    """(class of card): its suit or rank, where numbers of cards are compared."""
    group_sizes: Array
    """(group): its cards in a full shoe; empty if tags are added up."""
    bins: Array
    """(cards gone, running count less `low`): the bin of a round that begins there."""
    low: np.int32
    width: np.int32
    bins_from: Array
    """(cards gone): where its bins begin, for a running count of zero."""
    cells_from: Array
    """(cards gone): where the cells of its step of the cube begin among all counters."""
    burn: np.uint32
    size: np.uint32
    after_cut: bool
    """Whether one more round is dealt after the cut card came."""
    moves: bool
    """Whether he watches some rounds, or leaves."""
    enter: np.int32
    """The counter begins to play at this bin; -1: he plays from the first round."""
    leave: np.int32
    """He leaves at or below this bin; -1: never."""
    second: np.int32
    """He plays two hands from this bin on; `NEVER`: one hand."""
    watches: np.int64
    """Counters of the cube before those of rounds that he plays, if he watches some."""
    count_bins: np.int32
    cube: np.int64
    """Where the cube begins among all counters."""
    fields: np.int64
    """Numbers in a cell."""
    side: np.int64
    """Where the numbers of side wagers begin in a cell; those of a second hand come before."""
    products: np.int64
    """(bin, bin): where the products of results in whole shoes begin."""
    sums: np.int64
    """(bin): where the results in whole shoes begin, and behind them times rounds."""
    extras: np.int64
    insurance: np.int32
    """The row of `Asks.thresholds` at which he insures; -1: never."""
    insurance_lost: np.int64
    insurance_won: np.int64
    insurable: Array
    """(class of card): whether it is an ace."""
    side_pays: Array
    """(combination): what a side wager wins, in units of its own."""
    side_bases: Array
    """(side wager): where its combinations begin."""


class CountedDeck(NamedTuple):
    """The shoe of one lane, and its running counts."""

    cards: Array
    state: Array
    words: Array
    lane: np.uint32
    lanes: np.uint32
    mask: np.uint32
    size: np.uint32
    number: np.uint64
    seed: np.uint64
    running: Array
    """The running counts of the cards seen: before the round for wagers, and for index plays."""
    tags: Array
    """(class of card): for index plays."""


class Ask(NamedTuple):
    """A hand whose play depends on the count: where it leads to."""

    at: int
    """The true count."""
    yes: int
    """The code at or above it."""
    no: int
    usual: int
    """The code of a player who does not count."""


class Asks(NamedTuple):
    """Where the automaton asks for the count: results from `first` on are such questions."""

    first: np.uint32
    level: Array
    """(ask): the row of thresholds."""
    yes: Array
    """(ask): the code at or above it."""
    no: Array
    usual: Array
    """(ask): the code of those who do not count."""
    thresholds: Array
    """(level, unseen cards): the least running count at or above an index."""
    stride: np.uint32
    tags: Array
    """(class of card): for index plays."""
    burn: np.uint32
    errors: np.uint32
    """Of 2^32 index plays so many are missed."""


class ShoeSums(NamedTuple):
    """What one shoe came to, by bin."""

    results: Array
    state: Array
    """The first and last bin, and the number of rounds."""


class CountMemory(NamedTuple):
    """Working memory for counting, one for each thread."""

    running: Array
    left: Array
    """(group): cards that are left."""
    sums: ShoeSums


def count_memory(bins: int) -> CountMemory:
    """Return working memory for *bins* bins."""
    return CountMemory(
        running=np.zeros(2, dtype=np.int32),
        left=np.zeros(GROUPS_ROOM, dtype=np.int32),
        sums=ShoeSums(np.zeros(bins, dtype=np.int64), np.zeros(3, dtype=np.int64)),
    )


@jit_inlined
def counted_deck(deck: Deck, counting: Counting, memory: CountMemory) -> AnyDeck:
    """Begin to count a shoe that has been shuffled."""
    memory.running[BETS] = counting.start
    memory.running[INDICES] = counting.play_start
    for group in range(len(counting.group_sizes)):
        memory.left[group] = counting.group_sizes[group]
    deck.state[COUNTS] = _ONE
    return CountedDeck(
        deck.cards,
        deck.state,
        deck.words,
        deck.lane,
        deck.lanes,
        deck.mask,
        deck.size,
        deck.number,
        deck.seed,
        memory.running,
        counting.play_tags,
    )


@jit_inlined
def sum_tags(deck: AnyDeck, tags: Array, begin: np.uint32, end: np.uint32) -> Integer:
    """Return the sum of the tags of the cards from *begin* to before *end*, which were dealt."""
    count = I32(0)
    for place in range(begin, end):
        count = I32(count + tags[dealt_card(deck, U32(place))])
    return count


@jit_linked
def _compare_groups(
    deck: AnyDeck, counting: Counting, left: Array, begin: np.uint32, end: np.uint32
) -> np.int32:
    """Return how many more cards are left of one group than of another."""
    for place in range(begin, end):
        left[counting.groups[card_at(deck, U32(place))]] -= 1
    most = I32(left[0])
    least = I32(left[0])
    for group in range(1, len(counting.group_sizes)):
        most = max(most, I32(left[group]))
        least = min(least, I32(left[group]))
    return I32(most - least)


@jit_inlined
def see_round(
    deck: AnyDeck, counting: Counting, left: Array, begin: np.uint32, end: np.uint32
) -> None:
    """Count the cards of a round that is over for the next wagers."""
    if len(counting.group_sizes):
        deck.running[BETS] = _compare_groups(deck, counting, left, begin, end)
    else:
        deck.running[BETS] += sum_tags(deck, counting.tags, begin, end)


@jit_inlined
def see_cards(
    deck: AnyDeck, counting: Counting, left: Array, begin: np.uint32, end: np.uint32
) -> None:
    """Count the cards of a round that is over, for wagers and for index plays."""
    see_round(deck, counting, left, begin, end)
    if counting.two_counts:
        deck.running[INDICES] += sum_tags(deck, counting.play_tags, begin, end)
    else:
        deck.running[INDICES] = deck.running[BETS]


@jit_inlined
def bin_at(deck: AnyDeck, counting: Counting, index: np.uint32) -> Integer:
    """Return the bin of a round that begins at *index*."""
    count = I32(deck.running[BETS])
    if counting.after_cut:  # behind the end of a shoe its first cards come again
        most = I32(counting.low + counting.width - 1)
        count = max(I32(counting.low), min(count, most))
    return I32(counting.bins[U32(counting.bins_from[index] + count)])


@jit_inlined
def seen_by(deck: AnyDeck, asks: Asks, index: np.uint32) -> Integer:
    """Return the running count for index plays, with the cards before *index* but the down card."""
    drawn = sum_tags(deck, asks.tags, U32(deck.state[START]), index)
    return deck.running[INDICES] + drawn - asks.tags[card_at(deck, U32(deck.state[HOLE]))]


@jit_inlined
def answer(deck: AnyDeck, asks: Asks, index: np.uint32, level: Integer) -> bool:
    """Return whether the count is at or above an index, with the cards before *index* seen."""
    seen = min(U32(index - asks.burn - _ONE), U32(deck.size - _ONE))
    threshold = asks.thresholds[U32(level) * asks.stride + U32(deck.size - seen)]
    return bool(seen_by(deck, asks, index) >= threshold)


@jit_linked
def misses(deck: AnyDeck, asks: Asks, index: np.uint32) -> bool:
    """Return whether the counter overlooks an index play, by a word of its own stream."""
    seed = deck.seed
    number = deck.number
    word, _, _, _ = philox(
        index,
        U32(number),
        U32(number >> U64(32)),
        _COVER,
        U32(seed),
        U32(seed >> U64(32)),
    )
    return bool(word < asks.errors)


@jit_linked
def answer_ask(deck: AnyDeck, asks: Asks, index: np.uint32, ask: np.uint32) -> np.int32:
    """Return the code that follows an ask."""
    if deck.state[COUNTS] == _ZERO or (asks.errors > _ZERO and misses(deck, asks, index)):
        return I32(asks.usual[ask])
    if answer(deck, asks, index, asks.level[ask]):
        return I32(asks.yes[ask])
    return I32(asks.no[ask])


@jit_linked
def _place_cards(deck: AnyDeck, index: np.uint32) -> None:
    """Deal the cards of a round before it begins: near its end a shoe has to go on."""
    for place in range(deck.state[START], index):
        card_at(deck, U32(place))


@jit_linked
def insures(deck: AnyDeck, counting: Counting, asks: Asks, index: np.uint32) -> bool:
    """Return whether the counter insures, with the cards of the deal before *index*."""
    if index > deck.state[FRONTIER]:
        _place_cards(deck, index)
    if asks.errors > _ZERO and misses(deck, asks, index):
        return False
    return answer(deck, asks, index, counting.insurance)


@jit_inlined
def insures_at(
    deck: AnyDeck, counting: Counting | None, asks: Asks | None, index: np.uint32, up: np.uint32
) -> bool:
    """Return whether a counter insures against an up card; *index* is that of the next card."""
    if counting is None or asks is None:
        return False
    if counting.insurance >= 0 and counting.insurable[up]:
        return insures(deck, counting, asks, index)
    return False


@jit_inlined
def counts_on(deck: AnyDeck, asks: Asks | None, seat: Integer, seats: Integer) -> None:
    """Note whether a seat is the counter's: the first, or his second hand behind all *seats*."""
    if asks is not None:
        deck.state[COUNTS] = _ONE if seat == 0 or seat >= seats else _ZERO


@jit_inlined
def begin_shoe(sums: ShoeSums, bins: Integer) -> None:
    """Begin to sum up a shoe."""
    state = sums.state
    for place in range(state[0], state[1] + 1):
        sums.results[place] = 0
    state[0] = bins
    state[1] = -1
    state[2] = 0


@jit_inlined
def add_to_shoe(sums: ShoeSums, count_bin: Integer, net: Integer) -> None:
    """Add a round that the counter plays to the sums of its shoe."""
    sums.results[count_bin] += net
    sums.state[0] = min(sums.state[0], count_bin)
    sums.state[1] = max(sums.state[1], count_bin)


@jit_inlined
def is_summed(number: np.uint64) -> bool:
    """Return whether a shoe is summed up whole."""
    return bool(U64(U64(number >> SAMPLE_BITS) & SAMPLE_MASK) == U64(0))


@jit_inlined
def next_play(counting: Counting, plays: Integer, count_bin: Integer) -> Integer:
    """Return 1 if the counter plays the next round, 0 if he watches, -1 if he is gone."""
    if plays == 1 and counting.leave >= 0 and count_bin <= counting.leave:
        return 0 if counting.enter >= 0 else -1
    if plays == 0 and count_bin >= counting.enter:
        return 1
    return plays


@jit_inlined
def counter_cell(
    counting: Counting, plays: Integer, gate: np.uint32, count_bin: Integer
) -> Integer:
    """Return where the counters of a round are."""
    at = I64(counting.cells_from[gate]) + count_bin * counting.fields
    if counting.moves and plays == 1:
        at += counting.watches
    return at


@jit_inlined
def add(counts: Array, at: Integer, value: Integer) -> None:
    """Add to a counter; on a graphics card many threads may do so at once."""
    counts[at] += value


@jit_inlined
def add_result(counts: Array, at: Integer, net: Integer) -> None:
    """Count a result in a cell of the cube."""
    place = U64(at)  # a place without a sign is not looked for from the end
    add(counts, place, 1)
    add(counts, U64(place + U64(1)), net)
    add(counts, U64(place + U64(2)), net * net)


@jit_inlined
def count_insurance(counts: Array, counting: Counting, outcome: Integer) -> Integer:
    """Count that the counter insured; return what that won."""
    add(counts, counting.extras + INSURED, 1)
    if outcome == BLACKJACK:
        add(counts, counting.extras + INSURANCE_WON, 1)
        return counting.insurance_won
    return counting.insurance_lost


@jit_inlined
def insure(
    counting: Counting, outcome: Integer, slots: Array, used: Integer
) -> tuple[Integer, Integer]:
    """Do as `count_insurance` by *slots*; return what was won, and the number of slots."""
    slots[used] = counting.extras + INSURED
    if outcome == BLACKJACK:
        slots[used + 1] = counting.extras + INSURANCE_WON
        return counting.insurance_won, used + 2
    return counting.insurance_lost, used + 1


@jit_inlined
def add_shoe(counts: Array, counting: Counting, sums: ShoeSums, rounds: Integer) -> None:
    """Add up a whole shoe: its results by bin, their products, and the number of its rounds."""
    results = sums.results
    extras = counting.extras
    add(counts, extras + SHOES, 1)
    add(counts, extras + SHOE_ROUNDS, rounds)
    add(counts, extras + SHOE_SQUARES, rounds * rounds)
    for one in range(sums.state[0], sums.state[1] + 1):
        own = results[one]
        add(counts, counting.sums + one, own)
        add(counts, counting.sums + counting.count_bins + one, own * rounds)
        row = counting.products + one * (one + 1) // 2
        for other in range(sums.state[0], one + 1):
            add(counts, row + other, own * results[other])


@jit_inlined
def side_result(counting: Counting, rows: Array, wager: Integer) -> Integer:
    """Return what a side wager of the first seat won, in its units; or `NOT_MADE`."""
    row = rows[wager]
    if row < 0:
        return NOT_MADE
    return counting.side_pays[counting.side_bases[wager] + row]


@jit_inlined
def keep_round(
    line: Array,
    gone: np.uint32,
    count_bin: Integer,
    plays: Integer,
    net: Integer,
    second: Integer,
    hands: Integer,
) -> None:
    """Keep a round in a line of the journal."""
    line[CARDS_GONE] = gone
    line[BIN] = count_bin
    line[PLAYS] = plays
    line[NET] = net
    line[SECOND_NET] = second
    line[HANDS] = hands


@jit_inlined
def add_round(
    counts: Array,
    counting: Counting,
    at: Integer,
    net: Integer,
    second: Integer,
    more: Integer,
    rows: Array,
) -> None:
    """Count a round in a cell of the cube: its hands, and its side wagers."""
    add_result(counts, at, net)
    if more:
        add(counts, at + FIELDS, second)
        add(counts, at + FIELDS + 1, second * second)
        add(counts, at + FIELDS + 2, net * second)
    for wager in range(len(counting.side_bases) - 1):
        won = side_result(counting, rows, wager)
        if won != NOT_MADE:
            add_result(counts, at + counting.side + FIELDS * wager, won)
