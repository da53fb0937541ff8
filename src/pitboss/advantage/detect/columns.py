"""The quantities that bets may follow: the expectation of each wager, and the known counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.advantage.detect.observe import SeenTable
from pitboss.advantage.detect.verdict import Columns, WagerColumns, compute_true_counts
from pitboss.advantage.removal import Removal, removal
from pitboss.cards import Unseen
from pitboss.counts import find_system, system_names
from pitboss.engine.setup import Setup
from pitboss.exact.any_wager.wager_value import WagerValue, wager_value, why_not_counted
from pitboss.rulebook.configured import Spot

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LinearValue:
    """An expectation that is the mean of a number for each unseen card.

    With fixed play the removal of one card from N changes the expectation by its number, turned
    round, over N - 1; so the removals give the numbers, and they are exact for one card gone.
    """

    expectation: float
    numbers: Floats
    """By the number of the card: what it adds to the expectation while it is unseen."""

    @classmethod
    def from_removal(cls, removal: Removal) -> LinearValue:
        """Return the value by the effects of removal of a full shoe."""
        numbers = -np.array(removal.by_card()) * (removal.unseen.size - 1)
        return cls(removal.expectation, numbers)

    def values(self, shoes: list[Unseen]) -> Floats:
        """Return the expectation with each of some shoes left."""
        counts = np.array([unseen.counts for unseen in shoes], dtype=np.float64)
        return np.asarray(self.expectation + counts @ self.numbers / counts.sum(axis=1))


def table_columns(table: SeenTable) -> Columns:
    """Return the expectation of each wager before every round, and every known count.

    A side wager is valued exactly for the cards left, the main game to the first order.
    """
    systems = [find_system(name) for name in system_names()]
    counts = compute_true_counts(table, systems)
    shoes = [round_.unseen for round_ in table.rounds]
    made = {
        wager
        for round_ in table.rounds
        for seat in round_.players.values()
        for wager in seat.wagers
    }
    columns = dict(_main_columns(table.setup, shoes, counts))
    for spot in table.setup.configured.spots.values():
        if spot.wager.id in made - columns.keys() and not why_not_counted(spot):
            value = wager_value(table.setup, spot)
            if not value.after_up_card:
                columns[spot.wager.id] = _side_columns(value, spot, shoes, counts)
    return columns


def _main_columns(
    setup: Setup, shoes: list[Unseen], counts: dict[str, Floats]
) -> Iterator[tuple[str, WagerColumns]]:
    effects = removal(setup)
    full = np.zeros(len(shoes))
    for wager in setup.mains:
        if effects is None:
            yield wager, WagerColumns(value=full, full=0.0, counts={})
        else:
            value = LinearValue.from_removal(effects).values(shoes)
            yield wager, WagerColumns(value=value, full=effects.expectation, counts=counts)


def _side_columns(
    value: WagerValue, spot: Spot, shoes: list[Unseen], counts: dict[str, Floats]
) -> WagerColumns:
    meter = spot.jackpot.seed if spot.jackpot else 0
    known: dict[Unseen, float] = {}
    for unseen in shoes:
        if unseen not in known:
            known[unseen] = float(value.value(unseen, meter=meter))
    return WagerColumns(
        value=np.array([known[unseen] for unseen in shoes]),
        full=float(value.value(value.full, meter=meter)),
        counts=counts,
    )
