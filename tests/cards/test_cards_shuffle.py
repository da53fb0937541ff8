"""Shuffling: every order equally likely by exhaustive proof; seeds pinned; system bits fresh."""

import hashlib
import math
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    FRENCH,
    JOKER_DECK,
    SPANISH,
    BitSource,
    Card,
    Deck,
    SeededBits,
    Shoe,
    SystemBits,
    below,
    format_cards,
    parse_cards,
    shuffle_cards,
)
from tests.rows import every_row

P_VALUE_MIN = 1e-6


def shuffle(shoe: Shoe, seed: int | str | bytes | None = None) -> tuple[Card, ...]:
    """Shuffle a full shoe: with the system's randomness, or by a seed."""
    return shuffle_cards(shoe.cards(), SystemBits() if seed is None else SeededBits(seed))


class ScriptOverError(Exception):
    """The shuffle asked for more bits than the script has."""


class ScriptedBits:
    """Bits from a script, one character each; the script's end is an error, not a repetition."""

    def __init__(self, script: str) -> None:
        self.unread = script

    def bits(self, count: int) -> int:
        if count > len(self.unread):
            raise ScriptOverError
        taken = self.unread[:count]
        self.unread = self.unread[count:]
        return int("0" + taken, 2)


class CountedBits:
    """Another source, with a count of the bits drawn from it."""

    def __init__(self, source: BitSource) -> None:
        self.source = source
        self.drawn_count = 0

    def bits(self, count: int) -> int:
        self.drawn_count += count
        return self.source.bits(count)


# below: uniform by enumeration


@every_row("bound", range(1, 1001))
def test_below_gives_each_number_for_exactly_one_raw_value_and_rejects_the_rest(bound: int) -> None:
    """Feed every raw value of the k bits that one draw takes, each as a script of its own.

    Raw values are equally likely. If each result comes from exactly one of them, and each other
    raw value ends the script (that is, starts the draw again from nothing), then the first accepted
    value is exactly uniform, however many draws were rejected before it.
    """
    bit_count = next(k for k in range(11) if 2**k >= bound)
    results: Counter[int] = Counter()
    rejected_count = 0
    for raw in range(2**bit_count):
        source = ScriptedBits(f"{raw:b}".zfill(bit_count) if bit_count else "")
        try:
            results[below(source, bound)] += 1
        except ScriptOverError:
            rejected_count += 1
        assert source.unread == ""  # A draw takes all k bits: none is left to bias the next one.
    assert results == dict.fromkeys(range(bound), 1)
    assert rejected_count == 2**bit_count - bound


@every_row("bound", [3, 5, 6, 7, 11, 13])
def test_after_a_rejection_below_draws_again_from_nothing(bound: int) -> None:
    """Every script of two draws: each number must come equally often from the second draw too."""
    bit_count = (bound - 1).bit_length()
    second_draw_results: Counter[int] = Counter()
    for characters in product("01", repeat=2 * bit_count):
        source = ScriptedBits("".join(characters))
        try:
            result = below(source, bound)
        except ScriptOverError:
            continue
        if not source.unread:
            second_draw_results[result] += 1
    assert second_draw_results == dict.fromkeys(range(bound), 2**bit_count - bound)


@every_row("bound", [0, -1])
def test_below_nothing_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="the bound must be 1 or more"):
        below(SeededBits(1), bound)


# shuffled: a permutation, and each one equally often


@given(
    cards=st.lists(st.integers(0, 52).map(Card), max_size=120),
    seed=st.integers() | st.text() | st.binary(),
)
def test_a_shuffle_holds_the_same_cards_in_some_order(
    cards: list[Card], seed: int | str | bytes
) -> None:
    before = list(cards)
    assert sorted(shuffle_cards(cards, SeededBits(seed))) == sorted(before)
    assert cards == before


@every_row("deck", [FRENCH, SPANISH, JOKER_DECK])
@every_row("seed", [None, 1])
def test_a_shuffled_shoe_holds_exactly_the_shoes_cards(deck: Deck, seed: int | None) -> None:
    for deck_count in range(1, 9):
        shoe = Shoe(deck, deck_count)
        order = shuffle(shoe, seed)
        assert Counter(order) == dict.fromkeys(deck.cards, deck_count)
        assert order != shoe.cards()


def order_counts(cards: Sequence[Card], script_length: int) -> Counter[tuple[Card, ...]]:
    """Count the orders that all scripts of one length give; a script too short gives none."""
    counts: Counter[tuple[Card, ...]] = Counter()
    for characters in product("01", repeat=script_length):
        try:
            counts[shuffle_cards(cards, ScriptedBits("".join(characters)))] += 1
        except ScriptOverError:
            continue
    return counts


@every_row(
    ("text", "script_length"),
    [
        *[("As 2h", length) for length in (1, 2, 5)],
        *[("As 2h 3d", length) for length in (3, 4, 5, 7, 10)],
        *[("As 2h 3d Jk", length) for length in (5, 6, 7, 9, 12)],
        *[("As 2h 3d 4c 5s", length) for length in (8, 10, 12)],
    ],
)
def test_over_all_bit_strings_every_order_of_a_tiny_shoe_comes_equally_often(
    text: str, script_length: int
) -> None:
    """All 2**n bit strings are equally likely, so equal counts are equal probabilities, exactly.

    Longer strings let rejected draws be made good, so they test the rejections as well.
    """
    cards = parse_cards(text)
    counts = order_counts(cards, script_length)
    assert set(counts) == set(permutations(cards))
    assert len(set(counts.values())) == 1


def test_with_equal_cards_every_distinguishable_order_comes_equally_often() -> None:
    tiny = Deck("tiny", "deck of 2 cards", parse_cards("As Kh"))
    counts = order_counts(Shoe(tiny, 2).cards(), 9)
    assert set(counts) == set(permutations(parse_cards("As As Kh Kh")))
    assert len(counts) == math.comb(4, 2)
    assert len(set(counts.values())) == 1


@every_row("text", ["", "7h"])
def test_no_cards_or_one_card_need_no_bits(text: str) -> None:
    assert shuffle_cards(parse_cards(text), ScriptedBits("")) == parse_cards(text)


@every_row("deck_count", range(1, 9))
def test_a_shuffle_draws_enough_bits_for_every_order_of_the_shoe(deck_count: int) -> None:
    """Fewer bits than the logarithm of the number of orders could not reach all of them."""
    shoe = Shoe(SPANISH, deck_count)
    source = CountedBits(SystemBits())
    shuffle_cards(shoe.cards(), source)
    order_count = math.factorial(shoe.size) // math.factorial(deck_count) ** 48
    assert source.drawn_count >= order_count.bit_length()


# SeededBits: the documented bytes, pinned


@every_row(
    ("seed", "seed_bytes"),
    [
        (0, b"i0"),
        (255, b"iff"),
        (-16, b"i-10"),
        (2**70, b"i400000000000000000"),
        ("", b"s"),
        ("255", b"s255"),
        ("café", b"scaf\xc3\xa9"),
        ("\udcff", b"s\xed\xb3\xbf"),
        (b"", b"b"),
        (b"255\x00", b"b255\x00"),
    ],
)
def test_the_seeded_stream_is_the_one_that_the_docstring_describes(
    seed: int | str | bytes, seed_bytes: bytes
) -> None:
    """Written again from the docstring, all at once, and compared in pieces of all sizes."""
    key = hashlib.sha256(b"pitboss/shuffle/1\x00" + seed_bytes).digest()
    stream = b"".join(
        hashlib.sha256(key + bytes([0, 0, 0, 0, 0, 0, 0, counter])).digest()
        for counter in range(200)
    )
    source = SeededBits(seed)
    offset = 0
    for count in [0, 1, 7, 8, 9, 16, 17, 255, 256, 257, 1000, *range(64)]:
        byte_count = math.ceil(count / 8)
        piece = "".join(f"{byte:08b}" for byte in stream[offset : offset + byte_count])
        assert source.bits(count) == int("0" + piece[:count], 2)
        offset += byte_count


def test_the_counter_passes_one_byte_without_repeating() -> None:
    """The counter's 256th value is the first that needs a second byte."""
    source = SeededBits(1)
    blocks = [source.bits(256) for _ in range(600)]
    assert len(set(blocks)) == len(blocks)


# Made by a second implementation, written from the docstring of SeededBits alone.
SEED_VECTORS: list[tuple[int | str | bytes, str, str]] = [
    (
        0,
        "Ad 6d Jh 6c 5c 8h Ac 5d 9c Th",
        "887c9e697dddc00bafc5d074407d183d1d7140111a345bc0b1d5318cf160c338",
    ),
    (
        1,
        "2s Ad 7c 8s 6c 9d Jh 2c Ah 8h",
        "0c901032255f68a832abe2ce927d145cdc4f4b0eb74e05e11c2f8327ca3c7be8",
    ),
    (
        -1,
        "Jc 4s 2d 6h 2h Js Ts 6s 4h Qh",
        "f4634643355f45bff87daa0ccf83c01d56c5c8558421f1455dd2a7b096a051b1",
    ),
    (
        2**70,
        "Ts Kh Kd 7c 9s Kc Jc 5h 9d 3h",
        "c57a419c2ec042b75125b5f39f4e2af53d3d0cf7420647127a7a2c31b6a699be",
    ),
    (
        "",
        "7c 9c 8s 8c Qd 8h 2c Ts Qh 6c",
        "50bba620997c80d1c197f2d022ab242b8e0e894ae2a572105cd7612645915d0b",
    ),
    (
        "1",
        "7h Jh 5d 6h 2d 6c Kc 4c 9d Js",
        "56d7e79e596b7c09f09863ff91590db50900e4986c79e1a9440f6cad2c855ac3",
    ),
    (
        "café",
        "Jc 4c 2d 2c Ac Ks Qh 3d 9s 5h",
        "d65841b4a43a77ea18bedc76fbf9c24f8aeb853b5244a77177b9a5de4e4b60c9",
    ),
    (
        b"",
        "6c 8d 3s 5d Ah 9c Kc 2s 9h Jd",
        "854c00e6305894691232518cea2aac18680ca697ff2a1be6e91fefb03934554e",
    ),
    (
        b"1",
        "Ts Ah Ac 5d 2h Qc 9d 8s Jd 3s",
        "12db22e738927690afec0635d0d3eb6b8e3c4b526b11955438787e1c77eb5f0f",
    ),
    (
        b"\xff",
        "3d Qc 7c 8d Qd Kd Jd 7d Kc 5c",
        "541f79c8827d2b49f9a2b47c0e6db04ce6021751e5d223d65725a726bf617591",
    ),
]


def test_int_str_and_bytes_seeds_that_look_alike_have_different_streams() -> None:
    look_alikes: list[int | str | bytes] = [
        *(0, "0", b"0", "i0", "s0", "b0", b"i0", b"s0", b"b0"),
        *(-1, "-1", b"-1", "", b""),
    ]
    draws = [SeededBits(seed).bits(256) for seed in look_alikes]
    assert len(set(draws)) == len(look_alikes)


@given(st.integers() | st.text() | st.binary(), st.integers() | st.text() | st.binary())
def test_different_seeds_have_different_streams(a: int | str | bytes, b: int | str | bytes) -> None:
    equal_seeds = type(a) is type(b) and a == b
    assert (SeededBits(a).bits(256) == SeededBits(b).bits(256)) is equal_seeds


@every_row(("seed", "first_cards", "digest"), SEED_VECTORS)
def test_seeded_shuffles_give_the_pinned_orders(
    seed: int | str | bytes, first_cards: str, digest: str
) -> None:
    """Pinned are the first ten cards of one French deck, and the whole of six Spanish decks.

    The digest is the SHA-256 of the whole order in notation, one space between cards.
    """
    assert format_cards(shuffle(Shoe(FRENCH, 1), seed)[:10]) == first_cards
    text = format_cards(shuffle(Shoe(SPANISH, 6), seed))
    assert hashlib.sha256(text.encode("ascii")).hexdigest() == digest


def test_a_very_long_integer_is_a_seed_too() -> None:
    """Python refuses to write an integer of more than 4300 digits in decimal."""
    assert SeededBits(10**5000).bits(64) != SeededBits(10**5000 + 1).bits(64)


@every_row("source", [SystemBits(), SeededBits(1)])
def test_a_negative_number_of_bits_is_refused(source: BitSource) -> None:
    with pytest.raises(ValueError, match="cannot draw -1 bits"):
        source.bits(-1)


# SystemBits: fresh every time, in every process


@every_row("count", [0, 1, 7, 8, 9, 63, 64, 65, 1000])
def test_the_systems_bits_use_every_bit_asked_for_and_no_more(count: int) -> None:
    """Over 200 draws each bit must be seen at 0 and at 1; that fails by chance once in 2**189."""
    every_bit = 2**count - 1
    seen_at_one = 0
    seen_at_zero = 0
    for _ in range(200):
        drawn = SystemBits().bits(count)
        assert 0 <= drawn <= every_bit
        seen_at_one |= drawn
        seen_at_zero |= ~drawn & every_bit
    assert seen_at_one == seen_at_zero == every_bit


def test_two_shuffles_without_a_seed_differ() -> None:
    shoe = Shoe(SPANISH, 6)
    assert shuffle(shoe) != shuffle(shoe)


def test_every_bit_of_a_shuffle_without_a_seed_comes_from_the_operating_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Put known bytes in the system's place: the order must follow from them alone."""
    tape = hashlib.shake_256(b"tape").digest(100_000)
    sizes: list[int] = []

    def scripted_urandom(size: int) -> bytes:
        start = sum(sizes)
        sizes.append(size)
        return tape[start : start + size]

    monkeypatch.setattr(os, "urandom", scripted_urandom)
    shoe = Shoe(SPANISH, 6)
    first = shuffle(shoe)
    assert sum(sizes) * 8 >= 1487  # Enough for every order of six Spanish decks.
    sizes.clear()
    assert shuffle(shoe) == first


FORK_SCRIPT = """
import os, sys
from pitboss.cards import FRENCH, Shoe, SystemBits, format_cards, shuffle_cards
cards = Shoe(FRENCH, 1).cards()
source = SystemBits()
shuffle_cards(cards, source)
for _ in range(100):
    child = os.fork()
    if child == 0:
        os.write(1, (format_cards(shuffle_cards(cards, source)) + "\\n").encode("ascii"))
        os._exit(0)
    os.waitpid(child, 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_hundred_forks_of_one_process_shuffle_differently() -> None:
    """The parent has used its source before it forks, so anything kept in it would be shared."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    finished = subprocess.run(
        [sys.executable, "-c", FORK_SCRIPT],
        capture_output=True,
        check=True,
        env=environment,
        text=True,
        timeout=120,
    )
    orders = finished.stdout.splitlines()
    assert len(orders) == len(set(orders)) == 100
    assert all(sorted(parse_cards(order)) == list(range(52)) for order in orders)


# Statistics, with fixed seeds: the figures are the same in every run


def position_p_value(shuffler: Callable[[int], Sequence[Card]], shuffle_count: int) -> float:
    """Test whether every card of a French deck is as often in every place; return a p-value.

    The sum of (observed - expected)**2 / expected over the 52 by 52 table is, as both its margins
    are fixed by every single shuffle, 52/51 times a chi-square of 51**2 degrees of freedom. Its
    p-value is by Wilson and Hilferty's cube root, and two-sided: frequencies that are too even
    betray a bad shuffle as well.
    """
    observed = [[0] * 52 for _ in range(52)]
    for seed in range(shuffle_count):
        for place, card in enumerate(shuffler(seed)):
            observed[place][card] += 1
    expected = shuffle_count / 52
    statistic = sum((count - expected) ** 2 / expected for row in observed for count in row)
    freedom = 51**2
    spread = 2 / (9 * freedom)
    z = ((statistic * 51 / 52 / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return math.erfc(abs(z) / math.sqrt(2))


def test_every_card_comes_to_every_place_equally_often() -> None:
    p_value = position_p_value(lambda seed: shuffle(Shoe(FRENCH, 1), seed), 2000)
    assert p_value >= P_VALUE_MIN


def naively_shuffled(seed: int) -> list[Card]:
    """Exchange every card with one of all the cards: the well-known mistake."""
    source = SeededBits(seed)
    order = list(FRENCH.cards)
    for place in range(len(order)):
        chosen = below(source, len(order))
        order[place], order[chosen] = order[chosen], order[place]
    return order


def test_the_same_test_catches_the_well_known_biased_shuffle() -> None:
    assert position_p_value(naively_shuffled, 2000) < P_VALUE_MIN


def test_the_same_test_catches_an_order_that_is_too_even() -> None:
    def rotated(seed: int) -> Sequence[Card]:
        start = seed % 52
        return FRENCH.cards[start:] + FRENCH.cards[:start]

    assert position_p_value(rotated, 2080) < P_VALUE_MIN
