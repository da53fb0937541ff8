"""Colorado 30-2112: the deck, the wagers, tips, the packets of five, misdeals, records and views.

The dealer has 7-2-6-J-T, 19 and 16 the house way, unless a test says otherwise.
"""

from __future__ import annotations

import json
from random import Random

from pitboss.cards import FRENCH, Card, format_cards, parse_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.engine.view import TableView, view
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.table import play, record, refused
from tests.rules.table import refusal

GAME = "co/pai-jack"
DEALER = "7s 2c 6c Js Ts"
HAND = "8d 6d Jh Ad 3h"
"""Wins 20 and 18 against the dealer when 8-J is the low hand."""
WIN = "1 set 8d Jh"
PAI_JACK = "Ah Kd Qh 2h 3d"
TABLE = {"pai-jack-bonus": "1"}


@clause(GAME, "2112(1)", words="one 52-card deck without jokers")
@ruling("C81", "C105")
def test_2112_1_one_deck_of_52_without_jokers() -> None:
    cards = f"{HAND} {DEALER}"
    assert play(GAME, cards, WIN, decks=1).net == 1000
    assert refused(GAME, cards.replace("7s", "8d"), WIN) == "record/card-not-in-shoe"
    assert refused(GAME, cards.replace("7s", "Jk"), WIN) == "record/card-not-in-shoe"
    for decks in (2, 6, 8, "1"):
        assert refused(GAME, cards, WIN, options={"decks": decks}) == "option/invalid"


@clause(GAME, "2112(1)", words="house rules say whether a player may play several")
@every_row(
    ("options", "code"),
    [
        ({}, None),
        ({"multiple_hands": True}, None),
        ({"multiple_hands": False}, "seat/one-each"),
        ({"multiple_hands": "yes"}, "option/invalid"),
    ],
)
def test_2112_1_house_rules_say_whether_a_player_may_play_several_hands(
    options: dict[str, object], code: str | None
) -> None:
    cards = f"{HAND} {PAI_JACK} {DEALER}"
    seats = {1: 1000, 2: 500}
    players = {1: "ann", 2: "ann"}
    if code:
        assert refused(GAME, cards, WIN, seats, players=players, options=options) == code
    else:
        played = play(GAME, cards, WIN, seats, players=players, options=options)
        assert played.nets == {1: 1000, 2: 750}


@clause(GAME, "2112(1)", words="one set of five cards is one hand")
def test_2112_1_one_hand_each_is_always_taken() -> None:
    cards = f"{HAND} {PAI_JACK} {DEALER}"
    options = {"multiple_hands": False}
    for players in ({}, {1: "ann"}, {1: "ann", 2: "bob"}):
        played = play(GAME, cards, WIN, {1: 1000, 2: 500}, players=players, options=options)
        assert played.nets == {1: 1000, 2: 750}


@clause(GAME, "2112(1)", words="one set of five cards is one hand")
@ruling("D6")
@every_row(("seats", "fits"), [(1, True), (8, True), (9, True), (10, False)])
def test_ruling_d6_one_deck_serves_nine_seats(seats: int, *, fits: bool) -> None:
    deck = list(FRENCH.cards)
    Random(21).shuffle(deck)
    bets = [Bets(number, {"main": 100}) for number in range(1, seats + 1)]
    if fits:
        played = Round.start(prepare(house_from({"game": GAME})), bets)
        played.play(iter(deck), lambda _, question: legal_setting(question))
        assert len(played.state.net()) == seats
    else:
        cards = format_cards(deck)
        assert refused(GAME, cards, "", dict.fromkeys(range(1, seats + 1), 100)) == "seat/too-many"


def legal_setting(question: Question) -> Action:
    (choice,) = question.choices
    return Action(seat=question.seat, kind=choice.kind, low=choice.lows[0])


@clause(GAME, "2112(2)")
@ruling("C96", "C102")
@every_row(("wager", "fits"), [(499, False), (500, True), (999, True), (1001, False)])
def test_2112_2_the_main_wager_is_within_the_limits(wager: int, *, fits: bool) -> None:
    limits = {"main": {"min": 500, "max": 1000}}
    if fits:
        assert play(GAME, f"{HAND} {DEALER}", WIN, wager, limits=limits).net == wager
    else:
        code = refused(GAME, f"{HAND} {DEALER}", WIN, wager, limits=limits)
        assert code == "wager/off-limits"


@clause(GAME, "2112(2)", "2112(2) bonus", how="judged")
@ruling("C6", "C93", how="judged")
@every_row(
    ("wagers", "tables", "code"),
    [
        ("main 0", {}, "wager/off-limits"),
        ("main -5", {}, "wager/off-limits"),
        ("1000, pai-jack-bonus 100", {}, "wager/not-offered"),
        ("pai-jack-bonus 100", TABLE, "wager/needs-main"),
        ("1000, pai-jack-bonus 0", TABLE, "wager/off-limits"),
        ("1000, insurance 100", TABLE, "wager/not-offered"),
        ("1000, 3-card-bonus 1000", TABLE, "wager/not-offered"),
        ("1000", {"pai-jack-bonus": "5"}, "option/invalid"),
        ("1000", {"main": "1"}, "wager/not-offered"),
    ],
)
def test_2112_2_what_is_not_taken(wagers: str, tables: dict[str, str], code: str) -> None:
    assert refused(GAME, f"{HAND} {DEALER}", WIN, wagers, tables=tables) == code


@clause(GAME, "2112(2) bonus")
@every_row(("bonus", "fits"), [(500, True), (499, False), (501, False)])
def test_2112_2_bonus_it_is_optional_and_of_the_amount_the_house_posts(
    bonus: int, *, fits: bool
) -> None:
    rest = {"tables": TABLE, "limits": {"pai-jack-bonus": {"min": 500, "max": 500}}}
    cards = f"{HAND} {DEALER}"
    wagers = f"1000, pai-jack-bonus {bonus}"
    assert play(GAME, cards, WIN, 1000, **rest).net == 1000
    if fits:
        assert play(GAME, cards, WIN, wagers, **rest).net == 500
    else:
        assert refused(GAME, cards, WIN, wagers, **rest) == "wager/off-limits"


@clause(GAME, "2112(2) tip")
@ruling("C59", "C61", "C100")
@every_row(
    ("hand", "decisions", "tips", "on_main", "on_bonus"),
    [
        (HAND, WIN, "tip main 300", 300, None),
        (HAND, "1 set 8d 6d", "tip main 300", -300, None),
        (HAND, WIN, "tip main 1, tip pai-jack-bonus 200", 1, -200),
        (PAI_JACK, "", "tip main 333, tip pai-jack-bonus 200", 499, 1200),  # 499.5
        (PAI_JACK, "", "tip pai-jack-bonus 7", None, 42),
        ("Kh Qd Jh 9d 9h", "", "tip main 1000", -1000, None),  # a bust
    ],
)
def test_2112_2_tip_goes_as_the_wager_and_is_the_dealers(
    hand: str, decisions: str, tips: str, on_main: int | None, on_bonus: int | None
) -> None:
    cards = f"{hand} {DEALER}"
    wagers = "1000, pai-jack-bonus 200"
    played = play(GAME, cards, decisions, f"{wagers}, {tips}", tables=TABLE)
    assert played.net == play(GAME, cards, decisions, wagers, tables=TABLE).net
    nets = {line["wager"]: line["net"] for line in played.result["settlement"]}
    assert (nets.get("tip:main"), nets.get("tip:pai-jack-bonus")) == (on_main, on_bonus)


@clause(GAME, "2112(2) tip")
@ruling("C61")
@every_row(
    ("wagers", "code"),
    [
        ("1000, tip pai-jack-bonus 100", "wager/needs-main"),
        ("1000, tip main 1001", "wager/off-limits"),
        ("1000, tip main 0", "wager/off-limits"),
        ("1000, pai-jack-bonus 100, tip pai-jack-bonus 101", "wager/off-limits"),
        ("1000, tip poker 100", "wager/not-offered"),
    ],
)
def test_2112_2_tip_needs_the_players_own_wager_there(wagers: str, code: str) -> None:
    assert refused(GAME, f"{HAND} {DEALER}", WIN, wagers, tables=TABLE) == code


@clause(GAME, "2112(3)")
@ruling("C65")
def test_2112_3_packets_of_five_from_the_dealers_left_and_the_dealers_last() -> None:
    seats = {7: 100, 2: 100}
    played = play(GAME, f"{HAND} {PAI_JACK} {DEALER}", "2 set 8d Jh", seats)
    assert (played.hand(seat=2), played.hand(seat=7)) == (HAND, PAI_JACK)
    assert played.dealer == DEALER
    to = [event.get("seat") or 0 for event in played.events if event["event"] == "card-dealt"]
    assert to == [2] * 5 + [7] * 5 + [0] * 5


@clause(GAME, "2112(4)", words="with the dealer it is a misdeal and all keep theirs")
@ruling("C29", "C79")
@every_row("cards", [f"{HAND} {DEALER}", f"{HAND} 7s 2c 6c Js", HAND, ""])
def test_2112_4_a_misdeal_leaves_everybody_his_bets(cards: str) -> None:
    played = play(GAME, cards, "", "1000, pai-jack-bonus 5", tables=TABLE, void=True)
    assert (played.nets, played.result["settlement"]) == ({1: 0}, [])


@every_row(
    ("cards", "code"),
    [
        ("8d 6d Jh Ad 3h 7s 2c 6c Js", "record/cards-missing"),
        ("8d 6d Jh Ad 3h 7s 2c 6c Js Ts 4c", "record/cards-left-over"),
        ("", "record/cards-missing"),
    ],
)
def test_2112_4_a_wrong_number_of_cards_is_no_round(cards: str, code: str) -> None:
    assert refused(GAME, cards, WIN) == code


@ruling("C99")
def test_ruling_c99_a_record_replays_from_its_own_result() -> None:
    cards = f"{HAND} {PAI_JACK} {DEALER}"
    wagers = {1: "1000, tip main 5", 2: "1001, pai-jack-bonus 7"}
    first = replay(record(GAME, cards, WIN, wagers, tables=TABLE))
    again = replay(json.loads(json.dumps(first.complete_record())))
    assert again.difference() is None
    assert again.result() == first.result()
    assert replay(record(GAME, cards, WIN, {1: 1, 2: 1}, net={"1": 0})).difference() is not None


@clause(GAME, "2112(6)")
@every_row(
    ("rest", "code"),
    [
        ({"low": "8d Jh", "amount": 100}, "action/amount"),
        ({"low": "8d Jh", "tip": 100}, "action/amount"),
        ({"low": "8d Jh", "wager": "main"}, "action/not-your-turn"),
        ({"low": ["8d", "Jh"]}, "record/malformed"),
        ({"low": "8d Jh", "high": "6d Ad 3h"}, "record/malformed"),
    ],
)
def test_2112_6_a_setting_says_its_low_hand_and_nothing_else(
    rest: dict[str, object], code: str
) -> None:
    cards = f"{HAND} {DEALER}"
    given = record(GAME, cards) | {"decisions": [{"seat": 1, "action": "set", **rest}]}
    assert refusal(given) == code


def dealt(cards: str, *players: str | None) -> Round:
    bets = [
        Bets(number, {"main": 100, "pai-jack-bonus": 100}, player)
        for number, player in enumerate(players, start=1)
    ]
    played = Round.start(prepare(house_from({"game": GAME, "tables": TABLE})), bets)
    for card in parse_cards(cards):
        played.deal(card)
    return played


def seen_by(seen: TableView, seat: int) -> str:
    return format_cards(seen.seats[seat - 1].hands[0].cards)


THREE = f"{HAND} 4d 5h 2h 9d Kh {PAI_JACK.replace('2h', '4h')} {DEALER}"


@clause(GAME, "2112(3)", "2112(8)")
def test_2112_3_the_packets_lie_face_down_until_the_dealers_is_turned() -> None:
    played = dealt(f"{HAND} 4d 5h 2h 9d Kh {DEALER}", "ann", None)
    for seat in (0, 1, 2):
        seen = view(played.state, seat)
        assert [seen_by(seen, other) for other in (1, 2)] == [
            HAND if seat == 1 else "",
            "4d 5h 2h 9d Kh" if seat == 2 else "",
        ]
        hidden = [seat_view.hands[0].face_down for seat_view in seen.seats]
        assert hidden == [0 if seat == 1 else 5, 0 if seat == 2 else 5]
        assert (seen.dealer, seen.face_down, seen.dealer_low) == ((), 5, ())
        assert bool(seen.choices) == (seat == 1)
    played.act(setting(played, "8d Jh"))
    assert format_cards(view(played.state, 1).seats[0].hands[0].low) == "8d Jh"
    assert view(played.state, 2).seats[0].hands[0].low == ()
    played.act(setting(played, "4d 5h"))
    seen = view(played.state, 0)
    assert [seen_by(seen, seat) for seat in (1, 2)] == [HAND, "4d 5h 2h 9d Kh"]
    assert (format_cards(seen.dealer), seen.face_down) == (DEALER, 0)
    assert len(seen.dealer_low) == 2


def setting(played: Round, low: str) -> Action:
    assert isinstance(played.due, Question)
    (choice,) = played.due.choices
    return Action(seat=played.due.seat, kind=choice.kind, low=parse_cards(low))


@clause(GAME, "2112(3)")
def test_2112_3_a_player_with_two_hands_sees_both() -> None:
    played = dealt(f"{HAND} 4d 5h 2h 9d Kh {DEALER}", "ann", "ann")
    assert [seen_by(view(played.state, 2), seat) for seat in (1, 2)] == [HAND, "4d 5h 2h 9d Kh"]


@clause(GAME, "2112(5)", words="shown and announced")
def test_2112_5_a_pai_jack_is_shown_to_everybody() -> None:
    played = dealt(THREE, "ann", "bob", "cid")
    for seat in (0, 1, 2, 3):
        seen = view(played.state, seat)
        assert seen_by(seen, 3) == PAI_JACK.replace("2h", "4h")
        assert seen.seats[2].hands[0].face_down == 0


@clause(GAME, "2112(3)")
def test_2112_3_no_view_depends_on_what_lies_face_down() -> None:
    """Two deals that differ in hidden cards only look the same to a seat."""
    played = dealt(f"{HAND} 4d 5h 2h 9d Kh {DEALER}", None, None)
    other = dealt(f"{HAND} 4c 5s 2s 9h Kc 7c 3c 6h Jc Tc", None, None)
    assert view(played.state, 1) == view(other.state, 1)
    assert view(played.state, 2) != view(other.state, 2)


def test_no_card_is_named_twice_in_the_hands_above() -> None:
    hands: list[tuple[Card, ...]] = [parse_cards(THREE), parse_cards(f"{HAND} {PAI_JACK} {DEALER}")]
    assert all(len(set(cards)) == len(cards) for cards in hands)
