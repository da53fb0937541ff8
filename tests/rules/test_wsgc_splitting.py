"""Washington Spanish 21: splitting pairs."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused

EIGHTS = "8s 9c 8d 8c"
"""A pair of eights against 9-8."""


@washington("GR6", "DP4a")
def test_wsgc_gr6_a_pair_is_split_three_times_into_four_hands(game: str) -> None:
    """Hand 1 is split again and again; each new hand is played right behind it: 1, 4, 3, 2.

    Hand 1: 8-K = 18 wins. Hand 4: 8-3 doubled with 9 = 20 wins 2000. Hand 3: 8-8 cannot be split
    any more and hits 2 = 18. Hand 2: 8-9 = 17 pushes. In all 1000 + 2000 + 1000 + 0.
    """
    cards = f"{EIGHTS} 8h 8c Kd 3d 9h 8s 2c 9d"
    decisions = (
        "1 split, 1 split, 1 split, 1 stand, 1.4 double, 1.4 stand, 1.3 hit, 1.3 stand, 1.2 stand"
    )
    played = play(game, cards, decisions)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [1000, 2000, 1000, 0]
    assert played.net == 4000
    assert [played.hand(hand) for hand in (1, 4, 3, 2)] == [
        "8s Kd",
        "8c 3d 9h",
        "8h 8s 2c",
        "8d 9d",
    ]


@washington("GR6", "DP4a")
def test_wsgc_gr6_a_fifth_hand_is_refused(game: str) -> None:
    cards = f"{EIGHTS} 8h 8c 8s"
    assert refused(game, cards, "1 split, 1 split, 1 split, 1 split") == "action/illegal"


@washington("GR6")
def test_wsgc_gr6_a_hand_split_last_is_played_first_after_its_own(game: str) -> None:
    """Hands 1, 3, 2; asking hand 2 before hand 3 is out of turn."""
    # Hand 1: 8-K wins; hand 3: 8-9 pushes; hand 2: 8-J wins.
    cards = f"{EIGHTS} 8h Kd 9h Jd"
    assert net(game, cards, "1 split, 1 split, 1 stand, 1.3 stand, 1.2 stand") == 2000
    code = refused(game, cards, "1 split, 1 split, 1 stand, 1.2 stand, 1.3 stand")
    assert code == "action/not-your-turn"


@washington("GR6")
def test_wsgc_gr6_a_later_hand_may_be_split_again(game: str) -> None:
    # Hand 1: 8-K; hand 2: 8-8 split again into 2 (8-9) and 3 (8-Q): +1000 + 0 + 1000.
    cards = f"{EIGHTS} Kd 8h 9h Qd"
    decisions = "1 split, 1 stand, 1.2 split, 1.2 stand, 1.3 stand"
    assert net(game, cards, decisions) == 2000


@washington("GR6")
def test_wsgc_gr6_every_new_hand_has_a_wager_of_its_own(game: str) -> None:
    # Both hands lose to 17: 8-2 and 8-3.
    played = play(game, f"{EIGHTS} 2h 3h", "1 split, 1 stand, 1.2 stand")
    assert [played.line(hand=hand)["stake"] for hand in (1, 2)] == [1000, 1000]
    assert played.net == -2000


@washington("GR6", "DP4a", "DP4b")
def test_wsgc_gr6_aces_are_split_hit_doubled_and_split_again_to_four(game: str) -> None:
    """Hand 1: A-5 hits 4 = 20. Hand 4: A-2 doubled with 7 = 20. Hand 3: A-8 = 19. Hand 2: A-K = 21.

    Against 17: 1000 + 2000 + 1000 + 1000, the last being 21 and no blackjack.
    """
    cards = "As 9c Ad 8c Ah Ac 5d 4c 2d 7c 8s Kd"
    decisions = (
        "1 split, 1 split, 1 split, 1 hit, 1 stand, 1.4 double, 1.4 stand, 1.3 stand, 1.2 stand"
    )
    played = play(game, cards, decisions)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [1000, 2000, 1000, 1000]


@washington("GR6", "DP4a")
def test_wsgc_gr6_a_fifth_ace_cannot_be_split(game: str) -> None:
    cards = "As 9c Ad 8c Ah Ac As"
    assert refused(game, cards, "1 split, 1 split, 1 split, 1 split") == "action/illegal"


@washington("DP4a")
@ruling("W21")
@every_row("pair", ["Ks Jd", "Qs Kd", "Js Qd", "Ks Kd"])
def test_wsgc_dp4a_cards_of_equal_value_may_be_split(game: str, pair: str) -> None:
    # Each hand gets a 9: 19 against 17, twice.
    first, second = pair.split()
    cards = f"{first} 9c {second} 8c 9s 9d"
    assert net(game, cards, "1 split, 1 stand, 1.2 stand") == 2000


@washington("DP4a")
@every_row("pair", ["Ks 9d", "As 2d", "8s 7d"])
def test_wsgc_dp4a_cards_of_other_values_may_not(game: str, pair: str) -> None:
    first, second = pair.split()
    assert refused(game, f"{first} 9c {second} 8c", "1 split") == "action/illegal"


@washington("DP4a")
def test_wsgc_dp4a_only_two_cards_may_be_split(game: str) -> None:
    # 2-2 hits 2: three twos are no pair.
    assert refused(game, "2s 9c 2d 8c 2h", "1 hit, 1 split") == "action/illegal"


@washington("DP4a")
def test_wsgc_dp4a_a_split_takes_no_amount(game: str) -> None:
    assert refused(game, f"{EIGHTS} Kd 9d", "1 split 1000") == "action/amount"


@washington("DP4b")
def test_wsgc_dp4b_a_split_hand_gets_its_card_when_its_turn_comes(game: str) -> None:
    # Hand 1 gets 2, hits 3 and 6 = 19; only then does hand 2 get its 9. 1000 + 0.
    cards = f"{EIGHTS} 2h 3h 6h 9h"
    played = play(game, cards, "1 split, 1 hit, 1 hit, 1 stand, 1.2 stand")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s 2h 3h 6h", "8d 9h"]
    assert played.net == 1000


@washington("DP4b")
def test_wsgc_dp4b_a_split_hand_may_be_doubled_and_rescued(game: str) -> None:
    # Hand 1: 8-3 doubled with 2 = 13, rescued: -1000. Hand 2: 8-3 doubled with K = 21: +2000.
    cards = f"{EIGHTS} 3h 2h 3d Kd"
    played = play(game, cards, "1 split, 1 double, 1 rescue, 1.2 double")
    assert [played.won(hand=hand) for hand in (1, 2)] == [-1000, 2000]


@washington("DP4b")
def test_wsgc_dp4b_a_split_hand_may_be_redoubled_three_times_in_all(game: str) -> None:
    # Hand 1: 8-2, doubled with 2, redoubled with 2 and 4 = 18 for 8000; hand 2: 8-9 pushes.
    cards = f"{EIGHTS} 2h 2d 2c 4s 9h"
    decisions = "1 split, 1 double, 1 redouble, 1 redouble, 1 stand, 1.2 stand"
    assert net(game, cards, decisions, options={"redouble": True}) == 8000


@washington("DP4c")
def test_wsgc_dp4c_split_hands_are_paid_bonuses_unless_doubled(game: str) -> None:
    # Hand 1: 8-6-7 of spades, 3 to 1. Hand 2: 8-6 doubled with 7, even money on 2000.
    cards = "8s 9c 8d 8c 6s 7s 6h 7c"
    played = play(game, cards, "1 split, 1 hit, 1.2 double")
    assert [played.won(hand=hand) for hand in (1, 2)] == [3000, 2000]


@washington("DP4c")
@ruling("W21")
def test_wsgc_dp4c_splitting_voids_the_super_bonus(game: str) -> None:
    # Hand 1: three sevens of hearts against a seven, 2 to 1 and no more. Hand 2: 17 pushes 17.
    cards = "7h 7d 7h Kh 7h 7h Kd"
    played = play(game, cards, "1 split, 1 hit, 1.2 stand", 2500)
    assert played.net == 5000
    assert "super-bonus" not in played.wagers()


@washington("DP4c")
@ruling("W21")
def test_wsgc_dp4c_doubling_voids_the_super_bonus(game: str) -> None:
    # Three sevens of hearts against a seven, doubled: even money on 5000.
    played = play(game, "7h 7d 7h Kh 7h", "1 double", 2500)
    assert played.wagers() == ["main"]
    assert played.net == 5000


@ruling("W21")
@every_edition
@every_row(
    ("cards", "decisions", "won"),
    [
        # Hand 1: K-A is 21 and paid 1 to 1; hand 2: K-7 pushes.
        ("Ks 9c Kd 8c Ah 7h", "1 split, 1 stand, 1.2 stand", 1000),
        # Doubled with 9 it is 20 and wins 2000.
        ("Ks 9c Kd 8c Ah 9h 7h", "1 split, 1 double, 1 stand, 1.2 stand", 2000),
    ],
)
def test_ruling_w21_a_two_card_21_after_a_split_is_no_blackjack(
    game: str, cards: str, decisions: str, won: int
) -> None:
    played = play(game, cards, decisions)
    assert played.net == won
    assert played.outcome() != "blackjack"


@ruling("W21")
@every_edition
def test_ruling_w21_an_ace_that_gets_an_ace_may_stand_on_12(game: str) -> None:
    # Hand 1: A-A stands on soft 12 and loses; hand 2: A-9 = 20 wins.
    assert net(game, "As 9c Ad 8c Ah 9h", "1 split, 1 stand, 1.2 stand") == 0


@ruling("W30")
@every_edition
def test_ruling_w30_the_first_card_stays_and_the_second_starts_the_new_hand(game: str) -> None:
    # 8s keeps 6s 7s (3 to 1), 8h gets 6h 7h (2 to 1); the other way both would be mixed.
    cards = "8s 9c 8h 8c 6s 7s 6h 7h"
    played = play(game, cards, "1 split, 1 hit, 1.2 hit")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s 6s 7s", "8h 6h 7h"]
    assert played.net == 3000 + 2000


@ruling("W35")
@every_edition
def test_ruling_w35_no_surrender_after_a_split(game: str) -> None:
    assert refused(game, f"{EIGHTS} 7h", "1 split, 1 surrender") == "action/illegal"
    assert refused(game, f"{EIGHTS} Kd 7h", "1 split, 1 stand, 1.2 surrender") == "action/illegal"
