"""Colorado 30-2111: what three cards may do, the 21s, insurance, the peek and surrender.

The dealer has 9-8 unless a test says otherwise; wagers are $10 on each spot where none is given.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

from tests.engine.audit.three_card import first_choices
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado import felt
from tests.rules.colorado.felt import list_events
from tests.rules.colorado.table import THREE_CARD as GAME
from tests.rules.colorado.table import Seats, asked, play, refused
from tests.rules.table import Played

TABLE = {"3-card-bonus": "3"}


def dealt(hand: str, up: str = "9c", down: str = "8c", *drawn: str) -> str:
    """Return the cards of a round of one seat, in the order they leave the shoe."""
    first, second, third = hand.split()
    return " ".join((first, up, second, down, third, *drawn))


def main(cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object) -> int:
    """Return what one seat gained beside the bonus: main wager and insurance."""
    played = play(GAME, cards, decisions, seats, tables=TABLE, **rest)
    return played.net - played.won("3-card-bonus")


def question(cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object) -> str:
    return felt.question(GAME, cards, decisions, seats, tables=TABLE, **rest)


def left(cards: str, decisions: str, seats: Seats = 1000, /, **rest: object) -> str:
    return refused(GAME, cards, decisions, seats, tables=TABLE, **rest)


@clause(GAME, "2111 Player(1)", "2111 Player(2)", "2111 Player(3)", "2111 Player(4)")
@ruling("T1", "T4")
@every_row(
    ("hand", "choices"),
    [
        ("2h 5d 9s", "hit stand double"),  # 16, no pair
        ("Kh 2d 3s", "hit stand double"),
        ("Ah 2d 4s", "hit stand double"),  # soft 17; no total over 21 to claim
        ("Ah 3d 6s", "hit stand double"),  # soft 20
        ("5h 5d 9s", "hit stand double split"),
        ("2h 2d 2s", "hit stand double split"),
        ("9h 2d 9s", "hit stand double split"),
        ("Ah Ad 5s", "hit stand double split"),  # T4: 17 with one ace as 11
        ("Ah Ad As", "hit stand double split"),  # 13
        ("Ah Kd 5s", "hit stand double split surrender"),  # 16, or 26
        ("Ah 5d 6s", "hit stand double split surrender"),  # 12, or 22
        ("Ah Kd 9s", "hit stand double split surrender"),  # 20, or 30
        ("Ah Ad Ks", "hit stand double split surrender"),  # 12, or 22
        ("Ah 6d 6s", "hit stand double split surrender"),  # 13, or 23
        ("Kh Qd 2s", "surrender split"),
        ("Kh Kd Ks", "surrender split"),
        ("7h 7d 8s", "surrender split"),
        ("9h 8d 5s", "surrender split"),  # 22 without a pair
        ("8h 8d 5s", "stand split"),  # 21 with a pair
        ("7h 7d 7s", "stand split"),
        ("Ah 4d 6s", "stand split"),  # 21 with an ace as 11
        ("Ah Ad 9s", "stand split"),
        ("Ah Kd Qs", "stand split"),  # 21 with the ace as 1; as 11 it would be over
    ],
)
def test_2111_player_what_three_cards_may_do(hand: str, choices: str) -> None:
    for order in permutations(hand.split()):
        assert question(dealt(" ".join(order))) == f"1.1 {choices}"


@clause(GAME, "2111(6)", "2111 Player(1)")
@ruling("T1")
@every_row("hand", ["Kh 5d 6s", "4h 8d 9s", "Qh 9d 2s", "6h 7d 8s", "Th 4d 7s"])
def test_2111_6_a_21_with_neither_pair_nor_ace_is_paid_and_asks_nothing(hand: str) -> None:
    played = play(GAME, dealt(hand), tables=TABLE)
    assert (played.won(), played.outcome()) == (1000, "21")
    for action in ("stand", "split", "surrender"):
        assert left(dealt(hand), f"1 {action}") == "record/decision-left-over"


@clause(GAME, "2111 Player(2)", "2111 Player(3)", "2111 Player(4)")
@ruling("T1", "T4")
def test_2111_player_every_three_cards_ask_what_the_rules_say() -> None:
    """All 220 sets of three values, against a reading of the player rules of its own."""
    for ranks in combinations_with_replacement("A23456789T", 3):
        cards = [rank + suit for rank, suit in zip(ranks, "hds", strict=True)]
        wanted = first_choices(cards)
        if wanted:
            number, *choices = question(dealt(" ".join(cards))).split()
            assert (number, set(choices)) == ("1.1", wanted), cards
        else:
            assert main(dealt(" ".join(cards))) == 1000


@clause(GAME, "2111 Player(3)")
@ruling("T1", "T4")
@every_row(
    ("hand", "actions"),
    [
        ("Kh Qd 2s", ("hit", "stand", "double", "insure", "decline")),
        ("8h 8d 5s", ("hit", "double", "surrender", "decline")),
        ("Ah Kd Qs", ("hit", "double", "surrender")),
        ("2h 5d 9s", ("split", "surrender", "rescue", "free-split")),
        ("5h 5d 9s", ("surrender",)),
    ],
)
def test_2111_player_nothing_else_is_taken(hand: str, actions: tuple[str, ...]) -> None:
    for action in actions:
        assert left(dealt(hand), f"1 {action}") == "action/illegal"


@clause(GAME, "2111(6)", "2111 Player(1)", "2111 Player(2)(b)", "2111 Player(4)(a)")
@ruling("T1")
@every_row("hand", ["8h 8d 5s", "Ah 4d 6s", "Ah Ad 9s", "Ah Kd Qs"])
@every_row(("up", "down"), [("9c", "8c"), ("Ac", "Kc"), ("Kc", "Ac"), ("9c", "2c")])
def test_2111_6_a_21_that_is_taken_is_paid_before_anything_else(
    hand: str, up: str, down: str
) -> None:
    """Whatever the dealer has, nothing more is asked or drawn."""
    played = play(GAME, dealt(hand, up, down), "1 stand", tables=TABLE)
    assert (played.won(), played.outcome()) == (1000, "21")
    assert played.dealer == f"{up} {down}"
    assert left(dealt(hand, up, down), "1 stand, 1 decline") == "record/decision-left-over"


@clause(GAME, "2111(6)", "2111 Player(2)(b)", "2111 Player(4)(a)")
@ruling("T1", "T3")
def test_2111_6_a_21_given_up_is_split_after_the_peek_and_is_not_asked_again() -> None:
    cards = dealt("8h 8d 5s", "Kc", "7c", "Th", "Td", "Ts")
    played = play(GAME, cards, "1 split, 1.1 stand, 1.2 stand, 1.3 stand", tables=TABLE)
    assert [played.won(hand=hand) for hand in (1, 2, 3)] == [1000, 1000, -1000]
    assert played.when("action-taken", action="split") < played.when("dealer-peeked")
    assert played.when("dealer-peeked") < played.when("hand-split")
    assert left(cards, "1 split, 1 split, 1.1 stand, 1.2 stand, 1.3 stand") == "action/illegal"


@clause(GAME, "2111(6)", "2111(7)")
@ruling("T3")
@every_row("hand", ["8h 8d 5s", "Ah 4d 6s", "Ah Ad 9s", "7h 7d 7s"])
@every_row(
    ("up", "down", "decisions", "won"),
    [
        ("Kc", "Ac", "1 split", -1000),
        ("Ac", "Kc", "1 split, 1 decline", -1000),
        ("Ac", "Kc", "1 split, 1 insure 500", 0),
        ("Ac", "Tc", "1 split, 1 insure 1", -998),
    ],
)
def test_ruling_t3_a_21_given_up_loses_only_the_original_to_a_blackjack(
    hand: str, up: str, down: str, decisions: str, won: int
) -> None:
    assert main(dealt(hand, up, down), decisions) == won
    code = left(dealt(hand, up, down, "2h", "3h", "4h"), decisions)
    assert code == "record/cards-left-over"


@clause(GAME, "2111(7)")
@ruling("T3", "C0")
@every_row("hand", ["Kh Qd 2s", "2h 5d 9s", "Ah Kd 5s", "5h 5d 9s", "Ah Ad 5s"])
@every_row("up", ["Tc", "Jc", "Qc", "Kc"])
def test_2111_7_the_dealer_looks_under_a_ten(hand: str, up: str) -> None:
    """A blackjack ends the round: nobody surrenders, and hands over 21 lose the whole wager."""
    played = play(GAME, dealt(hand, up, "Ac"), tables=TABLE)
    assert (played.won(), played.outcome()) == (-1000, "dealer blackjack")
    assert list_events(played, "dealer-peeked") == ["dealer-peeked"]
    assert left(dealt(hand, up, "Ac"), "1 split") == "record/decision-left-over"


@clause(GAME, "2111(7)")
@ruling("C0")
@every_row("up", ["2c", "5c", "6c", "9c"])
def test_2111_7_the_dealer_looks_under_nothing_else(up: str) -> None:
    played = play(GAME, dealt("Kh Qd 2s", up, "Ac"), "1 surrender", tables=TABLE)
    assert list_events(played, "dealer-peeked") == []


@clause(GAME, "2111(7)")
@ruling("T3", "C0", "C76", "C83", "C103")
@every_row(
    ("wager", "amount", "with_blackjack", "without"),
    [
        (1000, 500, 0, 500),
        (1000, 1, -998, 999),
        (1000, 333, -334, 667),
        (1001, 500, -1, 501),
        (3, 1, -1, 2),
    ],
)
def test_2111_7_insurance_is_up_to_half_the_original_and_pays_2_to_1(
    wager: int, amount: int, with_blackjack: int, without: int
) -> None:
    # 20 against a blackjack, then against 19.
    insure = f"1 insure {amount}"
    limits = {"main": {"min": 1}}
    assert main(dealt("Kh 8d 2s", "Ac", "Kc"), insure, wager, limits=limits) == with_blackjack
    assert main(dealt("Kh 8d 2s", "Ac", "8c"), f"{insure}, 1 stand", wager) == without


@clause(GAME, "2111(7)")
@ruling("T3", "C76")
@every_row(
    ("decision", "code"),
    [
        ("1 insure", "action/amount"),
        ("1 insure 0", "action/amount"),
        ("1 insure 501", "action/amount"),
        ("1 decline 1", "action/amount"),
        ("2 decline", "action/not-your-turn"),
        ("1 stand", "action/illegal"),
        ("1 split", "action/illegal"),
        ("1 even-money", "action/illegal"),
    ],
)
def test_2111_7_no_other_answer_about_insurance(decision: str, code: str) -> None:
    assert left(dealt("8h 8d 2s", "Ac", "Kc"), decision) == code


@clause(GAME, "2111(7)")
@ruling("C0")
@every_row("up", ["Tc", "Kc", "9c"])
def test_2111_7_insurance_is_offered_with_an_ace_up_only(up: str) -> None:
    assert question(dealt("Kh 8d 2s", up, "7c")) == "1.1 hit stand double"
    assert left(dealt("Kh 8d 2s", up, "7c"), "1 insure 100") == "action/illegal"


@clause(GAME, "2111(7)", "2111 Player(3)")
@ruling("T3")
@every_row("hand", ["Kh Qd 2s", "Kh Kd Ks", "Ah Kd 5s"])
def test_ruling_t3_hands_over_21_are_asked_about_insurance_too(hand: str) -> None:
    cards = dealt(hand, "Ac", "Kc")
    assert question(cards) == "1.1 insure decline"
    assert main(cards, "1 decline") == -1000
    assert main(cards, "1 insure 500") == 0
    assert main(dealt(hand, "Ac", "8c"), "1 insure 500, 1 surrender") == -1000


def five_seats(decisions: str, down: str) -> Played:
    """Seat 1: 21 that asks, 2: 21 that does not, 3: 16, 4: 22, 5: 21 that asks; an ace up."""
    return play(
        GAME,
        f"8h Kh 2h Kd Ah Ac 8d 5d 5s Qd 4d {down} 5h 6s 9s 2d 6d",
        decisions,
        dict.fromkeys(range(1, 6), 1000),
        tables=TABLE,
    )


@clause(GAME, "2111(6)", "2111(7)")
@ruling("T1", "T3", "C65")
def test_2111_7_first_the_21s_then_insurance_then_the_hands_seat_by_seat() -> None:
    """Insurance is not asked of seats 2 and 5, whose 21s have been paid."""
    first = "1 split, 5 stand, 1 insure 500, 3 decline, 4 insure 100"
    played = five_seats(first, "Kc")
    assert asked(played) == [
        *("1.1 split", "5.1 stand"),
        *("1.1 insure", "3.1 decline", "4.1 insure"),
    ]
    nets = {seat: played.nets[seat] - played.won("3-card-bonus", seat) for seat in range(1, 6)}
    assert nets == {1: 0, 2: 1000, 3: -1000, 4: -800, 5: 1000}
    paid = [played.when("wager-settled", seat=seat, wager="main") for seat in (2, 5)]
    assert max(paid) < played.when("action-taken", seat=1, action="insure")


@clause(GAME, "2111(7)")
@ruling("T3")
def test_2111_7_nobody_is_asked_about_insurance_once_all_21s_are_paid() -> None:
    seats = {1: 1000, 2: 500}
    cards = "8h Kh Ac 8d 5d Kc 5h 6s"
    played = play(GAME, cards, "1 stand", seats, tables=TABLE)
    assert (played.won(seat=1), played.won(seat=2)) == (1000, 500)
    assert left(cards, "1 stand, 1 decline", seats) == "record/decision-left-over"


@clause(GAME, "2111 Player(3)(a)")
@ruling("T4")
@every_row(("wager", "won"), [(1000, -500), (1001, -501), (999, -500), (2, -1), (1, -1)])
@every_row("hand", ["Kh Qd 2s", "Ah Kd 5s"])
def test_2111_player_3_a_surrender_costs_half_and_what_is_odd(
    hand: str, wager: int, won: int
) -> None:
    played = play(GAME, dealt(hand), "1 surrender", wager, tables=TABLE)
    assert (played.won(), played.outcome()) == (won, "surrendered")
    assert played.dealer == "9c 8c"  # nothing is drawn for it
    assert left(dealt(hand), "1 surrender 500", wager) == "action/amount"


@clause(GAME, "2111 Player(4)", "2111 Player(3)(a)")
@ruling("T4")
def test_2111_player_4_an_ace_hand_that_was_hit_or_doubled_is_not_over_21_any_more() -> None:
    # A-K-5 counted as 16.
    assert question(dealt("Ah Kd 5s", "9c", "8c", "2h"), "1 hit") == "1.1 hit stand"
    for action in ("surrender", "split", "double"):
        cards = dealt("Ah Kd 5s", "9c", "8c", "2h")
        assert left(cards, f"1 hit, 1 {action}") == "action/illegal"
    assert main(dealt("Ah Kd 5s", "9c", "8c", "2h"), "1 hit, 1 stand") == 1000  # 18
    assert main(dealt("Ah Kd 5s", "9c", "8c", "2h"), "1 double") == 2000
    assert main(dealt("Ah Kd 5s"), "1 stand") == -1000
