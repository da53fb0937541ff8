"""A wager at one pay table and deck count in a line of the catalogue."""

from __future__ import annotations

from typing import Any

from pitboss.exact.odds.progressive import ProgressiveOdds
from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.wagers import SUPER_BONUS
from pitboss.report.catalogue.edges import EXACT, THE_WAGER, EdgeEntry, odds_command, solve_command
from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.library import game as game_of

COUNTED = "solved, then counted exactly"
"""Optimal play is found in floating point; its odds are counted in whole numbers."""
METER_APART = ", the meter left out"
FREE = "the least main wager of its band; nothing is staked on it"
_KNOWING = frozenset({Moment.AFTER_PEEK, Moment.AFTER_HANDS})
"""The moments of wagers that are made with the up card known."""


def odds_entry(item: WagerOdds) -> EdgeEntry:
    """Return the line of a wager at one pay table and deck count, without a meter."""
    return EdgeEntry(
        game=item.game,
        wager=item.wager,
        table=item.table,
        house_edge=float(item.edge),
        house_edge_fraction=item.edge,
        standard_deviation=item.standard_deviation,
        unit=FREE if item.wager == SUPER_BONUS else THE_WAGER,
        method=_method(item),
        strategy=_strategy(item),
    )


def _method(item: WagerOdds) -> str:
    apart = METER_APART if item.meter is not None else ""
    if item.bound:
        return f"{EXACT}, {item.bound}{apart}"
    return f"{COUNTED}, {item.play}" if item.play else f"{EXACT}{apart}"


def _strategy(item: WagerOdds) -> str | None:
    """Return the command for the main game's play, the play for both wagers, or the up cards."""
    if item.play and item.with_main is None:
        return solve_command(item.game)
    if item.play or item.bound:
        return odds_command(item.game, item.wager)
    if item.by_up_card and game_of(item.game).wager(item.wager).made in _KNOWING:
        return odds_command(item.game, item.wager)
    return None


def odds_record(item: WagerOdds, worth: ProgressiveOdds | None) -> dict[str, Any]:
    """Return the odds of a wager, and the figures of its meter."""
    record = item.as_json() | odds_entry(item).as_json()
    if worth is not None:
        record["progressive"] = worth.as_json()
        if item.with_main is not None:
            record["progressive"]["both_long_run_edge"] = both_long_run(item, worth)
    return record


def both_long_run(item: WagerOdds, worth: ProgressiveOdds) -> float | None:
    """Return the edge of both wagers together with everything that the meter pays."""
    if item.both_edge is None or worth.long_run_edge is None:
        return None
    return item.both_edge + float(worth.long_run_edge - item.edge)
