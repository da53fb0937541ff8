"""The games as a lobby shows them: what is special, what it costs, how much there is to learn."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec import json

from pitboss.engine.setup import Setup, prepare
from pitboss.report.catalogue.edges import ready_edges
from pitboss.rulebook.export import summary_json
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.reading import library
from pitboss.rulebook.ready import ready_tables
from pitboss.text.felt import special_words

EASY, MEDIUM = 2, 5
"""The most to learn beside plain blackjack in an easy game, and in one between."""


def lobby_json() -> bytes:
    """Return every game of the rule book with what a lobby shows of it."""
    return json.encode(
        {"games": [summary_json(game) | _about(game.id) for game in library.games()]}
    )


@cache
def _about(game_id: str) -> dict[str, Any]:
    game, ready = library.game(game_id), ready_tables().get(game_id)
    known: dict[str, Any] = {
        "jurisdiction": game.jurisdiction,
        "round": game.round,
        "bets": [wager.title for wager in game.wagers],
        "special": [],
        "edge": ready_edges().get(game_id),
        "level": "medium",
        "jackpot": any(wager.jackpot is not None for wager in game.wagers),
    }
    if ready is None:
        return known
    setup = prepare(ready.house)
    spots = setup.configured.spots.values()
    return known | {
        "bets": [spot.wager.title for spot in spots],
        "special": special_words(setup),
        "level": _level(setup),
        "jackpot": any(spot.jackpot is not None for spot in spots),
    }


def _level(setup: Setup) -> str:
    """Say how much there is to learn: special rules, further bets, a round of another kind."""
    bets = len(setup.configured.spots) - len(setup.mains) - 1  # insurance is known
    other = 0 if setup.round is RoundKind.BLACKJACK else 3
    learnt = len(special_words(setup)) + bets // 2 + other
    return "easy" if learnt <= EASY else "medium" if learnt <= MEDIUM else "hard"
