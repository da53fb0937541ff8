"""Blackjack Switch, 30-2105: the deal, the wagers, insurance and the switch.

Hand 1 gets the first card and the dealer's up card comes third: "1a 2a up 1b 2b down".
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import (
    SWITCH,
    asked,
    play,
    record,
    refused,
    settled_in_order,
)
from tests.rules.table import played, refusal

STAND_BOTH = "1 keep, 1.1 stand, 1.2 stand"

TWENTY_AND_NINETEEN = "Kh Th 7s Qd 9d Td"
"""20 and 19 against 17: both win."""


@clause(SWITCH, "2105(1)", words="six or eight decks")
@ruling("C77")
def test_2105_1_six_or_eight_decks_and_six_where_nothing_is_said() -> None:
    for decks in (None, 6, 8):
        assert play(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, decks=decks).net == 2000
    for decks in (1, 2, 3, 4, 5, 7, 9):
        assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, decks=decks) == "option/invalid"


@clause(SWITCH, "2105(1)", words="six or eight decks")
@ruling("C77", "C81")
@every_row(("decks", "twos"), [(None, 6), (6, 6), (8, 8)])
def test_2105_1_a_shoe_holds_each_card_once_a_deck(decks: int | None, twos: int) -> None:
    # 2-2 and 2-2 against 2-2 take six; further twos go to hand 1 before it busts with two kings.
    cards = " ".join(["2h"] * twos) + " Kh Kd Kc Ks"
    hits = ["1 keep", *["1.1 hit"] * (twos - 4), "1.2 hit", "1.2 hit"]
    assert play(SWITCH, cards, ", ".join(hits), decks=decks).net == -2000
    assert refused(SWITCH, f"2h {cards}", ", ".join(hits), decks=decks) == "record/card-not-in-shoe"


@clause(SWITCH, "2105(1)", words="two hands for every player")
@clause(SWITCH, "2105(7)")
def test_2105_7_two_hands_to_every_player_and_one_to_the_dealer() -> None:
    # Seat 1: 20 and 19, seat 3: 18 and 17, dealer 17.
    cards = "Kh Th Ks Ts 7s Qd 9d 8d 7d Td"
    decisions = f"{STAND_BOTH}, 3 keep, 3.1 stand, 3.2 stand"
    done = play(SWITCH, cards, decisions, {1: 1000, 3: 500})
    assert [done.hand(1, 1), done.hand(2, 1)] == ["Kh Qd", "Th 9d"]
    assert [done.hand(1, 3), done.hand(2, 3)] == ["Ks 8d", "Ts 7d"]
    assert done.dealer == "7s Td"
    assert done.nets == {1: 2000, 3: 500}
    dealt = [
        (event["place"], event.get("seat"), event.get("hand"))
        for event in done.events
        if event["event"] == "card-dealt"
    ]
    one_each = [("hand", 1, 1), ("hand", 1, 2), ("hand", 3, 1), ("hand", 3, 2)]
    dealer = ("dealer", None, None)
    assert dealt == [*one_each, dealer, *one_each, dealer]


@clause(SWITCH, "2105(7)")
@ruling("C65")
def test_2105_7_seats_are_dealt_in_the_order_of_their_numbers() -> None:
    cards = "Kh Th Ks Ts 7s Qd 9d 8d 7d Td"
    decisions = f"{STAND_BOTH}, 3 keep, 3.1 stand, 3.2 stand"
    assert play(SWITCH, cards, decisions, {3: 500, 1: 1000}).nets == {1: 2000, 3: 500}


@clause(SWITCH, "2105(2)")
def test_2105_2_the_two_wagers_are_equal() -> None:
    unequal = "main-1 1000, main-2 500"
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, unequal) == "wager/fixed-amount"
    one_cent = "main-1 1000, main-2 1001"
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, one_cent) == "wager/fixed-amount"


@clause(SWITCH, "2105(2)")
@every_row("wagers", ["main-1 1000", "main-2 1000"])
def test_2105_2_both_spots_carry_a_wager(wagers: str) -> None:
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, wagers) == "wager/needs-main"


@clause(SWITCH, "2105(2)")
def test_2105_2_there_is_no_wager_called_main() -> None:
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, "main 1000") == "wager/not-offered"


@clause(SWITCH, "2105(2)")
@ruling("C96")
@every_row(("wager", "fits"), [(499, False), (500, True), (777, True), (1000, True), (1001, False)])
def test_2105_2_the_house_sets_the_size_of_the_wagers(wager: int, *, fits: bool) -> None:
    limits = {"main-1": {"min": 500, "max": 1000}, "main-2": {"min": 500, "max": 1000}}
    if fits:
        done = play(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, wager, limits=limits)
        assert done.net == 2 * wager
    else:
        code = refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, wager, limits=limits)
        assert code == "wager/off-limits"


@clause(SWITCH, "2105(2)")
@ruling("C6")
@every_row("wager", ["super-match", "buster"])
def test_2105_2_the_optional_wagers_need_the_two_hands(wager: str) -> None:
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    code = refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, f"{wager} 500", tables=tables)
    assert code == "wager/needs-main"
    # They are optional: a round without them is a round.
    assert play(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, tables=tables).net == 2000


@clause(SWITCH, "2105(2)")
@ruling("C93")
@every_row("wager", ["super-match", "buster"])
def test_2105_2_an_optional_wager_is_taken_where_its_pays_are_posted(wager: str) -> None:
    seats = f"1000, {wager} 500"
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, seats) == "wager/not-offered"


@clause(SWITCH, "2105(2)")
@every_row("wager", ["insurance-1 500", "insurance-2 500", "insurance 500"])
def test_2105_2_insurance_is_no_initial_wager(wager: str) -> None:
    seats = f"1000, {wager}"
    assert refused(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, seats) == "wager/not-offered"


@ruling("C79")
@every_row(
    ("cards", "code"),
    [
        ("Kh Th 7s Qd 9d", "record/cards-missing"),  # the dealer has one card only
        ("Kh Th 7s", "record/cards-missing"),
        ("Kh Th 7s Qd 9d Td 2c", "record/cards-left-over"),  # one card too many
    ],
)
def test_2105_4_a_misdealt_round_has_no_settlement(cards: str, code: str) -> None:
    assert refused(SWITCH, cards, STAND_BOTH) == code


@clause(
    SWITCH,
    "2105(4)",
    words="to the dealer a misdeal for the whole hand; the players concerned keep all their wagers",
)
@ruling("C29", "C79")
def test_2105_4_a_void_round_that_is_kept_returns_every_wager() -> None:
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = {1: "1000, super-match 500", 2: "700, buster 100"}
    done = played(record(SWITCH, "Kh Th 7s", "", seats, tables=tables, void=True))
    assert (done.nets, done.result["settlement"]) == ({1: 0, 2: 0}, [])


@clause(SWITCH, "2105(8)(a)")
@every_row(
    ("decisions", "won"),
    [
        # 20 and 19 lose to A-K: -2000, and what is insured wins twice its size.
        ("1.1 decline, 1.2 decline", -2000),
        ("1.1 insure 500, 1.2 decline", -1000),
        ("1.1 decline, 1.2 insure 500", -1000),
        ("1.1 insure 500, 1.2 insure 500", 0),
        ("1.1 insure 1, 1.2 insure 499", -1000),
    ],
)
def test_2105_8_a_insurance_on_one_or_two_wagers_against_a_blackjack(
    decisions: str, won: int
) -> None:
    assert play(SWITCH, "Kh Th As Qd 9d Kd", decisions).net == won


@clause(SWITCH, "2105(8)(a)")
@every_row(
    ("decisions", "won"),
    [
        # 20 beats A-8 = 19, 19 ties it: +1000, less what was insured.
        ("1.1 decline, 1.2 decline", 1000),
        ("1.1 insure 500, 1.2 decline", 500),
        ("1.1 decline, 1.2 insure 333", 667),
        ("1.1 insure 500, 1.2 insure 500", 0),
    ],
)
def test_2105_8_a_insurance_is_lost_where_there_is_no_blackjack(decisions: str, won: int) -> None:
    assert play(SWITCH, "Kh Th As Qd 9d 8d", f"{decisions}, {STAND_BOTH}").net == won


@clause(SWITCH, "2105(8)(a)")
def test_2105_8_a_each_insurance_has_a_line_of_its_own() -> None:
    done = play(SWITCH, "Kh Th As Qd 9d Kd", "1.1 insure 250, 1.2 insure 300")
    assert done.line("insurance-1", hand=1) == {
        "seat": 1,
        "hand": 1,
        "wager": "insurance-1",
        "stake": 250,
        "outcome": "dealer blackjack",
        "net": 500,
    }
    second = done.line("insurance-2", hand=2)
    assert (second["stake"], second["net"]) == (300, 600)
    assert done.net == -2000 + 500 + 600


@clause(SWITCH, "2105(8)(a)")
@ruling("C76")
@every_row(
    ("hand", "amount", "fits"),
    [
        (1, 500, True),
        (1, 501, False),
        (1, 0, False),
        (2, 1, True),  # insurance has no minimum
        (2, 501, False),
        (2, 1000, False),
    ],
)
def test_2105_8_a_up_to_half_of_each_wager(hand: int, amount: int, *, fits: bool) -> None:
    # Half of 1001 is 500 and a half cent; the minimum of $10 does not bind insurance.
    answers = ["1.1 decline", "1.2 decline"]
    answers[hand - 1] = f"1.{hand} insure {amount}"
    limits = {"main-1": {"min": 1000}, "main-2": {"min": 1000}}
    decisions = ", ".join(answers)
    if fits:
        done = play(SWITCH, "Kh Th As Qd 9d Kd", decisions, 1001, limits=limits)
        assert done.net == -2002 + 2 * amount
    else:
        code = refused(SWITCH, "Kh Th As Qd 9d Kd", decisions, 1001, limits=limits)
        assert code == "action/amount"


@clause(SWITCH, "2105(8)(a)")
def test_2105_8_a_the_amount_must_be_said() -> None:
    assert refused(SWITCH, "Kh Th As Qd 9d Kd", "1.1 insure, 1.2 decline") == "action/amount"


@clause(SWITCH, "2105(8)(a)")
@every_row("up", ["Ks", "Ts", "9s", "2s"])
def test_2105_8_a_insurance_only_against_an_ace(up: str) -> None:
    assert refused(SWITCH, f"Kh Th {up} Qd 9d 8d", "1.1 insure 500") == "action/illegal"


@clause(SWITCH, "2105(8)(a)")
@ruling("C83")
def test_2105_8_a_insurance_names_its_hand() -> None:
    # The second answer is about hand 2: one that names no hand speaks of hand 1.
    cards = "Kh Th As Qd 9d Kd"
    assert play(SWITCH, cards, "1 insure 500, 1.2 decline").net == -1000
    assert refused(SWITCH, cards, "1.1 decline, 1 decline") == "action/not-your-turn"
    assert refused(SWITCH, cards, "1.2 insure 500, 1.1 decline") == "action/not-your-turn"


@clause(SWITCH, "2105(8)(a)")
@ruling("C33")
def test_2105_8_a_a_hand_that_holds_a_blackjack_is_asked_too() -> None:
    # Hand 1 is A-K, hand 2 is 19. Against A-Q: push + 500 at 2 to 1, and -1000.
    cards = "Ah Th As Kd 9d"
    done = play(SWITCH, f"{cards} Qd", "1.1 insure 500, 1.2 decline")
    assert (done.won("main-1"), done.won("main-2", hand=2), done.net) == (0, -1000, 0)
    # Against A-7: the blackjack is paid, the 19 wins, the insurance is lost.
    done = play(SWITCH, f"{cards} 7d", "1.1 insure 500, 1.2 decline, 1 keep, 1.2 stand")
    assert done.net == 1000 - 500 + 1000
    assert refused(SWITCH, f"{cards} 7d", "1.2 decline") == "action/not-your-turn"


@ruling("C80")
def test_ruling_c80_there_is_no_even_money_action() -> None:
    assert refused(SWITCH, "Ah Th As Kd 9d Qd", "1.1 even-money") == "action/illegal"


@clause(SWITCH, "2105(8)(a)", "2105(8)(h)")
def test_2105_8_a_every_hand_of_every_seat_is_asked_in_order_before_the_peek() -> None:
    # Dealer A-Q against four losing hands: -2000 and -1000, insurance wins 2 x 100 and 2 x 250.
    cards = "Kh Th Ks Ts Ac Qd 9d 8d 7d Qh"
    decisions = "1.1 decline, 1.2 insure 100, 2.1 insure 250, 2.2 decline"
    done = play(SWITCH, cards, decisions, {1: 1000, 2: 500})
    assert done.nets == {1: -1800, 2: -500}
    assert asked(done) == ["1.1 decline", "1.2 insure", "2.1 insure", "2.2 decline"]
    assert done.when("action-taken", seat=2, hand=2) < done.when("dealer-peeked", blackjack=True)


@clause(SWITCH, "2105(8)(b)")
def test_2105_8_b_the_second_cards_change_places() -> None:
    # K-6 and T-Q: 16 and 20. Switched: K-Q and T-6, 20 and 16 against 17.
    done = play(SWITCH, "Kh Th 7s 6d Qd Td", "1 switch, 1.1 stand, 1.2 stand")
    assert [done.hand(1), done.hand(2)] == ["Kh Qd", "Th 6d"]
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (1000, -1000)
    kept = play(SWITCH, "Kh Th 7s 6d Qd Td", "1 keep, 1.1 stand, 1.2 stand")
    assert [kept.hand(1), kept.hand(2)] == ["Kh 6d", "Th Qd"]
    assert (kept.won("main-1"), kept.won("main-2", hand=2)) == (-1000, 1000)


@clause(SWITCH, "2105(8)(b)")
def test_2105_8_b_two_bad_hands_become_two_good_ones() -> None:
    # K-5 and 6-Q: 15 and 16. Switched: K-Q = 20 and 6-5 = 11, which doubles to 21.
    done = play(SWITCH, "Kh 6h 7s 5d Qd Td Tc", "1 switch, 1.1 stand, 1.2 double")
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (1000, 2000)


@clause(SWITCH, "2105(8)(b)")
@ruling("C47", "C83")
@every_row(
    ("decisions", "code"),
    [
        ("1.1 stand, 1.2 stand", "action/illegal"),  # the switch is asked first
        ("1 hit", "action/illegal"),
        ("1 keep, 1 switch", "action/illegal"),  # and only once
        ("1 switch, 1 switch", "action/illegal"),
        ("1 keep, 1.1 stand, 1.2 switch", "action/illegal"),
        ("1.2 switch", "action/not-your-turn"),  # it is the seat's, not a hand's
        ("2 switch", "action/not-your-turn"),
        ("1 switch 100", "action/amount"),
        ("1 keep 100", "action/amount"),
        ("", "record/decision-missing"),
    ],
)
def test_2105_8_b_the_switch_is_asked_once_before_the_hands(decisions: str, code: str) -> None:
    assert refused(SWITCH, TWENTY_AND_NINETEEN, decisions) == code


@clause(SWITCH, "2105(8)(b)", "2105(8)(e)")
def test_2105_8_b_a_switched_blackjack_is_only_a_21() -> None:
    # A-9 and 8-K: 20 and 18. Switched: A-K = 21 and 8-9 = 17; the dealer makes 7-9-5 = 21.
    done = play(SWITCH, "Ah 8h 7s 9d Kd 9c 5c", "1 switch, 1.2 stand")
    assert done.hand(1) == "Ah Kd"
    assert (done.outcome("main-1"), done.won("main-1")) == ("push", 0)
    assert done.won("main-2", hand=2) == -1000


@clause(SWITCH, "2105(8)(e)")
@every_row(
    ("dealer", "outcome", "won"),
    [
        ("9c 5c", "push", 0),  # 7-9-5 = 21
        ("9c 6c", "push", 0),  # 22
        ("9c 4c", "win", 1000),  # 20
        ("9c 7c", "win", 1000),  # 23
        ("Tc", "win", 1000),  # 17
    ],
)
def test_2105_8_e_a_switched_blackjack_against_what_the_dealer_makes(
    dealer: str, outcome: str, won: int
) -> None:
    done = play(SWITCH, f"Ah 8h 7s 9d Kd {dealer}", "1 switch, 1.2 stand")
    assert (done.outcome("main-1"), done.won("main-1")) == (outcome, won)


@clause(SWITCH, "2105(8)(b)", "2105(8)(e)")
@every_row("dealer", ["Tc", "9c 5c", "9c 6c", "9c 7c"])
def test_2105_8_e_a_natural_is_paid_1_to_1_whatever_the_dealer_makes(dealer: str) -> None:
    # Against 17, a 21 of three cards, 22 and a bust; hand 2 stands on 19.
    done = play(SWITCH, f"Ah Th 7s Kd 9d {dealer}", "1 keep, 1.2 stand", 333)
    assert (done.outcome("main-1"), done.won("main-1")) == ("blackjack", 333)


@clause(SWITCH, "2105(8)(b)", "2105(8)(e)")
@every_row(
    ("up", "down", "decisions"),
    [("As", "Qc", "1.1 decline, 1.2 decline"), ("Qs", "Ac", "")],
)
def test_2105_8_e_two_blackjacks_push_and_everything_else_loses(
    up: str, down: str, decisions: str
) -> None:
    done = play(SWITCH, f"Ah Th {up} Kd 9d {down}", decisions)
    assert (done.outcome("main-1"), done.won("main-1")) == ("push", 0)
    assert (done.outcome("main-2", hand=2), done.won("main-2", hand=2)) == (
        "dealer blackjack",
        -1000,
    )


@clause(SWITCH, "2105(8)(e)")
@ruling("C86")
def test_2105_8_e_what_a_switch_would_make_a_blackjack_loses_to_a_dealer_blackjack() -> None:
    # A-9 and 8-K could be switched to A-K; the dealer's Q-A ends the round before that.
    assert play(SWITCH, "Ah 8h Qs 9d Kd Ac").net == -2000
    code = refused(SWITCH, "Ah 8h Qs 9d Kd Ac", "1 switch, 1.2 stand")
    assert code == "record/decision-left-over"


@ruling("C47")
def test_ruling_c47_a_seat_with_a_natural_is_asked_and_a_kept_natural_is_paid_before_play() -> None:
    done = play(SWITCH, "Ah Th 7s Kd 9d Tc", "1 keep, 1.2 stand")
    assert asked(done) == ["1.1 keep", "1.2 stand"]
    paid = done.when("wager-settled", wager="main-1")
    assert done.when("action-taken", action="keep") < paid
    assert paid < done.when("action-taken", action="stand", hand=2)


@ruling("C47")
def test_ruling_c47_two_naturals_kept_are_both_paid_and_the_dealer_does_not_draw() -> None:
    # Dealer 7-5 = 12 would have to draw, had he anybody to draw for.
    done = play(SWITCH, "Ah Kh 7s Kd Ad 5c", "1 keep")
    assert (done.won("main-1"), done.won("main-2", hand=2)) == (1000, 1000)
    assert done.dealer == "7s 5c"


@ruling("C47")
def test_ruling_c47_two_naturals_may_be_switched_away() -> None:
    # A-K and K-A become A-A, which is split, and K-K. Aces get one card each; dealer 17.
    done = play(SWITCH, "Ah Kh 7s Kd Ad Tc 9c 8c", "1 switch, 1.1 split, 1.2 stand")
    assert [done.hand(1), done.hand(3), done.hand(2)] == ["Ah 9c", "Ad 8c", "Kh Kd"]
    assert done.net == 3000


@ruling("C47")
def test_ruling_c47_after_a_switch_no_hand_of_the_seat_is_a_blackjack() -> None:
    # A-K and A-Q switched are A-Q and A-K: 21 twice, which push against 7-9-5.
    done = play(SWITCH, "Ah Ad 7s Kd Qd 9c 5c", "1 switch")
    assert (done.outcome("main-1"), done.outcome("main-2", hand=2)) == ("push", "push")
    # Kept, both are paid.
    assert play(SWITCH, "Ah Ad 7s Kd Qd 9c", "1 keep").net == 2000


@ruling("C86")
def test_ruling_c86_a_dealer_blackjack_under_a_ten_ends_the_round_with_nothing_asked() -> None:
    done = play(SWITCH, "Kh Th Qs Qd 9d Ac")
    assert (asked(done), done.net) == ([], -2000)
    assert done.when("dealer-peeked", blackjack=True)


@ruling("C99")
def test_ruling_c99_a_record_with_its_net_is_verified() -> None:
    right = record(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, net={"1": 2000})
    assert played(right).replay.difference() is None
    wrong = record(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, net={"1": 1000})
    assert played(wrong).replay.difference()


@ruling("C95")
def test_ruling_c95_a_seats_net_sums_hands_insurance_and_side_wagers() -> None:
    # 20 wins, 19 ties A-8; 100 of insurance lost; K-T-Q-9 is no match: -50; no bust: -25.
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    decisions = f"1.1 insure 100, 1.2 decline, {STAND_BOTH}"
    seats = "1000, super-match 50, buster 25"
    done = play(SWITCH, "Kh Th As Qd 9d 8d", decisions, seats, tables=tables)
    assert done.net == 1000 + 0 - 100 - 50 - 25
    assert len(settled_in_order(done)) == 5


def test_a_record_without_a_seat_is_refused() -> None:
    assert refusal(record(SWITCH, TWENTY_AND_NINETEEN, STAND_BOTH, {})) == "record/malformed"
