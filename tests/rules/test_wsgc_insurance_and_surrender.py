"""Washington Spanish 21: the peek, insurance and late surrender."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import every_edition, ruling, washington
from tests.rules.table import net, play, refused


@washington("GR9")
@every_row("up", ["Jc", "Qc", "Kc"])
def test_wsgc_gr9_a_blackjack_under_a_face_card_ends_the_round_at_the_peek(
    game: str, up: str
) -> None:
    played = play(game, f"9s {up} 8d Ah")
    assert (played.outcome(), played.net) == ("dealer blackjack", -1000)
    assert played.when("dealer-peeked", blackjack=True)


@washington("GR9")
@every_row("down", ["Jh", "Qh", "Kh"])
def test_wsgc_gr9_a_blackjack_under_an_ace_ends_the_round_after_insurance(
    game: str, down: str
) -> None:
    assert net(game, f"9s Ac 8d {down}", "1 decline") == -1000


@washington("GR9")
@every_row("up", ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"])
def test_wsgc_gr9_no_peek_under_any_other_card(game: str, up: str) -> None:
    played = play(game, f"9s {up} 7d Kh", "1 surrender")
    assert not [event for event in played.events if event["event"] == "dealer-peeked"]


@washington("GR9")
@every_row(
    ("cards", "decisions", "code"),
    [
        # Under an ace insurance comes first.
        ("9s Ac 7d 8h", "1 surrender", "action/illegal"),
        # Against a blackjack the round is over before anybody can surrender.
        ("9s Ac 7d Kh", "1 decline, 1 surrender", "record/decision-left-over"),
        ("9s Kc 7d Ah", "1 surrender", "record/decision-left-over"),
    ],
)
def test_wsgc_gr9_no_early_surrender_and_none_against_a_dealer_blackjack(
    game: str, cards: str, decisions: str, code: str
) -> None:
    assert refused(game, cards, decisions) == code


@washington("GR9")
@every_row(
    ("cards", "decisions"),
    [
        ("9s 9c 2d 8c 5h", "1 hit, 1 surrender"),
        ("8s 9c 8d 8c 7h", "1 split, 1 surrender"),
        ("5s 9c 6d 8c 2h", "1 double, 1 surrender"),
    ],
)
def test_wsgc_gr9_surrender_is_for_the_first_two_cards_only(
    game: str, cards: str, decisions: str
) -> None:
    assert refused(game, cards, decisions) == "action/illegal"


@washington("DP9")
@every_row("up", ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Jc", "Qc", "Kc"])
def test_wsgc_dp9_surrender_against_any_up_card_costs_half(game: str, up: str) -> None:
    played = play(game, f"9s {up} 7d 8h", "1 surrender")
    assert (played.outcome(), played.net) == ("surrendered", -500)


@washington("DP9")
def test_wsgc_dp9_surrender_under_an_ace_comes_after_the_peek(game: str) -> None:
    played = play(game, "9s Ac 7d 8h", "1 decline, 1 surrender")
    assert played.net == -500
    assert played.when("dealer-peeked") < played.when("action-taken", action="surrender")


@washington("DP9")
def test_wsgc_dp9_insurance_lost_and_half_surrendered(game: str) -> None:
    # 300 of insurance and half of $10.
    assert net(game, "9s Ac 7d 8h", "1 insure 300, 1 surrender") == -800


@washington("DP9")
@every_row("cards", ["8s 9c 8d 8c", "As 9c 7d 8c", "Ks 9c Qd 8c", "2s 9c 2d 8c"])
def test_wsgc_dp9_any_two_cards_below_21_may_be_surrendered(game: str, cards: str) -> None:
    assert net(game, cards, "1 surrender") == -500


@washington("DP9")
def test_wsgc_dp9_each_seat_surrenders_in_its_own_turn(game: str) -> None:
    # Seat 1 stands on 19 against 17; seat 2 gives up half.
    cards = "Ks 9s 9c 9d 7d 8h"
    played = play(game, cards, "1 stand, 2 surrender", {1: 1000, 2: 1000})
    assert played.nets == {1: 1000, 2: -500}
    out_of_turn = refused(game, cards, "2 surrender, 1 stand", {1: 1000, 2: 1000})
    assert out_of_turn == "action/not-your-turn"


@ruling("W27")
@every_edition
@every_row(("wager", "lost"), [(1001, 501), (999, 500), (1, 1), (3, 2), (1000, 500)])
def test_ruling_w27_half_of_an_odd_wager_comes_back_rounded_down(
    game: str, wager: int, lost: int
) -> None:
    # Of 1001 cents 500 come back, of 1 cent none.
    assert net(game, "9s 9c 7d 8c", "1 surrender", wager) == -lost


@washington("DP8")
@every_row(
    ("down", "decisions", "won"),
    [
        ("Kh", "1 insure 500", 0),  # 1000 lost, 500 at 2 to 1 won
        ("Kh", "1 insure 200", -600),  # 1000 lost, 400 won
        ("Kh", "1 insure 1", -998),
        ("8h", "1 insure 500, 1 stand", 500),  # 500 lost, 20 against A-8 = 19 won
        ("8h", "1 insure 1, 1 stand", 999),
    ],
)
def test_wsgc_dp8_insurance_of_any_amount_up_to_half_pays_2_to_1(
    game: str, down: str, decisions: str, won: int
) -> None:
    assert net(game, f"Ks Ac Qd {down}", decisions) == won


@washington("DP8")
@every_row("amount", [" 501", " 1000", " 0", ""])
def test_wsgc_dp8_no_more_than_half_and_the_amount_must_be_said(game: str, amount: str) -> None:
    assert refused(game, "Ks Ac Qd Kh", f"1 insure{amount}") == "action/amount"


@washington("DP8")
def test_wsgc_dp8_declining_takes_no_amount(game: str) -> None:
    assert refused(game, "Ks Ac Qd Kh", "1 decline 500") == "action/amount"


@washington("DP8")
@every_row("up", ["Kc", "Qc", "Jc", "9c", "2c"])
def test_wsgc_dp8_only_against_an_ace(game: str, up: str) -> None:
    assert refused(game, f"Ks {up} Qd 8h", "1 insure 500, 1 stand") == "action/illegal"


@washington("DP8")
@every_row(
    ("down", "won"),
    [
        ("Kh", 1500 + 1000),  # paid 3 to 2, and 500 of insurance at 2 to 1
        ("9h", 1500 - 500),
    ],
)
def test_wsgc_dp8_a_paid_blackjack_may_be_insured(game: str, down: str, won: int) -> None:
    assert net(game, f"As Ac Kd {down}", "1 take-blackjack, 1 insure 500") == won


@washington("DP8")
def test_wsgc_dp8_insurance_is_a_settlement_line_of_its_own(game: str) -> None:
    played = play(game, "Ks Ac Qd Kh", "1 insure 250")
    assert played.line("insurance") == {
        "seat": 1,
        "hand": 1,
        "wager": "insurance",
        "stake": 250,
        "outcome": "dealer blackjack",
        "net": 500,
    }


@ruling("W22")
@every_edition
@every_row(("wager", "half"), [(1001, 500), (1000, 500), (3, 1)])
def test_ruling_w22_half_of_an_odd_wager_is_rounded_down(game: str, wager: int, half: int) -> None:
    # The wager is lost to a blackjack, the insurance wins twice its size.
    assert net(game, "Ks Ac Qd Kh", f"1 insure {half}", wager) == 2 * half - wager
    code = refused(game, "Ks Ac Qd Kh", f"1 insure {half + 1}", wager)
    assert code == "action/amount"


@ruling("W22")
@every_edition
def test_ruling_w22_every_seat_is_asked_in_order_before_the_peek(game: str) -> None:
    # Dealer A-K: seat 1 -1000, seat 2 -500 + 2 x 200, seat 4 -300 + 2 x 150.
    cards = "9s 2s Ks Ac 8d 3s Kd Kh"
    seats = {1: 1000, 2: 500, 4: 300}
    played = play(game, cards, "1 decline, 2 insure 200, 4 insure 150", seats)
    assert played.nets == {1: -1000, 2: -100, 4: 0}
    assert refused(game, cards, "2 insure 200", seats) == "action/not-your-turn"


@ruling("W22")
@every_edition
def test_ruling_w22_half_the_main_wager_whatever_else_is_bet(game: str) -> None:
    seats = "1000, match-up 2000"
    assert refused(game, "Ks Ac Qd Kh", "1 insure 501", seats) == "action/amount"
    # 2000 lost on Match The Dealer; insurance makes the main wager good.
    assert net(game, "Ks Ac Qd Kh", "1 insure 500", seats) == -2000
