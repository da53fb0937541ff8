"""Blackjack Switch, 30-2105: splitting, doubling and drawing to two hands, and the dealer.

Hand 1 gets the first card and the dealer's up card comes third: "1a 2a up 1b 2b down".
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import SWITCH, asked, play, refused


@clause(SWITCH, "2105(8)(c)")
@ruling("C48")
def test_2105_8_c_a_split_hand_carries_an_equal_wager_of_its_own() -> None:
    # 8-8 and K-9 against 17. Split: 8-T = 18 and 8-2-7 = 17; hand 2 has 19.
    cards = "8h Kh 7s 8d 9d Td Tc 2c 7c"
    decisions = "1 keep, 1.1 split, 1.1 stand, 1.3 hit, 1.3 stand, 1.2 stand"
    done = play(SWITCH, cards, decisions)
    assert [done.hand(1), done.hand(3), done.hand(2)] == ["8h Tc", "8d 2c 7c", "Kh 9d"]
    assert (done.line("main-1", hand=1)["stake"], done.won("main-1", hand=1)) == (1000, 1000)
    assert (done.line("main-1", hand=3)["stake"], done.won("main-1", hand=3)) == (1000, 0)
    assert done.won("main-2", hand=2) == 1000
    assert done.net == 2000


@clause(SWITCH, "2105(8)(c)")
@ruling("C38", "C48")
def test_2105_8_c_both_hands_may_be_split_and_get_the_next_free_numbers() -> None:
    # 8-8 and 9-9 against 17: hand 3 comes from hand 1, hand 4 from hand 2.
    cards = "8h 9h 7s 8d 9d Td Tc Jc Qc Kc"
    decisions = "1 keep, 1.1 split, 1.1 stand, 1.3 stand, 1.2 split, 1.2 stand, 1.4 stand"
    done = play(SWITCH, cards, decisions)
    assert done.hand(1) == "8h Tc"
    assert done.hand(3) == "8d Jc"
    assert done.hand(2) == "9h Qc"
    assert done.hand(4) == "9d Kc"
    assert done.wagers() == ["main-1", "main-1", "main-2", "main-2"]
    assert done.net == 4000


@clause(SWITCH, "2105(8)(c)")
def test_2105_8_c_cards_of_the_same_value_may_be_split_after_a_switch_too() -> None:
    # 8-K and T-8 switched: 8-8 and T-K, both of equal value; dealer 17.
    cards = "8h Th 7s Kd 8d Td Tc 9c Jc Ac"
    decisions = "1 switch, 1.1 split, 1.1 stand, 1.3 stand, 1.2 split, 1.2 stand"
    done = play(SWITCH, cards, decisions)
    # 18, 17, 20 and a split ten with an ace: 21, which asks nothing.
    assert [done.hand(number) for number in (1, 3, 2, 4)] == [
        "8h Tc",
        "8d 9c",
        "Th Jc",
        "Kd Ac",
    ]
    assert done.net == 1000 + 0 + 1000 + 1000


@clause(SWITCH, "2105(8)(c)")
@every_row("second", ["9d", "7d", "Ad"])
def test_2105_8_c_cards_of_unequal_value_may_not_be_split(second: str) -> None:
    assert refused(SWITCH, f"8h Kh 7s {second} 9c Td", "1 keep, 1.1 split") == "action/illegal"


@clause(SWITCH, "2105(8)(c)")
@ruling("C82")
@every_row("amount", [1000, 500])
def test_2105_8_c_the_further_wager_is_equal_and_not_said(amount: int) -> None:
    decisions = f"1 keep, 1.1 split {amount}"
    assert refused(SWITCH, "8h Kh 7s 8d 9d Td", decisions) == "action/amount"


@clause(SWITCH, "2105(8)(c)")
@ruling("C75")
def test_2105_8_c_the_table_maximum_does_not_bind_splits_and_doubles() -> None:
    # 5-5 is split: 5-6 doubles to 21, 5-T stands on 15; K-9 stands on 19; dealer 17.
    limits = {"main-1": {"max": 1000}, "main-2": {"max": 1000}}
    cards = "5h Kh 7s 5d 9d Td 6c Tc Jc"
    decisions = "1 keep, 1.1 split, 1.1 double, 1.3 stand, 1.2 stand"
    done = play(SWITCH, cards, decisions, limits=limits)
    assert done.line("main-1", hand=1)["stake"] == 2000
    assert done.net == 2000 - 1000 + 1000


@ruling("C38")
def test_ruling_c38_a_hand_split_again_is_played_right_after_the_one_it_came_from() -> None:
    # 8-8 is split (hand 3), 8-8 again (hand 4): 1, 4, 3, then 2.
    cards = "8h Kh 7s 8d 9d Td 8c Tc 9c 7c"
    decisions = "1 keep, 1.1 split, 1.1 split, 1.1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    done = play(SWITCH, cards, decisions)
    assert [done.hand(number) for number in (1, 4, 3, 2)] == [
        "8h Tc",
        "8c 9c",
        "8d 7c",
        "Kh 9d",
    ]
    assert done.net == 1000 + 0 - 1000 + 1000


@ruling("C49")
def test_ruling_c49_each_original_hand_may_become_four() -> None:
    # Eight hands of 8 with a ten, 18 each, against 17: hands 1, 4, 5, 3 and then 2, 7, 8, 6.
    eights = "8h 8s 7s 8d 8c Td"
    cards = f"{eights} 8h Tc 8s Ts Th Kd 8h Jc 8s Js Jh Kd"
    decisions = (
        "1 keep,"
        "1.1 split, 1.1 split, 1.1 stand, 1.4 split, 1.4 stand, 1.5 stand, 1.3 stand,"
        "1.2 split, 1.2 split, 1.2 stand, 1.7 split, 1.7 stand, 1.8 stand, 1.6 stand"
    )
    done = play(SWITCH, cards, decisions)
    assert done.wagers() == ["main-1"] * 4 + ["main-2"] * 4
    assert done.net == 8000
    fifth = f"{eights} 8h Tc 8s 8c"
    too_many = "1 keep, 1.1 split, 1.1 split, 1.1 stand, 1.4 split, 1.4 split"
    assert refused(SWITCH, fifth, too_many) == "action/illegal"


@ruling("C0", "C35", "C37")
def test_ruling_c37_split_aces_get_one_card_each_and_are_asked_nothing() -> None:
    # A-A becomes A-5 = 16 and A-A = 12; K-9 stands on 19; dealer 17.
    done = play(SWITCH, "Ah Kh 7s Ad 9d Td 5c Ac", "1 keep, 1.1 split, 1.2 stand")
    assert [done.hand(1), done.hand(3)] == ["Ah 5c", "Ad Ac"]
    assert done.net == -1000 - 1000 + 1000
    for refusable in ("1.1 hit", "1.1 double", "1.1 split", "1.1 stand"):
        code = refused(SWITCH, "Ah Kh 7s Ad 9d Td 5c Ac", f"1 keep, 1.1 split, {refusable}")
        assert code == "action/not-your-turn"


@ruling("C37")
def test_ruling_c37_where_the_house_lets_aces_be_split_again_they_ask_split_or_stand() -> None:
    # A-A: split, and A-A again: A-9 = 20, A-8 = 19, and the first new ace gets T = 21; dealer 17.
    cards = "Ah Kh 7s Ad 9d Td Ac 9c 8c Tc"
    options = {"resplit_aces": True}
    decisions = "1 keep, 1.1 split, 1.1 split, 1.2 stand"
    done = play(SWITCH, cards, decisions, options=options)
    assert [done.hand(number) for number in (1, 4, 3)] == ["Ah 9c", "Ac 8c", "Ad Tc"]
    assert done.net == 4000
    # Not splitting again: 12 stands and loses, A-9 = 20 wins, 19 wins.
    kept = "1 keep, 1.1 split, 1.1 stand, 1.2 stand"
    assert play(SWITCH, "Ah Kh 7s Ad 9d Td Ac 9c", kept, options=options).net == 1000
    hit = "1 keep, 1.1 split, 1.1 hit"
    assert refused(SWITCH, cards, hit, options=options) == "action/illegal"


@clause(SWITCH, "2105(8)(c)")
def test_2105_8_c_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack() -> None:
    # Split aces with tens: 21 and 21, pushed by the dealer's 7-9-5; 19 loses.
    done = play(SWITCH, "Ah Kh 7s Ad 9d 9c Tc Jc 5c", "1 keep, 1.1 split, 1.2 stand")
    assert (done.outcome("main-1"), done.outcome("main-1", hand=3)) == ("push", "push")
    assert done.net == -1000


@clause(SWITCH, "2105(8)(d)")
@every_row(
    ("decisions", "cards", "won"),
    [
        # 5-6 and 6-4 against 17; T makes 21 and 20, 2 makes 13 and 12.
        ("1.1 double, 1.2 stand", "Tc", 2000 - 1000),
        ("1.1 stand, 1.2 double", "Tc", -1000 + 2000),
        ("1.1 double, 1.2 double", "Tc Jc", 4000),
        ("1.1 double, 1.2 double", "2c 2d", -4000),
        ("1.1 double 400, 1.2 double 1", "Tc 2d", 1400 - 1001),
    ],
)
def test_2105_8_d_one_or_both_wagers_may_be_doubled(decisions: str, cards: str, won: int) -> None:
    done = play(SWITCH, f"5h 6h 7s 6d 4d Td {cards}", f"1 keep, {decisions}")
    assert done.net == won


@clause(SWITCH, "2105(8)(d)")
@ruling("C36", "C76")
@every_row("amount", [0, 1001, 2000])
def test_2105_8_d_a_double_is_from_one_cent_to_the_wager(amount: int) -> None:
    decisions = f"1 keep, 1.1 double {amount}"
    assert refused(SWITCH, "5h 6h 7s 6d 4d Td Tc", decisions) == "action/amount"


@ruling("C36")
@every_row("amount", [1, 999])
def test_ruling_c36_a_house_may_refuse_doubles_for_less(amount: int) -> None:
    options = {"double_for_less": False}
    cards = "5h 6h 7s 6d 4d Td Tc"
    rest = "1.2 stand"
    less = f"1 keep, 1.1 double {amount}, {rest}"
    assert refused(SWITCH, cards, less, options=options) == "action/amount"
    for whole in ("", " 1000"):
        decisions = f"1 keep, 1.1 double{whole}, {rest}"
        assert play(SWITCH, cards, decisions, options=options).net == 1000


@clause(SWITCH, "2105(8)(d)")
@ruling("C88")
def test_2105_8_d_any_first_two_cards_may_be_doubled_and_no_more() -> None:
    # A-7 doubled with a 3 is 21, K-6 doubled with a 9 busts; dealer 17.
    done = play(SWITCH, "Ah Kh 7s 7d 6d Td 3c 9c", "1 keep, 1.1 double, 1.2 double")
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (2000, -2000)
    assert done.outcome("main-2", hand=2) == "bust"
    third = "1 keep, 1.1 hit, 1.1 double"
    assert refused(SWITCH, "2h Kh 7s 3d 6d Td 4c", third) == "action/illegal"


@ruling("C35")
def test_ruling_c35_a_split_hand_may_be_doubled_on_its_first_two_cards() -> None:
    # 8-8 split: 8-3 doubled with T = 21, 8-T = 18; K-9 = 19; dealer 17.
    cards = "8h Kh 7s 8d 9d Td 3c Tc Jc"
    decisions = "1 keep, 1.1 split, 1.1 double, 1.3 stand, 1.2 stand"
    assert play(SWITCH, cards, decisions).net == 2000 + 1000 + 1000


@clause(SWITCH, "2105(8)(f)")
def test_2105_8_f_each_hand_is_drawn_to_by_itself() -> None:
    # 2-3 takes 4, 5, 6 = 20; K-2 takes 5 = 17 and stops; dealer 17.
    cards = "2h Kh 7s 3d 2d Td 4c 5c 6c 5s"
    decisions = "1 keep, 1.1 hit, 1.1 hit, 1.1 hit, 1.1 stand, 1.2 hit, 1.2 stand"
    done = play(SWITCH, cards, decisions)
    assert [done.hand(1), done.hand(2)] == ["2h 3d 4c 5c 6c", "Kh 2d 5s"]
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (1000, 0)


@clause(SWITCH, "2105(8)(f)")
def test_2105_8_f_a_hand_of_21_asks_nothing() -> None:
    # 5-6 takes T: 21; the next question is about hand 2.
    cards = "5h Kh 7s 6d 9d Td Tc"
    assert play(SWITCH, cards, "1 keep, 1.1 hit, 1.2 stand").net == 2000
    code = refused(SWITCH, cards, "1 keep, 1.1 hit, 1.1 stand, 1.2 stand")
    assert code == "action/not-your-turn"


@clause(SWITCH, "2105(8)(g)")
def test_2105_8_g_a_bust_hand_is_collected_at_once_and_the_other_waits() -> None:
    # K-6 takes T: 26; K-9 waits for the dealer, who busts with 7-9-T.
    done = play(SWITCH, "Kh Kd 7s 6d 9d 9c Tc Jc", "1 keep, 1.1 hit, 1.2 stand")
    assert (done.outcome("main-1"), done.won("main-1")) == ("bust", -1000)
    assert done.won("main-2", hand=2) == 1000
    collected = done.when("wager-settled", wager="main-1")
    assert collected < done.when("action-taken", hand=2, action="stand")
    assert done.when("card-dealt", card="Jc") < done.when("wager-settled", wager="main-2")


@clause(SWITCH, "2105(8)(g)")
def test_2105_8_g_a_bust_hand_loses_even_where_the_dealer_has_22() -> None:
    # K-6-T busts; K-9 pushes against 7-9-6.
    done = play(SWITCH, "Kh Kd 7s 6d 9d 9c Tc 6c", "1 keep, 1.1 hit, 1.2 stand")
    assert (done.won("main-1"), done.outcome("main-2", hand=2), done.net) == (-1000, "push", -1000)


@clause(SWITCH, "2105(8)", "2105(8)(h)")
def test_2105_8_h_a_player_is_done_before_the_next_is_asked() -> None:
    # Seat 2: K-6 and T-Q switched; seat 5: kept. Dealer 17.
    cards = "Kh Th Ks Ts 7s 6d Qd 9d 8d Td"
    decisions = "2 switch, 2.1 stand, 2.2 stand, 5 keep, 5.1 stand, 5.2 stand"
    done = play(SWITCH, cards, decisions, {2: 1000, 5: 200})
    assert asked(done) == [
        "2.1 switch",
        "2.1 stand",
        "2.2 stand",
        "5.1 keep",
        "5.1 stand",
        "5.2 stand",
    ]
    # 20 and 16; 19 and 18.
    assert done.nets == {2: 0, 5: 400}
    both_first = "2 switch, 5 keep, 2.1 stand, 2.2 stand, 5.1 stand, 5.2 stand"
    code = refused(SWITCH, cards, both_first, {2: 1000, 5: 200})
    assert code == "action/not-your-turn"


@clause(SWITCH, "2105(8)")
@ruling("C39")
def test_2105_8_surrender_is_no_play_of_this_game() -> None:
    cards = "Kh Th 7s 6d 9d Td"
    assert refused(SWITCH, cards, "1 keep, 1.1 surrender") == "action/illegal"
    code = refused(SWITCH, cards, "1 keep, 1.1 surrender", options={"surrender": True})
    assert code == "option/invalid"
    off = {"surrender": False}
    assert play(SWITCH, cards, "1 keep, 1.1 stand, 1.2 stand", options=off).net == 0


@clause(SWITCH, "2105(9)", "2105")
@ruling("C0")
@every_row(
    ("soft17", "drawn", "won"),
    [
        # Dealer A-6 against 19 and 18: drawing a 4 he has 21.
        ("hit", " 4c", -2000),
        (None, " 4c", -2000),
        ("stand", "", 2000),
    ],
)
def test_2105_9_the_dealer_plays_as_posted(soft17: str | None, drawn: str, won: int) -> None:
    options = {} if soft17 is None else {"soft17": soft17}
    decisions = "1 keep, 1.1 stand, 1.2 stand"
    assert play(SWITCH, f"Kh Th 6s 9d 8d Ad{drawn}", decisions, options=options).net == won


@clause(SWITCH, "2105(9)", "2105")
@every_row(
    ("drawn", "won"),
    [
        # Dealer 6-T against 20 and 18.
        ("Ac", 2000),  # 17
        ("2c", 1000),  # 18 ties one
        ("3c", 0),  # 19
        ("4c", -1000),  # 20 ties one
        ("5c", -2000),  # 21
        ("6c", 0),  # 22 pushes both
        ("7c", 2000),  # 23
        ("Tc", 2000),
    ],
)
def test_2105_9_winners_are_paid_losers_collected_and_ties_and_22_push(
    drawn: str, won: int
) -> None:
    done = play(SWITCH, f"Kh Th 6s Qd 8d Td {drawn}", "1 keep, 1.1 stand, 1.2 stand")
    assert done.net == won


@ruling("C13")
def test_ruling_c13_a_22_pushes_every_live_hand_doubled_and_split_ones_too() -> None:
    # 5-6 doubled with T = 21; 8-8 split: 18 and 19; dealer 6-T-6 = 22.
    cards = "5h 8h 6s 6d 8d Td Tc Ts As 6c"
    done = play(SWITCH, cards, "1 keep, 1.1 double, 1.2 split, 1.2 stand, 1.3 stand")
    lines = [("main-1", 1), ("main-2", 2), ("main-2", 3)]
    assert [done.outcome(wager, hand=hand) for wager, hand in lines] == ["push"] * 3
    assert done.net == 0


@ruling("C13")
def test_ruling_c13_a_natural_is_paid_against_a_22() -> None:
    done = play(SWITCH, "Ah Th 6s Kd 8d Td 6c", "1 keep, 1.2 stand")
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (1000, 0)


@ruling("C85")
def test_ruling_c85_with_no_live_hand_the_dealer_does_not_draw() -> None:
    # K-6-T and K-5-T are bust; 6-5 stays 11.
    done = play(SWITCH, "Kh Kd 6s 6d 5d 5c Tc Jc", "1 keep, 1.1 hit, 1.2 hit")
    assert (done.net, done.dealer) == (-2000, "6s 5c")


@ruling("C41", how="judged")
def test_ruling_c41_blackjack_is_1_to_1_and_no_option() -> None:
    code = refused(SWITCH, "Ah Th 7s Kd 9d Tc", "1 keep, 1.2 stand", options={"blackjack": "3:2"})
    assert code == "option/unknown"
