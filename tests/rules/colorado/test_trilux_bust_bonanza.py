"""TriLux Blackjack, 30-2115: Bust Bonanza, made after the hands are played."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import TRILUX, asked, play, refused
from tests.rules.table import Played

WAGER = "bust-bonanza"
TABLES = {2: {WAGER: "bust-bonanza-1"}, 6: {WAGER: "bust-bonanza-2"}}
"""Decks -> the table that is for them."""

PAYS = {
    # Up card -> what a bust and a suited bust pay to 1; both tables print the same.
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
    "A": (3, 50),
}

BUSTS = {
    # Up card -> ranks that bust it, more than one way where the count of cards could matter.
    "2": ["2 T T", "2 3 4 6 T"],
    "3": ["3 T 9", "3 T K"],
    "4": ["4 T K", "4 2 9 A 7"],
    "5": ["5 9 K", "5 4 3 4 6"],
    "6": ["6 T J", "6 A 9 9"],  # a soft 17 is hit, 16, then bust
    "7": ["7 9 T", "7 5 Q"],
    "8": ["8 6 T", "8 5 9", "8 8 K"],  # two eights are nothing special
    "9": ["9 7 K", "9 4 9"],
    "T": ["T 6 K", "T 2 3 7"],
    "J": ["J 6 K", "J 5 7"],
    "Q": ["Q 6 K"],
    "K": ["K 6 T"],
    "A": ["A 5 T K", "A 2 3 9 9"],
}


def bet(dealer: str, decks: int, amount: int = 100, more: str = "", seats: str = "1000") -> Played:
    """Play a player's 20 (clubs and diamonds) against the dealer's cards, with the wager made."""
    up, down, *drawn = dealer.split()
    insurance = "1 decline, " if up[0] == "A" else ""
    decisions = f"{insurance}1 stand, 1 bust-bet {amount}{more}"
    cards = f"Jc {up} Qd {down} {' '.join(drawn)}"
    return play(TRILUX, cards, decisions, seats, decks=decks, tables=TABLES[decks])


def suited(ranks: str) -> str:
    return " ".join(f"{rank}h" for rank in ranks.split())


def off_suit(ranks: str, odd: int) -> str:
    """One card of another suit: the *odd* one."""
    return " ".join(
        f"{rank}{'s' if place == odd else 'h'}" for place, rank in enumerate(ranks.split())
    )


@clause(TRILUX, "2115(5)", words="Bust Bonanza wagers are paid")
@clause(TRILUX, "2115(4)", "2115(7)")
@ruling("C30", "C91")
@every_row("decks", [2, 6])
@every_row("up", PAYS)
def test_2115_7_every_row_of_bust_bonanza(decks: int, up: str) -> None:
    plain, in_one_suit = PAYS[up]
    for ranks in BUSTS[up]:
        done = bet(suited(ranks), decks)
        assert done.won(WAGER) == 100 * in_one_suit, ranks
        assert done.net == 1000 + 100 * in_one_suit
        for odd in range(len(ranks.split())):
            done = bet(off_suit(ranks, odd), decks)
            assert done.won(WAGER) == 100 * plain, (ranks, odd)
            assert done.net == 1000 + 100 * plain


@clause(TRILUX, "2115(7)", "2115(7) Bust Bonanza*")
@ruling("C30", "C91")
@every_row(
    ("decks", "dealer", "pays"),
    [
        (2, "8h 8s 8d", 25),
        (2, "8h 8h 8d", 25),
        (2, "8s 8c 8s", 25),
        (6, "8h 8s 8d", 25),
        (6, "8h 8h 8s", 25),
        (6, "8h 8h 8h", 75),
        (6, "8c 8c 8c", 75),
    ],
)
def test_2115_7_a_bust_with_three_eights_is_a_special_bonus(
    decks: int, dealer: str, pays: int
) -> None:
    done = bet(dealer, decks)
    assert (done.won(WAGER), done.net) == (100 * pays, 1000 + 100 * pays)


@clause(TRILUX, "2115(7)")
def test_2115_7_three_suited_eights_are_not_to_be_had_from_two_decks() -> None:
    """Pay Table 1 prints N/A for them, and no shoe it is for can deal them."""
    rest = {"decks": 2, "tables": TABLES[2]}
    code = refused(TRILUX, "Jc 8h Qd 8h 8h", "1 stand, 1 bust-bet 100", **rest)
    assert code == "record/card-not-in-shoe"


@clause(TRILUX, "2115(7)", how="judged")
@ruling("C93", how="judged")
@every_row("table", ["bust-bonanza-1", "bust-bonanza-2"])
def test_2115_7_a_bust_bonanza_table_is_for_two_or_six_decks_only(table: str) -> None:
    fits = {"bust-bonanza-1": 2, "bust-bonanza-2": 6}[table]
    for decks in range(1, 9):
        if decks != fits:
            rest = {"decks": decks, "tables": {WAGER: table}}
            assert refused(TRILUX, "Jc 7h Qd Th", "1 stand", **rest) == "option/conflict"


@clause(TRILUX, "2115(4)")
@every_row("decks", [2, 6])
@every_row(
    ("dealer", "main"),
    [
        ("7h Th", 1000),  # 17 against 20
        ("7h 5h 8h", 0),  # 20
        ("6h 5h Th", -1000),  # 21, suited
        ("2h 3h 4h 5h 6h", 0),  # 20
    ],
)
def test_2115_4_it_loses_where_the_dealer_does_not_bust(decks: int, dealer: str, main: int) -> None:
    done = bet(dealer, decks)
    assert (done.outcome(WAGER), done.won(WAGER), done.net) == ("lose", -100, main - 100)


@ruling("C12")
def test_ruling_c12_a_22_is_a_bust() -> None:
    done = bet("2h Th Ts", 6)
    assert (done.won(WAGER), done.net) == (100, 1000 + 100)


@clause(TRILUX, "2115(4)")
def test_2115_4_it_is_asked_after_every_hand_has_been_played_and_before_the_dealer_plays() -> None:
    # Seats 1 and 3 stand on 20 and 19; dealer 6-T-T.
    cards = "Jc Kd 6h Qd 9d Th Ts"
    rest = {"tables": TABLES[6]}
    decisions = "1 stand, 3 stand, 1 bust-bet 200, 3 decline"
    done = play(TRILUX, cards, decisions, {1: 1000, 3: 500}, **rest)
    assert asked(done) == ["1.1 stand", "3.1 stand", "1.1 bust-bet", "3.1 decline"]
    assert done.nets == {1: 1000 + 200, 3: 500}
    assert done.wagers(3) == ["main"]
    made = done.when("action-taken", action="bust-bet")
    assert done.when("action-taken", seat=3, action="stand") < made
    assert made < done.when("down-card-exposed")
    early = refused(TRILUX, cards, "1 stand, 1 bust-bet 200", {1: 1000, 3: 500}, **rest)
    assert early == "action/not-your-turn"
    first = refused(TRILUX, cards, "1 bust-bet 200, 1 stand", {1: 1000, 3: 500}, **rest)
    assert first == "action/illegal"
    backwards = "1 stand, 3 stand, 3 bust-bet 200, 1 decline"
    code = refused(TRILUX, cards, backwards, {1: 1000, 3: 500}, **rest)
    assert code == "action/not-your-turn"


@clause(TRILUX, "2115(4)")
@ruling("C83")
def test_2115_4_it_must_be_answered_and_only_once() -> None:
    cards = "Jc 6h Qd Th Ts"
    rest = {"tables": TABLES[6]}
    assert refused(TRILUX, cards, "1 stand", **rest) == "record/decision-missing"
    twice = "1 stand, 1 bust-bet 100, 1 bust-bet 100"
    assert refused(TRILUX, cards, twice, **rest) == "record/decision-left-over"
    assert refused(TRILUX, cards, "1 stand, 1.2 decline", **rest) == "action/not-your-turn"
    assert refused(TRILUX, cards, "1 stand, 1 stand", **rest) == "action/illegal"
    assert play(TRILUX, cards, "1 stand, 1.1 bust-bet 100", **rest).net == 1000 + 100


@clause(TRILUX, "2115(4)")
def test_2115_4_it_is_not_asked_where_it_is_not_offered() -> None:
    cards = "Jc 6h Qd Th Ts"
    assert play(TRILUX, cards, "1 stand").net == 1000
    assert refused(TRILUX, cards, "1 stand, 1 bust-bet 100") == "record/decision-left-over"


@clause(TRILUX, "2115(1)", "2115(4)")
@ruling("C8", "C63")
def test_2115_4_it_cannot_be_made_before_the_deal() -> None:
    rest = {"tables": TABLES[6]}
    code = refused(TRILUX, "Jc 6h Qd Th Ts", "1 stand", f"1000, {WAGER} 100", **rest)
    assert code == "wager/not-offered"


@clause(TRILUX, "2115(4)(a)")
@ruling("C8")
def test_2115_4_a_a_blackjack_is_paid_before_the_dealer_plays_and_is_not_asked() -> None:
    # Seat 1 has A-K, seat 2 stands on 20 and bets; dealer 6-T-T.
    rest = {"tables": TABLES[6]}
    cards = "As Jc 6h Kd Qd Th Ts"
    done = play(TRILUX, cards, "2 stand, 2 bust-bet 100", {1: 1000, 2: 1000}, **rest)
    assert done.nets == {1: 1500, 2: 1100}
    assert done.when("wager-settled", seat=1) < done.when("action-taken", seat=2)
    code = refused(TRILUX, cards, "2 stand, 1 bust-bet 100", {1: 1000, 2: 1000}, **rest)
    assert code == "action/not-your-turn"
    # Alone at the table it is asked nothing, and the dealer's 16 is not drawn to.
    alone = play(TRILUX, "As 6h Kd Th", "", 1000, **rest)
    assert (alone.net, alone.dealer) == (1500, "6h Th")


@clause(TRILUX, "2115(4)(b)")
@ruling("C8")
def test_2115_4_b_a_bust_hand_is_not_asked() -> None:
    # Seat 1 busts with K-6-T; seat 2 stands; dealer 6-T-K.
    rest = {"tables": TABLES[6]}
    cards = "Kc Jc 6h 6d Qd Th Ts Ks"
    decisions = "1 hit, 2 stand, 2 bust-bet 100"
    done = play(TRILUX, cards, decisions, {1: 1000, 2: 1000}, **rest)
    assert done.nets == {1: -1000, 2: 1100}
    # Alone it is asked nothing, and the dealer's 16 is not drawn to.
    alone = play(TRILUX, "Kc 6h 6d Th Ts", "1 hit", 1000, **rest)
    assert (alone.net, alone.dealer) == (-1000, "6h Th")
    code = refused(TRILUX, "Kc 6h 6d Th Ts Ks", "1 hit, 1 bust-bet 100", 1000, **rest)
    assert code == "record/decision-left-over"
    doubled = play(TRILUX, "Kc 6h 6d Th Ts", "1 double", 1000, **rest)
    assert doubled.net == -2000


@clause(TRILUX, "2115(4)")
@ruling("C8")
def test_2115_4_a_seat_with_one_live_hand_of_two_is_asked_once() -> None:
    # 8-8 split: 8-6-T is bust, 8-T stands on 18; dealer 6-T-K.
    rest = {"tables": TABLES[6]}
    cards = "8c 6h 8d Th 6c Tc Td Ks"
    done = play(TRILUX, cards, "1 split, 1.1 hit, 1.2 stand, 1 bust-bet 300", **rest)
    assert done.net == -1000 + 1000 + 300
    # Both bust: nothing is asked, nothing drawn.
    cards = "8c 6h 8d Th 6c Tc 6d Td"
    done = play(TRILUX, cards, "1 split, 1.1 hit, 1.2 hit", **rest)
    assert (done.net, done.dealer) == (-2000, "6h Th")
    # Both live: asked once for the seat.
    cards = "8c 6h 8d Th Tc Td Ks"
    done = play(TRILUX, cards, "1 split, 1.1 stand, 1.2 stand, 1 bust-bet 300", **rest)
    assert done.net == 2000 + 300
    assert sorted(done.wagers()) == [WAGER, "main", "main"]


@clause(TRILUX, "2115(4)")
@ruling("C8")
def test_2115_4_hands_that_end_at_21_or_with_a_double_are_asked() -> None:
    # 5-6 hit to 21, and doubled to 17; dealer 6-T-K.
    rest = {"tables": TABLES[6]}
    done = play(TRILUX, "5c 6h 6d Th Tc Ks", "1 hit, 1 bust-bet 100", **rest)
    assert done.net == 1100
    done = play(TRILUX, "5c 6h 6d Th 6c Ks", "1 double, 1 bust-bet 100", **rest)
    assert done.net == 2100


@ruling("C86")
@every_row(("up", "down", "decisions"), [("Ah", "Ks", "1 decline"), ("Kh", "As", "")])
def test_ruling_c86_against_a_dealer_blackjack_it_is_not_asked(
    up: str, down: str, decisions: str
) -> None:
    done = play(TRILUX, f"Jc {up} Qd {down}", decisions, tables=TABLES[6])
    assert (done.net, done.wagers()) == (-1000, ["main"])


@clause(TRILUX, "2115(1)", "2115(4)")
@ruling("C96")
@every_row(("amount", "fits"), [(99, False), (100, True), (250, True), (251, False), (0, False)])
def test_2115_1_it_lies_within_its_posted_limits(amount: int, *, fits: bool) -> None:
    rest = {"tables": TABLES[6], "limits": {WAGER: {"min": 100, "max": 250}}}
    decisions = f"1 stand, 1 bust-bet {amount}"
    if fits:
        assert play(TRILUX, "Jc 6h Qd Th Ts", decisions, **rest).net == 1000 + amount
    else:
        assert refused(TRILUX, "Jc 6h Qd Th Ts", decisions, **rest) == "action/amount"


@clause(TRILUX, "2115(4)")
@every_row("decision", ["bust-bet", "bust-bet 0", "decline 100"])
def test_2115_4_the_amount_must_be_said_and_declining_has_none(decision: str) -> None:
    code = refused(TRILUX, "Jc 6h Qd Th Ts", f"1 stand, 1 {decision}", tables=TABLES[6])
    assert code == "action/amount"


@clause(TRILUX, "2115(4)")
@every_row("amount", [1, 333, 5000])
def test_2115_4_it_need_not_be_as_large_as_the_blackjack_wager(amount: int) -> None:
    # Ace up, suited: 50 to 1 on odd cents.
    done = bet("Ah 5h Th Kh", 6, amount)
    assert done.net == 1000 + 50 * amount


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C59", "C71")
def test_2115_1_c_a_tip_beside_it_is_paid_at_the_same_odds_to_the_dealer() -> None:
    won = bet("7h 9h Th", 6, 200, " tip 100")
    assert won.line(f"tip:{WAGER}") == {
        "seat": 1,
        "hand": 1,
        "wager": f"tip:{WAGER}",
        "stake": 100,
        "outcome": won.outcome(WAGER),
        "net": 1500,
    }
    assert (won.won(WAGER), won.net) == (3000, 1000 + 3000)
    lost = bet("7h Th", 6, 200, " tip 1")
    assert (lost.won(f"tip:{WAGER}"), lost.net) == (-1, 1000 - 200)


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
@ruling("C61", "C71")
@every_row("decision", ["bust-bet 200 tip 201", "bust-bet 200 tip 0", "decline tip 100"])
def test_2115_1_c_a_tip_is_no_larger_than_the_wager_and_needs_it(decision: str) -> None:
    rest = {"tables": TABLES[6]}
    code = refused(TRILUX, "Jc 6h Qd Th Ts", f"1 stand, 1 {decision}", **rest)
    assert code == "action/amount"
    whole = play(TRILUX, "Jc 6h Qd Th Ts", "1 stand, 1 bust-bet 200 tip 200", **rest)
    assert whole.net == 1200


@clause(TRILUX, "2115(1)(c)", words="any restriction on them")
def test_2115_1_c_a_house_may_take_no_tips() -> None:
    rest = {"tables": TABLES[6], "options": {"tips": False}}
    cards = "Jc 6h Qd Th Ts"
    code = refused(TRILUX, cards, "1 stand, 1 bust-bet 200 tip 100", **rest)
    assert code == "action/amount"
    assert play(TRILUX, cards, "1 stand, 1 bust-bet 200", **rest).net == 1200


@clause(
    TRILUX,
    "2115(1)(c)",
    words="Tip wagers may be placed ... Bust Bonanza wagers",
)
def test_2115_1_c_a_tip_on_it_cannot_be_placed_before_the_deal() -> None:
    rest = {"tables": TABLES[6]}
    code = refused(TRILUX, "Jc 6h Qd Th Ts", "1 stand", f"1000, tip {WAGER} 100", **rest)
    assert code in {"wager/not-offered", "wager/needs-main"}


@clause(TRILUX, "2115(4)", "2115(3)")
def test_2115_4_it_is_independent_of_the_hand_it_goes_with() -> None:
    # The player's 12 wins only by the bust; his 20 loses to 21 and the wager with it.
    rest = {"tables": TABLES[6]}
    done = play(TRILUX, "Jc 4h 2d Tc Kd", "1 stand, 1 bust-bet 700", **rest)
    assert done.net == 1000 + 700
    done = play(TRILUX, "Jc 4h Qd Tc 7d", "1 stand, 1 bust-bet 700", **rest)
    assert done.net == -1000 - 700


@clause(TRILUX, "2115(4)")
@every_row(("soft17", "drawn", "won"), [("hit", "9c 9s", 200), ("stand", "", -200)])
def test_2115_4_a_soft_17_is_hit_only_where_the_house_says_so(
    soft17: str, drawn: str, won: int
) -> None:
    # 6-A: 17; hit, it is 16 with a nine and 25 with another.
    rest = {"tables": TABLES[6], "options": {"soft17": soft17}}
    done = play(TRILUX, f"Jc 6h Qd As {drawn}", "1 stand, 1 bust-bet 200", **rest)
    assert (done.won(WAGER), done.net) == (won, 1000 + won)
