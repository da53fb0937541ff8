"""Colorado 30-2104(5) to (11): the reshuffle, the poker cards, going on and folding."""

from __future__ import annotations

import pytest

from pitboss.cards import format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.rounds.plan import CardNeeded, ReshuffleNeeded
from pitboss.engine.setup import prepare
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events, question
from tests.rules.colorado.table import asked, play, record, refused, settled_in_order
from tests.rules.table import Played

GAME = "co/21-holdem"
PK = {"poker": "poker"}
BETS = "1000, poker 300"
FIRST = "Kh 9c Qd 8c"
"""One seat: 20 against 17. 9c and 8c stay on the table."""
TWO = "Kh Ks 9c Qd Qs 8c"
STOOD = "1 stand, 2 stand"


def one(poker: str, decisions: str, /, **rest: object) -> Played:
    return play(GAME, f"{FIRST} {poker}", f"1 stand, {decisions}", BETS, tables=PK, **rest)


def two(poker: str, decisions: str, first: str = BETS, second: str = BETS) -> Played:
    cards = f"{TWO} {poker}"
    return play(GAME, cards, f"{STOOD}, {decisions}", {1: first, 2: second}, tables=PK)


def refused_for_two(poker: str, decisions: str) -> str:
    cards = f"{TWO} {poker}"
    return refused(GAME, cards, f"{STOOD}, {decisions}", {1: BETS, 2: BETS}, tables=PK)


@clause(GAME, "2104(5)", words="Poker begins ... common to all players")
@ruling("H3")
def test_2104_5_the_dealers_first_two_cards_belong_to_every_hand() -> None:
    # 9c 8c make a straight with 7-6-5 for seat 1 and two pairs with 9-8 for seat 2: 4 and 2 to 1.
    played = two("7h 9h 6d 8d 5s 2s", "1 bet, 2 bet, 1 bet, 2 bet")
    assert played.nets == {1: 1000 + 3 * 1200, 2: 1000 + 3 * 600}
    # Which of the two is the up card is all the same.
    swapped = play(GAME, "Kh 8c Qd 9c 7h 6d 5s", "1 stand, 1 bet, 1 bet", BETS, tables=PK)
    assert swapped.net == 1000 + 3 * 1200


@clause(GAME, "2104(5)", words="Poker begins ... common to all players")
@clause(GAME, "2104(6)")
@ruling("H3")
def test_2104_5_cards_the_dealer_drew_are_in_no_poker_hand() -> None:
    # 6c 5c draw 4s and 2d: 17. With the 4s, 3h and 7h would make a straight.
    cards = "Kh 6c Qd 5c 4s 2d 3h 7h Jd"
    played = play(GAME, cards, "1 stand, 1 bet, 1 bet", BETS, tables=PK)
    assert (played.dealer, played.won("poker")) == ("6c 5c 4s 2d", -300)
    # It may come again as the player's own: 4 to 1.
    cards = "Kh 6c Qd 5c 4s 2d 3h 7h 4s"
    played = play(GAME, cards, "1 stand, 1 bet, 1 bet", BETS, tables=PK)
    assert played.won("poker") == 1200


@clause(GAME, "2104(6)")
@ruling("H3")
@every_row("poker", ["Kh Qd 7s", "Qd Kh 2d", "Kh 2d 3s"])
def test_ruling_h3_any_other_card_of_the_blackjack_part_may_come_again(poker: str) -> None:
    played = one(poker, "1 bet, 1 bet")
    assert format_cards(played.replay.round.state.seat(1).poker) == poker
    assert played.net == 1000 - 900


@clause(GAME, "2104(6)")
@ruling("H3")
def test_ruling_h3_so_may_the_cards_that_were_hit_and_those_of_a_split() -> None:
    # 8-8 split, tens on both; the dealer's 9c 7c takes the 5d: 21.
    cards = "8h 9c 8d 7c Ts Td 5d"
    decisions = "1 split, 1 stand, 1.2 stand, 1 bet, 1 bet"
    played = play(GAME, f"{cards} 8h 8d 5d", decisions, BETS, tables=PK)
    assert played.net == -2000 + 3 * 300
    assert played.wagers() == ["main", "main", "poker", "poker-2", "poker-3"]


@clause(GAME, "2104(6)")
@ruling("H3", "C81")
@every_row("poker", ["9c 2d 3s", "2d 8c 3s", "2d 3s 9c", "2d 2d 3s", "2d 3s 2d", "2d 3s 3s"])
def test_ruling_h3_community_cards_do_not_come_again_nor_any_card_twice(poker: str) -> None:
    cards = f"{FIRST} {poker}"
    code = refused(GAME, cards, "1 stand, 1 bet, 1 bet", BETS, tables=PK)
    assert code == "record/card-not-in-shoe"


@clause(GAME, "2104(6)", "2104(8)")
@ruling("H3")
def test_ruling_h3_a_folded_card_is_not_shuffled_in_again() -> None:
    folded = "1 fold, 2 bet, 2 bet"
    assert two("2h 9h 3d 4s", folded).nets == {1: 700, 2: 1000 + 900}
    assert refused_for_two("2h 9h 2h 4s", folded) == "record/card-not-in-shoe"
    assert refused_for_two("2h 2h 3d 4s", folded) == "record/card-not-in-shoe"


@clause(GAME, "2104(7)", "2104(8)", "2104(10)")
def test_2104_7_cards_go_round_from_the_dealers_left_one_at_a_time() -> None:
    seats = {5: BETS, 2: BETS, 3: "1000"}
    cards = "Kh Ks 2s 9c Qd Qs 3s 8c 7h 7s 6d 6h 2h 2d"
    decisions = "2 stand, 3 stand, 5 stand, 2 bet, 5 bet, 2 bet, 5 bet"
    played = play(GAME, cards, decisions, seats, tables=PK)
    state = played.replay.round.state
    held = [format_cards(state.seat(seat).poker) for seat in (2, 3, 5)]
    assert held == ["7h 6d 2h", "", "7s 6h 2d"]
    assert asked(played)[3:] == ["2.1 bet", "5.1 bet", "2.1 bet", "5.1 bet"]
    # The dealer has no card more.
    assert played.dealer == "9c 8c"


@clause(GAME, "2104(7)", "2104(8)")
def test_2104_8_the_question_comes_when_everybody_has_a_card() -> None:
    seats = {1: BETS, 2: BETS}
    for poker, decisions in (("", ""), ("7h", "")):
        cards = f"{TWO} {poker}"
        assert refused(GAME, cards, f"{STOOD}{decisions}", seats, tables=PK) == (
            "record/cards-missing"
        )
    assert question(GAME, f"{TWO} 7h 7d", STOOD, seats, tables=PK) == "1.1 bet fold"
    assert question(GAME, f"{TWO} 7h 7d", f"{STOOD}, 1 bet", seats, tables=PK) == "2.1 bet fold"
    both = f"{STOOD}, 1 bet, 2 bet"
    assert refused(GAME, f"{TWO} 7h 7d", both, seats, tables=PK) == "record/cards-missing"
    assert question(GAME, f"{TWO} 7h 7d 2h 2d", both, seats, tables=PK) == "1.1 bet fold"


@clause(GAME, "2104(8)")
def test_2104_8_a_fold_loses_pk_and_no_more() -> None:
    played = one("7h", "1 fold")
    assert (played.net, played.won("poker"), played.outcome("poker")) == (700, -300, "fold")
    assert played.wagers() == ["main", "poker"]
    # At once, and nobody asks again.
    assert played.when("action-taken", action="fold") + 1 == played.when(
        "wager-settled", wager="poker"
    )
    for more in ("1 fold, 1 bet", "1 fold, 1 fold"):
        code = refused(GAME, f"{FIRST} 7h", f"1 stand, {more}", BETS, tables=PK)
        assert code == "record/decision-left-over"


@clause(GAME, "2104(10)")
def test_2104_10_a_second_fold_loses_pk_and_2() -> None:
    played = one("7h 7d", "1 bet, 1 fold")
    assert (played.won("poker"), played.won("poker-2"), played.net) == (-300, -300, 400)
    assert played.wagers() == ["main", "poker", "poker-2"]


@clause(GAME, "2104(8)", "2104(10)")
@ruling("C104")
def test_2104_8_spots_2_and_3_are_as_large_as_pk() -> None:
    for bet in ("bet", "bet 300"):
        played = one("7h 7d 2s", f"1 {bet}, 1 {bet}")
        stakes = [played.line(spot)["stake"] for spot in ("poker", "poker-2", "poker-3")]
        assert stakes == [300, 300, 300]


@clause(GAME, "2104(8)", "2104(10)")
@ruling("C104")
@every_row("amount", [299, 301, 600, 1000, 0])
def test_ruling_c104_a_bet_of_another_amount_is_refused(amount: int) -> None:
    cards = f"{FIRST} 7h 7d 2s"
    for decisions in (f"1 bet {amount}, 1 bet", f"1 bet, 1 bet {amount}"):
        code = refused(GAME, cards, f"1 stand, {decisions}", BETS, tables=PK)
        assert code == "action/amount"


@clause(GAME, "2104(8)", "2104(10)")
@every_row(
    ("decisions", "code"),
    [
        ("1 stand", "action/illegal"),
        ("1 hit", "action/illegal"),
        ("1 decline", "action/illegal"),
        ("1 bust-bet 300", "action/illegal"),
        ("1 fold 300", "action/amount"),
        ("2 bet", "action/not-your-turn"),
        ("1.2 bet", "action/not-your-turn"),
        ("1 bet poker-3", "action/not-your-turn"),
        ("1 bet poker", "action/not-your-turn"),
        ("", "record/decision-missing"),
        ("1 bet", "record/decision-missing"),
        ("1 bet, 1 bet, 1 bet", "record/decision-left-over"),
    ],
)
def test_2104_8_a_player_folds_or_goes_on(decisions: str, code: str) -> None:
    cards = f"{FIRST} 7h 7d 2s"
    given = f"1 stand, {decisions}".removesuffix(", ")
    assert refused(GAME, cards, given, BETS, tables=PK) == code


@clause(GAME, "2104(8)")
def test_2104_8_a_bet_may_name_its_spot() -> None:
    assert one("7h 7d 2s", "1 bet poker-2, 1 bet poker-3").net == 1900


@clause(GAME, "2104(13)")
@every_row(
    ("poker", "code"),
    [
        ("7h 7d", "record/cards-missing"),
        ("7h 7d 2s 3s", "record/cards-left-over"),
    ],
)
def test_2104_12_a_wrong_number_of_poker_cards_is_no_round(poker: str, code: str) -> None:
    """C79: a misdeal is not recorded as a round; three cards each are, no more and no less."""
    cards = f"{FIRST} {poker}"
    assert refused(GAME, cards, "1 stand, 1 bet, 1 bet", BETS, tables=PK) == code


@clause(GAME, "2104(9)")
def test_2104_9_when_all_fold_after_the_first_card_the_round_is_over() -> None:
    played = two("7h 7d", "1 fold, 2 fold", second="500, poker 70")
    assert played.nets == {1: 700, 2: 430}
    assert settled_in_order(played)[2:] == [(1, "poker"), (2, "poker")]
    assert refused_for_two("7h 7d 2s", "1 fold, 2 fold") == "record/cards-left-over"


@clause(GAME, "2104(11)")
def test_2104_11_when_all_fold_after_the_second_card_the_round_is_over() -> None:
    played = two("7h 7d 2h 2d", "1 bet, 2 bet, 1 fold, 2 fold")
    assert played.nets == {1: 400, 2: 400}
    poker = [(seat, spot) for seat in (1, 2) for spot in ("poker", "poker-2")]
    assert settled_in_order(played)[2:] == poker
    more = "1 bet, 2 bet, 1 fold, 2 fold"
    assert refused_for_two("7h 7d 2h 2d 3s", more) == "record/cards-left-over"
    # So it is when one folded earlier.
    assert two("7h 7d 2d", "1 fold, 2 bet, 2 fold").nets == {1: 700, 2: 400}


@clause(GAME, "2104(8)", "2104(9)", "2104(11)")
def test_2104_8_whoever_folds_gets_no_further_card_and_the_others_play_on() -> None:
    # Seat 1 folds at once, seat 2 plays on with 7-7; seat 2 folds second, seat 1 plays on.
    assert two("2h 7h 7d 2d", "1 fold, 2 bet, 2 bet").nets == {1: 700, 2: 1900}
    played = two("7h 2h 7d 3d Js", "1 bet, 2 bet, 1 bet, 2 fold")
    assert played.nets == {1: 1900, 2: 400}
    assert played.replay.round.state.seat(2).folded
    assert settled_in_order(played)[2:4] == [(2, "poker"), (2, "poker-2")]


@clause(GAME, "2104(13)(a)")
def test_2104_13_a_hands_are_settled_from_the_dealers_right() -> None:
    played = two("7h 2h 7d 3d Js 4s", "1 bet, 2 bet, 1 bet, 2 bet")
    spots = ("poker", "poker-2", "poker-3")
    assert settled_in_order(played)[2:] == [(2, s) for s in spots] + [(1, s) for s in spots]
    assert played.nets == {1: 1900, 2: 100}


@clause(GAME, "2104(6)", "2104(13)")
@ruling("C95")
def test_2104_6_the_cards_are_reshuffled_once_before_the_first_poker_card() -> None:
    played = two("7h 2h 7d 3d Js 4s", "1 bet, 2 bet, 1 bet, 2 bet")
    assert list_events(played, "cards-reshuffled") == ["cards-reshuffled"]
    assert played.nets == {
        seat: sum(line["net"] for line in played.result["settlement"] if line["seat"] == seat)
        for seat in (1, 2)
    }


def at_the_table(poker: str, answers: str) -> list[TableView]:
    """Play two seats, then return what seats 1 and 2 and a third person see."""
    house = house_from({"game": GAME, "options": {}, "tables": PK})
    bets = {"main": 1000, "poker": 300}
    played = Round.start(prepare(house), [Bets(1, bets), Bets(2, bets)])
    cards = iter(parse_cards(f"{TWO} {poker}"))
    left = iter(answers.split())
    while played.due is not None:
        try:
            if isinstance(played.due, CardNeeded):
                played.deal(next(cards))
            elif isinstance(played.due, ReshuffleNeeded):
                played.reshuffle()
            else:
                asked_now = played.due
                assert isinstance(asked_now, Question)
                wanted = next(left)
                played.act(Action(seat=asked_now.seat, kind=ActionKind(wanted)))
        except StopIteration:
            break
    return [view(played.state, seat) for seat in (1, 2, 3)]


@clause(GAME, "2104(7)", "2104(8)", "2104(10)")
def test_2104_7_poker_cards_lie_face_down_and_only_their_player_looks_at_them() -> None:
    for poker, answers, held in (("7h 2h", "", 1), ("7h 2h 7d 3d", "bet bet", 2)):
        first, second, third = at_the_table(poker, f"stand stand {answers}")
        mine = [len(seat.poker) for seat in first.seats]
        assert mine == [held, 0]
        assert [seat.poker_face_down for seat in first.seats] == [0, held]
        assert [len(seat.poker) for seat in second.seats] == [0, held]
        assert [seat.poker_face_down for seat in third.seats] == [held, held]
        assert format_cards(third.dealer) == "9c 8c"
        assert (first.turn, bool(first.choices), bool(second.choices)) == ((1, 1), True, False)


@clause(GAME, "2104(13)(a)")
def test_2104_13_a_at_the_end_the_hands_still_in_are_turned_up() -> None:
    seen = at_the_table("7h 2h 7d 3d Js 4s", "stand stand bet bet bet bet")
    for table_view in seen:
        assert [format_cards(seat.poker) for seat in table_view.seats] == ["7h 7d Js", "2h 3d 4s"]


@clause(GAME, "2104(8)", "2104(10)", "2104(13)(a)")
def test_2104_8_a_folded_hand_is_never_turned_up() -> None:
    """It goes to the discards as it lies; only its own player knows it."""
    for poker, answers in (("7h 2h 7d 3d Js", "bet bet bet fold"), ("7h 2h", "fold fold")):
        first, second, third = at_the_table(poker, f"stand stand {answers}")
        assert [first.seats[1].poker, third.seats[1].poker] == [(), ()]
        assert format_cards(second.seats[1].poker).startswith("2h")


@clause(GAME, "2104(8)")
@ruling("C99")
def test_ruling_c99_a_completed_record_verifies_itself() -> None:
    decisions = f"{STOOD}, 1 bet, 2 bet, 1 bet, 2 fold"
    given = record(GAME, f"{TWO} 7h 2h 7d 3d Js", decisions, {1: BETS, 2: BETS}, tables=PK)
    done = replay(given)
    assert replay(done.complete_record()).difference() is None
    assert replay(given | {"net": {"1": 1900, "2": 400}}).difference() is None
    assert replay(given | {"net": {"1": 1900, "2": 700}}).difference() is not None


@clause(GAME, "2104(6)")
@ruling("C99")
def test_ruling_c99_a_record_refused_for_its_cards_says_which() -> None:
    with pytest.raises(RefusedError, match="9c"):
        replay(record(GAME, f"{FIRST} 9c 2s 3s", "1 stand, 1 bet, 1 bet", BETS, tables=PK))
