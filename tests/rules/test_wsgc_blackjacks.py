"""Washington Spanish 21: player blackjacks, paid at once or kept to be doubled."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused

BOTH_BLACKJACK_ACE_UP = "As Ac Kd Kh"
BOTH_BLACKJACK_FACE_UP = "As Kc Kd Ah"


@washington("GR3")
@every_row(
    ("cards", "decisions"),
    [
        (BOTH_BLACKJACK_ACE_UP, "1 take-blackjack, 1 decline"),
        (BOTH_BLACKJACK_FACE_UP, "1 take-blackjack"),
        ("Kd 9c As 8c", "1 take-blackjack"),
    ],
)
def test_wsgc_gr3_a_blackjack_pays_3_to_2_against_a_dealer_blackjack_too(
    game: str, cards: str, decisions: str
) -> None:
    played = play(game, cards, decisions)
    assert (played.outcome(), played.net) == ("blackjack", 1500)


@washington("GR3")
def test_wsgc_gr3_a_dealer_blackjack_beats_everything_else(game: str) -> None:
    # 20 against K-A: nothing is asked.
    played = play(game, "Ks Kc Qd Ah")
    assert (played.outcome(), played.net) == ("dealer blackjack", -1000)


@washington("GR3")
@every_row("face", ["Js", "Qs", "Ks"])
def test_wsgc_gr3_an_ace_with_any_face_card_is_a_blackjack(game: str, face: str) -> None:
    assert net(game, f"{face} 9c Ad 8c", "1 take-blackjack") == 1500


@washington("DP2")
def test_wsgc_dp2_a_blackjack_is_paid_before_anything_is_played(game: str) -> None:
    # Seat 2's blackjack is paid before seat 1 decides on 20 against 17.
    cards = "Ks As 9c Qd Kd 8c"
    played = play(game, cards, "2 take-blackjack, 1 stand", {1: 1000, 2: 600})
    assert played.nets == {1: 1000, 2: 900}
    paid = played.when("wager-settled", seat=2)
    assert paid < played.when("action-taken", seat=1)


@washington("DP2a")
@every_row("up", ["Jc", "Qc", "Kc"])
@every_row("down", ["Ah", "9h"])
def test_wsgc_dp2a_under_a_face_card_it_is_paid_before_the_peek(
    game: str, up: str, down: str
) -> None:
    played = play(game, f"As {up} Kd {down}", "1 take-blackjack")
    assert played.net == 1500
    peek = played.when("dealer-peeked", blackjack=down == "Ah")
    assert played.when("wager-settled", wager="main") < peek


@washington("DP2a")
def test_wsgc_dp2a_no_insurance_is_asked_under_a_face_card(game: str) -> None:
    code = refused(game, BOTH_BLACKJACK_FACE_UP, "1 take-blackjack, 1 decline")
    assert code == "record/decision-left-over"


@washington("DP2b")
@every_row(
    ("down", "nets"),
    [
        # Blackjack +1500, insurance 500 at 2 to 1 +1000; seat 2 loses 1000 with 20.
        ("Kh", {1: 2500, 2: -1000}),
        # Blackjack +1500, insurance -500; seat 2 stands on 20 against A-8 = 19.
        ("8h", {1: 1000, 2: 1000}),
    ],
)
def test_wsgc_dp2b_under_an_ace_everybody_may_insure_a_paid_blackjack_too(
    game: str, down: str, nets: dict[int, int]
) -> None:
    cards = f"As Ks Ac Kd Qd {down}"
    decisions = "1 take-blackjack, 1 insure 500, 2 decline"
    decisions += "" if down == "Kh" else ", 2 stand"
    played = play(game, cards, decisions, {1: 1000, 2: 1000})
    assert played.nets == nets
    paid = played.when("wager-settled", seat=1, wager="main")
    assert paid < played.when("action-taken", seat=1, action="insure")
    assert played.when("action-taken", seat=2, action="decline") < played.when("dealer-peeked")


@washington("DP2b")
def test_wsgc_dp2b_without_insurance_the_paid_hand_is_gone_before_the_peek(game: str) -> None:
    played = play(game, BOTH_BLACKJACK_ACE_UP, "1 take-blackjack, 1 decline")
    assert played.wagers() == ["main"]
    assert played.when("wager-settled", wager="main") < played.when("dealer-peeked")


@washington("DP2c")
@every_row(
    ("card", "last", "won"),
    [
        ("9h", ", 1 stand", 2000),  # A-K-9 = 20 against 17
        ("6h", ", 1 stand", 0),  # A-K-6 = 17 against 17
        ("5h", ", 1 stand", -2000),  # A-K-5 = 16 against 17
        ("Qh", "", 2000),  # A-K-Q = 21, even money on both portions
        ("5h", ", 1 rescue", -1000),  # the doubled portion comes back
    ],
)
def test_wsgc_dp2c_a_blackjack_may_be_doubled_instead(
    game: str, card: str, last: str, won: int
) -> None:
    decisions = f"1 keep-blackjack, 1 double{last}"
    assert net(game, f"As 9c Kd 8c {card}", decisions) == won


@washington("DP2c")
def test_wsgc_dp2c_a_blackjack_may_be_doubled_for_less(game: str) -> None:
    # 400 more on A-K-9 = 20 against 17: +1400.
    assert net(game, "As 9c Kd 8c 9h", "1 keep-blackjack, 1 double 400, 1 stand") == 1400


@washington("DP2c", "DP6a")
def test_wsgc_dp2c_a_doubled_blackjack_may_be_redoubled(game: str) -> None:
    # A-K-2 = 13, redoubled to 4000 with 7 = 20 against 17.
    decisions = "1 keep-blackjack, 1 double, 1 redouble, 1 stand"
    assert net(game, "As 9c Kd 8c 2h 7h", decisions, options={"redouble": True}) == 4000


@washington("DP2c")
@every_row("action", ["hit", "split", "surrender", "rescue", "redouble"])
def test_wsgc_dp2c_a_kept_blackjack_takes_no_other_action(game: str, action: str) -> None:
    code = refused(game, "As 9c Kd 8c 9h", f"1 keep-blackjack, 1 {action}")
    assert code == "action/illegal"


@washington("DP2c")
def test_wsgc_dp2c_a_blackjack_that_was_taken_is_over(game: str) -> None:
    code = refused(game, "As 9c Kd 8c 9h", "1 take-blackjack, 1 double")
    assert code == "record/decision-left-over"


@ruling("W18")
@every_edition
def test_ruling_w18_keeping_is_asked_first_of_all_in_seat_order(game: str) -> None:
    # Seats 1 and 3 have blackjacks; seat 2 has 19 against A-7 = 18 and declines.
    cards = "As Ks Ah Ac Kd 9d Qd 7c 8s"
    first_decisions = "1 keep-blackjack, 3 take-blackjack, 1 decline, 2 decline, 3 decline"
    seats = {1: 1000, 2: 1000, 3: 1000}
    # A-K-8 doubled = 19 against 18.
    played = play(game, cards, f"{first_decisions}, 1 double, 1 stand, 2 stand", seats)
    assert played.nets == {1: 2000, 2: 1000, 3: 1500}
    insurance_first = "1 decline, 1 keep-blackjack"
    assert refused(game, cards, insurance_first, seats) == "action/illegal"
    assert refused(game, cards, "3 take-blackjack", seats) == "action/not-your-turn"


@ruling("W18")
@every_edition
@every_row(
    ("cards", "decisions"),
    [
        (BOTH_BLACKJACK_ACE_UP, "1 keep-blackjack, 1 decline"),
        (BOTH_BLACKJACK_FACE_UP, "1 keep-blackjack"),
    ],
)
def test_ruling_w18_a_kept_blackjack_is_paid_3_to_2_against_a_dealer_blackjack(
    game: str, cards: str, decisions: str
) -> None:
    played = play(game, cards, decisions)
    assert (played.outcome(), played.net) == ("blackjack", 1500)


@ruling("W29")
@every_edition
def test_ruling_w29_a_kept_blackjack_that_stands_is_paid_3_to_2(game: str) -> None:
    # Against A-9 = 20, and after insurance of 300: 1500 - 300.
    played = play(game, "As Ac Kd 9h", "1 keep-blackjack, 1 insure 300, 1 stand")
    assert (played.won(), played.won("insurance"), played.net) == (1500, -300, 1200)


@ruling("W29")
@every_edition
def test_ruling_w29_an_insured_kept_blackjack_wins_twice_against_a_dealer_blackjack(
    game: str,
) -> None:
    # 1500 and 500 at 2 to 1.
    assert net(game, BOTH_BLACKJACK_ACE_UP, "1 keep-blackjack, 1 insure 500") == 2500


@ruling("W23")
@every_edition
@every_row(("rounding", "won", "remainder"), [("down", 1501, "1/2"), ("up", 1502, "-1/2")])
def test_ruling_w23_half_a_cent_is_rounded_down_and_recorded(
    game: str, rounding: str, won: int, remainder: str
) -> None:
    # 3 to 2 on 1001 cents is 1501.5.
    played = play(game, "As 9c Kd 8c", "1 take-blackjack", 1001, options={"rounding": rounding})
    assert (played.net, played.line()["remainder"]) == (won, remainder)


@ruling("W23")
@every_edition
def test_ruling_w23_a_pay_in_whole_cents_leaves_no_remainder(game: str) -> None:
    played = play(game, "As 9c Kd 8c", "1 take-blackjack", 1002)
    assert played.net == 1503
    assert "remainder" not in played.line()


@ruling("W23")
@every_edition
@every_row(("rounding", "won"), [("down", 151), ("up", 152)])
def test_ruling_w23_a_bonus_21_is_rounded_alike(game: str, rounding: str, won: int) -> None:
    # Five cards, 3 to 2 on 101 cents: 151.5.
    cards = "2s 9c 3d 8c 4h 5c 7s"
    hits = "1 hit, 1 hit, 1 hit"
    assert net(game, cards, hits, 101, options={"rounding": rounding}) == won
