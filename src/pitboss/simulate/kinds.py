"""Every kind of round in the simulator: its layout, and its player at the engine.

The kernels of the kinds are in `simulate.rounds`, which a worker or a graphics card can import
without the solvers.
"""
# ruff: noqa: PLC0415 - a layout is imported when it is first needed

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pitboss.engine.actions import Action, Question
from pitboss.engine.setup import Setup
from pitboss.engine.state import State
from pitboss.exact.cache import cached
from pitboss.exact.made_once import MadeWhenAsked
from pitboss.rulebook.model import RoundKind
from pitboss.rulebook.phrases import choice
from pitboss.rulebook.problems import Problem, RulesError
from pitboss.simulate.job import Job

if TYPE_CHECKING:
    from pitboss.simulate.cells.layout import CellLayout


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


def _blackjack() -> Kind:
    from pitboss.simulate import strategies
    from pitboss.simulate.blackjack import engine_player
    from pitboss.simulate.blackjack.job import make_job

    def job(setup: Setup, strategy: str) -> Job:
        return make_job(strategies.strategy_named(setup, strategy))

    return Kind(
        strategies=(strategies.OPTIMAL, strategies.CHART), job=job, decide=engine_player.decide
    )


def _switch() -> Kind:
    from pitboss.exact.switch.play import switch_is_solved

    return replace(_blackjack(), is_simulated=switch_is_solved)


def _three_card_21() -> Kind:
    from pitboss.simulate.three_card_21.layout import STRATEGIES, decide, three_card_layout

    return _cells(three_card_layout, decide, STRATEGIES)


def _holdem() -> Kind:
    from pitboss.simulate.holdem.layout import STRATEGIES, decide, holdem_layout

    return _cells(holdem_layout, decide, STRATEGIES)


def _ante_up() -> Kind:
    from pitboss.simulate.ante_up.layout import STRATEGIES, ante_up_layout, decide

    return _cells(ante_up_layout, decide, STRATEGIES)


def _pai_jack() -> Kind:
    from pitboss.simulate.pai_jack.layout import STRATEGIES, decide, pai_jack_layout

    return _cells(pai_jack_layout, decide, STRATEGIES)


def _wild_poker() -> Kind:
    from pitboss.simulate.wild_poker.layout import STRATEGIES, decide, wild_poker_layout

    return _cells(wild_poker_layout, decide, STRATEGIES)


def _cells(
    lay_out: Callable[[Setup, str], CellLayout],
    decide: Callable[[CellLayout, State, Question], Action],
    names: tuple[str, ...],
) -> Kind:
    """Return a kind whose rounds end in cells; its strategies have names, not files."""
    from pitboss.simulate.cells.job import cell_job

    def job(setup: Setup, strategy: str) -> Job:
        if strategy not in names:
            message = f"{strategy!r} is no strategy of this game; choose {choice(names)}"
            raise RulesError([Problem(code="strategy/unknown", key="strategy", message=message)])
        return cell_job(lay_out(setup, strategy))

    return Kind(strategies=names, job=job, decide=decide)


KINDS: Mapping[RoundKind, Kind] = MadeWhenAsked(
    {
        RoundKind.BLACKJACK: _blackjack,
        RoundKind.SWITCH: _switch,
        RoundKind.THREE_CARD_21: _three_card_21,
        RoundKind.HOLDEM: _holdem,
        RoundKind.ANTE_UP: _ante_up,
        RoundKind.PAI_JACK: _pai_jack,
        RoundKind.WILD_POKER: _wild_poker,
    }
)
"""Every kind of round; nobody imports the layouts of other kinds."""


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
