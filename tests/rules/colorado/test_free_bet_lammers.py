"""Free Bet Blackjack, 30-2116: what lammers win and cost, Pot of Gold, and tips that share them.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from pitboss.engine.state import Status
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import FREE_BET, LAMMERS, lammer_round, net
from tests.rules.colorado.table import play, refused, settled_in_order

POT = {"pot-of-gold": "POG-01"}
WITH_POT = "1000, pot-of-gold 200"
POT_TABLES = {
    "POG-01": {1: 3, 2: 10, 3: 30, 4: 60, 5: 100, 6: 300, 7: 1000},
    "POG-02": {1: 3, 2: 12, 3: 30, 4: 50, 5: 100, 6: 100, 7: 100},
}
"""2116(10), as printed: lammers -> to 1."""


@clause(FREE_BET, "2116(8)", words="Pairs other than ten-values are split without a second wager")
@clause(FREE_BET, "2116(8)(a)(i)")
def test_2116_8_a_i_a_free_split_that_wins_is_paid_as_much_again() -> None:
    # 8-T and 8-J against 17: the wager is paid, and the lammer.
    played = play(FREE_BET, "8h 9c 8d 8c Ts Js", "1 free-split, 1.1 stand, 1.2 stand", 1075)
    assert (played.won(hand=1), played.won(hand=2)) == (1075, 1075)
    assert played.net == 2150


@clause(FREE_BET, "2116(8)(b)(i)")
def test_2116_8_b_i_a_free_split_that_loses_costs_only_the_original_wager() -> None:
    played = play(FREE_BET, "8h 9c 8d 8c 7s 7h", "1 free-split, 1.1 stand, 1.2 stand", 1075)
    assert (played.won(hand=1), played.won(hand=2)) == (-1075, 0)
    assert (played.outcome(hand=1), played.outcome(hand=2)) == ("lose", "lose")
    assert played.net == -1075


@clause(FREE_BET, "2116(8)(c)(i)")
def test_2116_8_c_i_a_free_split_that_ties_is_a_push() -> None:
    played = play(FREE_BET, "8h 9c 8d 8c 9s 9h", "1 free-split, 1.1 stand, 1.2 stand", 1075)
    assert (played.outcome(hand=1), played.outcome(hand=2)) == ("push", "push")
    assert played.net == 0


@clause(FREE_BET, "2116(8)(a)(i)", "2116(8)(b)(i)", "2116(8)(c)(i)")
@ruling("C89")
@every_row(
    ("drawn", "main"),
    [
        ("Ts Js", 2000),  # won
        ("7s 7h", -1000),  # lost
        ("9s 9h", 0),  # tied
    ],
)
def test_2116_8_the_lammer_of_a_split_goes_to_pot_of_gold_however_it_ends(
    drawn: str, main: int
) -> None:
    decisions = "1 free-split, 1.1 stand, 1.2 stand"
    played = play(FREE_BET, f"8h 9c 8d 8c {drawn}", decisions, WITH_POT, tables=POT)
    assert played.won("pot-of-gold") == 600  # one lammer: 3 to 1
    assert played.net == main + 600
    assert net(FREE_BET, f"8h 9c 8d 8c {drawn}", decisions) == main  # without the wager


@clause(FREE_BET, "2116(8)(d)", words="If the hand with the money busts ... the original wager")
@clause(FREE_BET, "2116(8)(d)(iii)")
@ruling("C84")
def test_2116_8_d_the_bust_hand_loses_the_money_and_every_lammer_still_wins() -> None:
    # 1: 8-K-K busts. 3: 8-T wins. 2: 8-J wins. Each lammer is worth the original wager.
    cards = "8h 9c 8d 8c 8s Kh Kd Ts Js"
    decisions = "1 free-split, 1.1 free-split, 1.1 hit, 1.3 stand, 1.2 stand"
    played = play(FREE_BET, cards, decisions, 725)
    assert [played.won(hand=hand) for hand in (1, 3, 2)] == [-725, 725, 725]
    assert played.outcome(hand=1) == "bust"
    assert played.net == 725
    order = [
        busted := played.when("hand-busted", hand=1),
        played.when("action-taken", hand=3),
        played.when("down-card-exposed"),
        played.when("wager-settled", hand=3),
        played.when("wager-settled", hand=2),
        collected := played.when("wager-settled", hand=1),
    ]
    assert order == sorted(order)
    for place in range(busted, collected):  # the hand lies there, with the bet on top
        lying = played.felt_after(place).seats[0].hands[0]
        assert (lying.status, lying.stake, lying.total) == (Status.BUST, 725, 28)
    assert played.felt_after(collected).seats[0].hands[0].status is Status.SETTLED


@clause(
    FREE_BET, "2116(8)(d)", words="its cards stay face down under the wager until the round's end"
)
def test_2116_8_d_the_bet_is_collected_at_its_seats_turn_after_the_free_hands() -> None:
    """Counter-clockwise: seat 2 first, then seat 1's free hand, then the bet that lies there."""
    cards = "8h Ks 9c 8d 9h 8c 6s Kd Ts"
    decisions = "1 free-split, 1.1 hit, 1.2 stand, 2 stand"
    played = play(FREE_BET, cards, decisions, {1: 1000, 2: 1000})
    settled = [(line["seat"], line["hand"]) for line in played.result["settlement"]]
    assert settled == [(2, 1), (1, 2), (1, 1)]
    assert played.nets == {1: 0, 2: 1000}


@clause(
    FREE_BET, "2116(8)(d)", words="its cards stay face down under the wager until the round's end"
)
@clause(FREE_BET, "2116(6)(a)")
def test_2116_8_d_the_tip_lies_with_the_bet() -> None:
    decisions = "1 free-split, 1.1 hit, 1.2 stand"
    done = play(FREE_BET, "8h 9c 8d 8c 6s Kd Ts", decisions, "1000, tip 200")
    assert done.when("wager-settled", hand=2) < done.when("wager-settled", wager="tip:main", hand=1)
    assert done.won("tip:main") == -200


@clause(
    FREE_BET, "2116(8)(d)", words="its cards stay face down under the wager until the round's end"
)
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 9c 6d 8c Qs", "1 hit"),  # never split
        ("8h 9c 8d 8c 6s Kd Ts", "1 split, 1.1 hit, 1.2 stand"),  # split with money
        ("8h 9c 8d 8c Ts 6s Kd", "1 free-split, 1.1 stand, 1.2 hit"),  # the hand with the lammer
    ],
)
def test_2116_8_d_any_other_bust_hand_is_taken_at_once(cards: str, decisions: str) -> None:
    done = play(FREE_BET, cards, decisions)
    assert "hand-busted" not in {event["event"] for event in done.events}
    taken = done.when("wager-settled", outcome="bust")
    assert done.events[taken - 1]["event"] == "card-dealt"


@clause(FREE_BET, "2116(8)(d)(iii)")
@ruling("C84")
@every_row(
    ("drawn", "decisions", "won"),
    [
        ("7s Ts", "1.1 stand, 1.2 stand", 0),  # the money lost, the lammer won
        ("Ts 7s", "1.1 stand, 1.2 stand", 1000),  # the money won, the lammer for nothing
        ("9s Ts", "1.1 stand, 1.2 stand", 1000),
        ("7s 9s", "1.1 stand, 1.2 stand", -1000),
        ("Ts 6s Kd", "1.1 stand, 1.2 hit", 1000),  # 8-6-K busts with the lammer
        ("6s Kd Ts", "1.1 hit, 1.2 stand", 0),  # 8-6-K busts with the money
    ],
)
def test_2116_8_d_iii_each_hand_is_won_or_lost_by_itself(
    drawn: str, decisions: str, won: int
) -> None:
    assert net(FREE_BET, f"8h 9c 8d 8c {drawn}", f"1 free-split, {decisions}") == won


@clause(FREE_BET, "2116(8)(d)(iii)")
def test_2116_8_d_iii_where_both_hands_bust_the_dealer_need_not_draw() -> None:
    # The dealer keeps 9-3; a card more would be left over.
    cards = "8h 9c 8d 3c 6s Kd 6h Kc"
    decisions = "1 free-split, 1.1 hit, 1.2 hit"
    played = play(FREE_BET, cards, decisions)
    assert (played.net, played.dealer) == (-1000, "9c 3c")
    # "unless the second busts as well": then the bet is collected with it, before the hole card
    assert [line["hand"] for line in played.result["settlement"]] == [2, 1]
    assert played.when("wager-settled", hand=1) < played.when("down-card-exposed")
    assert refused(FREE_BET, f"{cards} Ts", decisions) == "record/cards-left-over"


@clause(FREE_BET, "2116(8)(d)(iii)")
def test_2116_8_d_iii_the_dealer_draws_against_a_hand_that_has_only_a_lammer() -> None:
    # Hand 1 busts; hand 2 stands on 18; the dealer draws 9-3-4 = 16, K: busts.
    cards = "8h 9c 8d 3c 6s Kd Th 4s Ks"
    decisions = "1 free-split, 1.1 hit, 1.2 stand"
    assert net(FREE_BET, cards, decisions) == 0


@clause(FREE_BET, "2116(8)(d)(i)", "2116(4)")
@ruling("C89")
def test_2116_8_d_i_one_lammer_for_each_free_split() -> None:
    # Three free splits, nobody doubles: 3 lammers, 30 to 1; hands of 18 win 4 x 1000.
    cards, decisions = lammer_round(3, 0)
    played = play(FREE_BET, cards, decisions, WITH_POT, tables=POT)
    assert (played.won("pot-of-gold"), played.net) == (6000, 10_000)


@clause(FREE_BET, "2116(8)(d)(ii)", words="The player asks for a free split")
def test_2116_8_d_ii_a_free_split_is_the_players_to_ask_for() -> None:
    # A pair is not split by itself: it may be hit, stood on, or split with money or without.
    assert net(FREE_BET, "9h 9c 9d 8c", "1 stand") == 1000  # 18 against 17
    assert net(FREE_BET, "2h 9c 2d 8c Ks 7s", "1 hit, 1 hit") == 1000  # 2-2-K-7 = 21
    assert refused(FREE_BET, "9h 9c 9d 8c") == "record/decision-missing"


@clause(FREE_BET, "2116(9)", words="A two-card hard 9, 10 or 11 is doubled without a second wager")
@clause(FREE_BET, "2116(9)(a)(i)")
def test_2116_9_a_i_a_free_double_that_wins_is_paid_as_much_again() -> None:
    played = play(FREE_BET, "5h 9c 6d 8c Ks", "1 free-double", 1075)
    assert (played.line()["stake"], played.net) == (1075, 2150)


@clause(FREE_BET, "2116(9)(b)(i)")
def test_2116_9_b_i_a_free_double_that_loses_costs_only_the_original_wager() -> None:
    assert net(FREE_BET, "5h 9c 6d 8c 2s", "1 free-double", 1075) == -1075
    assert net(FREE_BET, "5h 9c 6d 8c 2s", "1 double", 1075) == -2150  # with money


@clause(FREE_BET, "2116(9)(c)(i)")
def test_2116_9_c_i_a_free_double_that_ties_is_a_push() -> None:
    played = play(FREE_BET, "5h 9c 6d 8c 6s", "1 free-double", 1075)
    assert (played.outcome(), played.net) == ("push", 0)


@clause(FREE_BET, "2116(9)(a)(i)", "2116(9)(b)(i)", "2116(9)(c)(i)")
@ruling("C89")
@every_row(("drawn", "main"), [("Ks", 2000), ("2s", -1000), ("6s", 0)])
def test_2116_9_the_lammer_of_a_double_goes_to_pot_of_gold_however_it_ends(
    drawn: str, main: int
) -> None:
    cards = f"5h 9c 6d 8c {drawn}"
    played = play(FREE_BET, cards, "1 free-double", WITH_POT, tables=POT)
    assert (played.won(), played.won("pot-of-gold")) == (main, 600)


@clause(FREE_BET, "2116(9)(d)")
def test_2116_9_d_a_free_double_on_a_free_hand_wins_twice_and_loses_nothing() -> None:
    # Hand 1: 8-9 ties. Hand 2: 8-3 doubled free: two lammers.
    split = "1 free-split, 1.1 stand, 1.2 free-double"
    assert net(FREE_BET, "8h 9c 8d 8c 9s 3s Ks", split) == 2000
    assert net(FREE_BET, "8h 9c 8d 8c 9s 3s 2s", split) == 0
    assert net(FREE_BET, "8h 9c 8d 8c 9s 3s 6s", split) == 0  # 17 ties
    # On the hand with the money: 8-3-K wins wager and lammer, 8-3-2 loses the wager only.
    money = "1 free-split, 1.1 free-double, 1.2 stand"
    assert net(FREE_BET, "8h 9c 8d 8c 3s Ks 9s", money) == 2000
    assert net(FREE_BET, "8h 9c 8d 8c 3s 2s 9s", money) == -1000


@clause(FREE_BET, "2116(9)", words="hands are settled counter-clockwise from the dealer's right")
@clause(FREE_BET, "2116(8)", words="hands are settled counter-clockwise from the dealer's right")
def test_2116_8_hands_are_settled_counter_clockwise_from_the_dealers_right() -> None:
    # Seat 1 is at the dealer's left, seat 3 at the right: 3, 2, 1.
    seats = dict.fromkeys((1, 2, 3), 1000)
    cards = "Kh 5h 8h 9c Qd 6d 8d 8c Ks Ts Td"
    decisions = "1 stand, 2 free-double, 3 free-split, 3.1 stand, 3.2 stand"
    played = play(FREE_BET, cards, decisions, seats)
    assert played.nets == {1: 1000, 2: 2000, 3: 2000}
    assert [seat for seat, _ in settled_in_order(played)] == [3, 3, 2, 1]


@clause(FREE_BET, "2116(4)", "2116(10)", "2116(10) Pot of Gold")
@ruling("C89", "C93")
@every_row("decks", [5, 6, 8])
@every_row("lammers", LAMMERS)
@every_row("table", POT_TABLES)
def test_2116_10_every_row_of_pot_of_gold(table: str, lammers: int, decks: int) -> None:
    splits, doubles = LAMMERS[lammers]
    cards, decisions = lammer_round(splits, doubles)
    tables = {"pot-of-gold": table}
    wagers = "1000, pot-of-gold 237"
    played = play(FREE_BET, cards, decisions, wagers, tables=tables, decks=decks)
    assert played.line("pot-of-gold") == {
        "seat": 1,
        "hand": 1,
        "wager": "pot-of-gold",
        "stake": 237,
        "outcome": str(lammers),
        "net": 237 * POT_TABLES[table][lammers],
    }
    # Every hand and every double wins 1000.
    assert played.net - played.won("pot-of-gold") == 1000 * (1 + splits + doubles)


@clause(FREE_BET, "2116(4)", "2116(10) Pot of Gold")
@ruling("C42", "C89")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("Kh 9c Qd 8c", "1 stand", 1000),
        ("5h 9c 6d 8c Ks", "1 double", 2000),  # ordinary money: no lammer
        ("8h 9c 8d 8c Ts Td", "1 split, 1.1 stand, 1.2 stand", 2000),
        ("Ah 9c Kd 8c", "", 1500),
        ("Kh 9c 6d 8c Ks", "1 hit", -1000),
    ],
)
def test_2116_4_pot_of_gold_loses_without_a_lammer(cards: str, decisions: str, main: int) -> None:
    for table in POT_TABLES:
        tables = {"pot-of-gold": table}
        played = play(FREE_BET, cards, decisions, WITH_POT, tables=tables)
        assert (played.net, played.won("pot-of-gold")) == (main - 200, -200)


@clause(FREE_BET, "2116(4)")
@ruling("C86")
@every_row(
    ("cards", "decisions"),
    [("5h Kc 6d Ac", ""), ("8h Ac 8d Kc", "1 decline")],
)
def test_2116_4_pot_of_gold_loses_to_a_dealer_blackjack(cards: str, decisions: str) -> None:
    played = play(FREE_BET, cards, decisions, WITH_POT, tables=POT)
    assert (played.won(), played.won("pot-of-gold")) == (-1000, -200)


@clause(FREE_BET, "2116(4)", "2116(10) Pot of Gold")
@ruling("C89")
def test_2116_4_lammers_of_all_hands_of_the_seat_are_counted_and_of_no_other() -> None:
    # Seat 1: free split, both doubled free and bust or lost: 3 lammers. Seat 2: one. Seat 3: none.
    seats = dict.fromkeys((1, 2, 3), WITH_POT)
    cards = "8h 5h Kh 9c 8d 6d Qd 8c 2s 3s 3d 4s Ks"
    decisions = "1 free-split, 1.1 free-double, 1.2 free-double, 2 free-double, 3 stand"
    played = play(FREE_BET, cards, decisions, seats, tables=POT)
    # 8-2-3 = 13 and 8-3-4 = 15 lose the money once; 5-6-K wins twice; K-Q wins.
    assert [played.won("pot-of-gold", seat) for seat in (1, 2, 3)] == [6000, 600, -200]
    assert played.nets == {1: -1000 + 6000, 2: 2000 + 600, 3: 1000 - 200}


@clause(FREE_BET, "2116(4)")
@ruling("C85")
def test_ruling_c85_the_dealer_does_not_draw_for_pot_of_gold() -> None:
    # 8-8 split free; both hands bust: 1 lammer is paid, and the dealer keeps 9-3.
    cards = "8h 9c 8d 3c 6s Kd 6h Kc"
    decisions = "1 free-split, 1.1 hit, 1.2 hit"
    played = play(FREE_BET, cards, decisions, WITH_POT, tables=POT)
    assert (played.won("pot-of-gold"), played.dealer) == (600, "9c 3c")
    assert played.net == -1000 + 600


@clause(FREE_BET, "2116(6)(a)")
@ruling("C59", "C60")
@every_row(
    ("drawn", "main", "tip"),
    [("Ks", 2000, 600), ("6s", 0, 0), ("2s", -1000, -300)],
)
def test_2116_6_a_a_tip_shares_a_free_double(drawn: str, main: int, tip: int) -> None:
    cards = f"5h 9c 6d 8c {drawn}"
    wagers = "1000, tip 300"
    played = play(FREE_BET, cards, "1 free-double", wagers)
    assert (played.won(), played.net) == (main, main)
    line = played.line("tip:main")
    assert (line["stake"], line["net"]) == (300, tip)


@clause(FREE_BET, "2116(6)(a)")
@ruling("C60")
@every_row(
    ("drawn", "main", "tips"),
    [
        ("Ts Js", 2000, {1: 300, 2: 300}),
        ("7s Js", 0, {1: -300, 2: 300}),
        ("Ts 7s", 1000, {1: 300}),  # a free hand that loses costs it nothing
        ("7s 7h", -1000, {1: -300}),
        ("9s 9h", 0, {1: 0}),
        ("9s Ts", 1000, {1: 0, 2: 300}),
    ],
)
def test_2116_6_a_a_tip_shares_a_free_split(drawn: str, main: int, tips: dict[int, int]) -> None:
    decisions = "1 free-split, 1.1 stand, 1.2 stand"
    wagers = "1000, tip 300"
    played = play(FREE_BET, f"8h 9c 8d 8c {drawn}", decisions, wagers)
    assert played.net == main
    lines = [line for line in played.result["settlement"] if line["wager"] == "tip:main"]
    assert {line["hand"]: line["net"] for line in lines if line["net"] or line["hand"] == 1} == tips
    assert sum(line["stake"] for line in lines) == 300


@clause(FREE_BET, "2116(6)(a)")
@ruling("C60")
@every_row("lammers", LAMMERS)
def test_2116_6_a_a_tip_wins_for_every_lammer(lammers: int) -> None:
    # The wager itself and every lammer win: 1 + lammers times the tip.
    cards, decisions = lammer_round(*LAMMERS[lammers])
    played = play(FREE_BET, cards, decisions, "1000, tip 125")
    lines = [line for line in played.result["settlement"] if line["wager"] == "tip:main"]
    assert sum(line["net"] for line in lines) == 125 * (1 + lammers)
    assert played.net == 1000 * (1 + lammers)


@ruling("C60")
@every_row(
    ("cards", "decisions", "wager", "tip"),
    [
        ("3h 9c 5d 8c Ks", "1 double", 2000, 300),  # never doubled with money
        ("3h 9c 5d 8c 2s", "1 double", -2000, -300),
        ("8h 9c 8d 8c Ts Td", "1 split, 1.1 stand, 1.2 stand", 2000, 300),  # nor split
        ("8h 9c 8d 8c 7s Td", "1 split, 1.1 stand, 1.2 stand", 0, -300),  # it is on hand 1
        ("8h 9c 8d 8c Ts 7d", "1 split, 1.1 stand, 1.2 stand", 0, 300),
        ("Kh Ac 9d Ks", "1 insure 500", 0, -300),  # nor insured
        ("Ah 9c Kd 8c", "", 1500, 450),  # a blackjack at the player's odds
        ("Ah Kc Kd Ac", "", 0, 0),
        ("Kh 9c 8d 3c Tc", "1 stand", 0, 0),  # a dealer 22
        ("Kh 9c 6d 8c Ks", "1 hit", -1000, -300),
    ],
)
def test_ruling_c60_a_tip_stays_on_the_first_hand_at_the_same_odds(
    cards: str, decisions: str, wager: int, tip: int
) -> None:
    played = play(FREE_BET, cards, decisions, "1000, tip 300")
    assert (played.net, played.won("tip:main")) == (wager, tip)


@ruling("C60")
@every_row(("tip", "won"), [(300, -150), (301, -151), (1, -1)])
def test_ruling_c60_a_surrender_returns_half_the_tip(tip: int, won: int) -> None:
    options = {"surrender": True}
    wagers = f"1001, tip {tip}"
    played = play(FREE_BET, "Kh 9c 6d 8c", "1 surrender", wagers, options=options)
    assert (played.net, played.won("tip:main")) == (-501, won)


@ruling("C60", "C40")
@every_row(("posted", "won"), [("3:2", 451), ("6:5", 361)])
def test_ruling_c60_a_tip_beside_a_blackjack_is_rounded_down(posted: str, won: int) -> None:
    # 301 x 3/2 = 451.5, 301 x 6/5 = 361.2.
    options = {"blackjack": posted}
    played = play(FREE_BET, "Ah 9c Kd 8c", "", "1000, tip 301", options=options)
    assert played.won("tip:main") == won
