"""Colorado 30-2118, Deuces Wild Xtreme: Bad Beat Xtreme, Trips Plus Wild and Goin' Wild.

Seat 1 folds its $10 ante and $10 odds where a test says nothing else: optional wagers live on.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import play
from tests.rules.table import Played

ODDS = {"odds": "PT-FLT-DWHF-ODS-01"}
BAD_BEAT = "bad-beat"
TRIPS = "trips-plus-wild"
GOIN_WILD = "goin-wild"
TEN_HIGH = "3c 4d 6c 8s Td"


def bonus(wager: str, table: str, cards: str, cents: int = 100, decision: str = "fold") -> Played:
    """Play a round of one seat with one optional wager."""
    seats = f"1000, {wager} {cents}"
    tables = ODDS | {wager: table}
    done = play(GAME, cards, f"1 {decision}", seats, tables=tables)
    if decision == "fold":
        assert done.net == -2000 + done.won(wager)
    return done


# Bad Beat Xtreme.

LOSERS = [
    # The hand that loses, the hand that wins, the row.
    ("As Ks Qs Js Ts", "2s 2h 2d 2c Jk", "Royal Flush"),
    ("Ah Kh Qh Jh Th", "2s 2h 2d 2c Jk", "Royal Flush"),
    ("9s 9h 9d 9c 2s", "Ah Kh Qh Jh Th", "Five-of-a-Kind"),
    ("9s 9h 9d 9c 2s", "Ts Th Td Tc Jk", "Five-of-a-Kind"),
    ("4h 5h 6h 7h 8h", "Ah Kh Qh Jh Th", "Straight Flush"),
    ("Ah 2h 3h 4h 5h", "9s 9h 9d 9c Jk", "Straight Flush"),
    ("9s 9h 9d 9c Ks", "4h 5h 6h 7h 8h", "Four-of-a-Kind"),
    ("9s 9h Jk 2c Ks", "4h 5h 6h 7h 8h", "Four-of-a-Kind"),
    ("9s 9h 9d Ks Kh", "8s 8h 8d 8c 3s", "Full House"),
    ("Kh Jh 9h 6h 3h", "8s 8h 8d 5s 5d", "Flush"),
    ("Kh Jh 9h 6h 3h", "As Js 9s 6s 3s", "Flush"),
    ("5s 6h 7d 8c 9s", "Kd Jd 9d 6d 3d", "Straight"),
    ("9s 9h 9d Kh 4d", "5s 6h 7d 8c 9c", "Three-of-a-Kind"),
    ("9s 2h Jk 7h 4d", "Ts Th Td 7c 3d", "Three-of-a-Kind"),
    ("9c 2h Jk 8h 4s", "9s 9h 9d Kh 4d", "Three-of-a-Kind"),
]
BAD_BEAT_PAYS = {
    "PT-FLT-DWHF-BBX-01": (10000, 10000, 5000, 500, 400, 300, 100, 9),
    "PT-FLT-DWHF-BBX-02": (500, 500, 500, 500, 400, 300, 100, 9),
    "PT-FLT-DWHF-BBX-03": (500, 500, 500, 300, 200, 100, 50, 15),
}
BAD_BEAT_ROWS = list(dict.fromkeys(row for *_, row in LOSERS))


@clause(GAME, "2118(11)(a)", "2118(13)(a)", "2118(13)(a)(i)(A)")
@clause(GAME, "2118(13)(a)(i)(B)", "2118(13)(a)(i)(C)", "2118(10)")
@ruling("C19", "D2")
@every_row("table", BAD_BEAT_PAYS)
@every_row(("losing", "winning", "row"), LOSERS)
def test_2118_13_a_bad_beat_pays_the_losing_hand_whichever_side_loses(
    losing: str, winning: str, row: str, table: str
) -> None:
    pays = BAD_BEAT_PAYS[table][BAD_BEAT_ROWS.index(row)]
    for cards in (f"{losing} {winning}", f"{winning} {losing}"):
        done = bonus(BAD_BEAT, table, cards, 333)
        assert (done.outcome(BAD_BEAT), done.won(BAD_BEAT)) == (row, pays * 333)


@clause(GAME, "2118(11)(a)", "2118(13)(a)(i)(C)")
@every_row("table", BAD_BEAT_PAYS)
@every_row(
    ("one", "other"),
    [
        ("Ks Kh 9s 9h 4d", "5s 6h 7d 8c 9c"),  # two pair is too little
        ("Ks 2h 9s 8h 4d", "5s 6h 7d 8c 9c"),  # a wild pair too
        ("Ks Kh 9s 9h 4d", "Qs Qh Jd 7c 9c"),
        ("5s 6h 7d 8c 9s", "5h 6d 7c 8s 9h"),  # a tie
        ("2d 6h 7d 8c 9s", "6d 7c 8s 9h Td"),  # a tie by a wild card: both 6-T
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Jk"),
    ],
)
def test_2118_13_a_i_c_bad_beat_loses_with_less_than_trips_or_a_tie(
    one: str, other: str, table: str
) -> None:
    for cards in (f"{one} {other}", f"{other} {one}"):
        assert bonus(BAD_BEAT, table, cards).won(BAD_BEAT) == -100


# Trips Plus Wild.

KINDS = {
    "five wilds": ["2s 2h 2d 2c Jk"],
    "natural royal": ["As Ks Qs Js Ts", "Td Jd Qd Kd Ad"],
    "wild royal": ["As Ks Qs Js 2s", "As Ks Jk 2h Ts", "Ts 2s 2h 2d Jk"],
    "natural straight flush": [
        *("5h 6h 7h 8h 9h", "9s Ts Js Qs Ks"),
        *("Ah 2h 3h 4h 5h", "2h 3h 4h 5h 6h"),  # the deuce as a 2
    ],
    "wild straight flush": [
        "Ah Jk 3h 4h 5h",
        "Jk 3h 4h 5h 6h",
        *("As 2h 3s 4s 5s", "2h 3s 4s 5s 6s"),  # C20: a natural straight, but more as wild
        *("3h 4h 5h 6h 2s", "2h 3h 4h 5h 7h", "4h 5h 2h 2s 8h"),
    ],
    "five of a kind": ["9s 9h 9d 9c 2s", "9s 9h Jk 2d 2c", "9s 2s 2h 2d 2c", "3s 3h 3d 3c Jk"],
    "natural four": ["9s 9h 9d 9c Ks"],
    "wild four": ["9s 9h 9d 2c Ks", "9s 2h Jk 2c Kh", "9s 9h 9d Jk Ks"],
    "natural full house": ["9s 9h 9d Ks Kh"],
    "wild full house": ["9s 9h 2d Ks Kh", "9s 9h Jk Ks Kh"],
    "natural flush": ["Kh Jh 9h 6h 3h"],
    "wild flush": ["Kh Jh 9h 6h 2h", "Kh Jh 9h 6h Jk", "Kh 9h 3h 2s 2h", "3h 4h 5h 2h 9h"],
    "natural straight": [
        *("5s 6h 7d 8c 9s", "As Kh Qd Jc Ts"),
        *("As 2h 3d 4c 5s", "2h 3d 4c 5s 6d", "2s 3s 4s 5s 6d"),  # the deuce as a 2
    ],
    "wild straight": [
        *("5s 6h 2d 8c 9s", "As Jk 3d 4c 5s", "Jk 3d 4c 5s 6d", "2h 2d 4c 5s 6d"),
        *("2h 3d 4c 5s 7d", "As Kh Qd Jc 2s"),
    ],
    "natural trips": ["9s 9h 9d Kc 5h"],
    "wild trips": ["9s 9h 2d Kc 5h", "9s Jk 2d Kc 5h", "Jk 9s 9h Kc 5h"],
    "nothing": ["9s 9h Kd Kc 5h", "9s 9h Kd Qc 5h", "Jk 9h Kd Qc 5h", "2h 9h Kd Qc 5h"],
}
NATURAL_AND_WILD = {
    # The same order as above.
    "01": (2000, 1000, 100, 200, 30, 100, 90, 6, 40, 5, 30, 4, 20, 3, 6, 1, -1),
    "02": (2000, 1000, 100, 200, 30, 100, 90, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "03": (2000, 1000, 90, 200, 25, 70, 60, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "04": (2000, 1000, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "05": (500, 400, 70, 200, 25, 60, 50, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
    "06": (2000, 1000, 60, 200, 25, 50, 40, 6, 30, 5, 25, 4, 20, 3, 6, 1, -1),
}
DEALERS = (TEN_HIGH, "3c 4d 6d 8d Tc", "4c 6h Tc Jh Qh", "3h 6s 7s 8s Th")


@clause(GAME, "2118(11)(b)", "2118(13)(b)", "2118(13)(b)(i)(A)")
@clause(GAME, "2118(13)(b)(i)(B)", "2118(13)(b)(i)(C)", "2118(13)(b)(i)(D)", "2118(8)(b)(i)")
@ruling("C5", "C19", "C20", "D2", "D5")
@every_row("table", NATURAL_AND_WILD)
@every_row("kind", KINDS)
def test_2118_13_b_trips_plus_wild_pays_natural_and_wild_hands_apart(kind: str, table: str) -> None:
    pays = NATURAL_AND_WILD[table][list(KINDS).index(kind)]
    for hand in KINDS[kind]:
        dealer = next(cards for cards in DEALERS if not set(cards.split()) & set(hand.split()))
        done = bonus(TRIPS, f"PT-FLT-DWHF-TPW-{table}", f"{hand} {dealer}", 250)
        assert done.won(TRIPS) == pays * 250, hand


# Goin' Wild.

WILDS = {
    "2s 2h 2d 2c Jk": "4 Wilds",  # C22
    "2s 2h 2d 2c 9s": "4 Wilds",
    "2s 2h 2d Jk 9s": "4 Wilds",
    "2s 2h 2d 9h 9s": "3 Wilds",
    "2s 2h Jk 9h 9s": "3 Wilds",
    "2s 2h 7d 9h 9s": "2 Wilds",
    "2s Jk 7d 9h 9s": "2 Wilds",
    "Jk Ah 7d 9h 9s": "Joker",
    "2s Ah 7d 9h 9s": "lose",  # one deuce alone
    "As Ks Qs Js Ts": "lose",
}
GOIN_WILD_PAYS = {
    "PT-FLT-TW-GW-01": {"4 Wilds": 1000, "3 Wilds": 40, "2 Wilds": 5, "Joker": 4},
    "PT-FLT-TW-GW-02": {"4 Wilds": 500, "3 Wilds": 50, "2 Wilds": 6, "Joker": 3},
}


@clause(GAME, "2118(11)(c)", "2118(13)(c)", "2118(13)(c)(i)(A)")
@clause(GAME, "2118(13)(c)(i)(B)", "2118(13)(c)(i)(C)")
@ruling("C22")
@every_row("table", GOIN_WILD_PAYS)
@every_row(("hand", "row"), WILDS.items())
def test_2118_13_c_goin_wild_counts_the_wild_cards(hand: str, row: str, table: str) -> None:
    done = bonus(GOIN_WILD, table, f"{hand} {TEN_HIGH}", 101)
    pays = GOIN_WILD_PAYS[table].get(row, -1)
    assert (done.outcome(GOIN_WILD), done.won(GOIN_WILD)) == (row, pays * 101)


# All of them.


@clause(GAME, "2118(2)", "2118(8)(b)(i)", "2118(10)")
@ruling("D2")
@every_row("decision", ["bet", "fold"])
def test_2118_8_b_i_bonuses_are_paid_the_same_whether_seat_1_bets_or_folds(decision: str) -> None:
    # Three nines by the joker lose to a straight.
    cards = "9s 9h Jk Kh 4d 5s 6h 7d 8c 9c"
    seats = f"1000, {BAD_BEAT} 100, {TRIPS} 200, {GOIN_WILD} 300"
    tables = {
        BAD_BEAT: "PT-FLT-DWHF-BBX-03",
        TRIPS: "PT-FLT-DWHF-TPW-05",
        GOIN_WILD: "PT-FLT-TW-GW-02",
    }
    done = play(GAME, cards, f"1 {decision}", seats, tables=ODDS | tables)
    assert [done.won(wager) for wager in tables] == [1500, 200, 900]
    assert done.net == (-4000 if decision == "bet" else -2000) + 2600
    # After the dealer has shown.
    shown = done.when("dealer-shown")
    assert all(done.when("wager-settled", wager=wager) > shown for wager in tables)


@clause(GAME, "2118(7)")
@ruling("C59", "C61")
@every_row("decision", ["bet tip 100", "fold"])
def test_2118_7_a_tip_on_an_optional_wager_is_paid_as_it_is(decision: str) -> None:
    cards = "9s 9h Jk Kh 4d 5s 6h 7d 8c 9c"
    bets = {BAD_BEAT: 100, TRIPS: 200, GOIN_WILD: 300}
    seats = [
        "1000",
        *(f"{wager} {cents}, tip {wager} {cents - 1}" for wager, cents in bets.items()),
    ]
    tables = {
        BAD_BEAT: "PT-FLT-DWHF-BBX-03",
        TRIPS: "PT-FLT-DWHF-TPW-05",
        GOIN_WILD: "PT-FLT-TW-GW-02",
    }
    done = play(GAME, cards, f"1 {decision}", ", ".join(seats), tables=ODDS | tables)
    assert [done.won(f"tip:{wager}") for wager in bets] == [99 * 15, 199, 299 * 3]
    assert done.net == (-4000 if "bet" in decision else -2000) + 2600
    lost = play(
        GAME, f"As Kh 9d 7c 5h {TEN_HIGH}", "1 fold", ", ".join(seats), tables=ODDS | tables
    )
    assert [lost.won(f"tip:{wager}") for wager in bets] == [-99, -199, -299]
    assert lost.net == -2600


@clause(GAME, "2118(2)")
@every_row("offered", [(), (BAD_BEAT,), (TRIPS, GOIN_WILD), (BAD_BEAT, TRIPS, GOIN_WILD)])
def test_2118_2_the_house_offers_any_combination_and_nobody_must_bet(
    offered: tuple[str, ...],
) -> None:
    ids = {
        BAD_BEAT: "PT-FLT-DWHF-BBX-01",
        TRIPS: "PT-FLT-DWHF-TPW-01",
        GOIN_WILD: "PT-FLT-TW-GW-01",
    }
    tables = ODDS | {wager: ids[wager] for wager in offered}
    seats = {1: ", ".join(["1000", *(f"{wager} 100" for wager in offered)]), 2: "1000"}
    cards = f"As Kh 9d 7c 5h Ah Ks 9s 7d 5c {TEN_HIGH}"
    done = play(GAME, cards, "1 bet, 2 bet", seats, tables=tables)
    assert done.nets == {1: 3000 - 100 * len(offered), 2: 3000}
