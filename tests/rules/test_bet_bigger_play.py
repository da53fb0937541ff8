"""Bet Bigger Spanish 21: the hands, heading by heading. The dealer has 9-8 unless said."""

from __future__ import annotations

from pitboss.cards import SPANISH, Shoe
from pitboss.engine.setup import prepare
from pitboss.report.sheets.every_sheet import sheets
from pitboss.report.sheets.parts import HouseWords, What
from pitboss.rulebook.house import House, ShoeSettings
from pitboss.sitting.shoe import DealingShoe
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.table import BET_BIGGER, net, play, refused

EIGHTS = "8s 9c 8d 8c"

LIST = [
    ("2s 3d 4h 5c 7s", 1500),
    ("2s 2d 3h 4c 4s 6d", 2000),
    ("2s 2d 2h 3c 3s 4d 5h", 3000),
    ("As 2d 2h 2c 3s 3d 4h 4c", 3000),  # eight cards: "7+"
    ("6s 7d 8h", 1500),
    ("8h 6h 7h", 2000),
    ("7s 8s 6s", 3000),
    ("7s 7d 7h", 1500),
    ("7d 7d 7d", 2000),
    ("7s 7s 7s", 3000),
]


def dealt(hand: str) -> str:
    """Deal a hand's cards in order against 9-8."""
    first, second, *drawn = hand.split()
    return " ".join([first, "9c", second, "8c", *drawn])


def hits(hand: str) -> str:
    """Hit for every card after the second."""
    return ", ".join(["1 hit"] * (len(hand.split()) - 2))


@clause(BET_BIGGER, "Payouts and odds", words="A hand that beats the dealer is paid 1 to 1")
@clause(BET_BIGGER, "Rules of the Game", "Object of the Game")
@every_row(
    ("cards", "won"),
    [
        ("Ks 9c Qd 8c", 1000),
        ("Ks 9c 7d 8c", 0),  # a tie pushes
        ("Ks 9c 6d 8c", -1000),
        ("Ks 9c 6d 6c Kd", 1000),  # the dealer breaks
    ],
)
def test_bet_bigger_rules_of_the_game_closer_to_21_wins_1_to_1(cards: str, won: int) -> None:
    assert net(BET_BIGGER, cards, "1 stand") == won


@clause(BET_BIGGER, "Rules of the Game")
@ruling("B1")
@every_row(
    ("cards", "dealer", "won"),
    [
        ("Ks 6c 9d Ah 4d", "6c Ah 4d", -1000),  # soft 17 is hit: 21
        ("Ks 2c 9d 4h Ad 3s", "2c 4h Ad 3s", -1000),  # soft 17 of three cards: 20
        ("Ks 7c 9d Ah", "7c Ah", 1000),  # soft 18 stands
        ("Ks 9c 9d 8h", "9c 8h", 1000),  # hard 17 stands
        ("Ks 9c 9d 7h 2d", "9c 7h 2d", 1000),  # 16 draws
    ],
)
def test_ruling_b1_the_dealer_hits_soft_17_and_stands_on_soft_18(
    cards: str, dealer: str, won: int
) -> None:
    played = play(BET_BIGGER, cards, "1 stand")
    assert (played.dealer, played.net) == (dealer, won)
    code = refused(BET_BIGGER, cards, "1 stand", options={"soft17": "stand"})
    assert code == "option/invalid"


@clause(BET_BIGGER, "Payouts and odds", words="a blackjack 3 to 2")
@clause(BET_BIGGER, "Rules of the Game")
@ruling("B18")
@every_row(
    ("cards", "decisions"),
    [("As 9c Kd 8c", ""), ("As Kc Kd Ah", ""), ("As Ac Kd Kh", "1 decline")],
)
def test_ruling_b18_a_blackjack_always_wins_3_to_2_without_being_asked(
    cards: str, decisions: str
) -> None:
    played = play(BET_BIGGER, cards, decisions)
    assert (played.outcome(), played.net) == ("blackjack", 1500)
    code = refused(BET_BIGGER, cards, f"1 take-blackjack, {decisions}")
    assert code in {"action/illegal", "record/decision-left-over"}


@clause(BET_BIGGER, "Rules of the Game")
def test_bet_bigger_rules_of_the_game_a_21_always_wins() -> None:
    # Seat 1: K-5-6. Seat 2: 19. Dealer: 9-2-K = 21.
    cards = "Ks Kd 9c 5d 9d 2h 6s Kh"
    played = play(BET_BIGGER, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 1000, 2: -1000}


@clause(BET_BIGGER, "Rules of the Game")
@ruling("B17", "W26")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("As 9c 4d 8c 6s", "1 hit", 1000),  # soft 21
        ("9s 9c 5d 8c 7s", "1 hit", 1000),  # hard 21
        ("As 9c 2d 8c 2s 2h 4s", "1 hit, 1 hit, 1 hit", 1500),  # soft, of five cards
    ],
)
def test_ruling_b17_every_21_is_paid_at_once_and_asks_nothing(
    cards: str, decisions: str, won: int
) -> None:
    assert net(BET_BIGGER, cards, decisions) == won
    for action in ("stand", "double"):
        code = refused(BET_BIGGER, cards, f"{decisions}, 1 {action}")
        assert code == "record/decision-left-over"


@clause(BET_BIGGER, "Super 21 Bonus payouts", "Rules of the Game")
@ruling("W13", "W24")
@every_row(("hand", "won"), LIST)
def test_bet_bigger_super_21_bonus_payouts_of_the_list(hand: str, won: int) -> None:
    assert net(BET_BIGGER, dealt(hand), hits(hand)) == won


@clause(BET_BIGGER, "Super 21 Bonus payouts")
@every_row("decks", [1, 2, 3, 4, 5, 7, 8])
def test_bet_bigger_super_21_bonus_payouts_are_the_same_for_all_decks(decks: int) -> None:
    # Unlike Washington's, 7-7-7 of mixed suits pays 3 to 2 with one or two decks too.
    won = net(BET_BIGGER, dealt("7s 7d 7h"), "1 hit", options={"decks": decks})
    assert won == 1500


@clause(BET_BIGGER, "Super 21 Bonus payouts", "Rules of the Game")
@ruling("B3")
@every_row(("hand", "won"), LIST)
def test_ruling_b3_no_bonus_on_doubled_hands(hand: str, won: int) -> None:
    assert won > 1000
    before = hits(hand).removesuffix("1 hit")
    assert net(BET_BIGGER, dealt(hand), f"{before}1 double") == 2000


@clause(BET_BIGGER, "Super 21 Bonus payouts", "Rules of the Game")
@ruling("B3")
@every_row(
    ("cards", "decisions"),
    [
        ("8s 9c 8d 8c 6s 7s 9h", "1 split, 1 hit, 1.2 stand"),  # 6-7-8 of spades
        ("7s 9c 7s 8c 7s 7s Kh", "1 split, 1 hit, 1.2 stand"),  # 7-7-7 of spades
        ("2s 9c 2d 8c 3h 4h 5h 7h 6d 9h", "1 split, 1 hit, 1 hit, 1 hit, 1.2 hit, 1.2 stand"),
    ],
)
def test_ruling_b3_no_bonus_on_split_hands(cards: str, decisions: str) -> None:
    # Hand 1 is 21 at even money; hand 2 has 17 and pushes.
    assert net(BET_BIGGER, cards, decisions) == 1000


@ruling("B6")
def test_ruling_b6_there_is_no_super_bonus_and_no_envy() -> None:
    # Three sevens of hearts against a seven: 2 to 1 only; seat 2 has 19 against 17.
    cards = "7h Ks 7d 7h 9d Kh 7h"
    played = play(BET_BIGGER, cards, "1 hit, 2 stand", {1: 1000, 2: 1000})
    assert played.nets == {1: 2000, 2: 1000}
    assert played.wagers(1) == ["main"]


@clause(BET_BIGGER, "Rules of the Game")
@every_row(("allowed", "good"), [(True, True), (False, False), (None, True)])
def test_bet_bigger_rules_of_the_game_the_house_decides_on_several_hands(
    *, allowed: bool | None, good: bool
) -> None:
    cards = "Ks Ks 9c Qd 9d 8c"
    players = {1: "ann", 2: "ann"}
    options = {"multiple_hands": allowed}
    seats = {1: 1000, 2: 500}
    stands = "1 stand, 2 stand"
    if good:
        played = play(BET_BIGGER, cards, stands, seats, players=players, options=options)
        assert played.nets == {1: 1000, 2: 500}
    else:
        code = refused(BET_BIGGER, cards, stands, seats, players=players, options=options)
        assert code == "seat/one-each"
        others = {1: "ann", 2: "bob"}
        assert play(BET_BIGGER, cards, stands, seats, players=others, options=options).nets


@clause(BET_BIGGER, "Equipment Used")
@ruling("B2")
@every_row("decks", [1, 2, 3, 4, 5, 6, 7, 8])
def test_ruling_b2_one_to_eight_decks(decks: int) -> None:
    options = {"decks": decks}
    assert net(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", options=options) == 1000
    seats = dict.fromkeys(range(1, decks + 1), 1000)
    kings = " ".join(["Ks"] * decks)
    queens = " ".join(["Qd"] * decks)
    stands = ", ".join(f"{seat} stand" for seat in seats)
    played = play(BET_BIGGER, f"{kings} 9c {queens} 8c", stands, seats, options=options)
    assert set(played.nets.values()) == {1000}
    code = refused(BET_BIGGER, f"{kings} Ks {queens} 8c", stands, seats, options=options)
    assert code == "record/card-not-in-shoe"


@clause(BET_BIGGER, "Equipment Used")
@ruling("B2")
def test_ruling_b2_six_decks_by_default_and_never_nine() -> None:
    seats = dict.fromkeys((1, 2, 3), 1000)
    stands = "1 stand, 2 stand, 3 stand"
    assert play(BET_BIGGER, "Ks Ks Ks 9c Ks Ks Ks 8c", stands, seats).nets
    seven = refused(BET_BIGGER, "Ks Ks Ks 9c Ks Ks Ks Ks", stands, seats)
    assert seven == "record/card-not-in-shoe"
    for decks in (0, 9):
        code = refused(BET_BIGGER, "Ks 9c Qd 8c", "1 stand", options={"decks": decks})
        assert code == "option/invalid"


@clause(BET_BIGGER, "Equipment Used")
def test_bet_bigger_equipment_used_there_are_no_tens() -> None:
    assert refused(BET_BIGGER, "Ts 9c Qd 8c", "1 stand") == "record/card-not-in-shoe"


@clause(BET_BIGGER, "Method of Play")
def test_bet_bigger_method_of_play_one_card_is_burned_and_the_cut_card_is_a_deck_from_the_end() -> (
    None
):
    """Six decks are 288 cards: the 240th is the last before the cut card."""
    shoe = DealingShoe(Shoe(SPANISH, 6), ShoeSettings(), seed="method of play")
    assert shoe.begin_round()
    assert len(shoe.burned) == 1
    for _ in range(238):
        shoe.draw()
    assert not shoe.last_round  # 239 with the burned one
    assert not shoe.begin_round()
    shoe.draw()
    assert shoe.last_round
    assert shoe.begin_round()  # a new shuffle


@every_row(
    ("clause_name", "words"),
    [
        ("shuffle", "spread every deck and check that all cards are there"),
        ("shuffle", "Wash all decks into one pile"),
        ("shuffle", "Riffle half a deck from each pile together into a pile in the centre"),
        ("shuffle", "Split it into two piles and riffle half a deck from each together"),
        ("cut", "A player cuts at least one deck from the front or the back"),
        ("cut", "the second cut card about one deck from the bottom"),
        ("signals", "Hand motions overrule voice commands"),
        ("signals", "a tap on the felt is a hit, a wave over the cards a stand"),
    ],
)
@clause(BET_BIGGER, "Method of Play shuffle", how="posted")
@clause(BET_BIGGER, "Method of Play cut", how="posted")
@clause(BET_BIGGER, "Method of Play signals", how="posted")
def test_bet_bigger_method_of_play_is_on_the_dealers_sheet(clause_name: str, words: str) -> None:
    (sheet,) = sheets(prepare(House(game=BET_BIGGER)), HouseWords(), (What.PROCEDURE,))
    steps = [step for part in sheet.parts for step in getattr(part, "steps", ())]
    cites = [step.cite for step in steps if words in step.text]
    assert [f"Method of Play {clause_name}" in cite for cite in cites] == [True]


@clause(BET_BIGGER, "Method of Play")
def test_bet_bigger_method_of_play_in_its_order() -> None:
    """Up-card wagers, blackjacks, insurance, the check, hands, down-card wagers, the draw."""
    seats = {1: "1000", 2: "1000, match-up 100, match-down 100"}
    cards = "As Ks Ah Kd 5d 2c 2h 4d"
    # Dealer A-2; seat 2: K-5 hits 2 and stands on 17; the 4 makes the dealer's soft 17, then 2.
    played = play(BET_BIGGER, f"{cards} 2s", "1 decline, 2 decline, 2 hit, 2 stand", seats)
    order = [
        played.when("wager-settled", wager="match-up"),
        played.when("wager-settled", seat=1, wager="main"),
        played.when("action-taken", action="decline"),
        played.when("dealer-peeked"),
        played.when("action-taken", action="hit"),
        played.when("down-card-exposed"),
        played.when("wager-settled", wager="match-down"),
        played.when("card-dealt", card="4d"),
        played.when("wager-settled", seat=2, wager="main"),
    ]
    assert order == sorted(order)
    # Blackjack 3 to 2; seat 2 loses everything: 17 against A-2-4-2 = 19.
    assert played.nets == {1: 1500, 2: -1200}


@clause(BET_BIGGER, "Method of Play")
@every_row("up", ["Jc", "Qc", "Kc"])
def test_bet_bigger_method_of_play_a_check_under_a_face_card_without_insurance(up: str) -> None:
    assert net(BET_BIGGER, f"9s {up} 7d Ah") == -1000
    assert refused(BET_BIGGER, f"9s {up} 7d 8h", "1 insure 500") == "action/illegal"


@clause(BET_BIGGER, "Types of wagers")
@ruling("B7")
@every_row(
    ("cards", "decisions"),
    [
        ("5s 9c 6d 8c 9h", "1 double"),
        ("2s 9c 3d 8c 6h 9h", "1 hit, 1 double"),
        ("2s 9c 2d 8c 3h 3c Kd", "1 hit, 1 hit, 1 double"),
    ],
)
def test_ruling_b7_a_double_on_two_or_more_cards_or_on_two_only(cards: str, decisions: str) -> None:
    assert net(BET_BIGGER, cards, decisions) == 2000  # 20 against 17
    two_only = {"double_cards": "two"}
    if decisions == "1 double":
        assert net(BET_BIGGER, cards, decisions, options=two_only) == 2000
    else:
        assert refused(BET_BIGGER, cards, decisions, options=two_only) == "action/illegal"


@clause(BET_BIGGER, "Types of wagers")
@ruling("B8")
@every_row("amount", [0, 1, 999, 1001])
def test_ruling_b8_a_double_is_for_exactly_the_wager(amount: int) -> None:
    cards = "5s 9c 6d 8c 9h"
    assert net(BET_BIGGER, cards, "1 double 1000") == 2000
    assert refused(BET_BIGGER, cards, f"1 double {amount}") == "action/amount"


@ruling("B4", "B5")
@every_row("action", ["rescue", "redouble", "stand", "hit"])
def test_ruling_b4_a_doubled_hand_asks_nothing(action: str) -> None:
    # 5-6-2 = 13 stands by itself and loses both portions to 17.
    cards = "5s 9c 6d 8c 2h"
    assert net(BET_BIGGER, cards, "1 double") == -2000
    assert refused(BET_BIGGER, cards, f"1 double, 1 {action}") == "record/decision-left-over"


@ruling("B5", how="judged")
@every_row("option", ["redouble", "rescue", "double_for_less"])
def test_ruling_b5_none_of_these_can_be_chosen(option: str) -> None:
    code = refused(BET_BIGGER, "5s 9c 6d 8c", "1 stand", options={option: True})
    assert code == "option/unknown"


@clause(BET_BIGGER, "Types of wagers")
@ruling("B9")
def test_ruling_b9_splits_to_four_hands() -> None:
    # Hands 1 (8-K), 4 (8-Q), 3 (8-J), 2 (8-9) against 17.
    cards = f"{EIGHTS} 8h 8c Kd Qd Jd 9d"
    decisions = "1 split, 1 split, 1 split, 1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    assert net(BET_BIGGER, cards, decisions) == 3000
    code = refused(BET_BIGGER, f"{EIGHTS} 8h 8c 8s", "1 split, 1 split, 1 split, 1 split")
    assert code == "action/illegal"


@ruling("B14")
def test_ruling_b14_a_pair_is_two_cards_of_equal_value() -> None:
    assert net(BET_BIGGER, "Ks 9c Jd 8c 9s 9d", "1 split, 1 stand, 1.2 stand") == 2000
    assert refused(BET_BIGGER, "Ks 9c 9d 8c", "1 split") == "action/illegal"


@ruling("B15", "B16")
def test_ruling_b15_split_aces_are_hit_doubled_and_split_again() -> None:
    """Hand 1: A-5 hits 4 = 20. Hand 3: A-2 doubled with 7 = 20. Hand 2: A-K is 21, paid at once."""
    cards = "As 9c Ad 8c Ah 5d 4c 2d 7c Kd"
    decisions = "1 split, 1 split, 1 hit, 1 stand, 1.3 double"
    assert net(BET_BIGGER, cards, decisions) == 1000 + 2000 + 1000


@ruling("B16")
def test_ruling_b16_a_split_hand_may_be_doubled() -> None:
    # Hand 1: 8-3 doubled with 9 = 20. Hand 2: 8-2-2 doubled with 8 = 20.
    cards = f"{EIGHTS} 3h 9h 2h 2d 8h"
    assert net(BET_BIGGER, cards, "1 split, 1 double, 1.2 hit, 1.2 double") == 4000


@ruling("W30")
def test_ruling_w30_holds_for_bet_bigger() -> None:
    played = play(BET_BIGGER, "8s 9c 8h 8c Kd 9d", "1 split, 1 stand, 1.2 stand")
    assert [played.hand(hand) for hand in (1, 2)] == ["8s Kd", "8h 9d"]


@ruling("W28")
def test_ruling_w28_holds_for_bet_bigger() -> None:
    played = play(BET_BIGGER, "Ks 2c 6d Kh Qd", "1 hit")
    assert (played.dealer, played.net) == ("2c Kh", -1000)


@ruling("W27", "W35")
def test_ruling_w27_holds_for_bet_bigger() -> None:
    assert refused(BET_BIGGER, "9s 9c 2d 8c 5h", "1 hit, 1 surrender") == "action/illegal"
    assert refused(BET_BIGGER, f"{EIGHTS} 7h", "1 split, 1 surrender") == "action/illegal"
    assert refused(BET_BIGGER, "9s Kc 7d Ah", "1 surrender") == "record/decision-left-over"
    assert net(BET_BIGGER, "9s 9c 7d 8c", "1 surrender", 501) == -251
