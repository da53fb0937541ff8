"""Amounts that the spots of a table take."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.engine.actions import ActionKind, Choice
from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.events import TIP
from pitboss.engine.setup import Setup
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment
from pitboss.rulebook.pays import CENTS_PER_DOLLAR


def spots_before_deal(setup: Setup) -> dict[str, Spot]:
    """Return the wagers a player may make before the deal, in the felt's order."""
    spots = setup.configured.spots
    return {name: s for name, s in spots.items() if s.wager.made == Moment.BEFORE_DEAL}


def legal_amount(spot: Spot, wanted: int) -> int:
    """Return the amount nearest to *wanted* that a spot takes, in cents."""
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return spot.jackpot.wager
    amount = max(spot.min, wanted)
    if spot.wager.whole_dollars:
        amount = -(-amount // CENTS_PER_DOLLAR) * CENTS_PER_DOLLAR
    return amount if spot.max is None else min(amount, spot.max)


def full_amount(choice: Choice) -> int | None:
    """Return the default amount of a choice: a whole double, full insurance.

    None if it takes no money, or if the player must name an amount.

    >>> full_amount(Choice(ActionKind.INSURE, 1, 500)), full_amount(Choice(ActionKind.HIT))
    (500, None)
    >>> full_amount(Choice(ActionKind.BUST_BET, 500, 10_000))
    """
    return choice.high if choice.kind is ActionKind.INSURE else choice.default


def main_wagers(setup: Setup, wanted: int) -> dict[str, int]:
    """Return the main wager, or the equal ones of a game with two hands, near *wanted* cents."""
    for main in setup.mains:
        wanted = legal_amount(setup.configured.spots[main], wanted)
    return dict.fromkeys(setup.mains, wanted)


def least_wagers(setup: Setup) -> dict[str, int]:
    """Return the least wagers with which a player is dealt a hand."""
    least = main_wagers(setup, 0)
    for wager_id, spot in setup.configured.spots.items():
        if wager_id not in least and wager_id in setup.required:
            equal = spot.wager.equals
            least[wager_id] = least[equal] if equal else legal_amount(spot, 0)
    return least


def with_required(setup: Setup, wagers: Mapping[str, int]) -> dict[str, int]:
    """Add the compulsory wagers to a seat's wagers; named ones stay as they are.

    A wager that must equal another is as large; any other is as near to the main wager as its spot
    takes.
    """
    filled = dict(wagers)
    beside = next((filled[main] for main in setup.mains if main in filled), None)
    if beside is None:
        return filled
    for wager, spot in spots_before_deal(setup).items():
        if wager not in filled and wager in setup.required:
            equal = filled.get(spot.wager.equals or "")
            filled[wager] = legal_amount(spot, beside) if equal is None else equal
    return filled


def tip_spots(setup: Setup) -> dict[str, Spot]:
    """Return the spots for tips, by name: "tip:main".

    The engine is asked with every wager made: only it knows where tips are taken.
    """
    spots = spots_before_deal(setup)
    wagers = main_wagers(setup, 0)
    for name, spot in spots.items():
        wagers.setdefault(name, wagers.get(spot.wager.equals or "", legal_amount(spot, 0)))
    if refuse_bets(setup, [Bets(1, wagers)]) is not None:
        return {}  # a table on which not everything can be bet at once tells us nothing
    return {f"{TIP}{name}": spot for name, spot in spots.items() if _takes_tip(setup, wagers, name)}


def _takes_tip(setup: Setup, wagers: Mapping[str, int], name: str) -> bool:
    needed = setup.configured.spots[name].wager.tip_needs
    tips = {wager: wagers[wager] for wager in (needed, name) if wager is not None}
    refused = refuse_bets(setup, [Bets(1, wagers, tips=tips)])
    # What it does not offer it says; how much it takes is another matter.
    return refused is None or refused.code != "wager/not-offered"
