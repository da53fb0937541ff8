"""Colorado 30-2104(3): bets for the dealer on the blackjack and poker wagers of 21-Hold 'em."""

from __future__ import annotations

import pytest

from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, record, refused

GAME = "co/21-holdem"
PK = {"poker": "poker"}
CARDS = "Kh 9c Qd 8c"
"""20 beats 17; 9c and 8c are in common."""


@clause(GAME, "2104(3)", "2104(13)(b)")
@ruling("C59", "C100")
@every_row(
    ("poker", "to"),
    [
        ("7c Tc Jc", 100),
        ("9h 9d 9s", 50),
        ("8h 8d 9s", 20),
        ("2c 3c 4c", 6),
        ("7h 6d 5s", 4),
        ("9h 9d 2s", 3),
        ("9h 8d 2s", 2),
        ("7h 7d 2s", 1),
        ("2h 3d 5s", -1),
    ],
)
def test_2104_3_tips_on_every_wager_are_paid_at_the_players_odds(poker: str, to: int) -> None:
    played = play(
        GAME,
        f"{CARDS} {poker}",
        "1 stand, 1 bet 300 tip 299, 1 bet 300 tip 1",
        "1000, poker 300, tip 77, tip poker 33",
        tables=PK,
    )
    assert played.won("tip:main") == 77
    assert [played.won(f"tip:{spot}") for spot in ("poker", "poker-2", "poker-3")] == [
        33 * to,
        299 * to,
        1 * to,
    ]
    assert played.net == 1000 + 3 * 300 * to  # C59: nothing of a tip is the player's


@clause(GAME, "2104(3)")
@ruling("C40", "C59")
@every_row(("rounding", "own", "tip"), [("down", 1501, 49), ("up", 1502, 50)])
def test_2104_3_a_blackjack_pays_the_tip_3_to_2(rounding: str, own: int, tip: int) -> None:
    # Three halves of 1001 and of 33 cents.
    options = {"rounding": rounding}
    played = play(GAME, "Ah 9c Kd 8c", "", "1001, tip 33", options=options)
    assert (played.net, played.won(), played.won("tip:main")) == (own, own, tip)


@clause(GAME, "2104(3)")
@ruling("C60", "C100")
def test_ruling_c60_a_tip_is_neither_doubled_nor_split_and_stays_on_hand_1() -> None:
    # 5-6 doubled takes a ten.
    doubled = play(GAME, "5h 9c 6d 8c Ts", "1 double", "1000, tip 100")
    assert (doubled.net, doubled.won("tip:main")) == (2000, 100)
    # 8-3 stands on 11 and loses, 8-K on 18 wins: the tip lost with hand 1.
    cards = "8h 9c 8d 8s 3s Ks"
    split = play(GAME, cards, "1 split, 1 stand, 1.2 stand", "1000, tip 100")
    assert (split.won(hand=1), split.won(hand=2), split.won("tip:main")) == (-1000, 1000, -100)


@clause(GAME, "2104(3)")
@ruling("C39", "C60")
def test_ruling_c60_a_surrender_gives_half_a_tip_back_and_insurance_takes_none() -> None:
    options = {"surrender": True}
    played = play(GAME, "Kh 9c 6d 8c", "1 surrender", "1001, tip 101", options=options)
    assert (played.net, played.won("tip:main")) == (-501, -51)
    insured = play(GAME, "Kh Ac 6d Kc", "1 insure 500", "1000, tip 100")
    assert (insured.net, insured.won("tip:main")) == (0, -100)


@clause(GAME, "2104(3)", "2104(8)", "2104(10)")
def test_2104_3_a_fold_loses_the_tips_beside_the_wagers_it_gives_up() -> None:
    bets = "1000, poker 300, tip poker 50"
    first = play(GAME, f"{CARDS} 2h", "1 stand, 1 fold", bets, tables=PK)
    assert (first.net, first.won("tip:poker")) == (700, -50)
    decisions = "1 stand, 1 bet 300 tip 20, 1 fold"
    second = play(GAME, f"{CARDS} 2h 3d", decisions, bets, tables=PK)
    assert (second.won("tip:poker"), second.won("tip:poker-2")) == (-50, -20)
    assert second.net == 1000 - 600


@clause(GAME, "2104(3)")
@ruling("C61", "C100")
@every_row(
    ("tip", "code"),
    [
        ("tip 1001", "wager/off-limits"),
        ("tip 0", "wager/off-limits"),
        ("tip -5", "wager/off-limits"),
        ("tip poker 301", "wager/off-limits"),
        ("tip poker 0", "wager/off-limits"),
        ("tip poker-2 10", "wager/needs-main"),
        ("tip insurance 10", "wager/needs-main"),
        ("tip ante 10", "wager/not-offered"),
    ],
)
def test_2104_3_a_tip_is_at_most_the_players_own_wager_there(tip: str, code: str) -> None:
    cards = f"{CARDS} 2h"
    decisions = "1 stand, 1 fold"
    assert refused(GAME, cards, decisions, f"1000, poker 300, {tip}", tables=PK) == code
    most = play(GAME, cards, decisions, "1000, poker 300, tip 1000, tip poker 300", tables=PK)
    assert (most.won("tip:main"), most.won("tip:poker")) == (1000, -300)
    least = play(GAME, cards, decisions, "1000, poker 300, tip 1, tip poker 1", tables=PK)
    assert (least.won("tip:main"), least.won("tip:poker")) == (1, -1)


@clause(GAME, "2104(3)")
@ruling("C61")
def test_2104_3_a_tip_needs_the_players_wager_on_the_same_hand() -> None:
    assert refused(GAME, CARDS, "1 stand", "1000, tip poker 10", tables=PK) == "wager/needs-main"
    bets = {1: "1000, poker 300", 2: "1000, tip poker 10"}
    code = refused(GAME, "Kh Ks 9c Qd Qs 8c", "", bets, tables=PK)
    assert code == "wager/needs-main"


@clause(GAME, "2104(3)", "2104(8)")
@ruling("C61")
@every_row("amount", ["", "300"])
@every_row("tip", [301, 9999, 0])
def test_2104_3_a_tip_beside_a_bet_is_at_most_the_bet(amount: str, tip: int) -> None:
    """Whether the amount of the bet is written out or left out (C104)."""
    bet = f"bet {amount} tip {tip}"
    for decisions in (f"1 stand, 1 {bet}, 1 bet", f"1 stand, 1 bet, 1 {bet}"):
        code = refused(GAME, f"{CARDS} 7h 7d 2s", decisions, "1000, poker 300", tables=PK)
        assert code == "action/amount"


@clause(GAME, "2104(3)", "2104(8)")
@ruling("C61")
def test_2104_3_a_negative_tip_beside_a_bet_is_refused() -> None:
    kept = record(GAME, f"{CARDS} 7h 7d 2s", "1 stand", "1000, poker 300", tables=PK)
    for amount in ({}, {"amount": 300}):
        bet = {"seat": 1, "action": "bet", "tip": -1, **amount}
        decisions = [{"seat": 1, "action": "stand"}, bet, bet]
        with pytest.raises(ValueError, match="tip"):
            replay(kept | {"decisions": decisions})


@clause(GAME, "2104(3)", "2104(8)", "2104(10)")
@ruling("C61")
@every_row("amount", ["", "300"])
def test_2104_3_a_tip_beside_a_bet_goes_up_to_the_bet(amount: str) -> None:
    decisions = f"1 stand, 1 bet {amount} tip 300, 1 bet {amount} tip 1"
    played = play(GAME, f"{CARDS} 7h 7d 2s", decisions, "1000, poker 300", tables=PK)
    assert (played.won("tip:poker-2"), played.won("tip:poker-3")) == (300, 1)
    assert played.wagers() == ["main", "poker", "poker-2", "tip:poker-2", "poker-3", "tip:poker-3"]


@clause(GAME, "2104(3)")
@every_row(
    ("bets", "decisions", "code"),
    [
        ("1000, poker 300, tip 100", "1 stand, 1 fold", "wager/not-offered"),
        ("1000, poker 300, tip poker 1", "1 stand, 1 fold", "wager/not-offered"),
        ("1000, poker 300", "1 stand, 1 bet 300 tip 1, 1 bet", "action/amount"),
        ("1000, poker 300", "1 stand, 1 bet tip 1, 1 bet", "action/amount"),
        ("1000, poker 300", "1 stand, 1 bet, 1 bet tip 1", "action/amount"),
    ],
)
def test_2104_3_the_house_may_allow_none(bets: str, decisions: str, code: str) -> None:
    options = {"tips": False}
    cards = f"{CARDS} 7h 7d 2s"
    assert refused(GAME, cards, decisions, bets, tables=PK, options=options) == code
    played = play(
        GAME, cards, "1 stand, 1 bet, 1 bet", "1000, poker 300", tables=PK, options=options
    )
    assert played.net == 1900


@clause(GAME, "2104(3)")
@every_row("decision", ["stand tip 10", "fold tip 10", "double tip 10", "double 1000 tip 10"])
def test_2104_3_no_other_decision_carries_a_tip(decision: str) -> None:
    cards = "5h 9c 6d 8c Ts 7h"
    bets = "1000, poker 300"
    first, then = ("double", decision) if decision.startswith("fold") else (decision, "fold")
    code = refused(GAME, cards, f"1 {first}, 1 {then}", bets, tables=PK)
    assert code == "action/amount"


@clause(GAME, "2104(3)")
@ruling("C99")
def test_ruling_c99_a_completed_record_verifies_itself_tips_and_all() -> None:
    decisions = "1 stand, 1 bet 300 tip 20, 1 bet"
    bets = "1000, poker 300, tip 100, tip poker 30"
    done = replay(record(GAME, f"{CARDS} 7h 7d 2s", decisions, bets, tables=PK))
    again = replay(done.complete_record())
    assert again.difference() is None
    assert again.result() == done.result()
    assert replay(done.complete_record() | {"net": {"1": 1899}}).difference() is not None
