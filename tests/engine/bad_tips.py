"""Every way to spoil the tips of a round, each with the code of its refusal (C60, C61, C72)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from pitboss.engine.bets import Bets
from pitboss.engine.setup import Setup

Spoiler = Callable[[Setup, list[Bets], random.Random], list[Bets] | None]


def with_tips(bets: list[Bets], tips: Mapping[str, int]) -> list[Bets]:
    return [replace(bets[0], tips=tips), *bets[1:]]


def tipped(setup: Setup, bets: list[Bets]) -> list[str]:
    """Return the wagers of the first seat that may carry a tip by themselves."""
    spots = setup.configured.spots
    options = setup.configured.options
    if setup.configured.game.jurisdiction != "Colorado" or options.get("tips") is False:
        return []
    return [
        wager
        for wager in bets[0].wagers
        if not spots[wager].jackpot
        and spots[wager].wager.tip != "forbidden"
        and spots[wager].wager.tip_needs is None
    ]


def above_the_wager(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    possible = tipped(setup, bets)
    if not possible:
        return None
    wager = rng.choice(possible)
    return with_tips(bets, {wager: bets[0].wagers[wager] + rng.choice((1, 100))})


def of_nothing(setup: Setup, bets: list[Bets], rng: random.Random) -> list[Bets] | None:
    possible = tipped(setup, bets)
    return with_tips(bets, {rng.choice(possible): rng.choice((0, -1))}) if possible else None


def on_a_progressive(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    spots = setup.configured.spots
    fed = [wager for wager in bets[0].wagers if spots[wager].jackpot]
    return with_tips(bets, {fed[0]: 1}) if fed else None


def where_none_are_taken(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """Spanish 21 knows none; a Colorado house may refuse them."""
    colorado = setup.configured.game.jurisdiction == "Colorado"
    if colorado and setup.configured.options.get("tips", True):
        return None
    return with_tips(bets, {next(iter(bets[0].wagers)): 1})


def without_a_wager(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """C61: the player has no wager of his own there."""
    spots = setup.configured.spots
    options = setup.configured.options
    colorado = setup.configured.game.jurisdiction == "Colorado" and options.get("tips", True)
    free = [
        wager
        for wager, spot in spots.items()
        if wager not in bets[0].wagers and not spot.jackpot and spot.wager.tip != "forbidden"
    ]
    return with_tips(bets, {free[0]: 100}) if colorado and free else None


def not_whole_dollars(setup: Setup, bets: list[Bets], _: random.Random) -> list[Bets] | None:
    """2108(4), 2113(4): where the house wants whole dollars."""
    possible = tipped(setup, bets)
    if not possible or not setup.configured.options.get("tips_even_dollars"):
        return None
    return with_tips(bets, {possible[0]: min(99, bets[0].wagers[possible[0]])})


def without_one_on_the_main_wager(
    setup: Setup, bets: list[Bets], _: random.Random
) -> list[Bets] | None:
    """C72: Buffalo's players have already placed a tip on the blackjack wager."""
    spots = setup.configured.spots
    options = setup.configured.options
    if options.get("tips") is False:
        return None
    needy = [w for w, amount in bets[0].wagers.items() if spots[w].wager.tip_needs and amount > 99]
    return with_tips(bets, {needy[0]: 100}) if needy else None


BAD_TIPS: Mapping[str, tuple[str, Spoiler]] = {
    "a tip above the wager": ("wager/off-limits", above_the_wager),
    "a tip of nothing": ("wager/off-limits", of_nothing),
    "a tip that is not whole dollars": ("wager/off-limits", not_whole_dollars),
    "a tip on a progressive": ("wager/not-offered", on_a_progressive),
    "a tip where none are taken": ("wager/not-offered", where_none_are_taken),
    "a tip without a wager": ("wager/needs-main", without_a_wager),
    "a tip without one on the main wager": ("wager/needs-main", without_one_on_the_main_wager),
}
