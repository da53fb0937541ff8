"""The bots at games with free bets or two hands: they leave nothing free, and they switch."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.actions import Action, Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import prepare
from pitboss.engine.state import State
from pitboss.rulebook.house import House
from pitboss.sitting.basic_play import basic_play

REST = "2h 3h 2d 3d 4d 2c 3c 5d 4c 4s 3s 2s 5s 5c"


def decisions(game: str, cards: str) -> list[str]:
    """Return what a bot alone at the table decides with these cards, low ones following."""
    setup = prepare(House(game=game))
    game_round = Round.start(setup, [Bets(1, dict.fromkeys(setup.mains, 1000))])
    made: list[str] = []

    def decide(state: State, question: Question) -> Action:
        action = basic_play(state, question)
        made.append(action.kind.value)
        return action

    game_round.play(iter(parse_cards(f"{cards} {REST}")), decide)
    return made


@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("8h Tc 8d 7s Kh Ks", ["free-split", "stand", "stand"]),
        ("2h Tc 2d 7s Kh Ks Kc Qc", ["free-split", "hit", "hit"]),
        ("5h Tc 5d 7s Kh", ["free-double"]),
        ("4h Tc 5d 7s Kh", ["free-double"]),
        ("Kh 6c Qd Ts 9h", ["stand"]),
    ],
)
def test_a_bot_takes_what_is_free(cards: str, made: list[str]) -> None:
    assert decisions("co/free-bet", cards)[: len(made)] == made


@pytest.mark.parametrize(
    ("cards", "first"),
    [
        ("Th 5h 7c 6s Ts Kd", "switch"),  # 16 and 15, or 20 and 11
        ("Th 9h 7c Qs 9s Kd", "keep"),  # 20 and 18, or 19 and 19
        ("Th 6h 7c As 5s Kd", "keep"),  # a blackjack and 11, or 15 and soft 17
    ],
)
def test_a_bot_switches_to_the_better_hands(cards: str, first: str) -> None:
    assert decisions("co/blackjack-switch", cards)[0] == first
