"""The bot: always legal, never looking at what is hidden, and no fool."""

from __future__ import annotations

import random

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bots import basic_play
from pitboss.engine.legal import refusal
from pitboss.engine.setup import prepare
from pitboss.engine.state import State
from pitboss.engine.table import Round
from pitboss.engine.wagers import Bets
from pitboss.rulebook.house import House
from tests.engine.bets import random_bets
from tests.engine.checks import check_finished, other_card, with_down_card
from tests.engine.houses import GAMES, random_cards, random_setup
from tests.engine.players import random_player

games = pytest.mark.parametrize("game_id", GAMES)


@games
@pytest.mark.parametrize("seed", range(8))
def test_the_bot_finishes_any_round_with_legal_decisions(game_id: str, seed: int) -> None:
    rng = random.Random(seed)
    house, setup = random_setup(rng, game_id)
    for _ in range(8):
        this = Round.start(setup, random_bets(rng, setup))
        this.play(random_cards(rng, setup.shoe), basic_play)
        check_finished(this, house)


@games
@pytest.mark.parametrize("seed", range(5))
def test_the_bot_answers_any_question_another_player_has_led_to(game_id: str, seed: int) -> None:
    """A random player plays on; at every question the bot is asked too, with two down cards."""
    rng = random.Random(seed)
    _, setup = random_setup(rng, game_id)
    for _ in range(6):
        this = Round.start(setup, random_bets(rng, setup))
        player = random_player(rng)

        def decide(state: State, asked: Question) -> Action:
            chosen = basic_play(state, asked)
            assert refusal(asked, chosen) is None
            hidden = with_down_card(state, other_card(state, rng))
            assert basic_play(hidden, asked) == chosen, "it looked under the down card"
            return player(asked)  # noqa: B023 - called before the loop goes on

        this.play(random_cards(rng, setup.shoe), decide)


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("As 9c Kd 8d", ["take-blackjack"]),
        ("9s Ac 9d 8d", ["decline", "stand"]),
        ("5h 6c 6h 9d 9s 4s", ["double", "stand"]),
        ("5h 8c 6h Kd 3d", ["double", "rescue"]),
        ("8h 6c 8d 9d Kd Ks 5c", ["split", "stand", "stand"]),
        ("9h Ac 7d 8d 9s", ["decline", "surrender"]),
        ("Kh 6c 9d Kd 9h", ["stand"]),
    ],
)
def test_the_bot_plays_what_every_dealer_would_expect(cards: str, decisions: list[str]) -> None:
    setup = prepare(House(game="wa/spanish-21", options={"decks": 6, "soft17": "hit"}))
    this = Round.start(setup, [Bets(1, {"main": 1000})])
    made: list[str] = []

    def decide(state: State, asked: Question) -> Action:
        action = basic_play(state, asked)
        made.append(ActionKind(action.kind).value)
        return action

    left = iter(parse_cards(cards))
    this.play(left, decide)
    assert made == decisions
