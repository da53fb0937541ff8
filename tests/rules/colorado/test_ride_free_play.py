"""Ride Free, 30-2119: the deal, free and paid doubles and splits, dealer 22, surrender, tips.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from pitboss.engine.state import Status
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    FREE_PAIRS,
    HARD_9_TO_11,
    LAMMERS,
    NO_FREE_DOUBLE,
    RIDE_FREE,
    TEN_PAIRS,
    around,
    choices,
    lammer_round,
    net,
    question,
)
from tests.rules.colorado.table import play, refused, settled_in_order

SURRENDER = {"surrender": True}
BUST = {"bust-bonus": "PT-FLT-BB-01"}


@clause(RIDE_FREE, "2119(1)", "2119(9)", "2119(20)")
@ruling("C0")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("Ks 9c Qd 8c", "1 stand", 1000),  # 20 against 17
        ("Ks 9c 7d 8c", "1 stand", 0),
        ("Ks 9c 6d 8c", "1 stand", -1000),
        ("Ks 9c 6d 8c 5h", "1 hit", 1000),  # 21 asks nothing more
        ("Ks 9c 6d 2c 5h Tc", "1 hit", 0),  # and ties a dealer 21
        ("Ks 9c 6d 8c 6h", "1 hit", -1000),  # the player busts at once
        ("Ks 6c 7d Kc Th", "1 stand", 1000),  # the dealer busts with 26
        ("Ks Kc Qd Ah", "", -1000),  # a dealer blackjack under the ten
        ("As Kc Qd Ah", "", 0),
        ("Ks Ac Qd Kh", "1 insure 500", 0),
        ("Ks Ac Qd 8h", "1 insure 500, 1 stand", 500),
        ("Ks Ac Qd 8h", "1 decline, 1 stand", 1000),
    ],
)
def test_2119_1_plays_as_traditional_blackjack(cards: str, decisions: str, won: int) -> None:
    assert net(RIDE_FREE, cards, decisions) == won


@clause(RIDE_FREE, "2119(8)")
def test_2119_8_two_cards_each_one_of_the_dealers_face_down() -> None:
    # Seat 1: K-9, seat 3: 5-6. Up card 9, down card 8.
    played = play(RIDE_FREE, "Kh 5h 9c 9d 6d 8c Ks", "1 stand, 3 free-double", {1: 1000, 3: 500})
    dealt = [
        (event["card"], event["place"], event.get("seat"))
        for event in played.events
        if event["event"] == "card-dealt"
    ]
    assert dealt[:6] == [
        ("Kh", "hand", 1),
        ("5h", "hand", 3),
        ("9c", "dealer", None),
        ("9d", "hand", 1),
        ("6d", "hand", 3),
        ("8c", "dealer", None),
    ]
    assert played.when("down-card-exposed") > played.when("action-taken", seat=3)
    assert played.nets == {1: 1000, 3: 1000}


@clause(RIDE_FREE, "2119(8)")
@ruling("C24", "C77", "C81")
@every_row("decks", [None, 1, 2, 3, 4, 5, 6, 7, 8])
def test_ruling_c24_one_to_eight_decks_six_by_default(decks: int | None) -> None:
    copies = 6 if decks is None else decks
    seats = dict.fromkeys(range(1, 6), 1000)
    stands = ", ".join(f"{seat} stand" for seat in seats)
    others = ["Qd", "Qh", "Qs", "Qc", "Jd", "Jh", "Js", "Jc", "Td", "Th"]

    def dealt(kings: int) -> str:
        hands = ["Ks"] * kings + others[: 10 - kings]
        return " ".join((*hands[:5], "9c", *hands[5:], "8c"))

    played = play(RIDE_FREE, dealt(copies), stands, seats, decks=decks)
    assert set(played.nets.values()) == {1000}
    code = refused(RIDE_FREE, dealt(copies + 1), stands, seats, decks=decks)
    assert code == "record/card-not-in-shoe"


@ruling("C24", how="judged")
@every_row("decks", [0, 9, "6", True])
def test_ruling_c24_no_other_number_of_decks(decks: object) -> None:
    code = refused(RIDE_FREE, "Ks 9c Qd 8c", "1 stand", options={"decks": decks})
    assert code == "option/invalid"


@clause(RIDE_FREE, "2119(8)(a)")
@ruling("C78")
@every_row(
    ("cards", "won"),
    [
        ("Kh 6c 8d As 3c", -1000),  # 6-A is hit: 20 beats 18
        ("Kh 6c 8d As Tc", 1000),  # hard 17 stands
        ("Kh 2c 8d 4c As 3c", -1000),
        ("Kh 7c 8d As", 0),  # soft 18 stands
    ],
)
@every_row("options", [{}, {"soft17": "hit"}])
def test_2119_8_a_the_dealer_hits_soft_17(cards: str, won: int, options: dict[str, str]) -> None:
    assert net(RIDE_FREE, cards, "1 stand", options=options) == won


@clause(RIDE_FREE, "2119(8)(a)", how="judged")
@ruling("C78", how="judged")
def test_ruling_c78_standing_on_soft_17_is_refused() -> None:
    code = refused(RIDE_FREE, "Kh 6c 8d As", "1 stand", options={"soft17": "stand"})
    assert code == "option/invalid"


@clause(RIDE_FREE, "2119(8)(b)")
@ruling("C40")
@every_row(("wager", "won", "remainder"), [(1000, 1500, None), (1001, 1501, "1/2"), (1, 1, "1/2")])
def test_2119_8_b_a_blackjack_pays_3_to_2(wager: int, won: int, remainder: str | None) -> None:
    played = play(RIDE_FREE, "Ah 9c Kd 8c", "", wager)
    assert (played.net, played.line().get("remainder")) == (won, remainder)


@ruling("C41", how="judged")
def test_ruling_c41_no_other_pay_is_an_option() -> None:
    code = refused(RIDE_FREE, "Ah 9c Kd 8c", options={"blackjack": "6:5"})
    assert code == "option/unknown"


@clause(RIDE_FREE, "2119(8)(c)")
@ruling("C39")
@every_row(("wager", "won"), [(1000, -500), (1001, -501), (1, -1)])
def test_2119_8_c_late_surrender_where_the_house_offers_it(wager: int, won: int) -> None:
    assert net(RIDE_FREE, "Kh 9c 6d 8c", "1 surrender", wager, options=SURRENDER) == won
    for options in ({}, {"surrender": False}):
        code = refused(RIDE_FREE, "Kh 9c 6d 8c", "1 surrender", wager, options=options)
        assert code == "action/illegal"


@clause(RIDE_FREE, "2119(8)(c)")
@ruling("C39")
def test_2119_8_c_surrender_comes_after_the_peek_and_before_any_other_action() -> None:
    assert net(RIDE_FREE, "Kh Kc 6d As", options=SURRENDER) == -1000  # a dealer blackjack first
    after = "1 decline"
    assert "surrender" in choices(RIDE_FREE, "Kh Ac 6d 8s", after, options=SURRENDER)
    for cards, before in (
        ("8h 9c 3d 8c 2s", "1 hit"),
        ("8h 9c 8d 8c 7s", "1 split"),
        ("8h 9c 8d 8c 7s", "1 free-split"),
    ):
        code = refused(RIDE_FREE, cards, f"{before}, 1.1 surrender", options=SURRENDER)
        assert code == "action/illegal"


@clause(RIDE_FREE, "2119(8)(c)")
@ruling("C39", "C34")
def test_ruling_c39_the_bust_wager_is_asked_before_surrender() -> None:
    cards = "Kh Ac 6d 8s"
    rest = {"options": SURRENDER, "tables": BUST}
    assert choices(RIDE_FREE, cards, "", **rest) == {"insure", "decline"}
    assert choices(RIDE_FREE, cards, "1 decline", **rest) == {"bust-bet", "decline"}
    assert "surrender" in choices(RIDE_FREE, cards, "1 decline, 1 decline", **rest)


@clause(RIDE_FREE, "2119(11)")
@every_row("pair", HARD_9_TO_11)
def test_2119_11_hard_9_10_and_11_are_doubled_free(pair: str) -> None:
    played = play(RIDE_FREE, around(pair, "9c", "8c", "Kd"), "1 free-double")
    assert (played.net, played.line()["stake"]) == (2000, 1000)


@clause(RIDE_FREE, "2119(11)")
@every_row("pair", NO_FREE_DOUBLE)
def test_2119_11_no_other_hand_is_doubled_free(pair: str) -> None:
    cards = around(pair, "9c", "8c")
    assert "free-double" not in choices(RIDE_FREE, cards)
    assert refused(RIDE_FREE, f"{cards} Kd", "1 free-double") == "action/illegal"


@clause(RIDE_FREE, "2119(11)")
@every_row("cards", ["2h 9c 3d 8c 4s", "2h 9c 2d 8c 7s"])
def test_2119_11_three_cards_are_not_doubled_free(cards: str) -> None:
    assert choices(RIDE_FREE, cards, "1 hit") == {"hit", "stand"}


@clause(RIDE_FREE, "2119(11)")
@every_row("split", ["split", "free-split"])
def test_2119_11_free_doubles_after_a_split_of_either_kind(split: str) -> None:
    # 8-3-K twice: money and lammer, then money (or lammer) and lammer.
    decisions = f"1 {split}, 1.1 free-double, 1.2 free-double"
    assert net(RIDE_FREE, "8h 9c 8d 8c 3s Ks 3d Kd", decisions) == 4000
    # 8-3-2 twice: every wager of money is lost.
    lost = -2000 if split == "split" else -1000
    assert net(RIDE_FREE, "8h 9c 8d 8c 3s 2s 3d 2d", decisions) == lost


@clause(RIDE_FREE, "2119(11)")
@ruling("C25", "C42")
def test_ruling_c25_fives_may_be_doubled_or_split_free_or_with_money() -> None:
    cards = "5h 9c 5d 8c"
    every = {"hit", "stand", "double", "free-double", "split", "free-split"}
    assert choices(RIDE_FREE, cards) == every
    assert net(RIDE_FREE, f"{cards} 9s", "1 free-double") == 2000
    assert net(RIDE_FREE, f"{cards} 2s", "1 free-double") == -1000
    assert net(RIDE_FREE, f"{cards} 2s", "1 double") == -2000


@clause(RIDE_FREE, "2119(11)(a)")
def test_2119_11_a_a_free_double_that_wins_is_paid_the_wager_for_its_lammer() -> None:
    assert net(RIDE_FREE, "5h 9c 6d 8c Ks", "1 free-double", 1075) == 2150
    assert net(RIDE_FREE, "5h 6c 6d Kc 2s Th", "1 free-double", 1075) == 2150  # the dealer busts


@clause(RIDE_FREE, "2119(11)(b)")
@every_row(("drawn", "won"), [("2s", -1075), ("6s", 0)])
def test_2119_11_b_a_free_double_that_loses_or_ties_costs_its_lammer_only(
    drawn: str, won: int
) -> None:
    assert net(RIDE_FREE, f"5h 9c 6d 8c {drawn}", "1 free-double", 1075) == won


@clause(RIDE_FREE, "2119(13)")
@ruling("C88")
@every_row(
    ("pair", "drawn", "won"),
    [
        ("3h 5d", "Ks", 2000),  # hard 8: 18
        ("Ah 7d", "Ks", 2000),  # soft 18: 18
        ("Ah 6d", "Kd", 0),  # soft 17: 17
        ("Kh 2d", "Ks", -2000),  # hard 12: 22
        ("Kh 9d", "2s", 2000),  # hard 19: 21
    ],
)
def test_2119_13_other_hands_are_doubled_with_money(pair: str, drawn: str, won: int) -> None:
    played = play(RIDE_FREE, around(pair, "9c", "8c", drawn), "1 double")
    assert (played.net, played.line()["stake"]) == (won, 2000)


@clause(RIDE_FREE, "2119(13)")
@ruling("C36")
def test_2119_13_for_less_after_a_split_and_on_two_cards_only() -> None:
    # Split with money: 8-4 doubled for 250 makes 19; 8-5 doubled in full makes 15.
    decisions = "1 split, 1.1 double 250, 1.2 double"
    assert net(RIDE_FREE, "8h 9c 8d 8c 4s 7s 5s 2s", decisions) == 1250 - 2000
    assert refused(RIDE_FREE, "3h 9c 5d 8c 2s Ks", "1 hit, 1 double") == "action/illegal"
    assert refused(RIDE_FREE, "3h 9c 5d 8c Ks", "1 double 1001") == "action/amount"
    options = {"double_for_less": False}
    assert refused(RIDE_FREE, "3h 9c 5d 8c Ks", "1 double 999", options=options) == "action/amount"


@clause(RIDE_FREE, "2119(13)")
@ruling("C43")
@every_row(
    ("drawn", "won"),
    [
        ("As Ks", 2000),  # 8-A-K = 19: lammer and double are won
        ("5s 4s", 0),  # 17
        ("5s 2s", -1000),  # 15: the added money is lost
    ],
)
def test_ruling_c43_a_free_hand_is_doubled_with_own_money(drawn: str, won: int) -> None:
    # Hand 1: 8-9 ties.
    decisions = "1 free-split, 1.1 stand, 1.2 double"
    assert net(RIDE_FREE, f"8h 9c 8d 8c 9s {drawn}", decisions) == won


@clause(RIDE_FREE, "2119(15)")
@every_row("pair", FREE_PAIRS)
def test_2119_15_every_pair_but_tens_is_split_free(pair: str) -> None:
    # The second card is a 9: A-9 and 9-9 win against 17, 8-9 ties, the rest lose 1000 once.
    stands = "" if pair[0] == "A" else ", 1.1 stand, 1.2 stand"
    won = {"A": 2000, "9": 2000, "8": 0}.get(pair[0], -1000)
    played = play(RIDE_FREE, around(pair, "9c", "8c", "9s", "9h"), f"1 free-split{stands}")
    assert played.net == won
    assert (played.line(hand=1)["stake"], played.line(hand=2)["stake"]) == (1000, 0)


@clause(RIDE_FREE, "2119(15)", "2119(17)")
@every_row("pair", TEN_PAIRS)
def test_2119_17_tens_are_split_with_money_only(pair: str) -> None:
    cards = around(pair, "9c", "8c")
    assert choices(RIDE_FREE, cards) == {"hit", "stand", "double", "split"}
    assert refused(RIDE_FREE, f"{cards} 9s 9h", "1 free-split") == "action/illegal"
    played = play(RIDE_FREE, f"{cards} 9s 6h", "1 split, 1.1 stand, 1.2 stand")  # 19 and 16
    assert (played.won(hand=1), played.won(hand=2)) == (1000, -1000)


@clause(RIDE_FREE, "2119(15)", "2119(17)(a)")
@ruling("C38")
def test_2119_15_free_splits_up_to_four_hands_the_latest_played_first() -> None:
    # 1: 8-9 ties. 4: 8-T wins. 3: 8-2-T wins. 2: 8-7 loses its lammer.
    cards = "8h 9c 8d 8c 8s 8h 9s Ts 2d Td 7s"
    splits = "1 free-split, 1.1 free-split, 1.1 free-split"
    decisions = f"{splits}, 1.1 stand, 1.4 stand, 1.3 hit, 1.3 stand, 1.2 stand"
    played = play(RIDE_FREE, cards, decisions)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [0, 1000, 1000, 0]
    assert played.net == 2000
    fifth = "8h 9c 8d 8c 8s 8h 8d"
    assert choices(RIDE_FREE, fifth, splits) == {"hit", "stand", "double"}


@clause(RIDE_FREE, "2119(15)(a)", "2119(15)(b)")
@every_row(
    ("drawn", "first", "second"),
    [
        ("Ts Js", 1075, 1075),
        ("Ts 7s", 1075, 0),
        ("7s Ts", -1075, 1075),
        ("7s 7h", -1075, 0),
        ("9s 9h", 0, 0),
        ("7s 9h", -1075, 0),
    ],
)
def test_2119_15_a_b_lammers_win_the_wager_and_lose_nothing(
    drawn: str, first: int, second: int
) -> None:
    decisions = "1 free-split, 1.1 stand, 1.2 stand"
    played = play(RIDE_FREE, f"8h 9c 8d 8c {drawn}", decisions, 1075)
    assert (played.won(hand=1), played.won(hand=2)) == (first, second)


@clause(RIDE_FREE, "2119(17)")
@ruling("C42")
def test_ruling_c42_a_pair_may_be_split_with_money_although_it_is_free() -> None:
    decisions = "1 split, 1.1 stand, 1.2 stand"
    assert net(RIDE_FREE, "8h 9c 8d 8c 7s 7h", decisions) == -2000
    assert net(RIDE_FREE, "8h 9c 8d 8c Ts Td", decisions) == 2000


@clause(RIDE_FREE, "2119(17)(a)")
def test_2119_17_a_four_hands_with_money() -> None:
    # Kings: 1 K-9, 4 K-7, 3 K-5, 2 K-8 against 17.
    cards = "Kh 9c Kd 8c Ks Kc 9s 7s 5s 8s"
    splits = "1 split, 1.1 split, 1.1 split"
    decisions = f"{splits}, 1.1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    assert net(RIDE_FREE, cards, decisions) == 1000 + 0 - 1000 + 1000
    fifth = "Kh 9c Kd 8c Ks Kc Kh"
    assert refused(RIDE_FREE, fifth, f"{splits}, 1.1 split") == "action/illegal"


@clause(RIDE_FREE, "2119(17)(b)")
@ruling("C88")
def test_2119_17_b_split_aces_get_one_card_and_ask_nothing() -> None:
    # A-5 and A-K: 16 loses the money, 21 (no blackjack) wins the lammer.
    played = play(RIDE_FREE, "Ah 9c Ad 8c 5s Ks", "1 free-split")
    assert (played.won(hand=1), played.won(hand=2)) == (-1000, 1000)
    code = refused(RIDE_FREE, "Ah 9c Ad 8c 5s Ks 2s", "1 free-split, 1.1 hit")
    assert code in {"record/decision-left-over", "action/illegal"}


@clause(RIDE_FREE, "2119(17)(b)")
@ruling("C90", "C37")
def test_ruling_c90_an_ace_on_a_split_ace_is_split_again_or_stood_on() -> None:
    cards = "Ah 9c Ad 8c As"
    offered = choices(RIDE_FREE, cards, "1 free-split")
    assert {"free-split", "stand"} <= offered
    assert not {"hit", "double", "free-double"} & offered
    assert net(RIDE_FREE, f"{cards} 9s", "1 free-split, 1.1 stand") == 0  # 12 lost, 20 won
    # Four hands: A-A asks nothing and is 12; A-7, A-K, A-6 against 17.
    splits = "1 free-split, 1.1 free-split, 1.1 free-split"
    played = play(RIDE_FREE, f"{cards} Ac Ah 7s Kh 6s", splits)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [-1000, 1000, 1000, 0]


@clause(
    RIDE_FREE,
    "2119(18)",
    words="A bust original hand lies ... what the lammers win",
)
@ruling("C84")
def test_2119_18_a_bust_original_hand_measures_what_the_lammers_win() -> None:
    # 1: 8-6-K busts; 3: 8-3-K doubled free wins two lammers; 2: 8-T wins one.
    cards = "8h 9c 8d 8c 8s 6s Kd 3s Kh Ts"
    decisions = "1 free-split, 1.1 free-split, 1.1 hit, 1.3 free-double, 1.2 stand"
    played = play(RIDE_FREE, cards, decisions, 333)
    assert [played.won(hand=hand) for hand in (1, 3, 2)] == [-333, 666, 333]
    busted = played.when("hand-busted", hand=1)
    collected = played.when("wager-settled", hand=1)
    for place in range(busted, collected):  # the reference lies there until both are reconciled
        lying = played.felt_after(place).seats[0].hands[0]
        assert (lying.status, lying.stake) == (Status.BUST, 333)
    assert [line["hand"] for line in played.result["settlement"]] == [3, 2, 1]


@clause(RIDE_FREE, "2119(18)", words="is collected after the free split hands are settled")
def test_2119_18_the_bet_is_collected_with_the_last_free_hand_that_busts() -> None:
    # 8-6-K and 8-6-K bust; the hand split with money stands and meets 17.
    cards = "8h 9c 8d 8c 8s 6s Kd 6h Kc Ts"
    decisions = "1 split, 1.1 free-split, 1.1 hit, 1.3 hit, 1.2 stand"
    played = play(RIDE_FREE, cards, decisions)
    assert [line["hand"] for line in played.result["settlement"]] == [3, 1, 2]
    assert played.when("wager-settled", hand=1) < played.when("action-taken", hand=2)


@clause(RIDE_FREE, "2119(1)", "2119(19)")
@ruling("C25")
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 9c Qd 3c Tc", "1 stand"),
        ("Kh 9c 2d 3c Tc", "1 stand"),
        ("9h 9c 2d 3c Ks Tc", "1 free-double"),
        ("9h 9c 2d 3c Ks Tc", "1 double"),
        ("8h 9c 8d 3c Ks Ts Tc", "1 free-split, 1.1 stand, 1.2 stand"),
        ("Ah 9c Ad 3c Ks Ts Tc", "1 free-split"),
    ],
)
def test_2119_19_a_dealer_22_pushes_every_live_hand(cards: str, decisions: str) -> None:
    played = play(RIDE_FREE, cards, decisions)
    assert {line["outcome"] for line in played.result["settlement"]} == {"push"}
    assert played.net == 0


@clause(RIDE_FREE, "2119(19)")
@ruling("C25")
def test_2119_19_but_not_a_blackjack_nor_a_bust_or_surrendered_hand() -> None:
    # Blackjack, bust with 25, surrender, 20; the dealer: 9-3-T = 22.
    seats = dict.fromkeys((1, 2, 3, 4), 1000)
    cards = "Ah Kh Kd Ks 9c Kc 5d 6d Qs 3c Th Tc"
    decisions = "2 hit, 3 surrender, 4 stand"
    played = play(RIDE_FREE, cards, decisions, seats, options=SURRENDER)
    assert played.nets == {1: 1500, 2: -1000, 3: -500, 4: 0}


@clause(RIDE_FREE, "2119(20)")
@ruling("C65")
def test_2119_20_each_seat_by_itself_in_the_order_of_the_seats() -> None:
    seats = {7: 700, 2: 200}
    cards = "Kh Qd 9c 9d 6s 8c"  # seat 2: 19, seat 7: 16
    assert question(RIDE_FREE, cards, "", seats)[:2] == (2, 1)
    assert play(RIDE_FREE, cards, "2 stand, 7 stand", seats).nets == {2: 200, 7: -700}


@clause(RIDE_FREE, "2119(7)")
@ruling("C59", "C60")
@every_row(
    ("cards", "decisions", "main", "tip"),
    [
        ("Kh 9c Qd 8c", "1 stand", 1000, 300),
        ("Kh 9c 6d 8c", "1 stand", -1000, -300),
        ("Ah 9c Kd 8c", "", 1500, 450),
        ("Kh 9c 8d 3c Tc", "1 stand", 0, 0),  # a dealer 22
        ("5h 9c 6d 8c Ks", "1 free-double", 2000, 300),  # it shares no lammer
        ("5h 9c 6d 8c 2s", "1 free-double", -1000, -300),
        ("5h 9c 6d 8c Ks", "1 double", 2000, 300),
        ("8h 9c 8d 8c Ts Js", "1 free-split, 1.1 stand, 1.2 stand", 2000, 300),
        ("8h 9c 8d 8c 7s Js", "1 free-split, 1.1 stand, 1.2 stand", 0, -300),  # on hand 1
        ("8h 9c 8d 8c Ts 7s", "1 split, 1.1 stand, 1.2 stand", 0, 300),
        ("Kh 9c 6d 8c", "1 surrender", -500, -150),
    ],
)
def test_ruling_c60_a_tip_stays_on_the_first_hand_and_shares_no_lammer(
    cards: str, decisions: str, main: int, tip: int
) -> None:
    played = play(RIDE_FREE, cards, decisions, "1000, tip 300", options=SURRENDER)
    assert played.net == main
    lines = [line for line in played.result["settlement"] if line["wager"] == "tip:main"]
    assert [(line["hand"], line["stake"], line["net"]) for line in lines] == [(1, 300, tip)]


@ruling("C60")
@every_row("lammers", LAMMERS)
def test_ruling_c60_no_number_of_lammers_raises_the_tip(lammers: int) -> None:
    cards, decisions = lammer_round(*LAMMERS[lammers])
    played = play(RIDE_FREE, cards, decisions, "1000, tip 125")
    assert (played.net, played.won("tip:main")) == (1000 * (1 + lammers), 125)


@ruling("C33", "C80")
def test_ruling_c33_insurance_is_asked_of_every_seat_with_a_main_wager() -> None:
    seats = {1: 1000, 2: 600}
    cards = "Ah Kh Ac Kd 9d Ks"
    played = play(RIDE_FREE, cards, "1 insure 500, 2 insure 300", seats)
    assert played.nets == {1: 1000, 2: 0}
    assert settled_in_order(played)[:2] == [(1, "insurance"), (2, "insurance")]
    assert refused(RIDE_FREE, cards, "1 even-money", seats) == "action/illegal"


@ruling("C82")
@every_row(
    ("cards", "action"),
    [
        ("8h 9c 8d 8c Ts Td", "split"),
        ("8h 9c 8d 8c Ts Td", "free-split"),
        ("5h 9c 6d 8c Kd", "free-double"),
    ],
)
def test_ruling_c82_splits_and_free_doubles_take_no_amount(cards: str, action: str) -> None:
    assert refused(RIDE_FREE, cards, f"1 {action} 1000") == "action/amount"
