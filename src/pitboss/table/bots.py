"""The players at the other seats: a name, a flat bet and basic play."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.engine.bets import Bets, refuse_bets
from pitboss.engine.setup import Setup
from pitboss.rulebook.model import Moment
from pitboss.table.amounts import is_required, legal_amount, main_wagers

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
_FLAT_CENTS = (1000, 2500, 1500, 500, 2000, 1000, 3000)
_SIDE_CENTS = 500


def bot_bets(setup: Setup, seats: Sequence[int]) -> tuple[Bets, ...]:
    """Return the bets of the bots on *seats*; one that this table cannot serve sits out.

    If the table does not take all wagers of a bot, the bot makes the main wager alone.
    """
    bets = []
    for index, seat in enumerate(seats):
        name, flat = NAMES[index % len(NAMES)], _FLAT_CENTS[index % len(_FLAT_CENTS)]
        wanted = (flat_wagers(setup, index), main_wagers(setup, flat))
        possible = (Bets(seat, wagers, name) for wagers in wanted)
        bets += [bet for bet in possible if refuse_bets(setup, [bet]) is None][:1]
    return tuple(bets)


def flat_wagers(setup: Setup, index: int) -> dict[str, int]:
    """Return the bets of bot number *index* in every round.

    Every second bot makes the first side wager, every third one all of them.
    """
    spots = setup.configured.spots
    wagers = main_wagers(setup, _FLAT_CENTS[index % len(_FLAT_CENTS)])
    liked = {0: 0, 1: 1}.get(index % 3, len(spots))
    for wager_id, spot in spots.items():
        if wager_id in wagers or spot.wager.made != Moment.BEFORE_DEAL:
            continue
        if liked or is_required(spot, setup.configured.options):
            equal = spot.wager.equals
            wagers[wager_id] = wagers[equal] if equal else legal_amount(spot, _SIDE_CENTS)
            liked = max(0, liked - 1)
    return wagers
