"""Ride Free, 30-2119: Bust Bonus, its every row, who is asked for it and when.

The dealer has 9-8 unless a test says otherwise, and wagers are $10 where none is given.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.lammers import (
    RIDE_FREE,
    against,
    choices,
    net,
    question,
)
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

BUST = {"bust-bonus": "PT-FLT-BB-01"}


BUSTS = [
    # The dealer's cards, off-suit pay, suited pay; all of one suit for the second.
    ("A 5 K 9", 3, 50),  # soft 16, 16, 25
    ("2 K Q", 1, 25),  # 22: a bust too (ruling C12)
    ("3 K Q", 1, 15),
    ("4 K Q", 1, 10),
    ("5 K Q", 1, 5),
    ("6 K Q", 1, 3),
    ("7 5 K", 2, 15),  # 22
    ("8 5 K", 2, 10),
    ("9 5 K", 2, 20),
    ("T 5 K", 2, 20),
    ("J 5 K", 2, 20),
    ("Q 5 K", 2, 20),
    ("K 5 Q", 2, 20),
    ("2 3 4 7 K", 1, 25),  # 26 with five cards
]


@clause(RIDE_FREE, "2119(21)(c)", "2119(25)", "2119(25)(a)(i)", "2119(25)(a)(iii)")
@ruling("C12", "C30", "C91")
@every_row("decks", range(1, 9))
@every_row("suited", [False, True])
@every_row(("ranks", "off_suit", "one_suit"), BUSTS)
def test_2119_25_every_row_of_bust_bonus_by_the_up_card(
    ranks: str, off_suit: int, one_suit: int, decks: int, *, suited: bool
) -> None:
    *first, last = ranks.split()
    cards = " ".join([f"{rank}h" for rank in first] + [f"{last}{'h' if suited else 'd'}"])
    decline = "1 decline, " if ranks[0] == "A" else ""
    decisions = f"{decline}1 bust-bet 137, 1 stand"
    played = play(RIDE_FREE, against(cards), decisions, tables=BUST, decks=decks)
    up = {"A": "Ace", "T": "10", "J": "10", "Q": "10", "K": "10"}.get(ranks[0], ranks[0])
    line = played.line("bust-bonus")
    assert (line["stake"], line["net"]) == (137, 137 * (one_suit if suited else off_suit))
    assert str(line["outcome"]).startswith(up)
    pushed = ranks in {"2 K Q", "7 5 K"}  # 22
    assert played.won() == (0 if pushed else 1000)


@clause(RIDE_FREE, "2119(25)", "2119(25)(a)(ii)", "2119(25)(a)(iv)")
@ruling("C30", "C91", "C92")
@every_row(
    ("cards", "to_one", "decks"),
    [
        ("8h 8d 8s", 25, 1),
        ("8h 8d 8s", 25, 8),
        ("8h 8h 8d", 25, 2),
        ("8h 8h 8h", 75, 3),
        ("8d 8d 8d", 75, 8),
        ("8h 8d Ks", 2, 1),  # two eights: the row of the 8
        ("8h 8h Kh", 10, 2),
    ],
)
def test_2119_25_a_iv_three_eights(cards: str, to_one: int, decks: int) -> None:
    decisions = "1 bust-bet 200, 1 stand"
    played = play(RIDE_FREE, against(cards), decisions, tables=BUST, decks=decks)
    assert played.net == 1000 + 200 * to_one


@clause(RIDE_FREE, "2119(21)(c)")
@every_row("cards", ["9c 8c", "5h 7h 9h", "6h Th 5h"])
def test_2119_21_c_bust_bonus_loses_where_the_dealer_does_not_bust(cards: str) -> None:
    played = play(RIDE_FREE, against(cards), "1 bust-bet 200, 1 stand", tables=BUST)
    assert played.won("bust-bonus") == -200
    assert played.outcome("bust-bonus") == "lose"


@clause(RIDE_FREE, "2119(21)(c)", "2119(25)(a)(v)")
@ruling("C24", "C44")
@every_row(
    ("cards", "won"),
    [
        ("Kh 9c Qd 3c Ks", -200),  # 30: lost, and the dealer does not draw
        ("Kh 9c 9d 3c Ks Tc", 4000),  # 29: 9-3-T of clubs, suited on a 9: 20 to 1
        ("Kh 9c 5d 3c 7s Tc", 4000),  # 22
    ],
)
def test_2119_25_a_v_a_player_bust_with_30_does_not_win(cards: str, won: int) -> None:
    played = play(RIDE_FREE, cards, "1 bust-bet 200, 1 hit", tables=BUST)
    assert played.net == -1000 + won


@clause(RIDE_FREE, "2119(25)(a)(v)")
@ruling("C46")
@every_row(
    ("decisions", "drawn", "won"),
    [
        ("1 split, 1.1 hit, 1.2 stand", "Qs Ks 9s", -200),  # hand 1: K-Q-K
        ("1 split, 1.1 stand, 1.2 hit", "9s Qs Ks", 4000),  # hand 2: K-Q-K
    ],
)
def test_ruling_c46_after_a_split_hand_1_decides_bust_bonus(
    decisions: str, drawn: str, won: int
) -> None:
    cards = f"Kh 9c Kd 3c {drawn} Tc"
    played = play(RIDE_FREE, cards, f"1 bust-bet 200, {decisions}", tables=BUST)
    assert played.won("bust-bonus") == won


@clause(RIDE_FREE, "2119(21)(c)")
@ruling("C8", "C34", "C85")
def test_ruling_c34_a_seat_with_a_blackjack_is_asked_and_the_dealer_plays_out() -> None:
    # 9-3-Q: a bust off-suit on a 9, 2 to 1.
    assert net(RIDE_FREE, "Ah 9c Kd 3c Qd", "1 bust-bet 200", tables=BUST) == 1500 + 400
    assert net(RIDE_FREE, "Ah 9c Kd 3c", "1 decline", tables=BUST) == 1500


@clause(RIDE_FREE, "2119(21)(c)")
@ruling("C8", "C83", "C86")
def test_2119_21_c_bust_bonus_is_asked_after_the_peek_and_before_the_hands() -> None:
    seats = {1: 1000, 2: 1000}
    cards = "Kh Kd Ac 9d 8d 6c"
    rest = {"tables": BUST}
    assert question(RIDE_FREE, cards, "", seats, **rest) == (1, 1, {"insure", "decline"})
    bust = {"bust-bet", "decline"}
    assert question(RIDE_FREE, cards, "1 decline, 2 decline", seats, **rest) == (1, 1, bust)
    first = "1 decline, 2 decline, 1 bust-bet 500"
    assert question(RIDE_FREE, cards, first, seats, **rest) == (2, 1, bust)
    due = question(RIDE_FREE, cards, f"{first}, 2 decline", seats, **rest)
    assert due[:2] == (1, 1)
    assert "stand" in due[2]
    # A-6 is hit: A-6-9 = 16, K: 26. Ace off-suit 3 to 1.
    played = play(
        RIDE_FREE, f"{cards} 9h Ks", f"{first}, 2 decline, 1 stand, 2 stand", seats, **rest
    )
    assert played.nets == {1: 1000 + 1500, 2: 1000}
    assert played.when("dealer-peeked") < played.when("action-taken", action="bust-bet")
    assert played.when("down-card-exposed") > played.when("action-taken", action="bust-bet")
    # A dealer blackjack ends the round before it is asked.
    assert net(RIDE_FREE, "Kh Kc 9d As", tables=BUST) == -1000


@clause(RIDE_FREE, "2119(21)(c)", "2119(6)")
@ruling("C63")
def test_ruling_c63_bust_bonus_is_not_made_before_the_deal() -> None:
    cards = "Kh 9c 9d 8c"
    code = refused(RIDE_FREE, cards, "1 stand", "1000, bust-bonus 100", tables=BUST)
    assert code == "wager/not-offered"
    assert refused(RIDE_FREE, cards, "1 bust-bet 100, 1 stand") == "action/illegal"


@clause(RIDE_FREE, "2119(21)(c)", "2119(4)")
@ruling("C76", "C96")
@every_row(
    ("bet", "code"),
    [
        ("bust-bet", "action/amount"),
        ("bust-bet 99", "action/amount"),
        ("bust-bet 100", None),
        ("bust-bet 500", None),
        ("bust-bet 501", "action/amount"),
        ("bust-bet 0", "action/amount"),
        ("decline 100", "action/amount"),
        ("stand", "action/illegal"),
    ],
)
def test_2119_4_bust_bonus_keeps_to_its_posted_limits(bet: str, code: str | None) -> None:
    cards = "Kh 9c 9d 8c"
    limits = {"bust-bonus": {"min": 100, "max": 500}}
    made = record(RIDE_FREE, cards, f"1 {bet}, 1 stand", tables=BUST, limits=limits)
    if code:
        assert refusal(made) == code
    else:
        assert net(RIDE_FREE, cards, f"1 {bet}, 1 stand", tables=BUST, limits=limits) < 1000


@clause(RIDE_FREE, "2119(7)", "2119(21)(c)")
@ruling("C71", "C59", "C61")
def test_ruling_c71_a_tip_goes_with_the_bust_wager() -> None:
    # 9-3-K: off-suit on a 9, 2 to 1.
    cards = "Kh 9c 9d 3c Kd"
    played = play(RIDE_FREE, cards, "1 bust-bet 200 tip 150, 1 stand", tables=BUST)
    assert (played.won("bust-bonus"), played.won("tip:bust-bonus")) == (400, 300)
    assert played.net == 0 + 400  # 22 pushes the wager
    lost = play(RIDE_FREE, "Kh 9c 9d 8c", "1 bust-bet 200 tip 200, 1 stand", tables=BUST)
    assert (lost.won("tip:bust-bonus"), lost.net) == (-200, 1000 - 200)
    for tip in (0, 201):
        decisions = f"1 bust-bet 200 tip {tip}, 1 stand"
        assert refused(RIDE_FREE, cards, decisions, tables=BUST) == "action/amount"
    assert refused(RIDE_FREE, cards, "1 decline tip 5, 1 stand", tables=BUST) == "action/amount"
    before = refused(RIDE_FREE, cards, "1 decline", "1000, tip bust-bonus 5", tables=BUST)
    assert before in {"wager/needs-main", "wager/not-offered"}


@clause(RIDE_FREE, "2119(21)(c)")
def test_2119_21_c_choices_after_declining_are_those_of_the_hand() -> None:
    assert choices(RIDE_FREE, "8h 9c 8d 8c", "1 decline", tables=BUST) == {
        "hit",
        "stand",
        "double",
        "split",
        "free-split",
    }
