"""Free Bet Blackjack, 30-2116: Push 22, King's Bounty, what may be wagered, tips beside wagers.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import DEALERS_22, FREE_BET, against, around, net, question
from tests.rules.colorado.table import play, record, refused, settled_in_order
from tests.rules.table import refusal

PUSH = {"push-22": "push-22-A"}
BOUNTY = {"kings-bounty": "KB01"}
ALL = {"push-22": "push-22-A", "pot-of-gold": "POG-01", "kings-bounty": "KB01"}
WITH_PUSH = "1000, push-22 200"
WITH_BOUNTY = "1000, kings-bounty 200"

PUSH_TABLES = {
    "push-22-A": {"Suited 22": 50, "Colored 22": 20, "Other 22": 8},
    "push-22-B": {"Suited 22": 50, "Colored 22": 20, "Other 22": 7},
    "push-22-C": {"Suited 22": 11, "Colored 22": 11, "Other 22": 11},
}
"""2116(10), as printed: to 1."""


@clause(FREE_BET, "2116(3)", "2116(7)(g)", "2116(10)")
@ruling("C30", "C92", "C93")
@every_row("decks", [5, 6, 8])
@every_row(("cards", "kind"), DEALERS_22)
@every_row("table", PUSH_TABLES)
def test_2116_10_every_row_of_push_22(table: str, cards: str, kind: str, decks: int) -> None:
    row = f"{kind} 22"
    tables = {"push-22": table}
    wagers = "1000, push-22 137"
    played = play(FREE_BET, against(cards), "1 stand", wagers, tables=tables, decks=decks)
    assert played.line("push-22") == {
        "seat": 1,
        "hand": 1,
        "wager": "push-22",
        "stake": 137,
        "outcome": row,
        "net": 137 * PUSH_TABLES[table][row],
    }
    assert played.won() == 0  # the wager is pushed


@clause(FREE_BET, "2116(3)", "2116(10)")
@every_row("table", PUSH_TABLES)
@every_row(
    ("cards", "won"),
    [
        ("9c 8c", 1000),  # 17
        ("5h 7h 9h", -1000),  # 21
        ("5h 8h Th", 1000),  # 23
        ("6h Th Th", 1000),  # 26
        ("Kc Ac", -1000),  # a blackjack
    ],
)
def test_2116_10_push_22_loses_on_anything_else(table: str, cards: str, won: int) -> None:
    decisions = "" if cards == "Kc Ac" else "1 stand"
    played = play(FREE_BET, against(cards), decisions, WITH_PUSH, tables={"push-22": table})
    assert (played.won(), played.won("push-22")) == (won, -200)


@clause(FREE_BET, "2116(3)")
def test_2116_3_a_soft_22_does_not_exist() -> None:
    # A-5-6 would be 22 with an ace of 11: it is 12. With K it is 22.
    cards = "Kh 5c 9d 6h Ac Kd"
    decisions = "1 stand"
    played = play(FREE_BET, cards, decisions, WITH_PUSH, tables=PUSH)
    assert (played.dealer, played.won("push-22")) == ("5c 6h Ac Kd", 1600)


@clause(FREE_BET, "2116(3)")
@ruling("C85")
@every_row(
    ("cards", "decisions", "main"),
    [
        ("Kh 9c 5d 3c Ks Tc", "1 hit", -1000),  # bust with 25
        ("Kh 9c Qd 3c Ks Tc", "1 hit", -1000),  # with 30 too
        ("Ah 9c Kd 3c Tc", "", 1500),  # a blackjack
        ("8h 9c 8d 3c 6s Ks 6h Kd Tc", "1 free-split, 1.1 hit, 1.2 hit", -1000),  # both bust
    ],
)
def test_2116_3_the_dealer_draws_for_push_22_when_no_hand_is_left(
    cards: str, decisions: str, main: int
) -> None:
    # 9-3-T, all clubs: suited, 50 to 1.
    played = play(FREE_BET, cards, decisions, WITH_PUSH, tables=PUSH)
    assert played.won("push-22") == 10_000
    assert played.net == main + 10_000
    # Without the wager the dealer turns 9-3 and draws nothing.
    assert refused(FREE_BET, cards, decisions, tables=PUSH) == "record/cards-left-over"
    without = cards.removesuffix(" Tc")
    assert net(FREE_BET, without, decisions, tables=PUSH) == main


@clause(FREE_BET, "2116(3)")
@ruling("C39", "C85")
def test_ruling_c39_the_dealer_draws_for_push_22_after_a_surrender() -> None:
    options = {"surrender": True}
    cards = "Kh 9c 6d 3c Th"  # 22, not of one colour: 8 to 1
    played = play(FREE_BET, cards, "1 surrender", WITH_PUSH, tables=PUSH, options=options)
    assert (played.won(), played.won("push-22")) == (-500, 1600)


@clause(FREE_BET, "2116(3)")
@ruling("C85")
def test_2116_3_the_dealer_draws_for_another_seats_push_22() -> None:
    # Seats 1 and 2 bust; only seat 2 has the wager. 9-3-T of clubs.
    seats = {1: "1000", 2: WITH_PUSH}
    played = play(FREE_BET, "Kh Kd 9c 5d 6d 3c Ks Qs Tc", "1 hit, 2 hit", seats, tables=PUSH)
    assert played.nets == {1: -1000, 2: -1000 + 10_000}


@clause(FREE_BET, "2116(3)")
@ruling("C86")
def test_ruling_c86_a_dealer_blackjack_ends_the_round_and_takes_push_22() -> None:
    played = play(FREE_BET, "Ah Kc Kd Ac", "", WITH_PUSH, tables=PUSH)
    assert (played.won(), played.won("push-22")) == (0, -200)
    code = refused(FREE_BET, "Ah Kc Kd Ac Tc", "", WITH_PUSH, tables=PUSH)
    assert code == "record/cards-left-over"


BOUNTIES = [
    ("Ks Ks", "2 Kings of Spades", 100),
    ("Kh Kh", "2 Suited Kings", 30),
    ("Kd Kd", "2 Suited Kings", 30),
    ("Kc Kc", "2 Suited Kings", 30),
    ("Qh Qh", "2 Suited Queens, Jacks or 10s", 20),
    ("Js Js", "2 Suited Queens, Jacks or 10s", 20),
    ("Tc Tc", "2 Suited Queens, Jacks or 10s", 20),
    ("Kh Qh", "Suited 20", 9),
    ("Ts Js", "Suited 20", 9),
    ("Ah 9h", "Suited 20", 9),
    ("9s As", "Suited 20", 9),
    ("Kh Kd", "2 Kings", 6),
    ("Ks Kc", "2 Kings", 6),
    ("Kh Qd", "Unsuited 20", 4),
    ("Qh Qd", "Unsuited 20", 4),
    ("Td Jc", "Unsuited 20", 4),
    ("Ah 9c", "Unsuited 20", 4),
]


@clause(FREE_BET, "2116(5)", "2116(10)", "2116(10) King's Bounty")
@ruling("C15", "C92")
@every_row("decks", [5, 6, 8])
@every_row(("pair", "row", "to_one"), BOUNTIES)
def test_2116_10_every_row_of_kings_bounty(pair: str, row: str, to_one: int, decks: int) -> None:
    cards = around(pair, "9c", "8c")
    wagers = "1000, kings-bounty 137"
    played = play(FREE_BET, cards, "1 stand", wagers, tables=BOUNTY, decks=decks)
    assert played.line("kings-bounty") == {
        "seat": 1,
        "hand": 1,
        "wager": "kings-bounty",
        "stake": 137,
        "outcome": row,
        "net": 137 * to_one,
    }
    assert played.net == 1000 + 137 * to_one
    assert played.when("wager-settled", wager="kings-bounty") < played.when("action-taken")


@clause(FREE_BET, "2116(5)", "2116(10)", "2116(10) King's Bounty")
@ruling("C87")
@every_row(
    ("up", "down", "decisions"),
    [("Ah", "Kd", "1 decline"), ("Kd", "Ah", ""), ("Ts", "As", ""), ("As", "Js", "1 decline")],
)
def test_2116_5_two_kings_of_spades_and_a_dealer_blackjack(
    up: str, down: str, decisions: str
) -> None:
    cards = around("Ks Ks", up, down)
    played = play(FREE_BET, cards, decisions, WITH_BOUNTY, tables=BOUNTY)
    assert played.outcome("kings-bounty") == "2 Kings of Spades + Dealer BJ"
    assert played.net == -1000 + 200_000  # 1,000 to 1


@clause(FREE_BET, "2116(5)")
@ruling("C87")
@every_row(("pair", "row", "to_one"), [bounty for bounty in BOUNTIES if bounty[0] != "Ks Ks"])
def test_2116_5_other_hands_are_paid_as_ever_against_a_dealer_blackjack(
    pair: str, row: str, to_one: int
) -> None:
    cards = around(pair, "Kc", "Ad")
    played = play(FREE_BET, cards, "", WITH_BOUNTY, tables=BOUNTY)
    assert played.outcome("kings-bounty") == row
    assert played.net == -1000 + 200 * to_one


@clause(FREE_BET, "2116(5)")
def test_2116_5_a_dealer_21_of_three_cards_is_no_blackjack() -> None:
    # K-5-6: 21 beats 20, but two kings of spades pay 100 to 1.
    played = play(FREE_BET, "Ks Kc Ks 5c 6c", "1 stand", WITH_BOUNTY, tables=BOUNTY)
    assert played.net == -1000 + 20_000


@clause(FREE_BET, "2116(5)", "2116(10) King's Bounty")
@every_row("pair", ["Kh 9h", "Ah Kh", "Ah 8h", "Th 9h", "8h 8h", "Ah Ah"])
def test_2116_5_kings_bounty_loses_without_a_20(pair: str) -> None:
    decisions = "" if pair == "Ah Kh" else "1 stand"
    cards = around(pair, "9c", "8c")
    played = play(FREE_BET, cards, decisions, WITH_BOUNTY, tables=BOUNTY)
    assert played.won("kings-bounty") == -200


@clause(FREE_BET, "2116(5)", "2116(10) King's Bounty")
def test_2116_5_a_20_of_three_cards_or_of_split_hands_is_not_paid() -> None:
    cards = "6h 9c 4d 8c Ks"
    assert net(FREE_BET, cards, "1 hit, 1 stand", WITH_BOUNTY, tables=BOUNTY) == 1000 - 200
    cards = "9h 9c 9d 8c Ah As"  # 9-A twice
    decisions = "1 free-split, 1.1 stand, 1.2 stand"
    assert net(FREE_BET, cards, decisions, WITH_BOUNTY, tables=BOUNTY) == 2000 - 200


@clause(FREE_BET, "2116(5)")
def test_2116_5_kings_are_paid_before_they_are_split() -> None:
    # K-9 and K-8: 19 and 18.
    decisions = "1 split, 1.1 stand, 1.2 stand"
    cards = "Ks 9c Ks 8c 9d 8d"
    assert net(FREE_BET, cards, decisions, WITH_BOUNTY, tables=BOUNTY) == 2000 + 20_000


@clause(FREE_BET, "2116(2)")
@every_row(
    ("wagers", "won"),
    [
        ("1000", 1000),
        ("1000, push-22 100", 900),
        ("1000, pot-of-gold 100", 900),
        ("1000, kings-bounty 100", 1400),  # K-Q: 4 to 1
        ("1000, push-22 100, pot-of-gold 100, kings-bounty 100", 1200),
    ],
)
def test_2116_2_the_optional_wagers_are_made_or_not(wagers: str, won: int) -> None:
    assert net(FREE_BET, "Kh 9c Qd 8c", "1 stand", wagers, tables=ALL) == won


@clause(FREE_BET, "2116(2)")
@ruling("C6")
@every_row("wager", ["push-22", "pot-of-gold", "kings-bounty"])
def test_2116_2_an_optional_wager_needs_the_first_wager(wager: str) -> None:
    code = refused(FREE_BET, "Kh 9c Qd 8c", "", f"{wager} 100", tables=ALL)
    assert code == "wager/needs-main"


@clause(FREE_BET, "2116(2)")
@ruling("C93")
@every_row("wager", ["push-22", "pot-of-gold", "kings-bounty", "progressive", "envy"])
def test_2116_2_a_wager_without_a_pay_table_is_not_offered(wager: str) -> None:
    tables = {name: table for name, table in ALL.items() if name != wager}
    code = refused(FREE_BET, "Kh 9c Qd 8c", "1 stand", f"1000, {wager} 100", tables=tables)
    assert code == "wager/not-offered"


@clause(FREE_BET, "2116(2)", "2116(10)", how="judged")
@ruling("C93", how="judged")
@every_row(
    ("tables", "code"),
    [
        ({"progressive": "1"}, "wager/not-offered"),  # no table of one is printed
        ({"hedge-22": "PT-FLT-SB1-01"}, "wager/not-offered"),
        ({"main": "push-22-A"}, "wager/not-offered"),
        ({"push-22": "push-22-D"}, "option/invalid"),
        ({"push-22": "POG-01"}, "option/invalid"),
        ({"pot-of-gold": "POG-03"}, "option/invalid"),
        ({"kings-bounty": "KB02"}, "option/invalid"),
    ],
)
def test_2116_10_only_the_printed_schedules(tables: dict[str, str], code: str) -> None:
    assert refused(FREE_BET, "Kh 9c Qd 8c", "1 stand", tables=tables) == code


@clause(FREE_BET, "2116(2)")
@ruling("C96")
@every_row(
    ("wagers", "code"),
    [
        ("499", "wager/off-limits"),
        ("500", None),
        ("2000", None),
        ("2001", "wager/off-limits"),
        ("0", "wager/off-limits"),
        ("-1000", "wager/off-limits"),
        ("500, push-22 99", "wager/off-limits"),
        ("500, push-22 100", None),
        ("500, push-22 301", "wager/off-limits"),
        ("500, kings-bounty 1", None),  # no limits are posted for it
        ("500, kings-bounty 0", "wager/off-limits"),
    ],
)
def test_2116_2_wagers_keep_to_the_posted_limits(wagers: str, code: str | None) -> None:
    limits = {"main": {"min": 500, "max": 2000}, "push-22": {"min": 100, "max": 300}}
    made = record(FREE_BET, "Kh 9c Qd 8c", "1 stand", wagers, tables=ALL, limits=limits)
    if code:
        assert refusal(made) == code
    else:
        assert play(FREE_BET, "Kh 9c Qd 8c", "1 stand", wagers, tables=ALL, limits=limits).nets


@clause(FREE_BET, "2116(2)")
def test_2116_2_insurance_is_not_made_before_the_deal() -> None:
    code = refused(FREE_BET, "Kh Ac Qd 8c", "1 stand", "1000, insurance 500")
    assert code == "wager/not-offered"


@clause(FREE_BET, "2116(6)")
@ruling("C59", "C61")
def test_2116_6_a_tip_on_every_wager_is_settled_at_the_same_odds_to_the_dealer() -> None:
    # 5-5 doubled free to 20, a dealer 22 (9-3-T of clubs): Push 22 50 to 1, one lammer 3 to 1.
    wagers = "1000, push-22 200, pot-of-gold 300, kings-bounty 400"
    tips = "tip 1000, tip push-22 100, tip pot-of-gold 25, tip kings-bounty 1"
    cards = "5h 9c 5d 3c Ks Tc"
    played = play(FREE_BET, cards, "1 free-double", f"{wagers}, {tips}", tables=ALL)
    assert played.won("tip:main") == 0  # pushed with the wager
    assert played.won("tip:push-22") == 5000
    assert played.won("tip:pot-of-gold") == 75
    assert played.won("tip:kings-bounty") == -1  # 5-5 is no 20
    # The player's own: 0, 50 x 200, 3 x 300, -400.
    assert played.net == 10_000 + 900 - 400
    without = play(FREE_BET, cards, "1 free-double", wagers, tables=ALL)
    assert without.net == played.net


@clause(FREE_BET, "2116(6)")
@ruling("C61")
@every_row(
    ("wagers", "code"),
    [
        ("1000, tip push-22 50", "wager/needs-main"),  # the player has nothing there
        ("1000, tip kings-bounty 50", "wager/needs-main"),
        ("1000, push-22 100, tip push-22 101", "wager/off-limits"),
        ("1000, tip 1001", "wager/off-limits"),
        ("1000, tip 0", "wager/off-limits"),
        ("1000, tip -5", "wager/off-limits"),
        ("1000, tip insurance 50", "wager/needs-main"),
        ("1000, tip hedge-22 50", "wager/not-offered"),
        ("1000, tip 1000", None),
        ("1000, push-22 100, tip push-22 100", None),  # no tip on the main wager is needed
        ("1000, push-22 100, tip push-22 1", None),
    ],
)
def test_2116_6_a_tip_needs_the_players_own_wager_there(wagers: str, code: str | None) -> None:
    made = record(FREE_BET, "Kh 9c Qd 8c", "1 stand", wagers, tables=ALL)
    if code:
        assert refusal(made) == code
    else:
        assert play(FREE_BET, "Kh 9c Qd 8c", "1 stand", wagers, tables=ALL).nets


@clause(FREE_BET, "2116(6)")
@ruling("C61")
def test_ruling_c61_a_tip_on_a_wager_that_is_not_offered_is_refused() -> None:
    code = refused(FREE_BET, "Kh 9c Qd 8c", "1 stand", "1000, tip push-22 50", tables=BOUNTY)
    assert code == "wager/not-offered"


@clause(FREE_BET, "2116(2)", "2116(3)", "2116(5)")
@ruling("C83", "C95")
def test_2116_several_seats_with_every_wager() -> None:
    # Seat 1: K K of hearts, stands. Seat 2: 8-8 split free, 8-3 doubled free. Seat 4: a blackjack.
    # The dealer: A-4 (soft 15), K, 7 = 22: red throughout, not suited.
    seats = {
        1: "1500, push-22 300, pot-of-gold 100, kings-bounty 200, tip kings-bounty 100",
        2: "1001, push-22 101, pot-of-gold 500",
        4: "1001, kings-bounty 100, tip 501",
    }
    cards = "Kh 8h As Ad Kh 8d Kc 4h Ts 3s 9s Kd 7h"
    insurance = "1 decline, 2 insure 500, 4 decline"
    play_ = "1 stand, 2 free-split, 2.1 stand, 2.2 free-double"
    played = play(FREE_BET, cards, f"{insurance}, {play_}", seats, tables=ALL)
    assert played.dealer == "Ad 4h Kd 7h"
    # Seat 1: the wager pushed, Push 22 20 to 1, no lammer, two suited kings 30 to 1.
    assert played.nets[1] == 0 + 6000 - 100 + 6000
    # Seat 2: both hands pushed, insurance lost, Push 22 20 to 1, two lammers 10 to 1.
    assert played.nets[2] == 0 - 500 + 2020 + 5000
    # Seat 4: 3 to 2 on 1001 is 1501.5; A-K is no 20.
    assert played.nets[4] == 1501 - 100
    assert played.won("tip:kings-bounty", 1) == 3000
    assert played.won("tip:main", 4) == 751  # 3 to 2 on 501 is 751.5
    assert played.wagers(2)[0] == "insurance"
    assert sorted(played.wagers(2)[1:]) == ["main", "main", "pot-of-gold", "push-22"]
    assert question(FREE_BET, cards, insurance, seats, tables=ALL)[:2] == (1, 1)


@ruling("C87")
def test_ruling_c87_insurance_is_settled_before_the_hands_and_bounties_at_the_peek() -> None:
    played = play(
        FREE_BET,
        "Kh Ac Kd 8c",
        "1 insure 100, 1 stand",
        "1000, kings-bounty 100, push-22 100",
        tables=ALL,
    )
    # Two unsuited kings 6 to 1; 20 beats 19; no 22.
    order = settled_in_order(played)
    assert order[:2] == [(1, "insurance"), (1, "kings-bounty")]
    assert set(order[2:]) == {(1, "main"), (1, "push-22")}
    assert played.when("wager-settled", wager="kings-bounty") < played.when(
        "action-taken", action="stand"
    )
    assert played.net == -100 + 600 + 1000 - 100


@ruling("C79")
def test_ruling_c79_a_voided_round_may_be_kept_with_nothing_won_or_lost() -> None:
    assert play(FREE_BET, "Kh 9c Qd 8c", void=True).net == 0
