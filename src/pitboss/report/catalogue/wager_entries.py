"""Every other wager of a table in lines of the catalogue: as a report has it, or by its odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pitboss.report.catalogue.entry import THE_WAGER, Entry
from pitboss.report.catalogue.odds_entry import METER_APART, odds_entry
from pitboss.report.maths.model import JackpotMaths, MathsReport, WagerMaths
from pitboss.rulebook.pays import format_dollars


def wager_entries(report: MathsReport, main: Sequence[Entry]) -> Iterator[Entry]:
    """Yield the wagers beside the main game, in the order of the rule book.

    *main* are the lines of the main game; units that ride with its wager cost what it costs.
    """
    solved = {wager for entry in main for wager in entry.wagers}
    riding = {wager.id for wager in report.main_wagers} - solved
    jackpots = {it.wager.wagers[0].id: it for it in report.jackpots}
    for wager in report.configured.game.wagers:
        if wager.id in riding:
            yield replace(main[0], wager=wager.id, unit=THE_WAGER, main=False)
        for found in report.wagers:
            if wager in found.wagers:
                yield _entry(found, wager.id, jackpots.get(wager.id))
    yield from map(odds_entry, report.super_bonus)


def _entry(found: WagerMaths, wager: str, jackpot: JackpotMaths | None) -> Entry:
    entry = odds_entry(replace(found.odds, wager=wager))
    return entry if jackpot is None else _in_the_long_run(entry, jackpot)


def _in_the_long_run(entry: Entry, jackpot: JackpotMaths) -> Entry:
    """What is fed and seeded is won in the end; the spread is that with the mean on the meter."""
    edge, terms = jackpot.long_run_edge, jackpot.jackpot
    fed = f"{float(terms.contribution):.0%} fed, seed {format_dollars(terms.seed)}"
    how = entry.method.removesuffix(METER_APART)
    return replace(
        entry,
        house_edge=float(edge),
        house_edge_fraction=edge,
        standard_deviation=jackpot.deviation_at(jackpot.average_meter),
        method=f"{how}; long run, {fed} for {format_dollars(jackpot.stake)}",
    )
