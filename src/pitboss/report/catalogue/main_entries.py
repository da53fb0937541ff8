"""The main game of a table in lines of the catalogue: each kind of round has its own edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from math import sqrt

from pitboss.engine.setup import Setup
from pitboss.exact.ante_up.play import Aim
from pitboss.exact.ante_up.solution import JOINT_ERROR, POKER_ERROR, AnteUpSolution, solved_ante_up
from pitboss.exact.blackjack.figures import PlayFigures
from pitboss.exact.blackjack.solution import solve
from pitboss.exact.holdem.poker import solved_poker
from pitboss.exact.pai_jack.solution import solved_pai_jack
from pitboss.exact.switch.solution import solved_switch
from pitboss.exact.three_card_21.bonus import BONUS
from pitboss.exact.three_card_21.solution import solved_three_card
from pitboss.exact.wild_poker.folding import Folding
from pitboss.exact.wild_poker.solution import solved_wild
from pitboss.report.catalogue.entry import EXACT, SOLVED, Entry, solve_command
from pitboss.rulebook.model import RoundKind

FIRST_WAGER = "the first wager"
ANTE = "the ANTE"


def main_entries(setup: Setup) -> tuple[Entry, ...]:
    """Solve the main game of a table; the first line has the edge of its main wager."""
    return tuple(replace(entry, main=True) for entry in _ENTRIES[setup.round](setup))


def _blackjack(setup: Setup) -> Iterator[Entry]:
    yield _played(setup, solve(setup), setup.mains[0], FIRST_WAGER)


def _switch(setup: Setup) -> Iterator[Entry]:
    wagers = ", ".join(setup.mains)
    yield _played(setup, solved_switch(setup), wagers, "both first wagers together")


def _played(setup: Setup, found: PlayFigures, wager: str, unit: str) -> Entry:
    game_id = setup.configured.game.id
    return Entry(
        game=game_id,
        wager=wager,
        house_edge=found.house_edge,
        standard_deviation=found.standard_deviation,
        unit=unit,
        method=SOLVED,
        strategy=solve_command(game_id),
    )


def _holdem(setup: Setup) -> Iterator[Entry]:
    yield from _blackjack(setup)
    game, poker = setup.configured.game, solved_poker(setup)
    paid = [wager.id for wager in game.wagers if wager.follows or game.tables_of(wager.id)]
    yield Entry(
        game=game.id,
        wager=", ".join(paid),
        house_edge=float(poker.poker_edge),
        house_edge_fraction=poker.poker_edge,
        standard_deviation=poker.standard_deviation,
        unit="PK, the first poker wager",
        method=EXACT,
        strategy=solve_command(game.id),
    )


def _ante_up(setup: Setup) -> Iterator[Entry]:
    """The 21 wager and the poker part each played for alone, and both together."""
    solution, game_id = solved_ante_up(setup), setup.configured.game.id
    yield _played(setup, solution.alone, setup.mains[0], "the 21 wager, played for alone")
    yield Entry(
        game=game_id,
        wager="ante, bet",
        house_edge=solution.figures(Aim.POKER).poker_edge,
        standard_deviation=_poker_deviation(solution),
        unit=f"{ANTE}, played for alone",
        method=_off_by(POKER_ERROR),
        strategy=solve_command(game_id),
    )
    yield Entry(
        game=game_id,
        wager=f"{setup.mains[0]}, ante, bet",
        house_edge=solution.joint.joint_edge,
        standard_deviation=solution.standard_deviation,
        unit=f"{ANTE}, with a 21 wager as large",
        method=_off_by(JOINT_ERROR),
        strategy=solve_command(game_id),
    )


def _off_by(error: float) -> str:
    return f"solved, off by less than {error:g} of the ANTE"


def _poker_deviation(solution: AnteUpSolution) -> float:
    """The spread of ANTE and BET where they alone are played for; a fold loses the ANTE."""
    mean = square = 0.0
    for hand in solution.hands:
        worth = hand.worth(Aim.POKER)
        folded = float(worth.of_poker) ** 2
        mean += hand.probability * float(worth.of_poker)
        square += hand.probability * (float(worth.square) if hand.bets(Aim.POKER) else folded)
    return sqrt(square - mean**2)


def _three_card(setup: Setup) -> Iterator[Entry]:
    solution, game_id = solved_three_card(setup), setup.configured.game.id
    yield _played(setup, solution, setup.mains[0], "the main wager, alone")
    both = solution.together(solution.posted)
    yield Entry(
        game=game_id,
        wager=f"{setup.mains[0]}, {BONUS}",
        table=solution.posted,
        house_edge=both.house_edge,
        standard_deviation=both.standard_deviation,
        unit="one of the two equal wagers",
        method=SOLVED,
        strategy=solve_command(game_id),
    )


def _pai_jack(setup: Setup) -> Iterator[Entry]:
    best, game_id = solved_pai_jack(setup).best, setup.configured.game.id
    yield Entry(
        game=game_id,
        wager=setup.mains[0],
        house_edge=float(best.house_edge),
        house_edge_fraction=best.house_edge,
        standard_deviation=best.standard_deviation,
        unit="the main wager",
        method=EXACT,
        strategy=solve_command(game_id),
    )


def _wild(setup: Setup) -> Iterator[Entry]:
    """Odds are compulsory (ruling D1); what the other two cost without them is said too."""
    solution = solved_wild(setup)
    yield _folding(setup, solution.with_odds, "the ante, with Odds as large")
    yield _folding(setup, solution.without_odds, "the ante, if there were no Odds")


def _folding(setup: Setup, folding: Folding, unit: str) -> Entry:
    game_id = setup.configured.game.id
    return Entry(
        game=game_id,
        wager=", ".join(folding.wagers),
        house_edge=float(folding.house_edge),
        house_edge_fraction=folding.house_edge,
        standard_deviation=sqrt(folding.variance),
        unit=unit,
        method=EXACT,
        strategy=solve_command(game_id),
    )


_ENTRIES: Mapping[RoundKind, Callable[[Setup], Iterator[Entry]]] = {
    RoundKind.BLACKJACK: _blackjack,
    RoundKind.SWITCH: _switch,
    RoundKind.HOLDEM: _holdem,
    RoundKind.ANTE_UP: _ante_up,
    RoundKind.THREE_CARD: _three_card,
    RoundKind.PAI_JACK: _pai_jack,
    RoundKind.WILD_POKER: _wild,
}
