"""Washington Spanish 21: a player's 21 always wins and is paid at once."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused


@washington("GR4", "DP3")
def test_wsgc_gr4_a_21_beats_a_dealer_21(game: str) -> None:
    # Seat 1: K-5-6 = 21. Seat 2: 19. Dealer: 9-2-K = 21, which beats only the 19.
    cards = "Ks Kd 9c 5d 9d 2h 6s Kh"
    played = play(game, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1000, 2: -1000}
    assert played.outcome(seat=1) == "21"


@washington("GR4")
def test_wsgc_gr4_some_21s_are_paid_a_bonus_21_against_a_dealer_21_too(game: str) -> None:
    # Seat 1: 6-7-8 of mixed suits, 3 to 2. Seat 2 makes the dealer draw 9-2-K = 21.
    cards = "6s Kd 9c 7d 9d 2h 8h Kh"
    played = play(game, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1500, 2: -1000}


@washington("GR4")
def test_wsgc_gr4_a_total_of_20_does_not_beat_a_dealer_20(game: str) -> None:
    assert net(game, "Ks Qc Jd Kh", "1 stand") == 0


@washington("DP3")
def test_wsgc_dp3_a_hard_21_is_paid_at_once_and_asks_nothing(game: str) -> None:
    cards = "Ks Kd 9c 5d 9d 8h 6s"
    played = play(game, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    paid = played.when("wager-settled", seat=1)
    assert paid < played.when("action-taken", seat=2) < played.when("down-card-exposed")
    asked_again = refused(game, cards, "1 hit, 1 stand, 2 stand", {1: 1000, 2: 1000})
    assert asked_again == "action/not-your-turn"


@washington("DP3")
@every_row("action", ["stand", "hit", "double", "rescue"])
def test_wsgc_dp3_nothing_can_be_done_with_a_hard_21(game: str, action: str) -> None:
    # 9-5-7 = 21; the round is over, for there is no other hand.
    code = refused(game, "9s 9c 5d 8h 7s", f"1 hit, 1 {action}")
    assert code == "record/decision-left-over"


@washington("DP3a")
@every_row(
    ("cards", "hits", "won"),
    [
        ("9s 9c 5d 8h 7s", 1, 1000),  # three cards: even money
        ("9s 9c 2d 8h 3c 7s", 2, 1000),  # four cards: even money
        ("9s 9c 2d 8h 3c 4c 3s", 3, 1500),  # five cards: Bonus 21, 3 to 2
        ("6s 9c 7d 8h 8d", 1, 1500),  # 6-7-8: Bonus 21, 3 to 2
    ],
)
def test_wsgc_dp3a_a_21_is_paid_even_money_or_its_bonus(
    game: str, cards: str, hits: int, won: int
) -> None:
    assert net(game, cards, ", ".join(["1 hit"] * hits)) == won


@washington("DP3b")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("As 9c 4d 8h 6s", "1 hit, 1 stand", 1000),  # A-4-6 paid even money
        ("As 9c 2d 8h 3s 5s", "1 hit, 1 hit, 1 stand", 1000),  # four cards
        ("As 9c 2d 8h 2s 2h 4s", "1 hit, 1 hit, 1 hit, 1 stand", 1500),  # five: 3 to 2
        ("As 9c 4d 8h 6s 9d", "1 hit, 1 double, 1 stand", 2000),  # A-4-6-9 = 20 against 17
        ("As 9c 4d 8h 6s 2d", "1 hit, 1 double, 1 stand", -2000),  # A-4-6-2 = 13
        ("As 9c 4d 8h 6s Kd", "1 hit, 1 double", 2000),  # A-4-6-K = 21 again, paid at once
        ("As 9c 4d 8h 6s 2d", "1 hit, 1 double, 1 rescue", -1000),
        ("As 9c 4d 8h 6s 9d", "1 hit, 1 double 300, 1 stand", 1300),  # for less
    ],
)
def test_wsgc_dp3b_a_soft_21_of_three_or_more_cards_may_be_doubled(
    game: str, cards: str, decisions: str, won: int
) -> None:
    assert net(game, cards, decisions) == won


@washington("DP3b")
def test_wsgc_dp3b_a_doubled_soft_21_loses_its_bonus(game: str) -> None:
    # Five cards A-2-2-2-4 would be 3 to 2; doubled with a ten-value they are 21 at even money.
    hits = "1 hit, 1 hit, 1 hit"
    assert net(game, "As 9c 2d 8h 2s 2h 4s Kd", f"{hits}, 1 double") == 2000


@ruling("W26")
@every_edition
@every_row("action", ["hit", "split", "surrender"])
def test_ruling_w26_a_soft_21_can_only_stand_or_double(game: str, action: str) -> None:
    assert refused(game, "As 9c 4d 8h 6s 9d", f"1 hit, 1 {action}") == "action/illegal"


@ruling("W26")
@every_edition
def test_ruling_w26_a_soft_21_must_be_asked(game: str) -> None:
    assert refused(game, "As 9c 4d 8h 6s", "1 hit") == "record/decision-missing"


@ruling("W26")
@every_edition
@every_row(
    ("cards", "decisions", "won"),
    [
        # Hand 1 is A-K, a soft 21 of two cards after a split; hand 2 is A-6, 17 against 17.
        ("As 9c Ad 8h Kh 6d", "1 split, 1 stand, 1.2 stand", 1000),
        ("As 9c Ad 8h Kh 9h 6d", "1 split, 1 double, 1 stand, 1.2 stand", 2000),  # A-K-9 = 20
    ],
)
def test_ruling_w26_a_soft_21_of_two_cards_after_a_split_may_be_doubled(
    game: str, cards: str, decisions: str, won: int
) -> None:
    assert net(game, cards, decisions) == won


@ruling("W26")
@every_edition
@every_row(
    "cards",
    [
        "6s 9c 5d 8h Kd",  # hard 21
        "As 9c 5d 8h 5s",  # soft 21
    ],
)
@every_row("redouble", [False, True])
def test_ruling_w26_a_doubled_21_is_paid_even_money_and_asks_nothing(
    game: str, cards: str, *, redouble: bool
) -> None:
    options = {"redouble": redouble}
    assert net(game, cards, "1 double", options=options) == 2000
    code = refused(game, cards, "1 double, 1 stand", options=options)
    assert code == "record/decision-left-over"
