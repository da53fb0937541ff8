"""Extreme 21, 30-2117: the Extreme 21 and Big 3 wagers on the first three cards."""

from __future__ import annotations

from fractions import Fraction

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import EXTREME, Seats, asked, play, refused
from tests.rules.colorado.three_card_hands import HANDS, ThreeCards, rounds
from tests.rules.table import Played

WAGER = "extreme-21"
Row = dict[str, Fraction]


def _row(printed: str) -> Row:
    """Read a column of 2117, top to bottom, into what each hand of `HANDS` pays to 1.

    Printed are suited three of a kind, A-K-Q suited, straight flush, three of a kind, straight,
    flush, pair + flush, pair, other; "-" is N/A or not printed, and falls to the next row it
    satisfies (C5): A-K-Q to straight flush, suited three of a kind to three of a kind.
    """
    trips_suited, royal, flush_straight, trips, *rest = printed.split()
    royal = flush_straight if royal == "-" else royal
    trips_suited = trips if trips_suited == "-" else trips_suited
    pays = [royal, flush_straight, trips_suited, trips_suited, trips, *rest]
    return dict(zip(HANDS, map(Fraction, pays), strict=True))


_G = _row("- - 30 20 10 5 -1 -1 -1")
_A = _row("100 - 35 33 10 5 5 -1 -1")
_B = _row("20 - 30 20 10 5 5 -1 -1")
_C = _row("100 - 40 25 10 5 5 -1 -1")
_D = _row("7 - 7 7 7 7 7 0 -1")
_E = _row("100 - 40 30 10 5 5 -1 -1")
_F = _row("9 - 9 9 9 9 9 -1 -1")

TABLES: dict[str, tuple[int, Row]] = {
    "PT1D-G": (1, _G),
    "PT2D-A": (2, _row("- - 5/2 5/2 5/2 5/2 5/2 5/2 -1")),
    "PT2D-B": (2, _row("- - 7 7 7 7 7 0 -1")),
    "PT2D-C": (2, _row("- 100 35 33 10 5 -1 -1 -1")),
    "PT2D-G": (2, _G),
    "PT4D-A": (4, _A),
    "PT4D-B": (4, _B),
    "PT4D-C": (4, _C),
    "PT4D-D": (4, _D),
    "PT4D-E": (4, _E),
    "PT4D-G": (4, _G),
    "PT5D-G": (5, _G),
    "PT6D-A": (6, _A),
    "PT6D-B": (6, _B),
    "PT6D-C": (6, _C),
    "PT6D-D": (6, _D),
    "PT6D-E": (6, _E),
    "PT6D-F": (6, _F),
    "PT6D-G": (6, _G),
    "PT8D-A": (8, _A),
    "PT8D-B": (8, _B),
    "PT8D-C": (8, _C),
    "PT8D-D": (8, _D),
    "PT8D-E": (8, _E),
    "PT8D-F": (8, _F),
    "PT8D-G": (8, _G),
}

_BIG_A = _row("270 - 180 90 -1 -1 -1 -1 -1")
_BIG_B = _row("1000 - 100 70 -1 -1 -1 -1 -1")

BIG_3: dict[str, tuple[int, Row]] = {
    "big-3-PT4D-A": (4, _BIG_A),
    "big-3-PT6D-A": (6, _BIG_A),
    "big-3-PT6D-B": (6, _BIG_B),
    "big-3-PT8D-A": (8, _BIG_A),
    "big-3-PT8D-B": (8, _BIG_B),
}


def bet(shown: ThreeCards, table: str, wager: int = 200, **rest: object) -> Played:
    """Play a round with $10 on blackjack and Extreme 21 beside it."""
    decks, _ = TABLES[table]
    seats = f"1000, {WAGER} {wager}"
    tables = {WAGER: table}
    return play(EXTREME, shown.cards, shown.decisions, seats, decks=decks, tables=tables, **rest)


@clause(EXTREME, "2117(1)", "2117(3)")
@ruling("C4", "C5", "C32", "C92")
@every_row("hand", HANDS)
@every_row("table", TABLES)
def test_2117_3_every_row_of_every_extreme_21_table(table: str, hand: str) -> None:
    decks, pays = TABLES[table]
    shown_here = rounds(hand, decks)
    # Two and three cards alike need as many decks.
    assert shown_here or decks < 3
    for shown in shown_here:
        done = bet(shown, table)
        assert done.won(WAGER) == 200 * pays[hand], shown
        assert done.net == shown.main + 200 * pays[hand]


@ruling("C4")
def test_ruling_c4_which_tables_take_a_flush_that_holds_a_pair() -> None:
    pair_and_flush = ThreeCards("Th 8h Th 9c", "1 stand", 1000)
    losing = {
        table
        for table, (decks, _) in TABLES.items()
        if decks > 1 and bet(pair_and_flush, table).won(WAGER) == -200
    }
    assert losing == {"PT2D-C", "PT2D-G", "PT4D-G", "PT5D-G", "PT6D-G", "PT8D-G"}


@ruling("C40")
@every_row(
    ("wager", "rounding", "won", "remainder"),
    [
        (1, "down", 2, "1/2"),
        (333, "down", 832, "1/2"),
        (333, "up", 833, "-1/2"),
        (2, "up", 5, None),
    ],
)
def test_ruling_c40_two_and_a_half_to_one_in_odd_cents(
    wager: int, rounding: str, won: int, remainder: str | None
) -> None:
    # A pair on PT2D-A: 2.5 x 333 = 832.5.
    shown = ThreeCards("Th 8s Td 9c", "1 stand", 1000)
    done = bet(shown, "PT2D-A", wager, options={"rounding": rounding})
    line = done.line(WAGER)
    assert (line["net"], line.get("remainder"), done.net) == (won, remainder, 1000 + won)


@clause(EXTREME, "2117(1)")
@every_row("decks", [1, 2, 4, 5, 6, 8])
def test_2117_1_one_two_four_five_six_or_eight_decks(decks: int) -> None:
    assert play(EXTREME, "Th 7s 9d Tc", "1 stand", decks=decks).net == 1000


@clause(EXTREME, "2117(1)", how="judged")
@every_row("decks", [0, 3, 7, 9])
def test_2117_1_no_other_number_of_decks(decks: int) -> None:
    assert refused(EXTREME, "Th 7s 9d Tc", "1 stand", decks=decks) == "option/invalid"


@clause(EXTREME, "2117(1)")
@ruling("C77", "C81")
@every_row(("decks", "copies"), [(1, 1), (2, 2), (4, 4), (5, 5), (6, 6), (8, 8), (None, 6)])
def test_2117_1_the_shoe_holds_each_card_once_a_deck(decks: int | None, copies: int) -> None:
    # Each seat is dealt 2h 9h, 11 against 17.
    for seats in (copies, copies + 1):
        cards = f"{'2h ' * seats}7s {'9h ' * seats}Tc"
        stand = ", ".join(f"{seat} stand" for seat in range(1, seats + 1))
        wagers = dict.fromkeys(range(1, seats + 1), 1000)
        if seats == copies:
            nets = play(EXTREME, cards, stand, wagers, decks=decks).nets
            assert nets == dict.fromkeys(range(1, seats + 1), -1000)
        else:
            code = refused(EXTREME, cards, stand, wagers, decks=decks)
            assert code == "record/card-not-in-shoe"


@clause(EXTREME, "2117(3)", how="judged")
@ruling("C93", how="judged")
@every_row("table", [*TABLES, *BIG_3])
def test_2117_3_a_table_is_for_its_deck_count_only(table: str) -> None:
    wager, fits = (WAGER, TABLES[table][0]) if table in TABLES else ("big-3", BIG_3[table][0])
    for decks in (1, 2, 4, 5, 6, 8):
        if decks != fits:
            rest = {"decks": decks, "tables": {wager: table}}
            assert refused(EXTREME, "Th 7s 9d Tc", "1 stand", **rest) == "option/conflict"


@clause(EXTREME, "2117(2)")
@ruling("C6")
def test_2117_2_extreme_21_is_optional_and_goes_with_a_blackjack_wager() -> None:
    rest = {"tables": {WAGER: "PT6D-A"}}
    cards = "7h 7c 7d Ts"
    assert play(EXTREME, cards, "1 stand", **rest).net == -1000
    assert play(EXTREME, cards, "1 stand", f"1000, {WAGER} 1", **rest).net == -1000 + 33
    assert refused(EXTREME, cards, "", f"{WAGER} 100", **rest) == "wager/needs-main"
    assert refused(EXTREME, cards, "1 stand", f"1000, {WAGER} 100") == "wager/not-offered"


@clause(EXTREME, "2117(2)")
def test_2117_2_it_is_made_when_the_round_begins() -> None:
    rest = {"tables": {WAGER: "PT6D-A"}}
    done = play(EXTREME, "7h 7c 7d Ts", "1 stand", f"1000, {WAGER} 100", **rest)
    assert done.when("wager-placed", wager=WAGER) < done.when("card-dealt")
    settled = done.when("wager-settled", wager=WAGER)
    assert done.when("card-dealt", card="Ts") < settled < done.when("action-taken")


@clause(EXTREME, "2117(3)")
@ruling("C87")
@every_row(("cards", "decisions"), [("9h Ah 2h Kc", "1 decline"), ("9h Kh 2h Ac", "")])
def test_2117_3_it_is_paid_whatever_the_dealer_has(cards: str, decisions: str) -> None:
    rest = {"tables": {WAGER: "PT6D-A"}}
    done = play(EXTREME, cards, decisions, f"1000, {WAGER} 300", **rest)
    assert done.net == -1000 + 1500


@clause(EXTREME, "2117(3)")
def test_2117_3_only_the_first_two_cards_and_the_up_card_count() -> None:
    # 7-7 against 7-T: trips. Hit with another 7, or split: still trips. The hole card is none.
    rest = {"tables": {WAGER: "PT6D-A"}}
    seats = f"1000, {WAGER} 100"
    done = play(EXTREME, "7h 7c 7d Ts 7s", "1 hit", seats, **rest)
    assert done.won(WAGER) == 3300
    split = "1 split, 1.1 stand, 1.2 stand"
    done = play(EXTREME, "7h 7c 7d Ts Th Tc", split, seats, **rest)
    assert done.won(WAGER) == 3300
    # 7-9 against 7 with a 7 in the hole: a pair.
    done = play(EXTREME, "7h 7c 9d 7s 5c", "1 stand", seats, **rest)
    assert done.won(WAGER) == -100


@clause(EXTREME, "2117(3)")
def test_2117_3_several_seats_in_odd_amounts() -> None:
    # Up 7: 7-7 trips, 6-5 a straight, K-9 nothing; 14 and 11 lose to 17, 19 wins.
    cards = "7h 6d Kh 7c 7d 5s 9d Ts"
    seats = {2: f"101, {WAGER} 7", 5: f"999, {WAGER} 13", 7: f"1, {WAGER} 1"}
    rest = {"tables": {WAGER: "PT6D-E"}}
    done = play(EXTREME, cards, "2 stand, 5 stand, 7 stand", seats, **rest)
    assert done.nets == {2: -101 + 210, 5: -999 + 130, 7: 1 - 1}


@clause(EXTREME, "2117(2)")
@ruling("C96")
@every_row("wager", ["main", WAGER, "big-3"])
@every_row(("amount", "fits"), [(499, False), (500, True), (2000, True), (2001, False)])
def test_2117_2_wagers_lie_within_the_posted_limits(wager: str, amount: int, *, fits: bool) -> None:
    amounts = {"main": 1000, WAGER: 100, "big-3": 50} | {wager: amount}
    seats = ", ".join(f"{name} {cents}" for name, cents in amounts.items())
    rest = {
        "tables": {WAGER: "PT6D-A", "big-3": "big-3-PT6D-A"},
        "limits": {wager: {"min": 500, "max": 2000}},
    }
    if fits:
        done = play(EXTREME, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert done.net == amounts["main"] - amounts[WAGER] - amounts["big-3"]
    else:
        code = refused(EXTREME, "Th 7s 9d Tc", "1 stand", seats, **rest)
        assert code == "wager/off-limits"


@ruling("C59", "C61")
def test_ruling_c59_tips_beside_extreme_21_and_big_3() -> None:
    # Trips: 33 x 100 and 90 x 50 for the player; 33 x 20, 90 x 50 and -1000 for the dealer.
    rest = {"tables": {WAGER: "PT6D-A", "big-3": "big-3-PT6D-A"}}
    seats = f"1000, {WAGER} 100, big-3 50, tip 1000, tip {WAGER} 20, tip big-3 50"
    done = play(EXTREME, "7h 7c 7d Ts", "1 stand", seats, **rest)
    assert done.won(f"tip:{WAGER}") == 660
    assert done.won("tip:big-3") == 4500
    assert done.won("tip:main") == -1000
    assert done.net == -1000 + 3300 + 4500
    larger = f"1000, {WAGER} 100, tip {WAGER} 101"
    assert refused(EXTREME, "7h 7c 7d Ts", "1 stand", larger, **rest) == "wager/off-limits"
    nobody = f"1000, tip {WAGER} 1"
    assert refused(EXTREME, "7h 7c 7d Ts", "1 stand", nobody, **rest) == "wager/needs-main"


@clause(EXTREME, "2117 Big 3", "2117 Big 3(2)")
@ruling("C5", "C32")
@every_row("hand", HANDS)
@every_row("table", BIG_3)
def test_2117_big_3_2_every_row_of_every_table(table: str, hand: str) -> None:
    decks, pays = BIG_3[table]
    for shown in rounds(hand, decks):
        rest = {"decks": decks, "tables": {"big-3": table}}
        done = play(EXTREME, shown.cards, shown.decisions, "1000, big-3 300", **rest)
        assert done.won("big-3") == 300 * pays[hand], shown
        assert done.net == shown.main + 300 * pays[hand]
        # Alone it wins and loses the same, with nothing asked and no card drawn (C97).
        dealt = " ".join(shown.cards.split()[:4])
        alone = play(EXTREME, dealt, "", "big-3 300", **rest)
        assert alone.net == 300 * pays[hand]
        assert asked(alone) == []


@clause(EXTREME, "2117 Big 3", how="judged")
@every_row("decks", [1, 2, 5])
def test_2117_big_3_only_with_four_six_or_eight_decks(decks: int) -> None:
    for table in BIG_3:
        rest = {"decks": decks, "tables": {"big-3": table}}
        assert refused(EXTREME, "7h 7c 7d Ts", "", "big-3 100", **rest) == "option/conflict"


@clause(EXTREME, "2117 Big 3(1)")
@ruling("C6", "C97")
@every_row(
    ("up", "down"),
    [
        ("7c", "5s"),  # 12 is not drawn to
        ("Ac", "5s"),  # no insurance is asked
        ("Kc", "5s"),
        ("Kc", "As"),  # a dealer blackjack
        ("Ac", "Ks"),
    ],
)
def test_2117_big_3_1_a_seat_with_big_3_alone_is_dealt_two_cards_and_asked_nothing(
    up: str, down: str
) -> None:
    # A pair of eights in the hand, or nothing: -100.
    rest = {"tables": {"big-3": "big-3-PT6D-A"}}
    done = play(EXTREME, f"8h {up} 8d {down}", "", "big-3 100", **rest)
    assert (done.net, done.wagers(), done.dealer) == (-100, ["big-3"], f"{up} {down}")
    assert done.hand() == "8h 8d"


@clause(EXTREME, "2117 Big 3(1)")
@ruling("C97")
def test_2117_big_3_1_its_cards_are_no_blackjack_hand() -> None:
    # A-K is not paid 3 to 2; nothing to hit, stand, insure or surrender.
    rest = {"tables": {"big-3": "big-3-PT6D-A"}}
    assert play(EXTREME, "Ah 7c Kd 5s", "", "big-3 100", **rest).net == -100
    code = refused(EXTREME, "8h 7c 8d 5s", "1 stand", "big-3 100", **rest)
    assert code == "record/decision-left-over"


@clause(EXTREME, "2117 Big 3(1)")
@ruling("C97")
def test_2117_big_3_1_beside_seats_that_play() -> None:
    # Seat 1: Big 3 alone, 6-5 with the 7: a straight, lost. Seat 2 plays T-9 against 7-5-4 = 16,
    # then 3 = 19: a push. Seat 3: Big 3 and blackjack, 7-7 with the 7: 90 x 20; 14 loses.
    rest = {"tables": {"big-3": "big-3-PT6D-A"}}
    cards = "6d Th 7h 7c 5s 9d 7d 5c 4c 3c"
    seats: Seats = {1: "big-3 100", 2: 1000, 3: "500, big-3 20"}
    done = play(EXTREME, cards, "2 stand, 3 stand", seats, **rest)
    assert done.nets == {1: -100, 2: 0, 3: -500 + 1800}
    assert done.dealer == "7c 5c 4c 3c"


@clause(EXTREME, "2117 Big 3(1)")
@ruling("C97")
def test_2117_big_3_1_it_does_not_make_the_dealer_draw_for_a_bust_neighbour() -> None:
    rest = {"tables": {"big-3": "big-3-PT6D-A"}}
    cards = "6d Th 7c 5s 6c 5c Tc"
    done = play(EXTREME, cards, "2 hit", {1: "big-3 100", 2: 1000}, **rest)
    assert (done.nets, done.dealer) == ({1: -100, 2: -1000}, "7c 5c")


@clause(EXTREME, "2117 Big 3(1)")
def test_2117_big_3_1_insurance_is_asked_of_the_seats_that_play_only() -> None:
    # Dealer A-K: seat 2 -1000 + 2 x 200, seat 1 -100.
    rest = {"tables": {"big-3": "big-3-PT6D-A"}}
    cards = "6d Th Ac 5s 9d Kc"
    seats: Seats = {1: "big-3 100", 2: 1000}
    done = play(EXTREME, cards, "2 insure 200", seats, **rest)
    assert done.nets == {1: -100, 2: -600}
    code = refused(EXTREME, cards, "1 decline, 2 decline", seats, **rest)
    assert code == "action/not-your-turn"


@clause(EXTREME, "2117 Big 3(1)")
@ruling("C6", "C61")
def test_2117_big_3_1_what_may_go_with_big_3_alone() -> None:
    rest = {"tables": {WAGER: "PT6D-A", "big-3": "big-3-PT6D-A"}}
    cards = "7h 7c 7d Ts"
    # A tip on Big 3 has the player's own wager beside it; one on the hand has not.
    done = play(EXTREME, cards, "", "big-3 100, tip big-3 40", **rest)
    assert (done.net, done.won("tip:big-3")) == (9000, 3600)
    assert refused(EXTREME, cards, "", "big-3 100, tip 40", **rest) == "wager/needs-main"
    code = refused(EXTREME, cards, "", f"big-3 100, {WAGER} 100", **rest)
    assert code == "wager/needs-main"


@clause(EXTREME, "2117(3)", "2117 Big 3(2)")
def test_2117_extreme_21_and_big_3_are_each_settled_by_its_own_table() -> None:
    # A straight: 10 x 100 - 50; 19 against 17.
    rest = {"tables": {WAGER: "PT8D-B", "big-3": "big-3-PT8D-B"}, "decks": 8}
    done = play(EXTREME, "Th 8d 9s 9c", "1 stand", f"1000, {WAGER} 100, big-3 50", **rest)
    assert done.net == 1000 + 1000 - 50


@clause(EXTREME, "2117(3)", how="judged")
@every_row(
    ("wager", "table", "code"),
    [
        (WAGER, "PT6D-H", "option/invalid"),
        (WAGER, "big-3-PT6D-A", "option/invalid"),
        ("big-3", "PT6D-A", "option/invalid"),
        ("buster", "buster-1", "wager/not-offered"),
    ],
)
def test_2117_3_other_tables_and_wagers_are_refused(wager: str, table: str, code: str) -> None:
    assert refused(EXTREME, "Th 7s 9d Tc", "1 stand", tables={wager: table}) == code
