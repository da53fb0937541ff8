"""The tells of a counter at one table, and the number of shoes until they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.advantage.detect.score import BetLine, CountGrid, score
from pitboss.advantage.detect.verdict import COUNTING_ERROR
from pitboss.advantage.indices.rated_play import RatedPlay
from pitboss.cards import Shoe
from pitboss.counts import Ramp, find_system

_SHOES = (7, 8, 10, 12, 15, 20, 25, 30, 40, 60)
_SITTINGS = 24
_TOLD = 0.9
"""The share of counters to detect."""
_EXCHANGES = 2499


@dataclass(frozen=True, slots=True, kw_only=True)
class Tells:
    """The index plays to watch."""

    rises_at: int | None
    """The true count of Hi-Lo at which the best ramp first bets more."""
    full_shoe: float
    """The true count of a full shoe: 0 where the count is balanced."""
    plays: tuple[RatedPlay, ...]
    """The index plays that gain most."""
    shoes: int | None
    """Shoes after which bets betray nine of ten counters; None: more than were tried."""
    rounds: int | None

    def as_json(self) -> dict[str, Any]:
        """Return the tells as `pitboss protect --json` prints them."""
        return {
            "rises_at": self.rises_at,
            "full_shoe": self.full_shoe,
            "plays": [play.as_json() for play in self.plays],
            "shoes_to_tell": self.shoes,
            "rounds_to_tell": self.rounds,
        }


def rises_at(ramp: Ramp) -> int | None:
    """Return the count at which a ramp first bets more than its least.

    >>> from pitboss.counts import parse_ramp
    >>> rises_at(parse_ramp("1@<=0 2@1 4@2")), rises_at(parse_ramp("1-1"))
    (1, None)
    """
    return next((at for at, units in ramp.steps if units > ramp.low), None)


def shoes_to_tell(shoe: Shoe, cut: int, rounds_a_shoe: float, ramp: Ramp, seed: int) -> int | None:
    """Return the number of shoes after which nine of ten counters with a ramp are detected.

    Shoes are shuffled and cut; the count is Hi-Lo's, off by one as often as not.
    """
    random = np.random.Generator(np.random.Philox(seed))
    for shoes in _SHOES:
        tells = 0
        for _ in range(_SITTINGS):
            line, grid = _sitting(shoe, cut, rounds_a_shoe, ramp, shoes, random)
            result = score(line, grid, exchanges=_EXCHANGES)
            tells += result is not None and result.error <= COUNTING_ERROR
        if tells >= _TOLD * _SITTINGS:
            return shoes
    return None


def _sitting(
    shoe: Shoe, cut: int, rounds_a_shoe: float, ramp: Ramp, shoes: int, random: np.random.Generator
) -> tuple[BetLine, CountGrid]:
    """Return the bets of a counter over some shoes, and the counts."""
    system = find_system("hi-lo")
    tags = np.array([system.tags[card] for card in shoe.cards()])
    step = max(1.0, cut / rounds_a_shoe)
    places = np.arange(0, cut, step).astype(np.int64)
    start, counts = system.starting_count(shoe), []
    for _ in range(shoes):
        running = start + np.concatenate([[0], np.cumsum(random.permutation(tags))])[places]
        counts.append(running * system.per / (shoe.size - places))
    table = np.array(counts)
    shown = np.floor(table + random.normal(size=table.shape))
    bets = np.vectorize(ramp.units, otypes=[np.float64])(shown)
    results = random.choice([1.0, 0.0, -1.0], size=table.size, p=[0.43, 0.09, 0.48])
    numbers = np.repeat(np.arange(shoes), len(places))
    orders = np.tile(np.arange(len(places)), shoes)
    line = BetLine(np.log(np.maximum(bets.ravel(), 1.0)), results, numbers, orders)
    return line, CountGrid(table)
