"""21+3, 30-2107: cards dealt face down, which a player must expose to win."""

from __future__ import annotations

import random
from collections import Counter

from pitboss.engine.actions import ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.engine.view import view
from pitboss.rulebook.check import problems
from pitboss.rulebook.house import house_from
from pitboss.sitting.basic_play import basic_play
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import (
    asked,
    play,
    record,
    refused,
    settled_in_order,
)

GAME = "co/21-plus-3"
FACE_DOWN = {"cards_dealt": "face down"}
BOTH = {"21-plus-3": "standard", "21-plus-3-xtreme": "xtreme"}
THREE_SEATS = {
    1: "1000, 21-plus-3 500",
    2: "1000, 21-plus-3 300, 21-plus-3-xtreme 200, tip 100, tip 21-plus-3 100",
    3: "1000",
}
CARDS = "9h 8h Kd 7h 5h 6h Qs Td"
"""Seat 1 has a flush with the up card, seat 2 a straight flush, seat 3 nothing; dealer 7-T."""
DEALT = ("face up", "face down")
STAND = "1 stand, 2 stand, 3 stand"


def _house(decks: int, dealt: str) -> dict[str, object]:
    tables = {"21-plus-3-xtreme": "xtreme"}
    return {"game": GAME, "options": {"decks": decks, "cards_dealt": dealt}, "tables": tables}


@clause(GAME, "2107 Winner(1)", how="judged")
@every_row("decks", [1, 2, 4, 5, 6, 7, 8])
def test_2107_winner_1_face_down_with_one_or_two_decks_only(decks: int) -> None:
    assert problems(house_from(_house(decks, "face up"))) == ()
    wrong = problems(house_from(_house(decks, "face down")))
    if decks <= 2:
        assert wrong == ()
    else:
        (problem,) = wrong
        assert (problem.code, problem.key) == ("option/conflict", "options.cards_dealt")
        assert (problem.cite, "face up" in problem.message) == ("2107 Winner(1)", True)


@clause(GAME, "2107 Winner(1)")
def test_2107_winner_1_cards_are_dealt_face_up_where_nothing_is_said() -> None:
    dealt = play(GAME, CARDS, STAND, THREE_SEATS, tables=BOTH, decks=2)
    assert asked(dealt) == ["1.1 stand", "2.1 stand", "3.1 stand"]
    stated = {"cards_dealt": "face up"}
    same = play(GAME, CARDS, STAND, THREE_SEATS, tables=BOTH, decks=2, options=stated)
    assert same.result == dealt.result, "the digest too: the table is the same"


@clause(GAME, "2107 Winner(2)", "2107 Winner(2) face down")
@ruling("C106")
def test_2107_face_down_hands_that_are_exposed_are_paid_from_the_dealers_right() -> None:
    decisions = f"2 expose, 1 expose, {STAND}"
    done = play(GAME, CARDS, decisions, THREE_SEATS, tables=BOTH, decks=2, options=FACE_DOWN)
    assert done.won("21-plus-3", 1) == 4500
    assert (done.won("21-plus-3", 2), done.won("21-plus-3-xtreme", 2)) == (2700, 6000)
    assert done.won("tip:21-plus-3", 2) == 900
    assert done.nets == {1: 4500 - 1000, 2: 2700 + 6000 - 1000, 3: 1000}
    # Each seat is settled as it answers, before anybody plays; seat 3 has no such wager.
    second = done.when("action-taken", seat=2, action="expose")
    paid = done.when("wager-settled", seat=2, wager="21-plus-3-xtreme")
    first = done.when("action-taken", seat=1, action="expose")
    played = done.when("action-taken", action="stand")
    assert second < paid < first < done.when("wager-settled", seat=1) < played


@clause(GAME, "2107 Winner(2) face down")
@ruling("C106")
def test_2107_face_down_a_winning_hand_that_is_not_exposed_is_collected() -> None:
    decisions = f"2 conceal, 1 expose, {STAND}"
    done = play(GAME, CARDS, decisions, THREE_SEATS, tables=BOTH, decks=2, options=FACE_DOWN)
    assert done.won("21-plus-3", 1) == 4500
    lines = [done.line(wager, 2) for wager in ("21-plus-3", "21-plus-3-xtreme", "tip:21-plus-3")]
    assert [line["net"] for line in lines] == [-300, -200, -100]
    assert {line["outcome"] for line in lines} == {"not exposed"}
    # 2107(3): the blackjack wager and the tip beside it are settled as ever.
    assert (done.won("main", 2), done.won("tip:main", 2)) == (-1000, -100)
    assert done.nets == {1: 4500 - 1000, 2: -500 - 1000, 3: 1000}


@clause(GAME, "2107 Winner(2) face down")
@ruling("C106")
def test_2107_face_down_a_losing_hand_may_be_exposed_or_not() -> None:
    cards = "9h 7d 5c Td"
    for decision in ("expose", "conceal"):
        decisions = f"1 {decision}, 1 stand"
        done = play(
            GAME, cards, decisions, "1000, 21-plus-3 500", tables=BOTH, decks=2, options=FACE_DOWN
        )
        assert (done.won("21-plus-3"), done.net) == (-500, -1500)


@clause(GAME, "2107 Winner(2) face down", "2107 Winner(3)")
@ruling("C106")
def test_2107_face_down_wagers_are_settled_before_insurance_and_the_peek() -> None:
    # An ace up: seat 1 holds A-A and is paid for three of a kind before insurance is asked.
    cards = "As Ah Ad Kd"
    seats = "1000, 21-plus-3 500"
    rest = {"tables": {"21-plus-3": "standard"}, "decks": 2, "options": FACE_DOWN}
    done = play(GAME, cards, "1 expose, 1 insure 500", seats, **rest)
    assert done.net == 4500 + 1000 - 1000
    assert settled_in_order(done)[0] == (1, "21-plus-3")
    assert done.when("wager-settled") < done.when("action-taken", action="insure")
    assert refused(GAME, cards, "1 insure 500", seats, **rest) == "action/illegal"


@clause(GAME, "2107 Start(3)", "2107 Winner(2) face down")
@ruling("C74", "C106")
def test_2107_face_down_a_posted_limit_is_shared_by_those_who_expose() -> None:
    rest = {
        "tables": {"21-plus-3": "standard"},
        "decks": 2,
        "options": FACE_DOWN,
        "limits": {"21-plus-3": {"aggregate": 3000}},
    }
    seats = {1: "1000, 21-plus-3 500", 2: "1000, 21-plus-3 300", 3: "1000"}
    both = play(GAME, CARDS, f"2 expose, 1 expose, {STAND}", seats, **rest)
    assert [both.won("21-plus-3", seat) for seat in (1, 2)] == [1875, 1125]  # 4500 and 2700 due
    one = play(GAME, CARDS, f"2 expose, 1 conceal, {STAND}", seats, **rest)
    assert [one.won("21-plus-3", seat) for seat in (1, 2)] == [-500, 2700]


@clause(GAME, "2107 Winner(2) face down")
@ruling("C106")
def test_2107_face_down_only_the_player_sees_a_hand_until_it_is_exposed() -> None:
    decisions = f"2 conceal, 1 expose, {STAND}"
    given = record(GAME, CARDS, decisions, THREE_SEATS, tables=BOTH, decks=2, options=FACE_DOWN)
    round_ = replay(given).round
    seen = {}
    for state, event in zip(round_.states, round_.events, strict=True):
        answers = {ActionKind.EXPOSE, ActionKind.CONCEAL}
        if isinstance(event, ActionTaken) and event.action in answers:
            seats = view(state, 3).seats
            seen[event.seat] = [len(seat.hands[0].cards) for seat in seats]
    assert seen == {2: [0, 0, 2], 1: [2, 0, 2]}


@clause(GAME, "2107(3)", "2107 Winner(2) face down")
@ruling("C106")
def test_2107_face_down_exposed_hands_gain_what_they_gain_face_up() -> None:
    """Play 300 shuffled decks both ways, hand by hand: the lines are equal, to the cent."""
    seats = [
        Bets(seat, {"main": 1000, "21-plus-3": 500, "21-plus-3-xtreme": 200}) for seat in (1, 2)
    ]
    up, down = (prepare(house_from(_house(2, dealt) | {"tables": BOTH})) for dealt in DEALT)
    won = 0
    for seed in range(300):
        cards = list(up.shoe.cards())
        random.Random(seed).shuffle(cards)
        open_lines, hidden_lines = (
            Counter(Round.start(setup, seats).play(iter(cards), basic_play).settled)
            for setup in (up, down)
        )
        assert open_lines == hidden_lines, seed
        won += sum(line.net > 0 for line in open_lines if line.wager == "21-plus-3")
    assert won > 20
