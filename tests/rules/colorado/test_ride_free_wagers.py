"""Ride Free, 30-2119: Hedge 22 and Silver Stack, alone and beside each other.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from pitboss.cards import format_cards
from pitboss.engine.state import Status
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    DEALERS_22,
    LAMMERS,
    RIDE_FREE,
    against,
    lammer_round,
    net,
)
from tests.rules.colorado.table import play, refused, settled_in_order

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


@clause(RIDE_FREE, "2119(21)(a)", "2119(23)")
@clause(RIDE_FREE, "2119(23)(a)(i)", "2119(23)(a)(ii)")
@ruling("C30", "C92")
@every_row("decks", [1, 2, 6, 8])
@every_row(("cards", "kind"), DEALERS_22)
@every_row("table", HEDGE_TABLES)
def test_2119_23_every_row_of_hedge_22(table: str, cards: str, kind: str, decks: int) -> None:
    tables = {"hedge-22": table}
    wagers = "1000, hedge-22 137"
    dealt = against(cards)
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
@every_row("table", HEDGE_TABLES)
@every_row(
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
    played = play(RIDE_FREE, against(cards), decisions, WITH_HEDGE, tables={"hedge-22": table})
    assert (played.won(), played.won("hedge-22")) == (won, -200)


@clause(RIDE_FREE, "2119(9)(a)", "2119(9)(b)", "2119(21)(a)")
@ruling("C24", "C85")
@every_row(
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


@clause(RIDE_FREE, "2119(9)(a)")
@every_row(
    ("cards", "decisions", "left"),
    [
        ("Kh 9c 5d 3c 7s Tc", "1 hit", "Kh 5d 7s"),  # bust
        ("Ah 9c Kd 3c Tc", "", "Ah Kd"),  # a blackjack
    ],
)
def test_2119_9_a_the_cards_stay_until_hedge_22_is_reconciled(
    cards: str, decisions: str, left: str
) -> None:
    """The bet is taken or paid at once, only the cards stay."""
    played = play(RIDE_FREE, cards, decisions, WITH_HEDGE, tables=HEDGE)
    settled = played.when("wager-settled", wager="main")
    reconciled = played.when("wager-settled", wager="hedge-22")
    assert settled < played.when("down-card-exposed") < reconciled
    for place in range(settled, reconciled + 1):
        (hand,) = played.felt_after(place).seats[0].hands
        assert (format_cards(hand.cards), hand.status) == (left, Status.SETTLED)


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
    seats = {1: WITH_HEDGE, 2: WITH_HEDGE, 3: "1000"}
    cards = "Kh Kd Kc 9c Qd 9d Qs 3c Ks Qc Tc"
    played = play(RIDE_FREE, cards, "1 hit, 2 hit, 3 stand", seats, tables=HEDGE)
    assert played.nets == {1: -1200, 2: -1000 + 10_000, 3: 0}


@clause(RIDE_FREE, "2119(21)(a)")
@ruling("C45")
@every_row(
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


@clause(RIDE_FREE, "2119(8)(c)")
@ruling("C39")
def test_2119_8_c_a_seat_surrenders_in_its_own_turn_before_its_hand_is_played() -> None:
    # Seat 1 has hit by then; against 9-8 it loses with 15, and seat 2 loses half its wager.
    cards = "Th Ks 9c 2d 6d 8c 3d"
    options = {"surrender": True}
    seats = {1: "1000", 2: "1000"}
    done = play(RIDE_FREE, cards, "1 hit, 1 stand, 2 surrender", seats, options=options)
    assert done.nets == {1: -1000, 2: -500}
    early = "2 surrender, 1 hit, 1 stand"
    assert refused(RIDE_FREE, cards, early, seats, options=options) == "action/not-your-turn"
    later = "1 hit, 1 surrender, 2 stand"
    assert refused(RIDE_FREE, cards, later, seats, options=options) == "action/illegal"


@clause(RIDE_FREE, "2119(21)(b)", "2119(24)", "2119(24)(a)(i)", "2119(24)(a)(ii)")
@ruling("C89")
@every_row("decks", [1, 2, 6, 8])
@every_row("lammers", LAMMERS)
@every_row("table", STACK_TABLES)
def test_2119_24_every_row_of_silver_stack(table: str, lammers: int, decks: int) -> None:
    splits, doubles = LAMMERS[lammers]
    cards, decisions = lammer_round(splits, doubles)
    tables = {"silver-stack": table}
    wagers = "1000, silver-stack 237"
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
@every_row(
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
@every_row(("drawn", "main"), [("Ks", 2000), ("2s", -1000), ("6s", 0)])
def test_2119_12_the_lammer_of_a_double_counts_however_the_hand_ends(drawn: str, main: int) -> None:
    cards = f"5h 9c 6d 8c {drawn}"
    assert net(RIDE_FREE, cards, "1 free-double", WITH_STACK, tables=STACK) == main + 600


@clause(RIDE_FREE, "2119(16)")
@ruling("C85", "C89")
@every_row(
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
    cards = "8h 9c 8d 3c 6s Ks 6h Kh"
    decisions = "1 free-split, 1.1 hit, 1.2 hit"
    played = play(RIDE_FREE, cards, decisions, WITH_STACK, tables=STACK)
    assert (played.net, played.dealer) == (-1000 + 600, "9c 3c")


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
