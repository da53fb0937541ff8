"""Colorado 30-2112: Pai Jacks, the bonus, the dealer's house way, and hand against hand."""

from __future__ import annotations

from itertools import permutations

from pitboss.cards import format_cards
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events, total
from tests.rules.colorado.table import Seats, play, refused, settled_in_order
from tests.rules.table import Played

GAME = "co/pai-jack"
DEALER = "7s 2c 6c Js Ts"
"""19 and 16: ten-7-2 and ten-6."""
DEALER_BUST = "Ks Qc Js 9c 9s"
DEALER_PAI_JACK = "As Kc Qs 5c 5s"
HAND = "8d 6d Jh Ad 3h"
PAI_JACK = "Ah Kd Qh 2h 3d"
BUST = "Kh Qd Jh 9d 9h"

SUPER = "Super Pai Jack (J,J,J,J+A)"
ROYAL = "Royal Pai Jack (A, K, Q, Suited)"
JACK = "Jack Pai Jack (J, J, A)"
PLAIN = "Pai Jack (Any two 10 valued card and Ace)"
PAYS = {
    "1": {SUPER: 500, ROYAL: 15, JACK: 8, PLAIN: 6},
    "2": {SUPER: 500, ROYAL: 50, JACK: 12, PLAIN: 5},
    "3": {SUPER: 500, ROYAL: 50, JACK: 10, PLAIN: 5},
    "4": {SUPER: 1000, ROYAL: 30, JACK: 12, PLAIN: 5},
}


def set_as(hand: str, low: str, dealer: str = DEALER, seats: Seats = 1000) -> Played:
    return play(GAME, f"{hand} {dealer}", f"1 set {low}" if low else "", seats)


# 2112(5), (12): Pai Jacks and the bonus.


@clause(GAME, "2112(5)", words="paid 3 to 2, the bonus bet by its posted table")
@ruling("C27")
@every_row("dealer", [DEALER, DEALER_BUST, DEALER_PAI_JACK])
def test_2112_5_a_pai_jack_is_paid_3_to_2_before_the_dealers_hand_is_seen(dealer: str) -> None:
    played = set_as(PAI_JACK, "", dealer)
    assert (played.net, played.outcome()) == (1500, "Pai Jack")
    assert played.when("wager-settled") < played.when("dealer-shown")
    low = "1 set 2h 3d"
    assert refused(GAME, f"{PAI_JACK} {dealer}", low) == "record/decision-left-over"


@clause(GAME, "2112(5)", words="paid 3 to 2, the bonus bet by its posted table")
@ruling("C40", "C100")
@every_row(
    ("wager", "rounding", "won", "remainder"),
    [
        (1000, None, 1500, None),
        (1001, None, 1501, "1/2"),
        (1001, "down", 1501, "1/2"),
        (1001, "up", 1502, "-1/2"),
        (1, "down", 1, "1/2"),
    ],
)
def test_2112_5_half_a_cent_of_3_to_2(
    wager: int, rounding: str | None, won: int, remainder: str | None
) -> None:
    options = {} if rounding is None else {"rounding": rounding}
    played = play(GAME, f"{PAI_JACK} {DEALER}", "", wager, options=options)
    assert (played.net, played.line().get("remainder")) == (won, remainder)


@clause(GAME, "2112(5)", words="An ace with any two ten-value cards is a Pai Jack")
@every_row(
    ("hand", "is_one"),
    [
        ("Ah Th Jd 4h 4d", True),
        ("Ah Kh Kd 9h 9d", True),
        ("2h 3d Qh Td Ad", True),
        ("Ah Ad Ac Kh Qd", True),
        ("Th Td Kh Kd Ah", True),
        ("Ah Ad Kh 9d 9h", False),  # one ten-value
        ("Kh Kd Qh 2d 3d", False),  # no ace
    ],
)
def test_2112_5_an_ace_with_any_two_ten_values(hand: str, *, is_one: bool) -> None:
    for cards in list(permutations(hand.split()))[::13]:
        played = f"{' '.join(cards)} {DEALER}"
        if is_one:
            assert play(GAME, played).net == 1500
        elif "A" in hand:
            assert refused(GAME, played) == "record/decision-missing"
        else:
            assert play(GAME, played).outcome() == "bust"


BONUS_HANDS = [
    ("Jh Jd Jc Js Ah", SUPER),
    ("Ah Kh Qh 2d 3d", ROYAL),
    ("Ad Kd Qd Ah Kh", ROYAL),
    ("Ah Kh Qh Jh Th", ROYAL),
    ("Ah Kh Qh Jd Jh", ROYAL),  # C27: the higher pay of two
    ("Ah Jh Jd 2d 3d", JACK),
    ("Ah Jh Jd Jc 3d", JACK),
    ("Ah Kh Qd Jd Jh", JACK),  # A-K-Q, but not suited
    ("Ah Kh Qd 2d 3d", PLAIN),
    ("Ah Kd Qd 2d 3d", PLAIN),
    ("Ah Jd Th 2d 3d", PLAIN),
    ("Ah Td Th 2d 3d", PLAIN),
    ("Jh Jd Jc Js 2d", None),  # no ace
    ("Kh Qh Jh 9d 9h", None),
]


@clause(GAME, "2112(5)", words="paid 3 to 2, the bonus bet by its posted table")
@clause(GAME, "2112(12)")
@ruling("C27")
@every_row("table", PAYS)
@every_row(("hand", "row"), BONUS_HANDS)
def test_2112_12_the_bonus_pays_the_highest_that_the_cards_contain(
    hand: str, row: str | None, table: str
) -> None:
    """Whatever the dealer has; the dealer's 7-2-6 and two ten-values are none of these cards."""
    for dealer in ("7s 2c 6c Ks Ts", "As Kc Qs 5c 5s"):
        played = play(
            GAME,
            f"{hand} {dealer}",
            "",
            "1000, pai-jack-bonus 300",
            tables={"pai-jack-bonus": table},
        )
        won = PAYS[table][row] * 300 if row else -300
        assert played.won("pai-jack-bonus") == won
        assert played.outcome("pai-jack-bonus") == (row or "lose")
        assert played.net == won + (1500 if row else -1000)


@clause(GAME, "2112(5)", words="paid 3 to 2, the bonus bet by its posted table")
@clause(GAME, "2112(12)")
@ruling("C27", "C95")
def test_2112_5_a_bonus_without_a_pai_jack_loses_before_anybody_sets() -> None:
    played = play(
        GAME,
        f"{HAND} {PAI_JACK} {DEALER}",
        "1 set 8d Jh",
        {1: "1000, pai-jack-bonus 100", 2: "1000, pai-jack-bonus 100"},
        tables={"pai-jack-bonus": "1"},
    )
    assert (played.won("pai-jack-bonus", 1), played.won("pai-jack-bonus", 2)) == (-100, 600)
    assert played.nets == {1: 900, 2: 2100}
    events = list_events(played, "wager-settled", "action-taken")
    assert events.index("action-taken 1 set") == 3
    assert settled_in_order(played)[1:3] == [(2, "pai-jack-bonus"), (1, "pai-jack-bonus")]


# 2112(8), (9): the dealer's hand.


def dealers(cards: str, hand: str = PAI_JACK) -> tuple[str, ...]:
    """Return the ranks of the dealer's high and low hand, sorted; ten-values are T."""
    state = play(GAME, f"{hand} {cards}").replay.round.state
    low = format_cards(state.dealer_low).split()
    high = [card for card in cards.split() if card not in low]
    ranks = [["T" if card[0] in "TJQK" else card[0] for card in cards] for cards in (high, low)]
    return tuple("".join(sorted(hand_ranks)) for hand_ranks in ranks)


@clause(GAME, "2112(9)(b)", "2112(9)(b) ties", "2112(9)(b) examples")
@ruling("P1")
@every_row(
    ("cards", "high", "low"),
    [
        ("Ts 8c 3s Tc 6c", "38T", "6T"),  # as printed: 21 and 16
        ("Ts 7c 5s 4c 2c", "47T", "25"),  # as printed: 21 and 7
        ("Ts 9c 5s 4c As", "45A", "9T"),  # as printed: 20 and 19
        ("As Kc 6s 6c 7c", "7AT", "66"),  # P1: 6-6-7 is 19, but A-K outranks it
        ("9s 9c 8s 7c 4s", "489", "79"),  # 21 and 16
    ],
)
def test_2112_9_b_the_house_way(cards: str, high: str, low: str) -> None:
    for order in list(permutations(cards.split()))[::17]:
        assert dealers(" ".join(order)) == (high, low)


@clause(GAME, "2112(8)")
def test_2112_8_the_dealer_shows_his_cards_when_all_have_set() -> None:
    played = play(
        GAME,
        f"{HAND} 4d 5h 2h 9d Kh {DEALER}",
        "1 set 8d Jh, 2 set 4d 5h",
        {1: 1000, 2: 1000},
    )
    assert list_events(played, "action-taken", "hand-set", "dealer-shown", "wager-settled") == [
        *("action-taken 1 set", "hand-set 1", "action-taken 2 set", "hand-set 2"),
        *("dealer-shown", "hand-set"),
        *("wager-settled 2 main", "wager-settled 1 main"),
    ]


@clause(GAME, "2112(9)(a)")
@ruling("P4")
@every_row("dealer", [DEALER_PAI_JACK, "As Ac Ks Qc 9c", "As Ts Jc 2c 4c"])
def test_2112_9_a_a_dealer_pai_jack_takes_every_main_wager_bust_hands_too(dealer: str) -> None:
    cards = f"{HAND} Kh Qd Th 9d 9h {dealer}"
    tables = {"pai-jack-bonus": "1"}
    bets = {1: "1000, tip main 7", 2: "500, pai-jack-bonus 1"}
    played = play(GAME, cards, "1 set 8d Jh", bets, tables=tables)
    assert played.nets == {1: -1000, 2: -501}
    assert {played.outcome(seat=seat) for seat in (1, 2)} == {"dealer Pai Jack"}
    assert played.won("tip:main") == -7


@clause(GAME, "2112(9)(a)")
def test_2112_9_a_the_dealers_pai_jack_is_his_high_hand() -> None:
    # A-5-5 would leave K-Q.
    hand = "Ah Kd Qh 2h 3d"
    assert dealers(DEALER_PAI_JACK, hand) == ("ATT", "55")


@clause(GAME, "2112(9)(a)")
def test_2112_9_a_even_21_and_21_lose_to_it() -> None:
    assert set_as("9h 8d 4h Ah Td", "Ah Td", DEALER_PAI_JACK).net == -1000


@clause(GAME, "2112(10)", "2112(11)(h)")
@ruling("P4")
@every_row("dealer", [DEALER_BUST, "Ks Qs Js 2c 3c", "Ts Tc Js Ks 9c"])
def test_2112_10_a_dealer_bust_pushes_every_main_wager_bust_hands_too(dealer: str) -> None:
    """Seat 1 has set, 2 is bust, 3 has been paid its Pai Jack; from the dealer's right."""
    bust = "9d 8h Qd Th 9h"
    played = play(
        GAME,
        f"{HAND} {bust} Ah Kd Qh 2h 3d {dealer}",
        "1 set 8d 6d",
        {1: "1000, tip main 50", 2: 1000, 3: 1000},
    )
    assert played.nets == {1: 0, 2: 0, 3: 1500}
    assert [played.outcome(seat=seat) for seat in (1, 2)] == ["push", "push"]
    assert played.won("tip:main") == 0
    mains = [seat for seat, wager in settled_in_order(played) if wager == "main"]
    assert mains == [3, 2, 1]


# 2112(11): hand against hand.

ROWS = [
    # High and low as the player sees it against 19 and 16; how the hand is set; what it wins.
    ("win", "win", "8d 6d Jh Ad 3h", "8d Jh", 1),  # 20, 18
    ("win", "tie", "9h Ah 9d Qd 7h", "9h 7h", 1),  # 20, 16
    ("tie", "win", "8d 6d Jh Ad 3h", "8d Ad", 1),  # 19, 19
    ("lose", "lose", "8d 6d Jh Ad 3h", "8d 6d", -1),  # 14, 14
    ("tie", "lose", "8d 6d Jh Ad 3h", "6d 3h", -1),  # 19, 9
    ("lose", "tie", "6d 8h Qd 7h 3d", "6d Qd", -1),  # 18, 16
    ("tie", "tie", "Qh 6d 7h 8h 4h", "Qh 6d", 0),  # 19, 16
    ("win", "lose", "4d 5h 2h 9d Kh", "4d 5h", 0),  # 21, 9
    ("lose", "win", "6d 8h Qd 7h 3d", "Qd 7h", 0),  # 17, 17
]


@clause(GAME, "2112(11)", "2112(11) table")
@clause(GAME, "2112(11)(a)", "2112(11)(b)", "2112(11)(c)", "2112(11)(d)", "2112(11)(e)")
@clause(GAME, "2112(11)(f)")
@ruling("P4")
@every_row(("high", "low", "hand", "set_low", "won"), ROWS)
@every_row("wager", [1000, 333])
def test_2112_11_the_nine_rows_of_the_table(
    high: str, low: str, hand: str, set_low: str, won: int, wager: int
) -> None:
    rest = " ".join(card for card in hand.split() if card not in set_low)
    results = []
    for mine, dealers_total in ((total(rest), 19), (total(set_low), 16)):
        results.append("win" if mine > dealers_total else "lose" if mine < dealers_total else "tie")
    assert results == [high, low], "the row is played as it says"
    played = set_as(hand, set_low, DEALER, wager)
    assert played.net == won * wager
    assert played.outcome() == {1: "win", 0: "push", -1: "lose"}[won]


@clause(GAME, "2112(11)(g)")
def test_2112_11_g_a_bust_loses_to_a_dealer_who_has_not_bust() -> None:
    played = set_as(BUST, "")
    assert (played.net, played.outcome()) == (-1000, "bust")
    assert played.when("dealer-shown") < played.when("wager-settled", wager="main")


@clause(GAME, "2112(6)(b)", "2112(11)")
@ruling("P4")
@every_row(
    ("hand", "low", "won"),
    [
        ("9h 8d 4h Ah Td", "Ah Td", 0),  # 21 and 21
        ("7h 7d 7c Ah Td", "Ah Td", 0),
        ("Ad 3h 7h Ah Td", "Ah Td", 0),
        ("Th 9h 2d 8d 3d", "8d 3d", -1000),  # 21 and 11
        ("Th 9h 2d Ad 9d", "Ad 9d", -1000),  # 21 and 20
    ],
)
def test_ruling_p4_only_totals_count(hand: str, low: str, won: int) -> None:
    """The dealer has 21 and 21, 9-8-4 above A-K: an ace and a ten there are a 21 like any other."""
    assert set_as(hand, low, "As Kc 9s 8c 4s").net == won


@clause(GAME, "2112(11)")
def test_2112_11_several_seats_are_settled_each_for_itself() -> None:
    cards = f"{HAND} 4d 5h 2h 9d Kh Kd Qd Jd 9h 8h {DEALER}"
    seats = {1: 1000, 2: 700, 4: 300}
    played = play(GAME, cards, "1 set 8d Jh, 2 set 4d 5h", seats)
    assert played.nets == {1: 1000, 2: 0, 4: -300}
    assert settled_in_order(played) == [(4, "main"), (2, "main"), (1, "main")]
