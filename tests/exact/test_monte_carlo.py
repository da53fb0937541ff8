"""Monte Carlo through the engine: every wager of every dealt game against its exact odds.

Each game is dealt with every deck count it allows, every wager on the same rounds, each round from
a fresh shoe. What the lines say is counted by outcome and held against the exact probabilities by a
chi-square test; what they pay is held against the exact edge. A wager that folding decides has no
odds before there is a strategy: it is played without folding, and held against the counts of hands
that are paid then. The seeds are fixed, so that a green
suite stays green; `MONTE_CARLO_ROUNDS=200000` looks closer.
"""

from __future__ import annotations

import os
import random

import pytest

from pitboss.rulebook.model import Game
from pitboss.rulebook.reading.library import games
from tests.exact.felts import SUPER_BONUS, felt, wagers_with_odds
from tests.exact.sampling import Comparison, compared, expected, figures, played
from tests.exact.ways import WAYS
from tests.tiers import by_day

ROUNDS = int(os.environ.get("MONTE_CARLO_ROUNDS", by_day(1000, 4000)))
"""For each game, shared among its deck counts and the ways to play."""
CHANCE_MIN = 1e-6
ERRORS_MAX = 5.0


@pytest.mark.nightly(every=9)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_wager_is_settled_as_often_and_as_well_as_computed(game: Game) -> None:
    felts = [felt(game.id, decks, turn=decks) for decks in game.decks]
    seed = f"monte carlo/{game.id}"
    by_wager = compared(felts, ROUNDS, random.Random(seed))

    # The Super Bonus is too rare to be seen by chance: its deals are played one by one.
    assert {wager for wager, _ in by_wager} == wagers_with_odds(game) - {SUPER_BONUS}
    for key, comparison in by_wager.items():
        where = (seed, *key, comparison.rounds)
        assert comparison.chance > CHANCE_MIN, (*where, comparison.seen, comparison.expected)
        assert abs(comparison.errors) < ERRORS_MAX, (*where, comparison.errors)


def test_every_kind_of_round_has_its_ways_to_play() -> None:
    assert {game.round for game in games()} <= set(WAYS)


@pytest.mark.nightly(every=3)
@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_bound_is_compared(game: Game) -> None:
    """Where odds are bounds, each is the result of a way to play, and that way is played."""
    at = felt(game.id, game.decks[-1], turn=0)
    bounds = {(wager, item.bound) for wager in at.tables for item in figures(at, wager)}

    assert bounds <= set(compared([at], 400, random.Random("bounds")))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_lines_may_say_is_everything_that_can_happen(game: Game) -> None:
    at = felt(game.id, game.decks[-1], turn=0)
    for wager in at.tables:
        for item in figures(at, wager):
            assert sum(probability for _, probability in expected(at, item).values()) == 1


def test_a_row_that_is_paid_too_often_is_noticed() -> None:
    """One round in twenty that lost, called a pair of suited kings, passes neither test."""
    at = felt("co/free-bet", 6, turn=0)
    (item,) = at.odds("kings-bounty")
    sample = played(at, "standing", 2000, random.Random("too often"))["kings-bounty"]
    right = Comparison()
    wrong = Comparison()
    right.add(at, item, sample)
    kings = next(row for row in item.rows if row.name == "2 Suited Kings")
    sample.lines["lose", ""] -= 100
    sample.lines[kings.name, kings.pay] += 100
    sample.gained += 100 * (30 + 1)
    wrong.add(at, item, sample)

    assert right.chance > CHANCE_MIN > wrong.chance
    assert abs(right.errors) < ERRORS_MAX < abs(wrong.errors)
