"""Colorado 30-2104(4): standard blackjack from one deck, and what of it poker goes on with."""

from __future__ import annotations

from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events, net, question
from tests.rules.colorado.table import asked, play, refused, settled_in_order

GAME = "co/21-holdem"
PK = {"poker": "poker"}
BETS = "1000, poker 300"


@clause(GAME, "2104(4)")
@ruling("C0", "C65")
def test_2104_4_one_card_each_the_up_card_a_second_each_the_down_card() -> None:
    cards = "9h 2h 7h 9c 9d 3d Ts 8c"
    decisions = "1 stand, 3 stand, 7 stand"
    played = play(GAME, cards, decisions, {7: 1000, 1: 700, 3: 300})
    assert [played.hand(seat=seat) for seat in (1, 3, 7)] == ["9h 9d", "2h 3d", "7h Ts"]
    assert played.dealer == "9c 8c"
    assert played.nets == {1: 700, 3: -300, 7: 0}
    assert asked(played) == ["1.1 stand", "3.1 stand", "7.1 stand"]


@clause(GAME, "2104(4)")
@ruling("C0", "C35", "C36", "C88", "C100")
@every_row(
    ("cards", "decisions", "won"),
    [
        ("Kh 9c 9d 8c", "1 stand", 1000),
        ("Kh 9c 7d 8c", "1 stand", 0),
        ("Kh 9c 6d 8c", "1 stand", -1000),
        ("Kh 9c 6d 8c 5s", "1 hit", 1000),  # 21 asks nothing
        ("Kh 9c 6d 8c 6s", "1 hit", -1000),  # bust, the dealer draws nothing
        ("Kh 6c 9d Tc Ts", "1 stand", 1000),  # 26
        ("Kh 6c 9d Tc 5s", "1 stand", -1000),  # 21
        ("5h 9c 6d 8c Ts", "1 double", 2000),
        ("5h 9c 6d 8c Ts", "1 double 333", 1333),
        ("5h 9c 6d 8c 2s", "1 double", -2000),
        ("Ah 9c 7d 8c 3s", "1 double", 2000),  # soft 18 too
        ("Ah 9c Kd 8c", "", 1500),
        ("Ah Tc Kd As", "", 0),
        ("Kh Tc Kd As", "", -1000),
        ("8h 9c 8d 8c 3s Ts 2s Td", "1 split, 1 double, 1.2 hit, 1.2 stand", 2000 + 1000),
        ("8h 9c 8d 8s 8c Ks Ts Jd", "1 split, 1 split, 1 stand, 1.3 stand, 1.2 stand", 3000),
        ("Ah 9c As 8s Ks 5s", "1 split", 1000 - 1000),  # one card each; A-K pays even money
        ("Ah 9c As 8s Ad 5s", "1 split", -1000 - 1000),  # not split again
    ],
)
def test_2104_4_the_standard_rules_of_blackjack_are_followed(
    cards: str, decisions: str, won: int
) -> None:
    assert net(GAME, cards, decisions) == won


@clause(GAME, "2104(4)")
@ruling("C38", "C100")
def test_ruling_c38_four_hands_at_most_the_newest_first() -> None:
    # Hand 1 splits three times. Kings on all: four eighteens against 9-7 and an ace.
    cards = "8h 9c 8d 7c 8s 8c Kh Ks Kd Kc Ad"
    decisions = "1 split, 1 split, 1 split, 1 stand, 1.4 stand, 1.3 stand, 1.2 stand"
    played = play(GAME, cards, decisions)
    assert played.nets == {1: 4000}
    assert [played.hand(number) for number in (1, 4, 3, 2)] == ["8h Kh", "8c Ks", "8s Kd", "8d Kc"]
    # With four hands two kings are no longer split.
    kings = "Kh 9c Kd 7c Ks Kc Js Qs"
    assert question(GAME, kings, "1 split, 1 split, 1 split") == "1.1 hit stand double"


@clause(GAME, "2104(4)")
@ruling("C37", "C100")
def test_ruling_c37_aces_are_split_again_only_where_the_house_says_so() -> None:
    again = {"resplit_aces": True}
    cards = "Ah 9c As 8s Ad Ks Qs Js"
    # The third ace: hands 1, 3, 2 take K, Q, J: three 21s, paid even money.
    assert net(GAME, cards, "1 split, 1 split", options=again) == 3000
    assert question(GAME, cards, "1 split", options=again) == "1.1 stand split"
    # A-A stands on 12 and loses, A-K wins.
    assert net(GAME, "Ah 9c As 8s Ad Ks", "1 split, 1 stand", options=again) == 0
    assert refused(GAME, cards, "1 split, 1 split") == "record/decision-left-over"


@clause(GAME, "2104(4)")
@ruling("C36", "C76", "C82")
def test_ruling_c36_doubling_for_less_is_the_houses_choice() -> None:
    cards = "5h 9c 6d 8c Ts"
    whole = {"double_for_less": False}
    assert net(GAME, cards, "1 double 1") == 1001
    for amount in (1001, 0):
        assert refused(GAME, cards, f"1 double {amount}") == "action/amount"
    assert refused(GAME, cards, "1 double 999", options=whole) == "action/amount"
    assert net(GAME, cards, "1 double 1000", options=whole) == 2000
    assert refused(GAME, "8h 9c 8d 8c", "1 split 1000") == "action/amount"


@clause(GAME, "2104(4)")
@ruling("C0", "C105")
def test_ruling_c0_soft_17_is_the_houses_choice() -> None:
    # 18 against 6-A: hit with a four it loses.
    assert net(GAME, "Kh 6c 8d Ad 4c", "1 stand") == -1000
    assert net(GAME, "Kh 6c 8d Ad 4c", "1 stand", options={"soft17": "hit"}) == -1000
    assert net(GAME, "Kh 6c 8d Ad", "1 stand", options={"soft17": "stand"}) == 1000


@clause(GAME, "2104(4)")
@ruling("C39")
def test_ruling_c39_surrender_is_an_option_and_poker_goes_on_after_it() -> None:
    offered = {"surrender": True}
    cards = "Kh 9c 6d 8c 7h 7d 2s"
    decisions = "1 surrender, 1 bet, 1 bet"
    played = play(GAME, cards, decisions, "1001, poker 300", tables=PK, options=offered)
    assert (played.won(), played.net) == (-501, -501 + 900)
    assert refused(GAME, cards, decisions, BETS, tables=PK) == "action/illegal"
    hit = "1 hit, 1 surrender"
    assert refused(GAME, "Kh 9c 2d 8c 3s", hit, options=offered) == "action/illegal"


@clause(GAME, "2104(4)")
@ruling("C33", "C76", "C80", "C83", "C100")
def test_ruling_c33_every_seat_is_asked_about_insurance_a_blackjack_too() -> None:
    cards = "Kh Ah Ac Qd Kd 7c"
    seats = {1: 1000, 2: 1001}
    played = play(GAME, cards, "1 insure 1, 2 insure 500, 1 stand", seats)
    assert played.nets == {1: 1000 - 1, 2: 1501 - 500}
    assert question(GAME, cards, "", seats) == "1.1 insure decline"
    for wrong in ("1 insure 501", "1 insure 0", "1 insure", "1 decline 1"):
        assert refused(GAME, cards, wrong, seats) == "action/amount"
    assert refused(GAME, cards, "1 even-money", seats) == "action/illegal"
    assert refused(GAME, cards, "1.2 decline", seats) == "action/not-your-turn"
    # Paid 2 to 1 against a blackjack; PK cannot be insured.
    assert net(GAME, "Kh Ac Qd Kc", "1 insure 500") == 0
    code = refused(GAME, "Kh Ac Qd Kc", "1 insure 650", BETS, tables=PK)
    assert code == "action/amount"


@ruling("C41", how="judged")
def test_ruling_c41_blackjack_pays_3_to_2_and_nothing_else_may_be_posted() -> None:
    for pay in ("6:5", "3:2"):
        assert refused(GAME, "Ah 9c Kd 8c", options={"blackjack": pay}) == "option/unknown"


@clause(GAME, "2104(5)", words="Poker begins ... common to all players")
@clause(GAME, "2104(4)")
@ruling("H3")
@every_row(
    ("cards", "decisions", "main", "community"),
    [
        ("Kh 9c Qd 8c", "1 stand", 1000, "9c 8c"),
        ("Kh 9c 6d 8c 6s", "1 hit", -1000, "9c 8c"),  # bust
        ("Kh 9c 6d 3c Ts", "1 hit", -1000, "9c 3c"),  # bust: 12 never drew
        ("Ah 9c Kd 8c", "", 1500, "9c 8c"),  # a paid blackjack
        ("Ah 6c Kd 8c", "", 1500, "6c 8c"),  # and the dealer never drew
        ("Kh Kc Qd Ac", "", -1000, "Kc Ac"),  # a dealer blackjack
        ("Ah Kc Qd Ac", "", 0, "Kc Ac"),
        ("Kh Ac Qd Kc", "1 insure 500", 0, "Ac Kc"),
        ("5h 9c 6d 8c Ts", "1 double", 2000, "9c 8c"),
        ("8h 9c 8d 8c Ts Td", "1 split, 1 stand, 1.2 stand", 2000, "9c 8c"),
        ("Kh 6c Qd 5c 4s 4d", "1 stand", 1000, "6c 5c"),  # the cards drawn do not stay
        ("Kh 6c Qd Tc Jc", "1 stand", 1000, "6c Tc"),  # nor those of a bust
    ],
)
def test_ruling_h3_poker_follows_however_the_blackjack_part_ended(
    cards: str, decisions: str, main: int, community: str
) -> None:
    """A pair of sevens pays 1 to 1 with any two community cards here."""
    poker = f"{cards} 7h 7d 2s"
    asked_first = f"{decisions}, 1 bet, 1 bet".removeprefix(", ")
    played = play(GAME, poker, asked_first, BETS, tables=PK)
    assert played.net == main + 900
    assert played.dealer.startswith(community)
    assert list_events(played, "cards-reshuffled") == ["cards-reshuffled"]
    assert played.when("down-card-exposed") < played.when("cards-reshuffled")
    fold = f"{decisions}, 1 fold".removeprefix(", ")
    assert net(GAME, f"{cards} 7h", fold, BETS, tables=PK) == main - 300


@clause(GAME, "2104(4)")
@ruling("H3")
def test_2104_4_the_dealer_does_not_draw_for_poker_alone() -> None:
    """Every hand is bust or paid: the next card is already a poker card."""
    seats = {1: BETS, 2: "1000"}
    cards = "Kh Ah 6c 6d Kd 3c Ts 7h"
    played = play(GAME, cards, "1 hit, 1 fold", seats, tables=PK)
    assert played.dealer == "6c 3c"
    assert played.nets == {1: -1300, 2: 1500}


@clause(GAME, "2104(4)", "2104(7)", "2104")
def test_2104_4_without_a_poker_wager_the_round_ends_with_blackjack() -> None:
    played = play(GAME, "Kh 9c Qd 8c", "1 stand", 1000, tables=PK)
    assert list_events(played, "cards-reshuffled") == []
    assert refused(GAME, "Kh 9c Qd 8c 2h", "1 stand", tables=PK) == "record/cards-left-over"
    code = refused(GAME, "Kh 9c Qd 8c", "1 stand, 1 fold", tables=PK)
    assert code == "record/decision-left-over"


@clause(GAME, "2104(5)", words="Poker begins ... common to all players")
@clause(GAME, "2104(4)", "2104")
def test_2104_4_all_blackjack_wagers_are_settled_before_the_first_poker_card() -> None:
    seats = {1: BETS, 2: BETS}
    cards = "Kh Ks 9c Qd Qs 8c 7h 2d"
    played = play(GAME, cards, "1 stand, 2 stand, 1 fold, 2 fold", seats, tables=PK)
    # The blackjack hands from the dealer's right; folds as they are made.
    assert settled_in_order(played) == [(2, "main"), (1, "main"), (1, "poker"), (2, "poker")]
    assert played.when("wager-settled", seat=1, wager="main") < played.when("cards-reshuffled")
    assert played.when("cards-reshuffled") < played.when("card-dealt", card="7h")


@clause(GAME, "2104(4)")
@every_row(
    ("cards", "decisions", "code"),
    [
        ("Kh 9c Qd", "", "record/cards-missing"),
        ("Kh 9c Qd 8c", "", "record/decision-missing"),
        ("Kh 9c Qd 8c", "1 bet", "action/illegal"),
        ("Kh 9c Qd 8c", "1 fold", "action/illegal"),
        ("Kh 9c Qd 8c", "1 free-double", "action/illegal"),
        ("Kh 9c Qd 8c", "2 stand", "action/not-your-turn"),
        ("Kh 9c Qd 8c", "1 stand", "record/cards-missing"),
        ("Kh 9c Qd Jk", "1 stand", "record/card-not-in-shoe"),
        ("Kh 9c Qd 8c Jk 2s 3s", "1 stand, 1 bet, 1 bet", "record/card-not-in-shoe"),
        ("Kh 9c Qd 8x", "1 stand", "record/card-unknown"),
    ],
)
def test_2104_4_records_that_do_not_come_out_are_refused(
    cards: str, decisions: str, code: str
) -> None:
    assert refused(GAME, cards, decisions, BETS, tables=PK) == code
