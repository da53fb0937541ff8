"""Standard blackjack under all of Colorado's games: deal, peek, blackjacks, insurance, dealer."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import ruling
from tests.rules.colorado.felt import GOLDEN, base, list_events, net, question
from tests.rules.colorado.table import asked, play, record, refused
from tests.rules.table import refusal


@ruling("C65")
@base
def test_ruling_c65_seats_are_dealt_in_the_order_of_their_numbers(game: str) -> None:
    """One card to each seat, the up card, a second to each, the down card; then seat by seat."""
    # Seat 1: 18 wins, seat 3: 5 loses, seat 7: 17 pushes.
    cards = "9h 2h 8h 9c 9d 3d 9s 8c"
    decisions = "1 stand, 3 stand, 7 stand"
    played = play(game, cards, decisions, {7: 1000, 1: 700, 3: 300})
    assert [played.hand(seat=seat) for seat in (1, 3, 7)] == ["9h 9d", "2h 3d", "8h 9s"]
    assert played.dealer == "9c 8c"
    assert played.nets == {1: 700, 3: -300, 7: 0}
    assert refused(game, cards, "3 stand", {7: 1000, 1: 700, 3: 300}) == "action/not-your-turn"


@ruling("C77")
@base
def test_ruling_c77_six_decks_where_nothing_is_said(game: str) -> None:
    # Six kings of hearts are in six decks: three twenties against 17. A seventh is not.
    six = "Kh Kh Kh 9c Kh Kh Kh 8c"
    stand = "1 stand, 2 stand, 3 stand"
    seats = dict.fromkeys((1, 2, 3), 1000)
    assert play(game, six, stand, seats).nets == {1: 1000, 2: 1000, 3: 1000}
    assert refused(game, six.replace("9c", "Kh"), stand, seats) == "record/card-not-in-shoe"


@ruling("C81")
@every_row("decks", [1, 2, 6])
def test_ruling_c81_no_card_comes_more_often_than_the_shoe_holds_it(decks: int) -> None:
    # So many players hold a king of hearts, with nines: 19 against 18. One more cannot be.
    seats = dict.fromkeys(range(1, decks + 1), 1000)
    nines = ["9h", "9s", "9d", "9h", "9s", "9d"][:decks]
    stand = ", ".join(f"{seat} stand" for seat in seats)
    cards = " ".join([*["Kh"] * decks, "Tc", *nines, "8c"])
    played = play(GOLDEN, cards, stand, seats, decks=decks)
    assert played.nets == dict.fromkeys(seats, 1000)
    more = cards.replace("Tc", "Kh")
    assert refused(GOLDEN, more, stand, seats, decks=decks) == "record/card-not-in-shoe"


@ruling("C81")
@base
def test_ruling_c81_a_burn_card_is_never_in_the_cards(game: str) -> None:
    # 20 against 17; with a burned 5 in front the whole deal would be another, and a card too many.
    assert net(game, "Kh 9c Qd 8c", "1 stand") == 1000
    assert refused(game, "Kh 9c Qd 8c 5d", "1 stand") == "record/cards-left-over"


@ruling("C0")
@base
@every_row(("hand", "won"), [("Kh 9d", 1000), ("Kh 8d", 0), ("Kh 7d", -1000), ("2h 3d", -1000)])
def test_ruling_c0_the_higher_total_wins_even_money_and_a_tie_pushes(
    game: str, hand: str, won: int
) -> None:
    first, second = hand.split()
    played = play(game, f"{first} Tc {second} 8c", "1 stand")
    assert played.net == won
    assert played.line() == {
        "seat": 1,
        "hand": 1,
        "wager": "main",
        "stake": 1000,
        "outcome": {1000: "win", 0: "push", -1000: "lose"}[won],
        "net": won,
    }


@ruling("C0")
@base
@every_row(
    ("dealer", "won"),
    [
        ("9c 7c Ad", 1000),  # 16 takes an ace: hard 17 against 18
        ("9c 7c 5d", -1000),  # 21
        ("9c 7c 6d", 1000),  # 22 is a bust and no more
        ("Tc 7c", 1000),  # stands on hard 17
        ("7c Ad", 0),  # stands on soft 18
        ("6c Ad 5d 5h", 1000),  # soft 17 is hit: 12, then 17
        ("6c Ad Ah", 0),  # soft 17 takes an ace: soft 18
        ("5c Ad Ah 9d 2d", 0),  # soft 16, soft 17 hit, 16 hit, 18
        ("2c 2d 2h 2s 2c 2d 4h Ah", 1000),  # 12, then 16, then 17
        ("2c Td Th", 1000),
    ],
)
def test_ruling_c0_the_dealer_draws_to_17_and_hits_soft_17(
    game: str, dealer: str, won: int
) -> None:
    up, *rest = dealer.split()
    played = play(game, f"Kh {up} 8d {' '.join(rest)}", "1 stand")
    assert (played.net, played.dealer) == (won, dealer)


@ruling("C0", "C78")
@base
def test_ruling_c0_soft_17_is_an_option_where_it_is_not_fixed(game: str) -> None:
    """C78: Golden 21 fixes "hit", which may be written out; "stand" is refused there."""
    # 18 against 6-A: stood on it wins; hit, the four makes 21 and it loses.
    assert net(game, "Kh 6c 8d Ad 4c", "1 stand", options={"soft17": "hit"}) == -1000
    if game == GOLDEN:
        cards = "Kh 6c 8d Ad"
        code = refused(game, cards, "1 stand", options={"soft17": "stand"})
        assert code == "option/invalid"
    else:
        assert net(game, "Kh 6c 8d Ad", "1 stand", options={"soft17": "stand"}) == 1000


@ruling("C0")
@base
def test_ruling_c0_the_dealer_does_not_draw_when_no_hand_is_live(game: str) -> None:
    # Seat 1 busts, seat 2 has a blackjack; the dealer's 12 stays as it is.
    cards = "Th Ah 6s 5d Kd 6d Td"
    played = play(game, cards, "1 hit", {1: 1000, 2: 1000})
    assert played.nets == {1: -1000, 2: 1500}
    assert played.dealer == "6s 6d"
    code = refused(game, f"{cards} 5c", "1 hit", {1: 1000, 2: 1000})
    assert code == "record/cards-left-over"


@ruling("C0")
@base
def test_ruling_c0_a_bust_loses_at_once_even_if_the_dealer_busts_too(game: str) -> None:
    # Seat 1 busts; for seat 2 the dealer draws and busts.
    played = play(game, "Th Kh 6s 5d 9d Td Td Kd", "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: -1000, 2: 1000}
    assert played.outcome() == "bust"
    assert played.when("wager-settled", seat=1) < played.when("action-taken", seat=2)


@ruling("C0")
@base
def test_ruling_c0_a_total_of_21_asks_nothing(game: str) -> None:
    # 5-6 hits a ten; nobody asks again. Dealer 19, or 21 for a push.
    assert net(game, "5h 9c 6d Td Kd", "1 hit") == 1000
    assert net(game, "5h 9c 6d 2d Kd Th", "1 hit") == 0
    assert refused(game, "5h 9c 6d Td Kd", "1 hit, 1 stand") == "record/decision-left-over"


@ruling("C0", "C41")
@base
@every_row("ten", ["Td", "Jd", "Qd", "Kd"])
def test_ruling_c0_a_blackjack_pays_3_to_2_and_asks_nothing(game: str, ten: str) -> None:
    for cards in (f"Ah 9c {ten} 8c", f"{ten} 9c Ah 8c"):
        played = play(game, cards)
        assert played.net == 1500
        assert played.outcome() == "blackjack"
        assert refused(game, cards, "1 stand") == "record/decision-left-over"


@ruling("C41", how="judged")
@base
def test_ruling_c41_no_other_pay_for_blackjack_may_be_posted(game: str) -> None:
    for pay in ("6:5", "1:1", "3:2"):
        assert refused(game, "Ah 9c Kd 8c", options={"blackjack": pay}) == "option/unknown"


@ruling("C40")
@base
@every_row(
    ("wager", "down", "up"),
    [
        # Three halves of it are 1.5, 4.5, 499.5, 1501.5 and 1500 cents.
        (1, 1, 2),
        (3, 4, 5),
        (333, 499, 500),
        (1001, 1501, 1502),
        (1000, 1500, 1500),
    ],
)
def test_ruling_c40_half_a_cent_is_rounded_down_and_recorded(
    game: str, wager: int, down: int, up: int
) -> None:
    cards = "Ah 9c Kd 8c"
    played = play(game, cards, "", wager)
    assert played.net == down
    assert played.line().get("remainder") == ("1/2" if wager % 2 else None)
    given = play(game, cards, "", wager, options={"rounding": "up"})
    assert given.net == up
    assert given.line().get("remainder") == ("-1/2" if wager % 2 else None)


@ruling("C0")
@base
def test_ruling_c0_a_blackjack_is_paid_after_the_peek_before_the_hands(game: str) -> None:
    cards = "Kh Ah Tc 9d Kd 7c"
    played = play(game, cards, "1 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1000, 2: 1500}
    paid = played.when("wager-settled", seat=2)
    assert played.when("dealer-peeked") < paid < played.when("action-taken", seat=1)


@ruling("C0")
@base
def test_ruling_c0_a_blackjack_beats_a_drawn_21(game: str) -> None:
    # Seat 1's 20 makes the dealer draw a 21 of three cards.
    played = play(game, "Kh Ah 9c Qd Kd 2c Th", "1 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: -1000, 2: 1500}


@ruling("C0")
@base
@every_row("ten", ["T", "J", "Q", "K"])
def test_ruling_c0_a_dealer_blackjack_under_a_ten_ends_the_round(game: str, ten: str) -> None:
    """Nobody is asked about insurance or anything else; a blackjack pushes, all others lose."""
    played = play(game, f"8h Ah {ten}c 8d Kd Ac", "", {1: 1000, 2: 1000})
    assert played.nets == {1: -1000, 2: 0}
    assert played.outcome(seat=1) == "dealer blackjack"
    assert played.outcome(seat=2) == "push"
    assert list_events(played, "dealer-peeked") == ["dealer-peeked"]
    code = refused(game, f"8h Ah {ten}c 8d Kd Ac", "1 stand", {1: 1000, 2: 1000})
    assert code == "record/decision-left-over"


@ruling("C0", "C86")
@base
def test_ruling_c86_a_dealer_blackjack_under_an_ace_ends_the_round_after_insurance(
    game: str,
) -> None:
    played = play(game, "8h Ac 8d Kc", "1 decline")
    assert (played.net, played.dealer) == (-1000, "Ac Kc")
    assert refused(game, "8h Ac 8d Kc", "1 decline, 1 split") == "record/decision-left-over"


@ruling("C0")
@base
@every_row("up", ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"])
def test_ruling_c0_the_dealer_peeks_under_aces_and_tens_only(game: str, up: str) -> None:
    # With the down card it is 11, with a ten then 21: 20 loses.
    played = play(game, f"Kh {up} Qd {11 - int(up[0])}c Td", "1 stand")
    assert played.net == -1000
    assert list_events(played, "dealer-peeked") == []


@ruling("C33")
@base
def test_ruling_c33_every_seat_is_asked_about_insurance_a_blackjack_too(game: str) -> None:
    """In seat order, before the peek; the hands follow, and a blackjack asks nothing more."""
    cards = "Kh Ah 9h Ac Qd Kd 9d 7c"
    seats = {1: 1000, 2: 1000, 5: 1000}
    decisions = "1 decline, 2 insure 500, 5 insure 1, 1 stand, 5 stand"
    played = play(game, cards, decisions, seats)
    assert asked(played) == [
        "1.1 decline",
        "2.1 insure",
        "5.1 insure",
        "1.1 stand",
        "5.1 stand",
    ]
    # 20 and 18 against soft 18; the blackjack has 1500 less its insurance of 500.
    assert played.nets == {1: 1000, 2: 1000, 5: -1}
    assert question(game, cards, "", seats) == "1.1 insure decline"
    assert question(game, cards, "1 decline", seats) == "2.1 insure decline"
    code = refused(game, cards, "2 decline, 1 decline, 5 decline", seats)
    assert code == "action/not-your-turn"


@ruling("C33")
@base
@every_row("up", ["Tc", "Kc", "9c"])
def test_ruling_c33_insurance_is_asked_with_an_ace_up_only(game: str, up: str) -> None:
    assert refused(game, f"Kh {up} Qd 8c", "1 insure 500, 1 stand") == "action/illegal"
    assert net(game, f"Kh {up} Qd 8c", "1 stand") == 1000


@ruling("C33", "C80")
@base
def test_ruling_c80_there_is_no_even_money_but_insuring_a_blackjack_comes_to_it(game: str) -> None:
    # Insured for half: against a blackjack 0 + 1000, otherwise 1500 - 500.
    assert net(game, "Ah Ac Kd Kc", "1 insure 500") == 1000
    assert net(game, "Ah Ac Kd 9c", "1 insure 500") == 1000
    assert net(game, "Ah Ac Kd Kc", "1 decline") == 0
    assert net(game, "Ah Ac Kd 9c", "1 decline") == 1500
    assert refused(game, "Ah Ac Kd Kc", "1 even-money") == "action/illegal"


@ruling("C0", "C76")
@base
@every_row(
    ("wager", "amount", "won", "lost"),
    [
        # Against a blackjack: -wager + 2 x amount. Against ace-eight 20 wins: wager - amount.
        (1000, 500, 0, 500),
        (1000, 333, -334, 667),
        (1000, 1, -998, 999),
        (1001, 500, -1, 501),  # half of 1001 is 500 cents and a half
        (2, 1, 0, 1),
    ],
)
def test_ruling_c76_insurance_is_any_amount_up_to_half_and_pays_2_to_1(
    game: str, wager: int, amount: int, won: int, lost: int
) -> None:
    against = play(game, "Kh Ac Qd Kc", f"1 insure {amount}", wager)
    assert against.net == won
    assert against.line("insurance") == {
        "seat": 1,
        "hand": 1,
        "wager": "insurance",
        "stake": amount,
        "outcome": "dealer blackjack",
        "net": 2 * amount,
    }
    without = play(game, "Kh Ac Qd 8c", f"1 insure {amount}, 1 stand", wager)
    assert without.net == lost
    assert without.won("insurance") == -amount
    assert without.when("dealer-peeked") < without.when("wager-settled", wager="insurance")
    settled = without.when("wager-settled", wager="insurance")
    assert settled < without.when("action-taken", action="stand")


@ruling("C0", "C76")
@base
@every_row("amount", [501, 1000, 0, -1, -500])
def test_ruling_c76_insurance_of_more_than_half_or_of_nothing_is_refused(
    game: str, amount: int
) -> None:
    insured = {"seat": 1, "action": "insure", "amount": amount}
    wrong = record(game, "Kh Ac Qd Kc") | {"decisions": [insured]}
    assert refusal(wrong) == "action/amount"


@ruling("C76")
@base
def test_ruling_c76_insurance_needs_an_amount_and_declining_takes_none(game: str) -> None:
    cards = "Kh Ac Qd Kc"
    assert refused(game, cards, "1 insure") == "action/amount"
    assert refused(game, cards, "1 insure 501", 1001) == "action/amount"
    assert refused(game, cards, "1 decline 1") == "action/amount"


@ruling("C76")
@base
def test_ruling_c76_the_table_minimum_does_not_bind_insurance(game: str) -> None:
    limits = {"main": {"min": 500, "max": 2000}}
    assert net(game, "Kh Ac Qd Kc", "1 insure 1", 500, limits=limits) == -498


@base
def test_a_wager_of_one_cent_has_no_half_to_insure_and_is_not_asked(game: str) -> None:
    """RECORDS: a decision is asked only where there is a choice."""
    assert net(game, "Kh Ac Qd 8c", "1 stand", 1) == 1
    assert net(game, "Kh Ac Qd Kc", "", 1) == -1


@ruling("C83")
@base
def test_ruling_c83_insurance_is_a_decision_of_the_seat(game: str) -> None:
    """It carries no hand, or 1; another is out of turn."""
    cards = "Kh Ac Qd Kc"
    assert net(game, cards, "1 insure 500") == 0
    assert net(game, cards, "1.1 insure 500") == 0
    assert refused(game, cards, "1.2 insure 500") == "action/not-your-turn"
