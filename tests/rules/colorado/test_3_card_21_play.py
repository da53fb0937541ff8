"""Colorado 30-2111: one hand or three, doubles, every 21 at once, and the dealer.

The dealer has 9-8 unless a test says otherwise; wagers are $10 on each spot where none is given.
"""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado import felt
from tests.rules.colorado.table import THREE_CARD as GAME
from tests.rules.colorado.table import Seats, play, refused

TABLE = {"3-card-bonus": "3"}


def dealt(hand: str, up: str = "9c", down: str = "8c", *drawn: str) -> str:
    """Return the cards of a round of one seat, in the order they leave the shoe."""
    first, second, third = hand.split()
    return " ".join((first, up, second, down, third, *drawn))


def hands(cards: str, decisions: str, seats: Seats = 1000, /, **rest: object) -> dict[int, int]:
    """Return hand -> what the main wager on it gained."""
    played = play(GAME, cards, decisions, seats, tables=TABLE, **rest)
    lines = played.result["settlement"]
    return {line["hand"]: line["net"] for line in lines if line["wager"] == "main"}


def question(cards: str, decisions: str = "", seats: Seats = 1000, /, **rest: object) -> str:
    return felt.question(GAME, cards, decisions, seats, tables=TABLE, **rest)


def left(cards: str, decisions: str, seats: Seats = 1000, /, **rest: object) -> str:
    return refused(GAME, cards, decisions, seats, tables=TABLE, **rest)


@clause(GAME, "2111(3)")
@ruling("C65")
def test_2111_3_two_cards_each_as_in_blackjack_then_a_third_to_every_player() -> None:
    # Seats 2 and 5, listed the other way round: 2-3-4 and 5-6-7.
    seats = {5: 500, 2: 1000}
    played = play(GAME, "2h 5d 9c 3h 6d 8c 4h 7d", "2 stand, 5 stand", seats, tables=TABLE)
    assert (played.hand(seat=2), played.hand(seat=5)) == ("2h 3h 4h", "5d 6d 7d")
    assert played.dealer == "9c 8c"
    assert [e.get("seat") or 0 for e in played.events if e["event"] == "card-dealt"] == [
        *(2, 5, 0),
        *(2, 5, 0),
        *(2, 5),
    ]


@clause(GAME, "2111 Player(2)", "2111")
@ruling("C0")
@every_row(
    ("cards", "decisions", "won"),
    [
        (dealt("Kh 5d 3s"), "1 stand", 1000),  # 18 against 17
        (dealt("Kh 5d 2s"), "1 stand", 0),
        (dealt("Kh 4d 2s"), "1 stand", -1000),
        (dealt("Ah 3d 6s"), "1 stand", 1000),  # soft 20
        (dealt("Kh 4d 2s", "9c", "8c", "4s"), "1 hit, 1 stand", 1000),  # 20
        (dealt("Kh 4d 2s", "9c", "8c", "2h", "Kd"), "1 hit, 1 hit", -1000),  # 28
        (dealt("2h 3d 4s", "9c", "8c", "3s", "4h", "Ah"), "1 hit, 1 hit, 1 hit, 1 stand", 0),
        (dealt("Kh 4d 2s", "6c", "7c", "Kd"), "1 stand", 1000),  # the dealer busts with 23
        (dealt("Kh 4d 2s", "6c", "4c", "Ks"), "1 stand", -1000),  # the dealer draws to 20
        (dealt("Kh 8d 2s", "9c", "2c", "Td"), "1 stand", -1000),  # a dealer 21
    ],
)
def test_2111_player_2_less_than_21_is_played_as_one_blackjack_hand(
    cards: str, decisions: str, won: int
) -> None:
    assert hands(cards, decisions) == {1: won}


@clause(GAME, "2111 Player(2)")
@ruling("T4", "C36", "C76")
@every_row(
    ("amount", "card", "won"),
    [
        ("", "Kh", 2000),  # 21
        ("", "9h", 2000),  # 20
        ("", "6h", 0),  # 17
        ("", "5h", -2000),
        (" 1000", "9h", 2000),
        (" 400", "9h", 1400),
        (" 1", "5h", -1001),
        (" 999", "Kh", 1999),
    ],
)
def test_ruling_t4_three_cards_may_be_doubled_for_less_too(
    amount: str, card: str, won: int
) -> None:
    cards = dealt("2h 3d 6s", "9c", "8c", card)  # 11
    limits = {"main": {"min": 1000, "max": 1000}}  # C102: initial wagers only
    assert hands(cards, f"1 double{amount}", limits=limits) == {1: won}


@clause(GAME, "2111 Player(2)")
@ruling("T4", "C36", "C102")
@every_row(
    ("decisions", "options", "code"),
    [
        ("1 double 0", {}, "action/amount"),
        ("1 double 1001", {}, "action/amount"),
        ("1 double 999", {"double_for_less": False}, "action/amount"),
        ("1 hit, 1 double", {}, "action/illegal"),  # four cards
        ("1 double, 1 hit", {}, "record/decision-left-over"),  # one card only
        ("1 stand 1000", {}, "action/amount"),
    ],
)
def test_ruling_t4_what_is_no_double(decisions: str, options: dict[str, object], code: str) -> None:
    assert left(dealt("2h 3d 6s", "9c", "8c", "6h"), decisions, options=options) == code


@clause(GAME, "2111 Player(2)")
@ruling("C36")
def test_ruling_c36_the_house_may_forbid_doubling_for_less() -> None:
    options = {"double_for_less": False}
    cards = dealt("2h 3d 6s", "9c", "8c", "9h")
    assert hands(cards, "1 double", options=options) == {1: 2000}
    assert hands(cards, "1 double 1000", options=options) == {1: 2000}


@clause(GAME, "2111 Player(2)")
@ruling("T4")
def test_ruling_t4_a_double_that_busts_loses_both() -> None:
    assert hands(dealt("Kh 4d 2s", "9c", "8c", "6h"), "1 double 500") == {1: -1500}


SPLIT = dealt("8h 8d 2s", "9c", "8c", "Th", "3d", "Kd", "9s", "5h")
"""Three hands of 8, 8 and 2: 18, then 11 doubled to 21, then 11 hit to 16."""
SPLIT_PLAY = "1 split, 1.1 stand, 1.2 double, 1.3 hit, 1.3 stand"


@clause(GAME, "2111 Player(2)(a)")
@ruling("T2", "C35", "C82")
def test_2111_player_2_a_a_pair_below_21_makes_three_hands_in_the_order_dealt() -> None:
    played = play(GAME, SPLIT, SPLIT_PLAY, tables=TABLE)
    assert [played.hand(hand) for hand in (1, 2, 3)] == ["8h Th", "8d 3d Kd", "2s 9s 5h"]
    assert [played.line(hand=hand)["stake"] for hand in (1, 2, 3)] == [1000, 2000, 1000]
    assert [played.won(hand=hand) for hand in (1, 2, 3)] == [1000, 2000, -1000]
    # Each hand is finished before the next gets its second card.
    assert played.when("action-taken", hand=1, action="stand") < played.when(
        "card-dealt", hand=2, card="3d"
    )
    assert played.when("wager-settled", hand=2, wager="main") < played.when(
        "card-dealt", hand=3, card="9s"
    )
    assert left(SPLIT, SPLIT_PLAY.replace("1 split", "1 split 2000")) == "action/amount"


@clause(GAME, "2111 Player(2)(a)", "2111 Player(3)(b)")
@ruling("T2", "C102")
@every_row("hand", ["8h 8d 2s", "8h 2d 8s", "Kh 8d 9s", "8h 8d 5s", "Ah Kd 5s"])
def test_2111_player_3_b_two_more_wagers_equal_to_the_original(hand: str) -> None:
    """A pair below 21, a 21, over 21, and an ace that would be: all split alike."""
    # An ace has one card and stands.
    first = "" if hand.startswith("A") else "1.1 stand, "
    decisions = f"1 split, {first}1.2 stand, 1.3 stand"
    limits = {"main": {"max": 1000}}
    won = hands(dealt(hand, "9c", "8c", "5h", "4h", "3h"), decisions, limits=limits)
    assert won == {1: -1000, 2: -1000, 3: -1000}


@clause(GAME, "2111 Player(2)(a)", "2111 Player(3)(b)")
@every_row(("hand", "card"), [("8h 8d 2s", "8s"), ("Kh Qd 2s", "Js"), ("9h 8d 5s", "9d")])
def test_2111_player_2_a_a_pair_in_a_split_hand_is_not_split_again(hand: str, card: str) -> None:
    cards = dealt(hand, "9c", "8c", card)
    assert question(cards, "1 split") == "1.1 hit stand double"
    assert left(cards, "1 split, 1.1 split") == "action/illegal"
    assert left(cards, "1 split, 1.1 surrender") == "action/illegal"


@clause(GAME, "2111 Player(3)(b)")
@ruling("T2", "C35", "C36")
def test_2111_player_3_b_split_hands_are_doubled_on_two_cards_for_less_too() -> None:
    cards = dealt("Kh Qd 2s", "9c", "8c", "9h", "Ts", "9d", "Kc")
    decisions = "1 split, 1.1 stand, 1.2 stand, 1.3 double 250"
    assert hands(cards, decisions) == {1: 1000, 2: 1000, 3: 1250}  # 2-9-K is 21
    for amount in (0, 1001):
        wrong = decisions.replace("250", str(amount))
        assert left(cards, wrong) == "action/amount"
    three = dealt("Kh Qd 2s", "9c", "8c", "2h", "3h")
    assert question(three, "1 split, 1.1 hit") == "1.1 hit stand"  # three cards: no double


@clause(GAME, "2111 Player(2)(a)", "2111 Player(5)")
@ruling("T2", "C0", "C100")
@every_row(
    ("hand", "drawn", "decisions", "won"),
    [
        # stand with one card, 5-K is asked: 16, 20, 15.
        ("Ah Ad 5s", "5h 9h Kh", "1 split, 1.3 stand", {1: -1000, 2: 1000, 3: -1000}),
        # A-K is a 21 and wins 1 to 1; A-A is 12, not split again; 9-8 ties.
        ("Ah Ad 9s", "Kh As 8h", "1 split, 1.3 stand", {1: 1000, 2: -1000, 3: 0}),
        # Three aces.
        ("Ah Ad As", "6h 7h 8h", "1 split", {1: 0, 2: 1000, 3: 1000}),
        # An ace that comes second is a card like any other: 5-A, 3 is 19, 5-2 and 9-8 stand.
        (
            "5h 5d 9s",
            "As 3h 2h 8h",
            "1 split, 1.1 hit, 1.1 stand, 1.2 stand, 1.3 stand",
            {1: 1000, 2: -1000, 3: 0},
        ),
    ],
)
def test_ruling_t2_an_ace_that_starts_a_hand_gets_one_card(
    hand: str, drawn: str, decisions: str, won: dict[int, int]
) -> None:
    assert hands(dealt(hand, "9c", "8c", *drawn.split()), decisions) == won


@clause(GAME, "2111 Player(5)")
@ruling("T2")
@every_row(
    ("hand", "drawn", "decisions", "won"),
    [
        ("Kh 4d 2s", "5h", "1 hit", {1: 1000}),
        ("2h 3d 4s", "2d Kh", "1 hit, 1 hit", {1: 1000}),
        ("2h 3d 6s", "Kh", "1 double", {1: 2000}),
        ("2h 3d 6s", "Kh", "1 double 1", {1: 1001}),
        ("2h 3d 5s", "Ah", "1 double", {1: 2000}),
        ("Kh Qd Js", "Ah As Ad", "1 split", {1: 1000, 2: 1000, 3: 1000}),
        ("Ah Ad As", "Kh Qs Td", "1 split", {1: 1000, 2: 1000, 3: 1000}),
        (
            "8h 8d 8s",
            "3h Th 3d Td 3s Ts",
            "1 split, 1.1 double, 1.2 hit, 1.3 hit",
            {1: 2000, 2: 1000, 3: 1000},
        ),
    ],
)
def test_2111_player_5_every_21_wins_at_once_also_against_a_dealer_21(
    hand: str, drawn: str, decisions: str, won: dict[int, int]
) -> None:
    """Seat 2 stands on 20, so that the dealer draws 9-2-T; the 21s have been paid before."""
    first, second, third = hand.split()
    cards = f"{first} Ks 9c {second} 8d 2c {third} 2h {drawn} Tc"
    played = play(GAME, cards, f"{decisions}, 2 stand", {1: 1000, 2: 1000}, tables=TABLE)
    lines = [x for x in played.result["settlement"] if (x["seat"], x["wager"]) == (1, "main")]
    assert {line["hand"]: line["net"] for line in lines} == won
    assert {line["outcome"] for line in lines} == {"21"}
    assert (played.won(seat=2), played.dealer) == (-1000, "9c 2c Tc")
    assert played.when("wager-settled", seat=1, wager="main") < played.when("action-taken", seat=2)


@clause(GAME, "2111 Player(6)")
@ruling("C0")
@every_row(
    ("soft17", "dealer", "won"),
    [
        ("hit", "6c As 3c", -1000),  # soft 17, then 20
        (None, "6c As 3c", -1000),
        ("stand", "6c As", 1000),
        ("hit", "6c As Tc", 1000),  # hard 17
        ("hit", "7c As", 0),
        ("stand", "2c 4c As", 1000),
        ("hit", "2c 4c As 3c", -1000),
        ("stand", "9c 7c 5c", -1000),
        ("hit", "Tc 6c Tc", 1000),
    ],
)
def test_2111_player_6_the_dealer_completes_his_hand_as_posted(
    soft17: str | None, dealer: str, won: int
) -> None:
    options = {} if soft17 is None else {"soft17": soft17}
    up, down, *drawn = dealer.split()
    cards = dealt("Kh 6d 2s", up, down, *drawn)  # 18
    assert hands(cards, "1 stand", options=options) == {1: won}


@clause(GAME, "2111 Player(6)")
@every_row(
    ("hand", "drawn", "decisions"),
    [
        ("Kh 5d 6s", "", ""),
        ("8h 8d 5s", "", "1 stand"),
        ("Kh Qd 2s", "", "1 surrender"),
        ("Kh 4d 2s", "9h", "1 hit"),
        ("Kh 4d 2s", "9h", "1 double"),
        ("Kh Qd Js", "Ah As 5d 8h", "1 split, 1.3 hit"),  # 21, 21 and a bust
    ],
)
def test_2111_player_6_no_card_is_drawn_when_no_hand_is_left(
    hand: str, drawn: str, decisions: str
) -> None:
    cards = dealt(hand, "6c", "7c", *drawn.split())
    assert play(GAME, cards, decisions, tables=TABLE).dealer == "6c 7c"
    assert left(f"{cards} 5h", decisions) == "record/cards-left-over"


@clause(GAME, "2111 Player(6)")
def test_2111_player_6_one_bust_hand_of_three_is_lost_whatever_the_dealer_draws() -> None:
    # 2-K-K busts, K-9 and Q-8 stand; the dealer busts with 25.
    cards = dealt("2h Kd Qd", "6c", "9c", "Kh", "Ks", "9d", "8d", "Tc")
    decisions = "1 split, 1.1 hit, 1.2 stand, 1.3 stand"
    played = play(GAME, cards, decisions, tables=TABLE)
    assert [played.won(hand=hand) for hand in (1, 2, 3)] == [-1000, 1000, 1000]
    assert played.when("wager-settled", hand=1, wager="main") < played.when("action-taken", hand=2)
