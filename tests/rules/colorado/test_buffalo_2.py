"""Colorado 30-2113: Buffalo Blackjack Bonus 2.

The cells of Bust Bonus are in test_buffalo_bust_bonus.py, the progressive in
test_21_plus_3_progressive.py.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.buffalo import BUST
from tests.rules.colorado.felt import BUFFALO_2 as GAME
from tests.rules.colorado.felt import PROGRESSIVE, net, progressive, question, three_cards
from tests.rules.colorado.table import asked, play, refused, settled_in_order

A = {"21-plus-3": "A"}
B = {"21-plus-3": "B"}
PAYS_B = {"Straight Flush": 30, "Three of a Kind": 20, "Straight": 10, "Flush": 5}

HANDS = [
    ("5h 6h 7h", "Straight Flush", 1),
    ("Ad 2d 3d", "Straight Flush", 1),
    ("Qs As Ks", "Straight Flush", 1),
    ("8h 8s 8d", "Three of a Kind", 1),
    ("8h 8h 8d", "Three of a Kind", 2),
    ("9c 9c 9c", "Three of a Kind", 4),
    ("5h 6d 7h", "Straight", 1),
    ("3h Ad 2h", "Straight", 1),
    ("Kh Ad Qd", "Straight", 1),
    ("2h 9h Kh", "Flush", 1),
    ("Kc 2c Ac", "Flush", 1),
    ("4d 9d 4d", "Flush", 2),
]


@clause(GAME, "2113", "2113(7)")
def test_2113_the_game_is_standard_blackjack() -> None:
    """Blackjack 3 to 2, a double, a split, a push; 21+3 settled before leaves all of it alone."""
    played = play(
        GAME,
        "Ah 5h 8h Th 9s Kd 6d 8d 7d 8c Td Ks 3s 9c",
        "2 double, 3 split, 3 stand, 3.2 hit, 3.2 stand, 4 stand",
        {1: "1000, 21-plus-3 100", 2: 1000, 3: 1000, 4: 1000},
        tables=A,
    )
    # 21 doubled; 8-K = 18 and 8-3-9 = 20; 17: all against 17. A-K with the 9: nothing.
    assert played.nets == {1: 1500 - 100, 2: 2000, 3: 1000 + 1000, 4: 0}


@clause(GAME, "2113(1)", words="one or two packs of 52 are dealt by hand, four or six from a shoe")
@clause(GAME, "2113(5)", "2113(5) rankings", "2113(6)")
@ruling("C32", "C92")
@every_row(
    ("table", "decks", "hand", "row"),
    [
        (table, decks, hand, row)
        for table in "AB"
        for decks in (1, 2, 4, 6)
        for hand, row, needed in HANDS
        if needed <= decks
    ],
)
def test_2113_6_every_row_of_both_tables_with_every_deck_count(
    table: str, decks: int, hand: str, row: str
) -> None:
    """One winning event is paid, the highest: suited trips as trips, not as a flush."""
    played = three_cards(GAME, hand, {"21-plus-3": 300}, {"21-plus-3": table}, decks=decks)
    assert played.outcome("21-plus-3") == row
    assert played.won("21-plus-3") == 300 * (9 if table == "A" else PAYS_B[row])


@clause(GAME, "2113(5) rankings")
@ruling("C32")
@every_row("hand", ["2h 9h Kd", "Kh Ad 2s", "4h 4d 9s", "5h 6h 8d", "Ah Ad Ks"])
@every_row("table", ["A", "B"])
def test_2113_5_every_other_hand_loses(hand: str, table: str) -> None:
    played = three_cards(GAME, hand, {"21-plus-3": 300}, {"21-plus-3": table})
    assert (played.won("21-plus-3"), played.outcome("21-plus-3")) == (-300, "lose")


@clause(
    GAME,
    "2113(1)",
    how="judged",
    words="one or two packs of 52 are dealt by hand, four or six from a shoe",
)
@every_row("decks", [0, 3, 5, 7, 8])
def test_2113_1_one_two_four_or_six_decks(decks: int) -> None:
    assert refused(GAME, "Kh 9c Qd 8c", "1 stand", decks=decks) == "option/invalid"


@clause(GAME, "2113(2)")
@ruling("C53")
@every_row("wager", [150, 1, 99, 101, 0, -100])
def test_2113_2_21_plus_3_is_in_whole_dollars(wager: int) -> None:
    bets = f"1000, 21-plus-3 {wager}"
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=A) == "wager/off-limits"
    # $1 and $3 are whole though not even numbers; the main wager may be of any cents.
    for whole in (100, 300):
        bets = f"777, 21-plus-3 {whole}"
        assert net(GAME, "5h 7d 6h Td", "1 stand", bets, tables=A) == 9 * whole - 777


@clause(GAME, "2113(2)")
@ruling("C6")
def test_2113_2_every_side_wager_needs_the_blackjack_wager() -> None:
    code = refused(GAME, "5h 7d 6h Td", "1 stand", "21-plus-3 100", tables=A)
    assert code == "wager/needs-main"


@clause(GAME, "2113(2)")
@ruling("C74", "C96")
def test_2113_2_limits_and_aggregate_limits_are_the_houses() -> None:
    limits = {"21-plus-3": {"min": 200, "max": 1000, "aggregate": 3000}}
    for wager in (100, 1100):
        bets = f"1000, 21-plus-3 {wager}"
        code = refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=A, limits=limits)
        assert code == "wager/off-limits"
    # Two straights of $2 and $4 are due 1800 and 3600; 3000 are shared as 1000 and 2000.
    played = play(
        GAME,
        "5h 5s 7d 6h 6s Td",
        "1 stand, 2 stand",
        {1: "1000, 21-plus-3 200", 2: "1000, 21-plus-3 400"},
        tables=A,
        limits=limits,
    )
    assert [played.won("21-plus-3", seat) for seat in (1, 2)] == [1000, 2000]


@clause(GAME, "2113(2)")
@ruling("C93")
def test_2113_2_both_side_wagers_go_together_but_xtreme_is_a_table_not_a_wager() -> None:
    played = three_cards(
        GAME,
        "5h 6h 7h",
        {"21-plus-3": 100, PROGRESSIVE: 500},
        {**B, PROGRESSIVE: "PT-BJS-213-04"},
        jackpots={PROGRESSIVE: progressive(500)},
    )
    # 30 to 1; $40 for $1 on $5, less the $5.
    assert [played.won("21-plus-3"), played.won(PROGRESSIVE)] == [3000, 20000 - 500]
    bets = "1000, 21-plus-3-xtreme 100"
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=B) == "wager/not-offered"
    for tables in ({"21-plus-3": "standard"}, {"21-plus-3": "C"}, {"bust-bonus": "A"}):
        assert refused(GAME, "5h 7d 6h Td", "1 stand", tables=tables) == "option/invalid"


@clause(
    GAME,
    "2113(4)",
    words="The licensee may let players with a 21+3 wager ... paid at the player's odds",
)
@clause(GAME, "2113(11)")
@ruling("C59", "C61", "C72")
def test_2113_4_a_tip_on_21_plus_3_goes_with_one_on_the_main_wager() -> None:
    # A straight by table B; 11 loses to 17. The tips are the dealer's.
    bets = "1000, 21-plus-3 200, tip 100, tip 21-plus-3 150"
    played = play(GAME, "5h 7d 6h Td", "1 stand", bets, tables=B)
    assert (played.won("tip:21-plus-3"), played.won("tip:main")) == (1500, -100)
    assert played.net == 2000 - 1000
    lost = play(GAME, "5h 8d 6h Td", "1 stand", bets, tables=B)
    assert lost.won("tip:21-plus-3") == -150
    assert lost.net == -200 - 1000


@clause(GAME, "2113(4)", words="may require even dollar amounts")
@clause(
    GAME,
    "2113(4)",
    words="The licensee may let players with a 21+3 wager ... paid at the player's odds",
)
@clause(GAME, "2113(11)")
@ruling("C61", "C72")
@every_row(
    ("bets", "options", "code"),
    [
        ("1000, 21-plus-3 200, tip 21-plus-3 100", {}, "wager/needs-main"),
        ("1000, tip 100, tip 21-plus-3 100", {}, "wager/needs-main"),
        ("1000, 21-plus-3 200, tip 100, tip 21-plus-3 201", {}, "wager/off-limits"),
        ("1000, 21-plus-3 200, tip 1001", {}, "wager/off-limits"),
        ("1000, 21-plus-3 200, tip 100", {"tips": False}, "wager/not-offered"),
        ("1000, 21-plus-3 200, tip 150", {"tips_even_dollars": True}, "wager/off-limits"),
        (
            "1000, 21-plus-3 200, tip 100, tip 21-plus-3 50",
            {"tips_even_dollars": True},
            "wager/off-limits",
        ),
    ],
)
def test_2113_4_tips_that_are_refused(bets: str, options: dict[str, object], code: str) -> None:
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=A, options=options) == code


@clause(GAME, "2113(4)", words="may require even dollar amounts")
@ruling("C53")
def test_2113_4_even_dollars_are_whole_dollars() -> None:
    bets = "1000, 21-plus-3 200, tip 300, tip 21-plus-3 100"
    options = {"tips_even_dollars": True}
    played = play(GAME, "5h 7d 6h Td", "1 stand", bets, tables=A, options=options)
    assert (played.won("tip:main"), played.won("tip:21-plus-3")) == (-300, 900)


@clause(GAME, "2113(6)")
def test_2113_6_the_wagers_are_settled_from_the_dealers_right() -> None:
    bets = "1000, 21-plus-3 100"
    played = play(
        GAME,
        "5h 2h 5s 7d 6h 9s 6s Td",
        "1 stand, 2 stand, 4 stand",
        {1: bets, 2: bets, 4: bets},
        tables=A,
    )
    order = [seat for seat, wager in settled_in_order(played) if wager == "21-plus-3"]
    assert order == [4, 2, 1]


@clause(GAME, "2113(6)(a)")
@ruling("C87")
def test_2113_6_a_with_an_ace_up_they_are_settled_before_insurance_and_the_peek() -> None:
    played = play(GAME, "Kh Ad Qs Tc", "1 insure 500", "1000, 21-plus-3 100", tables=A)
    assert played.net == 900 + 1000 - 1000
    settled = played.when("wager-settled", wager="21-plus-3")
    assert settled < played.when("action-taken") < played.when("dealer-peeked")


@clause(GAME, "2113(7)", "2113(8)", "2113(9)")
@ruling("C8")
def test_2113_8_the_late_wager_is_asked_after_all_hands_and_before_the_dealer_acts() -> None:
    """Insurance of all, hands of all, then Bust Bonus of all, in seat order; then the dealer."""
    cards = "Kh 9h 5h Ac Qd 8d 6d 5c Ts Td 9c"
    decisions = (
        "1 decline, 2 insure 100, 5 decline, 1 stand, 2 stand, 5 double,"
        " 1 bust-bet 200, 2 decline, 5 bust-bet 100"
    )
    played = play(GAME, cards, decisions, {1: 1000, 2: 1000, 5: 1000}, tables=BUST)
    assert asked(played) == [
        "1.1 decline",
        "2.1 insure",
        "5.1 decline",
        "1.1 stand",
        "2.1 stand",
        "5.1 double",
        "1.1 bust-bet",
        "2.1 decline",
        "5.1 bust-bet",
    ]
    # A-5-T-9 busts off suit: 3 to 1. The insurance is lost.
    assert played.nets == {1: 1000 + 600, 2: 1000 - 100, 5: 2000 + 300}
    assert played.when("action-taken", action="bust-bet", seat=5) < played.when("down-card-exposed")


@clause(GAME, "2113(8)")
@ruling("C8")
@every_row(
    ("cards", "decisions"),
    [
        ("Kh 6c Qd Ts 6h", "1 stand"),  # stood
        ("5h 6c 6d Ts Td 6h", "1 hit"),  # a 21 that asked nothing
        ("5h 6c 6d Ts 2d 6h", "1 double"),  # doubled
        ("Ah 6c Ad Ts 5d 5s 6h", "1 split"),  # aces that got one card each
    ],
)
def test_2113_8_every_active_hand_lets_its_seat_bet(cards: str, decisions: str) -> None:
    """The dealer's 16 draws a six and busts: 6 up, off suit, 1 to 1."""
    played = play(GAME, cards, f"{decisions}, 1 bust-bet 200", tables=BUST)
    assert played.won("bust-bonus") == 200
    assert question(GAME, cards, decisions, tables=BUST) == "1.1 bust-bet decline"


@clause(GAME, "2113(8)")
@ruling("C8")
def test_2113_8_a_seat_that_bust_is_not_asked() -> None:
    # Alone: the round is over, the dealer draws nothing.
    assert net(GAME, "Th 6c 6d Ts Td", "1 hit", tables=BUST) == -1000
    code = refused(GAME, "Th 6c 6d Ts Td 6h", "1 hit, 1 bust-bet 200", tables=BUST)
    assert code == "record/decision-left-over"
    # Beside another: only that one is asked.
    cards = "Th Kh 6c 6d Qd Ts Td 6h"
    seats = {1: 1000, 2: 1000}
    played = play(GAME, cards, "1 hit, 2 stand, 2 bust-bet 200", seats, tables=BUST)
    assert played.nets == {1: -1000, 2: 1200}
    code = refused(GAME, cards, "1 hit, 2 stand, 1 bust-bet 200", seats, tables=BUST)
    assert code == "action/not-your-turn"


@clause(GAME, "2113(8)")
@ruling("C8")
def test_2113_8_a_seat_with_a_blackjack_is_not_asked() -> None:
    assert net(GAME, "Ah 6c Kd Ts", "", tables=BUST) == 1500
    cards = "Ah Kh 6c Kd Qd Ts 6h"
    seats = {1: 1000, 2: 1000}
    played = play(GAME, cards, "2 stand, 2 bust-bet 200", seats, tables=BUST)
    assert played.nets == {1: 1500, 2: 1200}
    code = refused(GAME, cards, "2 stand, 1 bust-bet 200", seats, tables=BUST)
    assert code == "action/not-your-turn"


@clause(GAME, "2113(8)")
@ruling("C8", "C39")
def test_2113_8_a_seat_that_surrendered_has_no_active_hand() -> None:
    options = {"surrender": True}
    assert net(GAME, "Th 6c 6d Ts", "1 surrender", tables=BUST, options=options) == -500
    cards = "Th 6c 6d Ts"
    decisions = "1 surrender, 1 bust-bet 200"
    code = refused(GAME, cards, decisions, tables=BUST, options=options)
    assert code == "record/decision-left-over"


@clause(GAME, "2113(8)")
@ruling("C8")
def test_2113_8_a_seat_with_one_live_hand_of_two_is_asked_once() -> None:
    # Hand 1: 8-6-T busts. Hand 2: 8-3 hits T = 21. The dealer's 16 takes a king: 1 to 1 on $4.
    cards = "8h 6s 8d Td 6c Tc 3c Td Kc"
    decisions = "1 split, 1 hit, 1.2 hit, 1 bust-bet 400"
    assert net(GAME, cards, decisions, tables=BUST) == -1000 + 1000 + 400
    # Both live: one wager for the seat all the same. 18 twice.
    both = play(
        GAME,
        "8h 6s 8d Td Tc Tc Kc",
        "1 split, 1 stand, 1.2 stand, 1 bust-bet 400",
        tables=BUST,
    )
    assert both.net == 2000 + 400
    assert both.wagers().count("bust-bonus") == 1
    # Both bust: nothing is asked, and the dealer does not draw.
    none = play(GAME, "8h 6s 8d Td 6c Tc 7c Td", "1 split, 1 hit, 1.2 hit", tables=BUST)
    assert none.net == -2000


@clause(GAME, "2113(8)")
@ruling("C8", "C86")
@every_row(("cards", "decisions"), [("Kh Tc Qd Ac", ""), ("Kh Ac Qd Tc", "1 decline")])
def test_ruling_c86_after_a_dealer_blackjack_nothing_is_asked(cards: str, decisions: str) -> None:
    assert net(GAME, cards, decisions, tables=BUST) == -1000
    more = f"{decisions}, 1 bust-bet 200" if decisions else "1 bust-bet 200"
    assert refused(GAME, cards, more, tables=BUST) == "record/decision-left-over"


@clause(GAME, "2113(10)")
def test_2113_10_bust_bonus_is_settled_with_the_blackjack_wagers() -> None:
    played = play(GAME, "Kh 6c Qd Ts 6h", "1 stand, 1 bust-bet 200", tables=BUST)
    main = played.when("wager-settled", wager="main")
    bonus = played.when("wager-settled", wager="bust-bonus")
    assert abs(main - bonus) == 1
    assert min(main, bonus) > played.when("card-dealt", place="dealer", card="6h")


@clause(GAME, "2113(11)")
@ruling("C59", "C71")
def test_2113_11_tips_lie_on_all_three_wagers() -> None:
    """A straight at table B, 10 to 1; 20 wins; 6-T-6 busts off suit, 1 to 1."""
    bets = "1000, 21-plus-3 100, tip 50, tip 21-plus-3 30"
    cards = "4h 6c 5d Ts Td Ah 6h"
    decisions = "1 hit, 1 hit, 1 stand, 1 bust-bet 200 tip 70"
    played = play(GAME, cards, decisions, bets, tables={**B, **BUST})
    tips = {name: played.won(f"tip:{name}") for name in ("main", "21-plus-3", "bust-bonus")}
    assert tips == {"main": 50, "21-plus-3": 300, "bust-bonus": 70}
    assert played.net == 1000 + 1000 + 200
