"""Threads that value decisions at the same time get the same values as one alone.

Compiled code runs beside other threads, and solutions are shared: whatever a kernel works in must
be the thread's own.
"""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import pitboss
from pitboss.engine.actions import Action, Question, RefusedError
from pitboss.engine.bets import Bets
from pitboss.engine.drive import Round
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.decisions import Decisions
from tests.engine.bets import random_wagers
from tests.engine.houses import cards_for
from tests.engine.players import random_player
from tests.tiers import by_day

THREADS = 3
ROUNDS = by_day(6, 12)
GAMES = (
    "wa/spanish-21",
    "co/free-bet",
    "co/3-card-21",
    "co/blackjack-switch",
    "co/21-holdem",
    "co/ante-up-21",
    "co/pai-jack",
    "co/deuces-wild-xtreme",
)
Moment = tuple[State, Question]


def moments(setup: Setup) -> list[Moment]:
    """Return questions of rounds played at random."""
    rng = random.Random(3)
    listed: list[Moment] = []
    for _ in range(ROUNDS):
        player = random_player(rng)

        def decide(state: State, question: Question, player: Any = player) -> Action:  # noqa: ANN401
            listed.append((state, question))
            action: Action = player(question)
            return action

        wagers = random_wagers(rng, setup)
        round_ = Round.start(setup, [Bets(1, wagers)])
        round_.play(cards_for(rng, round_), decide)
    return listed


def values(setup: Setup, moments: list[Moment]) -> list[list[float]]:
    """Return the value of every choice at every moment, from a valuer of its own."""
    decisions = Decisions(setup)
    rows: list[list[float]] = []
    for state, question in moments:
        try:
            worth = decisions.worth(state, question)
        except RefusedError:
            continue
        rows.append([float(advice.value) for advice in worth.values])
    return rows


@pytest.mark.nightly(every=2)
@pytest.mark.parametrize("game", GAMES)
def test_threads_do_not_work_in_each_others_memory(game: str) -> None:
    setup = pitboss.table(game).setup
    positions = moments(setup)
    alone = values(setup, positions)
    assert len(alone) >= ROUNDS // 2
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda _: values(setup, positions), range(by_day(1, 2) * THREADS)))
    assert all(row == alone for row in together)
