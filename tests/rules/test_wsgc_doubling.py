"""Washington Spanish 21: doubling down, for less too, and rescue."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused

LESS_FROM_5_DOLLARS = {"main": {"min": 500, "max": 40000}}


@washington("GR7", "DP5a")
@every_row(
    ("cards", "decisions"),
    [
        ("5s 9c 6d 8c 9h", "1 double"),  # two cards: 5-6-9
        ("2s 9c 3d 8c 6h 9h", "1 hit, 1 double"),  # three: 2-3-6-9
        ("2s 9c 2d 8c 3h 3c Kd", "1 hit, 1 hit, 1 double"),  # four: 2-2-3-3-K
        ("2s 9c 2d 8c 2h 2c 3c 9h", "1 hit, 1 hit, 1 hit, 1 double"),  # five: 11 and 9
        ("2s 9c 2d 8c 2h 2c As Ad Kd", "1 hit, 1 hit, 1 hit, 1 hit, 1 double"),  # six: 10 and K
    ],
)
def test_wsgc_dp5a_any_number_of_cards_may_be_doubled(
    game: str, cards: str, decisions: str
) -> None:
    played = play(game, cards, f"{decisions}, 1 stand")  # 20 against 17
    assert (played.line()["stake"], played.net) == (2000, 2000)


@washington("DP5a")
@every_row(
    ("cards", "last", "won"),
    [
        ("Ks 9c Qd 8c As", "", 2000),  # hard 20 and an ace: 21
        ("Ks 9c Qd 8c 5s", "", -2000),  # hard 20 and a 5: bust
        ("2s 9c 2d 8c 2h", ", 1 stand", -2000),  # 4 and 2: 6
        ("As 9c 8d 8c As", ", 1 stand", 2000),  # soft 19 and an ace: soft 20
        ("9s 9c 7d 8c 2s", ", 1 stand", 2000),  # hard 16 and 2: 18
        ("9s 9c 7d 8c As", ", 1 stand", 0),  # hard 16 and an ace: 17
    ],
)
def test_wsgc_dp5a_any_total_may_be_doubled(game: str, cards: str, last: str, won: int) -> None:
    assert net(game, cards, f"1 double{last}") == won


@washington("GR7", "DP5a")
def test_wsgc_gr7_a_hand_may_be_doubled_after_a_split(game: str) -> None:
    # Hand 1: 8-3 doubled with 9 = 20. Hand 2: 8-2 hits 2 = 12 and is doubled with 8 = 20.
    cards = "8s 9c 8d 8c 3h 9h 2h 2d 8h"
    decisions = "1 split, 1 double, 1 stand, 1.2 hit, 1.2 double, 1.2 stand"
    assert net(game, cards, decisions) == 2000 + 2000


@washington("GR7")
def test_wsgc_gr7_a_doubled_hand_gets_one_card_only(game: str) -> None:
    assert refused(game, "5s 9c 6d 8c 2h 3h", "1 double, 1 hit") == "action/illegal"


@washington("GR7", "DP7a")
def test_wsgc_gr7_a_rescue_takes_the_doubled_portion_back_and_forfeits_the_rest(game: str) -> None:
    played = play(game, "5s 9c 6d 8c 2h", "1 double, 1 rescue")
    assert played.line() == {
        "seat": 1,
        "hand": 1,
        "wager": "main",
        "stake": 2000,
        "outcome": "rescued",
        "net": -1000,
    }


@washington("GR7")
def test_wsgc_gr7_only_a_doubled_hand_can_be_rescued(game: str) -> None:
    assert refused(game, "5s 9c 6d 8c", "1 rescue") == "action/illegal"
    assert refused(game, "5s 9c 6d 8c 2h", "1 hit, 1 rescue") == "action/illegal"


@washington("DP5b")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("6s 9c 7s 8c 8s", "1 double", 2000),  # 6-7-8 of spades
        ("6s 9c 7s 8c 8s", "1 double 500", 1500),  # even money on the lesser double too
        ("7h 9c 7h 8c 7h", "1 double", 2000),  # 7-7-7 of one suit
        ("2s 9c 3d 8c 4h 5c 7s", "1 hit, 1 hit, 1 double", 2000),  # five cards
    ],
)
def test_wsgc_dp5b_a_doubled_21_is_always_paid_even_money(
    game: str, cards: str, decisions: str, won: int
) -> None:
    played = play(game, cards, decisions)
    assert (played.outcome(), played.net) == ("21", won)


@washington("DP5b")
@every_row(("card", "won"), [("9h", 2000), ("6h", 0), ("2h", -2000)])
def test_wsgc_dp5b_a_doubled_hand_that_stands_wins_ties_or_loses_both_portions(
    game: str, card: str, won: int
) -> None:
    # 5-6 with 9 = 20, with 6 = 17, with 2 = 13, against 17.
    assert net(game, f"5s 9c 6d 8c {card}", "1 double, 1 stand") == won


@washington("DP5c")
@every_row(("card", "won"), [("9h", 1400), ("6h", 0), ("2h", -1400)])
def test_wsgc_dp5c_doubling_for_less_without_double_double_down(
    game: str, card: str, won: int
) -> None:
    played = play(game, f"5s 9c 6d 8c {card}", "1 double 400, 1 stand")
    assert (played.line()["stake"], played.net) == (1400, won)


@washington("DP5c", "GR8")
def test_wsgc_dp5c_no_doubling_for_less_with_double_double_down(game: str) -> None:
    options = {"redouble": True}
    for less in (1, 500, 999):
        code = refused(game, "5s 9c 6d 8c 9h", f"1 double {less}, 1 stand", options=options)
        assert code == "action/amount"
    assert net(game, "5s 9c 6d 8c 9h", "1 double 1000, 1 stand", options=options) == 2000


@washington("DP5c", how="judged")
def test_wsgc_dp5c_a_house_cannot_offer_both(game: str) -> None:
    options = {"redouble": True, "double_for_less": True}
    assert refused(game, "5s 9c 6d 8c", "1 stand", options=options) == "option/conflict"


@washington("DP5c")
def test_wsgc_dp5c_a_house_need_not_offer_doubling_for_less(game: str) -> None:
    options = {"double_for_less": False}
    cards = "5s 9c 6d 8c 9h"
    assert refused(game, cards, "1 double 999, 1 stand", options=options) == "action/amount"
    assert net(game, cards, "1 double, 1 stand", options=options) == 2000


@ruling("W17")
@every_edition
@every_row("less", [500, 501, 999, 1000])
def test_ruling_w17_any_amount_from_the_table_minimum_to_the_wager(game: str, less: int) -> None:
    decisions = f"1 double {less}, 1 stand"
    won = net(game, "5s 9c 6d 8c 9h", decisions, limits=LESS_FROM_5_DOLLARS)
    assert won == 1000 + less


@ruling("W17")
@every_edition
@every_row("amount", [0, 1, 499, 1001, 2000])
def test_ruling_w17_not_below_the_minimum_and_never_more_than_the_wager(
    game: str, amount: int
) -> None:
    decisions = f"1 double {amount}, 1 stand"
    code = refused(game, "5s 9c 6d 8c 9h", decisions, limits=LESS_FROM_5_DOLLARS)
    assert code == "action/amount"


@ruling("W17")
@every_edition
def test_ruling_w17_without_limits_a_cent_is_enough(game: str) -> None:
    assert net(game, "5s 9c 6d 8c 9h", "1 double 1, 1 stand") == 1001


@washington("DP7a")
@every_row(("less", "forfeited"), [(400, 1000), (1, 1000), (1000, 1000)])
def test_wsgc_dp7a_a_lesser_double_is_the_portion_that_is_rescued(
    game: str, less: int, forfeited: int
) -> None:
    assert net(game, "5s 9c 6d 8c 2h", f"1 double {less}, 1 rescue") == -forfeited


@washington("DP7a")
def test_wsgc_dp7a_a_bust_double_cannot_be_rescued(game: str) -> None:
    cards = "9s 9c 7d 8c Kh"
    assert net(game, cards, "1 double") == -2000
    assert refused(game, cards, "1 double, 1 rescue") == "record/decision-left-over"


@washington("DP7a")
def test_wsgc_dp7a_a_rescued_hand_is_over_before_the_dealer_plays(game: str) -> None:
    # The dealer would break with 9-6-K, but the rescued 1000 are gone already.
    seats = {1: 1000, 2: 1000}
    cards = "5s Ks 9c 6d 9d 6c 2h Kh"
    played = play(game, cards, "1 double, 1 rescue, 2 stand", seats)
    assert played.nets == {1: -1000, 2: 1000}


@washington("DP7b")
def test_wsgc_dp7b_surrender_is_for_two_cards_and_rescue_for_a_doubled_hand(game: str) -> None:
    cards = "9s 9c 7d 8c 2h"
    assert net(game, "9s 9c 7d 8c", "1 surrender") == -500
    assert net(game, cards, "1 double, 1 rescue") == -1000
    assert refused(game, cards, "1 double, 1 surrender") == "action/illegal"
    assert refused(game, cards, "1 rescue") == "action/illegal"


@ruling("W15")
@every_edition
@every_row(
    ("decisions", "won"),
    [
        ("1 double, 1 rescue", -1000),
        ("1 double 300, 1 rescue", -1000),
    ],
)
def test_ruling_w15_everything_but_the_last_doubled_portion_is_forfeited(
    game: str, decisions: str, won: int
) -> None:
    assert net(game, "5s 9c 6d 8c 2h", decisions) == won


@ruling("W15")
@every_edition
def test_ruling_w15_a_rescue_takes_no_amount(game: str) -> None:
    assert refused(game, "5s 9c 6d 8c 2h", "1 double, 1 rescue 1000") == "action/amount"
