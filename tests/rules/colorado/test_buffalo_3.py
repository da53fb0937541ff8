"""Colorado 30-2114: Buffalo Blackjack Bonus 3.

The cells of Bust Bonus are in test_buffalo_bust_bonus.py, the progressive in
test_21_plus_3_progressive.py.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.buffalo import BUST
from tests.rules.colorado.felt import BUFFALO_3 as GAME
from tests.rules.colorado.felt import PROGRESSIVE, net, progressive, question, three_cards
from tests.rules.colorado.table import asked, play, refused, settled_in_order

A = {"21-plus-3": "A"}
B = {"21-plus-3": "B"}
TOP_A = {**A, "top-3": "top-3-A"}
TOP_B = {**B, "top-3": "top-3-B"}

PAYS_B = {"Straight Flush": 30, "Three of a Kind": 20, "Straight": 10, "Flush": 5}
TOP_PAYS = {
    # What Top 3 pays by tables A and B.
    "Three of a Kind Suited": (270, 1000),
    "Straight Flush": (180, 100),
    "Three of a Kind": (90, 70),
    "lose": (-1, -1),
}

HANDS = [
    # The three cards, what 21+3 calls them, what Top 3 calls them.
    ("9c 9c 9c", "Three of a Kind", "Three of a Kind Suited"),
    ("As As As", "Three of a Kind", "Three of a Kind Suited"),
    ("2h 2h 2h", "Three of a Kind", "Three of a Kind Suited"),
    ("5h 6h 7h", "Straight Flush", "Straight Flush"),
    ("2d 3d Ad", "Straight Flush", "Straight Flush"),
    ("As Ks Qs", "Straight Flush", "Straight Flush"),
    ("Jc 9c Tc", "Straight Flush", "Straight Flush"),
    ("8h 8s 8d", "Three of a Kind", "Three of a Kind"),
    ("8h 8h 8d", "Three of a Kind", "Three of a Kind"),
    ("Kh Kd Ks", "Three of a Kind", "Three of a Kind"),
    ("5h 6d 7h", "Straight", "lose"),
    ("Ah 2d 3c", "Straight", "lose"),
    ("Qh Ad Ks", "Straight", "lose"),
    ("2h 9h Kh", "Flush", "lose"),
    ("Kc 2c Ac", "Flush", "lose"),
    ("4d 4d 9d", "Flush", "lose"),
    ("2h 9h Kd", "lose", "lose"),
    ("Kh Ad 2h", "lose", "lose"),
    ("4h 4d 9s", "lose", "lose"),
]


@clause(GAME, "2114")
def test_2114_the_game_is_standard_blackjack() -> None:
    """Blackjack 3 to 2; a double of 11; 8-8 split into 18 and 20; 17: all against 17."""
    played = play(
        GAME,
        "Ah 5h 8h Th 9s Kd 6d 8d 7d 8c Td Ks 3s 9c",
        "2 double, 3 split, 3 stand, 3.2 hit, 3.2 stand, 4 stand",
        {1: "1000, 21-plus-3 100, top-3 100", 2: 1000, 3: 1000, 4: 1000},
        tables=TOP_A,
    )
    assert played.nets == {1: 1500 - 200, 2: 2000, 3: 1000 + 1000, 4: 0}


@clause(GAME, "2114(1)", words="four or six packs of 52 are dealt from a shoe")
@clause(GAME, "2114(5)", "2114(5) rankings", "2114(5) Top 3 rankings", "2114(6)")
@ruling("C32", "C92")
@every_row("decks", [4, 6])
@every_row(("hand", "row", "top"), HANDS)
def test_2114_6_every_row_of_every_table_with_every_deck_count(
    hand: str, row: str, top: str, decks: int
) -> None:
    """Each wager is paid its own highest row: suited trips are 270 to 1 and 9 to 1 beside it."""
    for place, tables in enumerate((TOP_A, TOP_B)):
        bets = {"21-plus-3": 300, "top-3": 500}
        played = three_cards(GAME, hand, bets, tables, decks=decks)
        assert [played.outcome(wager) for wager in bets] == [row, top]
        pays = -1 if row == "lose" else 9 if place == 0 else PAYS_B[row]
        assert played.won("21-plus-3") == 300 * pays
        assert played.won("top-3") == 500 * TOP_PAYS[top][place]


@clause(GAME, "2114(1)", how="judged", words="four or six packs of 52 are dealt from a shoe")
@every_row("decks", [0, 1, 2, 3, 5, 7, 8])
def test_2114_1_four_or_six_decks(decks: int) -> None:
    assert refused(GAME, "Kh 9c Qd 8c", "1 stand", decks=decks) == "option/invalid"


@clause(GAME, "2114(2)")
@ruling("C53")
@every_row(
    "bets",
    [
        "1000, 21-plus-3 150",
        "1000, 21-plus-3 99",
        "1000, 21-plus-3 0",
        "1000, 21-plus-3 100, top-3 150",
        "1000, 21-plus-3 100, top-3 1",
        "1000, 21-plus-3 100, top-3 0",
        "1000, 21-plus-3 100, top-3 -100",
    ],
)
def test_2114_2_21_plus_3_and_top_3_are_in_whole_dollars(bets: str) -> None:
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=TOP_A) == "wager/off-limits"


@clause(GAME, "2114(2)")
@ruling("C53")
def test_2114_2_an_odd_number_of_dollars_will_do() -> None:
    # A straight: 9 x 100 and -300; the main wager of odd cents loses.
    bets = "777, 21-plus-3 100, top-3 300"
    assert net(GAME, "5h 7d 6h Td", "1 stand", bets, tables=TOP_A) == 900 - 300 - 777


@clause(GAME, "2114(2)")
@ruling("C6")
@every_row("bets", ["1000, top-3 100", "21-plus-3 100", "21-plus-3 100, top-3 100"])
def test_2114_2_top_3_needs_21_plus_3_and_both_need_the_blackjack_wager(bets: str) -> None:
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=TOP_A) == "wager/needs-main"


@clause(GAME, "2114(2)")
@ruling("C6")
def test_2114_2_top_3_may_be_of_another_size_than_21_plus_3_but_not_offered_alone() -> None:
    # Trips: 9 x 100 and 90 x 2500.
    played = three_cards(GAME, "8h 8s 8d", {"21-plus-3": 100, "top-3": 2500}, TOP_A)
    assert [played.won("21-plus-3"), played.won("top-3")] == [900, 225000]
    code = refused(GAME, "5h 7d 6h Td", "1 stand", tables={"top-3": "top-3-A"})
    assert code == "option/conflict"


@clause(GAME, "2114(2)")
@ruling("C93")
def test_2114_2_tables_of_one_wager_are_not_for_another() -> None:
    for tables in (
        {"21-plus-3": "top-3-A"},
        {**A, "top-3": "A"},
        {**A, "top-3": "top-3-C"},
        {"bust-bonus": "A"},
    ):
        assert refused(GAME, "5h 7d 6h Td", "1 stand", tables=tables) == "option/invalid"
    # Any pair of tables goes together.
    mixed = {**A, "top-3": "top-3-B"}
    played = three_cards(GAME, "9c 9c 9c", {"21-plus-3": 100, "top-3": 100}, mixed)
    assert [played.won("21-plus-3"), played.won("top-3")] == [900, 100000]


@clause(GAME, "2114(2)")
@ruling("C74", "C96")
def test_2114_2_limits_and_aggregate_limits_are_the_houses() -> None:
    limits = {"top-3": {"min": 200, "max": 500, "aggregate": 30000}}
    for wager in (100, 600):
        bets = f"1000, 21-plus-3 100, top-3 {wager}"
        code = refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=TOP_A, limits=limits)
        assert code == "wager/off-limits"
    # Trips of $2 and $4 are due 18000 and 36000; 30000 are shared as 10000 and 20000.
    played = play(
        GAME,
        "8h 8s 8d 8s 8c Td",
        "1 stand, 2 stand",
        {1: "1000, 21-plus-3 100, top-3 200", 2: "1000, 21-plus-3 100, top-3 400"},
        tables=TOP_A,
        limits=limits,
    )
    assert [played.won("top-3", seat) for seat in (1, 2)] == [10000, 20000]
    assert [played.won("21-plus-3", seat) for seat in (1, 2)] == [900, 900]


@clause(GAME, "2114(2)", "2114(5)")
def test_2114_2_all_three_wagers_may_be_made_together() -> None:
    """Three aces of spades: 20 to 1, 1000 to 1, and the whole meter for the dollar."""
    played = three_cards(
        GAME,
        "As As As",
        {"21-plus-3": 100, "top-3": 100, PROGRESSIVE: 100},
        {**TOP_B, PROGRESSIVE: "PT-BJS-213-06"},
        jackpots={PROGRESSIVE: progressive()},
        meters={PROGRESSIVE: "8000.0000"},
    )
    assert played.won("21-plus-3") == 2000
    assert played.won("top-3") == 100000
    assert played.won(PROGRESSIVE) == 800000 - 100


@clause(
    GAME,
    "2114(4)",
    words="The licensee may let players with 21+3 and Top 3 wagers ... paid at the player's odds",
)
@clause(GAME, "2114(10)")
@ruling("C59", "C61", "C72")
@every_row(
    ("up", "plus", "top"),
    [("7h", 30, 100), ("7d", 10, -1), ("9h", 5, -1), ("9d", -1, -1)],
)
def test_2114_4_tips_on_21_plus_3_and_top_3_are_paid_at_the_players_odds(
    up: str, plus: int, top: int
) -> None:
    bets = "1000, 21-plus-3 200, top-3 300, tip 100, tip 21-plus-3 150, tip top-3 1"
    played = play(GAME, f"5h {up} 6h Td", "1 stand", bets, tables=TOP_B)
    assert played.won("tip:21-plus-3") == 150 * plus
    assert played.won("tip:top-3") == top
    assert played.won("tip:main") == -100
    assert played.net == 200 * plus + 300 * top - 1000


@clause(GAME, "2114(4)", words="may require even dollar amounts")
@clause(
    GAME,
    "2114(4)",
    words="The licensee may let players with 21+3 and Top 3 wagers ... paid at the player's odds",
)
@clause(GAME, "2114(10)")
@ruling("C61", "C72")
@every_row(
    ("tips", "options", "code"),
    [
        ("tip 21-plus-3 100", {}, "wager/needs-main"),
        ("tip top-3 100", {}, "wager/needs-main"),
        ("tip 21-plus-3 100, tip top-3 100", {}, "wager/needs-main"),
        ("tip 100, tip 21-plus-3 201", {}, "wager/off-limits"),
        ("tip 100, tip top-3 301", {}, "wager/off-limits"),
        ("tip 1001", {}, "wager/off-limits"),
        ("tip 100", {"tips": False}, "wager/not-offered"),
        ("tip 150", {"tips_even_dollars": True}, "wager/off-limits"),
        ("tip 100, tip top-3 50", {"tips_even_dollars": True}, "wager/off-limits"),
    ],
)
def test_2114_4_tips_that_are_refused(tips: str, options: dict[str, object], code: str) -> None:
    bets = f"1000, 21-plus-3 200, top-3 300, {tips}"
    assert refused(GAME, "5h 7d 6h Td", "1 stand", bets, tables=TOP_A, options=options) == code


@clause(
    GAME,
    "2114(4)",
    words="The licensee may let players with 21+3 and Top 3 wagers ... paid at the player's odds",
)
def test_2114_4_a_tip_on_top_3_needs_none_on_21_plus_3() -> None:
    bets = "1000, 21-plus-3 200, top-3 300, tip 100, tip top-3 300"
    played = play(GAME, "8h 8d 8s Td", "1 stand", bets, tables=TOP_A)
    assert played.won("tip:top-3") == 27000


@clause(GAME, "2114(6)")
def test_2114_6_the_wagers_are_settled_from_the_dealers_right() -> None:
    bets = "1000, 21-plus-3 100, top-3 100"
    played = play(
        GAME,
        "5h 2h 5s 7d 6h 9s 6s Td",
        "1 stand, 2 stand, 4 stand",
        {1: bets, 2: bets, 4: bets},
        tables=TOP_A,
    )
    for wager in ("21-plus-3", "top-3"):
        order = [seat for seat, settled in settled_in_order(played) if settled == wager]
        assert order == [4, 2, 1]


@clause(GAME, "2114(6)(a)")
@ruling("C87")
def test_2114_6_a_with_an_ace_up_they_are_settled_before_insurance_and_the_peek() -> None:
    bets = "1000, 21-plus-3 100, top-3 100"
    played = play(GAME, "Kd Ad Qd Tc", "1 insure 500", bets, tables=TOP_A)
    # A-K-Q of diamonds: 9 and 180 to 1; -1000 + 1000.
    assert played.net == 900 + 18000
    for wager in ("21-plus-3", "top-3"):
        settled = played.when("wager-settled", wager=wager)
        assert settled < played.when("action-taken") < played.when("dealer-peeked")


@clause(GAME, "2114(7)", "2114(8)")
@ruling("C8", "C34")
def test_2114_7_bust_bonus_is_asked_after_the_peek_before_the_hands_of_every_seat() -> None:
    """Insurance of all, the peek, blackjacks paid; Bust Bonus of all, a blackjack too; hands."""
    cards = "Kh Ah 5h Ac Qd Kd 6d 5c Td Ts 9c"
    decisions = (
        "1 decline, 2 insure 100, 5 decline, 1 bust-bet 200, 2 bust-bet 300, 5 decline,"
        " 1 stand, 5 double"
    )
    played = play(GAME, cards, decisions, {1: 1000, 2: 1000, 5: 1000}, tables=BUST)
    assert asked(played) == [
        "1.1 decline",
        "2.1 insure",
        "5.1 decline",
        "1.1 bust-bet",
        "2.1 bust-bet",
        "5.1 decline",
        "1.1 stand",
        "5.1 double",
    ]
    # A-5-T-9 busts off suit, 3 to 1; 5-6 doubled has 21. The insurance is lost.
    assert played.nets == {1: 1000 + 600, 2: 1500 - 100 + 900, 5: 2000}
    first = played.when("action-taken", action="bust-bet")
    assert played.when("dealer-peeked") < played.when("wager-settled", seat=2) < first
    assert first < played.when("action-taken", action="stand") < played.when("down-card-exposed")


@clause(GAME, "2114(7)")
@ruling("C8")
def test_2114_7_it_is_asked_in_seat_order_and_before_any_hand() -> None:
    cards = "Kh Jh 6c Qd Jd Ts 6h"
    seats = {1: 1000, 3: 1000}
    assert question(GAME, cards, "", seats, tables=BUST) == "1.1 bust-bet decline"
    assert question(GAME, cards, "1 decline", seats, tables=BUST) == "3.1 bust-bet decline"
    wrong = {
        "1 stand": "action/illegal",
        "3 decline": "action/not-your-turn",
        "1 decline, 1 stand": "action/not-your-turn",
        "1 decline, 3 decline, 1 bust-bet 200": "action/illegal",
    }
    for decisions, code in wrong.items():
        assert refused(GAME, cards, decisions, seats, tables=BUST) == code


@clause(GAME, "2114(7)")
@ruling("C34", "C85")
def test_ruling_c34_for_a_blackjack_that_bet_the_dealer_plays_out() -> None:
    # 6-T-6 busts, off suit: 1 to 1.
    played = play(GAME, "Ah 6c Kd Ts 6h", "1 bust-bet 200", tables=BUST)
    assert (played.net, played.dealer) == (1500 + 200, "6c Ts 6h")
    # 6-T-5 does not.
    played = play(GAME, "Ah 6c Kd Ts 5h", "1 bust-bet 200", tables=BUST)
    assert played.net == 1500 - 200
    # Nothing bet, nothing drawn.
    played = play(GAME, "Ah 6c Kd Ts", "1 decline", tables=BUST)
    assert (played.net, played.dealer) == (1500, "6c Ts")


@clause(GAME, "2114(7)", "2114(9)")
@ruling("C85")
def test_ruling_c85_for_a_hand_that_bust_the_dealer_plays_out_too() -> None:
    played = play(GAME, "Th 6c 6d Ts Td 6h", "1 bust-bet 200, 1 hit", tables=BUST)
    assert (played.net, played.dealer) == (-1000 + 200, "6c Ts 6h")
    played = play(GAME, "Th 6c 6d Ts Td", "1 decline, 1 hit", tables=BUST)
    assert (played.net, played.dealer) == (-1000, "6c Ts")
    # Another seat's bet is enough.
    seats = {1: 1000, 2: 1000}
    cards = "Th Th 6c 6d 6d Ts Td Td 6h"
    played = play(GAME, cards, "1 decline, 2 bust-bet 200, 1 hit, 2 hit", seats, tables=BUST)
    assert played.nets == {1: -1000, 2: -800}


@clause(GAME, "2114(7)")
@ruling("C39", "C85")
def test_ruling_c39_for_a_surrendered_hand_the_dealer_plays_out_too() -> None:
    options = {"surrender": True}
    decisions = "1 bust-bet 200, 1 surrender"
    played = play(GAME, "Th 6c 6d Ts 6h", decisions, tables=BUST, options=options)
    assert (played.net, played.dealer) == (-500 + 200, "6c Ts 6h")
    # Surrender comes after the wager, not before.
    code = refused(GAME, "Th 6c 6d Ts", "1 surrender", tables=BUST, options=options)
    assert code == "action/illegal"


@clause(GAME, "2114(7)")
def test_2114_7_one_wager_serves_a_seat_that_splits() -> None:
    # 8-T twice against 6-T-K: 1 to 1 on $4.
    cards = "8h 6s 8d Td Tc Tc Kc"
    decisions = "1 bust-bet 400, 1 split, 1 stand, 1.2 stand"
    played = play(GAME, cards, decisions, tables=BUST)
    assert played.net == 2000 + 400
    assert played.wagers().count("bust-bonus") == 1


@clause(GAME, "2114(7)")
@ruling("C86")
@every_row(("cards", "decisions"), [("Kh Tc Qd Ac", ""), ("Kh Ac Qd Tc", "1 decline")])
def test_ruling_c86_after_a_dealer_blackjack_nothing_is_asked(cards: str, decisions: str) -> None:
    assert net(GAME, cards, decisions, tables=BUST) == -1000
    more = f"{decisions}, 1 bust-bet 200" if decisions else "1 bust-bet 200"
    assert refused(GAME, cards, more, tables=BUST) == "record/decision-left-over"


@clause(GAME, "2114(9)")
def test_2114_9_bust_bonus_is_settled_with_the_blackjack_wagers() -> None:
    played = play(GAME, "Kh 6c Qd Ts 6h", "1 bust-bet 200, 1 stand", tables=BUST)
    main = played.when("wager-settled", wager="main")
    bonus = played.when("wager-settled", wager="bust-bonus")
    assert abs(main - bonus) == 1
    assert min(main, bonus) > played.when("card-dealt", place="dealer", card="6h")


@clause(GAME, "2114(10)")
@ruling("C59", "C71")
def test_2114_10_tips_lie_on_all_four_wagers() -> None:
    """4-5-6 of one suit: 30 and 100 to 1 by B; 20 wins; 6-T-6 busts off suit, 1 to 1."""
    bets = "1000, 21-plus-3 100, top-3 100, tip 50, tip 21-plus-3 30, tip top-3 7"
    decisions = "1 bust-bet 200 tip 70, 1 hit, 1 hit, 1 stand"
    played = play(GAME, "4h 6h 5h Ts Td Ah 6c", decisions, bets, tables={**TOP_B, **BUST})
    wagers = ("main", "21-plus-3", "top-3", "bust-bonus")
    assert [played.won(f"tip:{wager}") for wager in wagers] == [50, 900, 700, 70]
    assert played.net == 1000 + 3000 + 10000 + 200
