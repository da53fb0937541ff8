"""Mid-deck entry: wagers that must be made on the opening hand of a deck to be made later in it.

2108 Golden(3)(a): a house with one or two decks may forbid to enter the main game, the wager or
both in the middle of a deck. Whoever made the wager on the first hand after a shuffle may leave it
out and make it again as long as the deck lasts, at any seat (ruling G1).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pitboss.engine.actions import Refusal
from pitboss.engine.bets import Bets
from pitboss.engine.setup import Setup
from pitboss.rulebook.model import Moment
from pitboss.sitting.shoe import DealingShoe


def begin_round(shoe: DealingShoe, setup: Setup, bets: Iterable[Bets]) -> bool:
    """Prepare the shoe for a round; return True if it was shuffled for it.

    The first hand after a shuffle opens the deck, also where the discards were shuffled in during
    the hand before.
    """
    is_shuffled = shoe.begin_round()
    if shoe.entered is None and setup.opening_hand:
        placed = [*bets]
        shoe.entered = {
            wager: tuple(_player(bet) for bet in placed if wager in bet.wagers)
            for wager in setup.opening_hand
        }
    return is_shuffled


def _player(bet: Bets) -> str:
    return bet.player or f"seat {bet.seat}"


def closed_wagers(setup: Setup, shoe: DealingShoe, player: str) -> dict[str, str]:
    """Return the wagers that a player cannot make before the next shuffle, with the reason.

    Without the main wager there is no other.
    """
    if shoe.entered is None or shoe.is_over:
        return {}
    closed = {
        wager: _reason(setup, wager)
        for wager in setup.opening_hand
        if player not in shoe.entered.get(wager, ())
    }
    main = next((main for main in setup.mains if main in closed), None)
    if main is None:
        return closed
    spots = setup.configured.spots.items()
    return {wager: closed[main] for wager, spot in spots if spot.wager.made is Moment.BEFORE_DEAL}


def _reason(setup: Setup, wager: str) -> str:
    spot = setup.configured.spots[wager]
    option = setup.configured.game.option(next(iter(spot.wager.opening_hand_when)))
    cite = option.cite.partition(";")[0]
    return (
        f"{wager} may be made on the first hand after the next shuffle: it was not made on the"
        f" opening hand of this deck ({cite})"
    )


def refuse_entry(setup: Setup, shoe: DealingShoe, bets: Sequence[Bets]) -> Refusal | None:
    """Return the refusal of a wager that was not made on the opening hand of the deck."""
    if not setup.opening_hand:
        return None
    for bet in bets:
        closed = closed_wagers(setup, shoe, _player(bet))
        wager = next((wager for wager in bet.wagers if wager in closed), None)
        if wager is not None:
            return Refusal("wager/mid-deck", f"seat {bet.seat}: {closed[wager]}")
    return None
