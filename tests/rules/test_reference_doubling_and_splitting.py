"""Plain blackjack: what may be doubled and split, under each of the posted rules."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause
from tests.rules.colorado.felt import question
from tests.rules.table import REFERENCE, net, play, refused

ANY_CARDS = {"double_cards": "any"}
EIGHTS = "8h 9c 8d 8c"
"""A pair of eights against 9-8."""
ACES = "Ah 9c Ad 8c"
HANDS = {
    5: ("2h", "3d"),
    8: ("5h", "3d"),
    9: ("5h", "4d"),
    10: ("6h", "4d"),
    11: ("6h", "5d"),
    12: ("Kh", "2d"),
    20: ("Kh", "Td"),
}
"""Hard totals of two cards."""
SOFT = {12: ("Ah", "Ad"), 19: ("Ah", "8d"), 20: ("9h", "Ad"), 13: ("2h", "Ad")}


@clause(REFERENCE, "R8")
@every_row(("card", "won"), [("Kd", 2000), ("6h", 0), ("5d", -2000), ("Ah", -2000)])
def test_reference_r8_a_double_adds_the_wager_and_draws_one_card(card: str, won: int) -> None:
    """5-6 with the card against 17: 21, 17, 16, 12; a poor hand gets no second card."""
    cards = f"5h 9c 6d 8c {card}"
    done = play(REFERENCE, cards, "1 double")
    assert (done.line()["stake"], done.net) == (2000, won)
    assert refused(REFERENCE, f"{cards} 5s", "1 double, 1 hit") == "record/decision-left-over"


@clause(REFERENCE, "R8")
def test_reference_r8_a_doubled_hand_may_bust() -> None:
    done = play(REFERENCE, "Kh 9c 6d 2c Qd", "1 double")
    assert (done.net, done.outcome(), done.dealer) == (-2000, "bust", "9c 2c")


@clause(REFERENCE, "R8")
@every_row(("amount", "good"), [(1000, True), (999, False), (1, False), (1001, False)])
def test_reference_r8_a_double_is_for_exactly_the_wager(amount: int, *, good: bool) -> None:
    cards = "5h 9c 6d 8c Kd"
    if good:
        assert net(REFERENCE, cards, f"1 double {amount}") == 2000
    else:
        assert refused(REFERENCE, cards, f"1 double {amount}") == "action/amount"


@clause(REFERENCE, "R8")
@every_row("action", ["redouble", "rescue", "double"])
def test_reference_r8_nothing_is_asked_after_a_double(action: str) -> None:
    code = refused(REFERENCE, "5h 9c 6d 8c 2d", f"1 double, 1 {action}", options=ANY_CARDS)
    assert code == "record/decision-left-over"


@clause(REFERENCE, "R8")
def test_reference_r8_on_two_cards_unless_any_number_is_posted() -> None:
    cards = "2h 9c 3d 8c 6d Kd"
    for options in ({}, {"double_cards": "two"}):
        assert question(REFERENCE, "2h 9c 3d 8c 6d", "1 hit", options=options) == "1.1 hit stand"
        assert refused(REFERENCE, cards, "1 hit, 1 double", options=options) == "action/illegal"
    offered = question(REFERENCE, "2h 9c 3d 8c 6d", "1 hit", options=ANY_CARDS)
    assert offered == "1.1 hit stand double"
    assert net(REFERENCE, cards, "1 hit, 1 double", options=ANY_CARDS) == 2000
    # Four cards, and a soft hand of three.
    assert (
        net(REFERENCE, "2h 9c 3d 8c 2d 3h Kd", "1 hit, 1 hit, 1 double", options=ANY_CARDS) == 2000
    )
    assert net(REFERENCE, "2h 9c 3d 8c Ad 4h", "1 hit, 1 double", options=ANY_CARDS) == 2000


@clause(REFERENCE, "R9")
@every_row("total", HANDS)
@every_row(
    ("double", "totals"),
    [(None, HANDS), ("any", HANDS), ("9-11", (9, 10, 11)), ("10-11", (10, 11))],
)
def test_reference_r9_hard_totals_that_may_be_doubled(
    total: int, double: str | None, totals: tuple[int, ...]
) -> None:
    first, second = HANDS[total]
    offered = question(
        REFERENCE, f"{first} 9c {second} 8c", options={"double": double} if double else {}
    )
    assert ("double" in offered.split()) == (total in totals)


@clause(REFERENCE, "R9")
@every_row("total", SOFT)
@every_row(("double", "may"), [("any", True), ("9-11", False), ("10-11", False)])
def test_reference_r9_soft_hands_are_doubled_only_where_any_total_is(
    total: int, double: str, *, may: bool
) -> None:
    """Also soft 19 and 20, which are 9 and 10 with the ace counted 1."""
    first, second = SOFT[total]
    offered = question(REFERENCE, f"{first} 9c {second} 8c", options={"double": double})
    assert ("double" in offered.split()) == may


@clause(REFERENCE, "R9")
@every_row(("double", "code"), [("9-11", ""), ("10-11", "action/illegal")])
def test_reference_r9_the_total_counts_on_any_number_of_cards_and_after_a_split(
    double: str, code: str
) -> None:
    options = {"double": double, **ANY_CARDS}
    hit = ("2h 9c 3d 8c 4d Kd", "1 hit, 1 double")  # 9 of three cards, then 19
    split = ("3h 9c 3d 8c 6h Kd Kh 4h", "1 split, 1 double, 1.2 hit, 1.2 stand")  # 19 and 17
    for cards, decisions in (hit, split):
        if code:
            assert refused(REFERENCE, cards, decisions, options=options) == code
        else:
            assert net(REFERENCE, cards, decisions, options=options) == 2000


@clause(REFERENCE, "R10")
def test_reference_r10_a_split_hand_may_be_doubled_unless_the_house_says_not() -> None:
    # 21 and 17
    cards = f"{EIGHTS} 3h Kd 9h"
    decisions = "1 split, 1 double, 1.2 stand"
    for options in ({}, {"das": True}):
        assert net(REFERENCE, cards, decisions, options=options) == 2000
    assert refused(REFERENCE, cards, decisions, options={"das": False}) == "action/illegal"
    # A hand that was not split may be doubled all the same.
    assert net(REFERENCE, "5h 9c 6d 8c Kd", "1 double", options={"das": False}) == 2000


@clause(REFERENCE, "R10", "R13")
@every_row(("das", "offered"), [(True, "1.1 hit stand double"), (False, "1.1 hit stand")])
def test_reference_r10_split_aces_that_may_be_hit_may_be_doubled_too(
    offered: str, *, das: bool
) -> None:
    options = {"das": das, "hit_split_aces": True}
    assert question(REFERENCE, f"{ACES} 5h", "1 split", options=options) == offered


@clause(REFERENCE, "R11")
@every_row(
    ("pair", "offered"),
    [
        ("8h 8d", "1.1 hit stand double split"),
        ("Kh Td", "1.1 hit stand double split"),  # equal value
        ("Ah Ad", "1.1 hit stand double split"),
        ("9h 8d", "1.1 hit stand double"),
    ],
)
def test_reference_r11_two_cards_of_equal_value_may_be_split(pair: str, offered: str) -> None:
    first, second = pair.split()
    assert question(REFERENCE, f"{first} 9c {second} 8c") == offered


@clause(REFERENCE, "R11")
def test_reference_r11_each_hand_carries_a_wager_and_is_played_in_turn() -> None:
    done = play(REFERENCE, f"{EIGHTS} Kh 3d 7d", "1 split, 1 stand, 1.2 hit, 1.2 stand")
    assert [done.hand(1), done.hand(2)] == ["8h Kh", "8d 3d 7d"]
    assert [done.won(), done.won(hand=2)] == [1000, 1000]
    assert [done.line(hand=hand)["stake"] for hand in (1, 2)] == [1000, 1000]


@clause(REFERENCE, "R11")
@every_row("max_hands", [2, 3, 4])
def test_reference_r11_up_to_the_posted_number_of_hands(max_hands: int) -> None:
    """Every card is an eight: the hand splits until it may not, and all have 16 against 17."""
    options = {"max_hands": max_hands}
    splits = max_hands - 1
    cards = EIGHTS + " 8s" * splits
    decisions = ", ".join(["1 split"] * splits)
    offered = question(REFERENCE, cards, decisions, options=options)
    assert offered == "1.1 hit stand double"
    before = question(
        REFERENCE, EIGHTS + " 8s" * (splits - 1), "1 split, " * (splits - 1), options=options
    )
    assert before == "1.1 hit stand double split"
    # Each of the hands behind the first gets its second card and stands.
    order = [1, *range(max_hands, 1, -1)]
    stands = ", ".join(f"1.{hand} stand" for hand in order)
    done = play(REFERENCE, f"{cards}{' Ks' * splits}", f"{decisions}, {stands}", options=options)
    assert [done.won(hand=hand) for hand in order] == [-1000, *[1000] * splits]


@clause(REFERENCE, "R11")
def test_reference_r11_four_hands_by_default() -> None:
    cards = f"{EIGHTS} 8s 8s 8s"
    assert question(REFERENCE, cards, "1 split, 1 split, 1 split") == "1.1 hit stand double"


@clause(REFERENCE, "R11")
@every_row("pair", ["Ah Ad", "Kh Qd"])
def test_reference_r11_a_21_after_a_split_is_no_blackjack(pair: str) -> None:
    """Paid even money, and it pushes against a dealer 21."""
    first, second = pair.split()
    drawn = ("Kd", "Qh") if first[0] == "A" else ("Ad", "As")
    done = play(REFERENCE, f"{first} 9c {second} 8c {drawn[0]} {drawn[1]}", "1 split")
    assert [done.won(), done.won(hand=2)] == [1000, 1000]
    done = play(REFERENCE, f"{first} 9c {second} 2c {drawn[0]} {drawn[1]} Ts", "1 split")
    assert [done.outcome(), done.outcome(hand=2)] == ["push", "push"]


@clause(REFERENCE, "R12")
def test_reference_r12_aces_are_split_again_only_where_posted() -> None:
    """Ace-ace after a split stands with 12 unless it may be split once more."""
    cards = f"{ACES} As Kh"
    for options in ({}, {"resplit_aces": False}):
        done = play(REFERENCE, cards, "1 split", options=options)
        assert [done.won(), done.won(hand=2)] == [-1000, 1000]
    again = {"resplit_aces": True}
    assert question(REFERENCE, f"{ACES} As", "1 split", options=again) == "1.1 stand split"
    assert net(REFERENCE, cards, "1 split, 1 stand", options=again) == 0
    done = play(REFERENCE, f"{ACES} As Kh Qh Jh", "1 split, 1 split", options=again)
    assert [done.won(hand=hand) for hand in (1, 2, 3)] == [1000, 1000, 1000]


@clause(REFERENCE, "R12", "R11")
def test_reference_r12_split_aces_keep_to_the_number_of_hands() -> None:
    options = {"resplit_aces": True, "max_hands": 3}
    done = play(REFERENCE, f"{ACES} As As Kh Qh", "1 split, 1 split", options=options)
    # The first hand has a pair of aces still, the others 21 against 17.
    assert [done.won(hand=hand) for hand in (1, 3, 2)] == [-1000, 1000, 1000]


@clause(REFERENCE, "R12", "R13")
def test_reference_r12_aces_that_may_be_hit_are_not_thereby_split_again() -> None:
    options = {"hit_split_aces": True}
    offered = question(REFERENCE, f"{ACES} As", "1 split", options=options)
    assert offered == "1.1 hit stand double"
    offered = question(REFERENCE, f"{ACES} As", "1 split", options=options | {"resplit_aces": True})
    assert offered == "1.1 hit stand double split"


@clause(REFERENCE, "R13")
def test_reference_r13_split_aces_get_one_card_each_unless_they_may_be_hit() -> None:
    cards = f"{ACES} 5h 6d"
    done = play(REFERENCE, cards, "1 split")  # soft 16 and soft 17, nothing asked
    assert [done.won(), done.won(hand=2)] == [-1000, 0]
    assert refused(REFERENCE, f"{ACES} 5h 4s 6d", "1 split, 1 hit") == "record/decision-left-over"
    hit = {"hit_split_aces": True}
    cards = f"{ACES} 5h 4s 6d"  # 20 and soft 17
    done = play(REFERENCE, cards, "1 split, 1 hit, 1 stand, 1.2 stand", options=hit)
    assert [done.won(), done.won(hand=2)] == [1000, 0]
