"""Colorado 30-2118, Deuces Wild Xtreme: packets lie face down until the dealer shows (2118(8))."""

from __future__ import annotations

from pitboss.cards import format_cards, parse_cards
from pitboss.engine.actions import Action, ActionKind
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay, write_record
from pitboss.engine.setup import prepare
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.progressives import terms
from tests.rules.colorado.table import DEUCES as GAME

LINKED = "five-card-linked"
HOUSE = {
    "game": GAME,
    "tables": {"odds": "PT-FLT-DWHF-ODS-01", LINKED: "PT-BJS-5CL-01"},
    "jackpots": {LINKED: terms()},
}
HANDS = {1: "Ks Kh Jk 9c 4s", 2: "As Ah 9d 7c 5h", 4: "Qs Qh 8d 7d 3s"}
DEALER = "5s 6h 7h 8c 9h"
REPLACEMENT = "Td"
STANDARD = {"ante": 1000, "odds": 1000}
BETS = [
    Bets(1, STANDARD | {LINKED: 100}, "ann"),
    Bets(2, STANDARD, "bob", {"ante": 100}),
    Bets(4, STANDARD, "ann"),
]
BET = ActionKind.BET
FOLD = ActionKind.FOLD


def dealt(hands: dict[int, str] = HANDS, dealer: str = DEALER, cards: int = 21) -> Round:
    """Return a round with its first cards out: all of them, if nothing else is said."""
    played = Round.start(prepare(house_from(HOUSE)), BETS)
    for card in parse_cards(" ".join([*hands.values(), dealer, REPLACEMENT]))[:cards]:
        played.deal(card)
    return played


def seen(at: TableView) -> dict[int, str]:
    """Return what is seen of each seat's cards; face-down cards are question marks."""
    return {
        seat.number: format_cards(seat.hands[0].cards) + "?" * seat.hands[0].face_down
        for seat in at.seats
    }


@clause(GAME, "2118(8)", "2118(9)")
def test_2118_8_a_player_sees_the_cards_of_all_his_seats_and_no_others() -> None:
    state = dealt().state
    assert seen(view(state, 1)) == HANDS | {2: "?????"}
    assert seen(view(state, 4)) == HANDS | {2: "?????"}
    assert seen(view(state, 2)) == {1: "?????", 2: HANDS[2], 4: "?????"}
    assert seen(view(state, 7)) == dict.fromkeys(HANDS, "?????")  # somebody who looks on


@clause(GAME, "2118(8)", "2118(9)")
def test_2118_9_the_dealers_hand_is_hidden_until_all_have_decided() -> None:
    played = dealt()
    for seat, kind in ((1, FOLD), (2, BET), (4, FOLD)):
        at = view(played.state, seat)
        assert (at.dealer, at.face_down) == ((), 5)
        assert at.turn == (seat, 1)
        played.act(Action(seat=seat, kind=kind))
    for seat in (1, 2, 4, 7):
        at = view(played.state, seat)
        assert (format_cards(at.dealer), at.face_down) == (DEALER, 0)
        assert seen(at) == HANDS  # folded hands too, for bad beats and bonuses
        assert (at.turn, at.choices) == (None, ())


@clause(GAME, "2118(8)(b)")
def test_2118_8_b_a_fold_is_seen_by_all_and_shows_no_card() -> None:
    played = dealt()
    played.act(Action(seat=1, kind=FOLD))
    at = view(played.state, 2)
    assert [seat.folded for seat in at.seats] == [True, False, False]
    assert seen(at) == {1: "?????", 2: HANDS[2], 4: "?????"}
    assert [(line.seat, line.wager, line.net) for line in at.settled] == [
        (1, "ante", -1000),
        (1, "odds", -1000),
    ]


@clause(GAME, "2118(8)")
def test_2118_8_only_the_seat_whose_turn_it_is_is_shown_its_choices() -> None:
    played = dealt()
    assert [choice.kind for choice in view(played.state, 1).choices] == [BET, FOLD]
    assert [view(played.state, seat).choices for seat in (2, 4, 7)] == [(), (), ()]
    bet = view(played.state, 1).choices[0]
    assert (bet.low, bet.high, bet.default) == (2000, 2000, 2000)
    played.act(Action(seat=1, kind=BET))
    assert view(played.state, 1).choices == ()
    assert view(played.state, 1).seats[0].wagers["play"] == 2000


@clause(GAME, "2118(8)")
@every_row(
    ("cards", "decided"),
    [*((cards, 0) for cards in (1, 7, 15, 16, 20, 21)), (21, 1), (21, 2)],
)
def test_2118_8_nobody_can_tell_apart_what_he_may_not_see(cards: int, decided: int) -> None:
    others = HANDS | {1: "Ac 2s 2h 2d 2c", 4: "Qs Qh 8d 7d 3c"}
    one = dealt(cards=cards)
    other = dealt(others, "Kc Kd Qc Jc Tc", cards)
    for played in (one, other):
        for seat, kind in ((1, FOLD), (2, BET))[:decided]:
            played.act(Action(seat=seat, kind=kind))
    assert view(one.state, 2) == view(other.state, 2)
    assert view(one.state, 7) == view(other.state, 7)
    assert view(one.state, 1) != view(other.state, 1)


@clause(GAME, "2118(13)(f)(i)(F)")
@ruling("D5")
def test_ruling_d5_the_replacement_card_is_open_to_all_once_it_is_drawn() -> None:
    assert view(dealt(cards=20).state, 2).replacement is None
    for seat in (1, 2, 4, 7):
        assert view(dealt().state, seat).replacement == parse_cards(REPLACEMENT)[0]


@clause(GAME, "2118(8)(a)", "2118(7)")
@ruling("C104")
def test_a_round_played_at_the_table_is_written_as_a_record_that_replays() -> None:
    played = dealt()
    played.act(Action(seat=1, kind=BET, tip=300))
    played.act(Action(seat=2, kind=FOLD))
    played.act(Action(seat=4, kind=BET, amount=2000))
    given = write_record(played, HOUSE)
    assert given["cards"] == " ".join([*HANDS.values(), DEALER, REPLACEMENT])
    again = replay(given)
    assert again.round.events == played.events
    assert again.round.state.net() == played.state.net()
    assert replay(again.complete_record()).difference() is None
