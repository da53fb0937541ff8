"""The bot: always legal, never looking at what is hidden, and no fool."""

from __future__ import annotations

import random

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, ActionKind, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.events import ActionTaken
from pitboss.engine.legal import refusal
from pitboss.engine.setup import prepare
from pitboss.engine.state import State
from pitboss.rulebook.defaults import complete_table
from pitboss.rulebook.house import House
from pitboss.sitting.basic_play import basic_play
from tests.engine.bets import random_bets
from tests.engine.checks import check_finished, other_card, with_down_card
from tests.engine.houses import GAMES, random_cards, random_setup
from tests.engine.players import random_player
from tests.rows import every_row
from tests.tiers import by_day

games = every_row("game_id", GAMES)


@games
@every_row("seed", range(by_day(2, 8)))
def test_the_bot_finishes_any_round_with_legal_decisions(game_id: str, seed: int) -> None:
    rng = random.Random(seed)
    house, setup = random_setup(rng, game_id)
    for _ in range(8):
        round_ = Round.start(setup, random_bets(rng, setup))
        round_.play(random_cards(rng, setup.shoe), basic_play)
        check_finished(round_, house)


@games
@every_row("seed", range(5))
def test_the_bot_answers_any_question_another_player_has_led_to(game_id: str, seed: int) -> None:
    """A random player plays on; at every question the bot is asked too, with two down cards."""
    rng = random.Random(seed)
    _, setup = random_setup(rng, game_id)
    for _ in range(6):
        round_ = Round.start(setup, random_bets(rng, setup))
        player = random_player(rng)

        def decide(state: State, question: Question) -> Action:
            chosen = basic_play(state, question)
            assert refusal(question, chosen) is None
            if not state.exposed:
                hidden = with_down_card(state, other_card(state, rng))
                assert basic_play(hidden, question) == chosen, "it looked under the down card"
            return player(question)  # noqa: B023 - called before the loop goes on

        round_.play(random_cards(rng, setup.shoe), decide)


@every_row(
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
    round_ = Round.start(setup, [Bets(1, {"main": 1000})])
    made: list[str] = []

    def decide(state: State, question: Question) -> Action:
        action = basic_play(state, question)
        made.append(ActionKind(action.kind).value)
        return action

    left = iter(parse_cards(cards))
    round_.play(left, decide)
    assert made == decisions


@every_row(
    ("game", "wagers", "cards", "decisions"),
    [
        # 2106(9): a pair or queen high and the rest of it is backed, jack high is not.
        ("co/ante-up-21", {"main": 1000, "ante": 500}, "Qs 7c 8d Td 9h", ["bet", "stand"]),
        ("co/ante-up-21", {"main": 1000, "ante": 500}, "9s 7c 9d Td", ["bet", "stand"]),
        ("co/ante-up-21", {"main": 1000, "ante": 500}, "Js 7c 9d Td", ["fold", "stand"]),
        # 2104(8), (10): J-T in common; a king may be a straight, a two is nothing.
        (
            "co/21-holdem",
            {"main": 1000, "poker": 500},
            "Ts Jc 9d Td Kh 2c 3d",
            ["stand", "bet", "fold"],
        ),
        ("co/21-holdem", {"main": 1000, "poker": 500}, "Ts Jc 9d Td 2h", ["stand", "fold"]),
        (
            "co/21-holdem",
            {"main": 1000, "poker": 500},
            "Ts Jc 9d Td Jh 2c 3d",
            ["stand", "bet", "bet"],
        ),
        # 2118(8): a wild card makes a pair.
        (
            "co/deuces-wild-xtreme",
            {"ante": 1000, "odds": 1000},
            "2s 5c 9d Td Kh 3s 3d 4c 5d 6h",
            ["bet"],
        ),
        (
            "co/deuces-wild-xtreme",
            {"ante": 1000, "odds": 1000},
            "8s 5c 9d Td Kh 3s 3d 4c 5d 6h",
            ["fold"],
        ),
        # 2111 Player(3)(a): over 21.
        ("co/3-card-21", {"main": 1000, "3-card-bonus": 1000}, "Ks 9d 8c 7d 5h Kd", ["surrender"]),
    ],
)
def test_the_bot_plays_the_other_games_as_anybody_would(
    game: str, wagers: dict[str, int], cards: str, decisions: list[str]
) -> None:
    setup = prepare(complete_table(House(game=game))[0])
    round_ = Round.start(setup, [Bets(1, wagers)])
    made: list[str] = []

    def decide(state: State, question: Question) -> Action:
        action = basic_play(state, question)
        made.append(action.kind.value)
        return action

    round_.play(iter(parse_cards(f"{cards} Kc Qc 4s 6c 2d 3h 8h")), decide)
    assert made == decisions


def test_the_bot_sets_its_hand_the_house_way() -> None:
    """2112(9)(b): 10-9-5-4-A is set A-5-4 and 10-9."""
    round_ = Round.start(prepare(House(game="co/pai-jack")), [Bets(1, {"main": 1000})])
    round_.play(iter(parse_cards("Ts 9h 5d 4c As 2s 3h 6d 8c 9s")), basic_play)
    (taken,) = [event for event in round_.events if isinstance(event, ActionTaken)]
    assert taken.low == parse_cards("Ts 9h")
