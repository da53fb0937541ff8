"""Every kind of round in the simulator: its layout, and its player at the engine.

The kernels of the kinds are in `simulate.players`, which a worker or a graphics card can import
without the solvers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pitboss.engine.setup import Setup
from pitboss.exact.cache import load_or_compute
from pitboss.rulebook.kind_table import KindTable
from pitboss.rulebook.model import RoundKind
from pitboss.simulator.job import Job
from pitboss.simulator.simulated_kind import SimulatedKind

KINDS: Mapping[RoundKind, SimulatedKind] = KindTable(
    {
        RoundKind.BLACKJACK: "pitboss.simulator.blackjack.kind:KIND",
        RoundKind.SWITCH: "pitboss.simulator.blackjack.kind:SWITCH",
        RoundKind.THREE_CARD_21: "pitboss.simulator.three_card_21.kind:KIND",
        RoundKind.HOLDEM: "pitboss.simulator.holdem.kind:KIND",
        RoundKind.ANTE_UP: "pitboss.simulator.ante_up.kind:KIND",
        RoundKind.PAI_JACK: "pitboss.simulator.pai_jack.kind:KIND",
        RoundKind.WILD_POKER: "pitboss.simulator.wild_poker.kind:KIND",
    }
)
"""Every kind of round."""


def make_named_job(
    setup: Setup,
    strategy: str,
    *,
    seats: int = 1,
    seed: int = 0,
    burn: int = 1,
    cut: int | None = None,
) -> Job:
    """Return a job by a strategy's name or file; without *cut* every round has a fresh shoe.

    Raise `RulesError` with the problems of the strategy.
    """
    kind = KINDS[setup.round]
    if strategy in kind.strategies:
        laid_out = load_or_compute(setup, "job", lambda: kind.job(setup, strategy), strategy)
    else:  # a file, which may say something else the next time
        laid_out = kind.job(setup, strategy)
    job = replace(laid_out, seats=seats, seed=seed)
    return job if cut is None else replace(job, burn=burn, cut=cut)
