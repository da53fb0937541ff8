"""Rounds dealt and played through the library, of every game."""

from __future__ import annotations

import json

import pytest

import pitboss
from pitboss.engine.events import CardDealt
from pitboss.sitting.basic_play import basic_play

EVERY_GAME = pytest.mark.parametrize("game", [game.id for game in pitboss.games()])


def play(hand: pitboss.Round) -> pitboss.Round:
    """Play a round to its end as the bots do."""
    while hand.question is not None:
        action = basic_play(hand.state, hand.question)
        low = pitboss.format_cards(action.low) if action.low else None
        hand.act(action.kind.value, amount=action.amount, low=low)
    return hand


@EVERY_GAME
@pytest.mark.parametrize("seed", range(5))
def test_a_round_is_played_to_its_end_and_its_record_replays(game: str, seed: int) -> None:
    hand = play(pitboss.table(game).deal(main_cents=1000, seed=seed))

    assert hand.is_over
    assert hand.choices == ()
    assert sum(line.net for line in hand.settlement if line.is_players) == sum(hand.net.values())
    record = json.loads(json.dumps(hand.record()))
    again = pitboss.replay(record)
    assert again.difference is None
    assert again.net == hand.net
    assert again.settlement == hand.settlement
    assert again.events == hand.events
    assert again.record() == record


@EVERY_GAME
def test_several_seats_may_play(game: str) -> None:
    table = pitboss.table(game)
    hand = play(table.deal(main_cents=500, seed="a text", seats=2))
    assert set(hand.net) == {1, 2}
    assert pitboss.replay(json.dumps(hand.record())).difference is None


def test_the_same_seed_deals_the_same_cards() -> None:
    table = pitboss.table("wa/spanish-21")
    assert table.deal(seed=7).state == table.deal(seed="7").state
    deals = {
        pitboss.format_cards(e.card for e in table.deal(seed=n).events if isinstance(e, CardDealt))
        for n in range(20)
    }
    assert len(deals) == 20


def test_cards_that_are_named_come_first() -> None:
    hand = pitboss.table("wa/spanish-21").deal(cards="6h 5s 5h 9d", seed=1)
    dealt = [event.card for event in hand.events if isinstance(event, CardDealt)]
    assert pitboss.format_cards(dealt) == "6h 5s 5h 9d"


def test_seats_may_bet_what_they_like() -> None:
    table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
    hand = table.deal(1000, seats={2: {"match-up": 500}, 5: {"main": 2500}}, seed=3)
    seats = {seat.number: dict(seat.wagers) for seat in hand.state.seats}
    assert seats == {2: {"main": 1000, "match-up": 500}, 5: {"main": 2500}}


def test_a_double_is_one_word() -> None:
    table = pitboss.table("wa/spanish-21", decks=6, soft17="hit")
    hand = table.deal(main_cents=1000, cards="6h 5s 5h 9d Kc 8c", seed=1)
    assert hand.question is not None
    assert "double" in hand.choices
    hand.act("double", amount=500)
    assert hand.settlement[0].stake == 1500


def test_the_view_hides_the_down_card() -> None:
    hand = pitboss.table("reference/blackjack").deal(cards="9h 5s 5h 9d", seed=1)
    assert len(hand.state.dealer) == 2
    assert (len(hand.view.dealer), hand.view.face_down) == (1, 1)


@pytest.mark.parametrize("game", ["reference/blackjack", "co/pai-jack", "co/deuces-wild-xtreme"])
def test_a_round_knows_its_best_decision(game: str) -> None:
    advice = pitboss.table(game).deal(seed=4).advise()
    assert advice.best is advice[0]
    assert advice.best.cost == 0
    assert [row.value for row in advice] == sorted((row.value for row in advice), reverse=True)
    assert all(row.cost == advice.best.value - row.value for row in advice)


def test_a_round_is_shown() -> None:
    hand = pitboss.table("reference/blackjack").deal(seed=7)
    assert repr(hand).startswith("<Round of reference/blackjack: seat 1 hand 1 decides: ")
    assert "stand" in hand._repr_html_()
    hand.act("stand")
    assert repr(hand) == "<Round of reference/blackjack, over: seat 1 +1000 cents>"
    assert hand.story() in hand._repr_html_().replace("&#x27;", "'")
    assert repr(pitboss.replay(hand.record())).startswith("<Replay of reference/blackjack: seat 1")


def test_a_record_that_claims_something_else_says_where() -> None:
    record = pitboss.table("reference/blackjack").deal(seed=7).act("stand").record()
    assert pitboss.replay(record | {"net": {"1": 5}}).difference == (
        "net 1 is recorded as 5 but is 1000"
    )
