"""Decks hold exactly their cards, and a shoe refuses cards that it cannot have dealt."""

import dataclasses
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import (
    DECKS,
    FRENCH,
    JOKER,
    JOKER_DECK,
    SPANISH,
    Card,
    CardNotInShoe,
    Deck,
    Shoe,
    find_deck,
    format_cards,
    parse_cards,
)
from tests.rows import every_row

EVERY_DECK = (FRENCH, SPANISH, JOKER_DECK)
EVERY_SHOE = tuple(Shoe(deck, deck_count) for deck in EVERY_DECK for deck_count in range(1, 9))

every_shoe = st.sampled_from(EVERY_SHOE)


def refusal_of(shoe: Shoe, text: str) -> str:
    """Return the message with which a shoe refuses cards, having checked its code."""
    with pytest.raises(CardNotInShoe) as refusal:
        shoe.check_dealt(parse_cards(text))
    assert refusal.value.code == "record/card-not-in-shoe"
    return str(refusal.value)


def test_a_french_deck_is_the_52_cards_in_order() -> None:
    assert FRENCH.cards == tuple(range(52))


def test_a_spanish_deck_is_the_french_deck_without_its_four_tens() -> None:
    assert format_cards(SPANISH.cards) == (
        "As Ah Ad Ac 2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 4d 4c 5s 5h 5d 5c 6s 6h 6d 6c "
        "7s 7h 7d 7c 8s 8h 8d 8c 9s 9h 9d 9c Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc"
    )
    assert set(FRENCH.cards) - set(SPANISH.cards) == set(parse_cards("Ts Th Td Tc"))


def test_a_joker_deck_is_the_french_deck_and_one_joker() -> None:
    assert JOKER_DECK.cards == (*range(52), JOKER)


@every_row(
    ("name", "deck", "size"),
    [("french-52", FRENCH, 52), ("spanish-48", SPANISH, 48), ("joker-53", JOKER_DECK, 53)],
)
def test_each_deck_is_found_by_its_name_and_has_the_size_in_it(
    name: str, deck: Deck, size: int
) -> None:
    assert find_deck(name) is deck
    assert deck.name == name
    assert len(deck.cards) == len(set(deck.cards)) == size
    assert f"deck of {size} cards" in deck.title


def test_there_are_three_decks() -> None:
    assert tuple(DECKS.values()) == EVERY_DECK
    assert list(DECKS) == ["french-52", "spanish-48", "joker-53"]


@every_row("name", ["", "spanish", "Spanish-48", "french-52 "])
def test_a_name_that_is_no_deck_is_refused_with_the_names_that_are(name: str) -> None:
    with pytest.raises(ValueError, match="french-52, spanish-48 and joker-53") as refusal:
        find_deck(name)
    assert repr(name) in str(refusal.value)


def test_the_table_of_decks_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        DECKS["french-52"] = SPANISH  # type: ignore[index]


def test_decks_and_shoes_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        FRENCH.name = "other"  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Shoe(FRENCH, 1).deck_count = 2  # type: ignore[misc]


@every_row("deck_count", range(1, 9))
def test_a_shoe_of_n_decks_holds_n_of_every_card_of_its_deck(deck_count: int) -> None:
    for deck, size in ((FRENCH, 52), (SPANISH, 48), (JOKER_DECK, 53)):
        shoe = Shoe(deck, deck_count)
        assert shoe.size == size * deck_count
        assert Counter(shoe.cards()) == dict.fromkeys(deck.cards, deck_count)
        assert [shoe.copies(Card(number)) for number in range(53)] == [
            deck_count if number in deck.cards else 0 for number in range(53)
        ]


def test_the_cards_of_a_shoe_come_deck_after_deck_in_factory_order() -> None:
    cards = Shoe(SPANISH, 3).cards()
    assert cards[:48] == cards[48:96] == cards[96:] == SPANISH.cards


def test_a_deck_may_hold_a_card_twice() -> None:
    two_jokers = Deck("two", "deck of 2 jokers", (JOKER, JOKER))
    assert Shoe(two_jokers, 3).copies(JOKER) == Shoe(two_jokers, 3).size == 6


@every_row("deck_count", [0, -1])
def test_a_shoe_without_decks_is_refused(deck_count: int) -> None:
    with pytest.raises(ValueError, match=f"at least one deck, not {deck_count}"):
        Shoe(FRENCH, deck_count)


@given(shoe=every_shoe, data=st.data())
def test_cards_that_a_shoe_holds_are_accepted_in_any_order_and_number(
    shoe: Shoe, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(shoe.cards()))
    dealt_count = data.draw(st.integers(0, shoe.size))
    shoe.check_dealt(order)
    shoe.check_dealt(order[:dealt_count])


@every_row("shoe", EVERY_SHOE)
def test_one_copy_of_any_card_more_than_the_shoe_holds_is_refused(shoe: Shoe) -> None:
    for number in range(53):
        with pytest.raises(CardNotInShoe):
            shoe.check_dealt((*shoe.cards(), Card(number)))


@given(shoe=every_shoe, cards=st.lists(st.integers(0, 52).map(Card), max_size=60))
def test_cards_are_accepted_exactly_when_the_shoe_holds_as_many_of_each(
    shoe: Shoe, cards: list[Card]
) -> None:
    may_be_dealt = Counter(cards) <= Counter(shoe.cards())
    if may_be_dealt:
        shoe.check_dealt(cards)
    else:
        with pytest.raises(CardNotInShoe):
            shoe.check_dealt(cards)


def test_a_card_that_is_not_in_the_deck_is_named_in_words_and_notation() -> None:
    assert refusal_of(Shoe(SPANISH, 6), "7h Th") == (
        "the ten of hearts (Th) is not in a Spanish deck of 48 cards"
    )
    assert refusal_of(Shoe(FRENCH, 6), "Jk") == (
        "the joker (Jk) is not in a French deck of 52 cards"
    )


def test_a_card_dealt_too_often_is_counted_against_the_shoe() -> None:
    assert refusal_of(Shoe(SPANISH, 6), "7h " * 7) == (
        "7h is dealt 7 times but a shoe of 6 decks holds it 6 times"
    )


def test_the_count_is_of_all_the_cards_dealt_not_only_those_up_to_the_first_too_many() -> None:
    assert refusal_of(Shoe(SPANISH, 6), "7h " * 9 + "8s").startswith("7h is dealt 9 times")


def test_one_and_two_are_said_in_words() -> None:
    assert refusal_of(Shoe(JOKER_DECK, 1), "As Jk 7h Jk") == (
        "Jk is dealt twice but a shoe of 1 deck holds it once"
    )
    assert refusal_of(Shoe(FRENCH, 2), "As As As") == (
        "As is dealt 3 times but a shoe of 2 decks holds it twice"
    )


def test_the_first_card_in_the_order_dealt_that_cannot_be_is_the_one_refused() -> None:
    """The second 8h comes before the second 7h, although the first 7h comes before both."""
    assert refusal_of(Shoe(SPANISH, 1), "7h 8h 8h 7h Th").startswith("8h is dealt twice")
    assert refusal_of(Shoe(SPANISH, 1), "7h Th 8h 8h").startswith("the ten of hearts (Th)")
    assert refusal_of(Shoe(SPANISH, 1), "7h 7h Th").startswith("7h is dealt twice")


def test_a_refusal_can_be_sent_to_another_process() -> None:
    refusal = pickle.loads(pickle.dumps(CardNotInShoe("no")))  # noqa: S301
    assert isinstance(refusal, CardNotInShoe)
    assert (str(refusal), refusal.code) == ("no", "record/card-not-in-shoe")


def test_shoes_are_equal_when_deck_and_number_are() -> None:
    assert Shoe(SPANISH, 6) == Shoe(find_deck("spanish-48"), 6)
    assert Shoe(SPANISH, 6) != Shoe(SPANISH, 8)
    assert len({Shoe(SPANISH, 6), Shoe(SPANISH, 6), Shoe(FRENCH, 6)}) == 2
