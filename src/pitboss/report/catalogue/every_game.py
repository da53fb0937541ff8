"""Every game of the rule book solved, and every wager priced: the lines of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import chain

from pitboss.engine.setup import Setup, prepare
from pitboss.exact.kinds import main_rules
from pitboss.report.catalogue.edges import THE_WAGER, EdgeEntry, solve_command
from pitboss.report.catalogue.odds_entry import METER_APART, odds_entry
from pitboss.report.catalogue.processes import process_pool
from pitboss.report.kinds import main_entries
from pitboss.report.maths.jackpot_maths import JackpotMaths
from pitboss.report.maths.model import MathsReport, maths
from pitboss.rulebook.defaults import complete_main_game, complete_table, offer_everything
from pitboss.rulebook.house import House
from pitboss.rulebook.pays import format_dollars
from pitboss.rulebook.reading.library import game_ids
from pitboss.rulebook.ready import ready_tables

Entries = tuple[EdgeEntry, ...]


def solve_games() -> Entries:
    """Solve the main game of every game; equal games once."""
    with process_pool() as pool:
        return tuple(chain.from_iterable(_solve_main_games(pool).values()))


def catalogue() -> Entries:
    """Solve every game, and price its side wagers."""
    with process_pool() as pool:
        mains = _solve_main_games(pool)
        others = pool.map(_others, mains, mains.values(), chunksize=1)
        both = zip(mains.values(), others, strict=True)
        return tuple(entry for main, other in both for entry in (*main, *other))


def solve_ready_tables() -> dict[str, float]:
    """Solve the ready table of every game, with the edge of the least wager."""
    edges = {}
    for game_id, ready in ready_tables().items():
        lines = main_entries(prepare(complete_table(ready.house)[0]))
        edges[game_id] = next(line.edge_of_all for line in lines if line.least)
    return edges


def _solve_main_games(pool: Executor) -> Mapping[str, Entries]:
    """Game -> the lines of its main game, the rules of each solved once."""
    rules = {game_id: main_rules(_main_table(game_id)) for game_id in game_ids()}
    first = {main: game_id for game_id, main in reversed(rules.items())}
    solved = dict(zip(first, pool.map(_main, first.values(), chunksize=1), strict=True))
    return {
        game_id: tuple(
            replace(entry, game=game_id, strategy=solve_command(game_id)) for entry in solved[main]
        )
        for game_id, main in rules.items()
    }


def _main_table(game_id: str) -> Setup:
    house, _ = complete_main_game(House(game=game_id))
    return prepare(house)


def _main(game_id: str) -> Entries:
    return main_entries(_main_table(game_id))


def _others(game_id: str, main: Sequence[EdgeEntry]) -> Entries:
    return tuple(wager_entries(maths(offer_everything(game_id)), main))


def wager_entries(report: MathsReport, main: Sequence[EdgeEntry]) -> Iterator[EdgeEntry]:
    """Yield the wagers beside the main game, in the order of the rule book.

    *main* are the lines of the main game; units that ride with its wager have its edge.
    """
    solved = {wager for entry in main for wager in entry.wagers}
    riding = {wager.id for wager in report.main_wagers} - solved
    jackpots = {jackpot.wager.wagers[0].id: jackpot for jackpot in report.jackpots}
    for wager in report.configured.game.wagers:
        if wager.id in riding:
            yield replace(main[0], wager=wager.id, unit=THE_WAGER, main=False, least=False)
        for priced in report.wagers:
            if wager in priced.wagers:
                entry = odds_entry(replace(priced.odds, wager=wager.id))
                jackpot = jackpots.get(wager.id)
                yield entry if jackpot is None else _in_the_long_run(entry, jackpot)
    yield from map(odds_entry, report.super_bonus)


def _in_the_long_run(entry: EdgeEntry, jackpot: JackpotMaths) -> EdgeEntry:
    """Return the long-run edge, and the deviation with the mean on the meter."""
    edge = jackpot.long_run_edge
    terms = jackpot.jackpot
    fed = f"{float(terms.contribution):.0%} fed, seed {format_dollars(terms.seed)}"
    how = entry.method.removesuffix(METER_APART)
    return replace(
        entry,
        house_edge=float(edge),
        house_edge_fraction=edge,
        standard_deviation=jackpot.deviation_at(jackpot.average_meter),
        method=f"{how}; long run, {fed} for {format_dollars(jackpot.stake)}",
    )
