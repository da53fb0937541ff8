"""Ride Free, 30-2119: Hedge 22, Silver Stack and Bust Bonus, limits, and wagers without blackjack.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

import pytest

from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    DEALERS_22,
    LAMMERS,
    RIDE_FREE,
    around,
    choices,
    lammer_round,
    net,
    question,
)
from tests.rules.colorado.table import play, record, refused, settled_in_order
from tests.rules.table import refusal

HEDGE = {"hedge-22": "PT-FLT-SB1-01"}
STACK = {"silver-stack": "PT-FLT-SB2-01"}
BUST = {"bust-bonus": "PT-FLT-BB-01"}
WITH_HEDGE = "1000, hedge-22 200"
WITH_STACK = "1000, silver-stack 200"
ALONE = {"require_main": False}

HEDGE_TABLES = {
    "PT-FLT-SB1-01": {"Suited": 50, "Colored": 20, "Other": 8},
    "PT-FLT-SB1-02": {"Suited": 50, "Colored": 20, "Other": 7},
    "PT-FLT-SB1-03": {"Suited": 11, "Colored": 11, "Other": 11},
}
HEDGE_ROWS = {
    "Suited": "Dealer 22 (Suited)",
    "Colored": "Dealer 22 (Same Color)",
    "Other": "Dealer 22 (Other)",
}
STACK_TABLES = {
    "PT-FLT-SB2-01": {1: 3, 2: 10, 3: 30, 4: 60, 5: 100, 6: 300, 7: 1000},
    "PT-FLT-SB2-02": {1: 3, 2: 12, 3: 30, 4: 50, 5: 100, 6: 100, 7: 100},
}


def dealer(cards: str, pair: str = "Kc 9s") -> str:
    up, down, *drawn = cards.split()
    return around(pair, up, down, *drawn)


@clause(RIDE_FREE, "2119(21)", "2119(21)(a)", "2119(22)", "2119(23)", "2119(23)(a)")
@clause(RIDE_FREE, "2119(23)(a)(i)", "2119(23)(a)(ii)")
@ruling("C30", "C92")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize(("cards", "kind"), DEALERS_22)
@pytest.mark.parametrize("table", HEDGE_TABLES)
def test_2119_23_every_row_of_hedge_22(table: str, cards: str, kind: str, decks: int) -> None:
    tables, wagers = {"hedge-22": table}, "1000, hedge-22 137"
    dealt = dealer(cards)
    if decks == 1 and len(set(cards.split())) < len(cards.split()):
        code = refused(RIDE_FREE, dealt, "1 stand", wagers, tables=tables, decks=decks)
        assert code == "record/card-not-in-shoe"
        return
    played = play(RIDE_FREE, dealt, "1 stand", wagers, tables=tables, decks=decks)
    assert played.line("hedge-22") == {
        "seat": 1,
        "hand": 1,
        "wager": "hedge-22",
        "stake": 137,
        "outcome": HEDGE_ROWS[kind],
        "net": 137 * HEDGE_TABLES[table][kind],
    }
    assert played.won() == 0


@clause(RIDE_FREE, "2119(21)(a)", "2119(23)")
@pytest.mark.parametrize("table", HEDGE_TABLES)
@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("9c 8c", 1000),  # 17
        ("5h 7h 9h", -1000),  # 21
        ("5h 8h Th", 1000),  # 23
        ("Kd Ac", -1000),  # a blackjack
    ],
)
def test_2119_23_hedge_22_loses_on_anything_else(table: str, cards: str, won: int) -> None:
    decisions = "" if cards == "Kd Ac" else "1 stand"
    played = play(RIDE_FREE, dealer(cards), decisions, WITH_HEDGE, tables={"hedge-22": table})
    assert (played.won(), played.won("hedge-22")) == (won, -200)


@clause(RIDE_FREE, "2119(9)(a)", "2119(9)(b)", "2119(21)(a)")
@ruling("C24", "C85")
@pytest.mark.parametrize(
    ("cards", "decisions", "main"),
    [
        ("Kh 9c 5d 3c 7s Tc", "1 hit", -1000),  # bust with 22
        ("Kh 9c 9d 3c Ks Tc", "1 hit", -1000),  # with 29
        ("Ah 9c Kd 3c Tc", "", 1500),  # a blackjack
        ("8h 9c 8d 3c 6s Ks 6h Kd Tc", "1 free-split, 1.1 hit, 1.2 hit", -1000),
    ],
)
def test_2119_9_b_the_dealer_draws_for_hedge_22_when_no_hand_is_left(
    cards: str, decisions: str, main: int
) -> None:
    # 9-3-T of clubs: 50 to 1.
    played = play(RIDE_FREE, cards, decisions, WITH_HEDGE, tables=HEDGE)
    assert (played.won("hedge-22"), played.net) == (10_000, main + 10_000)
    assert refused(RIDE_FREE, cards, decisions, tables=HEDGE) == "record/cards-left-over"


@clause(RIDE_FREE, "2119(9)(b)", "2119(21)(a)")
@ruling("C24", "C44")
def test_ruling_c44_the_dealer_does_not_draw_for_a_hedge_22_lost_by_30() -> None:
    played = play(RIDE_FREE, "Kh 9c Qd 3c Ks", "1 hit", WITH_HEDGE, tables=HEDGE)
    assert (played.net, played.dealer) == (-1200, "9c 3c")
    code = refused(RIDE_FREE, "Kh 9c Qd 3c Ks Tc", "1 hit", WITH_HEDGE, tables=HEDGE)
    assert code == "record/cards-left-over"


@clause(RIDE_FREE, "2119(21)(a)")
@ruling("C24", "C44")
def test_ruling_c24_30_loses_hedge_22_although_the_dealer_draws_to_22_for_another() -> None:
    # Seat 1: 30. Seat 2: 29 with Hedge 22. Seat 3: 20, stands.
    seats = {1: WITH_HEDGE, 2: WITH_HEDGE, 3: 1000}
    cards = "Kh Kd Kc 9c Qd 9d Qs 3c Ks Qc Tc"
    played = play(RIDE_FREE, cards, "1 hit, 2 hit, 3 stand", seats, tables=HEDGE)
    assert played.nets == {1: -1200, 2: -1000 + 10_000, 3: 0}


@clause(RIDE_FREE, "2119(21)(a)")
@ruling("C45")
@pytest.mark.parametrize(
    ("decisions", "drawn", "won"),
    [
        # K-K split with money: 1 is K-Q-K = 30; 2 is K-9.
        ("1 split, 1.1 hit, 1.2 stand", "Qs Ks 9s", -200),
        # 1 is K-9; 2 is K-Q-K = 30, which does not matter.
        ("1 split, 1.1 stand, 1.2 hit", "9s Qs Ks", 10_000),
        # 1 is K-9-K = 29.
        ("1 split, 1.1 hit, 1.2 stand", "9s Ks 9h", 10_000),
    ],
)
def test_ruling_c45_after_a_split_hand_1_decides_hedge_22(
    decisions: str, drawn: str, won: int
) -> None:
    played = play(RIDE_FREE, f"Kh 9c Kd 3c {drawn} Tc", decisions, WITH_HEDGE, tables=HEDGE)
    assert played.won("hedge-22") == won


@clause(RIDE_FREE, "2119(21)(a)")
@ruling("C24")
def test_ruling_c24_a_doubled_30_loses_hedge_22() -> None:
    played = play(RIDE_FREE, "Kh 9c Qd 3c Ks", "1 double", WITH_HEDGE, tables=HEDGE)
    assert played.net == -2000 - 200


@clause(RIDE_FREE, "2119(8)(c)")
@ruling("C39")
def test_ruling_c39_the_dealer_draws_for_hedge_22_and_bust_bonus_after_a_surrender() -> None:
    # 9-3-T of clubs, 22: Hedge 22 50 to 1, Bust Bonus suited on a 9: 20 to 1.
    played = play(
        RIDE_FREE,
        "Kh 9c 6d 3c Tc",
        "1 bust-bet 100, 1 surrender",
        WITH_HEDGE,
        tables=HEDGE | BUST,
        options={"surrender": True},
    )
    assert played.net == -500 + 10_000 + 2000


@clause(RIDE_FREE, "2119(21)(b)", "2119(24)", "2119(24)(a)", "2119(24)(a)(i)", "2119(24)(a)(ii)")
@ruling("C89")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("lammers", LAMMERS)
@pytest.mark.parametrize("table", STACK_TABLES)
def test_2119_24_every_row_of_silver_stack(table: str, lammers: int, decks: int) -> None:
    splits, doubles = LAMMERS[lammers]
    cards, decisions = lammer_round(splits, doubles)
    tables, wagers = {"silver-stack": table}, "1000, silver-stack 237"
    played = play(RIDE_FREE, cards, decisions, wagers, tables=tables, decks=decks)
    assert played.line("silver-stack") == {
        "seat": 1,
        "hand": 1,
        "wager": "silver-stack",
        "stake": 237,
        "outcome": str(lammers),
        "net": 237 * STACK_TABLES[table][lammers],
    }
    assert played.net - played.won("silver-stack") == 1000 * (1 + splits + doubles)


@clause(RIDE_FREE, "2119(21)(b)", "2119(24)")
@ruling("C42", "C86", "C89")
@pytest.mark.parametrize(
    ("cards", "decisions", "main"),
    [
        ("Kh 9c Qd 8c", "1 stand", 1000),
        ("5h 9c 6d 8c Ks", "1 double", 2000),  # with money: no lammer
        ("8h 9c 8d 8c Ts Td", "1 split, 1.1 stand, 1.2 stand", 2000),
        ("Ah 9c Kd 8c", "", 1500),
        ("5h Kc 6d Ac", "", -1000),  # a dealer blackjack
    ],
)
def test_2119_24_silver_stack_loses_without_a_lammer(cards: str, decisions: str, main: int) -> None:
    for table in STACK_TABLES:
        tables = {"silver-stack": table}
        assert net(RIDE_FREE, cards, decisions, WITH_STACK, tables=tables) == main - 200


@clause(RIDE_FREE, "2119(12)")
@ruling("C89")
@pytest.mark.parametrize(("drawn", "main"), [("Ks", 2000), ("2s", -1000), ("6s", 0)])
def test_2119_12_the_lammer_of_a_double_counts_however_the_hand_ends(drawn: str, main: int) -> None:
    cards = f"5h 9c 6d 8c {drawn}"
    assert net(RIDE_FREE, cards, "1 free-double", WITH_STACK, tables=STACK) == main + 600


@clause(RIDE_FREE, "2119(16)")
@ruling("C85", "C89")
@pytest.mark.parametrize(
    ("drawn", "decisions", "main"),
    [
        ("Ts Js", "1.1 stand, 1.2 stand", 2000),
        ("7s 7h", "1.1 stand, 1.2 stand", -1000),
        ("9s 9h", "1.1 stand, 1.2 stand", 0),
        ("6s Ks 6h Kh", "1.1 hit, 1.2 hit", -1000),  # both bust
    ],
)
def test_2119_16_the_lammer_of_a_split_counts_however_the_hand_ends(
    drawn: str, decisions: str, main: int
) -> None:
    cards = f"8h 9c 8d 8c {drawn}"
    decisions = f"1 free-split, {decisions}"
    assert net(RIDE_FREE, cards, decisions, WITH_STACK, tables=STACK) == main + 600


@ruling("C85")
def test_ruling_c85_the_dealer_does_not_draw_for_silver_stack() -> None:
    cards, decisions = "8h 9c 8d 3c 6s Ks 6h Kh", "1 free-split, 1.1 hit, 1.2 hit"
    played = play(RIDE_FREE, cards, decisions, WITH_STACK, tables=STACK)
    assert (played.net, played.dealer) == (-1000 + 600, "9c 3c")


BUSTS = [
    # The dealer's cards, off-suit pay, suited pay; all of one suit for the second.
    ("A 5 K 9", 3, 50),  # soft 16, 16, 25
    ("2 K Q", 1, 25),  # 22: a bust too (ruling C12)
    ("3 K Q", 1, 15),
    ("4 K Q", 1, 10),
    ("5 K Q", 1, 5),
    ("6 K Q", 1, 3),
    ("7 5 K", 2, 15),  # 22
    ("8 5 K", 2, 10),
    ("9 5 K", 2, 20),
    ("T 5 K", 2, 20),
    ("J 5 K", 2, 20),
    ("Q 5 K", 2, 20),
    ("K 5 Q", 2, 20),
    ("2 3 4 7 K", 1, 25),  # 26 with five cards
]


@clause(RIDE_FREE, "2119(21)(c)", "2119(25)", "2119(25)(a)", "2119(25)(a)(i)", "2119(25)(a)(iii)")
@ruling("C12", "C30", "C91")
@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("suited", [False, True])
@pytest.mark.parametrize(("ranks", "off_suit", "one_suit"), BUSTS)
def test_2119_25_every_row_of_bust_bonus_by_the_up_card(
    ranks: str, off_suit: int, one_suit: int, decks: int, *, suited: bool
) -> None:
    *first, last = ranks.split()
    cards = " ".join([f"{rank}h" for rank in first] + [f"{last}{'h' if suited else 'd'}"])
    decline = "1 decline, " if ranks[0] == "A" else ""
    decisions = f"{decline}1 bust-bet 137, 1 stand"
    played = play(RIDE_FREE, dealer(cards), decisions, tables=BUST, decks=decks)
    up = {"A": "Ace", "T": "10", "J": "10", "Q": "10", "K": "10"}.get(ranks[0], ranks[0])
    line = played.line("bust-bonus")
    assert (line["stake"], line["net"]) == (137, 137 * (one_suit if suited else off_suit))
    assert str(line["outcome"]).startswith(up)
    pushed = ranks in {"2 K Q", "7 5 K"}  # 22
    assert played.won() == (0 if pushed else 1000)


@clause(RIDE_FREE, "2119(25)", "2119(25)(a)(ii)", "2119(25)(a)(iv)")
@ruling("C30", "C91", "C92")
@pytest.mark.parametrize(
    ("cards", "to_one", "decks"),
    [
        ("8h 8d 8s", 25, 1),
        ("8h 8d 8s", 25, 8),
        ("8h 8h 8d", 25, 2),
        ("8h 8h 8h", 75, 3),
        ("8d 8d 8d", 75, 8),
        ("8h 8d Ks", 2, 1),  # two eights: the row of the 8
        ("8h 8h Kh", 10, 2),
    ],
)
def test_2119_25_a_iv_three_eights(cards: str, to_one: int, decks: int) -> None:
    decisions = "1 bust-bet 200, 1 stand"
    played = play(RIDE_FREE, dealer(cards), decisions, tables=BUST, decks=decks)
    assert played.net == 1000 + 200 * to_one


@clause(RIDE_FREE, "2119(21)(c)")
@pytest.mark.parametrize("cards", ["9c 8c", "5h 7h 9h", "6h Th 5h"])
def test_2119_21_c_bust_bonus_loses_where_the_dealer_does_not_bust(cards: str) -> None:
    played = play(RIDE_FREE, dealer(cards), "1 bust-bet 200, 1 stand", tables=BUST)
    assert played.won("bust-bonus") == -200
    assert played.outcome("bust-bonus") == "lose"


@clause(RIDE_FREE, "2119(21)(c)", "2119(25)(a)(v)")
@ruling("C24", "C44")
@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("Kh 9c Qd 3c Ks", -200),  # 30: lost, and the dealer does not draw
        ("Kh 9c 9d 3c Ks Tc", 4000),  # 29: 9-3-T of clubs, suited on a 9: 20 to 1
        ("Kh 9c 5d 3c 7s Tc", 4000),  # 22
    ],
)
def test_2119_25_a_v_a_player_bust_with_30_does_not_win(cards: str, won: int) -> None:
    played = play(RIDE_FREE, cards, "1 bust-bet 200, 1 hit", tables=BUST)
    assert played.net == -1000 + won


@clause(RIDE_FREE, "2119(25)(a)(v)")
@ruling("C46")
@pytest.mark.parametrize(
    ("decisions", "drawn", "won"),
    [
        ("1 split, 1.1 hit, 1.2 stand", "Qs Ks 9s", -200),  # hand 1: K-Q-K
        ("1 split, 1.1 stand, 1.2 hit", "9s Qs Ks", 4000),  # hand 2: K-Q-K
    ],
)
def test_ruling_c46_after_a_split_hand_1_decides_bust_bonus(
    decisions: str, drawn: str, won: int
) -> None:
    cards = f"Kh 9c Kd 3c {drawn} Tc"
    played = play(RIDE_FREE, cards, f"1 bust-bet 200, {decisions}", tables=BUST)
    assert played.won("bust-bonus") == won


@clause(RIDE_FREE, "2119(21)(c)")
@ruling("C8", "C34", "C85")
def test_ruling_c34_a_seat_with_a_blackjack_is_asked_and_the_dealer_plays_out() -> None:
    # 9-3-Q: a bust off-suit on a 9, 2 to 1.
    assert net(RIDE_FREE, "Ah 9c Kd 3c Qd", "1 bust-bet 200", tables=BUST) == 1500 + 400
    assert net(RIDE_FREE, "Ah 9c Kd 3c", "1 decline", tables=BUST) == 1500


@clause(RIDE_FREE, "2119(21)(c)")
@ruling("C8", "C83", "C86")
def test_2119_21_c_bust_bonus_is_asked_after_the_peek_and_before_the_hands() -> None:
    seats = {1: 1000, 2: 1000}
    cards = "Kh Kd Ac 9d 8d 6c"
    rest = {"tables": BUST}
    assert question(RIDE_FREE, cards, "", seats, **rest) == (1, 1, {"insure", "decline"})
    bust = {"bust-bet", "decline"}
    assert question(RIDE_FREE, cards, "1 decline, 2 decline", seats, **rest) == (1, 1, bust)
    first = "1 decline, 2 decline, 1 bust-bet 500"
    assert question(RIDE_FREE, cards, first, seats, **rest) == (2, 1, bust)
    asked = question(RIDE_FREE, cards, f"{first}, 2 decline", seats, **rest)
    assert asked[:2] == (1, 1)
    assert "stand" in asked[2]
    # A-6 is hit: A-6-9 = 16, K: 26. Ace off-suit 3 to 1.
    played = play(
        RIDE_FREE, f"{cards} 9h Ks", f"{first}, 2 decline, 1 stand, 2 stand", seats, **rest
    )
    assert played.nets == {1: 1000 + 1500, 2: 1000}
    assert played.when("dealer-peeked") < played.when("action-taken", action="bust-bet")
    assert played.when("down-card-exposed") > played.when("action-taken", action="bust-bet")
    # A dealer blackjack ends the round before it is asked.
    assert net(RIDE_FREE, "Kh Kc 9d As", tables=BUST) == -1000


@clause(RIDE_FREE, "2119(21)(c)", "2119(6)")
@ruling("C63")
def test_ruling_c63_bust_bonus_is_not_made_before_the_deal() -> None:
    cards = "Kh 9c 9d 8c"
    code = refused(RIDE_FREE, cards, "1 stand", "1000, bust-bonus 100", tables=BUST)
    assert code == "wager/not-offered"
    assert refused(RIDE_FREE, cards, "1 bust-bet 100, 1 stand") == "action/illegal"


@clause(RIDE_FREE, "2119(21)(c)", "2119(4)")
@ruling("C76", "C96")
@pytest.mark.parametrize(
    ("bet", "code"),
    [
        ("bust-bet", "action/amount"),
        ("bust-bet 99", "action/amount"),
        ("bust-bet 100", None),
        ("bust-bet 500", None),
        ("bust-bet 501", "action/amount"),
        ("bust-bet 0", "action/amount"),
        ("decline 100", "action/amount"),
        ("stand", "action/illegal"),
    ],
)
def test_2119_4_bust_bonus_keeps_to_its_posted_limits(bet: str, code: str | None) -> None:
    cards, limits = "Kh 9c 9d 8c", {"bust-bonus": {"min": 100, "max": 500}}
    made = record(RIDE_FREE, cards, f"1 {bet}, 1 stand", tables=BUST, limits=limits)
    if code:
        assert refusal(made) == code
    else:
        assert net(RIDE_FREE, cards, f"1 {bet}, 1 stand", tables=BUST, limits=limits) < 1000


@clause(RIDE_FREE, "2119(7)", "2119(21)(c)")
@ruling("C71", "C59", "C61")
def test_ruling_c71_a_tip_goes_with_the_bust_wager() -> None:
    # 9-3-K: off-suit on a 9, 2 to 1.
    cards = "Kh 9c 9d 3c Kd"
    played = play(RIDE_FREE, cards, "1 bust-bet 200 tip 150, 1 stand", tables=BUST)
    assert (played.won("bust-bonus"), played.won("tip:bust-bonus")) == (400, 300)
    assert played.net == 0 + 400  # 22 pushes the wager
    lost = play(RIDE_FREE, "Kh 9c 9d 8c", "1 bust-bet 200 tip 200, 1 stand", tables=BUST)
    assert (lost.won("tip:bust-bonus"), lost.net) == (-200, 1000 - 200)
    for tip in (0, 201):
        decisions = f"1 bust-bet 200 tip {tip}, 1 stand"
        assert refused(RIDE_FREE, cards, decisions, tables=BUST) == "action/amount"
    assert refused(RIDE_FREE, cards, "1 decline tip 5, 1 stand", tables=BUST) == "action/amount"
    before = refused(RIDE_FREE, cards, "1 decline", "1000, tip bust-bonus 5", tables=BUST)
    assert before in {"wager/needs-main", "wager/not-offered"}


@clause(RIDE_FREE, "2119(7)")
@ruling("C59")
def test_2119_7_tips_before_hedge_22_and_silver_stack() -> None:
    # 5-6-9 doubled free to 20, a dealer 22 of clubs.
    wagers = "1000, hedge-22 200, silver-stack 300, tip hedge-22 100, tip silver-stack 25"
    played = play(RIDE_FREE, "5h 9c 6d 3c 9s Tc", "1 free-double", wagers, tables=HEDGE | STACK)
    assert (played.won("tip:hedge-22"), played.won("tip:silver-stack")) == (5000, 75)
    assert played.net == 0 + 10_000 + 900
    lost = play(RIDE_FREE, "Kh 9c 6d 8c", "1 stand", wagers, tables=HEDGE | STACK)
    assert (lost.won("tip:hedge-22"), lost.won("tip:silver-stack")) == (-100, -25)


@clause(RIDE_FREE, "2119(23)(a)(iii)", "2119(24)(a)(iii)", "2119(4)")
@ruling("C74")
def test_ruling_c74_a_posted_aggregate_limit_is_shared_in_proportion() -> None:
    # Hedge 22 suited, 50 to 1 on 300 and 100: 15000 and 5000 are due.
    seats = {1: "1000, hedge-22 300", 2: "1000, hedge-22 100", 3: 1000}
    cards = "Kh Kd Ks 9c 9h 9d 9s 3c Tc"
    stands = "1 stand, 2 stand, 3 stand"
    for aggregate, nets in (
        (10_001, {1: 7500, 2: 2500, 3: 0}),  # 7500.75 and 2500.25, rounded down
        (19_999, {1: 14_999, 2: 4999, 3: 0}),  # 14999.25 and 4999.75
        (20_000, {1: 15_000, 2: 5000, 3: 0}),
    ):
        limits = {"hedge-22": {"aggregate": aggregate}}
        played = play(RIDE_FREE, cards, stands, seats, tables=HEDGE, limits=limits)
        assert played.nets == nets
    # Silver Stack, one lammer each, 3 to 1 on 1000 and 500: 3000 and 1500; 900 is the limit.
    seats = {1: "1000, silver-stack 1000", 2: "1000, silver-stack 500"}
    played = play(
        RIDE_FREE,
        "5h 5s 9c 6d 6s 8c Ks Kd",
        "1 free-double, 2 free-double",
        seats,
        tables=STACK,
        limits={"silver-stack": {"aggregate": 900}},
    )
    assert played.nets == {1: 2000 + 600, 2: 2000 + 300}


@clause(RIDE_FREE, "2119(23)(a)(iii)")
@ruling("C74")
def test_ruling_c74_a_wager_that_loses_gets_no_share_and_loses_its_stake() -> None:
    # Seat 1 has bust with 30; seat 2 is due 10000 and gets the limit.
    seats = {1: WITH_HEDGE, 2: WITH_HEDGE}
    played = play(
        RIDE_FREE,
        "Kh Kd 9c Qd 9d 3c Ks Tc",
        "1 hit, 2 stand",
        seats,
        tables=HEDGE,
        limits={"hedge-22": {"aggregate": 6000}},
    )
    assert played.nets == {1: -1200, 2: 6000}


@clause(RIDE_FREE, "2119(4)", "2119(6)")
@ruling("C96")
@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ("499", "wager/off-limits"),
        ("500", None),
        ("2001", "wager/off-limits"),
        ("0", "wager/off-limits"),
        ("500, hedge-22 99", "wager/off-limits"),
        ("500, hedge-22 100", None),
        ("500, silver-stack 301", "wager/off-limits"),
        ("500, silver-stack 300", None),
    ],
)
def test_2119_4_wagers_keep_to_the_posted_limits(wagers: str, code: str | None) -> None:
    limits = {
        "main": {"min": 500, "max": 2000},
        "hedge-22": {"min": 100},
        "silver-stack": {"max": 300},
    }
    rest = {"tables": HEDGE | STACK, "limits": limits}
    made = record(RIDE_FREE, "Kh 9c Qd 8c", "1 stand", wagers, **rest)
    if code:
        assert refusal(made) == code
    else:
        assert play(RIDE_FREE, "Kh 9c Qd 8c", "1 stand", wagers, **rest).nets


@clause(RIDE_FREE, "2119(4)", "2119(13)")
@ruling("C75")
def test_ruling_c75_the_maximum_binds_neither_doubles_nor_splits() -> None:
    limits = {"main": {"min": 1000, "max": 1000}}
    assert net(RIDE_FREE, "3h 9c 5d 8c Ks", "1 double", limits=limits) == 2000
    decisions = "1 split, 1.1 stand, 1.2 stand"
    assert net(RIDE_FREE, "8h 9c 8d 8c Ts Js", decisions, limits=limits) == 2000


SIDE_WAGERS = {
    "hedge-22": "PT-FLT-SB1-01",
    "silver-stack": "PT-FLT-SB2-01",
    "21-plus-3-classic": "PT-FLT-213-03",
    "21-plus-3-xtreme": "PT-FLT-213XT-01",
    "lucky-ladies": "PT-FLT-LL-03",
}


@clause(RIDE_FREE, "2119(3)", "2119(6)")
@ruling("C6", "C73")
@pytest.mark.parametrize("wager", SIDE_WAGERS)
def test_2119_3_the_house_requires_a_blackjack_wager_unless_it_says_otherwise(wager: str) -> None:
    # 2-7 against 9-8: every one of these wagers loses.
    tables = {wager: SIDE_WAGERS[wager]}
    cards, wagers = "2h 9c 7d 8c", f"{wager} 100"
    assert refused(RIDE_FREE, cards, "", wagers, tables=tables) == "wager/needs-main"
    required = {"require_main": True}
    code = refused(RIDE_FREE, cards, "", wagers, tables=tables, options=required)
    assert code == "wager/needs-main"
    played = play(RIDE_FREE, cards, "", wagers, tables=tables, options=ALONE)
    assert (played.net, played.wagers()) == (-100, [wager])


@clause(RIDE_FREE, "2119(3)")
@ruling("C73")
def test_ruling_c73_a_seat_without_a_blackjack_wager_is_dealt_to_and_asks_nothing() -> None:
    # Seat 1 plays, seat 2 has Hedge 22 and Lucky Ladies only: A up, nobody asks it anything.
    tables = HEDGE | BUST | {"lucky-ladies": "PT-FLT-LL-03"}
    seats = {1: 1000, 2: "hedge-22 100, lucky-ladies 100"}
    cards = "Kh Qh Ac 9d Qh 5d Ks 6d"  # A-5-K-6 = 22, of mixed colours: 8 to 1
    decisions = "1 decline, 1 decline, 1 stand"
    played = play(RIDE_FREE, cards, decisions, seats, tables=tables, options=ALONE)
    assert played.nets == {1: 0, 2: 800 + 12_500}  # the queens of hearts, 125 to 1


@clause(RIDE_FREE, "2119(3)", "2119(9)(b)")
@ruling("C73", "C85")
def test_ruling_c73_the_dealer_draws_for_a_hedge_22_without_a_blackjack_wager() -> None:
    # 9-3-T of clubs; K-Q would be 20, and no hand can bust.
    played = play(RIDE_FREE, "Kh 9c Qd 3c Tc", "", "hedge-22 100", tables=HEDGE, options=ALONE)
    assert (played.net, played.wagers()) == (5000, ["hedge-22"])


@clause(RIDE_FREE, "2119(3)")
@ruling("C73")
def test_ruling_c73_no_wager_at_all_is_refused() -> None:
    made = record(RIDE_FREE, "Kh 9c Qd 8c", options=ALONE)
    made["seats"] = [{"seat": 1, "wagers": {}}]
    assert refusal(made) == "wager/needs-main"
    made["seats"] = []
    assert refusal(made) == "record/malformed"


@clause(RIDE_FREE, "2119(6)", "2119(20)")
@ruling("C83", "C95")
def test_2119_20_several_seats_with_the_wagers_on_the_dealer_and_the_lammers() -> None:
    # Seat 1: 9-9 split free, 9-2 doubled free. Seat 2: K-Q-K = 30. Seat 5: a blackjack.
    # The dealer: 6-6-T = 22, black: Hedge 22 20 to 1; Bust Bonus off-suit on a 6: 1 to 1.
    tables = HEDGE | STACK | BUST
    seats = {
        1: "1001, hedge-22 101, silver-stack 51, tip 1001, tip silver-stack 51",
        2: "1000, hedge-22 200, tip hedge-22 200",
        5: "501, hedge-22 100",
    }
    cards = "9h Kh Ah 6s 9d Qd Kd 6c Ks 2h Jd Kc Ts"
    bust = "1 bust-bet 300 tip 300, 2 bust-bet 100, 5 bust-bet 50"
    decisions = f"{bust}, 1 free-split, 1.1 stand, 1.2 free-double, 2 hit"
    played = play(RIDE_FREE, cards, decisions, seats, tables=tables)
    assert played.dealer == "6s 6c Ts"
    # Both hands pushed; 20 x 101; two lammers 10 x 51; 300.
    assert played.nets[1] == 0 + 2020 + 510 + 300
    # The wager lost; 30 loses both others.
    assert played.nets[2] == -1000 - 200 - 100
    # 3 to 2 on 501 is 751.5; 20 x 100; 50.
    assert played.nets[5] == 751 + 2000 + 50
    assert played.won("tip:main", 1) == 0
    assert played.won("tip:silver-stack", 1) == 510
    assert played.won("tip:bust-bonus", 1) == 300
    assert played.won("tip:hedge-22", 2) == -200
    assert settled_in_order(played)[0] == (5, "main")  # the blackjack, after the deal


@clause(RIDE_FREE, "2119(21)(c)")
def test_2119_21_c_choices_after_declining_are_those_of_the_hand() -> None:
    assert choices(RIDE_FREE, "8h 9c 8d 8c", "1 decline", tables=BUST) == {
        "hit",
        "stand",
        "double",
        "split",
        "free-split",
    }
