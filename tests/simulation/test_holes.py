"""Holes that were closed, opened again one by one: the simulation finds each in a few seeds.

The test takes a guard of the product away, and says which oracle has to notice.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest

from pitboss.cards import format_cards
from pitboss.floor import journal, seating
from pitboss.floor.commands import Accepted, Bet, Command
from pitboss.floor.terms import TableTerms
from pitboss.office import people
from pitboss.pit import table
from pitboss.pit.table import LiveTable
from pitboss.server.live import socket
from pitboss.server.services import Services
from pitboss.store.committer import Committer
from pitboss.store.errors import ConflictError
from tests.simulation.model_store import Faults
from tests.simulation.run import simulate
from tests.simulation.swarm import Scenario

SEEDS = 12
"""So many at most until a hole is noticed."""
Patch = pytest.MonkeyPatch


def name_cards(patch: Patch) -> None:
    """Write the cards of an open round into the journal, which staff read."""
    outcome = journal._outcome  # noqa: SLF001

    def with_cards(before: Any, played: Any) -> dict[str, Any]:  # noqa: ANN401 - as it takes them
        return outcome(before, played) | {"cards": format_cards(played.cards)}

    patch.setattr(journal, "_outcome", with_cards)


def practise_for_money(patch: Patch) -> None:
    """Let practice tables take chips from the wallet, and pay them back into it."""
    for name in ("buy_in_postings", "cash_out_postings"):
        postings = getattr(seating, name)

        def post(terms: TableTerms, *given: Any, make: Any = postings) -> Any:  # noqa: ANN401
            return make(replace(terms, has_own_chips=False), *given)

        patch.setattr(seating, name, post)


def forget_bets(patch: Patch) -> None:
    """Keep the key of a bet in memory only: it is gone with the process."""

    def remember(self: LiveTable, command: Command, key: str, answer: Accepted) -> Accepted:
        if key and not isinstance(command, Bet):
            self._recent[key] = table._essence(command)  # noqa: SLF001
        return answer

    patch.setattr(LiveTable, "_remember", remember)


def hold_nothing(patch: Patch) -> None:
    """Let requests of one account at once read and write its limits between each other."""

    @asynccontextmanager
    async def alone(self: Services, name: str) -> AsyncIterator[None]:
        del self, name
        yield

    patch.setattr(Services, "alone", alone)


def trust_one(patch: Patch) -> None:
    """Let one administrator give any role."""
    patch.setattr(people, "TRUSTED_ROLES", frozenset[Any]())


def fail_together(patch: Patch) -> None:
    """Take any text for a key, and let a batch that the database refuses fail as a whole."""
    commit = Committer._commit  # noqa: SLF001

    async def commit_all(self: Committer, batch: Any) -> None:  # noqa: ANN401 - of the committer
        try:
            await self._append([entry for waiting in batch for entry in waiting.entries])
        except ConflictError:
            await commit(self, batch)
        except Exception as error:  # noqa: BLE001 - everybody gets it
            for waiting in batch:
                waiting.end(error)
        else:
            for waiting in batch:
                waiting.end(None)

    patch.setattr(socket, "is_key", lambda _: True)
    patch.setattr(Committer, "_commit", commit_all)


PLAIN = Scenario(seed=0, seconds=60.0, players=3, pace=0.3, habit_share=0.3)
HOLES: dict[str, tuple[Callable[[Patch], None], Scenario]] = {
    "unseen": (name_cards, replace(PLAIN, duties=("audit",), marked=True, players=4)),
    "practice": (practise_for_money, replace(PLAIN, habits=("practice",))),
    "once": (
        forget_bets,
        replace(PLAIN, habits=("repeat",), players=6, http_players=3, crash_every=6.0),
    ),
    "limits": (
        hold_nothing,
        replace(PLAIN, habits=("limits",), players=8, habit_share=0.05, seconds=40.0),
    ),
    "two people": (trust_one, replace(PLAIN, duties=("roles",), named_players=2)),
    "calm": (
        fail_together,
        replace(
            PLAIN,
            habits=("odd",),
            players=7,
            pace=0.1,
            games=("co/free-bet", "co/free-bet", "co/free-bet"),
            faults=Faults(latency=(0.005, 0.02)),
        ),
    ),
}
"""Oracle -> the hole that it has to notice, and where."""


@pytest.mark.parametrize("oracle", HOLES)
def test_a_hole_is_noticed(oracle: str, monkeypatch: Patch) -> None:
    opened, scenario = HOLES[oracle]
    opened(monkeypatch)
    for seed in range(1, SEEDS + 1):
        violations = simulate(replace(scenario, seed=seed)).violations
        if any(violation.oracle == oracle for violation in violations):
            return
    pytest.fail(f"{SEEDS} seeds, and {oracle!r} noticed nothing")


@pytest.mark.nightly
@pytest.mark.parametrize("oracle", HOLES)
def test_without_the_hole_nothing_is_noticed(oracle: str) -> None:
    _, scenario = HOLES[oracle]
    assert not simulate(replace(scenario, seed=1)).violations
