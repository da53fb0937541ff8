"""The games as a lobby shows them: what is special, what it costs, how much there is to learn."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any

from msgspec import json

from pitboss.cards import SeededBits, shuffle_cards
from pitboss.engine.actions import Question
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup, prepare
from pitboss.engine.state import State
from pitboss.engine.view import view
from pitboss.pit.frames import view_json
from pitboss.report.catalogue.edges import ready_edges
from pitboss.rulebook.export import summary_json
from pitboss.rulebook.model import Moment, RoundKind
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.sitting.basic_play import flat_wagers
from pitboss.text.felt import printed_lines, special_words
from pitboss.text.say import current_language, speaking

_SEAT = 1
_PRINT_MAX = 24
"""The longest print of a small picture, in letters."""
EASY = 2
MEDIUM = 5
"""The most to learn beside plain blackjack in an easy game, and in one between."""


def lobby_json() -> bytes:
    """Return every game of the rule book with what a lobby shows of it."""
    return json.encode(
        {
            "games": [
                summary_json(game) | _about(game.id, current_language()) for game in library.games()
            ]
        }
    )


@cache
def _about(game_id: str, language: str) -> dict[str, Any]:
    game = library.game(game_id)
    ready = ready_tables().get(game_id)
    known: dict[str, Any] = {
        "jurisdiction": game.jurisdiction,
        "round": game.round,
        "bets": [wager.title for wager in game.wagers],
        "special": [],
        "edge": ready_edges().get(game_id),
        "level": "medium",
        "jackpot": any(wager.jackpot is not None for wager in game.wagers),
        "picture": None,
    }
    if ready is None:
        return known
    with speaking(language):
        return known | _about_table(prepare(ready.house))


def _about_table(setup: Setup) -> dict[str, Any]:
    spots = setup.configured.spots.values()
    return {
        "bets": [spot.wager.title for spot in spots],
        "special": special_words(setup),
        "level": _level(setup),
        "jackpot": any(spot.jackpot is not None for spot in spots),
        "picture": _picture(setup),
    }


def _picture(setup: Setup) -> dict[str, Any]:
    """Return what a small picture of the felt shows: print, spots, a deal at the first question."""
    felt = view_json(view(_at_first_question(setup), _SEAT))
    seat = felt["seats"][0]
    words = [it for it in special_words(setup) if len(it) <= _PRINT_MAX]
    return {
        "print": next(iter((*words, *printed_lines(setup))), ""),
        "spots": [
            "main" if wager in setup.mains else "side"
            for wager, spot in setup.configured.spots.items()
            if spot.wager.made == Moment.BEFORE_DEAL
        ],
        "dealer": felt.get("dealer", ""),
        "face_down": felt.get("face_down", 0),
        "hands": [hand["cards"] for hand in seat["hands"] if hand.get("cards")],
        "poker": seat.get("poker", ""),
    }


def _at_first_question(setup: Setup) -> State:
    """Return a round that waits for the player, always the same for a game."""
    for number in count():
        dealt = Round.start(setup, [Bets(_SEAT, flat_wagers(setup, 1))])
        seed = f"felt of {setup.configured.game.id} {number}"
        cards = iter(shuffle_cards(setup.shoe.cards(), SeededBits(seed)))
        while dealt.due is not None and not isinstance(dealt.due, Question):
            dealt.deal(next(cards))
        if dealt.due is not None:
            return dealt.state
    raise AssertionError("a round without a question was dealt for ever")


def _level(setup: Setup) -> str:
    """Say how much there is to learn: special rules, further bets, a round of another kind."""
    bets = len(setup.configured.spots) - len(setup.mains) - 1  # insurance is known
    other = 0 if setup.round is RoundKind.BLACKJACK else 3
    learnt = len(special_words(setup)) + bets // 2 + other
    return "easy" if learnt <= EASY else "medium" if learnt <= MEDIUM else "hard"
