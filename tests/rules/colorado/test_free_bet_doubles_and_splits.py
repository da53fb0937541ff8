"""Free Bet Blackjack, 30-2116: free and paid doubles and splits: which hands, how often.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    FREE_BET,
    FREE_PAIRS,
    HARD_9_TO_11,
    NO_FREE_DOUBLE,
    TEN_PAIRS,
    around,
    choices,
    net,
)
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal


@clause(FREE_BET, "2116(9)", words="A two-card hard 9, 10 or 11 is doubled without a second wager")
@clause(FREE_BET, "2116(7)(a)")
@every_row("pair", HARD_9_TO_11)
def test_2116_7_a_hard_9_10_and_11_are_doubled_free(pair: str) -> None:
    # One card, and no second one: a king makes 19, 20 or 21, which beat 17 twice.
    played = play(FREE_BET, around(pair, "9c", "8c", "Kd"), "1 free-double")
    assert played.net == 2000
    assert played.line()["stake"] == 1000


@clause(FREE_BET, "2116(9)", words="A two-card hard 9, 10 or 11 is doubled without a second wager")
@clause(FREE_BET, "2116(7)(a)")
@every_row("pair", NO_FREE_DOUBLE)
def test_2116_7_a_no_other_hand_is_doubled_free(pair: str) -> None:
    cards = around(pair, "9c", "8c")
    assert "free-double" not in choices(FREE_BET, cards)
    assert refused(FREE_BET, f"{cards} Kd", "1 free-double") == "action/illegal"


@clause(FREE_BET, "2116(9)", words="A two-card hard 9, 10 or 11 is doubled without a second wager")
@clause(FREE_BET, "2116(7)(a)")
@every_row("cards", ["2h 9c 3d 8c 4s", "2h 9c 2d 8c 7s", "4h 9c 3d 8c 3s"])
def test_2116_7_a_three_cards_are_not_doubled_free(cards: str) -> None:
    # 2-3-4, 2-2-7 and 4-3-3: 9, 11 and 10.
    assert choices(FREE_BET, cards, "1 hit") == {"hit", "stand"}
    assert refused(FREE_BET, f"{cards} Ks", "1 hit, 1 free-double") == "action/illegal"


@clause(FREE_BET, "2116(7)(a)")
def test_2116_7_a_after_a_free_double_no_further_decision_is_asked() -> None:
    # 5-6 and a 2: 13, which loses to 17 and cannot be hit.
    assert net(FREE_BET, "5h 9c 6d 8c 2s", "1 free-double") == -1000
    code = refused(FREE_BET, "5h 9c 6d 8c 2s 8s", "1 free-double, 1 hit")
    assert code == "record/decision-left-over"


@clause(FREE_BET, "2116(8)", words="Pairs other than ten-values are split without a second wager")
@clause(FREE_BET, "2116(7)(b)")
@every_row("pair", FREE_PAIRS)
def test_2116_7_b_every_pair_but_tens_is_split_free(pair: str) -> None:
    # Both hands stand, the second card a 9: A-9 and 9-9 win against 17, the rest lose 1000 once.
    stands = "" if pair[0] == "A" else ", 1.1 stand, 1.2 stand"
    won = {"A": 2000, "9": 2000, "8": 0}.get(pair[0], -1000)  # 8-9 ties
    played = play(FREE_BET, around(pair, "9c", "8c", "9s", "9h"), f"1 free-split{stands}")
    assert played.net == won
    assert (played.line(hand=1)["stake"], played.line(hand=2)["stake"]) == (1000, 0)


@clause(FREE_BET, "2116(8)", words="Pairs other than ten-values are split without a second wager")
@clause(FREE_BET, "2116(7)(b)")
@every_row("pair", TEN_PAIRS)
def test_2116_7_b_tens_are_not_split_free(pair: str) -> None:
    cards = around(pair, "9c", "8c")
    assert choices(FREE_BET, cards) == {"hit", "stand", "double", "split"}
    assert refused(FREE_BET, f"{cards} 9s 9h", "1 free-split") == "action/illegal"


@clause(FREE_BET, "2116(7)(b)")
@every_row("pair", ["8h 9d", "Ah 2d", "5h 6d", "Kh 9d"])
@every_row("action", ["split", "free-split"])
def test_2116_7_b_only_pairs_are_split(pair: str, action: str) -> None:
    cards = around(pair, "9c", "8c", "9s", "9h")
    assert refused(FREE_BET, cards, f"1 {action}") == "action/illegal"


@clause(FREE_BET, "2116(7)(a)", "2116(7)(b)")
@ruling("C25")
def test_ruling_c25_fives_may_be_doubled_or_split_free() -> None:
    cards = around("5h 5d", "9c", "8c")
    every = {"hit", "stand", "double", "free-double", "split", "free-split"}
    assert choices(FREE_BET, cards) == every
    assert net(FREE_BET, f"{cards} 9s", "1 free-double") == 2000  # 19
    # 5-K loses the money, 5-4 doubled free makes 19 and wins both lammers.
    decisions = "1 free-split, 1.1 stand, 1.2 free-double"
    assert net(FREE_BET, f"{cards} Ks 4s Kd", decisions) == -1000 + 2000


@clause(FREE_BET, "2116(7)(c)", "2116(9)(d)")
@every_row(
    ("action", "won"),
    [
        ("free-split", 4000),  # money and lammer, lammer and lammer
        ("split", 4000),  # money and lammer twice
    ],
)
def test_2116_7_c_a_split_hand_is_doubled_free(action: str, won: int) -> None:
    # 8-3 and a king on both hands.
    decisions = f"1 {action}, 1.1 free-double, 1.2 free-double"
    assert net(FREE_BET, "8h 9c 8d 8c 3s Ks 3d Kd", decisions) == won


@clause(FREE_BET, "2116(7)(c)", "2116(9)(d)")
@every_row(("second", "allowed"), [("Ts", False), ("As", False), ("2s", True)])
def test_2116_9_d_a_split_hand_must_be_hard_9_to_11(second: str, *, allowed: bool) -> None:
    # 8-T is 18, 8-A soft 19, 8-2 hard 10.
    cards = f"8h 9c 8d 8c {second}"
    assert ("free-double" in choices(FREE_BET, cards, "1 free-split")) == allowed


@clause(FREE_BET, "2116(7)(c)")
def test_2116_7_c_a_split_ace_is_not_doubled() -> None:
    # ask nothing.
    played = play(FREE_BET, "Ah 9c Ad 8c 8s 9s", "1 free-split")
    assert played.net == 2000
    code = refused(FREE_BET, "Ah 9c Ad 8c 8s 9s Kd", "1 free-split, 1.1 free-double")
    assert code in {"record/decision-left-over", "action/illegal"}


@clause(FREE_BET, "2116(7)(d)", "2116(8)(d)(i)")
@ruling("C38")
def test_2116_7_d_free_splits_up_to_four_hands_the_latest_played_first() -> None:
    # 8-8; hand 1 draws an 8 twice. The new hands are 2, 3 and 4, played 1, 4, 3, 2.
    cards = "8h 9c 8d 8c 8s 8h 9s Ts 2d Td"
    # Hand 1: 8-9 ties 17. Hand 4: 8-T. Hand 3: 8-2 (hard 10), hit: T = 20. Hand 2: ...
    order = "1.1 free-split, 1.1 free-split, 1.1 free-split, 1.1 stand, 1.4 stand, 1.3 hit"
    played = play(FREE_BET, f"{cards} 7s", f"{order}, 1.3 stand, 1.2 stand")
    assert [played.hand(number) for number in (1, 4, 3, 2)] == [
        "8h 9s",
        "8h Ts",
        "8s 2d Td",
        "8d 7s",
    ]
    assert [played.won(hand=number) for number in (1, 4, 3, 2)] == [0, 1000, 1000, 0]
    assert played.net == 2000


@clause(FREE_BET, "2116(7)(d)", "2116(8)(d)(i)")
@every_row("action", ["split", "free-split"])
def test_2116_7_d_a_fifth_hand_is_refused(action: str) -> None:
    cards = "8h 9c 8d 8c 8s 8h 8d"
    splits = ", ".join(["1.1 free-split"] * 3)
    assert choices(FREE_BET, cards, splits) == {"hit", "stand", "double"}
    assert refused(FREE_BET, cards, f"{splits}, 1.1 {action}") == "action/illegal"


@clause(FREE_BET, "2116(7)(d)")
def test_2116_7_d_a_hand_made_by_a_split_is_split_again_too() -> None:
    # Hand 1: 8-K. Hand 2: 8-8, split free into 2 (8-T) and 3 (8-9).
    cards = "8h 9c 8d 8c Kh 8s Ts 9s"
    decisions = "1 free-split, 1.1 stand, 1.2 free-split, 1.2 stand, 1.3 stand"
    played = play(FREE_BET, cards, decisions)
    assert [played.won(hand=number) for number in (1, 2, 3)] == [1000, 1000, 0]


@clause(FREE_BET, "2116(7)(d)")
@ruling("C37")
def test_ruling_c37_a_split_ace_with_an_ace_is_asked_until_there_are_four_hands() -> None:
    cards = "Ah 9c Ad 8c As"
    assert {"free-split", "stand"} <= choices(FREE_BET, cards, "1 free-split")
    assert not {"hit", "double", "free-double"} & choices(FREE_BET, cards, "1 free-split")
    # It stands on 12; hand 2 gets a 9: 20. The money is lost, the lammer wins.
    assert net(FREE_BET, f"{cards} 9s", "1 free-split, 1.1 stand") == 0
    # Split to four: the last ace asks nothing. 1: A-A = 12, 4: A-7 = 18, 3: A-K = 21, 2: A-6 = 17.
    played = play(
        FREE_BET,
        f"{cards} Ac Ah 7s Kh 6s",
        "1 free-split, 1.1 free-split, 1.1 free-split",
    )
    won = [played.won(hand=number) for number in (1, 4, 3, 2)]
    assert won == [-1000, 1000, 1000, 0]
    options = {"resplit_aces": False}
    assert refused(FREE_BET, cards, "1 free-split", options=options) == "option/invalid"


@clause(FREE_BET, "2116(7)(e)")
@ruling("C42")
def test_2116_7_e_tens_are_split_with_money() -> None:
    # K-9 wins, Q-5 hit to Q-5-6 = 21 wins.
    decisions = "1 split, 1.1 stand, 1.2 hit"
    played = play(FREE_BET, "Kh 9c Qd 8c 9s 5s 6s", decisions)
    assert played.net == 2000
    assert (played.line(hand=1)["stake"], played.line(hand=2)["stake"]) == (1000, 1000)


@clause(FREE_BET, "2116(7)(e)")
@ruling("C42")
@every_row(
    ("action", "drawn", "won"),
    [
        ("split", "Ts Td", 2000),
        ("split", "7s 7d", -2000),  # 15 twice: both wagers are lost
        ("free-split", "7s 7d", -1000),  # the lammer costs nothing
        ("split", "Ts 7d", 0),
        ("free-split", "Ts 7d", 1000),
    ],
)
def test_2116_7_e_a_pair_may_be_split_with_money_although_it_is_free(
    action: str, drawn: str, won: int
) -> None:
    decisions = f"1 {action}, 1.1 stand, 1.2 stand"
    assert net(FREE_BET, f"8h 9c 8d 8c {drawn}", decisions) == won


@clause(FREE_BET, "2116(7)(e)")
def test_2116_7_e_money_and_lammers_may_be_mixed_in_four_hands() -> None:
    # 1 is split with money (2), free (3), with money (4): stakes 1000, 1000, 0, 1000.
    cards = "8h 9c 8d 8c 8s 8h 7s 7h 7d 7c"  # 15 on every hand
    decisions = "1 split, 1.1 free-split, 1.1 split, 1.1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    played = play(FREE_BET, cards, decisions)
    stakes = [played.line(hand=number)["stake"] for number in (1, 2, 3, 4)]
    assert stakes == [1000, 1000, 0, 1000]
    assert played.net == -3000


@clause(FREE_BET, "2116(7)(e)")
@ruling("C82")
@every_row("action", ["split", "free-split"])
def test_ruling_c82_a_split_takes_no_amount(action: str) -> None:
    code = refused(FREE_BET, "8h 9c 8d 8c Ts Td", f"1 {action} 1000, 1.1 stand, 1.2 stand")
    assert code == "action/amount"


@clause(FREE_BET, "2116(7)(a)")
@ruling("C82")
def test_ruling_c82_a_free_double_takes_no_amount() -> None:
    assert refused(FREE_BET, "5h 9c 6d 8c Kd", "1 free-double 1000") == "action/amount"


@clause(FREE_BET, "2116(7)(f)")
@ruling("C88")
@every_row(
    ("pair", "drawn", "won"),
    [
        ("3h 5d", "Ks", 2000),  # hard 8: 18
        ("Ah 7d", "Ks", 2000),  # soft 18: 18
        ("Ah 6d", "Kd", 0),  # soft 17: 17
        ("Kh 2d", "Ks", -2000),  # hard 12: 22
        ("Kh 9d", "2s", 2000),  # hard 19: 21
        ("5h 6d", "Ks", 2000),  # free, but paid (C42)
        ("5h 6d", "2s", -2000),
    ],
)
def test_2116_7_f_any_two_cards_are_doubled_with_money(pair: str, drawn: str, won: int) -> None:
    played = play(FREE_BET, around(pair, "9c", "8c", drawn), "1 double")
    assert played.net == won
    assert played.line()["stake"] == 2000


@clause(FREE_BET, "2116(7)(f)")
@ruling("C36", "C75", "C76")
@every_row("amount", [1, 333, 999, 1000])
def test_2116_7_f_a_double_is_any_amount_up_to_the_wager(amount: int) -> None:
    limits = {"main": {"min": 500, "max": 1000}}  # they bind neither the least nor the sum
    cards = "3h 9c 5d 8c Ks"
    assert net(FREE_BET, cards, f"1 double {amount}", limits=limits) == 1000 + amount
    assert net(FREE_BET, "3h 9c 5d 8c 2s", f"1 double {amount}") == -1000 - amount


@clause(FREE_BET, "2116(7)(f)")
@ruling("C36")
@every_row("amount", [0, 1001, 2000, -5])
def test_2116_7_f_a_double_is_never_more_than_the_wager(amount: int) -> None:
    doubled = record(FREE_BET, "3h 9c 5d 8c Ks")
    doubled["decisions"] = [{"seat": 1, "hand": 1, "action": "double", "amount": amount}]
    assert refusal(doubled) == "action/amount"


@clause(FREE_BET, "2116(7)(f)")
@ruling("C36")
def test_ruling_c36_the_house_may_forbid_doubling_for_less() -> None:
    options = {"double_for_less": False}
    cards = "3h 9c 5d 8c Ks"
    assert refused(FREE_BET, cards, "1 double 999", options=options) == "action/amount"
    assert net(FREE_BET, cards, "1 double 1000", options=options) == 2000
    assert net(FREE_BET, cards, "1 double", options=options) == 2000


@clause(FREE_BET, "2116(7)(f)")
def test_2116_7_f_three_cards_are_not_doubled() -> None:
    assert refused(FREE_BET, "3h 9c 5d 8c 2s Ks", "1 hit, 1 double") == "action/illegal"


@clause(FREE_BET, "2116(7)(f)")
@ruling("C43")
@every_row(
    ("drawn", "won"),
    [
        ("As Ks", 2000),  # 8-A-K = 19: lammer and double are won
        ("5s 4s", 0),  # 17
        ("5s 2s", -1000),  # 15: only the added money is lost
        ("5s Ks", -1000),  # 23
    ],
)
def test_ruling_c43_a_free_hand_is_doubled_with_own_money(drawn: str, won: int) -> None:
    # Hand 1 is 8-9 and ties 17. Hand 2 is an 8 with a lammer; the double is 1000 of money.
    decisions = "1 free-split, 1.1 stand, 1.2 double"
    played = play(FREE_BET, f"8h 9c 8d 8c 9s {drawn}", decisions)
    assert played.won(hand=2) == won
    assert played.line(hand=2)["stake"] == 1000
    assert played.net == won


@ruling("C43")
def test_ruling_c43_against_a_dealer_22_nothing_is_won_or_lost() -> None:
    # The dealer: 9-3-T = 22.
    decisions = "1 free-split, 1.1 stand, 1.2 double"
    assert net(FREE_BET, "8h 9c 8d 3c 9s As Ks Tc", decisions) == 0


@ruling("C43", "C36")
def test_ruling_c43_a_free_hand_is_doubled_for_at_most_the_original_wager() -> None:
    cards = "8h 9c 8d 8c 9s As Ks"
    split = "1 free-split, 1.1 stand"
    assert net(FREE_BET, cards, f"{split}, 1.2 double 400") == 1400  # lammer and 400
    assert refused(FREE_BET, cards, f"{split}, 1.2 double 1001") == "action/amount"
