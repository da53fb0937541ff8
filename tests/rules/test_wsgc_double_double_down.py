"""Washington Spanish 21: double-double down. 2-3 is doubled against 9-8 in most of these rounds."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused

REDOUBLE = {"redouble": True}
THREE_DOUBLINGS = "2s 9c 3d 8c 2h 2c Kd"
"""2-3, doubled to 7, to 9 and with the king to 19, against 17."""


@washington("GR8", "DP6b")
def test_wsgc_gr8_three_doublings_make_eight_times_the_wager(game: str) -> None:
    decisions = "1 double, 1 redouble, 1 redouble, 1 stand"
    played = play(game, THREE_DOUBLINGS, decisions, options=REDOUBLE)
    assert (played.line()["stake"], played.net) == (8000, 8000)


@washington("GR8")
@every_row(
    ("decisions", "cards", "stake", "forfeited"),
    [
        ("1 double, 1 rescue", "2h", 2000, 1000),
        ("1 double, 1 redouble, 1 rescue", "2h 2c", 4000, 2000),
        ("1 double, 1 redouble, 1 redouble, 1 rescue", "2h 2c 3h", 8000, 4000),
    ],
)
def test_wsgc_gr8_after_each_doubling_its_portion_may_be_rescued(
    game: str, decisions: str, cards: str, stake: int, forfeited: int
) -> None:
    played = play(game, f"2s 9c 3d 8c {cards}", decisions, options=REDOUBLE)
    assert (played.line()["stake"], played.net) == (stake, -forfeited)


@washington("GR8", "DP6a", how="judged")
def test_wsgc_gr8_not_where_the_dealer_stands_on_soft_17(game: str) -> None:
    options = {"redouble": True, "soft17": "stand"}
    assert refused(game, "Ks 9c Qd 8c", "1 stand", options=options) == "option/conflict"


@washington("GR8")
def test_wsgc_gr8_no_redouble_where_the_house_does_not_offer_it(game: str) -> None:
    for options in ({"redouble": False}, {}):
        code = refused(game, "2s 9c 3d 8c 2h 2c", "1 double, 1 redouble", options=options)
        assert code == "action/illegal"


@washington("GR8")
@every_row(("doublings", "lost"), [(1, 2000), (2, 4000), (3, 8000)])
def test_wsgc_gr8_a_hand_that_stands_loses_all_its_portions(
    game: str, doublings: int, lost: int
) -> None:
    drawn = " ".join(["2h", "2c", "2d"][:doublings])  # never more than 11 against 17
    decisions = ", ".join(["1 double", "1 redouble", "1 redouble"][:doublings])
    assert net(game, f"2s 9c 3d 8c {drawn}", f"{decisions}, 1 stand", options=REDOUBLE) == -lost


@washington("DP6a")
def test_wsgc_dp6a_a_double_comes_before_a_redouble(game: str) -> None:
    assert refused(game, THREE_DOUBLINGS, "1 redouble", options=REDOUBLE) == "action/illegal"
    twice = refused(game, THREE_DOUBLINGS, "1 double, 1 double", options=REDOUBLE)
    assert twice == "action/illegal"


@washington("DP6a")
@every_row("action", ["hit", "split", "surrender"])
def test_wsgc_dp6a_after_the_double_card_only_redouble_rescue_or_stand(
    game: str, action: str
) -> None:
    code = refused(game, THREE_DOUBLINGS, f"1 double, 1 {action}", options=REDOUBLE)
    assert code == "action/illegal"


@washington("DP6a")
def test_wsgc_dp6a_a_redoubled_21_is_paid_at_once(game: str) -> None:
    # 6-5 doubled with 4 = 15, redoubled with 6 = 21: even money on 4000.
    assert net(game, "6s 9c 5d 8c 4h 6h", "1 double, 1 redouble", options=REDOUBLE) == 4000


@washington("DP6a")
def test_wsgc_dp6a_a_redouble_that_busts_loses_everything(game: str) -> None:
    # 6-5 doubled with 4 = 15, redoubled with K = 25.
    assert net(game, "6s 9c 5d 8c 4h Kh", "1 double, 1 redouble", options=REDOUBLE) == -4000


@washington("DP6b")
def test_wsgc_dp6b_a_fourth_doubling_is_refused(game: str) -> None:
    decisions = "1 double, 1 redouble, 1 redouble, 1 redouble"
    code = refused(game, f"{THREE_DOUBLINGS} 2d", decisions, options=REDOUBLE)
    assert code == "action/illegal"


@washington("DP6c")
@every_row(("last", "won"), [("stand", 8000), ("rescue", -4000)])
def test_wsgc_dp6c_after_the_third_double_card_rescue_or_stand(
    game: str, last: str, won: int
) -> None:
    decisions = f"1 double, 1 redouble, 1 redouble, 1 {last}"
    assert net(game, THREE_DOUBLINGS, decisions, options=REDOUBLE) == won


@washington("DP5d")
@every_row(
    ("decisions", "good"),
    [
        ("1 double 1000, 1 redouble 2000, 1 redouble 4000, 1 stand", True),
        ("1 double 999", False),
        ("1 double 1001", False),
        ("1 double 1000, 1 redouble 1000", False),
        ("1 double 1000, 1 redouble 1999", False),
        ("1 double 1000, 1 redouble 2000, 1 redouble 2000", False),
        ("1 double 1000, 1 redouble 2000, 1 redouble 4001", False),
    ],
)
def test_wsgc_dp5d_every_double_equals_the_wager_then_existing(
    game: str, decisions: str, *, good: bool
) -> None:
    if good:
        assert net(game, THREE_DOUBLINGS, decisions, options=REDOUBLE) == 8000
    else:
        assert refused(game, THREE_DOUBLINGS, decisions, options=REDOUBLE) == "action/amount"


CAPPED = {"main": {"min": 500, "max": 1500}}
"""$10 doubled is 2000 in all; the next two portions of 2000 and 3500 are cut to 1500 each."""


@washington("DP6d", "GR8")
@ruling("W16")
@every_row(
    ("decisions", "cards", "stake"),
    [
        ("1 double", "Kd", 1000 + 1000),
        ("1 double, 1 redouble", "2h Kd", 2000 + 1500),
        ("1 double, 1 redouble, 1 redouble", "2h 2c Kd", 3500 + 1500),
    ],
)
def test_wsgc_dp6d_an_added_portion_is_capped_at_the_maximum(
    game: str, decisions: str, cards: str, stake: int
) -> None:
    # The kings make 15, 17 and 19 against 17: lost, pushed, won.
    played = play(
        game, f"2s 9c 3d 8c {cards}", f"{decisions}, 1 stand", options=REDOUBLE, limits=CAPPED
    )
    assert played.line()["stake"] == stake
    assert played.net == {2000: -2000, 3500: 0, 5000: 5000}[stake]


@washington("DP6d")
@ruling("W16")
def test_wsgc_dp6d_a_portion_below_the_maximum_is_not_cut(game: str) -> None:
    # 1000 + 1000 + 2000, then 4000 cut to 2500: 6500 in all.
    limits = {"main": {"max": 2500}}
    decisions = "1 double, 1 redouble 2000, 1 redouble 2500, 1 stand"
    assert net(game, THREE_DOUBLINGS, decisions, options=REDOUBLE, limits=limits) == 6500


@washington("DP6e")
@ruling("W16")
@every_row(("amount", "good"), [(1500, True), (1499, False), (2000, False)])
def test_wsgc_dp6e_for_less_only_by_the_cap(game: str, amount: int, *, good: bool) -> None:
    cards = "2s 9c 3d 8c 2h 2c"
    decisions = f"1 double, 1 redouble {amount}, 1 stand"
    if good:
        # 9 against 17: 3500 are lost.
        assert net(game, cards, decisions, options=REDOUBLE, limits=CAPPED) == -3500
    else:
        code = refused(game, cards, decisions, options=REDOUBLE, limits=CAPPED)
        assert code == "action/amount"


@washington("DP6e", "DP7a")
@ruling("W15")
@every_row(
    ("decisions", "cards", "forfeited"),
    [
        ("1 double, 1 redouble, 1 rescue", "2h 2c", 2000),  # 3500 less 1500
        ("1 double, 1 redouble, 1 redouble, 1 rescue", "2h 2c 3h", 3500),  # 5000 less 1500
    ],
)
def test_wsgc_dp6e_a_capped_portion_is_the_one_that_is_rescued(
    game: str, decisions: str, cards: str, forfeited: int
) -> None:
    won = net(game, f"2s 9c 3d 8c {cards}", decisions, options=REDOUBLE, limits=CAPPED)
    assert won == -forfeited


@ruling("W16")
@every_edition
def test_ruling_w16_a_wager_at_the_maximum_is_added_whole_each_time(game: str) -> None:
    # 1500 + 1500 + 1500 + 1500: every portion is the cap.
    decisions = "1 double, 1 redouble, 1 redouble, 1 stand"
    played = play(game, THREE_DOUBLINGS, decisions, 1500, options=REDOUBLE, limits=CAPPED)
    assert (played.line()["stake"], played.net) == (6000, 6000)


@ruling("W16")
@every_edition
def test_ruling_w16_the_cap_is_there_only_with_double_double_down(game: str) -> None:
    # Without it a full double of 1500 is within the wager: nothing to cut.
    assert net(game, "5s 9c 6d 8c 9h", "1 double 1500, 1 stand", 1500, limits=CAPPED) == 3000
