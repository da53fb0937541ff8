"""The report of each kind of round: one entry a kind, imported when it is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.blackjack.split_play import SplitPlay
from pitboss.exact.effects import effects
from pitboss.exact.kinds import is_solved, solve
from pitboss.exact.solution import Solution
from pitboss.report.catalogue.edges import EdgeEntry, solve_command
from pitboss.report.document.blocks import Block
from pitboss.report.games.kind import KindReport, Reports
from pitboss.report.games.page import game_sections
from pitboss.report.games.report import GameReport
from pitboss.report.games.wager_sizes import with_wager_sizes
from pitboss.rulebook.house import House
from pitboss.rulebook.kind_table import KindTable
from pitboss.rulebook.model import RoundKind
from pitboss.sitting.amounts import least_wagers, spots_before_deal

KINDS: Mapping[RoundKind, KindReport[Any]] = KindTable(
    {
        RoundKind.BLACKJACK: "pitboss.report.games.blackjack:KIND",
        RoundKind.SWITCH: "pitboss.report.games.switch:KIND",
        RoundKind.HOLDEM: "pitboss.report.games.holdem:KIND",
        RoundKind.ANTE_UP: "pitboss.report.games.ante_up:KIND",
        RoundKind.THREE_CARD_21: "pitboss.report.games.three_card_21:KIND",
        RoundKind.PAI_JACK: "pitboss.report.games.pai_jack:KIND",
        RoundKind.WILD_POKER: "pitboss.report.games.wild_poker:KIND",
    }
)
"""How every kind of round is reported."""


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


def offered_reports(setup: Setup) -> Reports:
    """Solve the game of a table and report it.

    Parts whose wagers are not on the felt are left out; a game that cannot be solved has no report.
    """
    if not is_solved(setup):
        return ()
    solution = solve(setup)
    main, *beside = reports(solution)
    main = with_wager_sizes(main, solution)
    return main, *(part for part in beside if part.wagers <= setup.configured.spots.keys())


def game_reports(house: House) -> Reports:
    """Solve the game as *house* runs it, with the effect of every option.

    >>> (report,) = game_reports(House(game="co/pai-jack"))
    >>> report.main.edge, report.main.unit
    (Fraction(3341486419, 199332305172), 'the main wager')
    """
    games = offered_reports(prepare(house))
    return tuple(with_effects(house, game) if game is games[0] else game for game in games)


def with_effects(
    house: House, report: GameReport, split_play: SplitPlay | None = None
) -> GameReport:
    """Add the edge of the main wager with one option changed at a time."""
    return replace(report, effects=effects(house, report.main.house_edge, split_play))


def main_entries(setup: Setup) -> tuple[EdgeEntry, ...]:
    """Solve the main game of a table and return its lines of the catalogue."""
    entries = KINDS[setup.round].entries(solve(setup))
    game_id = setup.configured.game.id
    before = {*spots_before_deal(setup)}
    return tuple(
        replace(
            entry,
            game=game_id,
            strategy=solve_command(game_id),
            main=True,
            least=before & {*entry.wagers} == {*least_wagers(setup)},
        )
        for entry in entries
    )
