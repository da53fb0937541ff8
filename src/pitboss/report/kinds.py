"""What a report says of each kind of round: one entry a kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.engine.setup import Setup, setup_of
from pitboss.exact.ante_up.solution import solved_ante_up
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.edges import is_solved
from pitboss.exact.effects import effects
from pitboss.exact.holdem.solution import solved_poker
from pitboss.exact.pai_jack.solution import solved_pai_jack
from pitboss.exact.switch.solution import solved_switch
from pitboss.exact.three_card_21.solution import solved_three_card
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.report.catalogue.entry import Entry
from pitboss.report.games.ante_up import ante_up_entries, ante_up_report
from pitboss.report.games.blackjack import blackjack_report, played_entry
from pitboss.report.games.holdem import poker_entry, poker_report
from pitboss.report.games.pai_jack import pai_jack_entries, pai_jack_report
from pitboss.report.games.report import GameReport
from pitboss.report.games.switch import switch_report
from pitboss.report.games.three_card_21 import three_card_entries, three_card_report
from pitboss.report.games.wild_poker import wild_entries, wild_report
from pitboss.rulebook.configured import configure
from pitboss.rulebook.house import House
from pitboss.rulebook.model import RoundKind
from pitboss.text.options import first_wager

Reports = tuple[GameReport, ...]


@dataclass(frozen=True, slots=True)
class KindReport:
    """How the layer reports one kind of round."""

    reports: Callable[[Setup, int | None], Reports]
    """Solve a table and report its main game, then the parts beside it. A wager in cents brings
    in the prizes that depend on it."""
    entries: Callable[[Setup], Iterator[Entry]]
    """Solve a table and yield its lines of the catalogue, that of the main wager first."""
    page: str
    """The page of docs/ that explains the best play."""


def _blackjack_entries(setup: Setup) -> Iterator[Entry]:
    yield played_entry(setup, solve(setup), setup.mains[0], first_wager(setup))


def _switch_entries(setup: Setup) -> Iterator[Entry]:
    yield played_entry(setup, solved_switch(setup), ", ".join(setup.mains), first_wager(setup))


def _holdem_reports(setup: Setup, wager: int | None) -> Reports:
    return blackjack_report(solve(setup), wager), poker_report(setup, solved_poker(setup))


def _holdem_entries(setup: Setup) -> Iterator[Entry]:
    yield from _blackjack_entries(setup)
    yield poker_entry(setup, solved_poker(setup))


_SOLVER = "solver.md"
KINDS: Mapping[RoundKind, KindReport] = {
    RoundKind.BLACKJACK: KindReport(
        lambda setup, wager: (blackjack_report(solve(setup), wager),),
        _blackjack_entries,
        _SOLVER,
    ),
    RoundKind.SWITCH: KindReport(
        lambda setup, _: (switch_report(solved_switch(setup)),),
        _switch_entries,
        f"{_SOLVER}#blackjack-switch",
    ),
    RoundKind.HOLDEM: KindReport(_holdem_reports, _holdem_entries, "solver-21-holdem.md"),
    RoundKind.ANTE_UP: KindReport(
        lambda setup, _: (ante_up_report(solved_ante_up(setup)),),
        lambda setup: ante_up_entries(solved_ante_up(setup)),
        "solver-ante-up-21.md",
    ),
    RoundKind.THREE_CARD: KindReport(
        lambda setup, _: (three_card_report(solved_three_card(setup)),),
        lambda setup: three_card_entries(solved_three_card(setup)),
        "solver-3-card-21.md",
    ),
    RoundKind.PAI_JACK: KindReport(
        lambda setup, _: (pai_jack_report(setup, solved_pai_jack(setup)),),
        lambda setup: pai_jack_entries(setup, solved_pai_jack(setup)),
        "solver-pai-jack.md",
    ),
    RoundKind.WILD_POKER: KindReport(
        lambda setup, _: (wild_report(solved_wild(setup)),),
        lambda setup: wild_entries(solved_wild(setup)),
        "solver-deuces-wild.md",
    ),
}


def table_reports(setup: Setup, wager: int | None = None) -> Reports:
    """Solve a table and report its main game, then the parts beside it."""
    return KINDS[setup.round].reports(setup, wager)


def game_reports(house: House) -> Reports:
    """Solve the game as *house* runs it, with the effect of every option.

    Parts whose wagers are not on the felt are left out, and nothing is reported of a game that
    cannot be solved.

    >>> (report,) = game_reports(House(game="co/pai-jack"))
    >>> report.main.edge, report.main.unit
    (Fraction(3341486419, 199332305172), 'the main wager')
    """
    setup = setup_of(configure(house))
    if not is_solved(setup):
        return ()
    main, *beside = table_reports(setup)
    main = with_effects(house, main)
    return main, *(part for part in beside if part.wagers <= setup.configured.spots.keys())


def with_effects(house: House, report: GameReport) -> GameReport:
    """Add the edge of the main wager with one option changed at a time."""
    return replace(report, effects=tuple(effects(house, report.main.house_edge)))


def main_entries(setup: Setup) -> tuple[Entry, ...]:
    """Solve the main game of a table and return its lines of the catalogue."""
    return tuple(replace(entry, main=True) for entry in KINDS[setup.round].entries(setup))
