"""Standard blackjack under all of Colorado's games: doubling, splitting and surrender."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import ruling
from tests.rules.colorado.felt import base, net, question
from tests.rules.colorado.table import SWITCH, play, record, refused
from tests.rules.table import refusal

EIGHTS = "8s 9c 8d 8c"
"""A pair of eights against 9-8."""

ACES = "As 9c Ad 8c"


@ruling("C0", "C88")
@base
@every_row(
    ("first", "second", "card", "won"),
    [
        ("5h", "6d", "Kd", 2000),  # 21 against 17
        ("5h", "6d", "6h", 0),  # 17
        ("5h", "6d", "5d", -2000),  # 16
        ("Ah", "7d", "Ad", 2000),  # soft 18 may be doubled: soft 19
        ("Ah", "2d", "Kd", -2000),  # soft 13 becomes hard 13
        ("Ah", "9d", "Ad", 2000),  # soft 20 becomes soft 21
        ("Kh", "Qd", "Ad", 2000),  # 20 becomes 21
        ("2h", "3d", "Kd", -2000),
        ("Kh", "6d", "6h", -2000),  # bust with 22
        ("8h", "8d", "4h", 2000),  # a pair
    ],
)
def test_ruling_c88_any_first_two_cards_may_be_doubled_for_one_card(
    game: str, first: str, second: str, card: str, won: int
) -> None:
    cards = f"{first} 9c {second} 8c {card}"
    played = play(game, cards, "1 double")
    assert (played.line()["stake"], played.net) == (2000, won)
    assert refused(game, cards, "1 double, 1 stand") == "record/decision-left-over"


@ruling("C0")
@base
def test_ruling_c0_a_hand_of_three_cards_cannot_be_doubled(game: str) -> None:
    assert refused(game, "2h 9c 3d 8c 6d Kd", "1 hit, 1 double") == "action/illegal"
    assert question(game, "2h 9c 3d 8c 6d", "1 hit") == "1.1 hit stand"


@ruling("C0")
@base
def test_ruling_c0_what_a_hand_is_asked(game: str) -> None:
    """A pair may be split too; surrender is not offered by default."""
    assert question(game, "5h 9c 6d 8c") == "1.1 hit stand double"
    assert question(game, "8h 9c 8d 8c") == "1.1 hit stand double split"
    assert question(game, "Ah 9c Ad 8c") == "1.1 hit stand double split"
    offered = {"surrender": True}
    assert question(game, "5h 9c 6d 8c", options=offered) == "1.1 hit stand double surrender"


@ruling("C36", "C76")
@base
@every_row("amount", [1, 333, 999, 1000])
@every_row(("card", "sign"), [("Kd", 1), ("6h", 0), ("5d", -1)])
def test_ruling_c36_a_double_may_be_for_any_amount_up_to_the_wager(
    game: str, amount: int, card: str, sign: int
) -> None:
    # 5-6 with K = 21, with 6 = 17, with 5 = 16 against 17; the table minimum does not bind.
    limits = {"main": {"min": 1000, "max": 1000}}
    played = play(game, f"5h 9c 6d 8c {card}", f"1 double {amount}", 1000, limits=limits)
    assert played.line()["stake"] == 1000 + amount
    assert played.net == sign * (1000 + amount)


@ruling("C36")
@base
@every_row("amount", [1001, 2000, 0, -1])
def test_ruling_c36_a_double_for_more_or_for_nothing_is_refused(game: str, amount: int) -> None:
    double = {"seat": 1, "action": "double", "amount": amount}
    wrong = record(game, "5h 9c 6d 8c Kd") | {"decisions": [double]}
    assert refusal(wrong) == "action/amount"


@ruling("C36")
@base
def test_ruling_c36_the_house_may_forbid_doubling_for_less(game: str) -> None:
    cards = "5h 9c 6d 8c Kd"
    options = {"double_for_less": False}
    assert net(game, cards, "1 double", options=options) == 2000
    assert net(game, cards, "1 double 1000", options=options) == 2000
    for amount in (1, 999, 1001):
        assert refused(game, cards, f"1 double {amount}", options=options) == "action/amount"


@ruling("C75")
@base
def test_ruling_c75_the_maximum_does_not_bind_doubles_and_splits(game: str) -> None:
    """A wager at the maximum is doubled and split, and a split hand doubled again."""
    limits = {"main": {"max": 1000}}
    assert net(game, "5h 9c 6d 8c Kd", "1 double", 1000, limits=limits) == 2000
    # Hand 1: 8-3 doubled with K = 21; hand 2: 8-9 = 17 pushes.
    cards = f"{EIGHTS} 3h Kd 9h"
    assert net(game, cards, "1 split, 1 double, 1.2 stand", 1000, limits=limits) == 2000
    assert refused(game, cards, "1 split", 1001, limits=limits) == "wager/off-limits"


@ruling("C0")
@base
def test_ruling_c0_a_doubled_hand_that_busts_is_lost_and_the_dealer_does_not_draw(
    game: str,
) -> None:
    played = play(game, "Th 6s 5d Td 8c", "1 double")
    assert (played.net, played.dealer, played.outcome()) == (-2000, "6s Td", "bust")


@ruling("C35")
@base
@every_row("amount", [1000, 250])
def test_ruling_c35_a_hand_made_by_a_split_may_be_doubled_on_two_cards(
    game: str, amount: int
) -> None:
    # Hand 1: 8-3 doubled with K = 21 wins; hand 2: 8-2 doubled with 5 = 15 loses.
    cards = f"{EIGHTS} 3h Kd 2h 5h"
    played = play(game, cards, f"1 split, 1 double {amount}, 1.2 double {amount}")
    won = 1000 + amount
    assert [played.won(hand=hand) for hand in (1, 2)] == [won, -won]
    assert played.net == 0


@ruling("C35")
@base
def test_ruling_c35_a_hand_made_by_a_split_cannot_be_doubled_on_three(game: str) -> None:
    code = refused(game, f"{EIGHTS} 3h 2h Kd", "1 split, 1 hit, 1 double")
    assert code == "action/illegal"


@ruling("C35", "C37")
@base
@every_row("decision", ["1 double", "1 hit", "1 stand", "1 split"])
def test_ruling_c35_split_aces_get_one_card_each_and_ask_nothing(game: str, decision: str) -> None:
    # A-5 = 16 loses to 17; A-9 = 20 wins.
    cards = f"{ACES} 5h 9h"
    played = play(game, cards, "1 split")
    assert [played.won(hand=hand) for hand in (1, 2)] == [-1000, 1000]
    assert [played.hand(hand) for hand in (1, 2)] == ["As 5h", "Ad 9h"]
    assert refused(game, cards, f"1 split, {decision}") == "record/decision-left-over"


@ruling("C0")
@base
@every_row("ten", ["Th", "Kh"])
def test_ruling_c0_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack(
    game: str, ten: str
) -> None:
    # Even money against 17: aces split, and tens split that get an ace; a 21 of three cards pushes.
    split_aces = play(game, f"{ACES} {ten} 6h", "1 split")
    assert [split_aces.won(hand=hand) for hand in (1, 2)] == [1000, 0]
    assert split_aces.outcome() == "win"
    split_tens = play(game, f"{ten} 9c Td 8c Ah 7h", "1 split, 1.2 stand")
    assert [split_tens.won(hand=hand) for hand in (1, 2)] == [1000, 0]
    pushed = play(game, f"As 9c Ad 2c {ten} Kd Tc", "1 split")
    assert [pushed.won(hand=hand) for hand in (1, 2)] == [0, 0]


@ruling("C37")
@base
def test_ruling_c37_a_split_ace_that_gets_an_ace_is_not_split_again(game: str) -> None:
    # A-A = 12 loses; A-K = 21 wins.
    cards = f"{ACES} Ah Kh"
    assert net(game, cards, "1 split") == 0
    assert refused(game, cards, "1 split, 1 split") == "record/decision-left-over"


@ruling("C37")
@base
def test_ruling_c37_the_house_may_let_aces_be_split_again_to_four_hands(game: str) -> None:
    """Hand 1 gets aces three times: asked twice, and not a third time with four hands there.

    Hand 1: A-A = 12 loses. Hand 4: A-6 = 17 pushes. Hand 3: A-9 = 20, hand 2: A-K = 21 win.
    """
    options = {"resplit_aces": True}
    cards = f"{ACES} Ah Ac As 6h 9h Kh"
    assert question(game, f"{ACES} Ah", "1 split", options=options) == "1.1 stand split"
    played = play(game, cards, "1 split, 1 split, 1 split", options=options)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [-1000, 0, 1000, 1000]
    assert played.net == 1000
    # An ace may also stand on 12; another card asks nothing.
    assert net(game, f"{ACES} Ah Kh", "1 split, 1 stand", options=options) == 0
    assert refused(game, f"{ACES} Ah Kh", "1 split, 1 hit", options=options) == "action/illegal"
    code = refused(game, f"{ACES} Ah Kh", "1 split, 1 double", options=options)
    assert code == "action/illegal"


@ruling("C0")
@base
def test_ruling_c0_a_pair_is_split_up_to_four_hands(game: str) -> None:
    """Hands 1, 4, 3, 2: 8-K wins; 8-3 doubled with 9 = 20 wins 2000; 8-8-2 wins; 8-9 pushes."""
    cards = f"{EIGHTS} 8h 8c Kd 3d 9h 8s 2c 9d"
    decisions = "1 split, 1 split, 1 split, 1 stand, 1.4 double, 1.3 hit, 1.3 stand, 1.2 stand"
    played = play(game, cards, decisions)
    assert [played.won(hand=hand) for hand in (1, 4, 3, 2)] == [1000, 2000, 1000, 0]
    assert [played.line(hand=hand)["stake"] for hand in (1, 4, 3, 2)] == [1000, 2000, 1000, 1000]
    code = refused(game, f"{EIGHTS} 8h 8c 8s", "1 split, 1 split, 1 split, 1 split")
    assert code == "action/illegal"


@ruling("C38")
@base
def test_ruling_c38_a_hand_split_twice_is_followed_by_the_latest(game: str) -> None:
    # Hands 1, 3, 2: 8-K wins, 8-9 pushes, 8-5 loses.
    cards = f"{EIGHTS} 8h Kd 9h 5d"
    played = play(game, cards, "1 split, 1 split, 1 stand, 1.3 stand, 1.2 stand")
    assert [played.won(hand=hand) for hand in (1, 2, 3)] == [1000, -1000, 0]
    assert [played.hand(hand) for hand in (1, 2, 3)] == ["8s Kd", "8d 5d", "8h 9h"]
    code = refused(game, cards, "1 split, 1 split, 1 stand, 1.2 stand, 1.3 stand")
    assert code == "action/not-your-turn"


@ruling("C38")
@base
def test_ruling_c38_a_split_hand_is_finished_before_the_next_gets_its_card(game: str) -> None:
    # Hand 1: 8-2 hits 3 and 6 = 19 wins; then hand 2 gets its 9 = 17 and pushes.
    cards = f"{EIGHTS} 2h 3h 6h 9h"
    played = play(game, cards, "1 split, 1 hit, 1 hit, 1 stand, 1.2 stand")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s 2h 3h 6h", "8d 9h"]
    assert played.net == 1000


@ruling("C0")
@base
@every_row("pair", ["Ks Td", "Qs Jd", "Ts Jd", "Ks Kd", "2s 2d", "5s 5d"])
def test_ruling_c0_cards_of_equal_value_may_be_split(game: str, pair: str) -> None:
    # Both hands stand on less than 17 or on more, whatever comes: a nine each.
    first, second = pair.split()
    played = play(game, f"{first} 9c {second} 8c 9s 9d", "1 split, 1 stand, 1.2 stand")
    assert played.net == (2000 if first[0] in "KQT" else -2000)


@ruling("C0")
@base
@every_row("pair", ["Ks 9d", "As 2d", "8s 7d", "As Td"])
def test_ruling_c0_cards_of_other_values_may_not(game: str, pair: str) -> None:
    first, second = pair.split()
    code = refused(game, f"{first} 9c {second} 8c 9s 9d", "1 split")
    # A blackjack is asked nothing at all.
    assert code == ("record/decision-left-over" if pair == "As Td" else "action/illegal")


@ruling("C82")
@base
def test_ruling_c82_a_split_takes_no_amount(game: str) -> None:
    for amount in (1000, 500, 1):
        assert refused(game, f"{EIGHTS} Kd 9d", f"1 split {amount}") == "action/amount"


@ruling("C0")
@base
def test_ruling_c0_one_split_hand_may_bust_and_the_other_win(game: str) -> None:
    # Hand 1: 8-5-K busts; hand 2: 8-K = 18 wins.
    played = play(game, f"{EIGHTS} 5h Kd Kh", "1 split, 1 hit, 1.2 stand")
    assert [played.outcome(hand=hand) for hand in (1, 2)] == ["bust", "win"]
    assert played.net == 0


@ruling("C0", "C39")
@base
def test_ruling_c39_surrender_is_off_by_default(game: str) -> None:
    for options in ({}, {"surrender": False}):
        assert refused(game, "Kh 9c 6d 8c", "1 surrender", options=options) == "action/illegal"


@ruling("C39")
@base
@every_row(
    ("wager", "lost"),
    # Half comes back rounded down: 500 of 1000, 500 of 1001, 1 of 3, nothing of a cent.
    [(1000, 500), (1001, 501), (3, 2), (1, 1)],
)
def test_ruling_c39_a_surrender_returns_half_rounded_down(game: str, wager: int, lost: int) -> None:
    played = play(game, "Kh 9c 6d 3c", "1 surrender", wager, options={"surrender": True})
    assert (played.net, played.outcome(), played.dealer) == (-lost, "surrendered", "9c 3c")


@ruling("C39")
@base
def test_ruling_c39_surrender_is_the_first_decision_on_the_first_two_cards(game: str) -> None:
    options = {"surrender": True}
    late = [
        ("Kh 9c 3d 8c 2d", "1 hit, 1 surrender"),
        (f"{EIGHTS} 7h", "1 split, 1 surrender"),
        (f"{EIGHTS} Kd 7h", "1 split, 1 stand, 1.2 surrender"),
    ]
    for cards, decisions in late:
        assert refused(game, cards, decisions, options=options) == "action/illegal"


@ruling("C39")
@base
def test_ruling_c39_nothing_is_surrendered_to_a_dealer_blackjack(game: str) -> None:
    """With an ace up insurance comes first, then the peek, and only then surrender."""
    options = {"surrender": True}
    code = refused(game, "Kh Ac 6d Kc", "1 decline, 1 surrender", options=options)
    assert code == "record/decision-left-over"
    assert net(game, "Kh Ac 6d 8c", "1 decline, 1 surrender", options=options) == -500
    assert net(game, "Kh Ac 6d 8c", "1 insure 500, 1 surrender", options=options) == -1000
    assert refused(game, "Kh Tc 6d Ac", "1 surrender", options=options) == (
        "record/decision-left-over"
    )


@ruling("C39")
@base
def test_ruling_c39_others_play_on_after_a_surrender(game: str) -> None:
    # Seat 2 surrenders; for seat 1 the dealer's 12 draws a ten and busts.
    played = play(
        game,
        "Kh Kd 9c 8d 6d 3c Td",
        "1 stand, 2 surrender",
        {1: 1000, 2: 1000},
        options={"surrender": True},
    )
    assert played.nets == {1: 1000, 2: -500}


@ruling("C39")
def test_ruling_c39_blackjack_switch_has_no_surrender() -> None:
    cards = "Kh 5h 6s Qd 6d Td"
    assert refused(SWITCH, cards, "1 keep", options={"surrender": True}) == "option/invalid"
    assert refused(SWITCH, cards, "1 keep, 1 surrender") == "action/illegal"


@ruling("C42")
@every_row("game", ["co/free-bet", "co/ride-free"])
def test_ruling_c42_a_free_double_or_split_may_be_paid_for(game: str) -> None:
    """It is ordinary money: doubled or on each hand, and lost when it loses."""
    assert question(game, "5h 9c 6d 8c") == "1.1 hit stand double free-double"
    for card, sign in (("Kd", 1), ("2d", -1)):  # 21 and 13 against 17
        played = play(game, f"5h 9c 6d 8c {card}", "1 double")
        assert (played.line()["stake"], played.net) == (2000, sign * 2000)
    # Both hands 8-2 lose to 17.
    played = play(game, f"{EIGHTS} 2h 2d", "1 split, 1 stand, 1.2 stand")
    assert [played.won(hand=hand) for hand in (1, 2)] == [-1000, -1000]
