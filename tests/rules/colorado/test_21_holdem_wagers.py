"""Colorado 30-2104(1) to (3): the deck, the blackjack and poker wagers, and bets for the dealer."""

from __future__ import annotations

from typing import Any

from pitboss.engine.record import replay
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

GAME = "co/21-holdem"
PK = {"poker": "poker"}
REQUIRED = {"poker": "required"}

RANKS = "A23456789TJQK"
CARDS = "Kh 9c Qd 8c 7h 7d 2s"
DECISIONS = "1 stand, 1 bet, 1 bet"
"""20 beats 17; then a pair of sevens with 9c 8c, 1 to 1 on three wagers."""
TWO = "Kh Ks 9c Qd Qs 8c"
"""Two twenties against 17, before any poker card."""


@clause(GAME, "2104(1)", words="one standard deck dealt from the hand")
@ruling("C105")
@every_row("decks", [2, 4, 6, 8, 0])
def test_2104_1_one_deck_and_no_other_number(decks: int) -> None:
    assert play(GAME, "Kh 9c Qd 8c", "1 stand", decks=1).net == 1000
    assert refused(GAME, "Kh 9c Qd 8c", "1 stand", decks=decks) == "option/invalid"


@clause(GAME, "2104(1)", words="one standard deck dealt from the hand")
@clause(GAME, "2104(4)")
@ruling("C81")
@every_row(
    "cards", ["Kh 9c Kh 8c", "Kh 9c Qd 9c", "Kh Kh Qd 8c", "Kh 6c Qd Tc Kh", "Kh 6c Qd Tc Tc"]
)
def test_2104_1_no_card_comes_twice_in_the_blackjack_part(cards: str) -> None:
    assert refused(GAME, cards, "1 stand") == "record/card-not-in-shoe"
    code = refused(GAME, f"{cards} 2h", "1 stand, 1 fold", "1000, poker 100", tables=PK)
    assert code == "record/card-not-in-shoe"


@clause(GAME, "2104(1)", words="one standard deck dealt from the hand")
@ruling("H1")
@every_row("card", ["2s", "7c", "Kc"])
def test_ruling_h1_a_deck_that_runs_out_in_the_blackjack_part_is_refused(card: str) -> None:
    """Twenty-five seats with a pair each and the dealer's kings are the whole deck."""
    pairs = [(f"{rank}{a}", f"{rank}{b}") for rank in RANKS for a, b in ("sh", "dc")]
    cards = " ".join(first for first, _ in pairs[:25])
    cards += f" Kd {' '.join(second for _, second in pairs[:25])} Kc"
    stand = ", ".join(f"{seat} stand" for seat in range(1, 26))
    seats = dict.fromkeys(range(1, 26), 100)
    # The other kings and all tens, jacks and queens push against 20; 18 pairs are lower.
    assert sum(play(GAME, cards, stand, seats).nets.values()) == -18 * 100
    hit = stand.replace("1 stand", "1 hit, 1 stand", 1)
    assert refused(GAME, cards, hit, seats) == "record/cards-missing"
    assert refused(GAME, f"{cards} {card}", hit, seats) == "record/card-not-in-shoe"


@clause(GAME, "2104(6)")
@ruling("H1")
def test_ruling_h1_a_deck_that_runs_out_in_the_poker_part_is_refused() -> None:
    """Fifty cards are three each for sixteen seats; of a seventeenth's, the last is missing."""
    deck = [f"{rank}{suit}" for rank in RANKS for suit in "shdc"]
    fifty = [card for card in deck if card not in {"Kd", "Kc"}]
    for count in (16, 17):
        blackjack = [*deck[:count], "Kd", *deck[20 : 20 + count], "Kc"]
        seats = dict.fromkeys(range(1, count + 1), "100, poker 10")
        texts = [f"{seat} %s" for seat in seats]
        decisions = ", ".join(text % word for word in ("stand", "bet", "bet") for text in texts)
        cards = " ".join(blackjack + fifty[: 3 * count])
        if count == 16:
            assert len(play(GAME, cards, decisions, seats, tables=PK).nets) == 16
        else:
            assert refused(GAME, cards, decisions, seats, tables=PK) == "record/cards-missing"
            for card in ("Kd", "Kc", "As", "2h"):
                code = refused(GAME, f"{cards} {card}", decisions, seats, tables=PK)
                assert code == "record/card-not-in-shoe"


@clause(GAME, "2104(1)", words="the house may burn one or more cards before a round")
def test_2104_1_burning_is_the_houses_choice_and_changes_no_round() -> None:
    for burned in (True, False):
        options = {"burn_cards": burned}
        played = play(GAME, CARDS, DECISIONS, "1000, poker 300", tables=PK, options=options)
        assert played.net == 1000 + 3 * 300
    assert refused(GAME, CARDS, DECISIONS, options={"burn_cards": 1}) == "option/invalid"


@clause(GAME, "2104(2)", "2104(2)(a)")
@ruling("C6")
def test_2104_2_every_player_makes_a_blackjack_wager() -> None:
    assert refused(GAME, CARDS, DECISIONS, "poker 300", tables=PK) == "wager/needs-main"
    for options in ({}, REQUIRED):
        bets = {1: "1000, poker 100", 2: "poker 100"}
        code = refused(GAME, TWO, "", bets, tables=PK, options=options)
        assert code == "wager/needs-main"
    empty = record(GAME, CARDS) | {"seats": [{"seat": 1, "wagers": {}}]}
    assert refusal(empty) == "wager/needs-main"
    assert refusal(empty | {"seats": []}) == "record/malformed"


@clause(GAME, "2104(2)(a)", "2104(7)")
def test_2104_2_a_poker_is_optional_and_only_who_wagers_gets_cards() -> None:
    bets = {1: "1000", 2: "1000, poker 300", 3: "500"}
    cards = "Kh Ks 2s 9c Qd Qs 3s 8c 7h 7d 2s"
    decisions = "1 stand, 2 stand, 3 stand, 2 bet, 2 bet"
    played = play(GAME, cards, decisions, bets, tables=PK)
    assert played.nets == {1: 1000, 2: 1900, 3: -500}
    state = played.replay.round.state
    assert [len(state.seat(seat).poker) for seat in (1, 2, 3)] == [0, 3, 0]


@clause(GAME, "2104(2)(a)")
@ruling("C93")
def test_2104_2_a_without_its_pay_table_poker_is_not_offered() -> None:
    assert play(GAME, "Kh 9c Qd 8c", "1 stand").net == 1000
    assert refused(GAME, CARDS, DECISIONS, "1000, poker 300") == "wager/not-offered"
    assert refused(GAME, CARDS, DECISIONS, tables={"poker": "A"}) == "option/invalid"
    assert refused(GAME, CARDS, DECISIONS, tables={"poker-2": "poker"}) == "option/conflict"
    assert refused(GAME, CARDS, DECISIONS, tables={"main": "poker"}) == "wager/not-offered"


@clause(GAME, "2104(2)(a)")
@ruling("H1")
@every_row(("main", "poker"), [(1000, 1), (1, 1000), (333, 334), (500, 500)])
def test_ruling_h1_pk_is_independent_of_the_b_j_wager_in_size(main: int, poker: int) -> None:
    played = play(GAME, CARDS, DECISIONS, f"{main}, poker {poker}", tables=PK)
    assert played.net == main + 3 * poker


@clause(GAME, "2104(2)(a)")
@ruling("H1")
def test_ruling_h1_a_player_on_two_seats_has_poker_on_one_of_them_only() -> None:
    names = {1: "ann", 2: "ann"}
    cards = f"{TWO} 7h 7d 2s"
    decisions = "1 stand, 2 stand, 2 bet, 2 bet"
    played = play(
        GAME, cards, decisions, {1: "1000", 2: "500, poker 300"}, tables=PK, players=names
    )
    assert played.nets == {1: 1000, 2: 500 + 900}
    both = {1: "1000, poker 100", 2: "500, poker 300"}
    assert refused(GAME, TWO, "", both, tables=PK, players=names) == "seat/one-each"
    # Two players, or two who are not named, may both.
    poker = f"{TWO} 7h 2d"
    for others in ({1: "ann", 2: "bob"}, {1: "ann"}, {}):
        nets = play(
            GAME,
            poker,
            "1 stand, 2 stand, 1 fold, 2 fold",
            both,
            tables=PK,
            players=others,
        ).nets
        assert nets == {1: 900, 2: 200}


@clause(GAME, "2104(2)(a)")
@ruling("H1")
def test_2104_2_a_the_house_may_allow_one_hand_only() -> None:
    names = {1: "ann", 2: "ann"}
    bets = {1: 1000, 2: 500}
    assert play(GAME, TWO, "1 stand, 2 stand", bets, players=names).nets == {1: 1000, 2: 500}
    one = {"multiple_hands": False}
    assert refused(GAME, TWO, "", bets, players=names, options=one) == "seat/one-each"
    single = {1: "ann", 2: "bob"}
    played = play(GAME, TWO, "1 stand, 2 stand", bets, players=single, options=one)
    assert played.nets == {1: 1000, 2: 500}


@clause(GAME, "2104(2)(b)")
@ruling("H2")
def test_ruling_h2_the_house_may_require_both_wagers() -> None:
    house: dict[str, Any] = {"tables": PK, "options": REQUIRED}
    assert play(GAME, CARDS, DECISIONS, "1000, poker 300", **house).net == 1900
    assert refused(GAME, "Kh 9c Qd 8c", "1 stand", 1000, **house) == "wager/required"
    one_without = {1: "1000, poker 300", 2: "1000"}
    assert refused(GAME, TWO, "", one_without, **house) == "wager/required"
    # By default it is optional, and it may be written out.
    assert play(GAME, "Kh 9c Qd 8c", "1 stand", options={"poker": "optional"}).net == 1000
    code = refused(GAME, "Kh 9c Qd 8c", "1 stand", options={"poker": "forbidden"})
    assert code == "option/invalid"


@clause(GAME, "2104(2)(b)", how="judged")
@ruling("H2", how="judged")
def test_ruling_h2_poker_can_be_required_only_where_it_is_offered() -> None:
    code = refused(GAME, "Kh 9c Qd 8c", "1 stand", options=REQUIRED)
    assert code == "option/conflict"


@clause(GAME, "2104(2)(b)")
@ruling("H2")
@every_row(("main", "poker"), [(700, 300), (999, 1), (1, 999), (300, 200)])
def test_ruling_h2_required_wagers_together_stay_within_the_maximum(main: int, poker: int) -> None:
    house: dict[str, Any] = {"tables": PK, "limits": {"main": {"max": 1000}}}
    bets = f"{main}, poker {poker}"
    over = f"{main}, poker {1001 - main}"
    played = play(GAME, CARDS, DECISIONS, bets, **house, options=REQUIRED)
    assert played.net == main + 3 * poker
    code = refused(GAME, CARDS, DECISIONS, over, **house, options=REQUIRED)
    assert code == "wager/off-limits"
    # Where poker is optional the maximum holds for the blackjack wager alone.
    assert play(GAME, CARDS, DECISIONS, over, **house).net == main + 3 * (1001 - main)


@clause(GAME, "2104(2)(b)")
@ruling("H2")
def test_ruling_h2_where_poker_is_required_a_player_has_one_seat() -> None:
    bets = {1: "500, poker 100", 2: "500, poker 100"}
    house: dict[str, Any] = {"tables": PK, "options": REQUIRED}
    names = {1: "ann", 2: "ann"}
    assert refused(GAME, TWO, "", bets, players=names, **house) == "seat/one-each"
    for several in (True, False):
        options = REQUIRED | {"multiple_hands": several}
        played = (GAME, f"{TWO} 7h 2d", "1 stand, 2 stand, 1 fold, 2 fold", bets)
        others = {1: "ann", 2: "bob"}
        if several:
            assert refused(*played, players=others, tables=PK, options=options) == "option/conflict"
        else:
            nets = play(*played, players=others, tables=PK, options=options).nets
            assert nets == {1: 400, 2: 400}


@clause(GAME, "2104(2)", "2104(8)")
@ruling("C96", "C102")
@every_row(
    "bets", ["499, poker 100", "5001, poker 100", "500, poker 99", "500, poker 301", "500, poker 0"]
)
def test_ruling_c102_the_limits_bind_the_initial_wagers(bets: str) -> None:
    limits = {"main": {"min": 500, "max": 5000}, "poker": {"min": 100, "max": 300}}
    code = refused(GAME, CARDS, DECISIONS, bets, tables=PK, limits=limits)
    assert code == "wager/off-limits"
    for main, poker in ((500, 300), (5000, 100)):
        bet = f"{main}, poker {poker}"
        played = play(GAME, CARDS, DECISIONS, bet, tables=PK, limits=limits)
        assert played.net == main + 3 * poker
    # Spots 2 and 3 are as large as PK whatever is posted for them.
    posted = {"poker-2": {"min": 1, "max": 5}, "poker-3": {"min": 900, "max": 999}}
    played = play(GAME, CARDS, DECISIONS, "500, poker 300", tables=PK, limits=posted)
    assert played.net == 500 + 900


@clause(GAME, "2104(8)", "2104(10)")
@ruling("C103")
@every_row("wager", ["poker-2", "poker-3", "insurance", "bet", "ante", "tip:main"])
def test_ruling_c103_later_wagers_are_never_made_before_the_deal(wager: str) -> None:
    bets = f"1000, poker 300, {wager} 300"
    assert refused(GAME, CARDS, DECISIONS, bets, tables=PK) == "wager/not-offered"


@clause(GAME, "2104(13)(b)", how="judged")
@ruling("C74", how="judged")
@every_row("wager", ["poker", "poker-2", "poker-3"])
def test_2104_13_b_all_wagers_are_paid_at_the_same_odds_without_a_limit(wager: str) -> None:
    """No clause of 2104 lets a house cut what PK, 2 and 3 pay."""
    rest = {"tables": PK, "limits": {wager: {"aggregate": 100}}}
    assert refused(GAME, CARDS, DECISIONS, "1000, poker 300", **rest) == "option/conflict"


@ruling("C74", how="judged")
def test_ruling_c74_the_blackjack_wager_has_no_aggregate_limit() -> None:
    limits = {"main": {"aggregate": 100}}
    assert refused(GAME, CARDS, DECISIONS, 1000, limits=limits) == "option/conflict"


@ruling("C29", "C79")
def test_ruling_c79_a_void_round_gives_every_wager_back() -> None:
    bets = {1: "1000, poker 300, tip 100", 2: "500, tip 5"}
    kept = record(GAME, "Kh Ks 9c", "", bets, tables=PK) | {"void": True}
    result = replay(kept).result()
    assert (result["net"], result["settlement"]) == ({"1": 0, "2": 0}, [])


@clause(GAME, "2104(14)", "2104(9)", "2104(11)")
def test_2104_14_the_next_round_is_dealt_from_the_whole_deck() -> None:
    """The community cards of one round are the player's own in the next."""
    one = play(GAME, CARDS, DECISIONS, "1000, poker 300", tables=PK)
    assert one.dealer == "9c 8c"
    two = play(GAME, "9c Kh 8c Qd 9h 8h 9s", "1 stand, 1 bet, 1 bet", "1000, poker 300", tables=PK)
    assert two.nets == {1: -1000 + 300 * 3 * 1}
