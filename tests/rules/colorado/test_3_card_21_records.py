"""Colorado 30-2111: tips on the main wager, records that do not fit, and what is seen."""

from __future__ import annotations

import json

from pitboss.cards import format_cards, parse_cards
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.record import replay
from pitboss.engine.setup import prepare
from pitboss.engine.view import view
from pitboss.rulebook.house import house_from
from tests.rows import every_row
from tests.rules.clauses import clause, ruling
from tests.rules.colorado.felt import list_events
from tests.rules.colorado.table import THREE_CARD as GAME
from tests.rules.colorado.table import play, record, refused

TABLE = {"3-card-bonus": "3"}


def dealt(hand: str, up: str = "9c", down: str = "8c", *drawn: str) -> str:
    """Return the cards of a round of one seat, in the order they leave the shoe."""
    first, second, third = hand.split()
    return " ".join((first, up, second, down, third, *drawn))


SPLIT = dealt("8h 8d 2s", "9c", "8c", "Th", "3d", "Kd", "9s", "5h")
"""Three hands of 8, 8 and 2: 18, then 11 doubled to 21, then 11 hit to 16."""
SPLIT_PLAY = "1 split, 1.1 stand, 1.2 double, 1.3 hit, 1.3 stand"


@ruling("C60", "C100")
def test_ruling_c60_a_tip_is_never_doubled_or_split_and_stays_on_hand_1() -> None:
    played = play(GAME, SPLIT, SPLIT_PLAY, "1000, tip main 300", tables=TABLE)
    assert played.line("tip:main")["stake"] == 300
    assert [x["net"] for x in played.result["settlement"] if x["wager"] == "tip:main"] == [300]
    doubled = play(
        GAME,
        dealt("2h 3d 6s", "9c", "8c", "Kh"),
        "1 double",
        "1000, tip main 300",
        tables=TABLE,
    )
    assert (doubled.won("tip:main"), doubled.won()) == (300, 2000)


@ruling("C60", "C59")
@every_row(
    ("cards", "decisions", "tip"),
    [
        (dealt("Kh 5d 6s"), "", 301),
        (dealt("8h 8d 5s", "Kc", "Ac"), "1 split", -301),
        (dealt("Kh Qd 2s"), "1 surrender", -151),
        (dealt("Kh 5d 2s"), "1 stand", 0),
        (dealt("Kh 4d 2s"), "1 stand", -301),
        (dealt("Kh 8d 2s", "Ac", "Kc"), "1 insure 500", -301),
    ],
)
def test_ruling_c60_a_tip_goes_as_hand_1_and_is_not_insured(
    cards: str, decisions: str, tip: int
) -> None:
    played = play(GAME, cards, decisions, "1000, tip main 301", tables=TABLE)
    assert played.won("tip:main") == tip
    without = play(GAME, cards, decisions, tables=TABLE)
    assert played.net == without.net


@ruling("C29", "C79")
def test_ruling_c79_a_misdeal_returns_every_wager() -> None:
    played = play(GAME, "Kh 9c 5d", "", {1: 1000, 2: 500}, tables=TABLE, void=True)
    assert (played.nets, played.result["settlement"]) == ({1: 0, 2: 0}, [])


@ruling("C99")
def test_ruling_c99_a_record_replays_from_its_own_result() -> None:
    decisions = "1 split, 1.1 stand, 1.2 stand, 1.3 stand"
    cards = dealt("8h 8d 5s", "Kc", "7c", "Th", "Td", "Ts")
    first = replay(record(GAME, cards, decisions, "1000, tip main 5", tables=TABLE))
    again = replay(json.loads(json.dumps(first.complete_record())))
    assert again.difference() is None
    assert again.result() == first.result()
    wrong = replay(record(GAME, cards, decisions, tables=TABLE, net={"1": 1}))
    assert wrong.difference() is not None


@ruling("T2")
@every_row(
    ("cards", "decisions", "code"),
    [
        (dealt("8h 8d 2s", "9c", "8c", "Th"), "1 split", "record/decision-missing"),
        (dealt("8h 8d 2s"), "1 split", "record/cards-missing"),
        ("8h 9c 8d 8c", "", "record/cards-missing"),
        (SPLIT, SPLIT_PLAY + ", 1.3 stand", "record/decision-left-over"),
        (SPLIT + " 2h", SPLIT_PLAY, "record/cards-left-over"),
        (SPLIT, SPLIT_PLAY.replace("1.2 double", "1.3 double"), "action/not-your-turn"),
        (SPLIT, SPLIT_PLAY.replace("1.1 stand", "2 stand"), "action/not-your-turn"),
    ],
)
def test_ruling_t2_what_does_not_fit_the_round_is_refused(
    cards: str, decisions: str, code: str
) -> None:
    assert refused(GAME, cards, decisions, tables=TABLE) == code


@clause(GAME, "2111(3)")
def test_2111_3_the_players_cards_lie_open_and_one_of_the_dealers() -> None:
    house = {"game": GAME, "options": {}, "tables": TABLE}
    wagers = {"main": 1000, "3-card-bonus": 1000}
    played = Round.start(prepare(house_from(house)), [Bets(1, wagers), Bets(2, wagers)])
    for card in parse_cards("2h 5d 9c 3h 6d 8c 4h 7d"):
        played.deal(card)
    for seat in (0, 1, 2):
        seen = view(played.state, seat)
        assert [format_cards(s.hands[0].cards) for s in seen.seats] == ["2h 3h 4h", "5d 6d 7d"]
        assert [s.hands[0].total for s in seen.seats] == [9, 18]
        assert (format_cards(seen.dealer), seen.face_down, seen.dealer_total) == ("9c", 1, 9)
        assert seen.turn == (1, 1)
        assert bool(seen.choices) == (seat == 1)


@clause(GAME, "2111(7)")
def test_2111_7_what_the_dealer_saw_is_not_shown() -> None:
    played = play(GAME, dealt("Kh 6d 2s", "Kc", "7c"), "1 stand", tables=TABLE)
    assert list_events(played, "dealer-peeked", "down-card-exposed") == [
        "dealer-peeked",
        "down-card-exposed",
    ]
    assert played.when("action-taken") < played.when("down-card-exposed")
