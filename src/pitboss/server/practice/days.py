"""Which game has its turn on which day."""

from __future__ import annotations

from hashlib import sha256

from pitboss.rulebook.ready import ready_tables


def game_of_day(day: str) -> str:
    """Return the game whose turn it is: every one comes before any comes again.

    >>> len({game_of_day(f"2026-11-{day:02}") for day in range(1, 23)})
    22
    """
    games = sorted(ready_tables(), key=lambda game: sha256(game.encode()).digest())
    number = int(day[:4]) * 372 + int(day[5:7]) * 31 + int(day[8:])
    return games[number % len(games)]
