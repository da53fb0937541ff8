"""Washington Spanish 21: the Bonus 21 list. The dealer has 9-8 in all these rounds."""

from __future__ import annotations

from itertools import permutations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play

FOUR_OR_MORE = [4, 5, 6, 8]


def dealt(hand: str) -> str:
    """Deal a hand's cards in order against 9-8."""
    first, second, *drawn = hand.split()
    return " ".join([first, "9c", second, "8c", *drawn])


def hits(hand: str) -> str:
    """Hit for every card after the second."""
    return ", ".join(["1 hit"] * (len(hand.split()) - 2))


def drawn_to(game: str, hand: str, decks: int = 6) -> int:
    """Return what $10 gains on a 21 that was drawn card by card."""
    return net(game, dealt(hand), hits(hand), options={"decks": decks})


def doubled(game: str, hand: str, decks: int = 6) -> int:
    """Return what $10 gains on a 21 whose last card was a double's."""
    before = hits(hand).removesuffix("1 hit")
    return net(game, dealt(hand), f"{before}1 double", options={"decks": decks})


LIST = [
    ("2s 3d 4h 5c 7s", 6, 1500),  # a: 2+3+4+5+7
    ("2s 2d 3h 4c 4s 6d", 6, 2000),  # b: 2+2+3+4+4+6
    ("2s 2d 2h 3c 3s 4d 5h", 6, 3000),  # c: 2+2+2+3+3+4+5
    ("6s 7d 8h", 6, 1500),  # d
    ("6h 7h 8h", 6, 2000),  # e
    ("6s 7s 8s", 6, 3000),  # f
    ("7s 7d 7h", 6, 1500),  # g
    ("7h 7h 7h", 6, 2000),  # h
    ("7s 7s 7s", 6, 3000),  # i
    ("7s 7d 7h", 2, 2000),  # j
]


@washington("GR11", "DP11")
@every_row(("hand", "decks", "won"), LIST)
def test_wsgc_dp11_the_list_is_paid_on_hands_that_were_not_doubled(
    game: str, hand: str, decks: int, won: int
) -> None:
    assert drawn_to(game, hand, decks) == won


@washington("GR11", "DP5b")
@every_row(("hand", "decks", "won"), LIST)
def test_wsgc_gr11_no_bonus_is_paid_on_doubled_hands(
    game: str, hand: str, decks: int, won: int
) -> None:
    assert won > 1000
    assert doubled(game, hand, decks) == 2000  # even money on twice $10


@washington("GR11")
@every_row(
    "hand",
    [
        "5s 8d 8h",  # three cards, not 6-7-8
        "6s 6d 9h",
        "6s 7d 7h As",  # four cards: 6-7-7 and an ace as 1
        "7s 7d 2h 5s",  # two sevens
        "2s 3d 7h 9c",
    ],
)
def test_wsgc_gr11_other_21s_are_paid_even_money(game: str, hand: str) -> None:
    played = play(game, dealt(hand), hits(hand))
    assert (played.outcome(), played.net) == ("21", 1000)


@washington("GR11a", "DP11a")
@every_row("hand", ["2s 3d 4h 5c 7s", "9s 2s 2s 3s 5s", "As 2d 4h 5c 9s"])
def test_wsgc_gr11a_five_card_21_pays_3_to_2(game: str, hand: str) -> None:
    played = play(game, dealt(hand), hits(hand))
    assert (played.outcome(), played.net) == ("5 card 21", 1500)


@washington("GR11a", "DP11a")
@every_row("decks", [2, 4, 5, 6, 8])
def test_wsgc_gr11a_holds_for_every_number_of_decks(game: str, decks: int) -> None:
    assert drawn_to(game, "2s 3d 4h 5c 7s", decks) == 1500


@washington("GR11b", "DP11b")
@every_row("hand", ["2s 2d 3h 4c 4s 6d", "As 2d 3h 4c 5s 6d"])
def test_wsgc_gr11b_six_card_21_pays_2_to_1(game: str, hand: str) -> None:
    played = play(game, dealt(hand), hits(hand))
    assert (played.outcome(), played.net) == ("6 card 21", 2000)


@washington("GR11c", "DP11c")
def test_wsgc_gr11c_seven_card_21_pays_3_to_1(game: str) -> None:
    hand = "2s 2d 2h 3c 3s 4d 5h"
    played = play(game, dealt(hand), hits(hand))
    assert (played.outcome(), played.net) == ("7 card 21", 3000)


@ruling("W13")
@every_edition
@every_row(
    "hand",
    [
        "As 2d 2h 2c 3s 3d 4h 4c",  # eight: 1+2+2+2+3+3+4+4
        # Nine: 1+1+2+2+2+4+3+3+3; the 4 comes early, so that no soft 21 is met on the way.
        "As Ad 2h 2c 2s 4d 3h 3c 3s",
    ],
)
def test_ruling_w13_more_than_seven_cards_pay_as_seven(game: str, hand: str) -> None:
    assert drawn_to(game, hand) == 3000


@washington("GR11d", "DP11d")
@every_row("order", list(permutations(["6s", "7d", "8h"])))
def test_wsgc_gr11d_6_7_8_of_mixed_suits_pays_3_to_2_in_any_order(
    game: str, order: tuple[str, ...]
) -> None:
    assert drawn_to(game, " ".join(order)) == 1500


@washington("GR11d", "DP11d")
@every_row("hand", ["6s 7s 8h", "6d 7h 8h", "6c 7s 8c"])
def test_wsgc_gr11d_two_of_one_suit_are_mixed(game: str, hand: str) -> None:
    assert drawn_to(game, hand) == 1500


@washington("GR11e", "DP11e")
@every_row("suit", list("hdc"))
@every_row("ranks", list(permutations("678")))
def test_wsgc_gr11e_6_7_8_of_one_suit_pays_2_to_1(
    game: str, suit: str, ranks: tuple[str, ...]
) -> None:
    assert drawn_to(game, " ".join(f"{rank}{suit}" for rank in ranks)) == 2000


@washington("GR11f", "DP11f")
@every_row("ranks", list(permutations("678")))
def test_wsgc_gr11f_6_7_8_of_spades_pays_3_to_1(game: str, ranks: tuple[str, ...]) -> None:
    assert drawn_to(game, " ".join(f"{rank}s" for rank in ranks)) == 3000


@washington("GR11d", "GR11e", "GR11f", "DP11d", "DP11e", "DP11f")
@every_row("decks", [2, 4, 5, 6, 8])
@every_row(("hand", "won"), [("6s 7d 8h", 1500), ("6c 7c 8c", 2000), ("6s 7s 8s", 3000)])
def test_wsgc_gr11d_to_f_hold_for_every_number_of_decks(
    game: str, hand: str, won: int, decks: int
) -> None:
    assert drawn_to(game, hand, decks) == won


@washington("GR11g", "DP11g")
@every_row("decks", FOUR_OR_MORE)
@every_row("hand", ["7s 7d 7h", "7h 7h 7d", "7s 7s 7c"])
def test_wsgc_gr11g_7_7_7_of_mixed_suits_pays_3_to_2(game: str, hand: str, decks: int) -> None:
    assert drawn_to(game, hand, decks) == 1500


@washington("GR11h", "DP11h")
@every_row("decks", FOUR_OR_MORE)
@every_row("suit", list("hdc"))
def test_wsgc_gr11h_7_7_7_of_one_suit_pays_2_to_1(game: str, suit: str, decks: int) -> None:
    assert drawn_to(game, f"7{suit} 7{suit} 7{suit}", decks) == 2000


@washington("GR11i", "DP11i")
@every_row("decks", FOUR_OR_MORE)
def test_wsgc_gr11i_7_7_7_of_spades_pays_3_to_1(game: str, decks: int) -> None:
    assert drawn_to(game, "7s 7s 7s", decks) == 3000


@washington("GR11j", "DP11j")
@every_row("hand", ["7s 7d 7h", "7h 7h 7d", "7s 7s 7c", "7c 7d 7h"])
def test_wsgc_gr11j_7_7_7_of_mixed_suits_pays_2_to_1_with_two_decks(game: str, hand: str) -> None:
    played = play(game, dealt(hand), hits(hand), options={"decks": 2})
    assert (played.outcome(), played.net) == ("7-7-7 of mixed suits", 2000)


@ruling("W24")
@every_edition
@every_row(
    ("hand", "won"),
    [
        ("6s 7s 7s As", 1000),  # four cards
        ("7h 7h 6h Ah", 1000),
        ("2s 6s 7s 3s 3s", 1500),  # five cards are a five-card 21, whatever they hold
    ],
)
def test_ruling_w24_6_7_8_and_7_7_7_are_exactly_three_cards(game: str, hand: str, won: int) -> None:
    assert drawn_to(game, hand) == won


@ruling("W24")
@every_edition
def test_ruling_w24_each_split_hand_is_counted_on_its_own_cards(game: str) -> None:
    # Sevens split. Hand 1: 7s 6s 8s, 3 to 1. Hand 2: 7h 7d 7c, 3 to 2.
    cards = "7s 9c 7h 8c 6s 8s 7d 7c"
    played = play(game, cards, "1 split, 1 hit, 1.2 hit")
    assert (played.won(hand=1), played.won(hand=2)) == (3000, 1500)


@ruling("W24")
@every_edition
def test_ruling_w24_cards_of_two_hands_do_not_count_together(game: str) -> None:
    # Eights split. Hand 1: 8-7-6 is 6-7-8; hand 2: 8-7 stands on 15 and loses to 17.
    cards = "8s 9c 8h 8c 7d 6c 7c"
    played = play(game, cards, "1 split, 1 hit, 1.2 stand")
    assert (played.won(hand=1), played.won(hand=2)) == (1500, -1000)
