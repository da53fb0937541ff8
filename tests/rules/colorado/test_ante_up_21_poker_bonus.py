"""Colorado 30-2106(8), (14): the Poker Bonus on the first two cards, Schedules A to D."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import total
from tests.rules.colorado.table import play, refused, settled_in_order
from tests.rules.table import Played

GAME = "co/ante-up-21"
WAGER = "poker-bonus"

ROWS = (
    "Three Ace of Spades",
    "Three Aces, same suit (hearts, diamonds, clubs)",
    "Three of a Kind, same suit",
    "Three Aces, not suited",
    "Three of a Kind",
    "Pair of Suited Aces",
    "Pair of Aces (not suited)",
    "Suited Pair",
    "Pair (not suited)",
)
SCHEDULES = {
    "A": (5000, 1000, 250, 100, 40, 30, 10, 15, 5),
    "B": (5000, 2500, 500, 150, 50, 30, 15, 10, 3),
    "C": (10000, 5000, 500, 150, 50, 25, 10, 5, 3),
    "D": (5000, 2500, 750, 200, 50, 25, 10, 5, 3),
}
"""2106(14)(b): what each row pays to 1."""

HANDS = [
    # The player's two cards, the up card.
    ("As As As", 0),
    ("Ah Ah Ah", 1),
    ("Ad Ad Ad", 1),
    ("Ac Ac Ac", 1),
    ("7h 7h 7h", 2),
    ("2s 2s 2s", 2),
    ("Kd Kd Kd", 2),
    ("As As Ah", 3),
    ("As Ah As", 3),
    ("Ah Ad Ac", 3),
    ("Ah Ah Ad", 3),
    ("7h 7h 7d", 4),  # a suited pair, and three of a kind with the up card
    ("7h 7d 7h", 4),
    ("Ks Kh Kd", 4),
    ("As As 7s", 5),
    ("Ah Ah Kh", 5),
    ("As Ah 7s", 6),
    ("Ad Ac Kh", 6),
    ("7h 7h As", 7),
    ("Ts Ts Js", 7),
    ("7h 7d 8s", 8),
    ("2c 2d Ac", 8),
    ("Qs Qh Kh", 8),
]

LOSING = [
    "7h 8h 9h",  # 2106(1)(b): a straight flush counts for nothing
    "7h Kd 7s",  # C18: a pair with the up card is none
    "Kd 7h 7h",
    "As Kd Ah",
    "Ah 2d Ah",
    "Kh Qh Ah",
    "Th Kd Tc",
    "Kh Qd 9s",  # of equal value, but no pair
    "Ts Js 7s",
    "2h 4d 7c",
]

REST = {
    "2": "Td 5d",
    "3": "Td 4d",
    "4": "Td 3d",
    "5": "Td 2d",
    "6": "Td Ad",
    **dict.fromkeys("789", "Td"),
    **dict.fromkeys("TJQK", "7d"),
    "A": "8d",
}
"""Up card -> the down card and what the dealer draws: 17 to 19."""


def bonus(hand: str, schedule: str = "B", stake: int = 500, /, **rest: object) -> Played:
    """Fold the ante and stand on two cards, with the up card named third."""
    first, second, up = hand.split()
    down, *drawn = REST[up[0]].split()
    blackjack = total(f"{first} {second}") == 21
    decisions = ["1 fold", *(["1 decline"] if up[0] == "A" else [])]
    decisions += [] if blackjack else ["1 stand"]
    cards = " ".join([first, up, second, down, *([] if blackjack else drawn)])
    bets = f"1000, ante 300, {WAGER} {stake}"
    played = play(GAME, cards, ", ".join(decisions), bets, tables={WAGER: schedule}, **rest)
    assert played.won("ante") == -300
    assert played.net == played.won() - 300 + played.won(WAGER)
    return played


@clause(GAME, "2106(14)", "2106(14)(b)", "2106(8)(a)", "2106(8)(b)", "2106(2)(b)", "2106(4)")
@ruling("C18")
@every_row("schedule", SCHEDULES)
@every_row(("hand", "row"), HANDS)
def test_2106_14_b_every_row_of_every_schedule(schedule: str, hand: str, row: int) -> None:
    assert bonus(hand, schedule).line(WAGER) == {
        "seat": 1,
        "hand": 1,
        "wager": WAGER,
        "stake": 500,
        "outcome": ROWS[row],
        "net": 500 * SCHEDULES[schedule][row],
    }


@clause(GAME, "2106(8)(b)", "2106(1)(b)", "2106(4)")
@ruling("C18")
@every_row("hand", LOSING)
def test_2106_8_b_every_other_hand_loses(hand: str) -> None:
    for schedule in SCHEDULES:
        played = bonus(hand, schedule)
        assert (played.won(WAGER), played.outcome(WAGER)) == (-500, "lose")


@clause(GAME, "2106(8)(b)", "2106(14)(b)")
@ruling("C18")
@every_row("first", ["As", "Ah", "7h", "Kc"])
def test_2106_8_b_one_first_card_with_every_second_and_many_up_cards(first: str) -> None:
    """Judged again by hand, in Schedule D: all 52 second cards, four up cards alike, two not."""
    ups = [f"{first[0]}{suit}" for suit in "shdc"] + ["9s", "5h"]
    for second in (rank + suit for rank in "A23456789TJQK" for suit in "shdc"):
        for up in ups:
            alike = first[0] == second[0]
            three = alike and up[0] == first[0]
            suited = first == second and (not three or up == first)
            if not alike:
                pay = -1
            elif first[0] == "A":
                most = 5000 if first == "As" else 2500
                pay = (most if suited else 200) if three else 25 if suited else 10
            else:
                pay = (750 if suited else 50) if three else 5 if suited else 3
            assert bonus(f"{first} {second} {up}", "D").won(WAGER) == 500 * pay, (second, up)


@clause(GAME, "2106(4)", "2106(8)(b)")
@ruling("C18")
def test_2106_4_neither_the_down_card_nor_later_cards_count() -> None:
    """7-7 against 8 with a seven under it; then a third seven is hit."""
    bets = f"1000, ante 300, {WAGER} 100"
    tables = {WAGER: "A"}
    played = play(GAME, "7h 8c 7d 7s 7c Tc", "1 bet, 1 hit", bets, tables=tables)
    assert played.outcome(WAGER) == "Pair (not suited)"
    assert played.won(WAGER) == 500


@clause(GAME, "2106(8)", "2106(9)")
def test_2106_8_it_is_settled_before_anything_else_happens() -> None:
    seats = dict.fromkeys((1, 2), f"1000, ante 300, {WAGER} 100")
    cards = "7h Kh Ac 7d 9d Kc"
    decisions = "1 bet, 2 fold, 1 insure 500, 2 decline"
    played = play(GAME, cards, decisions, seats, tables={WAGER: "A"})
    settled = [played.when("wager-settled", seat=seat, wager=WAGER) for seat in (1, 2)]
    assert max(settled) < played.when("action-taken")
    assert sorted(settled_in_order(played)[:2]) == [(1, WAGER), (2, WAGER)]
    # Paid, or collected, whatever the dealer's blackjack does to the rest: the pair beats A-K.
    assert played.nets == {1: 500 - 1000 + 1000 + 300, 2: -100 - 1000 - 300}


@clause(GAME, "2106(8)", "2106(9)(b)")
def test_2106_8_a_fold_afterwards_takes_nothing_back() -> None:
    played = play(
        GAME, "7h 9c 7d 8c", "1 fold, 1 stand", f"1000, ante 300, {WAGER} 100", tables={WAGER: "C"}
    )
    assert played.net == 300 - 300 - 1000


@clause(GAME, "2106(1)", words="the Poker Bonus Edition with six only")
@clause(GAME, "2106(2)(a)")
@ruling("C93")
@every_row("schedule", SCHEDULES)
def test_2106_1_the_poker_bonus_edition_needs_six_decks(schedule: str) -> None:
    tables = {WAGER: schedule}
    cards = "Kh 9c Qd 8c"
    decisions = "1 fold, 1 stand"
    for decks in (None, 6):
        assert play(GAME, cards, decisions, "1000, ante 300", tables=tables, decks=decks).net == 700
    code = refused(GAME, cards, decisions, "1000, ante 300", tables=tables, decks=2)
    assert code == "option/conflict"


@clause(GAME, "2106(2)(a)", "2106(5)")
@ruling("C6")
def test_2106_2_a_it_is_optional_and_needs_an_ante() -> None:
    tables = {WAGER: "A"}
    code = refused(GAME, "Kh 9c Qd 8c", "1 stand", f"1000, {WAGER} 100", tables=tables)
    assert code == "wager/needs-main"
    assert refused(GAME, "Kh 9c Qd 8c", "", f"{WAGER} 100", tables=tables) == "wager/needs-main"
    code = refused(GAME, "Kh 9c Qd 8c", "1 bet", f"ante 300, {WAGER} 100", tables=tables)
    assert code == "wager/needs-main"
    assert play(GAME, "Kh 9c Qd 8c", "1 stand", 1000, tables=tables).net == 1000


@clause(GAME, "2106(14)", "2106(2)(b)", how="judged")
@ruling("C93", how="judged")
@every_row("schedule", ["E", "a", "1", "AB", ""])
def test_2106_14_there_are_four_schedules_and_no_other(schedule: str) -> None:
    code = refused(GAME, "Kh 9c Qd 8c", "1 stand", tables={WAGER: schedule})
    assert code == "option/invalid"


@clause(GAME, "2106(2)(a)", how="judged")
@ruling("C93", how="judged")
def test_2106_2_a_without_a_schedule_it_is_not_offered() -> None:
    bets = f"1000, ante 300, {WAGER} 100"
    assert refused(GAME, "Kh 9c Qd 8c", "1 fold, 1 stand", bets) == "wager/not-offered"
    assert refused(GAME, "Kh 9c Qd 8c", "1 stand", tables={"ante": "A"}) == "wager/not-offered"


@clause(GAME, "2106(6)", "2106(2)(a)")
@ruling("C61")
def test_2106_6_no_tip_stands_on_the_poker_bonus() -> None:
    bets = f"1000, ante 300, {WAGER} 100, tip {WAGER} 10"
    code = refused(GAME, "7h 9c 7d 8c", "1 fold, 1 stand", bets, tables={WAGER: "A"})
    assert code == "wager/not-offered"


@clause(GAME, "2106(2)(a)", "2106(14)(b)")
@ruling("C96", "C102")
def test_2106_2_a_odd_amounts_and_the_posted_limits() -> None:
    for stake in (1, 7, 333):
        assert bonus("7h 7d 8s", "A", stake).won(WAGER) == 5 * stake
        assert bonus("7h 8d 9s", "A", stake).won(WAGER) == -stake
    limits = {WAGER: {"min": 100, "max": 2500}}
    for stake in (100, 2500):
        assert bonus("7h 7d 8s", "A", stake, limits=limits).won(WAGER) == 5 * stake
    for stake in (99, 2501):
        bets = f"1000, ante 300, {WAGER} {stake}"
        code = refused(GAME, "7h 9c 7d 8c", "", bets, tables={WAGER: "A"}, limits=limits)
        assert code == "wager/off-limits"


@ruling("C74", how="judged")
def test_2106_8_a_the_chosen_scale_is_paid_without_a_limit() -> None:
    bets = f"1000, ante 300, {WAGER} 100"
    rest = {"tables": {WAGER: "A"}, "limits": {WAGER: {"aggregate": 100_000}}}
    assert refused(GAME, "7h 9c 7d 8c", "", bets, **rest) == "option/conflict"
