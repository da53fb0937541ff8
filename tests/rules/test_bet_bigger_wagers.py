"""Bet Bigger Spanish 21: units, insurance, Match the Dealer, Break Bonus and the limits."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.table import BET_BIGGER, net, play, record, refusal, refused

ONE_UNIT = "600, bet-bigger-1 600"
FOUR = "500, bet-bigger-1 500, bet-bigger-2 500, bet-bigger-3 500"
"""The ante and all three units, $5 each."""

UNITS = ["main", "bet-bigger-1", "bet-bigger-2", "bet-bigger-3"]


@clause(BET_BIGGER, "Types of wagers")
@ruling("B10")
@every_row(
    "units",
    ["1", "2", "3", "1 2", "1 3", "2 3", "1 2 3"],
)
def test_bet_bigger_units_may_be_made_on_any_or_all_of_three_spots(units: str) -> None:
    # 20 against 17: the ante and each unit win $5.
    seats = ", ".join(["500", *(f"bet-bigger-{unit} 500" for unit in units.split())])
    played = play(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", seats)
    assert played.net == 500 * (1 + len(units.split()))
    for unit in units.split():
        assert played.won(f"bet-bigger-{unit}") == 500


@clause(BET_BIGGER, "Types of wagers")
@ruling("B10")
@every_row("unit", [499, 501, 1000])
def test_ruling_b10_every_unit_equals_the_ante(unit: int) -> None:
    code = refused(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", f"500, bet-bigger-1 {unit}")
    assert code == "wager/fixed-amount"


@clause(BET_BIGGER, "Types of wagers")
@every_row("wager", ["bet-bigger-1", "match-up", "match-down", "break-bonus"])
def test_bet_bigger_types_of_wagers_everything_needs_the_main_wager(wager: str) -> None:
    alone = {"seats": [{"seat": 1, "wagers": {wager: 500}}]}
    assert refusal(record(BET_BIGGER, "Ks 9c Qd 8c", "1 stand") | alone) == "wager/needs-main"


@clause(BET_BIGGER, "Types of wagers")
@ruling("B10", "B19")
@every_row("double", ["1 double", "1 double 500"])
@every_row(("card", "won"), [("9h", 1000), ("6h", 0), ("2h", -1000)])
def test_ruling_b19_a_doubles_amount_is_the_antes_and_is_added_to_every_unit(
    double: str, card: str, won: int
) -> None:
    # 5-6 with 9 = 20, with 6 = 17, with 2 = 13, against 17.
    played = play(BET_BIGGER, f"5s 9c 6d 8c {card}", double, FOUR)
    for unit in UNITS:
        assert (played.line(unit)["stake"], played.won(unit)) == (1000, won)
    assert played.net == 4 * won


@ruling("B19")
@every_row("amount", [2000, 1500, 499])
def test_ruling_b19_the_sum_of_the_units_is_no_amount_for_a_double(amount: int) -> None:
    code = refused(BET_BIGGER, "5s 9c 6d 8c 9h", f"1 double {amount}", FOUR)
    assert code == "action/amount"


@clause(BET_BIGGER, "Types of wagers")
@ruling("B10")
def test_ruling_b10_a_split_matches_every_unit() -> None:
    # Hand 1: 8-K wins $6 twice; hand 2: 8-6 doubled with 2 = 16 loses $12 twice.
    cards = "8s 9c 8d 8c Kh 6h 2h"
    played = play(BET_BIGGER, cards, "1 split, 1 stand, 1.2 double", ONE_UNIT)
    for unit in ("main", "bet-bigger-1"):
        assert (played.won(unit, hand=1), played.won(unit, hand=2)) == (600, -1200)
    assert played.net == 2 * (600 - 1200)


@clause(BET_BIGGER, "Types of wagers")
@ruling("B12")
@every_row(("ante", "lost"), [(500, 250), (501, 251)])
def test_ruling_b12_surrender_gives_up_half_of_every_unit(ante: int, lost: int) -> None:
    seats = ", ".join([f"{ante}", *(f"{unit} {ante}" for unit in UNITS[1:])])
    played = play(BET_BIGGER, "9s 9c 7d 8c", "1 surrender", seats)
    assert [played.won(unit) for unit in UNITS] == [-lost] * 4


@clause(BET_BIGGER, "Types of wagers")
def test_bet_bigger_units_are_paid_as_the_ante_is() -> None:
    # Blackjack 3 to 2 on each of two $6 units; 6-7-8 of hearts 2 to 1 on each; both lost to K-A.
    assert net(BET_BIGGER, "As 9c Kd 8c", "", ONE_UNIT) == 2 * 900
    assert net(BET_BIGGER, "6h 9c 7h 8c 8h", "1 hit", ONE_UNIT) == 2 * 1200
    assert net(BET_BIGGER, "Ks Kc Qd Ah", "", ONE_UNIT) == -2 * 600


@ruling("B27", "W23")
@every_row(("rounding", "won"), [("down", 151), ("up", 152)])
def test_ruling_b27_each_unit_is_rounded_by_itself(rounding: str, won: int) -> None:
    # 3 to 2 on 101 cents is 151.5; two of them together would be 303.
    seats = "101, bet-bigger-1 101"
    options = {"rounding": rounding}
    assert net(BET_BIGGER, "As 9c Kd 8c", "", seats, options=options) == 2 * won


@clause(BET_BIGGER, "Insurance")
@ruling("B11", "B20")
@every_row(
    ("down", "decisions", "won"),
    [
        # A dealer blackjack takes 4 x 500; each insured unit wins 2 x 250.
        ("Kh", "insure insure insure insure", 0),
        ("Kh", "insure decline insure decline", -1000),
        ("Kh", "decline decline decline decline", -2000),
        # A-8 = 19 loses to 20: 4 x 500 won, 250 lost for each insured unit.
        ("8h", "insure insure insure insure", 1000),
        ("8h", "decline decline decline insure", 1750),
    ],
)
def test_bet_bigger_insurance_each_unit_separately(down: str, decisions: str, won: int) -> None:
    words = decisions.split()
    answers = ["1 " + words[0]]
    answers += [
        f"1 {word} insurance-{unit}" for unit, word in zip(UNITS[1:], words[1:], strict=True)
    ]
    answers += [] if down == "Kh" else ["1 stand"]
    assert net(BET_BIGGER, f"Ks Ac Qd {down}", ", ".join(answers), FOUR) == won


@clause(BET_BIGGER, "Insurance")
@ruling("B20")
def test_ruling_b20_insurance_is_asked_in_the_order_ante_1_2_3() -> None:
    cards = "Ks Ac Qd Kh"
    seats = "500, bet-bigger-1 500, bet-bigger-3 500"
    good = "1 insure, 1 decline insurance-bet-bigger-1, 1 insure insurance-bet-bigger-3"
    played = play(BET_BIGGER, cards, good, seats)
    # Three times 500 lost, two insurances of 250 at 2 to 1 won.
    assert played.net == -1500 + 1000
    assert played.won("insurance") == played.won("insurance-bet-bigger-3") == 500
    assert "insurance-bet-bigger-1" not in played.wagers()
    wrong = "1 insure, 1 insure insurance-bet-bigger-3"
    assert refused(BET_BIGGER, cards, wrong, seats) == "action/not-your-turn"
    missing = "1 insure, 1 decline insurance-bet-bigger-1"
    assert refused(BET_BIGGER, cards, missing, seats) == "record/decision-missing"


@clause(BET_BIGGER, "Insurance")
@ruling("B11")
@every_row("amount", [1, 249, 251, 500])
def test_ruling_b11_insurance_is_exactly_half(amount: int) -> None:
    cards = "Ks Ac Qd Kh"
    assert net(BET_BIGGER, cards, "1 insure 250", 500) == 0
    assert net(BET_BIGGER, cards, "1 insure", 500) == 0
    assert refused(BET_BIGGER, cards, f"1 insure {amount}", 500) == "action/amount"


@clause(BET_BIGGER, "Insurance", "Wager limits")
@ruling("B13")
@every_row(("ante", "half"), [(100, 50), (101, 50), (999, 499)])
def test_ruling_b13_half_of_an_odd_ante_rounds_down_and_may_be_under_a_dollar(
    ante: int, half: int
) -> None:
    # The ante is lost to a blackjack, the insurance pays 2 to 1.
    assert net(BET_BIGGER, "Ks Ac Qd Kh", "1 insure", ante) == 2 * half - ante
    code = refused(BET_BIGGER, "Ks Ac Qd Kh", f"1 insure {half + 1}", ante)
    assert code == "action/amount"


@clause(BET_BIGGER, "Insurance")
@ruling("B18")
@every_row(
    ("down", "won"),
    [
        ("Kh", 2 * 900 + 2 * 600),  # 3 to 2 on two units of $6, $3 of insurance on each at 2 to 1
        ("9h", 2 * 900 - 2 * 300),
    ],
)
def test_ruling_b18_a_paid_blackjack_may_still_insure(down: str, won: int) -> None:
    decisions = "1 insure, 1 insure 300 insurance-bet-bigger-1"
    assert net(BET_BIGGER, f"As Ac Kd {down}", decisions, ONE_UNIT) == won


@clause(BET_BIGGER, "Wager limits")
@ruling("B13")
@every_row("wager", ["main", "match-up", "match-down", "break-bonus"])
@every_row(("amount", "good"), [(99, 0), (100, 1), (1000, 1), (1001, 0)])
def test_bet_bigger_wager_limits_1_to_10_dollars(wager: str, amount: int, good: int) -> None:
    # 20 against 9-8 wins the ante; every side wager loses.
    cards = "Ks 9c Qd 8c"
    seats = str(amount) if wager == "main" else f"500, {wager} {amount}"
    if good:
        won = amount if wager == "main" else 500 - amount
        assert net(BET_BIGGER, cards, "1 stand", seats) == won
    else:
        assert refused(BET_BIGGER, cards, "1 stand", seats) == "wager/off-limits"


@clause(BET_BIGGER, "Wager limits")
def test_bet_bigger_wager_limits_are_the_houses_up_to_10_dollars() -> None:
    cards = "Ks 9c Qd 8c"
    narrow = {"main": {"min": 500, "max": 800}}
    assert net(BET_BIGGER, cards, "1 stand", 800, limits=narrow) == 800
    for wager in (499, 801):
        assert refused(BET_BIGGER, cards, "1 stand", wager, limits=narrow) == "wager/off-limits"
    half_dollar = {"main": {"min": 50}}
    assert net(BET_BIGGER, cards, "1 stand", 50, limits=half_dollar) == 50
    assert refused(BET_BIGGER, cards, "1 stand", 49, limits=half_dollar) == "wager/off-limits"
    assert refused(BET_BIGGER, cards, "1 stand", 50) == "wager/off-limits"
    for wide in ({"main": {"max": 1001}}, {"break-bonus": {"max": 2000}}):
        assert refused(BET_BIGGER, cards, "1 stand", 500, limits=wide) == "option/invalid"


@clause(BET_BIGGER, "Wager limits")
def test_bet_bigger_wager_limits_do_not_bind_what_a_double_or_split_adds() -> None:
    # $10 doubled; $10 split and doubled.
    assert net(BET_BIGGER, "5s 9c 6d 8c 9h", "1 double") == 2000
    cards = "8s 9c 8d 8c 3h 9h Kh"
    assert net(BET_BIGGER, cards, "1 split, 1 double, 1.2 stand") == 3000


MATCHES = {
    "9h 9h": (25, 18),
    "9h 9d": (15, 13),
    "9d 9h": (15, 13),
    "9d 9s": (8, 8),
    "9h 7d": (10, 9),
    "7d 9s": (3, 4),
    "7d 6s": (-1, -1),
}
"""The player's cards against 9h: to 1 by the Bonus Options, and by the probability block."""


@clause(
    BET_BIGGER,
    "Bonus Options",
    "Bonus Options(a)",
    "Bonus Options(b)",
    "Bonus Options(c)",
    "Bonus Options(d)",
    "Bonus Options(e)",
)
@ruling("B21", "B23")
@every_row("player", MATCHES)
@every_row("spot", ["match-up", "match-down"])
def test_bet_bigger_bonus_options_are_the_default_for_up_and_down(player: str, spot: str) -> None:
    first, second = player.split()
    up, down = ("9h", "8c") if spot == "match-up" else ("8c", "9h")
    cards = f"{first} {up} {second} {down}"
    for tables in ({}, {"tables": {spot: "bonus-options"}}):
        played = play(BET_BIGGER, cards, "1 surrender", f"500, {spot} 200", **tables)
        assert played.won(spot) == 200 * MATCHES[player][0]


@clause(BET_BIGGER, "Match the Dealer Probability and odds")
@ruling("B22", "B23")
@every_row("player", MATCHES)
@every_row("spot", ["match-up", "match-down"])
def test_bet_bigger_match_the_dealer_probability_and_odds_is_a_second_table(
    player: str, spot: str
) -> None:
    first, second = player.split()
    up, down = ("9h", "8c") if spot == "match-up" else ("8c", "9h")
    cards = f"{first} {up} {second} {down}"
    tables = {spot: "probability-block"}
    played = play(BET_BIGGER, cards, "1 surrender", f"500, {spot} 200", tables=tables)
    assert played.won(spot) == 200 * MATCHES[player][1]


@clause(BET_BIGGER, "Types of wagers", "Bonus Options")
def test_bet_bigger_up_and_down_are_wagered_independently() -> None:
    # 9h suited with the up card, 8h not suited with the down card.
    cards = "9h 9h 8h 8d"
    assert net(BET_BIGGER, cards, "1 stand", "500, match-up 100") == 1000
    assert net(BET_BIGGER, cards, "1 stand", "500, match-down 100") == 300
    assert net(BET_BIGGER, cards, "1 stand", "500, match-up 100, match-down 200") == 1000 + 600


@clause(BET_BIGGER, "Method of Play", "Bonus Options")
def test_bet_bigger_the_up_card_is_settled_at_once_and_the_down_card_when_exposed() -> None:
    seats = "500, match-up 100, match-down 100"
    played = play(BET_BIGGER, "9h 9h 8h 8d", "1 stand", seats)
    assert played.when("wager-settled", wager="match-up") < played.when("action-taken")
    exposed = played.when("down-card-exposed")
    assert exposed < played.when("wager-settled", wager="match-down")


BREAKS = {
    3: ("9c 6d Kd", 1),  # 25
    4: ("2c 3d 9h Kd", 3),  # 14 and a king
    5: ("2c 3d 4h 6s Kd", 4),  # 15 and a king
    6: ("2c 2d 2h 3s 6s Kd", 15),  # 15 and a king
    7: ("2c 2d 2h 2s 3s 4s Kd", 50),  # 15 and a king
    8: ("2c 2d 2h 2s 2c 3s 3d Kd", 200),  # 16 and a king
    9: ("2c 2d 2h 2s 2c 2d As Ad Kd", 200),  # twelve, two aces as 1, and a king
}
"""The dealer's cards when breaking with so many, and what the wager pays to 1."""


@clause(
    BET_BIGGER,
    "Break Bonus",
    "Break Bonus(a)",
    "Break Bonus(b)",
    "Break Bonus(c)",
    "Break Bonus(d)",
    "Break Bonus(e)",
    "Break Bonus(f)",
)
@every_row("count", BREAKS)
def test_bet_bigger_break_bonus_pays_by_the_number_of_cards(count: int) -> None:
    dealer, to_one = BREAKS[count]
    up, down, *drawn = dealer.split()
    cards = " ".join(["Ks", up, "Qd", down, *drawn])
    played = play(BET_BIGGER, cards, "1 stand", "500, break-bonus 200")
    assert len(played.dealer.split()) == count
    assert (played.won("break-bonus"), played.won()) == (200 * to_one, 500)


@clause(BET_BIGGER, "Break Bonus")
@every_row("cards", ["Ks 9c Qd 8c", "Ks 9c Qd 3c 9d", "Ks 6c Qd Ah 4d"])
def test_bet_bigger_break_bonus_loses_when_the_dealer_does_not_break(cards: str) -> None:
    # The dealer has 17, 21 and 21.
    played = play(BET_BIGGER, cards, "1 stand", "500, break-bonus 200")
    assert played.won("break-bonus") == -200


@clause(BET_BIGGER, "Break Bonus")
@ruling("B24")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("Ks Kc Qd Ah", "", -500),
        ("Ks Ac Qd Kh", "1 decline", -500),
        ("As Kc Kd Ah", "", 750),  # a player blackjack all the same
    ],
)
def test_ruling_b24_break_bonus_loses_to_a_dealer_blackjack(
    cards: str, decisions: str, main: int
) -> None:
    played = play(BET_BIGGER, cards, decisions, "500, break-bonus 200")
    assert (played.won("break-bonus"), played.won()) == (-200, main)


@clause(BET_BIGGER, "Break Bonus")
@ruling("B25", "W28")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("Ks 9c 6d 6h Qd Kd", "1 hit", -500),  # bust
        ("As 9c Kd 6h Kd", "", 750),  # a paid blackjack
        ("Ks 9c 5d 6h 6s Kd", "1 hit", 500),  # a paid 21
        ("Ks 9c 6d 6h Kd", "1 surrender", -250),
    ],
)
def test_ruling_b25_the_dealer_plays_out_while_a_break_bonus_is_live(
    cards: str, decisions: str, main: int
) -> None:
    # 9-6-K: three cards, 1 to 1.
    played = play(BET_BIGGER, cards, decisions, "500, break-bonus 200")
    assert (played.won("break-bonus"), played.won()) == (200, main)
    without = refused(BET_BIGGER, cards, decisions, 500)
    assert without == "record/cards-left-over"


@clause(BET_BIGGER, "Break Bonus")
def test_bet_bigger_break_bonus_of_another_seat_makes_the_dealer_draw() -> None:
    seats = {1: "500", 2: "500, break-bonus 200"}
    # Both are bust: K-6-Q and K-6-J; the dealer breaks with 9-6-K.
    cards = "Ks Kd 9c 6d 6s 6h Qd Jd Kd"
    played = play(BET_BIGGER, cards, "1 hit, 2 hit", seats)
    assert played.nets == {1: -500, 2: -500 + 200}


@clause(BET_BIGGER, "Method of Play")
@ruling("B28")
@every_row(
    ("shoe", "fits"),
    [
        ({"burn": 1, "cut": 48}, True),
        ({"cut": 36}, True),
        ({"cut": 60}, True),
        ({"cut": 35}, False),
        ({"cut": 61}, False),
        ({"cut": 0}, False),
        ({"burn": 0}, False),
        ({"burn": 2}, False),
    ],
)
def test_ruling_b28_one_card_is_burned_and_the_cut_card_lies_about_one_deck_from_the_bottom(
    shoe: dict[str, int], *, fits: bool
) -> None:
    if fits:
        assert net(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", 500, shoe=shoe) == 500
    else:
        code = refused(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", 500, shoe=shoe)
        assert code == "option/invalid"
