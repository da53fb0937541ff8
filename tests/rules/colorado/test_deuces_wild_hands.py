"""Colorado 30-2118, Deuces Wild Xtreme: which hand beats which, and which tie, wild cards or not.

Every pair is dealt twice, either hand to the player. Ante and play tell who won.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import DEUCES as GAME
from tests.rules.colorado.table import play

ODDS = "PT-FLT-DWHF-ODS-01"


def ante_won(hand: str, dealer: str) -> int:
    done = play(GAME, f"{hand} {dealer}", "1 bet", 1000, tables={"odds": ODDS})
    assert done.won("play") == 2 * done.won("ante")
    return done.won("ante")


LADDER = [
    # From the highest kind of hand down: the lowest of one against the highest of the next.
    ("2s 2h 2d 2c Jk", "As Ks Qs Js Ts"),  # five wilds, royal flush
    ("As Ks Qs Js Ts", "Ah Ad Ac 2h 2d"),  # royal flush, five of a kind
    ("Ts 2s 2h 2d Jk", "Ah Ad Ac As 2c"),
    ("3s 3h 3d 3c Jk", "9h Th Jh Qh Kh"),  # five of a kind, straight flush
    ("3s 3h 3d 2c Jk", "9h Th 2h Qh Kh"),
    ("Ah 2h 3h 4h 5h", "As Ad Ac Jk Kd"),  # straight flush, four of a kind
    ("3s 3h 3d 3c 4s", "As Ah Ad Ks Kh"),  # four of a kind, full house
    ("3s 3h Jk 2c 4s", "As Ah 2d Ks Kh"),
    ("3s 3h 3d 4s 4h", "Ad Kd Qd Jd 9d"),  # full house, flush
    ("3s 3h 2d 4s 4h", "Ad Kd Qd Jk 9d"),
    ("3d 4d 5d 6d 8d", "As Kh Qd Js Tc"),  # flush, straight
    ("Ah 2s 3d 4c 5s", "As Ad Ac Kh Qs"),  # straight, three of a kind
    ("3s 3h 3d 4s 5h", "As Ah Ks Kh Qd"),  # three of a kind, two pair
    ("3s 3h 4s 4h 5d", "As Ah Ks Qh Jd"),  # two pair, a pair
    ("3s 3h 4s 5h 7d", "As Kh Qs Jh 9d"),  # a pair, nothing
]


@clause(GAME, "2118(1)", "2118(9)")
@ruling("C19")
@every_row(("better", "worse"), LADDER)
def test_ruling_c19_every_kind_of_hand_beats_the_next(better: str, worse: str) -> None:
    assert ante_won(better, worse) == 1000
    assert ante_won(worse, better) == -1000


KICKERS = [
    # Five of a kind by its rank.
    ("Ks Kh Kd Kc 2s", "Qs Qh Qd Qc Jk"),
    ("9s 9h 2s 2h 2d", "8s 8h 8d 8c Jk"),
    # Straight flushes by their top; a wild card makes the highest there is.
    ("9h Th Jh Qh Kh", "8s 9s Ts Js Qs"),
    ("3h 4h 5h 6h Jk", "2s 3s 4s 5s Ad"),  # 3-7 against A-5: the two is the two
    ("2s 6d 7d 8d 9d", "5h 6h 7h 8h 9h"),  # 6-T
    ("2h 3h 4h 5h 6h", "Ah Jk 3s 4s 5s"),  # 3-7 against a straight
    ("Ah 2s 2h 2d 3h", "Ac Jk 4d 4s 4h"),  # A-5, three wilds
    # Four of a kind by their rank, then by the fifth card; a wild joins the highest.
    ("2s 2h 2d Kh 9d", "Qs Qh Qd Qc As"),
    ("9s 9h 9d 9c As", "8s 8h Jk 2c Kd"),
    ("Ks 9s 9h 2s Jk", "Qd 9d 9c 2d 2h"),
    # Full houses by the three, then the pair.
    ("As Ad 3c 3d 2h", "Ks Kd Kh Qs Qd"),
    ("9s 9h 9d 4s 4h", "8s 8h 8d As Ah"),
    ("9s 9h Jk 4s 4h", "9d 9c 2h 3s 3h"),
    # Flushes card by card; a wild is the highest that is lacking.
    ("As 9s 7s 5s 3s", "Kh Qh Jh 9h 7h"),
    ("Ks Jk 9s 5s 4s", "Ah Qh 9h 5h 4h"),
    ("Ah 2h 9h 5h 4h", "As Qs 9s 5s 4s"),  # A-K
    ("Kh Jk 2s 5h 4h", "As Ks Js 9s 8s"),  # A-K-Q
    ("Ks Js 9s 5s 4s", "Kh Jh 9h 5h 3h"),
    # Straights by their top.
    ("2s 3d 4s 5h 6c", "Ah Jk 3h 4d 5s"),  # the deuce becomes a 7
    ("Th 2d 8c 9s 7s", "7h 8h 9h Tc 6d"),  # 7-J
    ("As Kh Qd Jk Tc", "Ks Qh Jd Th 9c"),
    ("3h 4s 5d 6c 7s", "Ah 2s 3d 4c 5s"),
    # Three of a kind by rank, then both other cards.
    ("Ks Kh Kd 4s 3h", "Qs Qh 2d Ac Jd"),
    ("As Jk 9d 9c 4s", "Ks 2s 9h 9s Qd"),
    ("9d 9h 9s 8d 5s", "Jk 9c 2d 8s 4d"),
    ("Qs 2h Jk 9d 5h", "Jd Jh Js Ac Kd"),
    # Two pair, one pair and none, down to the last card.
    ("As Ah 4s 4h 3d", "Ks Kh Qs Qh Jd"),
    ("Ks Kh 9s 9h 5d", "Kd Kc 8s 8h Ad"),
    ("Ks Kh 9s 9h 5d", "Kd Kc 9d 9c 4s"),
    ("Ks 2h 9s 7h 5d", "Kd Kc 9d 7c 4s"),
    ("As Jk 9s 7h 5d", "Ks Kh Qd Jd Tc"),
    ("Jk 8s 7d 5h 4c", "7s 7h As Kd Qc"),
    ("Ks Jh 9s 7h 4d", "Kd Jc 9d 7c 3s"),
]


@clause(GAME, "2118(9)")
@ruling("C21")
@every_row(("better", "worse"), KICKERS)
def test_ruling_c21_hands_of_a_kind_compare_as_the_best_they_can_be(
    better: str, worse: str
) -> None:
    assert ante_won(better, worse) == 1000
    assert ante_won(worse, better) == -1000


TIES = [
    ("As Ks Qs Js Ts", "Ah Kh Jk 2s 2h"),
    ("Ts 2s 2h 2d Jk", "Ah Kh Qh Jh Th"),
    ("5s 6s 7s 8s 9s", "5d 6d 2d 8d 9d"),
    ("9s 9h Jk 2c 4s", "9d 9c 2h 2d 4d"),
    ("Ks 2s 2h 2d 9h", "Kh Kd Kc Jk 9d"),
    ("9s 9h 2d 4c 4s", "9c 9d Jk 4d 4h"),
    ("As Ks 9s 5s 4s", "Jk Kh 9h 5h 4h"),
    ("As Ks 9s 5s 4s", "Ah 2h 9h 5h 4h"),
    ("As Ks Qs 5s 4s", "Qd 2h Jk 5d 4d"),
    ("3h 4s 5d 6c 7s", "2h 3d 4c 5s 6d"),
    ("As 2h 3d 4c 5s", "Ah Jk 3s 4d 5c"),
    ("Qd Qh Qs 9c 5s", "Qc 2h Jk 9d 5h"),
    ("Kd Kh 9s 7h 5s", "Ks 2d 9h 7d 5c"),
    ("Ks 9h 7s 4d 2s", "Kh 9s 7h 4s Jk"),
    ("Ks Kh 9d 9h 5s", "Kd Kc 9s 9c 5h"),
    ("As Kh 9d 7h 5s", "Ad Kc 9s 7c 5h"),
]


@clause(GAME, "2118(9)(b)(i)", "2118(9)(b)(ii)")
@ruling("C21")
@every_row(("one", "other"), TIES)
def test_2118_9_b_ii_natural_or_wild_breaks_no_tie(one: str, other: str) -> None:
    assert ante_won(one, other) == 0
    assert ante_won(other, one) == 0
