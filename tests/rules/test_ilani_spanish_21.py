"""ilani's Spanish 21, heading by heading. The dealer has 9-8 unless a test says otherwise."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.table import ILANI, net, play, record, refusal, refused


@clause(ILANI, "Object")
@every_row(
    ("cards", "won"),
    [
        ("Ks 9c Qd 8c", 1000),  # 20 against 17
        ("Ks 9c 7d 8c", 0),  # a push
        ("Ks 9c 6d 8c", -1000),
        ("Ks 9c 6d 3c Kd", 1000),  # the dealer breaks
        ("Ks 9c 7d 5c 2d 2h", -1000),  # draws on 14 and 16, stands on 18
    ],
)
def test_ilani_object_closer_to_21_wins_even_money(cards: str, won: int) -> None:
    assert net(ILANI, cards, "1 stand") == won


@clause(ILANI, "Object")
def test_ilani_object_a_player_who_breaks_loses_at_once() -> None:
    assert net(ILANI, "Ks 9c 6d 3c Qd", "1 hit") == -1000


@clause(ILANI, "Object")
@ruling("I14")
@every_row(
    ("cards", "decisions"),
    [
        ("As 9c Kd 8c", ""),
        ("As Kc Kd Ah", ""),  # against a dealer blackjack
        ("As Ac Kd Kh", "1 decline"),
    ],
)
def test_ilani_object_a_blackjack_is_paid_3_to_2_without_a_question(
    cards: str, decisions: str
) -> None:
    assert net(ILANI, cards, decisions) == 1500


@clause(ILANI, "Object")
@ruling("I14")
@every_row("action", ["take-blackjack", "keep-blackjack"])
def test_ruling_i14_a_blackjack_cannot_be_taken_or_kept(action: str) -> None:
    assert refused(ILANI, "As 9c Kd 8c", f"1 {action}") == "record/decision-left-over"


@clause(ILANI, "Object")
def test_ilani_object_a_21_is_paid_at_once_and_beats_a_dealer_21() -> None:
    # Seat 1: K-5-6. Seat 2: 19. Dealer: 9-2-K = 21.
    cards = "Ks Kd 9c 5d 9d 2h 6s Kh"
    played = play(ILANI, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1000, 2: -1000}
    assert played.when("wager-settled", seat=1) < played.when("action-taken", seat=2)


@clause(ILANI, "Object")
def test_ilani_object_a_dealer_blackjack_takes_every_other_hand() -> None:
    assert net(ILANI, "Ks Kc Qd Ah") == -1000


@clause(ILANI, "Object")
@every_row(("decks", "good"), [(8, True), (6, False), (2, False)])
def test_ilani_object_eight_decks(decks: int, *, good: bool) -> None:
    options = {"decks": decks}
    if good:
        assert net(ILANI, "Ks 9c Qd 8c", "1 stand", options=options) == 1000
    else:
        assert refused(ILANI, "Ks 9c Qd 8c", "1 stand", options=options) == "option/invalid"


@clause(ILANI, "Object")
def test_ilani_object_eight_copies_of_each_card_and_no_tens() -> None:
    # Four seats take eight kings of spades; a ninth is not there.
    seats = dict.fromkeys((1, 2, 3, 4), 1000)
    kings = "Ks Ks Ks Ks"
    stands = "1 stand, 2 stand, 3 stand, 4 stand"
    played = play(ILANI, f"{kings} 9c {kings} 8c", stands, seats)
    assert set(played.nets.values()) == {1000}
    code = refused(ILANI, f"{kings} 9c {kings} Ks", stands, seats)
    assert code == "record/card-not-in-shoe"
    assert refused(ILANI, "Ts 9c Qd 8c", "1 stand") == "record/card-not-in-shoe"


@clause(ILANI, "Object")
@ruling("I1")
@every_row("cards", ["Ks 6c 9d Ah", "Ks 2c 9d 4h Ad"])
def test_ruling_i1_the_dealer_stands_on_all_17s(cards: str) -> None:
    # 6-A and 2-4-A are soft 17; 19 wins.
    assert net(ILANI, cards, "1 stand") == 1000
    assert refused(ILANI, cards, "1 stand", options={"soft17": "hit"}) == "option/invalid"


@clause(ILANI, "Match the Dealer")
@ruling("I11")
@every_row(
    ("player", "to_one"),
    [
        ("9d 7s", 3),
        ("9d 9s", 6),
        ("9h 7s", 12),
        ("9h 9s", 15),
        ("9s 9h", 15),
        ("9h 9h", 24),
        ("7d 6s", -1),
    ],
)
def test_ilani_match_the_dealer_pays_by_the_combination(player: str, to_one: int) -> None:
    first, second = player.split()
    played = play(ILANI, f"{first} 9h {second} 8c", "1 surrender", "1000, match-up 200")
    assert played.won("match-up") == to_one * 200


@clause(ILANI, "Match the Dealer")
def test_ilani_match_the_dealer_needs_the_main_wager_and_has_no_down_card() -> None:
    cards = "9h 9h 7s 8c"
    alone = {"seats": [{"seat": 1, "wagers": {"match-up": 100}}]}
    assert refusal(record(ILANI, cards, "1 stand") | alone) == "wager/needs-main"
    assert refused(ILANI, cards, "1 stand", "1000, match-down 100") == "wager/not-offered"


@clause(ILANI, "Match the Dealer")
def test_ilani_match_the_dealer_is_settled_before_play_also_against_a_blackjack() -> None:
    played = play(ILANI, "9h 9h 7s 8c", "1 surrender", "1000, match-up 200")
    assert played.when("wager-settled", wager="match-up") < played.when("action-taken")
    # A suited ace up: 12 to 1; the hand loses to the blackjack.
    assert net(ILANI, "Ah Ah 7s Kc", "1 decline", "1000, match-up 200") == 2400 - 1000


@clause(ILANI, "Splitting Pairs")
@ruling("I2")
def test_ilani_splitting_pairs_up_to_three_hands() -> None:
    # Hands 1 (8-K), 3 (8-9) and 2 (8-J) against 17: +1000 + 0 + 1000.
    cards = "8s 9c 8d 8c 8h Kd 9h Jd"
    assert net(ILANI, cards, "1 split, 1 split, 1 stand, 1.3 stand, 1.2 stand") == 2000
    fourth = refused(ILANI, "8s 9c 8d 8c 8h 8c", "1 split, 1 split, 1 split")
    assert fourth == "action/illegal"


@clause(ILANI, "Splitting Pairs")
def test_ilani_splitting_pairs_of_equal_value() -> None:
    # K-J: 19 and 19 against 17.
    assert net(ILANI, "Ks 9c Jd 8c 9s 9d", "1 split, 1 stand, 1.2 stand") == 2000
    assert refused(ILANI, "Ks 9c 9d 8c", "1 split") == "action/illegal"


@clause(ILANI, "Splitting Pairs")
def test_ilani_splitting_pairs_aces_are_hit_doubled_and_split_again() -> None:
    # Hand 1: A-5 hits 4 = 20. Hand 3: A-2 doubled with 7 = 20. Hand 2: A-8 = 19.
    cards = "As 9c Ad 8c Ah 5d 4c 2d 7c 8s"
    decisions = "1 split, 1 split, 1 hit, 1 stand, 1.3 double, 1.3 stand, 1.2 stand"
    assert net(ILANI, cards, decisions) == 1000 + 2000 + 1000


@clause(ILANI, "Splitting Pairs")
def test_ilani_splitting_pairs_each_hand_is_finished_before_the_next() -> None:
    cards = "8s 9c 8d 8c 2h 3h 6h 9h"
    played = play(ILANI, cards, "1 split, 1 hit, 1 hit, 1 stand, 1.2 stand")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s 2h 3h 6h", "8d 9h"]
    assert refused(ILANI, cards, "1 split, 1.2 stand") == "action/not-your-turn"


@clause(ILANI, "Splitting Pairs", "Doubling Down")
@ruling("I3")
def test_ilani_splitting_pairs_a_two_card_21_is_paid_1_to_1_and_asks_nothing() -> None:
    # Hand 1: A-K = 21, +1000; hand 2: A-5 = 16 against 17, -1000.
    cards = "As 9c Ad 8c Ks 5d"
    assert net(ILANI, cards, "1 split, 1.2 stand") == 0
    code = refused(ILANI, cards, "1 split, 1 double, 1.2 stand")
    assert code == "action/not-your-turn"


@clause(ILANI, "Doubling Down")
@ruling("I6")
@every_row(
    ("cards", "decisions"),
    [
        ("5s 9c 6d 8c 9h", "1 double"),
        ("2s 9c 3d 8c 6h 9h", "1 hit, 1 double"),
        ("2s 9c 2d 8c 2h 2c 3c 9h", "1 hit, 1 hit, 1 hit, 1 double"),
        ("As 9c 8d 8c As", "1 double"),  # soft 19 and an ace
    ],
)
def test_ilani_doubling_down_any_total_any_number_of_cards(cards: str, decisions: str) -> None:
    assert net(ILANI, cards, f"{decisions}, 1 stand") == 2000  # 20 against 17


@clause(ILANI, "Doubling Down")
@ruling("I6")
def test_ilani_doubling_down_after_a_split() -> None:
    # Hand 1: 8-3 doubled with 9 = 20. Hand 2: 8-2-2 doubled with 8 = 20.
    cards = "8s 9c 8d 8c 3h 9h 2h 2d 8h"
    decisions = "1 split, 1 double, 1 stand, 1.2 hit, 1.2 double, 1.2 stand"
    assert net(ILANI, cards, decisions) == 4000


@clause(ILANI, "Doubling Down")
@ruling("I5")
@every_row("amount", [1, 300, 1000])
def test_ilani_doubling_down_for_any_amount_up_to_the_wager(amount: int) -> None:
    won = net(ILANI, "5s 9c 6d 8c 9h", f"1 double {amount}, 1 stand")
    assert won == 1000 + amount


@clause(ILANI, "Doubling Down")
@ruling("I5")
@every_row("amount", [0, 1001])
def test_ilani_doubling_down_not_for_more_nor_for_nothing(amount: int) -> None:
    code = refused(ILANI, "5s 9c 6d 8c 9h", f"1 double {amount}, 1 stand")
    assert code == "action/amount"


@clause(ILANI, "Doubling Down")
def test_ilani_doubling_down_one_card_only() -> None:
    assert refused(ILANI, "5s 9c 6d 8c 2h 7h", "1 double, 1 hit") == "action/illegal"


@clause(ILANI, "Doubling Down")
@ruling("I8")
def test_ruling_i8_no_redoubling() -> None:
    assert refused(ILANI, "5s 9c 6d 8c 2h 7h", "1 double, 1 redouble") == "action/illegal"
    code = refused(ILANI, "5s 9c 6d 8c", "1 stand", options={"redouble": True})
    assert code == "option/unknown"


@clause(ILANI, "Doubling Down")
@ruling("I3")
def test_ruling_i3_a_two_card_21_is_not_doubled() -> None:
    assert refused(ILANI, "As 9c Kd 8c 9h", "1 double") == "record/decision-left-over"


@clause(ILANI, "Doubling Down")
@ruling("I4")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("As 9c 4d 8c 6s", "1 hit, 1 stand", 1000),
        ("As 9c 4d 8c 6s 9d", "1 hit, 1 double, 1 stand", 2000),  # A-4-6-9 = 20
        ("As 9c 4d 8c 6s Kd", "1 hit, 1 double", 2000),  # 21 again
        ("As 9c 4d 8c 6s 2d", "1 hit, 1 double, 1 rescue", -1000),
    ],
)
def test_ruling_i4_a_soft_21_of_three_or_more_cards_may_be_doubled(
    cards: str, decisions: str, won: int
) -> None:
    assert net(ILANI, cards, decisions) == won


@clause(ILANI, "Doubling Down")
@ruling("I7")
@every_row(("double", "lost"), [("1 double", 1000), ("1 double 300", 1000)])
def test_ruling_i7_the_doubled_portion_may_be_rescued(double: str, lost: int) -> None:
    assert net(ILANI, "5s 9c 6d 8c 2h", f"{double}, 1 rescue") == -lost


@clause(ILANI, "Doubling Down")
@ruling("I7")
def test_ruling_i7_on_a_split_hand_too_but_not_once_bust() -> None:
    # Hand 1: 8-3 doubled with 2, rescued: -1000. Hand 2: 8-6 doubled with K, bust: -2000.
    cards = "8s 9c 8d 8c 3h 2h 6d Kd"
    assert net(ILANI, cards, "1 split, 1 double, 1 rescue, 1.2 double") == -3000


@clause(ILANI, "Doubling Down")
def test_ilani_doubling_down_a_dealer_blackjack_takes_only_the_original_wager() -> None:
    """The dealer looks before anybody doubles: the round ends with the original wager lost."""
    assert net(ILANI, "5s Kc 6d Ah") == -1000
    assert refused(ILANI, "5s Kc 6d Ah 9h", "1 double") == "record/decision-left-over"


@clause(ILANI, "Insurance/Surrender")
@every_row(
    ("down", "decisions", "won"),
    [
        ("Kh", "1 insure 500", 0),
        ("Kh", "1 insure 200", -600),
        ("8h", "1 insure 500, 1 stand", 500),  # 20 against 19, insurance lost
        ("8h", "1 decline, 1 stand", 1000),
    ],
)
def test_ilani_insurance_up_to_half_pays_2_to_1(down: str, decisions: str, won: int) -> None:
    assert net(ILANI, f"Ks Ac Qd {down}", decisions) == won


@clause(ILANI, "Insurance/Surrender")
def test_ilani_insurance_no_more_than_half_and_only_under_an_ace() -> None:
    assert refused(ILANI, "Ks Ac Qd Kh", "1 insure 501") == "action/amount"
    assert refused(ILANI, "Ks Kc Qd 8h", "1 insure 500") == "action/illegal"


@clause(ILANI, "Insurance/Surrender")
@ruling("I13")
@every_row(
    ("down", "nets"),
    [
        ("Kh", {1: 1500 + 1000, 2: -1000 + 400}),
        ("8h", {1: 1500 - 500, 2: 1000 - 200}),  # seat 2 has 20 against 19
    ],
)
def test_ruling_i13_every_seat_is_asked_also_one_with_a_blackjack(
    down: str, nets: dict[int, int]
) -> None:
    decisions = "1 insure 500, 2 insure 200" + ("" if down == "Kh" else ", 2 stand")
    played = play(ILANI, f"As Ks Ac Kd Qd {down}", decisions, {1: 1000, 2: 1000})
    assert played.nets == nets


@clause(ILANI, "Insurance/Surrender")
@ruling("I12")
@every_row("up", ["Jc", "Qc", "Kc"])
def test_ruling_i12_the_dealer_peeks_under_a_face_card(up: str) -> None:
    assert play(ILANI, f"9s {up} 7d Ah").when("dealer-peeked", blackjack=True)
    assert play(ILANI, f"9s {up} 7d 8h", "1 surrender").when("dealer-peeked", blackjack=False)


@clause(ILANI, "Insurance/Surrender")
@ruling("I12")
def test_ruling_i12_the_dealer_peeks_under_an_ace_and_no_other_card() -> None:
    assert play(ILANI, "9s Ac 7d Kh", "1 decline").when("dealer-peeked", blackjack=True)
    played = play(ILANI, "9s 9c 7d 8h", "1 surrender")
    assert not [event for event in played.events if event["event"] == "dealer-peeked"]


@clause(ILANI, "Insurance/Surrender")
def test_ilani_surrender_half_on_the_first_two_cards_only() -> None:
    assert net(ILANI, "9s 9c 7d 8c", "1 surrender") == -500
    assert refused(ILANI, "9s 9c 2d 8c 5h", "1 hit, 1 surrender") == "action/illegal"
    assert refused(ILANI, "8s 9c 8d 8c 7h", "1 split, 1 surrender") == "action/illegal"
    assert refused(ILANI, "5s 9c 6d 8c 2h", "1 double, 1 surrender") == "action/illegal"


@clause(ILANI, "Insurance/Surrender")
def test_ilani_surrender_not_before_the_check_nor_against_a_blackjack() -> None:
    assert refused(ILANI, "9s Ac 7d 8h", "1 surrender") == "action/illegal"
    assert refused(ILANI, "9s Kc 7d Ah", "1 surrender") == "record/decision-left-over"
    assert net(ILANI, "9s Ac 7d 8h", "1 decline, 1 surrender") == -500
