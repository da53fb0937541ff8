"""Players of made-up rounds: honest ones who change their bets for many reasons, and counters.

A round here is where the count stood, and a result that is a little better when the count is high:
what a detector looks at, without the cards of real hands. It makes thousands of shoes cheap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.advantage.detect.score import BetLine, CountGrid

Floats = NDArray[np.float64]
Random = np.random.Generator
Player = Callable[[Random, Floats, Iterator[float]], Iterator[float]]
"""Yields a bet for each round, from the counts and the results of the rounds before."""

_TAGS = np.repeat([-1, 1, 1, 1, 1, 1, 0, 0, 0, -1, -1, -1, -1], 24)
_CHIPS = (1.0, 2.0, 5.0, 10.0)


def shoe(random: Random) -> Floats:
    """Return the Hi-Lo true count before each round of six decks dealt to three quarters."""
    running = np.concatenate([[0], np.cumsum(random.permutation(_TAGS))])
    places = []
    place = 1
    while place < 234:
        places.append(place)
        place += int(random.integers(4, 20))
    return np.array([running[place] * 52 / (312 - place) for place in places])


def results(random: Random, counts: Floats) -> Floats:
    """Return wins, pushes and losses."""
    drawn = random.random(len(counts))
    wins = 0.43 + 0.0025 * counts
    return np.where(drawn < wins, 1.0, np.where(drawn < wins + 0.09, 0.0, -1.0))


def any_chip(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """Bet whatever comes to hand."""
    yield from random.choice(_CHIPS, len(counts))


def martingale(random: Random, counts: Floats, last: Iterator[float]) -> Iterator[float]:
    """Double after a loss."""
    del random
    bet = 1.0
    for _ in counts:
        yield bet
        result = next(last)
        bet = min(2 * bet, 64.0) if result < 0 else bet if result == 0 else 1.0


def let_it_ride(random: Random, counts: Floats, last: Iterator[float]) -> Iterator[float]:
    """Double after a win."""
    del random
    bet = 1.0
    for _ in counts:
        yield bet
        bet = min(2 * bet, 8.0) if next(last) > 0 else 1.0


def one_more_after_a_loss(random: Random, counts: Floats, last: Iterator[float]) -> Iterator[float]:
    """One unit more after a loss, one less after a win."""
    del random
    bet = 1.0
    for _ in counts:
        yield bet
        bet = max(1.0, bet - next(last))


def moody(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """Bet by a mood that changes slowly."""
    mood = 0.0
    for _count in counts:
        mood = 0.8 * mood + 0.5 * float(random.normal())
        yield float(np.exp(mood))


def for_a_while(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """Stay with a bet for some rounds."""
    bet = 1.0
    for _count in counts:
        bet = float(random.choice(_CHIPS)) if random.random() < 0.08 else bet
        yield bet


def warming_up(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """Raise the bet in the course of a shoe."""
    yield from 1 + np.linspace(0, 1, len(counts)) * float(random.choice((3.0, 5.0)))


def by_the_pile(random: Random, counts: Floats, last: Iterator[float]) -> Iterator[float]:
    """Bet more when ahead."""
    pile = 0.0
    for _ in counts:
        bet = max(1.0, 1 + 0.2 * pile * float(random.random()))
        yield bet
        pile += bet * next(last)


def counter(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """Spread one to eight by Hi-Lo."""
    del random
    yield from np.clip(2 * (np.floor(counts) - 1), 1, 8)


def counter_with_errors(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """The same, one off in the count as often as not."""
    yield from np.clip(2 * (np.floor(counts + random.normal(size=len(counts))) - 1), 1, 8)


def counter_with_cover(random: Random, counts: Floats, _: Iterator[float]) -> Iterator[float]:
    """The same, with two bets of five by chance."""
    by_count = np.clip(2 * (np.floor(counts) - 1), 1, 8)
    by_chance = random.choice((1.0, 2.0, 4.0), len(counts))
    yield from np.where(random.random(len(counts)) < 0.6, by_count, by_chance)


HONEST: tuple[Player, ...] = (
    *(any_chip, martingale, let_it_ride, one_more_after_a_loss),
    *(moody, for_a_while, warming_up, by_the_pile),
)
COUNTERS: tuple[Player, ...] = (counter, counter_with_errors, counter_with_cover)


def sitting(player: Player, random: Random, shoes: int) -> tuple[BetLine, CountGrid]:
    """Let a player play some shoes; return the bets, and the count before each."""
    bets = []
    gains = []
    numbers = []
    places = []
    counts = []
    for number in range(shoes):
        here = shoe(random)
        outcome = results(random, here)
        bets.append(np.array([*player(random, here, iter(outcome.tolist()))]))
        gains.append(outcome)
        counts.append(here)
        numbers.append(np.full(len(here), number))
        places.append(np.arange(len(here)))
    where = np.concatenate(numbers), np.concatenate(places)
    line = BetLine(np.log(np.concatenate(bets)), np.concatenate(gains), *where)
    return line, CountGrid.from_rounds(np.concatenate(counts), *where)
