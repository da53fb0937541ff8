"""Extreme 21, 30-2117: Bust the House, and the standard blackjack under it."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import EXTREME, Seats, asked, play, refused
from tests.rules.table import Played

WAGER = "bust-the-house"
TABLES = {WAGER: WAGER}

PAYS = {
    # Up card -> an off-suit bust and a suited bust, to 1.
    "A": (3, 50),
    "2": (1, 25),
    "3": (1, 15),
    "4": (1, 10),
    "5": (1, 5),
    "6": (1, 3),
    "7": (2, 15),
    "8": (2, 10),
    "9": (2, 20),
    "T": (2, 20),
    "J": (2, 20),
    "Q": (2, 20),
    "K": (2, 20),
}

BUSTS = {
    # Up card -> ranks that bust it; each rank once, so that one deck can deal it in one suit.
    "A": ["A 5 T K", "A 2 4 8 7", "A 3 9 K"],
    "2": ["2 T K", "2 3 4 6 T", "2 K Q"],
    "3": ["3 T 9", "3 4 8 K"],
    "4": ["4 T K", "4 2 9 A 7"],
    "5": ["5 9 K", "5 4 3 2 8"],
    "6": ["6 T J", "6 A 9 Q"],  # soft 17 is hit
    "7": ["7 9 T", "7 5 Q"],
    "8": ["8 6 T", "8 5 9"],
    "9": ["9 7 K", "9 4 T"],
    "T": ["T 6 K", "T 2 3 7"],
    "J": ["J 6 K", "J 5 7"],
    "Q": ["Q 6 K"],
    "K": ["K 6 T", "K 4 9"],
}


def bet(dealer: str, decks: int = 6, amount: int = 100, main: str = "stand") -> Played:
    """Play a player's Jc Qd against the dealer's cards, with the wager made."""
    up, down, *drawn = dealer.split()
    insurance = "1 decline, " if up[0] == "A" else ""
    decisions = f"{insurance}1 bust-bet {amount}, 1 {main}"
    cards = f"Jc {up} Qd {down} {' '.join(drawn)}"
    return play(EXTREME, cards, decisions, decks=decks, tables=TABLES)


def suited(ranks: str) -> str:
    return " ".join(f"{rank}h" for rank in ranks.split())


def off_suit(ranks: str, odd: int) -> str:
    """One card of another suit: the *odd* one."""
    return " ".join(
        f"{rank}{'s' if place == odd else 'h'}" for place, rank in enumerate(ranks.split())
    )


@clause(EXTREME, "2117 Bust", "2117 Bust(3)")
@ruling("C30", "C91")
@every_row("decks", [1, 2, 4, 5, 6, 8])
@every_row("up", PAYS)
def test_2117_bust_every_row_of_the_table(up: str, decks: int) -> None:
    off, in_one_suit = PAYS[up]
    for ranks in BUSTS[up]:
        done = bet(suited(ranks), decks)
        assert done.won(WAGER) == 100 * in_one_suit, ranks
        assert done.net == 1000 + 100 * in_one_suit
        for odd in range(len(ranks.split())):
            done = bet(off_suit(ranks, odd), decks)
            assert done.won(WAGER) == 100 * off, (ranks, odd)
            assert done.net == 1000 + 100 * off


@ruling("C11", "C30", "C91")
@every_row(
    ("decks", "dealer"),
    [
        (1, "8h 8s 8d"),
        (2, "8h 8h 8d"),
        (6, "8h 8s 8d"),
        (4, "8h 8h 8h"),
        (6, "8h 8h 8h"),
        (8, "8s 8s 8s"),
    ],
)
def test_ruling_c11_a_bust_with_three_eights_loses(decks: int, dealer: str) -> None:
    # The hand wins by the bust; the wager does not.
    done = bet(dealer, decks)
    assert (done.won(WAGER), done.net) == (-100, 1000 - 100)


@ruling("C11")
def test_ruling_c11_two_eights_and_another_card_are_an_ordinary_bust() -> None:
    assert bet("8h 8s Td").won(WAGER) == 200
    assert bet("8h 8h Th").won(WAGER) == 1000


@clause(EXTREME, "2117 Bust(3)")
@every_row(
    ("dealer", "main"),
    [
        ("7h Th", 1000),  # 17 against 20
        ("7h 5h 8h", 0),  # 20
        ("6h 5h Th", -1000),  # 21 in one suit
        ("8h 2s 8d", 1000),  # 18
        ("Ah 7h", 1000),  # soft 18
    ],
)
def test_2117_bust_3_it_loses_where_the_dealer_does_not_bust(dealer: str, main: int) -> None:
    done = bet(dealer)
    assert (done.won(WAGER), done.net) == (-100, main - 100)


@ruling("C8", "C12")
def test_ruling_c12_a_22_is_a_bust_for_hand_and_wager() -> None:
    done = bet("2h Ts Td")
    assert (done.outcome(), done.won(WAGER), done.net) == ("win", 100, 1100)


@clause(EXTREME, "2117 Bust(1)")
def test_2117_bust_1_with_an_ace_up_the_dealer_looks_first() -> None:
    # Insurance, the peek, the wager, the hand. A-5-T-K is a bust, 3 to 1 off-suit.
    cards = "Jc Ah Qd 5s Td Kc"
    done = play(EXTREME, cards, "1 insure 200, 1 bust-bet 100, 1 stand", tables=TABLES)
    assert asked(done) == ["1.1 insure", "1.1 bust-bet", "1.1 stand"]
    peek = done.when("dealer-peeked", blackjack=False)
    assert done.when("action-taken", action="insure") < peek
    assert peek < done.when("action-taken", action="bust-bet")
    assert done.net == 1000 - 200 + 300
    code = refused(EXTREME, cards, "1 bust-bet 100, 1 decline, 1 stand", tables=TABLES)
    assert code == "action/illegal"


@clause(EXTREME, "2117 Bust(1)")
@every_row("up", ["Th", "Jh", "Qh", "Kh"])
def test_2117_bust_1_with_a_ten_up_the_dealer_looks_first(up: str) -> None:
    done = play(EXTREME, f"Jc {up} Qd 6s Td", "1 bust-bet 100, 1 stand", tables=TABLES)
    peek = done.when("dealer-peeked", blackjack=False)
    assert peek < done.when("action-taken", action="bust-bet")
    assert done.net == 1200


@clause(EXTREME, "2117 Bust(1)")
@ruling("C86")
@every_row(("up", "down", "decisions"), [("Ah", "Ks", "1 decline"), ("Kh", "As", "")])
def test_2117_bust_1_after_a_dealer_blackjack_it_is_not_offered(
    up: str, down: str, decisions: str
) -> None:
    cards = f"Jc {up} Qd {down}"
    done = play(EXTREME, cards, decisions, tables=TABLES)
    assert (done.net, done.wagers()) == (-1000, ["main"])
    more = f"{decisions}, 1 bust-bet 100" if decisions else "1 bust-bet 100"
    assert refused(EXTREME, cards, more, tables=TABLES) == "record/decision-left-over"


@clause(EXTREME, "2117 Bust(2)")
@ruling("C8")
def test_2117_bust_2_every_seat_is_asked_before_the_first_hand_is_played() -> None:
    cards = "Jc Kd 6h Qd 9d Th Ts"
    decisions = "1 bust-bet 200, 3 decline, 1 stand, 3 stand"
    done = play(EXTREME, cards, decisions, {1: 1000, 3: 500}, tables=TABLES)
    assert asked(done) == ["1.1 bust-bet", "3.1 decline", "1.1 stand", "3.1 stand"]
    assert done.when("action-taken", seat=3, action="decline") < done.when("down-card-exposed")
    assert done.nets == {1: 1200, 3: 500}
    assert done.wagers(3) == ["main"]
    late = "1 stand, 1 bust-bet 200, 3 decline, 3 stand"
    code = refused(EXTREME, cards, late, {1: 1000, 3: 500}, tables=TABLES)
    assert code == "action/illegal"
    backwards = "3 decline, 1 bust-bet 200, 1 stand, 3 stand"
    code = refused(EXTREME, cards, backwards, {1: 1000, 3: 500}, tables=TABLES)
    assert code == "action/not-your-turn"


@clause(EXTREME, "2117 Bust(2)")
@ruling("C63")
def test_2117_bust_2_it_cannot_be_made_with_the_first_wagers() -> None:
    code = refused(EXTREME, "Jc 6h Qd Th Ts", "1 stand", f"1000, {WAGER} 100", tables=TABLES)
    assert code == "wager/not-offered"


@clause(EXTREME, "2117 Bust")
@ruling("C83")
def test_2117_bust_it_must_be_answered_where_it_is_offered_and_only_there() -> None:
    cards = "Jc 6h Qd Th Ts"
    assert refused(EXTREME, cards, "1 stand", tables=TABLES) == "action/illegal"
    assert refused(EXTREME, cards, "", tables=TABLES) == "record/decision-missing"
    twice = "1 bust-bet 100, 1 bust-bet 100, 1 stand"
    assert refused(EXTREME, cards, twice, tables=TABLES) == "action/illegal"
    assert refused(EXTREME, cards, "1 bust-bet 100, 1 stand") == "action/illegal"
    assert play(EXTREME, cards, "1 decline, 1 stand", tables=TABLES).net == 1000
    assert play(EXTREME, cards, "1.1 bust-bet 100, 1.1 stand", tables=TABLES).net == 1100


@clause(EXTREME, "2117 Bust(3)")
@ruling("C85")
def test_2117_bust_3_the_dealer_plays_out_although_every_hand_is_bust() -> None:
    # K-6-T is bust. Dealer 6-T-9 = 25 off-suit: 1 to 1; 6-T-5 = 21: lost.
    cards = "Kc 6h 6d Th Ts"
    done = play(EXTREME, f"{cards} 9s", "1 bust-bet 300, 1 hit", tables=TABLES)
    assert (done.net, done.dealer) == (-1000 + 300, "6h Th 9s")
    done = play(EXTREME, f"{cards} 5s", "1 bust-bet 300, 1 hit", tables=TABLES)
    assert (done.net, done.dealer) == (-1000 - 300, "6h Th 5s")
    # Declined, he does not.
    done = play(EXTREME, cards, "1 decline, 1 hit", tables=TABLES)
    assert (done.net, done.dealer) == (-1000, "6h Th")


@clause(EXTREME, "2117 Bust(3)")
def test_2117_bust_3_the_hands_are_finished_before_the_dealers() -> None:
    # Seat 1 busts and has the wager; seat 2 draws to 20 and has none; dealer 6-T-9.
    cards = "Kc 5c 6h 6d 5d Th Ts Td 9s"
    decisions = "1 bust-bet 300, 2 decline, 1 hit, 2 hit, 2 stand"
    done = play(EXTREME, cards, decisions, {1: 1000, 2: 1000}, tables=TABLES)
    assert done.nets == {1: -700, 2: 1000}
    assert done.when("action-taken", seat=2, action="stand") < done.when("down-card-exposed")
    assert done.when("wager-settled", seat=1, wager="main") < done.when("down-card-exposed")


@ruling("C34")
def test_ruling_c34_a_blackjack_is_asked_and_the_dealer_plays_out_for_it() -> None:
    # A-K is paid 3 to 2; then 6-T-9 busts: 1 to 1.
    done = play(EXTREME, "As 6h Kd Th 9s", "1 bust-bet 300", tables=TABLES)
    assert (done.net, done.dealer) == (1500 + 300, "6h Th 9s")
    declined = play(EXTREME, "As 6h Kd Th", "1 decline", tables=TABLES)
    assert (declined.net, declined.dealer) == (1500, "6h Th")
    assert refused(EXTREME, "As 6h Kd Th", "", tables=TABLES) == "record/decision-missing"


@ruling("C34")
def test_ruling_c34_a_blackjack_beside_a_hand_that_plays() -> None:
    # Ace up: insurance of both, then the wager of both; only seat 2 plays. Dealer A-5-T-K.
    cards = "As Jc Ah Kd Qd 5s Td Kc"
    decisions = "1 insure 500, 2 decline, 1 bust-bet 50, 2 bust-bet 20, 2 stand"
    done = play(EXTREME, cards, decisions, {1: 1000, 2: 1000}, tables=TABLES)
    assert done.nets == {1: 1500 - 500 + 150, 2: 1000 + 60}


@ruling("C62")
def test_ruling_c62_a_seat_with_big_3_alone_is_not_asked() -> None:
    tables = TABLES | {"big-3": "big-3-PT6D-A"}
    cards = "7c Jc 6h 2d Qd Th Ts"
    seats: Seats = {1: "big-3 100", 2: 1000}
    done = play(EXTREME, cards, "2 bust-bet 100, 2 stand", seats, tables=tables)
    assert done.nets == {1: -100, 2: 1100}
    code = refused(EXTREME, cards, "1 decline, 2 decline, 2 stand", seats, tables=tables)
    assert code == "action/not-your-turn"
    alone = play(EXTREME, "7c 6h 2d Th", "", "big-3 100", tables=tables)
    assert (alone.net, asked(alone)) == (-100, [])


@clause(EXTREME, "2117 Bust")
@ruling("C96")
@every_row(("amount", "fits"), [(99, False), (100, True), (250, True), (251, False), (0, False)])
def test_2117_bust_it_lies_within_its_posted_limits(amount: int, *, fits: bool) -> None:
    rest = {"tables": TABLES, "limits": {WAGER: {"min": 100, "max": 250}}}
    decisions = f"1 bust-bet {amount}, 1 stand"
    if fits:
        assert play(EXTREME, "Jc 6h Qd Th Ts", decisions, **rest).net == 1000 + amount
    else:
        assert refused(EXTREME, "Jc 6h Qd Th Ts", decisions, **rest) == "action/amount"


@clause(EXTREME, "2117 Bust")
@every_row("decision", ["bust-bet", "bust-bet 0", "decline 100"])
def test_2117_bust_the_amount_must_be_said_and_declining_has_none(decision: str) -> None:
    code = refused(EXTREME, "Jc 6h Qd Th Ts", f"1 {decision}, 1 stand", tables=TABLES)
    assert code == "action/amount"


@clause(EXTREME, "2117 Bust")
@every_row("amount", [1, 333, 5000])
def test_2117_bust_it_may_be_smaller_or_larger_than_the_blackjack_wager(amount: int) -> None:
    assert bet("Ah 5h Th Kh", 6, amount).net == 1000 + 50 * amount


@ruling("C59", "C61", "C71")
def test_ruling_c71_a_tip_goes_with_the_bet() -> None:
    won = play(EXTREME, "Jc 7h Qd 9h Th", "1 bust-bet 200 tip 100, 1 stand", tables=TABLES)
    assert won.won(f"tip:{WAGER}") == 1500
    assert won.line(f"tip:{WAGER}")["stake"] == 100
    assert won.net == 1000 + 3000
    lost = play(EXTREME, "Jc 7h Qd Th", "1 bust-bet 200 tip 200, 1 stand", tables=TABLES)
    assert (lost.won(f"tip:{WAGER}"), lost.net) == (-200, 800)
    for tip in ("bust-bet 200 tip 201", "bust-bet 200 tip 0", "decline tip 1"):
        code = refused(EXTREME, "Jc 7h Qd Th", f"1 {tip}, 1 stand", tables=TABLES)
        assert code == "action/amount"


@ruling("C39", "C85")
def test_ruling_c39_the_dealer_plays_out_for_it_beside_a_surrendered_hand() -> None:
    # The wager first, then surrender; dealer 6-T-9 busts.
    rest = {"tables": TABLES, "options": {"surrender": True}}
    done = play(EXTREME, "Kc 6h 6d Th 9s", "1 bust-bet 300, 1 surrender", **rest)
    assert (done.net, done.dealer) == (-500 + 300, "6h Th 9s")
    code = refused(EXTREME, "Kc 6h 6d Th", "1 surrender", **rest)
    assert code == "action/illegal"
    declined = play(EXTREME, "Kc 6h 6d Th", "1 decline, 1 surrender", **rest)
    assert (declined.net, declined.dealer) == (-500, "6h Th")


@clause(EXTREME, "2117 Bust(3)")
def test_2117_bust_3_one_wager_for_a_seat_that_splits() -> None:
    # 8-8 split and doubled: 8-3-T = 21 and 8-T = 18; dealer 6-T-9 busts.
    cards = "8c 6h 8d Th 3c Tc Td 9s"
    decisions = "1 bust-bet 500, 1 split, 1.1 double, 1.2 stand"
    done = play(EXTREME, cards, decisions, tables=TABLES)
    assert done.net == 2000 + 1000 + 500
    assert (done.won(WAGER), done.line(WAGER)["stake"]) == (500, 500)


@clause(EXTREME, "2117 Bust(3)")
@every_row(("soft17", "drawn", "won"), [("hit", "9c 9s", 200), ("stand", "", -200)])
def test_2117_bust_3_the_dealer_draws_for_it_by_the_posted_rule(
    soft17: str, drawn: str, won: int
) -> None:
    # The player's K-6-T is bust; 6-A: 17, hit it is 16 with a nine and 25 with another.
    rest = {"tables": TABLES, "options": {"soft17": soft17}}
    done = play(EXTREME, f"Kc 6h 6d As Ts {drawn}", "1 bust-bet 200, 1 hit", **rest)
    assert done.net == -1000 + won


@clause(EXTREME, "2117 Bust", "2117(3)")
def test_2117_all_three_wagers_in_one_round() -> None:
    # 5-6-7 of hearts: 35 x 100 and 180 x 50; 11 doubled with 2 is 13; dealer 7-T... 7-6-T = 23.
    tables = TABLES | {"extreme-21": "PT6D-A", "big-3": "big-3-PT6D-A"}
    seats = "1000, extreme-21 100, big-3 50"
    cards = "5h 7h 6h 6d 2c Ts"
    done = play(EXTREME, cards, "1 bust-bet 25, 1 double", seats, tables=tables)
    assert done.net == 2000 + 3500 + 9000 + 50


@clause(EXTREME, "2117")
@ruling("C0")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("As 7h Kd Tc", "", 1500),  # a blackjack pays 3 to 2
        ("As Kh Kd Ac", "", 0),  # and pushes against a blackjack
        ("As Ah Kd 9c", "1 insure 500", 1000),  # 1500 - 500
        ("Jc Ah Qd Kc", "1 insure 500", 0),  # -1000 + 2 x 500
        ("5c 7h 6d Tc Ts", "1 double", 2000),  # 21 against 17
        ("8c 7h 8d Tc Ts Td", "1 split, 1.1 stand, 1.2 stand", 2000),
        ("5c 7h 6d Tc 6s", "1 hit, 1 stand", 0),  # 17 against 17
        ("Jc 6h Qd Tc 6s", "1 stand", 1000),  # a dealer 22 is a bust
    ],
)
def test_2117_standard_blackjack_wherever_the_section_is_silent(
    cards: str, decisions: str, won: int
) -> None:
    assert play(EXTREME, cards, decisions).net == won


@ruling("C40", "C41")
@every_row(("wager", "rounding", "won"), [(1001, "down", 1501), (1001, "up", 1502), (1, "down", 1)])
def test_ruling_c40_three_to_two_on_odd_cents(wager: int, rounding: str, won: int) -> None:
    done = play(EXTREME, "As 7h Kd Tc", "", wager, options={"rounding": rounding})
    assert done.net == won


@ruling("C41", how="judged")
def test_ruling_c41_three_to_two_is_no_option() -> None:
    code = refused(EXTREME, "As 7h Kd Tc", "", options={"blackjack": "6:5"})
    assert code == "option/unknown"
