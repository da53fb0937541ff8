"""Colorado 30-2104(13): the poker hand of three cards and the two in common, and what it pays."""

from __future__ import annotations

from itertools import permutations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import total
from tests.rules.colorado.table import play
from tests.rules.table import Played

GAME = "co/21-holdem"
PK = {"poker": "poker"}
SPOTS = ("poker", "poker-2", "poker-3")

PAYS = {
    "Royal Flush": 500,
    "Straight Flush": 100,
    "Four of a Kind": 50,
    "Full House": 20,
    "Flush": 6,
    "Straight": 4,
    "Three of a Kind": 3,
    "Two Pairs": 2,
    "Pair of 7s or better": 1,
}
"""2104(13)(b): all three wagers, to 1."""

HANDS = [
    # The first two cards are the dealer's.
    ("As Ks Qs Js Ts", "Royal Flush"),
    ("Th Jh Qh Kh Ah", "Royal Flush"),
    ("Kd Td Ad Qd Jd", "Royal Flush"),
    ("9c 8c Kc Qc Jc", "Flush"),
    ("Kc Qc Jc Tc 9c", "Straight Flush"),
    ("9h 8h 7h 6h 5h", "Straight Flush"),
    ("Ad 2d 3d 4d 5d", "Straight Flush"),  # the lowest
    ("5s 4s 3s 2s As", "Straight Flush"),
    ("Ks As 2s 3s 4s", "Flush"),  # H3: round the corner is no straight
    ("Qs Ks As 2s 3s", "Flush"),
    ("9c 9d 9h 9s 2c", "Four of a Kind"),
    ("2c Ad 2h 2s 2d", "Four of a Kind"),
    ("Ac Kd As Ah Ad", "Four of a Kind"),
    ("9c 9d 9h 2s 2c", "Full House"),
    ("2c 9d 2h 2s 9c", "Full House"),
    ("Ac Kd As Kh Ad", "Full House"),
    ("3c 2d 2s 3h 2h", "Full House"),  # also of small ranks
    ("2c 4c 6c 8c Tc", "Flush"),
    ("Ah Kh Qh Jh 9h", "Flush"),
    ("3d 2d 4d 5d 7d", "Flush"),
    ("As Kd Qh Jc Ts", "Straight"),
    ("Ac 2d 3h 4s 5c", "Straight"),
    ("9c 8d 7h 6s 5c", "Straight"),
    ("6c 2d 5h 3s 4c", "Straight"),
    ("9c 8c 7c 6c Td", "Straight"),  # four of one suit
    ("9c 9d 9h 3s 2c", "Three of a Kind"),
    ("2c Kd 2h 7s 2d", "Three of a Kind"),
    ("6c 6d 6h As Kc", "Three of a Kind"),  # three sixes are paid, two are not
    ("9c 8d 9h 8s 2c", "Two Pairs"),
    ("2c 3d 2h 3s Kc", "Two Pairs"),  # also of small ranks
    ("Ac Ad Kh Ks 2c", "Two Pairs"),
    ("6c 6d 2h 2s 3c", "Two Pairs"),
    ("7c 2d 7h 3s 4c", "Pair of 7s or better"),
    ("2c 3d 7h 7s 4c", "Pair of 7s or better"),
    ("Ac 3d Ah 7s 4c", "Pair of 7s or better"),
    ("Tc 3d Th 7s 4c", "Pair of 7s or better"),
    ("Kc Kd 2h 5s 7c", "Pair of 7s or better"),  # H3: on the community cards alone
    ("7c 7d 2h 5s 3c", "Pair of 7s or better"),
    ("Ac Ad 2h 3s 4c", "Pair of 7s or better"),
]

LOSING = [
    "6c 6d 2h 5s 3c",  # a pair of sixes
    "6c 9d 6h Ts 2c",
    "2c 9d 2h Ts Kc",
    "9c 8c 7c 6c Kd",  # four to a flush, four to a straight
    "Kc Ad 2h 3s 4c",  # H3
    "Qc Kd Ah 2s 3c",
    "Jc Kd Qh As 2c",
    "As Kd Qh Jc 9s",
    "2c 3d 4h 5s 7c",
    "7c 5d 4h 3s 2c",
]


def poker(hand: str, stake: int = 300) -> Played:
    """Play five cards, the dealer's two first.

    The blackjack wager is lost on three tens, or to a dealer blackjack.
    """
    up, down, *mine = hand.split()
    one, two, three = [c for c in ("Ts", "Th", "Td", "Tc", "Ks", "Kh") if c not in (up, down)][:3]
    decisions = ["1 decline"] if up[0] == "A" else []
    drawn = [] if total(f"{up} {down}") == 21 else [three]
    decisions += ["1 hit"] if drawn else []
    cards = " ".join([one, up, two, down, *drawn, *mine])
    text = ", ".join([*decisions, "1 bet", "1 bet"])
    played = play(GAME, cards, text, f"1000, poker {stake}", tables=PK)
    assert played.won() == -1000
    return played


@clause(GAME, "2104(13)", "2104(13)(a)", "2104(13)(b)")
@ruling("H3")
@every_row(("hand", "row"), HANDS)
def test_2104_13_b_every_row_pays_all_three_wagers_at_its_odds(hand: str, row: str) -> None:
    played = poker(hand)
    for spot in SPOTS:
        assert played.line(spot) == {
            "seat": 1,
            "hand": 1,
            "wager": spot,
            "stake": 300,
            "outcome": row,
            "net": 300 * PAYS[row],
        }
    assert played.net == 3 * 300 * PAYS[row] - 1000


@clause(GAME, "2104(13)(a)", "2104(13)(b)")
@ruling("H3")
@every_row("hand", LOSING)
def test_2104_13_a_a_hand_that_is_not_paid_loses_all_three_wagers(hand: str) -> None:
    played = poker(hand)
    assert [played.won(spot) for spot in SPOTS] == [-300, -300, -300]
    assert [played.outcome(spot) for spot in SPOTS] == ["lose", "lose", "lose"]
    assert played.net == -1900


def test_2104_13_b_every_row_of_the_schedule_is_tried() -> None:
    assert {row for _, row in HANDS} == PAYS.keys()


@clause(GAME, "2104(13)(b)")
@every_row("rank", "23456789TJQKA")
def test_2104_13_b_a_pair_pays_from_the_sevens_up(rank: str) -> None:
    """Whichever two of the five cards it is: in common, the player's own, or one of each."""
    others = [card for card in ("2s", "5d", "9h", "Jc") if card[0] != rank][:3]
    a, b, c = others
    for hand in (
        f"{rank}c {rank}d {a} {b} {c}",
        f"{a} {rank}c {rank}d {b} {c}",
        f"{a} {b} {rank}c {c} {rank}d",
    ):
        assert poker(hand).won("poker") == (300 if rank in "789TJQKA" else -300), hand


@clause(GAME, "2104(13)(a)")
@every_row("hand", ["As Ks Qs Js Ts", "5s 4d 3h 2c As", "9c 9d 2h 2s 9h"])
def test_2104_13_a_the_order_of_the_cards_does_not_matter(hand: str) -> None:
    pay = poker(hand).won("poker")
    assert pay > 0
    for order in permutations(hand.split()):
        assert poker(" ".join(order)).won("poker") == pay


@clause(GAME, "2104(13)(b)", "2104(8)")
@every_row("stake", [1, 7, 333, 10001])
def test_2104_13_b_odd_wagers_are_paid_to_the_cent(stake: int) -> None:
    for hand, to in (("9c 8c 7c 6c 5c", 100), ("7c 2d 7h 3s 4c", 1), ("2c 3d 4h 5s 7c", -1)):
        played = poker(hand, stake)
        assert played.net == 3 * stake * to - 1000
        assert "remainder" not in played.line("poker")


@clause(GAME, "2104(13)(b)")
def test_2104_13_b_only_the_highest_hand_is_paid() -> None:
    """Four nines are two pairs, three of a kind and a pair too: 50 to 1 and no more."""
    played = poker("9c 9d 9h 9s 2c")
    assert played.wagers() == ["main", *SPOTS]
    assert sum(played.won(spot) for spot in SPOTS) == 3 * 300 * 50
