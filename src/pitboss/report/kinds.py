"""The report of each kind of round: one entry a kind."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.effects import effects
from pitboss.exact.kinds import is_solved, solve
from pitboss.exact.solution import Solution
from pitboss.report.catalogue.entry import Entry
from pitboss.report.document.blocks import Block
from pitboss.report.games.ante_up import ante_up_entries, ante_up_report, ante_up_rules
from pitboss.report.games.blackjack import blackjack_report, played_entries
from pitboss.report.games.holdem import holdem_entries, holdem_reports, holdem_rules
from pitboss.report.games.page import game_sections
from pitboss.report.games.pai_jack import pai_jack_entries, pai_jack_report, pai_jack_rules
from pitboss.report.games.report import GameReport
from pitboss.report.games.switch import switch_report, switch_rules
from pitboss.report.games.three_card_21 import (
    three_card_entries,
    three_card_report,
    three_card_rules,
)
from pitboss.report.games.wild_poker import wild_entries, wild_report, wild_rules
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind
from pitboss.table.amounts import least_wagers, spots_before_deal

Reports = tuple[GameReport, ...]
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class KindReport(Generic[S]):
    """How the layer reports one kind of round."""

    reports: Callable[[S, int | None], Reports]
    """Reports the main game of a solution, then the parts beside it. A wager in cents adds the
    prizes that depend on it."""
    entries: Callable[[S], Iterator[Entry]]
    """Yield the lines of the catalogue, that of the main wager first."""
    page: str
    """The page of docs/ that explains the optimal play."""
    rules: Callable[[S], Mapping[str, tuple[Block, ...]]]
    """Title -> how to play, where no chart says it; without any figure that takes long."""


def _by_chart_alone(_: object) -> Mapping[str, tuple[Block, ...]]:
    """Return no rules: the chart says everything."""
    return {}


def _single(report: Callable[[S], GameReport]) -> Callable[[S, int | None], Reports]:
    """Return the report of a game with one part, without prizes that depend on the wager."""
    return lambda solution, _: (report(solution),)


KINDS: Mapping[RoundKind, KindReport[Any]] = {
    RoundKind.BLACKJACK: KindReport(
        lambda solution, wager: (blackjack_report(solution, wager),),
        played_entries,
        "solver.md",
        _by_chart_alone,
    ),
    RoundKind.SWITCH: KindReport(
        _single(switch_report), played_entries, "solver.md#blackjack-switch", switch_rules
    ),
    RoundKind.HOLDEM: KindReport(
        holdem_reports, holdem_entries, "solver-21-holdem.md", holdem_rules
    ),
    RoundKind.ANTE_UP: KindReport(
        _single(ante_up_report), ante_up_entries, "solver-ante-up-21.md", ante_up_rules
    ),
    RoundKind.THREE_CARD_21: KindReport(
        _single(three_card_report), three_card_entries, "solver-3-card-21.md", three_card_rules
    ),
    RoundKind.PAI_JACK: KindReport(
        _single(pai_jack_report), pai_jack_entries, "solver-pai-jack.md", pai_jack_rules
    ),
    RoundKind.WILD_POKER: KindReport(
        _single(wild_report), wild_entries, "solver-deuces-wild.md", wild_rules
    ),
}


def reports(solution: Solution, wager: int | None = None) -> Reports:
    """Report the main game of a solution, then the parts beside it.

    A *wager* in cents adds the prizes that depend on it.
    """
    return KINDS[solution.setup.round].reports(solution, wager)


def play_rules(solution: Solution) -> Mapping[str, tuple[Block, ...]]:
    """Return how to play, in words and tables, where no chart by up card says it."""
    return KINDS[solution.setup.round].rules(solution)


def sections(solution: Solution, wager: int | None = None) -> tuple[Block, ...]:
    """Return a solution as the blocks of a document: figures, tables, method and strategy."""
    return tuple(game_sections(reports(solution, wager)))


def game_reports(house: House) -> Reports:
    """Solve the game as *house* runs it, with the effect of every option.

    Parts whose wagers are not on the felt are left out; a game that cannot be solved has no report.

    >>> (report,) = game_reports(House(game="co/pai-jack"))
    >>> report.main.edge, report.main.unit
    (Fraction(3341486419, 199332305172), 'the main wager')
    """
    setup = prepare(house)
    if not is_solved(setup):
        return ()
    main, *beside = reports(solve(setup))
    main = with_effects(house, main)
    return main, *(part for part in beside if part.wagers <= setup.configured.spots.keys())


def with_effects(
    house: House, report: GameReport, split_play: SplitPlay | None = None
) -> GameReport:
    """Add the edge of the main wager with one option changed at a time."""
    return replace(report, effects=effects(house, report.main.house_edge, split_play))


def main_entries(setup: Setup) -> tuple[Entry, ...]:
    """Solve the main game of a table and return its lines of the catalogue."""
    entries = KINDS[setup.round].entries(solve(setup))
    return tuple(replace(e, main=True, least=_is_least(setup, e.wagers)) for e in entries)


def _is_least(setup: Setup, wagers: Collection[str]) -> bool:
    """Return whether *wagers*, apart from those made later, are exactly the compulsory ones."""
    before = spots_before_deal(setup)
    return {wager for wager in wagers if wager in before} == set(least_wagers(setup))
