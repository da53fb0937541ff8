"""Colorado 30-2108: Golden 21 Poker, the player's first two cards as a poker hand."""

from __future__ import annotations

from itertools import combinations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import GOLDEN as GAME
from tests.rules.colorado.felt import list_events, net, question, total
from tests.rules.colorado.table import asked, play, refused
from tests.rules.table import Played

STRAIGHT = "STRAIGHT"
BLACKJACK = "BLACKJACK"
PAIR = "PAIR"
STRAIGHT_FLUSH = "STRAIGHT FLUSH"
GOLDEN_21 = "GOLDEN 21 (ACE KING SUITED)"

SCHEDULES = {
    # Twice what blackjack, straight, pair, straight flush and suited A-K pay.
    "1": ((2, 6), "3 2 6 12 60"),
    "2": ((2, 6), "3 2 4 16 60"),
    "3": ((2, 6), "3 2 6 12 50"),
    "4": ((1,), "3 2 6 14 60"),
    "12": ((6,), "3 2 4 12 60"),
    "13": ((6,), "3 2 6 10 60"),
    "14": ((6,), "4 2 4 12 50"),
}
"""Schedule -> its deck counts and its pays, doubled because 3:2 is one of them."""

HANDS = [
    ("Ah Td", BLACKJACK, 1),
    ("Jd Ah", BLACKJACK, 1),
    ("Ah Qd", BLACKJACK, 1),
    ("Ah Kd", BLACKJACK, 1),  # C14: more than a straight
    ("Ks Ac", BLACKJACK, 1),
    ("Ah Th", BLACKJACK, 1),  # suited, but no straight
    ("Qs As", BLACKJACK, 1),
    ("Ah 2d", STRAIGHT, 1),
    ("2s Ac", STRAIGHT, 1),
    ("7h 8d", STRAIGHT, 1),
    ("8d 7h", STRAIGHT, 1),
    ("Ts 9d", STRAIGHT, 1),
    ("Th Jd", STRAIGHT, 1),
    ("Kh Qd", STRAIGHT, 1),
    ("8h 8d", PAIR, 1),
    ("As Ad", PAIR, 1),
    ("Kc Kh", PAIR, 1),
    ("5h 5h", PAIR, 2),
    ("Ah 2h", STRAIGHT_FLUSH, 1),
    ("6s 5s", STRAIGHT_FLUSH, 1),
    ("Tc Jc", STRAIGHT_FLUSH, 1),
    ("Kd Qd", STRAIGHT_FLUSH, 1),
    ("As Ks", GOLDEN_21, 1),
    ("Kh Ah", GOLDEN_21, 1),
    ("Ad Kd", GOLDEN_21, 1),
    ("Kc Ac", GOLDEN_21, 1),
]
ROWS = [BLACKJACK, STRAIGHT, PAIR, STRAIGHT_FLUSH, GOLDEN_21]

SIX = {"golden-21": "12"}


def bet(
    hand: str, schedule: str = "12", bets: str = "1000, golden-21 500", /, **rest: object
) -> Played:
    """Play two cards against 8-9: paid as a blackjack, or standing on what they are."""
    first, second = hand.split()
    blackjack = total(hand) == 21
    return play(
        GAME,
        f"{first} 8c {second} 9c",
        "" if blackjack else "1 stand",
        bets,
        tables={"golden-21": schedule},
        **rest,
    )


@clause(GAME, "2108 Golden(9)", "2108 Golden(5)", "2108(2)")
@ruling("C14")
@every_row(
    ("schedule", "decks", "hand", "row"),
    [
        (schedule, decks, hand, row)
        for schedule, (counts, _) in SCHEDULES.items()
        for decks in counts
        for hand, row, needed in HANDS
        if needed <= decks
    ],
)
def test_2108_golden_9_every_row_of_every_schedule(
    schedule: str, decks: int, hand: str, row: str
) -> None:
    twice = int(SCHEDULES[schedule][1].split()[ROWS.index(row)])
    played = bet(hand, schedule, decks=decks)
    assert played.line("golden-21") == {
        "seat": 1,
        "hand": 1,
        "wager": "golden-21",
        "stake": 500,
        "outcome": row,
        "net": 500 * twice // 2,
    }


@clause(GAME, "2108 Golden(5)")
@ruling("C14")
@every_row("hand", ["2h 4d", "9h Jh", "Ah 3h", "Kh 2h", "Kd Js", "Ah 9h", "8h Ts"])
def test_2108_golden_5_every_other_hand_loses(hand: str) -> None:
    for schedule in ("1", "2", "3", "12", "13", "14"):
        played = bet(hand, schedule)
        assert (played.won("golden-21"), played.outcome("golden-21")) == (-500, "lose")


@clause(GAME, "2108 Golden(5)", "2108 Golden(9)")
def test_2108_golden_9_all_two_card_hands_of_one_deck() -> None:
    """All 1,326, judged by hand: 13 neighbours (A-2 to Q-K, K-A), pairs, suits, ace with a ten.

    The 8c and 9c are the dealer's, so hands with them are left out: 1326 - 51 - 50 = 1225.
    """
    ranks = "A23456789TJQK"
    cards = [rank + suit for rank in ranks for suit in "shdc"]
    count = 0
    for one, two in combinations([card for card in cards if card not in {"8c", "9c"}], 2):
        low, high = sorted((ranks.index(one[0]), ranks.index(two[0])))
        suited = one[1] == two[1]
        if low == high:
            pay = 300
        elif high == low + 1:
            pay = 700 if suited else 100
        elif low == 0 and high == 12:
            pay = 3000 if suited else 150
        else:
            pay = 150 if low == 0 and high >= 9 else -100
        played = bet(f"{one} {two}", "4", "1000, golden-21 100", decks=1)
        assert played.won("golden-21") == pay, (one, two)
        count += 1
    assert count == 1225


@clause(GAME, "2108(2)", "2108 Golden(9)")
@ruling("C93")
@every_row("decks", [1, 2, 6])
@every_row("schedule", SCHEDULES)
def test_2108_golden_9_each_schedule_is_for_its_deck_counts(schedule: str, decks: int) -> None:
    tables = {"golden-21": schedule}
    if decks in SCHEDULES[schedule][0]:
        assert net(GAME, "Kh 8c 7d 9c", "1 stand", tables=tables, decks=decks) == 0
    else:
        code = refused(GAME, "Kh 8c 7d 9c", "1 stand", tables=tables, decks=decks)
        assert code == "option/conflict"


@clause(GAME, "2108(2)", how="judged")
@every_row("decks", [3, 4, 5, 7, 8])
def test_2108_2_one_two_or_six_decks(decks: int) -> None:
    assert refused(GAME, "Kh 8c 7d 9c", "1 stand", decks=decks) == "option/invalid"


@clause(GAME, "2108(2)")
@every_row("dealt_from", ["shoe", "hand", "continuous shuffler"])
def test_2108_2_dealt_by_hand_from_a_shoe_or_from_a_shuffler(dealt_from: str) -> None:
    options = {"dealt_from": dealt_from}
    assert net(GAME, "Kh 8c 8d 9c", "1 stand", options=options) == 1000
    code = refused(GAME, "Kh 8c 8d 9c", "1 stand", options={"dealt_from": "sleeve"})
    assert code == "option/invalid"


@clause(GAME, "2108 Golden(9)", how="judged")
@every_row("schedule", ["5", "11", "15", "A", ""])
def test_2108_golden_9_there_is_no_other_schedule(schedule: str) -> None:
    code = refused(GAME, "Kh 8c 7d 9c", "1 stand", tables={"golden-21": schedule})
    assert code == "option/invalid"


@clause(GAME, "2108 Golden(9)")
@ruling("C40")
@every_row(
    ("wager", "won", "remainder"),
    [(1, 1, "1/2"), (101, 151, "1/2"), (333, 499, "1/2"), (2, 3, None)],
)
def test_ruling_c40_a_half_cent_of_the_wager_is_rounded_down_and_recorded(
    wager: int, won: int, remainder: str | None
) -> None:
    # Three halves of 1, 101 and 333 cents are 1.5, 151.5 and 499.5.
    played = bet("Ah Td", "12", f"1000, golden-21 {wager}")
    assert played.won("golden-21") == won
    assert played.line("golden-21").get("remainder") == remainder
    up = bet("Ah Td", "12", f"1000, golden-21 {wager}", options={"rounding": "up"})
    assert up.won("golden-21") == (won + 1 if remainder else won)


@clause(GAME, "2108(3)", "2108(4)", "2108 Golden(6)")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("7h 8c 8d 9c", "1 stand", -1000),
        ("7h 8c 8d 9c 6d", "1 hit", 1000),
        ("7h 8c 8d 9c Td", "1 hit", -1000),
        ("7h Tc 8d Ac", "", -1000),
        ("7h Ac 8d Tc", "1 insure 500", 0),
        ("7h 8c 8d 9c 5d", "1 double", 2000),
    ],
)
def test_2108_3_the_wager_and_the_blackjack_game_leave_each_other_alone(
    cards: str, decisions: str, main: int
) -> None:
    """A straight pays its 1 to 1 whatever becomes of the hand and whatever the dealer has."""
    played = play(GAME, cards, decisions, "1000, golden-21 300", tables=SIX)
    assert played.won("golden-21") == 300
    assert played.net == main + 300
    assert net(GAME, cards, decisions) == main


@clause(GAME, "2108(4)", "2108 Main(2)")
def test_2108_4_a_blackjack_pays_3_to_2_beside_the_wager() -> None:
    # Suited A-K: 30 to 1 on $5 and 3 to 2 on $10.
    played = bet("As Ks")
    assert played.net == 15000 + 1500


@clause(GAME, "2108(4)")
@ruling("C87")
def test_2108_4_a_golden_21_against_a_dealer_blackjack_pushes_the_hand_and_is_paid() -> None:
    played = play(GAME, "As Tc Ks Ac", "", "1000, golden-21 500", tables=SIX)
    assert (played.won(), played.won("golden-21")) == (0, 15000)


@clause(GAME, "2108(5)")
@every_row(
    ("down", "decisions", "won"), [("Kc", "1 insure 500", 0), ("7c", "1 insure 500, 1 stand", 500)]
)
def test_2108_5_insurance_is_offered_and_pays_2_to_1(down: str, decisions: str, won: int) -> None:
    # -1000 + 1000; or 20 against 18: 1000 - 500.
    assert net(GAME, f"Kh Ac Qd {down}", decisions) == won


@clause(GAME, "2108(6)")
def test_2108_6_the_dealer_acts_after_all_players() -> None:
    played = play(
        GAME, "Kh 9h 8c 5d 2d 4c 3d 7d 9c", "1 hit, 1 stand, 2 hit, 2 stand", {1: 1000, 2: 1000}
    )
    exposed = played.when("down-card-exposed")
    assert exposed > max(
        place for place, event in enumerate(played.events) if event["event"] == "action-taken"
    )
    assert played.when("card-dealt", place="dealer", card="9c") > exposed
    # 8-4 takes the 9: 21 against 18 and 18.
    assert played.nets == {1: -1000, 2: -1000}


@clause(GAME, "2108(7)")
@ruling("C78")
def test_2108_7_the_dealer_hits_soft_17() -> None:
    # 20 against 6-A, hit with a 4.
    for options in ({}, {"soft17": "hit"}):
        assert net(GAME, "Kh 6c Qd Ac 4d", "1 stand", options=options) == -1000
        code = refused(GAME, "Kh 6c Qd Ac", "1 stand", options=options)
        assert code == "record/cards-missing"
    code = refused(GAME, "Kh 6c Qd Ac", "1 stand", options={"soft17": "stand"})
    assert code == "option/invalid"


@clause(GAME, "2108 Main(1)", "2108 Golden(1)")
@ruling("C6")
def test_2108_main_1_the_main_wager_must_be_made() -> None:
    code = refused(GAME, "7h 8c 8d 9c", "1 stand", "golden-21 500", tables=SIX)
    assert code == "wager/needs-main"
    assert net(GAME, "7h 8c 8d 9c", "1 stand", 1000, tables=SIX) == -1000


@clause(GAME, "2108 Golden(3)", words="Its limits are posted")
@clause(GAME, "2108 Main(1)", "2108 Golden(1)")
@every_row(
    "bets", ["499, golden-21 100", "5001, golden-21 100", "500, golden-21 99", "500, golden-21 301"]
)
def test_2108_main_1_both_wagers_lie_within_the_posted_limits(bets: str) -> None:
    limits = {"main": {"min": 500, "max": 5000}, "golden-21": {"min": 100, "max": 300}}
    code = refused(GAME, "7h 8c 8d 9c", "1 stand", bets, tables=SIX, limits=limits)
    assert code == "wager/off-limits"
    for main, side in ((500, 300), (5000, 100)):
        within = f"{main}, golden-21 {side}"
        won = net(GAME, "7h 8c 8d 9c", "1 stand", within, tables=SIX, limits=limits)
        assert won == side - main


@clause(GAME, "2108 Main(2)", "2108 Golden(2)")
def test_2108_main_2_both_wagers_are_placed_before_the_standard_deal() -> None:
    played = play(
        GAME,
        "7h Ah 8c 8d Kh 9c",
        "1 stand",
        {1: "1000, golden-21 100", 2: "1000, golden-21 200"},
        tables=SIX,
    )
    assert [played.hand(seat=seat) for seat in (1, 2)] == ["7h 8d", "Ah Kh"]
    assert [played.won("golden-21", seat) for seat in (1, 2)] == [100, 6000]
    assert played.when("wager-placed", seat=2, wager="golden-21") < played.when("card-dealt")


@clause(GAME, "2108 Main(3)")
def test_2108_main_3_hands_are_hit_stood_doubled_and_split() -> None:
    assert question(GAME, "8h 9c 8d Tc", "", "1000, golden-21 100", tables=SIX) == (
        "1.1 hit stand double split"
    )
    # Hand 1: 8-3 doubled with K = 21, +2000; hand 2: 8-4 hits 5 = 17, -1000. The pair: 2 to 1.
    cards = "8h 9c 8d Tc 3s Ks 4s 5s"
    played = play(
        GAME, cards, "1 split, 1 double, 1.2 hit, 1.2 stand", "1000, golden-21 100", tables=SIX
    )
    assert played.net == 2000 - 1000 + 200
    assert asked(played) == ["1.1 split", "1.1 double", "1.2 hit", "1.2 stand"]


@clause(
    GAME,
    "2108 Golden(3)",
    words="the house may rule that it can be at most as large as the main wager",
)
@ruling("C55")
def test_2108_golden_3_the_house_may_hold_it_to_the_main_wager() -> None:
    held = {"golden_21_up_to_main": True}
    cards = "7h 8c 8d 9c"
    # By default it may be larger: +1001 - 1000.
    assert net(GAME, cards, "1 stand", "1000, golden-21 1001", tables=SIX) == 1
    code = refused(GAME, cards, "1 stand", "1000, golden-21 1001", tables=SIX, options=held)
    assert code == "wager/off-limits"
    for wager in (1, 1000):
        seats = f"1000, golden-21 {wager}"
        assert net(GAME, cards, "1 stand", seats, tables=SIX, options=held) == wager - 1000


@clause(
    GAME, "2108 Golden(4)", words="The licensee may allow tip wagers ... paid at the player's odds"
)
@ruling("C59", "C61")
@every_row(
    ("hand", "main", "side"),
    [
        ("As Ks", (1500, 150), (15000, 1500)),  # 3 to 2 and 30 to 1
        ("7h 8d", (-1000, -100), (500, 50)),
        ("2h 4d", (-1000, -100), (-500, -50)),
        ("9h 9d", (1000, 100), (1000, 100)),  # 18 against 17; a pair, 2 to 1
    ],
)
def test_2108_golden_4_tips_on_both_wagers_are_paid_at_the_players_odds(
    hand: str, main: tuple[int, int], side: tuple[int, int]
) -> None:
    played = bet(hand, "12", "1000, golden-21 500, tip 100, tip golden-21 50")
    assert (played.won(), played.won("tip:main")) == main
    assert (played.won("golden-21"), played.won("tip:golden-21")) == side
    assert played.net == main[0] + side[0]


@clause(
    GAME, "2108 Golden(4)", words="The licensee may allow tip wagers ... paid at the player's odds"
)
@ruling("C61")
def test_2108_golden_4_a_tip_on_the_wager_needs_none_on_the_main_wager() -> None:
    played = bet("7h 8d", "12", "1000, golden-21 500, tip golden-21 500")
    assert played.won("tip:golden-21") == 500


@clause(
    GAME, "2108 Golden(4)", words="The licensee may allow tip wagers ... paid at the player's odds"
)
@ruling("C40", "C59")
def test_2108_golden_4_half_a_cent_of_a_tips_pay_is_rounded_and_recorded() -> None:
    # 3 to 2 on 33 cents is 49 and a half.
    line = bet("Ah Td", "12", "1000, golden-21 500, tip golden-21 33").line("tip:golden-21")
    assert line["net"] == 49
    assert line.get("remainder") == "1/2"


@clause(GAME, "2108 Golden(4)", words="may require even dollar amounts")
@clause(GAME, "2108 Golden(4)", words="The licensee may allow tip wagers")
@every_row(
    ("bets", "options", "code"),
    [
        ("1000, golden-21 500, tip 100", {"tips": False}, "wager/not-offered"),
        ("1000, golden-21 500, tip golden-21 100", {"tips": False}, "wager/not-offered"),
        ("1000, golden-21 500, tip 150", {"tips_even_dollars": True}, "wager/off-limits"),
        ("1000, golden-21 500, tip golden-21 1", {"tips_even_dollars": True}, "wager/off-limits"),
        ("1000, golden-21 500, tip golden-21 501", {}, "wager/off-limits"),
        ("1000, golden-21 500, tip 1001", {}, "wager/off-limits"),
        ("1000, tip golden-21 100", {}, "wager/needs-main"),
    ],
)
def test_2108_golden_4_the_licensee_may_refuse_tips_or_odd_ones(
    bets: str, options: dict[str, object], code: str
) -> None:
    assert refused(GAME, "7h 8c 8d 9c", "1 stand", bets, tables=SIX, options=options) == code


@clause(GAME, "2108 Golden(4)", words="may require even dollar amounts")
@ruling("C53")
def test_2108_golden_4_even_dollars_are_whole_dollars() -> None:
    # $1 and $3 are whole dollars, though odd ones.
    options = {"tips_even_dollars": True}
    played = bet("7h 8d", "12", "1000, golden-21 500, tip 300, tip golden-21 100", options=options)
    assert (played.won("tip:main"), played.won("tip:golden-21")) == (-300, 100)


@clause(GAME, "2108 Golden(7)", "2108 Golden(8)")
def test_2108_golden_7_it_is_settled_before_anybody_plays() -> None:
    played = play(
        GAME,
        "7h 2h Ac 8d 4h 9c",
        "1 decline, 2 decline, 1 stand, 2 stand",
        {1: "1000, golden-21 100", 2: "1000, golden-21 100"},
        tables=SIX,
    )
    events = list_events(played, "wager-settled", "action-taken")
    assert set(events[:2]) == {"wager-settled 1 golden-21", "wager-settled 2 golden-21"}
    assert events[2:4] == ["action-taken 1 insurance decline", "action-taken 2 insurance decline"]


@clause(GAME, "2108 Golden(5)")
def test_2108_golden_5_drawn_and_split_cards_do_not_count() -> None:
    # 2-4 draws the 3: no straight. 8-8 split and dealt sevens: a pair it was.
    drawn = play(GAME, "2h 8c 4d 9c 3h", "1 hit, 1 stand", "1000, golden-21 100", tables=SIX)
    assert drawn.won("golden-21") == -100
    split = play(
        GAME,
        "8h 8c 8d 9c 7h 7d",
        "1 split, 1 stand, 1.2 stand",
        "1000, golden-21 100",
        tables=SIX,
    )
    assert split.won("golden-21") == 200
