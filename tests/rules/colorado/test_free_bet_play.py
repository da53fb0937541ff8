"""Free Bet Blackjack, 30-2116: the deal, dealer 22, blackjacks, insurance, surrender.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    FREE_BET,
    around,
    choices,
    net,
    question,
)
from tests.rules.colorado.table import play, refused


@clause(FREE_BET, "2116", "2116(7)")
@ruling("C0")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("Ks 9c Qd 8c", "1 stand", 1000),  # 20 against 17
        ("Ks 9c 7d 8c", "1 stand", 0),
        ("Ks 9c 6d 8c", "1 stand", -1000),
        ("Ks 9c 6d 8c 5h", "1 hit", 1000),  # 21 asks nothing more
        ("Ks 9c 6d 8c 6h", "1 hit", -1000),  # 22: the player busts at once
        ("Ks 6c 7d Kc Th", "1 stand", 1000),  # the dealer busts with 26
        ("Ks 6c 7d 2c 3h 7s", "1 stand", -1000),  # the dealer draws on 8 and 11 to 18
        ("Ks Kc Qd Ah", "", -1000),  # a dealer blackjack under the ten: nothing is asked
        ("As Kc Qd Ah", "", 0),  # blackjack against blackjack
        ("As Ac Qd Kh", "1 decline", 0),
        ("Ks Ac Qd Kh", "1 insure 500", 0),  # 2 to 1 on 500, the wager lost
        ("Ks Ac Qd Kh", "1 insure 300", -400),
        ("Ks Ac Qd 8h", "1 insure 500, 1 stand", 500),  # 20 against 19, insurance lost
        ("Ks Ac Qd 8h", "1 decline, 1 stand", 1000),
    ],
)
def test_2116_plays_as_standard_blackjack(cards: str, decisions: str, won: int) -> None:
    assert net(FREE_BET, cards, decisions) == won


@clause(FREE_BET, "2116")
@ruling("C0")
@every_row(
    ("up", "looked"), [("As", True), ("Ts", True), ("Js", True), ("Ks", True), ("9s", False)]
)
def test_2116_the_dealer_looks_under_an_ace_or_a_ten(up: str, *, looked: bool) -> None:
    decline = "1 decline, " if up == "As" else ""
    down = "8c" if up in {"As", "9s"} else "7c"  # 19, or 17
    played = play(FREE_BET, around("Kh Qd", up, down), f"{decline}1 stand")
    assert any(event["event"] == "dealer-peeked" for event in played.events) == looked
    assert played.net == 1000


@clause(FREE_BET, "2116(1)", words="with five, six or eight packs of 52 cards")
@ruling("C77", "C81")
@every_row(("decks", "copies"), [(5, 5), (6, 6), (8, 8), (None, 6)])
def test_2116_1_five_six_or_eight_decks_of_52(decks: int | None, copies: int) -> None:
    options = {} if decks is None else {"decks": decks}
    seats = dict.fromkeys(range(1, 6), 1000)
    stands = ", ".join(f"{seat} stand" for seat in seats)

    def dealt(kings: int) -> str:
        hands = ["Ks"] * kings + ["Qd"] * (10 - kings)
        return " ".join((*hands[:5], "9c", *hands[5:], "8c"))

    assert set(play(FREE_BET, dealt(copies), stands, seats, options=options).nets.values()) == {
        1000
    }
    code = refused(FREE_BET, dealt(copies + 1), stands, seats, options=options)
    assert code == "record/card-not-in-shoe"


@clause(FREE_BET, "2116(1)", how="judged", words="with five, six or eight packs of 52 cards")
@every_row("decks", [1, 2, 3, 4, 7, 9, "6"])
def test_2116_1_no_other_number_of_decks(decks: object) -> None:
    code = refused(FREE_BET, "Ks 9c Qd 8c", "1 stand", options={"decks": decks})
    assert code == "option/invalid"


@clause(FREE_BET, "2116(1)", words="with five, six or eight packs of 52 cards")
def test_2116_1_there_is_no_joker() -> None:
    code = refused(FREE_BET, "Ks 9c Qd Jk", "1 stand")
    assert code in {"record/card-unknown", "record/card-not-in-shoe"}


@clause(FREE_BET, "2116(7)(g)")
@ruling("C25")
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 9c Qd 3c Tc", "1 stand"),
        ("Kh 9c 2d 3c Tc", "1 stand"),
        ("9h 9c 2d 3c Ks Tc", "1 hit"),  # 21
        ("9h 9c 2d 3c Ks Tc", "1 free-double"),
        ("9h 9c 2d 3c Ks Tc", "1 double"),
        ("8h 9c 8d 3c Ks Ts Tc", "1 free-split, 1.1 stand, 1.2 stand"),
        ("8h 9c 8d 3c Ks Ts Tc", "1 split, 1.1 stand, 1.2 stand"),
        ("Ah 9c Ad 3c Ks Ts Tc", "1 free-split"),  # 21 and 21, no blackjacks
    ],
)
def test_2116_7_g_a_dealer_22_pushes_every_live_hand(cards: str, decisions: str) -> None:
    # The dealer: 9-3-T = 22.
    played = play(FREE_BET, cards, decisions)
    assert {line["outcome"] for line in played.result["settlement"]} == {"push"}
    assert played.net == 0


@clause(FREE_BET, "2116(7)(g)")
@ruling("C25")
def test_2116_7_g_a_blackjack_is_paid_whatever_the_dealer_draws() -> None:
    # Seat 1 has a blackjack, seat 2 stands on 20; the dealer: 9-3-T = 22.
    played = play(FREE_BET, "Ah Kd 9c Kh Qd 3c Tc", "2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1500, 2: 0}
    assert played.when("wager-settled", seat=1) < played.when("action-taken", seat=2)


@clause(FREE_BET, "2116(7)(g)")
def test_2116_7_g_a_bust_hand_is_lost_before_the_22_and_other_busts_pay() -> None:
    # Seat 1 busts with 25; seat 2 stands on 12. The dealer: 9-3-T = 22, then 9-4-T = 23.
    seats = {1: 1000, 2: 500}
    decisions = "1 hit, 2 stand"
    played = play(FREE_BET, "Kh Kd 9c 5d 2d 3c Ts Tc", decisions, seats)
    assert played.nets == {1: -1000, 2: 0}
    assert (played.outcome(seat=1), played.outcome(seat=2)) == ("bust", "push")
    played = play(FREE_BET, "Kh Kd 9c 5d 2d 4c Ts Tc", decisions, seats)
    assert played.nets == {1: -1000, 2: 500}


@clause(FREE_BET, "2116(7)(h)")
@every_row(
    ("soft17", "cards", "won"),
    [
        ("hit", "Kh 6c 8d As 3c", -1000),  # 6-A, 3: 20 beats 18
        (None, "Kh 6c 8d As 3c", -1000),  # hits unless posted
        ("stand", "Kh 6c 8d As", 1000),
        ("hit", "Kh 6c 8d As Tc", 1000),  # 6-A-T: hard 17 stands
        ("hit", "Kh 2c 8d 4c As 3c", -1000),  # 2-4-A is soft 17 too: 20
        ("stand", "Kh 2c 8d 4c As", 1000),
        ("hit", "Kh 7c 8d As", 0),  # soft 18 stands
        ("stand", "Kh 7c 8d As", 0),
    ],
)
def test_2116_7_h_soft_17_is_hit_or_as_posted_stood(
    soft17: str | None, cards: str, won: int
) -> None:
    options = {} if soft17 is None else {"soft17": soft17}
    assert net(FREE_BET, cards, "1 stand", options=options) == won


@clause(FREE_BET, "2116(7)(i)")
@ruling("C40", "C41")
@every_row(
    ("posted", "wager", "won", "remainder"),
    [
        ("3:2", 1000, 1500, None),
        (None, 1000, 1500, None),
        ("6:5", 1000, 1200, None),
        ("3:2", 1001, 1501, "1/2"),  # 1501.5
        ("6:5", 1001, 1201, "1/5"),  # 1201.2
        ("6:5", 4, 4, "4/5"),  # 4.8
    ],
)
def test_2116_7_i_a_blackjack_pays_3_to_2_or_6_to_5(
    posted: str | None, wager: int, won: int, remainder: str | None
) -> None:
    options = {} if posted is None else {"blackjack": posted}
    played = play(FREE_BET, "Ah 9c Kd 8c", "", wager, options=options)
    assert played.net == won
    assert played.line().get("remainder") == remainder
    assert played.outcome() == "blackjack"


@clause(FREE_BET, "2116(7)(i)")
@ruling("C40")
def test_ruling_c40_the_house_may_round_up() -> None:
    options = {"blackjack": "6:5", "rounding": "up"}
    played = play(FREE_BET, "Ah 9c Kd 8c", "", 1001, options=options)
    assert (played.net, played.line()["remainder"]) == (1202, "-4/5")  # 1201.2


@clause(FREE_BET, "2116(7)(i)", how="judged")
@every_row("posted", ["1:1", "2:1", "7:5", 1.5])
def test_2116_7_i_no_other_pay_for_a_blackjack(posted: object) -> None:
    options = {"blackjack": posted}
    code = refused(FREE_BET, "Ah 9c Kd 8c", options=options)
    assert code in {"option/invalid", "record/malformed"}


@clause(FREE_BET, "2116(7)(i)")
@ruling("C88")
def test_2116_7_i_a_21_after_a_split_is_no_blackjack_and_asks_nothing() -> None:
    # K-A and Q-A: two 21s at even money; a dealer 21 (9-2-T) ties them.
    assert net(FREE_BET, "Kh 9c Qd 8c As Ac", "1 split") == 2000
    assert net(FREE_BET, "Kh 9c Qd 2c As Ac Tc", "1 split") == 0
    assert net(FREE_BET, "Ah 9c Ad 8c Ks Kc", "1 free-split") == 2000


@ruling("C33", "C80")
def test_ruling_c33_every_seat_is_asked_for_insurance_blackjacks_too() -> None:
    seats = {1: 1000, 2: 600}
    cards = "Ah Kh Ac Kd 9d Ks"  # seat 1 has a blackjack, the dealer too
    assert question(FREE_BET, cards, "", seats)[:2] == (1, 1)
    assert question(FREE_BET, cards, "1 insure 500", seats)[:2] == (2, 1)
    played = play(FREE_BET, cards, "1 insure 500, 2 insure 300", seats)
    assert played.nets == {1: 1000, 2: 0}  # even money by insurance; 2 x 300 - 600
    assert refused(FREE_BET, cards, "1 even-money", seats) == "action/illegal"


@ruling("C76")
@every_row(("amount", "code"), [(501, "action/amount"), (1, None), (500, None)])
def test_ruling_c76_insurance_is_from_one_cent_to_half(amount: int, code: str | None) -> None:
    cards = "Kh Ac 9d Ks"
    limits = {"main": {"min": 1000}}
    if code:
        assert refused(FREE_BET, cards, f"1 insure {amount}", limits=limits) == code
    else:
        assert net(FREE_BET, cards, f"1 insure {amount}", limits=limits) == 2 * amount - 1000


@ruling("C39")
@every_row(("wager", "won"), [(1000, -500), (1001, -501), (1, -1)])
def test_ruling_c39_surrender_where_offered_returns_half_rounded_down(wager: int, won: int) -> None:
    cards = "Kh 9c 6d 8c"
    options = {"surrender": True}
    assert net(FREE_BET, cards, "1 surrender", wager, options=options) == won
    assert refused(FREE_BET, cards, "1 surrender", wager) == "action/illegal"


@ruling("C39")
@every_row(
    ("cards", "before"),
    [
        ("8h 9c 8d 8c 7s", "1 free-split"),
        ("8h 9c 8d 8c 7s", "1 split"),
        ("8h 9c 3d 8c 2s", "1 hit"),
    ],
)
def test_ruling_c39_surrender_is_the_first_decision(cards: str, before: str) -> None:
    options = {"surrender": True}
    assert "surrender" not in choices(FREE_BET, cards, before, options=options)
    assert refused(FREE_BET, cards, f"{before}, 1.1 surrender", options=options) == "action/illegal"


@ruling("C39")
def test_ruling_c39_a_dealer_blackjack_comes_before_surrender() -> None:
    options = {"surrender": True}
    assert net(FREE_BET, "Kh Kc 6d As", options=options) == -1000
    assert "surrender" in choices(FREE_BET, "Kh Ac 6d 8s", "1 decline", options=options)


@ruling("C65")
def test_ruling_c65_seats_in_any_order_are_dealt_by_number() -> None:
    # Dealt 2, 5: seat 2 K-9, seat 5 Q-6; the dealer 9-8.
    seats = {5: 500, 2: 1000}
    played = play(FREE_BET, "Kh Qd 9c 9d 6s 8c", "2 stand, 5 stand", seats)
    assert played.nets == {2: 1000, 5: -500}
    code = refused(FREE_BET, "Kh Qd 9c 9d 6s 8c", "5 stand, 2 stand", seats)
    assert code == "action/not-your-turn"


@ruling("C99")
@every_row(("claimed", "same"), [(1000, True), (999, False)])
def test_ruling_c99_a_recorded_net_is_verified(claimed: int, *, same: bool) -> None:
    played = play(FREE_BET, "Ks 9c Qd 8c", "1 stand", net={"1": claimed})
    assert (played.replay.difference() is None) == same
