"""Colorado 30-2111: the two equal wagers of 3 Card 21, its decks, and the 3 Card Bonus."""

from __future__ import annotations

from itertools import permutations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events, question, total
from tests.rules.colorado.table import THREE_CARD as GAME
from tests.rules.colorado.table import Seats, play, refused, settled_in_order
from tests.rules.table import Played

DIAMOND = "Diamond Royal"
MINI = "Mini Royal"
STRAIGHT_FLUSH = "Straight Flush"
TRIPS = "3 of a Kind"
STRAIGHT = "Straight"
FLUSH = "Flush"
PAIR = "Pair"
TOTAL = "21 Total"
ROWS = (DIAMOND, MINI, STRAIGHT_FLUSH, TRIPS, STRAIGHT, FLUSH, PAIR, TOTAL)

TABLES = {
    "1": ((6,), "- 100 30 10 4 3 2 2"),
    "2": ((6,), "200 100 30 10 4 3 2 2"),
    "3": ((6, 8), "200 50 30 10 4 3 2 2"),
    "4": ((6, 8), "200 80 24 10 4 3 2 2"),
    "5": ((6, 8), "500 100 20 10 4 3 2 2"),
}
"""Pay table -> its deck counts and twice what `ROWS` pay, because 3 to 2 is one of them."""

HANDS = [
    ("Ad Kd Qd", DIAMOND),
    ("As Ks Qs", MINI),
    ("Ah Kh Qh", MINI),
    ("Ac Kc Qc", MINI),
    ("Kd Qd Jd", STRAIGHT_FLUSH),  # diamonds, but no ace
    ("Ad 2d 3d", STRAIGHT_FLUSH),
    ("9h Th Jh", STRAIGHT_FLUSH),
    ("6s 7s 8s", STRAIGHT_FLUSH),  # 21 too
    ("7s 7h 7d", TRIPS),  # 21 too
    ("2s 2h 2d", TRIPS),
    ("Ks Ks Kh", TRIPS),
    ("Ad Ad Ad", TRIPS),  # T5: identical cards, neither a flush nor more
    ("Ah 2d 3s", STRAIGHT),
    ("Qh Kd As", STRAIGHT),  # 21 too
    ("Kh Qd Js", STRAIGHT),
    ("6h 7d 8s", STRAIGHT),  # 21 too
    ("2h 9h Kh", FLUSH),  # 21 too
    ("2h 4h 9h", FLUSH),
    ("7h 7h 2h", FLUSH),  # C32: a pair inside a flush
    ("Ks As 2s", FLUSH),  # no straight
    ("8h 8d 2s", PAIR),
    ("Kh Kd 5s", PAIR),
    ("Ah Ad 9s", PAIR),  # 21 too
    ("8h 8d 5s", PAIR),  # 21 too
    ("Kh 5d 6s", TOTAL),
    ("Ah 4d 6s", TOTAL),  # the ace as 11
    ("Ah Kd Js", TOTAL),  # the ace as 1
    ("Ah Td Ks", TOTAL),
    ("Kh Qd 2s", None),  # T5: ten-values, but no pair; 22
    ("Th Jd 9h", STRAIGHT),
    ("Th Kd 8s", None),
    ("Kh Ad 2s", None),  # C32: round the corner
    ("Ah 2d 4s", None),
    ("Kh 5d 7s", None),
]


def bet(
    hand: str, table: str = "3", seats: Seats = 1000, *, decks: int = 6, rounding: str = "down"
) -> Played:
    """Play one hand against 9-8: a 21 is taken, over 21 surrendered, anything else stands."""
    first, second, third = hand.split()
    asks = total(hand) != 21 or "A" in hand or len({card[0] for card in hand.split()}) < 3
    decision = "1 surrender" if total(hand) > 21 else "1 stand" if asks else ""
    return play(
        GAME,
        f"{first} 9c {second} 8c {third}",
        decision,
        seats,
        tables={"3-card-bonus": table},
        options={"decks": decks, "rounding": rounding},
    )


@clause(GAME, "2111(4)", "2111(5)", "2111(5) note")
@ruling("C17", "C32", "T5")
@every_row(("hand", "row"), HANDS)
def test_2111_5_three_cards_are_paid_the_highest_row(hand: str, row: str | None) -> None:
    for order in permutations(hand.split()):
        played = bet(" ".join(order), "3")
        assert played.outcome("3-card-bonus") == (row or "lose")


@clause(GAME, "2111(5)")
@ruling("C17", "C32")
@every_row(
    ("table", "decks"), [(table, decks) for table, (of, _) in TABLES.items() for decks in of]
)
def test_2111_5_every_row_of_every_table_pays_as_printed(table: str, decks: int) -> None:
    pays = dict(zip(ROWS, TABLES[table][1].split(), strict=True))
    if table == "1":
        pays[DIAMOND] = pays[MINI]  # it prints no Diamond Royal
    for hand, row in HANDS:
        won = bet(hand, table, decks=decks).won("3-card-bonus")
        assert won == (int(pays[row]) * 500 if row else -1000), hand


@clause(GAME, "2111(5)")
def test_2111_5_table_1_has_no_row_for_diamonds() -> None:
    assert bet("Ad Kd Qd", "1").outcome("3-card-bonus") == MINI
    assert bet("Ad Kd Qd", "2").outcome("3-card-bonus") == DIAMOND


@clause(GAME, "2111(5) decks")
@ruling("C17", "C93")
@every_row("table", ["1", "2"])
def test_2111_5_decks_tables_1_and_2_are_for_six_decks(table: str) -> None:
    for options in ({}, {"decks": 6}):
        tables = {"3-card-bonus": table}
        assert play(GAME, "Kh 9c 5d 8c 6s", "", tables=tables, options=options).net == 2000
    code = refused(GAME, "Kh 9c 5d 8c 6s", "", tables={"3-card-bonus": table}, decks=8)
    assert code == "option/conflict"


@clause(GAME, "2111(5)", how="judged")
@ruling("T4", "C93", how="judged")
@every_row("tables", [{}, {"3-card-bonus": "6"}, {"3-card-bonus": "PT1"}])
def test_ruling_t4_a_printed_table_must_be_named(tables: dict[str, str]) -> None:
    assert refused(GAME, "Kh 9c 5d 8c 6s", "", tables=tables) == "option/invalid"


@clause(GAME, "2111(1)", words="with six or eight standard decks")
@ruling("C77", "C81", "C101")
@every_row(("decks", "copies"), [(6, 6), (8, 8), (None, 6)])
def test_2111_1_six_or_eight_decks_of_52(decks: int | None, copies: int) -> None:
    """Four seats hold twelve cards and stand; the dealer has 9-8."""
    seats = dict.fromkeys(range(1, 5), 100)

    def dealt(sixes: int) -> str:
        cards = ["6s"] * sixes + ["4h"] * (12 - sixes)
        return " ".join([*cards[:4], "9c", *cards[4:8], "8c", *cards[8:]])

    options = {} if decks is None else {"decks": decks}
    stands = ", ".join(f"{seat} stand" for seat in seats)
    tables = {"3-card-bonus": "3"}
    played = play(GAME, dealt(copies), stands, seats, tables=tables, options=options)
    assert len(played.nets) == 4
    code = refused(GAME, dealt(copies + 1), stands, seats, tables=tables, options=options)
    assert code == "record/card-not-in-shoe"
    jokers = dealt(copies).replace("9c", "Jk")
    code = refused(GAME, jokers, stands, seats, tables=tables, options=options)
    assert code == "record/card-not-in-shoe"


@clause(
    GAME,
    "2111(1)",
    how="judged",
    words="with six or eight standard decks, from a shoe or a continuous shuffler",
)
@ruling("C105", how="judged")
@every_row(
    ("options", "code"),
    [
        ({"decks": 1}, "option/invalid"),
        ({"decks": 7}, "option/invalid"),
        ({"decks": "6"}, "option/invalid"),
        ({"dealt_from": "hand"}, "option/invalid"),
        ({"surrender": True}, "option/invalid"),
        ({"resplit_aces": True}, "option/invalid"),
        ({"blackjack": "3:2"}, "option/unknown"),
    ],
)
def test_2111_1_no_other_table_is_set_up(options: dict[str, object], code: str) -> None:
    tables = {"3-card-bonus": "3"}
    assert refused(GAME, "Kh 9c 5d 8c 6s", "", tables=tables, options=options) == code


@clause(GAME, "2111(1)", words="from a shoe or a continuous shuffler")
@ruling("C105")
@every_row(
    "options",
    [
        {"dealt_from": "shoe"},
        {"dealt_from": "continuous shuffler"},
        {"surrender": False},
        {"resplit_aces": False},
    ],
)
def test_2111_1_shoe_or_shuffler_and_what_is_fixed_may_be_said(options: dict[str, object]) -> None:
    tables = {"3-card-bonus": "3"}
    assert play(GAME, "Kh 9c 5d 8c 6s", "", tables=tables, options=options).net == 2000


@clause(GAME, "2111(2)")
@ruling("C103")
@every_row(
    ("wagers", "code"),
    [
        ("main 1000", "wager/required"),
        ("3-card-bonus 1000", "wager/needs-main"),
        ("main 1000, 3-card-bonus 999", "wager/fixed-amount"),
        ("main 1000, 3-card-bonus 1001", "wager/fixed-amount"),
        ("main 0, 3-card-bonus 0", "wager/off-limits"),
        ("1000, insurance 500", "wager/not-offered"),
        ("1000, 21-plus-3 500", "wager/not-offered"),
    ],
)
def test_2111_2_both_wagers_are_made_and_are_equal(wagers: str, code: str) -> None:
    tables = {"3-card-bonus": "3"}
    assert refused(GAME, "Kh 9c 5d 8c 6s", "", wagers, tables=tables) == code


@clause(GAME, "2111(2)")
@ruling("C96", "C102")
@every_row(("wager", "fits"), [(499, False), (500, True), (750, True), (1000, True), (1001, False)])
@every_row("named", ["main", "3-card-bonus"])
def test_2111_2_within_the_limits_posted(named: str, wager: int, *, fits: bool) -> None:
    rest = {"tables": {"3-card-bonus": "3"}, "limits": {named: {"min": 500, "max": 1000}}}
    if fits:
        assert play(GAME, "Kh 9c 5d 8c 6s", "", wager, **rest).net == 2 * wager
    else:
        assert refused(GAME, "Kh 9c 5d 8c 6s", "", wager, **rest) == "wager/off-limits"


@clause(GAME, "2111(4)", "2111(5)")
@ruling("C40", "C100")
@every_row(
    ("wager", "rounding", "won", "remainder"),
    [(1001, "down", 1501, "1/2"), (1001, "up", 1502, "-1/2"), (1, "down", 1, "1/2")],
)
def test_2111_5_half_a_cent_of_3_to_2(
    wager: int, rounding: str, won: int, remainder: str | None
) -> None:
    played = bet("2h 4h 9h", "3", wager, rounding=rounding)
    line = played.line("3-card-bonus")
    assert (line["net"], line["remainder"]) == (won, remainder)


@clause(GAME, "2111(4)", "2111(6)")
@ruling("C95")
def test_2111_4_the_bonus_comes_before_the_21s_and_before_anybody_decides() -> None:
    # Seat 1: K-5-6, seat 2: A-4-6, seat 3: 2-3-9; an ace up.
    played = play(
        GAME,
        "Kh As 2h Ac 5d 4d 3d 8c 6s 6h 9s",
        "2 stand, 3 decline, 3 stand",
        {1: 1000, 2: 1000, 3: 1000},
        tables={"3-card-bonus": "3"},
    )
    events = list_events(played, "wager-settled", "action-taken")
    assert set(events[:3]) == {f"wager-settled {seat} 3-card-bonus" for seat in (1, 2, 3)}
    assert events[3:] == [
        "wager-settled 1 main",
        "action-taken 2 stand",
        "wager-settled 2 main",
        "action-taken 3 insurance decline",
        "action-taken 3 stand",
        "wager-settled 3 main",
    ]
    # C95: from the highest seat down.
    assert settled_in_order(played)[:3] == [(seat, "3-card-bonus") for seat in (3, 2, 1)]
    assert played.nets == {1: 2000, 2: 2000, 3: -2000}


@clause(GAME, "2111(4)")
def test_2111_4_the_bonus_is_on_the_first_three_cards_whatever_follows() -> None:
    # 8-8-2 is split and 2-4-K drawn on: the bonus was settled, and stays.
    tables = {"3-card-bonus": "3"}
    cards = "8h 9c 8d 8c 2s Th Td Ts"
    decisions = "1 split, 1.1 stand, 1.2 stand, 1.3 stand"
    assert play(GAME, cards, decisions, tables=tables).won("3-card-bonus") == 1000
    drawn = play(GAME, "2h 9c 4d 8c Ks 3h", "1 hit, 1 stand", tables=tables)
    assert drawn.won("3-card-bonus") == -1000
    dealer_blackjack = play(GAME, "8h Ac 8d Kc 2s", "1 decline", tables=tables)
    assert (dealer_blackjack.won("3-card-bonus"), dealer_blackjack.won()) == (1000, -1000)


@clause(GAME, "2111(3)", "2111(4)")
def test_2111_3_the_dealers_cards_are_no_part_of_the_bonus() -> None:
    # With the up card it would be a straight, with the down card a flush.
    played = play(GAME, "7h 9c 8d 2h Kh", "1 surrender", tables={"3-card-bonus": "3"})
    assert played.outcome("3-card-bonus") == "lose"
    assert question(GAME, "7h 9c 8d 2h Kh", tables={"3-card-bonus": "3"}) == "1.1 surrender split"


@clause(GAME, "2111(4)")
@ruling("C59", "C61", "C100")
@every_row(
    ("hand", "tips", "on_bonus", "on_main"),
    [
        ("8h 8d 5s", "tip main 300, tip 3-card-bonus 200", 200, 300),
        ("7s 7h 7d", "tip 3-card-bonus 999", 4995, None),
        ("2h 4h 9h", "tip 3-card-bonus 333", 499, None),  # 499.5
        ("Kh 5d 7s", "tip main 301, tip 3-card-bonus 1", -1, -151),  # a surrender keeps half
    ],
)
def test_ruling_c59_a_tip_goes_as_the_wager_and_is_the_dealers(
    hand: str, tips: str, on_bonus: int, on_main: int | None
) -> None:
    played = bet(hand, "3", f"1000, {tips}")
    assert played.won("tip:3-card-bonus") == on_bonus
    if on_main is not None:
        assert played.won("tip:main") == on_main
    assert played.net == bet(hand, "3").net


@ruling("C61", "C100")
@every_row(
    ("tips", "code"),
    [
        ("tip main 1001", "wager/off-limits"),
        ("tip main 0", "wager/off-limits"),
        ("tip 3-card-bonus 1001", "wager/off-limits"),
        ("tip insurance 100", "wager/needs-main"),
        ("tip 21-plus-3 100", "wager/not-offered"),
    ],
)
def test_ruling_c61_a_tip_is_at_most_the_players_own_wager(tips: str, code: str) -> None:
    tables = {"3-card-bonus": "3"}
    assert refused(GAME, "Kh 9c 5d 8c 6s", "", f"1000, {tips}", tables=tables) == code
