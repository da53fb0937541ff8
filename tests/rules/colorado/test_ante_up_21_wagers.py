"""Colorado 30-2106(1) to (6): decks, the wagers before the deal, and bets for the dealer."""

from __future__ import annotations

from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

GAME = "co/ante-up-21"
BETS = "1000, ante 300"
CARDS = "Kh Kc 9d 8c"
DECISIONS = "1 bet, 1 stand"
"""19 beats 18 and K-9 beats K-8."""


@clause(GAME, "2106(1)", words="with two or six standard decks")
@ruling("C77", "C101", "C105")
@every_row("decks", [1, 3, 4, 5, 7, 8])
def test_2106_1_two_or_six_decks(decks: int) -> None:
    for allowed in (None, 2, 6):
        assert play(GAME, CARDS, DECISIONS, BETS, decks=allowed).net == 1600
    assert refused(GAME, CARDS, DECISIONS, BETS, decks=decks) == "option/invalid"


@clause(GAME, "2106(1)", words="with two or six standard decks")
@ruling("C77", "C81", "C101")
@every_row(("decks", "copies"), [(None, 6), (6, 6), (2, 2)])
def test_2106_1_six_decks_where_nothing_is_said(decks: int | None, copies: int) -> None:
    seats = dict.fromkeys(range(1, copies + 1), 1000)
    stand = ", ".join(f"{seat} stand" for seat in seats)
    nines = ["9h", "9s", "9d", "9h", "9s", "9d"][:copies]
    cards = " ".join([*["Kh"] * copies, "Tc", *nines, "8c"])
    assert play(GAME, cards, stand, seats, decks=decks).nets == dict.fromkeys(seats, 1000)
    more = cards.replace("Tc", "Kh")
    assert refused(GAME, more, stand, seats, decks=decks) == "record/card-not-in-shoe"


@clause(GAME, "2106(2)", "2106(3)", "2106(5)")
@ruling("A2", "C6")
def test_2106_2_the_21_wager_must_be_made_and_ante_needs_it() -> None:
    assert refused(GAME, CARDS, DECISIONS, "ante 300") == "wager/needs-main"
    seats = {1: BETS, 2: "ante 300"}
    assert refused(GAME, "Kh Ks Kc 9d 9s 8c", "", seats) == "wager/needs-main"
    empty = record(GAME, CARDS) | {"seats": [{"seat": 1, "wagers": {}}]}
    assert refusal(empty) == "wager/needs-main"
    # The 21 wager alone is enough.
    assert play(GAME, CARDS, "1 stand", 1000).net == 1000


@clause(GAME, "2106(2)", "2106(9)(a)")
@ruling("A2")
@every_row(("main", "ante"), [(1000, 1), (1, 1000), (333, 334), (500, 500)])
def test_ruling_a2_the_ante_may_be_of_another_size_than_the_21_wager(main: int, ante: int) -> None:
    assert play(GAME, CARDS, DECISIONS, f"{main}, ante {ante}").net == main + 2 * ante


@clause(GAME, "2106(5)", "2106(2)(a)", "2106(3)", "2106(4)")
def test_2106_5_all_three_wagers_may_be_made_before_the_deal() -> None:
    bets = "1000, ante 300, poker-bonus 100"
    played = play(GAME, "9h Kc 9d 8c", DECISIONS, bets, tables={"poker-bonus": "A"})
    # 18 ties, the nines beat K-8, and the pair pays 5 to 1.
    assert played.net == 0 + 600 + 500
    assert played.wagers() == ["poker-bonus", "main", "ante", "bet"]
    placed = [e["wager"] for e in played.events if e["event"] == "wager-placed"]
    assert sorted(placed) == ["ante", "main", "poker-bonus"]


@clause(GAME, "2106(2)")
@ruling("C96", "C102")
@every_row(
    "bets", ["499, ante 100", "5001, ante 100", "500, ante 99", "500, ante 301", "500, ante 0"]
)
def test_2106_2_the_house_sets_the_size_of_the_bets(bets: str) -> None:
    limits = {"main": {"min": 500, "max": 5000}, "ante": {"min": 100, "max": 300}}
    assert refused(GAME, CARDS, DECISIONS, bets, limits=limits) == "wager/off-limits"
    for main, ante in ((500, 300), (5000, 100)):
        played = play(GAME, CARDS, DECISIONS, f"{main}, ante {ante}", limits=limits)
        assert played.net == main + 2 * ante
    # BET equals ANTE, whatever is posted for it.
    posted = {"bet": {"min": 1, "max": 5}}
    assert play(GAME, CARDS, DECISIONS, BETS, limits=posted).net == 1600


@clause(GAME, "2106(9)(a)", "2106(2)")
@ruling("C103")
@every_row("wager", ["bet", "insurance", "poker", "big-3"])
def test_ruling_c103_later_wagers_are_never_made_before_the_deal(wager: str) -> None:
    assert refused(GAME, CARDS, DECISIONS, f"{BETS}, {wager} 300") == "wager/not-offered"


@clause(GAME, "2106(2)")
@every_row("amount", [0, -1, -300])
def test_2106_2_a_wager_of_nothing_is_refused(amount: int) -> None:
    for wagers in ({"main": amount}, {"main": 1000, "ante": amount}):
        kept = record(GAME, CARDS) | {"seats": [{"seat": 1, "wagers": wagers}]}
        assert refusal(kept) == "wager/off-limits"


@clause(GAME, "2106(6)")
@ruling("C59", "C100")
@every_row(
    ("cards", "decisions", "main", "ante"),
    [
        ("Kh Kc 9d 8c", "1 bet, 1 stand", 100, 30),
        ("Kh Kc 8d 8c", "1 bet, 1 stand", 0, 0),
        ("Kh Kc 7d 8c", "1 bet, 1 stand", -100, -30),
        ("Kh 9c 7d 8c", "1 bet, 1 stand", 0, 30),  # the dealer does not qualify
        ("Ah Kc Kd 8c", "1 bet", 150, 30),
        ("Kh Kc 9d 8c", "1 fold, 1 stand", 100, -30),
        ("2h Kc 2d Ac", "1 bet", -100, 30),  # against a dealer blackjack
        ("Ah Kc Kd Ac", "1 bet", 0, 0),
        ("Kh Kc 5d 8c 9s", "1 bet, 1 hit", -100, 30),  # bust, K-9
    ],
)
def test_2106_6_tips_on_21_and_ante_are_settled_at_the_players_odds(
    cards: str, decisions: str, main: int, ante: int
) -> None:
    played = play(GAME, cards, decisions, f"{BETS}, tip 100, tip ante 30")
    assert (played.won("tip:main"), played.won("tip:ante")) == (main, ante)
    without = play(GAME, cards, decisions, BETS)
    assert played.net == without.net
    assert (played.won(), played.won("ante")) == (10 * main, 10 * ante)
    for only in ("tip 100", "tip ante 30"):
        assert play(GAME, cards, decisions, f"{BETS}, {only}").net == without.net


@clause(GAME, "2106(6)")
@ruling("C40", "C60")
def test_ruling_c60_a_tip_is_not_doubled_split_or_insured() -> None:
    doubled = play(GAME, "5h 9c 6d 8c Ts", "1 double", "1000, tip 100")
    assert (doubled.net, doubled.won("tip:main")) == (2000, 100)
    split = play(GAME, "8h 9c 8d 8c 3s Ks", "1 split, 1 stand, 1.2 stand", "1000, tip 100")
    assert (split.net, split.won("tip:main")) == (0, -100)
    insured = play(GAME, "Kh Ac 6d Kc", "1 insure 500", "1000, tip 100")
    assert (insured.net, insured.won("tip:main")) == (0, -100)
    # Three halves of 33 cents.
    assert play(GAME, "Ah 9c Kd 8c", "", "1000, tip 33").won("tip:main") == 49


@clause(GAME, "2106(6)")
@ruling("C61", "C100")
@every_row(
    ("bets", "code"),
    [
        ("1000, ante 300, tip 1001", "wager/off-limits"),
        ("1000, ante 300, tip ante 301", "wager/off-limits"),
        ("1000, ante 300, tip 0", "wager/off-limits"),
        ("1000, ante 300, tip ante 0", "wager/off-limits"),
        ("1000, tip ante 10", "wager/needs-main"),
        ("1000, ante 300, tip bet 10", "wager/not-offered"),
        ("1000, ante 300, tip poker-bonus 10", "wager/not-offered"),
    ],
)
def test_2106_6_a_tip_needs_the_players_wager_on_the_same_hand(bets: str, code: str) -> None:
    assert refused(GAME, CARDS, DECISIONS, bets) == code


@clause(GAME, "2106(6)")
@ruling("C61")
def test_2106_6_a_tip_goes_up_to_the_players_wager() -> None:
    played = play(GAME, CARDS, DECISIONS, f"{BETS}, tip 1000, tip ante 300")
    assert (played.won("tip:main"), played.won("tip:ante")) == (1000, 300)


@clause(GAME, "2106(6)", "2106(9)(a)")
@every_row("decision", ["bet tip 10", "bet 300 tip 10", "fold tip 10"])
def test_2106_6_no_tip_stands_beside_bet(decision: str) -> None:
    """Whether the amount of the bet is written out or left out (C104)."""
    assert refused(GAME, CARDS, f"1 {decision}, 1 stand", BETS) == "action/amount"


@every_row("option", ["tips", "poker", "burn_cards", "multiple_hands", "blackjack"])
def test_2106_2_it_has_no_option_the_section_does_not_give(option: str) -> None:
    assert refused(GAME, CARDS, DECISIONS, BETS, options={option: True}) == "option/unknown"


@clause(GAME, "2106(2)")
@ruling("C95", "C99")
def test_ruling_c99_a_completed_record_verifies_itself() -> None:
    bets = {1: f"{BETS}, poker-bonus 100, tip 100, tip ante 30", 2: "777, ante 33"}
    cards = "9h Kh Kc 9d 9s 8c"
    decisions = "1 bet, 2 fold, 1 stand, 2 stand"
    done = replay(record(GAME, cards, decisions, bets, tables={"poker-bonus": "D"}))
    assert done.result()["net"] == {"1": 0 + 600 + 300, "2": 777 - 33}
    again = replay(done.complete_record())
    assert again.difference() is None
    assert again.result() == done.result()
    assert replay(done.complete_record() | {"net": {"1": 900, "2": 743}}).difference() is not None
    lines = done.result()["settlement"]
    for seat in (1, 2):
        own = [line for line in lines if line["seat"] == seat and "tip:" not in line["wager"]]
        assert sum(line["net"] for line in own) == done.result()["net"][str(seat)]
