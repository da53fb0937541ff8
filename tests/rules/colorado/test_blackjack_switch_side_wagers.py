"""Blackjack Switch, 30-2105: Super Match, Buster Blackjack and tips.

Hand 1 gets the first card and the dealer's up card comes third: "1a 2a up 1b 2b down".
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import SWITCH, asked, play, refused, settled_in_order
from tests.rules.table import Played

STAND_BOTH = "1 keep, 1.1 stand, 1.2 stand"

SUPER_MATCH = {
    # Decks -> four of a kind, two pair, three of a kind, pair: "to 1".
    6: ("super-match-1", 40, 8, 5, 1),
    8: ("super-match-2", 50, 7, 5, 1),
}

FOUR_CARDS = {
    # Row of the table (0: none) -> hands as "1a 2a 1b 2b"; no hand is 21.
    1: ["9h 9d 9s 9c", "9h 9h 9h 9h", "Kh Kd Ks Kc"],
    2: ["9h 8d 9s 8c", "9h 9d 8s 8c", "9h 8d 8s 9c", "Kh Kd Qs Qc", "2h 2h 3d 3d"],
    3: ["9h 9d 9s 8c", "8h 9d 9s 9c", "9h 8d 9s 9c", "9h 9d 8s 9c", "Kh Kh Kh Qs"],
    4: ["9h 9d 8s 7c", "9h 8d 9s 7c", "9h 8d 7s 9c", "8h 9d 9s 7c", "8h 9d 7s 9c", "8h 7d 9s 9c"],
    0: ["9h 8h 7h 6h", "Kh Qd Js Tc", "2h 3d 5s 6c"],
}


def super_match(cards: str, decks: int, wager: int = 100, down: str = "Td") -> Played:
    """Play four cards against 7-T with both hands stood."""
    one, two, three, four = cards.split()
    seats = f"1000, super-match {wager}"
    table = SUPER_MATCH[decks][0]
    dealt = f"{one} {two} 7s {three} {four} {down}"
    return play(SWITCH, dealt, STAND_BOTH, seats, decks=decks, tables={"super-match": table})


@clause(
    SWITCH, "2105(1)", words="Super Match ranks four of a kind, two pair, three of a kind, pair"
)
@clause(SWITCH, "2105(6)", "2105(10)")
@every_row("decks", [6, 8])
@every_row("row", [1, 2, 3, 4])
def test_2105_10_every_row_of_super_match(decks: int, row: int) -> None:
    pays = SUPER_MATCH[decks][row]
    for cards in FOUR_CARDS[row]:
        assert super_match(cards, decks).won("super-match") == pays * 100, cards


@clause(SWITCH, "2105(6)", "2105(10)")
@every_row("decks", [6, 8])
def test_2105_6_four_different_ranks_lose_super_match(decks: int) -> None:
    for cards in FOUR_CARDS[0]:
        done = super_match(cards, decks)
        assert (done.outcome("super-match"), done.won("super-match")) == ("lose", -100), cards


@clause(SWITCH, "2105(6)")
@ruling("C92")
def test_2105_6_suits_and_values_do_not_count_and_the_highest_row_is_paid() -> None:
    # Four of a kind is neither two pair nor a pair: 40 to 1 and no more.
    done = super_match("9h 9d 9s 9c", 6, 7)
    assert done.line("super-match") == {
        "seat": 1,
        "hand": 1,
        "wager": "super-match",
        "stake": 7,
        "outcome": "4 of a Kind",
        "net": 280,
    }
    # Ten and king are of one value, not of one rank.
    assert super_match("Th Kd 9s 8c", 6).won("super-match") == -100


@clause(SWITCH, "2105(6)")
@ruling("C87")
@every_row(
    ("up", "down", "decisions"),
    [("As", "Qc", "1.1 decline, 1.2 decline"), ("Qs", "Ac", "")],
)
def test_2105_6_super_match_is_paid_against_a_dealer_blackjack(
    up: str, down: str, decisions: str
) -> None:
    tables = {"super-match": "super-match-1"}
    seats = "1000, super-match 100"
    done = play(SWITCH, f"9h 8d {up} 9s 8c {down}", decisions, seats, tables=tables)
    assert (done.won("super-match"), done.net) == (800, -2000 + 800)


@clause(SWITCH, "2105(5)", "2105(6)")
def test_2105_6_super_match_is_settled_on_the_first_four_cards_before_the_switch() -> None:
    tables = {"super-match": "super-match-1"}
    seats = "1000, super-match 100"
    # 9-8 and 9-K switched: 9-K and 9-8; the pair of nines is paid before.
    decisions = "1 switch, 1.1 stand, 1.2 hit, 1.2 stand"
    done = play(SWITCH, "9h 9d 7s 8c Kc Td 3c", decisions, seats, tables=tables)
    assert done.won("super-match") == 100
    settled = done.when("wager-settled", wager="super-match")
    assert settled < done.when("action-taken", action="switch")


@clause(SWITCH, "2105(10)", how="judged")
@ruling("C93", how="judged")
@every_row(("table", "decks"), [("super-match-1", 8), ("super-match-2", 6)])
def test_2105_10_each_super_match_table_is_for_its_deck_count(table: str, decks: int) -> None:
    tables = {"super-match": table}
    code = refused(SWITCH, "9h 8d 7s 9s 8c Td", STAND_BOTH, decks=decks, tables=tables)
    assert code == "option/conflict"


@clause(SWITCH, "2105(10)", how="judged")
@every_row(
    ("wager", "table", "code"),
    [
        ("super-match", "super-match-3", "option/invalid"),
        ("super-match", "buster-1", "option/invalid"),
        ("buster", "super-match-1", "option/invalid"),
        ("big-3", "big-3-PT6D-A", "wager/not-offered"),
    ],
)
def test_2105_10_other_tables_and_wagers_are_refused(wager: str, table: str, code: str) -> None:
    cards = "9h 8d 7s 9s 8c Td"
    assert refused(SWITCH, cards, STAND_BOTH, tables={wager: table}) == code


BUSTS = {
    # Cards in the dealer's bust -> its pay to 1, and the cards as "up down drawn...".
    3: (2, "6s Td Tc"),
    4: (2, "6s 5d 5c Tc"),
    5: (4, "2s 3d 4c 5c Tc"),
    6: (15, "2s 2d 3c 3s 4c Tc"),
    7: (50, "2s 2d 2c 3s 3c 4c Tc"),
    8: (250, "2s 2d 2c 2h 2s 3s 3c Tc"),
    9: (250, "2s 2d 2c 2h 2s 2d 2c 2h Tc"),
    10: (250, "2s 2d 2c 2h 2s 2d 2c Ah Ad Tc"),
}


def buster(
    dealer: str, decisions: str = STAND_BOTH, seats: str = "1000, buster 100", decks: int = 6
) -> Played:
    """Play K-Q and T-9 against the dealer's cards."""
    up, down, *drawn = dealer.split()
    cards = f"Kh Th {up} Qd 9d {down} {' '.join(drawn)}"
    return play(SWITCH, cards, decisions, seats, decks=decks, tables={"buster": "buster-1"})


@clause(SWITCH, "2105(2)", "2105(10)")
@every_row("decks", [6, 8])
@every_row("count", BUSTS)
def test_2105_10_every_row_of_buster_blackjack(decks: int, count: int) -> None:
    pays, dealer = BUSTS[count]
    done = buster(dealer, decks=decks)
    assert done.won("buster") == pays * 100
    # More than 22: both hands win.
    assert done.net == 2000 + pays * 100


@clause(SWITCH, "2105(10)")
@every_row(
    ("dealer", "won"),
    [
        ("7s Td", 2000),  # 17 against 20 and 19
        ("6s Td 5c", -2000),  # 21
        ("2s 3d 4c 5c 6c", -1000),  # 20 with five cards
    ],
)
def test_2105_10_buster_loses_where_the_dealer_does_not_bust(dealer: str, won: int) -> None:
    done = buster(dealer)
    assert (done.won("buster"), done.net) == (-100, won - 100)


@ruling("C12", "C13")
@every_row(
    ("dealer", "pays"),
    [
        ("6s Td 6c", 2),
        ("6s 5d 5c 6c", 2),
        ("2s 3d 4c 5c 8c", 4),
        ("2s 2d 3c 3s 4c 8c", 15),
        ("2s 2d 2c 3s 3c 4c 6c", 50),
        ("2s 2d 2c 2h 2s 3s 3c 6c", 250),
    ],
)
def test_ruling_c12_a_22_is_a_bust_for_buster_although_it_pushes_the_hands(
    dealer: str, pays: int
) -> None:
    done = buster(dealer)
    assert (done.outcome("main-1"), done.outcome("main-2", hand=2)) == ("push", "push")
    assert (done.won("buster"), done.net) == (pays * 100, pays * 100)


@ruling("C86")
@every_row(("dealer", "decisions"), [("As Qc", "1.1 decline, 1.2 decline"), ("Qs Ac", "")])
def test_ruling_c86_buster_loses_to_a_dealer_blackjack(dealer: str, decisions: str) -> None:
    assert buster(dealer, decisions).net == -2000 - 100


@ruling("C85")
def test_ruling_c85_the_dealer_draws_for_buster_although_every_hand_is_bust() -> None:
    # K-6-T and K-5-T are bust; 6-5-T = 21, then 6-5-2-9: 22 with four cards.
    tables = {"buster": "buster-1"}
    seats = "1000, buster 100"
    cards = "Kh Kd 6s 6d 5d 5c Tc Jc"
    decisions = "1 keep, 1.1 hit, 1.2 hit"
    lost = play(SWITCH, f"{cards} Th", decisions, seats, tables=tables)
    assert (lost.dealer, lost.net) == ("6s 5c Th", -2100)
    won = play(SWITCH, f"{cards} 2c 9c", decisions, seats, tables=tables)
    assert (won.dealer, won.net) == ("6s 5c 2c 9c", -2000 + 200)


@ruling("C85")
def test_ruling_c85_the_dealer_draws_for_buster_although_both_hands_were_naturals() -> None:
    tables = {"buster": "buster-1"}
    seats = "1000, buster 100"
    done = play(SWITCH, "Ah Kh 6s Kd Ad Tc Jc", "1 keep", seats, tables=tables)
    assert (done.dealer, done.net) == ("6s Tc Jc", 2000 + 200)


@ruling("C85")
def test_ruling_c85_one_seats_buster_makes_the_dealer_draw_for_nobody_else() -> None:
    # Seat 1 (K-6, K-5) busts twice and has Buster; seat 2 (K-6, K-5) busts twice without it.
    cards = "Kh Kd Ks Kc 6s 6d 5d 6h 5h 5c Tc Jc Ts Js Th"
    decisions = "1 keep, 1.1 hit, 1.2 hit, 2 keep, 2.1 hit, 2.2 hit"
    done = play(
        SWITCH, cards, decisions, {1: "1000, buster 100", 2: 500}, tables={"buster": "buster-1"}
    )
    assert (done.dealer, done.nets) == ("6s 5c Th", {1: -2100, 2: -1000})


@ruling("C13")
def test_ruling_c13_super_match_and_buster_may_both_be_made() -> None:
    # 9-8 and 9-8: two pair at 8 to 1; dealer 6-T-T: 2 to 1; 17 and 17 win.
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = "1000, super-match 35, buster 15"
    done = play(SWITCH, "9h 9d 6s 8d 8c Td Tc", STAND_BOTH, seats, tables=tables)
    assert (done.won("super-match"), done.won("buster")) == (8 * 35, 2 * 15)
    assert done.net == 2000 + 280 + 30


@clause(SWITCH, "2105(5)")
def test_2105_5_super_match_and_buster_are_settled_before_the_hands_that_wait() -> None:
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = "1000, super-match 35, buster 15"
    done = play(SWITCH, "9h 9d 6s 8d 8c Td Tc", STAND_BOTH, seats, tables=tables)
    assert settled_in_order(done) == [
        (1, "super-match"),
        (1, "buster"),
        (1, "main-1"),
        (1, "main-2"),
    ]


@clause(SWITCH, "2105(5)")
def test_2105_5_buster_goes_before_the_hands_against_a_dealer_blackjack_too() -> None:
    done = buster("Qs Ac", "")
    assert settled_in_order(done) == [(1, "buster"), (1, "main-1"), (1, "main-2")]


@clause(SWITCH, "2105(2)", "2105(8)(h)")
def test_2105_2_several_seats_each_with_wagers_of_their_own() -> None:
    # Seat 1: 9-8, 9-8: two pair, no Buster. Seat 4: K-6-T busts, T-9 stands: no match, Buster.
    cards = "9h 9d Kh Th 6s 8d 8c 6d 9c Td Tc Jd"
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = {1: "1000, super-match 101", 4: "333, super-match 50, buster 77"}
    decisions = f"{STAND_BOTH}, 4 keep, 4.1 hit, 4.2 stand"
    done = play(SWITCH, cards, decisions, seats, tables=tables)
    # Dealer 6-T-J busts with three cards: 17 and 17 win; 19 wins; 2 to 1 on 77.
    assert done.nets == {1: 2000 + 808, 4: -333 + 333 - 50 + 154}


@ruling("C96")
@every_row("wager", ["super-match", "buster"])
@every_row(("amount", "fits"), [(99, False), (100, True), (500, True), (501, False)])
def test_ruling_c96_the_house_limits_the_optional_wagers(
    wager: str, amount: int, *, fits: bool
) -> None:
    rest = {
        "tables": {"super-match": "super-match-1", "buster": "buster-1"},
        "limits": {wager: {"min": 100, "max": 500}},
    }
    cards = "Kh Th 7s Qd 9d Td"
    seats = f"1000, {wager} {amount}"
    if fits:
        assert play(SWITCH, cards, STAND_BOTH, seats, **rest).net == 2000 - amount
    else:
        assert refused(SWITCH, cards, STAND_BOTH, seats, **rest) == "wager/off-limits"


@clause(SWITCH, "2105(3)")
@ruling("C59")
def test_2105_3_a_tip_may_stand_on_every_spot_the_player_bets_on() -> None:
    # 9-8 and 9-K against 6-T-T: 17 and 19 win, a pair pays 1 to 1, the bust 2 to 1.
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = (
        "1000, super-match 100, buster 100,"
        "tip main-1 300, tip main-2 200, tip super-match 50, tip buster 25"
    )
    done = play(SWITCH, "9h 9d 6s 8d Kc Td Tc", STAND_BOTH, seats, tables=tables)
    assert done.line("tip:main-1") == {
        "seat": 1,
        "hand": 1,
        "wager": "tip:main-1",
        "stake": 300,
        "outcome": "win",
        "net": 300,
    }
    assert done.won("tip:main-2", hand=2) == 200
    assert done.won("tip:super-match") == 50
    assert done.won("tip:buster") == 50
    # The dealer's tips are not the player's gain.
    assert done.net == 2000 + 100 + 200


@clause(SWITCH, "2105(3)")
@ruling("C59")
def test_2105_3_a_tip_loses_with_the_wager_it_stands_by() -> None:
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    seats = (
        "1000, super-match 100, buster 100,"
        "tip main-1 300, tip main-2 200, tip super-match 50, tip buster 25"
    )
    # K-Q = 20 ties, T-9 = 19 loses to 6-T-4 = 20; no match, no bust.
    done = play(SWITCH, "Kh Th 6s Qd 9d Td 4c", STAND_BOTH, seats, tables=tables)
    tips = [("tip:main-1", 1), ("tip:main-2", 2), ("tip:super-match", 1), ("tip:buster", 1)]
    assert [done.won(wager, hand=hand) for wager, hand in tips] == [0, -200, -50, -25]
    assert done.net == -1000 - 200


@clause(SWITCH, "2105(3)", "2105(8)(b)")
@every_row(
    ("dealer", "decisions", "tip"),
    [
        ("7s Tc", "1 keep, 1.2 stand", 101),  # a natural: 1 to 1
        ("As Qc", "1.1 decline, 1.2 decline", 0),  # two blackjacks push
    ],
)
def test_2105_3_a_tip_on_a_natural_is_paid_as_it_is(dealer: str, decisions: str, tip: int) -> None:
    up, down = dealer.split()
    seats = "1000, tip main-1 101"
    done = play(SWITCH, f"Ah Th {up} Kd 9d {down}", decisions, seats)
    assert done.won("tip:main-1") == tip


@clause(SWITCH, "2105(3)")
@ruling("C60")
def test_2105_3_a_tip_stays_as_it_is_when_the_player_doubles_or_splits() -> None:
    # 5-6 doubled with T = 21; 8-8 split: 8-T = 18, 8-2-6 = 16; dealer 17.
    cards = "5h 8h 7s 6d 8d Td Tc Ts 2c 6c"
    decisions = "1 keep, 1.1 double, 1.2 split, 1.2 stand, 1.3 hit, 1.3 stand"
    done = play(SWITCH, cards, decisions, "1000, tip main-1 500, tip main-2 400")
    assert (done.line("tip:main-1")["stake"], done.won("tip:main-1")) == (500, 500)
    tips = [line for line in done.result["settlement"] if line["wager"] == "tip:main-2"]
    assert [(tip["hand"], tip["stake"], tip["net"]) for tip in tips] == [(2, 400, 400)]
    assert done.net == 2000 + 1000 - 1000


def _tips(done: Played) -> list[tuple[str, int, int, int]]:
    """Return the lines of the tips: wager, hand, stake and net."""
    lines = [line for line in done.result["settlement"] if line["wager"].startswith("tip:")]
    return [(line["wager"], line["hand"], line["stake"], line["net"]) for line in lines]


@clause(SWITCH, "2105(3)")
@ruling("C60")
def test_2105_3_a_corresponding_bet_for_the_dealer_may_go_with_a_double() -> None:
    # 5-6 doubled with T = 21 wins, T-8 doubled with 5 = 23 loses; the dealer has 17.
    cards = "5h Th 7s 6d 8d Td Tc 5c"
    decisions = "1 keep, 1.1 double 1000 tip 300, 1.2 double 400 tip 400"
    done = play(SWITCH, cards, decisions, "1000, tip main-1 500, tip main-2 250")
    assert sorted(_tips(done)) == [("tip:main-1", 1, 800, 800), ("tip:main-2", 2, 650, -650)]
    assert done.net == 2000 - 1400
    assert done.events[done.when("action-taken", action="double")]["tip"] == 300


@clause(SWITCH, "2105(3)", "2105(8)(c)")
@ruling("C60")
def test_2105_3_a_corresponding_bet_for_the_dealer_may_go_with_a_split() -> None:
    # 8-8 split: 8-T = 18 wins; 8-3 doubled with K = 21 wins; K-9 = 19 wins; the dealer has 17.
    cards = "8h Kh 7s 8d 9d Td Tc 3c Kc"
    decisions = "1 keep, 1.1 split tip 200, 1.1 stand, 1.3 double 1000 tip 50, 1.2 stand"
    done = play(SWITCH, cards, decisions, "1000, tip main-1 500")
    assert sorted(_tips(done)) == [("tip:main-1", 1, 500, 500), ("tip:main-1", 3, 250, 250)]
    assert done.net == 1000 + 2000 + 1000


@clause(SWITCH, "2105(3)")
@ruling("C60")
def test_2105_3_a_tip_added_with_a_split_shares_the_fate_of_its_own_hand() -> None:
    # 8-T = 18 wins, 8-6-K = 24 busts; K-7 = 17 ties with the dealer.
    cards = "8h Kh 7s 8d 7d Td Tc 6c Kc"
    decisions = "1 keep, 1.1 split tip 999, 1.1 stand, 1.3 hit, 1.2 stand"
    done = play(SWITCH, cards, decisions, "1000, tip main-1 1, tip main-2 70")
    assert sorted(_tips(done)) == [
        ("tip:main-1", 1, 1, 1),
        ("tip:main-1", 3, 999, -999),
        ("tip:main-2", 2, 70, 0),
    ]
    assert done.net == 0


@clause(SWITCH, "2105(3)")
@ruling("C60", "C61")
@every_row(
    ("tips", "decision"),
    [
        ("", "1.1 double 1000 tip 1"),  # it corresponds to a tip that is in play
        ("", "1.1 split tip 1"),
        (", tip main-2 100", "1.1 split tip 1"),
        (", tip main-1 100", "1.1 split tip 1001"),  # no more than the player's own wager
        (", tip main-1 100", "1.1 split tip 0"),
        (", tip main-1 100", "1.1 double 400 tip 401"),
        (", tip main-1 100", "1.1 hit tip 1"),
    ],
)
def test_2105_3_what_may_not_be_added_for_the_dealer(tips: str, decision: str) -> None:
    cards = "8h Kh 7s 8d 9d Td Tc 3c"
    decisions = f"1 keep, {decision}, 1.2 stand"
    assert refused(SWITCH, cards, decisions, f"1000{tips}") == "action/amount"


@clause(SWITCH, "2105(3)")
@ruling("C60")
@every_row("game", ["co/21-plus-3", "co/extreme-21", "co/golden-21", "co/ride-free"])
def test_ruling_c60_no_other_section_lets_a_tip_grow_with_a_double(game: str) -> None:
    cards = "5h 7s 6d Td Tc"
    decisions = "1 double 1000 tip 100"
    assert refused(game, cards, decisions, "1000, tip 100") == "action/amount"


@clause(SWITCH, "2105(3)")
@ruling("C60")
def test_2105_3_a_tip_is_not_insured() -> None:
    # Half of 1000 is insured, whatever the tip; against A-Q both are lost.
    seats = "1000, tip main-1 1000"
    cards = "Kh Th As Qd 9d Qc"
    done = play(SWITCH, cards, "1.1 insure 500, 1.2 decline", seats)
    assert (done.won("tip:main-1"), done.net) == (-1000, -2000 + 1000)
    assert refused(SWITCH, cards, "1.1 insure 501, 1.2 decline", seats) == "action/amount"


@clause(SWITCH, "2105(3)")
@ruling("C61")
@every_row(
    ("tips", "code"),
    [
        ("tip main-1 1000, tip main-2 1", None),
        ("tip main-1 1001", "wager/off-limits"),
        ("tip main-2 0", "wager/off-limits"),
        ("tip buster 100", None),
        ("tip buster 101", "wager/off-limits"),
        ("tip super-match 1", "wager/needs-main"),  # offered, but the player has none there
        ("tip main 100", "wager/not-offered"),
    ],
)
def test_2105_3_a_tip_needs_the_players_own_wager_and_is_no_larger(
    tips: str, code: str | None
) -> None:
    tables = {"super-match": "super-match-1", "buster": "buster-1"}
    cards = "Kh Th 7s Qd 9d Td"
    seats = f"1000, buster 100, {tips}"
    if code is None:
        assert play(SWITCH, cards, STAND_BOTH, seats, tables=tables).net == 2000 - 100
    else:
        assert refused(SWITCH, cards, STAND_BOTH, seats, tables=tables) == code


@clause(SWITCH, "2105(3)")
def test_2105_3_a_tip_on_a_wager_that_is_not_offered_is_refused() -> None:
    seats = "1000, tip super-match 100"
    assert refused(SWITCH, "Kh Th 7s Qd 9d Td", STAND_BOTH, seats) == "wager/not-offered"


@clause(SWITCH, "2105(3)")
def test_2105_3_a_tip_asks_nothing_more() -> None:
    done = play(SWITCH, "Kh Th 7s Qd 9d Td", STAND_BOTH, "1000, tip main-1 1000")
    assert asked(done) == ["1.1 keep", "1.1 stand", "1.2 stand"]


@clause(SWITCH, "2105(3)")
def test_2105_3_no_tip_on_insurance() -> None:
    seats = "1000, tip insurance-1 100"
    code = refused(SWITCH, "Kh Th As Qd 9d Td", "1.1 insure 500", seats)
    assert code in {"wager/needs-main", "wager/not-offered"}
