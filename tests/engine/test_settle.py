"""Every way in which a main wager, its tip and its insurance are settled, line by line.

`tests/rules` shows each clause; here whole settlements are compared, so that no line is missing,
in another order, or off by a cent.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import HandBusted, WagerSettled
from tests.own_games import OwnGame
from tests.rules.colorado.table import SWITCH
from tests.rules.colorado.table import play as play_colorado
from tests.rules.table import ILANI, REFERENCE, V002, WA, Played, play

Line = tuple[int, int, str, int, str, int]
"""Seat, hand, wager, stake, outcome, and what the wager gained."""


def lines(played: Played) -> list[Line]:
    """Return the settlement of a round, in its order."""
    names = ("seat", "hand", "wager", "stake", "outcome", "net")
    return [tuple(line[name] for name in names) for line in played.result["settlement"]]


def main(outcome: str, stake: int, net: int, seat: int = 1, hand: int = 1) -> Line:
    return seat, hand, "main", stake, outcome, net


def tip(outcome: str, stake: int, net: int, hand: int = 1) -> Line:
    return 1, hand, "tip:main", stake, outcome, net


def settled(played: Played) -> list[WagerSettled]:
    """Return the events that settle wagers."""
    return [event for event in played.replay.round.events if isinstance(event, WagerSettled)]


WASHINGTON: dict[str, tuple[str, str, Any, list[Line]]] = {
    "a win, a push and a loss": (
        "Ks Ks Ks 9c 9d 8d 7d 9c",  # 19, 18 and 17 against 18
        "1 stand, 2 stand, 3 stand",
        {1: 1000, 2: 500, 3: 300},
        [main("win", 1000, 1000), main("push", 500, 0, 2), main("lose", 300, -300, 3)],
    ),
    "a dealer bust": ("Ks 6c 4d Kc 9d", "1 stand", 700, [main("win", 700, 700)]),
    "a bust": ("Ks 9c 6d 8c 9h", "1 hit", 525, [main("bust", 525, -525)]),
    "a blackjack": ("As 9c Kd 8c", "1 take-blackjack", 500, [main("blackjack", 500, 750)]),
    "a rescue": (
        "5s 9c 6d 8c 2h",
        "1 double 500, 1 rescue",
        1000,
        [main("rescued", 1500, -1000)],
    ),
    "a surrender of an odd wager": (
        "Ks 9c 6d 8c",
        "1 surrender",
        525,
        [main("surrendered", 525, -263)],
    ),
    "a plain 21": ("7s 9c 4d 8c Kh", "1 hit", 500, [main("21", 500, 500)]),
    "a 21 that was doubled": ("7s 9c 4d 8c Kh", "1 double", 525, [main("21", 1050, 1050)]),
    "7-7-7 that was doubled": ("7s 9c 7d 8c 7h", "1 double", 500, [main("21", 1000, 1000)]),
    "7-7-7 of mixed suits": (
        "7s 9c 7d 8c 7h",
        "1 hit",
        500,
        [main("7-7-7 of mixed suits", 500, 750)],
    ),
    "five cards": (
        "2s 9c 3d 8c 4h 5h 7h",
        "1 hit, 1 hit, 1 hit",
        500,
        [main("5 card 21", 500, 750)],
    ),
    "a Super Bonus of $25": (
        "7h 7d 7h Kh 7h",
        "1 hit",
        2500,
        [main("7-7-7 of same suit", 2500, 5000), (1, 1, "super-bonus", 0, "won", 500_000)],
    ),
    "a Super Bonus below $25": (
        "7h 7d 7h Kh 7h",
        "1 hit",
        2400,
        [main("7-7-7 of same suit", 2400, 4800), (1, 1, "super-bonus", 0, "won", 100_000)],
    ),
    "suited sevens against an eight": (
        "7h 8d 7h Kh 7h",
        "1 hit",
        2500,
        [main("7-7-7 of same suit", 2500, 5000)],
    ),
    "mixed sevens against a seven": (
        "7h 7d 7s Kh 7h",
        "1 hit",
        2500,
        [main("7-7-7 of mixed suits", 2500, 3750)],
    ),
    "insurance that wins": (
        "Ks Ac 9d Kc",
        "1 insure 250",
        500,
        [
            (1, 1, "insurance", 250, "dealer blackjack", 500),
            main("dealer blackjack", 500, -500),
        ],
    ),
    "insurance that loses": (
        "Ks Ac 9d 8c",
        "1 insure 250, 1 stand",
        500,
        [(1, 1, "insurance", 250, "no dealer blackjack", -250), main("push", 500, 0)],
    ),
    "insurance of one seat of two": (
        "Ks Ks Ac 9d 9d 8c",
        "1 decline, 2 insure 100, 1 stand, 2 stand",
        {1: 500, 2: 500},
        [
            (2, 1, "insurance", 100, "no dealer blackjack", -100),
            main("push", 500, 0),
            main("push", 500, 0, 2),
        ],
    ),
    "a dealer 21 of three cards": ("Ks 9c Kd 5c 7d", "1 stand", 500, [main("lose", 500, -500)]),
    "suited sevens that were doubled": (
        "7h 7d 7h Kh 7h",
        "1 double",
        2500,
        [main("21", 5000, 5000)],
    ),
    "a bust hand of a paid split, taken at once": (
        "8s 9c 8d 8c Kh Kd Kc",
        "1 split, 1 hit, 1.2 stand",
        500,
        [main("bust", 500, -500), main("win", 500, 500, hand=2)],
    ),
    "a loser and a blackjack kept against a dealer blackjack": (
        "9s As Kc 9d Kd Ac",
        "2 keep-blackjack",
        {1: 300, 2: 500},
        [main("dealer blackjack", 300, -300), main("blackjack", 500, 750, 2)],
    ),
    "a blackjack kept against a dealer blackjack": (
        "As Kc Kd Ac",
        "1 keep-blackjack",
        500,
        [main("blackjack", 500, 750)],
    ),
}


@pytest.mark.parametrize("case", WASHINGTON)
def test_washington_settles(case: str) -> None:
    cards, decisions, seats, wanted = WASHINGTON[case]
    assert lines(play(WA, cards, decisions, seats)) == wanted


def test_a_split_hand_wins_the_bonus_21_of_its_game_and_never_the_super_bonus() -> None:
    """GR10: three suited sevens against a seven, after a split."""
    cards = "7h 7d 7h Kh 7h 7h 9c"
    decisions = "1 split, 1 hit, 1.2 stand"
    assert lines(play(WA, cards, decisions, 2500)) == [
        main("7-7-7 of same suit", 2500, 5000),
        main("lose", 2500, -2500, hand=2),
    ]


def test_a_part_of_a_cent_is_recorded_and_each_pay_is_written() -> None:
    """Ruling C40; the pay is what the table says aloud."""
    rows = {
        "7s 9c 7d 8c 7h": ("1 hit", (787, Fraction(1, 2), "3 to 2")),
        "Ks 9c 9d 9c": ("1 stand", (525, 0, "1 to 1")),
        "Ks 9c 8d 9c": ("1 stand", (0, 0, "")),
    }
    for cards, (decisions, wanted) in rows.items():
        (event,) = settled(play(WA, cards, decisions, 525))
        assert (event.net, event.remainder, event.pays) == wanted
    _, tipped = settled(play_colorado(PLUS_3, "Ah 9c Kd 8c", "", "1000, tip 101"))
    assert (tipped.net, tipped.remainder) == (151, Fraction(1, 2))


def test_a_dealer_blackjack_takes_hands_and_pushes_blackjacks() -> None:
    """Reference R5, R6: without a peek it takes doubled and split wagers whole."""
    assert lines(play(REFERENCE, "As Ks Kc Kd 9d Ac", "", {1: 500, 2: 300})) == [
        main("dealer blackjack", 300, -300, 2),  # hands are taken from the right
        main("push", 500, 0),
    ]
    late = play(
        REFERENCE,
        "8s Kc 8d Ac 3h Kh 9h",
        "1 split, 1 double, 1.2 stand",
        500,
        options={"peek": False},
    )
    assert lines(late) == [
        main("dealer blackjack", 1000, -1000),
        main("dealer blackjack", 500, -500, hand=2),
    ]
    three = play(REFERENCE, "9s As 9s Kc 9d Kd 9d Ac", "", {1: 500, 2: 300, 3: 200})
    assert sorted(lines(three)) == [
        main("dealer blackjack", 500, -500),
        main("push", 300, 0, 2),
        main("dealer blackjack", 200, -200, 3),
    ]
    split = play(
        REFERENCE,
        "8s Kc 8d Ac Kh Kd Kc",
        "1 split, 1 hit, 1.2 stand",
        500,
        options={"peek": False},
    )
    assert lines(split) == [
        main("bust", 500, -500),
        main("dealer blackjack", 500, -500, hand=2),
    ]
    bust = play(
        REFERENCE,
        "8s As Kc 8d Kd Ac Kh",
        "1 hit",
        {1: 500, 2: 300},
        options={"peek": False},
    )
    assert lines(bust) == [main("bust", 500, -500), main("push", 300, 0, 2)]


FREE_BET = "co/free-bet"
GOLDEN = "co/golden-21"
PLUS_3 = "co/21-plus-3"

COLORADO: dict[str, tuple[str, str, str, Any, list[Line]]] = {
    "22 pushes a standing hand": (
        FREE_BET,
        "Kh 9c Kd 4c 9s",
        "1 stand",
        "1000",
        [main("push", 1000, 0)],
    ),
    "a free double wins for its lammer and its tip": (
        FREE_BET,
        "5h 9c 6d 8c 9s",
        "1 free-double",
        "1000, tip 300",
        [main("win", 1000, 2000), tip("win", 300, 600)],
    ),
    "a free double that loses costs no lammer": (
        FREE_BET,
        "5h 9c 6d 8c 2s",
        "1 free-double",
        "1000, tip 300",
        [main("lose", 1000, -1000), tip("lose", 300, -300)],
    ),
    "both hands of a free split win, and the tip with each": (
        FREE_BET,
        "8h 9c 8d 8c Kd Ks",
        "1 free-split, 1.1 stand, 1.2 stand",
        "1000, tip 125",
        [
            main("win", 1000, 1000),
            tip("win", 125, 125),
            main("win", 0, 1000, hand=2),
            tip("win", 0, 125, hand=2),
        ],
    ),
    "without a tip a lammer wins none": (
        FREE_BET,
        "8h 9c 8d 8c Kd Ks",
        "1 free-split, 1.1 stand, 1.2 stand",
        "1000",
        [main("win", 1000, 1000), main("win", 0, 1000, hand=2)],
    ),
    "a bust hand waits until its free hand is settled": (
        FREE_BET,
        "8h 9c 8d 8c 6s Kd Ts",
        "1 free-split, 1.1 hit, 1.2 stand",
        "1000, tip 200",
        [
            main("win", 0, 1000, hand=2),
            tip("win", 0, 200, hand=2),
            main("bust", 1000, -1000),
            tip("bust", 200, -200),
        ],
    ),
    "a bust hand is taken when its last free hand busts": (
        FREE_BET,
        "8h 9c 8d 8c 6s Kd 6d Ks",
        "1 free-split, 1.1 hit, 1.2 hit",
        "1000, tip 200",
        [main("bust", 0, 0, hand=2), main("bust", 1000, -1000), tip("bust", 200, -200)],
    ),
    "a bust hand is taken before the next seat plays": (
        FREE_BET,
        "8h Kh 9c 8d 6d 8c 6s Kd 6d Ks 9h",
        "1 free-split, 1.1 hit, 1.2 hit, 2 hit",
        {1: "1000", 2: "500"},
        [
            main("bust", 0, 0, hand=2),
            main("bust", 1000, -1000),
            main("bust", 500, -500, 2),
        ],
    ),
    "22 pushes every standing hand": (
        FREE_BET,
        "Kh Kh 9c Kd 9d 4c 9s",
        "1 stand, 2 stand",
        {1: "1000", 2: "500"},
        [main("push", 500, 0, 2), main("push", 1000, 0)],
    ),
    "a tip shares no lammer where the document does not say so": (
        "co/ride-free",
        "5h 9c 6d 8c 9s",
        "1 free-double",
        "1000, tip 300",
        [main("win", 1000, 2000), tip("win", 300, 300)],
    ),
    "a blackjack and an odd tip": (
        PLUS_3,
        "Ah 9c Kd 8c",
        "",
        "1000, tip 101",
        [main("blackjack", 1000, 1500), tip("blackjack", 101, 151)],
    ),
    "a loss with its tip": (
        PLUS_3,
        "Kh 9c 6d 8c",
        "1 stand",
        "1000, tip 101",
        [main("lose", 1000, -1000), tip("lose", 101, -101)],
    ),
    "a push with its tip": (
        PLUS_3,
        "Kh 9c 7d 8c",
        "1 stand",
        "1000, tip 101",
        [main("push", 1000, 0), tip("push", 101, 0)],
    ),
    "a win with its tip": (
        PLUS_3,
        "Kh 9c 9d 8c",
        "1 stand",
        "1000, tip 101",
        [main("win", 1000, 1000), tip("win", 101, 101)],
    ),
    "a bust with its tip": (
        PLUS_3,
        "Kh 9c 6d 8c 9h",
        "1 hit",
        "1000, tip 101",
        [main("bust", 1000, -1000), tip("bust", 101, -101)],
    ),
}


@pytest.mark.parametrize("case", COLORADO)
def test_colorado_settles(case: str) -> None:
    game, cards, decisions, seats, wanted = COLORADO[case]
    assert lines(play_colorado(game, cards, decisions, seats)) == wanted


def test_half_of_a_surrendered_wager_and_of_its_tip_come_back_rounded_down() -> None:
    """Ruling C60."""
    surrendered = play_colorado(
        PLUS_3, "Kh 9c 6d 8c", "1 surrender", "1001, tip 101", options={"surrender": True}
    )
    assert lines(surrendered) == [
        main("surrendered", 1001, -501),
        tip("surrendered", 101, -51),
    ]


def test_a_hand_that_waits_bust_is_taken_by_a_dealer_blackjack_that_nobody_looked_for(
    own_game: OwnGame,
) -> None:
    """A game of one's own where lammers meet a dealer who does not peek."""
    game = own_game(FREE_BET, {"dealer_22_pushes": "peek = false\ndealer_22_pushes"})
    played = play_colorado(
        game,
        "8h Kc 8d Ac 6s Kd Ts",
        "1 free-split, 1.1 hit, 1.2 stand",
        {1: "1000, tip 200"},
    )
    assert lines(played) == [
        main("bust", 1000, -1000),
        tip("bust", 200, -200),
        main("dealer blackjack", 0, 0, hand=2),
    ]
    between = play_colorado(
        game,
        "Ks 8h Ks Kc 9s 8d 9s Ac 6s Kd Ts",
        "1 stand, 2 free-split, 2.1 hit, 2.2 stand, 3 stand",
        {1: "1000", 2: "1000", 3: "1000"},
    )
    assert [line[:5] for line in sorted(lines(between))] == [
        (1, 1, "main", 1000, "dealer blackjack"),
        (2, 1, "main", 1000, "bust"),
        (2, 2, "main", 0, "dealer blackjack"),
        (3, 1, "main", 1000, "dealer blackjack"),
    ]


SUPER_BONUS_ROWS: list[tuple[str, dict[str, Any], str, int]] = [
    # Six decks: three suited sevens against any seven.
    (WA, {"decks": 6}, "7h 7d 7h Kh 7h", 100_000),
    (WA, {"decks": 6}, "7h 6d 7h Kh 7h", 0),
    (V002, {"decks": 6}, "7h 7d 7h Kh 7h", 100_000),
]


@pytest.mark.parametrize("row", SUPER_BONUS_ROWS, ids=str)
def test_the_super_bonus(row: tuple[str, dict[str, Any], str, int]) -> None:
    game, options, cards, prize = row
    played = play(game, cards, "1 hit", 500, options=options)
    won = {line[2]: line[5] for line in lines(played)}
    assert won.get("super-bonus", 0) == prize


def test_where_a_split_ends_the_bonus_a_split_7_7_7_is_a_plain_21() -> None:
    cards = "7h 7d 7h Kh 7h 7h 9c"
    decisions = "1 split, 1 hit, 1.2 stand"
    assert lines(play(ILANI, cards, decisions, 2500)) == [
        main("21", 2500, 2500),
        main("lose", 2500, -2500, hand=2),
    ]


OBO = {"peek": False, "obo": True}


def busted(played: Played) -> list[tuple[int, int]]:
    """Return seat and hand of those that lie bust on the felt and wait."""
    events = played.replay.round.events
    return [(event.seat, event.hand) for event in events if isinstance(event, HandBusted)]


def test_a_late_blackjack_takes_original_bets_only() -> None:
    """Reference R17: of every seat the first wager; what was added comes back."""
    cards = "8s 9s Kc 8d 2d Ac 3h Kh 8h Kd 9h"
    played = play(
        REFERENCE, cards, "1 split, 1 double, 1.2 hit, 2 double", {1: 500, 2: 300}, options=OBO
    )
    assert lines(played) == [
        main("dealer blackjack", 600, -300, 2),
        main("dealer blackjack", 1000, -500),
        main("original bets only", 500, 0, hand=2),
    ]
    assert busted(played) == [(1, 2)]


def test_the_tip_goes_with_the_original_bet(own_game: OwnGame) -> None:
    game = own_game(GOLDEN, {"[rules]": "[rules]\npeek = false\noriginal_bets_only = true"})
    played = play_colorado(game, "9s Kc 2d Ac 5h", "1 double 500", "500, tip 100")
    assert lines(played) == [
        main("dealer blackjack", 1000, -500),
        tip("dealer blackjack", 100, -100),
    ]


@pytest.mark.parametrize(("up", "waits"), [("Kc", True), ("Ac", True), ("9c", False)])
def test_a_bust_hand_waits_where_a_blackjack_may_lie(up: str, *, waits: bool) -> None:
    """Reference R17: only under a ten or an ace."""
    decline = "1 decline, 2 decline, " if up == "Ac" else ""
    cards = f"Ks 7s {up} 9d 7d 9d Qd"
    played = play(REFERENCE, cards, f"{decline}1 stand, 2 hit", {1: 500, 2: 300}, options=OBO)
    assert busted(played) == ([(2, 1)] if waits else [])
    assert main("bust", 300, -300, 2) in lines(played)


def test_a_charlie_is_paid_even_money_at_once(own_game: OwnGame) -> None:
    """Reference R18."""
    game = own_game(GOLDEN, {"[rules]": "[rules]\ncharlie = 5"})
    played = play_colorado(game, "2s Kc 2h 9c 2d 2c 3s", "1 hit, 1 hit, 1 hit", "500, tip 100")
    assert lines(played) == [main("5-card Charlie", 500, 500), tip("5-card Charlie", 100, 100)]
    assert settled(played)[0].pays == "1 to 1"
    four = play(REFERENCE, "2s Kc 2h 9c 2d 2c", "1 hit, 1 hit, 1 stand", options={"charlie": 5})
    assert lines(four) == [main("lose", 1000, -1000)]


def test_insurance_names_the_hand_that_it_lies_beside() -> None:
    played = play_colorado(
        SWITCH, "Kh Th As Qd 9d 8d", "1.1 decline, 1.2 insure 100, 1 keep, 1 stand, 1.2 stand"
    )
    (insured,) = [line for line in lines(played) if line[2].startswith("insurance")]
    assert (insured[1], insured[4], insured[5]) == (2, "no dealer blackjack", -100)


def test_parts_of_a_cent_go_where_the_house_says() -> None:
    """Ruling W23, for a wager and for the tip beside it."""
    for rounding, won, tipped in (("down", 1501, 151), ("up", 1502, 152)):
        played = play_colorado(
            PLUS_3, "As 9c Kd 8c", "", "1001, tip 101", options={"rounding": rounding}
        )
        assert [line[5] for line in lines(played)] == [won, tipped]


@pytest.mark.parametrize("at_once", [False, True])
def test_older_journals_paid_the_super_bonus_with_its_hand(*, at_once: bool) -> None:
    """GR10: since then it is paid after the round; what was written stays as it was."""
    setup = play(WA, "Ks 9c 6d 8c 9h", "1 hit").replay.round.opening.setup
    bets = [Bets(seat=1, wagers={"main": 2500}), Bets(seat=2, wagers={"main": 500})]
    round_ = Round.start(setup, bets, paid_as_decided=at_once)
    cards = iter(parse_cards("7h Kd 7d 7h 9c Kh 7h"))
    kinds = iter([ActionKind.HIT, ActionKind.STAND])
    round_.play(cards, lambda _, asked: Action(seat=asked.seat, kind=next(kinds)))
    paid = [event for event in round_.events if isinstance(event, WagerSettled)]
    names = [(event.seat, event.wager, event.net) for event in paid]
    bonus = (1, "super-bonus", 500_000)
    envied = (2, "envy", 5_000)
    assert names[0] == (1, "main", 5000)
    assert bonus in names
    assert (names.index(bonus) == 1) is at_once
    assert envied in names
