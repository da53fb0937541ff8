"""Colorado 30-2107: 21+3 and 21+3 Xtreme; the progressive is in test_21_plus_3_progressive.py."""

from __future__ import annotations

from itertools import combinations_with_replacement

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import TWENTY_ONE_PLUS_3 as GAME
from tests.rules.colorado.felt import list_events, net, three_cards
from tests.rules.colorado.table import play, refused, settled_in_order

STANDARD = {"21-plus-3": "standard"}
XTREME = {"21-plus-3-xtreme": "xtreme"}
BOTH = STANDARD | XTREME

STRAIGHT_FLUSH = "Straight Flush"
THREE_OF_A_KIND = "Three of a Kind"
STRAIGHT = "Straight"
FLUSH = "Flush"
XTREME_PAYS = {STRAIGHT_FLUSH: 30, THREE_OF_A_KIND: 20, STRAIGHT: 10, FLUSH: 5}

HANDS = [
    # The player's two cards, then the up card; and in how many decks they are.
    ("5h 6h 7h", STRAIGHT_FLUSH, 1),
    ("7s 5s 6s", STRAIGHT_FLUSH, 1),
    ("Tc Jc 9c", STRAIGHT_FLUSH, 1),
    ("Ad 2d 3d", STRAIGHT_FLUSH, 1),
    ("3c Ac 2c", STRAIGHT_FLUSH, 1),
    ("Qh Kh Ah", STRAIGHT_FLUSH, 1),
    ("As Ks Qs", STRAIGHT_FLUSH, 1),
    ("Jd Qd Kd", STRAIGHT_FLUSH, 1),
    ("8h 8s 8d", THREE_OF_A_KIND, 1),
    ("Ah As Ad", THREE_OF_A_KIND, 1),
    ("Kh Kd Kc", THREE_OF_A_KIND, 1),
    ("2h 2s 2h", THREE_OF_A_KIND, 2),
    ("9c 9c 9c", THREE_OF_A_KIND, 4),  # suited, which a flush of lower pay is too
    ("As As As", THREE_OF_A_KIND, 4),
    ("5h 6h 7d", STRAIGHT, 1),
    ("6s 7d 5h", STRAIGHT, 1),
    ("Ah 2d 3d", STRAIGHT, 1),
    ("2d 3s Ac", STRAIGHT, 1),
    ("Kh Ad Qd", STRAIGHT, 1),
    ("Qs Kd Ac", STRAIGHT, 1),
    ("Th 9h 8d", STRAIGHT, 1),
    ("2h 9h Kh", FLUSH, 1),
    ("As Ts 5s", FLUSH, 1),
    ("Kc 2c Ac", FLUSH, 1),  # king, ace and deuce are no straight
    ("4d 4d 9d", FLUSH, 2),  # with a pair
    ("9d 4d 9d", FLUSH, 2),
]

NOTHING = [
    "2h 9h Kd",
    "Kh Ad 2s",
    "Ah 2h Kd",
    "4h 4d 9s",
    "9s 4h 4d",
    "5h 6h 8d",
    "5h 7h 8s",
    "Jh Qd As",
    "9h Kd Qs",
    "Ah Ad Ks",
]


@clause(GAME, "2107(2)", "2107 Winner(1)", "2107 Winner(2)")
@ruling("C32", "C92")
@every_row(
    ("decks", "hand"),
    [(decks, hand) for decks in (2, 4, 5, 6, 7, 8) for hand, _, needed in HANDS if needed <= decks],
)
def test_2107_2_a_winning_hand_of_21_plus_3_pays_9_to_1_whatever_it_is(
    decks: int, hand: str
) -> None:
    played = three_cards(GAME, hand, {"21-plus-3": 500}, STANDARD, decks=decks)
    assert played.won("21-plus-3") == 4500


@clause(GAME, "2107 Winner(1)", "2107 Winner(2)")
@ruling("C32", "C92")
@every_row(
    ("decks", "hand", "row"),
    [
        (decks, hand, row)
        for decks in (1, 2, 4, 5, 6, 7, 8)
        for hand, row, needed in HANDS
        if needed <= decks
    ],
)
def test_2107_winner_2_xtreme_pays_the_highest_row(decks: int, hand: str, row: str) -> None:
    played = three_cards(GAME, hand, {"21-plus-3-xtreme": 700}, XTREME, decks=decks)
    assert played.line("21-plus-3-xtreme") == {
        "seat": 1,
        "hand": 1,
        "wager": "21-plus-3-xtreme",
        "stake": 700,
        "outcome": row,
        "net": 700 * XTREME_PAYS[row],
    }


@clause(GAME, "2107(2)", "2107 Winner(1)")
@ruling("C32")
@every_row("hand", NOTHING)
def test_2107_2_every_other_hand_loses(hand: str) -> None:
    bets = {"21-plus-3": 500, "21-plus-3-xtreme": 300}
    played = three_cards(GAME, hand, bets, BOTH)
    assert [played.line(wager)["net"] for wager in bets] == [-500, -300]
    assert [played.outcome(wager) for wager in bets] == ["lose", "lose"]


@clause(GAME, "2107 Winner(1)")
@ruling("C32")
def test_2107_winner_1_of_all_ranks_only_twelve_sequences_and_trips_win_in_mixed_suits() -> None:
    """Every three ranks, suits mixed, in an order of their own: 12 straights and 13 trips win."""
    ranks = "A23456789TJQK"
    straights = {frozenset(run) for run in zip(ranks, ranks[1:], ranks[2:], strict=False)}
    straights.add(frozenset("QKA"))
    won = 0
    for one, two, three in combinations_with_replacement(ranks, 3):
        played = three_cards(
            GAME, f"{three}h {one}s {two}d", {"21-plus-3-xtreme": 100}, XTREME, decks=1
        )
        wanted = -100
        if one == two == three:
            wanted = 2000
        elif {one, two, three} in straights:
            wanted = 1000
        won += wanted > 0
        assert played.won("21-plus-3-xtreme") == wanted, (one, two, three)
    assert won == 12 + 13


@clause(GAME, "2107(1)")
@ruling("C2", "C93")
@every_row(
    ("wager", "decks", "code"),
    [
        ("21-plus-3", 1, "option/conflict"),
        ("21-plus-3", 3, "option/invalid"),
        ("21-plus-3", 9, "option/invalid"),
        ("21-plus-3-xtreme", 3, "option/invalid"),
        ("21-plus-3-xtreme", 0, "option/invalid"),
    ],
)
def test_2107_1_21_plus_3_has_no_single_deck_and_nothing_has_three(
    wager: str, decks: int, code: str
) -> None:
    tables = {wager: BOTH[wager]}
    assert refused(GAME, "9h 8c 7h Td", "1 stand", tables=tables, decks=decks) == code
    # With one deck and Xtreme alone there is a game; with six, by default, both.
    assert net(GAME, "9h 8c 7h Td", "1 stand", tables=XTREME, decks=1) == -1000
    assert net(GAME, "9h 8c 7h Td", "1 stand", tables=BOTH) == -1000


@clause(GAME, "2107(1)", how="judged")
@ruling("C93", how="judged")
def test_2107_1_a_table_of_the_other_wager_is_refused() -> None:
    cards = "9h 8c 7h Td"
    for tables in ({"21-plus-3": "xtreme"}, {"21-plus-3-xtreme": "standard"}, {"21-plus-3": "A"}):
        assert refused(GAME, cards, "1 stand", tables=tables) == "option/invalid"
    for wager in ("21-plus-3", "21-plus-3-xtreme"):
        tables = XTREME if wager == "21-plus-3" else STANDARD
        code = refused(GAME, cards, "1 stand", f"1000, {wager} 100", tables=tables)
        assert code == "wager/not-offered"


@clause(GAME, "2107(3)", "2107 Winner(4)")
@every_row(
    ("cards", "decisions", "main", "side"),
    [
        ("9h 8c 7h Td", "1 stand", -1000, 4500),  # 16 against 18, a straight
        ("9h 8c 7h Td 5d", "1 hit", 1000, 4500),
        ("9h 8c 7h Td Kd", "1 hit", -1000, 4500),  # a bust
        ("8h 9c 8d Ts 3d Ks 9d", "1 split, 1 double, 1.2 stand", 1000, -500),  # 2000 - 1000
        ("Ah 2c Kd 9d", "", 1500, -500),
    ],
)
def test_2107_3_the_blackjack_game_and_the_wager_do_not_touch_each_other(
    cards: str, decisions: str, main: int, side: int
) -> None:
    played = play(GAME, cards, decisions, "1000, 21-plus-3 500", tables=STANDARD)
    assert played.won("21-plus-3") == side
    assert played.net == main + side
    assert net(GAME, cards, decisions) == main


@clause(GAME, "2107 Start(1)")
@ruling("C6")
@every_row("wager", ["21-plus-3", "21-plus-3-xtreme"])
def test_2107_start_1_the_wagers_need_the_blackjack_wager(wager: str) -> None:
    cards = "9h 8c 7h Td"
    assert refused(GAME, cards, "1 stand", f"{wager} 500", tables=BOTH) == "wager/needs-main"
    assert net(GAME, cards, "1 stand", f"1, {wager} 500", tables=BOTH) > 0


@clause(GAME, "2107 Start(1)")
def test_2107_start_1_both_may_be_made_in_any_amounts_before_the_deal() -> None:
    # A straight: 9 x 123 and 10 x 7; 16 loses 1000 to 18.
    bets = "1000, 21-plus-3 123, 21-plus-3-xtreme 7"
    played = play(GAME, "9h 8c 7h Td", "1 stand", bets, tables=BOTH)
    assert played.net == 9 * 123 + 10 * 7 - 1000
    placed = played.when("wager-placed", wager="21-plus-3-xtreme")
    assert placed < played.when("card-dealt")


@clause(GAME, "2107 Start(3)")
@every_row("wager", [99, 2501, 0, -5])
def test_2107_start_3_the_house_posts_the_limits(wager: int) -> None:
    limits = {"21-plus-3": {"min": 100, "max": 2500}, "main": {"min": 500}}
    seats = f"1000, 21-plus-3 {wager}"
    code = refused(GAME, "9h 8c 7h Td", "1 stand", seats, tables=STANDARD, limits=limits)
    assert code == "wager/off-limits"
    for within in (100, 2500):
        seats = f"500, 21-plus-3 {within}"
        won = net(GAME, "9h 8c 7h Td", "1 stand", seats, tables=STANDARD, limits=limits)
        assert won == 9 * within - 500


@clause(GAME, "2107 Start(3)")
@ruling("C74")
@every_row(
    ("limit", "pays"),
    [
        # Due are 9 x 300 = 2700, 9 x 100 = 900 and 9 x 1 = 9: 3609 in all.
        (3609, {1: 2700, 2: 900, 4: 9}),
        (5000, {1: 2700, 2: 900, 4: 9}),
        # Of 1000: 2700000/3609 = 748.1, 900000/3609 = 249.3, 9000/3609 = 2.4.
        (1000, {1: 748, 2: 249, 4: 2}),
        # Of 3608: 2699.2, 899.7, 8.9.
        (3608, {1: 2699, 2: 899, 4: 8}),
        (1, {1: 0, 2: 0, 4: 0}),
    ],
)
def test_2107_start_3_an_aggregate_limit_is_shared_in_proportion(
    limit: int, pays: dict[int, int]
) -> None:
    """Three seats have straights, seat 3 loses its wager; the winners' own stakes come back."""
    played = play(
        GAME,
        "9h 9d 2h 9s 8c 7h 7s 9c 7d Td",
        "1 stand, 2 stand, 3 stand, 4 stand",
        {
            1: "1000, 21-plus-3 300",
            2: "1000, 21-plus-3 100",
            3: "1000, 21-plus-3 100",
            4: "1000, 21-plus-3 1",
        },
        tables=STANDARD,
        limits={"21-plus-3": {"aggregate": limit}},
    )
    assert {seat: played.won("21-plus-3", seat) for seat in (1, 2, 4)} == pays
    assert played.won("21-plus-3", 3) == -100
    assert played.nets == {seat: pays.get(seat, -100) - 1000 for seat in (1, 2, 3, 4)}


@clause(GAME, "2107 Start(3)")
@ruling("C74")
def test_2107_start_3_each_wager_has_an_aggregate_limit_of_its_own() -> None:
    # A straight: 21+3 would pay 900 and is held to 500; Xtreme pays its 1000.
    played = play(
        GAME,
        "9h 8c 7h Td",
        "1 stand",
        "1000, 21-plus-3 100, 21-plus-3-xtreme 100",
        tables=BOTH,
        limits={"21-plus-3": {"aggregate": 500}, "21-plus-3-xtreme": {"aggregate": 1000}},
    )
    assert [played.won("21-plus-3"), played.won("21-plus-3-xtreme")] == [500, 1000]


@clause(GAME, "2107 Start(4)")
def test_2107_start_4_the_deal_is_that_of_blackjack() -> None:
    """Seat 1: 5h 6d with the 7c, a straight; seat 2: 8c 2c with the 7c, a flush."""
    played = play(
        GAME,
        "5h 8c 7c 6d 2c Tc",
        "1 stand, 2 stand",
        {1: "1000, 21-plus-3-xtreme 100", 2: "1000, 21-plus-3-xtreme 100"},
        tables=XTREME,
    )
    assert [played.outcome("21-plus-3-xtreme", seat) for seat in (1, 2)] == [STRAIGHT, FLUSH]
    # The ten under the seven would have made other hands of both.
    assert played.nets == {1: 1000 - 1000, 2: 500 - 1000}


@clause(GAME, "2107 Winner(2)")
def test_2107_winner_2_the_wagers_are_settled_from_the_dealers_right() -> None:
    """The right-most seat, that with the highest number, comes first; all before play."""
    bets = "1000, 21-plus-3 100"
    played = play(
        GAME,
        "9h 2d 9s 8c 7h 5s 7d Td",
        "1 stand, 2 stand, 5 stand",
        {1: bets, 2: bets, 5: bets},
        tables=STANDARD,
    )
    order = [seat for seat, wager in settled_in_order(played) if wager == "21-plus-3"]
    assert order == [5, 2, 1]


@clause(GAME, "2107 Winner(2)", "2107 Winner(4)")
def test_2107_winner_2_the_wagers_are_settled_before_play() -> None:
    played = play(
        GAME,
        "9h 2d 8c 7h 5s Td",
        "1 stand, 2 stand",
        {1: "1000, 21-plus-3 100", 2: "1000, 21-plus-3 100"},
        tables=STANDARD,
    )
    last = max(played.when("wager-settled", seat=seat, wager="21-plus-3") for seat in (1, 2))
    assert last < played.when("action-taken")


@clause(GAME, "2107 Winner(3)")
@ruling("C87")
@every_row(
    ("down", "decisions", "main"),
    [
        ("Kc", "1 insure 500", 0),
        ("9c", "1 decline, 1 stand", 0),
        ("8c", "1 decline, 1 stand", 1000),
    ],
)
def test_2107_winner_3_with_an_ace_up_they_are_settled_before_insurance_and_the_peek(
    down: str, decisions: str, main: int
) -> None:
    """K-Q with the ace is a straight, paid whatever the dealer has."""
    played = play(GAME, f"Kh As Qd {down}", decisions, "1000, 21-plus-3-xtreme 100", tables=XTREME)
    assert played.won("21-plus-3-xtreme") == 1000
    assert played.net == 1000 + main
    settled = played.when("wager-settled", wager="21-plus-3-xtreme")
    assert settled < played.when("action-taken") < played.when("dealer-peeked")


@clause(GAME, "2107 Winner(3)")
@ruling("C87")
def test_2107_winner_3_under_a_ten_too_they_are_paid_against_a_blackjack() -> None:
    played = play(GAME, "Jh Ks Qd Ac", "", "1000, 21-plus-3-xtreme 100", tables=XTREME)
    assert played.nets == {1: 1000 - 1000}
    settled = played.when("wager-settled", wager="21-plus-3-xtreme")
    assert settled < played.when("dealer-peeked")


@clause(GAME, "2107 Winner(1)")
def test_2107_winner_1_a_split_changes_nothing_of_a_wager_already_settled() -> None:
    # 8-8 with the up 8 are trips; split, hand 1 gets a 3 and hand 2 a 5.
    cards = "8h 8c 8d Td 3s 5s"
    decisions = "1 split, 1 stand, 1.2 stand"
    played = play(GAME, cards, decisions, "1000, 21-plus-3-xtreme 100", tables=XTREME)
    assert played.net == 2000 - 2000
    settled = list_events(played, "wager-settled")
    assert settled[0] == "wager-settled 1 21-plus-3-xtreme"
    assert len(settled) == 3


@ruling("C59", "C61")
@every_row(("up", "won", "tip"), [("8c", 1500, 500), ("2c", -150, -50)])
def test_ruling_c61_a_tip_beside_the_wager_is_paid_at_the_same_odds(
    up: str, won: int, tip: int
) -> None:
    """9-7 with the 8 is a straight: 10 to 1; with a deuce nothing. 16 loses or wins besides."""
    rest = "Td" if up == "8c" else "9d 7c"
    bets = "1000, 21-plus-3-xtreme 150, tip 21-plus-3-xtreme 50"
    played = play(GAME, f"9h {up} 7h {rest}", "1 stand", bets, tables=XTREME)
    assert played.won("21-plus-3-xtreme") == won
    assert played.line("tip:21-plus-3-xtreme")["stake"] == 50
    assert played.won("tip:21-plus-3-xtreme") == tip
    assert played.net == won - 1000


@ruling("C61")
@every_row(
    ("bets", "code"),
    [
        ("1000, 21-plus-3 100, tip 21-plus-3 101", "wager/off-limits"),
        ("1000, 21-plus-3 100, tip 21-plus-3 0", "wager/off-limits"),
        ("1000, tip 21-plus-3 100", "wager/needs-main"),
        ("1000, 21-plus-3 100, tip 21-plus-3-xtreme 50", "wager/not-offered"),
    ],
)
def test_ruling_c61_a_tip_is_at_most_the_players_wager_on_that_spot(bets: str, code: str) -> None:
    assert refused(GAME, "9h 8c 7h Td", "1 stand", bets, tables=STANDARD) == code
