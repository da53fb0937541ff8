"""The players at the other seats: a name, a flat bet and basic play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.engine.setup import Setup
from pitboss.engine.wagers import Bets, refused_bets
from pitboss.rulebook.configured import Spot
from pitboss.rulebook.model import Moment, OptionValue

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")
_FLAT_CENTS = (1000, 2500, 1500, 500, 2000, 1000, 3000)
_SIDE_CENTS = 500
_WHOLE = 100


def bot_bets(setup: Setup, seats: Sequence[int]) -> tuple[Bets, ...]:
    """Return the bets of the bots on *seats*; one whom this table cannot serve sits out."""
    bets = (
        Bets(seat, flat_wagers(setup, index), NAMES[index % len(NAMES)])
        for index, seat in enumerate(seats)
    )
    return tuple(bet for bet in bets if refused_bets(setup, [bet]) is None)


def flat_wagers(setup: Setup, index: int) -> dict[str, int]:
    """Return what the bot number *index* bets every round.

    Every other one likes the first side wager, every third one all of them.
    """
    spots = setup.configured.spots
    wagers = {"main": legal_amount(spots["main"], _FLAT_CENTS[index % len(_FLAT_CENTS)])}
    liked = {0: 0, 1: 1}.get(index % 3, len(spots))
    for wager_id, spot in spots.items():
        if wager_id == "main" or spot.wager.made != Moment.BEFORE_DEAL:
            continue
        if liked or is_required(spot, setup.configured.options):
            equal = spot.wager.equals
            wagers[wager_id] = wagers[equal] if equal else legal_amount(spot, _SIDE_CENTS)
            liked = max(0, liked - 1)
    return wagers


def is_required(spot: Spot, options: Mapping[str, OptionValue]) -> bool:
    """Whether whoever plays at this table must make the wager."""
    when = spot.wager.compulsory_when
    return spot.wager.compulsory or any(options.get(name) in on for name, on in when.items())


def legal_amount(spot: Spot, wanted: int) -> int:
    """Return the amount nearest to *wanted* that a spot takes, in cents."""
    if spot.jackpot is not None and spot.jackpot.wager is not None:
        return spot.jackpot.wager
    amount = max(spot.min, wanted)
    if spot.wager.whole_dollars:
        amount = -(-amount // _WHOLE) * _WHOLE
    return amount if spot.max is None else min(amount, spot.max)
