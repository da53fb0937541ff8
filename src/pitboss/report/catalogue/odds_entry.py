"""A wager at one pay table and deck count in a line of the catalogue."""

from __future__ import annotations

from pitboss.exact.odds.wager_odds import WagerOdds
from pitboss.exact.odds.without_pay_table import SUPER_BONUS
from pitboss.report.catalogue.entry import EXACT, THE_WAGER, Entry, odds_command, solve_command
from pitboss.rulebook.model import Moment
from pitboss.rulebook.reading.library import game as game_of

COUNTED = "solved, then counted exactly"
"""Optimal play is found in floating point; its odds are counted in whole numbers."""
METER_APART = ", the meter left out"
FREE = "the least main wager of its band; nothing is staked on it"
_KNOWING = frozenset({Moment.AFTER_PEEK, Moment.AFTER_HANDS})
"""The moments of wagers that are made with the up card known."""


def odds_entry(item: WagerOdds) -> Entry:
    """Return the line of a wager at one pay table and deck count, without a meter."""
    return Entry(
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
