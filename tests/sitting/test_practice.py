"""Practice rounds: the engine's own rounds, dealt again from the same terms."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.engine.actions import Action, ActionKind, RefusedError
from pitboss.engine.bets import refuse_bets
from pitboss.engine.events import TIP, CardDealt, Place
from pitboss.engine.meter import Meter
from pitboss.engine.record import replay
from pitboss.engine.setup import Setup, prepare
from pitboss.exact.decisions import Decisions
from pitboss.rulebook.house import House, ShoeSettings, house_data
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.amounts import with_required
from pitboss.sitting.basic_play import basic_play
from pitboss.sitting.bets import SeatBets, your_bets
from pitboss.sitting.given_cards import given_places, read_given
from pitboss.sitting.practice import (
    PracticeRefusedError,
    PracticeRound,
    PracticeTerms,
    play_practice,
)
from pitboss.sitting.session import TableSession
from pitboss.sitting.session_file import SessionFile
from pitboss.sitting.sitting import Stage
from tests.engine.bets import random_tips, random_wagers, seats_max
from tests.engine.houses import GAMES, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day

SHOE = ShoeSettings()
BLACKJACK = prepare(House(game="reference/blackjack"))
BETS = {1: {"main": 1000}}


def random_bets(rng: random.Random, setup: Setup) -> SeatBets:
    """Return what one player puts down on one to three seats."""
    for _ in range(20):
        bets = {}
        for seat in rng.sample(range(1, 8), rng.randint(1, min(3, seats_max(setup)))):
            wagers = random_wagers(rng, setup)
            tips = random_tips(rng, setup, wagers)
            bets[seat] = wagers | {f"{TIP}{wager}": cents for wager, cents in tips.items()}
        if refuse_bets(setup, your_bets(bets, bets)) is None:
            return bets
    return {1: random_wagers(rng, setup)}


def random_terms(rng: random.Random, setup: Setup) -> PracticeTerms:
    bets = random_bets(rng, setup)
    room = seats_max(setup) - len(bets)
    free = [seat for seat in range(1, 8) if seat not in bets]
    bots = rng.sample(free, rng.randint(0, max(0, min(room, 2))))
    return PracticeTerms(bets=bets, bots=tuple(bots), seed=f"s{rng.random()}")


def answers(rng: random.Random, setup: Setup, terms: PracticeTerms) -> list[PracticeRound]:
    """Return the answers to a round with one decision more each, to its end."""
    decide = random_player(rng)
    rounds = [play_practice(setup, SHOE, terms)]
    while (question := rounds[-1].question) is not None:
        terms = replace(terms, decisions=(*terms.decisions, decide(question)))
        rounds.append(play_practice(setup, SHOE, terms))
    return rounds


@every_row("game", GAMES)
def test_a_practice_round_is_the_engines_round_and_its_record_replays(game: str) -> None:
    """Random houses, bets, bots and decisions; the record is played again by the engine alone."""
    for number in range(by_day(2, 20)):
        rng = random.Random(f"practice {game} {number}")
        house, setup = random_setup(rng, game)
        terms = random_terms(rng, setup)
        *earlier, last = answers(rng, setup, terms)
        record = last.record(house)
        assert record is not None
        again = replay(record)
        assert again.difference() is None
        assert again.round.state == last.state
        assert {str(seat): net for seat, net in last.state.net().items()} == record["net"]
        assert last.net == sum(record["net"][str(seat)] for seat in last.seats)
        assert all(practice_round.record(house) is None for practice_round in earlier)


@every_row("game", GAMES)
def test_one_decision_fewer_is_the_round_before_it(game: str) -> None:
    rng = random.Random(f"rewind {game}")
    _, setup = random_setup(rng, game)
    rounds = answers(rng, setup, random_terms(rng, setup))
    decisions = rounds[-1].terms.decisions
    for count, practice_round in enumerate(rounds):
        terms = replace(rounds[-1].terms, decisions=decisions[:count])
        back = play_practice(setup, SHOE, terms)
        assert (back.state, back.question, back.lines) == (
            practice_round.state,
            practice_round.question,
            practice_round.lines,
        )
        assert practice_round.lines == rounds[-1].lines[: len(practice_round.lines)]
        assert practice_round.next_shoe == back.next_shoe
        assert [decision.action.kind for decision in practice_round.taken] == [
            decision.kind for decision in decisions[:count]
        ]


@every_row("game", game_ids())
def test_rounds_one_after_the_other_are_a_sitting_at_the_terminal(game: str) -> None:
    """The same seed deals the same shoes, words, choices and nets as `pitboss play --seed`."""
    house = ready_tables()[game].house
    bots = 1 if prepare(house).round.value in {"blackjack", "switch"} else 0
    session = TableSession(
        house, SessionFile(Path("/dev/null")), valuer=Decisions, bots=bots, seed="x"
    )
    setup = session.setup
    seat = session.seats[0]
    placed = {seat: with_required(setup, dict.fromkeys(setup.mains, setup.main_min))}
    at_bots = tuple(bet.seat for bet in session.bots)
    terms = PracticeTerms(bets=placed, bots=at_bots, seed="x", bankroll=session.bankroll)
    meters: dict[str, Meter] = {}
    for _ in range(by_day(3, 40)):
        terms = replace(
            terms,
            decisions=(),
            bankroll=session.bankroll,
            meters={wager: meter.display for wager, meter in meters.items()},
            reserves={wager: meter.reserve for wager, meter in meters.items()},
        )
        session.start(placed)
        session.run()
        game_round = play_practice(setup, house.shoe, terms)
        while session.stage is Stage.DECIDING:
            assert session.round is not None
            assert session.question is not None
            assert game_round.question == session.question
            assert [*game_round.lines] == session.lines
            action = basic_play(session.round.state, session.question)
            session.decide(action.kind, action.amount, action.tip, low=action.low)
            session.run()
            terms = replace(terms, decisions=(*terms.decisions, action))
            game_round = play_practice(setup, house.shoe, terms)
        finished = session.history[-1]
        assert [*finished.lines] == game_round.lines
        assert finished.record == game_round.record(house_data(house))
        assert game_round.money_left == session.bankroll
        meters = {**game_round.state.meters}
        terms = replace(terms, shoe=game_round.next_shoe.shoe, dealt=game_round.next_shoe.dealt)
        session.clear()


@every_row("game", GAMES)
def test_given_cards_come_at_their_places_and_the_rest_is_a_legal_shoe(game: str) -> None:
    for number in range(by_day(3, 20)):
        rng = random.Random(f"given {game} {number}")
        house, setup = random_setup(rng, game)
        terms = random_terms(rng, setup)
        seats = tuple(sorted(terms.bets))
        deck = [*setup.shoe.cards()]
        rng.shuffle(deck)
        given = {
            given_place.key: format_cards(
                deck.pop() for _ in range(rng.randint(1, given_place.cards))
            )
            for given_place in given_places(setup, seats)
        }
        terms = replace(terms, given=read_given(given), bots=())
        last = answers(rng, setup, terms)[-1]
        record = last.record(house)
        assert replay(record).difference() is None
        for (place, seat, hand), cards in terms.given.items():
            deal = [
                event.card
                for event in last.round.events
                if isinstance(event, CardDealt)
                and (event.place, event.seat, event.hand) == (place, seat, hand)
            ]
            assert tuple(deal[: len(cards)]) == cards[: len(deal)], (given, place)
        assert last.next_shoe.dealt == 0


def test_poker_cards_can_be_given_again_after_the_reshuffle() -> None:
    """2104(6): all cards but the community cards are shuffled again before poker."""
    setup = prepare(ready_tables()["co/21-holdem"].house)
    given = read_given({"1": "Kh Qh", "dealer": "9h 8h", "1/poker": "Kh Qh 2s"})
    bets = {1: {"main": 500, "poker": 500}}
    stand = Action(seat=1, kind=ActionKind.STAND)
    bet = Action(seat=1, kind=ActionKind.BET)
    terms = PracticeTerms(bets=bets, given=given, decisions=(stand, bet, bet))
    game_round = play_practice(setup, SHOE, terms)
    assert game_round.is_over
    assert format_cards(game_round.state.seats[0].poker) == "Kh Qh 2s"


def test_cards_that_come_next_are_dealt_in_order_wherever_they_are_due() -> None:
    given = read_given({"next": "6h 5s 5h 9d 2c", "dealer": "Td"})
    hit = Action(seat=1, kind=ActionKind.HIT)
    terms = PracticeTerms(bets=BETS, seed="z", given=given, decisions=(hit,))
    events = play_practice(BLACKJACK, SHOE, terms).round.events
    dealt = [event for event in events if isinstance(event, CardDealt)]
    hand = [event.card for event in dealt if event.place is Place.HAND]
    dealer = [event.card for event in dealt if event.place is Place.DEALER]
    assert format_cards(hand) == "6h 5s 9d"
    assert format_cards(dealer) == "Td 5h"


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no bets": ({"bets": {}}, "wager/needs-main"),
    "off limits": ({"bets": {1: {"main": -1}}}, "wager/off-limits"),
    "no such wager": ({"bets": {1: {"main": 1000, "luck": 5}}}, "wager/not-offered"),
    "no such seat": ({"bets": {8: {"main": 1000}}}, "seat/unknown"),
    "a bot on one's own seat": ({"bots": (1,)}, "seat/taken"),
    "bots on one seat": ({"bots": (2, 2)}, "seat/taken"),
    "too many gone": ({"dealt": 313}, "shoe/unknown"),
    "fewer than none": ({"dealt": -1}, "shoe/unknown"),
    "no such shoe": ({"shoe": 0}, "shoe/unknown"),
    "too poor": ({"bankroll": 999}, "bankroll/short"),
    "too many of a card": (
        {"given": read_given({"1": " ".join(["6h"] * 7)})},
        "record/card-not-in-shoe",
    ),
    "no such card": ({"given": read_given({"1": "Jk"})}, "record/card-not-in-shoe"),
    "nothing to split": ({"decisions": (Action(seat=1, kind=ActionKind.SPLIT),)}, "action/illegal"),
}


@every_row("name", REFUSED)
def test_terms_that_the_table_does_not_take_are_refused(name: str) -> None:
    change, code = REFUSED[name]
    given: dict[str, Any] = {"bets": BETS, "seed": "r", **change}
    terms = PracticeTerms(**given)
    with pytest.raises(RefusedError) as refused:
        play_practice(BLACKJACK, SHOE, terms)
    assert refused.value.refusal.code == code


def test_a_table_that_shuffles_for_every_round_has_no_cards_gone() -> None:
    setup = prepare(ready_tables()["co/pai-jack"].house)
    with pytest.raises(RefusedError, match="shuffles for every round"):
        play_practice(setup, SHOE, PracticeTerms(bets={1: {"main": 1000}}, dealt=1))


@every_row("key", ("", "0", "1/0", "1/x", "seat", "1/2/3", "-1", "1000", "dealers"))
def test_a_place_that_is_none_is_refused(key: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_given({key: "6h"})
    assert refused.value.refusal.code == "card/place"


def test_a_decision_that_does_not_fit_is_named() -> None:
    given = read_given({"1": "6h 5s 2d", "dealer": "5c 7d"})
    actions = [ActionKind.HIT, ActionKind.DOUBLE]
    decisions = tuple(Action(seat=1, kind=kind) for kind in actions)
    terms = PracticeTerms(bets=BETS, given=given, decisions=decisions)
    with pytest.raises(PracticeRefusedError, match="decision 2: double is not possible") as refused:
        play_practice(BLACKJACK, SHOE, terms)
    assert (refused.value.decision, refused.value.refusal.code) == (2, "action/illegal")
    stands = tuple(Action(seat=1, kind=ActionKind.STAND) for _ in range(2))
    with pytest.raises(PracticeRefusedError, match="decision 2: stand answers nothing"):
        play_practice(BLACKJACK, SHOE, replace(terms, decisions=stands))


def test_a_bankroll_limits_the_choices() -> None:
    given = read_given({"1": "6h 5s", "dealer": "5c"})
    terms = PracticeTerms(bets=BETS, given=given, bankroll=1500)
    game_round = play_practice(BLACKJACK, SHOE, terms)
    assert game_round.money_left == 500
    assert game_round.question is not None
    double = game_round.question.choice(ActionKind.DOUBLE)
    assert double is None or (double.high or 0) <= 500
    whole = Action(seat=1, kind=ActionKind.DOUBLE, amount=1000)
    with pytest.raises(PracticeRefusedError) as refused:
        play_practice(BLACKJACK, SHOE, replace(terms, decisions=(whole,)))
    assert refused.value.refusal.code == "bankroll/short"
