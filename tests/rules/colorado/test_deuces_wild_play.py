"""Colorado 30-2118, Deuces Wild Xtreme: the deal, ante, odds and play, folding, and the dealer.

Cards are five to seat 1, five to seat 2 and so on, then five to the dealer. An ante of $10 has
odds of $10 beside it, and a play wager is $20.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import Seats, asked, play, record
from tests.rules.table import Played, played

TABLES = {"odds": "PT-FLT-DWHF-ODS-01"}
TEN_HIGH = "3c 4d 6c 8s Td"
KINGS = "Ks Kh 9d 7c 4s"
QUEENS = "Qs Qh 9c 7d 4h"


def deal(cards: str, decisions: str = "1 bet", seats: Seats = 1000, **rest: object) -> Played:
    return play(GAME, cards, decisions, seats, tables=TABLES, **rest)


@clause(GAME, "2118(1)", "2118(8)")
def test_2118_8_five_cards_to_each_seat_in_turn_then_five_to_the_dealer() -> None:
    done = deal(
        f"{KINGS} {QUEENS} 3s 5d 8h Jc Jd {TEN_HIGH}",
        "2 bet, 4 bet, 7 bet",
        dict.fromkeys((2, 4, 7), 1000),
    )
    assert [done.hand(seat=seat) for seat in (2, 4, 7)] == [KINGS, QUEENS, "3s 5d 8h Jc Jd"]
    assert done.dealer == TEN_HIGH
    assert done.nets == {2: 3000, 4: 3000, 7: 3000}


@clause(GAME, "2118(8)")
@ruling("C65")
def test_ruling_c65_seats_are_dealt_and_asked_in_the_order_of_their_numbers() -> None:
    done = deal(f"{KINGS} {TEN_HIGH} {QUEENS}", "1 bet, 2 fold", {2: 1000, 1: 500})
    assert asked(done) == ["1.1 bet", "2.1 fold"]
    assert done.hand(seat=1) == KINGS
    assert done.nets == {1: 1500, 2: -2000}


@clause(GAME, "2118(1)")
def test_2118_1_deuces_and_the_joker_are_wild_for_player_and_dealer() -> None:
    assert deal(f"2s 7h Jd 8c 4s {QUEENS}").net == -3000 - 1000  # jacks against queens
    assert deal(f"2s Kh Jd 8c 4s {QUEENS}").net == 3000  # kings
    assert deal(f"Jk Kh Jd 8c 4s {QUEENS}").net == 3000
    assert deal(f"{KINGS} Jk Ah 9c 5d 3h").net == -4000  # the dealer has aces
    assert deal(f"{KINGS} 2h Qh Qd 5d 3h").net == -4000  # three queens


@clause(GAME, "2118(8)(a)", "2118(9)(a)(i)", "2118(9)(a)(ii)")
@ruling("C104")
@every_row("ante", [1, 333, 1000, 2550])
@every_row("decision", ["1 bet", "1 bet {}", "1 bet {} play", "1.1 bet"])
def test_2118_8_a_play_is_twice_the_ante_and_is_paid_with_it_at_even_money(
    ante: int, decision: str
) -> None:
    done = deal(f"{KINGS} {QUEENS}", decision.format(2 * ante), ante)
    assert [done.line(wager)["stake"] for wager in ("ante", "odds", "play")] == [
        ante,
        ante,
        2 * ante,
    ]
    assert [done.won(wager) for wager in ("ante", "odds", "play")] == [ante, 0, 2 * ante]
    assert done.net == 3 * ante


@clause(GAME, "2118(8)(b)")
def test_2118_8_b_a_fold_loses_ante_and_odds_even_with_the_better_hand() -> None:
    done = deal(f"{KINGS} {QUEENS}", "1 fold")
    assert done.wagers() == ["ante", "odds"]
    assert [done.won(wager) for wager in ("ante", "odds")] == [-1000, -1000]
    assert done.net == -2000
    # At once: the dealer's hand is not waited for.
    assert done.when("wager-settled", wager="odds") < done.when("dealer-shown")


@clause(GAME, "2118(9)(c)(i)", "2118(12)(a)(iii)")
@every_row(
    ("hand", "dealer"),
    [
        (QUEENS, KINGS),
        ("Kh Jh 9h 6h 3h", "As Js 9s 6s 3s"),  # a flush, which odds would pay
        ("4h 5h 6h 7h 8h", "As Ks Qs Js Ts"),
        ("As Ks Qs Js Ts", "2s 2h 2d 2c Jk"),
    ],
)
def test_2118_9_c_a_hand_that_loses_loses_all_three_whatever_it_is(hand: str, dealer: str) -> None:
    done = deal(f"{hand} {dealer}")
    assert [done.won(wager) for wager in ("ante", "odds", "play")] == [-1000, -1000, -2000]
    assert done.net == -4000


@clause(GAME, "2118(9)(b)(i)", "2118(12)(a)(iii)")
@every_row(
    ("hand", "dealer"),
    [
        ("Ks Kh 9d 7c 4s", "Kd Kc 9h 7s 4h"),
        ("Kh Jh 9h 6h 3h", "Ks Js 9s 6s 3s"),
        ("As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ],
)
def test_2118_9_b_a_tie_is_a_push_even_with_a_hand_that_odds_would_pay(
    hand: str, dealer: str
) -> None:
    done = deal(f"{hand} {dealer}")
    assert [done.outcome(wager) for wager in ("ante", "odds", "play")] == ["push"] * 3
    assert done.net == 0


ODDS_ROWS = [
    ("2s 2h 2d 2c Jk", "Five Wilds", 1000),
    ("As Ks Qs Js Ts", "Royal Flush", 50),
    ("As Ks Qs Js 2h", "Royal Flush", 50),
    ("Ts 2s 2h 2d Jk", "Royal Flush", 50),
    ("9s 9h 9d 9c 2s", "Five-of-a-Kind", 10),
    ("9s Jk 2h 2d 2c", "Five-of-a-Kind", 10),
    ("4h 5h 6h 7h 8h", "Straight Flush", 9),
    ("Ah 2h 3h 4h 5h", "Straight Flush", 9),
    ("4h 5h Jk 7h 8h", "Straight Flush", 9),
    ("9s 9h 9d 9c Ks", "Four-of-a-Kind", 4),
    ("9s 9h Jk 2c Ks", "Four-of-a-Kind", 4),
    ("9s 9h 9d Ks Kh", "Full House", 3),
    ("9s 9h 2d Ks Kh", "Full House", 3),
    ("Kh Jh 9h 6h 3h", "Flush", 2),
    ("Kh Jh 9h 6h Jk", "Flush", 2),
    ("5s 6h 7d 8c 9s", "Straight", 1),
    ("As 2h 3d 4c 5s", "Straight", 1),
    ("5s 6h 2d 8c 9s", "Straight", 1),
    ("9s 9h 9d Kc 5h", "Other", 0),
    ("9s Jk 2d Kc 5h", "Other", 0),
    ("9s 9h Kd Kc 5h", "Other", 0),
    ("9s 9h Kd Qc 5h", "Other", 0),
    ("9s Jh Kd Qc 5h", "Other", 0),
]


@clause(GAME, "2118(9)(a)(ii)", "2118(12)", "2118(12)(a)(i)", "2118(12)(a)(ii)")
@ruling("C19", "D1")
@every_row("ante", [333, 1000])
@every_row(("hand", "row", "pays"), ODDS_ROWS)
def test_2118_12_odds_pay_the_highest_row_of_a_hand_that_wins(
    hand: str, row: str, pays: int, ante: int
) -> None:
    done = deal(f"{hand} {TEN_HIGH}", "1 bet", ante)
    assert done.outcome("odds") == row
    assert done.won("odds") == pays * ante
    assert done.net == (3 + pays) * ante


@clause(GAME, "2118(9)")
def test_2118_9_each_seat_is_compared_with_the_dealer_by_itself() -> None:
    done = deal(
        f"As Ah 9s 7h 5s {KINGS} 3h 5d 8c Jd Ac Kd Kc 9h 7s 4d",
        "1 bet, 2 bet, 3 bet",
        {1: 1000, 2: 700, 3: 500},
    )
    assert done.nets == {1: 3000, 2: 0, 3: -2000}


@clause(GAME, "2118(9)")
def test_2118_9_the_dealer_shows_once_all_have_decided_even_where_all_fold() -> None:
    done = deal(f"{KINGS} {QUEENS} {TEN_HIGH}", "1 fold, 2 fold", {1: 1000, 2: 500})
    shown = done.when("dealer-shown")
    assert shown > done.when("action-taken", seat=2)
    assert done.nets == {1: -2000, 2: -1000}


TIPS = "tip ante 100, tip odds 250"


@clause(GAME, "2118(7)")
@ruling("C59", "C61", "C100")
@every_row(
    ("cards", "decision", "tips"),
    [
        (f"9s 9h 9d Ks Kh {TEN_HIGH}", "1 bet tip 999", {"ante": 100, "odds": 750, "play": 999}),
        (f"9s 9h 9d Kc 5h {TEN_HIGH}", "1 bet 2000 tip 1", {"ante": 100, "odds": 0, "play": 1}),
        ("Kh Jh 9h 6h 3h Ks Js 9s 6s 3s", "1 bet tip 2000", {"ante": 0, "odds": 0, "play": 0}),
        (f"{QUEENS} {KINGS}", "1 bet tip 2000", {"ante": -100, "odds": -250, "play": -2000}),
        (f"{KINGS} {QUEENS}", "1 fold", {"ante": -100, "odds": -250}),
        (f"{KINGS} {QUEENS}", "1 bet", {"ante": 100, "odds": 0}),
    ],
)
def test_2118_7_tips_on_ante_odds_and_play_fare_as_the_wagers_do(
    cards: str, decision: str, tips: dict[str, int]
) -> None:
    done = deal(cards, decision, f"1000, {TIPS}")
    without = deal(cards, decision.partition(" tip")[0])
    assert {
        wager.removeprefix("tip:"): done.won(wager)
        for wager in done.wagers()
        if wager.startswith("tip:")
    } == tips
    assert done.net == without.net


@clause(GAME, "2118(7)")
def test_2118_7_one_tip_needs_no_other() -> None:
    for tip in ("ante", "odds"):
        done = deal(f"{KINGS} {QUEENS}", "1 bet", f"1000, tip {tip} 100")
        assert [wager for wager in done.wagers() if wager.startswith("tip:")] == [f"tip:{tip}"]


@clause(GAME, "2118(1)")
@ruling("D6")
def test_ruling_d6_nine_seats_and_the_replacement_card_take_51_of_the_53_cards() -> None:
    ranks = "3456789TJQKA"
    cards = [f"{rank}{suit}" for rank in ranks for suit in "shdc"] + ["2s", "2h", "Jk"]
    terms = {"scheme": "progressive", "wager": 100, "contribution": "0%", "seed": "1000.00"}
    done = play(
        GAME,
        " ".join(cards),
        ", ".join(f"{seat} fold" for seat in range(1, 10)),
        dict.fromkeys(range(1, 10), 1000),
        tables=TABLES | {"five-card-linked": "PT-BJS-5CL-01"},
        jackpots={"five-card-linked": terms},
    )
    assert done.nets == dict.fromkeys(range(1, 10), -2000)


@clause(GAME, "2118(6)", "2118(8)")
@ruling("C99")
def test_a_record_with_its_result_replays_to_the_same() -> None:
    given = record(
        GAME,
        f"{KINGS} {QUEENS} {TEN_HIGH}",
        "1 bet 2000 tip 300, 2 fold",
        {1: f"1000, {TIPS}", 2: 1},
        tables=TABLES,
        players={1: "ann", 2: "ann"},
    )
    done = played(given)
    again = played(done.replay.complete_record())
    assert again.replay.difference() is None
    assert again.result == done.result
    assert played(given | {"net": {"1": 3000, "2": -1}}).replay.difference() is not None


@ruling("C29", "C79")
def test_ruling_c79_a_misdeal_returns_everything() -> None:
    done = deal(f"{KINGS} {QUEENS}", "1 bet", 1000, void=True)
    assert (done.net, done.result["settlement"]) == (0, [])
