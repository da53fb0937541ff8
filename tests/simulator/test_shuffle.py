"""Shoes are in random order: every order is as likely as any other.

The choice of a card is proven by counting all words of a smaller size; whole shoes are held against
equal chances by chi-square. Seeds are fixed, and the limits are such that chance alone passes one
of them less than once in a million times.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.exact.goodness import chi_square, tail
from pitboss.simulator.random.shuffle import (
    FRONTIER,
    START,
    STATE,
    WORD,
    Deck,
    begin,
    below,
    draw_on,
    is_uneven,
    shuffle_to,
)
from tests.simulator.compile_anew import compile_anew
from tests.tiers import by_day

Array = Any
U32 = np.uint32
U64 = np.uint64
BLOCKS = 128
SPARE = 64
CHANCE_MIN = 1e-6
WORDS = 2**32


def make_deck(shoe: Array, number: int, seed: int) -> Deck:
    """Return a shoe as the kernels have it: one lane, its cards in order."""
    room = np.zeros(len(shoe) + SPARE, dtype=np.uint8)
    room[: len(shoe)] = shoe
    state = np.zeros(STATE, dtype=np.uint32)
    words = np.zeros(4 * BLOCKS, dtype=np.uint32)
    lane = U32(0), U32(1), U32(BLOCKS - 1)
    return Deck(room, state, words, *lane, U32(len(shoe)), U64(number), U64(seed))


@compile_anew
def shuffle_shoe(deck: Any, wanted: Any, ahead: Any) -> None:  # noqa: ANN401
    begin(deck, wanted, ahead)


@compile_anew
def shuffled_on(deck: Any, wanted: Any) -> None:  # noqa: ANN401
    shuffle_to(deck, wanted)


@compile_anew
def drawn(deck: Any, index: Any) -> None:  # noqa: ANN401
    draw_on(deck, index)


@compile_anew
def many(full: Array, shoes: int, seed: Any, wanted: Any, shoes_dealt: Array) -> None:  # noqa: ANN401
    """Shuffle many shoes; keep the first cards of each."""
    room = np.zeros(len(full) + 8, dtype=np.uint8)
    state = np.zeros(4, dtype=np.uint32)
    words = np.zeros(4 * 128, dtype=np.uint32)
    for number in range(shoes):
        room[: len(full)] = full
        size = U32(len(full))
        deck = Deck(room, state, words, U32(0), U32(1), U32(127), size, U64(number), seed)
        begin(deck, wanted, U32(1))
        shoes_dealt[number] = room[: shoes_dealt.shape[1]]


def many_shoes(full: Array, shoes: int, seed: int, kept: int) -> Array:
    """Return the first *kept* cards of many shoes."""
    shoes_dealt = np.zeros((shoes, kept), dtype=np.uint8)
    many(np.asarray(full, dtype=np.uint8), shoes, U64(seed), U32(kept), shoes_dealt)
    return shoes_dealt


def chance(seen: Counter[Any], kinds: int) -> float:
    """How often equal chances alone are as far from equal counts as these."""
    mean = seen.total() / kinds
    everything = dict.fromkeys(seen, mean)
    for missing in range(kinds - len(seen)):
        everything["missing", missing] = mean
    return tail(*chi_square(seen, everything))


# --- one choice, counted ----------------------------------------------------------------------


def accepted(word: int, ways: int, size: int) -> int | None:
    """The choice of the kernels with words of *size* values instead of 2^32."""
    high, low = divmod(word * ways, size)
    return None if low < size % ways else high


@pytest.mark.parametrize("bits", [4, 8, 12])
def test_words_that_are_not_passed_over_fall_equally_on_every_choice(bits: int) -> None:
    """All words of a small size, for every number of ways."""
    size = 2**bits
    for ways in range(1, min(size, 64) + 1):
        counts = Counter(accepted(word, ways, size) for word in range(size))
        del counts[None]
        assert counts == dict.fromkeys(range(ways), size // ways)


@pytest.mark.parametrize("bits", [8, 12])
def test_two_choices_of_one_word_fall_equally_on_every_pair(bits: int) -> None:
    """What the first choice leaves of a word makes the second; the product decides what is even."""
    size = 2**bits
    for left in range(2, 16):
        counts = Counter(pair(word, left, size) for word in range(size))
        del counts[None]
        ways = left * (left - 1)
        assert len(counts) == ways
        assert set(counts.values()) == {size // ways}


def pair(word: int, left: int, size: int) -> tuple[int, int] | None:
    """Two cards of *left* by one word of *size* values."""
    one, rest = divmod(word * left, size)
    two, rest = divmod(rest * (left - 1), size)
    return None if rest < size % (left * (left - 1)) else (one, two)


@compile_anew
def choice(word: Any, ways: Any) -> tuple[Any, Any, bool]:  # noqa: ANN401
    one, rest = below(word, ways)
    return one, rest, is_uneven(rest, ways)


@given(st.integers(0, WORDS - 1), st.integers(1, 2**20))
@example(0, 1)
@example(WORDS - 1, 416 * 415)
@example(0, 416 * 415)
def test_the_compiled_choice_is_the_one_that_was_counted(word: int, ways: int) -> None:
    one, rest, uneven = choice(U32(word), U32(ways))
    high, low = divmod(word * ways, WORDS)
    assert (one, rest) == (high, low)
    assert uneven == (low < WORDS % ways)
    assert (None if uneven else one) == accepted(word, ways, WORDS)


@given(st.integers(2, 416 * 415), st.data())
def test_of_the_words_of_every_choice_equally_many_are_kept(ways: int, data: st.DataObject) -> None:
    """The words of a choice lie side by side, and only the first may be passed over."""
    which = data.draw(st.integers(0, ways - 1))
    first = -(-which * WORDS // ways)
    behind = -(-(which + 1) * WORDS // ways)
    choices = [choice(U32(word), U32(ways)) for word in (first, first + 1, behind - 1)]
    assert {int(one) for one, _, _ in choices} == {which}
    assert not choices[1][2]
    assert not choices[2][2]
    assert behind - first - choices[0][2] == WORDS // ways


# --- whole shoes ------------------------------------------------------------------------------


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_of_a_few_cards_is_equally_likely(size: int) -> None:
    shoes = many_shoes(range(size), by_day(40_000, 120_000), 21 + size, size)
    orders = Counter(map(tuple, shoes.tolist()))
    assert set(orders) == set(permutations(range(size)))
    assert chance(orders, len(orders)) > CHANCE_MIN


KINDS = 52
SHOE = np.repeat(np.arange(KINDS), 6)
DEALT = 40


@pytest.fixture(scope="module")
def shoes() -> Array:
    """The first cards of many shoes of six decks."""
    return many_shoes(SHOE, 60_000, 2026, DEALT)


def test_every_card_is_equally_likely_at_every_position(shoes: Array) -> None:
    for position in range(DEALT):
        assert chance(Counter(shoes[:, position].tolist()), KINDS) > CHANCE_MIN, position


@pytest.mark.parametrize("apart", [1, 2, 3, 7, 8])
def test_pairs_of_cards_come_as_often_as_a_shoe_without_replacement_has_them(
    shoes: Array, apart: int
) -> None:
    """Two cards are alike less often than others: a shoe has five of the six left."""
    rounds = len(shoes)
    size = len(SHOE)
    for position in (0, 1, 10):
        numbers = shoes[:, position].astype(int) * KINDS + shoes[:, position + apart]
        seen = Counter(numbers.tolist())
        expected = {
            one * KINDS + two: rounds * 6 * (5 if one == two else 6) / size / (size - 1)
            for one in range(KINDS)
            for two in range(KINDS)
        }
        assert tail(*chi_square(seen, expected)) > CHANCE_MIN, (position, apart)


@pytest.mark.parametrize("position", [0, 3, 11])
def test_a_shoe_says_nothing_about_the_next_one(shoes: Array, position: int) -> None:
    """Cards at the same position of shoes whose numbers follow each other."""
    cards = shoes[:, position].astype(int)
    seen = Counter((cards[:-1] * KINDS + cards[1:]).tolist())
    assert chance(seen, KINDS * KINDS) > CHANCE_MIN


def test_seeds_that_follow_each_other_have_nothing_in_common() -> None:
    """As many cards are the same in two seeds' shoes as chance makes the same."""
    one, two = (many_shoes(SHOE, 4000, seed, DEALT) for seed in (7, 8))
    same = int((one == two).sum())
    trials = one.size
    mean = trials / KINDS
    assert abs(same - mean) < 5 * (mean * (1 - 1 / KINDS)) ** 0.5


def test_nothing_is_lost_or_doubled(shoes: Array) -> None:
    for shoe in many_shoes(SHOE, 50, 5, len(SHOE)):
        assert np.array_equal(np.sort(shoe), SHOE)
    assert max(Counter(shoes[0].tolist()).values()) <= 6


# --- shuffled as far as cards are wanted --------------------------------------------------------

lengths = st.lists(st.integers(1, 320), min_size=1, max_size=12)


@given(st.integers(2, 312), st.integers(0, 2**40), st.integers(0, WORDS**2 - 1), lengths)
def test_a_shoe_shuffled_bit_by_bit_is_the_shoe_shuffled_at_once(
    size: int, number: int, seed: int, wanted: list[int]
) -> None:
    full = SHOE[:size]
    at_once = make_deck(full, number, seed)
    by_parts = make_deck(full, number, seed)
    shuffle_shoe(at_once, U32(size), U32(-(-size // 8)))
    shuffle_shoe(by_parts, U32(0), U32(0))
    for least in sorted(wanted):
        shuffled_on(by_parts, U32(least))
        reached = int(by_parts[1][FRONTIER])
        assert min(least, size) <= reached <= size
        assert np.array_equal(by_parts[0][:reached], at_once[0][:reached])
        assert np.array_equal(np.sort(by_parts[0][:size]), full)


@given(st.integers(0, 2**40), st.integers(8, 300), st.integers(1, 40))
def test_cards_of_earlier_rounds_are_shuffled_in_where_a_shoe_runs_out(
    number: int, begun: int, beyond: int
) -> None:
    """What comes behind the shoe lay before this round, each card as often as it comes."""
    beyond = min(beyond, begun)
    deck = make_deck(SHOE, number, 3)
    cards = deck.cards
    state = deck.state
    size = len(SHOE)
    shuffle_shoe(deck, U32(size), U32(39))
    state[START] = begun
    before = Counter(cards[:begun].tolist())
    this_round = cards[begun:size].tolist()
    for index in range(size, size + beyond):
        drawn(deck, U32(index))
    again = Counter(cards[size : size + beyond].tolist())
    assert again <= before
    assert cards[begun:size].tolist() == this_round
    assert Counter(cards[:begun].tolist()) == before
    assert int(state[FRONTIER]) == size + beyond


@pytest.mark.parametrize("placed", [288, 312])
def test_cards_behind_the_shoe_do_not_depend_on_which_is_asked_for_first(placed: int) -> None:
    """A dealer's card may be asked for before those of the seats, which lie before it."""
    shoes: list[list[int]] = []
    for order in (range(len(SHOE), len(SHOE) + 5), (len(SHOE) + 4, len(SHOE))):
        deck = make_deck(SHOE, 6, 3)
        deck.cards[len(SHOE) :] = 255 - len(shoes)  # nothing of this is a card
        shuffle_shoe(deck, U32(placed), U32(36))
        deck.state[START] = 200
        if placed == len(SHOE):
            assert deck.state[FRONTIER] == len(SHOE)
        for index in order:
            if index >= deck.state[FRONTIER]:
                drawn(deck, U32(index))
        shoes.append(deck.cards[: len(SHOE) + 5].tolist())
    assert shoes[0] == shoes[1]


def test_every_order_of_the_cards_that_are_shuffled_in_is_equally_likely() -> None:
    """Four cards lie before the round; all of them come again, in any order."""
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(12_000):
        deck = make_deck(np.arange(8), number, 9)
        shuffle_shoe(deck, U32(8), U32(1))
        deck.cards[:4] = range(4)  # named by where they lie
        deck.state[START] = 4
        for index in range(8, 12):
            drawn(deck, U32(index))
        orders[tuple(deck.cards[8:12].tolist())] += 1
    assert set(orders) == set(permutations(range(4)))
    assert chance(orders, 24) > CHANCE_MIN


def test_words_are_used_once() -> None:
    """Of every word two cards are made, or none where it is passed over: they go on, never back."""
    deck = make_deck(SHOE, 1, 1)
    shuffle_shoe(deck, U32(0), U32(0))
    before = 0
    for wanted in range(2, len(SHOE), 2):
        shuffled_on(deck, U32(wanted))
        used = int(deck.state[WORD])
        assert used > before
        before = used
    assert before >= len(SHOE) // 2 - 1


def test_a_round_that_uses_every_card_goes_on() -> None:
    """Nothing lies before the round: cards come once more, and nothing beyond the shoe is read."""
    for number in range(200):
        deck = make_deck(np.arange(8), number, 9)
        shuffle_shoe(deck, U32(8), U32(1))
        deck.state[START] = 0
        for index in range(8, 20):
            drawn(deck, U32(index))
        assert set(deck.cards[8:20].tolist()) <= set(range(8))
