"""Every kind of round in the simulator: its layout, and its player at the engine.

The kernels of the kinds are in `simulate.rounds`, which a worker or a graphics card can import
without the solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.cache import cached
from pitboss.exact.switch.play import switch_is_solved
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate import strategies
from pitboss.simulate.ante_up import layout as ante_up
from pitboss.simulate.blackjack import engine_player
from pitboss.simulate.blackjack.job import make_job
from pitboss.simulate.cells.job import cell_job
from pitboss.simulate.cells.layout import CellLayout
from pitboss.simulate.holdem import layout as holdem
from pitboss.simulate.job import Job
from pitboss.simulate.pai_jack import layout as pai_jack
from pitboss.simulate.three_card_21 import layout as three_card
from pitboss.simulate.wild_poker import layout as wild_poker


def _always(_: Setup) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of round."""

    strategies: tuple[str, ...]
    """Their names, the best play first."""
    job: Callable[[Setup, str], Job]
    """Lays a table out for a strategy: one seat, and a fresh shoe every round."""
    decide: Callable[[Any, State, Question], Action]
    """Decides at the table engine as the strategy of a layout does."""
    is_simulated: Callable[[Setup], bool] = _always
    """Whether tables of this kind can be simulated: some are not solved."""


def _blackjack_job(setup: Setup, strategy: str) -> Job:
    return make_job(strategies.strategy_named(setup, strategy))


def _cells(
    lay_out: Callable[[Setup, str], CellLayout],
    decide: Callable[[CellLayout, State, Question], Action],
    names: tuple[str, ...],
) -> Kind:
    """Return a kind whose rounds end in cells; its strategies have names, not files."""

    def job(setup: Setup, strategy: str) -> Job:
        if strategy not in names:
            message = f"{strategy!r} is no strategy of this game; choose {choice(names)}"
            raise RulesError([Problem(code="strategy/unknown", key="strategy", message=message)])
        return cell_job(lay_out(setup, strategy))

    return Kind(strategies=names, job=job, decide=decide)


KINDS: Mapping[RoundKind, Kind] = {
    RoundKind.BLACKJACK: Kind(
        strategies=(strategies.OPTIMAL, strategies.CHART),
        job=_blackjack_job,
        decide=engine_player.decide,
    ),
    RoundKind.SWITCH: Kind(
        strategies=(strategies.OPTIMAL, strategies.CHART),
        job=_blackjack_job,
        decide=engine_player.decide,
        is_simulated=switch_is_solved,
    ),
    RoundKind.THREE_CARD_21: _cells(
        three_card.three_card_layout, three_card.decide, three_card.STRATEGIES
    ),
    RoundKind.HOLDEM: _cells(holdem.holdem_layout, holdem.decide, holdem.STRATEGIES),
    RoundKind.ANTE_UP: _cells(ante_up.ante_up_layout, ante_up.decide, ante_up.STRATEGIES),
    RoundKind.PAI_JACK: _cells(pai_jack.pai_jack_layout, pai_jack.decide, pai_jack.STRATEGIES),
    RoundKind.WILD_POKER: _cells(
        wild_poker.wild_poker_layout, wild_poker.decide, wild_poker.STRATEGIES
    ),
}
"""Every kind of round."""


def job_named(
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
        laid_out = cached(setup, "job", lambda: kind.job(setup, strategy), strategy)
    else:  # a file, which may say something else the next time
        laid_out = kind.job(setup, strategy)
    job = replace(laid_out, seats=seats, seed=seed)
    return job if cut is None else replace(job, burn=burn, cut=cut)
