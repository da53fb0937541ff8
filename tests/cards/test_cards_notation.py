"""Notation: every card has exactly one text, and any other text is refused with a reason."""

import copy
import json
import pickle
from typing import cast

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.cards import (
    JOKER,
    Card,
    NotationError,
    Rank,
    Suit,
    card,
    card_name,
    card_rank,
    card_suit,
    format_card,
    format_cards,
    is_red,
    parse_card,
    parse_cards,
    pretty_card,
)
from tests.rows import every_row

EVERY_CARD = tuple(Card(number) for number in range(53))
NO_CARDS = (cast("Card", 53), cast("Card", -1))

# Written out by hand, so that the notation is checked against something that is not the code.
EVERY_TEXT = (
    "As Ah Ad Ac 2s 2h 2d 2c 3s 3h 3d 3c 4s 4h 4d 4c 5s 5h 5d 5c 6s 6h 6d 6c 7s 7h 7d 7c "
    "8s 8h 8d 8c 9s 9h 9d 9c Ts Th Td Tc Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc Jk"
)

cards_of_any_kind = st.sampled_from(EVERY_CARD)

# Plain random text hardly ever looks like cards; this one nearly always does.
text_like_cards = st.text(alphabet="A123456789TJQKshdckSHDCta0 \t\n\u3000♥") | st.lists(
    st.sampled_from([*EVERY_TEXT.split(), "10h", "7H", "th", "jk", "JK", "7", "h7"])
).map(" ".join)


def test_the_53_cards_are_written_in_the_order_of_their_numbers() -> None:
    assert format_cards(EVERY_CARD) == EVERY_TEXT


def test_the_53_texts_are_read_as_the_numbers_0_to_52() -> None:
    assert parse_cards(EVERY_TEXT) == tuple(range(53))


@every_row("number", EVERY_CARD)
def test_every_card_survives_being_written_and_read(number: Card) -> None:
    assert parse_card(format_card(number)) == number


@given(st.lists(cards_of_any_kind, max_size=400))
def test_every_sequence_of_cards_survives_being_written_and_read(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(st.text() | text_like_cards)
@example("Jk")
@example("\ud800")
def test_any_text_is_one_card_that_is_written_back_the_same_or_is_refused(text: str) -> None:
    if text in EVERY_TEXT.split():
        assert format_card(parse_card(text)) == text
    else:
        with pytest.raises(NotationError) as refusal:
            parse_card(text)
        assert refusal.value.code == "record/card-unknown"


@given(st.text() | text_like_cards)
@example("7h  Ts\n\tJk ")
def test_any_text_is_cards_that_are_written_back_the_same_or_is_refused(text: str) -> None:
    """White space is the one thing that may differ: any of it is written back as one space."""
    words = text.split()
    if all(word in EVERY_TEXT.split() for word in words):
        assert format_cards(parse_cards(text)) == " ".join(words)
    else:
        with pytest.raises(NotationError):
            parse_cards(text)


@every_row(
    "text",
    [
        *("1h", "10h", "0s", "7H", "th", "tH", "aS", "JK", "jk", "Jk ", " 7h", "7", "h", "h7"),
        *("7hh", "", "7♥", "7x", "Xh", "7h7s", "joker", "\uff17h", "\n"),
    ],
)
def test_what_is_nearly_a_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_card(text)


def test_the_refusal_says_what_was_written_and_what_to_write() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_cards("7h 1h Ts")
    assert str(refusal.value) == (
        "'1h' is not a card; write rank then suit, as in '7h', 'Ts' or 'Jk'."
    )
    assert refusal.value.code == "record/card-unknown"


@given(st.text(alphabet=st.characters(), min_size=3) | st.just("x" * 1_000_000))
def test_the_refusal_of_any_text_is_one_short_line(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_card(text)
    message = str(refusal.value)
    assert len(message.splitlines()) == 1
    # Twenty characters at up to ten each ("\U0010ffff"), and the rest of the sentence.
    assert len(message) < 300


def test_a_refusal_can_be_sent_to_another_process() -> None:
    refusal = pickle.loads(pickle.dumps(NotationError("'1h' is not a card")))  # noqa: S301
    assert isinstance(refusal, NotationError)
    assert (str(refusal), refusal.code) == ("'1h' is not a card", "record/card-unknown")


def test_a_card_is_made_of_its_rank_and_its_suit() -> None:
    made = [card(rank, suit) for rank in range(13) for suit in range(4)]
    assert made == list(range(52))
    assert [(card_rank(card), card_suit(card)) for card in made] == [
        (rank, suit) for rank in Rank for suit in Suit
    ]


def test_the_pips_of_a_rank_are_one_more_than_its_number_up_to_ten() -> None:
    pips = [min(card_rank(parse_card(letter + "s")), 9) + 1 for letter in "A23456789TJQK"]
    assert pips == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


@every_row(("rank", "suit"), [(13, 0), (-1, 0), (0, 4), (0, -1), (13, 4)])
def test_a_rank_or_suit_that_does_not_exist_makes_no_card(rank: int, suit: int) -> None:
    with pytest.raises(ValueError, match="no card has rank"):
        card(rank, suit)


def test_hearts_and_diamonds_are_red_and_nothing_else_is() -> None:
    assert {card for card in EVERY_CARD if is_red(card)} == {
        card for card in EVERY_CARD if format_card(card)[1] in "hd"
    }


@every_row("number", [JOKER, *NO_CARDS])
def test_the_joker_and_what_is_no_card_have_neither_rank_nor_suit(number: Card) -> None:
    with pytest.raises(ValueError, match="has no rank"):
        card_rank(number)
    with pytest.raises(ValueError, match="has no suit"):
        card_suit(number)


@every_row("number", NO_CARDS)
def test_a_number_that_is_no_card_is_not_written(number: Card) -> None:
    """A negative number must not count from the end, as an index into a list would."""
    with pytest.raises(ValueError, match="is not the number of a card; cards are 0 to 52"):
        format_card(number)
    with pytest.raises(ValueError, match="is not the number of a card; cards are 0 to 52"):
        pretty_card(number)
    with pytest.raises(ValueError, match="has no rank"):
        card_name(number)


def test_a_card_is_made_of_its_number_or_its_notation_and_of_nothing_else() -> None:
    assert [Card(text) for text in EVERY_TEXT.split()] == [*Card] == [*map(Card, range(53))]
    assert all(isinstance(card, Card) for card in parse_cards(EVERY_TEXT))
    for number in (53, -1, 2.5, None):
        with pytest.raises(ValueError, match="is not the number of a card; cards are 0 to 52"):
            Card(number)  # type: ignore[arg-type]
    with pytest.raises(NotationError, match="'9x' is not a card"):
        Card("9x")


def test_a_card_knows_its_rank_suit_and_symbol_and_is_the_same_after_a_journey() -> None:
    ten = Card("Td")
    assert (ten.rank, ten.suit, ten.symbol) == (Rank.TEN, Suit.DIAMONDS, "10♦")
    assert (repr(ten), str(ten), f"{ten:>3}") == ("Card('Td')", "Td", " Td")
    assert pickle.loads(pickle.dumps(ten)) is copy.deepcopy(ten) is ten  # noqa: S301
    assert (json.dumps([ten]), msgspec.json.encode([ten])) == ("[38]", b"[38]")


def test_people_see_suit_symbols_the_number_ten_and_a_star() -> None:
    shown = " ".join(pretty_card(card) for card in EVERY_CARD)
    expected = EVERY_TEXT.replace("Jk", "★").replace("T", "10")
    for letter, symbol in zip("shdc", "♠♥♦♣", strict=True):
        expected = expected.replace(letter, symbol)
    assert shown == expected


def test_cards_are_named_as_people_say_them() -> None:
    names = [card_name(card) for card in parse_cards("As 2h Td Jc Qs Kh Jk")]
    assert names == [
        *("ace of spades", "two of hearts", "ten of diamonds", "jack of clubs"),
        *("queen of spades", "king of hearts", "joker"),
    ]
    assert len({card_name(card) for card in EVERY_CARD}) == len(EVERY_CARD)
