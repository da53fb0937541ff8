"""Every sheet that a house can print, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pitboss.engine.setup import Setup
from pitboss.report.sheets.parts import HouseWords, Sheet, What
from pitboss.report.sheets.procedure import procedure
from pitboss.report.sheets.signs import felt_sign, posting, rack_card
from pitboss.report.sheets.strategy_card import strategy_card

SHEETS: Mapping[What, Callable[[Setup, HouseWords], Sheet | None]] = {
    What.FELT_SIGN: felt_sign,
    What.RACK_CARD: rack_card,
    What.PROCEDURE: procedure,
    What.POSTING: posting,
    What.STRATEGY_CARD: strategy_card,
}


def sheets(setup: Setup, house: HouseWords, wanted: Iterable[What]) -> tuple[Sheet, ...]:
    """Return the *wanted* sheets; a strategy card only of a game that can be solved."""
    made = (SHEETS[kind](setup, house) for kind in wanted)
    return tuple(sheet for sheet in made if sheet is not None)
